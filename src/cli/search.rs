//! `atodds search`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Format, Search, SortBy};
use super::claims::{Listed, one_line};
use super::failure::{Failure, Outcome};
use super::output::Output;
use super::session::Session;
use crate::claim::Claim;
use crate::claim::row::Row;
use crate::conflict::{Finding, Status};
use crate::index::{Facets, Sort, Store};
use crate::report::json;
use crate::report::value::verdict;
use crate::search::{self, Answer, Hit, PassageHit, Query, Reason, Recognised, Stale, marked};
use crate::vocab::{Labels, Lang, Vocab};

/// A claim with what makes it a hit.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Hit")]
pub struct HitRow {
    #[serde(flatten)]
    row: Row,
    /// What makes it a hit.
    hit: HitFacts,
}

/// What makes a claim a hit.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HitFacts {
    /// Its place among all hits, from 1.
    rank: usize,
    /// How well it matches.
    score: f32,
    /// The quote as HTML, with what was asked for in `<mark>`.
    marked: String,
    /// No claim is about all that was asked; this one holds or mentions part of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    /// Its source is no longer what was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    stale: Option<Stale>,
    /// The conflicts and tensions that rest on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Badge>,
    /// What each part of the query gave it, with `--explain`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<Reason>,
}

/// A finding that disputes a hit.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Badge {
    /// Its id.
    id: crate::claim::Name,
    /// Its verdict.
    status: Status,
}

/// A passage of an article.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Passage")]
pub struct PassageRow<'a> {
    /// `passage`.
    kind: &'static str,
    /// The article.
    source: &'a crate::claim::Source,
    /// Its first line, from 1.
    line: usize,
    /// Its text as HTML, with what was asked for in `<mark>`.
    marked: String,
}

/// The answer to a query.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Search")]
pub struct Document<'a> {
    /// The query as written.
    query: &'a str,
    /// What was recognised in its plain words.
    recognised: &'a [Recognised],
    /// How many claims match in all.
    total: usize,
    /// No claim is about all that was asked; these hold or mention part of it.
    partial: bool,
    /// Words that stand nowhere, and the name that each may mean.
    suggestions: Vec<Suggestion<'a>>,
    /// The hits, best first.
    hits: Vec<HitRow>,
    /// The hits counted by device, metric, source and kind, with `--facets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    facets: Option<&'a Facets>,
    /// Passages of articles, with `--passages`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    passages: Vec<PassageRow<'a>>,
}

/// A word that stands nowhere.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Suggestion<'a> {
    /// The word.
    written: &'a str,
    /// The name that it may mean.
    meant: &'a str,
}

/// Answers a query.
pub fn run(session: &mut Session, args: &Search) -> Result<Outcome, Failure> {
    let text = args.query.join(" ");
    if text.trim().is_empty() {
        return Err(Failure::with_help(
            "the query is empty",
            "name a device, a metric or a value; `atodds claims` lists all",
        ));
    }
    let (store, query, answer, about) = ask(session, args, &text)?;
    let lang = session.lang(args.lang);
    if about.is_none() && session.out.format == Format::Text {
        session.note(session.vocab.labels.get("hits_many", lang));
    }
    let badges = badges(&about.unwrap_or_default());
    print(session, args, &Shown { text: &text, query: &query, store: &store, answer: &answer, badges: &badges, lang })?;
    let nothing = answer.total == 0 && answer.passages.is_empty();
    Ok(if nothing { Outcome::Notable } else { Outcome::Fine })
}

/// The index, the query, its hits and the findings about them.
type Asked = (Arc<Store>, Query, Answer, Option<Vec<Finding>>);

/// Reads the query, finds its hits, and judges what bears on them; `None` where that is too much to be judged on the way.
///
/// The words are made ready while the index is looked at, and a small index is judged while it is searched.
fn ask(session: &Session, args: &Search, text: &str) -> Result<Asked, Failure> {
    let mut options = search::Options {
        offset: args.offset,
        limit: args.limit,
        sort: match args.sort {
            SortBy::Rank => Sort::Rank,
            SortBy::Value => Sort::Value,
            SortBy::Date => Sort::Date,
        },
        explain: args.explain,
        facets: args.facets,
        passages: args.passages,
        statuses: BTreeMap::new(),
    };
    let vocab = &session.vocab;
    std::thread::scope(|threads| {
        let preparing = threads.spawn(|| search::prepare(vocab, text));
        let store = Arc::new(session.store()?);
        let all = |store: &Store| session.findings(store, &store.claims()?);
        let mut judging = session.is_small(&store).then(|| {
            let store = Arc::clone(&store);
            threads.spawn(move || all(&store))
        });
        // What it could not read is met again below, and said.
        let _ = preparing.join();
        let query =
            search::parse(vocab, text).map_err(|error| Failure::with_help(error.to_string(), error.help.clone()))?;
        let mut judged = || judging.take().and_then(|judging| judging.join().ok());
        let mut about = None;
        if query.needs_status() {
            let findings = judged().unwrap_or_else(|| all(&store))?;
            options.statuses = search::by_status(&findings);
            about = Some(findings);
        }
        let answer = search::run(vocab, &store, &query, &options)?;
        if about.is_none() {
            let claims: Vec<&Claim> = answer.hits.iter().map(|hit| &hit.claim).collect();
            about = match judged() {
                Some(findings) => Some(findings?),
                None => session.findings_about(&store, &claims)?,
            };
        }
        Ok((store, query, answer, about))
    })
}

struct Shown<'a> {
    text: &'a str,
    query: &'a Query,
    store: &'a Store,
    answer: &'a Answer,
    badges: &'a BTreeMap<String, Vec<Badge>>,
    lang: Lang,
}

/// Returns the findings that say a claim is disputed.
fn badges(findings: &[Finding]) -> BTreeMap<String, Vec<Badge>> {
    let mut badges: BTreeMap<String, Vec<Badge>> = BTreeMap::new();
    for finding in findings.iter().filter(|f| matches!(f.status, Status::Conflict | Status::Tension)) {
        for claim in &finding.claims {
            let badge = Badge { id: finding.id.clone(), status: finding.status };
            badges.entry(claim.to_string()).or_default().push(badge);
        }
    }
    badges
}

fn print(session: &mut Session, args: &Search, shown: &Shown<'_>) -> Result<(), Failure> {
    let answer = shown.answer;
    match session.out.format {
        Format::Text | Format::Sarif | Format::Github => text(session, args, shown)?,
        Format::Jsonl => {
            json::lines(&mut session.out, &rows(args, shown))?;
            json::lines(&mut session.out, &passages(&answer.passages))?;
        }
        Format::Json => json::object(
            &mut session.out,
            &Document {
                query: shown.text,
                recognised: &shown.query.recognised,
                total: answer.total,
                partial: answer.partial,
                suggestions: answer.suggestions.iter().map(|(written, meant)| Suggestion { written, meant }).collect(),
                hits: rows(args, shown),
                facets: answer.facets.as_ref(),
                passages: passages(&answer.passages),
            },
        )?,
        Format::Csv | Format::Md => {
            let listed: Vec<Listed> = answer.hits.iter().map(|hit| Listed::from(hit.claim.clone())).collect();
            session.out.list(&listed, &super::claims::COLUMNS, |_| Ok(()))?;
        }
    }
    if session.out.format != Format::Text {
        remarks(session, shown);
    }
    Ok(())
}

fn rows(args: &Search, shown: &Shown<'_>) -> Vec<HitRow> {
    let row = |(at, hit): (usize, &Hit)| HitRow {
        row: Row::from(&hit.claim),
        hit: HitFacts {
            rank: args.offset + at + 1,
            score: hit.score,
            marked: marked(&hit.claim.evidence.quote, &hit.marks, "<mark>", "</mark>", html),
            partial: shown.answer.partial,
            stale: hit.stale,
            findings: shown.badges.get(&*hit.claim.id).cloned().unwrap_or_default(),
            reasons: hit.reasons.clone(),
        },
    };
    shown.answer.hits.iter().enumerate().map(row).collect()
}

fn passages(hits: &[PassageHit]) -> Vec<PassageRow<'_>> {
    let row = |hit: &'_ PassageHit| marked(&hit.text, &hit.marks, "<mark>", "</mark>", html);
    hits.iter()
        .map(|hit| PassageRow { kind: "passage", source: &hit.source, line: hit.line, marked: row(hit) })
        .collect()
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Says on standard error what a machine format has no room for.
fn remarks(session: &Session, shown: &Shown<'_>) {
    let (answer, labels) = (shown.answer, &session.vocab.labels);
    for near in answer.suggestions.chunk_by(|one, other| one.0 == other.0) {
        let meant: Vec<&str> = near.iter().map(|(_, meant)| meant.as_str()).collect();
        let (written, meant) = (&near[0].0, &meant.join("` / `"));
        session.note(labels.fill("did_you_mean", shown.lang, &[("written", written), ("meant", meant)]));
    }
    if answer.partial {
        session.note(labels.get("hits_partial", shown.lang));
    }
    if answer.total == 0 && answer.passages.is_empty() {
        session.note(labels.get("hits_none", shown.lang));
    }
}

fn text(session: &mut Session, args: &Search, shown: &Shown<'_>) -> Result<(), Failure> {
    remarks(session, shown);
    let answer = shown.answer;
    let paths: Vec<String> =
        answer.hits.iter().map(|hit| session.shown_path(shown.store, &hit.claim.source.path)).collect();
    let passage_paths: Vec<String> =
        answer.passages.iter().map(|hit| session.shown_path(shown.store, &hit.source.path)).collect();
    let Session { vocab, out, .. } = session;
    let words = Words { labels: &vocab.labels, lang: shown.lang };
    header(out, words, args, shown)?;
    for (hit, path) in answer.hits.iter().zip(&paths) {
        let badges = shown.badges.get(&*hit.claim.id).map_or(&[][..], Vec::as_slice);
        super::claims::text_with(out, vocab, shown.lang, &hit.claim, path, &hit.marks)?;
        below(out, vocab, words, hit, badges)?;
    }
    if !answer.passages.is_empty() {
        writeln!(out, "{}", words.get("passages"))?;
    }
    for (hit, path) in answer.passages.iter().zip(&passage_paths) {
        let dim = anstyle::Style::new().dimmed();
        writeln!(out, "  {dim}{path}:{}{dim:#}", hit.line)?;
        writeln!(out, "    {}", one_line(&marked(&hit.text, &hit.marks, OPEN, CLOSE, str::to_owned)))?;
    }
    if let Some(facets) = &answer.facets {
        print_facets(out, words, shown.store, facets)?;
    }
    Ok(())
}

/// Terminal marks; the output takes them away where nothing shows them.
pub const OPEN: &str = "\u{1b}[1m\u{1b}[33m";
/// See [`OPEN`].
pub const CLOSE: &str = "\u{1b}[0m";

/// The words around the hits.
#[derive(Clone, Copy)]
struct Words<'a> {
    labels: &'a Labels,
    lang: Lang,
}

impl<'a> Words<'a> {
    fn get(self, id: &'a str) -> &'a str {
        self.labels.get(id, self.lang)
    }

    fn fill(self, id: &str, values: &[(&str, &str)]) -> String {
        self.labels.fill(id, self.lang, values)
    }
}

/// Says how much was found and what was recognised.
fn header(out: &mut Output, words: Words<'_>, args: &Search, shown: &Shown<'_>) -> io::Result<()> {
    let answer = shown.answer;
    if answer.total == 0 {
        return Ok(());
    }
    let mut parts = vec![words.fill("hits", &[("n", &answer.total.to_string())])];
    match answer.hits.len() {
        0 => parts.push(words.get("hits_hidden").to_owned()),
        shown if answer.total > shown => {
            let (from, to) = ((args.offset + 1).to_string(), (args.offset + shown).to_string());
            parts.push(words.fill("hits_part", &[("from", &from), ("to", &to)]));
        }
        _ => {}
    }
    let known = |known: &Recognised| {
        let what = words.fill(&format!("asked/{}", known.what), &[]);
        format!("{what} {}", known.means.join(words.get("or"))).trim_end().to_owned()
    };
    let known: Vec<String> = shown.query.recognised.iter().map(known).collect();
    let known = if known.is_empty() { String::new() } else { format!(" · {}", known.join(", ")) };
    let dim = anstyle::Style::new().dimmed();
    writeln!(out, "{dim}{}{known}{dim:#}", parts.join(", "))?;
    writeln!(out)
}

/// Writes what stands below a hit: its findings, whether it is stale, why it ranks there.
fn below(out: &mut Output, vocab: &Vocab, words: Words<'_>, hit: &Hit, badges: &[Badge]) -> io::Result<()> {
    for badge in badges {
        let hue = super::conflicts::hue(badge.status);
        writeln!(out, "  {hue}{}{hue:#} {}", verdict(vocab, words.lang, badge.status), badge.id)?;
    }
    match hit.stale {
        Some(Stale::Changed) => writeln!(out, "  {}", words.get("hit_changed"))?,
        Some(Stale::Gone) => writeln!(out, "  {}", words.get("hit_gone"))?,
        None => {}
    }
    if !hit.reasons.is_empty() {
        writeln!(out, "  {}", words.fill("hit_score", &[("n", &format!("{:.1}", hit.score))]))?;
        for reason in &hit.reasons {
            match reason.score {
                Some(score) => writeln!(out, "    {score:6.1}  {}", reason.part)?,
                None => writeln!(out, "         –  {}", reason.part)?,
            }
        }
    }
    writeln!(out)
}

fn print_facets(out: &mut Output, words: Words<'_>, store: &Store, facets: &Facets) -> io::Result<()> {
    let source = |id: &String| store.record(id).map_or_else(|_| id.clone(), |record| record.source.path.to_string());
    let by_path: BTreeMap<String, usize> = facets.source.iter().map(|(id, count)| (source(id), *count)).collect();
    let groups = [("device", &facets.device), ("metric", &facets.metric), ("source", &by_path), ("kind", &facets.kind)];
    for (name, counts) in groups {
        let mut counts: Vec<(&String, &usize)> = counts.iter().collect();
        counts.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        writeln!(out, "{}", words.fill(&format!("asked/{name}"), &[]))?;
        for (word, count) in counts {
            writeln!(out, "  {count:5}  {word}")?;
        }
    }
    Ok(())
}
