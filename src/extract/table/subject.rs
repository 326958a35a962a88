//! The devices that a row or a column is about.

use rust_decimal::Decimal;

use crate::claim::{Conditions, Name};
use crate::extract::mention::DeviceMention;
use crate::vocab::{Condition, Vocab};

use super::brackets::{brackets, inside};
use super::classes::Classes;
use super::count;
use super::facet::Facet;

/// A longer cell is no list of names.
const LONGEST: usize = 1000;

/// One device with what its name states.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// Device id.
    pub device: Name,
    /// Form, variant, slice; the count, where a number stands beside the name.
    pub conditions: Conditions,
}

impl Subject {
    fn new(vocab: &Vocab, facet: &Facet, found: &DeviceMention) -> Subject {
        let mut conditions = found.conditions.clone();
        if conditions.get("count").is_none()
            && let Some(count) = count::beside(vocab, facet.as_str(), found.span)
        {
            conditions.set("count", count);
        }
        // "L20 (PCIe)", "A100 40GB SXM": what stands beside the name belongs to it, if nothing else is named.
        for (key, value) in facet.stated().iter().filter(|(key, _)| matches!(&***key, "form" | "variant" | "scope")) {
            if facet.device_ids().len() == 1 {
                conditions.set_default(key, value.clone());
            }
        }
        if facet.device_ids().len() == 1 {
            for condition in bracketed_words(vocab, facet.as_str(), found.span.end) {
                conditions.set_default(&condition.key, condition.value.clone());
            }
        }
        Subject { device: found.device.clone(), conditions }
    }

    /// Returns how many devices the name speaks of.
    pub fn count(&self) -> Option<Decimal> {
        self.conditions.number("count")
    }
}

/// Returns what the words in brackets behind a name state that count right behind a name: "A800 (PCIe)".
fn bracketed_words<'v>(vocab: &'v Vocab, text: &str, behind: usize) -> Vec<&'v Condition> {
    let inside =
        brackets(text).into_iter().filter(|bracket| bracket.start >= behind).map(|bracket| inside(text, bracket));
    let words: Vec<String> = inside
        .filter_map(|span| span.of(text))
        .flat_map(|part| part.split([',', '，', '、', '/', ';']))
        .map(|word| word.trim().to_lowercase())
        .collect();
    let stands =
        |condition: &&Condition| condition.after_device.iter().any(|word| words.contains(&word.to_lowercase()));
    vocab.conditions.iter().filter(stands).collect()
}

/// Returns the devices that `facet` lists as the subjects of its row or column: one, several with
/// marks of a list between them ("MI350X / MI355X"), or none.
pub fn listed(vocab: &Vocab, classes: &Classes<'_>, facet: &Facet, models: bool) -> Vec<Subject> {
    let text = facet.as_str();
    if text.len() > LONGEST {
        return Vec::new();
    }
    let brackets = brackets(text);
    let bracketed = |found: &DeviceMention| brackets.iter().any(|bracket| bracket.contains(found.span));
    let mut kept: Vec<&DeviceMention> = Vec::new();
    // "4U chassis, dual Xeon": the processor in something else.
    let fitted = |found: &DeviceMention| {
        let head = &text[..found.span.start];
        vocab.devices.is_a(&found.device, "cpu") && head.contains([',', '，']) && head.split_whitespace().count() > 1
    };
    for found in facet.devices.iter().filter(|found| classes.is_model(&found.device) == models && !fitted(found)) {
        let Some(last) = kept.last().copied() else {
            kept.push(found);
            continue;
        };
        let (outer, inner) = (&*last.device, &*found.device);
        if outer == inner || (classes.related(outer, inner) && classes.is_class(inner)) {
            continue;
        }
        let counted = count::beside(vocab, text, found.span).is_some();
        let names_the_chip = classes.is_machine(outer) && !classes.is_machine(inner) && bracketed(found) && !counted;
        if classes.is_class(outer) || names_the_chip || vocab.devices.is_a(inner, outer) {
            kept.pop();
            kept.push(found);
        } else if !bracketed(found) && is_list(text, last, found) {
            kept.push(found);
        }
    }
    kept.into_iter().map(|found| Subject::new(vocab, facet, found)).collect()
}

/// Says whether the marks of a list stand between two names.
fn is_list(text: &str, one: &DeviceMention, other: &DeviceMention) -> bool {
    text.get(one.span.end..other.span.start)
        .is_some_and(|gap| gap.contains(['/', '、', ',', '，', '&', '|', '\n', '+']))
}
