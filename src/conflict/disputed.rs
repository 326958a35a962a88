//! Figures that cannot both hold as they stand: is there a way that they can?

use super::footing::Footing;
use super::hint::{self, Hint};
use super::pair::Pair;
use super::table::{Keys, Side};
use super::verdict::{SURE, Verdict};
use super::{Interval, Kind, Status};

/// The unit of bare counts.
const COUNT: &str = "1";
/// From this ratio on, two boards or memory sizes of one device do not explain it.
const FAR: f64 = 5.0;
/// From this ratio on, a figure without a scope may be for several chips.
const SEVERAL: f64 = 4.0;

impl Pair<'_, '_> {
    /// Figures that cannot both hold as they stand: is there a way that they can?
    pub(super) fn disputed(&self, footing: Footing, unstated: Keys) -> Verdict {
        let mut verdict = self.verdict(footing, Status::Conflict, "apart");
        verdict.unstated = unstated;
        verdict.hint = self.ratio_hint(footing);
        // A known ratio that one side's condition makes says more than that a source has many values.
        let told = matches!(verdict.hint, Some(Hint::Ratio { key, .. }) if footing.lopsided.has(key));
        if let Some((status, rule)) = self.no_property(footing).filter(|(_, rule)| !told || *rule != "many-values") {
            verdict.hint = None;
            (verdict.status, verdict.rule) = (status, rule);
            if rule == "threshold" {
                verdict.kind = Kind::Threshold;
            }
            return verdict;
        }
        if let Some(Hint::Ratio { key, .. }) = verdict.hint {
            verdict.unstated.add(key);
        }
        if self.ground.volatile && !self.same_day() {
            verdict.unstated.0 |= self.ground.times.0 & self.ground.separates.0;
        }
        if verdict.hint.is_none() {
            verdict.hint = hint::slip(self.table, &self.a, &self.b);
        }
        if verdict.hint == Some(Hint::Bits) && !Keys(footing.lopsided.0 & self.ground.span.0).is_empty() {
            // Eight in a machine are more likely than bits for bytes.
            verdict.hint = None;
        }
        if verdict.ratio.is_some_and(|ratio| ratio >= FAR) {
            // No board or memory size makes so much.
            verdict.unstated.0 &= !(self.ground.sold.0 & footing.silent.0);
        }
        let many = verdict.ratio.is_some_and(|ratio| ratio >= SEVERAL) && verdict.hint != Some(Hint::Point);
        if let (true, true, Some(at)) = (many, self.ground.adds, self.ground.span.iter().next()) {
            // So far apart, the larger may be for a machine or a rack.
            if !footing.equal.has(at) {
                verdict.unstated.add(at);
            }
        }
        let hedged = |side: &(Side, Interval)| self.table.claim(&side.0).hedged;
        let way_out = if !verdict.unstated.is_empty() {
            Some("unstated")
        } else if hedged(&self.a) || hedged(&self.b) {
            Some("hedged")
        } else if self.estimates() {
            Some("estimates")
        } else if self.is_far_count(&verdict)
            || self.table.claim(&self.a.0).confidence.min(self.table.claim(&self.b.0).confidence) < SURE
        {
            Some("unsure")
        } else if self.one_paragraph() {
            Some("one-paragraph")
        } else if self.gives_both() {
            Some("both-given")
        } else if self.a.1.is_near(&self.b.1) || self.b.1.is_near(&self.a.1) {
            Some("near")
        } else {
            None
        };
        if let Some(rule) = way_out {
            verdict.status = Status::Tension;
            verdict.rule = rule;
        }
        verdict
    }

    /// Returns a ratio that a condition left out would explain.
    fn ratio_hint(&self, footing: Footing) -> Option<Hint> {
        let open = Keys(footing.lopsided.0 | footing.silent.0 | footing.defaulted.0);
        for at in open.iter() {
            if self.ground.span.has(at) && self.ground.adds {
                let fits = |n: &f64| self.a.1.meets(&self.b.1.times(*n)) || self.b.1.meets(&self.a.1.times(*n));
                if let Some(ratio) = self.ground.multiples().find(fits) {
                    return Some(Hint::Ratio { key: at, ratio });
                }
                continue;
            }
            let Some(rule) = self.ground.rules.get(at) else { continue };
            for order in &rule.order {
                let Some(ratio) = order.ratio.map(super::interval::double) else { continue };
                if self.a.1.meets(&self.b.1.times(ratio)) || self.b.1.meets(&self.a.1.times(ratio)) {
                    return Some(Hint::Ratio { key: at, ratio });
                }
            }
        }
        None
    }

    /// Says whether two bare counts lie so far apart that they hardly count one thing.
    fn is_far_count(&self, verdict: &Verdict) -> bool {
        let bare = self.table.names.get(self.a.0.unit as usize).is_some_and(|unit| &**unit == COUNT);
        let far = |ratio: f64| ratio > 50.0 && verdict.hint.is_none() || ratio > 5_000.0;
        bare && verdict.ratio.is_some_and(far)
    }

    /// Says whether both are for one day: in one source, or from sources of one date.
    fn same_day(&self) -> bool {
        let (a, b) = (self.table.claim(&self.a.0), self.table.claim(&self.b.0));
        self.a.0.source == self.b.0.source || a.source.date.is_some() && a.source.date == b.source.date
    }

    /// Says whether both figures are somebody's estimate.
    fn estimates(&self) -> bool {
        let vague = |side: &(Side, Interval)| {
            let claim = self.table.claim(&side.0);
            let guessed = self.ground.rules.iter().any(|rule| {
                rule.guesses.iter().any(|word| claim.conditions.word(&rule.key).is_some_and(|stated| stated == &**word))
            });
            guessed || claim.statement.quantity().is_some_and(|value| value.vague)
        };
        vague(&self.a) && vague(&self.b)
    }
}
