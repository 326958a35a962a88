//! How a table is laid out: where its devices stand, and what each column is for.

use crate::claim::Name;
use crate::extract::mention::DeviceMention;
use crate::extract::quantity::UnitReading;
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::cue::Cue;
use crate::vocab::table::is_one_of;

use super::classes::Classes;
use super::day;
use super::facet::Facet;
use super::grid::{Grid, RowKind, share};

/// From this share of its cells on, a column is what they are.
const MOST: f32 = 0.5;
/// A longer cell that mentions a device is a remark about it, not its name.
const LONGEST_NAME: usize = 72;

/// Where the devices of a table stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Each row is about a device.
    Rows,
    /// Each column is about a device.
    Columns,
    /// The whole table is about one device, named above it.
    Above,
}

/// What a column is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It names the hardware that its row is about.
    Device,
    /// It names the machine that the row is about, known by name or not.
    Machine,
    /// It names the model that the row is about.
    Model,
    /// It names the metric that the row is about.
    Metric,
    /// It gives the unit of the row.
    Unit,
    /// It states a condition of the row.
    Condition,
    /// It holds figures.
    Figures,
    /// It names the row in words of its own.
    Label,
    /// It gives no figure.
    Ignored,
}

/// One column.
#[derive(Debug)]
pub struct Column {
    /// Its headings as one text.
    pub heading: Facet,
    /// What it is for.
    pub role: Role,
    /// The condition that its numbers state for the row's measurements.
    pub key: Option<Name>,
}

/// The layout of one table.
#[derive(Debug)]
pub struct Plan {
    /// Where the devices stand.
    pub axis: Axis,
    /// The columns, from left to right.
    pub columns: Vec<Column>,
    /// The rows are parts of some machine ("GPU", "memory"): only those count whose part another cell names.
    pub parts: bool,
}

impl Plan {
    /// Decides the layout of `grid` by where devices, metrics, units and numbers are found.
    pub fn new(vocab: &Vocab, classes: &Classes<'_>, grid: &Grid<'_>) -> Plan {
        let mut columns: Vec<Column> = (0..grid.width)
            .map(|at| {
                let heading = grid.heading(vocab, at);
                let role = role(vocab, classes, grid, at, &heading);
                Column { heading, role, key: None }
            })
            .collect();
        reject_examples(grid, &mut columns);
        state_conditions(vocab, classes, &mut columns);
        let by_row =
            |columns: &[Column]| columns.iter().any(|column| matches!(column.role, Role::Device | Role::Machine));
        let headed = |column: &Column| heads_figures(vocab, classes, &column.heading, false);
        let headed_model = |column: &Column| heads_device(classes, &column.heading, true);
        let body = columns.get(1..).unwrap_or_default();
        let axis = if by_row(&columns) {
            Axis::Rows
        } else if body.iter().any(headed) {
            Axis::Columns
        } else if columns.iter().any(|column| column.role == Role::Model) {
            Axis::Rows
        } else if body.iter().any(headed_model) {
            Axis::Columns
        } else {
            Axis::Above
        };
        Plan { axis, columns, parts: false }
    }

    /// Takes the table for one whose first column names kinds of parts, where one of them is a kind of device:
    /// "GPU | RTX 4090 / RTX A6000 | 330/310 TFLOPS".
    pub fn of_parts(mut self, classes: &Classes<'_>, grid: &Grid<'_>) -> Plan {
        let is_kind = |cell: &Facet| {
            cell.devices.iter().any(|found| classes.is_class(&found.device) && covers(cell.as_str(), found))
        };
        let Some(first) = self.columns.first_mut() else { return self };
        if !matches!(first.role, Role::Label | Role::Metric | Role::Condition)
            || !grid.rows(RowKind::Body).any(|row| is_kind(grid.cell(row, 0)))
        {
            return self;
        }
        first.role = Role::Device;
        (self.axis, self.parts) = (Axis::Rows, true);
        self
    }

    /// Says whether the only devices that head columns are classes that `device` is one of.
    pub fn is_headed_by_classes_of(&self, vocab: &Vocab, classes: &Classes<'_>, device: &Name) -> bool {
        let heads = self.columns.iter().skip(1).filter(|column| heads_figures(vocab, classes, &column.heading, false));
        let mut named = heads.flat_map(|column| &column.heading.devices);
        named.all(|found| classes.is_class(&found.device) && vocab.devices.is_a(device, &found.device))
    }

    /// Says whether the headings are but a row of the sheet that says how the device is built: "GPU Architecture | Pascal (GP102)".
    pub fn heads_architecture(&self, vocab: &Vocab) -> bool {
        let [label, value] = &self.columns[..] else { return false };
        let text = label.heading.as_str();
        let named = vocab
            .binding
            .cues
            .find_all(text)
            .iter()
            .any(|cue| cue.entry == Cue::Architecture && cue.span.end == text.len());
        named && !value.heading.devices.is_empty()
    }

    /// Returns the numbers of the columns with one role.
    pub fn with(&self, role: Role) -> impl Iterator<Item = usize> {
        (0..self.columns.len()).filter(move |&at| self.columns[at].role == role)
    }
}

fn role(vocab: &Vocab, classes: &Classes<'_>, grid: &Grid<'_>, at: usize, heading: &Facet) -> Role {
    let cells = || grid.rows(RowKind::Body).map(|row| grid.cell(row, at));
    let words = &vocab.tables.heading;
    let (hardware, filled) = share(cells(), |cell| names_device(classes, cell, false));
    if filled == 0 {
        return Role::Ignored;
    }
    if is_one_of(&words.example, heading.as_str()) {
        return Role::Ignored;
    }
    let machine = is_one_of(&words.instance, strip_brackets(heading.as_str()));
    if hardware >= MOST {
        return if machine { Role::Machine } else { Role::Device };
    }
    if machine {
        return Role::Machine;
    }
    if share(cells(), |cell| names_device(classes, cell, true)).0 >= MOST {
        return Role::Model;
    }
    // "Model | 8B Q4_K_M": a size in a name is no figure of the row.
    let named = |cell: &Facet| cell.quantities.iter().all(|reading| reading.span.len() < cell.text.len());
    if at > 0 && is_one_of(&words.run, heading.as_str()) && cells().all(named) {
        return Role::Label;
    }
    // "计算能力（FP32）" over "14.1 TFLOPS" is no number of a version.
    let computes = || {
        let is_rate = |unit: &UnitReading| &*unit.dimension == "operations/time";
        let rate = |cell: &Facet| cell.quantities.iter().any(|found| found.unit.as_ref().is_some_and(is_rate));
        heading.stated().word("precision").is_some() && share(cells(), rate).0 >= MOST
    };
    if vocab.tables.is_ignored(heading.as_str())
        && heading.devices.iter().all(|found| classes.is_class(&found.device))
        && !computes()
    {
        return Role::Ignored;
    }
    if day::heads(vocab, heading) && share(cells(), |cell| day::of(vocab, cell).is_some()).0 >= MOST {
        return Role::Ignored;
    }
    let is_unit = |cell: &Facet| cell.whole_unit(vocab).is_some();
    if is_one_of(&words.unit, heading.as_str()) || heading.metrics.is_empty() && share(cells(), is_unit).0 >= MOST {
        return Role::Unit;
    }
    let given = cells().filter(|cell| !vocab.tables.is_absent(cell.as_str()));
    let numbers = share(given, Facet::has_value).0;
    let headed = !heading.metrics.is_empty() || heading.unit.is_some();
    // The first column is of names more often than of figures.
    if numbers >= if at == 0 { MOST } else { 0.2 } || numbers > 0.0 && at > 0 && headed {
        return Role::Figures;
    }
    let names_metric = |cell: &Facet| cell.metrics.iter().any(|found| !found.weak) && cell.text.len() <= LONGEST_NAME;
    if share(cells(), names_metric).0 >= MOST {
        return Role::Metric;
    }
    if share(cells(), |cell| !cell.conditions.is_empty() && cell.text.len() <= LONGEST_NAME).0 >= MOST {
        return Role::Condition;
    }
    if headed && at > 0 { Role::Figures } else { Role::Label }
}

/// Takes columns of devices back that only give examples: those headed so, and those to the right
/// of the figures in a table whose rows are named by something else.
fn reject_examples(grid: &Grid<'_>, columns: &mut [Column]) {
    let named_otherwise = columns.first().is_some_and(|column| matches!(column.role, Role::Label | Role::Metric));
    // "NVLink 3 | 300 GB/s | A100" under "Interconnect | Bandwidth | GPU": the last column says whose link it is.
    let metric = columns.first().is_some_and(|column| column.role == Role::Metric);
    let Some(first_figures) = columns.iter().position(|column| column.role == Role::Figures) else { return };
    let names_alone = |at: usize| !grid.rows(RowKind::Body).any(|row| grid.cell(row, at).has_value());
    let figures = columns.iter_mut().enumerate().skip(first_figures);
    for (at, column) in figures.filter(|(_, column)| column.role == Role::Device) {
        let class = metric
            && names_alone(at)
            && column.heading.devices.iter().any(|found| covers(column.heading.as_str(), found));
        if named_otherwise && !class {
            column.role = Role::Ignored;
        }
    }
}

/// Finds the columns of numbers that state a condition, where the table also holds measurements
/// ("Batch size" beside "Throughput").
fn state_conditions(vocab: &Vocab, classes: &Classes<'_>, columns: &mut [Column]) {
    let tables = &vocab.tables;
    let measures: Vec<bool> = columns
        .iter()
        .map(|column| {
            let heading = &column.heading;
            let by_unit = heading.unit.is_some() && heading.metrics.is_empty();
            let measured = heading.metrics.iter().any(|found| tables.metrics.measured.contains(&found.metric));
            // "BERT | ResNet-50" under "time to train": each column is a run.
            let run = heading.metrics.iter().all(|found| found.weak) && classes.model(heading).is_some();
            column.role == Role::Figures && (by_unit || measured || run)
        })
        .collect();
    let all = measures.iter().filter(|&&measures| measures).count();
    for (at, (column, own)) in columns.iter_mut().zip(measures).enumerate() {
        // A sign in front of all numbers the rows.
        let rows = at == 0 && !column.heading.as_str().contains(char::is_alphanumeric);
        if column.role != Role::Figures || rows {
            continue;
        }
        let heading = &column.heading;
        let named = |metric: &Name| heading.metrics.iter().any(|found| found.metric == *metric && !found.weak);
        let entry = tables
            .as_condition
            .iter()
            .find(|entry| is_one_of(&entry.words, heading.as_str()) || entry.metric.as_ref().is_some_and(named));
        let measured = all > usize::from(own);
        column.key = entry.filter(|entry| measured || entry.metric.is_none()).map(|entry| entry.key.clone());
    }
}

/// Says whether a cell names a device (or, with `models`, a model) rather than mentioning one.
pub fn names_device(classes: &Classes<'_>, cell: &Facet, models: bool) -> bool {
    let text = cell.as_str();
    cell.text.len() <= LONGEST_NAME
        && cell.devices.iter().any(|found| {
            classes.is_model(&found.device) == models && (!classes.is_class(&found.device) || covers(text, found))
        })
}

/// Says whether a heading names a device as the subject of its column.
pub fn heads_device(classes: &Classes<'_>, heading: &Facet, models: bool) -> bool {
    names_device(classes, heading, models) && heading.metrics.iter().all(|found| found.weak)
}

/// Says whether a heading names whose figures stand below it, and perhaps what they are: "H200", "H200 TFLOPS",
/// "A100 (batch size 32)"; "Speed vs. T4" does not.
pub fn heads_figures(vocab: &Vocab, classes: &Classes<'_>, heading: &Facet, models: bool) -> bool {
    heads_device(classes, heading, models) || !models && names_figures(vocab, classes, heading)
}

/// Says whether a heading holds nothing but the name of one device, measures and conditions.
pub fn names_figures(vocab: &Vocab, classes: &Classes<'_>, heading: &Facet) -> bool {
    // "GPU (samples/s)": a class heads its column where nothing else does.
    let name = strip_brackets(heading.as_str());
    let apart = |unit: Span| heading.devices.iter().all(|found| !found.span.overlaps(unit));
    let class = heading.unit.as_ref().is_some_and(|(span, _)| apart(*span))
        && heading
            .devices
            .iter()
            .any(|found| !classes.is_model(&found.device) && found.span.end <= name.len() && covers(name, found));
    (class || names_device(classes, heading, false))
        && heading.device_ids().len() == 1
        && !vocab.tables.is_ignored(heading.as_str())
        && heading.unknown_words(vocab).iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Says whether nothing but the name stands in the text.
fn covers(text: &str, found: &DeviceMention) -> bool {
    let (before, after) = (&text[..found.span.start], &text[found.span.end..]);
    !before.chars().chain(after.chars()).any(char::is_alphanumeric)
}

/// Returns a heading without what stands in brackets at its end.
fn strip_brackets(heading: &str) -> &str {
    heading.split(['(', '（']).next().unwrap_or(heading).trim()
}
