//! Where a quote answers the query.

use std::ops::Range;

use super::query::{Leaf, Query};
use crate::claim::Claim;
use crate::extract::mention::{self, Mentions};
use crate::index::Store;
use crate::normalise;
use crate::text::Mapped;
use crate::vocab::Vocab;

/// Returns the parts of the claim's quote that the query asks for, in order, none touching another.
pub fn marks(vocab: &Vocab, query: &Query, claim: &Claim) -> Vec<Range<usize>> {
    let quote = &claim.evidence.quote;
    let mut marks = text_marks(vocab, query, quote);
    let about_value = |leaf: &&Leaf| matches!(leaf, Leaf::Values(_) | Leaf::Quantity { .. });
    if query.leaves().iter().any(about_value)
        && let Some(value) = claim.statement.quantity()
        && let Some(start) = (value.start as usize).checked_sub(claim.evidence.start as usize)
        && quote.get(start..start + value.span().len()).is_some()
    {
        marks.push(start..start + value.span().len());
    }
    joined(marks)
}

/// Makes the names ready that these texts may hold, where only few are wanted.
pub(super) fn look_ahead<'t>(vocab: &Vocab, texts: impl Iterator<Item = &'t str>) {
    let all = texts.collect::<Vec<_>>().join("\n");
    vocab.names.look_ahead(normalise::fold(&Mapped::verbatim(&all, 0)).as_str());
}

/// Returns the parts of any text that the query asks for.
pub(super) fn text_marks(vocab: &Vocab, query: &Query, text: &str) -> Vec<Range<usize>> {
    let folded = normalise::fold(&Mapped::verbatim(text, 0));
    let names = |leaf: &&Leaf| {
        matches!(leaf, Leaf::Device { .. } | Leaf::DeviceIs(_) | Leaf::Metric { .. } | Leaf::MetricIs(_))
    };
    let named = query.leaves().iter().any(names);
    let mentions = if named { mention::names(vocab, folded.as_str(), true) } else { Mentions::default() };
    let mut marks = Vec::new();
    for leaf in query.leaves() {
        match leaf {
            Leaf::Device { device, .. } | Leaf::DeviceIs(device) => {
                let named = mentions.devices.iter().filter(|found| vocab.devices.is_a(&found.device, device));
                marks.extend(named.map(|found| Range::from(folded.to_source(found.span))));
            }
            Leaf::Metric { metrics, .. } => {
                let named = mentions.metrics.iter().filter(|found| metrics.contains(&found.metric));
                marks.extend(named.map(|found| Range::from(folded.to_source(found.span))));
            }
            Leaf::MetricIs(metric) => {
                let named = mentions.metrics.iter().filter(|found| found.metric == *metric);
                marks.extend(named.map(|found| Range::from(folded.to_source(found.span))));
            }
            Leaf::Prefix(word) => marks.extend(beginnings(text, word)),
            _ => {}
        }
        if let Some(written) = leaf.written() {
            marks.extend(Store::places(text, written));
        }
    }
    joined(marks)
}

fn beginnings(text: &str, word: &str) -> Vec<Range<usize>> {
    let (lower, word) = (text.to_ascii_lowercase(), word.to_ascii_lowercase());
    let found = lower.match_indices(&word).map(|(at, found)| at..at + found.len());
    found.filter(|range| text.get(range.clone()).is_some()).collect()
}

fn joined(mut marks: Vec<Range<usize>>) -> Vec<Range<usize>> {
    marks.sort_by_key(|mark| (mark.start, mark.end));
    let mut joined: Vec<Range<usize>> = Vec::new();
    for mark in marks {
        match joined.last_mut() {
            Some(last) if mark.start <= last.end => last.end = last.end.max(mark.end),
            _ => joined.push(mark),
        }
    }
    joined
}

/// Returns `text` with each mark between `open` and `close`, every part of it passed through `write`.
pub fn marked(text: &str, marks: &[Range<usize>], open: &str, close: &str, write: fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len() + marks.len() * (open.len() + close.len()));
    let mut at = 0;
    for mark in marks {
        let (Some(before), Some(inside)) = (text.get(at..mark.start), text.get(mark.clone())) else { continue };
        out.push_str(&write(before));
        out.push_str(open);
        out.push_str(&write(inside));
        out.push_str(close);
        at = mark.end;
    }
    out.push_str(&write(text.get(at..).unwrap_or_default()));
    out
}
