//! A query as understood.

use std::ops::Bound;

use serde::Serialize;

use crate::claim::Name;

/// A query as understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// What is asked.
    pub root: Node,
    /// What was recognised in its plain words.
    pub recognised: Vec<Recognised>,
}

/// One step of a query.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// All of these.
    All(Vec<Node>),
    /// At least one of these.
    Any(Vec<Node>),
    /// Not this.
    Not(Box<Node>),
    /// One condition.
    Leaf(Leaf),
}

/// One condition on a claim.
#[derive(Debug, Clone, PartialEq)]
pub enum Leaf {
    /// A plain word: anywhere in the quote, the headings or the source's metadata.
    Word(String),
    /// Words that stand side by side.
    Phrase(String),
    /// The beginning of a word.
    Prefix(String),
    /// A device named in plain words.
    Device {
        /// The words.
        written: String,
        /// Its id.
        device: Name,
    },
    /// A metric named in plain words, which may mean several.
    Metric {
        /// The words.
        written: String,
        /// Their ids.
        metrics: Vec<Name>,
    },
    /// A condition named in plain words.
    State {
        /// The words.
        written: String,
        /// `key=value` for each.
        states: Vec<String>,
    },
    /// A quantity in plain words.
    Quantity {
        /// The words.
        written: String,
        /// What it is.
        range: Range,
    },
    /// `device:`
    DeviceIs(Name),
    /// `metric:`
    MetricIs(Name),
    /// `kind:`
    KindIs(String),
    /// `source:`
    SourceHolds(String),
    /// `publisher:`
    PublisherHolds(String),
    /// `id:`
    IdIs(String),
    /// `lang:` and conditions, as `key=value`; one of them must hold.
    StateIs(Vec<String>),
    /// `status:`: a finding with this status rests on the claim.
    StatusIs(String),
    /// `value:` and comparisons.
    Values(Range),
    /// `date:`, as `yyyymmdd`.
    Dates(Bound<u64>, Bound<u64>),
}

/// A range of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Range {
    /// Low end, in canonical units.
    pub low: Bound<f64>,
    /// High end, in canonical units.
    pub high: Bound<f64>,
    /// The canonical units that are meant; none: any.
    pub units: Vec<Name>,
}

/// A name recognised in plain words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Recognised {
    /// The words.
    pub written: String,
    /// `device`, `metric`, `condition` or `value`.
    pub what: &'static str,
    /// What they mean.
    pub means: Vec<String>,
}

impl Query {
    /// Says whether the answer needs to know which findings rest on which claim.
    pub fn needs_status(&self) -> bool {
        self.leaves().iter().any(|leaf| matches!(leaf, Leaf::StatusIs(_)))
    }

    /// Returns every condition, those under `NOT` left out.
    pub fn leaves(&self) -> Vec<&Leaf> {
        fn gather<'a>(node: &'a Node, into: &mut Vec<&'a Leaf>) {
            match node {
                Node::All(nodes) | Node::Any(nodes) => nodes.iter().for_each(|node| gather(node, into)),
                Node::Not(_) => {}
                Node::Leaf(leaf) => into.push(leaf),
            }
        }
        let mut leaves = Vec::new();
        gather(&self.root, &mut leaves);
        leaves
    }
}

impl Leaf {
    /// Says whether it is a plain word, which an answer may lack and still be partial.
    pub fn is_soft(&self) -> bool {
        self.written().is_some()
    }

    /// Returns the plain words, for leaves that came from such.
    pub fn written(&self) -> Option<&str> {
        match self {
            Leaf::Word(written) | Leaf::Phrase(written) | Leaf::Prefix(written) => Some(written),
            Leaf::Device { written, .. }
            | Leaf::Metric { written, .. }
            | Leaf::State { written, .. }
            | Leaf::Quantity { written, .. } => Some(written),
            _ => None,
        }
    }
}
