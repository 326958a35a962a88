//! The names of fields: those of the query language, of conditions and of metrics, and what a misspelt one means.

use super::parse::Parser;
use super::query::{Leaf, Node};
use super::{recognise, values};
use crate::claim::Name;

/// The fields, beside those of the conditions and the names of metrics.
pub const FIELDS: [&str; 16] = [
    "device",
    "metric",
    "kind",
    "source",
    "publisher",
    "lang",
    "status",
    "date",
    "value",
    "id",
    "versus",
    "object",
    "fit",
    "modality",
    "attribution",
    "rated",
];

/// Conditions of the claim model that have no words of their own in the vocabulary.
const CONDITIONS: [&str; 27] = [
    "scope",
    "count",
    "variant",
    "form",
    "precision",
    "accumulate",
    "unit_kind",
    "level",
    "sparsity",
    "basis",
    "pricing",
    "term",
    "provider",
    "region",
    "workload",
    "dataset",
    "framework",
    "phase",
    "batch",
    "epochs",
    "steps",
    "tokens",
    "sequence",
    "link",
    "direction",
    "hardware",
    "as_of",
];

impl Parser<'_> {
    /// Returns the field's name and the length of name and colon.
    pub(super) fn key<'w>(&self, word: &'w str) -> Option<(&'w str, usize)> {
        if word.eq_ignore_ascii_case("value")
            && values::comparison(self.text[self.at + word.len()..].trim_start()).is_some()
        {
            return Some((word, word.len()));
        }
        let (at, colon) = word.char_indices().find(|(_, c)| matches!(c, ':' | '：'))?;
        let name = &word[..at];
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        let after = &word[at + colon.len_utf8()..];
        let means = is_name
            && (self.is_field(name)
                || !self.metrics(name).is_empty()
                || self.nearest(name).is_some()
                || self.is_meant_as_field(name, after));
        means.then_some((name, at + colon.len_utf8()))
    }

    /// Says whether an unknown name before a colon can only be meant as a field: a word of English letters with its
    /// value right behind it (`vendor:amd`), and not the name of anything (`H100:80GB`, `http://…`, `3:2` are text).
    fn is_meant_as_field(&self, name: &str, value: &str) -> bool {
        let word = name.len() > 2 && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
        let valued = value.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '“' | '<' | '>' | '='));
        let mut named = Vec::new();
        word && valued && {
            recognise::words(self.vocab, name, &mut named);
            named.is_empty()
        }
    }

    pub(super) fn is_field(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        FIELDS.contains(&name.as_str()) || self.is_condition(&name)
    }

    fn is_condition(&self, name: &str) -> bool {
        CONDITIONS.contains(&name) || self.vocab.conditions.iter().any(|condition| *condition.key == *name)
    }

    /// Returns the field that a misspelt name means.
    pub(super) fn nearest(&self, name: &str) -> Option<&'static str> {
        let name = name.to_lowercase();
        FIELDS
            .into_iter()
            .chain(CONDITIONS)
            .map(|field| (strsim::damerau_levenshtein(&name, field), field))
            .filter(|(distance, field)| *distance <= 2 && *distance * 3 <= field.len())
            .min()
            .map(|(_, field)| field)
    }

    /// Returns the metrics that `name` names: an id, or a word for it in either language.
    pub(super) fn metrics(&self, name: &str) -> Vec<Name> {
        if let Some(metric) = self.vocab.metrics.get(name) {
            return vec![metric.id.clone()];
        }
        let spaced = name.replace('_', " ");
        let mut unsaid = Vec::new();
        match recognise::words(self.vocab, &spaced, &mut unsaid).as_slice() {
            [Node::Leaf(Leaf::Metric { metrics, .. })] => metrics.clone(),
            _ => Vec::new(),
        }
    }
}
