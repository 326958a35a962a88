//! The six questions and their answers.

use std::collections::{BTreeMap, BTreeSet};

use super::paging::{Cursor, fitting, part};
use super::reply::{Answer, Refusal, gone, one};
use super::short::{LINE, WITH_ONE, quote};
use super::{Knowledge, answers, parameters};
use crate::claim::row::Row;
use crate::claim::{self, Claim};
use crate::conflict::explain::metric_title;
use crate::conflict::{self, Status};
use crate::index::Sort;
use crate::report::digest::{self, Charts};
use crate::search;
use crate::serve::snapshot::Snapshot;
use crate::text::suggest;
use crate::vocab::Lang;

impl From<parameters::Language> for Lang {
    fn from(language: parameters::Language) -> Self {
        match language {
            parameters::Language::En => Lang::En,
            parameters::Language::Zh => Lang::Zh,
        }
    }
}

/// One question's view of what is known.
#[derive(Debug)]
pub struct Desk<'a> {
    /// What the agent reads.
    pub knowledge: &'a Knowledge,
    /// The state that answers.
    pub snapshot: &'a Snapshot,
}

impl Desk<'_> {
    /// Answers `search_claims`.
    ///
    /// # Errors
    /// Where the query is none, the cursor is another's, or the index is damaged.
    pub fn search_claims(&self, asked: &parameters::SearchClaims) -> Result<Answer, Refusal> {
        let vocab = &self.knowledge.vocab;
        let query =
            search::parse(vocab, &asked.query).map_err(|error| Refusal::new(error.to_string(), error.help.clone()))?;
        let state = self.state();
        let cursor =
            Cursor::read(asked.cursor.as_deref(), &["search", &asked.query, &format!("{:?}", asked.sort), &state])?;
        let options = search::Options {
            offset: cursor.from,
            limit: asked.limit.items(),
            sort: match asked.sort {
                parameters::Order::Rank => Sort::Rank,
                parameters::Order::Value => Sort::Value,
                parameters::Order::Date => Sort::Date,
            },
            statuses: if query.needs_status() { self.snapshot.statuses.clone() } else { BTreeMap::new() },
            ..search::Options::default()
        };
        let answer = search::run(vocab, &self.snapshot.store, &query, &options)?;
        let mut claims: Vec<answers::ClaimInShort> =
            answer.hits.iter().map(|hit| self.in_short(&hit.claim, hit.stale)).collect();
        let fits = fitting(&claims, asked.max_bytes.0);
        let (next_cursor, note) = rest(&cursor, fits, claims.len(), answer.total, "claims");
        claims.truncate(fits);
        let found = answers::Claims {
            total: answer.total,
            partial: answer.partial,
            recognised: query
                .recognised
                .iter()
                .map(|r| format!("{} {}", r.what, r.means.join(" or ")).trim_end().to_owned())
                .collect(),
            // Of several for one word the first.
            did_you_mean: answer.suggestions.into_iter().rev().collect(),
            claims,
            next_cursor,
            note,
        };
        Answer::new(self.claims_text(&found), &found)
    }

    fn claims_text(&self, found: &answers::Claims) -> String {
        let mut lines = vec![match (found.total, found.partial) {
            (0, _) => "Nothing found. Try fewer words, another name, or list_findings.".to_owned(),
            (total, true) => format!("No claim is about all of it; {total} hold or mention part of it."),
            (1, false) => "1 claim.".to_owned(),
            (total, false) => format!("{total} claims."),
        }];
        lines.extend(
            found.did_you_mean.iter().map(|(written, meant)| format!("“{written}” stands nowhere; “{meant}”?")),
        );
        lines.extend(found.claims.iter().map(|claim| self.claim_line(claim)));
        lines.extend(found.note.clone());
        lines.join("\n")
    }

    /// Returns one line: `c-… V100 · hourly price: 2.48 USD/h [pricing on-demand] (corpus/a.md:12)`.
    fn claim_line(&self, claim: &answers::ClaimInShort) -> String {
        let metric = metric_title(&self.knowledge.vocab, Lang::En, &claim.metric);
        let conditions: Vec<String> = claim.conditions.iter().map(|(key, value)| format!("{key} {value}")).collect();
        let conditions = if conditions.is_empty() { String::new() } else { format!(" [{}]", conditions.join(", ")) };
        let mut line =
            format!("{} {} · {metric}: {}{conditions} ({})", claim.id, claim.device_name, claim.said, claim.place);
        if let Some(attribution) = claim.attribution {
            line.push_str(&format!(" — {attribution}"));
        }
        if let Some(first) = claim.disputed_by.first() {
            line.push_str(&format!(" — disputed: {first}"));
        }
        if let Some(why) = claim.not_current {
            line.push_str(&format!(" — not current: {why}"));
        }
        line
    }

    /// Answers `get_claim`.
    ///
    /// # Errors
    /// Where no claim, or several, have such an id.
    pub fn get_claim(&self, asked: &parameters::Claim) -> Result<Answer, Refusal> {
        let ids = self.snapshot.claims.iter().map(|claim| &claim.id);
        let id = one("claim", &asked.id, ids, "search_claims gives ids")?;
        let Some((at, claim)) = self.snapshot.claim(&id) else { return Err(gone("claim", &id)) };
        let (lines, no_lines) = self.lines(claim);
        let on: Vec<&conflict::Finding> = self.snapshot.findings_on(at).collect();
        let found = answers::ClaimInFull {
            claim: Row::from(claim),
            lines,
            no_lines,
            findings: on.iter().take(WITH_ONE).map(|finding| self.finding_in_short(finding, Lang::En)).collect(),
            findings_total: on.len(),
        };
        let mut text = vec![self.claim_line(&self.in_short(claim, self.stale(claim))), quote(claim, LINE)];
        text.extend(found.findings.iter().map(|finding| self.finding_line(finding)));
        Answer::new(text.join("\n"), &found)
    }

    /// Answers `list_findings`.
    ///
    /// # Errors
    /// Where a name is not known or the cursor is another's.
    pub fn list_findings(&self, asked: &parameters::ListFindings) -> Result<Answer, Refusal> {
        let device = asked.device.as_deref().map(|name| self.device(name)).transpose()?;
        let metric = asked.metric.as_deref().map(|name| self.metric(name)).transpose()?;
        let statuses: BTreeSet<Status> = match asked.status.is_empty() {
            true => [Status::Conflict, Status::Tension].into(),
            false => asked.status.iter().copied().collect(),
        };
        let source = asked.source.as_deref().map(str::to_lowercase);
        let parts = format!("{statuses:?} {device:?} {metric:?} {source:?}");
        let cursor = Cursor::read(asked.cursor.as_deref(), &["findings", &parts, &self.state()])?;
        let devices = &self.knowledge.vocab.devices;
        let wanted = |finding: &&conflict::Finding| {
            statuses.contains(&finding.status)
                && device.as_ref().is_none_or(|device| devices.is_a(&finding.device, device))
                && metric.as_ref().is_none_or(|metric| **metric == *finding.metric)
                && source
                    .as_ref()
                    .is_none_or(|text| self.snapshot.sides(finding).iter().any(|(_, claim)| names(&claim.source, text)))
        };
        let matching: Vec<&conflict::Finding> = self.snapshot.findings.iter().filter(wanted).collect();
        let page = matching.iter().skip(cursor.from).take(asked.limit.items());
        let mut findings: Vec<answers::FindingInShort> =
            page.map(|finding| self.finding_in_short(finding, asked.language.into())).collect();
        let fits = fitting(&findings, asked.max_bytes.0);
        let (next_cursor, note) = rest(&cursor, fits, findings.len(), matching.len(), "findings");
        findings.truncate(fits);
        let found = answers::Findings { total: matching.len(), findings, next_cursor, note };
        let mut lines = vec![match found.total {
            0 => "No finding. `status` says what was compared; other verdicts: explained, superseded, agreement, \
                  incomparable, dismissed."
                .to_owned(),
            1 => "1 finding.".to_owned(),
            total => format!("{total} findings."),
        }];
        lines.extend(found.findings.iter().map(|finding| self.finding_line(finding)));
        lines.extend(found.note.clone());
        Answer::new(lines.join("\n"), &found)
    }

    fn finding_line(&self, finding: &answers::FindingInShort) -> String {
        let vocab = &self.knowledge.vocab;
        let sides: Vec<String> =
            finding.sides.iter().take(2).map(|side| format!("{} ({})", side.said, side.place)).collect();
        format!(
            "{} {}: {} · {}: {}",
            finding.id,
            finding.status,
            vocab.devices.title(&finding.device),
            metric_title(vocab, Lang::En, &finding.metric),
            sides.join(" against ")
        )
    }

    /// Answers `explain_finding`.
    ///
    /// # Errors
    /// Where no finding, or several, have such an id.
    pub fn explain_finding(&self, asked: &parameters::Finding) -> Result<Answer, Refusal> {
        let ids = self.snapshot.findings.iter().map(|finding| &finding.id);
        let id = one("finding", &asked.id, ids, "list_findings gives ids")?;
        let Some(finding) = self.snapshot.finding(&id) else { return Err(gone("finding", &id)) };
        let (explanation, to_settle) = self.snapshot.words(finding, asked.language.into());
        let said = conflict::Finding {
            explanation: explanation.to_owned(),
            to_settle: to_settle.to_owned(),
            ..finding.clone()
        };
        let sides = self.snapshot.sides(finding);
        let side = |claim: &Claim| {
            let (lines, no_lines) = self.lines(claim);
            answers::SideInFull { claim: self.in_short(claim, self.stale(claim)), lines, no_lines }
        };
        let found = answers::FindingInFull {
            finding: said,
            sides: sides.iter().take(WITH_ONE).map(|(_, claim)| side(claim)).collect(),
            sides_total: sides.len(),
        };
        let mut text = vec![self.finding_line(&self.finding_in_short(finding, asked.language.into()))];
        text.push(found.finding.explanation.clone());
        if !found.finding.to_settle.is_empty() {
            text.push(format!("To settle: {}", found.finding.to_settle));
        }
        for side in &found.sides {
            text.push(self.claim_line(&side.claim));
            text.push(format!("  “{}”", side.claim.quote));
        }
        Answer::new(text.join("\n"), &found)
    }

    /// Answers `digest`.
    ///
    /// # Errors
    /// Where a name is not known or the cursor is another's.
    pub fn digest(&self, asked: &parameters::Digest) -> Result<Answer, Refusal> {
        let device = asked.device.as_deref().map(|name| self.device(name)).transpose()?;
        let metric = asked.metric.as_deref().map(|name| self.metric(name)).transpose()?;
        let lang: Lang = asked.language.into();
        let parts = format!("{device:?} {metric:?} {lang:?}");
        let cursor = Cursor::read(asked.cursor.as_deref(), &["digest", &parts, &self.state()])?;
        let text = self.document(device.as_deref(), metric.as_deref(), lang);
        let end = part(&text, cursor.from, asked.max_bytes.0);
        let cut = end < text.len();
        let found = answers::Digest {
            markdown: text.get(cursor.from..end).unwrap_or_default().to_owned(),
            total_bytes: text.len(),
            next_cursor: cut.then(|| cursor.after(end - cursor.from)),
            note: cut.then(|| {
                let left = text.len() - end;
                format!(
                    "cut: {left} of {} bytes are left; go on with next_cursor, or name a device or a metric",
                    text.len()
                )
            }),
        };
        let mut text = found.markdown.clone();
        text.extend(found.note.iter().map(|note| format!("\n[{note}]")));
        Answer::new(text, &found)
    }

    fn document(&self, device: Option<&str>, metric: Option<&str>, lang: Lang) -> String {
        let (vocab, snapshot) = (&self.knowledge.vocab, self.snapshot);
        let wanted = |of: &str, metric_of: &str| {
            device.is_none_or(|device| vocab.devices.is_a(of, device))
                && metric.is_none_or(|metric| metric == metric_of)
        };
        let findings: Vec<conflict::Finding> = snapshot
            .findings
            .iter()
            .filter(|finding| wanted(&finding.device, &finding.metric))
            .map(|finding| {
                let (explanation, to_settle) = snapshot.words(finding, lang);
                conflict::Finding {
                    explanation: explanation.to_owned(),
                    to_settle: to_settle.to_owned(),
                    ..finding.clone()
                }
            })
            .collect();
        digest::write(&digest::Digest {
            vocab,
            lang,
            claims: snapshot.claims.iter().filter(|claim| wanted(&claim.device, &claim.metric)).collect(),
            findings: findings.iter().collect(),
            articles: snapshot.records.iter().filter(|record| record.skipped.is_none()).count(),
            selection: device.is_some() || metric.is_some(),
            not_compared: digest::not_compared(vocab, lang, snapshot.store.summary().skipped, &snapshot.summary),
            decisions: digest::decisions(vocab, lang, &snapshot.decisions, &snapshot.stale),
            since: None,
            charts: Charts::Unicode,
        })
        .text
    }

    /// Answers `status`.
    ///
    /// # Errors
    /// Never but where the answer cannot be written.
    pub fn status(&self) -> Result<Answer, Refusal> {
        let store = &self.snapshot.store;
        let (current, pending) = match self.knowledge.pending() {
            Ok(update) if update.changed() => (false, update.to_string()),
            Ok(_) => (true, "nothing".to_owned()),
            Err(error) => (false, error.to_string()),
        };
        let summary = store.summary();
        let decisions = &self.snapshot.decisions;
        let found = answers::Status {
            version: env!("CARGO_PKG_VERSION"),
            index: self.knowledge.index.display().to_string(),
            corpus: summary.roots.iter().map(|root| root.folder.display().to_string()).collect(),
            sources: summary.sources,
            skipped: summary.skipped,
            families: self.snapshot.summary.families,
            claims: summary.claims,
            findings: self.snapshot.counts(),
            decisions: decisions.dismiss.len() + decisions.accept.len(),
            current,
            pending,
            not_compared: digest::not_compared(
                &self.knowledge.vocab,
                Lang::En,
                summary.skipped,
                &self.snapshot.summary,
            ),
        };
        let counts: Vec<String> = found.findings.iter().map(|(status, n)| format!("{n} {status}")).collect();
        let text = format!(
            "{} claims from {} sources ({} independent families, {} files not read). Findings: {}. {}",
            found.claims,
            found.sources,
            found.families,
            found.skipped,
            if counts.is_empty() { "none".to_owned() } else { counts.join(", ") },
            if found.current { "Up to date.".to_owned() } else { format!("Not up to date: {}.", found.pending) }
        );
        Answer::new(text, &found)
    }

    /// Names the state of the index that answers.
    fn state(&self) -> String {
        let summary = self.snapshot.store.summary();
        format!("{} {} {}", summary.fingerprint, summary.claims, self.snapshot.findings.len())
    }

    fn device(&self, name: &str) -> Result<String, Refusal> {
        let devices = &self.knowledge.vocab.devices;
        let names = || devices.iter().flat_map(|d| std::iter::once(&*d.id).chain(d.names.iter().map(String::as_str)));
        devices.named(name).map(|device| device.id.to_string()).ok_or_else(|| {
            Refusal::new(suggest::unknown("device", name, names()), "search_claims recognises names within a query")
        })
    }

    fn metric(&self, name: &str) -> Result<String, Refusal> {
        let metrics = &self.knowledge.vocab.metrics;
        let names = || metrics.iter().flat_map(|m| [&*m.id, m.title.en.as_str(), m.title.zh.as_str()]);
        metrics.named(name).map(|metric| metric.id.to_string()).ok_or_else(|| {
            let known: Vec<&str> = metrics.iter().map(|metric| &*metric.id).collect();
            Refusal::new(suggest::unknown("metric", name, names()), format!("the metrics are {}", known.join(", ")))
        })
    }
}

/// Returns the cursor to go on with, and what is to be said about the rest.
fn rest(cursor: &Cursor, fits: usize, found: usize, total: usize, what: &str) -> (Option<String>, Option<String>) {
    let left = total.saturating_sub(cursor.from + fits);
    if left == 0 || fits == 0 {
        return (None, None);
    }
    let why = if fits < found { "cut to fit max_bytes" } else { "cut at limit" };
    let note = format!("{why}: {left} more {what}; go on with next_cursor, or ask more narrowly");
    (Some(cursor.after(fits)), Some(note))
}

fn names(source: &claim::Source, text: &str) -> bool {
    let fields = [Some(&source.path), source.title.as_ref(), source.publisher.as_ref()];
    fields.into_iter().flatten().any(|field| field.to_lowercase().contains(text))
}
