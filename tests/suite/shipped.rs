//! The shipped corpus: what the program makes of it is committed text, so that a change to a rule
//! shows every claim and finding it gained or lost; it shows every verdict; and it is the same
//! whatever the thread count.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns what `atodds` prints about the shipped corpus, indexed into `store`.
fn printed(store: &Path, arguments: &[&str], threads: &str) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_atodds"))
        .current_dir(root())
        .env("RAYON_NUM_THREADS", threads)
        .env("LC_ALL", "C")
        .args(arguments)
        .args(["--corpus", "corpus", "--format", "jsonl", "-q", "--index"])
        .arg(store)
        .output()
        .expect("the program was built for this test");
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("output is UTF-8")
}

fn committed(name: &str) -> String {
    std::fs::read_to_string(root().join("index").join(name)).unwrap_or_default()
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is one JSON object")).collect()
}

/// Says which lines were gained and lost, a few of each.
#[track_caller]
fn compare(name: &str, was: &str, is: &str) {
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) = (was.lines().collect(), is.lines().collect());
    let some = |set: Vec<&&str>| -> String { set.iter().take(5).map(|line| format!("    {line}\n")).collect() };
    let gained = some(new.difference(&old).collect());
    let lost = some(old.difference(&new).collect());
    assert!(
        was == is,
        "index/{name} is not what the program makes of corpus/\n  gained:\n{gained}  lost:\n{lost}  \
         help: read the difference; if it is right, run `scripts/shipped` and commit what it writes"
    );
}

#[test]
fn claims_and_findings_are_those_committed_whatever_the_thread_count() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    for threads in ["1", "4"] {
        let store = folder.path().join(threads);
        compare("claims.jsonl", &committed("claims.jsonl"), &printed(&store, &["claims"], threads));
        let findings = printed(&store, &["conflicts", "--status", "all"], threads);
        compare("findings.jsonl", &committed("findings.jsonl"), &findings);
    }
}

#[test]
fn every_quote_and_value_is_verbatim() {
    let claims = rows(&committed("claims.jsonl"));
    assert!(claims.len() > 100, "only {} claims", claims.len());
    for claim in claims {
        let path = claim["source"]["path"].as_str().expect("a path");
        let text = std::fs::read_to_string(root().join(path)).expect("the article stands there");
        let at = |value: &Value, key: &str| value[key].as_u64().expect("a byte offset") as usize;
        let evidence = &claim["evidence"];
        let (start, end) = (at(evidence, "start"), at(evidence, "end"));
        assert_eq!(Some(&text[start..end]), evidence["quote"].as_str(), "{claim}");
        let value = &claim["value"];
        if value.is_object() {
            let (from, to) = (at(value, "start"), at(value, "end"));
            assert_eq!(Some(&text[from..to]), value["surface"].as_str(), "{claim}");
            assert!(start <= from && to <= end, "the value lies outside its quote: {claim}");
        }
    }
}

/// The kinds of finding, as the documentation lists them.
const FINDINGS: [&str; 12] = [
    "arithmetic",
    "attribute_mixup",
    "disjoint_values",
    "exclusivity",
    "figures_against_comparison",
    "magnitude",
    "opposite_direction",
    "opposite_level",
    "ranking_cycle",
    "same_value",
    "suitability",
    "threshold",
];

#[test]
fn every_kind_of_claim_and_every_verdict_occurs() {
    let words = |text: &str, key: &str| -> BTreeSet<String> {
        rows(text).iter().filter_map(|row| row[key].as_str().map(str::to_owned)).collect()
    };
    let kinds = words(&committed("claims.jsonl"), "kind");
    for kind in ["figure", "comparison", "level", "support", "suitability"] {
        assert!(kinds.contains(kind), "no claim of kind {kind}");
    }
    let statuses = words(&committed("findings.jsonl"), "status");
    for status in ["conflict", "tension", "explained", "superseded", "agreement", "incomparable"] {
        assert!(statuses.contains(status), "no finding of status {status}");
    }
    let kinds = words(&committed("findings.jsonl"), "kind");
    for kind in FINDINGS {
        assert!(kinds.contains(kind), "no finding of kind {kind}");
    }
}
