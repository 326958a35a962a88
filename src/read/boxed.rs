//! Tables drawn as boxes: `+---+---+` as in reStructuredText and database shells, `┌─┬─┐` as
//! terminals draw them. Cells may cover several columns and rows.

use unicode_width::UnicodeWidthChar;

use super::grid::Grid;
use super::outline::Piece;
use super::spoken::after_marker;
use super::tabular::trimmed_source;
use super::{Cell, Table};
use crate::text::{Mapped, Span};

/// A drawing with more places than this is not looked at.
const MOST: usize = 1_000_000;

/// Returns the boxed table at the start of `lines` and how many lines it takes.
pub fn table(text: &Mapped, lines: &[Span]) -> Option<(Table, usize)> {
    let first = lines.first()?.of(text.as_str())?.trim();
    let corner = first.starts_with(['+', '\u{250c}', '\u{2554}', '\u{250f}', '\u{256d}', '\u{251c}']);
    if !corner || first.chars().map(plain).any(|c| !matches!(c, '+' | '-' | '=')) || first.len() < 3 {
        return None;
    }
    let count = lines
        .iter()
        .take_while(|span| {
            let line = span.of(text.as_str()).unwrap_or_default().trim();
            line.chars().next().map(plain).is_some_and(|c| matches!(c, '+' | '|'))
                && line.chars().next_back().map(plain).is_some_and(|c| matches!(c, '+' | '|'))
        })
        .count();
    let drawing = Drawing::new(text, &lines[..count])?;
    let table = drawing.table(text, &lines[..count])?;
    Some((table, count))
}

/// Returns the ASCII sign for one that draws boxes.
fn plain(c: char) -> char {
    match c {
        '\u{2500}' | '\u{2501}' | '\u{2504}' | '\u{2508}' => '-',
        '\u{2550}' => '=',
        '\u{2502}' | '\u{2503}' | '\u{2551}' => '|',
        '\u{250c}'..='\u{254b}' | '\u{2552}'..='\u{2570}' => '+',
        _ => c,
    }
}

/// The places of a drawing: the sign and its byte in the text.
struct Drawing {
    rows: Vec<Vec<(char, usize)>>,
}

impl Drawing {
    fn new(text: &Mapped, lines: &[Span]) -> Option<Drawing> {
        let mut rows = Vec::new();
        let mut places = 0;
        for span in lines {
            let line = span.of(text.as_str())?;
            let mut row = Vec::new();
            for (at, c) in line.char_indices() {
                row.push((plain(c), span.start + at));
                // A wide character takes two places.
                for _ in 1..c.width().unwrap_or(0) {
                    row.push(('\0', span.start + at));
                }
            }
            row.push(('\n', span.start + line.trim_end().len()));
            places += row.len();
            rows.push(row);
        }
        (places <= MOST && rows.len() >= 3).then_some(Drawing { rows })
    }

    fn at(&self, row: usize, column: usize) -> char {
        self.rows.get(row).and_then(|row| row.get(column)).map_or(' ', |(c, _)| *c)
    }

    fn byte(&self, row: usize, column: usize) -> usize {
        let Some(cells) = self.rows.get(row) else { return 0 };
        cells.get(column).or(cells.last()).map_or(0, |(_, at)| *at)
    }

    /// Says whether a line is a rule over its whole length, cells that go on through it left aside.
    fn is_rule(&self, row: usize) -> bool {
        self.rows[row].iter().any(|(c, _)| *c == '+')
            && self.rows[row].windows(2).any(|pair| pair[0].0 == '+' && matches!(pair[1].0, '-' | '='))
    }

    fn table(&self, text: &Mapped, lines: &[Span]) -> Option<Table> {
        let rules: Vec<usize> = (0..self.rows.len()).filter(|&row| self.is_rule(row)).collect();
        let mut columns: Vec<usize> = Vec::new();
        for &rule in &rules {
            columns.extend(self.rows[rule].iter().enumerate().filter(|(_, (c, _))| *c == '+').map(|(at, _)| at));
        }
        columns.sort_unstable();
        columns.dedup();
        if rules.len() < 2 || columns.len() < 2 {
            return None;
        }
        let head = rules.iter().position(|&rule| self.rows[rule].iter().filter(|(c, _)| *c == '=').count() >= 3);
        let mut grid = Grid::default();
        let mut taken = std::collections::BTreeSet::new();
        for (band, pair) in rules.windows(2).enumerate() {
            let (top, bottom) = (pair[0] + 1, pair[1]);
            if top >= bottom {
                continue;
            }
            // Lines within a band are one row, unless no rule ever stands between rows.
            let single = rules.len() <= 3 && bottom - top > 1 && !self.continues(text, top, bottom, &columns);
            let bands: Vec<(usize, usize)> =
                if single { (top..bottom).map(|row| (row, row + 1)).collect() } else { vec![(top, bottom)] };
            for (top, bottom) in bands {
                let span = trimmed_source(text, lines[top].join(lines[bottom - 1]));
                grid.row(span.start, head.is_some_and(|head| head > 0 && band < head));
                self.cells(text, &rules, band, (top, bottom), &columns, &mut taken, &mut grid, single);
                grid.end_row(span.end);
            }
        }
        let mut table = grid.finish();
        // A rule under every row and none of `=` says nothing of a header.
        if head.is_none() && table.rows.len() > 1 && rules.len() <= 3 {
            table.header_rows = 1;
        }
        (table.rows.len() > 1 && columns.len() > 2).then_some(table)
    }

    /// Says whether the first column is blank on some line of a band: its rows run over lines.
    fn continues(&self, text: &Mapped, top: usize, bottom: usize, columns: &[usize]) -> bool {
        (top..bottom).any(|row| {
            let span = Span::new(
                self.byte(row, columns[0] + 1),
                self.byte(row, columns[1]).max(self.byte(row, columns[0] + 1)),
            );
            span.of(text.as_str()).is_none_or(|cell| cell.trim().is_empty())
        })
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one scan, not worth a type")]
    fn cells(
        &self,
        text: &Mapped,
        rules: &[usize],
        band: usize,
        (top, bottom): (usize, usize),
        columns: &[usize],
        taken: &mut std::collections::BTreeSet<(usize, usize)>,
        grid: &mut Grid,
        single: bool,
    ) {
        let mut column = 0;
        while column + 1 < columns.len() {
            if taken.contains(&(band, column)) {
                column += 1;
                continue;
            }
            let mut right = column + 1;
            while right + 1 < columns.len() && (top..bottom).all(|row| self.at(row, columns[right]) != '|') {
                right += 1;
            }
            // The cell goes on below where the rule under it is broken.
            let mut last = band + 1;
            while !single && last + 1 < rules.len() && !matches!(self.at(rules[last], columns[column] + 1), '-' | '=') {
                last += 1;
            }
            let end = if single { bottom } else { rules[last] };
            let cell = self.cell(text, (top, end), (columns[column] + 1, columns[right]));
            grid.cell(cell, right - column, last - band);
            for lower in band + 1..last {
                taken.extend((column..right).map(|column| (lower, column)));
            }
            column = right;
        }
    }

    /// Returns what stands in a rectangle, its lines joined by spaces; items of a list keep their lines.
    fn cell(&self, text: &Mapped, rows: (usize, usize), columns: (usize, usize)) -> Cell {
        let mut joined = Mapped::default();
        for row in rows.0..rows.1 {
            let (from, to) = (self.byte(row, columns.0), self.byte(row, columns.1));
            let part = text.part(Span::new(from.min(to), to)).trimmed();
            if part.is_empty() || part.as_str().chars().all(|c| matches!(plain(c), '-' | '=' | '+')) && part.len() > 2 {
                continue;
            }
            if !joined.is_empty() {
                let before = joined.source().end;
                let glue = if after_marker(part.as_str()).is_some() { "\n" } else { " " };
                joined.push_replaced(glue, Span::new(before, before));
            }
            joined.push(&part);
        }
        let piece = Piece::from(joined).clean();
        Cell { text: piece.text, marks: piece.marks, ..Cell::default() }
    }
}
