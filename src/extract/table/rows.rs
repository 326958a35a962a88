//! Tables whose rows are about devices.

use rust_decimal::Decimal;

use crate::claim::{Conditions, Name};
use crate::extract::Skipped;
use crate::extract::draft::Drafts;
use crate::text::Mapped;

use super::above;
use super::bind::{Binder, Place};
use super::cell::{self, Value};
use super::day;
use super::facet::{self, Facet};
use super::grid::RowKind;
use super::measure::{Heads, Measure, is_run};
use super::plan::{Plan, Role};
use super::setting::{LONGEST_SETTING, columns_are_settings, written};
use super::subject::{self, Subject};

/// Who a row is about.
#[derive(Debug, Default, Clone)]
struct RowSubject {
    /// The accelerators named, in the order of their list.
    chips: Vec<Subject>,
    /// Column of the cell that names them.
    column: usize,
    /// The machine, where it is known by name.
    machine: Option<Subject>,
    /// The row names a machine, known or not.
    has_machine: bool,
    /// The model named.
    model: Option<Name>,
    /// The memory that the row gives the chip, as a variant of it ("40GB").
    variant: Option<Name>,
}

/// Reads every body row.
pub fn read(binder: &Binder<'_>, plan: &Plan, drafts: &mut Drafts) {
    let grid = binder.grid;
    let corner = corner(binder, plan);
    let dated = day::column(binder, plan);
    let declared = columns_are_settings(binder, plan).then(|| binder.above.declared(binder.vocab)).flatten();
    let mut before: Option<RowSubject> = None;
    for row in grid.rows(RowKind::Body) {
        let found = row_subject(binder, plan, row, before.as_ref());
        let Some(subject) = found else {
            skip_row(binder, row, drafts);
            continue;
        };
        let (mut conditions, stated_by) = row_conditions(binder, plan, row);
        if let Some(date) = dated.and_then(|at| day::of(binder.vocab, grid.cell(row, at))) {
            conditions.set_default("as_of", date);
        }
        let groups = Facet::joined(binder.vocab, grid.groups(row));
        for column in plan.with(Role::Figures).filter(|column| !stated_by.contains(column)) {
            figure(binder, plan, row, column, &subject, &conditions, corner, declared.as_ref(), &groups, drafts);
        }
        chip_count(binder, plan, row, &subject, drafts);
        before = Some(subject);
    }
}

/// Returns the heading of the column of names where it says what the whole table measures
/// ("Accelerator \ TFLOPS").
fn corner<'f>(binder: &Binder<'_>, plan: &'f Plan) -> Option<&'f Facet> {
    let named = plan.with(Role::Device).chain(plan.with(Role::Model)).chain(plan.with(Role::Machine)).next()?;
    let heading = &plan.columns[named].heading;
    let measures = heading.unit.is_some() || heading.metrics.iter().any(|found| !found.weak);
    (measures && binder.grid.width > 1).then_some(heading)
}

fn row_subject(binder: &Binder<'_>, plan: &Plan, row: usize, before: Option<&RowSubject>) -> Option<RowSubject> {
    let (vocab, classes, grid) = (binder.vocab, binder.classes, binder.grid);
    let mut found = RowSubject::default();
    let mut blank = true;
    for column in plan.with(Role::Device).chain(plan.with(Role::Machine)) {
        let facet = grid.cell(row, column);
        blank &= facet.is_empty();
        let named = subject::listed(vocab, classes, facet, false);
        let is_machine = plan.columns[column].role == Role::Machine;
        found.has_machine |= is_machine && !facet.is_empty();
        match named.first() {
            Some(first) if named.len() == 1 && classes.is_machine(&first.device) => {
                found.has_machine = true;
                found.machine.get_or_insert_with(|| first.clone());
            }
            Some(_) if found.chips.is_empty() && !is_machine => {
                found.column = column;
                found.chips = named;
            }
            _ => {}
        }
    }
    narrow_class(binder, plan, row, &mut found);
    if plan.parts && found.chips.iter().any(|chip| classes.is_class(&chip.device)) {
        return None;
    }
    found.model = plan.with(Role::Model).find_map(|column| classes.model(grid.cell(row, column)));
    found.variant = variant(binder, plan, row, &found);
    if found.chips.is_empty() && found.machine.is_none() && found.model.is_none() {
        // An empty cell below a name carries it on.
        let label = grid.cell(row, 0);
        return before.filter(|_| blank && label.is_empty()).cloned();
    }
    Some(found)
}

/// "GPU | RTX 4090 (24GB) | …": where the name is a class, another short cell may say which.
fn narrow_class(binder: &Binder<'_>, plan: &Plan, row: usize, found: &mut RowSubject) {
    let [only] = &found.chips[..] else { return };
    if !binder.classes.is_class(&only.device) {
        return;
    }
    let class = only.device.clone();
    let others = [Role::Device, Role::Label, Role::Figures, Role::Condition];
    for column in others.into_iter().flat_map(|role| plan.with(role)).filter(|&column| column != found.column) {
        let named = subject::listed(binder.vocab, binder.classes, binder.grid.cell(row, column), false);
        if !named.is_empty() && named.iter().all(|one| binder.vocab.devices.is_a(&one.device, &class)) {
            found.chips = named;
            found.column = column;
            return;
        }
    }
}

/// A longer cell of a column that gives no figure speaks of more than its row.
const SHORT: usize = 24;

/// Returns what the row's other cells state for its figures, and the columns that do.
fn row_conditions(binder: &Binder<'_>, plan: &Plan, row: usize) -> (Conditions, Vec<usize>) {
    let (vocab, grid) = (binder.vocab, binder.grid);
    let mut conditions = Conditions::default();
    let mut stated_by = Vec::new();
    for column in plan.with(Role::Condition) {
        let facet = grid.cell(row, column);
        merge(&mut conditions, &facet.stated());
        // "PCIe" in a column where others say "SXM" is a form of the board, not a link.
        if let Some(alone) = facet::behind_names(vocab, facet.as_str()) {
            let key = |key: &Name| {
                grid.rows(RowKind::Body).take(60).any(|row| grid.cell(row, column).stated().get(key).is_some())
            };
            if alone.iter().all(|(own, _)| key(own)) {
                merge(&mut conditions, &alone);
            }
        }
    }
    // "H100 (FP8)" in the column of names.
    for column in plan.with(Role::Device).chain(plan.with(Role::Machine)) {
        let facet = grid.cell(row, column);
        let own =
            facet.stated().iter().chain(facet.numbered(vocab).iter()).fold(Conditions::default(), |mut all, one| {
                all.set_default(one.0, one.1.clone());
                all
            });
        for (key, value) in own.iter().filter(|(key, _)| !matches!(&***key, "count" | "scope")) {
            conditions.set_default(key, value.clone());
        }
    }
    for column in plan.with(Role::Ignored) {
        let facet = grid.cell(row, column);
        let stated = facet.stated();
        for (key, value) in stated.iter().filter(|(key, _)| vocab.tables.ignored.states.contains(key)) {
            if facet.as_str().len() <= SHORT {
                conditions.set_default(key, value.clone());
            }
        }
    }
    for (key, place) in places(binder, plan, row) {
        conditions.set_default(key, place);
    }
    for column in plan.with(Role::Figures) {
        if let Some(key) = &plan.columns[column].key {
            stated_by.push(column);
            if let Ok(values) = cell::values(vocab, grid.cell(row, column))
                && let [value] = &values[..]
                && let (Some(low), Some(high)) = (value.reading.low, value.reading.high)
                && low == high
            {
                conditions.set_default(key, low);
            }
        }
    }
    if let Some(model) = plan.with(Role::Model).find_map(|column| binder.classes.model(grid.cell(row, column))) {
        conditions.set_default("workload", model);
    }
    // "Model | 8B Q4_K_M": a model that is not known is what was run all the same.
    let run = |column: &usize| {
        crate::vocab::table::is_one_of(&vocab.tables.heading.run, plan.columns[*column].heading.as_str())
    };
    if let Some(column) = plan.with(Role::Label).find(run)
        && let cell = grid.cell(row, column)
        && !cell.is_empty()
        && cell.as_str().len() <= LONGEST_SETTING
    {
        conditions.set_default("workload", written(cell.as_str()));
    }
    for label in grid.groups(row) {
        merge(&mut conditions, &Facet::new(vocab, label).stated());
    }
    (conditions, stated_by)
}

/// Returns who sells what the row is about, and where, as its cells say: by id where the name is known, else as written.
fn places(binder: &Binder<'_>, plan: &Plan, row: usize) -> Vec<(&'static str, Name)> {
    const LONGEST: usize = 40;
    let words = &binder.vocab.tables.heading;
    let mut found = Vec::new();
    for (key, words) in [("provider", &words.provider), ("region", &words.region)] {
        let mut columns = plan.columns.iter().enumerate();
        let headed = |heading: &Facet| crate::vocab::table::is_one_of(words, heading.as_str());
        let Some((column, _)) = columns.find(|(_, column)| headed(&column.heading)) else { continue };
        let cell = binder.grid.cell(row, column);
        let named = !cell.is_empty() && cell.text.len() <= LONGEST && !binder.vocab.tables.is_absent(cell.as_str());
        let chip = cell.devices.iter().any(|found| !binder.classes.is_machine(&found.device));
        if !named || chip {
            continue;
        }
        let known = cell.stated().word(key).map(Name::from);
        let written = || cell.as_str().trim().to_lowercase().split_whitespace().collect::<Vec<_>>().join("-").into();
        found.push((key, known.unwrap_or_else(written)));
    }
    found
}

#[expect(clippy::too_many_arguments, reason = "the whole cross of a cell")]
fn figure(
    binder: &Binder<'_>,
    plan: &Plan,
    row: usize,
    column: usize,
    subject: &RowSubject,
    conditions: &Conditions,
    corner: Option<&Facet>,
    declared: Option<&Facet>,
    groups: &Facet,
    drafts: &mut Drafts,
) {
    let (grid, classes) = (binder.grid, binder.classes);
    let heading = &plan.columns[column].heading;
    // "Speed vs. T4": a heading with a device of its own compares.
    if heading.devices.iter().any(|found| !classes.is_class(&found.device) && !classes.is_model(&found.device)) {
        return;
    }
    // "7B_q4_0" below "average speed (tokens/s)": the heading says what was run, "fp16" only how.
    let how = !heading.stated().is_empty() && heading.unknown_words(binder.vocab).is_empty();
    let set = declared.is_some() && !how;
    let metric_cell = plan.with(Role::Metric).next().map(|at| grid.cell(row, at));
    let is_value = crate::vocab::table::is_one_of(&binder.vocab.tables.heading.value, heading.as_str());
    let mut facets: Vec<&Facet> = Vec::new();
    if is_value || heading.is_empty() {
        facets.extend(metric_cell);
        facets.push(grid.cell(row, column));
    } else if !set {
        facets.push(heading);
    }
    facets.extend(corner.into_iter().chain(declared));
    facets.push(groups);
    if heading.metrics.is_empty() && heading.unknown_words(binder.vocab).is_empty() {
        // "NVLink 4 | H100 | 450" under "Interconnect | Accelerator | GBps".
        facets.extend(plan.with(Role::Condition).chain(plan.with(Role::Metric)).map(|at| grid.cell(row, at)));
    }
    facets.retain(|facet| !facet.is_empty());
    let unit = plan.with(Role::Unit).find_map(|at| grid.cell(row, at).whole_unit(binder.vocab));
    let mut row_conditions = conditions.clone();
    let scoped = |scopes: &[&str]| heading.stated().word("scope").is_some_and(|scope| scopes.contains(&scope));
    if subject.machine.is_some() && scoped(&["chip", "card"]) {
        row_conditions.remove("count");
    }
    let whole = scoped(&WHOLES);
    if !whole && counts_a_whole(binder, plan) {
        row_conditions.remove("count");
    }
    if let Some(model) = classes.model(heading) {
        row_conditions.set_default("workload", model);
    } else if set {
        row_conditions.set_default("workload", written(heading.as_str()));
    }
    let mut subjects = subjects(subject, binder);
    if scoped(&["chip", "card"]) {
        // "Price per GPU" in the row of eight is the price of one.
        subjects.iter_mut().for_each(|one| drop(one.conditions.remove("count")));
    }
    let place = Place {
        row,
        column,
        subjects,
        named_by: Some(grid.cell(row, subject.column)),
        heads: Heads {
            facets,
            above: binder.above.near().collect(),
            beside: std::iter::once(grid.cell(row, column))
                .chain((0..column).rev().take(4).map(|at| &plan.columns[at].heading))
                .collect(),
            others: plan.columns.iter().map(|column| &column.heading).collect(),
            unit,
            achieved: binder.achieved || is_run(conditions),
            run: false,
        },
        row_conditions,
        rule: "table/rows",
    };
    let fit =
        |measure: &Measure, value: &Value, one: &Subject| whose(binder, plan, heading, subject, measure, value, one);
    binder.cell(&place, &fit, drafts);
}

/// Says whether the column of counts gives the size of a whole ("Pod size (chips)"), a condition of wholes alone.
fn counts_a_whole(binder: &Binder<'_>, plan: &Plan) -> bool {
    let mut counts = plan.columns.iter().filter(|column| column.key.as_deref() == Some("count"));
    counts.any(|column| crate::vocab::table::holds_word(&binder.vocab.tables.size_of_a_whole, column.heading.as_str()))
}

/// The scopes of more than one device.
const WHOLES: [&str; 4] = ["host", "slice", "pod", "cluster"];

/// Returns the subjects that a figure of the row may have: the machine before the chips in it.
fn subjects(subject: &RowSubject, binder: &Binder<'_>) -> Vec<Subject> {
    if let Some(machine) = &subject.machine {
        return vec![machine.clone()];
    }
    if !subject.chips.is_empty() {
        return subject.chips.clone();
    }
    match binder.above.subject(binder.classes) {
        above::Subject::One(device, conditions) if !binder.classes.is_class(&device) => {
            vec![Subject { device, conditions }]
        }
        _ => subject
            .model
            .iter()
            .map(|model| Subject { device: model.clone(), conditions: Conditions::default() })
            .collect(),
    }
}

/// Decides whose a figure is: the chip's, the machine's, the model's.
fn whose(
    binder: &Binder<'_>,
    plan: &Plan,
    heading: &Facet,
    row: &RowSubject,
    measure: &Measure,
    value: &Value,
    one: &Subject,
) -> Result<Subject, &'static str> {
    let words = &binder.vocab.tables;
    let metric = &measure.metric;
    if let Some(model) = &row.model {
        let spent = plan.with(Role::Figures).any(|at| {
            let named = plan.columns[at].heading.metrics.iter().filter(|found| !found.weak);
            named.into_iter().any(|found| words.metrics.model.contains(&found.metric))
        });
        if spent && &**metric == "purchase_price" && heading.metrics.iter().all(|found| found.weak) {
            return Err("what a piece of work cost, not what the device costs");
        }
        let alone = row.chips.is_empty() && row.machine.is_none();
        if words.metrics.model.contains(metric) || (one.device == *model && words.metrics.model_alone.contains(metric))
        {
            let mut conditions = Conditions::default();
            if one.device != *model {
                conditions.set("hardware", one.device.clone());
                merge(&mut conditions, &one.conditions);
            }
            return Ok(Subject { device: model.clone(), conditions });
        }
        if alone && one.device == *model {
            return Err("a model has no such figure");
        }
    }
    let of_the_chip = crate::vocab::table::holds_word(&words.device_memory, heading.as_str());
    let apiece = heading.stated().word("scope").is_some_and(|scope| ["chip", "card"].contains(&scope));
    if row.has_machine && words.metrics.host.contains(metric) && !row.chips.is_empty() {
        if of_the_chip {
            let [chip] = &row.chips[..] else { return Err("several chips in one machine") };
            let mut chip = chip.clone();
            if !is_of_all(binder, &chip, value) {
                chip.conditions.remove("count");
            }
            return Ok(chip);
        }
        let mut machine = row.machine.clone().ok_or("it belongs to a machine that is not known by name")?;
        if words.metrics.listed.contains(metric) {
            machine.conditions.set_default("scope", "host");
        }
        return Ok(machine);
    }
    let accelerator = !row.has_machine && !binder.vocab.devices.is_a(&one.device, "cpu");
    let of_the_host = crate::vocab::table::holds_word(&words.of_the_host, heading.as_str());
    if accelerator && words.metrics.host.contains(metric) && of_the_host && !of_the_chip {
        // "Memory" by itself is the card's; beside a column of its memory, "RAM" is the machine's.
        let sizes = measure.unit.is_some() && words.metrics.listed.contains(metric);
        let beside = plan
            .columns
            .iter()
            .any(|column| crate::vocab::table::holds_word(&words.device_memory, column.heading.as_str()));
        if !sizes || beside {
            return Err("it belongs to the machine that holds the card");
        }
    }
    if value.times.is_some() {
        return Err("a product of two numbers");
    }
    if row.has_machine && row.machine.is_none() {
        let counted = one.count().is_some()
            || plan.with(Role::Figures).any(|at| plan.columns[at].key.as_deref() == Some("count"));
        if words.metrics.priced.contains(metric) && !counted && !apiece {
            return Err("the price of a machine, and not how many devices it holds");
        }
    }
    let mut one = one.clone();
    if let (true, Some(machine), [chip]) =
        (apiece && words.metrics.priced.contains(metric), &row.machine, &row.chips[..])
    {
        // "Price per GPU-hour" in the row of a machine is the price of a chip in that cloud.
        let vendor = machine.device.split('-').next().unwrap_or_default();
        let mut chip = chip.clone();
        chip.conditions.remove("count");
        if let Some(provider) = words.providers.get(vendor) {
            chip.conditions.set_default("provider", provider.clone());
        }
        return Ok(chip);
    }
    if words.metrics.priced.contains(metric) {
        if let [chip] = &row.chips[..] {
            merge(&mut one.conditions, &chip.conditions);
        }
        if let Some(variant) = &row.variant {
            one.conditions.set_default("variant", variant.clone());
        }
        if apiece {
            one.conditions.remove("count");
        }
    }
    Ok(one)
}

/// Says whether a size is that of all the chips of the row: 640 GB of eight with 80 GB each.
fn is_of_all(binder: &Binder<'_>, chip: &Subject, value: &Value) -> bool {
    let digits = |variant: &str| -> Option<Decimal> {
        variant.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
    };
    let sold = binder.vocab.devices.get(&chip.device).into_iter().flat_map(|device| &device.variants);
    let named = chip.conditions.word("variant").map(Name::from);
    let mut sizes = named.iter().chain(sold.filter(|_| named.is_none())).filter_map(|variant| digits(variant));
    let (Some(count), Some(size)) = (chip.count(), value.reading.low) else { return false };
    count > Decimal::ONE && sizes.any(|one| one * count == size)
}

/// Returns the variant that the row's memory of the chip names, where the chip was sold with it.
fn variant(binder: &Binder<'_>, plan: &Plan, row: usize, found: &RowSubject) -> Option<Name> {
    let [chip] = &found.chips[..] else { return None };
    let device = binder.vocab.devices.get(&chip.device)?;
    let of_the_chip = |column: &usize| {
        let heading = &plan.columns[*column].heading;
        crate::vocab::table::holds_word(&binder.vocab.tables.device_memory, heading.as_str())
    };
    let column = plan.with(Role::Figures).find(of_the_chip)?;
    let facet = binder.grid.cell(row, column);
    let values = cell::values(binder.vocab, facet).ok()?;
    let [value] = &values[..] else { return None };
    cell::variant(device, value.reading.span.of(facet.as_str())?)
}

/// "8 * V100" in the row of a machine also says how many chips it holds.
fn chip_count(binder: &Binder<'_>, plan: &Plan, row: usize, subject: &RowSubject, drafts: &mut Drafts) {
    let (Some(machine), [chip]) = (&subject.machine, &subject.chips[..]) else { return };
    let Some(count) = chip.count() else { return };
    let Some(metric) = &binder.vocab.tables.metrics.contained else { return };
    let facet = binder.grid.cell(row, subject.column);
    let reading = facet.quantities.iter().find(|reading| reading.low == Some(count) && reading.unit.is_none());
    let heading = &plan.columns[subject.column].heading;
    let Some(reading) = reading.cloned() else { return };
    let value = Value { reading, parts: Vec::new(), busy: Vec::new(), times: None };
    let place = Place {
        row,
        column: subject.column,
        subjects: vec![machine.clone()],
        named_by: None,
        heads: Heads {
            facets: vec![heading],
            above: Vec::new(),
            beside: Vec::new(),
            others: Vec::new(),
            unit: None,
            achieved: false,
            run: false,
        },
        row_conditions: Conditions::default(),
        rule: "table/contents",
    };
    let measure = Measure { metric: metric.clone(), unit: None };
    binder.claim(&place, facet, (&[value], 0), &measure, machine, None, drafts);
}

fn merge(conditions: &mut Conditions, more: &Conditions) {
    for (key, value) in more.iter() {
        conditions.set_default(key, value.clone());
    }
}

fn skip_row(binder: &Binder<'_>, row: usize, drafts: &mut Drafts) {
    for facet in
        binder.grid.cells[row].iter().filter(|facet| facet.quantities.iter().any(|reading| reading.unit.is_some()))
    {
        let span = Mapped::source(&facet.text);
        let surface = span.of(&binder.article.text).unwrap_or_default().to_owned();
        let reason = "the row names no device that is known".to_owned();
        drafts.skipped.push(Skipped { span, surface, reason });
    }
}
