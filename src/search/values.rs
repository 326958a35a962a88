//! Values and dates in queries: `>=1.5TB/s`, `250..400W`, `80GB`, `2024-05`.

use std::ops::Bound;

use rust_decimal::Decimal;

use super::query::Range;
use crate::claim::row::date_number;
use crate::extract::quantity::{self, Reading};
use crate::text::Span;
use crate::vocab::Vocab;

/// How a value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    Greater,
}

/// The longest text that can be one value; keeps the work on long queries in bounds.
const LONGEST: usize = 80;

/// Takes a comparison sign off the front of `text`.
pub(super) fn comparison(text: &str) -> Option<(Comparison, usize)> {
    const SIGNS: [(&str, Comparison); 11] = [
        (">=", Comparison::AtLeast),
        ("=>", Comparison::AtLeast),
        ("≥", Comparison::AtLeast),
        ("<=", Comparison::AtMost),
        ("=<", Comparison::AtMost),
        ("≤", Comparison::AtMost),
        (">", Comparison::Greater),
        ("＞", Comparison::Greater),
        ("<", Comparison::Less),
        ("＜", Comparison::Less),
        ("=", Comparison::Equal),
    ];
    SIGNS.into_iter().find(|(sign, _)| text.starts_with(sign)).map(|(sign, comparison)| (comparison, sign.len()))
}

/// Reads a value at the start of `text`, with the comparison before it; returns how many bytes it took.
pub(super) fn range(vocab: &Vocab, text: &str, comparison: Comparison) -> Option<(Range, usize)> {
    let blank = text.len() - text.trim_start().len();
    let rest = cut(&text[blank..]);
    if comparison == Comparison::Equal
        && let Some((range, taken)) = between(vocab, rest)
    {
        return Some((range, blank + taken));
    }
    let value = Value::read(vocab, rest)?;
    Some((value.range(vocab, comparison), blank + value.taken))
}

/// Returns the range that a quantity in plain words names: with its hedge ("under 200 W"), and for money
/// without a time also as a price per time ("每小时低于 3 美元").
pub(super) fn of_reading(vocab: &Vocab, reading: &Reading) -> Option<Range> {
    let value = Value::of(reading, 0)?;
    let mut range = value.range(vocab, Comparison::Equal);
    if reading.low.is_none() {
        range.low = Bound::Unbounded;
    }
    if reading.high.is_none() {
        range.high = Bound::Unbounded;
    }
    if reading.unit.as_ref().is_some_and(|unit| &*unit.dimension == "money") {
        let periods = vocab.binding.periods.iter().map(|period| &period.per);
        let timed = periods.flat_map(|per| value.units.iter().map(move |unit| format!("{unit}/{per}").into()));
        range.units.extend(timed);
        range.units.sort();
        range.units.dedup();
    }
    Some(range)
}

/// Returns where a word stands right behind a plain number that `range` took to `taken`: a unit that is not known. With
/// `all`, a blank may stand between, since nothing but the value does.
pub(super) fn unknown_unit(range: &Range, text: &str, taken: usize, all: bool) -> Option<Span> {
    let rest = text.get(taken..).filter(|_| range.units.is_empty())?;
    let blank = if all { rest.len() - rest.trim_start().len() } else { 0 };
    let word = &rest[blank..];
    let end = word.find(|c: char| c.is_whitespace() || c == ')').unwrap_or(word.len());
    let unit = word.starts_with(|c: char| c.is_alphabetic() || c == '%');
    unit.then(|| Span::new(taken + blank, taken + blank + end))
}

fn cut(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).nth(LONGEST).unwrap_or(text.len());
    let end = text[..end].find(['(', ')', '"']).unwrap_or(end);
    &text[..end]
}

/// `250..400W`: the unit may stand at the second end alone.
fn between(vocab: &Vocab, text: &str) -> Option<(Range, usize)> {
    let word_end = text.find(char::is_whitespace).unwrap_or(text.len());
    let dots = text[..word_end].find("..")?;
    let after = text[dots..].trim_start_matches('.');
    let second = text.len() - after.len();
    let high = Value::read(vocab, after)?;
    let mut low = Value::read(vocab, &text[..dots])?;
    if low.units.is_empty() {
        low = Value { units: high.units.clone(), ..low.times(high.factor) };
    }
    let range = Range {
        low: Bound::Included(low.low),
        high: Bound::Included(high.high),
        units: Value::alike(vocab, &high.units),
    };
    Some((range, second + high.taken))
}

/// A value with its unit.
#[derive(Debug, Clone)]
struct Value {
    low: f64,
    high: f64,
    factor: f64,
    units: Vec<crate::claim::Name>,
    taken: usize,
}

impl Value {
    fn read(vocab: &Vocab, text: &str) -> Option<Value> {
        let readings = quantity::quantities(vocab, text);
        let first = readings.iter().find(|reading| reading.span.start == 0);
        if let Some(value) = first.and_then(|reading| Value::of(reading, reading.span.end)) {
            return Some(value);
        }
        // A plain number that the reader of articles sees nothing in.
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(text.len());
        let number: f64 = text[..digits].trim_end_matches('.').parse().ok()?;
        Some(Value { low: number, high: number, factor: 1.0, units: Vec::new(), taken: digits })
    }

    fn of(reading: &Reading, taken: usize) -> Option<Value> {
        let factor = reading.unit.as_ref().map_or(1.0, |unit| double(unit.factor));
        let low = reading.low.or(reading.high)?;
        let high = reading.high.or(reading.low)?;
        Some(Value {
            low: double(low) * factor,
            high: double(high) * factor,
            factor,
            units: reading.unit.iter().map(|unit| unit.canonical.clone()).collect(),
            taken,
        })
    }

    fn times(self, factor: f64) -> Value {
        Value { low: self.low * factor, high: self.high * factor, factor, ..self }
    }

    fn range(&self, vocab: &Vocab, comparison: Comparison) -> Range {
        let (low, high) = match comparison {
            Comparison::Less => (Bound::Unbounded, Bound::Excluded(self.low)),
            Comparison::AtMost => (Bound::Unbounded, Bound::Included(self.high)),
            Comparison::Equal => (Bound::Included(self.low), Bound::Included(self.high)),
            Comparison::AtLeast => (Bound::Included(self.low), Bound::Unbounded),
            Comparison::Greater => (Bound::Excluded(self.high), Bound::Unbounded),
        };
        Range { low, high, units: Value::alike(vocab, &self.units) }
    }

    /// Units that are compared as one (TOPS and TFLOPS) are searched as one.
    fn alike(vocab: &Vocab, units: &[crate::claim::Name]) -> Vec<crate::claim::Name> {
        let mut all = units.to_vec();
        for unit in units {
            all.push(vocab.relations.unit(unit).clone());
        }
        all.sort();
        all.dedup();
        all
    }
}

fn double(number: Decimal) -> f64 {
    use rust_decimal::prelude::ToPrimitive;
    number.to_f64().unwrap_or(f64::MAX)
}

/// Reads an ISO date prefix, or two with `..` between, after an optional comparison.
pub(super) fn dates(text: &str) -> Option<(Bound<u64>, Bound<u64>)> {
    let (comparison, skip) = comparison(text).unwrap_or((Comparison::Equal, 0));
    let text = text[skip..].trim();
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (low, high) = (day(first, false)?, day(last, true)?);
    Some(match comparison {
        Comparison::Less => (Bound::Unbounded, Bound::Excluded(low)),
        Comparison::AtMost => (Bound::Unbounded, Bound::Included(high)),
        Comparison::Equal => (Bound::Included(low), Bound::Included(high)),
        Comparison::AtLeast => (Bound::Included(low), Bound::Unbounded),
        Comparison::Greater => (Bound::Excluded(high), Bound::Unbounded),
    })
}

fn day(text: &str, last: bool) -> Option<u64> {
    use rust_decimal::prelude::ToPrimitive;
    let parts: Vec<&str> = text.split('-').collect();
    let sound = parts.len() <= 3
        && parts[0].len() == 4
        && parts[1..].iter().all(|part| part.len() == 2)
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let number = |at: usize| parts.get(at).and_then(|part| part.parse::<u32>().ok());
    let (year, month, day) = (number(0)?, number(1).unwrap_or(1), number(2).unwrap_or(1));
    if !sound || !(1..=12).contains(&month) || !(1..=days_of(year, month)).contains(&day) {
        return None;
    }
    date_number(text, last).to_u64()
}

/// Returns how many days a month has.
fn days_of(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
