//! Findings that need no action, as tables: what is explained, superseded or dismissed, one row for what reads alike.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use super::findings::by_subject;
use super::{LISTED, Writer, footnotes};
use crate::claim::Claim;
use crate::conflict::explain::key_title;
use crate::conflict::{Finding, Status};
use crate::report::markdown::{self, escape};
use crate::report::value;

/// Values that one side of a row lists, and values of one condition.
const VALUES: usize = 6;

/// What one side of a row says: the values, smallest first, and the footnotes of their sources.
#[derive(Default)]
struct Said {
    values: BTreeSet<(Option<Decimal>, String)>,
    notes: BTreeSet<usize>,
}

/// Findings about one subject that the same thing accounts for.
struct Row {
    subject: String,
    sides: [Said; 2],
    reason: Reason,
    findings: usize,
}

/// What accounts for a difference: conditions, each with the values that it has on either side, or a sentence.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
enum Reason {
    Conditions(Vec<(String, [BTreeSet<String>; 2])>),
    Sentence(String),
}

impl Reason {
    /// Returns what findings that belong in one row have in common.
    fn kind(&self) -> String {
        match self {
            Reason::Conditions(each) => each.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>().join("\n"),
            Reason::Sentence(text) => text.clone(),
        }
    }

    fn add(&mut self, other: Reason) {
        if let (Reason::Conditions(each), Reason::Conditions(others)) = (self, other) {
            for ((_, sides), (_, more)) in each.iter_mut().zip(others) {
                sides.iter_mut().zip(more).for_each(|(side, values)| side.extend(values));
            }
        }
    }
}

impl<'a> Writer<'a> {
    /// Writes the findings of one status as a table.
    pub(super) fn quiet(&mut self, status: Status, title: &'a str) {
        let found: Vec<&Finding> = self.findings.iter().copied().filter(|f| f.status == status).collect();
        if found.is_empty() {
            return;
        }
        let heading = self.titled(title, found.len());
        self.heading(2, &heading);
        let rows = self.rows(&found);
        let left: usize = rows.iter().skip(LISTED).map(|row| row.findings).sum();
        let merged = rows.len() < found.len();
        let row = |row: &Row| {
            let [one, other] = &row.sides;
            let mut cells = vec![row.subject.clone(), self.values(one), self.values(other), self.accounts(&row.reason)];
            if merged {
                cells.push(value::grouped(row.findings));
            }
            cells
        };
        let rows: Vec<Vec<String>> = rows.iter().take(LISTED).map(row).collect();
        let mut headers = vec!["finding", "one_side", "other_side", "because"];
        if merged {
            headers.push("pairs");
        }
        let headers: Vec<&str> = headers.into_iter().map(|id| self.label(id)).collect();
        markdown::table(self.out(), &headers, &rows);
        self.left_out(left);
    }

    /// Brings findings about one subject that the same thing accounts for together.
    fn rows(&self, found: &[&Finding]) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
        for finding in by_subject(found).concat() {
            let (subject, reason) = (self.subject(finding), self.reason(finding));
            let at = *places.entry((subject.clone(), reason.kind())).or_insert(rows.len());
            match rows.get_mut(at) {
                Some(row) => row.reason.add(reason),
                None => rows.push(Row { subject, sides: Default::default(), reason, findings: 0 }),
            }
            let Some(row) = rows.get_mut(at) else { continue };
            row.findings += 1;
            for (side, id) in row.sides.iter_mut().zip(&finding.claims) {
                let Some(claim) = self.by_id.get(&**id) else { continue };
                let size = claim.statement.quantity().map(|value| value.low);
                side.values.insert((size, self.whose(finding, claim) + &self.said(claim)));
                side.notes.extend(self.notes.get(&*claim.source.path));
            }
        }
        rows
    }

    /// Returns the values of a side with their footnotes: `19.5 TFLOP/s, 156 TFLOP/s[^6][^33]`.
    fn values(&self, side: &Said) -> String {
        let values: Vec<&str> = side.values.iter().map(|(_, said)| said.as_str()).collect();
        self.some(&values) + &footnotes(&side.notes)
    }

    /// Returns the first values of a list, and how many more there are.
    fn some(&self, values: &[&str]) -> String {
        let told = if values.len() > VALUES + 1 { VALUES } else { values.len() };
        let list = values[..told].join(self.digest.vocab.sentences.get("list/and", self.digest.lang));
        match values.len() - told {
            0 => list,
            left => list + &self.fill("further_ids", &[("n", &left.to_string())]),
        }
    }

    fn accounts(&self, reason: &Reason) -> String {
        let each = match reason {
            Reason::Sentence(text) => return text.clone(),
            Reason::Conditions(each) => each,
        };
        let (vocab, lang) = (self.digest.vocab, self.digest.lang);
        let listed = |values: &BTreeSet<&str>| self.some(&values.iter().copied().collect::<Vec<_>>());
        let condition = |(key, sides): &(String, [BTreeSet<String>; 2])| {
            let [one, other] = sides.each_ref().map(|side| side.iter().map(String::as_str).collect::<BTreeSet<_>>());
            // Of many pairs, a value that stands on either side tells nothing about which is which.
            if !one.is_disjoint(&other) {
                return format!("{key}{}", self.aside(&listed(&(&one | &other))));
            }
            let (one, other) = (listed(&one), listed(&other));
            vocab.sentences.render("differs/item", lang, &[("key", key), ("a", &one), ("b", &other)])
        };
        let each: Vec<String> = each.iter().map(condition).collect();
        escape(&each.join(vocab.sentences.get("list/next", lang)))
    }

    /// Returns what accounts for a difference: the conditions that differ, else the rule in a sentence.
    fn reason(&self, finding: &Finding) -> Reason {
        let (vocab, lang) = (self.digest.vocab, self.digest.lang);
        let sides: Vec<&Claim> =
            finding.claims.iter().take(2).filter_map(|id| self.by_id.get(&**id).copied()).collect();
        let [a, b] = sides[..] else { return Reason::Sentence(escape(&finding.explanation)) };
        let differs = |key: &crate::claim::Name| {
            let said = |claim: &Claim| {
                let value = claim.conditions.get(key)?.to_string();
                Some(vocab.condition(key, &value, lang).to_owned())
            };
            let unsaid = || vocab.labels.get("unsaid", lang).to_owned();
            let (one, other) = match (said(a), said(b)) {
                (None, None) => return None,
                (one, other) => (one.unwrap_or_else(unsaid), other.unwrap_or_else(unsaid)),
            };
            (one != other).then(|| (key_title(vocab, lang, key), [one, other].map(|value| BTreeSet::from([value]))))
        };
        let differ: Vec<_> = finding.explained_by.iter().filter_map(differs).collect();
        if finding.status == Status::Explained && !differ.is_empty() {
            return Reason::Conditions(differ);
        }
        // The first sentence says again what stands beside it.
        let rule = vocab.sentences.render(&format!("rule/{}", finding.rule), lang, &[]);
        if finding.status == Status::Dismissed || rule.contains('{') || rule.starts_with("rule/") {
            return Reason::Sentence(escape(&finding.explanation));
        }
        let date = |claim: &Claim| {
            claim.conditions.get("as_of").map(ToString::to_string).or(claim.source.date.as_deref().map(str::to_owned))
        };
        Reason::Sentence(match (finding.status, date(a), date(b)) {
            (Status::Superseded, Some(one), Some(other)) => escape(&(rule + &self.aside(&format!("{one} / {other}")))),
            _ => escape(&rule),
        })
    }
}
