//! Two bounds of one number: "greater than 100 and smaller than 300", 大于10且小于20.

use rust_decimal::Decimal;

use super::join::WIDEST;
use super::scan::{Atom, Scanner};
use crate::vocab::numeral::any;

impl Scanner<'_> {
    /// "greater than 100 and smaller than 300", 大于10且小于20: two bounds of one number.
    pub fn bounded(&self, atoms: &mut Vec<Atom>) {
        Self::fold(atoms, |a, b| self.two_bounds(a, b).is_some());
    }

    fn two_bounds(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let (low, high) = match (a.low, a.high, b.low, b.high) {
            (Some(low), None, None, Some(high)) => (low, high),
            // "less than 0.5 %, at least 0.1 %" are two figures of a list; a word must join them.
            (None, Some(high), Some(low), None) if !self.comma_follows(a.end) => (low, high),
            (Some(low), Some(same), None, Some(high)) if low == same && self.is_between(a, b) => (low, high),
            _ => return None,
        };
        if a.high.is_some() && a.low.is_some() {
            return self.take_bounds(a, b, low, high);
        }
        // "and less than or equal to"
        if low >= high || b.start < a.end || b.start - a.end > WIDEST + 12 {
            return None;
        }
        let symbols = (a.unit.as_ref().map(|u| &u.symbol), b.unit.as_ref().map(|u| &u.symbol));
        if symbols.0.is_some() && symbols.0 != symbols.1 || a.counted.is_some() && a.counted != b.counted {
            return None;
        }
        let mut start = b.start;
        while let Some((before, _)) = self.hedge_before(start, a.end) {
            start = before;
        }
        if !self.is_gap(a.end, start, &self.vocab.numerals.both) && !self.over_after(a.end, b.start) {
            return None;
        }
        self.take_bounds(a, b, low, high)
    }

    /// Makes `a` the interval that `a` and `b` bound.
    fn take_bounds(&self, a: &mut Atom, b: &Atom, low: Decimal, high: Decimal) -> Option<()> {
        if low >= high {
            return None;
        }
        (a.low, a.high, a.bound, a.bare) = (Some(low), Some(high), None, b.bare);
        if a.unit.is_none() {
            a.unit = b.unit.clone();
            a.form = b.form;
        }
        a.counted = b.counted.clone();
        a.end = b.end;
        a.joined = true;
        Some(())
    }

    /// "0.4 ≤ x ≤ 0.6": says whether a short name between two signs of order is all that parts the numbers.
    fn is_between(&self, a: &Atom, b: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let order = |c: char| matches!(c, '<' | '≤');
        let at = glyphs.over_blanks(a.end);
        let last = glyphs.back_over_blanks(b.start);
        let agree = match (&a.unit, &b.unit) {
            (Some(x), Some(y)) => x.symbol == y.symbol,
            (Some(_), None) => false,
            _ => true,
        };
        agree
            && last > at + 1
            && b.start - a.end <= 12
            && order(glyphs.at(at))
            && order(glyphs.before(last))
            && (at + 1..last - 1).all(|at| glyphs.at(at) == ' ' || glyphs.at(at).is_alphabetic())
    }

    /// Says whether a comma and no joining word follows at `end`.
    fn comma_follows(&self, end: usize) -> bool {
        let at = self.glyphs.over_blanks(end);
        let joined =
            self.vocab.numerals.both.longest(self.glyphs.all(), at, any).is_some_and(|(stop, ())| stop > at + 1);
        matches!(self.glyphs.at(at), ',' | '，') && !joined
    }

    /// 1000以上,1500以下: only a hedge and a comma stand between.
    fn over_after(&self, from: usize, to: usize) -> bool {
        let glyphs = &self.glyphs;
        let found = self.vocab.numerals.after.longest(glyphs.all(), from, any);
        found.is_some_and(|(end, _)| (end..to).all(|at| matches!(glyphs.at(at), ',' | ' ' | '，')))
    }
}
