//! Puts an article together: headings in force, what leads a list in, notes, captions.
//!
//! Readers of every format push what they meet, in order; the [`Outline`] decides what each
//! piece is in the article.

use super::marks;
use super::spoken::{self, Spoken};
use super::{Block, BlockKind, Mark, Table};
use crate::text::{Mapped, Span};
use crate::vocab::layout::LAYOUT;

/// A piece of text as a reader meets it: markup gone, marks found so far.
#[derive(Debug, Clone, Default)]
pub struct Piece {
    /// The text.
    pub text: Mapped,
    /// Marks that the markup showed.
    pub marks: Vec<Mark>,
}

impl From<Mapped> for Piece {
    fn from(text: Mapped) -> Self {
        Self { text, marks: Vec::new() }
    }
}

impl Piece {
    /// Returns the piece without white space at its ends, all marks taken out of the text.
    pub fn clean(self) -> Piece {
        let Piece { text, marks } = without_leftovers(self);
        let lead = text.len() - text.as_str().trim_start().len();
        let mut marks = marks;
        for mark in &mut marks {
            mark.at = mark.at.saturating_sub(lead);
        }
        let text = marks::extract(text.into_trimmed(), &mut marks);
        let lead = text.len() - text.as_str().trim_start().len();
        let text = text.into_trimmed();
        for mark in &mut marks {
            mark.at = mark.at.saturating_sub(lead).min(text.len());
        }
        Piece { text, marks }
    }
}

/// Takes away markup that the parser left as text: emphasis that does not close beside Chinese
/// punctuation (`**…**`), what is struck out (`~~…~~`), links of a site generator.
fn without_leftovers(piece: Piece) -> Piece {
    let text = piece.text.as_str();
    if memchr::memchr3(b'~', b'*', b']', text.as_bytes()).is_none() {
        return piece;
    }
    let paired = |sign: &str| text.match_indices(sign).map(|(at, _)| at).collect::<Vec<_>>();
    let mut cuts: Vec<Span> = Vec::new();
    if text.contains("~~") {
        cuts.extend(paired("~~").chunks_exact(2).map(|pair| Span::new(pair[0], pair[1] + 2)));
    }
    if text.contains("**") {
        cuts.extend(paired("**").chunks_exact(2).flatten().map(|&at| Span::new(at, at + 2)));
    }
    // The last opening bracket before each link, and the first end after it: each byte is passed over once.
    let (mut open, mut end, mut seen) = (None, Some(0), 0);
    for (at, _) in text.match_indices("]({%") {
        open = text[seen..at].rfind('[').map(|found| seen + found).or(open);
        seen = at;
        end = end.and_then(|end| if end >= at { Some(end) } else { text[at..].find("%})").map(|found| at + found) });
        if let (Some(open), Some(end)) = (open, end) {
            cuts.push(Span::new(open, open + 1));
            cuts.push(Span::new(at, end + 3));
        }
    }
    if cuts.is_empty() {
        return piece;
    }
    cuts.sort_unstable();
    let mut kept = Mapped::default();
    let mut marks = piece.marks;
    let mut done = 0;
    for cut in cuts {
        kept.push_part(&piece.text, Span::new(done.min(cut.start), cut.start));
        done = done.max(cut.end);
    }
    kept.push_part(&piece.text, Span::new(done.min(text.len()), text.len()));
    let shorter = text.len() - kept.len();
    marks.iter_mut().for_each(|mark| mark.at = mark.at.saturating_sub(shorter).min(kept.len()));
    Piece { text: kept, marks }
}

/// An article in the making.
#[derive(Debug, Default)]
pub struct Outline {
    blocks: Vec<Block>,
    /// Headings in force: depth and block.
    open: Vec<(u8, usize)>,
    /// Depth of the last heading by markup; bold lines stand one below it.
    depth: u8,
    pages: Vec<usize>,
}

/// A bold line longer than this is a sentence, not a heading.
const LONGEST_BOLD_HEADING: usize = 120;

impl Outline {
    /// Returns the blocks and the starts of pages.
    pub fn finish(self) -> (Vec<Block>, Vec<usize>) {
        (self.blocks, self.pages)
    }

    /// Says how many blocks there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Says how many bytes of text the blocks hold.
    pub fn text_len(&self) -> usize {
        let table = |table: &Table| table.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.len()).sum();
        let of = |block: &Block| match &block.kind {
            BlockKind::Table(found) => table(found),
            _ => block.text.len(),
        };
        self.blocks.iter().map(of).sum()
    }

    /// Says whether there is no block yet.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// A page begins at the byte `at`.
    pub fn page(&mut self, at: usize) {
        self.pages.push(at);
    }

    /// Adds a heading by markup.
    pub fn heading(&mut self, depth: u8, piece: Piece, span: Span) -> Option<usize> {
        self.depth = depth;
        self.place_heading(depth, piece, span)
    }

    /// Adds a line that is a heading by its looks: it stands below the last heading by markup.
    pub fn minor_heading(&mut self, piece: Piece, span: Span) -> Option<usize> {
        self.place_heading(self.depth + 1, piece, span)
    }

    fn place_heading(&mut self, depth: u8, piece: Piece, span: Span) -> Option<usize> {
        let piece = piece.clean();
        if piece.text.is_empty() {
            return None;
        }
        while self.open.last().is_some_and(|(above, _)| *above >= depth) {
            self.open.pop();
        }
        let at = self.push(BlockKind::Heading(depth), piece, None, span);
        self.open.push((depth, at));
        Some(at)
    }

    /// Adds running text; one that begins with a mark is a note.
    pub fn paragraph(&mut self, piece: Piece, lead: Option<usize>, span: Span) -> Option<usize> {
        let piece = piece.clean();
        if piece.text.is_empty() {
            return None;
        }
        if piece.marks.iter().any(|mark| mark.at == 0) {
            return Some(self.notes(piece, span));
        }
        let kind = if self.follows_table() && is_plain_note(piece.text.as_str()) {
            BlockKind::Note(String::new())
        } else {
            BlockKind::Paragraph
        };
        self.caption_below(&piece.text);
        Some(self.push(kind, piece, lead, span))
    }

    /// Adds a list item.
    pub fn item(&mut self, depth: u8, piece: Piece, lead: Option<usize>, span: Span) -> Option<usize> {
        let piece = piece.clean();
        if piece.text.is_empty() {
            return None;
        }
        Some(self.push(BlockKind::Item(depth), piece, lead, span))
    }

    /// Adds a list item whose mark is a star: the note to a star in the table right before it, if there is one.
    pub fn starred(&mut self, depth: u8, piece: Piece, lead: Option<usize>, span: Span) -> Option<usize> {
        if depth == 1 && self.follows_table() && self.marks_before().contains(&"*") {
            return self.note("*", piece, span);
        }
        self.item(depth, piece, lead, span)
    }

    /// Adds a note that answers to `mark`.
    pub fn note(&mut self, mark: &str, piece: Piece, span: Span) -> Option<usize> {
        let mut piece = piece.clean();
        piece.marks.retain(|found| found.at > 0);
        if piece.text.is_empty() {
            return None;
        }
        Some(self.push(BlockKind::Note(marks::name(mark)), piece, None, span))
    }

    /// Adds a table; rows of different lengths are filled up.
    pub fn table(&mut self, mut table: Table, span: Span) -> Option<usize> {
        let width = table.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        table.rows.retain(|row| row.cells.iter().any(|cell| !cell.text.is_empty()));
        if width == 0 || table.rows.is_empty() {
            return None;
        }
        for row in &mut table.rows {
            row.cells.resize_with(width, Default::default);
        }
        table.header_rows = table.header_rows.min(table.rows.len());
        let lead = self.paragraph_before();
        if let Some(items) = spoken::items(&table) {
            return self.spoken(items, lead);
        }
        if table.caption.is_none() {
            table.caption = lead.map(|at| &self.blocks[at].text).filter(|text| is_caption(text.as_str())).cloned();
        }
        Some(self.push(BlockKind::Table(table), Piece::default(), lead, span))
    }

    /// Adds the rows of a table that holds sentences as the items of a list.
    fn spoken(&mut self, items: Vec<Spoken>, lead: Option<usize>) -> Option<usize> {
        let mut heads = vec![lead];
        let mut last = None;
        for (below, text, span) in items {
            heads.truncate(usize::from(below) + 1);
            let lead = heads.last().copied().flatten();
            last = self.item(below + 1, text.into(), lead, span).or(last);
            heads.push(last);
        }
        last
    }

    /// Adds preformatted text that gives no claims.
    pub fn code(&mut self, text: Mapped, span: Span) -> Option<usize> {
        Some(self.push(BlockKind::Code, text.into(), None, span))
    }

    /// Returns the paragraph that stands right before what comes next.
    pub fn paragraph_before(&self) -> Option<usize> {
        let last = self.blocks.last()?;
        matches!(last.kind, BlockKind::Paragraph).then(|| self.blocks.len() - 1)
    }

    /// Returns the marks of the table that stands right before what comes next.
    fn marks_before(&self) -> Vec<&str> {
        let table = self.blocks.iter().rev().find(|block| !matches!(block.kind, BlockKind::Note(_)));
        let Some(Block { kind: BlockKind::Table(table), .. }) = table else { return Vec::new() };
        let cells = table.rows.iter().flat_map(|row| &row.cells);
        cells.flat_map(|cell| &cell.marks).map(|mark| mark.name.as_str()).collect()
    }

    /// Says whether a bold line reads as a heading: short, and no sentence.
    pub fn reads_as_heading(text: &str) -> bool {
        let text = text.trim();
        let sentence = text.ends_with(['.', '!', ';', '\u{3002}', '\u{ff01}', '\u{ff1b}', ',', '\u{ff0c}']);
        !text.is_empty() && !sentence && !text.contains('\n') && text.len() <= LONGEST_BOLD_HEADING
    }

    fn follows_table(&self) -> bool {
        let last = self.blocks.last();
        last.is_some_and(|block| matches!(block.kind, BlockKind::Table(_) | BlockKind::Note(_)))
    }

    /// A paragraph right below a table may be its caption.
    fn caption_below(&mut self, text: &Mapped) {
        if let Some(Block { kind: BlockKind::Table(table), .. }) = self.blocks.last_mut()
            && table.caption.is_none()
            && is_caption(text.as_str())
        {
            table.caption = Some(text.clone());
        }
    }

    /// Cuts a text that begins with a mark into its notes.
    fn notes(&mut self, piece: Piece, span: Span) -> usize {
        let text = piece.text.as_str();
        // A further note begins where a mark stands between white space.
        let starts = |mark: &&Mark| {
            let (before, after) = (&text[..mark.at], &text[mark.at..]);
            before.trim().is_empty()
                || (before.ends_with(char::is_whitespace) && after.starts_with(char::is_whitespace))
        };
        let heads: Vec<&Mark> = piece.marks.iter().filter(starts).collect();
        let mut last = self.blocks.len();
        for (number, head) in heads.iter().enumerate() {
            let end = heads.get(number + 1).map_or(text.len(), |next| next.at);
            let part = piece.text.part(Span::new(head.at.min(end), end)).trimmed();
            if !part.is_empty() {
                last = self.push(BlockKind::Note(head.name.clone()), part.into(), None, span);
            }
        }
        last
    }

    fn push(&mut self, kind: BlockKind, piece: Piece, lead: Option<usize>, span: Span) -> usize {
        let headings = self.open.iter().map(|(_, at)| *at).collect();
        self.blocks.push(Block { kind, text: piece.text, headings, lead, marks: piece.marks, span });
        self.blocks.len() - 1
    }
}

/// Says whether `text` begins as a caption does: a word for table, then a number.
fn is_caption(text: &str) -> bool {
    begins_with(text, &LAYOUT.caption.leads)
        .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

/// Says whether `text` begins as a note without a mark does.
fn is_plain_note(text: &str) -> bool {
    begins_with(text, &LAYOUT.note.leads).is_some_and(|rest| rest.trim_start().starts_with([':', '\u{ff1a}']))
}

/// Returns what follows the longest of `leads` at the start of `text`, whatever its case.
pub fn begins_with<'a>(text: &'a str, leads: &[String]) -> Option<&'a str> {
    let fits = |lead: &&String| text.get(..lead.len()).is_some_and(|head| head.to_lowercase() == **lead);
    let lead = leads.iter().filter(fits).max_by_key(|lead| lead.len())?;
    text.get(lead.len()..)
}
