//! All findings, narrowed by status, kind, device, metric, source and place.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::conflict::{Across, Kind, Status};
use crate::serve::layout::{Page, Stretch};
use crate::serve::parts;
use crate::serve::request::{Ask, Problem, grouped};
use crate::serve::table::FindingRow;
use crate::text::suggest;

/// Findings on a page.
const FINDINGS: usize = 25;
/// Words of a facet that are listed.
const FACETS: usize = 10;

/// What is asked for, as numbers.
struct Wanted {
    statuses: Vec<Status>,
    kind: Option<Kind>,
    across: Option<Across>,
    device: Option<Vec<bool>>,
    metric: Option<u32>,
    source: Option<u32>,
}

/// A number that no name has.
const NONE: u32 = u32::MAX;

impl Wanted {
    fn new(ask: &Ask<'_>) -> Result<Self, Problem> {
        let table = &ask.snapshot.table;
        let device = ask.device_named("device")?;
        let metric = ask.metric_named("metric")?;
        let source = match ask.get("source") {
            Some(id) => {
                Some(ask.snapshot.record(id).ok_or_else(|| super::problem::no_id(ask, "no_source", id))?.0 as u32)
            }
            None => None,
        };
        Ok(Wanted {
            statuses: statuses(ask)?,
            kind: one_of(ask, "kind", Kind::ALL, Kind::as_str)?,
            across: one_of(ask, "across", &[Across::Sources, Across::WithinSource], Across::as_str)?,
            device: device.map(|device| table.below(ask.vocab, &device)),
            metric: metric.map(|metric| table.metrics.number(&metric).unwrap_or(NONE)),
            source,
        })
    }

    /// Says whether a finding passes all but its status.
    fn holds(&self, row: &FindingRow) -> bool {
        self.kind.is_none_or(|kind| kind == row.kind)
            && self.across.is_none_or(|across| across == row.across)
            && self.metric.is_none_or(|metric| metric == row.metric)
            && self.device.as_ref().is_none_or(|below| below.get(row.device as usize).copied().unwrap_or(false))
            && self.source.is_none_or(|source| row.sources.contains(&source))
    }
}

/// Returns the verdicts that are asked for; conflicts and tensions where none is named.
fn statuses(ask: &Ask<'_>) -> Result<Vec<Status>, Problem> {
    let Some(text) = ask.get("status") else { return Ok(vec![Status::Conflict, Status::Tension]) };
    if text == "all" {
        return Ok(Status::ALL.to_vec());
    }
    let one = |word: &str| {
        let names = Status::ALL.iter().map(|status| status.as_str()).chain(["all"]);
        Status::ALL
            .iter()
            .copied()
            .find(|status| status.as_str() == word)
            .ok_or_else(|| ask.unknown("unknown_status", "status", word, suggest::nearest(word, names)))
    };
    text.split(',').map(str::trim).map(one).collect()
}

fn one_of<T: Copy>(ask: &Ask<'_>, key: &str, all: &[T], name: fn(T) -> &'static str) -> Result<Option<T>, Problem> {
    let Some(word) = ask.get(key) else { return Ok(None) };
    let found = all.iter().copied().find(|one| name(*one) == word);
    let names = all.iter().map(|one| name(*one));
    found.map(Some).ok_or_else(|| ask.unknown("unknown_word", key, word, suggest::nearest(word, names)))
}

/// How many findings there are by each word, of those that pass.
#[derive(Default)]
struct Counts {
    statuses: BTreeMap<Status, usize>,
    kinds: BTreeMap<Kind, usize>,
    devices: Vec<usize>,
    metrics: Vec<usize>,
    sources: Vec<usize>,
}

/// Returns the list of findings.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let wanted = Wanted::new(ask)?;
    let table = &ask.snapshot.table;
    let mut counts = Counts {
        devices: vec![0; table.devices.len()],
        metrics: vec![0; table.metrics.len()],
        sources: vec![0; ask.snapshot.records.len()],
        ..Counts::default()
    };
    let mut found: Vec<usize> = Vec::new();
    for (at, row) in table.findings.iter().enumerate().filter(|(_, row)| wanted.holds(row)) {
        *counts.statuses.entry(row.status).or_default() += 1;
        if !wanted.statuses.contains(&row.status) {
            continue;
        }
        found.push(at);
        *counts.kinds.entry(row.kind).or_default() += 1;
        counts.devices[row.device as usize] += 1;
        counts.metrics[row.metric as usize] += 1;
        for source in &row.sources {
            counts.sources[*source as usize] += 1;
        }
    }
    let stretch = Stretch::of(ask, found.len(), FINDINGS)?;
    let shown = found.get(stretch.start..stretch.end).unwrap_or_default();
    let main = html! {
        h1 { (ask.say("findings")) }
        (status_tabs(ask, &wanted, &counts))
        (filter_form(ask))
        (chosen(ask))
        div class="split" {
            div class="results" {
                p role="status" class="headline" { (ask.count(if found.len() == 1 { "findings_one" } else { "findings_many" }, found.len())) }
                @if found.is_empty() { p class="nothing" { (ask.say("no_findings")) } }
                ol class="items" start=(stretch.start + 1) {
                    @for at in shown { (parts::finding(ask, &ask.snapshot.findings[*at])) }
                }
                (stretch.pager(ask))
            }
            aside class="facets" aria-label=(ask.say("facets")) {
                (kinds(ask, &counts))
                (facet(ask, "device", &counts.devices, |id| (table.devices.name(id).to_owned(), ask.device(table.devices.name(id)).to_owned())))
                (facet(ask, "metric", &counts.metrics, |id| (table.metrics.name(id).to_owned(), ask.metric(table.metrics.name(id)).to_owned())))
                (facet(ask, "source", &counts.sources, |id| {
                    ask.snapshot.records.get(id as usize).map(|record| (record.source.id.to_string(), parts::file_name(&record.source.path).to_owned())).unwrap_or_default()
                }))
            }
        }
    };
    Ok(Page { title: ask.say("findings").to_owned(), section: "/findings", main })
}

fn status_tabs(ask: &Ask<'_>, wanted: &Wanted, counts: &Counts) -> Markup {
    let all: usize = counts.statuses.values().sum();
    html! {
        nav class="tabs" aria-label=(ask.say("filter_status")) {
            @for &status in Status::ALL {
                @let n = counts.statuses.get(&status).copied().unwrap_or(0);
                @let here = wanted.statuses.contains(&status) && wanted.statuses.len() <= 2;
                @if n > 0 || here {
                    a href=(ask.here().with("status", status.as_str())) aria-current=[here.then_some("true")] {
                        (ask.say(parts::status_words(status))) " " span class="count" { (grouped(n)) }
                    }
                }
            }
            a href=(ask.here().with("status", "all")) aria-current=[(wanted.statuses.len() > 2).then_some("true")] {
                (ask.say("all")) " " span class="count" { (grouped(all)) }
            }
        }
    }
}

/// Returns the form by which names are typed; it works without the script.
fn filter_form(ask: &Ask<'_>) -> Markup {
    let typed = ["device", "metric"];
    html! {
        form class="filters" action="/findings" method="get" {
            @for (key, value) in ask.params.iter().filter(|(key, _)| !typed.contains(&key.as_str()) && key != "across" && key != "page") {
                input type="hidden" name=(key) value=(value);
            }
            label { span { (ask.say("facet_device")) } input type="text" name="device" value=(ask.get("device").unwrap_or_default()) placeholder="H100" autocomplete="off" maxlength="200"; }
            label { span { (ask.say("facet_metric")) } input type="text" name="metric" value=(ask.get("metric").unwrap_or_default()) placeholder=(ask.metric("memory_bandwidth")) autocomplete="off" maxlength="200"; }
            label {
                span { (ask.say("filter_across")) }
                select name="across" data-submit {
                    option value="" { (ask.say("all")) }
                    @for across in [Across::Sources, Across::WithinSource] {
                        option value=(across.as_str()) selected[ask.get("across") == Some(across.as_str())] { (parts::word(ask, "across", across.as_str())) }
                    }
                }
            }
            button type="submit" { (ask.say("filter")) }
        }
    }
}

/// Returns the filters that are set, each with a link that takes it out.
fn chosen(ask: &Ask<'_>) -> Markup {
    let set: Vec<(&str, String)> = ["device", "metric", "kind", "source", "across"]
        .into_iter()
        .filter_map(|key| ask.get(key).map(|value| (key, shown(ask, key, value))))
        .collect();
    html! {
        @if !set.is_empty() {
            ul class="chips" aria-label=(ask.say("filters_set")) {
                @for (key, value) in &set {
                    li class="chip" {
                        (value) " "
                        a class="remove" href=(ask.here().without(key)) aria-label=(ask.fill("remove", &[("name", value)])) { "×" }
                    }
                }
            }
        }
    }
}

fn shown(ask: &Ask<'_>, key: &str, value: &str) -> String {
    match key {
        "device" => ask.vocab.devices.named(value).map_or(value, |device| ask.device(&device.id)).to_owned(),
        "metric" => ask.vocab.metrics.named(value).map_or(value, |metric| ask.metric(&metric.id)).to_owned(),
        "source" => ask.snapshot.record(value).map_or(value, |(_, record)| &record.source.path).to_owned(),
        _ => parts::word(ask, key, value),
    }
}

fn kinds(ask: &Ask<'_>, counts: &Counts) -> Markup {
    let mut kinds: Vec<(Kind, usize)> = counts.kinds.iter().map(|(kind, n)| (*kind, *n)).collect();
    kinds.sort_by_key(|(kind, n)| (std::cmp::Reverse(*n), *kind));
    html! {
        @if !kinds.is_empty() {
            h2 { (ask.say("facet_kind")) }
            ul {
                @for (kind, n) in kinds {
                    @let chosen = ask.get("kind") == Some(kind.as_str());
                    @let link = if chosen { ask.here().without("kind") } else { ask.here().with("kind", kind.as_str()) };
                    li {
                        a href=(link) aria-current=[chosen.then_some("true")] {
                            span class="name" { (parts::word(ask, "kind", kind.as_str())) }
                            span class="count" { (grouped(n)) }
                        }
                    }
                }
            }
        }
    }
}

fn facet(ask: &Ask<'_>, key: &'static str, counts: &[usize], name: impl Fn(u32) -> (String, String)) -> Markup {
    let mut listed: Vec<(u32, usize)> = (0..).zip(counts.iter().copied()).filter(|(_, n)| *n > 0).collect();
    listed.sort_by_key(|(id, n)| (std::cmp::Reverse(*n), *id));
    let words = match key {
        "device" => "facet_device",
        "metric" => "facet_metric",
        _ => "facet_source",
    };
    html! {
        @if !listed.is_empty() {
            h2 { (ask.say(words)) }
            ul {
                @for (id, n) in listed.iter().take(FACETS) {
                    @let (value, title) = name(*id);
                    @let chosen = ask.get(key) == Some(value.as_str());
                    @let link = if chosen { ask.here().without(key) } else { ask.here().with(key, &value) };
                    li {
                        a href=(link) aria-current=[chosen.then_some("true")] {
                            span class="name" { (title) }
                            span class="count" { (grouped(*n)) }
                        }
                    }
                }
            }
            @if listed.len() > FACETS { p class="more" { (ask.count("further", listed.len() - FACETS)) } }
        }
    }
}
