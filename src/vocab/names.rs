//! The names of devices, metrics and conditions, found in one pass.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::beginnings::Beginnings;
use super::device::DeviceWord;
use super::lexicon::{Match, stands_alone};
use super::{ConditionWords, Devices, Lexicon, Metrics};
use crate::text::Span;

/// So many times it is sooner to look through the words than to make all ready.
const FEW: u32 = 4;

/// Those words that the few texts so far may hold.
#[derive(Debug, Default)]
struct Sparing {
    words: Option<(Beginnings, Arc<Lexicon<Word>>)>,
    /// How often they were looked through.
    times: u32,
}

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
pub struct Names {
    words: Lexicon<Word>,
    /// Only a few short texts are expected.
    few: AtomicBool,
    sparing: Mutex<Sparing>,
}

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
        let words = Lexicon::new(devices.chain(named).chain(masks).chain(conditions));
        Self { words, few: AtomicBool::new(false), sparing: Mutex::default() }
    }

    /// Finds every word of `text` (folded).
    pub fn find(&self, text: &str) -> Found {
        let bytes = text.as_bytes();
        let mut found = Found::default();
        let mut tell = |Match { span, entry }: Match<Word>| {
            let alone = || stands_alone(bytes, span.start, span.end);
            match entry {
                Word::Device(entry) => found.devices.push(Match { span, entry }),
                Word::Metric(at, weak) if alone() => found.metrics.push(Match { span, entry: (at, weak) }),
                Word::Mask if alone() => found.masks.push(span),
                Word::Condition(at, behind) if alone() => found.conditions.push(Match { span, entry: (at, behind) }),
                _ => {}
            }
        };
        match self.few.load(Ordering::Relaxed).then(|| self.words_of(text)).flatten() {
            Some(words) => words.find_raw(text, &mut tell),
            None => self.words.find_raw(text, &mut tell),
        }
        found
    }

    /// Says that only a few short texts will be searched, so that it does not pay to make all words ready. What is
    /// found is the same, and more texts than that are searched as ever.
    pub fn expect_few(&self) {
        self.few.store(true, Ordering::Relaxed);
    }

    /// Says what the texts hold, or one with the same words, that will be searched next (folded).
    pub fn look_ahead(&self, text: &str) {
        if self.few.load(Ordering::Relaxed) {
            let _ = self.words_of(text);
        }
    }

    /// Returns the words that `text` may hold; `None` where all of them are to be searched for.
    fn words_of(&self, text: &str) -> Option<Arc<Lexicon<Word>>> {
        let mut sparing = self.sparing.lock().ok()?;
        let mut asked = Beginnings::of(text);
        if let Some((known, words)) = &sparing.words {
            if known.cover(&asked) {
                return Some(Arc::clone(words));
            }
            asked.join(known);
        }
        if self.words.is_ready() || sparing.times == FEW {
            self.few.store(false, Ordering::Relaxed);
            return None;
        }
        sparing.times += 1;
        let words = Arc::new(self.words.only(&asked));
        sparing.words = Some((asked, Arc::clone(&words)));
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use crate::vocab::Vocab;

    #[test]
    fn where_few_texts_are_searched_the_same_is_found() {
        let (all, few) = (Vocab::built_in(), Vocab::built_in());
        few.names.expect_few();
        few.names.look_ahead("TPU 显存带宽 us 昇腾");
        for text in [
            "V100 price",
            "TPU-v3 显存带宽 >= 900 GB/s, on demand in us-central1",
            "昇腾910B 的记忆体频宽与功耗, A100-SXM4-80GB per core, BF16 dense",
            "4090 vs H100s: tokens/s at batch 64 (int8), p4d.24xlarge",
            "a-100 t-4 L 4 tpu v 5 e",
        ] {
            assert_eq!(format!("{:?}", few.names.find(text)), format!("{:?}", all.names.find(text)), "{text}");
        }
    }
}
