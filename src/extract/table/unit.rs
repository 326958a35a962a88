//! Units that stand without a number, in headings and unit columns: "TFLOPS", "HBM (GB)", "$/hr".

use crate::extract::quantity::{self, UnitReading, Unnumbered};
use crate::text::Span;
use crate::vocab::Vocab;

use super::brackets::{brackets, inside, outside};

/// Longer texts are sentences, not headings.
const LONGEST: usize = 160;
/// The most words that one unit is written with: "USD / GPU hour".
const MOST_WORDS: usize = 5;

/// Returns the unit that `text` (folded) names without a number, and where.
///
/// A unit in brackets counts before one that stands free; a lone letter only in brackets.
pub fn named(vocab: &Vocab, text: &str) -> Option<(Span, UnitReading)> {
    if text.len() > LONGEST {
        return None;
    }
    let whole = trim(text, Span::new(0, text.len()));
    let brackets = brackets(text);
    for bracket in &brackets {
        let parts = split(text, inside(text, *bracket), &[',', '，', '、', ';', '；', ':', '：']);
        if let Some(found) = parts.into_iter().rev().find_map(|part| unit_at(vocab, text, part)) {
            return Some(found);
        }
    }
    let places = Unnumbered::new(vocab, text);
    if whole.len() > 1
        && places.may_begin(whole.start)
        && let Some(found) = unit_at(vocab, text, whole)
    {
        return Some(found);
    }
    outside(text, &brackets).into_iter().find_map(|part| free(vocab, text, part, &places))
}

/// Returns the units of all brackets of `text` but the first that holds one.
pub fn others(vocab: &Vocab, text: &str) -> Vec<UnitReading> {
    let brackets = brackets(text);
    if text.len() > LONGEST || brackets.len() < 2 {
        return Vec::new();
    }
    let units = brackets.iter().filter_map(|bracket| unit_at(vocab, text, inside(text, *bracket)));
    units.skip(1).map(|(_, unit)| unit).collect()
}

/// Returns the unit that is all of `text`.
pub fn whole(vocab: &Vocab, text: &str) -> Option<UnitReading> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    read(vocab, text)
}

/// Looks for the longest run of words of `span` that is a unit, the last first.
fn free(vocab: &Vocab, text: &str, span: Span, places: &Unnumbered<'_>) -> Option<(Span, UnitReading)> {
    let words = words(text, span);
    let run = |first: usize, length: usize| Span::new(words[first].start, words[first + length - 1].end);
    // Most words begin no unit, however far one goes on from them.
    let begins: Vec<bool> = words.iter().map(|word| places.may_begin(word.start)).collect();
    for length in (1..=MOST_WORDS.min(words.len())).rev() {
        for first in (0..=words.len() - length).rev().filter(|&first| begins[first]) {
            let run = run(first, length);
            if run.len() > 1
                && let Some(unit) = run.of(text).and_then(|text| read(vocab, text))
            {
                return Some((run, unit));
            }
        }
    }
    None
}

fn unit_at(vocab: &Vocab, text: &str, span: Span) -> Option<(Span, UnitReading)> {
    let span = trim(text, span);
    let unit = read(vocab, span.of(text)?)?;
    Some((span, unit))
}

/// Reads `text` as a unit by putting a one before it: the reading must then cover all of it.
fn read(vocab: &Vocab, text: &str) -> Option<UnitReading> {
    // A number before the unit ("128B TFLOP/s": of a model of that size) would go on the one.
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let with_one = format!("1 {text}");
    let reading = quantity::quantities(vocab, &with_one).into_iter().next()?;
    let all = reading.span.start == 0 && reading.span.end == with_one.len();
    let scale = reading.low.filter(|_| reading.low == reading.high)?;
    let mut unit = reading.unit.filter(|_| all)?;
    // "万元" is ten thousand of them.
    unit.factor = unit.factor.checked_mul(scale)?;
    Some(unit)
}

fn split(text: &str, span: Span, at: &[char]) -> Vec<Span> {
    let Some(part) = span.of(text) else { return Vec::new() };
    let mut spans = Vec::new();
    let mut start = span.start;
    for (offset, mark) in part.match_indices(at) {
        spans.push(Span::new(start, span.start + offset));
        start = span.start + offset + mark.len();
    }
    spans.push(Span::new(start, span.end));
    spans
}

/// Cuts `span` into words: at blanks, and where Chinese and other letters meet.
fn words(text: &str, span: Span) -> Vec<Span> {
    let Some(part) = span.of(text) else { return Vec::new() };
    let mut words: Vec<Span> = Vec::new();
    let mut start: Option<(usize, bool)> = None;
    for (at, ch) in part.char_indices() {
        let at = span.start + at;
        let cut = ch.is_whitespace() || matches!(ch, ',' | '，' | ':' | '：' | '\\' | '|' | '、');
        let wide = !ch.is_ascii() && ch.is_alphabetic();
        if let Some((from, was_wide)) = start
            && (cut || wide != was_wide)
        {
            words.push(Span::new(from, at));
            start = None;
        }
        if !cut && start.is_none() {
            start = Some((at, wide));
        }
    }
    if let Some((from, _)) = start {
        words.push(Span::new(from, span.end));
    }
    words
}

fn trim(text: &str, span: Span) -> Span {
    let Some(part) = span.of(text) else { return span };
    let start = span.start + (part.len() - part.trim_start().len());
    Span::new(start, start + part.trim().len())
}
