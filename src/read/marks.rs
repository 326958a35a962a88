//! Footnote marks: told from exponents, taken out of the text, kept with their place.
//!
//! | written | read |
//! |---|---|
//! | `989¹ TFLOPS`, `1,979*` | `989 TFLOPS` with mark `1`, `1,979` with mark `*` |
//! | `10²³`, `mm²` | as written: exponents |
//! | `¹ With sparsity.` | a note: mark `1` at byte 0 |

use super::Mark;
use crate::text::{Mapped, Span};

/// Says whether digits raised above the line after `before` are an exponent.
///
/// They are after a bare 10 ("10²³"), and after a short unit or letter ("mm²", "N²"); after any
/// other figure or word they are a footnote mark.
pub fn is_exponent(before: &str, raised: &str) -> bool {
    let signed = raised.starts_with(['-', '+', '\u{2212}', '\u{207b}', '\u{207a}']);
    let digits = raised.trim_start_matches(['-', '+', '\u{2212}', '\u{207b}', '\u{207a}']);
    if digits.is_empty() || !digits.chars().all(|c| digit(c).is_some()) {
        return false;
    }
    let before = before.strip_suffix('^').unwrap_or(before);
    let Some(last) = before.chars().next_back() else { return false };
    if last.is_ascii_digit() {
        let number = trailing(before, |c| c.is_ascii_digit() || c == '.' || c == ',');
        return number == "10" || (number == "2" && digits.chars().count() == 2);
    }
    if last.is_ascii_alphabetic() {
        let word = trailing(before, |c| c.is_ascii_alphanumeric());
        // "700 W²": a unit of one capital behind its number is not squared.
        let head = &before[..before.len() - word.len()];
        let unit = word.len() == 1 && last.is_ascii_uppercase() && head.ends_with(' ');
        if unit && head.trim_end().ends_with(|c: char| c.is_ascii_digit()) && !signed {
            return false;
        }
        let short = word.len() <= 2 && (word.len() == 1 || word.chars().all(|c| c.is_ascii_lowercase()));
        return short && (signed || matches!(digit_value(digits), Some(2 | 3)));
    }
    signed
}

fn trailing(text: &str, fits: fn(char) -> bool) -> &str {
    &text[text.trim_end_matches(fits).len()..]
}

fn digit_value(digits: &str) -> Option<u32> {
    let mut chars = digits.chars();
    let value = digit(chars.next()?)?;
    chars.next().is_none().then_some(value)
}

/// Returns the value of a digit, raised or not.
fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => c.to_digit(10),
        '\u{b9}' => Some(1),
        '\u{b2}' => Some(2),
        '\u{b3}' => Some(3),
        '\u{2070}' => Some(0),
        '\u{2074}'..='\u{2079}' => Some(u32::from(c) - 0x2070),
        _ => None,
    }
}

fn is_raised(c: char) -> bool {
    !c.is_ascii() && digit(c).is_some()
}

fn is_symbol(c: char) -> bool {
    matches!(c, '*' | '\u{2020}' | '\u{2021}' | '\u{a7}' | '\u{b6}' | '\u{ff0a}' | '\u{2217}')
}

/// Returns the mark's name as its note has it: plain digits, plain stars.
pub fn name(mark: &str) -> String {
    let inner = mark.trim().trim_matches(['[', ']', '(', ')', '^']);
    inner
        .chars()
        .map(|c| match (digit(c), c) {
            (Some(value), _) => char::from_digit(value, 10).unwrap_or(c),
            (None, '\u{ff0a}' | '\u{2217}') => '*',
            _ => c,
        })
        .collect()
}

/// Says whether raised text is a mark: digits, symbols, a single letter, or one of these in brackets.
pub fn is_mark(raised: &str) -> bool {
    let inner = raised.trim().trim_matches(['[', ']', '(', ')']);
    let digits = !inner.is_empty() && inner.len() <= 3 && inner.chars().all(|c| digit(c).is_some());
    let symbols = !inner.is_empty() && inner.chars().count() <= 4 && inner.chars().all(is_symbol);
    let letter = inner.len() == 1 && inner.chars().all(|c| c.is_ascii_lowercase());
    digits || symbols || letter
}

/// Takes the marks out of `text`: raised digits that are no exponents, and stars and daggers right
/// after a figure, word or bracket. A mark at the very start makes the text a note.
pub fn extract(text: Mapped, marks: &mut Vec<Mark>) -> Mapped {
    let plain = text.as_str();
    if !plain.contains(|c| is_raised(c) || is_symbol(c)) {
        return text;
    }
    let mut kept = Mapped::default();
    let mut done = 0;
    let mut shifted = Shift::new(marks);
    let mut chars = plain.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !is_raised(c) && !is_symbol(c) {
            continue;
        }
        let same: fn(char) -> bool = if is_raised(c) { is_raised } else { is_symbol };
        let mut end = at + c.len_utf8();
        while let Some(&(next, c)) = chars.peek()
            && same(c)
        {
            end = next + c.len_utf8();
            chars.next();
        }
        if !stands_as_mark(&plain[..at], &plain[at..end], &plain[end..]) {
            continue;
        }
        kept.push_part(&text, Span::new(done, at));
        done = end;
        shifted.cut(at, end - at);
        shifted.found.push(Mark { name: name(&plain[at..end]), at: kept.len() });
    }
    kept.push_part(&text, Span::new(done, plain.len()));
    shifted.finish();
    kept
}

fn stands_as_mark(before: &str, mark: &str, after: &str) -> bool {
    let first = mark.chars().next().unwrap_or(' ');
    let last = before.chars().next_back();
    let next = after.chars().next();
    if is_raised(first) {
        return mark.chars().count() <= 2 && !is_exponent(before, mark);
    }
    if mark.chars().count() > 3 {
        return false;
    }
    // "* With sparsity. † SXM5 only.": in a text of notes the next one begins behind a full stop.
    let notes = before.trim_start().starts_with(|c| is_symbol(c) || is_raised(c));
    let anew = notes
        && last.is_some_and(char::is_whitespace)
        && before.trim_end().ends_with(['.', '\u{3002}', ';', '\u{ff1b}']);
    let opens = (before.trim().is_empty() || anew) && next.is_some_and(|c| c.is_whitespace() || c.is_alphabetic());
    let follows = last.is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '%' | '\u{ff09}' | '+'));
    let ends = next.is_none_or(|c| c.is_whitespace() || ",.;:/)|\u{3002}\u{ff0c}\u{3001}\u{ff1b}\u{ff09}".contains(c));
    opens || (follows && ends)
}

/// Keeps the places of marks that were there already in step with what is cut out.
struct Shift<'a> {
    marks: &'a mut Vec<Mark>,
    before: Vec<Mark>,
    cuts: Vec<(usize, usize)>,
    found: Vec<Mark>,
}

impl<'a> Shift<'a> {
    fn new(marks: &'a mut Vec<Mark>) -> Self {
        let before = std::mem::take(marks);
        Self { marks, before, cuts: Vec::new(), found: Vec::new() }
    }

    fn cut(&mut self, at: usize, len: usize) {
        self.cuts.push((at, len));
    }

    fn finish(self) {
        let Shift { marks, before, cuts, found } = self;
        *marks = found;
        for mut mark in before {
            let cut: usize = cuts.iter().filter(|(at, _)| *at < mark.at).map(|(_, len)| len).sum();
            mark.at -= cut.min(mark.at);
            marks.push(mark);
        }
        marks.sort_by_key(|mark| mark.at);
    }
}
