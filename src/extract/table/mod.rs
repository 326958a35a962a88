//! Figures in tables: rows × headers; and what cells of words say ([`rating`]).
//!
//! A table becomes a [`grid::Grid`] whose cells are scanned for what they name ([`facet`]); a
//! [`plan::Plan`] decides where its devices stand and what each column is for; then [`rows`],
//! [`columns`] or [`whole`] says for each cell of figures which device, metric, unit and
//! conditions may be its own, and [`bind`] makes the claims. A cell whose metric, unit or device
//! is not clear is skipped with the reason: no claim is better than a wrong one.

pub mod above;
pub mod bind;
pub mod brackets;
pub mod cell;
pub mod classes;
pub mod columns;
pub mod count;
pub mod date;
pub mod day;
pub mod facet;
pub mod gain;
pub mod grid;
pub mod listing;
pub mod measure;
pub mod note;
mod noted;
pub mod plan;
pub mod rating;
pub mod rows;
mod setting;
pub mod shorthand;
pub mod subject;
pub mod unit;
pub mod whole;

use super::draft::Drafts;
use crate::read::{Article, BlockKind, Table};
use crate::vocab::Vocab;

use above::Above;
use bind::Binder;
use classes::Classes;
use grid::Grid;
use plan::{Axis, Plan};

/// Adds the figures of every table of `article` to `drafts`.
pub fn read(vocab: &Vocab, article: &Article, drafts: &mut Drafts) {
    let classes = Classes::new(vocab);
    for (at, block) in article.blocks.iter().enumerate() {
        if let BlockKind::Table(table) = &block.kind {
            read_one(vocab, &classes, article, at, table, drafts);
        }
    }
    listing::read(vocab, &classes, article, drafts);
}

fn read_one(vocab: &Vocab, classes: &Classes<'_>, article: &Article, block: usize, table: &Table, drafts: &mut Drafts) {
    let mut grid = Grid::new(vocab, table);
    if grid.width == 0 {
        return;
    }
    let above = Above::new(vocab, article, block, table, grid.title());
    grid.read_short_names(vocab);
    grid.read_family(vocab, &above);
    let mut plan = Plan::new(vocab, classes, &grid);
    let subject = above.subject(classes);
    let named_above = matches!(&subject, above::Subject::One(device, _) if !classes.is_class(device));
    if let above::Subject::One(device, _) = &subject
        && named_above
        && plan.axis == Axis::Columns
        && (plan.is_headed_by_classes_of(vocab, classes, device) || plan.heads_architecture(vocab))
    {
        // "Architecture | Ada Lovelace" at the top of a sheet about the L40S.
        plan.axis = Axis::Above;
    }
    if plan.axis == Axis::Above && !named_above {
        plan = plan.of_parts(classes, &grid);
    }
    let binder = Binder {
        vocab,
        classes,
        article,
        block,
        grid: &grid,
        general: above.conditions(vocab),
        achieved: is_achieved(vocab, &plan, &grid),
        above: &above,
    };
    match plan.axis {
        Axis::Rows => rows::read(&binder, &plan, drafts),
        Axis::Columns => {
            let first = drafts.claims.len();
            columns::read(&binder, &plan, drafts);
            gain::read(&binder, &plan, first, drafts);
        }
        Axis::Above => whole::read(&binder, &plan, drafts),
    }
    rating::read(&binder, &plan, drafts);
}

/// Says whether the table holds measurements, beside which a bare "TFLOPS" is an achieved figure.
fn is_achieved(vocab: &Vocab, plan: &Plan, grid: &Grid<'_>) -> bool {
    let beside = &vocab.tables.metrics.achieved_beside;
    let headings = plan.columns.iter().flat_map(|column| &column.heading.metrics);
    let labels = grid.rows(grid::RowKind::Body).flat_map(|row| &grid.cell(row, 0).metrics);
    headings.chain(labels).any(|found| !found.weak && beside.contains(&found.metric))
}
