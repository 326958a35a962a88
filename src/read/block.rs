//! The parts of an article.

use crate::text::{Mapped, Span};

/// One part of an article.
#[derive(Debug, Clone)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text; empty for a table.
    pub text: Mapped,
    /// The headings above it, as indices into [`super::Article::blocks`], outermost first.
    pub headings: Vec<usize>,
    /// The block that leads this one in: for a list item the paragraph right before the list
    /// ("The card has:") or the item above it, for a paragraph inside a list the item it belongs
    /// to, for a table the paragraph right before it, for short lines of plain text the line above
    /// them that ends in a colon.
    pub lead: Option<usize>,
    /// Footnote marks that stood in the text, taken out of it.
    pub marks: Vec<Mark>,
    /// All of its source bytes.
    pub span: Span,
}

/// A footnote mark that stood in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The mark, as its note has it: "1", "*".
    pub name: String,
    /// Where it stood, in bytes of the text without it: right after what it marks.
    pub at: usize,
}

/// The kinds of block.
#[derive(Debug, Clone)]
pub enum BlockKind {
    /// A heading and its depth, from 1. The title is depth 1. A bold line used as a heading counts.
    Heading(u8),
    /// Running text.
    Paragraph,
    /// A list item and its depth, from 1.
    Item(u8),
    /// A table.
    Table(Table),
    /// Source code or other preformatted text that is neither prose nor a table: gives no claims.
    Code,
    /// A note: the mark it answers to ("1", "*"), or nothing where it has none.
    Note(String),
}

/// A table as a grid: merged cells are repeated into every place they cover.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Rows from top to bottom; each has the same number of cells.
    pub rows: Vec<Row>,
    /// How many rows at the top are headers.
    pub header_rows: usize,
    /// The caption, where the format has one.
    pub caption: Option<Mapped>,
}

/// One row.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// Cells from left to right.
    pub cells: Vec<Cell>,
    /// All of the row's source bytes: the quote of its claims.
    pub span: Span,
}

/// One cell.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    /// Its text, markup taken away; a line break within the cell is `\n`.
    pub text: Mapped,
    /// It is a header by markup (`<th>`, a stub column).
    pub header: bool,
    /// It repeats a merged cell that begins further left or above.
    pub repeated: bool,
    /// Footnote marks that stood in it, taken out of the text.
    pub marks: Vec<Mark>,
}
