//! Currencies before a number, and magnitudes that only money has.

use rust_decimal::Decimal;

use super::scan::Scanner;
use super::unit::Found;
use crate::extract::numeral::Numeral;
use crate::vocab::numeral::{NumberWord, power_of_ten};
use crate::vocab::trie::Keep;

impl Scanner<'_> {
    /// "75 USD million": the magnitude stands behind the currency.
    pub fn scale_behind(&self, found: &mut Found) {
        let glyphs = &self.glyphs;
        let at = glyphs.over_blanks(found.end);
        if &*found.reading.dimension != "money" || at == found.end || at - found.end > 2 {
            return;
        }
        if let Some((end, NumberWord::Scale(power))) =
            self.vocab.numerals.english.longest(glyphs.all(), at, |end, _| self.alone(end))
            && let Some(scale) = power_of_ten(power as i32)
        {
            found.scale = scale;
            found.end = end;
        }
    }

    /// Returns the currency (or 摄氏) that stands right before `numeral`: where it begins, and its form.
    pub fn money_before(&self, numeral: &Numeral, floor: usize) -> Option<(usize, usize)> {
        let glyphs = &self.glyphs;
        let mut from = numeral.start;
        let gap = glyphs.back_over_blanks(from);
        if from - gap <= 2 {
            from = gap;
        }
        let units = &self.vocab.units;
        let stands = |start: usize| {
            let first = glyphs.at(start);
            let glued = first.is_ascii_alphabetic() && start > 0 && glyphs.is_word(start - 1);
            if glued || start < floor { Keep::No } else { Keep::Yes }
        };
        let (start, form) = units.before().longest(glyphs.all(), from, |start, _| stands(start))?;
        // "RM 8546" is more often the number of a thing than money.
        if from - start == 2
            && from < numeral.start
            && glyphs.at(start).is_ascii_uppercase()
            && numeral.plain_digits > 3
        {
            return None;
        }
        // "use 5": a code in small letters is a word.
        let letters = glyphs.all().get(start..from)?;
        if letters.iter().all(char::is_ascii_lowercase) && letters.len() < 4 {
            return None;
        }
        // "CHF3" is a gas: a code that touches a single digit is a name.
        let code = letters.iter().all(char::is_ascii_alphabetic) && from == numeral.start;
        if code && glyphs.is_digit(from) && !glyphs.is_digit(from + 1) && !matches!(glyphs.at(from + 1), '.' | ',') {
            return None;
        }
        Some((start, form))
    }

    /// Says whether the letters before the digit at `at` are a currency: "CHF3.04".
    pub fn money_touches(&self, at: usize) -> bool {
        let numeral = Numeral::plain(at, at + 1, Decimal::ONE);
        self.money_before(&numeral, 0).is_some()
    }

    /// "$5m", "$ 2.1 B": letters that are magnitudes only with a currency.
    pub fn money_suffix(&self, numeral: Numeral) -> Numeral {
        if numeral.magnitude != Decimal::ONE {
            return numeral;
        }
        let glyphs = &self.glyphs;
        let next = glyphs.over_blanks(numeral.end);
        let suffix = self.vocab.numerals.suffixes.iter().find(|suffix| {
            let end = next + suffix.text.len();
            let close = next == numeral.end || suffix.blank && next == numeral.end + 1;
            close
                && suffix.text.chars().zip(next..).all(|(c, at)| glyphs.at(at) == c)
                && !glyphs.is_word(end)
                && (suffix.money || suffix.blank)
        });
        let Some(suffix) = suffix else { return numeral };
        let scaled = power_of_ten(suffix.power as i32).and_then(|scale| Some((scale, numeral.scaled(scale)?)));
        match scaled {
            Some((magnitude, scaled)) => {
                Numeral { end: next + suffix.text.len(), magnitude, plain_digits: 0, ..scaled }
            }
            None => numeral,
        }
    }
}
