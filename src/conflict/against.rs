//! Comparisons against the figures of the same devices.
//!
//! "The TPU's latency is 3 to 5 times the GPU's" asks that one source's two latencies stand so. Only
//! figures of one source, taken under equal conditions, are held against a comparison: a ratio made of
//! two sources' figures is nobody's claim.

use std::collections::HashMap;

use super::footing::{Footing, Ground};
use super::table::{Keys, Side, Table};
use super::verdict::{SURE, Verdict, size};
use super::{Interval, Kind, Size, Status, Tally};
use crate::claim::{Relation, Statement};

/// Comparisons that are held against figures.
const COMPARISONS: usize = 2_000;
/// Figures of one metric that a comparison is held against.
const FIGURES: usize = 3_000;
/// Figures of one device, its kind included, up to which a comparison is held against them.
const ALONE: usize = 500;
/// Pairs of figures listed for one comparison.
const LISTED: usize = 4;

/// Holds every comparison against the figures of its devices.
pub fn against(table: &Table<'_>, tally: &mut Tally) -> Vec<Verdict> {
    let numbers: HashMap<&str, u32> = (0u32..).zip(&table.names).map(|(at, name)| (&**name, at)).collect();
    let compared: Vec<Side> = table
        .words
        .iter()
        .filter(|side| matches!(table.claim(side).statement, Statement::Comparison { .. }))
        .copied()
        .collect();
    tally.not_set += compared.len().saturating_sub(COMPARISONS) as u64;
    let mut verdicts = Vec::new();
    for side in compared.iter().take(COMPARISONS) {
        let metric = &table.names[side.metric as usize];
        let kin = table.vocab.relations.kin(metric).map(|(name, reversed)| (&**name, reversed));
        for (name, reversed) in std::iter::once((&**metric, false)).chain(kin) {
            let Some(&of) = numbers.get(name) else { continue };
            let against = Against { table, comparison: *side, reversed, same_metric: name == &**metric };
            against.judge(table.of_metric(of), tally, &mut verdicts);
        }
    }
    verdicts
}

struct Against<'t, 'a> {
    table: &'t Table<'a>,
    comparison: Side,
    /// The figures are of a metric of which more is less of the comparison's.
    reversed: bool,
    same_metric: bool,
}

impl Against<'_, '_> {
    fn judge(&self, figures: &[Side], tally: &mut Tally, verdicts: &mut Vec<Verdict>) {
        let claim = self.table.claim(&self.comparison);
        let Statement::Comparison { versus, .. } = &claim.statement else { return };
        let of = |device: &str| -> Vec<Side> {
            let is_it = |side: &&Side| self.table.vocab.devices.is_a(&self.table.names[side.device as usize], device);
            let exact = |side: &&Side| *self.table.names[side.device as usize] == *device;
            figures.iter().take(FIGURES).filter(|side| exact(side) || is_it(side)).copied().collect()
        };
        let (mine, theirs) = (only(of(&claim.device)), only(of(versus)));
        let mut listed = 0;
        for a in &mine {
            for b in theirs.iter().filter(|b| b.source == a.source && b.unit == a.unit && b.device != a.device) {
                let Some(verdict) = self.pair(a, b) else { continue };
                listed += 1;
                if listed > LISTED {
                    tally.unlisted += 1;
                } else {
                    verdicts.push(verdict.clone());
                }
                tally.count(verdict.status, 1);
            }
        }
    }

    fn pair(&self, a: &Side, b: &Side) -> Option<Verdict> {
        let claim = self.table.claim(&self.comparison);
        let Statement::Comparison { versus, relation, factor } = &claim.statement else { return None };
        let names = &self.table.names;
        let ground = Ground::new(self.table, &names[a.metric as usize], &names[a.device as usize]);
        let between = ground.compare(self.table.set(a), self.table.set(b));
        // Two measurements of different things make no ratio.
        if !between.differ.is_empty() || !between.lopsided.is_empty() {
            return None;
        }
        let exact = *claim.device == *names[a.device as usize] && **versus == *names[b.device as usize];
        // What is said of two classes without a factor is no claim about every pair of their members.
        if !exact && (factor.is_none() || !self.same_metric && !self.reversed) {
            return None;
        }
        let (x, y) = (self.reach(a)?, self.reach(b)?);
        let made = if self.reversed { y.over(&x)? } else { x.over(&y)? };
        let said = self.comparison.value.filter(|_| factor.is_some());
        let greater = made.low < made.high && made.low >= 1.0 || made.wide_low > 1.0;
        let less = made.low < made.high && made.high <= 1.0 || made.wide_high < 1.0;
        let turned = match relation {
            Relation::Greater => less,
            Relation::Less => greater,
            Relation::Equal => greater || less,
        };
        let off = said.is_some_and(|said| !said.meets(&made));
        let footing = self.footing(&ground, a, b);
        let fits = !turned && !off;
        let mut verdict = Verdict::new(
            vec![self.comparison, *a, *b],
            Status::Tension,
            Kind::FiguresAgainstComparison,
            "figures-against",
        )
        .on(footing);
        verdict.ratio = said.and_then(|said| said.ratio(&made));
        verdict.size = if turned { Size::Critical } else { size(verdict.ratio, fits) };
        if fits {
            if self.comparison.source == a.source || said.is_none() {
                return None;
            }
            verdict.status = Status::Agreement;
            verdict.rule = "figures-fit";
            return Some(verdict);
        }
        verdict.unstated = Keys(footing.lopsided.0 | (footing.silent.0 & ground.matters.0));
        if !footing.differ.is_empty() {
            verdict.status = Status::Explained;
            verdict.rule = "other-thing";
            verdict.explained = footing.differ;
        } else if !exact {
            verdict.rule = "counter-example";
        } else if claim.hedged {
            verdict.rule = "hedged";
        } else if self.comparison.source != a.source && self.is_class(a, b) {
            verdict.rule = "classes-apart";
        } else if self.unsure(a, b) {
            verdict.rule = "unsure";
        } else if turned && self.same_metric && verdict.unstated.is_empty() && *relation != Relation::Equal {
            verdict.status = Status::Conflict;
        }
        Some(verdict)
    }

    fn is_class(&self, a: &Side, b: &Side) -> bool {
        let devices = &self.table.vocab.devices;
        [a, b].iter().any(|side| devices.has_members(&self.table.names[side.device as usize]))
    }

    fn unsure(&self, a: &Side, b: &Side) -> bool {
        [&self.comparison, a, b].iter().any(|side| self.table.claim(side).confidence < SURE)
    }

    /// Returns a figure for a ratio: of "up to x", x.
    fn reach(&self, side: &Side) -> Option<Interval> {
        let value = side.value?;
        let quantity = self.table.claim(side).statement.quantity()?;
        if quantity.bound.is_none() {
            return Some(value);
        }
        Some(Interval { wide_low: value.low, wide_high: value.high, ..value })
    }

    /// How the comparison's conditions stand to those of the two figures.
    fn footing(&self, ground: &Ground<'_>, a: &Side, b: &Side) -> Footing {
        let own = self.table.set(&self.comparison);
        let (one, other) = (ground.compare(own, self.table.set(a)), ground.compare(own, self.table.set(b)));
        Footing {
            equal: Keys(one.equal.0 | other.equal.0),
            defaulted: Keys(one.defaulted.0 | other.defaulted.0),
            differ: Keys((one.differ.0 | other.differ.0) & !ground.span.0),
            lopsided: Keys((one.lopsided.0 | other.lopsided.0) & !ground.span.0),
            by_default: Keys::default(),
            silent: Keys(one.silent.0 | other.silent.0),
        }
    }
}

/// Leaves out the figures of sources that give several under equal conditions: which of them a
/// comparison means cannot be known.
fn only(figures: Vec<Side>) -> Vec<Side> {
    let alone = |side: &Side| {
        let other = |other: &&Side| {
            (other.source, other.device, other.conditions) == (side.source, side.device, side.conditions)
                && other.value.zip(side.value).is_some_and(|(one, other)| !one.meets(&other))
        };
        figures.iter().find(other).is_none()
    };
    if figures.len() > ALONE { Vec::new() } else { figures.iter().filter(|side| alone(side)).copied().collect() }
}
