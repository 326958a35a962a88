//! Turns HTML at a span of the source into blocks: a whole page, or a piece within Markdown.
//!
//! The tokenizer carries byte spans; everything else here is a walk over its tags.

mod table;

use html5gum::{DefaultEmitter, EndTag, StartTag, Token, Tokenizer};

use self::table::OpenTable;
use super::fence;
use super::inline::Inline;
use super::outline::Outline;
use crate::text::{Mapped, Span};
use crate::vocab::layout::LAYOUT;

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

/// Elements that are no part of an article wherever they stand.
const SKIPPED: &[&str] = &[
    "nav", "aside", "footer", "script", "style", "noscript", "template", "iframe", "form", "button", "select", "svg",
    "math", "head", "textarea", "dialog", "object", "video", "audio", "canvas",
];

/// Elements that begin a new paragraph.
const BLOCKS: &[&str] = &[
    "p",
    "div",
    "section",
    "article",
    "main",
    "header",
    "blockquote",
    "dl",
    "dt",
    "dd",
    "figure",
    "figcaption",
    "details",
    "summary",
    "center",
    "address",
    "hr",
    "body",
    "html",
    "fieldset",
    "hgroup",
];

/// Elements without an end tag.
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// An element that is being skipped.
struct Skipped {
    name: String,
    /// How many of its name are open.
    depth: usize,
    /// Lists and tables that are open within it.
    within: usize,
}

impl Skipped {
    /// Takes in a tag that opens; says whether it ends the element, whose own end tag was left out.
    fn open(&mut self, name: &str) -> bool {
        if self.within == 0 && follows(&self.name, name) {
            return true;
        }
        self.within += usize::from(HOLDERS.contains(&name));
        self.depth += usize::from(self.name == name);
        false
    }

    /// Takes in an end tag; says whether it ends the element, and if so, whether it is that of another around it.
    fn close(&mut self, name: &str) -> Option<bool> {
        if self.name == name {
            self.depth -= 1;
            return (self.depth == 0).then_some(false);
        }
        let ends = match &*self.name {
            "td" | "th" => name == "tr" || name == "table",
            "tr" | "li" | "dt" | "dd" => HOLDERS.contains(&name),
            "p" => BLOCKS.contains(&name) || matches!(name, "td" | "th" | "li"),
            _ => false,
        };
        if ends && self.within == 0 {
            return Some(true);
        }
        self.within -= usize::from(self.within > 0 && HOLDERS.contains(&name));
        None
    }
}

/// Elements that hold others whose end tag may be left out.
const HOLDERS: &[&str] = &["ul", "ol", "dl", "table"];

/// Says whether a tag `next` ends the element `name`, whose end tag may be left out.
fn follows(name: &str, next: &str) -> bool {
    match name {
        "p" => {
            BLOCKS.contains(&next) || matches!(next, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "table")
        }
        "td" | "th" => matches!(next, "td" | "th" | "tr"),
        "dt" | "dd" => matches!(next, "dt" | "dd"),
        "tr" | "li" => next == name,
        _ => false,
    }
}

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
        let left_out = || SKIPPED.contains(&name.as_str()) || is_hidden(&name, tag) || is_furniture(&name, tag);
        if !void && !tag.self_closing && left_out() {
            self.skipping = Some(Skipped { name, depth: 1, within: 0 });
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

/// Says whether an element is never shown. A page that hides itself until its script has run is read.
fn is_hidden(name: &str, tag: &StartTag<usize>) -> bool {
    if matches!(name, "html" | "body" | "main") {
        return false;
    }
    let undisplayed = |style: String| {
        style.to_ascii_lowercase().split(';').any(|rule| {
            let rule: String = rule.chars().filter(|c| !c.is_whitespace()).collect();
            rule.trim_end_matches("!important") == "display:none"
        })
    };
    // What a search within the page may open is part of it.
    let hidden = attribute(tag, "hidden").is_some_and(|value| !value.eq_ignore_ascii_case("until-found"));
    hidden || attribute(tag, "style").is_some_and(undisplayed)
}

/// Says whether the class, id or role of an element names it as page furniture.
fn is_furniture(name: &str, tag: &StartTag<usize>) -> bool {
    if matches!(
        name,
        "html" | "body" | "main" | "article" | "table" | "tbody" | "tr" | "td" | "th" | "p" | "h1" | "h2" | "a"
    ) {
        return false;
    }
    let role = attribute(tag, "role").unwrap_or_default();
    let hidden = attribute(tag, "aria-hidden").is_some_and(|value| value == "true");
    if matches!(role.as_str(), "navigation" | "banner" | "contentinfo" | "complementary" | "search" | "dialog")
        || hidden
    {
        return true;
    }
    let words = [attribute(tag, "class"), attribute(tag, "id")];
    let words = || words.iter().flatten().flat_map(|value| value.split_whitespace()).map(str::to_ascii_lowercase);
    let page = &LAYOUT.page;
    words().any(|word| page.skip.contains(&word)) && !words().any(|word| page.keep.contains(&word))
}

/// Returns the bytes of the character reference at the start of `text`, which begins with `&`; 1
/// where there is none.
fn reference_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let body = bytes[1..].iter().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#').count();
    match bytes.get(1 + body) {
        Some(b';') if body > 0 => body + 2,
        _ => body + 1,
    }
}

/// Returns a quote from a source as a reader sees it: with its character references (`&nbsp;`) decoded.
pub fn shown(quote: &str) -> std::borrow::Cow<'_, str> {
    if !quote.contains('&') {
        return quote.into();
    }
    let mut text = String::with_capacity(quote.len());
    let mut rest = quote;
    while let Some((before, _)) = rest.split_once('&') {
        text.push_str(before);
        rest = &rest[before.len()..];
        let reference = &rest[..reference_len(rest)];
        match decode(reference) {
            // In running text a bare "&copy" without its end is more likely meant as it stands.
            Some(decoded) if reference.ends_with(';') => text.push_str(&decoded),
            _ => text.push_str(reference),
        }
        rest = &rest[reference.len()..];
    }
    text.push_str(rest);
    text.into()
}

/// Returns the text of one character reference.
fn decode(reference: &str) -> Option<String> {
    match reference {
        "&nbsp;" => return Some("\u{a0}".to_owned()),
        "&amp;" => return Some("&".to_owned()),
        "&lt;" => return Some("<".to_owned()),
        "&gt;" => return Some(">".to_owned()),
        "&quot;" => return Some("\"".to_owned()),
        _ => {}
    }
    let mut text = String::new();
    for token in Tokenizer::new(reference) {
        let Ok(token) = token;
        if let Token::String(string) = token {
            text.push_str(&String::from_utf8_lossy(&string));
        }
    }
    (text != reference && !text.is_empty()).then_some(text)
}
