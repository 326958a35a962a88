//! A string that knows which source bytes each part of it came from.
//!
//! Readers take markup away and normalising rewrites characters; both must be able to
//! say where in the file a piece of their text stands. A [`Mapped`] is text plus a list of
//! pieces: an *aligned* piece maps byte by byte (most often because it is the source, verbatim),
//! a *replaced* piece maps as a whole.

use super::Span;

/// One run of text and the source bytes behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    /// First byte in the text.
    at: usize,
    /// The source bytes.
    source: Span,
    /// Text and source run side by side, byte for byte.
    aligned: bool,
}

/// Text with the way back to its source.
///
/// ```
/// use atodds::text::{Mapped, Span};
///
/// // Source bytes 3..9 are "&nbsp;", shown as one space.
/// let mut text = Mapped::default();
/// text.push_verbatim("80G", 0);
/// text.push_replaced(" ", Span::new(3, 9));
/// text.push_verbatim("B", 9);
/// assert_eq!(text.as_str(), "80G B");
/// assert_eq!(text.to_source(Span::new(2, 4)), Span::new(2, 9));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mapped {
    text: String,
    pieces: Vec<Piece>,
}

impl Mapped {
    /// Returns `text` as it stands in the source from byte `start` on.
    pub fn verbatim(text: &str, start: usize) -> Self {
        let mut mapped = Self::default();
        mapped.push_verbatim(text, start);
        mapped
    }

    /// Appends text that equals the source bytes from `start` on.
    pub fn push_verbatim(&mut self, text: &str, start: usize) {
        self.push_aligned(text, start);
    }

    /// Appends text that stands side by side with the source bytes from `start` on: as many bytes,
    /// characters at the same places, though perhaps others (a traditional character as its
    /// simplified one).
    pub fn push_aligned(&mut self, text: &str, start: usize) {
        if text.is_empty() {
            return;
        }
        let source = Span::new(start, start + text.len());
        if let Some(last) = self.pieces.last_mut()
            && last.aligned
            && last.source.end == start
        {
            last.source.end = source.end;
        } else {
            self.pieces.push(Piece { at: self.text.len(), source, aligned: true });
        }
        self.text.push_str(text);
    }

    /// Appends text that stands for the source bytes `source` as a whole.
    pub fn push_replaced(&mut self, text: &str, source: Span) {
        if text.is_empty() {
            return;
        }
        self.pieces.push(Piece { at: self.text.len(), source, aligned: false });
        self.text.push_str(text);
    }

    /// Appends the part `span` of `other`, with its way back.
    pub fn push_part(&mut self, other: &Mapped, span: Span) {
        self.push_part_as(other, span, other.text.get(span.start..span.end).unwrap_or_default());
    }

    /// Appends `text` with the way back of the part `span` of `other`: as many bytes, characters at
    /// the same places.
    pub fn push_part_as(&mut self, other: &Mapped, span: Span, text: &str) {
        if text.len() != span.len() || span.end > other.text.len() {
            return;
        }
        let mut at = other.piece_at(span.start);
        while let Some(piece) = other.pieces.get(at) {
            let end = other.pieces.get(at + 1).map_or(other.text.len(), |next| next.at);
            let from = span.start.max(piece.at);
            let to = span.end.min(end);
            if from >= to {
                break;
            }
            let part = &text[from - span.start..to - span.start];
            if piece.aligned {
                self.push_aligned(part, piece.source.start + (from - piece.at));
            } else {
                self.push_replaced(part, piece.source);
            }
            at += 1;
        }
    }

    /// Appends `text` in the place of the part `span` of `other`: it maps back as a whole.
    pub fn push_rewritten(&mut self, text: &str, other: &Mapped, span: Span) {
        self.push_replaced(text, other.to_source(span));
    }

    /// Appends all of `other`.
    pub fn push(&mut self, other: &Mapped) {
        self.push_part(other, Span::new(0, other.len()));
    }

    /// Returns the part `span`, with its way back.
    pub fn part(&self, span: Span) -> Mapped {
        let mut part = Mapped::default();
        part.push_part(self, span);
        part
    }

    /// Cuts the text to its first `len` bytes; does nothing where it is shorter already.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.text.len() {
            return;
        }
        self.text.truncate(len);
        while let Some(last) = self.pieces.last_mut() {
            if last.at < len {
                if last.aligned {
                    last.source.end = last.source.end.min(last.source.start + (len - last.at));
                }
                break;
            }
            self.pieces.pop();
        }
    }

    /// Returns the text without white space at either end.
    pub fn trimmed(&self) -> Mapped {
        let start = self.text.len() - self.text.trim_start().len();
        let end = self.text.trim_end().len().max(start);
        self.part(Span::new(start, end))
    }

    /// Takes white space at either end away.
    pub fn into_trimmed(mut self) -> Mapped {
        if self.text.starts_with(char::is_whitespace) {
            return self.trimmed();
        }
        self.truncate(self.text.trim_end().len());
        self
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the number of bytes of the text.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Says whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn piece_at(&self, at: usize) -> usize {
        self.pieces.partition_point(|piece| piece.at <= at).saturating_sub(1)
    }

    /// Returns the source bytes behind the bytes `span` of the text.
    ///
    /// A replaced piece is covered whole. An empty text gives an empty span at 0.
    pub fn to_source(&self, span: Span) -> Span {
        if self.pieces.is_empty() {
            return Span::default();
        }
        let first = self.pieces[self.piece_at(span.start)];
        let start = if first.aligned {
            (first.source.start + (span.start - first.at)).min(first.source.end)
        } else {
            first.source.start
        };
        if span.is_empty() {
            return Span::new(start, start);
        }
        // Pieces of one text may stand in any order in the source (a cell that spans rows):
        // the answer covers all of them.
        let mut found = Span::new(start, start);
        let from = self.piece_at(span.start);
        let to = self.piece_at(span.end - 1);
        for (number, piece) in self.pieces.iter().enumerate().take(to + 1).skip(from) {
            let mut source = piece.source;
            if piece.aligned && number == from {
                source.start = start;
            }
            if piece.aligned && number == to {
                source.end = (piece.source.start + (span.end - piece.at)).min(piece.source.end);
            }
            found = found.join(source);
        }
        found
    }

    /// Returns the source bytes behind the whole text.
    pub fn source(&self) -> Span {
        self.to_source(Span::new(0, self.text.len()))
    }
}
