//! Mentions: where a sentence, cell or heading names devices, metrics, conditions and quantities.
//!
//! [`scan`] only says what is named where; who it belongs to is for the binding steps.
//! Devices are found in [`device`], conditions in [`condition`], and what looks like a device
//! and is not known in [`unknown`]: a name is never mapped to a near one.

pub mod condition;
pub mod device;
pub mod guard;
pub mod unknown;

use std::borrow::Cow;

use super::quantity::{self, Reading};
use crate::claim::{Conditions, Name};
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::lexicon::{Match, longest};

/// A device named in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct DeviceMention {
    /// The name with the variant, form or slice that belongs to it ("A100-SXM4-80GB"), in bytes of the text.
    pub span: Span,
    /// Device id.
    pub device: Name,
    /// What the name itself states: form, variant, slice scope and count.
    pub conditions: Conditions,
}

/// A metric named in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricMention {
    /// The words, in bytes of the text.
    pub span: Span,
    /// Metric id.
    pub metric: Name,
    /// The words name it only where the unit fits.
    pub weak: bool,
}

/// A condition stated in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionMention {
    /// The words, in bytes of the text.
    pub span: Span,
    /// What they state.
    pub conditions: Conditions,
}

/// What looks like a device and is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// The name, in bytes of the text.
    pub span: Span,
    /// The name as it stands there.
    pub surface: String,
}

/// Everything named in one text.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// Devices, in order of place, none inside another.
    pub devices: Vec<DeviceMention>,
    /// What looks like a device and is not known, in order of place.
    pub unknown: Vec<Unknown>,
    /// Metrics, in order of place; a weak word may name several at one place.
    pub metrics: Vec<MetricMention>,
    /// Conditions, in order of place.
    pub conditions: Vec<ConditionMention>,
    /// Quantities, in order of place, none inside a device's name.
    pub quantities: Vec<Reading>,
}

/// Finds everything that `text` (folded) names.
pub fn scan(vocab: &Vocab, text: &str) -> Mentions {
    scan_beside(vocab, text, false)
}

/// Finds everything that `text` (folded) names; where devices are `beside` it (a column of
/// boards, a sentence after one about boards), short names ("4090", "910B") count too.
pub fn scan_beside(vocab: &Vocab, text: &str, beside: bool) -> Mentions {
    let mut mentions = names(vocab, text, beside);
    mentions.quantities = quantity::quantities(vocab, &masked(vocab, text, &mentions));
    // "A p5.48xlarge": an article runs into no name.
    let cuts = |number: Span| {
        mentions.devices.iter().any(|device| {
            number.start < device.span.start && device.span.start < number.end && number.end < device.span.end
        })
    };
    mentions.quantities.retain(|number| !(number.bare && cuts(number.span)));
    mentions
}

/// Finds the devices, metrics and conditions that `text` names, and leaves quantities out.
pub fn names(vocab: &Vocab, text: &str, beside: bool) -> Mentions {
    let named = vocab.names.find(text);
    let (devices, unknown) = device::find(vocab, text, named.devices, beside);
    let conditions = condition::find(vocab, text, named.conditions, &devices);
    let mut metrics = metrics(vocab, named.metrics, &named.masks, &devices);
    metrics.retain(|metric| !conditions.iter().any(|condition| is_part_of(metric, condition)));
    Mentions { devices, unknown, metrics, conditions, quantities: Vec::new() }
}

/// Returns the metrics that a text names, none inside a device's name. A weak word inside or
/// across a strong one is no word of its own.
fn metrics(
    vocab: &Vocab,
    mut all: Vec<Match<(usize, bool)>>,
    masks: &[Span],
    devices: &[DeviceMention],
) -> Vec<MetricMention> {
    if all.is_empty() {
        return Vec::new();
    }
    all.retain(|found| !masks.iter().any(|mask| mask.contains(found.span)));
    let (weak, strong): (Vec<_>, Vec<_>) = all.into_iter().partition(|found| found.entry.1);
    let mut strong = longest(strong);
    strong.dedup_by_key(|found| found.span);
    let mut found = strong.clone();
    // "tensor core" may be more than a core: a longer weak word stands beside the strong one in it.
    // And "HBM" is a size by itself, a rate where the unit says so.
    let dimension = |entry: usize| &vocab.metrics.at(entry).dimension;
    let apart = |weak: &Match<(usize, bool)>| {
        !overlaps_any(&strong, weak.span)
            || strong.iter().filter(|strong| strong.span.overlaps(weak.span)).all(|strong| {
                weak.span.contains(strong.span)
                    && (weak.span != strong.span || dimension(weak.entry.0) != dimension(strong.entry.0))
            })
    };
    found.extend(longest(weak).into_iter().filter(apart));
    found.retain(|found| !devices.iter().any(|device| device.span.contains(found.span)));
    found.sort_by_key(|found| (found.span.start, found.span.end));
    let named = |found: Match<(usize, bool)>| MetricMention {
        span: found.span,
        metric: vocab.metrics.at(found.entry.0).id.clone(),
        weak: found.entry.1,
    };
    found.into_iter().map(named).collect()
}

/// Says whether `span` overlaps one of `found`, which are in order of place and overlap nowhere.
fn overlaps_any<T>(found: &[Match<T>], span: Span) -> bool {
    let next = found.partition_point(|found| found.span.end <= span.start);
    found.get(next).is_some_and(|found| found.span.overlaps(span))
}

/// Conditions whose words are names or denominators: a metric's word within them names nothing
/// ("per core", "混合精度", "Stable Diffusion").
const WHOLE: &[&str] = &["dataset", "form", "framework", "precision", "provider", "scope", "term", "workload"];

fn is_part_of(metric: &MetricMention, condition: &ConditionMention) -> bool {
    let longer = condition.span.contains(metric.span) && condition.span != metric.span;
    longer && WHOLE.iter().any(|key| condition.conditions.get(key).is_some())
}

/// Returns `text` with what is a number in a device's name written as letters, so that none is read as a
/// figure: the digits of "A100", all of "seventh-generation TPU". A class is left as it is, for it may be
/// what is counted ("8 GPUs"). The length stays.
fn masked<'t>(vocab: &Vocab, text: &'t str, mentions: &Mentions) -> Cow<'t, str> {
    let links = mentions.conditions.iter().filter(|stated| is_numbered_link(text, stated));
    let mut spans: Vec<(Span, bool)> = links.map(|stated| (stated.span, false)).collect();
    let devices = mentions.devices.iter();
    spans.extend(devices.map(|device| (device.span, vocab.devices.has_members(&device.device))));
    spans.extend(mentions.unknown.iter().map(|unknown| (unknown.span, false)));
    if spans.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut masked = String::with_capacity(text.len());
    spans.sort();
    let mut at = 0;
    for (span, class) in spans {
        let Some(between) = text.get(at..span.start) else { continue };
        let name = &text[span.start..span.end];
        masked.push_str(between);
        if name.bytes().any(|byte| byte.is_ascii_digit()) {
            masked.extend(name.chars().map(|c| if c.is_ascii_digit() { 'x' } else { c }));
        } else if !class {
            masked.extend(name.chars().map(blank));
        } else {
            masked.push_str(name);
        }
        at = span.end;
    }
    masked.push_str(&text[at..]);
    Cow::Owned(masked)
}

/// Says whether a link is named with its generation: the number of "NVLink 5" is no figure, nor part of the one behind it.
fn is_numbered_link(text: &str, stated: &ConditionMention) -> bool {
    stated.conditions.get("link").is_some()
        && stated.span.of(text).is_some_and(|name| name.ends_with(|c: char| c.is_ascii_digit()))
}

/// Returns a letter of the same length in UTF-8.
fn blank(c: char) -> char {
    match c.len_utf8() {
        1 if c.is_ascii_alphanumeric() => 'x',
        3 => '\u{e000}',
        _ => c,
    }
}
