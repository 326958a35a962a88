//! Neighbours joined: ranges, tolerances, compounds (2小时30分), lists that share a unit, changes.

use rust_decimal::Decimal;

use super::UnitReading;
use super::scan::{Atom, Bare, Scanner};
use crate::extract::numeral::{Form, Numeral, is_han};
use crate::vocab::Trie;
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{Join, Says, Zi, any, power_of_ten};
use crate::vocab::trie::Keep;

/// The longest gap between two numbers that are joined.
const WIDEST: usize = 24;

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

    /// "from 0.06 to 0.42 to 0.74 ppm": what "to" strings together twice is a sequence; it shares the last unit.
    fn chains(&self, atoms: &mut [Atom]) {
        for at in (2..atoms.len()).rev() {
            let Some([a, b, c]) = atoms.get_mut(at - 2..=at) else { continue };
            let to = |a: &Atom, b: &Atom| matches!(self.join_between(a, b), Some((Join::To, _)));
            let free = |atom: &Atom| atom.unit.is_none() && atom.counted.is_none() && atom.bare != Some(Bare::Label);
            if c.unit.is_none()
                || !free(b) && b.unit != c.unit
                || !free(a) && a.unit != c.unit
                || !to(a, b)
                || !to(b, c)
            {
                continue;
            }
            for atom in [a, b] {
                (atom.unit, atom.form, atom.bare, atom.chained) = (c.unit.clone(), c.form, None, true);
            }
        }
    }

    /// Calls `merge` on each pair of neighbours; the second one goes where it says that the first took it in.
    fn fold(atoms: &mut Vec<Atom>, mut merge: impl FnMut(&mut Atom, &mut Atom) -> bool) {
        atoms.dedup_by(|atom, last| merge(last, atom));
    }

    /// 2小时30分, 5 ft 2 in, 十块三毛, 三块四: a unit and a smaller one of its kind.
    fn compounds(&self, atoms: &mut Vec<Atom>) {
        Self::fold(atoms, |a, b| self.compound(a, b).or_else(|| self.below_zero(a, b)).is_some());
    }

    /// "2 degrees below zero" is minus two.
    fn below_zero(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let degrees = a.unit.as_ref().is_some_and(|unit| matches!(&*unit.dimension, "temperature" | "angle"));
        let (low, high) = (a.low?, a.high?);
        if !degrees
            || b.low != Some(Decimal::ZERO)
            || b.unit.is_some()
            || low.is_sign_negative()
            || self.glyphs.over_blanks(a.end) >= b.start
            || !self.is_gap(a.end, b.start, &self.vocab.numerals.below)
        {
            return None;
        }
        (a.low, a.high, a.end) = (Some(-high), Some(-low), b.end);
        Some(())
    }

    fn compound(&self, a: &mut Atom, b: &mut Atom) -> Option<()> {
        let units = &self.vocab.units;
        let big = units.form_at(a.form?);
        let joins = units.unit_of(big).joins;
        if !joins
            || a.low != a.high
            || b.low != b.high
            || b.start < a.end
            || b.start - a.end > 7
            || !self.is_plain_unit(a)
        {
            return None;
        }
        let (Some(form), true) = (b.form, self.is_gap(a.end, b.start, &self.vocab.numerals.compound)) else {
            return self.tenth(a, b).or_else(|| self.then(a, b));
        };
        let small = units.form_at(form);
        let smaller = if big.dimension == small.dimension {
            small.factor.checked_mul(small.shown)?.checked_div(big.factor)?
        } else {
            return None;
        };
        if smaller == Decimal::ONE {
            // 两块九毛九RMB
            return self.tenth(a, b);
        }
        let joins = units.unit_of(small).joins
            && smaller < Decimal::ONE
            && (big.canonical == small.canonical || units.unit_of(small).part);
        if !joins || !self.is_plain_unit(b) && !units.unit_of(small).part {
            return None;
        }
        let (low, more) = (a.low?, b.low?);
        // What is shown as another unit is counted in that one already: 一刻钟 is 15 min.
        let share = small.factor.checked_div(big.factor)?;
        let more = more.checked_mul(share)?;
        if more.scale() > 12 && self.in_smaller(a, b, small.factor, big.factor).is_some() {
            return Some(());
        }
        let more = if low.is_sign_negative() { -more } else { more };
        let value = low.checked_add(more.round_dp(12))?;
        (a.low, a.high) = (Some(value), Some(value));
        a.step = b.step.checked_mul(share)?;
        a.share = smaller;
        a.end = b.end;
        Some(())
    }

    /// 一小时零十五秒: where the bigger unit has no exact figure, the smaller one is kept.
    fn in_smaller(&self, a: &mut Atom, b: &Atom, small: Decimal, big: Decimal) -> Option<()> {
        let ratio = big.checked_div(small)?.normalize();
        if ratio.scale() > 6 {
            return None;
        }
        let value = a.low?.checked_mul(ratio)?.checked_add(b.low?)?;
        (a.low, a.high, a.step) = (Some(value), Some(value), b.step);
        (a.unit, a.form, a.end, a.share) = (b.unit.clone(), b.form, b.end, Decimal::ONE);
        Some(())
    }

    /// "20 dollars 43", "1 hour and thirty", "one hour and a half": a bare number behind a unit.
    fn then(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let units = &self.vocab.units;
        let unit = units.unit_of(units.form_at(a.form?));
        let half = b.numeral.fraction && b.numeral.lone && b.numeral.form == Form::English;
        let spoken = b.numeral.form == Form::English || &*unit.dimension == "money";
        if b.unit.is_some()
            || b.counted.is_some()
            || a.numeral.decimals
            || a.share != Decimal::ONE
            || !(self.is_gap(a.end, b.start, &self.vocab.numerals.and))
        {
            return None;
        }
        let share = if half { Decimal::ONE } else { unit.then? };
        let whole = b.numeral.plain_digits == 2 || b.numeral.form == Form::English;
        let small = b.low? < Decimal::from(60) || &*unit.dimension == "money" && b.low? < Decimal::ONE_HUNDRED;
        let joined = a.end < b.start && self.glyphs.over_blanks(a.end) < b.start;
        if !half
            && (!whole || !small || b.numeral.decimals || &*unit.dimension == "time" && !joined || !spoken && !joined)
        {
            return None;
        }
        let value = a.low?.checked_add(b.low?.checked_mul(share)?.round_dp(12))?;
        (a.low, a.high, a.step, a.end) = (Some(value), Some(value), share, b.end);
        // "an hour and a half" is a figure where "an hour" is seldom one.
        a.bare = None;
        Some(())
    }

    /// 三块四, 一米九: a lone digit behind a unit counts tenths of it.
    fn tenth(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let zero = b.numeral.end - b.numeral.start == 2;
        let named = a.share != Decimal::ONE && b.form.is_some() && a.unit == b.unit;
        let han = b.numeral.form == Form::Chinese;
        // 一米七五 is 1.75, 5块5 is 5.5.
        let width = b.numeral.end - b.numeral.start;
        let pair = width == 2 && b.low? > Decimal::TEN && b.low? < Decimal::ONE_HUNDRED && (!han || self.is_digits(b));
        let one = b.numeral.lone && han || zero && han || b.numeral.plain_digits == 1;
        let ends = han || !self.glyphs.is_word(b.end) && !matches!(self.glyphs.at(b.end), '.' | ':' | '-' | '/' | '%');
        let digit = (one && b.low? < Decimal::TEN || pair)
            && ends
            && (b.unit.is_none() || named)
            && !b.numeral.fraction
            && b.low == b.high;
        // 零 is read into the digit behind it: 三蚊零四 is 3.04.
        let touches = a.end == b.start;
        if !digit || !touches || !is_han(self.glyphs.before(a.end)) || b.counted.is_some() || a.numeral.decimals {
            return None;
        }
        let units = &self.vocab.units;
        let unit = units.unit_of(units.form_at(a.form?));
        // 五秒三 is said, 五天三 is not.
        let shown = units.form_at(a.form?).shown;
        let dimension = unit.dimension.split('/').next().unwrap_or_default();
        if !(matches!(dimension, "money" | "length" | "angle") && !(pair && dimension == "angle")
            || shown == Decimal::TEN)
            || is_han(self.glyphs.at(b.end)) && self.vocab.units.words.longest(self.glyphs.all(), b.end, any).is_some()
        {
            return None;
        }
        let share = if zero && han || pair { Decimal::new(1, 2) } else { Decimal::new(1, 1) };
        let share =
            share.checked_mul(a.share)?.checked_mul(if a.share == Decimal::ONE { shown } else { Decimal::ONE })?;
        let value = a.low?.checked_add(b.low?.checked_mul(share)?)?;
        (a.low, a.high, a.step) = (Some(value), Some(value), share);
        a.end = b.end;
        Some(())
    }

    /// Says whether a Chinese numeral is written as two plain digits: 七五, unlike 十五.
    fn is_digits(&self, atom: &Atom) -> bool {
        let zi = |at: usize| self.vocab.numerals.zi(self.glyphs.at(at));
        (atom.numeral.start..atom.numeral.end).all(|at| matches!(zi(at), Some(Zi::Digit(1..=9, false))))
    }

    /// Says whether the unit stands alone, without a rate.
    fn is_plain_unit(&self, atom: &Atom) -> bool {
        let (Some(unit), Some(form)) = (&atom.unit, atom.form) else { return false };
        if atom.rated_before {
            return true;
        }
        unit.symbol == self.vocab.units.form_at(form).symbol
    }

    /// "16, 32 and 64 GB": the unit is copied leftwards; "Figs. 4 and 5": the label rightwards.
    fn lists(&self, atoms: &mut [Atom]) {
        let mut plural = false;
        for at in 1..atoms.len() {
            let (left, right) = atoms.split_at_mut(at);
            let (Some(a), Some(b)) = (left.last(), right.first_mut()) else { continue };
            // "Tables 1 and 2 show": after a plural, what follows the last number is no noun that it counts.
            plural = a.bare == Some(Bare::Label) && (plural || self.is_plural_label(a));
            let free = b.unit.is_none() && (b.counted.is_none() || plural && b.numeral.form == Form::Digits);
            let label = a.bare == Some(Bare::Label) && free && (plural || !b.numeral.decimals);
            if label && (self.is_list(a, b) || self.join_between(a, b).is_some()) {
                b.bare = Some(Bare::Label);
                b.counted = None;
            } else {
                plural = false;
            }
        }
        for at in (1..atoms.len()).rev() {
            let (left, right) = atoms.split_at_mut(at);
            let (Some(a), Some(b)) = (left.last_mut(), right.first()) else { continue };
            let plain = a.unit.is_none() && a.counted.is_none() && a.bare == Some(Bare::Plain) && !a.numeral.lone;
            if plain
                && b.unit.is_none()
                && b.counted.is_some()
                && b.bare.is_none()
                && !is_comma(&self.gap(a, b))
                && self.is_list(a, b)
                && !(self.is_gap(a.end, b.start, &self.vocab.numerals.and) && self.is_size(a))
            {
                a.counted = b.counted.clone();
                a.bare = None;
            }
        }
        // Leftwards from a member with a unit, through a last "and", then through commas.
        let mut carried: Option<(UnitReading, usize)> = None;
        for at in (1..atoms.len()).rev() {
            let (left, right) = atoms.split_at_mut(at);
            let (Some(a), Some(b)) = (left.last_mut(), right.first()) else { continue };
            if carried.is_none()
                && let (Some(unit), Some(form)) = (&b.unit, b.form)
            {
                carried = Some((unit.clone(), form));
            }
            let takes = a.unit.is_none()
                && a.counted.is_none()
                && matches!(a.bare, None | Some(Bare::Plain))
                && !a.numeral.lone
                && !self.is_limit(a)
                && a.numeral.form != Form::English;
            let last = !is_comma(&self.gap(a, b));
            let first = b.form.is_some() && !b.numeral.lone && b.numeral.start == b.start;
            if takes
                && self.is_list(a, b)
                && (last || b.joined)
                && first
                && let Some((unit, form)) = carried.clone()
            {
                a.unit = Some(unit);
                a.form = Some(form);
                a.bare = None;
                // Marks that commas before it may carry on.
                a.joined = true;
                continue;
            }
            carried = None;
        }
        for atom in atoms.iter_mut() {
            atom.joined = false;
        }
    }

    /// "a hidden size of 8,192 and 80 layers": says whether "of" stands before the number, which then is the size.
    fn is_size(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let end = glyphs.back_over_blanks(atom.start);
        let link = |start: usize| self.vocab.numerals.vague_links.longest(glyphs.all(), start, any);
        let begins = |start: usize| start == 0 || !glyphs.is_word(start - 1);
        (1..4)
            .filter_map(|back| end.checked_sub(back))
            .any(|start| begins(start) && link(start).is_some_and(|(stop, ())| stop == end))
    }

    /// "Figures 3", "Figs. 3": says whether the label word before a number is a plural.
    fn is_plural_label(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let end = glyphs.back_over_blanks(atom.start);
        let end = if glyphs.before(end) == '.' { end - 1 } else { end };
        end < atom.start && glyphs.before(end) == 's'
    }

    /// Says whether nothing but blanks and at most one of `words` fills the glyphs `from..to`.
    fn is_gap(&self, from: usize, to: usize, words: &Trie<()>) -> bool {
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

    fn gap(&self, a: &Atom, b: &Atom) -> String {
        if b.start < a.end || b.start - a.end > WIDEST {
            return String::new();
        }
        self.glyphs.all().get(a.end..b.start).unwrap_or_default().iter().collect()
    }

    fn is_list(&self, a: &Atom, b: &Atom) -> bool {
        let glyphs = &self.glyphs;
        if b.start < a.end || b.start - a.end > 8 {
            return false;
        }
        let at = glyphs.over_blanks(a.end);
        let found = self.vocab.numerals.list.longest(glyphs.all(), at, any);
        found.is_some_and(|(end, ())| glyphs.over_blanks(end) == b.start && self.alone(end) == Keep::Yes)
    }

    /// Returns what joins two numbers, where nothing else stands between them but a hedge.
    fn join_between(&self, a: &Atom, b: &Atom) -> Option<(Join, bool)> {
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

    /// 从45毫秒降到12毫秒: the verb of change stands between the two.
    fn mark_change(&self, a: &mut Atom, b: &Atom) {
        let same =
            a.unit.is_some() && a.unit.as_ref().map(|unit| &unit.symbol) == b.unit.as_ref().map(|unit| &unit.symbol);
        if !same || a.joined || b.start < a.end || b.start - a.end > WIDEST || self.opener(a) != Some(Join::To) {
            return;
        }
        let change = &self.vocab.numerals.change;
        let begins = |at: usize| is_han(self.glyphs.at(at)) || at == 0 || !self.glyphs.is_word(at - 1);
        let found = (a.end..b.start).any(|at| begins(at) && change.longest(self.glyphs.all(), at, any).is_some());
        a.changed_from |= found;
    }

    fn tolerance(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let next = self.glyphs.over_blanks(a.end);
        // "113 (± 1) nM"
        let bracket = self.glyphs.at(next) == '(' && self.glyphs.at(b.end) == ')';
        let from = if bracket { next + 1 } else { a.end };
        if a.joined
            || self.glyphs.over_blanks(from) >= b.start
            || !self.is_gap(from, b.start, &self.vocab.numerals.plus_minus)
        {
            return None;
        }
        let (value, spread) = (a.low?, b.low?);
        if a.low != a.high || spread.is_sign_negative() {
            return None;
        }
        if let (Some(x), Some(y)) = (&a.unit, &b.unit)
            && x.symbol != y.symbol
        {
            return None;
        }
        a.low = value.checked_sub(spread);
        a.high = value.checked_add(spread);
        a.end = b.end;
        let behind = Numeral { end: b.end + 1, ..b.numeral };
        if bracket
            && a.unit.is_none()
            && b.unit.is_none()
            && let Some(found) = self.unit_after(&behind, None).filter(|found| found.shown == found.scale)
        {
            (a.unit, a.form, a.end) = (Some(found.reading), found.form, found.end);
        } else if a.unit.is_none() {
            a.unit = b.unit.clone();
            a.form = b.form;
            a.counted = b.counted.clone();
        }
        a.bare = a.bare.filter(|bare| *bare != Bare::Plain);
        a.joined = true;
        Some(())
    }

    /// "one out of three": a share.
    fn quotient(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let apart = self.glyphs.over_blanks(a.end) < b.start;
        let plain =
            |atom: &Atom| atom.unit.is_none() && atom.low == atom.high && !atom.joined && !atom.numeral.decimals;
        let spoken = a.numeral.form == Form::English || a.numeral.low == Decimal::ONE;
        if !apart
            || !plain(a)
            || !plain(b)
            || a.counted.is_some()
            || !spoken
            || !self.is_gap(a.end, b.start, &self.vocab.numerals.divide)
        {
            return None;
        }
        self.take_share(a, b)
    }

    /// "one in five adults", "8 in 10": a share, where the whole is a small or a round number of things.
    fn one_in(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let plain =
            |atom: &Atom| atom.unit.is_none() && atom.low == atom.high && !atom.joined && !atom.numeral.decimals;
        let apart = self.glyphs.over_blanks(a.end) < b.start;
        let whole = b.low?;
        let round = whole <= Decimal::TEN || (1..9).any(|power| power_of_ten(power) == Some(whole));
        let free = a.counted.is_none() && !matches!(a.bare, Some(Bare::Label | Bare::Date));
        if !apart
            || !plain(a)
            || !plain(b)
            || !free
            || !round
            || whole < Decimal::TWO
            || b.bare == Some(Bare::Label)
            || a.numeral.form == Form::Chinese
            || a.numeral.form != b.numeral.form
            || !self.is_gap(a.end, b.start, &self.vocab.numerals.one_in)
        {
            return None;
        }
        self.take_share(a, b)?;
        a.counted = b.counted.clone();
        Some(())
    }

    fn take_share(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let (above, below) = (a.low?, b.low?);
        if above >= below || above.is_sign_negative() {
            return None;
        }
        let value = above.checked_div(below)?;
        (a.low, a.high, a.step) = (Some(value), Some(value), Decimal::new(1, 2));
        (a.end, a.bare, a.joined) = (b.end, None, true);
        a.numeral.fraction = true;
        a.numeral.lone = false;
        Some(())
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
        self.units_agree(a, b, join)?;
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
        a.counted = b.counted.clone();
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
                (a.start < a.numeral.start || share).then_some(()).filter(|()| b.counted.is_none())
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

    /// Returns the opener before a number: "from", "between"; hedges between them are skipped.
    fn opener(&self, a: &Atom) -> Option<Join> {
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
    fn is_ranging(&self, a: &Atom) -> bool {
        let before = self.glyphs.back_over_blanks(a.start);
        self.vocab.numerals.ranging.longest(self.glyphs.all(), before, any).is_some()
    }

    /// "rose from A to B", "cut by A to B": a verb of change within the words before.
    fn is_change(&self, a: &Atom, b: &Atom, opener: Option<Join>) -> bool {
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

    /// "greater than 100 and smaller than 300", 大于10且小于20: two bounds of one number.
    fn bounded(&self, atoms: &mut Vec<Atom>) {
        Self::fold(atoms, |a, b| self.two_bounds(a, b).is_some());
    }

    fn two_bounds(&self, a: &mut Atom, b: &Atom) -> Option<()> {
        let (low, high) = match (a.low, a.high, b.low, b.high) {
            (Some(low), None, None, Some(high)) => (low, high),
            // "less than 0.5 %, at least 0.1 %" are two figures of a list; a word must join them.
            (None, Some(high), Some(low), None) if !self.comma_follows(a.end) => (low, high),
            (Some(low), Some(same), None, Some(high)) if low == same && self.is_between(a, b) => (low, high),
            _ => return None,
        };
        if a.high.is_some() && a.low.is_some() {
            return self.take_bounds(a, b, low, high);
        }
        // "and less than or equal to"
        if low >= high || b.start < a.end || b.start - a.end > WIDEST + 12 {
            return None;
        }
        let symbols = (a.unit.as_ref().map(|u| &u.symbol), b.unit.as_ref().map(|u| &u.symbol));
        if symbols.0.is_some() && symbols.0 != symbols.1 || a.counted.is_some() && a.counted != b.counted {
            return None;
        }
        let mut start = b.start;
        while let Some((before, _)) = self.hedge_before(start, a.end) {
            start = before;
        }
        if !self.is_gap(a.end, start, &self.vocab.numerals.both) && !self.over_after(a.end, b.start) {
            return None;
        }
        self.take_bounds(a, b, low, high)
    }

    /// Makes `a` the interval that `a` and `b` bound.
    fn take_bounds(&self, a: &mut Atom, b: &Atom, low: Decimal, high: Decimal) -> Option<()> {
        if low >= high {
            return None;
        }
        (a.low, a.high, a.bound, a.bare) = (Some(low), Some(high), None, b.bare);
        if a.unit.is_none() {
            a.unit = b.unit.clone();
            a.form = b.form;
        }
        a.counted = b.counted.clone();
        a.end = b.end;
        a.joined = true;
        Some(())
    }

    /// "0.4 ≤ x ≤ 0.6": says whether a short name between two signs of order is all that parts the numbers.
    fn is_between(&self, a: &Atom, b: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let order = |c: char| matches!(c, '<' | '≤');
        let at = glyphs.over_blanks(a.end);
        let last = glyphs.back_over_blanks(b.start);
        let agree = match (&a.unit, &b.unit) {
            (Some(x), Some(y)) => x.symbol == y.symbol,
            (Some(_), None) => false,
            _ => true,
        };
        agree
            && last > at + 1
            && b.start - a.end <= 12
            && order(glyphs.at(at))
            && order(glyphs.before(last))
            && (at + 1..last - 1).all(|at| glyphs.at(at) == ' ' || glyphs.at(at).is_alphabetic())
    }

    /// Says whether a comma and no joining word follows at `end`.
    fn comma_follows(&self, end: usize) -> bool {
        let at = self.glyphs.over_blanks(end);
        let joined =
            self.vocab.numerals.both.longest(self.glyphs.all(), at, any).is_some_and(|(stop, ())| stop > at + 1);
        matches!(self.glyphs.at(at), ',' | '，') && !joined
    }

    /// 1000以上,1500以下: only a hedge and a comma stand between.
    fn over_after(&self, from: usize, to: usize) -> bool {
        let glyphs = &self.glyphs;
        let found = self.vocab.numerals.after.longest(glyphs.all(), from, any);
        found.is_some_and(|(end, _)| (end..to).all(|at| matches!(glyphs.at(at), ',' | ' ' | '，')))
    }
}

/// Says whether the gap between two numbers is a comma and no more.
fn is_comma(gap: &str) -> bool {
    matches!(gap.trim(), "," | "，")
}
