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

/// In a text with a line longer than this, characters are counted ahead, once for every so many bytes.
const STEP: usize = 1024;

/// The starts of all lines of one text.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<usize>,
    /// How many characters begin before each [`STEP`]th byte; empty where no line is long.
    ahead: Vec<usize>,
}

impl LineIndex {
    /// Scans `text` once for line ends (`\n`; a `\r` before it belongs to the line).
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let long = starts.iter().zip(ends).any(|(start, end)| end - start > STEP);
        let mut count = 0;
        let ahead = text.as_bytes().chunks(STEP).filter(|_| long).map(|part| {
            let before = count;
            count += characters(part);
            before
        });
        let ahead = ahead.collect();
        Self { starts, ahead }
    }

    /// Returns the line (from 1) that holds the byte `offset`.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset)
    }

    /// Returns line and column of the byte `offset` of `text`.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.line(offset);
        let start = self.starts[line - 1];
        let column = text.get(start..offset.min(text.len())).map_or(0, |before| self.columns(text, start, before)) + 1;
        Position { line, column }
    }

    /// Returns the columns that `before`, from the byte `start` of `text` on, takes in an editor, which
    /// shows no byte order mark.
    fn columns(&self, text: &str, start: usize, before: &str) -> usize {
        let mark = usize::from(before.starts_with('\u{feff}'));
        let count = match before.len() {
            short if short <= STEP => characters(before.as_bytes()),
            long => self.characters_before(text, start + long) - self.characters_before(text, start),
        };
        count - mark
    }

    fn characters_before(&self, text: &str, offset: usize) -> usize {
        let step = (offset / STEP).min(self.ahead.len().saturating_sub(1));
        self.ahead.get(step).map_or(0, |ahead| ahead + characters(&text.as_bytes()[step * STEP..offset]))
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

/// Returns how many characters of UTF-8 begin in `bytes`.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::LineIndex;

    #[test]
    fn columns_of_long_lines_are_those_of_a_plain_count() {
        let line = "功耗 400 W，é ".repeat(700);
        let text = format!("\u{feff}{line}\n{line}\nshort\n");
        let lines = LineIndex::new(&text);
        for (offset, _) in text.char_indices().step_by(13) {
            let at = lines.position(&text, offset);
            let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
            let plain = text[start..offset].trim_start_matches('\u{feff}').chars().count() + 1;
            assert_eq!(at.column, plain, "at {offset}");
        }
    }
}
