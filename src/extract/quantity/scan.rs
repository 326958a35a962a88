//! The pass over the characters: numerals with the units beside them.

use rust_decimal::Decimal;

use super::rate::Pending;
use super::{Reading, UnitReading};
use crate::claim::{Bound, Name};
use crate::extract::numeral::{Form, Glyphs, Numeral, Reader, is_han};
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;
use crate::vocab::trie::Keep;
use crate::vocab::unit::NO_UNIT;

/// A number and what stands beside it. Places are indexes of glyphs.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    pub numeral: Numeral,
    /// First glyph, a currency before the number included.
    pub start: usize,
    /// One past the last, the unit included.
    pub end: usize,
    pub unit: Option<UnitReading>,
    /// Index of the unit in the vocabulary, before any rate; for joining.
    pub form: Option<usize>,
    pub counted: Option<Name>,
    /// Why the number is no quantity, if it is none.
    pub bare: Option<Bare>,
    pub low: Option<Decimal>,
    pub high: Option<Decimal>,
    pub step: Decimal,
    pub approx: bool,
    pub bound: Option<Bound>,
    pub changed_from: bool,
    /// A hedge was read, or the number stands in a relation ("= 5").
    pub said: bool,
    /// The interval was joined from two numbers.
    pub joined: bool,
    /// One of three or more figures that "to" strings together: a sequence and no range.
    pub chained: bool,
    /// The rate in the unit stood before the number: 每斤三块.
    pub rated_before: bool,
    /// The smallest unit joined so far, in the atom's unit: 0.1 behind 两块九毛.
    pub share: Decimal,
}

impl Atom {
    /// Returns a number without a unit; `bare` where it is no quantity.
    pub fn new(numeral: Numeral, bare: Option<Bare>) -> Self {
        Self {
            start: numeral.start,
            end: numeral.end,
            unit: None,
            form: None,
            counted: None,
            bare,
            low: Some(numeral.low),
            high: Some(numeral.high),
            step: numeral.step,
            approx: false,
            bound: None,
            changed_from: false,
            said: false,
            joined: false,
            chained: false,
            rated_before: false,
            share: Decimal::ONE,
            numeral,
        }
    }

    fn bare(numeral: Numeral, bare: Bare) -> Self {
        Self::new(numeral, Some(bare))
    }
}

/// Why a number is no quantity by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bare {
    /// A label: "Fig. 5", 第三, a citation.
    Label,
    /// A year or a part of a date.
    Date,
    /// It counts nothing.
    Plain,
}

/// Reads one text.
pub(super) struct Scanner<'a> {
    pub vocab: &'a Vocab,
    pub text: &'a str,
    pub glyphs: Glyphs,
    /// Glyph ranges of names, in order.
    pub masks: Vec<(usize, usize)>,
}

impl<'a> Scanner<'a> {
    pub fn new(vocab: &'a Vocab, text: &'a str, masks: &[Span]) -> Self {
        let glyphs = Glyphs::new(vocab, text);
        let masks = masks.iter().map(|span| (glyphs.glyph_of(span.start), glyphs.glyph_of(span.end))).collect();
        Self { vocab, text, glyphs, masks }
    }

    pub fn reader(&self) -> Reader<'_> {
        Reader { words: &self.vocab.numerals, units: &self.vocab.units, glyphs: &self.glyphs }
    }

    /// Returns the numbers of the text with their units, in order of place.
    pub fn atoms(&mut self) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = Vec::new();
        let mut pending: Option<Pending> = None;
        let mut mask = 0;
        let mut at = 0;
        let length = self.glyphs.len();
        while at < length {
            let kind = self.glyphs.kind(at);
            if kind == Kind::Other {
                at += 1;
                continue;
            }
            while self.masks.get(mask).is_some_and(|&(_, end)| end <= at) {
                mask += 1;
            }
            if let Some(&(start, end)) = self.masks.get(mask)
                && start <= at
            {
                at = end.max(at + 1);
                continue;
            }
            let prev = atoms.last();
            let step = match kind {
                Kind::Letter => self.word(at, prev),
                Kind::Digit | Kind::Vulgar => self.number(at, prev, pending.as_ref()),
                Kind::Point => self.point(at, prev, pending.as_ref()),
                Kind::Han => {
                    if let Some(rate) = self.rate_before(at) {
                        at = rate.end.max(at + 1);
                        pending = Some(rate);
                        continue;
                    }
                    self.han(at, prev, pending.as_ref())
                }
                Kind::Said => self.said(at),
                Kind::Other => Step::Over(at + 1),
            };
            match step {
                Step::Over(next) => at = next.max(at + 1),
                Step::Atom(atom) => {
                    at = atom.end.max(at + 1);
                    atoms.push(*atom);
                }
            }
        }
        atoms
    }

    /// Reads a number, or steps over the name that a digit belongs to.
    fn number(&self, at: usize, prev: Option<&Atom>, pending: Option<&Pending>) -> Step {
        let glyphs = &self.glyphs;
        let floor = prev.map_or(0, |atom| atom.end);
        if at > floor
            && let Some(atom) = self.factor_behind_sign(at)
        {
            return Step::Atom(Box::new(atom));
        }
        if at > 0 && glyphs.is_word(at - 1) && at > floor && !self.money_touches(at) {
            return Step::Over(self.name_end(at));
        }
        if let Some(end) = self.not_a_number(at) {
            return Step::Over(end);
        }
        let Some(numeral) = self.reader().read(at) else { return Step::Over(self.digits_end(at)) };
        self.with_unit(numeral, prev, pending)
    }

    /// "x3.65 faster", "×2.4": a factor whose sign stands before the number. Whole numbers are left alone: "x16" is as often
    /// a width.
    fn factor_behind_sign(&self, at: usize) -> Option<Atom> {
        let glyphs = &self.glyphs;
        let sign = at.checked_sub(1).filter(|&sign| !glyphs.is_digit(sign) && !glyphs.at(sign).is_whitespace())?;
        // "8 x 4.5" multiplies.
        let before = glyphs.back_over_blanks(sign);
        let free = before == 0
            || before < sign && !glyphs.is_digit(before - 1)
            || matches!(glyphs.before(sign), '(' | '*' | '~');
        if !free {
            return None;
        }
        let numeral = self.reader().read(at).filter(|numeral| {
            numeral.form == Form::Digits && numeral.decimals && numeral.magnitude == Decimal::ONE && !numeral.percent
        })?;
        let form = self.unit_word_of(&glyphs.at(sign).to_string())?;
        let factors = self.vocab.units.unit_of(self.vocab.units.form_at(form)).factors;
        if !factors || glyphs.is_word(numeral.end) || self.unit_after(&numeral, None).is_some() {
            return None;
        }
        let found = self.plain(numeral.end, form);
        Some(Atom { start: sign, form: Some(form), unit: Some(found.reading), ..Atom::new(numeral, None) })
    }

    fn point(&self, at: usize, prev: Option<&Atom>, pending: Option<&Pending>) -> Step {
        let glyphs = &self.glyphs;
        let begins = glyphs.is_digit(at + 1)
            && (at == 0 || !glyphs.is_word(at - 1) && !matches!(glyphs.at(at - 1), '.' | ')' | ']'));
        if !begins || at > 0 && is_han(glyphs.at(at - 1)) {
            return Step::Over(at + 1);
        }
        match self.reader().read(at) {
            Some(numeral) => self.with_unit(numeral, prev, pending),
            None => Step::Over(at + 1),
        }
    }

    /// Reads a Chinese numeral, unless its characters belong to a word.
    fn han(&self, at: usize, prev: Option<&Atom>, pending: Option<&Pending>) -> Step {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        let floor = prev.map_or(0, |atom| atom.end);
        // 亿欧元 after a number is no word: only where no numeral stands right before.
        for back in (0..=3).rev() {
            let Some(from) = at.checked_sub(back).filter(|&from| from >= floor) else { continue };
            let found = words.not_a_number.longest(glyphs.all(), from, any);
            if let Some((end, ())) = found
                && !self.is_fraction_word(end)
                && end > at
                && (from == 0 || from == floor || glyphs.kind(from - 1) != Kind::Han && !glyphs.is_digit(from - 1))
                && !(from == floor && prev.is_some_and(|atom| self.is_joining(atom)))
            {
                return Step::Over(end);
            }
        }
        if let Some(atom) = self.implied_one(at, floor) {
            return Step::Atom(Box::new(atom));
        }
        let Some(numeral) = self.reader().read(at) else { return Step::Over(at + 1) };
        self.with_unit(numeral, prev, pending)
    }

    /// 十分之一: says whether the word that ends at `end` goes on as a fraction.
    fn is_fraction_word(&self, end: usize) -> bool {
        let fraction = &self.vocab.numerals.fraction;
        let begins = end - 1;
        self.glyphs.all().get(begins..begins + fraction.len()).is_some_and(|found| found == &fraction[..])
    }

    /// Reads a word that is a quantity by itself: 打对折.
    fn said(&self, at: usize) -> Step {
        let units = &self.vocab.units;
        let Some((end, (value, form))) = units.said.longest(self.glyphs.all(), at, any) else {
            return Step::Over(at + 1);
        };
        if form == NO_UNIT {
            return Step::Over(end);
        }
        let numeral = Numeral { form: Form::Chinese, ..Numeral::plain(at, end, value) };
        let unit = self.found(end, form, Vec::new());
        let atom = Atom { end, unit: unit.map(|found| found.reading), form: Some(form), ..Atom::new(numeral, None) };
        Step::Atom(Box::new(atom))
    }

    /// Says whether a smaller unit may follow right behind: 两小时十分.
    fn is_joining(&self, atom: &Atom) -> bool {
        let units = &self.vocab.units;
        atom.form.is_some_and(|form| units.unit_of(units.form_at(form)).joins)
    }

    /// Reads number words, or steps over the word and what is glued to it.
    fn word(&self, at: usize, prev: Option<&Atom>) -> Step {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        if glyphs.is_digit(at + 1)
            && let Some(atom) = self.factor_behind_sign(at + 1)
        {
            return Step::Atom(Box::new(atom));
        }
        if !words.may_begin(glyphs.at(at), glyphs.at(at + 1)) {
            return Step::Over(self.word_end(at));
        }
        let alone = |end: usize| if glyphs.is_word(end) { Keep::No } else { Keep::Yes };
        if let Some((end, decade)) = words.vague.longest(glyphs.all(), at, |end, _| alone(end))
            && let Some(atom) = self.vague(at, end, decade, prev)
        {
            return Step::Atom(Box::new(atom));
        }
        if let Some(numeral) = self.reader().read(at).filter(|n| !glyphs.is_word(n.end)) {
            if numeral.lone && numeral.form == Form::English && self.is_pronoun(&numeral) {
                return Step::Over(numeral.end);
            }
            if glyphs.at(numeral.end) == '-' && glyphs.is_digit(numeral.end + 1) {
                // "ZeRO-1" is a name.
                return Step::Over(self.name_end(numeral.end + 1));
            }
            return self.with_unit(self.split_before_hyphen(numeral), prev, None);
        }
        if let Some(atom) = self.one_of_a_unit(at, prev) {
            return Step::Atom(Box::new(atom));
        }
        Step::Over(self.word_end(at))
    }

    /// "dozens of", "tens of thousands of".
    fn vague(&self, start: usize, mut end: usize, decade: i64, prev: Option<&Atom>) -> Option<Atom> {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        let mut low = Decimal::from(decade);
        loop {
            let link = glyphs.over_blanks(end);
            let (after, ()) = words.vague_links.longest(glyphs.all(), link, any).filter(|_| link > end)?;
            let next = glyphs.over_blanks(after);
            let Some((stop, more)) = words.vague.longest(glyphs.all(), next, any).filter(|_| next > after) else {
                end = after;
                break;
            };
            low = low.checked_mul(Decimal::from(more))?;
            end = stop;
        }
        let high = low.checked_mul(Decimal::TEN)?;
        let numeral = Numeral { vague: true, high, ..Numeral::plain(start, end, low) };
        match self.with_unit(numeral, prev, None) {
            Step::Atom(atom) => Some(*atom),
            Step::Over(_) => None,
        }
    }

    /// "a gallon", "an hour": one of a unit, which is seldom a figure.
    fn one_of_a_unit(&self, at: usize, prev: Option<&Atom>) -> Option<Atom> {
        let glyphs = &self.glyphs;
        let end = match (glyphs.at(at).to_ascii_lowercase(), glyphs.at(at + 1).to_ascii_lowercase()) {
            ('a', ' ') => at + 1,
            ('a', 'n') if glyphs.at(at + 2) == ' ' => at + 2,
            _ => return None,
        };
        let numeral = Numeral { lone: true, form: Form::English, ..Numeral::plain(at, end, Decimal::ONE) };
        let (unit_end, form, symbol) = self.unit_word(glyphs.over_blanks(end))?;
        let units = &self.vocab.units;
        if symbol && glyphs.is_digit(glyphs.over_blanks(unit_end)) {
            // "a US$ 5 deal": the currency is the next number's.
            return None;
        }
        // "a kilometre", "a gallon"; a unit that is also a common word stays bare.
        let figure = !symbol && (units.form_at(form).prefixed || units.unit_of(units.form_at(form)).article);
        let Step::Atom(mut atom) = self.with_unit(numeral, prev, None) else { return None };
        (atom.unit.is_some() && atom.end >= unit_end).then(|| {
            atom.bare = (!figure).then_some(Bare::Plain);
            *atom
        })
    }

    /// Gives a numeral its unit, its currency, what it counts, and says whether it is bare.
    fn with_unit(&self, mut numeral: Numeral, prev: Option<&Atom>, pending: Option<&Pending>) -> Step {
        let glyphs = &self.glyphs;
        let floor = prev.map_or(0, |atom| atom.end);
        if numeral.start <= floor && floor > 0 && matches!(glyphs.at(numeral.start), '-' | '+') {
            // A dash right behind another number joins the two: 1万-5万.
            numeral = numeral.unsigned();
        }
        if let Some((end, year)) = self.lettered(&numeral, prev).filter(|_| numeral.form == Form::Digits) {
            let plain = Numeral { end, ..Numeral::plain(numeral.start, end, numeral.low) };
            return Step::Atom(Box::new(Atom::bare(plain, if year { Bare::Date } else { Bare::Label })));
        }
        if let Some(end) = self.reader().format_name(&numeral) {
            return Step::Over(end);
        }
        if numeral.low.is_sign_negative() && self.is_exponent(numeral.start) || self.is_divisor(numeral.start) {
            return Step::Atom(Box::new(Atom::bare(numeral, Bare::Label)));
        }
        numeral = self.tenth_and_one(numeral, prev);
        let money = self.money_before(&numeral, floor);
        if money.is_some() {
            numeral = self.money_suffix(numeral);
        }
        numeral = self.halved(numeral);
        let about = self.is_about(&numeral);
        numeral.end += usize::from(about);
        if money.is_none()
            && let Some(end) = self.clock_end(&numeral)
        {
            return Step::Over(end);
        }
        self.step_over_spread(&mut numeral);
        let found = self.following(&numeral, prev).or_else(|| self.unit_after(&numeral, money));
        let found = found.or_else(|| self.leading(&numeral));
        let mut start = money.map_or(numeral.start, |(start, _)| start);
        if money.is_some() && start < numeral.start {
            (numeral, start) = self.sign_before_money(numeral, start, floor);
        }
        let mut atom = Atom { start, approx: about, ..Atom::new(numeral, None) };
        if let Some(unit) = found {
            if unit.shown != Decimal::ONE {
                let Some(scaled) = self.shown(&numeral, unit.shown) else { return Step::Over(numeral.end) };
                (atom.low, atom.high, atom.step) = (Some(scaled.low), Some(scaled.high), scaled.step);
                atom.numeral = scaled;
            }
            if unit.scale != Decimal::ONE {
                let Some(scaled) = atom.numeral.scaled(unit.scale) else { return Step::Over(numeral.end) };
                (atom.low, atom.high, atom.step) = (Some(scaled.low), Some(scaled.high), scaled.step);
                atom.numeral = Numeral { magnitude: unit.scale, ..scaled };
            }
            atom.end = unit.end;
            atom.form = unit.form;
            atom.unit = Some(unit.reading);
            self.add_half(&mut atom);
            if atom.form.is_some_and(|form| self.vocab.units.unit_of(self.vocab.units.form_at(form)).level) {
                atom.bare = Some(Bare::Label);
            }
            if let Some(rate) = pending {
                self.apply_rate(&mut atom, rate);
            }
            return Step::Atom(Box::new(atom));
        }
        if let Some(end) = self.glued_name(&numeral) {
            return Step::Over(end);
        }
        if let Some(rate) = pending {
            self.item_behind_rate(&mut atom, rate);
            if atom.unit.is_some() {
                return Step::Atom(Box::new(atom));
            }
        }
        self.count(&mut atom);
        atom.bare = self.bare(&atom);
        Step::Atom(Box::new(atom))
    }

    /// "0.495274(1) Å": steps over the spread of the last digits, where a unit follows.
    fn step_over_spread(&self, numeral: &mut Numeral) {
        let glyphs = &self.glyphs;
        if glyphs.at(numeral.end) != '(' || !numeral.decimals || numeral.form != Form::Digits {
            return;
        }
        let close = (numeral.end + 1..numeral.end + 4).find(|&at| !glyphs.is_digit(at));
        let Some(close) = close.filter(|&at| at > numeral.end + 1 && glyphs.at(at) == ')') else { return };
        if self.unit_word(glyphs.over_blanks(close + 1)).is_some() {
            numeral.end = close + 1;
        }
    }

    /// "twenty eight-second runs": eight seconds belong together, and there are twenty of them.
    fn split_before_hyphen(&self, numeral: Numeral) -> Numeral {
        let glyphs = &self.glyphs;
        let words = glyphs.all().get(numeral.start..numeral.end).unwrap_or_default();
        let ones = numeral.low % Decimal::TEN;
        let blank = words.iter().position(|&c| c == ' ');
        let (Some(blank), '-') = (blank, glyphs.at(numeral.end)) else { return numeral };
        let tens =
            numeral.form == Form::English && numeral.low > Decimal::from(20) && numeral.low < Decimal::ONE_HUNDRED;
        if !tens || ones.is_zero() || numeral.decimals || self.unit_word(numeral.end + 1).is_none() {
            return numeral;
        }
        Numeral { form: Form::English, ..Numeral::plain(numeral.start, numeral.start + blank, numeral.low - ones) }
    }

    /// "one" behind "this", "which" and the like.
    fn is_pronoun(&self, numeral: &Numeral) -> bool {
        let glyphs = &self.glyphs;
        let before = glyphs.back_over_blanks(numeral.start);
        let alone = |start: usize| if start > 0 && glyphs.is_word(start - 1) { Keep::No } else { Keep::Yes };
        let found = self.vocab.numerals.pronouns.longest(glyphs.all(), before, |start, _| alone(start));
        found.is_some() && before < numeral.start && self.unit_word(glyphs.over_blanks(numeral.end)).is_none()
    }

    /// "-$5", 零下华氏31度: a sign before what stands before the number.
    fn sign_before_money(&self, numeral: Numeral, start: usize, floor: usize) -> (Numeral, usize) {
        let glyphs = &self.glyphs;
        let minus = self.vocab.numerals.minus.longest(glyphs.all(), start, any).map(|(from, ())| from);
        let dash = (glyphs.before(start) == '-' && start > floor + 1).then(|| start - 1);
        let dash = dash.filter(|&at| at == 0 || matches!(glyphs.at(at - 1), ' ' | '(' | '[' | '=' | ':'));
        match minus.or(dash).filter(|&from| from >= floor) {
            Some(from) if numeral.low.is_sign_positive() => {
                (Numeral { start: numeral.start, ..numeral.turned() }, from)
            }
            _ => (numeral, start),
        }
    }

    /// 五五折 is 5.5, whose unit is ten per cent.
    fn shown(&self, numeral: &Numeral, shown: Decimal) -> Option<Numeral> {
        let two = numeral.form == Form::Chinese && !numeral.decimals && numeral.low == numeral.high;
        let scaled = numeral.scaled(shown)?;
        if two && numeral.low > Decimal::TEN && numeral.low < Decimal::ONE_HUNDRED && shown == Decimal::TEN {
            return Some(*numeral);
        }
        Some(scaled)
    }

    /// Turns an atom into what callers see.
    pub fn reading(&self, atom: &Atom) -> Reading {
        Reading {
            span: self.glyphs.span(self.text, atom.start, atom.end),
            low: atom.low,
            high: atom.high,
            step: atom.step,
            unit: atom.unit.clone(),
            counted: atom.counted.clone(),
            approx: atom.approx,
            bound: atom.bound,
            vague: atom.numeral.vague,
            changed_from: atom.changed_from,
            bare: atom.bare.is_some(),
        }
    }
}

/// What was done at one place: a number read, or characters stepped over.
pub(super) enum Step {
    Over(usize),
    Atom(Box<Atom>),
}
