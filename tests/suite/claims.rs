//! Figures of running text: which device, which metric, under which conditions, whose word.
//!
//! A case is a text and the figures that it makes, one a line:
//! `device metric value unit key=value … flag …`, where a value is a number or `low..high`, a key
//! is a condition, and a flag is `approx`, `vague`, `at_least`, `at_most`, `hedged`, `refuted`,
//! `hypothetical` or `reported`. The figures and their conditions must be exactly these.

use std::str::FromStr;

use rust_decimal::Decimal;
use serde::Deserialize;

use crate::cases;

use atodds::claim::{Claim, Statement};
use atodds::vocab::Vocab;
use atodds::{extract, read};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    /// The figures; none for a text that makes no claim.
    #[serde(default)]
    figures: Vec<String>,
    /// A known wrong answer, which this case asserts until it is mended.
    gap: Option<String>,
}

#[test]
fn every_case_gives_its_figures_and_no_others() {
    let vocab = Vocab::built_in();
    let mut names = std::collections::BTreeSet::new();
    let mut failures = Vec::new();
    let mut empty = 0;
    for (file, case) in cases::with_files::<Case>("claims") {
        assert!(names.insert(case.name.clone()), "two cases are called `{}`", case.name);
        empty += usize::from(case.figures.is_empty());
        if let Err(difference) = check(&vocab, &case) {
            let gap = if case.gap.is_some() { " (a known gap)" } else { "" };
            failures.push(format!("{file}: {}{gap}\n{difference}", case.name));
        }
    }
    assert!(failures.is_empty(), "{} of {} cases:\n\n{}", failures.len(), names.len(), failures.join("\n\n"));
    assert!(names.len() >= 200, "{} cases", names.len());
    assert!(empty * 3 >= names.len(), "{empty} of {} cases make no claim: a third should", names.len());
}

fn check(vocab: &Vocab, case: &Case) -> Result<(), String> {
    let article = read::article("case.md", case.text.as_bytes()).expect("a case is readable");
    let extraction = extract::claims(vocab, &article);
    for claim in &extraction.claims {
        invariants(&article.text, claim);
    }
    let mut got: Vec<String> = extraction.claims.iter().filter_map(written).collect();
    let mut want: Vec<String> = case.figures.iter().map(|line| canonical(line)).collect();
    got.sort();
    want.sort();
    if got == want {
        return Ok(());
    }
    let skipped: Vec<String> = extraction
        .skipped
        .iter()
        .map(|skipped| format!("    left `{}`: {}", skipped.surface, skipped.reason))
        .collect();
    Err(format!(
        "  text: {}\n  want: {}\n  got:  {}\n{}",
        case.text,
        want.join("\n        "),
        got.join("\n        "),
        skipped.join("\n")
    ))
}

/// What holds for every claim: its value and quote stand in the source, the value within the quote.
#[track_caller]
fn invariants(source: &str, claim: &Claim) {
    let evidence = &claim.evidence;
    assert_eq!(source.get(std::ops::Range::from(evidence.span())), Some(&*evidence.quote), "the quote is verbatim");
    let Some(value) = claim.statement.quantity() else { return };
    assert_eq!(source.get(value.span().start..value.span().end), Some(&*value.surface), "the surface is verbatim");
    assert!(!value.surface.is_empty(), "a value has a surface");
    assert!(evidence.span().contains(value.span()), "the surface lies in the quote");
    assert!(value.low <= value.high, "an interval runs upwards");
}

/// Returns a figure as cases write it.
fn written(claim: &Claim) -> Option<String> {
    let Statement::Figure(value) = &claim.statement else { return None };
    let number = match value.dates.as_deref() {
        Some((low, high)) if low == high => low.to_string(),
        Some((low, high)) => format!("{low}..{high}"),
        None if value.low == value.high => value.low.normalize().to_string(),
        None => format!("{}..{}", value.low.normalize(), value.high.normalize()),
    };
    let mut parts = vec![claim.device.to_string(), claim.metric.to_string(), number, value.unit.to_string()];
    parts.extend(claim.conditions.iter().map(|(key, value)| format!("{key}={value}")));
    let flags = [(value.approx, "approx"), (value.vague, "vague"), (claim.hedged, "hedged")];
    parts.extend(flags.iter().filter(|(set, _)| *set).map(|(_, flag)| (*flag).to_owned()));
    parts.extend(value.bound.map(|bound| bound.to_string()));
    parts.extend(claim.attribution.map(|attribution| attribution.to_string()));
    parts[4..].sort();
    Some(parts.join(" "))
}

/// Returns the line of a case with its number and its order as [`written`] gives them.
#[track_caller]
fn canonical(line: &str) -> String {
    let mut parts: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    assert!(parts.len() >= 4, "`{line}`: device, metric, value and unit are needed");
    if parts[3] != "date" {
        let number = |text: &str| {
            let parsed = Decimal::from_str(text).or_else(|_| Decimal::from_scientific(text));
            parsed.unwrap_or_else(|_| panic!("`{text}` in `{line}` is no number")).normalize().to_string()
        };
        parts[2] = match parts[2].split_once("..") {
            Some((low, high)) => format!("{}..{}", number(low), number(high)),
            None => number(&parts[2]),
        };
    }
    parts[4..].sort();
    parts.join(" ")
}
