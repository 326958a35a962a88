//! What another region writes for the same thing (`regions.toml`): each Chinese word of the vocabulary is also found
//! as Taiwan writes it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;

/// A word with more parts than this that could be written otherwise is not written in every way.
const MOST: usize = 8;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionFile {
    #[serde(default)]
    words: BTreeMap<String, String>,
}

/// The pairs, what stands in the vocabulary first.
static PAIRS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let file: RegionFile = serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/regions.json")))
        .expect("the suite reads every built-in file");
    file.words.into_iter().map(|(elsewhere, here)| (here, elsewhere)).collect()
});

/// Numbers of the pairs by the character that begins what stands in the vocabulary.
static BY_FIRST: LazyLock<FxHashMap<char, Vec<usize>>> = LazyLock::new(|| {
    let mut by_first: FxHashMap<char, Vec<usize>> = FxHashMap::default();
    for (at, (here, _)) in PAIRS.iter().enumerate() {
        by_first.entry(here.chars().next().unwrap_or_default()).or_default().push(at);
    }
    by_first
});

/// Returns the pairs of which `text` begins with the first word.
fn beginning(text: &str) -> impl Iterator<Item = usize> {
    let numbers = text.chars().next().and_then(|c| BY_FIRST.get(&c));
    numbers.into_iter().flatten().copied().filter(move |&at| text.starts_with(PAIRS[at].0.as_str()))
}

/// Returns what the other ways to write `word` (folded) begin with, where it is not what `word` begins with.
pub fn beginnings(word: &str) -> impl Iterator<Item = &'static str> {
    beginning(word).map(|at| PAIRS[at].1.as_str())
}

/// Returns the other ways to write `word` (folded), none where it is written so everywhere.
pub fn variants(word: &str) -> Vec<String> {
    if word.is_ascii() {
        return Vec::new();
    }
    let mut pairs: Vec<usize> = word.char_indices().flat_map(|(at, _)| beginning(&word[at..])).collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    pairs.sort_unstable();
    pairs.dedup();
    let mut all: Vec<String> = vec![word.to_owned()];
    for (here, elsewhere) in pairs.into_iter().map(|at| &PAIRS[at]) {
        let more: Vec<String> = all
            .iter()
            .filter(|known| known.contains(here.as_str()))
            .map(|known| known.replace(here.as_str(), elsewhere))
            .collect();
        all.extend(more);
        all.truncate(MOST);
    }
    all.remove(0);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_written_in_every_way_that_its_parts_are() {
        assert_eq!(variants("内存带宽"), ["记忆体带宽", "内存频宽", "记忆体频宽"]);
        assert_eq!(variants("功耗"), Vec::<String>::new());
        assert_eq!(variants("memory"), Vec::<String>::new());
    }
}
