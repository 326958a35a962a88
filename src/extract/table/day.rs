//! The date for which a row's figures hold, where a column gives it: "2024-05 | H100 | $2.10".
//!
//! "As of" and "price date" say so themselves. A column headed "date" or "year" may as well say when a device came
//! out: it counts where one device stands on several dates, or where the table says what it costs to rent.

use std::collections::BTreeMap;

use crate::claim::Name;
use crate::vocab::Vocab;
use crate::vocab::table::is_one_of;

use super::bind::Binder;
use super::date;
use super::facet::Facet;
use super::grid::RowKind;
use super::plan::{Plan, Role};

/// Length of a date with its day in ISO form, behind which a time may stand.
const ISO_DAY: usize = 10;

/// Says whether a heading is a word for the date of what stands in the row.
pub fn heads(vocab: &Vocab, heading: &Facet) -> bool {
    let word = plain(heading);
    is_one_of(&vocab.tables.heading.as_of, word) || is_one_of(&vocab.tables.heading.date, word)
}

/// Returns the column whose dates the figures of its rows hold for.
pub fn column(binder: &Binder<'_>, plan: &Plan) -> Option<usize> {
    let words = &binder.vocab.tables.heading;
    let headed = |words: &[String]| plan.columns.iter().position(|column| is_one_of(words, plain(&column.heading)));
    headed(&words.as_of)
        .or_else(|| headed(&words.date).filter(|&at| is_rented(binder, plan) || is_series(binder, plan, at)))
}

/// Returns the one date that a cell holds, as an ISO prefix.
pub fn of(vocab: &Vocab, cell: &Facet) -> Option<Name> {
    let text = cell.as_str().trim();
    // "2024-05-01T12:30:00Z"
    let day = text.get(..ISO_DAY).filter(|_| text.get(ISO_DAY..).is_some_and(|rest| rest.starts_with(['T', 't', ' '])));
    let (low, high) = date::iso(vocab, text).or_else(|| date::iso(vocab, day?))?;
    (low == high).then_some(low)
}

/// Returns a heading without what stands in brackets at its end.
fn plain(heading: &Facet) -> &str {
    heading.as_str().split(['(', '（']).next().unwrap_or_default().trim()
}

/// Says whether a column gives money by the hour or month.
fn is_rented(binder: &Binder<'_>, plan: &Plan) -> bool {
    let rent = |id: &Name| {
        let metric = binder.vocab.metrics.get(id);
        metric.is_some_and(|metric| metric.dimension.as_deref() == Some("money/time"))
    };
    plan.with(Role::Figures).any(|at| {
        let heading = &plan.columns[at].heading;
        let unit = heading.unit.as_ref().is_some_and(|(_, unit)| &*unit.dimension == "money/time");
        unit || heading.metrics.iter().any(|found| !found.weak && rent(&found.metric))
    })
}

/// Says whether what names the rows stands on more than one date.
fn is_series(binder: &Binder<'_>, plan: &Plan, at: usize) -> bool {
    let named = plan.with(Role::Device).chain(plan.with(Role::Machine)).chain(plan.with(Role::Model)).next();
    let mut known: BTreeMap<&str, Name> = BTreeMap::new();
    binder.grid.rows(RowKind::Body).any(|row| {
        let name = named.map_or("", |column| binder.grid.cell(row, column).as_str());
        let Some(date) = of(binder.vocab, binder.grid.cell(row, at)) else { return false };
        known.insert(name, date.clone()).is_some_and(|before| before != date)
    })
}
