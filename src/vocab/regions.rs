//! What another region writes for the same thing (`regions.toml`): each Chinese word of the vocabulary is also found
//! as Taiwan writes it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;
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

/// The characters with which a word begins that may be written otherwise.
static FIRSTS: LazyLock<FxHashSet<char>> =
    LazyLock::new(|| PAIRS.iter().filter_map(|(here, _)| here.chars().next()).collect());

/// Returns the other ways to write `word` (folded), none where it is written so everywhere.
pub fn variants(word: &str) -> Vec<String> {
    if word.is_ascii() || !word.chars().any(|c| FIRSTS.contains(&c)) {
        return Vec::new();
    }
    let mut all: Vec<String> = vec![word.to_owned()];
    for (here, elsewhere) in PAIRS.iter().filter(|(here, _)| word.contains(here.as_str())) {
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
