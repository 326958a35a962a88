//! Longest match over many words at once.
//!
//! One Aho–Corasick automaton holds every alias. ASCII letters match in either case. A word
//! that begins or ends with an ASCII letter or digit does not match inside a longer run of
//! them ("T4" is not in "GT40"), though Chinese may touch it ("用T4跑"). A blank in a word
//! also matches a hyphen, a no-break space or nothing ("TPU v3", "TPU-v3", "TPUv3").

use aho_corasick::{AhoCorasick, MatchKind};

use crate::text::Span;

/// Words, each with what it means.
#[derive(Debug, Clone)]
pub struct Lexicon<T> {
    automaton: AhoCorasick,
    entries: Vec<T>,
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
    /// Builds the automaton from pairs of word and meaning; of two equal words the first counts.
    ///
    /// # Panics
    /// Never for any vocabulary that fits in memory: the automaton's limit is 2³¹ states.
    pub fn new<'a>(words: impl IntoIterator<Item = (&'a str, T)>) -> Self {
        let mut patterns: Vec<String> = Vec::new();
        let mut entries = Vec::new();
        for (word, entry) in words {
            for form in forms(word) {
                patterns.push(form);
                entries.push(entry);
            }
        }
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .build(&patterns)
            .expect("a vocabulary has far fewer than 2^31 bytes");
        Self { automaton, entries }
    }

    /// Returns the words of `text`, longest first where they overlap, then in order of place.
    pub fn find(&self, text: &str) -> Vec<Match<T>> {
        let mut all = self.find_all(text);
        // Longest leftmost: a match inside or across an earlier, longer one is dropped.
        all.sort_by_key(|found| (found.span.start, std::cmp::Reverse(found.span.end)));
        let mut kept: Vec<Match<T>> = Vec::new();
        for found in all {
            if kept.last().is_none_or(|last| last.span.end <= found.span.start) {
                kept.push(found);
            }
        }
        kept
    }

    /// Returns the words of `text` as [`Lexicon::find`] does, but every meaning of a word that has several.
    pub fn find_each(&self, text: &str) -> Vec<Match<T>> {
        let mut all = self.find_all(text);
        all.sort_by_key(|found| (found.span.start, std::cmp::Reverse(found.span.end)));
        let mut kept: Vec<Match<T>> = Vec::new();
        for found in all {
            if kept.last().is_none_or(|last| last.span.end <= found.span.start || last.span == found.span) {
                kept.push(found);
            }
        }
        kept
    }

    /// Returns every occurrence of every word, those inside longer runs of letters too.
    pub fn find_raw(&self, text: &str) -> Vec<Match<T>> {
        self.automaton.find_overlapping_iter(text).map(|found| self.meaning(&found)).collect()
    }

    /// Returns every occurrence of every word, overlapping ones too.
    pub fn find_all(&self, text: &str) -> Vec<Match<T>> {
        let bytes = text.as_bytes();
        self.automaton
            .find_overlapping_iter(text)
            .filter(|found| stands_alone(bytes, found.start(), found.end()))
            .map(|found| self.meaning(&found))
            .collect()
    }

    fn meaning(&self, found: &aho_corasick::Match) -> Match<T> {
        Match { span: Span::new(found.start(), found.end()), entry: self.entries[found.pattern().as_usize()] }
    }
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

/// Returns the spellings of `word`: each blank as it is, as a hyphen, or left out.
fn forms(word: &str) -> Vec<String> {
    if !word.contains(' ') {
        return vec![word.to_owned()];
    }
    let mut forms = vec![word.to_owned(), word.replace(' ', "-"), word.replace(' ', "")];
    // "TPU v3 pod" is also written "TPUv3 pod".
    if word.matches(' ').count() > 1 {
        forms.push(word.replacen(' ', "", 1));
        forms.push(word.replacen(' ', "-", 1));
    }
    forms.dedup();
    forms
}
