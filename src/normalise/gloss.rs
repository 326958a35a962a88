//! Pinyin glosses that scraping leaves behind a character: "規(guī)模", "們(men)".
//!
//! Pages that were converted from another encoding gloss every traditional character with its
//! reading; where the conversion slipped by a byte, a stray letter ("F(xiàn)") or half a bracket
//! ("?qū)") stands instead.

/// The longest reading has six letters ("zhuāng").
const LONGEST: usize = 6;

/// Returns the byte after a gloss whose bracket opens at `open`, or `None` where there is none.
///
/// A gloss has a tone mark, or stands on a character that simplified text writes otherwise.
pub fn end(text: &str, simplified: &str, open: usize) -> Option<usize> {
    let before = text[..open].chars().next_back()?;
    let bracket = text[open..].chars().next()?;
    let inner = open + bracket.len_utf8();
    let (end, toned) = reading(text, inner)?;
    let stands_on_han = is_han(before);
    let traditional = stands_on_han && !simplified[..open].ends_with(before);
    let fits = if toned { stands_on_han || is_stray(text, open) } else { traditional };
    fits.then_some(end)
}

/// Returns the byte after a gloss that lost its bracket, `?qū)`, where `at` is the question mark.
pub fn broken_end(text: &str, at: usize) -> Option<usize> {
    let (end, toned) = reading(text, at + 1)?;
    toned.then_some(end)
}

/// Says whether the letter right before the bracket at `open` is half of a broken character: one
/// capital between two that are Han, or after another.
pub fn is_stray(text: &str, open: usize) -> bool {
    let mut before = text[..open].chars().rev();
    let letter = before.next().is_some_and(|c| c.is_ascii_alphabetic());
    letter && before.next().is_some_and(is_han)
}

/// Reads letters up to a closing bracket: where that ends, and whether a tone mark was there.
fn reading(text: &str, from: usize) -> Option<(usize, bool)> {
    let (mut letters, mut toned) = (0, false);
    for (at, c) in text[from..].char_indices() {
        match c {
            ')' | '\u{ff09}' if letters > 0 => return Some((from + at + c.len_utf8(), toned)),
            'a'..='z' => letters += 1,
            _ if is_toned(c) => {
                letters += 1;
                toned = true;
            }
            // A reading may be split over a line's end.
            ' ' | '\n' if letters > 0 && toned => {}
            _ => return None,
        }
        if letters > LONGEST {
            return None;
        }
    }
    None
}

fn is_toned(c: char) -> bool {
    "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜüńňǹḿ".contains(c)
}

fn is_han(c: char) -> bool {
    crate::read::language::is_han(c)
}
