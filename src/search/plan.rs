//! From a query to a question to the store, and what each part of it weighs.
//!
//! | part | weighs |
//! |---|---|
//! | a device, exactly | 60 |
//! | a device below it | 40 |
//! | a metric | 30 |
//! | a condition or quantity, as the claim states it | 15 |
//! | any of these, only in the words of the quote | 4 |
//! | a word | 8, and its BM25 in the quote, less for headings and the source's names |

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::query::{Leaf, Node, Range};
use crate::conflict::{Finding, Status};
use crate::index::{Ask, Chosen, Exact, Text};

/// The claims on which findings with each status rest; many queries share them.
pub type ByStatus = BTreeMap<String, Arc<Chosen>>;

/// Returns the claims of these findings by their status.
pub fn by_status(findings: &[Finding]) -> ByStatus {
    let mut statuses: BTreeMap<Status, BTreeSet<&str>> = BTreeMap::new();
    for finding in findings {
        statuses.entry(finding.status).or_default().extend(finding.claims.iter().map(|id| &**id));
    }
    let chosen = |ids: BTreeSet<&str>| Arc::new(ids.into_iter().collect());
    statuses.into_iter().map(|(status, ids)| (status.to_string(), chosen(ids))).collect()
}

/// Where the name of a device or metric may be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// The claim must be about it.
    About,
    /// Its quote may also just mention it.
    Mentioned,
}

/// Returns the question to which only claims that hold every part are answers.
pub(super) fn strict(node: &Node, names: Names, statuses: &ByStatus) -> Ask {
    let all = |nodes: &[Node]| nodes.iter().map(|node| strict(node, names, statuses)).collect();
    match node {
        Node::All(nodes) => Ask::All(all(nodes)),
        // What speaks of several devices that are asked for comes before what speaks of one.
        Node::Any(nodes) if nodes.iter().all(|node| matches!(node, Node::Leaf(Leaf::Device { .. }))) => {
            Ask::Any(all(nodes))
        }
        Node::Any(nodes) => Ask::Best(all(nodes)),
        // What must not be there must not be mentioned either: "A100 -spot".
        Node::Not(node) => Ask::Not(Box::new(strict(node, names, statuses))),
        Node::Leaf(leaf) => ask(leaf, names, statuses),
    }
}

/// Returns the question to which claims that hold some of the plain words are answers; the
/// fields must hold. `None` where there are no two plain words to choose from.
pub(super) fn partial(node: &Node, statuses: &ByStatus) -> Option<Ask> {
    let Node::All(nodes) = node else {
        return match node {
            Node::Leaf(Leaf::Word(word)) => pieces(word).map(Ask::Any),
            _ => None,
        };
    };
    let mut soft = Vec::new();
    let mut hard = Vec::new();
    for node in nodes {
        match node {
            Node::Leaf(leaf) if leaf.is_soft() => {
                soft.push(ask(leaf, Names::Mentioned, statuses));
                if let Leaf::Word(word) = leaf {
                    soft.extend(pieces(word).into_iter().flatten());
                }
            }
            _ => hard.push(strict(node, Names::Mentioned, statuses)),
        }
    }
    if soft.is_empty() {
        return None;
    }
    hard.push(Ask::Any(soft));
    Some(Ask::All(hard))
}

/// Pairs of neighbours of a longer run of Chinese: part of a sentence is better than nothing.
fn pieces(word: &str) -> Option<Vec<Ask>> {
    let chars: Vec<char> = word.chars().collect();
    if chars.len() < 3 || chars.iter().any(char::is_ascii) {
        return None;
    }
    let pair = |pair: &[char]| Ask::Fixed(Box::new(Ask::Words(Text::Quote, pair.iter().collect())), 1.0);
    Some(chars.windows(2).map(pair).collect())
}

/// Returns the question for one condition.
pub(super) fn ask(leaf: &Leaf, names: Names, statuses: &ByStatus) -> Ask {
    let named = |mut parts: Vec<Ask>, written: &str| {
        if names == Names::Mentioned {
            parts.push(Ask::Fixed(Box::new(Ask::Words(Text::Quote, written.to_owned())), 4.0));
        }
        Ask::Best(parts)
    };
    match leaf {
        Leaf::Word(word) | Leaf::Phrase(word) => words(word),
        Leaf::Prefix(word) => Ask::Best(
            [Text::Quote, Text::Around, Text::Origin]
                .map(|text| Ask::Fixed(Box::new(Ask::Prefix(text, word.clone())), 8.0))
                .into(),
        ),
        Leaf::Device { written, device } => {
            let state =
                |key: &str, score| Ask::Fixed(Box::new(Ask::Is(Exact::State, format!("{key}={device}"))), score);
            let parts = vec![
                fixed(Exact::Subject, device, 60.0),
                fixed(Exact::Device, device, 40.0),
                state("versus", 30.0),
                state("hardware", 20.0),
            ];
            named(parts, written)
        }
        Leaf::Metric { written, metrics } => {
            named(metrics.iter().map(|metric| fixed(Exact::Metric, metric, 30.0)).collect(), written)
        }
        Leaf::State { written, states } => {
            let all = states.iter().map(|state| Ask::Is(Exact::State, state.clone())).collect();
            Ask::Best(vec![Ask::Fixed(Box::new(Ask::All(all)), 15.0), words(written)])
        }
        Leaf::Quantity { written, range } => Ask::Best(vec![Ask::Fixed(Box::new(values(range)), 15.0), words(written)]),
        Leaf::DeviceIs(device) => {
            Ask::Best(vec![fixed(Exact::Subject, device, 60.0), fixed(Exact::Device, device, 40.0)])
        }
        Leaf::MetricIs(metric) => fixed(Exact::Metric, metric, 30.0),
        Leaf::KindIs(kind) => fixed(Exact::Statement, kind, 0.0),
        Leaf::SourceHolds(text) => Ask::Fixed(Box::new(Ask::Words(Text::Origin, text.clone())), 0.0),
        Leaf::PublisherHolds(text) => Ask::Fixed(Box::new(Ask::Words(Text::Publisher, text.clone())), 0.0),
        Leaf::IdIs(id) => fixed(Exact::Id, id, 0.0),
        Leaf::StateIs(states) => Ask::Best(states.iter().map(|state| fixed(Exact::State, state, 0.0)).collect()),
        Leaf::StatusIs(status) => Ask::Chosen(statuses.get(status).cloned().unwrap_or_default()),
        Leaf::Values(range) => Ask::Fixed(Box::new(values(range)), 0.0),
        Leaf::Dates(low, high) => Ask::Fixed(Box::new(Ask::Dates(*low, *high)), 0.0),
    }
}

fn fixed(exact: Exact, word: &str, score: f32) -> Ask {
    Ask::Fixed(Box::new(Ask::Is(exact, word.to_owned())), score)
}

fn words(words: &str) -> Ask {
    let held = Ask::Best(vec![
        Ask::Words(Text::Quote, words.to_owned()),
        Ask::Times(Box::new(Ask::Words(Text::Around, words.to_owned())), 0.4),
        Ask::Times(Box::new(Ask::Words(Text::Origin, words.to_owned())), 0.2),
    ]);
    Ask::Plus(Box::new(held), 8.0)
}

fn values(range: &Range) -> Ask {
    let one = |unit: Option<String>| Ask::Values(range.low, range.high, unit);
    match range.units.as_slice() {
        [] => one(None),
        units => Ask::Best(units.iter().map(|unit| one(Some(unit.to_string()))).collect()),
    }
}

/// Returns the question for the passages: the words as written, wherever they stand.
pub(super) fn passages(node: &Node) -> Option<Ask> {
    match node {
        Node::All(nodes) => {
            let parts: Vec<Ask> = nodes.iter().filter_map(passages).collect();
            (!parts.is_empty()).then_some(Ask::All(parts))
        }
        Node::Any(nodes) => {
            let parts: Vec<Ask> = nodes.iter().filter_map(passages).collect();
            (!parts.is_empty()).then_some(Ask::Best(parts))
        }
        Node::Not(node) => passages(node).map(|ask| Ask::Not(Box::new(ask))),
        Node::Leaf(Leaf::SourceHolds(text)) => Some(Ask::Fixed(Box::new(Ask::Words(Text::Origin, text.clone())), 0.0)),
        Node::Leaf(Leaf::Dates(low, high)) => Some(Ask::Fixed(Box::new(Ask::Dates(*low, *high)), 0.0)),
        Node::Leaf(Leaf::Prefix(word)) => Some(Ask::Prefix(Text::Quote, word.clone())),
        Node::Leaf(leaf) => leaf.written().map(words),
    }
}
