//! Cuts a folded sentence into clauses.
//!
//! Commas and colons cut, except in figures ("1,979", "10:30") and inside brackets; so do words
//! that set one side against another (`clauses.toml`). The enumeration comma `、` does not: what it
//! lists shares one predicate.

use std::sync::LazyLock;

use crate::text::Span;
use crate::vocab::layout::CLAUSES;

/// Returns the clauses of folded `text`, without white space and separators at their ends.
pub fn clauses(text: &str) -> Vec<Span> {
    let mut cuts = Vec::new();
    let mut depth: usize = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '\u{ff0c}' | ';' if depth == 0 => cuts.push((at, at + c.len_utf8())),
            ',' | ':' if depth == 0 && !within_figure(text, at) => cuts.push((at, at + 1)),
            '-' if depth == 0 && is_dash(text, at) => cuts.push((at, at + 1)),
            _ if depth == 0 && may_open(text, at, c) && opens_clause(text, at) => cuts.push((at, at)),
            _ => {}
        }
    }
    let mut spans = Vec::new();
    let mut start = 0;
    for (from, to) in cuts.into_iter().chain([(text.len(), text.len())]) {
        push(text, start, from, &mut spans);
        start = to;
    }
    if spans.is_empty() {
        spans.push(Span::new(0, text.len()));
    }
    spans
}

fn push(text: &str, start: usize, end: usize, spans: &mut Vec<Span>) {
    let part = &text[start..end.max(start)];
    let from = start + (part.len() - part.trim_start().len());
    let part = part.trim();
    if part.chars().any(char::is_alphanumeric) {
        spans.push(Span::new(from, from + part.len()));
    }
}

/// Says whether a comma or colon stands between digits, or in an address.
fn within_figure(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + 1..].chars().next();
    let digits = before.is_some_and(|c| c.is_ascii_digit()) && after.is_some_and(|c| c.is_ascii_digit());
    digits || text[at + 1..].starts_with("//")
}

/// Says whether the hyphen at `at` is a dash between clauses: doubled, or between spaces with no
/// figure on both sides ("120 - 150 W").
fn is_dash(text: &str, at: usize) -> bool {
    let (before, after) = (&text[..at], &text[at + 1..]);
    if after.starts_with('-') || before.ends_with('-') {
        return true;
    }
    let spaced = before.ends_with(' ') && after.starts_with(' ');
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    spaced && !(digit(before.trim_end().chars().next_back()) && digit(after.trim_start().chars().next()))
}

/// The low bits of the characters with which words that open a clause begin: a cheap first look.
static FIRST: LazyLock<[u64; 8]> = LazyLock::new(|| {
    let openers = &CLAUSES.openers;
    let words = openers.en.iter().chain(&openers.zh).chain(&openers.zh_joins);
    let mut first = [0; 8];
    for c in words.filter_map(|word| word.chars().next()) {
        let (at, bit) = low(c);
        first[at] |= bit;
    }
    first
});

/// Returns where the low bits of `c` are noted.
fn low(c: char) -> (usize, u64) {
    (c as usize / 64 % 8, 1 << (c as usize % 64))
}

/// Says whether the first character of an opener stands at `at`, in English after the space there.
fn may_open(text: &str, at: usize, c: char) -> bool {
    let first = match c {
        ' ' => text.as_bytes().get(at + 1).map_or(' ', |byte| char::from(byte.to_ascii_lowercase())),
        _ if c.is_ascii() => return false,
        _ => c,
    };
    let (at, bit) = low(first);
    FIRST[at] & bit != 0
}

/// Says whether a word that opens a clause begins at `at` (in English after the space there).
fn opens_clause(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let openers = &CLAUSES.openers;
    if let Some(rest) = rest.strip_prefix(' ') {
        let fits = |word: &String| {
            rest.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
                && rest[word.len()..].starts_with([' ', ','])
        };
        return openers.en.iter().any(fits);
    }
    if at == 0 {
        return false;
    }
    let subject = |after: &str| {
        let after = after.trim_start();
        after.starts_with(|c: char| c.is_ascii_alphabetic())
            || openers.zh_joins_before.iter().any(|word| after.starts_with(word.as_str()))
    };
    let joins = openers.zh_joins.iter().any(|word| rest.strip_prefix(word.as_str()).is_some_and(subject));
    joins || openers.zh.iter().any(|word| rest.starts_with(word.as_str()))
}
