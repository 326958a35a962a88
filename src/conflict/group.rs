//! Figures by key, and which of them are set side by side.
//!
//! Figures of one metric and device are sorted by value. Equal figures under equal conditions are one
//! *stance*; stances, not claims, are set against each other, so that a thousand sources that say
//! the same cost nothing. Where a key has very many stances, each is set against the best attested
//! ones and the extremes only, and the summary says how many pairs were not.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::footing::{Footing, Ground};
use super::pair::Pair;
use super::table::{Side, Table};
use super::verdict::Verdict;
use super::{Families, Interval, Kind, Size, Status, Tally};

/// Stances that each further one is set against on keys with very many.
const PIVOTS: usize = 4;
/// Claims named in one agreement.
const AGREEING: usize = 36;
/// Values of one source under equal conditions from which on they are no property of the device.
const MANY: usize = 3;
/// Findings listed of a large corpus.
const LISTED: usize = 24_000;

/// How much is judged and listed, by the size of the corpus.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Stances of one key up to which every pair is judged.
    every_pair: usize,
    /// Pairs of claims judged for one pair of stances.
    pairs_of_stances: usize,
    /// Findings listed for one key.
    listed: usize,
}

impl Limits {
    fn new(small: bool, keys: usize) -> Self {
        if small {
            return Limits { every_pair: 64, pairs_of_stances: 36, listed: 300 };
        }
        Limits { every_pair: 8, pairs_of_stances: 1, listed: (LISTED / keys.max(1)).clamp(2, 300) }
    }
}

/// So many figures are judged sooner by several threads.
const SEVERAL: usize = 50_000;

/// Judges every key's figures.
pub fn figures(table: &Table<'_>, families: &Families, all_cores: bool, tally: &mut Tally) -> Vec<Verdict> {
    let limits = Limits::new(table.is_small(), table.keys_of_figures.len());
    let judge = |(mut tally, mut verdicts): (Tally, Vec<Verdict>), range: &Range<usize>| {
        if range.len() == 1 {
            tally.alone += 1;
        } else {
            tally.groups += 1;
            let group = Group::new(table, families, table.figures[range.clone()].to_vec(), limits);
            group.judge(&mut tally, &mut verdicts);
        }
        (tally, verdicts)
    };
    let ranges = table.keys_of_figures.iter().map(|(_, range)| range);
    let parts = if all_cores && table.figures.len() >= SEVERAL {
        let ranges: Vec<&Range<usize>> = ranges.collect();
        ranges.into_par_iter().fold(|| (Tally::default(), Vec::new()), judge).collect()
    } else {
        vec![ranges.fold((Tally::default(), Vec::new()), judge)]
    };
    let mut parts = parts.into_iter();
    let Some((first, mut all)) = parts.next() else { return Vec::new() };
    tally.add(first);
    for (part, verdicts) in parts {
        tally.add(part);
        all.extend(verdicts);
    }
    all
}

struct Group<'t, 'a> {
    table: &'t Table<'a>,
    families: &'t Families,
    ground: Ground<'a>,
    /// Sorted by unit, then value, then conditions.
    sides: Vec<Side>,
    /// Sources that give many values under the same conditions: they tell them apart by something
    /// that is not stated.
    many: HashSet<u32>,
    limits: Limits,
    footings: FxHashMap<(u32, u32), Footing>,
}

impl<'t, 'a> Group<'t, 'a> {
    fn new(table: &'t Table<'a>, families: &'t Families, mut sides: Vec<Side>, limits: Limits) -> Self {
        let ground = Ground::new(table, &table.names[sides[0].metric as usize], &table.names[sides[0].device as usize]);
        sides.sort_unstable_by(in_order);
        let many = if sides.len() < MANY { HashSet::new() } else { many_valued(&sides) };
        Group { table, families, ground, sides, many, limits, footings: FxHashMap::default() }
    }

    fn judge(mut self, tally: &mut Tally, verdicts: &mut Vec<Verdict>) {
        let mut listed: Vec<Verdict> = Vec::new();
        let units: Vec<Range<usize>> = runs(&self.sides, |a, b| a.unit == b.unit);
        for (at, unit) in units.iter().enumerate() {
            for other in &units[at + 1..] {
                self.other_unit(unit, other, tally, &mut listed);
            }
            self.unit(unit.clone(), tally, &mut listed);
        }
        let most = self.limits.listed;
        if listed.len() > most {
            // The gravest stay: by status, then size.
            listed.sort_by_key(|verdict| (verdict.status, std::cmp::Reverse(verdict.size)));
            tally.unlisted += (listed.len() - most) as u64;
            listed.truncate(most);
        }
        verdicts.append(&mut listed);
    }

    /// Figures in units that cannot be compared: one finding stands for all pairs.
    fn other_unit(&self, one: &Range<usize>, other: &Range<usize>, tally: &mut Tally, listed: &mut Vec<Verdict>) {
        let (a, b) = (self.sides[one.start], self.sides[other.start]);
        tally.count(Status::Incomparable, (one.len() * other.len()) as u64);
        tally.unlisted += (one.len() * other.len()) as u64 - 1;
        let footing = self.ground.compare(self.table.set(&a), self.table.set(&b));
        let sides = vec![a, b];
        let money = self.is_money(&a) && self.is_money(&b);
        let rule = if money { "other-currency" } else { "other-unit" };
        let mut verdict = Verdict::new(sides, Status::Incomparable, Kind::DisjointValues, rule).on(footing);
        verdict.size = Size::Trivial;
        listed.push(verdict);
    }

    /// Says whether a figure is an amount of a currency, by the first part of its unit.
    fn is_money(&self, side: &Side) -> bool {
        let unit = self.table.names.get(side.unit as usize).map_or("", |unit| &**unit);
        self.table.vocab.units.is_currency(unit.split('/').next().unwrap_or_default())
    }

    fn unit(&mut self, range: Range<usize>, tally: &mut Tally, listed: &mut Vec<Verdict>) {
        let start = range.start;
        let same = |a: &Side, b: &Side| a.conditions == b.conditions && a.value == b.value;
        let stances: Vec<Range<usize>> = runs(&self.sides[range], same);
        let stances: Vec<Range<usize>> = stances.iter().map(|r| r.start + start..r.end + start).collect();
        for stance in &stances {
            self.within(stance.clone(), tally, listed);
        }
        if stances.len() <= self.limits.every_pair {
            for (at, one) in stances.iter().enumerate() {
                for other in &stances[at + 1..] {
                    self.between(one.clone(), other.clone(), tally, listed);
                }
            }
            return;
        }
        let pivots = self.pivots(&stances);
        let mut judged = 0;
        for (at, one) in stances.iter().enumerate() {
            for &pivot in pivots.iter().filter(|&&pivot| pivot != at && (pivot > at || !pivots.contains(&at))) {
                self.between(one.clone(), stances[pivot].clone(), tally, listed);
                judged += 1;
            }
        }
        let n = stances.len() as u64;
        tally.not_set += n * (n - 1) / 2 - judged;
    }

    /// Returns the stances that the others of a large key are set against: the best attested, the
    /// lowest and the highest.
    fn pivots(&self, stances: &[Range<usize>]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..stances.len()).collect();
        order.sort_by_key(|&at| (std::cmp::Reverse(stances[at].len()), at));
        let mut pivots: Vec<usize> = order.into_iter().take(PIVOTS - 2).chain([0, stances.len() - 1]).collect();
        pivots.sort_unstable();
        pivots.dedup();
        pivots
    }

    /// Claims that say the same under the same conditions.
    fn within(&self, stance: Range<usize>, tally: &mut Tally, listed: &mut Vec<Verdict>) {
        let n = stance.len() as u64;
        if n < 2 {
            return;
        }
        let sides = &self.sides[stance];
        let first = self.families.of(&sides[0]);
        if sides.iter().all(|side| self.families.of(side) == first) {
            tally.repeats += n * (n - 1) / 2;
            return;
        }
        tally.count(Status::Agreement, n * (n - 1) / 2);
        let footing = self.ground.compare(self.table.set(&sides[0]), self.table.set(&sides[0]));
        // One finding for all of them; the two sides first are of two families.
        let other = sides.iter().position(|side| self.families.of(side) != first).unwrap_or(1);
        let mut order: Vec<Side> = vec![sides[0], sides[other]];
        let rest = sides.iter().enumerate().filter(|(at, _)| *at != 0 && *at != other);
        order.extend(rest.map(|(_, side)| *side).take(AGREEING - 2));
        let mut verdict = Verdict::new(order, Status::Agreement, Kind::SameValue, "same").on(footing);
        verdict.shared = true;
        verdict.size = Size::Trivial;
        listed.push(verdict);
    }

    /// Two stances: their claims are judged in pairs, as sources and dates may differ.
    fn between(&mut self, one: Range<usize>, other: Range<usize>, tally: &mut Tally, listed: &mut Vec<Verdict>) {
        let pairs = (one.len() * other.len()) as u64;
        let most = self.limits.pairs_of_stances;
        let (a, b) = (one.len(), other.len());
        // All pairs, or as many of both sides as fit, the shorter side first.
        let short = a.min(b).min(most.isqrt().max(1));
        let long = a.max(b).min(most / short);
        let (rows, columns) = match a * b <= most {
            true => (a, b),
            false if a < b => (short, long),
            false => (long, short),
        };
        let mut last = None;
        for at in one.start..one.start + rows {
            for against in other.start..other.start + columns {
                let (a, b) = (self.sides[at], self.sides[against]);
                let (Some(x), Some(y)) = (a.value, b.value) else { continue };
                let (x, y) = self.table.unconverted(&a, &b).unwrap_or((x, y));
                let footing = self.footing(a.conditions, b.conditions);
                let many = self.many.contains(&a.source) || self.many.contains(&b.source);
                let pair = Pair { table: self.table, ground: &self.ground, a: (a, x), b: (b, y), many };
                let mut verdict = pair.judge(footing);
                last = Some(verdict.status);
                let family = self.families.of(&a) == self.families.of(&b);
                if verdict.status == Status::Agreement && family {
                    tally.repeats += 1;
                    continue;
                }
                tally.count(verdict.status, 1);
                if listed.len() > self.limits.listed * 8 && verdict.status > Status::Tension {
                    tally.unlisted += 1;
                    continue;
                }
                verdict.sides = vec![a, b];
                verdict.sides.extend(verdict.also.as_deref().copied());
                listed.push(verdict);
            }
        }
        // The pairs that were not judged one by one say the same as the last.
        let rest = pairs - (rows * columns) as u64;
        if let (Some(status), true) = (last, rest > 0) {
            tally.count(status, rest);
            tally.unlisted += rest;
        }
    }

    fn footing(&mut self, a: u32, b: u32) -> Footing {
        let (table, ground) = (self.table, &self.ground);
        *self.footings.entry((a, b)).or_insert_with(|| ground.compare(&table.sets[a as usize], &table.sets[b as usize]))
    }
}

/// The order of a group: by unit, value and conditions, so that equal figures stand together.
fn in_order(a: &Side, b: &Side) -> Ordering {
    let (Some(x), Some(y)) = (&a.value, &b.value) else { return a.claim.cmp(&b.claim) };
    (a.unit.cmp(&b.unit))
        .then_with(|| x.low.total_cmp(&y.low))
        .then_with(|| x.high.total_cmp(&y.high))
        .then_with(|| x.wide_low.total_cmp(&y.wide_low))
        .then_with(|| x.wide_high.total_cmp(&y.wide_high))
        .then_with(|| a.conditions.cmp(&b.conditions))
        .then_with(|| a.claim.cmp(&b.claim))
}

/// Returns the sources that give [`MANY`] values or more, no two of which meet, under equal conditions.
fn many_valued(sides: &[Side]) -> HashSet<u32> {
    let mut seen: FxHashMap<(u32, u32, u32), (usize, Interval)> = FxHashMap::default();
    for side in sides {
        let Some(value) = side.value else { continue };
        // Sides are sorted by value: one that does not meet the last does not meet those before.
        let place = seen.entry((side.unit, side.source, side.conditions)).or_insert((1, value));
        if !place.1.meets(&value) {
            *place = (place.0 + 1, value);
        }
    }
    seen.into_iter().filter(|(_, (values, _))| *values >= MANY).map(|((_, source, _), _)| source).collect()
}

/// Returns the ranges of equal neighbours.
fn runs(sides: &[Side], same: impl Fn(&Side, &Side) -> bool) -> Vec<Range<usize>> {
    let mut start = 0;
    sides
        .chunk_by(|a, b| same(a, b))
        .map(|chunk| {
            let run = start..start + chunk.len();
            start = run.end;
            run
        })
        .collect()
}
