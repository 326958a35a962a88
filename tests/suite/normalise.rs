//! Cases for normalise: folding, sentences and clauses.

use atodds::normalise::{self, clauses, split};
use atodds::text::{Mapped, Span};
use serde::Deserialize;

use crate::cases;

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
fn check(file: &str, case: &Case) -> Vec<String> {
    let at = format!("{file}: case `{}` (gap: {:?})", case.name, case.gap);
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
    let cases = cases::with_files::<Case>("normalise");
    let wrong: Vec<String> = cases.iter().flat_map(|(file, case)| check(file, case)).collect();
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cases.len() >= 40, "cases are missing");
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
