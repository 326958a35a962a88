//! Shares and tolerances made of two numbers: "one in five", "2 out of 3", 500 ± 20.

use rust_decimal::Decimal;

use super::scan::{Atom, Bare, Scanner};
use crate::extract::numeral::{Form, Numeral};
use crate::vocab::numeral::power_of_ten;

impl Scanner<'_> {
    pub fn tolerance(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let next = self.glyphs.over_blanks(a.end);
        // "113 (± 1) nM"
        let bracket = self.glyphs.at(next) == '(' && self.glyphs.at(b.end) == ')';
        let from = if bracket { next + 1 } else { a.end };
        if a.joined
            || self.glyphs.over_blanks(from) >= b.start
            || !self.is_gap(from, b.start, &self.vocab.numerals.plus_minus)
        {
            return None;
        }
        let (value, spread) = (a.low?, b.low?);
        if a.low != a.high || spread.is_sign_negative() {
            return None;
        }
        if let (Some(x), Some(y)) = (&a.unit, &b.unit)
            && x.symbol != y.symbol
        {
            return None;
        }
        a.low = value.checked_sub(spread);
        a.high = value.checked_add(spread);
        a.end = b.end + usize::from(bracket);
        let behind = Numeral { end: b.end + 1, ..b.numeral };
        if bracket
            && a.unit.is_none()
            && b.unit.is_none()
            && let Some(found) = self.unit_after(&behind, None).filter(|found| found.shown == found.scale)
        {
            (a.unit, a.form, a.end) = (Some(found.reading), found.form, found.end);
        } else if a.unit.is_none() {
            a.unit = b.unit.clone();
            a.form = b.form;
            a.counted = b.counted.clone();
        }
        a.bare = a.bare.filter(|bare| *bare != Bare::Plain);
        a.joined = true;
        Some(())
    }

    /// "one out of three": a share.
    pub fn quotient(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let apart = self.glyphs.over_blanks(a.end) < b.start;
        let plain =
            |atom: &Atom| atom.unit.is_none() && atom.low == atom.high && !atom.joined && !atom.numeral.decimals;
        let spoken = a.numeral.form == Form::English || a.numeral.low == Decimal::ONE;
        if !apart
            || !plain(a)
            || !plain(b)
            || a.counted.is_some()
            || !spoken
            || !self.is_gap(a.end, b.start, &self.vocab.numerals.divide)
        {
            return None;
        }
        self.take_share(a, b)
    }

    /// "one in five adults", "8 in 10": a share, where the whole is a small or a round number of things.
    pub fn one_in(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let plain =
            |atom: &Atom| atom.unit.is_none() && atom.low == atom.high && !atom.joined && !atom.numeral.decimals;
        let apart = self.glyphs.over_blanks(a.end) < b.start;
        let whole = b.low?;
        let round = whole <= Decimal::TEN || (1..9).any(|power| power_of_ten(power) == Some(whole));
        let free = a.counted.is_none() && !matches!(a.bare, Some(Bare::Label | Bare::Date));
        if !apart
            || !plain(a)
            || !plain(b)
            || !free
            || !round
            || whole < Decimal::TWO
            || b.bare == Some(Bare::Label)
            || a.numeral.form == Form::Chinese
            || a.numeral.form != b.numeral.form
            || !self.is_gap(a.end, b.start, &self.vocab.numerals.one_in)
        {
            return None;
        }
        self.take_share(a, b)?;
        a.counted = b.counted.clone();
        Some(())
    }

    fn take_share(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let (above, below) = (a.low?, b.low?);
        if above >= below || above.is_sign_negative() {
            return None;
        }
        let value = above.checked_div(below)?;
        (a.low, a.high, a.step) = (Some(value), Some(value), Decimal::new(1, 2));
        (a.end, a.bare, a.joined) = (b.end, None, true);
        a.numeral.fraction = true;
        a.numeral.lone = false;
        Some(())
    }
}
