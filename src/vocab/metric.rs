//! Metrics: what a figure is a figure of (`metrics.toml`).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use serde::Deserialize;

use super::Lexicon;
use crate::claim::Name;

/// One metric, as `metrics.toml` says it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metric {
    /// Snake case: `hourly_price`.
    pub id: Name,
    /// `cost`, `speed`, `memory`, `energy`, `silicon`, `threshold`, `quality`, `relation`.
    pub group: Name,
    /// What its unit must measure (`money/time`, `bytes/time`, `count` …), as units.toml names
    /// dimensions; absent for metrics that have no figures (quality, relation).
    pub dimension: Option<Name>,
    /// Further dimensions that its figures may have (a `ratio` where a factor is given).
    #[serde(default)]
    pub also: Vec<Name>,
    /// `higher` or `lower`, where one is better.
    pub better: Option<Name>,
    /// Names for people: English and Chinese.
    pub title: Title,
    /// English words that name it.
    #[serde(default)]
    pub en: Vec<String>,
    /// Chinese words that name it (simplified: texts are folded before matching).
    #[serde(default)]
    pub zh: Vec<String>,
    /// Words that name it only where the unit fits and no other metric is named.
    #[serde(default)]
    pub weak: Vec<String>,
    /// Conditions that separate its figures.
    #[serde(default)]
    pub separates: Vec<Name>,
    /// What holds when a condition is unstated: `{ scope = "chip" }`.
    #[serde(default)]
    pub default: BTreeMap<Name, Name>,
    /// Its figures change with time (prices).
    #[serde(default)]
    pub volatile: bool,
    /// `printed` (by written digits) or a share such as `0.02`.
    pub tolerance: Option<Name>,
}

impl Metric {
    /// Says whether a figure that measures `dimension` can be one of this metric.
    pub fn fits(&self, dimension: &str) -> bool {
        self.dimension.iter().chain(&self.also).any(|own| &**own == dimension)
    }
}

/// A name for people.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Title {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

/// All metrics.
#[derive(Debug)]
pub struct Metrics {
    entries: Vec<Metric>,
    by_id: FxHashMap<Name, usize>,
    /// Words that name a metric; the meaning is its index.
    pub names: Lexicon<usize>,
    /// What looks like one of these words and is none ("neural network").
    pub masks: Vec<String>,
}

impl Metrics {
    /// Builds the table and its lexicons.
    pub fn new(entries: Vec<Metric>, masks: Vec<String>) -> Self {
        let by_id = entries.iter().enumerate().map(|(at, metric)| (metric.id.clone(), at)).collect();
        let names = Lexicon::new(
            entries
                .iter()
                .enumerate()
                .flat_map(|(at, m)| m.en.iter().chain(&m.zh).map(move |name| (name.as_str(), at))),
        );
        Self { names, masks, by_id, entries }
    }

    /// Returns all words with the index of their metric, and whether they name it only where the unit fits.
    pub fn words(&self) -> impl Iterator<Item = (&str, usize, bool)> {
        self.entries.iter().enumerate().flat_map(|(at, m)| {
            let strong = m.en.iter().chain(&m.zh).map(move |word| (word.as_str(), at, false));
            strong.chain(m.weak.iter().map(move |word| (word.as_str(), at, true)))
        })
    }

    /// Returns the metric with this id.
    pub fn get(&self, id: &str) -> Option<&Metric> {
        self.by_id.get(id).map(|&at| &self.entries[at])
    }

    /// Returns the metric that `text` names as a whole: an id, a title, or a name in any language.
    pub fn named(&self, text: &str) -> Option<&Metric> {
        let titled = || self.iter().find(|m| m.title.en.eq_ignore_ascii_case(text) || m.title.zh == text);
        let whole = || self.names.find(text).into_iter().find(|found| found.span.len() == text.len());
        self.get(text).or_else(titled).or_else(|| whole().map(|found| self.at(found.entry)))
    }

    /// Returns the metric at `index` (the meaning of a lexicon's match).
    pub fn at(&self, index: usize) -> &Metric {
        &self.entries[index]
    }

    /// Returns all metrics in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &Metric> {
        self.entries.iter()
    }
}
