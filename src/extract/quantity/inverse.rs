//! Denominators that are raised below one: "km s−1", "cm−3", "mWm−2".

use rust_decimal::Decimal;

use super::UnitReading;
use super::rate::{Below, over};
use super::scan::Scanner;
use super::unit::Found;
use crate::extract::numeral::is_han;
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;
use crate::vocab::unit::NO_UNIT;

impl Scanner<'_> {
    /// Says whether a raised denominator follows a blank at `at`.
    pub fn is_raised(&self, at: usize) -> bool {
        self.inverse(at + 1, true).is_some()
    }

    /// "s−1", "s^-1", "m-2" behind a unit: a raised denominator.
    pub fn inverse(&self, at: usize, blank: bool) -> Option<Below> {
        let glyphs = &self.glyphs;
        let dot = matches!(glyphs.at(at), '·' | '⋅' | '.' | '*') as usize;
        if !blank && dot == 0 {
            return None;
        }
        let mut end = at + dot;
        while glyphs.at(end).is_alphabetic() && !is_han(glyphs.at(end)) && end - at < 6 {
            end += 1;
        }
        let mut raised = end;
        if glyphs.at(raised) == '^' {
            raised += 1;
        }
        if glyphs.at(raised) == ' ' && glyphs.at(raised + 1) == '-' {
            raised += 1;
        }
        if end == at + dot || !matches!(glyphs.at(raised), '-' | '–' | '⁻') {
            return None;
        }
        // "g− 1": a blank that a converter left.
        let lost = glyphs.at(raised + 1) == ' ' && raised == end && glyphs.is_digit(raised + 2);
        let raised = raised + usize::from(lost && !glyphs.is_word(raised + 3));
        let power = match glyphs.at(raised + 1) {
            '1' | '¹' => "",
            '2' | '²' => "2",
            '3' | '³' => "3",
            _ => return None,
        };
        if glyphs.is_digit(raised + 2) {
            return None;
        }
        let word: String = glyphs.all().get(at + dot..end)?.iter().collect();
        let all: Vec<char> = format!("{word}{power}").chars().collect();
        let units = &self.vocab.units;
        let whole = |&(stop, form): &(usize, usize)| stop == all.len() && form != NO_UNIT;
        let symbol = units.symbols().longest(&all, 0, any).filter(whole);
        let (_, form) = symbol.or_else(|| units.words().longest(&all, 0, any).filter(whole))?;
        Some(self.unit_below(raised + 2, form))
    }

    /// "mWm−2", "ms −1", "kgs-1": two units without a space, the second one raised below one.
    pub fn run_together(&self, at: usize) -> Option<Found> {
        let glyphs = &self.glyphs;
        let all = glyphs.all();
        let mut end = at;
        while end - at < 8 && (glyphs.kind(end) == Kind::Letter || glyphs.at(end) == 'μ') {
            end += 1;
        }
        let sign = end + usize::from(matches!(glyphs.at(end), ' ' | '^'));
        if end < at + 2 || !matches!(glyphs.at(sign), '-' | '–' | '⁻') {
            return None;
        }
        let power = match glyphs.at(sign + 1) {
            '1' | '¹' => "",
            '2' | '²' => "2",
            '3' | '³' => "3",
            _ => return None,
        };
        let after = sign + 2;
        if glyphs.is_word(after) || matches!(glyphs.at(after), '-' | '.' | ',' | '%') && glyphs.is_digit(after + 1) {
            return None;
        }
        let units = &self.vocab.units;
        let symbol = |part: &[char]| {
            units.symbols().longest(part, 0, any).filter(|&(stop, form)| stop == part.len() && form != NO_UNIT)
        };
        let whole = symbol(&all[at..end]).is_some();
        (at + 1..end).rev().find_map(|cut| {
            let (_, left) = symbol(&all[at..cut])?;
            let below: Vec<char> = all[cut..end].iter().copied().chain(power.chars()).collect();
            let (_, right) = symbol(&below)?;
            // "cm−1" is one unit; "ms−1", "kms−1" are speeds more often than a rate per millisecond.
            let speed = &*units.form_at(left).dimension == "length" && units.form_at(right).symbol.as_ref() == "s";
            if whole && !speed {
                return None;
            }
            let mut found = self.plain(cut, left);
            found.reading = over(&found.reading, &self.unit_below(after, right))?;
            found.end = after;
            self.read_rates(&mut found);
            Some(found)
        })
    }

    /// "4e14 s−1", "1.05 h −1": a unit below one.
    pub fn inverted(&self, found: &mut Found) {
        let glyphs = &self.glyphs;
        let blank = usize::from(glyphs.at(found.end) == ' ');
        let at = found.end + blank + usize::from(glyphs.at(found.end) == '^');
        let raised = glyphs.at(at) == '⁻' && glyphs.at(at + 1) == '¹';
        // "0.03 cm −3": one of a count in a volume.
        let power = Some(glyphs.at(at + 1)).filter(|c| matches!(c, '2' | '3') && &*found.reading.dimension == "length");
        if let Some(power) = power
            && matches!(glyphs.at(at), '-' | '–')
            && !glyphs.is_word(at + 2)
            && !(matches!(glyphs.at(at + 2), '-' | '.' | ',' | '%' | '–') && glyphs.is_digit(at + 3))
        {
            return self.inverted_power(found, power, at + 2);
        }
        let minus = matches!(glyphs.at(at), '-' | '–') && glyphs.at(at + 1) == '1';
        let ends = !glyphs.is_word(at + 2) && !matches!(glyphs.at(at + 2), '-' | '.' | ',' | '%' | '–')
            || !glyphs.is_word(at + 2) && !glyphs.is_digit(at + 3);
        if !(raised || minus && ends)
            || !glyphs.before(found.end).is_ascii_alphabetic()
            || glyphs.at(at + 2) == ' ' && glyphs.kind(at + 3) == Kind::Digit
        {
            return;
        }
        self.invert(found, at + 2);
    }

    /// Puts the raised unit of a length below one: m and 2 make 1/m2.
    fn inverted_power(&self, found: &mut Found, power: char, end: usize) {
        let units = &self.vocab.units;
        let mut raised: Vec<char> = found.reading.symbol.chars().collect();
        raised.push(power);
        let form = units.symbols().longest(&raised, 0, any).filter(|&(stop, _)| stop == raised.len());
        if let Some((_, form)) = form {
            let form = units.form_at(form);
            found.reading.symbol = form.symbol.clone();
            found.reading.dimension = form.dimension.clone();
            found.reading.canonical = form.canonical.clone();
            found.reading.factor = form.factor;
            self.invert(found, end);
        }
    }

    fn invert(&self, found: &mut Found, end: usize) {
        let unit = &found.reading;
        let Some(factor) = (!unit.factor.is_zero()).then(|| Decimal::ONE.checked_div(unit.factor)).flatten() else {
            return;
        };
        found.reading = UnitReading {
            symbol: format!("1/{}", unit.symbol).into(),
            dimension: format!("1/{}", unit.dimension).into(),
            canonical: format!("1/{}", unit.canonical).into(),
            factor,
            states: unit.states.clone(),
        };
        found.end = end;
        found.form = None;
    }
}
