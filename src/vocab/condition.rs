//! Conditions and the words that state them (`conditions.toml`).

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Lang;
use crate::claim::{Conditions, Name};

/// One value of one condition and the words that state it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Key of the claim model: `precision`.
    pub key: Name,
    /// Its value: `fp16`.
    pub value: Name,
    /// What Chinese reports call the value, where they do not use the value itself.
    #[serde(default)]
    pub zh: Option<String>,
    /// Words in both languages (Chinese simplified).
    #[serde(default)]
    pub words: Vec<String>,
    /// Words that state it only right behind a device's name ("TPU v3 核心").
    #[serde(default)]
    pub after_device: Vec<String>,
    /// Words that state it only right before a device's name ("a used RTX 3090"); one that is a single word only where
    /// nothing but a mark stands before it, since "we used A100s" is no price.
    #[serde(default)]
    pub before_device: Vec<String>,
    /// Further conditions that the words also state: `{ scope = "host" }`.
    #[serde(default)]
    pub also: BTreeMap<Name, Name>,
    /// Keys that are never stated beside this value: a price on demand has no term. Its own: the value is not kept.
    #[serde(default)]
    pub excludes: Vec<Name>,
}

/// All conditions.
#[derive(Debug)]
pub struct ConditionWords {
    entries: Vec<Condition>,
    by_key: BTreeMap<Name, Vec<usize>>,
    /// Those that exclude others.
    excluding: Vec<usize>,
}

impl ConditionWords {
    /// Takes the entries in the order of the files.
    pub fn new(entries: Vec<Condition>) -> Self {
        let mut by_key: BTreeMap<Name, Vec<usize>> = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate() {
            by_key.entry(entry.key.clone()).or_default().push(at);
        }
        let excluding = (0..entries.len()).filter(|&at| !entries[at].excludes.is_empty()).collect();
        Self { entries, by_key, excluding }
    }

    /// Returns all words with the index of their entry, and whether they count only right beside a device's name.
    pub fn words(&self) -> impl Iterator<Item = (&str, usize, bool)> {
        self.entries.iter().enumerate().flat_map(|(at, condition)| {
            let words = condition.words.iter().map(move |word| (word.as_str(), at, false));
            let beside = condition.after_device.iter().chain(&condition.before_device);
            words.chain(beside.map(move |word| (word.as_str(), at, true)))
        })
    }

    /// Returns the entries of one key, in the order of the files.
    pub fn of_key(&self, key: &str) -> impl Iterator<Item = &Condition> {
        self.by_key.get(key).into_iter().flatten().map(|&at| &self.entries[at])
    }

    /// Drops what the other conditions of a figure exclude.
    pub fn drop_excluded(&self, stated: &mut Conditions) {
        let value = |key: &str| stated.word(key).map(str::to_owned);
        let excluding = self.excluding.iter().map(|&at| &self.entries[at]);
        let excluding = excluding.filter(|entry| value(&entry.key).as_deref() == Some(&*entry.value));
        let keys: Vec<&Name> = excluding.flat_map(|entry| &entry.excludes).collect();
        for key in keys {
            stated.remove(key);
        }
    }

    /// Returns the entry at `index` (the meaning of a lexicon's match).
    pub fn at(&self, index: usize) -> &Condition {
        &self.entries[index]
    }

    /// Returns what reports in `lang` call a value of a condition.
    pub fn title<'a>(&'a self, key: &str, value: &'a str, lang: Lang) -> &'a str {
        let Some(entry) = self.entries.iter().find(|entry| &*entry.key == key && &*entry.value == value) else {
            return value;
        };
        let chinese = entry.zh.as_deref().filter(|_| lang == Lang::Zh);
        chinese.or_else(|| entry.words.iter().find_map(|word| spelling(word, value))).unwrap_or(value)
    }

    /// Returns all entries in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &Condition> {
        self.entries.iter()
    }
}

/// Returns the beginning of a word that is the id `value` as people write it: "PCIe" of "PCIe version" for `pcie`.
pub(super) fn spelling<'w>(word: &'w str, value: &str) -> Option<&'w str> {
    let start = word.get(..value.len())?;
    let ends = word.get(value.len()..)?.chars().next().is_none_or(|next| !next.is_alphanumeric());
    let alike = |(a, b): (u8, u8)| a.eq_ignore_ascii_case(&b) || b == b'-' && matches!(a, b' ' | b'_');
    (ends && start.bytes().zip(value.bytes()).all(alike)).then_some(start)
}
