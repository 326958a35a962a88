//! Tables as they are walked over: rows, cells that span, captions, and those that only lay a page out.

use html5gum::StartTag;

use super::{Walker, attribute};
use crate::read::grid::Grid;
use crate::read::outline::Piece;
use crate::read::{Cell, Table};
use crate::text::{Mapped, Span};

/// A table that is being walked over.
#[derive(Debug)]
pub(super) struct OpenTable {
    grid: Grid,
    start: usize,
    caption: Option<Mapped>,
    pub(super) in_caption: bool,
    in_head: bool,
    pub(super) cell: Option<OpenCell>,
    /// It holds another table: it lays the page out, and its cells are running text.
    pub(super) layout: bool,
}

/// A cell whose text is being gathered.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenCell {
    header: bool,
    columns: usize,
    rows: usize,
}

impl Walker<'_> {
    pub(super) fn open_table(&mut self, start: usize) {
        let mut boxes = None;
        if let Some(outer) = self.tables.last_mut() {
            outer.layout = true;
            outer.in_caption = false;
            boxes = Some(std::mem::take(&mut outer.grid).finish());
        }
        // What stood in the outer table's cells so far was running text.
        boxes.into_iter().for_each(|table| self.paragraphs(table));
        self.flush();
        self.tables.push(OpenTable {
            grid: Grid::default(),
            start,
            caption: None,
            in_caption: false,
            in_head: false,
            cell: None,
            layout: false,
        });
    }

    pub(super) fn open_caption(&mut self) {
        if let Some(table) = self.tables.last_mut() {
            self.inline.take();
            table.in_caption = true;
        }
    }

    pub(super) fn close_caption(&mut self) {
        let Some(table) = self.tables.last_mut() else { return };
        if table.in_caption {
            table.in_caption = false;
            let piece = self.inline.take().clean();
            table.caption = (!piece.text.is_empty()).then_some(piece.text);
        }
    }

    pub(super) fn in_head(&mut self, yes: bool) {
        self.close_cell();
        if let Some(table) = self.tables.last_mut() {
            table.in_head = yes;
        }
    }

    pub(super) fn open_row(&mut self, start: usize) {
        self.close_row(start);
        if let Some(table) = self.tables.last_mut() {
            table.grid.row(start, table.in_head);
        }
    }

    pub(super) fn close_row(&mut self, end: usize) {
        self.close_cell();
        if let Some(table) = self.tables.last_mut() {
            table.grid.end_row(end);
        }
    }

    pub(super) fn open_cell(&mut self, header: bool, tag: &StartTag<usize>, _span: Span) {
        self.close_cell();
        let Some(table) = self.tables.last_mut() else { return };
        let number =
            |name: &str| attribute(tag, name).and_then(|value| value.trim().parse::<usize>().ok()).unwrap_or(1);
        let cell = OpenCell { header, columns: number("colspan"), rows: number("rowspan") };
        if !table.layout {
            self.inline.take();
        }
        table.cell = Some(cell);
    }

    pub(super) fn close_cell(&mut self) {
        let layout = self.tables.last().is_some_and(|table| table.layout);
        if layout {
            self.flush();
        }
        let Some(table) = self.tables.last_mut() else { return };
        let Some(open) = table.cell.take() else { return };
        if table.layout {
            return;
        }
        let header = open.header || self.inline.is_bold();
        let Piece { text, marks } = self.inline.take().clean();
        let cell = Cell { text, header, repeated: false, marks };
        table.grid.cell(cell, open.columns, open.rows);
    }

    pub(super) fn close_table(&mut self, end: usize) {
        self.close_row(end);
        let Some(open) = self.tables.pop() else { return };
        if open.layout {
            return;
        }
        let mut table = open.grid.finish();
        table.caption = open.caption;
        let span = Span::new(open.start, end.max(open.start));
        if is_box(&table) {
            self.paragraphs(table);
            return;
        }
        self.outline.table(table, span);
    }

    /// Adds the cells of a table that only lays text out, as paragraphs.
    pub(super) fn paragraphs(&mut self, table: Table) {
        for cell in table.rows.into_iter().flat_map(|row| row.cells).filter(|cell| !cell.repeated) {
            let span = cell.text.source();
            self.outline.paragraph(Piece { text: cell.text, marks: cell.marks }, None, span);
        }
    }
}

/// Says whether a table is a mere box around text: one column or one cell.
pub(super) fn is_box(table: &Table) -> bool {
    table.rows.iter().all(|row| row.cells.len() <= 1)
}
