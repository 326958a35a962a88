//! Text whose lines were broken to fit a page: lines are joined into paragraphs again, headers
//! and footers that every page repeats are no text.

use std::collections::BTreeMap;

use super::inline::Inline;
use super::outline::{Outline, Piece};
use super::tabular;
use super::text::{self, item_mark};
use crate::text::{Mapped, Span};

/// From so many headings on that are shown by their letters, numbers alone make none.
const SHOWN: usize = 3;
/// A paragraph has no more lines than this.
const LONGEST: usize = 200;

/// Adds the blocks of `source` to `outline`; a page begins at each byte of `starts`, a heading of some depth at each
/// of `headings`.
pub fn read(source: &str, body: Span, starts: &[usize], headings: &BTreeMap<usize, u8>, outline: &mut Outline) {
    let lines = lines(source, body, starts);
    let furniture = furniture(source, &lines);
    for &start in starts {
        outline.page(start);
    }
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        let text = line.span.of(source).unwrap_or_default();
        if text.is_empty() || furniture.contains_key(&shape(text)) || is_leader(text) || text::is_page_mark(text) {
            at += 1;
            continue;
        }
        if let Some(depth) = headings.get(&line.span.start) {
            outline.heading(*depth, Mapped::verbatim(text, line.span.start).into(), line.span);
            at += 1;
            continue;
        }
        if let Some(count) = table(source, &lines[at..], outline) {
            at += count;
            continue;
        }
        let rest = &lines[at..lines.len().min(at + LONGEST)];
        let next = rest.iter().skip(1).position(|next| headings.contains_key(&next.span.start));
        let count = paragraph_len(source, &rest[..next.map_or(rest.len(), |next| next + 1)], &furniture);
        paragraph(source, &lines[at..at + count], headings.len() < SHOWN, outline);
        at += count;
    }
}

/// Says whether the lines of a plain file are broken to fit a page: most begin in lower case.
pub fn is_wrapped(text: &str) -> bool {
    let (mut pairs, mut lower) = (0, 0);
    let mut before = "";
    for line in text.lines().take(2000) {
        let bare = line.trim();
        if !bare.is_empty() && before.len() > 40 && before.len() < 140 {
            pairs += 1;
            lower += usize::from(bare.starts_with(|c: char| c.is_ascii_lowercase()));
        }
        before = bare;
    }
    pairs >= 3 && lower * 10 >= pairs * 3
}

#[derive(Debug, Clone, Copy)]
struct Line {
    span: Span,
    page: usize,
    /// How far the longest line of its page reaches, in half-width columns.
    widest: usize,
    /// White space before it, as columns.
    indent: usize,
}

fn lines(source: &str, body: Span, starts: &[usize]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut widest: BTreeMap<usize, usize> = BTreeMap::new();
    let mut at = body.start;
    for line in body.of(source).unwrap_or_default().split_inclusive(['\n', '\x0c']) {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let span = Span::new(at + indent, at + indent + bare.trim_end().len());
        let page = starts.partition_point(|&start| start <= at);
        let most = widest.entry(page).or_default();
        *most = (*most).max(width(bare.trim_end()));
        lines.push(Line { span, page, widest: 0, indent });
        at += line.len();
    }
    for line in &mut lines {
        line.widest = widest.get(&line.page).copied().unwrap_or(0);
    }
    lines
}

fn width(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

/// Returns a line with its figures taken away: page numbers differ from page to page.
fn shape(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace()).collect()
}

/// Returns the shapes of lines that stand first or last on three pages and more.
fn furniture(source: &str, lines: &[Line]) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let filled: Vec<&Line> = lines.iter().filter(|line| !line.span.is_empty()).collect();
    for page in filled.chunk_by(|a, b| a.page == b.page) {
        let edges = page.iter().take(2).chain(page.iter().rev().take(2.min(page.len().saturating_sub(2))));
        for line in edges {
            let shape = shape(line.span.of(source).unwrap_or_default());
            if !shape.is_empty() {
                *counts.entry(shape).or_default() += 1;
            }
        }
    }
    counts.retain(|_, count| *count >= 3);
    counts
}

/// Says whether a line leads over dots to a page number, as tables of contents do.
fn is_leader(text: &str) -> bool {
    text.contains("......") || text.contains(". . . .") || text.contains("\u{2026}\u{2026}\u{2026}")
}

fn table(source: &str, lines: &[Line], outline: &mut Outline) -> Option<usize> {
    let first = lines[0].span.of(source)?;
    if !first.contains("  ") && !first.contains('\t') && !first.contains('|') {
        return None;
    }
    let most = lines.iter().take(500).take_while(|line| !line.span.is_empty()).count();
    let region = Span::new(lines[0].span.start, lines[most - 1].span.end);
    let text = Mapped::verbatim(region.of(source)?, region.start);
    let (table, count) = tabular::table(&text, &tabular::lines(text.as_str()))?;
    outline.table(table, Span::new(region.start, lines[count - 1].span.end));
    Some(count)
}

/// Says how many lines belong to the paragraph that begins `lines`.
fn paragraph_len(source: &str, lines: &[Line], furniture: &BTreeMap<String, usize>) -> usize {
    let mut count = 1;
    while let Some(next) = lines.get(count) {
        let line = &lines[count - 1];
        let (text, below) = (line.span.of(source).unwrap_or_default(), next.span.of(source).unwrap_or_default());
        let lower = below.starts_with(|c: char| c.is_ascii_lowercase());
        let full = width(text) * 10 >= line.widest * 7;
        let ends = text.ends_with(['.', '\u{3002}', '!', '?', ':', '\u{ff1a}', '\u{ff01}', '\u{ff1f}']);
        let begins = item_mark(below).is_some() || is_section(below) || next.indent > line.indent + 3;
        let apart = below.is_empty() || furniture.contains_key(&shape(below)) || is_leader(below);
        let goes_on = lower && !ends || full && (!ends || next.indent == line.indent);
        if apart || begins || !goes_on || is_section(text) && !lower {
            break;
        }
        count += 1;
    }
    count
}

/// Says whether a line begins with a section number: "3.1. Loadgen", "2 Results".
fn is_section(text: &str) -> bool {
    let number = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let rest = &text[number..];
    let numbered = number > 0 && number <= 8 && text.starts_with(|c: char| c.is_ascii_digit()) && rest.starts_with(' ');
    let dotted = text[..number].contains('.');
    numbered
        && dotted
        && width(text) <= 80
        && !text.ends_with(['.', ',', ';', '\u{3002}'])
        && rest.trim().starts_with(char::is_alphabetic)
}

/// Adds a paragraph; where `sections` may be told by their numbers alone, such a line is a heading.
fn paragraph(source: &str, lines: &[Line], sections: bool, outline: &mut Outline) {
    let mut inline = Inline::default();
    let first = lines[0].span.of(source).unwrap_or_default();
    let mark = item_mark(first).map_or(0, |(mark, _)| mark);
    for (number, line) in lines.iter().enumerate() {
        let text = line.span.of(source).unwrap_or_default();
        if number == 0 {
            inline.verbatim(&text[mark..], line.span.start + mark);
        } else {
            let gap = Span::new(lines[number - 1].span.end, line.span.start);
            inline.soft_break(gap, text.chars().next());
            inline.verbatim(text, line.span.start);
        }
    }
    let span = lines[0].span.join(lines[lines.len() - 1].span);
    let piece: Piece = inline.take();
    let alone = lines.len() == 1;
    if alone && sections && is_section(first) {
        let depth = first.split(' ').next().unwrap_or_default().split('.').filter(|part| !part.is_empty()).count();
        outline.heading(u8::try_from(depth).unwrap_or(1), piece, span);
    } else if mark > 0 {
        let lead = outline.paragraph_before();
        let add = if first.starts_with('*') { Outline::starred } else { Outline::item };
        add(outline, 1, piece, lead, span);
    } else if outline.is_empty() && alone && Outline::reads_as_heading(first) {
        outline.heading(1, piece, span);
    } else {
        outline.paragraph(piece, None, span);
    }
}

/// Says whether a line begins with a short label and a colon: "显存带宽：614 GB/s", "TDP: 72 W".
pub fn is_label(line: &str) -> bool {
    const LONGEST: usize = 32;
    let line = line.trim_start_matches(['*', '_', '-', '+', ' ']);
    let Some(at) = line.find([':', '：']) else { return false };
    let (label, rest) = line.split_at(at);
    let wide = rest.starts_with('：');
    let rest = rest.trim_start_matches([':', '：', '*', '_']);
    let words = label.split_whitespace().count();
    (1..=LONGEST).contains(&label.chars().count())
        && words <= 4
        && label.chars().any(char::is_alphabetic)
        && !label.contains([',', '，', '。', ';', '；', '!', '！', '?', '？'])
        && !rest.is_empty()
        && (wide || rest.starts_with(' '))
}

/// Says whether a line may stand above a labelled one in a list of such lines: it is labelled itself, or a
/// short line that no sentence ends in, as a name is.
pub fn is_entry(line: &str) -> bool {
    const LONGEST: usize = 40;
    let plain = line.trim().trim_matches(['*', '_', ' ']);
    let name = plain.chars().count() <= LONGEST && !plain.ends_with([',', '，', '.', '。', ':', '：', ';', '；']);
    is_label(line) || name && !plain.is_empty()
}
