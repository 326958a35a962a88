//! What everything in an article was measured on: "GPU: 2x RTX 3090", "All runs were done on a single L4."
//!
//! A line of the kind says so once for results in other sections, which then name no device.

use rust_decimal::Decimal;

use super::mention::{DeviceMention, Mentions};
use crate::claim::Name;
use crate::vocab::Vocab;

/// Letters before the name in such a line.
const HEAD: usize = 60;

/// The machine of an article.
#[derive(Debug, Clone, Default)]
pub enum Environment {
    /// None was named yet.
    #[default]
    Unknown,
    /// This one.
    Known(DeviceMention),
    /// Different ones, so that none is meant elsewhere.
    Several,
}

impl Environment {
    /// Takes note of what a sentence says.
    pub fn learn(&mut self, vocab: &Vocab, text: &str, mentions: &Mentions) {
        if mentions.devices.is_empty() || matches!(self, Environment::Several) {
            return;
        }
        let Some(found) = declared(vocab, text, mentions) else { return };
        *self = match self {
            Environment::Known(known) if known.device != found.device => Environment::Several,
            _ => Environment::Known(found),
        };
    }

    /// Returns the device on which figures of `metric` were measured that name none.
    pub fn device(&self, vocab: &Vocab, metric: &str) -> Option<&DeviceMention> {
        let Environment::Known(device) = self else { return None };
        vocab.binding.environment.metrics.iter().any(|id| &**id == metric).then_some(device)
    }
}

/// Returns the device that a text says all was measured on.
fn declared(vocab: &Vocab, text: &str, mentions: &Mentions) -> Option<DeviceMention> {
    let words = &vocab.binding.environment;
    let plain = |id: &Name| {
        !vocab.devices.has_members(id) && !vocab.devices.is_a(id, "cpu") && !vocab.devices.is_a(id, "model")
    };
    let mut devices = mentions.devices.iter().filter(|found| plain(&found.device));
    let device = devices.next()?;
    if devices.any(|other| other.device != device.device) {
        return None;
    }
    let head = text.get(..device.span.start).filter(|head| head.len() <= HEAD)?.to_lowercase();
    // What may stand between: "GPU: 2x NVIDIA", "ran on a single".
    let small = |rest: &str| {
        rest.split_whitespace()
            .all(|word| word.bytes().any(|b| b.is_ascii_digit()) || words.fillers.iter().any(|known| known == word))
    };
    let trimmed = |label: &str| label.trim_matches(|c: char| !c.is_alphanumeric() && c != ')').to_owned();
    let labelled = head.split_once([':', '：']).is_some_and(|(label, rest)| {
        let label = trimmed(label);
        words.labels.contains(&label) && small(rest)
    });
    let ran = || words.ran_on.iter().any(|known| head.rsplit_once(known.as_str()).is_some_and(|(_, rest)| small(rest)));
    if !labelled && !ran() {
        return None;
    }
    let mut found = device.clone();
    let before = mentions.quantities.iter().rfind(|count| count.span.end <= device.span.start);
    let several = before.and_then(|count| {
        count.low.filter(|low| count.high == Some(*low) && *low > Decimal::ONE && low.fract().is_zero())
    });
    if let Some(count) = several {
        found.conditions.set_default("count", count);
    }
    Some(found)
}
