//! Figures that a known relation ties together: a machine and what it holds, hours and months,
//! watts and hours, operations and watts. Which relations there are is data (`relations.toml`).

use std::collections::HashMap;

use super::footing::{Footing, Ground};
use super::hint;
use super::interval::double;
use super::table::{Key, Keys, Side, Table};
use super::verdict::{Verdict, size};
use super::{Interval, Kind, Size, Status, Tally};
use crate::vocab::relation::Tie;

/// Figures of one metric and device that are tried in one relation.
const TRIED: usize = 24;
/// The same in a large corpus.
const TRIED_FEW: usize = 8;

/// Judges every relation.
pub fn relations(table: &Table<'_>, tally: &mut Tally) -> Vec<Verdict> {
    let figures = Figures::new(table);
    let mut verdicts = Vec::new();
    figures.machines(tally, &mut verdicts);
    for tie in &table.vocab.relations.tie {
        figures.tie(tie, tally, &mut verdicts);
    }
    verdicts
}

/// Figures by metric and device.
struct Figures<'t, 'a> {
    table: &'t Table<'a>,
    tied: Vec<bool>,
    /// Figures of one metric and device that are tried in one relation.
    most: usize,
    numbers: HashMap<&'t str, u32>,
}

impl<'t, 'a> Figures<'t, 'a> {
    fn new(table: &'t Table<'a>) -> Self {
        let tied = tied_metrics(table);
        let numbers = (0u32..).zip(&table.names).map(|(at, name)| (&**name, at)).collect();
        let most = if table.is_small() { TRIED } else { TRIED_FEW };
        Figures { table, tied, most, numbers }
    }

    /// Returns the keys of metrics that some relation ties.
    fn keys(&self) -> impl Iterator<Item = Key> {
        let keys = self.table.keys_of_figures.iter().map(|(key, _)| *key);
        keys.filter(|(metric, _)| self.tied.get(*metric as usize) == Some(&true))
    }

    fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// A machine's figure against that of what it holds, times how many.
    fn machines(&self, tally: &mut Tally, verdicts: &mut Vec<Verdict>) {
        for (metric, device) in self.keys() {
            let name = &self.table.names[device as usize];
            let Some(holds) = self.table.vocab.devices.get(name).and_then(|entry| entry.holds.as_ref()) else {
                continue;
            };
            if !self.table.vocab.relations.adds(&self.table.names[metric as usize]) {
                continue;
            }
            let Some(parts) = self.number(&holds.device).map(|part| self.table.of((metric, part))) else { continue };
            let metric_name = &self.table.names[metric as usize];
            let ground = Ground::new(self.table, metric_name, name);
            let part_ground = Ground::new(self.table, metric_name, &holds.device);
            for whole in self.table.of((metric, device)).iter().take(self.most) {
                let mut found = Vec::new();
                for part in parts.iter().take(self.most) {
                    found.extend(self.machine((whole, &ground), (part, &part_ground)));
                }
                settle_machine(self.table.is_small(), found, tally, verdicts);
            }
        }
    }

    fn machine(&self, whole: (&Side, &Ground<'_>), part: (&Side, &Ground<'_>)) -> Option<Verdict> {
        let ((whole, ground), (part, part_ground)) = (whole, part);
        let (a, b) = (whole.value?, part.value?);
        if whole.unit != part.unit {
            return None;
        }
        let (one, other) = (self.table.set(whole), self.table.set(part));
        let mut footing = part_ground.compare(one, other);
        let span = ground.span;
        let elsewhere = Keys(footing.differ.0 & !span.0);
        let (wa, mut wb) = (ground.chips(one)?, part_ground.chips(other)?);
        // "Eight chips with 40 GB each" counts the chips, but the figure is for one.
        if (wa - wb).abs() < 1e-9 && wb > 1.0 && a.times(1.0 / wa).meets(&b) {
            wb = 1.0;
        }
        let (per_a, per_b) = (a.times(1.0 / wa), b.times(1.0 / wb));
        if !elsewhere.is_empty() || (wa - wb).abs() < 1e-9 {
            return None;
        }
        footing.lopsided.0 &= !span.0;
        let mut verdict = Verdict::new(vec![*whole, *part], Status::Explained, Kind::Arithmetic, "machine-fits");
        verdict.ratio = per_a.ratio(&per_b);
        (verdict.scaled, verdict.chips) = (true, Some((wa, wb)));
        verdict.explained = Keys(span.0);
        if !per_a.meets(&per_b) {
            if let Some((at, sold)) = ground.told
                && sold.iter().any(|size| hint::is_size(&a, size))
            {
                // The machine was sold with either size.
                verdict.rule = "variant-told";
                verdict.explained = Keys::default();
                verdict.explained.add(at);
                return Some(verdict.on(footing));
            }
            // Which board the machine holds is seldom said, and may make the difference for all but its memory.
            let told = part_ground.told.map_or(0, |(at, _)| part_ground.sold.0 | 1u64 << at);
            let open = footing.unstated(part_ground).0 & !told != 0;
            verdict.status = if open { Status::Incomparable } else { Status::Tension };
            verdict.rule = "machine-does-not-fit";
            verdict.explained = Keys::default();
        }
        verdict.size = size(verdict.ratio, per_a.meets(&per_b));
        Some(verdict.on(footing))
    }

    /// A product of figures of one source against the figure that states it.
    fn tie(&self, tie: &Tie, tally: &mut Tally, verdicts: &mut Vec<Verdict>) {
        let (Some(whole), Some(part)) = (self.number(&tie.whole), self.number(&tie.part)) else { return };
        let other = match &tie.other {
            Some(name) => match self.number(name) {
                Some(number) => Some(number),
                None => return,
            },
            None => None,
        };
        for key in self.keys().filter(|(metric, _)| *metric == whole) {
            for whole in self.table.of(key).iter().take(self.most) {
                let mut found = Vec::new();
                for part in self.beside(whole, part) {
                    match other {
                        None => found.extend(self.product(tie, whole, &[part])),
                        Some(other) => {
                            for other in self.beside(whole, other) {
                                found.extend(self.product(tie, whole, &[part, other]));
                            }
                        }
                    }
                }
                settle_tie(found, tally, verdicts);
            }
        }
    }

    /// Returns the figures of a metric that one source gives for the device of `whole`.
    fn beside(&self, whole: &Side, metric: u32) -> Vec<Side> {
        let figures = self.table.of((metric, whole.device));
        figures.iter().filter(|side| side.source == whole.source).take(self.most).copied().collect()
    }

    fn product(&self, tie: &Tie, whole: &Side, factors: &[Side]) -> Option<Verdict> {
        let names = &self.table.names;
        let device = &names[whole.device as usize];
        let ground = Ground::new(self.table, &tie.whole, device);
        let mut footing = Footing::default();
        for factor in factors {
            let of = Ground::new(self.table, &names[factor.metric as usize], device);
            let one = ground.compare(self.table.set(whole), self.table.set(factor));
            let other = of.compare(self.table.set(whole), self.table.set(factor));
            // What separates both metrics must be equal; what separates one alone is the other's own.
            footing.differ.0 |= one.differ.0 & other.differ.0;
            footing.lopsided.0 |= one.lopsided.0 & other.lopsided.0;
            footing.equal.0 |= one.equal.0 | other.equal.0;
        }
        footing.differ.0 &= !ground.span.0;
        footing.lopsided.0 &= !ground.span.0;
        let stated = self.per_chip(whole, &ground)?;
        let mut made = Interval {
            low: double(tie.usual.unwrap_or(tie.low)),
            high: double(tie.usual.unwrap_or(tie.high)),
            wide_low: double(tie.low),
            wide_high: double(tie.high),
            step: 0.0,
            loose: false,
            whole: false,
        };
        for factor in factors {
            let of = Ground::new(self.table, &names[factor.metric as usize], device);
            made = made.product(&self.per_chip(factor, &of)?);
        }
        if !self.one_currency(whole, &factors[0]) {
            return None;
        }
        let cheaper = self.cheaper(tie, footing.differ);
        if !Keys(footing.differ.0 & !cheaper.0).is_empty() {
            return None;
        }
        let mut sides = vec![*whole];
        sides.extend(factors);
        let mut verdict = Verdict::new(sides, Status::Tension, Kind::Arithmetic, "tie-does-not-fit");
        verdict.ratio = stated.ratio(&made);
        verdict.unstated = footing.unstated(&ground);
        if stated.meets(&made) {
            verdict.status = Status::Agreement;
            verdict.rule = "tie-fits";
            verdict.unstated = Keys::default();
        } else if !footing.differ.is_empty() && stated.point() < made.point() {
            verdict.status = Status::Explained;
            verdict.rule = "tie-cheaper";
            verdict.explained = footing.differ;
        }
        verdict.size = size(verdict.ratio, stated.meets(&made));
        Some(verdict.on(footing))
    }

    fn per_chip(&self, side: &Side, ground: &Ground<'_>) -> Option<Interval> {
        let value = side.value?;
        if !ground.adds {
            return Some(value);
        }
        Some(value.times(1.0 / ground.chips(self.table.set(side))?))
    }

    fn cheaper(&self, tie: &Tie, differ: Keys) -> Keys {
        let keys = differ.iter().filter(|&at| self.table.keys.get(at).is_some_and(|key| tie.cheaper_by.contains(key)));
        keys.fold(Keys::default(), |mut all, at| {
            all.add(at);
            all
        })
    }

    /// Says whether two money figures are of one currency: the part of the unit before the stroke.
    fn one_currency(&self, a: &Side, b: &Side) -> bool {
        let head = |side: &Side| {
            let unit = self.table.names.get(side.unit as usize).map_or("", |unit| &**unit);
            unit.split('/').next().unwrap_or("").to_owned()
        };
        let (a, b) = (head(a), head(b));
        // Only money has codes of three capitals; other products change their unit.
        let is_code = |unit: &str| unit.len() == 3 && unit.bytes().all(|byte| byte.is_ascii_uppercase());
        a == b || !(is_code(&a) || is_code(&b))
    }
}

/// Says for each name whether it is a metric that some relation ties.
fn tied_metrics(table: &Table<'_>) -> Vec<bool> {
    let relations = &table.vocab.relations;
    let ties = |name: &str| {
        relations.tie.iter().any(|tie| &*tie.whole == name || &*tie.part == name || tie.other.as_deref() == Some(name))
    };
    table.names.iter().map(|name| relations.adds(name) || ties(name)).collect()
}

/// A machine's figure fits one part's, or none: a part that fits settles it, and only parts that agree
/// among themselves can contradict it.
fn settle_machine(small: bool, found: Vec<Verdict>, tally: &mut Tally, verdicts: &mut Vec<Verdict>) {
    let fits = found.iter().any(|verdict| verdict.status == Status::Explained);
    let parts: Vec<Interval> = found.iter().filter_map(|verdict| verdict.sides[1].value).collect();
    let one = parts.windows(2).all(|pair| pair[0].meets(&pair[1]));
    let mut listed = false;
    for verdict in found {
        if verdict.status != Status::Explained && (fits || !one || verdict.status == Status::Incomparable) {
            tally.count(Status::Incomparable, 1);
            continue;
        }
        tally.count(verdict.status, 1);
        // Of a large corpus one pair stands for all that the machine's figure makes.
        if listed && !small {
            tally.unlisted += 1;
            continue;
        }
        listed = true;
        verdicts.push(verdict);
    }
}

/// A product that comes out once is no finding; one that never does is, by the factors nearest to it.
fn settle_tie(found: Vec<Verdict>, tally: &mut Tally, verdicts: &mut Vec<Verdict>) {
    if found.iter().any(|verdict| verdict.status == Status::Agreement) {
        tally.repeats += found.len() as u64;
        return;
    }
    let best = found.into_iter().min_by(|a, b| {
        let off = |verdict: &Verdict| (verdict.status != Status::Explained, verdict.ratio.unwrap_or(f64::MAX));
        let (one, other) = (off(a), off(b));
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
    });
    if let Some(verdict) = best.filter(|verdict| verdict.size > Size::Minor) {
        tally.count(verdict.status, 1);
        verdicts.push(verdict);
    }
}
