//! The check: articles held against each other, and against a knowledge base, as a linter reports.
//!
//! Every finding in which one of the checked articles has a part becomes a [`Problem`] at one place, with
//! the other sides beside it. What the author ignores with a reason ([`ignore`]), what the user decided ([`decided`])
//! and what stood before ([`baseline`]) is counted and not reported. [`run`] does not touch the disk.

pub mod baseline;
pub mod decided;
pub mod ignore;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::value;
use crate::claim::{Claim, Name, words};
use crate::conflict::explain::metric_title;
use crate::conflict::{self, Finding, Status};
use crate::extract;
use crate::read::Article;
use crate::read::reference::shown;
use crate::vocab::{Lang, Vocab};
use baseline::Baseline;
use decided::Decided;
use ignore::Said;

/// Characters of a quote that are shown.
const QUOTE: usize = 240;

/// What is checked, and how.
#[derive(Debug)]
pub struct Check<'a> {
    /// The words.
    pub vocab: &'a Vocab,
    /// The articles to check; their paths are those that problems name.
    pub articles: &'a [Article],
    /// Claims of a knowledge base to hold them against.
    pub against: Vec<Claim>,
    /// The verdicts to report.
    pub statuses: &'a [Status],
    /// What is known already.
    pub baseline: Option<&'a Baseline>,
    /// What the user decided.
    pub decisions: &'a [Decided],
    /// Language and exchange rates.
    pub options: &'a conflict::Options,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// Articles that were read.
    pub articles: usize,
    /// Claims that they make.
    pub claims: usize,
    /// What is to be reported, in order of place.
    pub problems: Vec<Problem>,
    /// Findings that an author ignores with a reason.
    pub ignored: usize,
    /// Findings that the baseline knows.
    pub known: usize,
    /// Entries of the baseline that no longer have a finding.
    pub stale: Vec<Name>,
    /// Findings that the user dismissed, or whose value he accepted.
    pub dismissed: usize,
    /// Findings and claims that the user decided on and that are no longer there.
    pub stale_decisions: Vec<Name>,
}

/// One thing to report.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Problem {
    /// How grave it is.
    pub level: Level,
    /// The kind of finding (`disjoint_values`), or of remark (`ignore_unused`).
    pub rule: Name,
    /// Where it is reported.
    pub place: Place,
    /// What was found, in one line.
    pub message: String,
    /// What to do, one step a line.
    pub help: Vec<String>,
    /// The other sides.
    pub related: Vec<Related>,
    /// The finding; none for a remark about the source itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<Finding>,
}

words! {
    /// How grave a problem is.
    Level {
        /// A conflict.
        Error = "error",
        /// A tension, or a remark about the source.
        Warning = "warning",
        /// Anything else that was asked for.
        Note = "note",
    }
}

/// A stretch of an article, as an editor counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Place {
    /// The file.
    pub path: Name,
    /// Line of its beginning, from 1.
    pub line: usize,
    /// Column of its beginning in characters, from 1.
    pub column: usize,
    /// Line of its end.
    pub end_line: usize,
    /// Column one past its end.
    pub end_column: usize,
}

/// A side of a finding.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Related {
    /// Where it stands; in the knowledge base beginning and end are the same.
    pub place: Place,
    /// It stands in a checked article, not in the knowledge base.
    pub checked: bool,
    /// What it says.
    pub said: String,
    /// Its sentence or table row.
    pub quote: String,
}

impl Problem {
    /// Returns the word by which the problem is named: the verdict, or the level of a remark.
    pub fn word(&self) -> &'static str {
        self.finding.as_ref().map_or(self.level.as_str(), |finding| finding.status.as_str())
    }

    /// Returns that word in the language of the report.
    pub fn word_in(&self, vocab: &Vocab, lang: Lang) -> String {
        match &self.finding {
            Some(finding) => value::verdict(vocab, lang, finding.status),
            None => vocab.labels.get(&format!("level_{}", self.level), lang).to_owned(),
        }
    }
}

impl Report {
    /// Says whether a finding is at least as grave as `status`.
    pub fn has(&self, status: Status) -> bool {
        self.problems.iter().filter_map(|problem| problem.finding.as_ref()).any(|finding| finding.status <= status)
    }
}

/// Runs a check.
pub fn run(check: &Check<'_>) -> Report {
    let read: Vec<Vec<Claim>> =
        check.articles.par_iter().map(|article| extract::claims(check.vocab, article).claims).collect();
    let mut articles: BTreeMap<&str, &Article> = BTreeMap::new();
    for article in check.articles {
        articles.insert(&article.source.path, article);
    }
    let own: Vec<&Claim> = read.iter().flatten().collect();
    let checked: BTreeSet<&str> = own.iter().map(|claim| &*claim.id).collect();
    let others = check.against.iter().filter(|claim| !checked.contains(&*claim.id));
    let all: Vec<&Claim> = own.iter().copied().chain(others).collect();
    let mut judgement = conflict::find_with(check.vocab, &all, check.options);
    let mut stale_decisions = Vec::new();
    for decided in check.decisions {
        stale_decisions.extend(decided.apply(check.vocab, check.options.lang, &mut judgement, &all));
    }
    let writer = Writer { check, articles, checked, claims: all.iter().map(|claim| (&*claim.id, *claim)).collect() };
    let mut report = Report {
        articles: check.articles.len(),
        claims: own.len(),
        problems: Vec::new(),
        ignored: 0,
        known: 0,
        stale: Vec::new(),
        dismissed: 0,
        stale_decisions,
    };
    writer.fill(&judgement.findings, &mut report);
    report
}

struct Writer<'a> {
    check: &'a Check<'a>,
    articles: BTreeMap<&'a str, &'a Article>,
    checked: BTreeSet<&'a str>,
    claims: BTreeMap<&'a str, &'a Claim>,
}

impl<'a> Writer<'a> {
    fn fill(&self, findings: &[Finding], report: &mut Report) {
        let mut ignores = Ignores::of(self.check.articles);
        let mut known = vec![false; self.check.baseline.map_or(0, |baseline| baseline.known.len())];
        for finding in findings {
            let sides: Vec<&Claim> = finding.claims.iter().filter_map(|id| self.claims.get(&**id).copied()).collect();
            let checked = |claim: &&Claim| self.checked.contains(&*claim.id);
            // What a finding further rests on is no reason to report it in an article that is not at odds.
            if !sides.iter().take(2).any(checked) {
                continue;
            }
            let ignored = ignores.cover(finding, sides.iter().copied().filter(checked));
            let baseline = self.check.baseline.and_then(|baseline| baseline.covers(&finding.id, finding.status));
            if let Some(entry) = baseline {
                known[entry] = true;
            }
            if !self.check.statuses.contains(&finding.status) {
                report.dismissed += usize::from(finding.status == Status::Dismissed);
                continue;
            }
            match (ignored, baseline) {
                (true, _) => report.ignored += 1,
                (_, Some(_)) => report.known += 1,
                _ => report.problems.extend(self.problem(finding, &sides)),
            }
        }
        report.problems.extend(ignores.remarks(self.check));
        report.problems.sort_by(|a, b| key(a).cmp(&key(b)));
        if let Some(baseline) = self.check.baseline {
            let stale = baseline.known.iter().zip(&known).filter(|(_, found)| !**found);
            report.stale = stale.map(|(entry, _)| entry.finding.clone()).collect();
        }
    }

    /// Reports a finding at the side that stands alone, or else at the first that is checked.
    fn problem(&self, finding: &Finding, sides: &[&Claim]) -> Option<Problem> {
        let pair = sides.iter().take(2).filter(|claim| self.checked.contains(&*claim.id));
        let alone = pair.clone().find(|claim| finding.odd_one_out.as_ref() == Some(&claim.id));
        let here = alone.copied().or_else(|| pair.copied().min_by_key(|claim| self.place(claim)))?;
        let others: Vec<&Claim> = sides.iter().copied().filter(|claim| claim.id != here.id).collect();
        let mut help: Vec<String> = Vec::new();
        if !finding.to_settle.is_empty() {
            help.push(finding.to_settle.clone());
        }
        help.push(self.label("check_ignore", &[("id", &finding.id)]));
        Some(Problem {
            level: match finding.status {
                Status::Conflict => Level::Error,
                Status::Tension => Level::Warning,
                _ => Level::Note,
            },
            rule: finding.kind.as_str().into(),
            place: self.place(here),
            message: self.message(finding, here, others.first().copied()),
            help,
            related: others.iter().map(|claim| self.related(finding, claim)).collect(),
            finding: Some(finding.clone()),
        })
    }

    fn message(&self, finding: &Finding, here: &Claim, there: Option<&Claim>) -> String {
        let lang = self.check.options.lang;
        let device = self.check.vocab.devices.title(&finding.device);
        let subject = format!("{device} · {}", metric_title(self.check.vocab, lang, &finding.metric));
        let Some(there) = there else { return format!("{subject}: {}", self.said(finding, here)) };
        let line = there.evidence.line.to_string();
        let said = format!("{}{}", self.said(finding, there), self.apart(there, here));
        let here = format!("{}{}", self.said(finding, here), self.apart(here, there));
        let values = [("subject", &*subject), ("here", &here), ("there", &said), ("path", &there.source.path)];
        self.label("check_here", &[&values[..], &[("line", &line)]].concat())
    }

    /// Returns what a side says, with its own device and metric where the finding is about others.
    fn said(&self, finding: &Finding, claim: &Claim) -> String {
        let (vocab, lang) = (self.check.vocab, self.check.options.lang);
        let mut parts = Vec::new();
        if claim.device != finding.device {
            parts.push(vocab.devices.title(&claim.device).to_owned());
        }
        if claim.metric != finding.metric {
            parts.push(metric_title(vocab, lang, &claim.metric).to_owned());
        }
        parts.push(value::statement(vocab, claim, lang));
        parts.join(" · ")
    }

    /// Returns the conditions that the other claim has not got: ` (scope core)`.
    fn apart(&self, claim: &Claim, other: &Claim) -> String {
        let (vocab, lang) = (self.check.vocab, self.check.options.lang);
        let own = claim.conditions.iter().filter(|(key, value)| other.conditions.get(key) != Some(value));
        let own: Vec<String> =
            own.take(3).map(|(key, value)| value::condition(vocab, lang, key, &value.to_string())).collect();
        let list = own.join(vocab.sentences.get("list/and", lang));
        if own.is_empty() { list } else { format!(" ({list})") }
    }

    fn related(&self, finding: &Finding, claim: &Claim) -> Related {
        Related {
            place: self.place(claim),
            checked: self.checked.contains(&*claim.id),
            said: self.said(finding, claim),
            quote: one_line(&shown(&claim.evidence.quote), QUOTE),
        }
    }

    /// Returns where a claim's value stands, or its quote where it has none.
    fn place(&self, claim: &Claim) -> Place {
        let at = &claim.evidence;
        let mut place = Place {
            path: claim.source.path.clone(),
            line: at.line as usize,
            column: at.column as usize,
            end_line: at.line as usize,
            end_column: at.column as usize,
        };
        let end = claim.statement.quantity().map_or(at.span(), |value| value.span()).end;
        if let Some(article) = self.articles.get(&*claim.source.path) {
            let end = article.lines.position(&article.text, end);
            (place.end_line, place.end_column) = (end.line, end.column);
        }
        place
    }

    fn label(&self, id: &str, values: &[(&str, &str)]) -> String {
        self.check.vocab.labels.fill(id, self.check.options.lang, values)
    }
}

/// The instructions of all articles, and which of them were needed.
struct Ignores<'a> {
    list: Vec<(&'a Article, ignore::Instruction, BTreeSet<Name>)>,
}

impl<'a> Ignores<'a> {
    fn of(articles: &'a [Article]) -> Self {
        let each = |article: &'a Article| {
            ignore::instructions(article).into_iter().map(move |order| (article, order, BTreeSet::new()))
        };
        Self { list: articles.iter().flat_map(each).collect() }
    }

    /// Says whether an article in which the finding has a side ignores it with a reason.
    fn cover<'c>(&mut self, finding: &Finding, sides: impl Iterator<Item = &'c Claim> + Clone) -> bool {
        let mut covered = false;
        for (article, order, used) in &mut self.list {
            let Said::Ignore { findings, because } = &order.said else { continue };
            let here = sides.clone().any(|claim| claim.source.path == article.source.path);
            if here && findings.contains(&finding.id) {
                used.insert(finding.id.clone());
                covered |= because.is_some();
            }
        }
        covered
    }

    /// Returns what is to be said about the instructions themselves.
    fn remarks(&self, check: &Check<'_>) -> Vec<Problem> {
        let mut found = Vec::new();
        let mut remark = |article: &Article, order: &ignore::Instruction, id: &str, what: &str| {
            let label = |id: &str| check.vocab.labels.fill(id, check.options.lang, &[("what", what)]);
            let (start, end) = (order.start, order.end);
            found.push(Problem {
                level: Level::Warning,
                rule: id.into(),
                place: Place {
                    path: article.source.path.clone(),
                    line: start.line,
                    column: start.column,
                    end_line: end.line,
                    end_column: end.column,
                },
                message: label(id),
                help: vec![label(&format!("{id}_help"))],
                related: Vec::new(),
                finding: None,
            });
        };
        for (article, order, used) in &self.list {
            match &order.said {
                Said::Unknown(what) => remark(article, order, "ignore_unknown", what),
                Said::Ignore { findings, because } => {
                    for id in findings.iter().filter(|id| !used.contains(*id)) {
                        remark(article, order, "ignore_unused", id);
                    }
                    if because.is_none() {
                        remark(article, order, "ignore_without_reason", &findings.join(", "));
                    }
                }
            }
        }
        found
    }
}

fn key(problem: &Problem) -> (&Place, Level, &str, &str) {
    (&problem.place, problem.level, &problem.rule, problem.finding.as_ref().map_or("", |finding| &finding.id))
}

/// Returns a text on one line, cut to so many characters.
fn one_line(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        Some((at, _)) => format!("{} …", line.get(..at).unwrap_or_default()),
        None => line,
    }
}

/// Says which language problems are written in; for formats that name it.
pub fn language(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en-US",
        Lang::Zh => "zh-CN",
    }
}
