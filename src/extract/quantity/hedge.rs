//! Hedges and bounds beside a quantity: "约", "at least", 以上, "or more".

use rust_decimal::Decimal;

use super::scan::{Atom, Scanner};
use crate::claim::Bound;
use crate::extract::numeral::{Form, is_han};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;
use crate::vocab::numeral_file::Says;
use crate::vocab::trie::Keep;

impl Scanner<'_> {
    /// Reads the hedges on both sides of `atom`, not reaching below `floor`.
    pub fn hedge(&self, atom: &mut Atom, floor: usize) {
        if atom.changed_from {
            return;
        }
        let mut start = atom.start;
        for _ in 0..3 {
            let Some((from, says)) = self.hedge_before(start, floor) else { break };
            self.say(atom, self.over_or_during(atom, from, says));
            start = from;
        }
        for (says, before, after) in &self.vocab.numerals.pairs {
            // 比三十大
            let glyphs = self.glyphs.all();
            if before.longest(glyphs, start, any).is_some()
                && after.longest(glyphs, atom.end, any).is_some()
                && atom.unit.is_none()
            {
                self.say(atom, *says);
            }
        }
        let mut end = self.over_inclusive(atom.end);
        for _ in 0..2 {
            let Some((to, says)) = self.hedge_after(end) else { break };
            let ends = !self.glyphs.is_digit(self.glyphs.over_blanks(to));
            if says == Says::AtLeast && atom.bound == Some(Bound::AtMost) && ends {
                // 高达10万元以上: what stands behind says which end is open.
                (atom.low, atom.high, atom.bound) = (atom.high, None, None);
                atom.high = atom.low;
            }
            self.say(atom, says);
            end = to;
        }
    }

    /// "over 50 GB" is a bound, "spread over 20 years", "over eight cycles" and "under 2 bar" are none. Says which
    /// is meant by the word at `from`.
    fn over_or_during(&self, atom: &Atom, from: usize, says: Says) -> Says {
        let numeral = &atom.numeral;
        let dimension = atom.unit.as_ref().map(|unit| &*unit.dimension);
        let few = dimension.is_none()
            && numeral.form == Form::English
            && numeral.magnitude == Decimal::ONE
            && numeral.low < Decimal::TEN;
        let (loose, bound) = match says {
            Says::Over => (dimension == Some("time") || few, Says::AtLeast),
            Says::Under => (matches!(dimension, Some("pressure" | "magnetic")) || few, Says::AtMost),
            _ => return says,
        };
        let glyphs = &self.glyphs;
        let before = glyphs.back_over_blanks(from);
        let alone = |start: usize| if start > 0 && glyphs.is_word(start - 1) { Keep::No } else { Keep::Yes };
        let told = self.vocab.numerals.bound_before.longest(glyphs.all(), before, |start, _| alone(start)).is_some();
        if loose && !told { Says::Exactly } else { bound }
    }

    /// Returns the hedge that ends right before `at`: where it begins and what it says.
    pub fn hedge_before(&self, at: usize, floor: usize) -> Option<(usize, Says)> {
        let glyphs = &self.glyphs;
        let before = glyphs.back_over_blanks(at);
        if at - before > 2 {
            return None;
        }
        self.vocab.numerals.before.longest(glyphs.all(), before, |start, _| {
            let glued = glyphs.at(start).is_ascii_alphabetic() && start > 0 && glyphs.is_word(start - 1);
            // "c.", "over" and the like touch no number; Chinese and marks may.
            let touching = before == at && glyphs.before(before).is_ascii_alphabetic();
            let mark = glyphs.at(start) == '>' && self.is_no_order(start);
            if glued || touching || mark || start < floor { Keep::No } else { Keep::Yes }
        })
    }

    /// "-> 4", "=> 2400", "<td>32": says whether the sign at `at` ends an arrow or a tag.
    fn is_no_order(&self, at: usize) -> bool {
        let glyphs = &self.glyphs;
        if matches!(glyphs.before(at), '-' | '=' | '–') {
            return true;
        }
        let from = at.saturating_sub(24);
        let open = glyphs.all().get(from..at).and_then(|found| found.iter().rposition(|&c| matches!(c, '<' | '>')));
        let Some(open) = open.map(|open| from + open).filter(|&open| glyphs.at(open) == '<') else { return false };
        glyphs.kind(open + 1) == Kind::Letter || glyphs.at(open + 1) == '/'
    }

    fn hedge_after(&self, end: usize) -> Option<(usize, Says)> {
        let glyphs = &self.glyphs;
        let at = glyphs.over_blanks(end);
        if at - end > 2 {
            return None;
        }
        let (stop, says) = self.vocab.numerals.after.longest(glyphs.all(), at, |stop, _| self.alone(stop))?;
        let mark = !glyphs.at(at).is_alphanumeric();
        let goes_on = mark && (at > end || glyphs.is_word(stop) && !is_han(glyphs.at(stop)));
        (says != Says::Nothing && !goes_on && !(glyphs.at(at).is_ascii_alphabetic() && at == end))
            .then_some((stop, says))
    }

    /// 50万元（含）以上: steps over the bracket.
    fn over_inclusive(&self, at: usize) -> usize {
        let glyphs = &self.glyphs;
        let bracket = glyphs.at(at) == '(' && glyphs.at(at + 2) == ')' && is_han(glyphs.at(at + 1));
        if bracket && self.vocab.numerals.after.longest(glyphs.all(), at + 3, any).is_some() { at + 3 } else { at }
    }

    fn say(&self, atom: &mut Atom, says: Says) {
        atom.said = true;
        match says {
            Says::Approx => atom.approx = true,
            Says::AtLeast if atom.bound.is_none() && !atom.joined && atom.low == atom.high => {
                atom.bound = Some(Bound::AtLeast);
                atom.high = None;
            }
            Says::AtMost if atom.bound.is_none() && !atom.joined && atom.low == atom.high => {
                atom.bound = Some(Bound::AtMost);
                atom.low = None;
            }
            _ => {}
        }
    }
}
