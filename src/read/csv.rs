//! CSV and TSV: one table; the first row is its header.

use super::outline::{Outline, Piece};
use super::{Cell, Row, Table};
use crate::text::{Mapped, Span};

/// Adds the table at `body` of `source`; `tabs` says that tabs stand between the fields.
pub fn read(source: &str, body: Span, tabs: bool, outline: &mut Outline) {
    let separator = if tabs { '\t' } else { separator(body.of(source).unwrap_or_default()) };
    let rows = rows(source, body, separator);
    let mut table = Table { rows, header_rows: 1, caption: None };
    // A title line above the header stands alone in its row.
    let lone = |row: &Row| row.cells.iter().filter(|cell| !cell.text.is_empty()).count() == 1 && row.cells.len() > 1;
    if table.rows.len() > 2 && lone(&table.rows[0]) {
        let first = table.rows.remove(0);
        table.caption = first.cells.into_iter().map(|cell| cell.text).find(|text| !text.is_empty());
    }
    outline.table(table, body);
}

/// Returns the sign that stands most often in the first line outside quotes.
fn separator(text: &str) -> char {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |sign: char| {
        let mut quoted = false;
        line.chars()
            .filter(|&c| {
                quoted ^= c == '"';
                c == sign && !quoted
            })
            .count()
    };
    [',', ';', '\t', '|'].into_iter().rev().max_by_key(|&sign| count(sign)).unwrap_or(',')
}

/// Returns the rows at `body`, quotes taken away; a quoted field may run over lines.
pub fn rows(source: &str, body: Span, separator: char) -> Vec<Row> {
    let text = body.of(source).unwrap_or_default();
    let mut rows = Vec::new();
    let mut cells = Vec::new();
    let mut row_start = body.start;
    let mut field = body.start;
    let mut quoted = false;
    let mut at_field_start = true;
    for (offset, c) in text.char_indices() {
        let at = body.start + offset;
        match c {
            '"' if quoted => quoted = false,
            '"' if at_field_start || source[..at].ends_with('"') => quoted = true,
            '\n' if !quoted => {
                cells.push(cell(source, Span::new(field, at)));
                push(&mut rows, &mut cells, source, Span::new(row_start, at));
                (row_start, field) = (at + 1, at + 1);
            }
            c if c == separator && !quoted => {
                cells.push(cell(source, Span::new(field, at)));
                field = at + c.len_utf8();
            }
            _ => {}
        }
        at_field_start = !quoted && (c == separator || c == '\n' || (at_field_start && c == ' '));
    }
    if field < body.end || !cells.is_empty() {
        cells.push(cell(source, Span::new(field, body.end)));
        push(&mut rows, &mut cells, source, Span::new(row_start, body.end));
    }
    rows
}

fn push(rows: &mut Vec<Row>, cells: &mut Vec<Cell>, source: &str, span: Span) {
    let cells = std::mem::take(cells);
    if cells.iter().all(|cell| cell.text.is_empty()) {
        return;
    }
    let end = span.start + span.of(source).unwrap_or_default().trim_end().len();
    rows.push(Row { cells, span: Span::new(span.start, end) });
}

fn cell(source: &str, span: Span) -> Cell {
    let raw = span.of(source).unwrap_or_default();
    let start = span.start + (raw.len() - raw.trim_start().len());
    let bare = raw.trim();
    let mut text = Mapped::default();
    match bare.strip_prefix('"').map(|rest| rest.strip_suffix('"').unwrap_or(rest)) {
        None => text.push_verbatim(bare, start),
        Some(inner) => {
            let mut at = start + 1;
            for (number, part) in inner.split("\"\"").enumerate() {
                if number > 0 {
                    text.push_replaced("\"", Span::new(at, at + 2));
                    at += 2;
                }
                text.push_verbatim(part, at);
                at += part.len();
            }
        }
    }
    let piece = Piece::from(text).clean();
    Cell { text: piece.text, marks: piece.marks, ..Cell::default() }
}
