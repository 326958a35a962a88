//! What is wrong with a query, and where.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use crate::text::Span;

/// So many characters of the query are shown before and behind the place.
const AROUND: usize = 60;
/// So many of the place itself.
const LONGEST: usize = 60;

/// A query that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The query.
    pub query: String,
    /// Where, in bytes of the query.
    pub span: Span,
    /// What was found.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl std::error::Error for ParseError {}

impl fmt::Display for ParseError {
    /// Writes the message, the query, and a mark under the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.query.get(..self.span.start).unwrap_or_default();
        let place = self.span.of(&self.query).unwrap_or_default();
        let behind = self.query.get(self.span.end..).unwrap_or_default();
        // A long query is shown around the place.
        let head = last(before, AROUND);
        let place_shown = first(place, LONGEST);
        let tail = if place_shown.len() < place.len() { "" } else { first(behind, AROUND) };
        let cut_before = if head.len() < before.len() { "…" } else { "" };
        let cut_behind = if place_shown.len() + tail.len() < place.len() + behind.len() { "…" } else { "" };
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  {cut_before}{head}{place_shown}{tail}{cut_behind}")?;
        let indent = cut_before.width() + head.width();
        write!(f, "  {}{}", " ".repeat(indent), "^".repeat(place_shown.width().max(1)))
    }
}

/// Returns the first `most` characters.
fn first(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(at, _)| &text[..at])
}

/// Returns the last `most` characters.
fn last(text: &str, most: usize) -> &str {
    text.char_indices().rev().nth(most.saturating_sub(1)).map_or(text, |(at, _)| &text[at..])
}
