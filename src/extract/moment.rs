//! The date for which a text says that its figure holds: "in 2022 the A100 cost …", "截至 2024 年 5 月".
//!
//! Only figures that change with time ask for it. A bare year needs a word before it or 年 "year" behind it, and
//! where a sentence names two dates only one in the figure's own clause counts.

use super::table::date;
use super::view::View;
use crate::claim::Name;
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::quality::Glue;

/// Bytes before and behind a year in which the rest of its date may stand.
const REACH: usize = 20;

/// Returns the date that the sentence gives for the figure at `figure`, as an ISO prefix.
pub fn of(view: &View<'_>, figure: Span) -> Option<Name> {
    let dates: Vec<(Span, Name)> = spans(view)
        .into_iter()
        .filter(|(_, low, high)| low == high)
        .map(|(span, low, _)| (span, low))
        .filter(|(date, _)| owner(view, *date).is_none_or(|owner| owner == figure))
        .collect();
    let (first, rest) = dates.split_first()?;
    if rest.iter().all(|(_, date)| *date == first.1) {
        return Some(first.1.clone());
    }
    let mut own = dates.iter().filter(|(span, _)| view.clauses_between(span.start, figure.start) == 0);
    match (own.next(), own.next()) {
        (Some((_, date)), None) => Some(date.clone()),
        _ => None,
    }
}

/// Returns the one date that a text above a table gives for all of it: "Prices as of May 2025".
pub(super) fn above(vocab: &Vocab, text: &str) -> Option<Name> {
    if !text.contains("20") && !text.contains("19") {
        return None;
    }
    let (_, low, high) = only(dated(vocab, text, &|_| false))?;
    (low == high).then_some(low)
}

/// Returns the only one of `dates`.
fn only(dates: Vec<(Span, Name, Name)>) -> Option<(Span, Name, Name)> {
    let mut dates = dates.into_iter();
    dates.next().filter(|_| dates.next().is_none())
}

/// Returns the figure that alone a date belongs to: "比 2023 年的 8 美元下降了七成".
fn owner(view: &View<'_>, date: Span) -> Option<Span> {
    let figure = view.quantities().iter().map(|quantity| quantity.span).find(|span| span.start >= date.end)?;
    let glue = view.vocab.qualities.glue();
    let gap = view.gap(date.end, figure.start).trim();
    (Glue::is(&glue.attribute, gap) || Glue::is(&glue.possessive, gap)).then_some(figure)
}

/// Returns the dates of a sentence, in order: where each stands, and the ISO prefixes of its first and last day.
pub(super) fn spans(view: &View<'_>) -> Vec<(Span, Name, Name)> {
    // "约 2100 元" is an amount.
    let measured = |unit: &str| !matches!(unit, "time" | "date");
    let amount = |year: Span| {
        let mut numbers = view.quantities().iter().filter(|number| number.span.overlaps(year));
        numbers.any(|number| number.unit.as_ref().is_some_and(|unit| measured(&unit.dimension)))
    };
    let named = |year: Span| view.devices.iter().any(|device| device.mention.span.overlaps(year));
    dated(view.vocab, view.text, &|year| amount(year) || named(year))
}

/// Returns the dates of a text but those whose year is part of something else.
fn dated(vocab: &Vocab, text: &str, taken: &dyn Fn(Span) -> bool) -> Vec<(Span, Name, Name)> {
    let mut found: Vec<(Span, Name, Name)> = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())).map(|by| at + by) {
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        at = start + length;
        let year = Span::new(start, at);
        if length == 4
            && !taken(year)
            && let Some((span, low, high)) = around(vocab, text, year)
        {
            at = at.max(span.end);
            found.push((span, low, high));
        }
    }
    found
}

/// Returns the longest date that holds the year.
fn around(vocab: &Vocab, text: &str, year: Span) -> Option<(Span, Name, Name)> {
    let from = text.get(..year.start)?;
    let edge = from.char_indices().rev().map(|(at, _)| at).take_while(|at| year.start - at <= REACH).last();
    let is_edge = |at: usize| {
        let inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '.' | '$');
        !text[..at].ends_with(inner)
    };
    let starts = (edge.unwrap_or(year.start)..=year.start).filter(|&at| text.is_char_boundary(at) && is_edge(at));
    let ends = |start: usize| {
        let most = text.len().min(year.end + REACH);
        (year.end..=most).rev().filter(move |&at| text.is_char_boundary(at) && at > start)
    };
    for start in starts {
        for end in ends(start) {
            let part = &text[start..end];
            if part.trim() != part || text[end..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
                continue;
            }
            if let Some((low, high)) = date::iso(vocab, part) {
                let span = Span::new(start, end);
                let bare = span == year;
                return (!bare || is_dated(vocab, text, year)).then_some((span, low, high));
            }
        }
    }
    None
}

/// Says whether a word before a bare year makes it a date.
fn is_dated(vocab: &Vocab, text: &str, year: Span) -> bool {
    let before = text.get(..year.start).unwrap_or_default().trim_end().to_lowercase();
    vocab.binding.moments.iter().any(|word| {
        before.strip_suffix(word.as_str()).is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
    })
}
