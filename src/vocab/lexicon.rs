//! Longest match over many words at once.
//!
//! One tree holds every alias. ASCII letters match in either case. A word
//! that begins or ends with an ASCII letter or digit does not match inside a longer run of
//! them ("T4" is not in "GT40"), though Chinese may touch it ("用T4跑"). A blank or hyphen in a
//! word also matches the other one or nothing ("TPU v3", "TPU-v3", "TPUv3"), and so does the
//! place where Chinese and ASCII meet ("昇腾910B", "昇腾 910B"). Words are folded to simplified
//! characters as texts are, so that data may hold either, and as other regions write them (`regions.toml`). A code of several parts (`us-east-1`)
//! keeps its hyphens.

use std::sync::OnceLock;

use super::beginnings::Beginnings;
use super::regions;
use super::tree::{Found, Tree};
use crate::text::Span;

/// Words, each with what it means. The tree is built when a text is first searched, so
/// that a command pays only for the words it uses.
#[derive(Debug, Clone)]
pub struct Lexicon<T> {
    words: Vec<(Box<str>, T)>,
    built: OnceLock<Built<T>>,
}

#[derive(Debug, Clone)]
struct Built<T> {
    tree: Tree,
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
            // As other regions write them, behind the words themselves, which count first.
            let elsewhere: Vec<(Box<str>, T)> = self
                .words
                .iter()
                .filter(|(word, _)| !word.is_ascii())
                .flat_map(|(word, meaning)| {
                    let variants = regions::variants(&crate::text::simplified(word));
                    variants.into_iter().map(|variant| (variant.into(), *meaning))
                })
                .collect();
            let (patterns, entries): (Vec<String>, Vec<Entry<T>>) = self
                .words
                .iter()
                .chain(&elsewhere)
                .map(|(word, meaning)| (word, pattern(word), meaning))
                .filter(|(_, (pattern, _), _)| !pattern.is_empty())
                .map(|(word, (pattern, gaps), meaning)| {
                    let strict = gaps.len() > 1 && is_code(word);
                    (pattern, Entry { meaning: *meaning, gaps, strict })
                })
                .unzip();
            Built { tree: Tree::new(&patterns), entries }
        })
    }

    /// Says whether the words are ready to be searched for.
    pub fn is_ready(&self) -> bool {
        self.built.get().is_some()
    }

    /// Returns the words that a text with these beginnings may hold. To make them ready takes far less than all take,
    /// which counts where only a few short texts are searched.
    pub(super) fn only(&self, beginnings: &Beginnings) -> Self {
        let may_stand = |word: &str| {
            let word = word.trim_start_matches(is_gap);
            if !word.chars().next().is_some_and(|first| beginnings.may_begin(first)) {
                return false;
            }
            if beginnings.may_hold(word) {
                return true;
            }
            let word = crate::text::simplified(word);
            !word.is_ascii()
                && (beginnings.may_hold(&word) || regions::beginnings(&word).any(|word| beginnings.may_hold(word)))
        };
        let words = self.words.iter().filter(|(word, _)| may_stand(word)).cloned().collect();
        Self { words, built: OnceLock::new() }
    }

    /// Returns the words of `text`, longest first where they overlap, then in order of place.
    pub fn find(&self, text: &str) -> Vec<Match<T>> {
        one_a_place(self.find_all(text))
    }

    /// Returns every occurrence of every word, overlapping ones too.
    pub fn find_all(&self, text: &str) -> Vec<Match<T>> {
        let mut all = Vec::new();
        self.each(text, |found| all.push(found));
        all
    }

    /// Tells every occurrence of every word, overlapping ones too.
    pub fn each(&self, text: &str, mut tell: impl FnMut(Match<T>)) {
        let bytes = text.as_bytes();
        self.find_raw(text, |found| {
            if stands_alone(bytes, found.span.start, found.span.end) {
                tell(found);
            }
        });
    }

    /// Tells every occurrence of every word, those with which a longer run of letters begins too.
    pub fn find_raw(&self, text: &str, mut tell: impl FnMut(Match<T>)) {
        let Built { tree, entries } = self.built();
        tree.find(text, |found| {
            let entry = &entries[found.word];
            if entry.allows(&found) {
                tell(Match { span: Span::new(found.start, found.end), entry: entry.meaning });
            }
        });
    }
}

impl<T> Entry<T> {
    /// Says whether what the text has between the letters of the word is one blank or hyphen at
    /// each of its gaps at most, or with `strict` exactly.
    fn allows(&self, found: &Found<'_>) -> bool {
        let left_out: u32 = found.gaps.iter().map(|gap| gap.length).sum();
        (!self.strict || left_out as usize == self.gaps.len())
            && found.gaps.iter().all(|gap| self.gaps.contains(&gap.at))
    }
}

/// Keeps the longest of overlapping words, in order of place, and one meaning of each.
pub fn one_a_place<T: Copy>(all: Vec<Match<T>>) -> Vec<Match<T>> {
    let mut kept = longest(all);
    kept.dedup_by_key(|found| found.span);
    kept
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
    let word = crate::text::simplified(word);
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
