//! One claim in full, with its surroundings and the findings that rest on it.

use maud::html;

use super::finding::around;
use crate::claim::Claim;
use crate::read::reference::shown;
use crate::serve::layout::Page;
use crate::serve::parts;
use crate::serve::request::{Ask, Problem};

/// Lines shown before and after the quote.
const AROUND: usize = 4;
/// Findings listed.
const FINDINGS: usize = 20;

/// Returns the claim whose id is asked for.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let id = ask.get("id").unwrap_or_default();
    let (number, claim) = ask.snapshot.claim(id).ok_or_else(|| super::problem::no_id(ask, "no_claim", id))?;
    let said = parts::said(ask, claim);
    let count = ask.snapshot.table.findings_on(number).len();
    let accepted = ask.snapshot.decisions.accept.iter().find(|accepted| accepted.claim == claim.id);
    let main = html! {
        article class="one-claim" {
            header class="heading" {
                p class="subject" { (parts::device(ask, &claim.device)) " · " (ask.metric(&claim.metric)) }
                h1 { span class="value" { (said) } " " (parts::disputes(ask, number)) }
                (parts::conditions(ask, claim))
            }
            @if let Some(accepted) = accepted { p class="notice" { (ask.fill("accepted", &[("because", &accepted.because)])) } }
            (around(ask, claim, AROUND))
            (parts::whence(ask, claim))
            dl class="facts" {
                @for (words, text) in facts(ask, claim) {
                    @if !text.is_empty() { dt { (ask.say(words)) } dd { (text) } }
                }
                @if let Some(url) = &claim.source.url { dt { (ask.say("address")) } dd { (parts::web(url)) } }
                dt { (ask.say("rule")) } dd { code { (claim.rule) } }
                dt { (ask.say("id")) } dd { code { (claim.id) } }
            }
            section id="findings" {
                h2 { (ask.say("findings")) " (" (count) ")" }
                @if count == 0 { p class="nothing" { (ask.say("no_findings_on")) } }
                ol class="items" {
                    @for finding in ask.snapshot.findings_on(number).take(FINDINGS) { (parts::finding(ask, finding)) }
                }
                @if count > FINDINGS { p class="more" { (ask.count("further", count - FINDINGS)) } }
            }
        }
    };
    Ok(Page {
        title: format!("{} · {}: {said}", ask.device(&claim.device), ask.metric(&claim.metric)),
        section: "",
        main,
    })
}

fn facts(ask: &Ask<'_>, claim: &Claim) -> Vec<(&'static str, String)> {
    let also: Vec<String> = claim.also.iter().take(40).map(|place| place.line.to_string()).collect();
    let surface =
        claim.statement.quantity().map(|value| shown(&value.surface).split_whitespace().collect::<Vec<_>>().join(" "));
    vec![
        ("facet_kind", parts::word(ask, "claim", claim.statement.kind())),
        ("written", surface.unwrap_or_default()),
        ("canonical", canonical(claim)),
        ("under", claim.evidence.heading.join(" › ")),
        ("page", claim.evidence.page.map(|page| page.to_string()).unwrap_or_default()),
        ("also", also.join(", ")),
        ("confidence", format!("{:.0} %", claim.confidence * 100.0)),
    ]
}

fn canonical(claim: &Claim) -> String {
    let Some(value) = claim.statement.quantity().filter(|value| value.dates.is_none()) else { return String::new() };
    let (low, high) = (value.low.normalize(), value.high.normalize());
    let range = if low == high { low.to_string() } else { format!("{low} – {high}") };
    format!("{range} {}", value.unit)
}
