//! Turns HTML at a span of the source into blocks: a whole page, or a piece within Markdown.
//!
//! The tokenizer carries byte spans; everything else here is a walk over its tags.

mod skipped;
mod table;

use html5gum::{DefaultEmitter, EndTag, StartTag, Token, Tokenizer};

use self::skipped::{BLOCKS, Skipped, is_left_out};
use self::table::OpenTable;
use super::fence;
use super::inline::Inline;
use super::outline::Outline;
use super::reference::{decode, reference_len};
use crate::text::{Mapped, Span};

/// Adds the blocks of the HTML at `span` of `source` to `outline`.
pub fn read(source: &str, span: Span, outline: &mut Outline) {
    Walker::new(source, outline, None).run(span);
}

/// Adds only what stands inside elements named `main` (`main`, `article`).
pub fn read_within(source: &str, span: Span, main: &str, outline: &mut Outline) {
    Walker::new(source, outline, Some(main)).run(span);
}

/// Returns the name of the first tag in `html` in lower case, and whether it is an end tag.
pub fn tag_name(html: &str) -> Option<(String, bool)> {
    let rest = html.trim_start().strip_prefix('<')?;
    let (rest, closes) = rest.strip_prefix('/').map_or((rest, false), |rest| (rest, true));
    let name: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
    (!name.is_empty()).then(|| (name.to_ascii_lowercase(), closes))
}

/// Returns the byte after the end tag of a table that opens in `span` and goes on after it.
pub fn table_end(source: &str, span: Span) -> Option<usize> {
    let text = span.of(source)?;
    let count =
        |text: &str, what: &str| text.match_indices('<').filter(|(at, _)| starts_with(&text[*at..], what)).count();
    if count(text, "<table") <= count(text, "</table") {
        return None;
    }
    let rest = source.get(span.end..)?;
    let (at, _) = rest.match_indices('<').find(|(at, _)| starts_with(&rest[*at..], "</table"))?;
    let close = rest[at..].find('>')?;
    Some(span.end + at + close + 1)
}

fn starts_with(text: &str, what: &str) -> bool {
    text.get(..what.len()).is_some_and(|head| head.eq_ignore_ascii_case(what))
}

/// Elements without an end tag.
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

struct Walker<'a> {
    source: &'a str,
    outline: &'a mut Outline,
    inline: Inline,
    /// The element whose inside alone is read.
    main: Option<&'a str>,
    /// How many such elements are open.
    within: usize,
    /// The element that is being skipped.
    skipping: Option<Skipped>,
    heading: Option<u8>,
    /// Lists that are open, each with what leads it in.
    lists: Vec<Option<usize>>,
    /// Items that are open, each with its block once it has one, and its footnote label.
    items: Vec<(Option<usize>, Option<String>)>,
    tables: Vec<OpenTable>,
    pre: Option<(Mapped, usize)>,
}

impl<'a> Walker<'a> {
    fn new(source: &'a str, outline: &'a mut Outline, main: Option<&'a str>) -> Self {
        Walker {
            source,
            outline,
            inline: Inline::default(),
            main,
            within: 0,
            skipping: None,
            heading: None,
            lists: Vec::new(),
            items: Vec::new(),
            tables: Vec::new(),
            pre: None,
        }
    }

    fn run(mut self, span: Span) {
        let Some(html) = span.of(self.source) else { return };
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        let shift = |at: html5gum::Span<usize>| {
            Span::new(at.start + span.start, (at.end + span.start).max(at.start + span.start))
        };
        for token in Tokenizer::new_with_emitter(html, emitter) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => self.open(&tag, shift(tag.span)),
                Token::EndTag(tag) => self.close(&tag, shift(tag.span)),
                Token::String(text) => self.text(shift(text.span)),
                _ => {}
            }
        }
        self.flush();
        while !self.tables.is_empty() {
            self.close_table(span.end);
        }
    }

    fn is_read(&self) -> bool {
        self.skipping.is_none() && (self.main.is_none() || self.within > 0)
    }

    fn open(&mut self, tag: &StartTag<usize>, span: Span) {
        let name = String::from_utf8_lossy(&tag.name).to_ascii_lowercase();
        if let Some(skipped) = &mut self.skipping {
            if tag.self_closing || !skipped.open(&name) {
                return;
            }
            self.skipping = None;
        }
        let void = VOID.contains(&name.as_str());
        if !void && !tag.self_closing && is_left_out(&name, tag) {
            self.skipping = Some(Skipped::new(name));
            return;
        }
        if self.main.is_some_and(|main| main == name) {
            self.within += 1;
        }
        if self.is_read() {
            self.open_read(&name, tag, span);
        }
    }

    fn open_read(&mut self, name: &str, tag: &StartTag<usize>, span: Span) {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if !self.in_cell() => {
                self.flush();
                self.heading = name[1..].parse().ok();
            }
            "ul" | "ol" if !self.in_cell() => {
                self.flush();
                let item = self.items.last().and_then(|(block, _)| *block);
                self.lists.push(if self.items.is_empty() { self.outline.paragraph_before() } else { item });
            }
            "li" if !self.in_cell() => {
                self.flush();
                // Item end tags may be left out.
                while self.items.len() >= self.lists.len().max(1) {
                    self.items.pop();
                }
                self.items.push((None, footnote_label(tag)));
            }
            "table" => self.open_table(span.start),
            "caption" => self.open_caption(),
            "thead" => self.in_head(true),
            "tbody" | "tfoot" => self.in_head(false),
            "tr" => self.open_row(span.start),
            "td" | "th" => self.open_cell(name == "th", tag, span),
            "pre" if !self.in_cell() => {
                self.flush();
                self.pre = Some((Mapped::default(), span.start));
            }
            _ if BLOCKS.contains(&name) => self.paragraph_break(span),
            "li" | "ul" | "ol" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre" => self.paragraph_break(span),
            _ if tag.self_closing && name != "br" => {}
            _ => self.inline.open_tag(name, span),
        }
    }

    fn close(&mut self, tag: &EndTag<usize>, span: Span) {
        let name = String::from_utf8_lossy(&tag.name).to_ascii_lowercase();
        if let Some(skipped) = &mut self.skipping {
            let ended = skipped.close(&name);
            if ended.is_some() {
                self.skipping = None;
            }
            if ended != Some(true) {
                return;
            }
        }
        if self.is_read() {
            self.close_read(&name, span);
        }
        if self.main.is_some_and(|main| main == name) {
            self.flush();
            self.within = self.within.saturating_sub(1);
        }
    }

    fn close_read(&mut self, name: &str, span: Span) {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if self.heading.is_some() => {
                self.flush();
                self.heading = None;
            }
            "ul" | "ol" if !self.in_cell() => {
                self.flush();
                self.lists.pop();
                self.items.truncate(self.lists.len());
            }
            "li" if !self.in_cell() => {
                self.flush();
                self.items.pop();
            }
            "table" => self.close_table(span.end),
            "caption" => self.close_caption(),
            "thead" => self.in_head(false),
            "tr" => self.close_row(span.end),
            "td" | "th" => self.close_cell(),
            "pre" if self.pre.is_some() => self.close_pre(span.end),
            _ if BLOCKS.contains(&name) => self.paragraph_break(span),
            "li" | "ul" | "ol" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre" => self.paragraph_break(span),
            _ => self.inline.close_tag(name, span),
        }
    }

    /// Takes in the text at `span`, character references decoded.
    fn text(&mut self, span: Span) {
        if !self.is_read() {
            return;
        }
        let Some(written) = span.of(self.source) else { return };
        let mut at = 0;
        while let Some(amp) = memchr::memchr(b'&', &written.as_bytes()[at..]) {
            self.plain(&written[at..at + amp], span.start + at);
            at += amp;
            let len = reference_len(&written[at..]);
            let source = Span::new(span.start + at, span.start + at + len);
            match decode(&written[at..at + len]) {
                Some(text) if len > 1 => self.reference(&text, source),
                _ => self.plain(&written[at..at + len], span.start + at),
            }
            at += len;
        }
        self.plain(&written[at..], span.start + at);
    }

    fn plain(&mut self, text: &str, start: usize) {
        match &mut self.pre {
            Some((pre, _)) => pre.push_verbatim(text, start),
            None => self.inline.folded(text, start),
        }
    }

    fn reference(&mut self, text: &str, source: Span) {
        match &mut self.pre {
            Some((pre, _)) => pre.push_replaced(text, source),
            None => self.inline.replaced(text, source),
        }
    }

    fn in_cell(&self) -> bool {
        self.tables.last().is_some_and(|table| table.cell.is_some() && !table.layout)
    }

    /// A block begins or ends: a line break within a cell, elsewhere the end of the paragraph.
    fn paragraph_break(&mut self, span: Span) {
        let in_caption = self.tables.last().is_some_and(|table| table.in_caption);
        if self.in_cell() || in_caption || self.heading.is_some() {
            if !self.inline.is_empty() {
                self.inline.hard_break(Span::new(span.start, span.start));
            }
        } else {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.in_cell() || self.tables.last().is_some_and(|table| table.in_caption) {
            return;
        }
        if self.inline.is_empty() {
            self.inline.take();
            return;
        }
        let span = self.inline.span();
        let bold = self.inline.is_bold();
        let piece = self.inline.take();
        if let Some(depth) = self.heading {
            self.outline.heading(depth, piece, span);
            return;
        }
        let depth = u8::try_from(self.items.len()).unwrap_or(u8::MAX);
        let lead = self.lists.last().copied().flatten();
        match self.items.last_mut() {
            Some((_, Some(label))) => {
                self.outline.note(label, piece, span);
            }
            Some((block @ None, _)) => *block = self.outline.item(depth, piece, lead, span),
            Some((block, _)) => {
                self.outline.paragraph(piece, *block, span);
            }
            None if bold && Outline::reads_as_heading(piece.text.as_str()) => {
                self.outline.minor_heading(piece, span);
            }
            None => {
                self.outline.paragraph(piece, None, span);
            }
        }
    }

    fn close_pre(&mut self, end: usize) {
        if let Some((text, start)) = self.pre.take() {
            fence::read(text, "", Span::new(start, end.max(start)), self.outline);
        }
    }
}

/// Returns the label of a footnote's list item: "fn1", "footnote-2" and "note3" are 1, 2 and 3.
fn footnote_label(tag: &StartTag<usize>) -> Option<String> {
    let id = attribute(tag, "id")?.to_ascii_lowercase();
    let rest =
        ["fn", "footnote", "user-content-fn", "cite_note", "note"].iter().find_map(|lead| id.strip_prefix(lead))?;
    let label = rest.trim_start_matches(['-', ':', '_']);
    (!label.is_empty() && label.len() <= 4).then(|| label.to_owned())
}

/// Returns the value of an attribute.
pub fn attribute(tag: &StartTag<usize>, name: &str) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value).into_owned())
}
