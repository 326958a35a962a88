//! The tables of reStructuredText: lists, CSV, drawn ones, and simple ones under double rules.

use std::collections::BTreeMap;

use super::{Line, Reader, after_mark};
use crate::read::inline::Inline;
use crate::read::{Cell, Row, Table, boxed, csv, tabular};
use crate::text::{Mapped, Span};

impl Reader<'_> {
    pub(super) fn list_table(&mut self, options: &BTreeMap<String, Span>, argument: Span, content: &[Line]) {
        let Some(indent) = content.iter().find(|line| !line.is_blank()).map(|line| line.indent) else { return };
        let mut rows: Vec<(Vec<Vec<Line>>, Span)> = Vec::new();
        let mut cell_indent = usize::MAX;
        for line in content.iter().filter(|line| !line.is_blank()) {
            let mut line = *line;
            let text = self.text(line.span).to_owned();
            if line.indent <= indent && text.starts_with('*') {
                rows.push((Vec::new(), line.span));
                line = after_mark(line, &text, 1);
                cell_indent = usize::MAX;
                if line.is_blank() {
                    continue;
                }
            }
            let text = self.text(line.span).to_owned();
            let Some((cells, span)) = rows.last_mut() else { continue };
            *span = span.join(line.span);
            let begins = text == "-" || text.starts_with("- ");
            if begins && (cell_indent == usize::MAX || line.indent <= cell_indent) {
                cell_indent = line.indent;
                cells.push(vec![after_mark(line, &text, 1)]);
            } else if let Some(cell) = cells.last_mut() {
                cell.push(line);
            }
        }
        let stubs = self.number(options, "stub-columns");
        let headers = self.number(options, "header-rows");
        let rows = rows.into_iter().enumerate().map(|(number, (cells, span))| {
            let cells = cells.iter().enumerate().map(|(column, lines)| {
                let piece = self.inline(lines).clean();
                Cell {
                    text: piece.text,
                    marks: piece.marks,
                    header: number < headers || column < stubs,
                    repeated: false,
                }
            });
            Row { cells: cells.collect(), span }
        });
        let table = Table { rows: rows.collect(), header_rows: headers, caption: self.argument(argument) };
        let span = table.rows.iter().map(|row| row.span).reduce(Span::join).unwrap_or_default();
        self.outline.table(table, span);
    }

    pub(super) fn csv_table(&mut self, options: &BTreeMap<String, Span>, argument: Span, content: &[Line]) {
        let mut rows = Vec::new();
        if let Some(header) = options.get("header") {
            rows.extend(csv::rows(self.source, *header, ','));
        }
        let headers = rows.len() + self.number(options, "header-rows");
        let filled = content.iter().filter(|line| !line.is_blank());
        if let Some(span) = filled.map(|line| line.span).reduce(Span::join) {
            rows.extend(csv::rows(self.source, span, ','));
        }
        let table = Table { rows, header_rows: headers, caption: self.argument(argument) };
        let span = table.rows.iter().map(|row| row.span).reduce(Span::join).unwrap_or_default();
        self.outline.table(table, span);
    }

    /// Reads a grid table or a simple one.
    pub(super) fn drawn_table(&mut self, lines: &[Line], caption: Option<Mapped>) -> Option<usize> {
        let first = self.text(lines.first()?.span);
        let grid = first.starts_with("+-") || first.starts_with("+=");
        if !grid && !is_simple_border(first) {
            return None;
        }
        let count = if grid {
            lines.iter().take_while(|line| !line.is_blank()).count()
        } else {
            simple_len(self.source, lines)?
        };
        // The lines as they stand, white space at their start included: columns are places.
        let region = Span::new(lines[0].span.start - lines[0].indent, lines[count - 1].span.end);
        let text = Mapped::verbatim(self.text(region), region.start);
        let spans = tabular::lines(text.as_str());
        let mut table = if grid { boxed::table(&text, &spans)?.0 } else { simple(&text, &spans)? };
        for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
            let mut inline = Inline::default();
            self.markup(&cell.text, &mut inline);
            let piece = inline.take().clean();
            cell.text = piece.text;
            cell.marks.extend(piece.marks);
        }
        table.caption = caption;
        self.outline.table(table, Span::new(lines[0].span.start, region.end));
        Some(count)
    }
}

pub(super) fn is_simple_border(text: &str) -> bool {
    text.contains(' ')
        && text.len() >= 5
        && text.chars().all(|c| matches!(c, '=' | ' '))
        && text.split(' ').filter(|part| !part.is_empty()).all(|part| part.len() >= 2)
}

/// Returns the number of lines of a simple table: up to its last border.
pub(super) fn simple_len(source: &str, lines: &[Line]) -> Option<usize> {
    let mut last = 0;
    let mut borders = 0;
    for (at, line) in lines.iter().enumerate() {
        let text = line.span.of(source)?;
        if is_simple_border(text) {
            borders += 1;
            last = at;
            let ends = lines.get(at + 1).is_none_or(|next| next.is_blank());
            if borders >= 2 && ends {
                break;
            }
        } else if line.is_blank() && borders >= 3 {
            break;
        }
    }
    (borders >= 2).then_some(last + 1)
}

/// Reads a simple table: columns stand where the border has `=`.
pub(super) fn simple(text: &Mapped, lines: &[Span]) -> Option<Table> {
    let line = |at: usize| lines[at].of(text.as_str()).unwrap_or_default();
    let border = line(0);
    let mut columns = Vec::new();
    for (at, c) in border.char_indices() {
        if c == '=' && !border[..at].ends_with('=') {
            columns.push(at);
        }
    }
    let borders: Vec<usize> = (0..lines.len()).filter(|&at| is_simple_border(line(at).trim())).collect();
    let header_end = if borders.len() >= 3 { borders[1] } else { 0 };
    let mut table = Table::default();
    for at in 1..*borders.last()? {
        let content = line(at);
        if content.trim().is_empty() || borders.contains(&at) || content.trim().chars().all(|c| matches!(c, '-' | ' '))
        {
            continue;
        }
        let cuts = cuts(content, &columns);
        let cells: Vec<Cell> = cuts
            .iter()
            .map(|cut| tabular::cell(text, Span::new(lines[at].start + cut.start, lines[at].start + cut.end)))
            .collect();
        let span = tabular::trimmed_source(text, lines[at]);
        // A row whose first cell is blank goes on with the one above.
        if cells.first().is_some_and(|cell| cell.text.is_empty())
            && let Some(row) = table.rows.last_mut().filter(|_| at > header_end)
        {
            for (cell, more) in row.cells.iter_mut().zip(cells) {
                if !more.text.is_empty() {
                    let end = cell.text.source().end;
                    if !cell.text.is_empty() {
                        cell.text.push_replaced(" ", Span::new(end, end));
                    }
                    cell.text.push(&more.text);
                }
            }
            row.span = row.span.join(span);
            continue;
        }
        table.rows.push(Row { cells, span });
        if at < header_end {
            table.header_rows = table.rows.len();
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Cuts a line at the places where columns begin, counting wide characters as two places.
pub(super) fn cuts(line: &str, columns: &[usize]) -> Vec<Span> {
    let mut starts = vec![line.len(); columns.len()];
    let mut place = 0;
    for (at, c) in line.char_indices() {
        for (column, start) in columns.iter().zip(&mut starts) {
            if place >= *column && *start == line.len() {
                *start = at;
            }
        }
        place += unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
    }
    (0..columns.len())
        .map(|at| Span::new(starts[at], starts.get(at + 1).copied().unwrap_or(line.len()).max(starts[at])))
        .collect()
}
