//! Why a number without a unit is no quantity by itself.

use rust_decimal::Decimal;

use super::scan::{Atom, Bare, Scanner};
use crate::extract::numeral::Form;

impl Scanner<'_> {
    /// Says why a number without a unit is no quantity.
    pub fn bare(&self, atom: &Atom) -> Option<Bare> {
        let numeral = &atom.numeral;
        if self.is_label(atom) {
            return Some(Bare::Label);
        }
        if self.is_date(atom) || self.is_hour(atom) {
            return Some(Bare::Date);
        }
        if self.is_citation(atom) || self.is_heading_number(atom) {
            return Some(Bare::Label);
        }
        let counts = atom.counted.is_some();
        if numeral.lone && !self.is_piece(atom) {
            return Some(Bare::Plain);
        }
        if self.is_paper(numeral) {
            return Some(Bare::Label);
        }
        let code = numeral.plain_digits > 4 && self.is_code(atom.start);
        if numeral.low.is_sign_negative() && self.glyphs.before(self.glyphs.back_over_blanks(atom.start)) == ')' {
            return Some(Bare::Plain);
        }
        if code || self.is_named(atom) || self.is_place(atom) {
            return Some(Bare::Label);
        }
        if numeral.plain_digits > 0 && numeral.plain_digits <= 2 && self.is_subscript(atom.start) {
            return Some(Bare::Plain);
        }
        let large = numeral.magnitude > Decimal::ONE || numeral.vague || numeral.low != numeral.high;
        let spoken = numeral.form == Form::English && numeral.end - numeral.start > 10;
        let told = self.is_part(atom) || self.has_share(atom.end);
        let figure = counts || large || spoken || numeral.decimals || told || self.in_relation(atom);
        if figure { None } else { Some(Bare::Plain) }
    }

    /// "n = 8815", "batch size: 64": the number is the value of something.
    fn in_relation(&self, atom: &Atom) -> bool {
        let before = self.glyphs.back_over_blanks(atom.start);
        matches!(self.glyphs.before(before), '=' | '≈' | '<' | '>' | '≤' | '≥' | '~')
    }

    /// "< 2.5 and 40 MHz": says whether a sign of order stands before the number, which keeps it to itself.
    pub fn is_limit(&self, atom: &Atom) -> bool {
        let before = self.glyphs.back_over_blanks(atom.start);
        matches!(self.glyphs.before(before), '<' | '>' | '≤' | '≥')
    }
}
