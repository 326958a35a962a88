//! What a number without a unit counts: 8 张卡, "24 wells", "a 5-star hotel".

use rust_decimal::Decimal;

use super::scan::{Atom, Scanner};
use crate::extract::numeral::{Form, is_han};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;

impl Scanner<'_> {
    /// Reads what a number counts: a Chinese measure word or an English noun.
    pub fn count(&self, atom: &mut Atom) {
        let glyphs = &self.glyphs;
        let at = glyphs.over_blanks(atom.end);
        if at - atom.end > 2 {
            return;
        }
        let gap =
            usize::from(matches!(glyphs.at(at), '-' | '–') && at == atom.end && glyphs.kind(at + 1) == Kind::Letter);
        let at = at + gap;
        if let Some((end, ())) = self.vocab.units.counters.longest(glyphs.all(), at, |end, _| self.alone(end))
            && (is_han(glyphs.at(at)) || glyphs.at(at).is_ascii_uppercase() || is_han(glyphs.before(at)))
        {
            atom.counted = Some(self.words_of(at, end));
            return;
        }
        if glyphs.kind(at) != Kind::Letter || gap > 0 && self.is_name_part(atom, at) {
            return;
        }
        if at == atom.end && gap == 0 && atom.numeral.form != Form::English {
            return;
        }
        atom.counted = if gap > 0 { self.hyphened(at) } else { self.noun(at) };
    }

    /// Returns the word that a hyphen ties to a number: "5-star", "64-core".
    fn hyphened(&self, at: usize) -> Option<crate::claim::Name> {
        let mut end = at;
        while self.glyphs.is_word(end) && end - at < 32 {
            end += 1;
        }
        let stop = self.vocab.numerals.stop.longest(self.glyphs.all(), at, |stop, _| self.alone(stop));
        (!stop.is_some_and(|(stop, ())| stop == end)).then(|| self.words_of(at, end))
    }

    /// "4-aminopyridine", "5-HT", against "4-pole" and "8-GPU": says whether the digits before a hyphen and the
    /// word at `at` make a name.
    fn is_name_part(&self, atom: &Atom, at: usize) -> bool {
        let all = self.glyphs.all();
        let chemical = self.vocab.numerals.chemicals.longest(all, at, any).is_some();
        let capital = self.glyphs.at(at).is_ascii_uppercase() && !self.is_thing(at);
        atom.numeral.form == Form::Digits && (chemical || capital)
    }

    /// Says whether the word at `at` is one of the things that rates and servers are made of.
    fn is_thing(&self, at: usize) -> bool {
        let units = &self.vocab.units;
        let all = self.glyphs.all();
        units.item_words.longest(all, at, |end, _| self.alone(end)).is_some()
            || units.scope_words.longest(all, at, |end, _| self.alone(end)).is_some()
            || units.counters.longest(all, at, |end, _| self.alone(end)).is_some()
    }

    fn words_of(&self, at: usize, end: usize) -> crate::claim::Name {
        self.glyphs.all().get(at..end).unwrap_or_default().iter().collect::<String>().into()
    }

    /// Returns the noun that begins at `at`, past a few words before it: "H100 GPUs", "elderly participants".
    fn noun(&self, at: usize) -> Option<crate::claim::Name> {
        let glyphs = &self.glyphs;
        let mut from = at;
        let mut first = None;
        for _ in 0..4 {
            let mut end = from;
            while glyphs.is_word(end) || glyphs.at(end) == '-' && glyphs.is_word(end + 1) {
                end += 1;
            }
            if end == from || end - from > 32 {
                break;
            }
            let stop = self.vocab.numerals.stop.longest(glyphs.all(), from, |end, _| self.alone(end));
            if stop.is_some_and(|(stop, ())| stop == end) {
                break;
            }
            let plain = glyphs.all().get(from..end)?.iter().all(|c| c.is_alphabetic() || *c == '-');
            let plural = plain && glyphs.at(end - 1) == 's' && !matches!(glyphs.before(end - 1), 's' | 'u' | 'i');
            if plural {
                return Some(self.words_of(from, end));
            }
            if first.is_none() && plain && glyphs.at(from).is_ascii_lowercase() {
                first = Some((from, end));
            }
            let next = glyphs.over_blanks(end);
            if next == end || next - end > 2 {
                break;
            }
            from = next;
        }
        first.map(|(from, end)| self.words_of(from, end))
    }

    /// "four of the five plants": a number in words counts what "of" names.
    pub fn is_part(&self, atom: &Atom) -> bool {
        let next = self.glyphs.over_blanks(atom.end);
        atom.numeral.form == Form::English
            && next == atom.end + 1
            && self.vocab.numerals.vague_links.longest(self.glyphs.all(), next, |end, _| self.alone(end)).is_some()
    }

    /// "26 (72%)": a count with its share behind it.
    pub fn has_share(&self, end: usize) -> bool {
        let glyphs = &self.glyphs;
        let from = glyphs.over_blanks(end) + 1;
        let mut at = from;
        while at - from < 6 && (glyphs.is_digit(at) || glyphs.at(at) == '.') {
            at += 1;
        }
        glyphs.at(from - 1) == '(' && at > from && glyphs.at(at) == '%'
    }

    /// 两张卡, 三台服务器: a small number of things that one counts, unlike 两种, 三个.
    pub fn is_piece(&self, atom: &Atom) -> bool {
        let at = self.glyphs.over_blanks(atom.numeral.end);
        let piece = self.vocab.units.pieces.longest(self.glyphs.all(), at, any).is_some();
        piece && atom.numeral.form == Form::Chinese && atom.numeral.low > Decimal::ONE && !atom.numeral.fraction
    }
}
