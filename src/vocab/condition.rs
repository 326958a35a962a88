//! Conditions and the words that state them (`conditions.toml`).

use serde::Deserialize;

use super::Lexicon;
use crate::claim::Name;

/// One value of one condition and the words that state it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Key of the claim model: `precision`.
    pub key: Name,
    /// Its value: `fp16`.
    pub value: Name,
    /// Words in both languages (Chinese simplified).
    #[serde(default)]
    pub words: Vec<String>,
    /// Words that state it only right behind a device's name ("TPU v3 核心").
    #[serde(default)]
    pub after_device: Vec<String>,
    /// Further conditions that the words also state: `{ scope = "host" }`.
    #[serde(default)]
    pub also: std::collections::BTreeMap<Name, Name>,
}

/// All conditions.
#[derive(Debug)]
pub struct ConditionWords {
    entries: Vec<Condition>,
    /// The words; the meaning is the index of the entry.
    pub words: Lexicon<usize>,
    /// The words that count right behind a device's name; the meaning is the index of the entry.
    pub after_device: Lexicon<usize>,
}

impl ConditionWords {
    /// Builds the lexicon.
    pub fn new(entries: Vec<Condition>) -> Self {
        let named = |pick: fn(&Condition) -> &Vec<String>| {
            Lexicon::new(entries.iter().enumerate().flat_map(|(at, c)| pick(c).iter().map(move |w| (w.as_str(), at))))
        };
        let words = named(|condition| &condition.words);
        let after_device = named(|condition| &condition.after_device);
        Self { words, after_device, entries }
    }

    /// Returns the entry at `index` (the meaning of a lexicon's match).
    pub fn at(&self, index: usize) -> &Condition {
        &self.entries[index]
    }

    /// Returns all entries in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &Condition> {
        self.entries.iter()
    }
}
