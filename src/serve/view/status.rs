//! What the index holds, what was and was not compared, and what the user decided.

use maud::{Markup, html};

use crate::conflict::Status;
use crate::serve::layout::Page;
use crate::serve::parts;
use crate::serve::request::{Ask, Problem, grouped};

/// Decisions listed.
const LISTED: usize = 100;

/// Returns the state of the index.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let snapshot = ask.snapshot;
    let held = snapshot.store.summary();
    let summary = &snapshot.summary;
    let main = html! {
        h1 { (ask.say("nav_status")) }
        section {
            h2 { (ask.say("index")) }
            dl class="facts" {
                dt { (ask.say("folders")) } dd { @for root in &held.roots { code { (root.folder.display()) } " " } }
                dt { (ask.say("nav_sources")) } dd { a href=(ask.link("/sources")) { (grouped(held.sources)) } }
                dt { (ask.say("sources_skipped")) } dd { (grouped(held.skipped)) }
                dt { (ask.say("claims")) } dd { (grouped(held.claims)) }
                dt { (ask.say("families_all")) } dd { (grouped(summary.families)) }
                dt { (ask.say("size_on_disk")) } dd { (ask.fill("kilobytes", &[("n", &grouped(snapshot.store.bytes().div_ceil(1024) as usize))])) }
                dt { (ask.say("generation")) } dd { code { (held.fingerprint) } }
                dt { (ask.say("program")) } dd { "atodds " (env!("CARGO_PKG_VERSION")) }
            }
            p { (parts::coded(ask.say("how_to_refresh"))) }
        }
        section {
            h2 { (ask.say("compared")) }
            dl class="facts" {
                dt { (ask.say("groups")) } dd { (grouped(summary.groups as usize)) }
                @for (status, pairs) in &summary.pairs {
                    dt { (parts::badge(ask, *status)) } dd { (ask.count("pairs", *pairs as usize)) }
                }
                dt { (ask.say("repeats")) } dd { (grouped(summary.repeats as usize)) }
            }
            h2 { (ask.say("not_compared")) }
            dl class="facts" {
                dt { (ask.say("alone")) } dd { (grouped(summary.alone as usize)) }
                dt { (ask.say("too_many")) } dd { (grouped(summary.not_compared as usize)) }
                dt { (ask.say("not_listed")) } dd { (grouped(summary.not_listed as usize)) }
                @for (why, n) in &summary.left_out { dt { (parts::word(ask, "attribution", why)) } dd { (grouped(*n)) } }
            }
        }
        (decisions(ask))
    };
    Ok(Page { title: ask.say("nav_status").to_owned(), section: "/status", main })
}

fn decisions(ask: &Ask<'_>) -> Markup {
    let decisions = &ask.snapshot.decisions;
    html! {
        section {
            h2 { (ask.say("decisions")) }
            @if decisions.is_empty() { p class="nothing" { (parts::coded(ask.say("no_decisions"))) } }
            ul class="decisions" {
                @for dismissed in decisions.dismiss.iter().take(LISTED) {
                    li { (parts::badge(ask, Status::Dismissed)) " " (named(ask, "/finding", &dismissed.finding)) " " (dismissed.because) }
                }
                @for accepted in decisions.accept.iter().take(LISTED) {
                    li { span class="badge" { (ask.say("in_use")) } " " (named(ask, "/claim", &accepted.claim)) " " (accepted.because) }
                }
            }
        }
    }
}

/// Returns an id, linked where what it names is still there.
fn named(ask: &Ask<'_>, path: &str, id: &str) -> Markup {
    html! {
        @if ask.snapshot.stale.iter().any(|stale| &**stale == id) {
            code { (id) } " (" (ask.say("no_longer_there")) ")"
        } @else {
            a href=(ask.link(path).with("id", id)) { code { (id) } }
        }
    }
}
