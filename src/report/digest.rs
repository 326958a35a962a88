//! The digest: one Markdown document that a person can hand on.
//!
//! What was read; the findings that matter most; conflicts and tensions with both quotes,
//! source and line; what is explained and by what; agreements; every figure by device; what was
//! not compared; decisions; sources. The same input gives the same bytes.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::prelude::ToPrimitive;

use super::chart::{self, Dot};
use super::markdown::{self, escape};
use super::value;
use crate::claim::{Claim, Name, Source, Statement};
use crate::conflict::decisions::Decisions;
use crate::conflict::explain::key_title;
use crate::conflict::{Certainty, Finding, Size, Status, Summary, change::Changes};
use crate::vocab::{Lang, Vocab};

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
    /// How many articles were read, those without a claim too.
    pub articles: usize,
    /// Sentences that say what was not compared, and why.
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
/// Sides of one finding that are quoted.
const SIDES: usize = 6;
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
    writer.notes("decisions", &digest.decisions);
    writer.sources();
    writer.document
}

/// Returns sentences that say what was not set side by side, and why; files that could not be read come first.
pub fn not_compared(vocab: &Vocab, lang: Lang, unread: usize, summary: &Summary) -> Vec<String> {
    let count = |status: Status| summary.pairs.get(&status).copied().unwrap_or_default();
    let left = |why: &str| summary.left_out.get(why).copied().unwrap_or_default() as u64;
    let counts = [
        ("unread", unread as u64),
        ("left_out_refuted", left("refuted")),
        ("left_out_hypothetical", left("hypothetical")),
        ("alone", summary.alone),
        ("not_comparable", count(Status::Incomparable)),
        ("not_set", summary.not_compared),
        ("not_listed", summary.not_listed),
    ];
    let said = |(id, n): (&str, u64)| vocab.labels.fill(id, lang, &[("n", &n.to_string())]);
    counts.into_iter().filter(|(_, n)| *n > 0).map(said).collect()
}

/// Returns sentences that say what the user decided, and which decisions no longer have an object.
pub fn decisions(vocab: &Vocab, lang: Lang, decisions: &Decisions, stale: &[Name]) -> Vec<String> {
    let say =
        |label: &str, id: &str, because: &str| vocab.labels.fill(label, lang, &[("id", id), ("because", because)]);
    let lives = |id: &&Name| !stale.contains(id);
    let dismissed = decisions.dismiss.iter().filter(|d| lives(&&d.finding));
    let accepted = decisions.accept.iter().filter(|a| lives(&&a.claim));
    dismissed
        .map(|d| say("decision_dismissed", &d.finding, &d.because))
        .chain(accepted.map(|a| say("decision_accepted", &a.claim, &a.because)))
        .chain(stale.iter().map(|id| say("decision_stale", id, "")))
        .collect()
}

struct Writer<'a> {
    digest: &'a Digest<'a>,
    by_id: BTreeMap<&'a str, &'a Claim>,
    /// Claims by device and metric, then place.
    claims: Vec<&'a Claim>,
    findings: Vec<&'a Finding>,
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
        Self { digest, by_id, claims, findings, notes, disputed, document: Document::default() }
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

    fn summary(&mut self) {
        let title = self.label("title");
        self.heading(1, title);
        let summary = self.label("summary");
        self.heading(2, summary);
        let families: BTreeSet<&str> =
            self.claims.iter().map(|claim| claim.source.family.as_deref().unwrap_or(&claim.source.path)).collect();
        let devices: BTreeSet<&str> = self.claims.iter().map(|claim| &*claim.device).collect();
        let numbers = [self.digest.articles, families.len(), self.claims.len(), devices.len()].map(|n| n.to_string());
        let [articles, families, claims, devices] = numbers.each_ref().map(String::as_str);
        let values = [("articles", articles), ("families", families), ("claims", claims), ("devices", devices)];
        let read = self.fill("read", &values);
        let mut counts: BTreeMap<Status, usize> = BTreeMap::new();
        for finding in &self.findings {
            *counts.entry(finding.status).or_default() += 1;
        }
        let separator = self.digest.vocab.sentences.get("list/and", self.digest.lang);
        let counts: Vec<String> = counts.iter().map(|(status, n)| self.counted(*status, *n)).collect();
        let counts = self.fill("counts", &[("counts", &counts.join(separator))]);
        let space = self.digest.vocab.sentences.get("space", self.digest.lang);
        let text = format!("{read}{space}{counts}\n\n");
        self.out().push_str(&text);
        self.top();
    }

    /// Returns "4 conflicts", "1 conflict".
    fn counted(&self, status: Status, n: usize) -> String {
        let id = match status {
            Status::Conflict if n != 1 => "conflicts",
            Status::Tension if n != 1 => "tensions",
            Status::Agreement if n != 1 => "agreements",
            _ => status.as_str(),
        };
        format!("{n} {}", self.digest.vocab.labels.get(id, self.digest.lang).to_lowercase())
    }

    /// Lists the gravest finding about each of the first few subjects.
    fn top(&mut self) {
        let mut subjects: Vec<(&str, &str)> = Vec::new();
        let mut further: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut loud: Vec<&Finding> = Vec::new();
        for finding in self.findings.iter().copied().filter(|f| is_loud(f)) {
            let subject = (&*finding.device, &*finding.metric);
            *further.entry(subject).or_default() += 1;
            if loud.len() < TOP && !subjects.contains(&subject) {
                subjects.push(subject);
                loud.push(finding);
            }
        }
        if loud.is_empty() {
            let line = format!("{}\n\n", self.label("nothing_disputed"));
            return self.out().push_str(&line);
        }
        let heading = self.label("matter_most");
        self.heading(3, heading);
        let rows: Vec<Vec<String>> = loud
            .iter()
            .map(|finding| {
                let side = |at: usize| finding.claims.get(at).map_or(String::new(), |id| self.side(finding, id));
                let more = further.get(&(&*finding.device, &*finding.metric)).map_or(0, |n| n - 1);
                let mut subject = self.subject(finding);
                if more > 0 {
                    subject.push_str(&format!(" ({})", self.fill("further", &[("n", &more.to_string())])));
                }
                let status = self.label(finding.status.as_str());
                let size = self.grade("size", finding.size.as_str());
                vec![subject, side(0), side(1), status.to_owned(), size]
            })
            .collect();
        let headers = ["finding", "one_side", "other_side", "verdict", "size"].map(|id| self.label(id));
        markdown::table(self.out(), &headers, &rows);
    }

    /// Says which findings are new, gone or judged otherwise.
    fn changes(&mut self) {
        let Some((since, changes)) = self.digest.since else { return };
        let heading = self.fill("changes", &[("since", &escape(since))]);
        self.heading(2, &heading);
        let named = |finding: &Finding, verdict: String| {
            vec![self.subject(finding), verdict, escape(&finding.explanation), finding.id.to_string()]
        };
        let status = |status: Status| self.digest.vocab.labels.get(status.as_str(), self.digest.lang).to_owned();
        let new: Vec<_> = changes.new.iter().map(|finding| named(finding, status(finding.status))).collect();
        let changed: Vec<_> = changes
            .changed
            .iter()
            .map(|(was, finding)| {
                let values = [("was", &*status(*was)), ("now", &*status(finding.status))];
                named(finding, self.fill("changed_verdict", &values))
            })
            .collect();
        let gone: Vec<_> = changes.gone.iter().map(|finding| named(finding, status(finding.status))).collect();
        if new.is_empty() && changed.is_empty() && gone.is_empty() {
            let line = format!("{}\n\n", self.label("changes_none"));
            return self.out().push_str(&line);
        }
        for (id, mut rows) in [("changes_new", new), ("changes_changed", changed), ("changes_gone", gone)] {
            if rows.is_empty() {
                continue;
            }
            let heading = format!("{} ({})", self.digest.vocab.labels.get(id, self.digest.lang), rows.len());
            self.heading(3, &heading);
            let all = rows.len();
            rows.truncate(LISTED);
            let headers = ["finding", "verdict", "because"].map(|id| self.label(id));
            markdown::table(self.out(), &[&headers[..], &["id"]].concat(), &rows);
            self.cut(all);
        }
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

    /// Returns a grade (`minor`, `low`) in words.
    fn grade(&self, of: &str, grade: &str) -> String {
        let id = format!("{of}_{grade}");
        self.digest.vocab.labels.get(&id, self.digest.lang).to_owned()
    }

    fn said(&self, claim: &Claim) -> String {
        escape(&value::statement(self.digest.vocab, claim, self.digest.lang))
    }

    fn note(&self, claim: &Claim) -> String {
        self.notes.get(&*claim.source.path).map_or(String::new(), |number| format!("[^{number}]"))
    }

    /// Writes the findings of one status in full, by device and metric.
    fn loud(&mut self, status: Status, title: &'a str, lead: Option<&'a str>) {
        let found: Vec<&Finding> = self.findings.iter().copied().filter(|f| f.status == status).collect();
        if found.is_empty() {
            return;
        }
        let heading = format!("{} ({})", self.label(title), found.len());
        self.heading(2, &heading);
        if let Some(lead) = lead {
            let text = format!("{}\n\n", self.label(lead));
            self.out().push_str(&text);
        }
        let mut subject = String::new();
        for finding in by_subject(&found).into_iter().take(LISTED) {
            let next = self.subject(finding);
            if next != subject {
                self.heading(3, &next);
                subject = next;
            }
            self.finding(finding);
        }
        self.cut(found.len());
    }

    fn finding(&mut self, finding: &Finding) {
        let kind = format!("rule_{}", finding.kind);
        let mut text = format!(
            "**{}** · {}: {} · {}: {} · {}\n\n",
            upper(self.digest.vocab.labels.get(&kind, self.digest.lang)),
            self.label("size"),
            self.grade("size", finding.size.as_str()),
            self.label("certainty"),
            self.grade("certainty", finding.certainty.as_str()),
            finding.id,
        );
        for id in finding.claims.iter().take(SIDES) {
            let Some(claim) = self.by_id.get(&**id) else { continue };
            text.push_str(&self.quoted(finding, claim));
            if finding.odd_one_out.as_ref() == Some(id) {
                text.push_str(&format!(" ({})", self.label("odd_one_out")));
            }
            text.push('\n');
        }
        if finding.claims.len() > SIDES {
            let rest = (finding.claims.len() - SIDES).to_string();
            text.push_str(&format!("- … {}\n", self.fill("further_sides", &[("n", &rest)])));
        }
        let mut say = |id: &str, said: &str| {
            let line = self.fill(id, &[("text", &escape(said))]);
            text.push_str(&format!("\n{line}\n"));
        };
        say("why", &finding.explanation);
        if !finding.to_settle.is_empty() {
            say("settle", &finding.to_settle);
        }
        text.push('\n');
        self.out().push_str(&text);
    }

    /// Returns `- **value** (conditions): “quote” — path, line 9[^1]`.
    fn quoted(&self, finding: &Finding, claim: &Claim) -> String {
        let conditions = value::titled_conditions(self.digest.vocab, claim, self.digest.lang);
        let conditions = if conditions.is_empty() { String::new() } else { format!(" ({})", escape(&conditions)) };
        let line = claim.evidence.line.to_string();
        format!(
            "- {}**{}**{conditions}: “{}” — {}, {}{}",
            self.whose(finding, claim),
            self.said(claim),
            markdown::excerpt(&claim.evidence.quote, 240),
            escape(&claim.source.path),
            self.fill("line", &[("line", &line)]),
            self.note(claim),
        )
    }

    fn cut(&mut self, all: usize) {
        if all > LISTED {
            let rest = (all - LISTED).to_string();
            let text = format!("… {}\n\n", self.fill("more", &[("n", &rest)]));
            self.out().push_str(&text);
        }
    }

    /// Writes the findings of one status as a table.
    fn quiet(&mut self, status: Status, title: &'a str) {
        let found: Vec<&Finding> = self.findings.iter().copied().filter(|f| f.status == status).collect();
        if found.is_empty() {
            return;
        }
        let heading = format!("{} ({})", self.label(title), found.len());
        self.heading(2, &heading);
        let rows: Vec<Vec<String>> = found
            .iter()
            .take(LISTED)
            .map(|finding| {
                let side = |at: usize| finding.claims.get(at).map_or(String::new(), |id| self.side(finding, id));
                vec![self.subject(finding), side(0), side(1), self.reason(finding)]
            })
            .collect();
        let headers = ["finding", "one_side", "other_side", "because"].map(|id| self.label(id));
        markdown::table(self.out(), &headers, &rows);
        self.cut(found.len());
    }

    /// Returns what accounts for a difference in few words: the conditions that differ, else the rule.
    fn reason(&self, finding: &Finding) -> String {
        let (vocab, lang) = (self.digest.vocab, self.digest.lang);
        let sides: Vec<&Claim> =
            finding.claims.iter().take(2).filter_map(|id| self.by_id.get(&**id).copied()).collect();
        let [a, b] = sides[..] else { return escape(&finding.explanation) };
        let differs = |key: &Name| {
            let (one, other) = (a.conditions.get(key)?.to_string(), b.conditions.get(key)?.to_string());
            let key = key_title(vocab, lang, key);
            let values = [("key", &*key), ("a", &*one), ("b", &*other)];
            (one != other).then(|| vocab.sentences.render("differs/item", lang, &values))
        };
        let differ: Vec<String> = finding.explained_by.iter().filter_map(differs).collect();
        if finding.status == Status::Explained && !differ.is_empty() {
            return escape(&differ.join(vocab.sentences.get("list/and", lang)));
        }
        // The first sentence says again what stands beside it.
        let rule = vocab.sentences.render(&format!("rule/{}", finding.rule), lang, &[]);
        if finding.status == Status::Dismissed || rule.contains('{') || rule.starts_with("rule/") {
            return escape(&finding.explanation);
        }
        escape(&rule)
    }

    fn agreements(&mut self) {
        let found: Vec<&Finding> = self.findings.iter().copied().filter(|f| f.status == Status::Agreement).collect();
        if found.is_empty() {
            return;
        }
        let heading = format!("{} ({})", self.label("agreements"), found.len());
        self.heading(2, &heading);
        let mut rows: Vec<Vec<String>> = Vec::new();
        for finding in &found {
            let sides: Vec<&Claim> = finding.claims.iter().filter_map(|id| self.by_id.get(&**id).copied()).collect();
            let said = sides.first().map_or(String::new(), |claim| self.said(claim));
            let notes: BTreeSet<usize> =
                sides.iter().filter_map(|claim| self.notes.get(&*claim.source.path).copied()).collect();
            let notes: String = notes.iter().map(|number| format!("[^{number}]")).collect();
            let row = vec![self.subject(finding), format!("{said}{notes}"), finding.families.to_string()];
            // Conditions tell two agreements apart that read the same here.
            if !rows.contains(&row) && rows.len() < LISTED {
                rows.push(row);
            }
        }
        let headers = ["finding", "value", "families"].map(|id| self.label(id));
        markdown::table(self.out(), &headers, &rows);
        self.cut(found.len());
    }

    fn mark(&self, claim: &Claim) -> &'static str {
        match self.disputed.get(&*claim.id) {
            Some(Status::Conflict) => " ⚠",
            Some(_) => " ?",
            None => "",
        }
    }

    /// Writes devices × the metrics that most devices have, ranges over all sources.
    fn matrix(&mut self) {
        let mut cells: BTreeMap<(&str, &str), Vec<&Claim>> = BTreeMap::new();
        for claim in self.claims.iter().filter(|claim| matches!(claim.statement, Statement::Figure(_))) {
            cells.entry((&claim.device, &claim.metric)).or_default().push(claim);
        }
        let mut spread: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, metric) in cells.keys() {
            *spread.entry(metric).or_default() += 1;
        }
        let mut metrics: Vec<(&str, usize)> = spread.into_iter().filter(|(_, n)| *n > 1).collect();
        metrics.sort_by_key(|(metric, n)| (std::cmp::Reverse(*n), *metric));
        metrics.truncate(8);
        let devices: BTreeSet<&str> = cells.keys().map(|(device, _)| *device).collect();
        let has = |device: &str| metrics.iter().filter(|(metric, _)| cells.contains_key(&(device, *metric))).count();
        let devices: Vec<&str> = devices.into_iter().filter(|device| has(device) > 1).take(LISTED).collect();
        if metrics.len() < 2 || devices.len() < 2 {
            return;
        }
        let heading = self.label("matrix");
        self.heading(2, heading);
        let lead = format!("{}\n\n", self.label("matrix_lead"));
        self.out().push_str(&lead);
        let mut headers = vec![self.label("device").to_owned()];
        headers.extend(metrics.iter().map(|(metric, _)| self.metric(metric)));
        let rows: Vec<Vec<String>> = devices
            .iter()
            .map(|device| {
                let mut row = vec![self.device(device)];
                row.extend(
                    metrics
                        .iter()
                        .map(|(metric, _)| cells.get(&(*device, *metric)).map_or(String::new(), |c| self.range(c))),
                );
                row
            })
            .collect();
        let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
        markdown::table(self.out(), &headers, &rows);
    }

    /// Returns the range of the figures of one cell, by unit, with the worst mark.
    fn range(&self, claims: &[&Claim]) -> String {
        let mut by_unit: BTreeMap<&str, Vec<&Claim>> = BTreeMap::new();
        for claim in claims {
            if let Statement::Figure(value) = &claim.statement {
                by_unit.entry(&value.unit).or_default().push(claim);
            }
        }
        let each: Vec<String> = by_unit
            .iter()
            .map(|(unit, claims)| {
                let values: Vec<_> = claims.iter().filter_map(|claim| claim.statement.quantity()).collect();
                let low = values.iter().map(|value| value.low).min().unwrap_or_default();
                let high = values.iter().map(|value| value.high).max().unwrap_or_default();
                let mark = claims.iter().map(|claim| self.mark(claim)).max_by_key(|mark| mark.len()).unwrap_or("");
                if values.iter().any(|value| value.dates.is_some()) {
                    return format!("{}{mark}", escape(&value::quantity(self.digest.vocab, values[0])));
                }
                format!("{}{mark}", escape(&value::interval(self.digest.vocab, low, high, unit)))
            })
            .collect();
        each.join("<br>")
    }

    /// Writes a strip for every device and metric where three or more sources spread.
    fn spreads(&mut self) {
        if self.digest.charts == Charts::None {
            return;
        }
        let mut groups: BTreeMap<(&str, &str, &str), Vec<&'a Claim>> = BTreeMap::new();
        for claim in &self.claims {
            if let Statement::Figure(value) = &claim.statement
                && value.dates.is_none()
            {
                groups.entry((&claim.device, &claim.metric, &value.unit)).or_default().push(claim);
            }
        }
        groups.retain(|_, claims| spreads(claims));
        if groups.is_empty() {
            return;
        }
        let heading = self.label("spread");
        self.heading(2, heading);
        for ((device, metric, _), claims) in groups.into_iter().take(LISTED) {
            self.strip(device, metric, &claims);
        }
        self.out().push('\n');
    }

    fn strip(&mut self, device: &str, metric: &str, claims: &[&'a Claim]) {
        let mut dots: Vec<Dot> = claims
            .iter()
            .filter_map(|claim| {
                let at = claim.statement.quantity()?.low.to_f64()?;
                let said = value::statement(self.digest.vocab, claim, self.digest.lang);
                let label = format!("{said} — {}", claim.source.path);
                Some(Dot { at, label, disputed: self.disputed.contains_key(&*claim.id) })
            })
            .collect();
        dots.sort_by(|a, b| a.at.total_cmp(&b.at).then_with(|| a.label.cmp(&b.label)));
        dots.dedup();
        let title = format!("{} · {}", self.device(device), self.metric(metric));
        let text = match &self.digest.charts {
            Charts::None => return,
            Charts::Unicode => {
                let range = self.range(claims);
                format!("- {title}: {} {range}\n", chart::unicode(&dots))
            }
            Charts::Svg(folder) => {
                let name = format!("{device}-{metric}-{}.svg", self.document.pictures.len() + 1);
                let plain = format!("{} · {metric}", self.digest.vocab.devices.title(device));
                self.document.pictures.push((name.clone(), chart::svg(&plain, &dots)));
                format!("![{title}](<{folder}/{name}>)\n\n")
            }
        };
        self.out().push_str(&text);
    }

    fn devices(&mut self) {
        let mut by_device: BTreeMap<&str, Vec<&'a Claim>> = BTreeMap::new();
        for claim in &self.claims {
            by_device.entry(&claim.device).or_default().push(claim);
        }
        if by_device.is_empty() {
            return;
        }
        let heading = self.label("figures");
        self.heading(2, heading);
        let all = by_device.len();
        // Where there are very many devices, those of which most is said are shown.
        let mut most: Vec<usize> = by_device.values().map(Vec::len).collect();
        most.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
        let least = most.get(LISTED).map_or(0, |n| n + 1);
        let mut shown = 0;
        for (device, claims) in by_device.into_iter().filter(|(_, claims)| claims.len() >= least) {
            let name = self.device(device);
            self.heading(3, &name);
            self.device_table(&claims);
            shown += 1;
        }
        if shown < all {
            let text = format!("… {}\n\n", self.fill("more_devices", &[("n", &(all - shown).to_string())]));
            self.out().push_str(&text);
        }
    }

    /// Writes metric × source where few sources speak of the device, else one row a claim.
    fn device_table(&mut self, claims: &[&'a Claim]) {
        let sources: BTreeSet<&str> = claims.iter().map(|claim| &*claim.source.path).collect();
        if sources.len() > 5 || claims.len() > CLAIMS {
            return self.long_table(claims);
        }
        let mut headers = vec![self.label("metric").to_owned()];
        headers.extend(sources.iter().map(|path| format!("{}[^{}]", escape(path), self.notes.get(path).unwrap_or(&0))));
        let mut rows: BTreeMap<&str, BTreeMap<&str, Vec<String>>> = BTreeMap::new();
        for claim in claims {
            let line = claim.evidence.line.to_string();
            let said = format!("{} ({})", self.with_conditions(claim), self.fill("line", &[("line", &line)]));
            rows.entry(&claim.metric).or_default().entry(&claim.source.path).or_default().push(said);
        }
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|(metric, by_source)| {
                let mut row = vec![self.metric(metric)];
                row.extend(
                    sources.iter().map(|path| by_source.get(path).map_or(String::new(), |said| said.join("<br>"))),
                );
                row
            })
            .collect();
        let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
        markdown::table(self.out(), &headers, &rows);
    }

    fn long_table(&mut self, claims: &[&'a Claim]) {
        let rows: Vec<Vec<String>> = claims
            .iter()
            .take(CLAIMS)
            .map(|claim| {
                let line = claim.evidence.line.to_string();
                let place = format!(
                    "{}, {}{}",
                    escape(&claim.source.path),
                    self.fill("line", &[("line", &line)]),
                    self.note(claim)
                );
                vec![self.metric(&claim.metric), self.with_conditions(claim), place]
            })
            .collect();
        let headers = ["metric", "value", "sources"].map(|id| self.label(id));
        markdown::table(self.out(), &headers, &rows);
        if claims.len() > CLAIMS {
            let device = claims.first().map_or("", |claim| &*claim.device);
            let values = [("n", &*(claims.len() - CLAIMS).to_string()), ("device", device)];
            let text = format!("… {}\n\n", self.fill("more_claims", &values));
            self.out().push_str(&text);
        }
    }

    fn with_conditions(&self, claim: &Claim) -> String {
        let conditions = value::titled_conditions(self.digest.vocab, claim, self.digest.lang);
        let conditions = if conditions.is_empty() { String::new() } else { format!(" · {}", escape(&conditions)) };
        format!("{}{}{conditions}", self.said(claim), self.mark(claim))
    }

    fn notes(&mut self, title: &'a str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        let heading = self.label(title);
        self.heading(2, heading);
        for line in lines {
            let item = format!("- {}\n", escape(line));
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
            parts.push(escape(path));
            // Each footnote is referred to here once, so that none is dropped by a renderer.
            list.push_str(&format!("- {}[^{number}]\n", parts[0]));
            notes.push_str(&format!("[^{number}]: {}\n", parts.join(". ")));
        }
        let text = format!("{list}\n{notes}");
        self.out().push_str(&text);
    }
}

/// Returns a text with its first letter large.
fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn order(claim: &Claim) -> (&str, &str, &str, usize, &str) {
    (&claim.device, &claim.metric, &claim.source.path, claim.evidence.start, &claim.id)
}

fn is_loud(finding: &Finding) -> bool {
    matches!(finding.status, Status::Conflict | Status::Tension)
}

/// The order in which findings matter: verdict, then size, then money and speed, then certainty.
fn rank<'a>(
    vocab: &Vocab,
    finding: &'a Finding,
) -> (Status, std::cmp::Reverse<Size>, u8, Certainty, &'a str, &'a str, &'a str) {
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
        std::cmp::Reverse(finding.size),
        weight,
        finding.certainty,
        &finding.device,
        &finding.metric,
        &finding.id,
    )
}

/// Brings findings about one subject together, subjects in the order of their gravest finding.
fn by_subject<'f>(findings: &[&'f Finding]) -> Vec<&'f Finding> {
    let mut firsts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        firsts.entry((&finding.device, &finding.metric)).or_insert(at);
    }
    let mut sorted = findings.to_vec();
    sorted.sort_by_key(|finding| firsts.get(&(&*finding.device, &*finding.metric)).copied());
    sorted
}

/// Says whether three or more sources give figures that are not all the same.
fn spreads(claims: &[&Claim]) -> bool {
    let sources: BTreeSet<&Name> = claims.iter().map(|claim| &claim.source.path).collect();
    let values: BTreeSet<_> =
        claims.iter().filter_map(|claim| claim.statement.quantity()).map(|value| value.low).collect();
    sources.len() >= 3 && values.len() > 1
}
