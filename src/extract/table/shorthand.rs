//! Units cut down to their prefix: "24G" in a column of memory, "165.2T" in one of FP16.

use crate::extract::quantity;
use crate::text::Span;
use crate::vocab::Vocab;

use super::cell::Value;
use super::facet::Facet;
use super::measure::Heads;

/// Reads a cell that begins with a number and one letter which its own heading makes a unit.
pub fn value(vocab: &Vocab, heads: &Heads<'_>, facet: &Facet) -> Option<Value> {
    let text = facet.as_str();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',')?;
    let letter = text.get(digits..)?.chars().next().filter(char::is_ascii_uppercase)?;
    let end = digits + 1;
    let ends = text[end..].chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '/');
    if !ends || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let head = heads.facets.first()?;
    let named = |metric: &str| head.metrics.iter().any(|found| &*found.metric == metric);
    let strong = head.metrics.iter().any(|found| !found.weak);
    let entry = vocab.tables.shorthand.iter().find(|entry| {
        let told = named(&entry.metric)
            || !strong && entry.told_by.as_ref().is_some_and(|key| head.stated().get(key).is_some());
        entry.letter == letter && told && head.unit.is_none()
    })?;
    let written = format!("{}{}", &text[..digits], entry.unit);
    let mut reading = quantity::quantities(vocab, &written).into_iter().next()?;
    if reading.span != Span::new(0, written.len()) {
        return None;
    }
    reading.span = Span::new(0, end);
    Some(Value { reading, parts: vec![Span::new(0, text.len())], busy: Vec::new(), times: None })
}
