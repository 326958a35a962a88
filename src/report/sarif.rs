//! SARIF 2.1.0: the form in which code scanners exchange what they found.
//!
//! Paths are relative to `%SRCROOT%`, the top of the repository; columns count characters. A finding's id is its
//! fingerprint, so that a viewer knows it again after the lines have moved.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::check::{self, Place, Problem, Related, Report};
use super::json;
use crate::vocab::{Lang, Vocab};

/// Writes a report as one log with one run.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, vocab: &Vocab, lang: Lang, report: &Report) -> io::Result<()> {
    let rules: BTreeSet<&str> = report.problems.iter().map(|problem| &*problem.rule).collect();
    let rules: BTreeMap<&str, usize> = rules.into_iter().zip(0..).collect();
    let results: Vec<Value> = report.problems.iter().map(|problem| result(vocab, lang, problem, &rules)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.keys().map(|id| rule(vocab, lang, id)).collect::<Vec<_>>(),
            } },
            "language": check::language(lang),
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    json::object(out, &json::sorted(log))
}

fn rule(vocab: &Vocab, lang: Lang, id: &str) -> Value {
    let about = vocab.labels.get(&format!("rule_{id}"), lang).to_owned();
    json!({ "id": id, "shortDescription": { "text": about } })
}

fn result(vocab: &Vocab, lang: Lang, problem: &Problem, rules: &BTreeMap<&str, usize>) -> Value {
    let mut lines = vec![problem.message.clone()];
    lines.extend(problem.finding.as_ref().map(|finding| finding.explanation.clone()));
    lines.extend(problem.help.iter().cloned());
    let mut result = json!({
        "ruleId": &*problem.rule,
        "ruleIndex": rules.get(&*problem.rule),
        "level": problem.level.as_str(),
        "message": { "text": lines.join("\n") },
        "locations": [{ "physicalLocation": physical(&problem.place) }],
    });
    if !problem.related.is_empty() {
        result["relatedLocations"] =
            problem.related.iter().enumerate().map(|(at, one)| related(vocab, lang, at, one)).collect();
    }
    if let Some(finding) = &problem.finding {
        result["partialFingerprints"] = json!({ "finding/v1": &*finding.id });
        result["properties"] = json!({
            "status": finding.status,
            "size": finding.size,
            "certainty": finding.certainty,
            "metric": finding.metric,
            "device": finding.device,
        });
    }
    result
}

fn related(vocab: &Vocab, lang: Lang, at: usize, related: &Related) -> Value {
    let place = &related.place;
    let values = [("said", &*related.said), ("path", &*place.path), ("line", &place.line.to_string())];
    let said = vocab.sentences.render("place", lang, &values);
    let said = vocab.labels.fill("named", lang, &[("name", &said), ("text", &related.quote)]);
    let mut location = json!({ "id": at + 1, "message": { "text": said } });
    // What stands in a knowledge base is no file of the repository.
    if related.checked {
        location["physicalLocation"] = physical(place);
    }
    location
}

fn physical(place: &Place) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&place.path), "uriBaseId": "%SRCROOT%" },
        "region": {
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
        },
    })
}

/// Returns a path as a relative reference: what is no unreserved character is written as `%XX`.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte as char),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}
