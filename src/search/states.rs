//! The values of fields that are words: conditions, languages, what a claim says. A value that no claim can have is
//! an error with what was probably meant, not an empty answer.

use std::collections::BTreeSet;

use super::error::ParseError;
use super::parse::Parser;
use super::query::{Leaf, Node};
use super::recognise;
use crate::text::{Span, suggest};

/// The languages of sources.
const LANGUAGES: [&str; 5] = ["en", "zh", "zh-hans", "zh-hant", "mixed"];

/// The fields whose words the claim model fixes.
const FIXED: [(&str, &[&str]); 4] = [
    ("fit", &["best", "good", "poor"]),
    ("modality", &["requires", "only", "supports", "lacks"]),
    ("attribution", &["reported", "refuted", "hypothetical"]),
    ("rated", &["high", "low"]),
];

/// Conditions whose values are numbers, dates, names or whatever the text says.
const OPEN: [&str; 16] = [
    "as_of",
    "batch",
    "count",
    "dataset",
    "epochs",
    "framework",
    "hardware",
    "provider",
    "region",
    "sequence",
    "steps",
    "term",
    "tokens",
    "variant",
    "workload",
    "object",
];

impl Parser<'_> {
    /// Returns what `name:value` asks for, as the index keeps it.
    pub(super) fn state(&self, name: &str, value: &str, span: Span) -> Result<Leaf, ParseError> {
        let word = value.to_lowercase();
        if name == "lang" {
            let tag = crate::read::language::tag(&word).map_or_else(|| word.replace('_', "-"), str::to_lowercase);
            // "zh" is both scripts.
            let asked = if LANGUAGES.contains(&word.as_str()) { word } else { tag };
            return Ok(Leaf::StateIs(vec![format!("lang={}", self.word("language", &asked, span, &LANGUAGES)?)]));
        }
        if let Some((_, known)) = FIXED.iter().find(|(field, _)| *field == name) {
            return Ok(Leaf::StateIs(vec![format!("{name}={}", self.word(name, value, span, known)?)]));
        }
        let known: BTreeSet<&str> = self.vocab.conditions.of_key(name).map(|entry| &*entry.value).collect();
        // `level` is a condition of caches and the rating of a claim.
        if name == "level" {
            let known: Vec<&str> = known.into_iter().chain(["high", "low"]).collect();
            let word = self.word(name, value, span, &known)?;
            return Ok(Leaf::StateIs(vec![format!("level={word}"), format!("rated={word}")]));
        }
        if known.is_empty() || known.contains(word.as_str()) {
            return Ok(Leaf::StateIs(vec![format!("{name}={word}")]));
        }
        if let Some(state) = self.in_words(name, value) {
            return Ok(Leaf::StateIs(vec![state]));
        }
        if OPEN.contains(&name) {
            return Ok(Leaf::StateIs(vec![format!("{name}={word}")]));
        }
        let known: Vec<&str> = known.into_iter().collect();
        self.word(name, value, span, &known).map(|word| Leaf::StateIs(vec![format!("{name}={word}")]))
    }

    /// Returns the condition of key `name` that the words of `value` state: `pricing:现货`.
    fn in_words(&self, name: &str, value: &str) -> Option<String> {
        let mut unsaid = Vec::new();
        let nodes = recognise::words(self.vocab, value, &mut unsaid);
        let [Node::Leaf(Leaf::State { states, .. })] = nodes.as_slice() else { return None };
        states.iter().find(|state| state.split('=').next() == Some(name)).cloned()
    }

    /// Returns the one of the `known` words that `value` is.
    pub(super) fn word(&self, what: &str, value: &str, span: Span, known: &[&str]) -> Result<String, ParseError> {
        let value = value.to_lowercase();
        if known.contains(&value.as_str()) {
            return Ok(value);
        }
        let list = format!("one of: {}", known.join(", "));
        let help = match suggest::nearest(&value, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`? {list}"),
            None => list,
        };
        Err(self.error(span, format!("unknown {what} `{value}`"), help))
    }
}
