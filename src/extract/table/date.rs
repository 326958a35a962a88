//! Dates in cells: "2022-03", "March 2022", "Mar 22, 2022", "2022年3月", "Q2 2022", "9/13/18".

use rust_decimal::Decimal;

use crate::claim::row::date_number;
use crate::claim::{Name, Quantity};
use crate::text::{Mapped, Span};
use crate::vocab::Vocab;

/// A cell with more than this is a sentence.
const LONGEST: usize = 40;

/// A piece of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// A number and how many digits it has.
    Number(u32, usize),
    /// A month by name.
    Month(u32),
    /// A quarter by its letter.
    Quarter,
}

/// Reads the one date that is all of `text` as a value; `source` is the article.
pub fn quantity(vocab: &Vocab, text: &Mapped, source: &str) -> Option<Quantity> {
    let plain = text.as_str();
    if plain.len() > LONGEST {
        return None;
    }
    let (pieces, span, approx) = pieces(vocab, plain)?;
    let (low, high) = read(&pieces)?;
    let at = text.to_source(span);
    Some(Quantity {
        low: date_number(&low, false),
        high: date_number(&high, true),
        unit: "date".into(),
        approx,
        bound: None,
        vague: false,
        step: Decimal::ONE,
        surface: at.of(source).unwrap_or_default().into(),
        start: at.start as u32,
        dates: Some(Box::new((low, high))),
    })
}

/// Reads the one date that is all of `text`: the ISO prefixes of the first and the last that it can mean.
pub fn iso(vocab: &Vocab, text: &str) -> Option<(Name, Name)> {
    if text.len() > LONGEST {
        return None;
    }
    read(&pieces(vocab, text)?.0)
}

/// Cuts a text into the pieces of a date; `None` where anything else stands in it.
fn pieces(vocab: &Vocab, text: &str) -> Option<(Vec<Piece>, Span, bool)> {
    let words = &vocab.tables.date;
    let mut pieces = Vec::new();
    let (mut start, mut end, mut approx) = (text.len(), 0, false);
    let mut at = 0;
    while let Some(ch) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |fits: fn(char) -> bool| rest.find(|ch| !fits(ch)).unwrap_or(rest.len());
        let length = if ch.is_ascii_digit() {
            let length = run(|ch| ch.is_ascii_digit());
            pieces.push(Piece::Number(rest[..length].parse().ok()?, length));
            length
        } else if ch.is_ascii_alphabetic() {
            let length = run(|ch| ch.is_ascii_alphabetic());
            let word = rest[..length].to_lowercase();
            if word == words.quarter {
                pieces.push(Piece::Quarter);
            } else if let Some(month) = words.months.iter().position(|names| names.contains(&word)) {
                pieces.push(Piece::Month(u32::try_from(month).ok()? + 1));
            } else if matches!(pieces.last(), Some(Piece::Number(..))) && words.ordinals.contains(&word) {
                at += length;
                end = at;
                continue;
            } else if words.hedges.contains(&word) {
                approx = true;
                at += length;
                continue;
            } else {
                return None;
            }
            length
        } else if words.hedges.iter().any(|hedge| rest.starts_with(hedge.as_str())) {
            approx = true;
            at += ch.len_utf8();
            continue;
        } else if let Some(mark) = words.marks.iter().find(|mark| rest.starts_with(mark.as_str())) {
            end = at + mark.len();
            at = end;
            continue;
        } else if ch.is_whitespace() || matches!(ch, '-' | '/' | '.' | ',' | '\'' | '–') {
            at += ch.len_utf8();
            continue;
        } else {
            return None;
        };
        start = start.min(at);
        end = at + length;
        at = end;
    }
    (start < end).then_some((pieces, Span { start, end }, approx))
}

/// Reads the pieces as a date: first and last day, month or year that it can mean.
fn read(pieces: &[Piece]) -> Option<(Name, Name)> {
    use Piece::{Month, Number, Quarter};
    let same = |date: String| Some((Name::from(date.as_str()), Name::from(date.as_str())));
    match *pieces {
        [Number(year, 4)] => same(format!("{}", year_of(year)?)),
        [Number(year, 4), Number(month, 1..=2)] => same(month_of(year, month)?),
        [Number(year, 4), Number(month, 1..=2), Number(day, 1..=2)] => same(day_of(year, month, day)?),
        [Month(month), Number(year, 4)] | [Number(year, 4), Month(month)] => same(month_of(year, month)?),
        [Month(month), Number(day, 1..=2), Number(year, 4)] | [Number(day, 1..=2), Month(month), Number(year, 4)] => {
            same(day_of(year, month, day)?)
        }
        [Quarter, Number(quarter, 1), Number(year, 4)] | [Number(year, 4), Quarter, Number(quarter, 1)] => {
            let first = quarter.checked_sub(1).filter(|&quarter| quarter < 4)? * 3 + 1;
            Some((month_of(year, first)?.as_str().into(), month_of(year, first + 2)?.as_str().into()))
        }
        [Number(one, 1..=2), Number(two, 1..=2), Number(year, digits @ (2 | 4))] => {
            let year = if digits == 2 { 2000 + year } else { year };
            match (one, two) {
                (1..=12, 13..=31) => same(day_of(year, one, two)?),
                (13..=31, 1..=12) => same(day_of(year, two, one)?),
                // Day and month cannot be told apart.
                (1..=12, 1..=12) => same(format!("{}", year_of(year)?)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn year_of(year: u32) -> Option<u32> {
    (1970..=2100).contains(&year).then_some(year)
}

fn month_of(year: u32, month: u32) -> Option<String> {
    (1..=12).contains(&month).then_some(format!("{}-{month:02}", year_of(year)?))
}

fn day_of(year: u32, month: u32, day: u32) -> Option<String> {
    (1..=31).contains(&day).then_some(format!("{}-{day:02}", month_of(year, month)?))
}
