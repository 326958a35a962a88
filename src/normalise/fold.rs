//! Folds text for matching: one spelling for what is the same word or sign.
//!
//! | written | folded |
//! |---|---|
//! | `Ａ１００`, `：`, `（` | `A100`, `:`, `(` |
//! | `，` | `，`: a comma of Chinese text never groups digits, an ASCII one may |
//! | `–`, `—`, `−`; `～`, `〜` | `-`; `~` |
//! | `10²³` | `10^23` |
//! | `規模`, `規(guī)模` | `规模` |
//! | `8xA100` | `8×A100` |
//! | formulas of TeX | see [`super::formula`] |
//! | no-break and wide spaces; zero-width characters, soft hyphens, `®`, `™`; addresses | one space; nothing |

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::{formula, gloss};
use crate::text::{Mapped, Span};

/// Returns `text` folded for matching, with its way back to the same source.
pub fn fold(text: &Mapped) -> Mapped {
    folded(text).into_owned()
}

/// Returns `text` folded, or itself where nothing changes.
pub fn folded(text: &Mapped) -> Cow<'_, Mapped> {
    match formula::plain(text) {
        Some(written_out) => Cow::Owned(fold_signs(&written_out).unwrap_or(written_out)),
        None => fold_signs(text).map_or(Cow::Borrowed(text), Cow::Owned),
    }
}

/// Folds what is no formula; answers `None` where nothing changes.
fn fold_signs(text: &Mapped) -> Option<Mapped> {
    let plain = text.as_str();
    if plain.is_ascii() && !plain.contains("://") && !plain.contains("www.") && !counts_names(plain) {
        return None;
    }
    let simplified = simplify(plain);
    let mut folder = Folder { text, plain, simplified: &simplified, folded: Mapped::default(), done: 0 };
    folder.run();
    if folder.done == 0 && matches!(simplified, Cow::Borrowed(_)) {
        return None;
    }
    folder.keep(plain.len());
    Some(folder.folded)
}

/// Says whether the letter x stands between a number and a name: "8xA100".
fn counts_names(text: &str) -> bool {
    text.match_indices('x').any(|(at, _)| is_times(text.as_bytes(), at))
}

/// Says whether the x at `at` counts the name behind it: "8xA100", not "0xA1" and not "2x faster".
fn is_times(bytes: &[u8], at: usize) -> bool {
    let Some(head) = bytes.get(..at) else { return false };
    let digits = head.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before = head.len().checked_sub(digits + 1).map(|at| head[at]);
    let number = (1..=4).contains(&digits)
        && head[head.len() - digits] != b'0'
        && before.is_none_or(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'.' | b'_' | b'-'));
    let name = bytes.get(at + 1).is_some_and(u8::is_ascii_uppercase)
        && bytes.get(at + 2).is_some_and(u8::is_ascii_alphanumeric);
    number && name
}

/// Returns `text` in simplified characters; as many bytes, characters at the same places.
fn simplify(text: &str) -> Cow<'_, str> {
    let simplified = crate::text::simplified(text);
    // The crate changes one character into one of the same length; hold it to that.
    let same = matches!(simplified, Cow::Borrowed(_))
        || simplified.len() == text.len()
            && text.char_indices().zip(simplified.char_indices()).all(|(a, b)| a.0 == b.0);
    if same { simplified } else { Cow::Borrowed(text) }
}

struct Folder<'a> {
    text: &'a Mapped,
    plain: &'a str,
    simplified: &'a str,
    folded: Mapped,
    /// Everything before this byte is in `folded`.
    done: usize,
}

impl Folder<'_> {
    fn run(&mut self) {
        let bytes = self.plain.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            // Most bytes stand for themselves.
            if bytes[at].is_ascii() && !matches!(bytes[at], b'(' | b'?' | b'h' | b'w' | b'x') {
                at += 1;
                continue;
            }
            let Some(c) = self.plain[at..].chars().next() else { break };
            let next = at + c.len_utf8();
            let gloss = match c {
                '(' | '\u{ff08}' => gloss::end(self.plain, self.simplified, at),
                _ => None,
            };
            let end = match c {
                _ if gloss.is_some() => gloss.inspect(|&end| self.drop_gloss(at, end)),
                '?' => gloss::broken_end(self.plain, at).inspect(|&end| self.replace(Span::new(at, end), "")),
                'h' | 'w' if at == 0 || !bytes[at - 1].is_ascii_alphanumeric() => {
                    address_end(self.plain, at).inspect(|&end| self.replace(Span::new(at, end), ""))
                }
                'x' if is_times(bytes, at) => {
                    self.replace(Span::new(at, next), "×");
                    Some(next)
                }
                _ if c.is_ascii() => None,
                _ => self.sign(c, at),
            };
            at = end.unwrap_or(next);
        }
    }

    /// Folds a character that is not ASCII; returns where to go on.
    fn sign(&mut self, c: char, at: usize) -> Option<usize> {
        let span = Span::new(at, at + c.len_utf8());
        match kind(c) {
            Kind::Keep => return None,
            Kind::Drop => self.replace(span, ""),
            Kind::As(text) => self.replace(span, text),
            Kind::Raised => return Some(self.raise(at)),
            Kind::Compatible => {
                let folded: String = std::iter::once(c).nfkc().collect();
                let folded = crate::text::simplified(&folded);
                if folded.chars().eq(std::iter::once(c)) {
                    return None;
                }
                self.replace(span, &folded);
            }
        }
        Some(span.end)
    }

    /// Folds a run of raised digits into `^` and plain ones.
    fn raise(&mut self, at: usize) -> usize {
        let run = self.plain[at..].find(|c| !matches!(kind(c), Kind::Raised)).map_or(self.plain.len(), |len| at + len);
        let digits: String = self.plain[at..run].nfkc().map(|c| if c == '\u{2212}' { '-' } else { c }).collect();
        self.replace(Span::new(at, run), &format!("^{digits}"));
        run
    }

    /// Leaves out a gloss, and the stray letter that it stands on.
    fn drop_gloss(&mut self, open: usize, end: usize) {
        let from = if gloss::is_stray(self.plain, open) { open - 1 } else { open };
        self.replace(Span::new(from, end), "");
    }

    fn replace(&mut self, span: Span, with: &str) {
        self.keep(span.start);
        self.folded.push_rewritten(with, self.text, span);
        self.done = span.end;
    }

    fn keep(&mut self, to: usize) {
        if self.done < to {
            let span = Span::new(self.done, to);
            self.folded.push_part_as(self.text, span, &self.simplified[self.done..to]);
            self.done = to;
        }
    }
}

enum Kind {
    Keep,
    Drop,
    As(&'static str),
    Raised,
    Compatible,
}

/// Returns what becomes of a character that is not ASCII.
fn kind(c: char) -> Kind {
    match c {
        '\u{4e00}'..='\u{9fff}' | '\u{3001}' | '\u{3002}' | '\u{ff0c}' => Kind::Keep,
        '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2060}'
        | '\u{feff}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{ae}'
        | '\u{2122}' => Kind::Drop,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => Kind::As("-"),
        '\u{ff5e}' | '\u{301c}' | '\u{223c}' => Kind::As("~"),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Kind::As(" "),
        '\u{2019}' => Kind::As("'"),
        '\u{2044}' | '\u{2215}' => Kind::As("/"),
        '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}'..='\u{207b}' => Kind::Raised,
        '\u{ff00}'..='\u{ffef}'
        | '\u{3300}'..='\u{33ff}'
        | '\u{2100}'..='\u{214f}'
        | '\u{2160}'..='\u{217f}'
        | '\u{2080}'..='\u{209c}'
        | '\u{fb00}'..='\u{fb06}'
        | '\u{f900}'..='\u{faff}'
        | '\u{2e80}'..='\u{2fdf}'
        | '\u{1d400}'..='\u{1d7ff}'
        | '\u{b5}'
        | '\u{fe30}'..='\u{fe6f}' => Kind::Compatible,
        _ => Kind::Keep,
    }
}

/// Returns where a web address at `at` ends: its digits and names are nobody's claim.
fn address_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    if !["http://", "https://", "www."].iter().any(|scheme| rest.starts_with(scheme)) {
        return None;
    }
    let len = rest
        .find(|c: char| !c.is_ascii() || c.is_ascii_whitespace() || "<>\"'`()[]{}|".contains(c))
        .unwrap_or(rest.len());
    let address = rest[..len].trim_end_matches(['.', ',', ';', ':', '!', '?']);
    (address.len() > 6).then_some(at + address.len())
}
