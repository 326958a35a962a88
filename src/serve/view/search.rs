//! The first page: the search box, and either what is found or what matters most.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::conflict::Status;
use crate::index::{Facets, Sort};
use crate::search::{self, Answer, Options, Query};
use crate::serve::layout::{Page, Stretch, search_box};
use crate::serve::parts;
use crate::serve::request::{Ask, Link, Problem, grouped};

/// Hits on a page.
const HITS: usize = 20;
/// Words of a facet that are listed.
const FACETS: usize = 8;
/// Hits that can be paged through.
const DEEPEST: usize = 20_000;

/// Returns what is found, or the first page where nothing is asked.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    match ask.get("q") {
        Some(text) => found(ask, text),
        None => Ok(start(ask)),
    }
}

fn start(ask: &Ask<'_>) -> Page {
    let snapshot = ask.snapshot;
    let counts = snapshot.counts();
    let shown = [Status::Conflict, Status::Tension, Status::Explained, Status::Agreement];
    let count = |status: Status| counts.get(&status).copied().unwrap_or(0);
    let summary = ask.fill(
        "summary",
        &[
            ("articles", &grouped(snapshot.records.iter().filter(|record| record.skipped.is_none()).count())),
            ("claims", &grouped(snapshot.claims.len())),
            ("devices", &grouped(snapshot.table.devices.len())),
        ],
    );
    let main = html! {
        section class="start" {
            h1 { (ask.say("start_title")) }
            p class="lead" { (summary) }
            (search_box(ask, ""))
            p class="examples" {
                (ask.say("examples")) " "
                @for id in ["example_1", "example_2", "example_3"] {
                    a href=(ask.link("/").with("q", ask.say(id))) { (ask.say(id)) } " "
                }
            }
            ul class="tiles" {
                @for status in shown {
                    li {
                        a class={ "tile " (status.as_str()) } href=(ask.link("/findings").with("status", status.as_str())) {
                            b { (grouped(count(status))) }
                            span { (ask.count(&format!("tile_{}", status.as_str()), count(status))) }
                        }
                    }
                }
            }
        }
        section {
            h2 { (ask.say("matter_most")) }
            @if !snapshot.most.is_empty() {
                ol class="items" {
                    @for &at in &snapshot.most { (parts::finding(ask, &snapshot.findings[at])) }
                }
                p { a href=(ask.link("/findings")) { (ask.say("all_findings")) " →" } }
            } @else {
                p class="nothing" { (ask.say("nothing_disputed")) }
            }
        }
    };
    Page { title: ask.say("search").to_owned(), section: "/", main }
}

fn sort(ask: &Ask<'_>) -> Result<Sort, Problem> {
    match ask.get("sort") {
        None | Some("rank") => Ok(Sort::Rank),
        Some("value") => Ok(Sort::Value),
        Some("date") => Ok(Sort::Date),
        Some(word) => Err(ask.unknown(
            "unknown_sort",
            "sort",
            word,
            crate::text::suggest::nearest(word, ["rank", "value", "date"]),
        )),
    }
}

fn found(ask: &Ask<'_>, text: &str) -> Result<Page, Problem> {
    let query = search::parse(ask.vocab, text).map_err(|error| Problem::Bad {
        message: error.to_string(),
        help: Some(error.help),
        meant: None,
    })?;
    let page = ask.page()?;
    let offset = (page - 1).saturating_mul(HITS);
    if offset > DEEPEST {
        return Err(ask.bad("too_deep", &[("n", &grouped(DEEPEST))]));
    }
    let options = Options {
        offset,
        limit: HITS,
        sort: sort(ask)?,
        facets: true,
        passages: ask.get("passages").is_some(),
        statuses: if query.needs_status() { ask.snapshot.statuses.clone() } else { BTreeMap::new() },
        ..Options::default()
    };
    let answer = search::run(ask.vocab, &ask.snapshot.store, &query, &options)?;
    let stretch = Stretch::of(ask, answer.total, HITS)?;
    let main = html! {
        h1 class="hidden" { (ask.say("search")) }
        (search_box(ask, text))
        (recognised(ask, &query))
        div class="split" {
            div class="results" {
                (headline(ask, &answer))
                @if answer.hits.is_empty() && answer.passages.is_empty() { (nothing(ask)) }
                ol class="items" start=(offset + 1) {
                    @for hit in &answer.hits {
                        @if let Some((number, claim)) = ask.snapshot.claim(&hit.claim.id) {
                            (parts::claim(ask, number, claim, &hit.marks, hit.stale))
                        }
                    }
                }
                (stretch.pager(ask))
                (passages(ask, &answer))
            }
            @if let Some(facets) = &answer.facets { (facet_lists(ask, text, facets)) }
        }
    };
    Ok(Page { title: text.to_owned(), section: "/", main })
}

/// Returns what was recognised in the query, as chips; devices lead to their pages.
fn recognised(ask: &Ask<'_>, query: &Query) -> Markup {
    html! {
        @if !query.recognised.is_empty() {
            ul class="chips" aria-label=(ask.say("recognised")) {
                @for known in &query.recognised {
                    li class={ "chip " (known.what) } {
                        span class="what" { (parts::word(ask, "what", known.what)) }
                        " "
                        @for (at, id) in known.means.iter().enumerate() {
                            @if at > 0 { " " (ask.say("or")) " " }
                            @match known.what {
                                "device" => a href=(parts::device_page(ask, id)) { (ask.device(id)) },
                                "metric" => span { (ask.metric(id)) },
                                _ => span { (id) },
                            }
                        }
                        @if known.means.is_empty() { span { (known.written) } }
                    }
                }
            }
        }
    }
}

fn headline(ask: &Ask<'_>, answer: &Answer) -> Markup {
    html! {
        @if answer.total > 0 {
            div class="headline" {
                p role="status" { (ask.count(if answer.total == 1 { "claims_one" } else { "claims_many" }, answer.total)) }
                ul class="sorts" aria-label=(ask.say("sort")) {
                    @for (key, words) in [("rank", "sort_rank"), ("value", "sort_value"), ("date", "sort_date")] {
                        @let chosen = ask.get("sort").unwrap_or("rank") == key;
                        li { a href=(ask.here().with("sort", key)) aria-current=[chosen.then_some("true")] { (ask.say(words)) } }
                    }
                    @let passages = ask.get("passages").is_some();
                    @let link = if passages { ask.here().without("passages") } else { ask.here().with("passages", "1") };
                    li { a href=(link) aria-current=[passages.then_some("true")] { (ask.say("passages")) } }
                }
            }
        }
        @for (written, meant) in &answer.suggestions {
            p class="notice small" {
                (ask.fill("stands_nowhere", &[("word", written)])) " "
                @let better = ask.get("q").unwrap_or_default().replace(written.as_str(), meant);
                a href=(ask.here().with("q", &better)) { (ask.fill("did_you_mean", &[("name", meant)])) }
            }
        }
        @if answer.partial { p class="notice small" { (ask.say("partial")) } }
    }
}

fn nothing(ask: &Ask<'_>) -> Markup {
    html! {
        div class="nothing" {
            p { (ask.say("nothing_found")) }
            p { a href=(ask.here().with("passages", "1")) { (ask.say("try_passages")) } " · " a href=(ask.link("/help")) { (ask.say("query_help")) } }
        }
    }
}

fn passages(ask: &Ask<'_>, answer: &Answer) -> Markup {
    html! {
        @if !answer.passages.is_empty() {
            h2 { (ask.say("passages")) }
            ol class="items" {
                @for hit in &answer.passages {
                    @let page = (hit.line.saturating_sub(1)) / super::source::LINES + 1;
                    @let link = ask.link("/source").with("id", &hit.source.id).with("page", &page.to_string());
                    li class="item" {
                        blockquote { p { (parts::marked(&hit.text, &hit.marks)) } }
                        p class="whence" {
                            @if let Some(title) = &hit.source.title { cite { (title) } " · " }
                            a class="open" href=(format!("{link}#L{}", hit.line)) { span class="path" { (hit.source.path) } ":" (hit.line) }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the counts by device, metric, source and kind; each narrows the query, or takes itself out again.
fn facet_lists(ask: &Ask<'_>, text: &str, facets: &Facets) -> Markup {
    let path =
        |id: &str| ask.snapshot.record(id).map_or_else(|| id.to_owned(), |(_, record)| record.source.path.to_string());
    let sources: BTreeMap<String, usize> = facets.source.iter().map(|(id, count)| (path(id), *count)).collect();
    let groups = [
        ("device", "facet_device", &facets.device),
        ("metric", "facet_metric", &facets.metric),
        ("kind", "facet_kind", &facets.kind),
        ("source", "facet_source", &sources),
    ];
    html! {
        aside class="facets" aria-label=(ask.say("facets")) {
            @for (field, words, counts) in groups {
                @let mut sorted: Vec<(&String, &usize)> = counts.iter().collect();
                @let () = sorted.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
                @if !sorted.is_empty() {
                    h2 { (ask.say(words)) }
                    ul {
                        @for (id, count) in sorted.iter().take(FACETS) {
                            @let (link, chosen) = narrowed(ask, text, field, id);
                            li {
                                a href=(link) aria-current=[chosen.then_some("true")] {
                                    span class="name" { (facet_name(ask, field, id)) }
                                    span class="count" { (grouped(**count)) }
                                }
                            }
                        }
                    }
                    @if sorted.len() > FACETS { p class="more" { (ask.count("further", sorted.len() - FACETS)) } }
                }
            }
        }
    }
}

fn facet_name(ask: &Ask<'_>, field: &str, id: &str) -> String {
    match field {
        "device" => ask.device(id).to_owned(),
        "metric" => ask.metric(id).to_owned(),
        "kind" => parts::word(ask, "claim", id),
        _ => parts::file_name(id).to_owned(),
    }
}

/// Returns the query with a field added, or taken out where it is there already.
fn narrowed(ask: &Ask<'_>, text: &str, field: &str, id: &str) -> (Link, bool) {
    let plain = id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'));
    let word = if plain { format!("{field}:{id}") } else { format!("{field}:\"{}\"", id.replace('"', " ")) };
    match text.find(&word) {
        Some(at) => {
            let rest = format!("{} {}", text[..at].trim_end(), text[at + word.len()..].trim_start());
            (ask.here().with("q", rest.trim()), true)
        }
        None => (ask.here().with("q", &format!("{text} {word}")), false),
    }
}
