//! Half-open byte spans.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A half-open range of bytes, `start..end`.
///
/// Which text it points into is said where it is used; unless told otherwise it is the
/// source text of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// First byte, inclusive.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// Returns the span `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end);
        Self { start, end }
    }

    /// Returns the number of bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Says whether no byte is covered.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Says whether `other` lies wholly inside.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Says whether at least one byte is shared.
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Returns the smallest span that covers both.
    pub fn join(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the bytes of `text` under the span, or `None` where it does not fit.
    pub fn of(self, text: &str) -> Option<&str> {
        text.get(self.start..self.end)
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Span { start: range.start, end: range.end }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

/// Bytes that are taken: spans joined where they overlap, so that one look finds what a span meets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spans(BTreeMap<usize, usize>);

impl Spans {
    /// Adds a span.
    pub fn insert(&mut self, span: Span) {
        let mut joined = span;
        while let Some(met) = self.met_by(joined) {
            self.0.remove(&met.start);
            joined = joined.join(met);
        }
        self.0.insert(joined.start, joined.end);
    }

    /// Says whether `span` shares a byte with one of the spans.
    pub fn meets(&self, span: Span) -> bool {
        self.met_by(span).is_some()
    }

    /// Returns the last of the spans that `span` shares a byte with: they lie apart, so only the last
    /// that begins before its end can be the first to look at.
    fn met_by(&self, span: Span) -> Option<Span> {
        let (&start, &end) = self.0.range(..span.end).next_back()?;
        let last = Span { start, end };
        last.overlaps(span).then_some(last)
    }
}

impl Extend<Span> for Spans {
    fn extend<T: IntoIterator<Item = Span>>(&mut self, spans: T) {
        spans.into_iter().for_each(|span| self.insert(span));
    }
}
