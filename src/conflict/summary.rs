//! What was compared, what was not, and why.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Status;
use super::family::Families;
use super::table::Table;
use crate::claim::Name;

/// The counts of one run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Summary {
    /// Claims that came in.
    pub claims: usize,
    /// Sources they came from.
    pub sources: usize,
    /// Independent families among those.
    pub families: usize,
    /// Keys (metric and device) with two figures or more.
    pub groups: u64,
    /// Pairs by verdict.
    pub pairs: BTreeMap<Status, u64>,
    /// Pairs of one family that say the same; they are no finding.
    pub repeats: u64,
    /// Figures with no other of their metric and device.
    pub alone: u64,
    /// Claims left out of every comparison, by reason.
    pub left_out: BTreeMap<Name, usize>,
    /// Pairs not set side by side because their key has very many values.
    pub not_compared: u64,
    /// Pairs that were judged and are counted above, but are not listed one by one.
    pub not_listed: u64,
    /// Findings listed.
    pub findings: usize,
}

/// The counts as they grow.
#[derive(Debug, Default)]
pub struct Tally {
    pairs: BTreeMap<Status, u64>,
    /// See [`Summary::groups`].
    pub groups: u64,
    /// See [`Summary::repeats`].
    pub repeats: u64,
    /// See [`Summary::alone`].
    pub alone: u64,
    /// See [`Summary::not_compared`].
    pub not_set: u64,
    /// See [`Summary::not_listed`].
    pub unlisted: u64,
}

impl Tally {
    /// Counts so many pairs of one verdict.
    pub fn count(&mut self, status: Status, pairs: u64) {
        *self.pairs.entry(status).or_default() += pairs;
    }

    /// Takes in what another part of the claims came to.
    pub fn add(&mut self, other: Tally) {
        let Tally { pairs, groups, repeats, alone, not_set, unlisted } = other;
        pairs.into_iter().for_each(|(status, pairs)| self.count(status, pairs));
        self.groups += groups;
        self.repeats += repeats;
        self.alone += alone;
        self.not_set += not_set;
        self.unlisted += unlisted;
    }

    /// Counts one pair under another verdict than before.
    pub fn moved(&mut self, from: Status, to: Status) {
        let before = self.pairs.entry(from).or_default();
        *before = before.saturating_sub(1);
        self.count(to, 1);
    }

    /// Returns the summary of the run.
    pub fn summary(self, table: &Table<'_>, families: &Families, findings: usize) -> Summary {
        let left_out = table.left_out.iter().filter(|(_, n)| *n > 0).map(|(why, n)| (Name::from(*why), *n));
        Summary {
            claims: table.claims.len(),
            sources: table.sources.len(),
            families: families.count,
            groups: self.groups,
            pairs: self.pairs,
            repeats: self.repeats,
            alone: self.alone,
            left_out: left_out.collect(),
            not_compared: self.not_set,
            not_listed: self.unlisted,
            findings,
        }
    }
}
