//! A unit and a smaller one of its kind: 2小时30分, 5 ft 2 in, 三块四.

use rust_decimal::Decimal;

use super::scan::{Atom, Scanner};
use crate::extract::numeral::{Form, is_han};
use crate::vocab::numeral::{Zi, any};

impl Scanner<'_> {
    /// 2小时30分, 5 ft 2 in, 十块三毛, 三块四: a unit and a smaller one of its kind.
    pub fn compounds(&self, atoms: &mut Vec<Atom>) {
        Self::fold(atoms, |a, b| self.compound(a, b).or_else(|| self.below_zero(a, b)).is_some());
    }

    /// "2 degrees below zero" is minus two.
    fn below_zero(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let degrees = a.unit.as_ref().is_some_and(|unit| matches!(&*unit.dimension, "temperature" | "angle"));
        let (low, high) = (a.low?, a.high?);
        if !degrees
            || b.low != Some(Decimal::ZERO)
            || b.unit.is_some()
            || low.is_sign_negative()
            || self.glyphs.over_blanks(a.end) >= b.start
            || !self.is_gap(a.end, b.start, &self.vocab.numerals.below)
        {
            return None;
        }
        (a.low, a.high, a.end) = (Some(-high), Some(-low), b.end);
        Some(())
    }

    fn compound(&self, a: &mut Atom, b: &mut Atom) -> Option<()> {
        let units = &self.vocab.units;
        let big = units.form_at(a.form?);
        let joins = units.unit_of(big).joins;
        if !joins
            || a.low != a.high
            || b.low != b.high
            || b.start < a.end
            || b.start - a.end > 7
            || !self.is_plain_unit(a)
        {
            return None;
        }
        let (Some(form), true) = (b.form, self.is_gap(a.end, b.start, &self.vocab.numerals.compound)) else {
            return self.tenth(a, b).or_else(|| self.then(a, b));
        };
        let small = units.form_at(form);
        let smaller = if big.dimension == small.dimension {
            small.factor.checked_mul(small.shown)?.checked_div(big.factor)?
        } else {
            return None;
        };
        if smaller == Decimal::ONE {
            // 两块九毛九RMB
            return self.tenth(a, b);
        }
        let joins = units.unit_of(small).joins
            && smaller < Decimal::ONE
            && (big.canonical == small.canonical || units.unit_of(small).part);
        if !joins || !self.is_plain_unit(b) && !units.unit_of(small).part {
            return None;
        }
        let (low, more) = (a.low?, b.low?);
        // What is shown as another unit is counted in that one already: 一刻钟 is 15 min.
        let share = small.factor.checked_div(big.factor)?;
        let more = more.checked_mul(share)?;
        if more.scale() > 12 && self.in_smaller(a, b, small.factor, big.factor).is_some() {
            return Some(());
        }
        let more = if low.is_sign_negative() { -more } else { more };
        let value = low.checked_add(more.round_dp(12))?;
        (a.low, a.high) = (Some(value), Some(value));
        a.step = b.step.checked_mul(share)?;
        a.share = smaller;
        a.end = b.end;
        Some(())
    }

    /// 一小时零十五秒: where the bigger unit has no exact figure, the smaller one is kept.
    fn in_smaller(&self, a: &mut Atom, b: &Atom, small: Decimal, big: Decimal) -> Option<()> {
        let ratio = big.checked_div(small)?.normalize();
        if ratio.scale() > 6 {
            return None;
        }
        let value = a.low?.checked_mul(ratio)?.checked_add(b.low?)?;
        (a.low, a.high, a.step) = (Some(value), Some(value), b.step);
        (a.unit, a.form, a.end, a.share) = (b.unit.clone(), b.form, b.end, Decimal::ONE);
        Some(())
    }

    /// "20 dollars 43", "1 hour and thirty", "one hour and a half": a bare number behind a unit.
    fn then(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let units = &self.vocab.units;
        let unit = units.unit_of(units.form_at(a.form?));
        let half = b.numeral.fraction && b.numeral.lone && b.numeral.form == Form::English;
        let spoken = b.numeral.form == Form::English || &*unit.dimension == "money";
        if b.unit.is_some()
            || b.counted.is_some()
            || a.numeral.decimals
            || a.share != Decimal::ONE
            || !(self.is_gap(a.end, b.start, &self.vocab.numerals.and))
        {
            return None;
        }
        let share = if half { Decimal::ONE } else { unit.then? };
        let whole = b.numeral.plain_digits == 2 || b.numeral.form == Form::English;
        let small = b.low? < Decimal::from(60) || &*unit.dimension == "money" && b.low? < Decimal::ONE_HUNDRED;
        let joined = a.end < b.start && self.glyphs.over_blanks(a.end) < b.start;
        if !half
            && (!whole || !small || b.numeral.decimals || &*unit.dimension == "time" && !joined || !spoken && !joined)
        {
            return None;
        }
        let value = a.low?.checked_add(b.low?.checked_mul(share)?.round_dp(12))?;
        (a.low, a.high, a.step, a.end) = (Some(value), Some(value), share, b.end);
        // "an hour and a half" is a figure where "an hour" is seldom one.
        a.bare = None;
        Some(())
    }

    /// 三块四, 一米九: a lone digit behind a unit counts tenths of it.
    fn tenth(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let zero = b.numeral.end - b.numeral.start == 2;
        let named = a.share != Decimal::ONE && b.form.is_some() && a.unit == b.unit;
        let han = b.numeral.form == Form::Chinese;
        // 一米七五 is 1.75, 5块5 is 5.5.
        let width = b.numeral.end - b.numeral.start;
        let pair = width == 2 && b.low? > Decimal::TEN && b.low? < Decimal::ONE_HUNDRED && (!han || self.is_digits(b));
        let one = b.numeral.lone && han || zero && han || b.numeral.plain_digits == 1;
        let ends = han || !self.glyphs.is_word(b.end) && !matches!(self.glyphs.at(b.end), '.' | ':' | '-' | '/' | '%');
        let digit = (one && b.low? < Decimal::TEN || pair)
            && ends
            && (b.unit.is_none() || named)
            && !b.numeral.fraction
            && b.low == b.high;
        // 零 is read into the digit behind it: 三蚊零四 is 3.04.
        let touches = a.end == b.start;
        if !digit || !touches || !is_han(self.glyphs.before(a.end)) || b.counted.is_some() || a.numeral.decimals {
            return None;
        }
        let units = &self.vocab.units;
        let unit = units.unit_of(units.form_at(a.form?));
        // 五秒三 is said, 五天三 is not.
        let shown = units.form_at(a.form?).shown;
        let dimension = unit.dimension.split('/').next().unwrap_or_default();
        if !(matches!(dimension, "money" | "length" | "angle") && !(pair && dimension == "angle")
            || shown == Decimal::TEN)
            || is_han(self.glyphs.at(b.end))
                && self.vocab.units.words().longest(self.glyphs.all(), b.end, any).is_some()
        {
            return None;
        }
        let share = if zero && han || pair { Decimal::new(1, 2) } else { Decimal::new(1, 1) };
        let share =
            share.checked_mul(a.share)?.checked_mul(if a.share == Decimal::ONE { shown } else { Decimal::ONE })?;
        let value = a.low?.checked_add(b.low?.checked_mul(share)?)?;
        (a.low, a.high, a.step) = (Some(value), Some(value), share);
        a.end = b.end;
        Some(())
    }

    /// Says whether a Chinese numeral is written as two plain digits: 七五, unlike 十五.
    fn is_digits(&self, atom: &Atom) -> bool {
        let zi = |at: usize| self.vocab.numerals.zi(self.glyphs.at(at));
        (atom.numeral.start..atom.numeral.end).all(|at| matches!(zi(at), Some(Zi::Digit(1..=9, false))))
    }

    /// Says whether the unit stands alone, without a rate.
    pub fn is_plain_unit(&self, atom: &Atom) -> bool {
        let (Some(unit), Some(form)) = (&atom.unit, atom.form) else { return false };
        if atom.rated_before {
            return true;
        }
        unit.symbol == self.vocab.units.form_at(form).symbol
    }
}
