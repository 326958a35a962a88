//! Markdown: CommonMark with GFM tables and footnotes, and the HTML that people put into it.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::below;
use super::fence;
use super::fragment;
use super::inline::Inline;
use super::outline::Outline;
use super::rst;
use super::wrapped;
use super::{Cell, Row, Table};
use crate::text::{Mapped, Span};

/// Adds the blocks of the Markdown at `body` of `source` to `outline`.
pub fn read(source: &str, body: Span, outline: &mut Outline) {
    let Some(text) = body.of(source) else { return };
    // No strikethrough: a single `~` between figures ("3~5") is a range in both languages.
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut walker = Walker::new(source, outline);
    for part in below::parts(text) {
        let (lines, start) = (part.of(text).unwrap_or_default(), body.start + part.start);
        for (event, range) in Parser::new_ext(lines, options).into_offset_iter() {
            let span = Span::new(range.start + start, range.end + start);
            if span.start >= walker.skip_to || matches!(event, Event::End(_)) {
                walker.event(event, span);
            }
        }
        walker.flush();
    }
}

/// A list item that is open.
#[derive(Debug)]
struct OpenItem {
    block: Option<usize>,
    /// What leads it in.
    lead: Option<usize>,
}

/// A table that is open.
#[derive(Debug, Default)]
struct OpenTable {
    table: Table,
    row: Row,
}

struct Walker<'a> {
    source: &'a str,
    outline: &'a mut Outline,
    inline: Inline,
    /// What leads in each list that is open.
    lists: Vec<Option<usize>>,
    items: Vec<OpenItem>,
    table: Option<OpenTable>,
    heading: bool,
    /// The footnote whose text is being read.
    note: Option<String>,
    code: Option<(Mapped, String)>,
    html: Option<Span>,
    images: usize,
    /// What leads in the run of items that are marked as no Markdown is: "• fast".
    bullets: Option<Option<usize>>,
    /// Events that begin before this byte belong to HTML that was read as a whole.
    skip_to: usize,
}

impl<'a> Walker<'a> {
    fn new(source: &'a str, outline: &'a mut Outline) -> Self {
        Walker {
            source,
            outline,
            inline: Inline::default(),
            lists: Vec::new(),
            items: Vec::new(),
            table: None,
            heading: false,
            note: None,
            code: None,
            html: None,
            images: 0,
            bullets: None,
            skip_to: 0,
        }
    }

    fn event(&mut self, event: Event<'_>, span: Span) {
        match event {
            Event::Start(tag) => self.open(tag, span),
            Event::End(tag) => self.close(tag, span),
            Event::Text(text) => self.text(&text, span),
            Event::Code(text) => self.text(&text, span),
            Event::InlineHtml(tag) => self.inline_html(&tag, span),
            Event::Html(_) => self.html = Some(self.html.map_or(span, |all| all.join(span))),
            Event::SoftBreak => {
                let before =
                    self.source.get(..span.start).and_then(|text| text.rsplit('\n').next()).unwrap_or_default();
                let after = self.source.get(span.end..).unwrap_or_default().trim_start();
                let line = after.split('\n').next().unwrap_or_default();
                if below::bullet(line).is_some() && self.items.is_empty() {
                    self.flush();
                } else if wrapped::is_label(line) && wrapped::is_entry(before)
                    || below::are_short(before, line)
                    || below::opens_anew(line)
                    || below::ends_short(before, line)
                {
                    self.inline.hard_break(span);
                } else {
                    self.inline.soft_break(span, after.chars().next());
                }
            }
            Event::HardBreak => self.inline.hard_break(span),
            Event::FootnoteReference(label) => self.inline.footnote(&label, span),
            Event::Rule | Event::TaskListMarker(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>, span: Span) {
        match tag {
            Tag::Paragraph | Tag::BlockQuote(_) => self.flush(),
            Tag::Heading { .. } => {
                self.flush();
                self.heading = true;
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                let language = match kind {
                    pulldown_cmark::CodeBlockKind::Fenced(language) => language.to_string(),
                    pulldown_cmark::CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((Mapped::default(), language));
            }
            Tag::HtmlBlock => {
                self.flush();
                self.html = None;
            }
            Tag::List(_) => {
                self.flush();
                let item = self.items.last().and_then(|item| item.block);
                let lead = if self.items.is_empty() { self.outline.paragraph_before() } else { item };
                self.lists.push(lead);
            }
            Tag::Item => {
                self.flush();
                self.items.push(OpenItem { block: None, lead: self.lists.last().copied().flatten() });
            }
            Tag::FootnoteDefinition(label) => {
                self.flush();
                self.note = Some(label.to_string());
            }
            Tag::Table(_) => {
                self.flush();
                self.table = Some(OpenTable::default());
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(open) = &mut self.table {
                    open.row = Row { cells: Vec::new(), span };
                }
            }
            Tag::Strong => self.inline.open_strong(),
            Tag::Image { .. } => self.images += 1,
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd, span: Span) {
        match tag {
            TagEnd::Heading(level) => {
                let (piece, span) = self.piece(span);
                self.heading = false;
                self.outline.heading(level as u8, piece, span);
            }
            TagEnd::Paragraph => self.flush(),
            TagEnd::CodeBlock => self.close_code(span),
            TagEnd::HtmlBlock => self.close_html(),
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::Item => {
                self.flush();
                self.items.pop();
            }
            TagEnd::FootnoteDefinition => {
                self.flush();
                self.note = None;
            }
            TagEnd::Table => {
                if let Some(open) = self.table.take() {
                    self.outline.table(open.table, trimmed(self.source, span));
                }
            }
            TagEnd::TableHead | TagEnd::TableRow => self.close_row(matches!(tag, TagEnd::TableHead)),
            TagEnd::TableCell => {
                let piece = self.inline.take().clean();
                if let Some(open) = &mut self.table {
                    open.row.cells.push(Cell { text: piece.text, marks: piece.marks, ..Cell::default() });
                }
            }
            TagEnd::Strong => self.inline.close_strong(),
            TagEnd::Image => self.images = self.images.saturating_sub(1),
            _ => {}
        }
    }

    fn close_row(&mut self, header: bool) {
        let Some(open) = &mut self.table else { return };
        let mut row = std::mem::take(&mut open.row);
        row.span = trimmed(self.source, row.span);
        let empty = row.cells.iter().all(|cell| cell.text.is_empty());
        if header && !empty {
            open.table.header_rows = 1;
            row.cells.iter_mut().for_each(|cell| cell.header = true);
        }
        open.table.rows.push(row);
    }

    fn text(&mut self, text: &str, span: Span) {
        if self.images > 0 {
            return;
        }
        let written = span.of(self.source).unwrap_or_default();
        // Inline code has its backticks in the span, an escaped character its backslash.
        let start = if written == text { Some(span.start) } else { written.find(text).map(|at| span.start + at) };
        if let Some((code, _)) = &mut self.code {
            match start {
                Some(start) => code.push_verbatim(text, start),
                None => code.push_replaced(text, span),
            }
            return;
        }
        match start {
            Some(start) => self.inline.verbatim(text, start),
            None => self.inline.replaced(text, span),
        }
    }

    fn inline_html(&mut self, tag: &str, span: Span) {
        let Some((name, closes)) = fragment::tag_name(tag) else { return };
        if closes { self.inline.close_tag(&name, span) } else { self.inline.open_tag(&name, span) }
    }

    fn close_code(&mut self, span: Span) {
        let Some((text, language)) = self.code.take() else { return };
        if let Some((name, argument)) = language.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            let line = span.of(self.source).and_then(|code| code.lines().next()).unwrap_or_default();
            let end = span.start + line.trim_end().len();
            let argument = Span::new(end.saturating_sub(argument.trim().len()), end);
            rst::directive(self.source, name, argument, text.source(), self.outline);
            return;
        }
        fence::read(text, &language, trimmed(self.source, span), self.outline);
    }

    /// Reads a block of HTML; a table in it goes on to its end tag, blank lines or not.
    fn close_html(&mut self) {
        let Some(mut span) = self.html.take() else { return };
        if let Some(end) = fragment::table_end(self.source, span) {
            span.end = span.end.max(end);
        }
        self.skip_to = span.end;
        fragment::read(self.source, span, self.outline);
    }

    /// Returns the text read so far and its span, which is at most `within`.
    fn piece(&mut self, within: Span) -> (super::outline::Piece, Span) {
        let span = trimmed(self.source, within);
        (self.inline.take(), span)
    }

    /// Ends the paragraph or item that is being read.
    fn flush(&mut self) {
        if self.heading || self.table.is_some() {
            return;
        }
        if self.inline.is_empty() {
            self.inline.take();
            return;
        }
        let span = self.inline.span();
        let bold = self.inline.is_bold();
        let piece = self.inline.take();
        if is_directive(piece.text.as_str()) {
            return;
        }
        if let Some(mark) = &self.note {
            self.outline.note(mark, piece, span);
            return;
        }
        let depth = u8::try_from(self.items.len()).unwrap_or(u8::MAX);
        match self.items.last_mut() {
            Some(item) if item.block.is_none() => {
                let head = self.source.get(..span.start).unwrap_or_default();
                let add = if head.trim_end().ends_with('*') { Outline::starred } else { Outline::item };
                item.block = add(self.outline, depth, piece, item.lead, span);
            }
            Some(item) => {
                let lead = item.block;
                self.outline.paragraph(piece, lead, span);
            }
            None if below::bullet(piece.text.as_str()).is_some() => {
                let lead = self.bullets.unwrap_or_else(|| self.outline.paragraph_before());
                self.bullets = Some(lead);
                let mark = below::bullet(piece.text.as_str()).unwrap_or_default();
                let text = piece.text.part(Span::new(mark, piece.text.len()));
                self.outline.item(1, text.into(), lead, span);
                return;
            }
            None if bold && Outline::reads_as_heading(piece.text.as_str()) => {
                self.outline.minor_heading(piece, span);
            }
            None => {
                self.outline.paragraph(piece, None, span);
            }
        }
        self.bullets = None;
    }
}

/// Returns `span` without white space at its ends.
fn trimmed(source: &str, span: Span) -> Span {
    let Some(text) = span.of(source) else { return span };
    let start = span.start + (text.len() - text.trim_start().len());
    Span::new(start.min(span.end), (span.start + text.trim_end().len()).max(start.min(span.end)))
}

/// Says whether a line speaks to a site generator and not to the reader: `{:toc}`,
/// `{% include x %}`, `:label:`x``.
fn is_directive(text: &str) -> bool {
    let text = text.trim();
    let braces = text.starts_with("{:") || text.starts_with("{%") || text.starts_with("{{<");
    let label = text.starts_with(':')
        && text[1..].split_once(':').is_some_and(|(name, rest)| {
            !name.is_empty()
                && name.len() < 20
                && name.chars().all(|c| c.is_ascii_lowercase())
                && !rest.starts_with(' ')
        });
    let contents = text.ends_with("{:toc}");
    contents || (braces && text.ends_with('}')) || (label && !text.contains(' '))
}
