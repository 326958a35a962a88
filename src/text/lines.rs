//! Lines and columns of a source text, computed from byte offsets when something is printed.

use serde::{Deserialize, Serialize};

/// A place as an editor counts: line and column from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Returns the columns that `before` takes in an editor, which shows no byte order mark.
fn columns(before: &str) -> usize {
    before.strip_prefix('\u{feff}').unwrap_or(before).chars().count()
}

/// The starts of all lines of one text.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Scans `text` once for line ends (`\n`; a `\r` before it belongs to the line).
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        Self { starts }
    }

    /// Returns the line (from 1) that holds the byte `offset`.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset)
    }

    /// Returns line and column of the byte `offset` of `text`.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.line(offset);
        let start = self.starts[line - 1];
        let column = text.get(start..offset.min(text.len())).map_or(0, columns) + 1;
        Position { line, column }
    }

    /// Returns the byte span of `line` (from 1) in `text`, without its line end.
    pub fn span(&self, text: &str, line: usize) -> Option<super::Span> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).map_or(text.len(), |&next| next - 1);
        let end = if text.as_bytes().get(end.wrapping_sub(1)) == Some(&b'\r') && end > start { end - 1 } else { end };
        Some(super::Span { start, end })
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Says whether there is no line; there is always one.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}
