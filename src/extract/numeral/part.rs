//! Fractions in words: "half a million", "two thirds", "one and a half".

use rust_decimal::Decimal;

use super::chinese::trailing_unit;
use super::{Form, Numeral, Reader};
use crate::vocab::numeral::{NumberWord, power_of_ten};
use crate::vocab::trie::Keep;

impl Reader<'_> {
    /// "40-odd", "three-hundred-odd": a round number and what lies below the next one.
    pub(super) fn with_odd(&self, numeral: Numeral) -> Numeral {
        let glyphs = self.glyphs;
        let link = glyphs.at(numeral.end) == '-' && !numeral.decimals && numeral.low == numeral.high;
        let alone = |end: usize, ()| if glyphs.is_word(end) { Keep::No } else { Keep::Yes };
        let odd = link.then(|| self.words.odd_words.longest(glyphs.all(), numeral.end + 1, alone)).flatten();
        let Some((end, ())) = odd else { return numeral };
        let unit = trailing_unit(numeral.low).filter(|&unit| unit > Decimal::ONE);
        match unit.and_then(|unit| Some((unit, numeral.low.checked_add(unit)?))) {
            Some((step, high)) => Numeral { end, high, step, vague: true, lone: false, plain_digits: 0, ..numeral },
            None => numeral,
        }
    }

    /// "half a million", "quarter million", "half".
    pub(super) fn part_first(&self, at: usize, end: usize, below: i64, after_article: bool) -> Option<Numeral> {
        let part = Decimal::ONE.checked_div(Decimal::from(below))?;
        let mut numeral = Numeral {
            decimals: true,
            fraction: true,
            lone: true,
            ..Numeral::exact(at, end, part, Decimal::new(1, 2), Form::English)
        };

        let mut next = self.next_word(end);
        if let Some((stop, NumberWord::Article)) = next.and_then(|next| self.number_word(next)) {
            next = self.next_word(stop);
            // "half a day": the unit is read behind the article.
            numeral.end = stop;
        }
        if let Some((stop, NumberWord::Dozen(dozen))) = next.and_then(|next| self.number_word(next)) {
            // "half a dozen"
            let value = part.checked_mul(dozen.into())?;
            return Some(Numeral { lone: false, ..Numeral::exact(at, stop, value, Decimal::ONE, Form::English) });
        }
        if let Some((stop, NumberWord::Scale(power))) = next.and_then(|next| self.number_word(next)) {
            let scale = power_of_ten(power as i32)?;
            numeral = numeral.scaled(scale)?;
            return Some(Numeral { end: stop, magnitude: scale, lone: false, ..numeral });
        }
        // "the third month" is an ordinal: only a half stands alone, and others behind an article.
        (below == 2 || after_article && below > 1).then_some(numeral)
    }

    /// Adds a fraction: "two thirds", "one and a half", "3 million and a half".
    pub(super) fn with_parts(&self, numeral: Numeral) -> Numeral {
        self.try_parts(numeral).unwrap_or(numeral)
    }

    fn try_parts(&self, numeral: Numeral) -> Option<Numeral> {
        let fraction = |end: usize, value: Decimal| Numeral { lone: false, ..numeral.with_fraction(value, end) };
        let next = self.next_word(numeral.end).filter(|_| self.glyphs.at(numeral.end) != ',')?;
        let (end, word) = self.number_word(next)?;
        if let NumberWord::Part(below, plural) = word {
            // "two thirds", "one third"; "twenty-first" is an ordinal.
            // "a three-quarter mile"
            let hyphen = self.glyphs.at(numeral.end) == '-' && numeral.low < Decimal::from(below);
            let fits = below > 1
                && (plural || numeral.low == Decimal::ONE || hyphen)
                && numeral.form == Form::English
                // "a hundred thousand trillionths", but not "a hundred thousand fifths"
                && (numeral.magnitude == Decimal::ONE || plural && numeral.magnitude < Decimal::from(below));
            let value = numeral.low.checked_div(Decimal::from(below))?;
            return fits.then(|| self.scale_of_part(fraction(end, value)));
        }
        if word != NumberWord::And {
            return None;
        }
        let next = self.next_word(end)?;
        let (value, stop) = self.part_at(next)?;
        // "one billion and a half million": the half has a magnitude of its own.
        let own = self.next_word(stop).and_then(|next| self.number_word(next)).and_then(|(end, word)| match word {
            NumberWord::Scale(power) => Some((end, power_of_ten(power as i32)?)),
            _ => None,
        });
        let own = own.filter(|(_, scale)| *scale < numeral.magnitude);
        // "two hundred and a half" is 200.5, "two million and a half" is 2,500,000.
        let whole = if numeral.magnitude < Decimal::ONE_THOUSAND { Decimal::ONE } else { numeral.magnitude };
        let (stop, magnitude) = own.unwrap_or((stop, whole));
        let value = value.checked_mul(magnitude)?;
        let whole = fraction(stop, numeral.low.checked_add(value)?);
        Some(if numeral.magnitude == Decimal::ONE { self.scale_of_part(whole) } else { whole })
    }

    /// "one and a half million", "three quarters million".
    fn scale_of_part(&self, numeral: Numeral) -> Numeral {
        self.scale_after(numeral).unwrap_or(numeral)
    }

    /// "a half", "three fifths", "half", "quarter": value and end.
    fn part_at(&self, at: usize) -> Option<(Decimal, usize)> {
        let (end, word) = self.number_word(at)?;
        let (above, from) = match word {
            NumberWord::Part(below, false) if below > 1 => return Some((Decimal::ONE.checked_div(below.into())?, end)),
            NumberWord::Article => (Decimal::ONE, self.next_word(end)?),
            NumberWord::Ones(_) | NumberWord::Tens(_) => {
                let (value, end) = self.below_hundred(at)?;
                (Decimal::from(value), self.next_word(end)?)
            }
            _ => return None,
        };
        let (stop, NumberWord::Part(below, plural)) = self.number_word(from)? else { return None };
        if below <= 1 || plural == (above == Decimal::ONE) {
            return None;
        }
        Some((above.checked_div(below.into())?, stop))
    }
}
