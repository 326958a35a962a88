//! Traditional characters as simplified ones: for matching only, what is shown stays as written.

use std::borrow::Cow;

/// What each character from [`FIRST`] to the end of the basic plane becomes by itself, two bytes each, the low one first.
/// Made when the program is built, so that a page of it is read only where a text has such characters.
static SIMPLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/simple.bin"));

/// Below this character nothing is simplified.
const FIRST: char = '\u{2e80}';

/// Characters that change only beside certain others: 藉, 著, 苧.
const BESIDE_OTHERS: [char; 3] = ['\u{85c9}', '\u{8457}', '\u{82e7}'];

/// Returns what the character `c` becomes when it is simplified by itself; it takes as many bytes.
#[inline]
pub fn simple(c: char) -> char {
    let at = (c as usize).wrapping_sub(FIRST as usize);
    match at.checked_mul(2).and_then(|at| SIMPLE.get(at..at + 2)) {
        Some(&[low, high]) => char::from_u32(u32::from(u16::from_le_bytes([low, high]))).unwrap_or(c),
        _ => c,
    }
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
    !text.chars().any(|c| c >= FIRST && (simple(c) != c || BESIDE_OTHERS.contains(&c)))
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
