//! Tables about one device that is named above them.

use crate::extract::draft::Drafts;
use crate::extract::mention::DeviceMention;

use super::above::Subject as Above;
use super::bind::{Binder, Place};
use super::cell::{self, Value};
use super::columns;
use super::day;
use super::facet::Facet;
use super::grid::{Grid, RowKind};
use super::measure::{Heads, Measure, is_run};
use super::plan::{Plan, Role, heads_figures};
use super::subject::Subject;
use crate::vocab::cue::Cue;
use crate::vocab::table::holds_word;

/// From so many columns of figures on, they are runs of something rather than sizes that a device is sold in.
const SEVERAL: usize = 3;

/// Reads every body row, if what stands above names one device.
pub fn read(binder: &Binder<'_>, plan: &Plan, drafts: &mut Drafts) {
    let (vocab, grid) = (binder.vocab, binder.grid);
    let Above::One(device, conditions) = binder.above.subject(binder.classes) else { return };
    // A class above a table says what the article is about, seldom whose figures these are.
    if binder.classes.is_class(&device) && !binder.above.is_headed_by(&device) {
        return;
    }
    let subject = Subject { device, conditions };
    let labels: Vec<usize> = (0..grid.width)
        .filter(|&at| matches!(plan.columns[at].role, Role::Label | Role::Metric | Role::Condition))
        .collect();
    let corner = &plan.columns[0].heading;
    let corner = (plan.columns[0].role != Role::Figures)
        .then_some(corner)
        .filter(|corner| corner.unit.is_some() || corner.metrics.iter().any(|found| !found.weak));
    let numbered = columns::numbered_by(vocab, &plan.columns[0].heading);
    let dated = day::column(binder, plan);
    let machine_parts = !binder.classes.is_machine(&subject.device) && lists_parts(binder);
    // "GPU Architecture | Pascal" heads a sheet about a card of that architecture.
    let sheet = plan.heads_architecture(vocab);
    for row in grid.rows(RowKind::Body) {
        // "Tensor Core | FP16 | 362 TFLOPS" among rows whose figures span both columns.
        let more = (1..grid.width).filter(|at| !labels.contains(at)).take_while(|&at| labels_more(grid, row, at));
        let labelled = labels.iter().copied().chain(more);
        let texts = grid.groups(row).into_iter().chain(labelled.map(|at| &grid.raw(row, at).text));
        let label = Facet::joined(vocab, texts);
        let own = grid.cell(row, 0);
        if vocab.tables.is_ignored(own.as_str()) && own.metrics.iter().all(|found| found.weak) {
            continue;
        }
        if machine_parts && vocab.tables.of_the_host.contains(&label.as_str().trim().to_lowercase()) {
            continue;
        }
        let mut conditions = label.stated();
        if let Some(date) = dated.and_then(|at| day::of(vocab, grid.cell(row, at))) {
            conditions.set_default("as_of", date);
        }
        let mut stated_by = Vec::new();
        for column in plan.with(Role::Figures) {
            if let Some(key) = &plan.columns[column].key {
                stated_by.push(column);
                if let Ok(values) = cell::values(vocab, grid.cell(row, column))
                    && let [value] = &values[..]
                    && let (Some(low), true) = (value.reading.low, value.reading.low == value.reading.high)
                {
                    conditions.set_default(key, low);
                }
            }
        }
        let unit = plan.with(Role::Unit).find_map(|at| grid.cell(row, at).whole_unit(vocab));
        let several = plan.with(Role::Figures).filter(|column| !stated_by.contains(column)).count() >= SEVERAL;
        let step = vocab.binding.cues.find_all(label.as_str()).iter().any(|cue| cue.entry == Cue::PerStep);
        for column in plan.with(Role::Figures).filter(|column| !stated_by.contains(column)) {
            let heading = &plan.columns[column].heading;
            // "TPU (samples/s)" in an article about the L4.
            let another = |found: &DeviceMention| {
                !binder.classes.is_model(&found.device)
                    && found.device != subject.device
                    && !vocab.devices.is_a(&subject.device, &found.device)
            };
            if !sheet && heads_figures(vocab, binder.classes, heading, false) && heading.devices.iter().any(another) {
                continue;
            }
            let mut conditions = conditions.clone();
            match (columns::number(heading), &numbered) {
                (Some(number), Some(key)) => conditions.set(key, number),
                // Columns told apart by a number of something unknown.
                (Some(_), None) if several => continue,
                _ => {}
            }
            let place = Place {
                row,
                column,
                subjects: vec![subject.clone()],
                named_by: None,
                heads: Heads {
                    facets: heads(binder, heading, &label, corner),
                    above: binder.above.near().collect(),
                    beside: std::iter::once(grid.cell(row, column))
                        .chain((0..column).rev().take(4).map(|at| &plan.columns[at].heading))
                        .collect(),
                    others: Vec::new(),
                    unit: unit.clone(),
                    achieved: binder.achieved || is_run(&conditions),
                    run: false,
                },
                row_conditions: conditions,
                rule: "table/whole",
            };
            let of_models = &vocab.tables.metrics.model;
            let fit = |measure: &Measure, value: &Value, one: &Subject| match value.times {
                Some(_) => Err("a product of two numbers"),
                None if several && vocab.tables.metrics.listed.contains(&measure.metric) => {
                    Err("several sizes of one device")
                }
                None if step && measure.unit.as_ref().is_some_and(|unit| &*unit.dimension == "time") => {
                    Err("the time of one step")
                }
                None if of_models.contains(&measure.metric) => {
                    Err("what belongs to a model, in a table about a device")
                }
                None => {
                    let contained = vocab.tables.metrics.contained.as_ref() == Some(&measure.metric);
                    let counts = contained && holds_word(&vocab.tables.size_of_a_whole, label.as_str());
                    Ok(counts.then(|| columns::pod(binder, value, one)).flatten().unwrap_or_else(|| one.clone()))
                }
            };
            binder.cell(&place, &fit, drafts);
        }
    }
}

/// Says whether the rows are the parts of a machine, its processor or its power supply among them: their memory is the
/// machine's.
fn lists_parts(binder: &Binder<'_>) -> bool {
    let (vocab, grid) = (binder.vocab, binder.grid);
    grid.rows(RowKind::Body).any(|row| {
        let label = grid.cell(row, 0);
        let processor = label.devices.iter().any(|found| vocab.devices.is_a(&found.device, "cpu"));
        let short = label.text.len() <= 32;
        processor || short && vocab.binding.cues.find_all(label.as_str()).iter().any(|cue| cue.entry == Cue::Accessory)
    })
}

/// Says whether a cell before the last only goes on with the row's label: words of metrics or conditions, no number.
fn labels_more(grid: &Grid<'_>, row: usize, at: usize) -> bool {
    let cell = grid.cell(row, at);
    let names = !cell.metrics.is_empty() || !cell.conditions.is_empty();
    at + 1 < grid.width && names && cell.quantities.is_empty() && !grid.raw(row, at + 1).repeated
}

/// Orders what may name metric and unit: a heading that names a metric or unit first, else the row's label.
fn heads<'f>(
    binder: &'f Binder<'_>,
    heading: &'f Facet,
    label: &'f Facet,
    corner: Option<&'f Facet>,
) -> Vec<&'f Facet> {
    let measures = |facet: &Facet| facet.unit.is_some() || facet.metrics.iter().any(|found| !found.weak);
    let is_value = crate::vocab::table::is_one_of(&binder.vocab.tables.heading.value, heading.as_str());
    let names = |facet: &Facet| facet.unit.is_some() || !facet.metrics.is_empty();
    // "GPU Architecture | Pascal (GP102)": no pressure, but a row of the sheet.
    let named = !heading.devices.is_empty() && heading.metrics.is_empty();
    let mut facets = if named && !label.is_empty() {
        vec![label]
    } else if is_value && !label.is_empty() {
        vec![label, heading]
    } else if measures(heading) {
        vec![heading, label]
    } else if measures(label) || names(label) && !names(heading) {
        vec![label, heading]
    } else {
        vec![heading, label]
    };
    facets.extend(corner);
    facets.retain(|facet| !facet.is_empty());
    facets
}
