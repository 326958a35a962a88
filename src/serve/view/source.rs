//! The text of one source, its claims highlighted and linked, line by line.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use maud::{Markup, html};

use crate::claim::Claim;
use crate::index::Record;
use crate::serve::layout::{Page, Stretch};
use crate::serve::parts;
use crate::serve::request::{Ask, Problem};
use crate::serve::surroundings::Text;

/// Lines on a page.
pub const LINES: usize = 300;
/// Bytes of one line that are shown.
const LONGEST: usize = 20_000;
/// Claims named beside one line.
const BESIDE: usize = 12;
/// Claims listed where the text cannot be shown.
const LISTED: usize = 50;

/// Returns the source whose id is asked for.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let id = ask.get("id").unwrap_or_default();
    let (number, record) = ask.snapshot.record(id).ok_or_else(|| super::problem::no_id(ask, "no_source", id))?;
    let source = &record.source;
    let title = source.title.as_deref().unwrap_or(&source.path).to_owned();
    let claims = ask.snapshot.table.claims_of(number);
    let body = match ask.snapshot.texts.get(&ask.snapshot.store, record) {
        Ok(text) => text_lines(ask, &text, claims)?,
        Err(missing) => html! {
            @if let Some(reason) = &record.skipped { p class="notice" { (ask.fill("skipped", &[("why", reason)])) } }
            @else { p class="notice" { (parts::coded(ask.say(missing.sentence()))) } }
            (as_read(ask, claims))
        },
    };
    let main = html! {
        article class="one-source" {
            header class="heading" {
                p class="path" { (source.path) }
                h1 { (title) }
                (facts(ask, record))
                p class="lead" {
                    (ask.count("claims_many", claims.len())) " · "
                    a href=(ask.link("/findings").with("source", &source.id).with("status", "all")) { (ask.say("findings")) }
                }
            }
            (body)
        }
    };
    Ok(Page { title, section: "/sources", main })
}

fn facts(ask: &Ask<'_>, record: &Arc<Record>) -> Markup {
    let source = &record.source;
    html! {
        dl class="facts" {
            @if let Some(publisher) = &source.publisher { dt { (ask.say("publisher")) } dd { (publisher) } }
            @if let Some(date) = &source.date { dt { (ask.say("date")) } dd { (date) } }
            @if let Some(lang) = &source.lang { dt { (ask.say("language")) } dd { (lang) } }
            @if let Some(url) = &source.url { dt { (ask.say("address")) } dd { (parts::web(url)) } }
            dt { (ask.say("id")) } dd { code { (source.id) } }
        }
    }
}

/// Returns the claims as they were read, where their places can no longer be shown.
fn as_read(ask: &Ask<'_>, claims: &[u32]) -> Markup {
    html! {
        ol class="items" {
            @for &at in claims.iter().take(LISTED) {
                @if let Some(claim) = ask.snapshot.claims.get(at as usize) {
                    (parts::claim(ask, at as usize, claim, &[], None))
                }
            }
        }
        @if claims.len() > LISTED { p class="more" { (ask.count("further", claims.len() - LISTED)) } }
    }
}

/// A stretch of the text that a claim rests on.
struct Highlight {
    span: Range<usize>,
    claim: usize,
}

fn text_lines(ask: &Ask<'_>, text: &Text, claims: &[u32]) -> Result<Markup, Problem> {
    let stretch = Stretch::of(ask, text.lines.len(), LINES)?;
    let highlights = highlights(ask, text, claims, &stretch);
    let mut beside: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &at in claims {
        let Some(claim) = ask.snapshot.claims.get(at as usize) else { continue };
        let also = claim.also.iter().map(|place| place.line as usize);
        for line in std::iter::once(claim.evidence.line as usize).chain(also) {
            if (stretch.start + 1..=stretch.end).contains(&line) {
                beside.entry(line).or_default().push(at as usize);
            }
        }
    }
    Ok(html! {
        (stretch.pager(ask))
        div class="text" {
            @for number in stretch.start + 1..=stretch.end {
                @if let Some(span) = text.lines.span(&text.text, number) {
                    div class={ @if beside.contains_key(&number) { "line claimed" } @else { "line" } } id={ "L" (number) } {
                        a class="number" href={ "#L" (number) } aria-label=(ask.fill("line", &[("line", &number.to_string())])) { (number) }
                        code { (line(ask, &text.text, span.into(), &highlights)) }
                        @if let Some(claims) = beside.get(&number) { (notes(ask, claims)) }
                    }
                }
            }
        }
        (stretch.pager(ask))
    })
}

/// Returns the values (or quotes, of claims without one) on the shown lines, in order, none over another.
fn highlights(ask: &Ask<'_>, text: &Text, claims: &[u32], stretch: &Stretch) -> Vec<Highlight> {
    let edge = |line: usize| text.lines.span(&text.text, line).map(|span| span.start);
    let from = edge(stretch.start + 1).unwrap_or(0);
    let to = edge(stretch.end + 1).unwrap_or(text.text.len());
    let mut all: Vec<Highlight> = Vec::new();
    for &at in claims {
        let Some(claim) = ask.snapshot.claims.get(at as usize) else { continue };
        let span = match claim.statement.quantity() {
            Some(value) => Range::from(value.span()),
            None => Range::from(claim.evidence.span()),
        };
        if span.start < to && from < span.end && text.text.get(span.clone()).is_some() {
            all.push(Highlight { span, claim: at as usize });
        }
    }
    // Of two that overlap the shorter says more.
    all.sort_by_key(|highlight| (highlight.span.len(), highlight.span.start, highlight.claim));
    let mut kept: BTreeMap<usize, Highlight> = BTreeMap::new();
    for highlight in all {
        let before = kept.range(..highlight.span.end).next_back();
        if before.is_none_or(|(_, before)| before.span.end <= highlight.span.start) {
            kept.insert(highlight.span.start, highlight);
        }
    }
    kept.into_values().collect()
}

fn line(ask: &Ask<'_>, text: &str, line: Range<usize>, highlights: &[Highlight]) -> Markup {
    let mut end = line.end.min(line.start + LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let first = highlights.partition_point(|highlight| highlight.span.end <= line.start);
    let here = highlights[first..].iter().take_while(|highlight| highlight.span.start < end);
    let mut pieces: Vec<(&str, Option<usize>)> = Vec::new();
    let mut at = line.start;
    for highlight in here {
        let (start, stop) = (highlight.span.start.max(at), highlight.span.end.min(end));
        pieces.push((text.get(at..start).unwrap_or_default(), None));
        pieces.push((text.get(start..stop).unwrap_or_default(), Some(highlight.claim)));
        at = stop.max(at);
    }
    pieces.push((text.get(at..end).unwrap_or_default(), None));
    html! {
        @for (piece, claim) in pieces {
            @match claim.and_then(|at| Some((at, ask.snapshot.claims.get(at)?))) {
                Some((number, claim)) => {
                    @let status = ask.snapshot.dispute(number).map_or("", |finding| finding.status.as_str());
                    @let whole = if claim.statement.quantity().is_none() { "whole " } else { "" };
                    a class={ "hit " (whole) (status) } href=(parts::claim_page(ask, claim)) title=(summary(ask, claim)) { (piece) }
                }
                None => (piece),
            }
        }
        @if end < line.end { span class="more" { " … " (ask.count("letters_more", line.end - end)) } }
    }
}

fn summary(ask: &Ask<'_>, claim: &Claim) -> String {
    format!("{} · {}: {}", ask.device(&claim.device), ask.metric(&claim.metric), parts::said(ask, claim))
}

fn notes(ask: &Ask<'_>, claims: &[usize]) -> Markup {
    html! {
        ul class="beside" {
            @for &number in claims.iter().take(BESIDE) {
                @if let Some(claim) = ask.snapshot.claims.get(number) {
                    @let status = ask.snapshot.dispute(number).map_or("", |finding| finding.status.as_str());
                    li class={ "item " (status) } {
                        a class="open" href=(parts::claim_page(ask, claim)) {
                            (ask.device(&claim.device)) " · " (ask.metric(&claim.metric)) " " b { (parts::said(ask, claim)) }
                        }
                    }
                }
            }
            @if claims.len() > BESIDE { li class="more" { (ask.count("further", claims.len() - BESIDE)) } }
        }
    }
}
