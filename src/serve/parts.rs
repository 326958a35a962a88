//! What several views show: badges, claims, findings, places of sources.

use std::collections::BTreeMap;
use std::ops::Range;

use maud::{Markup, html};

use super::request::{Ask, Link};
use super::snapshot::is_dispute;
use super::surroundings::shortened;
use crate::claim::Claim;
use crate::conflict::explain::reason;
use crate::conflict::{Finding, Status};
use crate::read::reference::shown;
use crate::report::value::{conditions as each_condition, statement};
use crate::search::Stale;

/// Parts of a quote that are marked.
const MARKS: usize = 40;
/// Letters of an explanation shown in a list.
const WHY: usize = 900;

/// Returns the verdict as a coloured word.
pub fn badge<'a>(ask: &'a Ask<'a>, status: Status) -> Markup {
    html! { span class={ "badge " (status.as_str()) } { (ask.say(status_words(status))) } }
}

/// Returns the id of the words for a verdict.
pub fn status_words(status: Status) -> &'static str {
    match status {
        Status::Conflict => "status_conflict",
        Status::Tension => "status_tension",
        Status::Explained => "status_explained",
        Status::Superseded => "status_superseded",
        Status::Agreement => "status_agreement",
        Status::Incomparable => "status_incomparable",
        Status::Dismissed => "status_dismissed",
    }
}

/// Returns the words for `kind_`, `size_`, `certainty_`… and a word of the claim model.
pub fn word(ask: &Ask<'_>, what: &str, id: &str) -> String {
    let key = format!("{what}_{id}");
    let words = ask.vocab.page.get(&key, ask.lang);
    if words == key { id.replace('_', " ") } else { words.to_owned() }
}

/// Returns the address of a device's page.
pub fn device_page(ask: &Ask<'_>, device: &str) -> Link {
    ask.link("/device").with("id", device)
}

/// Returns a device's name, linked to its page.
pub fn device(ask: &Ask<'_>, id: &str) -> Markup {
    html! { a class="device" href=(device_page(ask, id)) { (ask.device(id)) } }
}

/// Returns the address of a claim's page.
pub fn claim_page(ask: &Ask<'_>, claim: &Claim) -> Link {
    ask.link("/claim").with("id", &claim.id)
}

/// Returns the address of a finding's page.
pub fn finding_page(ask: &Ask<'_>, finding: &Finding) -> Link {
    ask.link("/finding").with("id", &finding.id)
}

/// Returns the address of the place in its source at which a claim stands.
pub fn place(ask: &Ask<'_>, claim: &Claim) -> String {
    let line = claim.evidence.line as usize;
    let page = line.saturating_sub(1) / super::view::source::LINES + 1;
    let mut link = ask.link("/source").with("id", &claim.source.id);
    if page > 1 {
        link = link.with("page", &page.to_string());
    }
    format!("{link}#L{line}")
}

/// Returns what a claim says, as people write it: "3.35 TB/s", "higher than TPU".
pub fn said(ask: &Ask<'_>, claim: &Claim) -> String {
    statement(ask.vocab, claim, ask.lang)
}

/// Returns the conditions of a claim, and how it is said, as small labels.
pub fn conditions(ask: &Ask<'_>, claim: &Claim) -> Markup {
    let attribution = claim.attribution.map(|attribution| word(ask, "attribution", attribution.as_str()));
    html! {
        @if !claim.conditions.is_empty() || claim.hedged || attribution.is_some() {
            ul class="conditions" aria-label=(ask.say("conditions")) {
                @for (key, value) in claim.conditions.iter() {
                    li { span class="key" { (word(ask, "condition", key)) } " " (ask.vocab.condition(key, &value.to_string(), ask.lang)) }
                }
                @if claim.hedged { li class="how" { (ask.say("hedged")) } }
                @if let Some(attribution) = attribution { li class="how" { (attribution) } }
            }
        }
    }
}

/// Returns the conditions of a claim on one line.
pub fn conditions_text(claim: &Claim) -> String {
    each_condition(claim)
}

/// Returns the bytes of the quote at which the value stands.
pub fn value_mark(claim: &Claim) -> Option<Range<usize>> {
    let value = claim.statement.quantity()?;
    let start = (value.start as usize).checked_sub(claim.evidence.start as usize)?;
    Some(start..start + value.span().len())
}

/// Returns a quote with what was asked for marked and its value set off, shortened where it has neither.
pub fn quote(claim: &Claim, marks: &[Range<usize>]) -> Markup {
    pieces(&claim.evidence.quote, marks, value_mark(claim))
}

/// Returns a text with parts of it marked, shortened between the marks.
pub fn marked(text: &str, marks: &[Range<usize>]) -> Markup {
    pieces(text, marks, None)
}

fn pieces(text: &str, marks: &[Range<usize>], value: Option<Range<usize>>) -> Markup {
    let mut cuts: Vec<usize> = marks.iter().take(MARKS).chain(&value).flat_map(|mark| [mark.start, mark.end]).collect();
    cuts.extend([0, text.len()]);
    cuts.retain(|cut| text.is_char_boundary(*cut));
    cuts.sort_unstable();
    cuts.dedup();
    let last = cuts.len().saturating_sub(2);
    html! {
        @for (at, cut) in cuts.windows(2).enumerate() {
            @let piece = shown(text.get(cut[0]..cut[1]).unwrap_or_default());
            @let piece = &*piece;
            @let is_marked = marks.iter().take(MARKS).any(|mark| mark.contains(&cut[0]));
            @let is_value = value.as_ref().is_some_and(|value| value.contains(&cut[0]));
            @match (is_marked, is_value) {
                (true, true) => mark { b { (piece) } },
                (true, false) => mark { (piece) },
                (false, true) => b { (piece) },
                (false, false) => (shortened(piece, at > 0, at < last)),
            }
        }
    }
}

/// Returns who says it and where: title, publisher, date, and the line of the file as a link.
pub fn whence(ask: &Ask<'_>, claim: &Claim) -> Markup {
    let source = &claim.source;
    html! {
        p class="whence" {
            @if let Some(title) = &source.title { cite { (title) } " · " }
            @if let Some(publisher) = &source.publisher { (publisher) " · " }
            @if let Some(date) = &source.date { span class="date" { (date) } " · " }
            a href=(place(ask, claim)) { span class="path" { (source.path) } ":" (claim.evidence.line) }
        }
    }
}

/// Returns the sentence that a source is no longer what was read.
pub fn not_current(ask: &Ask<'_>, stale: Option<Stale>) -> Markup {
    let words = match stale {
        Some(Stale::Changed) => "source_changed",
        Some(Stale::Gone) => "source_gone",
        None => return html! {},
    };
    html! { p class="notice small" { (coded(ask.say(words))) } }
}

/// Returns the verdicts that dispute a claim: linked to the finding, or to all of them where there are several.
pub fn disputes(ask: &Ask<'_>, number: usize) -> Markup {
    let mut found: BTreeMap<Status, (usize, &Finding)> = BTreeMap::new();
    for finding in ask.snapshot.findings_on(number).filter(|finding| is_dispute(finding.status)) {
        found.entry(finding.status).or_insert((0, finding)).0 += 1;
    }
    let all = ask.snapshot.claims.get(number).map(|claim| format!("{}#findings", claim_page(ask, claim)));
    html! {
        @for (status, (n, finding)) in found {
            @let link = if n == 1 { finding_page(ask, finding).to_string() } else { all.clone().unwrap_or_default() };
            a class={ "badge " (status.as_str()) } href=(link) {
                (ask.say(status_words(status)))
                @if n > 1 { " × " (n) }
            }
            " "
        }
    }
}

/// Returns a claim as an item of a list.
pub fn claim(ask: &Ask<'_>, number: usize, claim: &Claim, marks: &[Range<usize>], stale: Option<Stale>) -> Markup {
    html! {
        li class="item claim" {
            article {
                h3 {
                    a class="open value" href=(claim_page(ask, claim)) { (said(ask, claim)) }
                    " "
                    span class="subject" { (device(ask, &claim.device)) " · " (ask.metric(&claim.metric)) }
                    " "
                    (disputes(ask, number))
                }
                (conditions(ask, claim))
                blockquote { p { (quote(claim, marks)) } }
                (whence(ask, claim))
                (not_current(ask, stale))
            }
        }
    }
}

/// Returns a finding as an item of a list.
pub fn finding(ask: &Ask<'_>, finding: &Finding) -> Markup {
    let sides = ask.snapshot.sides(finding);
    let (explanation, _) = ask.snapshot.words(finding, ask.lang);
    let claims: Vec<&Claim> = sides.iter().map(|(_, claim)| *claim).collect();
    // Both sides stand above it.
    let explanation = reason(ask.vocab, ask.lang, finding, explanation, &claims, false);
    let further = sides.len().saturating_sub(2);
    html! {
        li class="item finding" {
            article {
                h3 {
                    (badge(ask, finding.status))
                    " "
                    a class="open" href=(finding_page(ask, finding)) {
                        (ask.device(&finding.device)) " · " (ask.metric(&finding.metric))
                    }
                }
                p class="sides" {
                    @for (at, (_, claim)) in sides.iter().take(2).enumerate() {
                        @if at > 0 { span class="against" { (ask.say("against")) } }
                        span class="side" {
                            @if claim.device != finding.device { span class="whose" { (ask.device(&claim.device)) } " " }
                            b { (said(ask, claim)) }
                            " "
                            span class="path" { (short_source(claim)) }
                        }
                    }
                    @if further > 0 { " " span class="more" { (ask.count("further", further)) } }
                }
                p class="why" { (cut(explanation)) }
                (measures(ask, finding))
            }
        }
    }
}

fn cut(explanation: &str) -> String {
    if explanation.chars().count() <= WHY {
        return explanation.to_owned();
    }
    let start: String = explanation.chars().take(WHY).collect();
    format!("{start} …")
}

/// Returns words with what stands between backticks as code.
pub fn coded(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Returns the last part of a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the shortest name of a claim's source: its title or its file.
pub fn short_source(claim: &Claim) -> String {
    let name = claim.source.title.as_deref().unwrap_or(&claim.source.path);
    let mut short: String = name.chars().take(48).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

/// Returns how far apart and how sure: ratio, size, certainty, kind, independent families.
pub fn measures(ask: &Ask<'_>, finding: &Finding) -> Markup {
    html! {
        ul class="measures" {
            @if let Some(ratio) = finding.ratio { li { "× " (ratio) } }
            li { (word(ask, "kind", finding.kind.as_str())) }
            li { (word(ask, "size", finding.size.as_str())) }
            li { (word(ask, "certainty", finding.certainty.as_str())) }
            li { (word(ask, "across", finding.across.as_str())) }
            @if finding.families > 1 { li { (ask.count("families", finding.families)) } }
        }
    }
}

/// Returns an address as a link where it is a plain web address, else as text.
pub fn web(address: &str) -> Markup {
    let lower = address.to_ascii_lowercase();
    let plain = (lower.starts_with("https://") || lower.starts_with("http://"))
        && !address.chars().any(|c| c.is_control() || c.is_whitespace());
    html! {
        @if plain { a class="web" rel="noreferrer noopener external" href=(address) { (address) } } @else { (address) }
    }
}
