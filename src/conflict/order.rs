//! Comparisons, levels and what contradicts them.
//!
//! Two comparisons of the same two devices may order them opposite ways; a comparison may clash with
//! a level; figures may contradict either; and three comparisons may run in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::footing::{Footing, Ground};
use super::table::{Side, Table};
use super::verdict::Verdict;
use super::{Families, Interval, Kind, Size, Status, Tally};
use crate::claim::{Claim, Level, Relation, Statement};

/// Statements of one metric up to which every pair is judged.
const EVERY_PAIR: usize = 400;
/// Circles listed for one metric.
const CIRCLES: usize = 20;

/// Judges comparisons and levels.
pub fn orders(table: &Table<'_>, families: &Families, tally: &mut Tally) -> Vec<Verdict> {
    let words = Words::new(table);
    let mut verdicts = Vec::new();
    words.judge(families, tally, &mut verdicts);
    words.circles(tally, &mut verdicts);
    verdicts
}

/// What a comparison or a level says, made alike.
#[derive(Debug, Clone, Copy)]
struct Said {
    side: Side,
    /// The device that has more of the metric, or as much, or is rated high.
    more: Option<u32>,
    /// The device that has less of it, or as much, or is rated low.
    less: Option<u32>,
    equal: bool,
    /// The larger figure over the smaller.
    factor: Option<Interval>,
}

/// Comparisons and levels by metric.
struct Words<'t, 'a> {
    table: &'t Table<'a>,
    /// By metric; a metric that is another's reverse is turned round and stands under the other.
    by_metric: BTreeMap<u32, Vec<Said>>,
    numbers: BTreeMap<&'t str, u32>,
}

impl<'t, 'a> Words<'t, 'a> {
    fn new(table: &'t Table<'a>) -> Self {
        let numbers = (0u32..).zip(&table.names).map(|(at, name)| (&**name, at)).collect();
        let mut words = Words { table, by_metric: BTreeMap::new(), numbers };
        for side in &table.words {
            if let Some((metric, said)) = words.said(side) {
                words.by_metric.entry(metric).or_default().push(said);
            }
        }
        words
    }

    fn said(&self, side: &Side) -> Option<(u32, Said)> {
        let claim = self.table.claim(side);
        let mut said = Said { side: *side, more: None, less: None, equal: false, factor: None };
        match &claim.statement {
            Statement::Comparison { versus, relation, .. } => {
                let versus = *self.numbers.get(&**versus)?;
                let (more, less) = match relation {
                    Relation::Less => (versus, side.device),
                    _ => (side.device, versus),
                };
                (said.more, said.less, said.equal) = (Some(more), Some(less), *relation == Relation::Equal);
                said.factor = match relation {
                    Relation::Less => side.value.and_then(|value| value.inverse()),
                    _ => side.value,
                };
            }
            Statement::Level(Level::High) => said.more = Some(side.device),
            Statement::Level(Level::Low) => said.less = Some(side.device),
            _ => return None,
        }
        let turned = self.table.vocab.relations.kin(&claim.metric).find(|(_, reversed)| *reversed);
        let Some((other, _)) = turned.filter(|(other, _)| ***other < *claim.metric) else {
            return Some((side.metric, said));
        };
        // Less time is more speed: one of the two metrics stands for both.
        let Some(&other) = self.numbers.get(&**other) else { return Some((side.metric, said)) };
        (said.more, said.less) = (said.less, said.more);
        Some((other, said))
    }

    fn judge(&self, families: &Families, tally: &mut Tally, verdicts: &mut Vec<Verdict>) {
        for (&metric, all) in &self.by_metric {
            self.pairs(all, all, metric, families, tally, verdicts);
            for (kin, reversed) in self.table.vocab.relations.kin(&self.table.names[metric as usize]) {
                let Some((&kin, false)) = self.numbers.get(&**kin).map(|at| (at, reversed)) else { continue };
                if let Some(others) = self.by_metric.get(&kin).filter(|_| metric < kin) {
                    self.pairs(all, others, metric, families, tally, verdicts);
                }
            }
        }
    }

    fn pairs(
        &self,
        all: &[Said],
        others: &[Said],
        metric: u32,
        families: &Families,
        tally: &mut Tally,
        verdicts: &mut Vec<Verdict>,
    ) {
        let ground = Ground::new(self.table, &self.table.names[metric as usize], "");
        let one_list = std::ptr::eq(all, others);
        let cut = |list: &[Said]| list.len().min(EVERY_PAIR);
        for (at, a) in all.iter().take(EVERY_PAIR).enumerate() {
            let from = if one_list { at + 1 } else { 0 };
            for b in others.iter().take(EVERY_PAIR).skip(from) {
                let Some(verdict) = self.pair(&ground, a, b) else { continue };
                if verdict.status == Status::Agreement && families.of(&a.side) == families.of(&b.side) {
                    tally.repeats += 1;
                    continue;
                }
                tally.count(verdict.status, 1);
                verdicts.push(verdict);
            }
        }
        tally.not_set += (all.len() as u64 * others.len() as u64) - (cut(all) as u64 * cut(others) as u64);
    }

    fn pair(&self, ground: &Ground<'_>, a: &Said, b: &Said) -> Option<Verdict> {
        let same = |x: Option<u32>, y: Option<u32>| self.near(x, y);
        let comparisons = a.more.is_some() && a.less.is_some() && b.more.is_some() && b.less.is_some();
        let opposite = if comparisons {
            same(a.more, b.less).zip(same(a.less, b.more)).map(|(x, y)| x.max(y))
        } else {
            same(a.more, b.less).or(same(a.less, b.more))
        };
        // "GPUs are behind accelerators" and "an A100 is ahead of a T4": both devices are of both classes.
        let straight = comparisons && same(a.more, b.more).is_some() && same(a.less, b.less).is_some();
        let opposite = opposite.filter(|near| *near == Near::Same || !straight);
        if let Some(nearness) = opposite.filter(|_| !a.equal && !b.equal) {
            return self.opposite(ground, a, b, nearness, comparisons);
        }
        let alike = same(a.more, b.more).filter(|near| *near == Near::Same).is_some()
            && (same(a.less, b.less).filter(|near| *near == Near::Same).is_some());
        if comparisons && alike && !a.equal && !b.equal {
            return self.alike(ground, a, b);
        }
        let levels = a.less.is_none() && b.less.is_none() && a.more == b.more
            || a.more.is_none() && b.more.is_none() && a.less == b.less;
        let metric = a.side.metric == b.side.metric;
        (levels && metric && !comparisons).then(|| {
            let footing = self.footing(ground, a, b);
            let mut verdict = self.verdict(a, b, Status::Agreement, Kind::SameValue, "same-word", footing);
            verdict.size = Size::Trivial;
            verdict
        })
    }

    /// Two statements that put the devices opposite ways.
    fn opposite(&self, ground: &Ground<'_>, a: &Said, b: &Said, near: Near, comparisons: bool) -> Option<Verdict> {
        let levels = a.more.is_none() != a.less.is_none() && b.more.is_none() != b.less.is_none();
        // A level of a class says little about a member, and a comparison less about a level of its class.
        if near == Near::Kin && !comparisons {
            return None;
        }
        let (one, other) = (self.table.claim(&a.side), self.table.claim(&b.side));
        let apart = a.side.source != b.side.source;
        let kin_metric = one.metric != other.metric && !self.is_reverse(one, other);
        if apart && kin_metric && !comparisons {
            return None;
        }
        let kind = if comparisons { Kind::OppositeDirection } else { Kind::OppositeLevel };
        let footing = self.footing(ground, a, b);
        if !footing.differ.is_empty() {
            let rule = "other-thing";
            let mut verdict = self.verdict(a, b, Status::Explained, kind, rule, footing);
            verdict.explained = footing.differ;
            return Some(verdict);
        }
        let mut verdict = self.verdict(a, b, Status::Conflict, kind, "opposite", footing);
        verdict.unstated = footing.lopsided;
        let tension = if near == Near::Kin {
            Some("counter-example")
        } else if one.hedged || other.hedged {
            Some("hedged")
        } else if kin_metric {
            Some("kin-metric")
        } else if !comparisons && !levels {
            Some("level-against-order")
        } else if !footing.lopsided.is_empty() {
            Some("unstated")
        } else if levels {
            Some("levels-apart")
        } else if self.table.vocab.relations.unspecified.contains(&one.metric) {
            Some("unspecified")
        } else if apart && self.of_classes(a) {
            Some("classes-apart")
        } else if !apart && one.evidence.line == other.evidence.line {
            Some("one-paragraph")
        } else {
            None
        };
        if let Some(rule) = tension {
            verdict.status = Status::Tension;
            verdict.rule = rule;
        }
        Some(verdict)
    }

    /// Says whether a statement is of classes, of which another source may know other members.
    fn of_classes(&self, said: &Said) -> bool {
        let devices = &self.table.vocab.devices;
        said.more.into_iter().chain(said.less).any(|at| devices.has_members(&self.table.names[at as usize]))
    }

    /// Two comparisons that order the devices the same way.
    fn alike(&self, ground: &Ground<'_>, a: &Said, b: &Said) -> Option<Verdict> {
        let footing = self.footing(ground, a, b);
        let (one, other) = (self.table.claim(&a.side), self.table.claim(&b.side));
        // Two metrics that are only related may agree on a factor; where they do not, nothing follows.
        let related = one.metric != other.metric && !self.is_reverse(one, other);
        if related && a.factor.zip(b.factor).is_none_or(|(x, y)| !x.meets(&y) || !footing.differ.is_empty()) {
            return None;
        }
        let (Some(x), Some(y)) = (a.factor, b.factor) else {
            let mut verdict = self.verdict(a, b, Status::Agreement, Kind::SameValue, "same-word", footing);
            verdict.size = Size::Trivial;
            return Some(verdict);
        };
        if x.meets(&y) {
            let mut verdict = self.verdict(a, b, Status::Agreement, Kind::SameValue, "same-rounded", footing);
            verdict.size = Size::Trivial;
            verdict.ratio = x.ratio(&y);
            return Some(verdict);
        }
        let (status, rule) = if !footing.differ.is_empty() {
            (Status::Explained, "other-thing")
        } else {
            // A factor is a summary of a measurement, and seldom says of which.
            (Status::Tension, "factors")
        };
        let mut verdict = self.verdict(a, b, status, Kind::DisjointValues, rule, footing);
        verdict.explained = footing.differ;
        verdict.unstated = footing.unstated(ground);
        verdict.ratio = x.ratio(&y);
        verdict.size = super::verdict::size(verdict.ratio, false);
        Some(verdict)
    }

    fn footing(&self, ground: &Ground<'_>, a: &Said, b: &Said) -> Footing {
        ground.compare(self.table.set(&a.side), self.table.set(&b.side))
    }

    fn verdict(&self, a: &Said, b: &Said, status: Status, kind: Kind, rule: &'static str, footing: Footing) -> Verdict {
        let mut verdict = Verdict::new(vec![a.side, b.side], status, kind, rule).on(footing);
        verdict.size = Size::Critical;
        verdict
    }

    fn is_reverse(&self, a: &Claim, b: &Claim) -> bool {
        self.table.vocab.relations.kin(&a.metric).any(|(kin, reversed)| reversed && *kin == b.metric)
    }

    /// Says whether two devices are one, or one a class that holds the other.
    fn near(&self, a: Option<u32>, b: Option<u32>) -> Option<Near> {
        let (a, b) = (a?, b?);
        if a == b {
            return Some(Near::Same);
        }
        let (a, b) = (&self.table.names[a as usize], &self.table.names[b as usize]);
        let devices = &self.table.vocab.devices;
        (devices.is_a(a, b) || devices.is_a(b, a)).then_some(Near::Kin)
    }

    /// A over B, B over C, C over A.
    fn circles(&self, tally: &mut Tally, verdicts: &mut Vec<Verdict>) {
        for all in self.by_metric.values() {
            let mut over: BTreeMap<u32, BTreeMap<u32, &Said>> = BTreeMap::new();
            for said in all.iter().filter(|said| !said.equal && !self.table.claim(&said.side).hedged) {
                if let (Some(more), Some(less)) = (said.more, said.less) {
                    over.entry(more).or_default().entry(less).or_insert(said);
                }
            }
            let mut found = 0;
            let mut seen = BTreeSet::new();
            for (&a, below) in &over {
                for (&b, first) in below {
                    for (&c, second) in over.get(&b).into_iter().flatten() {
                        let Some(third) = over.get(&c).and_then(|below| below.get(&a)) else { continue };
                        let mut three = [a, b, c];
                        three.sort_unstable();
                        if c == a || found >= CIRCLES || !seen.insert(three) {
                            continue;
                        }
                        found += 1;
                        let sides = vec![first.side, second.side, third.side];
                        let mut verdict = Verdict::new(sides, Status::Tension, Kind::RankingCycle, "circle");
                        verdict.size = Size::Critical;
                        tally.count(verdict.status, 1);
                        verdicts.push(verdict);
                    }
                }
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Near {
    /// One device.
    Same,
    /// A class and one of its own.
    Kin,
}
