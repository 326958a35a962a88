//! Tables in text without markup: bars, boxes, and columns set apart by tabs or blanks.
//!
//! All of them take the lines of a [`Mapped`] text (a fence, a stretch of a plain file) and
//! answer `None` unless the lines are clearly a table.

use super::boxed;
use super::outline::Piece;
use super::{Cell, Row, Table};
use crate::text::{Mapped, Span};

/// Returns the lines of `text` as spans, without line ends.
pub fn lines(text: &str) -> Vec<Span> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        lines.push(Span::new(at, at + line.trim_end_matches(['\n', '\r']).len()));
        at += line.len();
    }
    lines
}

/// Returns the table at the start of `lines` and how many lines it takes.
pub fn table(text: &Mapped, lines: &[Span]) -> Option<(Table, usize)> {
    boxed::table(text, lines).or_else(|| bars(text, lines)).or_else(|| columns(text, lines))
}

/// Reads `| a | b |` lines; a line of dashes below the first makes that the header.
pub fn bars(text: &Mapped, lines: &[Span]) -> Option<(Table, usize)> {
    let line = |at: usize| lines.get(at).and_then(|span| span.of(text.as_str())).map(str::trim);
    let count = (0..lines.len()).take_while(|&at| line(at).is_some_and(|line| line.contains('|'))).count();
    let ruled = count >= 2 && is_rule(line(1).unwrap_or_default());
    let closed = (0..count)
        .all(|at| line(at).is_some_and(|line| line.starts_with('|') && line.len() > 1 && line.ends_with('|')));
    if count < 2 || !(ruled || closed) {
        return None;
    }
    let mut table = Table { header_rows: 1, ..Table::default() };
    for span in &lines[..count] {
        if is_rule(span.of(text.as_str()).unwrap_or_default().trim()) {
            continue;
        }
        table.rows.push(bar_row(text, *span));
    }
    (table.rows.len() > 1 && table.rows[0].cells.len() > 1).then_some((table, count))
}

/// Says whether a line is `|---|:--:|`.
fn is_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '+' | '='))
}

fn bar_row(text: &Mapped, span: Span) -> Row {
    let line = span.of(text.as_str()).unwrap_or_default();
    let start = span.start + (line.len() - line.trim_start().len());
    let line = line.trim();
    let (start, line) = line.strip_prefix('|').map_or((start, line), |rest| (start + 1, rest));
    let line = line.strip_suffix('|').filter(|rest| !rest.ends_with('\\')).unwrap_or(line);
    let mut cells = Vec::new();
    let mut from = 0;
    for (at, _) in line.match_indices('|').chain([(line.len(), "")]) {
        if at < line.len() && line[..at].ends_with('\\') {
            continue;
        }
        cells.push(cell(text, Span::new(start + from, start + at)));
        from = (at + 1).min(line.len());
    }
    Row { cells, span: trimmed_source(text, span) }
}

/// Returns the cell that stands at `span` of the text, marks taken out.
pub fn cell(text: &Mapped, span: Span) -> Cell {
    let piece = Piece::from(text.part(span)).clean();
    Cell { text: piece.text, marks: piece.marks, ..Cell::default() }
}

/// Returns the source bytes behind a line without the white space at its ends.
pub fn trimmed_source(text: &Mapped, span: Span) -> Span {
    let line = span.of(text.as_str()).unwrap_or_default();
    let start = span.start + (line.len() - line.trim_start().len());
    text.to_source(Span::new(start, (span.start + line.trim_end().len()).max(start)))
}

/// Reads lines whose columns are set apart by tabs or by two blanks and more: at least three lines
/// of the same number of columns, figures in one of them.
pub fn columns(text: &Mapped, lines: &[Span]) -> Option<(Table, usize)> {
    let first = lines.first()?.of(text.as_str())?;
    let tabs = first.trim().contains('\t');
    let fields = |span: &Span| fields(span.of(text.as_str()).unwrap_or_default(), span.start, tabs);
    let first = fields(lines.first()?);
    // A header without a word over the first column is one field short.
    let below: Vec<usize> = lines.iter().skip(1).take(3).map(|line| fields(line).len()).collect();
    let short = !tabs && first.len() >= 2 && below.len() >= 2 && below.iter().all(|width| *width == first.len() + 1);
    let width = first.len() + usize::from(short);
    if width < 2 || (!tabs && width < 3) {
        return None;
    }
    let mut rows = Vec::new();
    let mut count = 0;
    for span in lines {
        let line = span.of(text.as_str()).unwrap_or_default().trim();
        // Rules between the rows are no rows.
        if !rows.is_empty() && !line.is_empty() && line.chars().all(|c| matches!(c, '-' | '=' | ' ' | '\u{2500}')) {
            count += 1;
            continue;
        }
        let mut fields = fields(span);
        if short && rows.is_empty() {
            fields.insert(0, Span::new(span.start, span.start));
        }
        if fields.len() != width {
            break;
        }
        rows.push((fields, *span));
        count += 1;
    }
    if rows.len() < if tabs { 2 } else { 3 } {
        return None;
    }
    let has_digit =
        |span: &Span| span.of(text.as_str()).is_some_and(|field| field.contains(|c: char| c.is_ascii_digit()));
    let figures = |column: usize| rows.iter().skip(1).filter(|(fields, _)| has_digit(&fields[column])).count();
    let most = (1..width).map(figures).max().unwrap_or(0);
    if most * 2 < rows.len() - 1 {
        return None;
    }
    let prose = rows.iter().flat_map(|(fields, _)| fields).any(|field| field.len() > 200);
    if prose {
        return None;
    }
    let headed = rows[0].0.iter().skip(1).filter(|field| has_digit(field)).count() * 2 < width;
    let rows = rows.iter().map(|(fields, span)| Row {
        cells: fields.iter().map(|field| cell(text, *field)).collect(),
        span: trimmed_source(text, *span),
    });
    Some((Table { rows: rows.collect(), header_rows: usize::from(headed), caption: None }, count))
}

/// Returns the fields of a line as spans, `start` being the line's own start.
fn fields(line: &str, start: usize, tabs: bool) -> Vec<Span> {
    let mut fields = Vec::new();
    let mut from = None;
    let mut blanks = 0;
    let mut end = 0;
    for (at, c) in line.char_indices() {
        let gap = if tabs { c == '\t' } else { matches!(c, ' ' | '\t' | '\u{3000}' | '\u{a0}') };
        if gap {
            blanks += if c == '\t' || c == '\u{3000}' { 2 } else { 1 };
            if tabs || blanks >= 2 {
                if let Some(from) = from.take() {
                    fields.push(Span::new(start + from, start + end));
                } else if tabs && c == '\t' && at > 0 {
                    fields.push(Span::new(start + at, start + at));
                }
            }
            continue;
        }
        blanks = 0;
        if tabs && c == ' ' && from.is_none() {
            continue;
        }
        from.get_or_insert(at);
        end = at + c.len_utf8();
    }
    if let Some(from) = from {
        fields.push(Span::new(start + from, start + end));
    }
    fields
}
