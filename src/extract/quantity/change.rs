//! Changes, which are no ranges: "from 45 ms to 12 ms", "rose $5 to $131".

use rust_decimal::Decimal;

use super::join::WIDEST;
use super::scan::{Atom, Scanner};
use crate::extract::numeral::is_han;
use crate::vocab::numeral::{Join, any};
use crate::vocab::trie::Keep;

impl Scanner<'_> {
    /// 从45毫秒降到12毫秒: the verb of change stands between the two.
    pub fn mark_change(&self, a: &mut Atom, b: &Atom) {
        let same = a.unit.is_some()
            && a.unit.as_ref().map(|unit| &unit.dimension) == b.unit.as_ref().map(|unit| &unit.dimension);
        let opens = || self.opener(a) == Some(Join::To) || self.opens_far(a);
        if !same || a.joined || b.start < a.end || b.start - a.end > WIDEST || !opens() {
            return;
        }
        let change = &self.vocab.numerals.change;
        let begins = |at: usize| is_han(self.glyphs.at(at)) || at == 0 || !self.glyphs.is_word(at - 1);
        let found = (a.end..b.start).any(|at| begins(at) && change.longest(self.glyphs.all(), at, any).is_some());
        a.changed_from |= found;
    }

    /// 从原版的96GB: says whether Han characters or a name stand between the opener and the number.
    fn opens_far(&self, a: &Atom) -> bool {
        const REACH: usize = 12;
        let glyphs = &self.glyphs;
        let within = |at: &usize| !matches!(glyphs.at(*at), '，' | ',' | '。' | ';' | '；' | ':' | '：' | '(' | '（');
        let places = (a.start.saturating_sub(REACH)..a.start).rev();
        places.take_while(within).any(|at| {
            is_han(glyphs.at(at))
                && self
                    .vocab
                    .numerals
                    .openers
                    .longest(glyphs.all(), at + 1, any)
                    .is_some_and(|(_, join)| join == Join::To)
        })
    }

    /// Returns the opener before a number: "from", "between"; hedges between them are skipped.
    pub fn opener(&self, a: &Atom) -> Option<Join> {
        let glyphs = &self.glyphs;
        let mut start = a.start;
        if let Some((before, _)) = self.hedge_before(start, 0) {
            start = before;
        }
        let before = glyphs.back_over_blanks(start);
        let found = self.vocab.numerals.openers.longest(glyphs.all(), before, |from, _| {
            let glued = glyphs.at(from).is_ascii_alphabetic() && from > 0 && glyphs.is_word(from - 1);
            if glued { Keep::No } else { Keep::Yes }
        });
        found.map(|(_, join)| join)
    }

    /// "ranging from A to B": no change, whatever verb stands before.
    pub fn is_ranging(&self, a: &Atom) -> bool {
        let before = self.glyphs.back_over_blanks(a.start);
        self.vocab.numerals.ranging.longest(self.glyphs.all(), before, any).is_some()
    }

    /// "rose from A to B", "cut by A to B": a verb of change within the words before.
    pub fn is_change(&self, a: &Atom, b: &Atom, opener: Option<Join>) -> bool {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        let before = glyphs.back_over_blanks(a.start);
        // "from 345 nm to 325 nm": no range is written from its upper end.
        let falls = b.numeral.magnitude == Decimal::ONE && a.low > b.high && b.low >= Some(Decimal::ZERO);
        if opener == Some(Join::To) && falls {
            return true;
        }
        let by = words.by.longest(glyphs.all(), before, any).is_some() || self.is_step(a, b, before);
        if opener != Some(Join::To) && !by {
            return false;
        }
        let floor = a.start.saturating_sub(60);
        let mut at = a.start;
        while at > floor {
            at -= 1;
            let c = glyphs.at(at);
            if matches!(c, '.' | '。' | ';' | '；') && glyphs.at(at + 1) == ' ' || c == '。' {
                break;
            }
            let begins = is_han(c) || c.is_ascii_alphabetic() && (at == 0 || !glyphs.is_word(at - 1));
            if begins && words.change.longest(glyphs.all(), at, any).is_some() {
                return true;
            }
        }
        false
    }

    /// "rose $5.10 to $131.60": right behind a verb of change, a far smaller figure is the step and no lower end.
    fn is_step(&self, a: &Atom, b: &Atom, before: usize) -> bool {
        let glyphs = &self.glyphs;
        let far = match (a.low, b.low) {
            (Some(low), Some(high)) => low.checked_mul(Decimal::from(8)).is_some_and(|eight| eight <= high),
            _ => false,
        };
        let mut start = before;
        while start > 0 && glyphs.is_word(start - 1) && before - start < 16 {
            start -= 1;
        }
        far && b.unit.is_some()
            && a.unit.is_some()
            && start < before
            && self.vocab.numerals.change.longest(glyphs.all(), start, any).is_some()
    }
}
