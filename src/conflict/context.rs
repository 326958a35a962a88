//! What other claims say about a dispute: whose figure it may really be, and who stands alone.

use std::collections::{BTreeMap, HashSet};

use rustc_hash::FxHashMap;

use super::family::Families;
use super::footing::Ground;
use super::hint::Hint;
use super::table::{Side, Table};
use super::verdict::Verdict;
use super::{Kind, Status};
use crate::claim::{Attribution, Name, Statement};

/// Disputes that are looked into.
const DISPUTES: usize = 2_000;
/// Figures of one key that are counted for a vote.
const VOTERS: usize = 200;
/// Families that it takes to call one the odd one out.
const FAMILIES: usize = 3;

/// How many families stand on each side of a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vote {
    /// Whether the second side is the odd one.
    pub second: bool,
    /// Families on the side of the many.
    pub many: usize,
    /// Families on the odd side.
    pub few: usize,
}

/// Says what other claims know about the disputes among the verdicts.
pub fn look_around(table: &Table<'_>, families: &Families, verdicts: &mut [Verdict]) {
    let disputes: Vec<usize> =
        (0..verdicts.len()).filter(|&at| is_dispute(table, &verdicts[at])).take(DISPUTES).collect();
    if disputes.is_empty() {
        return;
    }
    let around = Around::new(table, disputes.iter().map(|&at| &verdicts[at]));
    let swapped = around.swapped(disputes.iter().map(|&at| &verdicts[at]));
    for at in disputes {
        let verdict = &mut verdicts[at];
        around.mixed_up(verdict);
        if verdict.hint.is_none() {
            verdict.hint = around.other_device(verdict);
        }
        if verdict.hint.is_none() && around.row(verdict).is_some_and(|row| swapped.contains(&row.reverse())) {
            verdict.hint = Some(Hint::Swapped);
        }
        verdict.vote = around.vote(families, verdict);
    }
}

fn is_dispute(table: &Table<'_>, verdict: &Verdict) -> bool {
    matches!(verdict.status, Status::Conflict | Status::Tension)
        && matches!(verdict.kind, Kind::DisjointValues | Kind::Magnitude)
        && verdict.sides.iter().all(|side| matches!(table.claim(side).statement, Statement::Figure(_)))
}

/// A value to nine digits, so that it can be looked up.
type Digits = (i32, i64);

fn digits(value: f64) -> Digits {
    if value <= 0.0 || !value.is_finite() {
        return (i32::MIN, 0);
    }
    let power = value.log10().floor() as i32;
    (power, (value / 10f64.powi(power) * 1e8).round() as i64)
}

/// One dispute between two sources, as a row of a table has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Row {
    key: (u32, u32),
    sources: (u32, u32),
    values: (Digits, Digits),
}

impl Row {
    /// The same two sources with the two values the other way round.
    fn reverse(self) -> Row {
        Row { values: (self.values.1, self.values.0), ..self }
    }
}

/// Figures by value and by key, as far as the disputes need them.
struct Around<'t, 'a> {
    table: &'t Table<'a>,
    by_value: FxHashMap<(u32, Digits), Vec<Side>>,
}

impl<'t, 'a> Around<'t, 'a> {
    fn new<'v>(table: &'t Table<'a>, disputes: impl Iterator<Item = &'v Verdict>) -> Self {
        let mut around = Around { table, by_value: FxHashMap::default() };
        for side in disputes.flat_map(|verdict| verdict.sides.iter().take(2)) {
            if let Some(value) = side.value.filter(|value| value.low == value.high) {
                around.by_value.entry((side.unit, digits(value.low))).or_default();
            }
        }
        // One figure of each key is enough to say whose value it is.
        for (_, range) in &table.keys_of_figures {
            let mut last = None;
            for side in &table.figures[range.clone()] {
                let Some(value) = side.value.filter(|value| value.low == value.high) else { continue };
                if last == Some((side.unit, value.low.to_bits(), side.conditions)) {
                    continue;
                }
                last = Some((side.unit, value.low.to_bits(), side.conditions));
                if let Some(list) = around.by_value.get_mut(&(side.unit, digits(value.low))) {
                    list.push(*side);
                }
            }
        }
        around
    }

    fn same_value(&self, side: &Side) -> &[Side] {
        let Some(value) = side.value.filter(|value| value.low == value.high) else { return &[] };
        self.by_value.get(&(side.unit, digits(value.low))).map(Vec::as_slice).unwrap_or_default()
    }

    /// A value that is another metric's value of the same device: the third claim shows it.
    fn mixed_up(&self, verdict: &mut Verdict) {
        let relations = &self.table.vocab.relations;
        let metric = |side: &Side| &self.table.names[side.metric as usize];
        let other_metric = |side: &Side| {
            let is_other = |other: &&Side| {
                other.device == side.device
                    && other.metric != side.metric
                    && relations.adds(metric(other))
                    && !self.table.metric(other).is_some_and(|entry| entry.volatile)
                    && !relations.kin(metric(side)).any(|(kin, _)| kin == metric(other))
            };
            self.same_value(side).iter().find(is_other).copied()
        };
        let [Some(a), Some(b)] = [verdict.sides.first().copied(), verdict.sides.get(1).copied()] else { return };
        if !relations.adds(metric(&a)) || self.table.metric(&a).is_some_and(|entry| entry.volatile) {
            return;
        }
        let found = match (other_metric(&a), other_metric(&b)) {
            (Some(found), None) => found,
            (None, Some(found)) => found,
            _ => return,
        };
        verdict.kind = Kind::AttributeMixup;
        verdict.hint = Some(Hint::OtherMetric(found.metric));
        verdict.sides.push(found);
    }

    /// A value that another source gives for one other device, and that nobody else gives for this one.
    fn other_device(&self, verdict: &Verdict) -> Option<Hint> {
        let devices = &self.table.vocab.devices;
        let other_device = |side: &Side| {
            let name = &self.table.names[side.device as usize];
            let value = side.value?;
            // Two devices share a round number by chance.
            if value.step <= 0.0 || (value.low / value.step) < 100.0 || (value.low / value.step).round() % 10.0 == 0.0 {
                return None;
            }
            let borne_out = |other: &&Side| other.source != side.source && other.value.is_some_and(|v| v.meets(&value));
            if self.table.of((side.metric, side.device)).iter().take(VOTERS).any(|other| borne_out(&other)) {
                return None;
            }
            let ground = Ground::new(self.table, &self.table.names[side.metric as usize], name);
            let is_other = |other: &&Side| {
                let theirs = &self.table.names[other.device as usize];
                other.metric == side.metric
                    && other.device != side.device
                    && other.source != side.source
                    && !devices.is_a(theirs, name)
                    && !devices.is_a(name, theirs)
                    && ground.compare(self.table.set(side), self.table.set(other)).differ.is_empty()
            };
            // What several have is a usual figure.
            let mut others = self.same_value(side).iter().filter(is_other).map(|other| other.device);
            let first = others.next()?;
            others.all(|other| other == first).then_some(first)
        };
        match (other_device(verdict.sides.first()?), other_device(verdict.sides.get(1)?)) {
            (Some(device), None) | (None, Some(device)) => Some(Hint::OtherDevice(device)),
            _ => None,
        }
    }

    fn row(&self, verdict: &Verdict) -> Option<Row> {
        let (mut a, mut b) = (verdict.sides.first()?, verdict.sides.get(1)?);
        if a.source == b.source {
            return None;
        }
        if a.source > b.source {
            (a, b) = (b, a);
        }
        Some(Row {
            key: (a.metric, a.device),
            sources: (a.source, b.source),
            values: (digits(a.value?.low), digits(b.value?.low)),
        })
    }

    fn swapped<'v>(&self, disputes: impl Iterator<Item = &'v Verdict>) -> HashSet<Row> {
        disputes.filter_map(|verdict| self.row(verdict)).collect()
    }

    /// Counts the families on each side. Copies are one vote, and what is only reported is none where
    /// somebody says it himself.
    fn vote(&self, families: &Families, verdict: &Verdict) -> Option<Vote> {
        let (a, b) = (verdict.sides.first()?, verdict.sides.get(1)?);
        let voters = self.table.of((a.metric, a.device));
        let ground =
            Ground::new(self.table, &self.table.names[a.metric as usize], &self.table.names[a.device as usize]);
        let side_of = |side: &Side| -> Vec<u32> {
            let stands = |voter: &&Side| {
                voter.unit == side.unit
                    && voter.value.zip(side.value).is_some_and(|(one, other)| one.meets(&other))
                    && ground.compare(self.table.set(voter), self.table.set(side)).differ.is_empty()
            };
            let mut own = Vec::new();
            let mut reported = Vec::new();
            for voter in voters.iter().take(VOTERS).filter(stands) {
                match self.table.claim(voter).attribution {
                    Some(Attribution::Reported) => reported.push(families.of(voter)),
                    _ => own.push(families.of(voter)),
                }
            }
            // What several report may all go back to one origin.
            if own.is_empty() {
                own.extend(reported.into_iter().min());
            }
            own.sort_unstable();
            own.dedup();
            own
        };
        let (one, other) = (side_of(a), side_of(b));
        let only = |mine: &[u32], theirs: &[u32]| mine.iter().filter(|family| !theirs.contains(family)).count();
        let (n, m) = (only(&one, &other), only(&other, &one));
        let (few, many) = (n.min(m), n.max(m));
        (few > 0 && few + many >= FAMILIES && few * 3 <= few + many).then_some(Vote { second: m < n, many, few })
    }
}

/// How often a source is the odd one out, by metric, and of how many disputes with a vote.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Record {
    /// The source's path.
    pub source: Name,
    /// The metric.
    pub metric: Name,
    /// Devices on which it stood alone.
    pub odd: usize,
    /// Devices on which it took part in a vote.
    pub of: usize,
}

/// Returns the record of every source that took part in a vote.
pub fn records(table: &Table<'_>, verdicts: &[Verdict]) -> Vec<Record> {
    let mut records: BTreeMap<(Name, Name), (HashSet<u32>, HashSet<u32>)> = BTreeMap::new();
    for verdict in verdicts {
        let Some(vote) = verdict.vote else { continue };
        for (at, side) in verdict.sides.iter().take(2).enumerate() {
            let claim = table.claim(side);
            let (odd, of) = records.entry((claim.source.path.clone(), claim.metric.clone())).or_default();
            of.insert(side.device);
            if (at == 1) == vote.second {
                odd.insert(side.device);
            }
        }
    }
    let mut list: Vec<Record> = records
        .into_iter()
        .map(|((source, metric), (odd, of))| Record { source, metric, odd: odd.len(), of: of.len() })
        .filter(|record| record.odd > 0)
        .collect();
    list.sort_by(|a, b| b.odd.cmp(&a.odd).then_with(|| (&a.source, &a.metric).cmp(&(&b.source, &b.metric))));
    list
}
