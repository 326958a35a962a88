//! What devices run on and what they are good for: "only X" against "also Y", and two devices that
//! are both the better choice for one task.

use std::collections::BTreeMap;

use super::footing::{Footing, Ground};
use super::table::{Side, Table};
use super::verdict::{SURE, Verdict};
use super::{Families, Kind, Size, Status, Tally, time};
use crate::claim::{Claim, Fit, Modality, Statement};

/// Statements of one metric and device, or of one task, up to which every pair is judged.
const EVERY_PAIR: usize = 300;

/// Judges support and suitability.
pub fn fitness(table: &Table<'_>, families: &Families, tally: &mut Tally) -> Vec<Verdict> {
    let mut support: BTreeMap<u32, Vec<Side>> = BTreeMap::new();
    let mut tasks: BTreeMap<&str, Vec<Side>> = BTreeMap::new();
    for side in &table.words {
        match &table.claim(side).statement {
            Statement::Support { .. } => support.entry(side.metric).or_default().push(*side),
            Statement::Suitability { object, .. } => tasks.entry(object).or_default().push(*side),
            _ => {}
        }
    }
    let court = Court { table, families };
    let mut verdicts = Vec::new();
    for all in support.values() {
        court.pairs(all, tally, &mut verdicts, |a, b, near| court.exclusive(a, b, near));
    }
    for all in tasks.values() {
        court.pairs(all, tally, &mut verdicts, |a, b, near| court.suited(a, b, near));
    }
    verdicts
}

/// Words are read less surely than figures: below this confidence they make no conflict.
const CERTAIN: f32 = 0.85;

/// The rule by which one says that it works, the other that it does not.
const LACKS: &str = "lacks";

struct Court<'t, 'a> {
    table: &'t Table<'a>,
    families: &'t Families,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Near {
    Same,
    Kin,
    Apart,
}

impl Court<'_, '_> {
    fn pairs(
        &self,
        all: &[Side],
        tally: &mut Tally,
        verdicts: &mut Vec<Verdict>,
        judge: impl Fn(&Side, &Side, Near) -> Option<Verdict>,
    ) {
        let kept = &all[..all.len().min(EVERY_PAIR)];
        for (at, a) in kept.iter().enumerate() {
            for b in &kept[at + 1..] {
                let Some(verdict) = judge(a, b, self.near(a, b)) else { continue };
                if verdict.status == Status::Agreement && self.families.of(a) == self.families.of(b) {
                    tally.repeats += 1;
                    continue;
                }
                tally.count(verdict.status, 1);
                verdicts.push(verdict);
            }
        }
        let (n, k) = (all.len() as u64, kept.len() as u64);
        tally.not_set += n * n.saturating_sub(1) / 2 - k * k.saturating_sub(1) / 2;
    }

    fn near(&self, a: &Side, b: &Side) -> Near {
        let (one, other) = (&self.table.names[a.device as usize], &self.table.names[b.device as usize]);
        let devices = &self.table.vocab.devices;
        match one == other {
            true => Near::Same,
            false if devices.is_a(one, other) || devices.is_a(other, one) => Near::Kin,
            false => Near::Apart,
        }
    }

    /// "Only X" against "also Y", "works with X" against "does not".
    fn exclusive(&self, a: &Side, b: &Side, near: Near) -> Option<Verdict> {
        use Modality::{Lacks, Only, Requires, Supports};
        if near == Near::Apart {
            return None;
        }
        let (one, other) = (self.table.claim(a), self.table.claim(b));
        let (x, y) = (support(one)?, support(other)?);
        let one_object = x.0 == y.0;
        let within = self.table.vocab.relations.is_within(x.0, y.0);
        let (status, rule) = match (x.1, y.1) {
            (m, n) if m == n && one_object => (Status::Agreement, "same-word"),
            (Only, Supports | Requires | Only) | (Supports | Requires, Only) if !within => (Status::Conflict, "only"),
            (Requires, Supports) | (Supports, Requires) if !within => (Status::Tension, "requires"),
            (Lacks, Supports | Requires | Only) | (Supports | Requires | Only, Lacks) if one_object => {
                (Status::Conflict, LACKS)
            }
            _ => return None,
        };
        // A class's statement holds for its members; a member's says nothing against its class but by example.
        self.finish(a, b, near, status, Kind::Exclusivity, rule)
    }

    /// Two devices both the better choice, or one device both good and bad, for one task.
    fn suited(&self, a: &Side, b: &Side, near: Near) -> Option<Verdict> {
        let (x, y) = (fit(self.table.claim(a))?, fit(self.table.claim(b))?);
        let (status, rule) = match (x, y, near) {
            (Fit::Best, Fit::Best, Near::Apart) => (Status::Conflict, "both-best"),
            (Fit::Poor, Fit::Best | Fit::Good, Near::Same | Near::Kin)
            | (Fit::Best | Fit::Good, Fit::Poor, Near::Same | Near::Kin) => (Status::Conflict, "good-and-poor"),
            (x, y, Near::Same) if x == y => (Status::Agreement, "same-word"),
            _ => return None,
        };
        self.finish(a, b, near, status, Kind::Suitability, rule)
    }

    fn finish(
        &self,
        a: &Side,
        b: &Side,
        near: Near,
        status: Status,
        kind: Kind,
        rule: &'static str,
    ) -> Option<Verdict> {
        let (one, other) = (self.table.claim(a), self.table.claim(b));
        let footing = self.footing(a, b);
        let kind = if status == Status::Agreement { Kind::SameValue } else { kind };
        let mut verdict = Verdict::new(vec![*a, *b], status, kind, rule).on(footing);
        verdict.size = Size::Major;
        if status == Status::Agreement {
            verdict.size = Size::Trivial;
            return Some(verdict);
        }
        let stated = one.conditions.len() + other.conditions.len() > 0 && one.conditions != other.conditions;
        if !footing.differ.is_empty() {
            verdict.status = Status::Explained;
            verdict.rule = "other-thing";
            verdict.explained = footing.differ;
        } else if near == Near::Kin {
            verdict.status = Status::Tension;
            verdict.rule = "counter-example";
        } else if status == Status::Conflict && (one.hedged || other.hedged) {
            verdict.status = Status::Tension;
            verdict.rule = "hedged";
        } else if rule == LACKS && !stated && a.source != b.source {
            (verdict.status, verdict.rule) = self.supported_or_not(a, b);
        } else if status == Status::Conflict
            && (stated || a.source != b.source || one.confidence.min(other.confidence) < CERTAIN)
        {
            // Two authors may mean different cases; one author contradicts himself, if he was read right.
            verdict.status = Status::Tension;
        }
        Some(verdict)
    }

    /// Two sources on one fact that has no more or less: the one says that it works, the other that it does not.
    fn supported_or_not(&self, a: &Side, b: &Side) -> (Status, &'static str) {
        let (one, other) = (self.table.claim(a), self.table.claim(b));
        let is_class = self.table.vocab.devices.has_members(&one.device);
        let passing = &self.table.vocab.relations.passing;
        let is_passing = |claim: &Claim| {
            let quote = claim.evidence.quote.to_lowercase();
            passing.iter().any(|word| quote.contains(word.as_str()))
        };
        if is_class {
            (Status::Tension, "classes-apart")
        } else if let Some(rule) = time::supersedes(self.table, false, true, a, b) {
            (Status::Superseded, rule)
        } else if is_passing(one) || is_passing(other) {
            (Status::Tension, "passing")
        } else if self.came_later(a, b) {
            (Status::Tension, "support-later")
        } else if one.confidence.min(other.confidence) < SURE {
            (Status::Tension, "unsure")
        } else {
            (Status::Conflict, LACKS)
        }
    }

    /// Says whether the later of two dated sources is the one by which it works: support grows.
    fn came_later(&self, a: &Side, b: &Side) -> bool {
        let (Some(one), Some(other)) = (self.table.days(a), self.table.days(b)) else { return false };
        let lacks =
            |side: &Side| support(self.table.claim(side)).is_some_and(|(_, modality)| modality == Modality::Lacks);
        time::are_of_two_times(self.table, a, b) && (if one < other { lacks(a) } else { lacks(b) })
    }

    /// Every condition that either states separates what people say of fitness.
    fn footing(&self, a: &Side, b: &Side) -> Footing {
        let (one, other) = (self.table.set(a), self.table.set(b));
        let mut ground = Ground::new(self.table, "", "");
        ground.separates.0 = one.stated.0 | other.stated.0;
        ground.compare(one, other)
    }
}

fn support(claim: &Claim) -> Option<(&str, Modality)> {
    match &claim.statement {
        Statement::Support { object, modality } => Some((object, *modality)),
        _ => None,
    }
}

fn fit(claim: &Claim) -> Option<Fit> {
    match &claim.statement {
        Statement::Suitability { fit, .. } => Some(*fit),
        _ => None,
    }
}
