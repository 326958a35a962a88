//! Lists that share a unit, a noun or a label: "16, 32 and 64 GB", "Figs. 4 and 5".

use super::UnitReading;
use super::join::WIDEST;
use super::scan::{Atom, Bare, Scanner};
use crate::extract::numeral::Form;
use crate::vocab::numeral::{Join, any};
use crate::vocab::trie::Keep;

/// Says whether the gap between two numbers is a comma and no more.
fn is_comma(gap: &str) -> bool {
    matches!(gap.trim(), "," | "，")
}

impl Scanner<'_> {
    /// "from 0.06 to 0.42 to 0.74 ppm": what "to" strings together twice is a sequence; it shares the last unit.
    pub fn chains(&self, atoms: &mut [Atom]) {
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

    /// "16, 32 and 64 GB": the unit is copied leftwards; "Figs. 4 and 5": the label rightwards.
    pub fn lists(&self, atoms: &mut [Atom]) {
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
                && !self.is_setting(a)
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

    /// "45 ms at batch 2 and 210 ms": says whether the number is what something is set to.
    fn is_setting(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let end = glyphs.back_over_blanks(atom.start);
        let alone = |start: usize| {
            if start > 0 && glyphs.is_word(start - 1) && glyphs.is_word(start) { Keep::No } else { Keep::Yes }
        };
        self.vocab.numerals.settings.longest(glyphs.all(), end, |start, _| alone(start)).is_some()
    }

    /// "Figures 3", "Figs. 3": says whether the label word before a number is a plural.
    fn is_plural_label(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let end = glyphs.back_over_blanks(atom.start);
        let end = if glyphs.before(end) == '.' { end - 1 } else { end };
        end < atom.start && glyphs.before(end) == 's'
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
}
