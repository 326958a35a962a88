//! Devices × metrics: the range of the figures in each cell, the disputed ones marked.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::device::GROUPS;
use crate::conflict::Status;
use crate::report::value;
use crate::serve::layout::{Page, Stretch};
use crate::serve::parts;
use crate::serve::request::{Ask, Problem};
use crate::serve::table::Cell;
use crate::text::suggest;

/// Devices on a page.
const DEVICES: usize = 40;
/// Metrics in a table.
const METRICS: usize = 8;

/// Returns the table of the group of metrics that is asked for.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let group = ask.get("group");
    if let Some(word) = group
        && !GROUPS.contains(&word)
    {
        return Err(ask.unknown("unknown_word", "group", word, suggest::nearest(word, GROUPS)));
    }
    let below = ask.device_named("device")?.map(|device| ask.snapshot.table.below(ask.vocab, &device));
    let table = &ask.snapshot.table;
    let metrics = metrics(ask, group);
    let mut devices: BTreeMap<u32, usize> = BTreeMap::new();
    for ((device, metric), cell) in &table.cells {
        let wanted = below.as_ref().is_none_or(|below| below.get(*device as usize).copied().unwrap_or(false));
        if wanted && metrics.contains(metric) {
            *devices.entry(*device).or_default() += cell.figures.min(20) + 100;
        }
    }
    // Those that can be compared in most columns come first.
    let mut devices: Vec<(u32, usize)> = devices.into_iter().collect();
    devices.sort_by_key(|(device, weight)| (std::cmp::Reverse(*weight), *device));
    let stretch = Stretch::of(ask, devices.len(), DEVICES)?;
    let main = html! {
        h1 { (ask.say("nav_matrix")) }
        p class="lead" { (ask.say("matrix_lead")) }
        (tabs(ask, group))
        @if devices.is_empty() { p class="nothing" { (ask.say("no_figures")) } } @else {
            div class="scroll" {
                table class="matrix" {
                    thead { tr {
                        th scope="col" { (ask.say("facet_device")) }
                        @for metric in &metrics { th scope="col" { (ask.metric(table.metrics.name(*metric))) } }
                    } }
                    tbody {
                        @for (device, _) in devices.get(stretch.start..stretch.end).unwrap_or_default() {
                            tr class="item" {
                                th scope="row" { a class="open device" href=(parts::device_page(ask, table.devices.name(*device))) { (ask.device(table.devices.name(*device))) } }
                                @for metric in &metrics { (cell(ask, *device, *metric)) }
                            }
                        }
                    }
                }
            }
        }
        (stretch.pager(ask))
    };
    Ok(Page { title: ask.say("nav_matrix").to_owned(), section: "/matrix", main })
}

/// Returns the metrics of a group that most devices have figures of.
fn metrics(ask: &Ask<'_>, group: Option<&str>) -> Vec<u32> {
    let table = &ask.snapshot.table;
    let mut spread: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, metric) in table.cells.keys() {
        *spread.entry(*metric).or_default() += 1;
    }
    let of_group = |metric: &u32| {
        let known = ask.vocab.metrics.get(table.metrics.name(*metric));
        group.is_none_or(|group| known.is_some_and(|known| &*known.group == group))
    };
    let mut metrics: Vec<(u32, usize)> = spread.into_iter().filter(|(metric, _)| of_group(metric)).collect();
    metrics.sort_by_key(|(metric, n)| (std::cmp::Reverse(*n), *metric));
    metrics.into_iter().take(METRICS).map(|(metric, _)| metric).collect()
}

fn tabs(ask: &Ask<'_>, group: Option<&str>) -> Markup {
    html! {
        nav class="tabs" aria-label=(ask.say("facet_metric")) {
            a href=(ask.here().without("group")) aria-current=[group.is_none().then_some("true")] { (ask.say("all")) }
            // Ratings and relations have no figures.
            @for id in GROUPS.iter().take(6) {
                a href=(ask.here().with("group", id)) aria-current=[(group == Some(id)).then_some("true")] { (parts::word(ask, "group", id)) }
            }
        }
    }
}

fn cell(ask: &Ask<'_>, device: u32, metric: u32) -> Markup {
    let table = &ask.snapshot.table;
    let Some(cell) = table.cells.get(&(device, metric)) else { return html! { td class="empty" { "–" } } };
    let worst = cell.worst;
    let (device, metric) = (table.devices.name(device), table.metrics.name(metric));
    let search = ask.link("/").with("q", &format!("device:{device} metric:{metric} kind:figure"));
    let class = worst.map_or("", Status::as_str);
    html! {
        td class=(class) {
            a href=(search) {
                @for range in ranges(ask, cell) { span class="range" { (range) } }
            }
            @if let Some(worst) = worst {
                @let finding = ask.link("/findings").with("device", device).with("metric", metric);
                " " a class={ "mark " (class) } href=(finding) title=(ask.say(parts::status_words(worst))) aria-label=(ask.say(parts::status_words(worst))) {
                    (if worst == Status::Conflict { "⚠" } else { "?" })
                }
            }
        }
    }
}

/// Returns the range of the figures of each unit.
fn ranges(ask: &Ask<'_>, cell: &Cell) -> Vec<String> {
    let dates = cell.dates.as_ref().map(
        |(first, last)| {
            if first == last { first.to_string() } else { format!("{first} – {last}") }
        },
    );
    let ranges = cell.ranges.iter().map(|(unit, (low, high))| value::interval(ask.vocab, *low, *high, unit));
    ranges.chain(dates).collect()
}
