//! Longest match over many words at once.
//!
//! One Aho–Corasick automaton holds every alias. ASCII letters match in either case. A word
//! that begins or ends with an ASCII letter or digit does not match inside a longer run of
//! them ("T4" is not in "GT40"), though Chinese may touch it ("用T4跑"). A blank or hyphen in a
//! word also matches the other one or nothing ("TPU v3", "TPU-v3", "TPUv3"), and so does the
//! place where Chinese and ASCII meet ("昇腾910B", "昇腾 910B"). Words are folded to simplified
//! characters as texts are, so that data may hold either. A code of several parts (`us-east-1`)
//! keeps its hyphens.

use std::borrow::Cow;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::text::Span;

/// Words, each with what it means. The automaton is built when a text is first searched, so
/// that a command pays only for the words it uses.
#[derive(Debug, Clone)]
pub struct Lexicon<T> {
    words: Vec<(Box<str>, T)>,
    built: OnceLock<Built<T>>,
}

#[derive(Debug, Clone)]
struct Built<T> {
    automaton: AhoCorasick,
    entries: Vec<Entry<T>>,
}

/// One word without its blanks, and where they may stand.
#[derive(Debug, Clone)]
struct Entry<T> {
    meaning: T,
    /// Offsets in the squeezed word before which a blank or hyphen may stand, ascending.
    gaps: Box<[u32]>,
    /// Each of them must be there: `us-east-1` is not `us-east1`.
    strict: bool,
}

/// A word found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match<T> {
    /// Where, in bytes of the text searched.
    pub span: Span,
    /// What the word means.
    pub entry: T,
}

impl<T: Copy> Lexicon<T> {
    /// Returns the lexicon of pairs of word and meaning; of two equal words the first counts.
    pub fn new<'a>(words: impl IntoIterator<Item = (&'a str, T)>) -> Self {
        let words = words.into_iter().map(|(word, meaning)| (word.into(), meaning)).collect();
        Self { words, built: OnceLock::new() }
    }

    fn built(&self) -> &Built<T> {
        self.built.get_or_init(|| {
            let (patterns, entries): (Vec<String>, Vec<Entry<T>>) = self
                .words
                .iter()
                .map(|(word, meaning)| (word, pattern(word), meaning))
                .filter(|(_, (pattern, _), _)| !pattern.is_empty())
                .map(|(word, (pattern, gaps), meaning)| {
                    let strict = gaps.len() > 1 && is_code(word);
                    (pattern, Entry { meaning: *meaning, gaps, strict })
                })
                .unzip();
            let automaton = AhoCorasick::builder()
                .ascii_case_insensitive(true)
                .match_kind(MatchKind::Standard)
                .build(&patterns)
                .expect("a vocabulary has far fewer than 2^31 bytes");
            Built { automaton, entries }
        })
    }

    /// Returns the words of `text`, longest first where they overlap, then in order of place.
    pub fn find(&self, text: &str) -> Vec<Match<T>> {
        let mut kept = self.find_each(text);
        kept.dedup_by_key(|found| found.span);
        kept
    }

    /// Returns the words of `text` as [`Lexicon::find`] does, but every meaning of a word that has several.
    pub fn find_each(&self, text: &str) -> Vec<Match<T>> {
        longest(self.find_all(text))
    }

    /// Returns every occurrence of every word, overlapping ones too.
    pub fn find_all(&self, text: &str) -> Vec<Match<T>> {
        let bytes = text.as_bytes();
        let mut found = self.find_raw(text);
        found.retain(|found| stands_alone(bytes, found.span.start, found.span.end));
        found
    }

    /// Returns every occurrence of every word, those inside longer runs of letters too.
    pub fn find_raw(&self, text: &str) -> Vec<Match<T>> {
        let squeezed = Squeezed::new(text);
        let Built { automaton, entries } = self.built();
        let found = automaton.find_overlapping_iter(&squeezed.bytes[..]);
        found
            .filter_map(|found| {
                let entry = &entries[found.pattern().as_usize()];
                let span = squeezed.span(found.start(), found.end(), &entry.gaps, entry.strict)?;
                Some(Match { span, entry: entry.meaning })
            })
            .collect()
    }
}

/// Keeps the longest of overlapping words, in order of place: one inside or across an earlier,
/// longer one is dropped. Words at one and the same place all stay.
pub fn longest<T: Copy>(mut all: Vec<Match<T>>) -> Vec<Match<T>> {
    all.sort_by_key(|found| (found.span.start, std::cmp::Reverse(found.span.end)));
    let mut kept: Vec<Match<T>> = Vec::new();
    for found in all {
        if kept.last().is_none_or(|last| last.span.end <= found.span.start || last.span == found.span) {
            kept.push(found);
        }
    }
    kept
}

/// Says whether the bytes `start..end` are not part of a longer run of ASCII letters and digits.
pub fn stands_alone(bytes: &[u8], start: usize, end: usize) -> bool {
    let inner = |a: u8, b: u8| a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric();
    let before = start == 0 || !inner(bytes[start - 1], bytes[start]);
    let after = end == bytes.len() || !inner(bytes[end - 1], bytes[end]) || is_plural(bytes, end);
    before && after
}

/// A plural "s" may follow a name: "A100s", "TPUs".
fn is_plural(bytes: &[u8], end: usize) -> bool {
    bytes[end] == b's' && bytes.get(end + 1).is_none_or(|next| !next.is_ascii_alphanumeric())
}

/// Returns `word` folded and without blanks and hyphens, and where they may stand.
fn pattern(word: &str) -> (String, Box<[u32]>) {
    let word = if word.is_ascii() { Cow::Borrowed(word) } else { Cow::Owned(crate::text::simplified(word)) };
    let mut squeezed = String::with_capacity(word.len());
    let mut gaps = Vec::new();
    let mut last: Option<char> = None;
    for c in word.chars() {
        if is_gap(c) {
            gaps.push(squeezed.len() as u32);
            last = None;
            continue;
        }
        // Where Chinese and ASCII meet the data needs no blank.
        if last.is_some_and(|last| last.is_ascii() != c.is_ascii() && (last.is_alphanumeric() && c.is_alphanumeric())) {
            gaps.push(squeezed.len() as u32);
        }
        squeezed.push(c);
        last = Some(c);
    }
    (squeezed, gaps.into())
}

/// Says whether the word is a code of parts, whose hyphens belong to it: `us-east-1`.
pub fn is_code(word: &str) -> bool {
    !word.contains(' ') && word.bytes().filter(|byte| *byte == b'-').count() > 1
}

fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '-' | '\u{a0}')
}

/// A text without blanks and hyphens.
struct Squeezed<'a> {
    bytes: Cow<'a, [u8]>,
    /// For each byte where it stands in the text; empty where nothing was left out.
    origin: Vec<u32>,
}

impl<'a> Squeezed<'a> {
    fn new(text: &'a str) -> Self {
        if !text.contains(is_gap) || u32::try_from(text.len()).is_err() {
            return Self { bytes: Cow::Borrowed(text.as_bytes()), origin: Vec::new() };
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut origin = Vec::with_capacity(text.len());
        let source = text.as_bytes();
        let mut at = 0;
        while at < source.len() {
            // A no-break space is C2 A0 in UTF-8.
            match source[at] {
                b' ' | b'-' => at += 1,
                0xC2 if source.get(at + 1) == Some(&0xA0) => at += 2,
                byte => {
                    bytes.push(byte);
                    origin.push(at as u32);
                    at += 1;
                }
            }
        }
        Self { bytes: Cow::Owned(bytes), origin }
    }

    /// Returns where the bytes `start..end` stand in the text, if what was left out between them
    /// is one blank or hyphen at each of `gaps` at most, or with `strict` exactly.
    fn span(&self, start: usize, end: usize, gaps: &[u32], strict: bool) -> Option<Span> {
        if self.origin.is_empty() {
            return (!strict).then(|| Span::new(start, end));
        }
        let origin = &self.origin[start..end];
        let (first, last) = (*origin.first()?, *origin.last()?);
        let left_out = (last - first) as usize + 1 - (end - start);
        if strict && left_out != gaps.len() {
            return None;
        }
        if left_out > 0 {
            let mut gaps = gaps.iter().peekable();
            for (at, pair) in origin.windows(2).enumerate() {
                let left_out = pair[1] - pair[0] - 1;
                while gaps.next_if(|gap| (**gap as usize) < at + 1).is_some() {}
                if left_out > 2 || (left_out > 0 && gaps.peek() != Some(&&(at as u32 + 1))) {
                    return None;
                }
            }
        }
        Some(Span::new(first as usize, last as usize + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(word: &str, text: &str) -> Option<String> {
        let lexicon = Lexicon::new([(word, ())]);
        lexicon.find(text).first().map(|found| text[found.span.start..found.span.end].to_owned())
    }

    #[test]
    fn blanks_hyphens_and_nothing_are_one() {
        for text in ["TPU v3", "tpu-v3", "TPUv3 pod", "用TPU\u{a0}v3跑", "TPU v3s"] {
            assert!(found("TPU v3", text).is_some(), "{text}");
        }
        assert_eq!(found("昇腾910B", "华为升腾 910B").as_deref(), Some("升腾 910B"));
        assert_eq!(found("on-demand", "on demand").as_deref(), Some("on demand"));
    }

    #[test]
    fn a_word_is_not_found_inside_another_or_across_blanks_it_has_not() {
        for (word, text) in [
            ("T4", "GT40"),
            ("T4", "T 4"),
            ("A100", "A-100"),
            ("A100", "A1000"),
            ("TPU v3", "TPU   v3"),
            ("us-east-1", "us-east1"),
        ] {
            assert_eq!(found(word, text), None, "{word} in {text}");
        }
    }
}
