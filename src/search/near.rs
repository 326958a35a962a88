//! Which known names a word that stands nowhere may mean.

use crate::extract::numeral;
use crate::vocab::Vocab;

/// Of words of two Chinese characters that are equally near, so many are named.
const MOST: usize = 3;

/// How far a name is from what was written: how many letters differ, and whether they are but in another order.
type Distance = (usize, bool);

/// Returns the names of devices and metrics nearest to `word`, the nearest alone but where two characters leave it open.
pub(super) fn names(vocab: &Vocab, word: &str) -> Vec<String> {
    let wanted = word.to_lowercase();
    let devices = vocab.devices.iter().flat_map(|device| device.names.iter());
    let metrics = vocab.metrics.iter().flat_map(|metric| metric.en.iter().chain(&metric.zh).chain(&metric.weak));
    let near = devices.chain(metrics).filter_map(|name| Some((distance(&wanted, &name.to_lowercase())?, name)));
    let mut near: Vec<(Distance, &String)> = near.collect();
    near.sort();
    near.dedup();
    let Some(&(best, _)) = near.first() else { return Vec::new() };
    let open = is_han(word) && word.chars().count() == 2;
    let most = if open { MOST } else { 1 };
    near.into_iter().take_while(|(distance, _)| *distance == best).take(most).map(|(_, name)| name.clone()).collect()
}

/// Says whether a text is of Chinese characters alone.
pub(super) fn is_han(text: &str) -> bool {
    !text.is_empty() && text.chars().all(numeral::is_han)
}

/// Returns how far apart two words are, where one may be meant by the other.
fn distance(wanted: &str, name: &str) -> Option<Distance> {
    let (ours, theirs) = (wanted.chars().count(), name.chars().count());
    if ours.abs_diff(theirs) > 2 {
        return None;
    }
    let letters = ours.min(theirs);
    let distance = strsim::damerau_levenshtein(wanted, name);
    let mut order: Vec<char> = wanted.chars().collect();
    let mut other: Vec<char> = name.chars().collect();
    order.sort_unstable();
    other.sort_unstable();
    let swapped = order == other;
    // Of two characters a wrong second one is most of the word: mostly one that sounds alike.
    let short = is_han(wanted) && is_han(name) && ours == theirs && letters == 2 && distance == 1;
    let begins = wanted.chars().next() == name.chars().next();
    let meant = distance <= 2 && distance * 3 <= letters || short && (swapped || begins);
    (meant && distance > 0).then_some((distance, !swapped))
}
