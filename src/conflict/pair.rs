//! Two figures of one metric and device, and the verdict over them.
//!
//! The order of the questions is the order of an expert's: are the two of the same thing, do the
//! values meet at their written precision, does what differs account for the rest, and does
//! anything that is left out leave a way for both to hold? Only then is it a conflict.

use super::footing::{Footing, Ground};
use super::table::{Keys, Side, Table};
use super::verdict::{Verdict, size};
use super::{Interval, Kind, Size, Status, hint, time};

/// Two figures on one ground.
pub struct Pair<'t, 'a> {
    /// The claims.
    pub table: &'t Table<'a>,
    /// What the metric and the device ask.
    pub ground: &'t Ground<'a>,
    /// One side and its value.
    pub a: (Side, Interval),
    /// The other.
    pub b: (Side, Interval),
    /// One of the sources gives many values under the same conditions.
    pub many: bool,
}

impl Pair<'_, '_> {
    /// Returns the verdict, the conditions standing as `footing` says.
    pub fn judge(&self, footing: Footing) -> Verdict {
        if self.ground.class && !self.a.1.meets(&self.b.1) {
            return self.of_class(footing);
        }
        self.over_scopes(footing).unwrap_or_else(|| {
            if footing.differ.is_empty() { self.alike(footing) } else { self.apart(footing, footing.differ) }
        })
    }

    /// Judges figures of a class: only what is said of it at large ("thousands of cores") is said of every member.
    fn of_class(&self, footing: Footing) -> Verdict {
        let at_large = self.a.1.loose || self.b.1.loose;
        let one_source = self.a.0.source == self.b.0.source;
        if at_large && !one_source && footing.differ.is_empty() && self.ground.occasion.is_none() {
            let mut verdict = self.verdict(footing, Status::Tension, "class");
            verdict.unstated = footing.unstated(self.ground);
            return verdict;
        }
        if let Some((status, "threshold")) = self.no_property(footing) {
            let mut verdict = self.verdict(footing, status, "threshold");
            verdict.kind = Kind::Threshold;
            return verdict;
        }
        self.verdict(footing, Status::Incomparable, "members")
    }

    /// Judges figures for different numbers of chips; `None` where scope and count do not come in.
    fn over_scopes(&self, footing: Footing) -> Option<Verdict> {
        let touched = Keys((footing.differ.0 | footing.lopsided.0) & self.ground.span.0);
        if touched.is_empty() {
            return None;
        }
        let others = Keys(footing.differ.0 & !self.ground.span.0);
        let stated = !Keys(footing.differ.0 & self.ground.span.0).is_empty();
        let weights = if self.ground.adds {
            let chips = |side: &Side| self.ground.chips(self.table.set(side));
            chips(&self.a.0).zip(chips(&self.b.0))
        } else {
            None
        };
        let Some((wa, wb)) = weights else {
            return stated.then(|| self.apart(footing, footing.differ));
        };
        if (wa - wb).abs() < 1e-9 {
            return others.is_empty().then(|| self.alike(footing)).or_else(|| Some(self.apart(footing, others)));
        }
        let (a, b) = (self.a.1.times(1.0 / wa), self.b.1.times(1.0 / wb));
        let mut verdict = self.verdict(footing, Status::Explained, "scope-fits");
        verdict.chips = Some((wa, wb));
        if a.meets(&b) {
            verdict.explained = Keys(touched.0 | others.0);
            return Some(verdict);
        }
        // Of one chip, the two are judged as any other pair: by what else differs, by the order of prices, by time.
        let each = Pair { a: (self.a.0, a), b: (self.b.0, b), ..*self };
        let ordered = footing.by_default.iter().any(|at| !self.ground.span.has(at) && self.order(at).is_some());
        let besides = footing.without(self.ground.span);
        let judged = if !others.is_empty() || ordered && stated {
            Some(each.apart(besides, others))
        } else if stated && !self.listed_together() {
            each.over_time(besides)
        } else {
            None
        };
        if let Some(mut verdict) = judged {
            if verdict.status == Status::Explained && stated {
                verdict.explained.0 |= touched.0;
            }
            (verdict.ratio, verdict.scaled, verdict.chips) = (a.ratio(&b), true, Some((wa, wb)));
            verdict.footing = footing;
            return Some(verdict);
        }
        if !stated || self.listed_together() {
            // One side names no scope: it may be either's.
            let mut verdict = self.verdict(footing, Status::Tension, "scope-unstated");
            verdict.unstated = Keys(touched.0 | footing.unstated(self.ground).0);
            if self.a.1.meets(&self.b.1) && self.a.0.source == self.b.0.source {
                verdict.status = Status::Agreement;
                verdict.rule = "same-unstated";
            }
            return Some(verdict);
        }
        verdict.status = Status::Tension;
        verdict.rule = "scope-does-not-fit";
        verdict.kind = Kind::Arithmetic;
        verdict.scaled = true;
        verdict.ratio = a.ratio(&b);
        verdict.size = size(verdict.ratio, false);
        verdict.unstated = footing.unstated(self.ground);
        Some(verdict)
    }

    /// Judges figures whose stated conditions are equal.
    fn alike(&self, footing: Footing) -> Verdict {
        if self.a.1.meets(&self.b.1) {
            return self.meeting(footing);
        }
        let unstated = footing.unstated(self.ground);
        if let Some(key) = hint::binary_prefix(self.table, &self.a, &self.b) {
            let mut verdict = self.verdict(footing, Status::Explained, "unit-prefix");
            verdict.explained = key;
            return verdict;
        }
        if let Some(key) = self.told_apart().filter(|&key| !footing.equal.has(key)) {
            let mut verdict = self.verdict(footing, Status::Explained, "variant-told");
            verdict.explained.add(key);
            return verdict;
        }
        let dated = self.ground.volatile && time::are_dated_apart(self.table, &self.a.0, &self.b.0);
        if !dated && self.listed_together() {
            let mut verdict = self.verdict(footing, Status::Explained, "listed-together");
            verdict.explained = self.reason("listed_together");
            verdict.unstated = unstated;
            return verdict;
        }
        if footing.by_default.iter().any(|at| self.order(at).is_some()) {
            return self.apart(footing, Keys::default());
        }
        if let Some(side) = self.count_beside(footing) {
            let mut verdict = self.verdict(footing, Status::Explained, "count-beside");
            let chips = side.value.map_or(1.0, |value| value.point());
            verdict.chips = Some(if self.a.1.point() > self.b.1.point() { (chips, 1.0) } else { (1.0, chips) });
            verdict.explained = Keys(self.ground.span.0);
            verdict.also = Some(Box::new(side));
            return verdict;
        }
        self.over_time(footing).unwrap_or_else(|| self.disputed(footing, unstated))
    }

    /// Judges figures of two times, where one takes the other's place or is of another day.
    fn over_time(&self, footing: Footing) -> Option<Verdict> {
        let settled = footing.lopsided.0 & !self.ground.times.0 == 0;
        let rule = time::supersedes(self.table, self.ground.volatile, settled, &self.a.0, &self.b.0)?;
        let mut verdict = self.verdict(footing, Status::Superseded, rule);
        verdict.unstated = Keys(footing.unstated(self.ground).0 & !self.ground.times.0);
        if rule == "other-time" {
            verdict.status = Status::Explained;
            verdict.explained = self.ground.times;
        }
        Some(verdict)
    }

    /// Returns the condition that both figures name by themselves, where both are of values it was sold in.
    fn told_apart(&self) -> Option<usize> {
        let (key, sold) = self.ground.told?;
        let is_sold = |value: &Interval| sold.iter().any(|size| hint::is_size(value, size));
        (is_sold(&self.a.1) && is_sold(&self.b.1)).then_some(key)
    }

    /// Returns the count that stands beside the larger of two figures and accounts for the ratio: "a board of
    /// 4 chips costs $8" against $2 a chip.
    fn count_beside(&self, footing: Footing) -> Option<Side> {
        let open = Keys((footing.lopsided.0 | footing.defaulted.0 | footing.silent.0) & self.ground.span.0);
        if !self.ground.adds || open.is_empty() {
            return None;
        }
        let (large, small) = if self.a.1.point() > self.b.1.point() { (&self.a, &self.b) } else { (&self.b, &self.a) };
        let own = &self.table.claim(&large.0).evidence;
        let counts = self.table.counts.get(&(large.0.source, large.0.device))?;
        let accounts = |count: &&Side| {
            let at = &self.table.claim(count).evidence;
            let beside = at.start < own.end && own.start < at.end;
            let n = count.value.map_or(0.0, |value| value.point());
            beside && n > 1.0 && large.1.times(1.0 / n).meets(&small.1)
        };
        counts.iter().find(accounts).copied()
    }

    /// Figures that can both hold.
    fn meeting(&self, footing: Footing) -> Verdict {
        let (a, b) = (self.a.1, self.b.1);
        // "At most 350" and "at most 300" can both hold, and still do not say the same.
        let bound =
            |side: &Side| self.table.claim(side).statement.quantity().is_some_and(|value| value.bound.is_some());
        let both_bounds = bound(&self.a.0) && bound(&self.b.0);
        let far = |ratio: f64| ratio > if both_bounds { 1.05 } else { 2.0 };
        // "From 256 on" and "from 1,024 on" meet, and still advise differently.
        let differ = both_bounds && a.point() != b.point();
        if let Some((status, rule @ "threshold")) = self.no_property(footing).filter(|_| differ) {
            let mut verdict = self.verdict(footing, status, rule);
            verdict.kind = Kind::Threshold;
            return verdict;
        }
        let loose = a.loose || b.loose;
        let written = Interval { wide_low: a.low, wide_high: a.high, ..a }.ratio(&Interval {
            wide_low: b.low,
            wide_high: b.high,
            ..b
        });
        let mut verdict = self.verdict(footing, Status::Agreement, "same");
        verdict.kind = Kind::SameValue;
        verdict.size = Size::Trivial;
        if loose && written.is_some_and(far) {
            verdict.status = Status::Explained;
            verdict.rule = "within-bound";
            verdict.kind = Kind::DisjointValues;
            verdict.explained = self.reason("bound");
        } else if loose && !a.closed().meets(&b.closed()) {
            // "Up to 700" holds for 600, and does not say 600.
            verdict.rule = "bound-kept";
        } else if a.point() != b.point() {
            verdict.rule = "same-rounded";
        }
        verdict
    }

    /// Returns the verdict over figures that are no property of the device, or for which nothing is
    /// known that would make them one.
    pub(super) fn no_property(&self, footing: Footing) -> Option<(Status, &'static str)> {
        let one_source = self.a.0.source == self.b.0.source;
        if let Some(occasion) = self.ground.occasion {
            let bound =
                |side: &(Side, Interval)| self.table.claim(&side.0).statement.quantity().and_then(|value| value.bound);
            let advice = occasion.threshold && bound(&self.a).is_some() && bound(&self.a) == bound(&self.b);
            return Some(if advice { (Status::Tension, "threshold") } else { (Status::Incomparable, "occasion") });
        }
        if self.many {
            return Some((Status::Incomparable, "many-values"));
        }
        if self.ground.doubtful {
            return Some((Status::Tension, "counts"));
        }
        let unknown = !Keys(footing.silent.0 & self.ground.matters.0).is_empty();
        (unknown && one_source).then_some((Status::Incomparable, "no-ground"))
    }

    fn reason(&self, key: &str) -> Keys {
        let mut keys = Keys::default();
        if let Some(at) = self.table.key(key) {
            keys.add(at);
        }
        keys
    }

    pub(super) fn verdict(&self, footing: Footing, status: Status, rule: &'static str) -> Verdict {
        let dated = self.table.claim(&self.a.0).statement.quantity().is_some_and(|value| value.dates.is_some());
        let ratio = if dated { None } else { self.a.1.ratio(&self.b.1) };
        let kind = hint::kind(self.table, &self.a, &self.b, ratio);
        // Its sides are filled in when it is listed: most are only counted.
        let verdict = Verdict::new(Vec::new(), status, kind, rule).on(footing);
        Verdict { ratio, size: size(ratio, self.a.1.meets(&self.b.1)), ..verdict }
    }
}
