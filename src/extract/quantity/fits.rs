//! Whether a symbol or word behind a number can be meant as a unit.

use super::scan::Scanner;
use crate::extract::numeral::{Form, Numeral, is_han};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;

impl Scanner<'_> {
    /// Says whether a symbol can be meant: those that are also words or letters need more.
    pub fn symbol_fits(&self, numeral: &Numeral, at: usize, end: usize, form: usize) -> bool {
        let units = &self.vocab.units;
        let glyphs = &self.glyphs;
        let unit = units.unit_of(units.form_at(form));
        if !unit.near.is_empty() && !unit.near.iter().any(|word| self.reader().stands_near(word, end)) {
            return false;
        }
        if !glyphs.at(at).is_alphanumeric() && unit.dimension.as_ref() == "money" && glyphs.is_digit(end) {
            // "$10 $20": the sign of the next number.
            return false;
        }
        if unit.factors && glyphs.at(at) == 'X' && numeral.plain_digits > 3 {
            return false;
        }
        // "256 × 256": sides, and no factor.
        if unit.factors && glyphs.is_digit(glyphs.over_blanks(end)) && glyphs.over_blanks(end) - end <= 1 {
            return false;
        }
        if unit.most.is_some_and(|most| numeral.low > most) || unit.touching && at > numeral.end && !numeral.decimals {
            return false;
        }
        let mark = !glyphs.at(at).is_alphanumeric();
        let opens = at > numeral.end && glyphs.kind(end) == Kind::Letter;
        if unit.shy
            && (mark && (opens || self.is_quoted(at) || numeral.plain_digits > 3)
                || numeral.plain_digits > 3 && at > numeral.end && glyphs.at(at).is_ascii_lowercase())
        {
            return false;
        }
        let short = end - at == 1;
        if short && at > numeral.end && numeral.decimals && self.is_element(numeral.start, end) {
            return false;
        }
        // "17 U.S.C."
        if short && glyphs.at(end) == '.' && glyphs.at(end + 1).is_ascii_uppercase() {
            return false;
        }
        // "HD 188753 B" is a star, and B no byte.
        if short && at > numeral.end && numeral.plain_digits > 4 && self.is_code(numeral.start) {
            return false;
        }
        // "30 mA current": a small prefix leaves nothing else that can be meant.
        let shy = unit.shy && !(units.form_at(form).prefixed && matches!(glyphs.at(at), 'm' | 'u' | 'μ' | 'n' | 'k'));
        let hyphen = glyphs.before(at) == '-' && at > numeral.end;
        if numeral.form == Form::English && short {
            return false;
        }
        if hyphen && short {
            // "1−x" is a formula, "2-b" a label; "3.6-m" and "400-W" are said.
            return !unit.shy && matches!(&*unit.dimension, "length" | "power");
        }
        // "5H-thieno": a letter that a name goes on from.
        if shy && short && at == numeral.end && glyphs.at(end) == '-' && glyphs.kind(end + 1) == Kind::Letter {
            return false;
        }
        if !shy || at == numeral.end {
            return true;
        }
        if short && self.is_subscript(numeral.start) {
            return false;
        }
        if numeral.plain_digits > 4 && short && glyphs.at(at).is_ascii_uppercase() {
            return false;
        }
        let letter = glyphs.at(at).is_ascii_alphabetic();
        let after = glyphs.over_blanks(end);
        let goes_on = after > end && matches!(glyphs.kind(after), Kind::Letter | Kind::Digit);
        if glyphs.at(at).is_ascii_uppercase() {
            return numeral.form == Form::Digits
                && !hyphen
                && !(goes_on && !numeral.decimals && glyphs.at(after).is_ascii_uppercase());
        }
        !letter || numeral.fraction || numeral.form == Form::Digits && !goes_on
    }

    /// "Mo 0.40 V 0.12 P 0.009": says whether an element stands before the number at `start`, and another number
    /// behind the symbol that ends at `end`, which is then an element, too.
    fn is_element(&self, start: usize, end: usize) -> bool {
        let glyphs = &self.glyphs;
        let before = glyphs.back_over_blanks(start);
        let long = 1 + usize::from(glyphs.before(before).is_ascii_lowercase());
        let Some(first) = before.checked_sub(long).filter(|_| before < start) else { return false };
        glyphs.at(first).is_ascii_uppercase()
            && (first == 0 || !glyphs.is_word(first - 1))
            && glyphs.at(end) == ' '
            && glyphs.is_digit(end + 1)
            && glyphs.at(end + 2) == '.'
    }

    /// Says whether two or more capitals and a blank stand before the number at `start`: "HD 188753".
    pub fn is_code(&self, start: usize) -> bool {
        let glyphs = &self.glyphs;
        let end = glyphs.back_over_blanks(start);
        let mut first = end;
        while first > 0 && glyphs.at(first - 1).is_ascii_uppercase() && end - first < 5 {
            first -= 1;
        }
        let alone = first == 0 || !glyphs.is_word(first - 1);
        end + 1 == start && (2..=4).contains(&(end - first)) && alone && self.unit_word(first).is_none()
    }

    /// 8块显卡: says whether a currency word that is also a measure word has a noun behind it.
    fn counts_things(&self, at: usize, end: usize) -> bool {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        let counter = self.vocab.units.counters.longest(glyphs.all(), at, any);
        if counter.is_none_or(|(stop, ())| stop < end) {
            return false;
        }
        let next = glyphs.over_blanks(end);
        // 4块3.84TB SSD: what is counted begins with its size.
        if glyphs.is_digit(next)
            && let Some(size) = self.reader().read(next)
            && let Some((_, form, _)) = self.unit_word(glyphs.over_blanks(size.end))
        {
            let measures = &self.vocab.units.form_at(form).dimension;
            return matches!(&**measures, "bytes" | "power" | "voltage" | "frequency" | "operations/time");
        }
        let noun = is_han(glyphs.at(next)) || glyphs.kind(next) == Kind::Letter;
        let goes_on = glyphs.kind(next) == Kind::Han && self.reader().read(next).is_some()
            || words.after.longest(glyphs.all(), next, any).is_some()
            || words.joins.longest(glyphs.all(), next, any).is_some()
            || words.list.longest(glyphs.all(), next, any).is_some()
            || self.unit_word(next).is_some()
            || self.vocab.units.per.longest(glyphs.all(), next, any).is_some_and(|_| glyphs.kind(next) != Kind::Letter);
        noun && !goes_on
    }

    /// Says whether the mark at `at` closes a quotation: the same mark stands open before it.
    fn is_quoted(&self, at: usize) -> bool {
        let from = at.saturating_sub(80);
        let mark = self.glyphs.at(at);
        if mark == '′' || mark == '″' {
            return false;
        }
        let open = self.glyphs.all().get(from..at).unwrap_or_default().iter().filter(|&&c| c == mark).count();
        open % 2 == 1 || mark == '”'
    }

    /// Says whether a unit word can be meant behind this number.
    pub fn word_fits(&self, numeral: &Numeral, at: usize, end: usize, form: usize, symbol: bool) -> bool {
        let glyphs = &self.glyphs;
        let units = &self.vocab.units;
        let form = units.form_at(form);
        let unit = units.unit_of(form);
        let near = || unit.near.iter().any(|word| self.reader().stands_near(word, end));
        if !unit.only.is_empty() && !unit.only.contains(&numeral.low) && !near() {
            return false;
        }
        if symbol {
            return true;
        }
        if &*form.dimension == "money" && self.counts_things(at, end) {
            return false;
        }
        // 十 月 3 日: a date, which the context tells.
        if &*form.dimension == "time" && self.is_date_part(numeral, at, end) {
            return false;
        }
        // "2 times" is a factor before a word of comparison; "three times per week" is a count.
        let hyphen = glyphs.before(at) == '-' && at > numeral.end;
        !(hyphen && numeral.end - numeral.start > 12) && !(is_han(glyphs.at(at)) && hyphen)
    }
}
