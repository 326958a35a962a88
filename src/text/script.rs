//! Traditional characters as simplified ones: for matching only, what is shown stays as written.

use std::borrow::Cow;
use std::sync::LazyLock;

/// Every character of the basic plane that simplifying changes, followed by what it becomes.
const TRADITIONAL: &str = include_str!(concat!(env!("OUT_DIR"), "/traditional.txt"));

/// Which characters of the basic plane simplifying may change, one bit each.
static CHANGING: LazyLock<Box<[u64]>> = LazyLock::new(changing);

/// Characters that change only beside certain others: 藉, 著, 苧.
const BESIDE_OTHERS: [char; 3] = ['\u{85c9}', '\u{8457}', '\u{82e7}'];

/// Returns the characters that simplifying changes, each with what it becomes by itself.
pub fn traditional() -> impl Iterator<Item = (char, char)> {
    let mut chars = TRADITIONAL.chars();
    std::iter::from_fn(move || Some((chars.next()?, chars.next()?)))
}

/// Returns `text` with traditional characters simplified; every byte offset stays where it was.
///
/// ```
/// assert_eq!(atodds::text::simplified("顯存頻寬"), "显存频宽");
/// ```
///
/// Characters are folded, not words: 頻寬 stays apart from 带宽, which is for the vocabulary to join.
pub fn simplified(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_simple(text) {
        return Cow::Borrowed(text);
    }
    let simple = fast2s::convert(text);
    if simple.len() == text.len() { Cow::Owned(simple) } else { Cow::Borrowed(text) }
}

/// Says whether `text` holds nothing to simplify.
fn is_simple(text: &str) -> bool {
    let bit = |c: char| CHANGING.get(c as usize / 64).is_some_and(|bits| bits >> (c as usize % 64) & 1 == 1);
    !text.chars().any(|c| c >= FIRST && bit(c))
}

/// Below this character nothing is simplified.
const FIRST: char = '\u{2e80}';

fn changing() -> Box<[u64]> {
    let mut bits = vec![0_u64; 0x10000 / 64].into_boxed_slice();
    for c in traditional().map(|(from, _)| from).chain(BESIDE_OTHERS) {
        bits[c as usize / 64] |= 1 << (c as usize % 64);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::simplified;

    /// The short way round gives what the crate gives, for characters that hang on their neighbours too.
    #[test]
    fn texts_are_simplified_as_the_crate_does() {
        let neighbours: String = "看著憑藉藉口苧麻乾隆乾燥兒寬計畫畫家鍾書校讎甚夥樊於答覆瞭望顯存带宽繁體".repeat(9);
        assert_eq!(simplified(&neighbours), fast2s::convert(&neighbours));
        let long = neighbours.repeat(3);
        assert_eq!(simplified(&long), fast2s::convert(&long));
        for word in ["看著", "憑藉", "苧麻", "計畫", "鍾書", "仇讎", "乾坤", "顯", "带宽", "A100 の"]
        {
            assert_eq!(simplified(word), fast2s::convert(word), "{word}");
        }
        for c in '\u{2000}'..='\u{ffff}' {
            let text = c.to_string();
            assert_eq!(simplified(&text), fast2s::convert(&text), "{c}");
        }
    }
}
