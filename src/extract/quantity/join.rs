//! Neighbours joined: ranges, tolerances, compounds (2小时30分), lists that share a unit, changes.

use rust_decimal::Decimal;

use super::scan::{Atom, Bare, Scanner};
use crate::extract::numeral::{Form, is_han};
use crate::vocab::Trie;
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{Join, any};
use crate::vocab::numeral_file::Says;

/// The longest gap between two numbers that are joined.
pub(super) const WIDEST: usize = 24;

impl Scanner<'_> {
    /// Joins the atoms that belong together and reads the hedges of what is left.
    pub fn join(&self, atoms: &mut Vec<Atom>) {
        self.compounds(atoms);
        self.lists(atoms);
        self.chains(atoms);
        self.ranges(atoms);
        let mut floor = 0;
        for atom in atoms.iter_mut() {
            self.hedge(atom, floor);
            // "about 500": a hedged number is a figure.
            // "at least one valve": so is a single thing where it bounds something.
            let plain = atom.numeral.low == Decimal::ONE && atom.numeral.magnitude == Decimal::ONE;
            let one = atom.numeral.lone && plain && atom.bound.is_some() && atom.counted.is_some();
            if atom.bare == Some(Bare::Plain) && atom.said && (!atom.numeral.lone || one) {
                atom.bare = None;
            }
            floor = atom.end;
        }
        self.bounded(atoms);
    }

    /// Calls `merge` on each pair of neighbours; the second one goes where it says that the first took it in.
    pub fn fold(atoms: &mut Vec<Atom>, mut merge: impl FnMut(&mut Atom, &mut Atom) -> bool) {
        atoms.dedup_by(|atom, last| merge(last, atom));
    }

    /// Says whether nothing but blanks and at most one of `words` fills the glyphs `from..to`.
    pub fn is_gap(&self, from: usize, to: usize, words: &Trie<()>) -> bool {
        let glyphs = &self.glyphs;
        if to < from || to - from > WIDEST {
            return false;
        }
        let at = glyphs.over_blanks(from);
        if at >= to {
            return at == to;
        }
        words.longest(glyphs.all(), at, |end, _| self.alone(end)).is_some_and(|(end, ())| glyphs.over_blanks(end) == to)
    }

    /// Returns what joins two numbers, where nothing else stands between them but a hedge.
    pub fn join_between(&self, a: &Atom, b: &Atom) -> Option<(Join, bool)> {
        let glyphs = &self.glyphs;
        if b.start < a.end || b.start - a.end > WIDEST {
            return None;
        }
        // "8- to 16-meter": the hyphen of the first number hangs.
        let word = a.end + 1 + usize::from(glyphs.at(a.end + 1) == ' ');
        let hanging = glyphs.at(a.end) == '-' && glyphs.kind(word) == Kind::Letter;
        let from = glyphs.over_blanks(self.after_bracket(a.end) + usize::from(hanging));
        let (mut end, join) = self.vocab.numerals.joins.longest(glyphs.all(), from, |end, _| self.alone(end))?;
        // "between 0.002 kg and about 0.007 kg"
        let mut hedged = false;
        let mut start = b.start;
        while let Some((before, Says::Approx)) = self.hedge_before(start, end) {
            start = before;
            hedged = true;
        }
        if join == Join::Dash && hedged {
            end = glyphs.over_blanks(end);
        }
        (glyphs.over_blanks(end) >= start && end <= b.start).then_some((join, hedged))
    }

    /// 1万(含)-5万
    fn after_bracket(&self, at: usize) -> usize {
        let glyphs = &self.glyphs;
        if glyphs.at(at) == '(' && glyphs.at(at + 2) == ')' && is_han(glyphs.at(at + 1)) { at + 3 } else { at }
    }

    /// "3-5倍", "between 3 and 5", "500 ± 20"; "from 45 ms to 12 ms" with a verb of change stays two.
    fn ranges(&self, atoms: &mut Vec<Atom>) {
        Self::fold(atoms, |a, b| {
            self.mark_change(a, b);
            self.tolerance(a, b)
                .or_else(|| self.quotient(a, b))
                .or_else(|| self.one_in(a, b))
                .or_else(|| self.range(a, b))
                .is_some()
        });
    }

    fn range(&self, a: &mut Atom, b: &mut Atom) -> Option<()> {
        let (join, _) = self.join_between(a, b)?;
        if a.joined
            || a.chained
            || a.numeral.vague
            || b.numeral.vague
            || a.numeral.percent != b.numeral.percent && b.numeral.percent
        {
            return None;
        }
        // A count ends the number: "3 GPUs to 5 nodes" are two.
        if a.counted.is_some() && a.counted != b.counted {
            return None;
        }
        // "in the age group 20 to 30 years": what has a unit is no label.
        let timed = b.unit.as_ref().is_some_and(|unit| &*unit.dimension == "time");
        let measured = (join == Join::To && b.unit.is_some() || timed) && !is_han(self.glyphs.before(a.start));
        if a.bare == Some(Bare::Label) && !measured || (a.bare == Some(Bare::Date)) != (b.bare == Some(Bare::Date)) {
            return None;
        }
        self.scale_money(a, b);
        if self.units_agree(a, b, join).is_some() {
            return self.span_of_two(a, b, join);
        }
        let written = (a.low, a.high, a.step);
        Self::rescale(a, b)?;
        let joined = self.span_of_two(a, b, join);
        if joined.is_none() {
            (a.low, a.high, a.step) = written;
        }
        joined
    }

    /// "400 GB/s – 1.2 TB/s": writes the left number in the unit of the right one, where only the prefix differs and the
    /// figures rise.
    fn rescale(a: &mut Atom, b: &Atom) -> Option<()> {
        let (x, y) = (a.unit.as_ref()?, b.unit.as_ref()?);
        let prefixed = x.canonical == y.canonical && x.dimension == y.dimension && x.factor < y.factor;
        let prefixed = prefixed && x.states == y.states && a.low == a.high && b.low == b.high;
        let factor = x.factor.checked_div(y.factor).filter(|_| prefixed)?;
        let low = a.low?.checked_mul(factor)?.normalize();
        let rises = factor <= Decimal::new(1, 1) && b.low.is_some_and(|high| low < high);
        let step = a.step.checked_mul(factor).filter(|_| rises)?;
        (a.low, a.high, a.step) = (Some(low), Some(low), step);
        Some(())
    }

    /// Joins two numbers of one unit, where what stands around them does not say that they are two.
    fn span_of_two(&self, a: &mut Atom, b: &mut Atom, join: Join) -> Option<()> {
        let opener = self.opener(a);
        let closed = self.vocab.numerals.closers.longest(self.glyphs.all(), b.end, any).is_some();
        match join {
            Join::And if opener == Some(Join::And) || closed => {}
            Join::To if opener == Some(Join::And) => {}
            Join::And => return None,
            Join::To if !self.is_ranging(a) && self.is_change(a, b, opener) => {
                a.changed_from = opener == Some(Join::To);
                if a.unit.is_none() && b.unit.is_some() && a.counted.is_none() && a.bare != Some(Bare::Date) {
                    (a.unit, a.form, a.bare) = (b.unit.clone(), b.form, None);
                }
                return None;
            }
            Join::Dash | Join::To if opener.is_none() && self.is_score(a, b, join) => {
                (a.bare, b.bare) = (Some(Bare::Label), Some(Bare::Label));
                return None;
            }
            Join::Dash if self.is_minus(a, b) || self.is_tilde(a, b) || self.is_pause(a, b) => return None,
            _ => {}
        }
        self.copy_magnitude(a, b);
        let (low, high) = (a.low?, b.high?);
        if b.low != b.high
            || a.low != a.high
            || b.unit.is_none() && a.unit.is_some() && a.form.is_some() && join == Join::And
        {
            return None;
        }
        (a.low, a.high) = if low <= high { (Some(low), Some(high)) } else { (Some(high), Some(low)) };
        a.step = a.step.min(b.step);
        if b.unit.is_some() {
            a.unit = b.unit.clone();
            a.form = b.form;
        }
        a.counted = b.counted.clone().filter(|_| a.unit.is_none() || b.unit.is_some());
        a.bare = match (a.bare, b.bare) {
            (Some(Bare::Label), None) => None,
            (Some(Bare::Plain), None) | (None, Some(Bare::Plain)) => None,
            (Some(Bare::Plain), Some(Bare::Plain)) if opener.is_some() => None,
            (Some(Bare::Plain), Some(Bare::Plain)) if !a.numeral.lone && !b.numeral.lone => None,
            (x, y) => x.or(y),
        };
        a.end = b.end;
        a.joined = true;
        self.rate_of_range(a, b);
        Some(())
    }

    /// "$30-40 k": the currency of the first number lets the letter behind the second one scale it.
    fn scale_money(&self, a: &Atom, b: &mut Atom) {
        let money = a.unit.as_ref().is_some_and(|unit| &*unit.dimension == "money");
        if !money || b.unit.is_some() || b.numeral.magnitude != Decimal::ONE || b.end != b.numeral.end {
            return;
        }
        let scaled = self.money_suffix(b.numeral);
        if scaled.magnitude != Decimal::ONE {
            (b.low, b.high, b.end) = (Some(scaled.low), Some(scaled.high), scaled.end);
            b.numeral = scaled;
            b.counted = None;
        }
    }

    /// "$10-20/hour": the denominator stands behind the second number, the currency before the first.
    fn rate_of_range(&self, a: &mut Atom, b: &Atom) {
        let Some(form) = a.form.filter(|_| b.unit.is_none() && b.counted.is_none() && self.is_plain_unit(a)) else {
            return;
        };
        if let Some(found) = self.found(b.end, form, Vec::new()).filter(|found| found.end > b.end) {
            (a.unit, a.end) = (Some(found.reading), found.end);
        }
    }

    /// Checks that both sides measure the same thing, or that the left one has no unit yet.
    fn units_agree(&self, a: &Atom, b: &Atom, join: Join) -> Option<()> {
        match (&a.unit, &b.unit) {
            (Some(x), Some(y)) => {
                let part = x.dimension == "money".into() && y.symbol.starts_with(&*x.symbol);
                (x.symbol == y.symbol || part).then_some(())
            }
            // "$30-40" and "20%-30": the unit of the left stands for both, before the number or as a share; but
            // "rose 0.3% to 5,120" is no range.
            (Some(x), None) => {
                let share = &*x.symbol == "%" && (join == Join::Dash || is_han(self.glyphs.before(b.start)));
                // "$30-40k now" counts nothing.
                let money = join == Join::Dash && &*x.dimension == "money" && b.numeral.magnitude > Decimal::ONE;
                (a.start < a.numeral.start || share).then_some(()).filter(|()| b.counted.is_none() || money)
            }
            _ => Some(()),
        }
    }

    /// Copies the magnitude of the right number to the left: 25-30万, "$1.2-1.5 million", 两到三百.
    fn copy_magnitude(&self, a: &mut Atom, b: &Atom) {
        let magnitude = b.numeral.magnitude;
        if magnitude <= Decimal::ONE || a.numeral.magnitude >= magnitude {
            return;
        }
        let (Some(low), Some(high)) = (a.low, b.high) else { return };
        let Some(coefficient) = high.checked_div(magnitude) else { return };
        if low < coefficient
            && let Some(scaled) = a.numeral.scaled(magnitude)
        {
            a.numeral = scaled;
            (a.low, a.high, a.step) = (Some(scaled.low), Some(scaled.high), scaled.step);
        }
    }

    /// "A100-40GB", "x - 5": a dash that is no range.
    fn is_minus(&self, a: &Atom, b: &Atom) -> bool {
        let years = a.bare == Some(Bare::Date);
        let falling =
            a.low > b.high && b.numeral.magnitude == Decimal::ONE && a.low.is_some_and(|low| !low.is_sign_negative());
        falling && !years
    }

    /// "won 5–4", "a ratio of 3 to 2": two small whole numbers that count nothing and fall.
    fn is_score(&self, a: &Atom, b: &Atom, join: Join) -> bool {
        let plain =
            |atom: &Atom| atom.unit.is_none() && atom.counted.is_none() && (1..=3).contains(&atom.numeral.plain_digits);
        plain(a)
            && plain(b)
            && a.low > b.low
            && (join == Join::To || a.end + 1 == b.start)
            && b.bare != Some(Bare::Date)
    }

    /// "two ~ 45-day windows": behind a number in words, a tilde before digits says "about".
    fn is_tilde(&self, a: &Atom, b: &Atom) -> bool {
        let forms = (a.numeral.form, b.numeral.form) == (Form::English, Form::Digits);
        forms && self.glyphs.at(self.glyphs.over_blanks(a.end)) == '~'
    }

    /// "1.8 TB/s — 130 TB/s in all": a long dash between blanks parts two figures that have their units each.
    fn is_pause(&self, a: &Atom, b: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let dash = glyphs.over_blanks(a.end);
        let apart = dash > a.end && glyphs.at(dash) == '—' && glyphs.at(dash + 1) == ' ';
        apart && a.form.is_some() && b.form.is_some() && a.start == a.numeral.start
    }
}
