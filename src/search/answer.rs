//! Answering a query: the best claims, what was recognised, what else could be meant.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use super::mark;
use super::near;
use super::plan::{self, ByStatus, Names};
use super::query::{Leaf, Node, Query};
use crate::claim::{Claim, Source};
use crate::index::{Ask, Error, Facets, Found, Kind, Sort, Store};
use crate::read;
use crate::vocab::Vocab;

/// How to answer.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Hits to leave out at the top.
    pub offset: usize,
    /// Most hits to give.
    pub limit: usize,
    /// What orders them.
    pub sort: Sort,
    /// Say what each part of the query gave each hit.
    pub explain: bool,
    /// Count the hits by device, metric, source and kind.
    pub facets: bool,
    /// Search the articles' text besides.
    pub passages: bool,
    /// The claims on which findings with each status rest, for `status:`.
    pub statuses: ByStatus,
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The hits asked for, best first.
    pub hits: Vec<Hit>,
    /// How many claims match in all.
    pub total: usize,
    /// No claim is about all that is asked; these mention it, or hold some of it.
    pub partial: bool,
    /// Words that stand nowhere, and the name that each may mean.
    pub suggestions: Vec<(String, String)>,
    /// The counts, if asked for.
    pub facets: Option<Facets>,
    /// Passages of articles, if asked for.
    pub passages: Vec<PassageHit>,
}

/// One claim that matches.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The claim.
    pub claim: Claim,
    /// How well it matches.
    pub score: f32,
    /// Its source is no longer what was read.
    pub stale: Option<Stale>,
    /// The parts of its quote that the query asks for, in bytes of the quote.
    pub marks: Vec<Range<usize>>,
    /// What each part of the query gave it, if asked for.
    pub reasons: Vec<Reason>,
}

/// What one part of a query gave a hit.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Reason {
    /// The part.
    pub part: String,
    /// Its share of the score; `None` where the hit lacks it.
    pub score: Option<f32>,
}

/// Why a hit cannot be shown as current.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stale {
    /// The file has changed since it was read.
    Changed,
    /// The file is gone.
    Gone,
}

/// A passage of an article.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct PassageHit {
    /// The article.
    pub source: Arc<Source>,
    /// Its first line, from 1.
    pub line: usize,
    /// Its text, as it stands in the source.
    pub text: String,
    /// The parts that the query asks for, in bytes of the text.
    pub marks: Vec<Range<usize>>,
}

/// Answers a query.
///
/// # Errors
/// Where the store is damaged.
pub fn run(vocab: &Vocab, store: &Store, query: &Query, options: &Options) -> Result<Answer, Error> {
    let (found, ask, partial) = find(store, query, options)?;
    let mut hits = Vec::new();
    for found in found.best.iter().skip(options.offset) {
        let claim = store.claim(found)?;
        let record = store.record(&claim.source.id)?;
        let gone = store.on_disk(&claim.source.path).is_none_or(|path| !path.exists());
        let stale = match (gone, gone || store.is_current(&record)) {
            (true, _) => Some(Stale::Gone),
            (_, false) => Some(Stale::Changed),
            _ => None,
        };
        let reasons = if options.explain { reasons(store, query, options, found)? } else { Vec::new() };
        hits.push(Hit { claim, score: found.score, stale, marks: Vec::new(), reasons });
    }
    mark::look_ahead(vocab, hits.iter().map(|hit| &*hit.claim.evidence.quote));
    for hit in &mut hits {
        hit.marks = mark::marks(vocab, query, &hit.claim);
    }
    let weak = partial || found.total == 0;
    Ok(Answer {
        hits,
        total: found.total,
        partial,
        suggestions: if weak { suggestions(vocab, store, query)? } else { Vec::new() },
        facets: if options.facets { Some(store.facets(&ask)?) } else { None },
        passages: if options.passages { passages(vocab, store, query, options)? } else { Vec::new() },
    })
}

fn find(store: &Store, query: &Query, options: &Options) -> Result<(Found, Ask, bool), Error> {
    let take = options.offset.saturating_add(options.limit);
    let ask = plan::strict(&query.root, Names::About, &options.statuses);
    let found = store.find(&ask, Kind::Claim, options.sort, take)?;
    if found.total > 0 {
        return Ok((found, ask, false));
    }
    let ask = plan::strict(&query.root, Names::Mentioned, &options.statuses);
    let found = store.find(&ask, Kind::Claim, options.sort, take)?;
    if found.total > 0 {
        return Ok((found, ask, true));
    }
    let Some(some) = plan::partial(&query.root, &options.statuses) else { return Ok((found, ask, false)) };
    let found = store.find(&some, Kind::Claim, options.sort, take)?;
    let partial = found.total > 0;
    Ok((found, some, partial))
}

fn reasons(store: &Store, query: &Query, options: &Options, found: &crate::index::Match) -> Result<Vec<Reason>, Error> {
    let mut reasons = Vec::new();
    for leaf in query.leaves() {
        let score = store.score(&plan::ask(leaf, Names::Mentioned, &options.statuses), found)?;
        reasons.push(Reason { part: named(leaf), score });
    }
    Ok(reasons)
}

/// Returns a part of the query as the explanation names it.
fn named(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Word(word) => format!("word `{word}`"),
        Leaf::Phrase(words) => format!("phrase `{words}`"),
        Leaf::Prefix(word) => format!("word that begins with `{word}`"),
        Leaf::Device { written, device } => format!("device {device} (`{written}`)"),
        Leaf::Metric { written, metrics } => format!("metric {} (`{written}`)", metrics.join(" or ")),
        Leaf::State { written, states } => format!("condition {} (`{written}`)", states.join(", ")),
        Leaf::Quantity { written, .. } => format!("value `{written}`"),
        Leaf::DeviceIs(device) => format!("device {device}"),
        Leaf::MetricIs(metric) => format!("metric {metric}"),
        Leaf::KindIs(kind) => format!("kind {kind}"),
        Leaf::SourceHolds(text) => format!("source `{text}`"),
        Leaf::PublisherHolds(text) => format!("publisher `{text}`"),
        Leaf::IdIs(id) => format!("id {id}"),
        Leaf::StateIs(states) => format!("condition {}", states.join(" or ")),
        Leaf::StatusIs(status) => format!("status {status}"),
        Leaf::Values(_) => "value".to_owned(),
        Leaf::Dates(..) => "date".to_owned(),
    }
}

/// Returns, for each plain word that stands nowhere, the known name nearest to it.
fn suggestions(vocab: &Vocab, store: &Store, query: &Query) -> Result<Vec<(String, String)>, Error> {
    let mut suggestions = Vec::new();
    let mut before: Option<&str> = None;
    for leaf in query.leaves() {
        let left = std::mem::replace(&mut before, leaf.written());
        let Leaf::Word(word) = leaf else { continue };
        // "显存宽带": a known word took the first half of a misspelt one.
        if let Some(left) = left.filter(|left| near::is_han(left) && near::is_han(word))
            && let [name, ..] = &near::names(vocab, &format!("{left}{word}"))[..]
        {
            suggestions.push((format!("{left}{word}"), name.clone()));
            continue;
        }
        let ask = plan::strict(&Node::Leaf(leaf.clone()), Names::Mentioned, &ByStatus::new());
        if word.chars().count() < 2 || store.has_any(&ask, Kind::Claim)? {
            continue;
        }
        suggestions.extend(near::names(vocab, word).into_iter().map(|name| (word.clone(), name)));
    }
    Ok(suggestions)
}

fn passages(vocab: &Vocab, store: &Store, query: &Query, options: &Options) -> Result<Vec<PassageHit>, Error> {
    let Some(ask) = plan::passages(&query.root) else { return Ok(Vec::new()) };
    let mut hits = Vec::new();
    for found in store.find(&ask, Kind::Passage, Sort::Rank, options.limit)?.best {
        let passage = store.passage(&found)?;
        let record = store.record(&passage.source)?;
        // What is no longer there as it was read is not shown as if it were.
        if !store.is_current(&record) {
            continue;
        }
        let Some(bytes) = store.on_disk(&record.source.path).and_then(|path| std::fs::read(path).ok()) else {
            continue;
        };
        let Ok(article) = read::article(&record.source.path, &bytes) else { continue };
        let Some(text) = article.text.get(passage.start..passage.end) else { continue };
        hits.push(PassageHit {
            source: Arc::clone(&record.source),
            line: passage.line,
            marks: mark::text_marks(vocab, query, text),
            text: text.to_owned(),
        });
    }
    Ok(hits)
}
