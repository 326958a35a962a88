//! Halves and tenths around a unit: 两个半小时, 三斤半, 米九, 十来台.

use rust_decimal::Decimal;

use super::scan::{Atom, Scanner};
use crate::extract::numeral::{Form, Numeral, is_han};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{Zi, any};

impl Scanner<'_> {
    /// 个半小时, 分半钟, 米九: one of a unit is left unsaid before a half or a tenth, at the start of a clause.
    pub fn implied_one(&self, at: usize, floor: usize) -> Option<Atom> {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        let start = at.checked_sub(1).filter(|&start| start >= floor)?;
        let half = glyphs.at(at) == words.half;
        let piece = half && glyphs.at(start) == words.piece;
        let (_, one) = match self.vocab.units.ones.longest(glyphs.all(), start, any) {
            Some((end, form)) if end == at => (end, Some(form)),
            _ if piece => (at, None),
            _ => return None,
        };
        let digit = match words.zi(glyphs.at(at)) {
            Some(Zi::Digit(digit @ 1..=9, false)) if !piece => Decimal::new(digit.into(), 1),
            _ if half => Decimal::new(5, 1),
            _ => return None,
        };
        let clause = start == 0
            || words.one_after.contains(glyphs.at(start - 1)) && !half
            || !is_han(glyphs.at(start - 1)) && !glyphs.is_word(start - 1)
            || self.hedge_before(start, floor).is_some();
        if !clause {
            return None;
        }
        let found = match one {
            Some(form) if self.vocab.units.unit_of(self.vocab.units.form_at(form)).plus_half => {
                let (end, whole, _) = self.unit_word(start)?;
                (whole == form).then(|| self.found(end, form, Vec::new()))?
            }
            Some(form) => {
                let next = glyphs.over_blanks(at + 1);
                let joins = words.joins.longest(glyphs.all(), next, any).is_some();
                (joins || !is_han(glyphs.at(next))).then(|| self.found(at + 1, form, Vec::new()))?
            }
            None => {
                let (end, form, _) = self.unit_word(at + 1).filter(|_| is_han(glyphs.at(at + 1)))?;
                self.found(end, form, Vec::new())
            }
        }?;
        let value = Decimal::ONE.checked_add(digit)?;
        let numeral = Numeral {
            form: Form::Chinese,
            decimals: true,
            step: Decimal::new(1, 1),
            ..Numeral::plain(start, at + 1, value)
        };
        let unit = Some(found.reading);
        Some(Atom { end: found.end, form: found.form, unit, ..Atom::new(numeral, None) })
    }

    /// 三块五一斤: behind money, 五一 is a tenth and then one of something.
    pub fn tenth_and_one(&self, numeral: Numeral, prev: Option<&Atom>) -> Numeral {
        let money = prev.is_some_and(|prev| {
            prev.end == numeral.start && prev.unit.as_ref().is_some_and(|unit| unit.dimension.starts_with("money"))
        });
        let words = &self.vocab.numerals;
        let zi = |at: usize| words.zi(self.glyphs.at(at));
        let two = numeral.form == Form::Chinese && numeral.end == numeral.start + 2 && !numeral.decimals;
        match (zi(numeral.start), zi(numeral.start + 1)) {
            (Some(Zi::Digit(digit @ 1..=9, false)), Some(Zi::Digit(1, false))) if money && two => {
                let plain = Numeral::plain(numeral.start, numeral.start + 1, digit.into());
                Numeral { form: Form::Chinese, lone: true, ..plain }
            }
            _ => numeral,
        }
    }

    /// 三千来块, 十来台: says whether 来 stands between a round number and what it counts.
    pub fn is_about(&self, numeral: &Numeral) -> bool {
        let glyphs = &self.glyphs;
        let after = numeral.end + 1;
        glyphs.at(numeral.end) == self.vocab.numerals.about
            && numeral.form != Form::English
            && !numeral.decimals
            && (numeral.low % Decimal::TEN).is_zero()
            && is_han(glyphs.at(after))
            && (self.unit_word(after).is_some()
                || self.vocab.units.counters.longest(glyphs.all(), after, any).is_some())
    }

    /// 两个半小时: the half stands between number and unit.
    pub fn halved(&self, numeral: Numeral) -> Numeral {
        let glyphs = &self.glyphs;
        let half = self.vocab.numerals.half;
        let at = if glyphs.at(numeral.end) == half { numeral.end } else { numeral.end + 1 };
        let counter = at == numeral.end || self.vocab.units.counters.longest(glyphs.all(), numeral.end, any).is_some();
        if glyphs.at(at) != half
            || !counter
            || numeral.decimals
            || !is_han(glyphs.at(at + 1))
            || numeral.form == Form::English
        {
            return numeral;
        }
        if self.unit_word(at + 1).is_none() {
            return numeral;
        }
        let more = Decimal::new(5, 1);
        match (numeral.low.checked_add(more), numeral.high.checked_add(more)) {
            (Some(low), Some(high)) => {
                Numeral { low, high, step: more, end: at + 1, decimals: true, lone: false, ..numeral }
            }
            _ => numeral,
        }
    }

    /// 三斤半: the half stands behind the unit.
    pub fn add_half(&self, atom: &mut Atom) {
        let glyphs = &self.glyphs;
        let units = &self.vocab.units;
        if atom.form.is_some_and(|form| units.unit_of(units.form_at(form)).plus_half) {
            let half = Decimal::new(5, 1);
            atom.low = atom.low.and_then(|low| low.checked_add(half));
            atom.high = atom.high.and_then(|high| high.checked_add(half));
            atom.step = half;
            return;
        }
        if glyphs.at(atom.end) != self.vocab.numerals.half
            || atom.numeral.decimals
            || self.unit_word(atom.end + 1).is_some()
        {
            return;
        }
        let next = glyphs.at(atom.end + 1);
        let more = if atom.numeral.low.is_sign_negative() { Decimal::new(-5, 1) } else { Decimal::new(5, 1) };
        // 半导体 and its like go on; the end, a mark or an unremarkable word does not.
        if self.vocab.numerals.not_a_number.longest(glyphs.all(), atom.end, any).is_some()
            || is_han(next) && self.glyphs.kind(atom.end + 1) == Kind::Han
        {
            return;
        }
        if let (Some(low), Some(high)) = (atom.low, atom.high) {
            atom.low = low.checked_add(more);
            atom.high = high.checked_add(more);
            atom.step = Decimal::new(5, 1);
            atom.end += 1;
        }
    }
}
