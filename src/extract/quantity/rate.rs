//! Rates: "per hour", "/GPU-hour", 每秒, "per million tokens", and denominators before the number.

use rust_decimal::Decimal;

use super::UnitReading;
use super::scan::{Atom, Scanner};
use super::unit::Found;
use crate::claim::Name;
use crate::extract::numeral::is_han;
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;

/// A denominator.
#[derive(Debug, Clone)]
pub(super) struct Below {
    /// One past its last glyph.
    end: usize,
    /// As it is shown: `h`, `s`, `Mtoken`; empty for a part of hardware.
    symbol: String,
    /// What it measures: `time`, `power`, `items`; empty for a part of hardware.
    dimension: Name,
    /// Unit of the claim model.
    canonical: Name,
    factor: Decimal,
    /// How it counts below a price.
    priced: Option<(Name, Decimal)>,
    states: Vec<(Name, Name)>,
    /// What it states below a price, where its word is also one for a part of hardware: 元/张.
    part: Vec<(Name, Name)>,
    /// It has a number of its own: "per 500 W".
    numbered: bool,
}

/// A denominator before its number: 每小时2.5美元.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    /// Where its number may begin: behind it and words like 约, 仅需.
    pub end: usize,
    below: Below,
}

impl Scanner<'_> {
    /// Reads the denominators behind a unit into it.
    pub fn read_rates(&self, found: &mut Found) {
        for _ in 0..3 {
            let Some(below) = self.rate_after(found.end, &found.reading) else { break };
            if let Some(reading) = over(&found.reading, &below) {
                found.end = below.end;
                found.reading = reading;
            } else {
                break;
            }
        }
    }

    fn rate_after(&self, at: usize, unit: &UnitReading) -> Option<Below> {
        let glyphs = &self.glyphs;
        let start = glyphs.over_blanks(at);
        if start - at > 1 {
            return None;
        }
        if let Some(below) = self.inverse(start, start > at) {
            return Some(below);
        }
        let (end, ()) = self.vocab.units.per.longest(glyphs.all(), start, any)?;
        let letters = glyphs.at(start).is_ascii_alphabetic();
        // "$3 an hour", "$70 - a - share": the article makes a rate of money only.
        let article = letters && end - start <= 2;
        if letters && (start == at || !matches!(glyphs.at(end), ' ' | '-')) || article && &*unit.dimension != "money" {
            return None;
        }
        let next = glyphs.over_blanks(end);
        if next - end > 1 {
            return None;
        }
        let below = self.below(next)?;
        if is_han(glyphs.at(start)) && self.number_follows(below.end) {
            // 80GB每卡时12元: the rate belongs to what comes.
            return None;
        }
        if below.dimension == unit.dimension && (below.numbered || below.symbol == *unit.symbol) {
            // "72W / 500W": two figures, no rate; "10 mg/kg" is one.
            return None;
        }
        // "12 V/5 A" are two figures; "$5/100 km", "3 mg/10 mL" are rates.
        let usual = matches!(&*below.dimension, "time" | "items" | "volume" | "mass" | "area" | "length" | "energy");
        if below.numbered && !letters && !is_han(glyphs.at(start)) && !usual && !below.dimension.ends_with("-time") {
            return None;
        }
        let later = glyphs.over_blanks(below.end);
        if article && self.vocab.units.per_not_before.longest(glyphs.all(), later, |end, _| self.alone(end)).is_some() {
            return None;
        }
        // "$3 an hour", "$85 a barrel", "£2 a pound"
        let counts = matches!(&*below.dimension, "time" | "items" | "volume" | "mass" | "area" | "energy");
        (!article || counts).then_some(below)
    }

    fn number_follows(&self, at: usize) -> bool {
        let glyphs = &self.glyphs;
        let mut end = glyphs.over_blanks(at);
        for _ in 0..3 {
            let Some((next, ())) = self.vocab.units.per_between.longest(glyphs.all(), end, any) else { break };
            end = glyphs.over_blanks(next);
        }
        matches!(glyphs.kind(end), Kind::Digit) || glyphs.kind(end) == Kind::Han && self.reader().read(end).is_some()
    }

    /// Reads a denominator at `at`: a unit, a thing, a part of hardware, perhaps with a number ("1M tokens").
    fn below(&self, at: usize) -> Option<Below> {
        let glyphs = &self.glyphs;
        let number = match glyphs.kind(at) {
            Kind::Digit | Kind::Han | Kind::Letter => {
                self.reader().read(at).filter(|n| n.low == n.high && n.low > Decimal::ONE)
            }
            _ => None,
        };
        let number = number.or_else(|| self.reader().place(at));
        let one = glyphs.at(at) == '1' && glyphs.at(at + 1) == ' ';
        let from = number.map_or(if one { at + 2 } else { at }, |n| glyphs.over_blanks(n.end));
        let unit = self.unit_word(from);
        let item = self.vocab.units.item_words.longest(glyphs.all(), from, |end, _| self.alone(end));
        let scope = self.vocab.units.scope_words.longest(glyphs.all(), from, |end, _| self.alone(end));
        let unit_end = unit.map_or(0, |(end, _, _)| end);
        let item_end = item.map_or(0, |(end, _)| end);
        let scope_end = scope.map_or(0, |(end, _)| end);
        // 每块: a card, not a sum of money.
        let part = |form: usize| scope_end == unit_end && &*self.vocab.units.form_at(form).dimension == "money";
        let part = unit.is_some_and(|(_, form, _)| part(form));
        let mut below = if unit_end > 0 && unit_end >= item_end && unit_end >= scope_end && !part {
            let (end, form) = self.with_lost_power(unit_end, self.rival(unit?.1, false, unit_end));
            self.unit_below(end, form)
        } else if item_end > 0 && item_end >= scope_end {
            let item = self.vocab.units.item_at(item?.1);
            Below {
                end: item_end,
                symbol: item.symbol.to_string(),
                dimension: "items".into(),
                canonical: item.symbol.clone(),
                factor: Decimal::ONE,
                priced: None,
                states: Vec::new(),
                part: scope.filter(|_| item_end == scope_end).map_or(Vec::new(), |(_, stated)| {
                    let states = &self.vocab.units.stated(stated).states;
                    states.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
                }),
                numbered: false,
            }
        } else {
            let (end, stated) = scope?;
            let states = &self.vocab.units.stated(stated).states;
            Below {
                end,
                symbol: String::new(),
                dimension: "".into(),
                canonical: "".into(),
                factor: Decimal::ONE,
                priced: None,
                states: states.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
                part: Vec::new(),
                numbered: false,
            }
        };
        below.numbered = number.is_some() || one;
        if let Some(number) = number.filter(|n| n.low != Decimal::ONE) {
            below.factor = below.factor.checked_mul(number.low)?;
            below.symbol = scaled_symbol(number.low, &below.symbol);
            below.priced = below.priced.and_then(|(unit, factor)| Some((unit, factor.checked_mul(number.low)?)));
        }
        Some(below)
    }

    /// "g/cm 3", "W/m 2": a raised 2 or 3 that came down behind a length in a denominator.
    fn with_lost_power(&self, end: usize, form: usize) -> (usize, usize) {
        let glyphs = &self.glyphs;
        let units = &self.vocab.units;
        let unit = units.form_at(form);
        let power = glyphs.at(end + 1);
        let ends = !glyphs.is_word(end + 2)
            && !(matches!(glyphs.at(end + 2), '.' | ',' | '-' | '–' | ':' | '%') && glyphs.is_digit(end + 3));
        if &*unit.dimension != "length" || glyphs.at(end) != ' ' || !matches!(power, '2' | '3') || !ends {
            return (end, form);
        }
        let mut raised: Vec<char> = unit.symbol.chars().collect();
        raised.push(power);
        match units.symbols().longest(&raised, 0, any) {
            Some((stop, form)) if stop == raised.len() => (end + 2, form),
            _ => (end, form),
        }
    }

    pub fn unit_below(&self, end: usize, form: usize) -> Below {
        let units = &self.vocab.units;
        let form = units.form_at(form);
        let unit = units.unit_of(form);
        Below {
            end,
            symbol: form.symbol.to_string(),
            dimension: form.dimension.clone(),
            canonical: form.canonical.clone(),
            factor: form.factor,
            priced: unit
                .priced
                .as_ref()
                .filter(|_| form.symbol.as_ref() == unit.symbol)
                .map(|p| (p.canonical.clone(), p.factor)),
            states: unit.states.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
            part: Vec::new(),
            numbered: false,
        }
    }

    /// Reads a denominator that stands before its number, where 每 begins at `at`.
    pub fn rate_before(&self, at: usize) -> Option<Pending> {
        let glyphs = &self.glyphs;
        let units = &self.vocab.units;
        let (end, ()) = units.per_before.longest(glyphs.all(), at, any)?;
        let below = self.below(glyphs.over_blanks(end))?;
        let mut end = glyphs.over_blanks(below.end);
        for _ in 0..4 {
            let Some((next, ())) = units.per_between.longest(glyphs.all(), end, any) else { break };
            end = glyphs.over_blanks(next);
        }
        Some(Pending { end, below })
    }

    /// Gives a plain number behind a denominator the thing it counts as its unit: 每秒处理3200张图像.
    pub fn item_behind_rate(&self, atom: &mut Atom, pending: &Pending) {
        if atom.start != pending.end || &*pending.below.dimension != "time" {
            return;
        }
        let Some(found) = self.item(self.glyphs.over_blanks(atom.end)) else { return };
        if let Some(reading) = over(&found.reading, &pending.below) {
            atom.unit = Some(reading);
            atom.end = found.end;
        }
    }

    /// Gives an atom the denominator that stood right before it.
    pub fn apply_rate(&self, atom: &mut Atom, pending: &Pending) {
        if atom.start != pending.end && atom.numeral.start != pending.end {
            return;
        }
        let Some(unit) = &atom.unit else { return };
        // "每瓦特提供 38 GFLOPS"
        let efficient = &*unit.dimension == "operations/time" && &*pending.below.dimension == "power";
        if unit.symbol.contains('/')
            || !efficient
                && !matches!(
                    &*unit.dimension,
                    "money" | "length" | "bytes" | "energy" | "operations" | "volume" | "mass"
                )
        {
            return;
        }
        if let Some(reading) = over(unit, &pending.below) {
            atom.unit = Some(reading);
            atom.rated_before = true;
        }
    }
}

/// Divides a unit by a denominator.
pub(super) fn over(unit: &UnitReading, below: &Below) -> Option<UnitReading> {
    let mut states = unit.states.clone();
    states.extend(below.states.iter().cloned());
    if &*unit.dimension == "money" && !below.part.is_empty() {
        states.extend(below.part.iter().cloned());
        return Some(UnitReading { states, ..unit.clone() });
    }
    if below.canonical.is_empty() {
        return Some(UnitReading { states, ..unit.clone() });
    }
    if below.factor.is_zero() {
        return None;
    }
    if unit.dimension.ends_with("/time") && &*below.dimension == "time" {
        // "4 exaFLOPS / second": said twice.
        return Some(UnitReading { states, ..unit.clone() });
    }
    let symbol = format!("{}/{}", unit.symbol, below.symbol);
    let money = &*unit.dimension == "money";
    let dimension = match &*below.dimension {
        "device-time" | "core-time" if money => "money/time".to_owned(),
        dimension => format!("{}/{dimension}", unit.dimension),
    };
    let (canonical, factor) = match &below.priced {
        Some((priced, factor)) if money => (priced.clone(), *factor),
        _ => (below.canonical.clone(), below.factor),
    };
    Some(UnitReading {
        symbol: symbol.into(),
        dimension: dimension.into(),
        canonical: format!("{}/{canonical}", unit.canonical).into(),
        factor: unit.factor.checked_div(factor)?,
        states,
    })
}

/// Shows "per million tokens" as `Mtoken`.
fn scaled_symbol(number: Decimal, symbol: &str) -> String {
    let scales = [(1_000, "k"), (1_000_000, "M"), (1_000_000_000, "G")];
    match scales.iter().find(|(scale, _)| Decimal::from(*scale) == number) {
        Some((_, prefix)) => format!("{prefix}{symbol}"),
        None => format!("{}{symbol}", number.normalize()),
    }
}
