//! Headings that are names of what was run ("7B_q4_0"): no measure, but a condition of the figures below.

use super::bind::Binder;
use super::facet::Facet;
use super::plan::{Plan, Role};
use crate::claim::Name;

/// Says whether the columns of figures are headed by nothing but names of what was run ("7B_q4_0 | 70B_f16"): what they
/// measure stands above.
pub(super) fn columns_are_settings(binder: &Binder<'_>, plan: &Plan) -> bool {
    let columns = || plan.with(Role::Figures).map(|at| &plan.columns[at]).filter(|column| column.key.is_none());
    columns().count() >= 2 && columns().all(|column| is_setting(binder, &column.heading))
}

/// Says whether a heading names no measure, no unit and no device, but something else.
pub(super) fn is_setting(binder: &Binder<'_>, heading: &Facet) -> bool {
    let letters = heading.as_str().contains(char::is_alphabetic);
    letters
        && heading.unit.is_none()
        && heading.metrics.iter().all(|found| found.weak)
        && heading.devices.iter().all(|found| binder.classes.is_model(&found.device))
        && heading.as_str().len() <= LONGEST_SETTING
}

/// A longer heading is no name.
pub(super) const LONGEST_SETTING: usize = 32;

/// Returns a name as a condition writes it.
pub(super) fn written(name: &str) -> Name {
    name.to_lowercase()
        .split(|c: char| c.is_whitespace() || c == '_')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
        .into()
}
