//! The digest: one Markdown document that a person can hand on.
//!
//! What was read; the findings that matter most; conflicts and tensions with both quotes,
//! source and line; what is explained and by what; agreements; every figure by device; what was
//! not compared; decisions; sources. The same input gives the same bytes.

mod figures;
mod findings;
mod notes;
mod quiet;

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Name, Source};
use crate::conflict::change::Changes;
use crate::conflict::explain::round;
use crate::conflict::{Across, Finding, Status};
use crate::report::markdown::{self, escape};
use crate::report::value;
use crate::vocab::{Lang, Vocab};

pub use notes::{decisions, not_compared};

/// What a digest is made of.
#[derive(Debug)]
pub struct Digest<'a> {
    /// The words.
    pub vocab: &'a Vocab,
    /// The language of the document.
    pub lang: Lang,
    /// The claims to report, in any order.
    pub claims: Vec<&'a Claim>,
    /// The findings to report, in any order.
    pub findings: Vec<&'a Finding>,
    /// How many articles were read, those without a claim too, and those that could not be read not.
    pub articles: usize,
    /// The claims and findings are a selection of all: of one device, say. What is counted and decided besides is
    /// then said to be of the whole corpus.
    pub selection: bool,
    /// Sentences that say what was not compared, and why; they are Markdown.
    pub not_compared: Vec<String>,
    /// Sentences that say what the user decided.
    pub decisions: Vec<String>,
    /// What has changed since an earlier state, and how that state is called.
    pub since: Option<(&'a str, &'a Changes)>,
    /// How spreads are drawn.
    pub charts: Charts,
}

/// How the spread of figures is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Charts {
    /// Not at all.
    None,
    /// As a line of text.
    #[default]
    Unicode,
    /// As SVG files in a folder of this name beside the document.
    Svg(String),
}

/// A finished digest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// The Markdown text.
    pub text: String,
    /// Pictures beside it: file name and content.
    pub pictures: Vec<(String, String)>,
}

/// How many findings stand at the top, and how many of each verdict, devices or spreads are listed.
const TOP: usize = 10;
const LISTED: usize = 200;
/// Findings about one device and metric that are told in full.
const EACH: usize = 5;
/// Sides of one dispute that are quoted, and how many of those that say the same before others come.
const SIDES: usize = 6;
const STAND: usize = 2;
/// Ids of findings that are listed behind one another.
const IDS: usize = 6;
/// Devices in the table of all figures.
const DEVICES: usize = 60;
/// Places that are given of those that say the same.
const PLACES: usize = 4;
/// Claims of one device that are listed.
const CLAIMS: usize = 60;

/// Writes the digest.
pub fn write(digest: &Digest<'_>) -> Document {
    let mut writer = Writer::new(digest);
    writer.summary();
    writer.changes();
    writer.loud(Status::Conflict, "conflicts", Some("conflicts_lead"));
    writer.loud(Status::Tension, "tensions", Some("tensions_lead"));
    writer.quiet(Status::Explained, "explained");
    writer.quiet(Status::Superseded, "superseded");
    writer.agreements();
    writer.quiet(Status::Dismissed, "dismissed");
    writer.matrix();
    writer.spreads();
    writer.devices();
    writer.notes("not_compared", &digest.not_compared);
    let decisions: Vec<String> = digest.decisions.iter().map(|said| escape(said)).collect();
    writer.notes("decisions", &decisions);
    writer.sources();
    writer.document
}

struct Writer<'a> {
    digest: &'a Digest<'a>,
    by_id: BTreeMap<&'a str, &'a Claim>,
    /// Claims by device and metric, then place.
    claims: Vec<&'a Claim>,
    findings: Vec<&'a Finding>,
    /// The family of each source, by path.
    families: BTreeMap<Name, Name>,
    /// Footnote numbers by source path.
    notes: BTreeMap<&'a str, usize>,
    /// The worst status of each claim in a loud finding.
    disputed: BTreeMap<&'a str, Status>,
    document: Document,
}

impl<'a> Writer<'a> {
    fn new(digest: &'a Digest<'a>) -> Self {
        let mut claims = digest.claims.clone();
        claims.sort_by(|a, b| order(a).cmp(&order(b)));
        let by_id: BTreeMap<&str, &Claim> = claims.iter().map(|claim| (&*claim.id, *claim)).collect();
        let mut findings = digest.findings.clone();
        findings.retain(|finding| finding.claims.iter().all(|id| by_id.contains_key(&**id)));
        findings.sort_by_key(|finding| rank(digest.vocab, finding));
        let paths: BTreeSet<&str> = claims.iter().map(|claim| &*claim.source.path).collect();
        let notes = paths.into_iter().zip(1..).collect();
        let mut disputed = BTreeMap::new();
        for finding in findings.iter().filter(|f| matches!(f.status, Status::Conflict | Status::Tension)) {
            for id in &finding.claims {
                let worst = disputed.entry(&**id).or_insert(finding.status);
                *worst = (*worst).min(finding.status);
            }
        }
        let family = |claim: &&Claim| Some((claim.source.path.clone(), claim.source.family.clone()?));
        let families = claims.iter().filter_map(family).collect();
        Self { digest, by_id, claims, findings, families, notes, disputed, document: Document::default() }
    }

    fn out(&mut self) -> &mut String {
        &mut self.document.text
    }

    fn label(&self, id: &'a str) -> &'a str {
        self.digest.vocab.labels.get(id, self.digest.lang)
    }

    fn fill(&self, id: &str, values: &[(&str, &str)]) -> String {
        self.digest.vocab.labels.fill(id, self.digest.lang, values)
    }

    /// Returns ` (text)`.
    fn aside(&self, text: &str) -> String {
        value::aside(self.digest.vocab, self.digest.lang, text)
    }

    fn heading(&mut self, level: usize, text: &str) {
        let line = format!("{} {text}\n\n", "#".repeat(level));
        self.out().push_str(&line);
    }

    fn device(&self, id: &str) -> String {
        escape(self.digest.vocab.devices.title(id))
    }

    fn metric(&self, id: &str) -> String {
        let title = self.digest.vocab.metrics.get(id).map(|metric| match self.digest.lang {
            Lang::En => metric.title.en.as_str(),
            Lang::Zh => metric.title.zh.as_str(),
        });
        escape(title.unwrap_or(id))
    }

    fn subject(&self, finding: &Finding) -> String {
        format!("{} · {}", self.device(&finding.device), self.metric(&finding.metric))
    }

    /// Returns what a side of a finding says with its footnote: `3.5 USD/h[^1]`.
    fn side(&self, finding: &Finding, id: &str) -> String {
        self.by_id.get(id).map_or(String::new(), |claim| {
            format!("{}{}{}", self.whose(finding, claim), self.said(claim), self.note(claim))
        })
    }

    /// Returns the device and metric of a side where they are not the finding's.
    fn whose(&self, finding: &Finding, claim: &Claim) -> String {
        let mut whose = String::new();
        if claim.device != finding.device {
            whose.push_str(&format!("{} · ", self.device(&claim.device)));
        }
        if claim.metric != finding.metric {
            whose.push_str(&format!("{} · ", self.metric(&claim.metric)));
        }
        whose
    }

    /// Returns how far apart a finding's sides are: "×100", "24 %", or in a word.
    fn apart(&self, finding: &Finding) -> String {
        match finding.ratio {
            Some(ratio) if ratio >= 2.0 => format!("×{}", value::number(round(ratio, 3))),
            Some(ratio) if ratio > 1.0 => {
                self.fill("percent", &[("n", &value::number(round((ratio - 1.0) * 100.0, 2)))])
            }
            _ => self.digest.vocab.labels.get(&format!("size_{}", finding.size), self.digest.lang).to_owned(),
        }
    }

    fn said(&self, claim: &Claim) -> String {
        escape(&value::statement(self.digest.vocab, claim, self.digest.lang))
    }

    fn note(&self, claim: &Claim) -> String {
        self.notes.get(&*claim.source.path).map_or(String::new(), |number| format!("[^{number}]"))
    }

    fn cut(&mut self, all: usize) {
        self.left_out(all.saturating_sub(LISTED));
    }

    /// Says how many findings are not listed.
    fn left_out(&mut self, n: usize) {
        if n > 0 {
            let text = format!("… {}\n\n", self.fill("more", &[("n", &n.to_string())]));
            self.out().push_str(&text);
        }
    }

    fn notes(&mut self, title: &'a str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        let heading = self.label(title);
        self.heading(2, heading);
        if self.digest.selection {
            let lead = format!("{}\n\n", self.label("whole_corpus"));
            self.out().push_str(&lead);
        }
        for line in lines {
            let item = format!("- {line}\n");
            self.out().push_str(&item);
        }
        self.out().push('\n');
    }

    fn sources(&mut self) {
        if self.notes.is_empty() {
            return;
        }
        let heading = self.label("sources");
        self.heading(2, heading);
        let by_path: BTreeMap<&str, &Source> =
            self.claims.iter().map(|claim| (&*claim.source.path, &*claim.source)).collect();
        let mut list = String::new();
        let mut notes = String::new();
        for (path, source) in by_path {
            let number = self.notes.get(path).copied().unwrap_or_default();
            let mut parts = vec![escape(source.title.as_deref().unwrap_or(path))];
            parts.extend(source.publisher.as_deref().map(escape));
            parts.extend(source.date.as_deref().map(escape));
            parts.extend(source.url.as_deref().map(|url| markdown::target(url).unwrap_or_else(|| escape(url))));
            // A source without a title is called by its path already.
            if source.title.as_deref().is_some_and(|title| title != path) {
                parts.push(escape(path));
            }
            // Each footnote is referred to here once, so that none is dropped by a renderer.
            list.push_str(&format!("- {}[^{number}]\n", parts[0]));
            notes.push_str(&format!("[^{number}]: {}\n", parts.join(". ")));
        }
        let text = format!("{list}\n{notes}");
        self.out().push_str(&text);
    }
}

/// Returns the references to footnotes: `[^1][^4]`.
fn footnotes(numbers: &BTreeSet<usize>) -> String {
    numbers.iter().map(|number| format!("[^{number}]")).collect()
}

fn order(claim: &Claim) -> (&str, &str, &str, u32, &str) {
    (&claim.device, &claim.metric, &claim.source.path, claim.evidence.start, &claim.id)
}

/// The order in which findings matter: verdict; sources against each other before one against itself, figures
/// before words; then size, money and speed, certainty.
pub fn rank<'a>(vocab: &Vocab, finding: &'a Finding) -> impl Ord + use<'a> {
    let group = vocab.metrics.get(&finding.metric).map_or("", |metric| &*metric.group);
    let weight = match group {
        "cost" => 0,
        "speed" => 1,
        "memory" | "energy" => 2,
        "silicon" => 3,
        _ => 4,
    };
    (
        finding.status,
        finding.across == Across::WithinSource,
        finding.ratio.is_none(),
        std::cmp::Reverse(finding.size),
        (weight, finding.certainty, &finding.device, &finding.metric, &finding.id),
    )
}
