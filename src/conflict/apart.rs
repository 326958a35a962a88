//! Figures under conditions that differ: does what differs account for the distance, and in the right direction?

use super::footing::Footing;
use super::hint::Hint;
use super::pair::Pair;
use super::table::{Keys, Side};
use super::verdict::Verdict;
use super::{Interval, Kind, Status, time};
use crate::claim::ConditionValue;
use crate::vocab::relation::Order;

/// The fixed ratio that differing conditions ask for.
struct Step {
    /// `a` is so many times `b`.
    factor: f64,
    /// The conditions that fix it.
    exact: Keys,
}

impl Pair<'_, '_> {
    /// Judges figures for which the conditions `differ` are different, stated or by default.
    pub(super) fn apart(&self, footing: Footing, differ: Keys) -> Verdict {
        let differ = Keys(differ.0 | (footing.by_default.0 & !self.ground.span.0));
        let unstated = Keys(footing.lopsided.0 & !differ.0);
        let step = self.step(differ);
        let scaled = self.b.1.times(step.factor);
        let rest = Keys(differ.0 & !step.exact.0);
        let say = |status, rule, explained: Keys| {
            let mut verdict = self.verdict(footing, status, rule);
            (verdict.explained, verdict.unstated) = (explained, unstated);
            verdict
        };
        if !step.exact.is_empty() && self.a.1.meets(&scaled) {
            return say(Status::Explained, "ratio-fits", step.exact);
        }
        let left_out = Keys(unstated.0 | (footing.silent.0 & self.ground.matters.0));
        // What is left out may explain a broken order, but something must; another day does.
        let of_two_times = self.ground.volatile && time::are_of_two_times(self.table, &self.a.0, &self.b.0);
        if let Some(at) = self.broken(differ, &scaled).filter(|_| !of_two_times)
            && Keys(rest.0 & !(1 << at)).is_empty()
        {
            let mut verdict = say(Status::Tension, "order-broken", Keys::default());
            verdict.unstated = left_out;
            verdict.hint = Some(Hint::Broken { key: at });
            return verdict;
        }
        // A fixed ratio binds only where neither says more than the other.
        if !step.exact.is_empty() && rest.is_empty() && Keys(unstated.0 & !self.ground.span.0).is_empty() {
            let mut verdict = say(Status::Tension, "ratio-does-not-fit", Keys::default());
            verdict.unstated = left_out;
            verdict.kind = Kind::Arithmetic;
            verdict.hint = step.exact.iter().next().map(|key| Hint::Broken { key });
            return verdict;
        }
        if self.a.1.meets(&self.b.1) {
            let mut verdict = say(Status::Incomparable, "same-number", differ);
            verdict.kind = Kind::SameValue;
            return verdict;
        }
        if Keys(differ.0 & !self.ground.no_rule.0).is_empty() {
            return say(Status::Incomparable, "no-rule", differ);
        }
        say(Status::Explained, "other-thing", differ)
    }

    /// Returns the fixed ratio of `a` to `b` that the differing conditions ask for.
    fn step(&self, differ: Keys) -> Step {
        let mut step = Step { factor: 1.0, exact: Keys::default() };
        for at in differ.iter() {
            let Some((order, a_is_more)) = self.order(at) else { continue };
            let Some(ratio) = order.ratio.map(super::interval::double) else { continue };
            step.factor *= if a_is_more { ratio } else { 1.0 / ratio };
            step.exact.add(at);
        }
        step
    }

    /// Returns the condition whose order the two break, `b` brought to `a`'s terms by the fixed ratios.
    fn broken(&self, differ: Keys, b: &Interval) -> Option<usize> {
        let a = &self.a.1;
        differ.iter().find(|&at| {
            let Some((order, a_is_more)) = self.order(at) else { return false };
            // A fixed ratio is broken only where the order is: twice the figure becomes less than it.
            let b = if order.ratio.is_some() { &self.b.1 } else { b };
            let (more, less) = if a_is_more { (a, b) } else { (b, a) };
            order.usual.is_none() && !more.meets(less) && more.point() < less.point()
        })
    }

    /// Returns the order between the two values of condition `at`, and whether `a` is to be the larger.
    pub(super) fn order(&self, at: usize) -> Option<(&Order, bool)> {
        let rule = self.ground.rules.get(at)?;
        let word = |side: &Side| -> Option<&str> {
            let default = self.ground.taken_for(at).and_then(|value| match value {
                ConditionValue::Word(word) => Some(&**word),
                _ => None,
            });
            self.table.set(side).word(at).or(default)
        };
        let (a, b) = (word(&self.a.0)?, word(&self.b.0)?);
        let metric = &self.table.names[self.a.0.metric as usize];
        rule.order.iter().find_map(|order| {
            let upright = !order.lower.contains(metric);
            match (&*order.more, &*order.less) {
                (more, less) if more == a && less == b => Some((order, upright)),
                (more, less) if more == b && less == a => Some((order, !upright)),
                _ => None,
            }
        })
    }
}
