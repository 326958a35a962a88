//! Names in plain words: devices, metrics, conditions and quantities, in both languages.

use super::query::{Leaf, Node, Recognised};
use super::values;
use crate::claim::Name;
use crate::extract::mention;
use crate::normalise;
use crate::text::{Mapped, Span};
use crate::vocab::Vocab;

/// Returns the conditions that a run of plain words states, and adds what was recognised.
pub(super) fn words(vocab: &Vocab, run: &str, recognised: &mut Vec<Recognised>) -> Vec<Node> {
    let folded = normalise::fold(&Mapped::verbatim(run, 0));
    let text = folded.as_str();
    let mut found = names(vocab, text);
    found.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut nodes = Vec::new();
    let mut at = 0;
    for (span, named) in found {
        let within = span.start < at;
        if within && !matches!(named, Named::State(_)) {
            continue;
        }
        if !within {
            rest(vocab, &text[at..span.start], &mut nodes);
        }
        let written = text[span.start..span.end].to_owned();
        let (leaf, known) = named.leaf(written);
        recognised.push(known);
        nodes.push(Node::Leaf(leaf));
        at = at.max(span.end);
        // "GPUs": the plural belongs to the name.
        let plural = text[at..].strip_prefix('s');
        if plural.is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric())) {
            at += 1;
        }
    }
    rest(vocab, &text[at..], &mut nodes);
    let named = nodes.iter().any(|node| matches!(node, Node::Leaf(Leaf::Device { .. })));
    for node in &mut nodes {
        if let Node::Leaf(Leaf::Word(word)) = node
            && let Some(meant) = alias(vocab, word, named, recognised)
        {
            *node = meant;
        }
    }
    side_by_side(vocab, nodes)
}

/// Returns what a word stands for besides itself: a maker's name for its devices where no other is `named`.
fn alias(vocab: &Vocab, word: &str, named: bool, recognised: &mut Vec<Recognised>) -> Option<Node> {
    let alias = vocab.queries.alias(word)?;
    let meant = match &alias.device {
        Some(device) if !named => Named::Device(device.clone()),
        Some(_) => return None,
        None => Named::Metric(alias.metrics.clone()),
    };
    let (leaf, known) = meant.leaf(word.to_owned());
    recognised.push(known);
    Some(Node::Any(vec![Node::Leaf(leaf), Node::Leaf(Leaf::Word(word.to_owned()))]))
}

/// Takes several devices for a choice, since a claim is about one: "A100 vs V100 power". A class beside its member
/// still narrows it.
fn side_by_side(vocab: &Vocab, nodes: Vec<Node>) -> Vec<Node> {
    let devices = &vocab.devices;
    let apart = |a: &Name, b: &Name| !devices.is_a(a, b) && !devices.is_a(b, a);
    let named: Vec<&Name> = nodes.iter().filter_map(device).collect();
    let all_apart = named.iter().enumerate().all(|(at, a)| named[at + 1..].iter().all(|b| apart(a, b)));
    if named.len() < 2 || !all_apart {
        return nodes;
    }
    let (choice, mut rest): (Vec<Node>, Vec<Node>) = nodes.into_iter().partition(|node| device(node).is_some());
    rest.insert(0, Node::Any(choice));
    rest
}

fn device(node: &Node) -> Option<&Name> {
    match node {
        Node::Leaf(Leaf::Device { device, .. }) => Some(device),
        _ => None,
    }
}

enum Named {
    Device(Name),
    Metric(Vec<Name>),
    State(Vec<String>),
    Quantity(super::query::Range),
}

impl Named {
    fn leaf(self, written: String) -> (Leaf, Recognised) {
        let known = |what, means| Recognised { written: written.clone(), what, means };
        match self {
            Named::Device(device) => {
                let known = known("device", vec![device.to_string()]);
                (Leaf::Device { written, device }, known)
            }
            Named::Metric(metrics) => {
                let known = known("metric", metrics.iter().map(ToString::to_string).collect());
                (Leaf::Metric { written, metrics }, known)
            }
            Named::State(states) => {
                let known = known("condition", states.clone());
                (Leaf::State { written, states }, known)
            }
            Named::Quantity(range) => {
                let known = known("value", range.units.iter().map(ToString::to_string).collect());
                (Leaf::Quantity { written, range }, known)
            }
        }
    }
}

/// Returns what `text` names; where names overlap, the longer of a device and a metric counts
/// (words that are metrics only where the unit fits give way), then conditions, then quantities. A condition within a metric's name ("spot price") counts besides.
fn names(vocab: &Vocab, text: &str) -> Vec<(Span, Named)> {
    let mentions = mention::scan_beside(vocab, text, true);
    // "per hour" within "3 dollars per hour" belongs to the value.
    let figures: Vec<Span> =
        mentions.quantities.iter().filter(|q| q.unit.is_some() && !q.bare).map(|q| q.span).collect();
    let in_value = |span: Span| figures.iter().any(|figure| figure.contains(span) && figure.len() > span.len());
    let mut metrics: Vec<(Span, Vec<Name>)> = Vec::new();
    let mut strong: Vec<Span> = Vec::new();
    // Whoever asks for a metric by its name does not mean another that the word only hints at.
    let firm: Vec<Span> = mentions.metrics.iter().filter(|metric| !metric.weak).map(|metric| metric.span).collect();
    let hinted = |metric: &mention::MetricMention| metric.weak && firm.contains(&metric.span);
    for metric in mentions.metrics.into_iter().filter(|metric| !in_value(metric.span) && !hinted(metric)) {
        if !metric.weak {
            strong.push(metric.span);
        }
        // One character ("块") counts things far more often than it names a metric.
        let lone = metric.span.of(text).is_some_and(|written| written.chars().count() < 2);
        match metrics.iter_mut().find(|(span, _)| *span == metric.span) {
            _ if lone => {}
            Some((_, ids)) if ids.contains(&metric.metric) => {}
            Some((_, ids)) => ids.push(metric.metric),
            None => metrics.push((metric.span, vec![metric.metric])),
        }
    }
    let cost = |id: &Name| vocab.queries.price.per.iter().any(|per| per.metrics.contains(id));
    let priced = vocab.queries.price.is_asked(text) || metrics.iter().any(|(_, ids)| ids.iter().any(cost));
    let mut found: Vec<(Span, Named)> = if priced { prices(vocab, text, &figures) } else { Vec::new() };
    // "An hour" alone is a wish for its price only beside a word for one.
    metrics.retain(|(span, _)| !found.iter().any(|(taken, _)| taken.overlaps(*span)));
    for device in mentions.devices {
        // "GPU hours" is a metric, though it begins with a device; "GPUs" is just several.
        let longer = |span: &Span| span.contains(device.span) && span.len() > device.span.len() + 1;
        if !strong.iter().any(longer) {
            found.push((device.span, Named::Device(device.device)));
        }
    }
    let free = |found: &[(Span, Named)], span: Span| !found.iter().any(|(taken, _)| taken.overlaps(span));
    for (span, ids) in metrics {
        if free(&found, span) {
            found.push((span, Named::Metric(ids)));
        }
    }
    let mut besides = Vec::new();
    for condition in mentions.conditions {
        let states =
            condition.conditions.iter().map(|(key, value)| format!("{key}={}", value.to_string().to_lowercase()));
        let states: Vec<String> = states.collect();
        let in_metric =
            |(taken, named): &(Span, Named)| matches!(named, Named::Metric(_)) && taken.contains(condition.span);
        if states.is_empty() {
            continue;
        }
        if free(&found, condition.span) || found.iter().any(in_metric) {
            besides.push((condition.span, Named::State(states)));
        }
    }
    found.extend(besides);
    for reading in mentions.quantities {
        let range = reading.unit.is_some().then(|| values::of_reading(vocab, &reading)).flatten();
        if let Some(range) = range.filter(|_| !reading.bare && free(&found, reading.span)) {
            found.push((reading.span, Named::Quantity(range)));
        }
    }
    found
}

/// Returns what prices are asked for, by the words that else are an amount: "多少钱一小时". The longest words count, and
/// none that is part of a larger amount ("十一小时").
fn prices(vocab: &Vocab, text: &str, figures: &[Span]) -> Vec<(Span, Named)> {
    let mut places: Vec<(Span, &[Name])> = vocab.queries.price.per(text).collect();
    places.sort_by_key(|(span, _)| (std::cmp::Reverse(span.len()), span.start));
    let mut found: Vec<(Span, Named)> = Vec::new();
    for (span, metrics) in places {
        let within = figures.iter().any(|figure| figure.overlaps(span) && !span.contains(*figure));
        if !within && !found.iter().any(|(taken, _)| taken.overlaps(span)) {
            found.push((span, Named::Metric(metrics.to_vec())));
        }
    }
    found
}

/// Adds what stands between the names: one condition a word, filler left out.
fn rest(vocab: &Vocab, text: &str, nodes: &mut Vec<Node>) {
    let split =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '?' | '!' | '，' | '。' | '；' | '？' | '！' | '、');
    for word in text.split(split) {
        let word = vocab.queries.without_filler(word);
        if word.chars().any(char::is_alphanumeric) {
            nodes.push(Node::Leaf(Leaf::Word(word.to_owned())));
        }
    }
}
