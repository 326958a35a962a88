//! One device: what it is, its metrics with every figure as a dot by source, and what else is said of it.

use std::collections::BTreeMap;

use maud::{Markup, html};
use rust_decimal::prelude::ToPrimitive;

use crate::claim::{Claim, Statement};
use crate::report::value::interval;
use crate::serve::layout::Page;
use crate::serve::parts;
use crate::serve::request::{Ask, Problem, grouped};
use crate::serve::strip::{self, Figure};

/// Claims listed of each metric.
const LISTED: usize = 8;
/// Members of a class that are listed.
const MEMBERS: usize = 40;
/// The groups of metrics, in the order in which people ask for them.
pub const GROUPS: [&str; 8] = ["cost", "speed", "memory", "energy", "silicon", "threshold", "quality", "relation"];

/// Claims about one metric, each with its number.
type Claims<'a> = Vec<(usize, &'a Claim)>;

/// Returns the device whose id or name is asked for.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let name = ask.get("id").unwrap_or_default();
    let known = ask.device_named("id")?;
    let Some(id) = known.as_deref() else { return Err(super::problem::no_id(ask, "no_device", name)) };
    let snapshot = ask.snapshot;
    let mut metrics: BTreeMap<(usize, &str), Claims<'_>> = BTreeMap::new();
    for &at in snapshot.table.claims_about(id) {
        let Some(claim) = snapshot.claims.get(at as usize) else { continue };
        metrics.entry((group(ask, &claim.metric), &claim.metric)).or_default().push((at as usize, claim));
    }
    let count = snapshot.table.claims_about(id).len();
    let main = html! {
        article class="one-device" {
            header class="heading" {
                (lineage(ask, id))
                h1 { (ask.device(id)) }
                (facts(ask, id))
                p class="lead" {
                    (ask.count("claims_many", count)) " · "
                    a href=(ask.link("/findings").with("device", id)) { (ask.say("findings")) } " · "
                    a href=(ask.link("/").with("q", &format!("device:{id}"))) { (ask.say("search_all")) } " · "
                    a href=(ask.link("/digest").with("device", id)) { (ask.say("nav_digest")) }
                }
            }
            (members(ask, id))
            @if metrics.is_empty() { p class="nothing" { (ask.say("no_claims_about")) } }
            @if !metrics.is_empty() {
                p class="legend" aria-hidden="true" {
                    svg viewBox="0 0 14 14" width="14" height="14" { circle class="dot" cx="7" cy="7" r="5.5" {} } " " (ask.say("undisputed")) " "
                    svg viewBox="0 0 14 14" width="14" height="14" { path class="dot disputed" d=(strip::diamond(7.0, 7.0, 6.5)) {} } " " (ask.say("disputed"))
                }
            }
            @if metrics.len() > 3 {
                nav class="contents" aria-label=(ask.say("facet_metric")) {
                    ul { @for ((_, metric), claims) in &metrics { li { a href={ "#" (metric) } { (ask.metric(metric)) } " " span class="count" { (claims.len()) } } } }
                }
            }
            @for ((_, metric), claims) in &metrics { (metric_section(ask, id, metric, claims)) }
        }
    };
    Ok(Page { title: ask.device(id).to_owned(), section: "/devices", main })
}

/// Returns the place of a metric's group.
pub fn group(ask: &Ask<'_>, metric: &str) -> usize {
    let group = ask.vocab.metrics.get(metric).map_or("", |metric| &metric.group);
    GROUPS.iter().position(|known| *known == group).unwrap_or(GROUPS.len())
}

fn lineage(ask: &Ask<'_>, id: &str) -> Markup {
    let mut above: Vec<&str> = ask.vocab.devices.lineage(id).skip(1).map(|device| &*device.id).collect();
    above.reverse();
    html! {
        @if !above.is_empty() {
            nav class="crumbs" aria-label=(ask.say("lineage")) {
                @for device in above { (parts::device(ask, device)) " › " }
            }
        }
    }
}

fn facts(ask: &Ask<'_>, id: &str) -> Markup {
    let Some(device) = ask.vocab.devices.get(id) else { return html! {} };
    let names: Vec<&str> = device.names.iter().skip(1).take(8).map(String::as_str).collect();
    let list = |key: &str, names: &[crate::claim::Name]| {
        let titled = names.iter().map(|name| ask.vocab.condition(key, name, ask.lang));
        titled.collect::<Vec<_>>().join(ask.say("list_comma"))
    };
    html! {
        dl class="facts" {
            @if !names.is_empty() { dt { (ask.say("names")) } dd { (names.join(ask.say("list_comma"))) } }
            @if !device.variants.is_empty() { dt { (parts::word(ask, "condition", "variant")) } dd { (list("variant", &device.variants)) } }
            @if !device.forms.is_empty() { dt { (parts::word(ask, "condition", "form")) } dd { (list("form", &device.forms)) } }
            @if let Some(holds) = &device.holds { dt { (ask.say("holds")) } dd { (holds.count) " × " (parts::device(ask, &holds.device)) } }
        }
    }
}

/// Returns the devices right below a class that claims are about, or that have some below.
fn members(ask: &Ask<'_>, id: &str) -> Markup {
    let below = ask.snapshot.table.below(ask.vocab, id);
    let mut members: Vec<(&str, usize)> = ask
        .snapshot
        .table
        .devices
        .iter()
        .zip(&below)
        .filter(|(device, below)| **below && &***device != id)
        .map(|(device, _)| (&**device, ask.snapshot.table.claims_about(device).len()))
        .collect();
    members.sort_by_key(|(device, n)| (std::cmp::Reverse(*n), *device));
    html! {
        @if !members.is_empty() {
            section class="members" {
                h2 { (ask.say("members")) }
                ul class="chips" {
                    @for (device, n) in members.iter().take(MEMBERS) { li class="chip" { (parts::device(ask, device)) " " span class="count" { (grouped(*n)) } } }
                }
                @if members.len() > MEMBERS { p class="more" { (ask.count("further", members.len() - MEMBERS)) } }
            }
        }
    }
}

fn metric_section(ask: &Ask<'_>, device: &str, metric: &str, claims: &[(usize, &Claim)]) -> Markup {
    let search = ask.link("/").with("q", &format!("device:{device} metric:{metric}"));
    html! {
        section class="of-metric" id=(metric) {
            h2 { (ask.metric(metric)) " " span class="count" { (ask.count(if claims.len() == 1 { "claims_one" } else { "claims_many" }, claims.len())) } }
            (strips(ask, metric, claims))
            (table(ask, claims))
            @if claims.len() > LISTED { p { a href=(search) { (ask.count("all_claims", claims.len())) " →" } } }
        }
    }
}

/// Returns one strip for each unit with two figures or more.
fn strips(ask: &Ask<'_>, metric: &str, claims: &[(usize, &Claim)]) -> Markup {
    let mut units: BTreeMap<&str, Claims<'_>> = BTreeMap::new();
    for (number, claim) in claims {
        if let Statement::Figure(value) = &claim.statement
            && value.dates.is_none()
        {
            units.entry(&value.unit).or_default().push((*number, claim));
        }
    }
    html! {
        @for (unit, claims) in &units {
            @if claims.len() > 1 {
                @let figures: Vec<Figure<'_>> = claims.iter().filter_map(|(number, claim)| figure(ask, *number, claim)).collect();
                @let values = || claims.iter().filter_map(|(_, claim)| claim.statement.quantity()).map(|value| value.low);
                @let end = |value: Option<rust_decimal::Decimal>| value.map(|value| interval(ask.vocab, value, value, unit)).unwrap_or_default();
                (strip::draw(ask, ask.metric(metric), &figures, (&end(values().min()), &end(values().max()))))
            }
        }
    }
}

fn figure<'a>(ask: &Ask<'_>, number: usize, claim: &'a Claim) -> Option<Figure<'a>> {
    let at = claim.statement.quantity()?.low.to_f64()?;
    Some(Figure { at, claim, disputed: ask.snapshot.dispute(number).is_some() })
}

/// Returns the first claims as a table, the disputed ones first.
fn table(ask: &Ask<'_>, claims: &[(usize, &Claim)]) -> Markup {
    let mut rows: Vec<(usize, &Claim)> = claims.to_vec();
    rows.sort_by_cached_key(|(number, _)| ask.snapshot.dispute(*number).map_or(9, |finding| finding.status as usize));
    html! {
        div class="scroll" {
            table class="claims" {
                colgroup { col; col; col; col; }
                thead { tr { th scope="col" { (ask.say("value")) } th scope="col" { (ask.say("conditions")) } th scope="col" { (ask.say("facet_source")) } th scope="col" { (ask.say("verdict")) } } }
                tbody {
                    @for (number, claim) in rows.iter().take(LISTED) {
                        tr class="item" {
                            td { a class="open value" href=(parts::claim_page(ask, claim)) { (parts::said(ask, claim)) } }
                            td { (parts::conditions(ask, claim)) }
                            td { a href=(parts::place(ask, claim)) { (parts::short_source(claim)) } " " span class="path" { (ask.fill("line", &[("line", &claim.evidence.line.to_string())])) } }
                            td { (parts::disputes(ask, *number)) }
                        }
                    }
                }
            }
        }
    }
}
