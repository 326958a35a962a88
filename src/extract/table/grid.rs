//! A table's cells with what each names, and what kind of row each row is.

use std::sync::LazyLock;

use crate::claim::Name;
use crate::extract::mention::DeviceMention;
use crate::read::{Cell, Table};
use crate::text::{Mapped, Span};
use crate::vocab::Vocab;

use super::above::Above;
use super::facet::Facet;

/// Larger tables are data sets; their cells past this many are not read.
const MOST_CELLS: usize = 40_000;

/// What stands where a row is shorter than the others.
static NO_CELL: LazyLock<Cell> = LazyLock::new(Cell::default);

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    /// It names the columns.
    Header,
    /// It names the rows below it.
    Group,
    /// It adds up or averages other rows.
    Summary,
    /// It holds figures.
    Body,
}

/// A table, scanned.
#[derive(Debug)]
pub struct Grid<'a> {
    /// The table as read.
    pub table: &'a Table,
    /// What each cell names.
    pub cells: Vec<Vec<Facet>>,
    /// What each row is.
    pub kinds: Vec<RowKind>,
    /// For each row, the last row of a group above it.
    groups: Vec<Option<usize>>,
    /// Number of columns.
    pub width: usize,
    /// The headings are short names of devices ("v4", "v5e" under "TPU generations").
    short_heads: bool,
    /// Columns whose heading is the short name of a device ("4090" beside "A100").
    short_columns: Vec<usize>,
}

impl<'a> Grid<'a> {
    /// Scans every cell of `table`. A cell that repeats a merged one is scanned with it.
    pub fn new(vocab: &Vocab, table: &'a Table) -> Grid<'a> {
        let width = table.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let most_rows = MOST_CELLS / width.max(1);
        let cells: Vec<Vec<Facet>> = table
            .rows
            .iter()
            .take(most_rows)
            .map(|row| {
                let mut facets: Vec<Facet> = row.cells.iter().map(|cell| Facet::cell(vocab, &cell.text)).collect();
                facets.resize_with(width, Facet::default);
                facets
            })
            .collect();
        let mut grid = Grid {
            table,
            cells,
            kinds: Vec::new(),
            groups: Vec::new(),
            width,
            short_heads: false,
            short_columns: Vec::new(),
        };
        grid.kinds = kinds(vocab, &grid);
        let mut last = None;
        for (row, kind) in grid.kinds.iter().enumerate() {
            grid.groups.push(last);
            if *kind == RowKind::Group {
                last = Some(row);
            }
        }
        grid
    }

    /// Reads short names ("4090") in the columns whose other cells name devices, and among headings that do.
    pub fn read_short_names(&mut self, vocab: &Vocab) {
        self.short_columns = self.short_headings(vocab);
        for column in 0..self.width {
            let body: Vec<usize> = self.rows(RowKind::Body).collect();
            let named = body.iter().filter(|&&row| !self.cell(row, column).devices.is_empty()).count();
            for row in body {
                if named > 0 && self.cell(row, column).devices.is_empty() && !self.cell(row, column).is_empty() {
                    self.cells[row][column] = Facet::beside_devices(vocab, &self.raw(row, column).text);
                }
            }
        }
    }

    /// Returns the columns whose heading is nothing but a short name ("4090"), where another heading names a device.
    fn short_headings(&self, vocab: &Vocab) -> Vec<usize> {
        let Some(head) = self.rows(RowKind::Header).next_back() else { return Vec::new() };
        let member = |found: &DeviceMention| !vocab.devices.has_members(&found.device);
        if !(1..self.width).any(|column| self.cell(head, column).devices.iter().any(member)) {
            return Vec::new();
        }
        let open = (1..self.width).filter(|&column| {
            let cell = self.cell(head, column);
            cell.devices.is_empty() && !cell.is_empty()
        });
        let short = open.filter(|&column| {
            let read = Facet::beside_devices(vocab, &self.raw(head, column).text);
            read.devices.iter().any(|found| found.span.len() == read.as_str().trim().len())
        });
        short.collect()
    }

    /// Reads short names ("v4", "v5e") in the headings and in the first column of a table below a text that
    /// names their family ("TPU generations").
    pub fn read_family(&mut self, vocab: &Vocab, above: &Above) {
        let families: Vec<Name> =
            above.all().flat_map(|facet| &facet.devices).map(|found| found.device.clone()).collect();
        if families.is_empty() {
            return;
        }
        let named = |text: &Mapped| {
            let facet = Facet::beside_devices(vocab, text);
            let member = |id: &Name| families.iter().any(|family| id != family && vocab.devices.is_a(id, family));
            facet.devices.iter().any(|found| member(&found.device)).then_some(facet)
        };
        let head = self.rows(RowKind::Header).next_back();
        if let Some(head) = head {
            let plain =
                |column: &usize| self.cell(head, *column).devices.is_empty() && !self.cell(head, *column).is_empty();
            let open: Vec<usize> = (1..self.width).filter(plain).collect();
            let short = open.iter().filter(|&&column| named(&self.raw(head, column).text).is_some()).count();
            self.short_heads = short >= 2 && short * 2 > open.len();
        }
        let body: Vec<usize> = self.rows(RowKind::Body).filter(|&row| !self.cell(row, 0).is_empty()).collect();
        let plain = body.iter().all(|&row| self.cell(row, 0).devices.is_empty());
        let found: Vec<(usize, Facet)> =
            body.iter().filter(|_| plain).filter_map(|&row| Some((row, named(&self.raw(row, 0).text)?))).collect();
        if found.len() >= 2 && found.len() * 2 > body.len() {
            for (row, facet) in found {
                self.cells[row][0] = facet;
            }
        }
    }

    /// Returns the numbers of the rows of one kind.
    pub fn rows(&self, kind: RowKind) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.kinds.len()).filter(move |&row| self.kinds[row] == kind)
    }

    /// Returns the cell at `row` and `column`.
    pub fn cell(&self, row: usize, column: usize) -> &Facet {
        &self.cells[row][column]
    }

    /// Returns the cell at `row` and `column` as read.
    pub fn raw(&self, row: usize, column: usize) -> &'a Cell {
        self.table.rows[row].cells.get(column).unwrap_or(&NO_CELL)
    }

    /// Returns the headings of a column as one text, the uppermost first. A heading over the whole
    /// table is left out: it is the table's title.
    pub fn heading(&self, vocab: &Vocab, column: usize) -> Facet {
        let texts = self.rows(RowKind::Header).filter(|&row| !self.spans_all(row));
        let mut heading = Facet::joined(vocab, texts.map(|row| &self.raw(row, column).text));
        if (self.short_heads || self.short_columns.contains(&column)) && heading.devices.is_empty() {
            heading = Facet::beside_devices(vocab, &heading.text);
        }
        if heading.unit.is_none() {
            // A lone letter is a unit only where it is all of a heading.
            let whole = self.rows(RowKind::Header).map(|row| self.cell(row, column));
            heading.unit =
                whole.filter_map(|cell| Some((cell.as_str(), cell.whole_unit(vocab)?))).find_map(|(text, unit)| {
                    let start = heading.as_str().rfind(text)?;
                    Some((Span::new(start, start + text.len()), unit))
                });
        }
        heading
    }

    /// Returns the title that the table gives itself in a row of its own above the headings.
    pub fn title(&self) -> Option<&Facet> {
        self.rows(RowKind::Header).find(|&row| self.spans_all(row)).map(|row| self.cell(row, 0))
    }

    /// Returns the labels of the groups that a body row stands in, outermost first.
    pub fn groups(&self, row: usize) -> Vec<&Mapped> {
        let mut labels = Vec::new();
        let mut at = self.groups[row].map_or(0, |group| group + 1);
        while at > 0 && self.kinds[at - 1] == RowKind::Group {
            at -= 1;
            labels.push(&self.raw(at, 0).text);
        }
        labels.reverse();
        labels
    }

    /// Says whether one cell with text covers the whole row.
    fn spans_all(&self, row: usize) -> bool {
        let merged = |column: usize| self.raw(row, column).repeated;
        self.width > 1 && !self.cell(row, 0).is_empty() && (1..self.width).all(merged)
    }
}

fn kinds(vocab: &Vocab, grid: &Grid<'_>) -> Vec<RowKind> {
    let marked = grid.table.header_rows.min(grid.cells.len());
    let marked = if marked == 1 && holds_figures(grid) { 0 } else { marked };
    let mut kinds = vec![RowKind::Header; marked];
    let mut still_head = true;
    for row in marked..grid.cells.len() {
        let first_unmarked = marked == 0 && row == 0;
        let header = still_head && (first_unmarked && names_columns(grid) || refines_header(vocab, grid, row));
        still_head &= header || (marked == 0 && grid.spans_all(row) && row == 0);
        kinds.push(if header || (still_head && grid.spans_all(row)) {
            RowKind::Header
        } else if is_group(grid, row) {
            RowKind::Group
        } else if is_summary(vocab, grid, row) {
            RowKind::Summary
        } else {
            RowKind::Body
        });
    }
    kinds
}

/// Says whether the first row of a table without marked headers names its columns: it holds no
/// number, and the rows below hold some under its words.
fn names_columns(grid: &Grid<'_>) -> bool {
    let first = &grid.cells[0];
    let worded = first.iter().filter(|cell| !cell.is_empty()).count();
    let figures_below = |column: usize| grid.cells.iter().skip(1).any(|row| !row[column].quantities.is_empty());
    worded >= 2.min(grid.width)
        && first.iter().skip(1).all(|cell| cell.quantities.is_empty())
        && (1..grid.width).any(|column| !first[column].is_empty() && figures_below(column))
}

/// Says whether the only header row is a row of figures that its format made a header: a metric in
/// its first cell, and another cell that begins with a quantity and names no device.
fn holds_figures(grid: &Grid<'_>) -> bool {
    let figure = |cell: &Facet| {
        let first = cell.quantities.first();
        cell.devices.is_empty()
            && first.is_some_and(|reading| {
                // "1-yr" says for how long, and heads prices.
                let stated = cell.conditions.iter().any(|(span, _)| span.contains(reading.span));
                let real = reading.unit.as_ref().is_some_and(|unit| &*unit.canonical != "1");
                reading.span.start == 0 && real && !stated
            })
    };
    !grid.cells[0][0].metrics.is_empty() && grid.cells[0].iter().skip(1).any(figure)
}

/// Says whether a row right below the headers carries them on: nothing but units or conditions.
fn refines_header(vocab: &Vocab, grid: &Grid<'_>, row: usize) -> bool {
    if row == 0 {
        return false;
    }
    let rest: Vec<&Facet> = grid.cells[row].iter().skip(1).filter(|cell| !cell.is_empty()).collect();
    let names_device = !grid.cells[row][0].devices.is_empty();
    rest.len() >= 2.min(grid.width - 1).max(1)
        && !names_device
        && rest.iter().all(|cell| {
            cell.quantities.is_empty()
                && (cell.whole_unit(vocab).is_some()
                    || (cell.unit.is_some() || !cell.conditions.is_empty()) && cell.unknown_words(vocab).is_empty())
        })
        && grid.cells.len() > row + 1
        && has_figures(grid, row + 1)
}

fn has_figures(grid: &Grid<'_>, row: usize) -> bool {
    grid.cells[row].iter().any(|cell| !cell.quantities.is_empty())
}

/// Says whether the first cell alone has text, or covers the row.
fn is_group(grid: &Grid<'_>, row: usize) -> bool {
    if grid.width < 2 || grid.cell(row, 0).is_empty() {
        return false;
    }
    let rule = |text: &str| text.is_empty() || text.len() > 2 && text.bytes().all(|byte| byte == b'-');
    let bare = |column: usize| !grid.raw(row, column).repeated && rule(grid.cell(row, column).as_str());
    grid.spans_all(row) || (1..grid.width).all(bare)
}

fn is_summary(vocab: &Vocab, grid: &Grid<'_>, row: usize) -> bool {
    let mut worded = grid.cells[row].iter().filter(|cell| !cell.is_empty() && cell.quantities.is_empty());
    worded.next().is_some_and(|cell| vocab.tables.is_summary(cell.as_str()))
}

/// Returns the share of the non-empty `cells` for which `holds` is true, and how many there are.
pub fn share<'f>(cells: impl Iterator<Item = &'f Facet>, holds: impl Fn(&Facet) -> bool) -> (f32, usize) {
    let (mut all, mut held) = (0_u32, 0_u32);
    for cell in cells.filter(|cell| !cell.is_empty()) {
        all += 1;
        held += u32::from(holds(cell));
    }
    let share = if all == 0 { 0.0 } else { f64::from(held) / f64::from(all) };
    (share as f32, all as usize)
}
