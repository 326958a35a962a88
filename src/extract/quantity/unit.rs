//! The unit behind a number, or the currency before it.

use rust_decimal::Decimal;

use super::UnitReading;
use super::scan::Scanner;
use crate::claim::Name;
use crate::extract::numeral::{Form, Numeral, is_han};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;
use crate::vocab::trie::Keep;
use crate::vocab::unit::NO_UNIT;
use crate::vocab::unit_file::Stated;

/// A unit found beside a number.
pub(super) struct Found {
    /// One past its last glyph.
    pub end: usize,
    /// Its form in the vocabulary, before any rate; none for a thing in a rate.
    pub form: Option<usize>,
    pub reading: UnitReading,
    /// Shown units in one written unit.
    pub shown: Decimal,
    /// A magnitude behind the unit: "75 USD million".
    pub scale: Decimal,
}

impl Scanner<'_> {
    /// Returns the unit word or symbol at exactly `at`: its end, its form, and whether it is a symbol.
    pub fn unit_word(&self, at: usize) -> Option<(usize, usize, bool)> {
        let glyphs = self.glyphs.all();
        let units = &self.vocab.units;
        let stands = |end: usize, form: usize| {
            let last = self.glyphs.at(end - 1);
            let next = self.glyphs.at(end);
            let name = next == '-'
                && self.glyphs.is_digit(end + 1)
                && last.is_ascii_alphabetic()
                && self.glyphs.is_digit(end + 2)
                && !self.is_repeated(at, end);
            let glued = last.is_ascii_alphanumeric() && next.is_ascii_alphanumeric() && !self.goes_on(end, form);
            // "12V-2x6" and "1g.10gb" are names.
            let sized = next == '-' && self.glyphs.is_digit(end + 1) && self.glyphs.at(end + 2) == 'x';
            let dotted = next == '.' && self.glyphs.is_digit(end + 1) && last.is_ascii_alphabetic();
            if glued || name || dotted || sized { Keep::No } else { Keep::Yes }
        };
        let symbol = units.symbols().longest(glyphs, at, stands);
        let word = units.words().longest(glyphs, at, stands);
        let (end, form, is_symbol) = match (symbol, word) {
            (Some((a, form)), Some((b, _))) if a >= b => (a, form, true),
            (_, Some((b, form))) => (b, form, false),
            (Some((a, form)), None) => (a, form, true),
            (None, None) => return None,
        };
        (form != NO_UNIT).then_some((end, form, is_symbol))
    }

    /// "2h30m": says whether one or two digits and a smaller unit of the same kind follow the unit that ends at `end`.
    fn goes_on(&self, end: usize, form: usize) -> bool {
        let glyphs = &self.glyphs;
        let units = &self.vocab.units;
        if form == NO_UNIT || !glyphs.is_digit(end) || !units.unit_of(units.form_at(form)).joins {
            return false;
        }
        let stop = if glyphs.is_digit(end + 1) { end + 2 } else { end + 1 };
        let following = units.following.get(&units.form_at(form).dimension);
        following.is_some_and(|words| words.longest(glyphs.all(), stop, |end, _| self.alone(end)).is_some())
    }

    /// "8GB-16GB": says whether the unit at `at..end` stands again behind the number after the dash.
    fn is_repeated(&self, at: usize, end: usize) -> bool {
        let glyphs = &self.glyphs;
        let mut next = end + 1;
        while (glyphs.is_digit(next) || glyphs.at(next) == '.') && next - end < 16 {
            next += 1;
        }
        let stop = next + (end - at);
        !glyphs.is_word(stop) && glyphs.all().get(next..stop) == glyphs.all().get(at..end)
    }

    /// Returns the unit behind `numeral`, with any rate; where a currency stood before, that is the unit.
    pub fn unit_after(&self, numeral: &Numeral, money: Option<(usize, usize)>) -> Option<Found> {
        if numeral.percent {
            return self.found(numeral.end, self.unit_word_of("%")?, Vec::new());
        }
        if money.is_none()
            && let Some(found) = self.over_gap(numeral.end).and_then(|at| self.run_together(at))
        {
            return Some(found);
        }
        let mut states = Vec::new();
        let behind = self.behind(numeral, &mut states);
        match (money, behind) {
            (Some((_, form)), Some((end, behind))) if self.same_kind(form, behind) => {
                // 人民币1,299元, 华氏98.6度: what stands before says more.
                self.found(end, form, states)
            }
            (Some((_, form)), _) if self.needs_more(form) => None,
            (Some((_, form)), _) => self.found(numeral.end, form, states),
            (None, Some((end, form))) => self.found(end, form, states),
            (None, None) => self.item_rate(numeral),
        }
    }

    /// Says whether a unit or a magnitude may begin at the byte `start`, were a number before it.
    pub fn may_begin_unit(&self, start: usize) -> bool {
        let glyphs = &self.glyphs;
        let at = glyphs.glyph_of(start);
        let mut end = at;
        while glyphs.is_word(end) {
            end += 1;
        }
        // 万元, "million USD", "k"; "grains per mm": any plural may head a rate.
        let short = end - at <= 2 && glyphs.kind(at) == Kind::Letter;
        let plural = glyphs.before(end) == 's' && end > at;
        // "$/hour"
        let sign = end == at && !glyphs.at(at).is_whitespace();
        short
            || plural
            || sign
            || matches!(glyphs.kind(at), Kind::Han | Kind::Digit | Kind::Vulgar | Kind::Said)
            || self.unit_after(&Numeral::plain(at, at, Decimal::ONE), None).is_some()
            || self.reader().read(at).is_some()
    }

    /// "3,200 tokens/s", "15 images per second": a thing is a unit only in a rate.
    fn item_rate(&self, numeral: &Numeral) -> Option<Found> {
        let at = self.over_gap(numeral.end)?;
        let Some(mut found) = self.item(at) else { return self.noun_rate(numeral, at) };
        let before = found.end;
        self.read_rates(&mut found);
        (found.end > before).then_some(found)
    }

    /// "3.1 grains m −2", "13 pairs per mm": any plural over a length, an area, a volume or a mass is a density.
    fn noun_rate(&self, numeral: &Numeral, at: usize) -> Option<Found> {
        let glyphs = &self.glyphs;
        let mut end = at;
        while end - at < 24 && glyphs.at(end).is_ascii_lowercase() {
            end += 1;
        }
        if at == numeral.end || end < at + 4 || glyphs.before(end) != 's' || glyphs.at(end) != ' ' {
            return None;
        }
        let word: Name = glyphs.all().get(at..end)?.iter().collect::<String>().into();
        let mut found = thing(end, word);
        self.read_rates(&mut found);
        let dense = ["length", "area", "volume", "mass"].iter().any(|below| found.reading.dimension.ends_with(below));
        (found.end > end && (dense || self.is_raised(end))).then_some(found)
    }

    /// Returns the thing at `at` as a unit.
    pub fn item(&self, at: usize) -> Option<Found> {
        let units = &self.vocab.units;
        let (end, item) = units.item_words.longest(self.glyphs.all(), at, |end, _| self.alone(end))?;
        Some(thing(end, units.item_at(item).symbol.clone()))
    }

    pub fn unit_word_of(&self, symbol: &str) -> Option<usize> {
        let glyphs: Vec<char> = symbol.chars().collect();
        self.vocab.units.symbols().longest(&glyphs, 0, any).map(|(_, form)| form)
    }

    fn same_kind(&self, before: usize, behind: usize) -> bool {
        let units = &self.vocab.units;
        let (a, b) = (units.form_at(before), units.form_at(behind));
        let needs = &units.unit_of(a).before_needs;
        a.dimension == b.dimension || !needs.is_empty() && units.unit_of(b).zh.iter().any(|word| needs.contains(word))
    }

    fn needs_more(&self, form: usize) -> bool {
        let units = &self.vocab.units;
        !units.unit_of(units.form_at(form)).before_needs.is_empty()
    }

    /// Returns the unit behind a number, modifiers between them read into `states`.
    fn behind(&self, numeral: &Numeral, states: &mut Vec<(Name, Name)>) -> Option<(usize, usize)> {
        let glyphs = &self.glyphs;
        let mut at = self.over_gap(numeral.end)?;
        let mut any_unit = true;
        for _ in 0..3 {
            if let Some((end, form, symbol)) = self.unit_word(at)
                && (any_unit || self.is_operations(form))
                && (!symbol || self.symbol_fits(numeral, at, end, form))
                && self.word_fits(numeral, at, end, form, symbol)
            {
                return Some((end, self.rival(form, numeral.magnitude >= Decimal::from(1_000_000), end)));
            }
            if let Some(found) = self.said_twice(at) {
                return Some(found);
            }
            let Some((end, stated)) = self.modifier(at) else { break };
            if stated.after_fraction && !numeral.fraction {
                break;
            }
            any_unit &= stated.any_unit;
            // "190 FP16/BF16/TF32 TFLOPS" states none of them alone.
            let end = match self.listed(end) {
                Some(last) => last,
                None => {
                    states.extend(stated.states.iter().map(|(key, value)| (key.clone(), value.clone())));
                    end
                }
            };
            at = glyphs.over_blanks(end);
            if at == end && glyphs.kind(end) == Kind::Letter {
                break;
            }
        }
        states.clear();
        self.device_hours(numeral)
    }

    /// Returns the word that may stand between number and unit at `at`, and what it states.
    fn modifier(&self, at: usize) -> Option<(usize, &Stated)> {
        let modifiers = &self.vocab.units.modifiers;
        let (end, stated) = modifiers.longest(self.glyphs.all(), at, |end, _| self.alone(end))?;
        Some((end, self.vocab.units.stated(stated)))
    }

    /// Returns the end of the further words of a list that goes on behind `end` ("FP16/BF16/TF32").
    fn listed(&self, mut end: usize) -> Option<usize> {
        let mut last = None;
        while self.glyphs.at(end) == '/' {
            let Some((next, _)) = self.modifier(end + 1) else { break };
            end = next;
            last = Some(next);
        }
        last
    }

    /// 两升到三升: what reads as a word of its own (升到) is the unit where the next number has it too.
    fn said_twice(&self, at: usize) -> Option<(usize, usize)> {
        let glyphs = &self.glyphs;
        if !is_han(glyphs.at(at)) {
            return None;
        }
        let unit_at = |at: usize| {
            let real = |_: usize, form: usize| if form == NO_UNIT { Keep::No } else { Keep::Yes };
            self.vocab.units.words().longest(glyphs.all(), at, real)
        };
        let (end, form) = unit_at(at)?;
        let (next, _) = self.vocab.numerals.joins.longest(glyphs.all(), end, any)?;
        let numeral = self.reader().read(glyphs.over_blanks(next))?;
        unit_at(numeral.end).filter(|&(_, other)| other == form)?;
        Some((end, form))
    }

    /// "2.788M H800 GPU hours", "A100 80GB GPU hours": a name between the number and device hours.
    fn device_hours(&self, numeral: &Numeral) -> Option<(usize, usize)> {
        let glyphs = &self.glyphs;
        let at = glyphs.over_blanks(numeral.end);
        if at == numeral.end || !glyphs.at(at).is_ascii_uppercase() {
            return None;
        }
        let behind_word = |at: usize| {
            let mut end = at;
            while (glyphs.is_word(end) || glyphs.at(end) == '-' && glyphs.is_word(end + 1)) && end - at < 16 {
                end += 1;
            }
            Some(glyphs.over_blanks(end)).filter(|&next| next > end)
        };
        let hours = |next: usize| {
            let (stop, form, _) = self.unit_word(next)?;
            self.vocab.units.form_at(form).dimension.ends_with("-time").then_some((stop, form))
        };
        let next = behind_word(at)?;
        // "6.4M H100 hours": hours of the device that is named, where its name is told by a digit (written `x`).
        let word = glyphs.all().get(at..next).unwrap_or_default();
        let digit = |c: char| c.is_ascii_digit() || c == 'x';
        let named = word.windows(3).any(|part| {
            part[0].is_ascii_uppercase() && digit(part[1]) && (digit(part[2]) || !part[2].is_ascii_lowercase())
        });
        let own = |next: usize| {
            let (stop, form, _) = self.unit_word(next).filter(|_| named)?;
            Some((stop, self.vocab.units.device_time(form)?))
        };
        hours(next).or_else(|| hours(behind_word(next)?)).or_else(|| own(next))
    }

    fn is_operations(&self, form: usize) -> bool {
        self.vocab.units.form_at(form).dimension.starts_with("operations")
    }

    pub fn alone(&self, end: usize) -> Keep {
        let glued = self.glyphs.is_word(end) && self.glyphs.before(end).is_ascii_alphanumeric();
        if glued { Keep::No } else { Keep::Yes }
    }

    /// Steps over what may stand between number and unit: nothing, a blank or two, a hyphen.
    fn over_gap(&self, end: usize) -> Option<usize> {
        let glyphs = &self.glyphs;
        let at = glyphs.over_blanks(end);
        if at - end > 3 {
            return None;
        }
        match glyphs.at(at) {
            '-' | '–' if at == end && glyphs.kind(at + 1) == Kind::Letter => Some(at + 1),
            // "one - mile" as tokenizers write it.
            '-' if at == end + 1 && glyphs.at(at + 1) == ' ' && glyphs.kind(at + 2) == Kind::Letter => Some(at + 2),
            '(' if at <= end + 1 && glyphs.kind(at + 1) == Kind::Other => None,
            _ => Some(at),
        }
    }

    /// Returns the unit that counts only right behind a bigger one of its kind: 十分 behind 两小时, 七分 behind 一角.
    pub fn following(&self, numeral: &Numeral, prev: Option<&super::scan::Atom>) -> Option<Found> {
        let prev = prev?;
        let units = &self.vocab.units;
        let dimension = &prev.unit.as_ref()?.dimension;
        if numeral.start < prev.end || numeral.start - prev.end > 1 {
            return None;
        }
        let (end, form) = units.following.get(dimension)?.longest(
            self.glyphs.all(),
            self.glyphs.over_blanks(numeral.end),
            |end, _| self.alone(end),
        )?;
        self.found(end, form, Vec::new())
    }

    /// 1分23秒, "3m20s": the unit that mostly follows a bigger one is meant where a smaller one goes on from it.
    pub fn leading(&self, numeral: &Numeral) -> Option<Found> {
        let glyphs = &self.glyphs;
        let units = &self.vocab.units;
        if numeral.decimals || numeral.form == Form::English {
            return None;
        }
        units.following.iter().find_map(|(dimension, words)| {
            let (end, form) = words.longest(glyphs.all(), numeral.end, any)?;
            let big = units.form_at(form);
            let next = match glyphs.kind(end) {
                Kind::Digit | Kind::Han => self.reader().read(end)?,
                _ => return None,
            };
            let (_, small, _) = self.unit_word(next.end)?;
            let small = units.form_at(small);
            let smaller = small.dimension == *dimension && small.factor < big.factor;
            (smaller && next.end - end <= 4 && next.low < Decimal::from(60)).then(|| self.plain(end, form))
        })
    }

    /// Where a word names several units, returns the one that the words nearby, or a `large` sum of money, speak for.
    pub fn rival(&self, form: usize, large: bool, end: usize) -> usize {
        let meant = self.vocab.units.rivals_of(form).find(|(_, unit)| {
            let near = || unit.near.iter().any(|word| self.reader().stands_near(word, end));
            large && &*unit.dimension == "money" || near()
        });
        meant.map_or(form, |(rival, _)| rival)
    }

    /// Builds the reading of a unit with any rate behind it.
    pub fn found(&self, end: usize, form_index: usize, mut states: Vec<(Name, Name)>) -> Option<Found> {
        let units = &self.vocab.units;
        let form = units.form_at(form_index);
        let unit = units.unit_of(form);
        states.extend(unit.states.iter().map(|(key, value)| (key.clone(), value.clone())));
        let mut found = self.plain(end, form_index);
        found.reading.states = states;
        self.scale_behind(&mut found);
        self.inverted(&mut found);
        self.read_rates(&mut found);
        Some(found)
    }

    /// Builds the reading of a unit by itself.
    pub fn plain(&self, end: usize, form_index: usize) -> Found {
        let form = self.vocab.units.form_at(form_index);
        let reading = UnitReading {
            symbol: form.symbol.clone(),
            dimension: form.dimension.clone(),
            canonical: form.canonical.clone(),
            factor: form.factor,
            states: Vec::new(),
        };
        Found { end, form: Some(form_index), reading, shown: form.shown, scale: Decimal::ONE }
    }
}

/// Returns a thing as a unit that ends at `end`.
fn thing(end: usize, symbol: Name) -> Found {
    let reading = UnitReading {
        canonical: symbol.clone(),
        symbol,
        dimension: "items".into(),
        factor: Decimal::ONE,
        states: Vec::new(),
    };
    Found { end, form: None, reading, shown: Decimal::ONE, scale: Decimal::ONE }
}
