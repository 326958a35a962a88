//! The digest: read section by section, or kept as a file.

use std::sync::Arc;

use maud::{Markup, html};

use crate::claim::Claim;
use crate::conflict::Finding;
use crate::read::preview::{self, Part, Tag};
use crate::report::digest::{self, Charts, Digest};
use crate::serve::layout::Page;
use crate::serve::parts;
use crate::serve::request::{Ask, Problem};
use crate::serve::site::Reply;
use crate::vocab::Lang;

/// Lines of a section that are shown; the file has all of them.
const LINES: usize = 400;
/// Bytes of a section that are shown.
const BYTES: usize = 96 << 10;

/// Returns the section that is asked for, with the list of all.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let text = text(ask)?;
    let sections = sections(&text);
    let number = match ask.get("section") {
        None => 0,
        Some(word) => match word.parse::<usize>() {
            Ok(number) if number < sections.len() => number,
            _ => return Err(ask.bad("bad_section", &[("word", word)])),
        },
    };
    let (_, section) = sections.get(number).copied().unwrap_or_default();
    let (shown, whole) = cut(section);
    // A footnote's mark is one only where the note stands in the same text.
    let notes: String = noted(&text).map(|line| format!("{line}\n")).collect();
    let drawn = if whole && number + 1 == sections.len() { shown.to_owned() } else { format!("{shown}\n\n{notes}") };
    let tree = preview::parts(&drawn);
    let last = sections.len().saturating_sub(1);
    let main = html! {
        header class="heading" {
            h1 { (ask.say("nav_digest")) }
            p class="lead" { (ask.say("digest_lead")) }
            p { a class="button" href=(download(ask)) download { (ask.say("download")) } }
        }
        form class="filters" action="/digest" method="get" {
            @for (key, value) in ask.link("/").params() { input type="hidden" name=(key) value=(value); }
            label { span { (ask.say("facet_device")) } input type="text" name="device" value=(ask.get("device").unwrap_or_default()) placeholder="H100" autocomplete="off" maxlength="200"; }
            label { span { (ask.say("facet_metric")) } input type="text" name="metric" value=(ask.get("metric").unwrap_or_default()) placeholder=(ask.metric("memory_bandwidth")) autocomplete="off" maxlength="200"; }
            button type="submit" { (ask.say("filter")) }
        }
        div class="split digest" {
            div class="results document" {
                (draw(ask, &tree, &Notes { keep: number == last, last }))
                @if !whole { p class="notice small" { (ask.say("digest_cut")) } }
            }
            nav class="facets" aria-label=(ask.say("sections")) {
                h2 { (ask.say("sections")) }
                ul {
                    @for (at, (title, _)) in sections.iter().enumerate() {
                        li { a class="item open" href=(ask.here().with("section", &at.to_string())) aria-current=[(at == number).then_some("true")] { span class="name" { (title) } } }
                    }
                }
            }
        }
    };
    Ok(Page { title: ask.say("nav_digest").to_owned(), section: "/digest", main })
}

/// Returns the whole document as a file.
pub fn file(ask: &Ask<'_>) -> Result<Reply, Problem> {
    let text = text(ask)?;
    Ok(Reply::File("digest.md".to_owned(), text.to_string()))
}

/// Writes the whole document, to be kept for those who ask for it.
pub fn warm(ask: &Ask<'_>) {
    // Without a device or a metric no name can be wrong.
    let _ = text(ask);
}

fn download(ask: &Ask<'_>) -> String {
    let lang = match ask.lang {
        Lang::En => "en",
        Lang::Zh => "zh",
    };
    let mut link = ask.link("/digest.md").with("lang", lang);
    for key in ["device", "metric"] {
        if let Some(value) = ask.get(key) {
            link = link.with(key, value);
        }
    }
    link.to_string()
}

/// Returns the document; the last few are kept, as the same one is looked at section by section.
fn text(ask: &Ask<'_>) -> Result<Arc<str>, Problem> {
    let device = ask.device_named("device")?;
    let metric = ask.metric_named("metric")?;
    let key = format!("{:?} {device:?} {metric:?}", ask.lang);
    Ok(ask.snapshot.digests.get_or(&key, || write(ask, device.as_deref(), metric.as_deref())))
}

fn write(ask: &Ask<'_>, device: Option<&str>, metric: Option<&str>) -> String {
    let snapshot = ask.snapshot;
    let below = device.map(|device| snapshot.table.below(ask.vocab, device));
    let wanted = |of: u32, metric_of: &str| {
        below.as_ref().is_none_or(|below| below.get(of as usize).copied().unwrap_or(false))
            && metric.is_none_or(|metric| metric == metric_of)
    };
    let claims: Vec<&Claim> = snapshot
        .claims
        .iter()
        .zip(&snapshot.table.claims)
        .filter(|(claim, row)| wanted(row.device, &claim.metric))
        .map(|(claim, _)| claim)
        .collect();
    // The sentences of a finding are in the language of the document.
    let findings: Vec<Finding> = snapshot
        .findings
        .iter()
        .zip(&snapshot.table.findings)
        .filter(|(finding, row)| wanted(row.device, &finding.metric))
        .map(|(finding, _)| {
            let (explanation, to_settle) = snapshot.words(finding, ask.lang);
            Finding { explanation: explanation.to_owned(), to_settle: to_settle.to_owned(), ..finding.clone() }
        })
        .collect();
    digest::write(&Digest {
        vocab: ask.vocab,
        lang: ask.lang,
        claims,
        findings: findings.iter().collect(),
        articles: snapshot.records.iter().filter(|record| record.skipped.is_none()).count(),
        selection: device.is_some() || metric.is_some(),
        not_compared: digest::not_compared(ask.vocab, ask.lang, snapshot.store.summary().skipped, &snapshot.summary),
        decisions: digest::decisions(ask.vocab, ask.lang, &snapshot.decisions, &snapshot.stale),
        since: None,
        charts: Charts::Unicode,
    })
    .text
}

/// Returns the title and text of each section; the first begins with the document.
fn sections(text: &str) -> Vec<(&str, &str)> {
    let mut starts: Vec<usize> = vec![0];
    let mut at = 0;
    let mut first = true;
    for line in text.split_inclusive('\n') {
        if line.starts_with("## ") {
            // The first heading of this level stays with the title above it.
            if !std::mem::take(&mut first) {
                starts.push(at);
            }
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .filter_map(|(&start, end)| {
            let section = text.get(start..end)?;
            let title = section.lines().find_map(|line| line.strip_prefix("## ")).unwrap_or_default();
            Some((title, section))
        })
        .collect()
}

/// Returns the beginning of a section, and whether that is all of it.
fn cut(section: &str) -> (&str, bool) {
    let mut end = 0;
    for (number, line) in section.split_inclusive('\n').enumerate() {
        if number >= LINES || (end > 0 && end + line.len() > BYTES) {
            return (section.get(..end).unwrap_or_default(), false);
        }
        end += line.len();
    }
    (section, true)
}

fn noted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.starts_with("[^"))
}

/// What becomes of footnotes.
struct Notes {
    /// They are listed here.
    keep: bool,
    /// The section that lists them.
    last: usize,
}

fn draw(ask: &Ask<'_>, parts: &[Part], notes: &Notes) -> Markup {
    html! { @for part in parts { (one(ask, part, notes)) } }
}

fn one(ask: &Ask<'_>, part: &Part, notes: &Notes) -> Markup {
    let (tag, within) = match part {
        Part::Text(text) => return html! { (text) },
        Part::Code(text) => return html! { code { (text) } },
        Part::Break => return html! { br; },
        Part::Note(note) => {
            let link = ask.here().with("section", &notes.last.to_string());
            return html! { sup { a href=(format!("{link}#note-{note}")) { (note) } } };
        }
        Part::Element(tag, within) => (tag, within),
    };
    let inner = || draw(ask, within, notes);
    match tag {
        Tag::Paragraph => html! { p { (inner()) } },
        Tag::Heading(1) => html! { h2 class="title" { (inner()) } },
        Tag::Heading(2) => html! { h2 { (inner()) } },
        Tag::Heading(_) => html! { h3 { (inner()) } },
        Tag::List => html! { ul { (inner()) } },
        Tag::Numbered => html! { ol { (inner()) } },
        Tag::Item => html! { li { (inner()) } },
        Tag::Table => html! { div class="scroll" { table { (inner()) } } },
        Tag::Head => html! { thead { tr { @for cell in within { (header_cell(ask, cell, notes)) } } } },
        Tag::Row => html! { tr { (inner()) } },
        Tag::Cell => html! { td { (inner()) } },
        Tag::Quote => html! { blockquote { (inner()) } },
        Tag::Strong => html! { strong { (inner()) } },
        Tag::Stressed => html! { em { (inner()) } },
        Tag::Link(address) => parts::web(address),
        Tag::Footnote(note) if notes.keep => {
            html! { div class="note" id={ "note-" (note) } { sup { (note) } " " (inner()) } }
        }
        Tag::Footnote(_) => html! {},
    }
}

fn header_cell(ask: &Ask<'_>, cell: &Part, notes: &Notes) -> Markup {
    match cell {
        Part::Element(Tag::Cell, within) => html! { th scope="col" { (draw(ask, within, notes)) } },
        other => one(ask, other, notes),
    }
}
