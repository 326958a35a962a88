//! The findings in words: the summary, what has changed, conflicts and tensions in full, the quieter ones as tables.

use std::collections::{BTreeMap, BTreeSet};

use super::{EACH, IDS, LISTED, SIDES, STAND, TOP, Writer, footnotes};
use crate::claim::{Claim, Name};
use crate::conflict::dispute::{self, Dispute};
use crate::conflict::explain::reason;
use crate::conflict::{Finding, Status};
use crate::read::reference::shown;
use crate::report::markdown::{self, escape};
use crate::report::value::{self, grouped};

impl<'a> Writer<'a> {
    pub(super) fn summary(&mut self) {
        let title = self.label("title");
        self.heading(1, title);
        let summary = self.label("summary");
        self.heading(2, summary);
        let families: BTreeSet<&str> =
            self.claims.iter().map(|claim| claim.source.family.as_deref().unwrap_or(&claim.source.path)).collect();
        let devices: BTreeSet<&str> = self.claims.iter().map(|claim| &*claim.device).collect();
        let numbers = [self.digest.articles, self.notes.len(), families.len(), self.claims.len(), devices.len()];
        let numbers = numbers.map(grouped);
        let keys = ["articles", "telling", "families", "claims", "devices"];
        let values: Vec<(&str, &str)> = keys.into_iter().zip(numbers.iter().map(String::as_str)).collect();
        let all = self.digest.articles == self.notes.len();
        let read = match (self.claims.is_empty(), self.digest.selection) {
            (true, true) => "read_nothing_selected",
            (true, false) => "read_nothing",
            (false, true) => "read_selected",
            (false, false) if all => "read_all",
            (false, false) => "read",
        };
        let read = self.fill(read, &values);
        let mut counts: BTreeMap<Status, usize> = BTreeMap::new();
        for finding in &self.findings {
            *counts.entry(finding.status).or_default() += 1;
        }
        let separator = self.digest.vocab.sentences.get("list/and", self.digest.lang);
        let counts: Vec<String> = counts.iter().map(|(status, n)| self.counted(*status, *n)).collect();
        let mut text = read;
        if !counts.is_empty() {
            text.push_str(self.digest.vocab.sentences.get("space", self.digest.lang));
            text.push_str(&self.fill("counts", &[("counts", &counts.join(separator))]));
        }
        text.push_str("\n\n");
        self.out().push_str(&text);
        self.top();
    }

    /// Returns "4 conflicts", "1 conflict".
    pub(super) fn counted(&self, status: Status, n: usize) -> String {
        value::counted(self.digest.vocab, self.digest.lang, status, n)
    }

    /// Lists the gravest finding about each of the first few subjects.
    pub(super) fn top(&mut self) {
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
                    subject.push_str(&self.aside(&self.fill("further", &[("n", &more.to_string())])));
                }
                let status = value::verdict(self.digest.vocab, self.digest.lang, finding.status);
                vec![subject, side(0), side(1), status, self.apart(finding)]
            })
            .collect();
        let headers = ["finding", "one_side", "other_side", "verdict", "apart"].map(|id| self.label(id));
        markdown::table(self.out(), &headers, &rows);
    }

    /// Says which findings are new, gone or judged otherwise.
    pub(super) fn changes(&mut self) {
        let Some((since, changes)) = self.digest.since else { return };
        let heading = self.fill("changes", &[("since", &escape(since))]);
        self.heading(2, &heading);
        let named = |finding: &Finding, verdict: String| {
            vec![self.subject(finding), verdict, escape(&finding.explanation), finding.id.to_string()]
        };
        let status = |status: Status| value::verdict(self.digest.vocab, self.digest.lang, status);
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
            let heading = self.titled(id, rows.len());
            self.heading(3, &heading);
            let all = rows.len();
            rows.truncate(LISTED);
            let headers = ["finding", "verdict", "because"].map(|id| self.label(id));
            markdown::table(self.out(), &[&headers[..], &["id"]].concat(), &rows);
            self.cut(all);
        }
    }

    /// Writes the findings of one status in full, by device and metric.
    pub(super) fn loud(&mut self, status: Status, title: &'a str, lead: Option<&'a str>) {
        let found: Vec<&Finding> = self.findings.iter().copied().filter(|f| f.status == status).collect();
        if found.is_empty() {
            return;
        }
        let disputes = dispute::gather(&found, &self.by_id, &self.families).len();
        let heading = if disputes == found.len() {
            self.titled(title, found.len())
        } else {
            let values = [("n", &*grouped(found.len())), ("disputes", &*grouped(disputes))];
            self.label(title).to_owned() + &self.aside(&self.fill("in_disputes", &values))
        };
        self.heading(2, &heading);
        if let Some(lead) = lead {
            let text = format!("{}\n\n", self.label(lead));
            self.out().push_str(&text);
        }
        let (mut shown, mut left) = (0, 0);
        for findings in by_subject(&found) {
            if shown < LISTED {
                shown += findings.len().min(EACH);
                self.about(&findings);
            } else {
                left += findings.len();
            }
        }
        self.left_out(left);
    }

    /// Returns a heading with how many stand below it: "Conflicts (5)".
    pub(super) fn titled(&self, id: &str, n: usize) -> String {
        self.digest.vocab.labels.get(id, self.digest.lang).to_owned() + &self.aside(&grouped(n))
    }

    /// Writes the first disputes about one device and metric, and says how many findings more there are.
    fn about(&mut self, findings: &[&'a Finding]) {
        let Some(first) = findings.first() else { return };
        let subject = self.subject(first);
        self.heading(3, &subject);
        let disputes = dispute::gather(findings, &self.by_id, &self.families);
        for dispute in disputes.iter().take(EACH) {
            self.dispute(dispute);
        }
        let left: usize = disputes.iter().skip(EACH).map(|dispute| dispute.findings.len()).sum();
        if left > 0 {
            let n = left.to_string();
            let values = [("n", &*n), ("device", &*first.device), ("metric", &*first.metric)];
            let text = format!("… {}\n\n", self.fill("more_about", &values));
            self.out().push_str(&text);
        }
    }

    /// Writes what is at odds: the gravest finding in full, with all sides of the findings that are the same dispute.
    fn dispute(&mut self, dispute: &Dispute<'a>) {
        let Some((finding, others)) = dispute.findings.split_first() else { return };
        let kind = format!("rule_{}", finding.kind);
        let certainty = format!("certainty_{}", finding.certainty);
        let mut text = format!(
            "**{}** · {} · {} · {}\n\n",
            upper(self.digest.vocab.labels.get(&kind, self.digest.lang)),
            self.fill("graded_apart", &[("grade", &self.apart(finding))]),
            self.digest.vocab.labels.get(&certainty, self.digest.lang),
            finding.id,
        );
        let tally = dispute::tally(self.digest.vocab, self.digest.lang, &dispute.stands);
        if let Some(tally) = &tally {
            text.push_str(&format!("{}\n\n", escape(tally)));
        }
        // The two of which the rest is said come first.
        let sides = dispute.sides(&self.by_id, STAND);
        for claim in sides.iter().take(SIDES) {
            text.push_str(&self.quoted(finding, claim));
            if finding.odd_one_out.as_ref() == Some(&claim.id) {
                text.push_str(&self.aside(self.label("odd_one_out")));
            }
            text.push('\n');
        }
        if sides.len() > SIDES {
            let rest = (sides.len() - SIDES).to_string();
            text.push_str(&format!("- … {}\n", self.fill("further_places", &[("n", &rest)])));
        }
        let mut say = |id: &str, said: &str| {
            let line = self.fill(id, &[("text", &escape(said))]);
            text.push_str(&format!("\n{line}\n"));
        };
        let sides: Vec<&Claim> = finding.claims.iter().filter_map(|id| self.by_id.get(&**id).copied()).collect();
        let (vocab, lang) = (self.digest.vocab, self.digest.lang);
        say("why", reason(vocab, lang, finding, &finding.explanation, &sides, tally.is_some()));
        if !finding.to_settle.is_empty() {
            say("settle", &finding.to_settle);
        }
        if !others.is_empty() {
            let ids: Vec<&str> = others.iter().take(IDS).map(|finding| &*finding.id).collect();
            let mut ids = ids.join(vocab.sentences.get("list/and", lang));
            if others.len() > IDS {
                ids.push_str(&vocab.labels.fill("further_ids", lang, &[("n", &(others.len() - IDS).to_string())]));
            }
            say("same_disputes", &ids);
        }
        text.push('\n');
        self.out().push_str(&text);
    }

    /// Returns `- **value** (conditions): “quote” — path, line 9[^1]`.
    pub(super) fn quoted(&self, finding: &Finding, claim: &Claim) -> String {
        let conditions = value::titled_conditions(self.digest.vocab, claim, self.digest.lang);
        let conditions = if conditions.is_empty() { conditions } else { self.aside(&escape(&conditions)) };
        let side = format!("{}**{}**{conditions}", self.whose(finding, claim), self.said(claim));
        let line = claim.evidence.line.to_string();
        let place = self.fill("at_line", &[("path", &escape(&claim.source.path)), ("line", &line)]);
        let quote = markdown::excerpt(&shown(&claim.evidence.quote), 240);
        let said = self.fill("quoted_side", &[("side", &side), ("quote", &quote), ("place", &place)]);
        format!("- {said}{}", self.note(claim))
    }

    pub(super) fn agreements(&mut self) {
        let found: Vec<&Finding> = self.findings.iter().copied().filter(|f| f.status == Status::Agreement).collect();
        if found.is_empty() {
            return;
        }
        let heading = self.titled("agreements", found.len());
        self.heading(2, &heading);
        // Agreements under several conditions read the same here, and are one row.
        let mut places: BTreeMap<(&str, &str, String), usize> = BTreeMap::new();
        let mut groups: Vec<((String, String), Vec<&Claim>)> = Vec::new();
        for finding in &found {
            let sides: Vec<&Claim> = finding.claims.iter().filter_map(|id| self.by_id.get(&**id).copied()).collect();
            let said = sides.first().map_or(String::new(), |claim| self.said(claim));
            // One value, hedged or not, exact or as a bound.
            let value = match sides.first().and_then(|claim| claim.statement.quantity()) {
                Some(value) if value.dates.is_none() => {
                    value::interval(self.digest.vocab, value.low, value.high, &value.unit)
                }
                _ => said.clone(),
            };
            let at = *places.entry((&finding.device, &finding.metric, value)).or_insert(groups.len());
            if at == groups.len() {
                groups.push(((self.subject(finding), said), Vec::new()));
            }
            groups[at].1.extend(sides);
        }
        let all = groups.len();
        let row = |((subject, said), sides): ((String, String), Vec<&Claim>)| {
            let family = |claim: &&Claim| claim.source.family.clone().unwrap_or_else(|| claim.source.path.clone());
            let families: BTreeSet<Name> = sides.iter().map(family).collect();
            let notes: BTreeSet<usize> =
                sides.iter().filter_map(|claim| self.notes.get(&*claim.source.path).copied()).collect();
            vec![subject, said + &footnotes(&notes), families.len().to_string()]
        };
        let rows: Vec<Vec<String>> = groups.into_iter().take(LISTED).map(row).collect();
        let headers = ["finding", "value", "families"].map(|id| self.label(id));
        markdown::table(self.out(), &headers, &rows);
        self.cut(all);
    }
}

/// Returns a text with its first letter large.
fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn is_loud(finding: &Finding) -> bool {
    matches!(finding.status, Status::Conflict | Status::Tension)
}

/// Brings findings about one subject together, subjects in the order of their gravest finding.
pub(super) fn by_subject<'f>(findings: &[&'f Finding]) -> Vec<Vec<&'f Finding>> {
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let at = *places.entry((&finding.device, &finding.metric)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}
