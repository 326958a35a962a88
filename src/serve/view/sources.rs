//! Every article: who wrote it, how many claims it makes, and whether it is still what was read.

use std::sync::Arc;

use maud::{Markup, html};

use crate::index::Record;
use crate::search::Stale;
use crate::serve::layout::{Page, Stretch};
use crate::serve::request::{Ask, Problem, grouped};
use crate::serve::surroundings::freshness;

/// Articles on a page.
const SOURCES: usize = 50;

/// Returns the list of articles.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let records = &ask.snapshot.records;
    let wanted = ask.get("name").map(str::to_lowercase);
    let holds = |record: &&Arc<Record>| {
        let source = &record.source;
        let fields = [Some(&source.path), source.title.as_ref(), source.publisher.as_ref()];
        wanted.as_ref().is_none_or(|text| fields.into_iter().flatten().any(|field| field.to_lowercase().contains(text)))
    };
    let found: Vec<&Arc<Record>> = records.iter().filter(holds).collect();
    let stretch = Stretch::of(ask, found.len(), SOURCES)?;
    let main = html! {
        h1 { (ask.say("nav_sources")) }
        form class="filters" action="/sources" method="get" {
            @for (key, value) in ask.link("/").params() { input type="hidden" name=(key) value=(value); }
            label { span { (ask.say("name")) } input type="text" name="name" value=(ask.get("name").unwrap_or_default()) autocomplete="off" maxlength="200"; }
            button type="submit" { (ask.say("filter")) }
        }
        @if found.is_empty() { p class="nothing" { (ask.say("nothing_found")) } } @else {
            div class="scroll" {
                table {
                    thead { tr {
                        th scope="col" { (ask.say("source_title")) }
                        th scope="col" { (ask.say("publisher")) }
                        th scope="col" { (ask.say("date")) }
                        th scope="col" class="number" { (ask.say("claims")) }
                        th scope="col" { (ask.say("state")) }
                    } }
                    tbody { @for record in found.get(stretch.start..stretch.end).unwrap_or_default() { (row(ask, record)) } }
                }
            }
        }
        (stretch.pager(ask))
    };
    Ok(Page { title: ask.say("nav_sources").to_owned(), section: "/sources", main })
}

fn row(ask: &Ask<'_>, record: &Record) -> Markup {
    let source = &record.source;
    html! {
        tr class="item" {
            td {
                a class="open" href=(ask.link("/source").with("id", &source.id)) { (source.title.as_deref().unwrap_or(&source.path)) }
                @if source.title.is_some() { br; span class="path" { (source.path) } }
            }
            td { (source.publisher.as_deref().unwrap_or_default()) }
            td { (source.date.as_deref().unwrap_or_default()) }
            td class="number" { (grouped(record.claims)) }
            td {
                @match (&record.skipped, freshness(&ask.snapshot.store, record)) {
                    (Some(reason), _) => (ask.fill("skipped", &[("why", reason)])),
                    (None, Some(Stale::Changed)) => span class="badge tension" { (ask.say("changed")) },
                    (None, Some(Stale::Gone)) => span class="badge conflict" { (ask.say("gone")) },
                    (None, None) => (ask.say("current")),
                }
            }
        }
    }
}
