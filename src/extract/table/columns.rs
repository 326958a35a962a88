//! Tables whose columns are about devices: metrics in the rows.

use rust_decimal::Decimal;

use crate::claim::{Conditions, Name};
use crate::extract::draft::Drafts;
use crate::vocab::Vocab;
use crate::vocab::table::{holds_word, is_one_of};

use super::bind::{Binder, Place};
use super::cell::Value;
use super::facet::Facet;
use super::grid::RowKind;
use super::measure::{Heads, Measure, is_run};
use super::plan::{Column, Plan, Role, heads_figures, names_figures};
use super::setting::{LONGEST_SETTING, written};
use super::subject::{self, Subject};

/// One column of a device.
struct DeviceColumn<'f> {
    at: usize,
    subjects: Vec<Subject>,
    heading: &'f Facet,
}

/// Reads every body row.
pub fn read(binder: &Binder<'_>, plan: &Plan, drafts: &mut Drafts) {
    let (vocab, classes, grid) = (binder.vocab, binder.classes, binder.grid);
    let hardware = plan.columns.iter().skip(1).any(|column| heads_figures(vocab, classes, &column.heading, false));
    let devices: Vec<DeviceColumn<'_>> = (1..grid.width)
        .filter(|&at| heads_figures(vocab, classes, &plan.columns[at].heading, !hardware))
        .map(|at| {
            let heading = &plan.columns[at].heading;
            DeviceColumn { at, subjects: subject::listed(vocab, classes, heading, !hardware), heading }
        })
        .filter(|column| !column.subjects.is_empty())
        .collect();
    let Some(first) = devices.first().map(|column| column.at) else { return };
    let mut labels: Vec<usize> = (0..first).filter(|&at| labels_rows(&plan.columns[at])).collect();
    let lettered = |row: usize| grid.cell(row, 0).as_str().contains(char::is_alphabetic);
    if labels.is_empty() && first > 0 && grid.rows(RowKind::Body).all(lettered) {
        // "FP16 TFLOPS (16 bit)": numbers in its names make no figures of the first column.
        labels.push(0);
    }
    let corner = &plan.columns[0].heading;
    let key = numbered_by(vocab, corner);
    for row in grid.rows(RowKind::Body) {
        let texts = grid.groups(row).into_iter().chain(labels.iter().map(|&at| &grid.raw(row, at).text));
        let label = Facet::joined(vocab, texts);
        let own = grid.cell(row, *labels.last().unwrap_or(&0));
        if vocab.tables.is_ignored(own.as_str()) && own.metrics.iter().all(|found| found.weak) {
            continue;
        }
        let unit = plan.with(Role::Unit).find_map(|at| grid.cell(row, at).whole_unit(vocab));
        let mut conditions = Conditions::default();
        match (number(own), &key) {
            (Some(number), Some(key)) => conditions.set(key, number),
            // Rows told apart by a number of something unknown.
            (Some(_), None) if corner.unit.is_none() => continue,
            _ => {}
        }
        if let Some(model) = classes.model(&label) {
            conditions.set("workload", model);
        }
        // "Model | RTX 3090 | RTX 4090": each row is named for what was run, known or not.
        let run = is_one_of(&vocab.tables.heading.run, corner.as_str())
            && label.metrics.iter().all(|found| found.weak)
            && !label.is_empty();
        if run && label.as_str().len() <= LONGEST_SETTING {
            conditions.set_default("workload", written(label.as_str()));
        }
        let before: Vec<&Facet> =
            (0..row).rev().filter_map(|above| labels.last().map(|&at| grid.cell(above, at))).take(1).collect();
        for column in &devices {
            // "H200 TFLOPS": the heading says what stands below it.
            let measures = corner_measures(column.heading) && names_figures(vocab, classes, column.heading);
            let mut facets: Vec<&Facet> = measures.then_some(column.heading).into_iter().collect();
            facets.push(&label);
            facets.extend(corner_measures(corner).then_some(corner));
            facets.retain(|facet| !facet.is_empty());
            let Some(subjects) = narrowed(binder, &column.subjects, grid.cell(row, column.at)) else { continue };
            let place = Place {
                row,
                column: column.at,
                subjects,
                named_by: Some(column.heading),
                heads: Heads {
                    facets,
                    above: binder.above.near().collect(),
                    beside: std::iter::once(grid.cell(row, column.at)).chain(before.iter().copied()).collect(),
                    others: Vec::new(),
                    unit: unit.clone(),
                    achieved: binder.achieved || is_run(&conditions),
                    run,
                },
                row_conditions: with_heading(vocab, &conditions, column.heading),
                rule: "table/columns",
            };
            let model = conditions.get("workload").is_some();
            let pods = holds_word(&vocab.tables.size_of_a_whole, label.as_str());
            let fit = |measure: &Measure, value: &Value, one: &Subject| {
                let one = whose(binder, measure, value, one, hardware, model)?;
                let counted = pods && vocab.tables.metrics.contained.as_ref() == Some(&measure.metric);
                Ok(counted.then(|| pod(binder, value, &one)).flatten().unwrap_or(one))
            };
            binder.cell(&place, &fit, drafts);
        }
    }
}

/// Adds what the heading of a column states beside the name: "H100 (FP8)", "A100 (BS=32)".
fn with_heading(vocab: &Vocab, row: &Conditions, heading: &Facet) -> Conditions {
    let mut all = row.clone();
    for (key, value) in heading.stated().iter().chain(heading.numbered(vocab).iter()) {
        if !matches!(&**key, "count" | "scope") {
            all.set_default(key, value.clone());
        }
    }
    all
}

/// Returns the condition that plain numbers below or beside `corner` state: "Batch Size | 1 | 8 | 16".
pub fn numbered_by(vocab: &Vocab, corner: &Facet) -> Option<Name> {
    let named = |metric: &Name| corner.metrics.iter().any(|found| found.metric == *metric && !found.weak);
    let mut keys = vocab.tables.as_condition.iter();
    keys.find(|entry| is_one_of(&entry.words, corner.as_str()) || entry.metric.as_ref().is_some_and(named))
        .map(|entry| entry.key.clone())
}

/// Takes the device that a cell names for the class that heads its column ("A100, 2 TB/s" under "GPU"); none where it
/// names several.
fn narrowed(binder: &Binder<'_>, subjects: &[Subject], cell: &Facet) -> Option<Vec<Subject>> {
    let [class] = subjects else { return Some(subjects.to_vec()) };
    if !binder.classes.is_class(&class.device) {
        return Some(subjects.to_vec());
    }
    let own = subject::listed(binder.vocab, binder.classes, cell, false);
    match &own[..] {
        [] => Some(subjects.to_vec()),
        [one] if cell.device_ids().len() == 1 && binder.vocab.devices.is_a(&one.device, &class.device) => Some(own),
        _ => None,
    }
}

/// Returns the plain number that is all of a cell.
pub fn number(cell: &Facet) -> Option<Decimal> {
    let [only] = &cell.quantities[..] else { return None };
    let all = only.span.start == 0 && only.span.end == cell.text.len() && only.unit.is_none();
    only.low.filter(|_| all && only.low == only.high)
}

/// Returns the machine that is made of so many of a chip: "Pod size | 4096 chips" in the column of a chip.
pub(super) fn pod(binder: &Binder<'_>, value: &Value, chip: &Subject) -> Option<Subject> {
    let count = value.reading.low?;
    let mut pods = binder.vocab.devices.iter().filter(|device| {
        device.holds.as_ref().is_some_and(|holds| holds.device == chip.device && Decimal::from(holds.count) == count)
    });
    let pod = pods.next()?;
    Some(Subject { device: pod.id.clone(), conditions: Conditions::default() })
}

/// A unit column and a column of remarks do not name the row.
fn labels_rows(column: &Column) -> bool {
    !matches!(column.role, Role::Unit | Role::Ignored | Role::Figures)
}

fn corner_measures(corner: &Facet) -> bool {
    corner.unit.is_some() || corner.metrics.iter().any(|found| !found.weak)
}

fn whose(
    binder: &Binder<'_>,
    measure: &Measure,
    value: &Value,
    one: &Subject,
    hardware: bool,
    with_model: bool,
) -> Result<Subject, &'static str> {
    let metrics = &binder.vocab.tables.metrics;
    if value.times.is_some() {
        return Err("a product of two numbers");
    }
    let of_models = |metric: &Name| metrics.model.contains(metric);
    if !hardware && !of_models(&measure.metric) && !metrics.model_alone.contains(&measure.metric) {
        return Err("a model has no such figure");
    }
    if hardware && with_model && of_models(&measure.metric) {
        return Err("what was spent on a model, in the column of a device");
    }
    Ok(one.clone())
}
