//! Cases for normalise: folding, sentences and clauses.

use std::fs;
use std::path::{Path, PathBuf};

use atodds::normalise::{self, clauses, split};
use atodds::text::{Mapped, Span};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    /// The folded text.
    fold: Option<String>,
    /// The sentences of the folded text.
    sentences: Option<Vec<String>>,
    /// The clauses of the folded text, which is one sentence.
    clauses: Option<Vec<String>>,
    gap: Option<String>,
}

fn cut(text: &str, spans: &[Span]) -> Vec<String> {
    spans.iter().map(|span| span.of(text).expect("a span of the text").to_owned()).collect()
}

/// Returns what is wrong with one case.
fn check(file: &Path, case: &Case) -> Vec<String> {
    let at = format!("{}: case `{}` (gap: {:?})", file.display(), case.name, case.gap);
    let source = Mapped::verbatim(&case.text, 0);
    let folded = normalise::fold(&source);
    crate::invariants::leads_back(&at, &folded, &case.text);
    let mut wrong = Vec::new();
    if normalise::fold(&folded).as_str() != folded.as_str() {
        wrong.push(format!("{at}: folding twice changes it again"));
    }
    if let Some(expected) = case.fold.as_ref().filter(|expected| *expected != folded.as_str()) {
        wrong.push(format!("{at}: folded to {:?}, expected {expected:?}", folded.as_str()));
    }
    let cuts = [
        ("sentences", &case.sentences, split::sentences(folded.as_str())),
        ("clauses", &case.clauses, clauses::clauses(folded.as_str())),
    ];
    for (name, expected, spans) in cuts {
        let found = cut(folded.as_str(), &spans);
        if let Some(expected) = expected.as_ref().filter(|expected| **expected != found) {
            wrong.push(format!("{at}: {name} {found:?}, expected {expected:?}"));
        }
    }
    wrong
}

#[test]
fn every_case_folds_and_splits_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/normalise");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the cases stand there").flatten().map(|e| e.path()).collect();
    files.sort();
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("case files are UTF-8");
        let cases: Cases = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for case in &cases.case {
            wrong.extend(check(&file, case));
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 40, "cases are missing");
}

#[test]
fn the_layout_words_load() {
    assert_eq!(atodds::vocab::layout::check(), Vec::<String>::new());
}

#[test]
fn a_folded_part_leads_back_to_what_was_written() {
    let source = "大規(guī)模";
    let folded = normalise::fold(&Mapped::verbatim(source, 0));
    assert_eq!(folded.as_str(), "大规模");
    let span = folded.to_source(Span::new(3, 9));
    assert_eq!(span.of(source), Some("規(guī)模"));
}
