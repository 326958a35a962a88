//! How much more one of two columns has than the other: "| | A | B | Improvement |" with "+76%" or "1.67x" in the row.
//!
//! The cell alone does not say of which of the two it speaks, nor what it is relative to. The figures of its row do: the
//! factor is taken only where it is, to its written precision, the one over the other.

use rust_decimal::Decimal;

use crate::claim::{Conditions, Name, Quantity, Relation, Statement};
use crate::extract::draft::{Draft, Drafts};
use crate::extract::factor::{Way, Written};
use crate::extract::quantity::Reading;
use crate::text::Span;

use super::bind::Binder;
use super::facet::Facet;
use super::grid::RowKind;
use super::plan::{Plan, Role, heads_device};

/// Reads the cells beside two columns of devices whose figures are among `drafts` from `first` on.
pub fn read(binder: &Binder<'_>, plan: &Plan, first: usize, drafts: &mut Drafts) {
    let headed = |at: &usize| heads_device(binder.classes, &plan.columns[*at].heading, false);
    let devices: Vec<usize> = (1..binder.grid.width).filter(headed).collect();
    let [one, two] = devices[..] else { return };
    let others = |at: &usize| *at > two && !matches!(plan.columns[*at].role, Role::Unit);
    let columns: Vec<usize> = (1..binder.grid.width).filter(others).collect();
    if columns.is_empty() {
        return;
    }
    for row in binder.grid.rows(RowKind::Body) {
        let figure = |column: usize| only_figure(binder, (row, column), &drafts.claims[first..]);
        let (Some(a), Some(b)) = (figure(one), figure(two)) else { continue };
        if a.0 != b.0 || a.1 == b.1 {
            continue;
        }
        let found: Vec<Draft> =
            columns.iter().filter_map(|&column| gained(binder, (row, column), &a, &b)).take(1).collect();
        for draft in found {
            if let Some(factor) = draft.statement.quantity() {
                drafts.used.insert(factor.span());
            }
            drafts.claims.push(draft);
        }
    }
}

/// Metric, device and value of a figure.
type Figure = (Name, Name, Quantity);

/// Returns the one figure that the cell gave.
fn only_figure(binder: &Binder<'_>, (row, column): (usize, usize), drafts: &[Draft]) -> Option<Figure> {
    let cell = binder.grid.cell(row, column).text.source();
    let within = |span: Span| cell.start <= span.start && span.end <= cell.end;
    let mut found = drafts.iter().filter_map(|draft| match &draft.statement {
        Statement::Figure(value) if within(value.span()) => {
            Some((draft.metric.clone(), draft.device.clone(), value.clone()))
        }
        _ => None,
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

/// Returns the comparison that a cell states, where the two figures bear it out.
fn gained(binder: &Binder<'_>, (row, column): (usize, usize), a: &Figure, b: &Figure) -> Option<Draft> {
    let facet = binder.grid.cell(row, column);
    let (written, way) = factor(facet)?;
    let (more, less) = if a.2.low > b.2.low { (a, b) } else { (b, a) };
    let quantity = written.quantity(way, &facet.text, &binder.article.text)?;
    let over = |high: Decimal, low: Decimal| high.checked_div(low);
    let (least, most) = (over(more.2.low, less.2.high)?, over(more.2.high, less.2.low)?);
    // "+76%" of 80 and 141: to a tenth of what is gained.
    let slack = |ratio: Decimal| (ratio - Decimal::ONE).abs().checked_mul(Decimal::new(1, 1));
    let fits = quantity.low >= least.checked_sub(slack(least)?)? && quantity.high <= most.checked_add(slack(most)?)?;
    let rises = fits && least > Decimal::ONE;
    rises.then(|| Draft {
        metric: more.0.clone(),
        device: more.1.clone(),
        statement: Statement::Comparison {
            versus: less.1.clone(),
            relation: Relation::Greater,
            factor: Some(Box::new(quantity)),
        },
        conditions: Conditions::default(),
        quote: binder.grid.table.rows[row].span,
        block: binder.block,
        hedged: false,
        attribution: None,
        rule: "table/gain",
        confidence: 0.85,
    })
}

/// Returns the factor that is all that a cell says: "+76%", "~30% - 36% Increase", "1.67x Faster", "提升 1.8 倍".
fn factor(facet: &Facet) -> Option<(Written, Way)> {
    const LONGEST: usize = 24;
    let [only] = &facet.quantities[..] else { return None };
    let ratio = only.unit.as_ref().is_some_and(|unit| &*unit.dimension == "ratio");
    let short = facet.as_str().chars().count() <= LONGEST && facet.devices.is_empty() && facet.metrics.is_empty();
    let positive = |reading: &Reading| reading.low.is_some_and(|low| low > Decimal::ZERO);
    (ratio && short && positive(only)).then(|| Written::of_reading(only)).flatten().map(|written| (written, Way::Up))
}
