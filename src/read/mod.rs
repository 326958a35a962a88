//! From files to [`Article`]s: text blocks, tables and metadata, each with its way back
//! to the source.
//!
//! Bad input is a [`crate::text::Diagnostic`], never an error: a file that cannot be read
//! is named with its reason and the rest goes on.

use std::sync::Arc;

use crate::claim::{Name, Source};
use crate::text::{LineIndex, Mapped, Span};

/// One article, ready for reading.
#[derive(Debug, Clone)]
pub struct Article {
    /// Metadata, as claims name it.
    pub source: Arc<Source>,
    /// The text into which every span points: the file, decoded to UTF-8.
    pub text: Arc<str>,
    /// Where its lines begin.
    pub lines: LineIndex,
    /// How the file was written: `utf-8`, `gb18030`, `pdf` …
    pub encoding: Name,
    /// The article's parts, in reading order.
    pub blocks: Vec<Block>,
    /// For paged sources: the byte at which each page begins, in order.
    pub pages: Vec<usize>,
}

/// One part of an article.
#[derive(Debug, Clone)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text; empty for a table.
    pub text: Mapped,
    /// The headings above it, as indices into [`Article::blocks`], outermost first.
    pub headings: Vec<usize>,
    /// For a list item: the block that leads the list in ("The card has:"), or the item above it.
    pub lead: Option<usize>,
    /// All of its source bytes.
    pub span: Span,
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
    /// A note: the mark it answers to ("1", "*").
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
    /// Footnote marks that stood in it ("1", "*"), taken out of the text.
    pub marks: Vec<String>,
}

impl Article {
    /// Returns the page (from 1) that holds the byte `offset`, for paged sources.
    pub fn page(&self, offset: usize) -> Option<u32> {
        let before = self.pages.partition_point(|&start| start <= offset);
        u32::try_from(before).ok().filter(|&page| page > 0)
    }
}

/// Reads one file's bytes as an article; `path` is the name it gets and tells the format.
///
/// # Errors
/// A diagnostic where the file holds no readable text.
pub fn article(path: &str, bytes: &[u8]) -> Result<Article, crate::text::Diagnostic> {
    let text: Arc<str> = String::from_utf8_lossy(bytes).into();
    let source = Source { id: crate::claim::id::source(path), path: path.into(), ..Source::default() };
    let mut blocks = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end();
        if !body.is_empty() {
            let span = Span::new(at, at + body.len());
            let text = Mapped::verbatim(body, at);
            blocks.push(Block { kind: BlockKind::Paragraph, text, headings: Vec::new(), lead: None, span });
        }
        at += line.len();
    }
    let lines = LineIndex::new(&text);
    Ok(Article { source: Arc::new(source), text, lines, encoding: "utf-8".into(), blocks, pages: Vec::new() })
}
