//! Numbers that are labels, dates or parts of names and formulas.

use rust_decimal::Decimal;

use super::scan::{Atom, Bare, Scanner};
use crate::extract::numeral::{Form, Numeral, is_han};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;
use crate::vocab::trie::Keep;

impl Scanner<'_> {
    /// "the G 1 phase", "σ 2": says whether a single letter stands before `at`, whose index the number is.
    pub fn is_subscript(&self, at: usize) -> bool {
        let glyphs = &self.glyphs;
        let end = glyphs.back_over_blanks(at);
        let letter = glyphs.before(end);
        let single = letter.is_alphabetic() && !is_han(letter) && !matches!(letter, 'a' | 'A' | 'I' | '°');
        end + 1 == at && single && (end < 2 || !glyphs.is_word(end - 2) && !matches!(glyphs.at(end - 2), '\'' | '.'))
    }

    /// "r −2": says whether a single letter and a blank stand before the sign at `at`, whose power the number is.
    pub fn is_exponent(&self, at: usize) -> bool {
        matches!(self.glyphs.at(at), '-' | '–') && self.is_subscript(at)
    }

    /// "(a/1 mm)", "r /5 AU": says whether a single letter and a slash stand before the number at `at`, which
    /// belongs to a formula; "12 V/5 A" are two figures.
    pub fn is_divisor(&self, at: usize) -> bool {
        let glyphs = &self.glyphs;
        let Some(slash) = at.checked_sub(1).filter(|&slash| glyphs.at(slash) == '/') else { return false };
        let end = glyphs.back_over_blanks(slash);
        let start = end.saturating_sub(1);
        let single = glyphs.at(start).is_ascii_lowercase() && (start == 0 || !glyphs.is_word(start - 1));
        single && !glyphs.is_digit(glyphs.back_over_blanks(start).wrapping_sub(1))
    }

    /// "10 th": an ordinal whose ending stands apart.
    pub fn is_place(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let next = glyphs.over_blanks(atom.numeral.end);
        let found = self.vocab.numerals.ordinals.longest(glyphs.all(), next, |stop, _| self.alone(stop));
        found.is_some() && next == atom.numeral.end + 1 && atom.numeral.form == Form::Digits && !atom.numeral.decimals
    }

    /// "1909.08053": the number of a preprint, by year and month.
    pub fn is_paper(&self, numeral: &Numeral) -> bool {
        if numeral.form != Form::Digits || !numeral.decimals || numeral.end - numeral.start != 10 {
            return false;
        }
        let month = [2, 3].map(|at| self.glyphs.at(numeral.start + at).to_digit(10).unwrap_or(99));
        self.glyphs.at(numeral.start + 4) == '.' && (1..=12).contains(&(month[0] * 10 + month[1]))
    }

    /// "Gaudi 3 offers", "Voyager 2 in", "Python 3.8": a number behind a capitalised word belongs to a name.
    pub fn is_named(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let numeral = &atom.numeral;
        let end = glyphs.back_over_blanks(atom.start);
        if numeral.form != Form::Digits
            || atom.start - end != 1
            || numeral.plain_digits > 3
            || numeral.magnitude != Decimal::ONE
            || numeral.low.is_sign_negative()
        {
            return false;
        }
        if numeral.plain_digits == 0 && numeral.low >= Decimal::from(20) {
            return false;
        }
        let mut start = end;
        while start > 0 && glyphs.at(start - 1).is_ascii_alphanumeric() && end - start < 24 {
            start -= 1;
        }
        let version = numeral.decimals && (end - start < 3 || self.joins_on(numeral.end));
        if end - start < 2
            || version
            || !glyphs.at(start).is_ascii_uppercase()
            || start > 0 && glyphs.is_word(start - 1)
        {
            return false;
        }
        let stop = self.vocab.numerals.stop.longest(glyphs.all(), start, |stop, _| self.alone(stop));
        let hedge = self.hedge_before(atom.start, 0).is_some();
        !hedge && !stop.is_some_and(|(stop, ())| stop == end)
    }

    /// Says whether a dash or "to" and another number follow.
    fn joins_on(&self, end: usize) -> bool {
        let glyphs = &self.glyphs;
        let found = self.vocab.numerals.joins.longest(glyphs.all(), glyphs.over_blanks(end), any);
        found.is_some_and(|(next, _)| glyphs.is_digit(glyphs.over_blanks(next)))
    }

    /// "Fig. 3A", "3A–3C": returns the end of a label of digits and one letter, where a label word or a
    /// label stands before it; "2006b": of a year with a letter.
    pub fn lettered(&self, numeral: &Numeral, prev: Option<&Atom>) -> Option<(usize, bool)> {
        let glyphs = &self.glyphs;
        let digits = self.run_length(numeral.start);
        let end = numeral.start + digits;
        if digits == 0 || digits > 4 || glyphs.kind(end) != Kind::Letter || glyphs.is_word(end + 1) {
            return None;
        }
        if self.is_year(numeral.start, digits) && matches!(glyphs.at(end), 'a'..='f') {
            return Some((end + 1, true));
        }
        let listed = prev.is_some_and(|prev| {
            let gap = numeral.start.saturating_sub(prev.end);
            prev.bare == Some(Bare::Label) && gap <= 6 && prev.end <= numeral.start
        });
        (listed || self.label_before(numeral.start).is_some()).then_some((end + 1, false))
    }

    /// Returns where the label word right before `at` begins.
    fn label_before(&self, at: usize) -> Option<usize> {
        let glyphs = &self.glyphs;
        let before = glyphs.back_over_blanks(at);
        if at - before > 2 {
            return None;
        }
        let found = self.vocab.numerals.labels.longest(glyphs.all(), before, |start, _| {
            let letter = glyphs.at(start).is_ascii_alphabetic();
            if letter && start > 0 && glyphs.is_word(start - 1) { Keep::No } else { Keep::Yes }
        });
        found.map(|(start, ())| start)
    }

    pub fn is_label(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let before = glyphs.back_over_blanks(atom.start);
        let Some(start) = self.label_before(atom.start) else { return false };
        // 第三 and 图3 touch the number; 表 and 期 as the end of another word do not count before a large number.
        let han = is_han(glyphs.at(start));
        let whole = !atom.numeral.decimals || !han;
        whole
            && atom.numeral.magnitude <= Decimal::ONE_HUNDRED
            && !(han && atom.counted.is_some() && before == start + 1 && !self.is_ordinal(start))
    }

    /// 第 makes an ordinal even before a measure word.
    fn is_ordinal(&self, at: usize) -> bool {
        self.vocab.numerals.ordinal == self.glyphs.at(at)
    }

    pub fn is_date(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        let numeral = &atom.numeral;
        if self.is_written_date(numeral) {
            return true;
        }
        if numeral.decimals || numeral.magnitude != Decimal::ONE {
            return false;
        }
        if numeral.form != Form::English
            && words.date_units.longest(glyphs.all(), numeral.end, any).is_some()
            && atom.counted.is_none()
        {
            return true;
        }
        let before = glyphs.back_over_blanks(atom.start);
        let next = glyphs.over_blanks(numeral.end);
        let letter_before = |start: usize| if start > 0 && glyphs.is_word(start - 1) { Keep::No } else { Keep::Yes };
        let small = numeral.low <= Decimal::from(31) || self.is_year(numeral.start, numeral.plain_digits);
        if small && numeral.form == Form::Digits {
            let comma = if glyphs.before(before) == ',' { before - 1 } else { before };
            let month = words.months.1.longest(glyphs.all(), comma, |start, _| letter_before(start)).is_some()
                || words.months.0.longest(glyphs.all(), next, |stop, _| self.alone(stop)).is_some()
                    && next > numeral.end;
            if month && !self.is_may_verb(comma) {
                return true;
            }
        }
        if !self.is_year(numeral.start, numeral.plain_digits) {
            return false;
        }
        // A year: nothing is counted, or "in 2019", "et al. (2019" or "C/2013" stands before.
        let mark = glyphs.before(before);
        let cited = mark == '(' && glyphs.before(glyphs.back_over_blanks(before - 1)) == '.';
        let named = mark == '/' && before == atom.start && before > 1 && glyphs.at(before - 2).is_ascii_alphabetic();
        atom.counted.is_none()
            || cited
            || named
            || words.years.longest(glyphs.all(), before, |start, _| letter_before(start)).is_some()
            || glyphs.before(before) == ','
    }

    /// "20230325", "2023.10": year, month and day in digits alone.
    fn is_written_date(&self, numeral: &Numeral) -> bool {
        let glyphs = &self.glyphs;
        let start = numeral.start;
        let two = |at: usize| {
            let digits = [at, at + 1].map(|at| glyphs.at(at).to_digit(10));
            digits[0].zip(digits[1]).map_or(99, |(ten, one)| ten * 10 + one)
        };
        let day = numeral.plain_digits == 8 && (1..=12).contains(&two(start + 4)) && (1..=31).contains(&two(start + 6));
        let month = numeral.decimals
            && numeral.end - start == 7
            && glyphs.at(start + 4) == '.'
            && (1..=12).contains(&two(start + 5));
        numeral.form == Form::Digits && (day || month) && self.is_year(start, 4)
    }

    /// 凌晨3点, 9点30分: an hour of the day, unlike 五点建议.
    pub fn is_hour(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        let numeral = &atom.numeral;
        let after = numeral.end + 1;
        if glyphs.at(numeral.end) != words.point
            || numeral.decimals
            || numeral.low != numeral.high
            || numeral.low > Decimal::from(24)
            || numeral.magnitude != Decimal::ONE
        {
            return false;
        }
        let before = glyphs.back_over_blanks(numeral.start);
        words.day_parts.longest(glyphs.all(), before, any).is_some()
            || !is_han(glyphs.at(after))
            || glyphs.kind(after) == Kind::Han
            || words.hour_ends.longest(glyphs.all(), after, any).is_some()
    }

    /// "may 5" in small letters is a verb as often as a month: only capitals count.
    fn is_may_verb(&self, end: usize) -> bool {
        let glyphs = &self.glyphs;
        end >= 3 && glyphs.all().get(end - 3..end) == Some(&['m', 'a', 'y'])
    }

    /// "[12]", "[3, 4]", "(14–17)": a number in brackets with nothing but numbers.
    pub fn is_citation(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        // "the model (3.3)": the number of an equation.
        let equation = atom.numeral.decimals
            && atom.numeral.low >= Decimal::ONE
            && atom.end - atom.start == 3
            && (glyphs.before(atom.start), glyphs.at(atom.end)) == ('(', ')');
        if equation {
            return true;
        }
        if atom.numeral.form != Form::Digits
            || atom.numeral.decimals
            || atom.numeral.plain_digits == 0
            || atom.numeral.plain_digits > 4
        {
            return false;
        }
        let inner = |c: char| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–' | ';' | '—');
        let mut from = atom.start;
        while from > 0 && atom.start - from < 40 && inner(glyphs.at(from - 1)) {
            from -= 1;
        }
        let mut to = atom.end;
        while to - atom.end < 40 && inner(glyphs.at(to)) {
            to += 1;
        }
        // "thieno[3,2-b]pyridine": places in a molecule.
        let places = glyphs.before(from) == '[' && glyphs.before(to) == '-' && glyphs.at(to + 1) == ']';
        if places && glyphs.at(to).is_ascii_lowercase() {
            return true;
        }
        matches!((glyphs.before(from), glyphs.at(to)), ('[', ']') | ('(', ')') | ('【', '】'))
    }

    /// "1. Introduction", "2) …", "3.1 Results" at the start of a text.
    pub fn is_heading_number(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let starts = glyphs.back_over_blanks(atom.start);
        // "… of standard length. 2.4 Sex differences": a heading that ran into the text.
        let title = atom.numeral.decimals
            && atom.end - atom.start == 3
            && starts + 1 == atom.start
            && glyphs.before(starts) == '.'
            && starts > 2
            && glyphs.at(starts - 2).is_ascii_lowercase()
            && glyphs.at(atom.end) == ' '
            && glyphs.at(atom.end + 1).is_ascii_uppercase()
            && glyphs.at(atom.end + 2).is_ascii_lowercase();
        if title {
            return true;
        }
        if starts > 0 && !matches!(glyphs.before(starts), '\n' | '#' | '(' | '*')
            || atom.counted.is_some() && atom.numeral.form != Form::Digits
        {
            return false;
        }
        let marks = matches!(glyphs.at(atom.end), '.' | ')' | '、')
            && (glyphs.at(atom.end + 1) == ' ' || is_han(glyphs.at(atom.end + 1)));
        let titled = atom.numeral.decimals
            && atom.numeral.low < Decimal::ONE_HUNDRED
            && glyphs.at(atom.end) == ' '
            && (glyphs.at(atom.end + 1).is_ascii_uppercase() || is_han(glyphs.at(atom.end + 1)));
        (marks && atom.numeral.plain_digits > 0 && atom.numeral.plain_digits < 4 || titled) && !atom.numeral.fraction
    }
}
