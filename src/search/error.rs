//! What is wrong with a query, and where.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use crate::text::Span;

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
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  {}", self.query)?;
        write!(f, "  {}{}", " ".repeat(before.width()), "^".repeat(place.width().max(1)))
    }
}
