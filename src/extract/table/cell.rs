//! The values in one cell: "80", "40/80 GB", "989 / 1979", "369.7 TFLOPS (Tensor Core) 82.58 TFLOPS".

use rust_decimal::Decimal;

use crate::claim::{Conditions, Name};
use crate::extract::quantity::{self, Reading};
use crate::text::Span;
use crate::vocab::{Device, Vocab};

use super::brackets::brackets;
use super::facet::Facet;

/// A longer cell holds running text.
const LONGEST: usize = 1000;

/// One value of a cell.
#[derive(Debug, Clone)]
pub struct Value {
    /// The number with its unit; a unit written once for several numbers is copied to each.
    pub reading: Reading,
    /// The parts of the cell that belong to it.
    pub parts: Vec<Span>,
    /// Brackets with numbers of their own ("304 (38 per XCD)"): what they state is theirs.
    pub busy: Vec<Span>,
    /// "4 * 80GB": how many of what the value describes.
    pub times: Option<Decimal>,
}

impl Value {
    /// Returns the conditions that the cell states for this value.
    pub fn conditions(&self, facet: &Facet) -> Conditions {
        let mut stated = Conditions::default();
        for part in &self.parts {
            for (key, value) in facet.stated_within(*part, &self.busy).iter() {
                stated.set_default(key, value.clone());
            }
        }
        stated
    }
}

/// Returns the values of a cell.
///
/// # Errors
/// Why its numbers are no values: a label, a product, a version.
pub fn values(vocab: &Vocab, facet: &Facet) -> Result<Vec<Value>, &'static str> {
    let text = facet.as_str();
    if text.len() > LONGEST {
        return Err("a cell of running text");
    }
    let brackets = brackets(text);
    let readings: Vec<Reading> = facet
        .quantities
        .iter()
        .filter(|reading| !inside(&brackets, reading.span) && !facet.is_named(reading))
        .flat_map(|reading| apart(vocab, text, reading))
        .collect();
    // "4× 936 = 3,744 GB/s": what the product makes.
    let total = text.rfind('=').filter(|&at| {
        let (before, behind): (Vec<&Reading>, Vec<&Reading>) = readings.iter().partition(|one| one.span.end <= at);
        let product = before.windows(2).any(|pair| {
            let gap = text.get(pair[0].span.end..pair[1].span.start).unwrap_or_default();
            is_product(vocab, gap) || gap.trim().is_empty() && is_factor(vocab, text, pair[0])
        });
        product && behind.len() == 1
    });
    let readings: Vec<Reading> =
        readings.into_iter().filter(|one| total.is_none_or(|at| one.span.start > at)).collect();
    let Some(last) = readings.last() else { return Ok(Vec::new()) };
    let busy: Vec<Span> = brackets
        .iter()
        .filter(|bracket| {
            facet.quantities.iter().any(|reading| bracket.contains(reading.span) && !facet.is_named(reading))
        })
        .copied()
        .collect();
    let (head, tail) = (Span::new(0, readings[0].span.start), Span::new(last.span.end, text.len()));
    let mut values: Vec<Value> = Vec::new();
    let mut start = total.map_or(0, |at| at + 1);
    let mut slashes = true;
    for at in 0..readings.len() {
        let end = match readings.get(at + 1) {
            None => text.len(),
            Some(next) => {
                let gap = Span::new(readings[at].span.end, next.span.start);
                let between = gap.of(text).unwrap_or_default();
                if is_product(vocab, between) || between.trim().is_empty() && is_factor(vocab, text, &readings[at]) {
                    continue_product(&mut values, &readings[at]);
                    continue;
                }
                let (cut, slash) = boundary(text, gap, &brackets);
                slashes &= slash;
                cut
            }
        };
        let times = values.last().filter(|value| value.parts.is_empty()).and_then(|value| value.times);
        values.retain(|value| !value.parts.is_empty());
        values.push(Value {
            reading: readings[at].clone(),
            parts: vec![Span::new(start, end)],
            busy: busy.clone(),
            times,
        });
        start = end;
    }
    if slashes && values.len() > 1 {
        // "330/310 TFLOPS (Tensor FP16)": what stands around the list belongs to all of it.
        for value in &mut values {
            value.parts.extend([head, tail]);
        }
        copy_units(&mut values);
    }
    for value in &values {
        check_plain(vocab, facet, value, &brackets)?;
    }
    Ok(values)
}

/// Takes "40/80 GB" apart: in a cell it is two sizes, not a fraction.
fn apart(vocab: &Vocab, text: &str, reading: &Reading) -> Vec<Reading> {
    let written = reading.span.of(text).unwrap_or_default();
    let parts: Vec<&str> = written.split('/').collect();
    let digits = |part: &&str| part.trim().starts_with(|ch: char| ch.is_ascii_digit());
    if parts.len() < 2 || !parts.iter().all(digits) {
        return vec![reading.clone()];
    }
    let mut at = reading.span.start;
    let mut readings = Vec::new();
    for part in parts {
        for mut one in quantity::quantities(vocab, part) {
            one.span = Span::new(at + one.span.start, at + one.span.end);
            readings.push(one);
        }
        at += part.len() + 1;
    }
    readings
}

/// Reads "15T" under a heading of counts: a magnitude there, not a unit.
pub fn as_count(vocab: &Vocab, facet: &Facet, value: &Value) -> Option<Value> {
    value.reading.unit.as_ref()?;
    let written = value.reading.span.of(facet.as_str())?;
    let counted = format!("{written} {}", vocab.tables.count.thing);
    let read = quantity::quantities(vocab, &counted).into_iter().next()?;
    if read.unit.is_some() || read.span.start != 0 || read.low.is_none() {
        return None;
    }
    let reading =
        Reading { low: read.low, high: read.high, step: read.step, unit: None, bare: false, ..value.reading.clone() };
    Some(Value { reading, ..value.clone() })
}

/// Returns the variant of `device` that a size names ("80GB"), where it was sold with it.
pub fn variant(device: &Device, size: &str) -> Option<Name> {
    let digits: String = size.chars().take_while(char::is_ascii_digit).collect();
    let named = |variant: &&Name| {
        variant.strip_prefix(digits.as_str()).is_some_and(|unit| !unit.starts_with(|ch: char| ch.is_ascii_digit()))
    };
    device.variants.iter().find(named).filter(|_| !digits.is_empty()).cloned()
}

/// Remembers "4 *" until the value it multiplies comes.
fn continue_product(values: &mut Vec<Value>, times: &Reading) {
    values.push(Value { reading: times.clone(), parts: Vec::new(), busy: Vec::new(), times: times.low });
}

fn inside(brackets: &[Span], span: Span) -> bool {
    brackets.iter().any(|bracket| bracket.contains(span))
}

fn is_product(vocab: &Vocab, gap: &str) -> bool {
    let gap = gap.trim();
    vocab.tables.count.times.iter().any(|word| gap == word)
}

/// Says whether a sign of multiplication was read as the number's own unit: "496 x" of "496 x 4".
fn is_factor(vocab: &Vocab, text: &str, reading: &Reading) -> bool {
    let written = reading.span.of(text).unwrap_or_default();
    reading.unit.is_some() && vocab.tables.count.times.iter().any(|word| written.ends_with(word.as_str()))
}

/// Returns where what belongs to a value ends before the next one, and whether a slash or the like stands there.
fn boundary(text: &str, gap: Span, brackets: &[Span]) -> (usize, bool) {
    let plain = gap.of(text).unwrap_or_default();
    let free = |at: usize| !brackets.iter().any(|bracket| bracket.start <= at && at < bracket.end);
    let mark = plain
        .char_indices()
        .find(|&(at, ch)| matches!(ch, '/' | '|' | '、' | ',' | '，' | ';' | '；' | '\n') && free(gap.start + at));
    match mark {
        Some((at, ch)) => {
            let only = plain.trim().chars().count() == 1;
            (gap.start + at + ch.len_utf8(), only && matches!(ch, '/' | '|' | '、'))
        }
        None => {
            let closed = brackets.iter().rev().find(|bracket| gap.contains(**bracket));
            (closed.map_or(gap.start, |bracket| bracket.end), false)
        }
    }
}

/// Copies the unit of "250/300 W" to the numbers before it.
fn copy_units(values: &mut [Value]) {
    for at in (1..values.len()).rev() {
        let unit = values[at].reading.unit.clone();
        let before = &mut values[at - 1].reading;
        if before.unit.is_none() {
            before.unit = unit;
        }
    }
}

/// A plain number counts only where nothing else stands in its part of the cell.
fn check_plain(vocab: &Vocab, facet: &Facet, value: &Value, brackets: &[Span]) -> Result<(), &'static str> {
    let reading = &value.reading;
    let text = facet.as_str();
    if !reading.span.of(text).is_some_and(|written| written.bytes().any(|byte| byte.is_ascii_digit())) {
        return Err("a number in words");
    }
    if reading.unit.is_some() {
        return Ok(());
    }
    let (before, after) = (&text[..reading.span.start], &text[reading.span.end..]);
    let glued = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '.' | '×' | '*' | '-');
    if before.ends_with(glued) || after.starts_with(|ch: char| glued(ch) && ch != '-') {
        return Err("the number is part of a longer sign");
    }
    let Some(own) = value.parts.first() else { return Ok(()) };
    let known = |at: usize| {
        let at = Span::new(at, at + 1);
        brackets.iter().any(|span| span.overlaps(at))
            || reading.span.overlaps(at)
            || facet.metrics.iter().any(|found| found.span.overlaps(at))
            || facet.conditions.iter().any(|(span, _)| span.overlaps(at))
    };
    let words: String = own
        .of(text)
        .unwrap_or_default()
        .char_indices()
        .map(|(at, ch)| if ch.is_alphanumeric() && !known(own.start + at) { ch } else { ' ' })
        .collect();
    let hedged = reading.approx || reading.bound.is_some() || reading.vague;
    let filler = &vocab.tables.heading.filler;
    let foreign = words.to_lowercase().split_whitespace().any(|word| !filler.iter().any(|known| known == word));
    if foreign && !hedged {
        return Err("the number stands among other words");
    }
    Ok(())
}
