//! The schemas that are checked in are those of the program, and what it prints fits them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

/// An index of the shipped corpus, made once.
static INDEX: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    assert!(run_in(folder.path(), &["index"]).status.success());
    folder
});

fn run_in(index: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atodds"));
    command.args(arguments).args(["--corpus", "corpus", "--index"]).arg(index);
    command.stdin(Stdio::null()).output().unwrap()
}

fn run(arguments: &[&str]) -> Output {
    run_in(INDEX.path(), arguments)
}

fn json(arguments: &[&str]) -> String {
    let done = run(arguments);
    let failed = String::from_utf8_lossy(&done.stderr);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{arguments:?}: {failed}");
    String::from_utf8(done.stdout).unwrap()
}

fn schema(name: &str) -> Value {
    serde_json::from_str(&json(&["schema", name])).unwrap()
}

fn names() -> Vec<String> {
    let listed: Value = serde_json::from_str(&json(&["schema", "--format", "json"])).unwrap();
    listed.as_array().unwrap().iter().map(|named| named["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_schemas_checked_in_are_today_s() {
    let mut files: Vec<String> = fs::read_dir("docs/schemas")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().trim_end_matches(".json").to_owned())
        .collect();
    files.sort();
    let mut known = names();
    known.sort();
    assert_eq!(files, known, "help: `scripts/schemas` writes them anew");
    for name in known {
        let kept = fs::read_to_string(format!("docs/schemas/{name}.json")).unwrap();
        assert!(
            kept == json(&["schema", &name]),
            "docs/schemas/{name}.json is old\n  help: `scripts/schemas` writes it anew"
        );
    }
}

/// Command, schema, and whether it prints one document rather than a line or an item each.
const PRINTED: &[(&[&str], &str, bool)] = &[
    (&["claims"], "claim", false),
    (&["extract", "corpus/05-tpu-generations.md", "corpus/15-training-bills.md"], "claim", false),
    (&["conflicts", "--status", "all", "--lang", "zh"], "finding", false),
    (&["search", "A100", "--explain", "--limit", "50"], "hit", false),
    (&["sources"], "source", false),
    (&["sources", "--unknown"], "unknown", false),
    (&["quantities", "corpus/12-cloud-prices-2024.md", "corpus/01-gpu-tpu-questions.md"], "quantity", false),
    (&["explain", "corpus/08-h100-scan.txt"], "seen", false),
    (&["vocab", "devices"], "word", false),
    (&["vocab", "metrics"], "word", false),
    (&["check", "corpus", "--status", "all"], "problem", false),
    (&["check", "corpus", "--status", "all"], "check", true),
    (&["search", "V100 价格", "--facets", "--passages"], "search", true),
    (&["search", "zeppelin"], "search", true),
    (&["doctor"], "diagnosis", false),
    (&["vocab", "check"], "words", true),
    (&["index"], "update", true),
    (&["status"], "status", true),
];

#[test]
fn what_is_printed_fits_its_schema() {
    for (arguments, name, document) in PRINTED {
        let schema = schema(name);
        let validator = jsonschema::validator_for(&schema).unwrap();
        let values: Vec<Value> = if *document {
            vec![serde_json::from_str(&json(&[arguments, &["--format", "json"][..]].concat())).unwrap()]
        } else {
            let lines = json(&[arguments, &["--format", "jsonl"][..]].concat());
            let values: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            // An array holds what the lines hold.
            let array: Vec<Value> = match arguments[0] {
                "search" | "check" => values.clone(),
                // How much room there is may change in between.
                "doctor" => values.clone(),
                _ => serde_json::from_str(&json(&[arguments, &["--format", "json"][..]].concat())).unwrap(),
            };
            assert!(array == values, "{arguments:?}");
            values
        };
        assert!(*name == "unknown" || !values.is_empty(), "{arguments:?}");
        for value in &values {
            let wrong: Vec<String> =
                validator.iter_errors(value).map(|e| format!("{e} at {}", e.instance_path())).collect();
            assert!(wrong.is_empty(), "{arguments:?}: {}\n{value}", wrong.join("\n"));
        }
        // A schema that lets anything through says nothing.
        assert!(!validator.is_valid(&serde_json::json!({ "no": "such thing" })), "{name}");
    }
}

#[test]
fn every_schema_describes_what_it_holds() {
    for name in names() {
        let schema = schema(&name);
        assert!(schema["title"].is_string() && schema["properties"].is_object(), "{name}: {schema}");
        let described = ["claim", "finding", "check", "search"].contains(&name.as_str());
        for (key, property) in schema["properties"].as_object().unwrap() {
            let said = property["description"].is_string();
            assert!(said || !described, "{name}: `{key}` has no description: {property}");
        }
    }
}

#[test]
fn one_claim_finding_or_source_fits_too() {
    for (list, name) in [(&["claims"][..], "claim"), (&["conflicts"], "finding"), (&["sources"], "source")] {
        let lines = json(&[list, &["--format", "jsonl"][..]].concat());
        let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
        let id = if name == "source" { &first["source"]["id"] } else { &first["id"] };
        let shown: Value = serde_json::from_str(&json(&["show", id.as_str().unwrap(), "--format", "json"])).unwrap();
        let validator = jsonschema::validator_for(&schema(name)).unwrap();
        assert!(validator.is_valid(&shown), "{name}: {shown}");
    }
}

#[test]
fn judging_says_at_the_end_what_was_compared() {
    let claims = tempfile::NamedTempFile::new().unwrap();
    fs::write(claims.path(), json(&["claims", "--format", "jsonl"])).unwrap();
    let done = run(&["judge", claims.path().to_str().unwrap()]);
    let said = String::from_utf8(done.stderr).unwrap();
    let summary: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert!(jsonschema::validator_for(&schema("summary")).unwrap().is_valid(&summary), "{summary}");
    let finding = jsonschema::validator_for(&schema("finding")).unwrap();
    let found: Vec<Value> =
        String::from_utf8(done.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!found.is_empty() && found.iter().all(|value| finding.is_valid(value)));
    assert_eq!(summary["findings"].as_u64(), Some(found.len() as u64), "every verdict is written");
}
