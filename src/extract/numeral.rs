//! Numerals: digits with separators and exponents, Chinese numerals plain and financial, mixed
//! forms ("1.2万", "13万2"), English number words, fractions.
//!
//! A text is first laid out as [`Glyphs`]: folded characters with the way back to bytes. A
//! [`Reader`] then reads the numeral that begins at a given glyph. Whether it is a quantity, a
//! label or a part of a name is for [`super::quantity`] to say.

mod glyphs;

mod chinese;
mod digits;
mod english;
mod fraction;
mod part;
mod place;
mod suffix;

use rust_decimal::Decimal;

use crate::vocab::{Numerals, Units};

pub use glyphs::Glyphs;

use crate::vocab::kinds::Kind;

/// How a numeral is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Digits, perhaps with a magnitude in words: "1.2万", "2.5 million".
    Digits,
    /// Chinese characters.
    Chinese,
    /// English words.
    English,
}

/// A numeral as read. Places are indexes of glyphs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Numeral {
    /// First glyph.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// Low end; equals `high` unless the numeral is vague or a pair ("两三百").
    pub low: Decimal,
    /// High end.
    pub high: Decimal,
    /// Place value of the last written digit, magnitudes applied.
    pub step: Decimal,
    /// The magnitude that the numeral ends in: 10000 for "30万", 1 for "30".
    pub magnitude: Decimal,
    /// How it is written.
    pub form: Form,
    /// It has a decimal point or a fraction.
    pub decimals: bool,
    /// A decade named by a vague word.
    pub vague: bool,
    /// A per cent form (百分之…): the value is in per cent.
    pub percent: bool,
    /// A fraction of the form a/b or 三分之一.
    pub fraction: bool,
    /// A single plain digit or "one", which is often no number.
    pub lone: bool,
    /// Digits before any magnitude and separators: how long a plain integer was written.
    pub plain_digits: usize,
}

impl Numeral {
    /// Returns the numeral with a fraction that ends at `end` in its place or behind it, as `value` in all.
    fn with_fraction(self, value: Decimal, end: usize) -> Self {
        Self {
            end,
            low: value,
            high: value,
            step: Decimal::new(1, 2),
            decimals: true,
            fraction: true,
            plain_digits: 0,
            ..self
        }
    }

    fn exact(start: usize, end: usize, value: Decimal, step: Decimal, form: Form) -> Self {
        Self {
            start,
            end,
            low: value,
            high: value,
            step,
            magnitude: Decimal::ONE,
            form,
            decimals: false,
            vague: false,
            percent: false,
            fraction: false,
            lone: false,
            plain_digits: 0,
        }
    }

    /// Returns a whole number, as words name it.
    pub fn plain(start: usize, end: usize, value: Decimal) -> Self {
        Self::exact(start, end, value, Decimal::ONE, Form::English)
    }

    /// Multiplies both ends and the step, or returns `None` where that does not fit.
    pub fn scaled(mut self, by: Decimal) -> Option<Self> {
        self.low = self.low.checked_mul(by)?;
        self.high = self.high.checked_mul(by)?;
        self.step = self.step.checked_mul(by)?;
        Some(self)
    }

    /// Returns the numeral without the sign that was read before it.
    pub fn unsigned(self) -> Self {
        let start = self.start + 1;
        if self.low.is_sign_negative() { Self { start, ..self.turned() } } else { Self { start, ..self } }
    }

    /// Returns the numeral with its sign turned, at the same place.
    pub fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low, ..self }
    }

    /// Turns the sign.
    fn negated(mut self, start: usize) -> Self {
        (self.low, self.high) = (-self.high, -self.low);
        self.start = start;
        self.lone = false;
        self
    }
}

/// Reads numerals of one text.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    /// The words.
    pub words: &'a Numerals,
    /// The units, which 千 and 兆 may be a part of.
    pub units: &'a Units,
    /// The text.
    pub glyphs: &'a Glyphs,
}

impl Reader<'_> {
    /// Reads the numeral that begins at glyph `at`, of whatever form. A sign before it is read too.
    pub fn read(&self, at: usize) -> Option<Numeral> {
        match self.glyphs.kind(at) {
            Kind::Digit | Kind::Vulgar | Kind::Point => {
                self.digits(at).map(|n| self.signed(self.with_odd(self.dozens(n))))
            }
            Kind::Han => self.chinese(at).map(|n| self.signed(self.dozens(n))),
            Kind::Letter => self.english(at).map(|n| self.with_odd(n)),
            Kind::Other | Kind::Said => None,
        }
    }

    /// Says whether a unit with a Chinese prefix begins at `at`: 千米, 兆赫.
    fn is_unit(&self, at: usize) -> bool {
        let found = self.units.words().longest(self.glyphs.all(), at, crate::vocab::numeral::any);
        found.is_some_and(|(end, form)| form != crate::vocab::unit::NO_UNIT && end > at + 1)
    }

    /// Reads a sign leftwards: "-", 负, 零下.
    fn signed(&self, numeral: Numeral) -> Numeral {
        let glyphs = self.glyphs;
        let start = numeral.start;
        let blank = glyphs.back_over_blanks(start);
        let word_end = if start - blank <= 1 { blank } else { start };
        if let Some((from, ())) = self.words.minus.longest(glyphs.all(), word_end, crate::vocab::numeral::any) {
            return numeral.negated(from);
        }
        // "- 5" is a sign only where nothing else stands in the text: elsewhere it is a list mark.
        if word_end == 1 && glyphs.at(0) == '-' && start == 2 && numeral.end == glyphs.len() {
            return numeral.negated(0);
        }
        let sign = start.checked_sub(1).map(|before| (before, glyphs.at(before)));
        let Some((before, sign @ ('-' | '+' | '–'))) = sign else { return numeral };
        // "∼–1": a longer dash is a sign only right behind a mark of size.
        let long = sign == '–' && !matches!(glyphs.before(before), '~' | '=' | '<' | '>' | '≈' | '≤' | '≥' | '±');
        if long || !self.sign_stands(before) {
            return numeral;
        }
        if sign != '+' { numeral.negated(before) } else { Numeral { start: before, ..numeral } }
    }

    /// Says whether the dash at `at`, which touches a numeral, is its sign and not a dash between two things.
    fn sign_stands(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return true };
        match self.glyphs.at(before) {
            ' ' => {
                // "2 -7 g" is a range; "to -34" is not.
                let earlier = self.glyphs.back_over_blanks(before);
                earlier == 0 || !matches!(self.glyphs.kind(earlier - 1), Kind::Digit)
            }
            '(' | '[' | '=' | '~' | '<' | '>' | '≤' | '≥' | ':' | ',' | '/' | '$' | '^' | '"' | '±' | '∼' | '|' => {
                true
            }
            '\n' | '\t' => true,
            c => !c.is_ascii() && !matches!(self.glyphs.kind(before), Kind::Digit) && !c.is_alphabetic() || is_han(c),
        }
    }
}

/// Says whether `c` is a Chinese character.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}
