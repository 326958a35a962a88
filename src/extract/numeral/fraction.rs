//! Chinese fractions and shares: 三分之二, 百分之五, 三分一, 六十/一百二十.

use rust_decimal::Decimal;

use super::place::Sum;
use super::{Form, Numeral, Reader};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{Zi, any, power_of_ten};

impl Reader<'_> {
    /// 六十/一百二十: a share, where nothing is counted behind it; 二/三线 is no share.
    pub(super) fn over_slash(&self, above: &Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        if glyphs.at(above.end) != '/' || above.end - above.start < 2 || above.vague {
            return None;
        }
        let below = self.sum(above.end + 1, Sum::default(), above.end + 1)?;
        let ends = !super::is_han(glyphs.at(below.end)) && glyphs.at(below.end) != '/';
        if !ends || below.end - below.start < 2 || below.vague {
            return None;
        }
        self.share(above.start, *above, below)
    }

    /// 一半 and the like are read as 半 alone; 百分之五 is 5 per cent, 千分之一 is 0.1.
    pub(super) fn percent(&self, at: usize) -> Option<Numeral> {
        let (mut below, mut next) = (Decimal::ONE, at);
        while !self.is_fraction(next) {
            below = match self.word(next)? {
                Zi::Place(place) => below.checked_mul(place.into())?,
                Zi::Myriad(power, _) => below.checked_mul(power_of_ten(power as i32)?)?,
                _ => return None,
            };
            next += 1;
        }
        if below < Decimal::ONE_HUNDRED {
            // 十分之一 is a tenth.
            return None;
        }
        let above = self.after_fraction(next + self.words.fraction.len())?;
        let scale = Decimal::ONE_HUNDRED.checked_div(below)?;
        let numeral = above.scaled(scale)?;
        Some(Numeral { start: at, percent: true, lone: false, magnitude: Decimal::ONE, form: Form::Chinese, ..numeral })
    }

    /// 三分之二, 十一又十四分之一.
    pub(super) fn chinese_fraction(&self, first: Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        if glyphs.at(first.end) == self.words.mixed && !first.vague {
            let start = first.end + 1;
            let below = self.plain(start)?;
            let part = self.divided(below)?;
            return Some(Numeral {
                start: first.start,
                low: first.low.checked_add(part.low)?,
                high: first.high.checked_add(part.high)?,
                ..part
            });
        }
        self.divided(first).or_else(|| self.part_of(&first))
    }

    /// 三分一, 四份三: one digit of parts, one character below and one above it, with nothing counted in time.
    fn part_of(&self, below: &Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        let stop = below.end + 2;
        let before = below.start.wrapping_sub(1);
        let clock =
            glyphs.is_digit(before) || glyphs.kind(before) == Kind::Han || glyphs.at(before) == self.words.point;
        if below.form != Form::Chinese
            || below.end != below.start + 1
            || !self.words.parts.contains(glyphs.at(below.end))
            || clock
            || glyphs.kind(stop) == Kind::Han
        {
            return None;
        }
        let Some(Zi::Digit(above @ 1..=9, false)) = self.word(below.end + 1) else { return None };
        let above = Numeral::exact(below.end + 1, stop, above.into(), Decimal::ONE, Form::Chinese);
        let time = self.units.words().longest(glyphs.all(), stop, any);
        let time = time.is_some_and(|(_, form)| {
            form == crate::vocab::unit::NO_UNIT || &*self.units.form_at(form).dimension == "time"
        });
        let ends = !super::is_han(glyphs.at(stop)) || self.is_unit(stop);
        (above.low < below.low && !time && ends).then(|| self.share(below.start, above, *below)).flatten()
    }

    fn divided(&self, below: Numeral) -> Option<Numeral> {
        // "3 分之 1": blanks as typed.
        let mark = self.glyphs.over_blanks(below.end);
        if mark - below.end > 2 || !self.is_fraction(mark) {
            return None;
        }
        let above = self.after_fraction(mark + self.words.fraction.len())?;
        self.share(below.start, above, below)
    }

    /// Returns `above` over `below` as a numeral that begins at `start` and ends with the later of the two.
    fn share(&self, start: usize, above: Numeral, below: Numeral) -> Option<Numeral> {
        if below.low.is_zero() {
            return None;
        }
        let value = above.low.checked_div(below.low)?;
        Some(Numeral {
            start,
            end: above.end.max(below.end),
            low: value,
            high: above.high.checked_div(below.low)?,
            step: Decimal::new(1, 2),
            fraction: true,
            decimals: true,
            lone: false,
            magnitude: Decimal::ONE,
            plain_digits: 0,
            ..above
        })
    }

    /// Reads the numerator behind 分之, in either script, perhaps with a sign.
    fn after_fraction(&self, at: usize) -> Option<Numeral> {
        let at = self.glyphs.over_blanks(at);
        if self.words.minus.longest(self.glyphs.all(), at + 1, any).is_some() {
            return self.plain(at + 1).map(Numeral::turned);
        }
        self.plain(at)
    }

    pub(super) fn is_fraction(&self, at: usize) -> bool {
        let fraction = &self.words.fraction;
        self.glyphs.all().get(at..at + fraction.len()).is_some_and(|found| found == &fraction[..])
    }
}
