//! One finding: its sides beside each other, each in its surroundings, and why.

use maud::{Markup, html};

use crate::claim::Claim;
use crate::conflict::Finding;
use crate::serve::layout::Page;
use crate::serve::parts;
use crate::serve::request::{Ask, Problem};
use crate::serve::surroundings::{self, Line, Role};

/// Lines shown before and after a quote.
const AROUND: usize = 3;
/// Sides shown in full.
const SIDES: usize = 12;
/// Other findings about the same device and metric.
const RELATED: usize = 6;

/// Returns the finding whose id is asked for.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let id = ask.get("id").unwrap_or_default();
    let finding = ask.snapshot.finding(id).ok_or_else(|| super::problem::no_id(ask, "no_finding", id))?;
    let sides = ask.snapshot.sides(finding);
    let (explanation, to_settle) = ask.snapshot.words(finding, ask.lang);
    // Where the sides are not all about one thing, each says what it is about.
    let apart = sides.iter().any(|(_, claim)| claim.device != finding.device || claim.metric != finding.metric);
    let title = format!("{} · {}", ask.device(&finding.device), ask.metric(&finding.metric));
    let main = html! {
        article class="one-finding" {
            header class="heading" {
                p { (parts::badge(ask, finding.status)) }
                h1 { (parts::device(ask, &finding.device)) " · " (ask.metric(&finding.metric)) }
                (parts::measures(ask, finding))
            }
            div class="sides-full" {
                @for (_, claim) in sides.iter().take(SIDES) { (side(ask, finding, claim, apart)) }
            }
            @if sides.len() > SIDES { (rest(ask, &sides[SIDES..])) }
            section class="verdict" {
                h2 { (ask.say("why")) }
                p { (explanation) }
                @if !to_settle.is_empty() {
                    h2 { (ask.say("to_settle")) }
                    p { (to_settle) }
                }
                (grounds(ask, finding))
            }
            (related(ask, finding))
        }
    };
    Ok(Page { title, section: "/findings", main })
}

fn side(ask: &Ask<'_>, finding: &Finding, claim: &Claim, apart: bool) -> Markup {
    html! {
        section class="item side" {
            h2 {
                a class="open value" href=(parts::claim_page(ask, claim)) { (parts::said(ask, claim)) }
                @if finding.odd_one_out.as_ref() == Some(&claim.id) { " " span class="badge odd" { (ask.say("odd_one_out")) } }
            }
            @if apart {
                p class="subject" { (parts::device(ask, &claim.device)) " · " (ask.metric(&claim.metric)) }
            }
            (parts::conditions(ask, claim))
            (around(ask, claim, AROUND))
            (parts::whence(ask, claim))
            @let kin = ask.snapshot.kin(claim);
            @if kin > 1 { p class="family" { (ask.count("kin", kin)) } }
        }
    }
}

/// Returns the lines of source around a claim, or why they cannot be shown.
pub fn around(ask: &Ask<'_>, claim: &Claim, lines: usize) -> Markup {
    let record = ask.snapshot.record(&claim.source.id).map(|(_, record)| record);
    let text = record
        .ok_or(surroundings::Missing::Gone)
        .and_then(|record| ask.snapshot.texts.get(&ask.snapshot.store, record));
    html! {
        @match text {
            Ok(text) => (excerpt(&surroundings::lines(&text, claim, lines))),
            Err(missing) => {
                blockquote { p { (parts::quote(claim, &[])) } }
                p class="notice small" { (parts::coded(ask.say(missing.sentence()))) }
            }
        }
    }
}

fn excerpt(lines: &[Line]) -> Markup {
    html! {
        div class="excerpt" {
            @for (at, line) in lines.iter().enumerate() {
                @if at > 0 && lines[at - 1].number + 1 < line.number { div class="line gap" { span class="number" { "⋮" } code {} } }
                div class="line" {
                    span class="number" { (line.number) }
                    code {
                        @for piece in &line.pieces {
                            @match piece.role {
                                Role::Plain => span { (piece.text) },
                                Role::Quote => span class="quote" { (piece.text) },
                                Role::Value => mark { (piece.text) },
                            }
                        }
                    }
                }
            }
        }
    }
}

fn rest(ask: &Ask<'_>, sides: &[(usize, &Claim)]) -> Markup {
    html! {
        details {
            summary { (ask.count("further", sides.len())) }
            ol class="items" {
                @for (number, claim) in sides.iter().take(200) {
                    (parts::claim(ask, *number, claim, &[], None))
                }
            }
        }
    }
}

fn grounds(ask: &Ask<'_>, finding: &Finding) -> Markup {
    let keys = |names: &[crate::claim::Name]| {
        names.iter().map(|key| parts::word(ask, "condition", key)).collect::<Vec<_>>().join(ask.say("list_comma"))
    };
    html! {
        dl class="facts" {
            @if !finding.explained_by.is_empty() { dt { (ask.say("explained_by")) } dd { (keys(&finding.explained_by)) } }
            @if !finding.unstated.is_empty() { dt { (ask.say("unstated")) } dd { (keys(&finding.unstated)) } }
            dt { (ask.say("rule")) } dd { code { (finding.rule) } }
            dt { (ask.say("id")) } dd { code { (finding.id) } }
        }
    }
}

fn related(ask: &Ask<'_>, finding: &Finding) -> Markup {
    let mut numbers: Vec<u32> = ask
        .snapshot
        .sides(finding)
        .iter()
        .flat_map(|(number, _)| ask.snapshot.table.findings_on(*number).iter().copied())
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let others: Vec<&Finding> = numbers
        .into_iter()
        .filter_map(|at| ask.snapshot.findings.get(at as usize))
        .filter(|other| other.id != finding.id)
        .collect();
    html! {
        @if !others.is_empty() {
            section {
                h2 { (ask.say("related")) }
                ol class="items" { @for other in others.iter().take(RELATED) { (parts::finding(ask, other)) } }
                @if others.len() > RELATED {
                    @let all = ask.link("/findings").with("device", &finding.device).with("metric", &finding.metric).with("status", "all");
                    p { a href=(all) { (ask.count("further", others.len() - RELATED)) } }
                }
            }
        }
    }
}
