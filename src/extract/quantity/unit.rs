//! The unit behind a number, or the currency before it.

use rust_decimal::Decimal;

use super::UnitReading;
use super::scan::Scanner;
use crate::claim::Name;
use crate::extract::numeral::{Form, Numeral, is_han};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{NumberWord, any, power_of_ten};
use crate::vocab::trie::Keep;
use crate::vocab::unit::NO_UNIT;

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
            // "1g.10gb" is a name.
            let dotted = next == '.' && self.glyphs.is_digit(end + 1) && last.is_ascii_alphabetic();
            if glued || name || dotted { Keep::No } else { Keep::Yes }
        };
        let symbol = units.symbols.longest(glyphs, at, stands);
        let word = units.words.longest(glyphs, at, stands);
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

    fn unit_word_of(&self, symbol: &str) -> Option<usize> {
        let glyphs: Vec<char> = symbol.chars().collect();
        self.vocab.units.symbols.longest(&glyphs, 0, any).map(|(_, form)| form)
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
                return Some((end, self.rival(form, numeral, end)));
            }
            if let Some(found) = self.said_twice(at) {
                return Some(found);
            }
            let Some((end, stated)) = self.vocab.units.modifiers.longest(glyphs.all(), at, |end, _| self.alone(end))
            else {
                break;
            };
            let stated = self.vocab.units.stated(stated);
            if stated.after_fraction && !numeral.fraction {
                break;
            }
            any_unit &= stated.any_unit;
            states.extend(stated.states.iter().map(|(key, value)| (key.clone(), value.clone())));
            at = glyphs.over_blanks(end);
            if at == end && glyphs.kind(end) == Kind::Letter {
                break;
            }
        }
        states.clear();
        self.device_hours(numeral)
    }

    /// 两升到三升: what reads as a word of its own (升到) is the unit where the next number has it too.
    fn said_twice(&self, at: usize) -> Option<(usize, usize)> {
        let glyphs = &self.glyphs;
        if !is_han(glyphs.at(at)) {
            return None;
        }
        let unit_at = |at: usize| {
            let real = |_: usize, form: usize| if form == NO_UNIT { Keep::No } else { Keep::Yes };
            self.vocab.units.words.longest(glyphs.all(), at, real)
        };
        let (end, form) = unit_at(at)?;
        let (next, _) = self.vocab.numerals.joins.longest(glyphs.all(), end, any)?;
        let numeral = self.reader().read(glyphs.over_blanks(next))?;
        unit_at(numeral.end).filter(|&(_, other)| other == form)?;
        Some((end, form))
    }

    /// "2.788M H800 GPU hours": a name between the number and device hours.
    fn device_hours(&self, numeral: &Numeral) -> Option<(usize, usize)> {
        let glyphs = &self.glyphs;
        let at = glyphs.over_blanks(numeral.end);
        if at == numeral.end || !glyphs.at(at).is_ascii_uppercase() {
            return None;
        }
        let mut end = at;
        while (glyphs.is_word(end) || glyphs.at(end) == '-' && glyphs.is_digit(end + 1)) && end - at < 16 {
            end += 1;
        }
        let next = glyphs.over_blanks(end);
        let (stop, form, _) = self.unit_word(next).filter(|_| next > end)?;
        (self.vocab.units.form_at(form).dimension.ends_with("-time")).then_some((stop, form))
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

    /// Says whether a symbol can be meant: those that are also words or letters need more.
    fn symbol_fits(&self, numeral: &Numeral, at: usize, end: usize, form: usize) -> bool {
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
    fn word_fits(&self, numeral: &Numeral, at: usize, end: usize, form: usize, symbol: bool) -> bool {
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

    /// "75 USD million": the magnitude stands behind the currency.
    fn scale_behind(&self, found: &mut Found) {
        let glyphs = &self.glyphs;
        let at = glyphs.over_blanks(found.end);
        if &*found.reading.dimension != "money" || at == found.end || at - found.end > 2 {
            return;
        }
        if let Some((end, NumberWord::Scale(power))) =
            self.vocab.numerals.english.longest(glyphs.all(), at, |end, _| self.alone(end))
            && let Some(scale) = power_of_ten(power as i32)
        {
            found.scale = scale;
            found.end = end;
        }
    }

    /// "4e14 s−1", "1.05 h −1": a unit below one.
    fn inverted(&self, found: &mut Found) {
        let glyphs = &self.glyphs;
        let blank = usize::from(glyphs.at(found.end) == ' ');
        let at = found.end + blank + usize::from(glyphs.at(found.end) == '^');
        let raised = glyphs.at(at) == '⁻' && glyphs.at(at + 1) == '¹';
        // "0.03 cm −3": one of a count in a volume.
        let power = Some(glyphs.at(at + 1)).filter(|c| matches!(c, '2' | '3') && &*found.reading.dimension == "length");
        if let Some(power) = power
            && matches!(glyphs.at(at), '-' | '–')
            && !glyphs.is_word(at + 2)
            && !(matches!(glyphs.at(at + 2), '-' | '.' | ',' | '%' | '–') && glyphs.is_digit(at + 3))
        {
            return self.inverted_power(found, power, at + 2);
        }
        let minus = matches!(glyphs.at(at), '-' | '–') && glyphs.at(at + 1) == '1';
        let ends = !glyphs.is_word(at + 2) && !matches!(glyphs.at(at + 2), '-' | '.' | ',' | '%' | '–')
            || !glyphs.is_word(at + 2) && !glyphs.is_digit(at + 3);
        if !(raised || minus && ends)
            || !glyphs.before(found.end).is_ascii_alphabetic()
            || glyphs.at(at + 2) == ' ' && glyphs.kind(at + 3) == Kind::Digit
        {
            return;
        }
        self.invert(found, at + 2);
    }

    /// Puts the raised unit of a length below one: m and 2 make 1/m2.
    fn inverted_power(&self, found: &mut Found, power: char, end: usize) {
        let units = &self.vocab.units;
        let mut raised: Vec<char> = found.reading.symbol.chars().collect();
        raised.push(power);
        let form = units.symbols.longest(&raised, 0, any).filter(|&(stop, _)| stop == raised.len());
        if let Some((_, form)) = form {
            let form = units.form_at(form);
            found.reading.symbol = form.symbol.clone();
            found.reading.dimension = form.dimension.clone();
            found.reading.canonical = form.canonical.clone();
            found.reading.factor = form.factor;
            self.invert(found, end);
        }
    }

    fn invert(&self, found: &mut Found, end: usize) {
        let unit = &found.reading;
        let Some(factor) = (!unit.factor.is_zero()).then(|| Decimal::ONE.checked_div(unit.factor)).flatten() else {
            return;
        };
        found.reading = UnitReading {
            symbol: format!("1/{}", unit.symbol).into(),
            dimension: format!("1/{}", unit.dimension).into(),
            canonical: format!("1/{}", unit.canonical).into(),
            factor,
            states: unit.states.clone(),
        };
        found.end = end;
        found.form = None;
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

    /// Where a word names two units, returns the one that the words nearby speak for.
    fn rival(&self, form: usize, numeral: &Numeral, end: usize) -> usize {
        let units = &self.vocab.units;
        let Some((rival, unit)) = units.rival_of(form) else { return form };
        let near = || unit.near.iter().any(|word| self.reader().stands_near(word, end));
        let large = &*unit.dimension == "money" && numeral.magnitude >= Decimal::from(1_000_000);
        if large || near() { rival } else { form }
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

    /// Returns the currency (or 摄氏) that stands right before `numeral`: where it begins, and its form.
    pub fn money_before(&self, numeral: &Numeral, floor: usize) -> Option<(usize, usize)> {
        let glyphs = &self.glyphs;
        let mut from = numeral.start;
        let gap = glyphs.back_over_blanks(from);
        if from - gap <= 2 {
            from = gap;
        }
        let units = &self.vocab.units;
        let stands = |start: usize| {
            let first = glyphs.at(start);
            let glued = first.is_ascii_alphabetic() && start > 0 && glyphs.is_word(start - 1);
            if glued || start < floor { Keep::No } else { Keep::Yes }
        };
        let (start, form) = units.before.longest(glyphs.all(), from, |start, _| stands(start))?;
        // "RM 8546" is more often the number of a thing than money.
        if from - start == 2
            && from < numeral.start
            && glyphs.at(start).is_ascii_uppercase()
            && numeral.plain_digits > 3
        {
            return None;
        }
        // "use 5": a code in small letters is a word.
        let letters = glyphs.all().get(start..from)?;
        if letters.iter().all(char::is_ascii_lowercase) && letters.len() < 4 {
            return None;
        }
        // "CHF3" is a gas: a code that touches a single digit is a name.
        let code = letters.iter().all(char::is_ascii_alphabetic) && from == numeral.start;
        if code && glyphs.is_digit(from) && !glyphs.is_digit(from + 1) && !matches!(glyphs.at(from + 1), '.' | ',') {
            return None;
        }
        Some((start, form))
    }

    /// Says whether the letters before the digit at `at` are a currency: "CHF3.04".
    pub fn money_touches(&self, at: usize) -> bool {
        let numeral = Numeral::plain(at, at + 1, Decimal::ONE);
        self.money_before(&numeral, 0).is_some()
    }

    /// "$5m", "$ 2.1 B": letters that are magnitudes only with a currency.
    pub fn money_suffix(&self, numeral: Numeral) -> Numeral {
        if numeral.magnitude != Decimal::ONE {
            return numeral;
        }
        let glyphs = &self.glyphs;
        let next = glyphs.over_blanks(numeral.end);
        let suffix = self.vocab.numerals.suffixes.iter().find(|suffix| {
            let end = next + suffix.text.len();
            let close = next == numeral.end || suffix.blank && next == numeral.end + 1;
            close
                && suffix.text.chars().zip(next..).all(|(c, at)| glyphs.at(at) == c)
                && !glyphs.is_word(end)
                && (suffix.money || suffix.blank)
        });
        let Some(suffix) = suffix else { return numeral };
        let scaled = power_of_ten(suffix.power as i32).and_then(|scale| Some((scale, numeral.scaled(scale)?)));
        match scaled {
            Some((magnitude, scaled)) => {
                Numeral { end: next + suffix.text.len(), magnitude, plain_digits: 0, ..scaled }
            }
            None => numeral,
        }
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
