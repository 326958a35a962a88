//! Plain text: lines are paragraphs, numbered and dashed lines are items, `#` and chapter marks
//! are headings; page marks ("21/24") are no text.

use super::outline::{Outline, Piece, begins_with};
use super::tabular;
use crate::text::{Mapped, Span};
use crate::vocab::layout::LAYOUT;

/// Adds the blocks of the plain text at `body` of `source` to `outline`.
pub fn read(source: &str, body: Span, outline: &mut Outline) {
    let lines = lines(source, body);
    let mut reader = Reader { source, outline, lead: None, announces: false, first: true };
    let mut at = 0;
    while at < lines.len() {
        at += reader.step(&lines, at);
    }
}

/// One line without white space at its ends.
#[derive(Debug, Clone, Copy)]
struct Line {
    span: Span,
    indent: usize,
}

fn lines(source: &str, body: Span) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut at = body.start;
    for line in body.of(source).unwrap_or_default().split_inclusive(['\n', '\x0c']) {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let quoted = quote_marks(bare);
        let start = at + indent + quoted;
        let bare = &bare[quoted..];
        lines.push(Line { span: Span::new(start, start + bare.trim_end().len()), indent });
        at += line.len();
    }
    lines
}

/// Returns the bytes of the marks of quoting that open a line of a mail: "> > ".
fn quote_marks(line: &str) -> usize {
    let rest = line.trim_start_matches(['>', ' ']);
    let marks = &line[..line.len() - rest.len()];
    if marks.starts_with('>') && marks.ends_with(' ') { marks.len() } else { 0 }
}

struct Reader<'a> {
    source: &'a str,
    outline: &'a mut Outline,
    /// The paragraph that leads in the items that follow.
    lead: Option<usize>,
    /// It ends in a colon.
    announces: bool,
    /// No line of text has been met yet.
    first: bool,
}

impl<'a> Reader<'a> {
    /// Reads what begins at line `at`; returns how many lines that is.
    fn step(&mut self, lines: &[Line], at: usize) -> usize {
        let line = lines[at];
        let text = self.text(line.span);
        if text.is_empty() {
            return 1;
        }
        if let Some(count) = self.table(lines, at) {
            return count;
        }
        let mut span = line.span;
        if self.first {
            span.start += page_mark(text);
        }
        let text = self.text(span);
        if text.is_empty() || is_page_mark(text) || is_number(text) {
            return 1;
        }
        let next = lines[at + 1..].iter().map(|line| self.text(line.span)).find(|text| !text.is_empty());
        self.line(text, span, line.indent, next);
        self.first = false;
        1
    }

    fn line(&mut self, text: &str, span: Span, indent: usize, next: Option<&str>) {
        let hashes = text.bytes().take_while(|&byte| byte == b'#').count();
        if (1..=6).contains(&hashes) && !text[hashes..].trim().is_empty() && !text[hashes..].starts_with('!') {
            self.heading(u8::try_from(hashes).unwrap_or(6) + 1, span, hashes);
            return;
        }
        if let Some(cut) = contents_start(text) {
            // A table of contents run into the text: a title before it, and page numbers.
            if cut > 0 {
                self.heading(1, Span::new(span.start, span.start + cut), 0);
            }
            let rest = Span::new(span.start + cut, span.end);
            self.outline.code(Mapped::verbatim(self.text(rest), rest.start), rest);
            return;
        }
        if let Some(cut) = chapter_after_sentence(text) {
            self.line(&text[..cut], Span::new(span.start, span.start + cut), indent, None);
            self.heading(2, Span::new(span.start + cut, span.end), 0);
            return;
        }
        let announces = text.ends_with([':', '\u{ff1a}']);
        if self.first && Outline::reads_as_heading(text) && !announces && text.chars().count() <= 60 {
            self.heading(1, span, 0);
            return;
        }
        if let Some((mark, depth)) = item_mark(text) {
            if is_numbered_heading(text, text[mark..].trim_start(), next) {
                let title = self.piece(span, mark);
                self.outline.minor_heading(title, span);
                self.lead = None;
                return;
            }
            let piece = self.piece(span, mark);
            let add = if text.starts_with('*') { Outline::starred } else { Outline::item };
            add(self.outline, depth + u8::from(indent >= 2), piece, self.lead, span);
            return;
        }
        if is_chapter(text) {
            self.heading(2, span, 0);
            return;
        }
        let piece = self.piece(span, 0);
        if next.is_some_and(|next| is_short_title(text, next)) {
            self.outline.minor_heading(piece, span);
            self.lead = None;
            return;
        }
        // Short lines after one that ends in a colon are what it announces.
        let announced = self.lead.filter(|_| self.announces && text.chars().count() <= 80);
        let block = self.outline.paragraph(piece, announced, span);
        if announced.is_none() {
            self.lead = block;
            self.announces = text.ends_with([':', '\u{ff1a}']);
        }
    }

    fn heading(&mut self, depth: u8, span: Span, mark: usize) {
        let title = self.piece(span, mark);
        self.outline.heading(depth, title, span);
        self.lead = None;
    }

    /// Reads a table drawn in the text, or laid out in columns.
    fn table(&mut self, lines: &[Line], at: usize) -> Option<usize> {
        let first = self.text(lines[at].span);
        let may = first.contains(['\t', '|'])
            || first.starts_with(['+', '\u{250c}'])
            || first.contains("  ")
            || first.contains('\u{3000}');
        if !may {
            return None;
        }
        let most = lines[at..].iter().take(2000).take_while(|line| !line.span.is_empty()).count();
        let region = Span::new(lines[at].span.start, lines[at + most - 1].span.end);
        let text = Mapped::verbatim(self.text(region), region.start);
        let (table, count) = tabular::table(&text, &tabular::lines(text.as_str()))?;
        let span = Span::new(region.start, lines[at + count - 1].span.end);
        self.outline.table(table, span);
        self.lead = None;
        Some(count)
    }

    fn piece(&self, span: Span, from: usize) -> Piece {
        Mapped::verbatim(&self.text(span)[from..], span.start + from).into()
    }

    fn text(&self, span: Span) -> &'a str {
        span.of(self.source).unwrap_or_default()
    }
}

/// Returns the bytes of the list mark at the start of `text` and the depth it stands for.
///
/// "1." "1、" "1)" "（1）" "①" "-" "•"; the mark may be stuck to the text ("1.GPU"), but a number
/// is none ("1.5 TB", "3-5").
pub fn item_mark(text: &str) -> Option<(usize, u8)> {
    let first = text.chars().next()?;
    if matches!(
        first,
        '-' | '*' | '+' | '\u{2022}' | '\u{b7}' | '\u{25cf}' | '\u{25e6}' | '\u{25aa}' | '\u{2013}' | '\u{2014}'
    ) {
        let len = first.len_utf8();
        let rest = &text[len..];
        let stuck = rest.starts_with(|c: char| c.is_alphabetic());
        let bullet = !matches!(first, '\u{2013}' | '\u{2014}' | '*' | '+');
        return (rest.starts_with([' ', '\t']) || (stuck && bullet)).then_some((len, 1));
    }
    if ('\u{2460}'..='\u{2473}').contains(&first) {
        return Some((first.len_utf8(), 1));
    }
    let opened = matches!(first, '(' | '\u{ff08}');
    let digits_at = if opened { first.len_utf8() } else { 0 };
    let digits = text[digits_at..].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 2 {
        return None;
    }
    let rest = &text[digits_at + digits..];
    let close = rest.chars().next()?;
    let closes = if opened {
        matches!(close, ')' | '\u{ff09}')
    } else {
        matches!(close, '.' | '\u{3001}' | ')' | '\u{ff09}' | '\u{ff0e}')
    };
    let after = rest[close.len_utf8()..].chars().next()?;
    let fits = closes && !after.is_ascii_digit() && !matches!(after, '.' | '%' | ',');
    fits.then(|| (digits_at + digits + close.len_utf8(), if opened { 2 } else { 1 }))
}

/// A numbered line that is short and no sentence is a heading ("3. 云服务中…如何对比？"), unless
/// another numbered line follows at once: then it is a list.
fn is_numbered_heading(text: &str, title: &str, next: Option<&str>) -> bool {
    let numbered = text.starts_with(|c: char| c.is_ascii_digit());
    let asks = title.ends_with(['?', '\u{ff1f}']);
    let colon = title.contains([':', '\u{ff1a}']) && !asks;
    let stops = title.ends_with(['\u{3002}', '.', ';', '\u{ff1b}', '!', '\u{ff01}', ',', '\u{ff0c}']);
    let inner = title.contains(['\u{3002}', '\u{ff1b}']);
    let is_numbered = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && item_mark(text).is_some();
    let alone = next.is_some_and(|next| !is_numbered(next));
    numbered && alone && !colon && !stops && !inner && title.chars().count() <= 40
}

/// A short line that is no sentence, with a longer one below it that is, is a title.
fn is_short_title(text: &str, next: &str) -> bool {
    let width = |text: &str| text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let clause =
        text.contains(['\u{3002}', '\u{ff0c}', '\u{ff1b}', ';', ',', '\u{2026}', '/', '*', '=', '\u{ff08}', '(']);
    let colon = text.ends_with([':', '\u{ff1a}']);
    let sentence = next.contains(['\u{3002}', '\u{ff1b}', '\u{ff0c}']) || next.contains(". ") || next.ends_with('.');
    let figures = text.contains(|c: char| c.is_ascii_digit()) && width(text) > 40;
    Outline::reads_as_heading(text)
        && !clause
        && !colon
        && !figures
        && width(text) <= 48
        && sentence
        && width(next) >= 3 * width(text)
}

/// Returns where a table of contents run into one line begins: at the first of three chapter marks.
fn contents_start(text: &str) -> Option<usize> {
    let marks = chapter_marks(text);
    (marks.len() >= 3).then(|| marks[0])
}

/// Returns where a chapter mark follows the end of a sentence within one line.
fn chapter_after_sentence(text: &str) -> Option<usize> {
    let ends = |at: &usize| text[..*at].ends_with(['\u{3002}', '\u{ff01}', '\u{ff1f}']);
    let short = |at: &usize| text[*at..].chars().count() <= 80;
    chapter_marks(text).into_iter().find(|at| ends(at) && short(at))
}

/// Returns where chapter marks ("第三部分") stand in `text`.
fn chapter_marks(text: &str) -> Vec<usize> {
    let chapter = &LAYOUT.chapter;
    let mut marks: Vec<usize> = Vec::new();
    for before in &chapter.before {
        let found = text.match_indices(before.as_str()).filter(|(at, _)| {
            let inner = &text[at + before.len()..];
            // Two digits or numerals at most stand between the two halves of a mark.
            let head = inner.char_indices().nth(2).map_or(inner.len(), |(at, _)| at);
            chapter.after.iter().any(|after| {
                let at = inner.find(after.as_str()).filter(|&at| at > 0 && at <= head);
                // "第一节" within a sentence is none; a mark of two signs and more is.
                at.is_some() && after.chars().count() >= 2
            })
        });
        marks.extend(found.map(|(at, _)| at));
    }
    marks.sort_unstable();
    marks
}

/// Says whether a plain file holds Markdown: links, or the rule below a table's header.
pub fn is_markdown(text: &str) -> bool {
    text.contains("](http") || text.contains("|---") || text.contains("|:--") || text.contains("| ---")
}

/// Says whether a line is a bare number: a page, or the number of a section that stands alone.
fn is_number(text: &str) -> bool {
    text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Says whether `text` is a chapter mark: "第一部分…", "Chapter 2 …", on a short line.
fn is_chapter(text: &str) -> bool {
    let chapter = &LAYOUT.chapter;
    let short = text.chars().count() <= 60;
    let lead = begins_with(text, &chapter.leads)
        .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    let wrapped = chapter.before.iter().any(|before| {
        text.strip_prefix(before.as_str()).is_some_and(|rest| {
            let head: String = rest.chars().take(6).collect();
            chapter.after.iter().any(|after| head.find(after.as_str()).is_some_and(|at| at > 0))
        })
    });
    short && (lead || wrapped) && !text.ends_with(['\u{3002}', '.'])
}

/// Returns the bytes of a page mark ("21/24") stuck to the start of the first line.
fn page_mark(text: &str) -> usize {
    let first = text.bytes().take_while(u8::is_ascii_digit).count();
    if first == 0 || first > 4 || text.as_bytes().get(first) != Some(&b'/') {
        return 0;
    }
    let second = text[first + 1..].bytes().take_while(u8::is_ascii_digit).count();
    let end = first + 1 + second;
    let number = |at: std::ops::Range<usize>| text.get(at).and_then(|digits| digits.parse::<u32>().ok());
    let fits = match (number(0..first), number(first + 1..end)) {
        (Some(page), Some(pages)) => page <= pages,
        _ => false,
    };
    let follows = text[end..].chars().next().is_none_or(|c| !c.is_ascii() || c.is_ascii_uppercase());
    if fits && follows { end } else { 0 }
}

/// Says whether the whole line is a page mark: "21/24", "- 7 -", "Page 3 of 9".
pub fn is_page_mark(text: &str) -> bool {
    let mark = page_mark(text);
    if mark > 0 && text[mark..].trim().is_empty() {
        return true;
    }
    let inner = text.trim_matches(['-', '\u{2014}', '\u{2013}', ' ']);
    let dashed = inner.len() < text.len() && !inner.is_empty() && inner.len() <= 4;
    dashed
        && text.starts_with(['-', '\u{2014}', '\u{2013}'])
        && text.ends_with(['-', '\u{2014}', '\u{2013}'])
        && inner.bytes().all(|byte| byte.is_ascii_digit())
}
