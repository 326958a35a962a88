//! The names of devices, metrics and conditions, found in one pass.

use super::device::DeviceWord;
use super::lexicon::{Match, stands_alone};
use super::{ConditionWords, Devices, Lexicon, Metrics};
use crate::text::Span;

/// What a word names.
#[derive(Debug, Clone, Copy)]
enum Word {
    Device(DeviceWord),
    /// Index of the metric, and whether the word is weak.
    Metric(usize, bool),
    /// What looks like a metric and is none.
    Mask,
    /// Index of the condition, and whether the word counts only right behind a device's name.
    Condition(usize, bool),
}

/// All of these words.
#[derive(Debug)]
pub struct Names(Lexicon<Word>);

/// What a text names, each in order of place, overlapping ones too.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// Words about devices, those with which a longer run of letters begins too.
    pub devices: Vec<Match<DeviceWord>>,
    /// Metrics: the index, and whether the word is weak.
    pub metrics: Vec<Match<(usize, bool)>>,
    /// What looks like a metric and is none.
    pub masks: Vec<Span>,
    /// Conditions: the index, and whether the word counts only right behind a device's name.
    pub conditions: Vec<Match<(usize, bool)>>,
}

impl Names {
    /// Takes the words of all three.
    pub fn new(devices: &Devices, metrics: &Metrics, conditions: &ConditionWords) -> Self {
        let devices = devices.words().map(|(word, means)| (word, Word::Device(means)));
        let named = metrics.words().map(|(word, at, weak)| (word, Word::Metric(at, weak)));
        let masks = metrics.masks.iter().map(|word| (word.as_str(), Word::Mask));
        let conditions = conditions.words().map(|(word, at, behind)| (word, Word::Condition(at, behind)));
        Self(Lexicon::new(devices.chain(named).chain(masks).chain(conditions)))
    }

    /// Finds every word of `text` (folded).
    pub fn find(&self, text: &str) -> Found {
        let bytes = text.as_bytes();
        let mut found = Found::default();
        self.0.find_raw(text, |Match { span, entry }| {
            let alone = || stands_alone(bytes, span.start, span.end);
            match entry {
                Word::Device(entry) => found.devices.push(Match { span, entry }),
                Word::Metric(at, weak) if alone() => found.metrics.push(Match { span, entry: (at, weak) }),
                Word::Mask if alone() => found.masks.push(span),
                Word::Condition(at, behind) if alone() => found.conditions.push(Match { span, entry: (at, behind) }),
                _ => {}
            }
        });
        found
    }

    /// Makes the words ready now, not when a text is first searched.
    pub fn prepare(&self) {
        self.0.prepare();
    }
}
