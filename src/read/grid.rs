//! Puts cells with spans into a grid: merged cells are repeated into every place they cover.

use super::{Cell, Row, Table};
use crate::text::Span;

/// The most columns or rows that one cell covers; pages that claim more mean "the rest".
const MOST: usize = 200;
/// A longer cell heads no column.
const LONGEST_HEADING: usize = 80;

/// A cell that goes on in the rows below.
#[derive(Debug)]
struct Hanging {
    column: usize,
    cell: Cell,
    /// Rows that it still covers, the current one not counted.
    left: usize,
}

/// A table in the making.
#[derive(Debug, Default)]
pub struct Grid {
    rows: Vec<Row>,
    hanging: Vec<Hanging>,
    /// Cells of the current row that go on below it.
    started: Vec<Hanging>,
    /// Rows that markup puts at the head.
    head: usize,
}

impl Grid {
    /// Begins a row at the byte `start`.
    pub fn row(&mut self, start: usize, head: bool) {
        self.close();
        if head && self.rows.len() == self.head {
            self.head += 1;
        }
        self.rows.push(Row { cells: Vec::new(), span: Span::new(start, start) });
    }

    /// Ends the row at the byte `end`.
    pub fn end_row(&mut self, end: usize) {
        if let Some(row) = self.rows.last_mut() {
            row.span.end = row.span.end.max(end);
        }
    }

    /// Adds a cell that covers `columns` × `rows`; a row span of 0 goes on to the end.
    pub fn cell(&mut self, cell: Cell, columns: usize, rows: usize) {
        if self.rows.is_empty() {
            self.row(cell.text.source().start, false);
        }
        self.fill();
        let Some(row) = self.rows.last_mut() else { return };
        let rows = if rows == 0 { MOST } else { rows.min(MOST) };
        for number in 0..columns.clamp(1, MOST) {
            let column = row.cells.len();
            if rows > 1 {
                let cell = Cell { repeated: true, ..cell.clone() };
                self.started.push(Hanging { column, cell, left: rows - 1 });
            }
            row.cells.push(Cell { repeated: number > 0, ..cell.clone() });
        }
    }

    /// Returns the table; rows that are all header cells at its top are headers too.
    pub fn finish(mut self) -> Table {
        self.close();
        let is_header = |cell: &Cell| cell.header || cell.text.is_empty();
        let all_headers = |row: &&Row| row.cells.iter().any(|cell| cell.header) && row.cells.iter().all(is_header);
        let marked = self.rows.iter().take_while(all_headers).count();
        let header_rows = if self.head > 0 { self.head } else { marked };
        // A table of nothing but headers has its figures in them.
        let header_rows = if header_rows == self.rows.len() { usize::from(header_rows > 1) } else { header_rows };
        let header_rows = if header_rows == 0 { usize::from(heads(&self.rows)) } else { header_rows };
        Table { rows: self.rows, header_rows, caption: None }
    }

    /// Puts the hanging cells that come next in the current row.
    fn fill(&mut self) {
        let Some(row) = self.rows.last_mut() else { return };
        while let Some(hanging) = self.hanging.iter().find(|hanging| hanging.column == row.cells.len()) {
            row.cells.push(hanging.cell.clone());
        }
    }

    /// Fills the current row up and counts what hangs into the next.
    fn close(&mut self) {
        if self.rows.is_empty() {
            return;
        }
        self.fill();
        self.hanging.retain_mut(|hanging| {
            hanging.left -= 1;
            hanging.left > 0
        });
        self.hanging.append(&mut self.started);
    }
}

/// Says whether the first row reads as a header though no markup says so: hardly a figure in it,
/// figures in the row below.
fn heads(rows: &[Row]) -> bool {
    let figures = |row: &Row| {
        row.cells.iter().filter(|cell| cell.text.as_str().starts_with(|c: char| c.is_ascii_digit() || c == '$')).count()
    };
    // A heading is short: a cell of running text is a row of its own.
    let short = |row: &Row| row.cells.iter().all(|cell| cell.text.len() <= LONGEST_HEADING);
    matches!(rows, [first, second, ..] if figures(first) == 0 && figures(second) > 0 && short(first))
}
