//! Figures in tables: `tests/cases/tables/*.toml`.
//!
//! A case lists every figure that its tables give, one a line:
//! `device metric value unit key=condition … !key`, where `!key` must not be stated. A value is a number or `low..high`.

use std::collections::BTreeSet;

use atodds::claim::{Claim, ConditionValue, Statement};
use atodds::vocab::Vocab;
use atodds::{extract, read};
use serde::Deserialize;

use crate::cases;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// Extension of the file that the text would stand in.
    #[serde(default = "markdown")]
    format: String,
    text: String,
    #[serde(default)]
    expect: Vec<String>,
    /// Parts of reasons that must be among those of what was skipped.
    #[serde(default)]
    skipped: Vec<String>,
    /// Why the answer above is today's and not the right one.
    gap: Option<String>,
}

fn markdown() -> String {
    "md".to_owned()
}

#[test]
fn every_table_gives_its_figures_and_no_others() {
    let vocab = Vocab::built_in();
    let mut names = BTreeSet::new();
    let mut failures = Vec::new();
    let (mut all, mut empty) = (0, 0);
    for (file, case) in cases::with_files::<Case>("tables") {
        assert!(names.insert(case.name.clone()), "{file}: two cases are named `{}`", case.name);
        all += 1;
        empty += usize::from(case.expect.is_empty());
        if let Err(why) = check(&vocab, &case) {
            let gap =
                case.gap.as_ref().map_or(String::new(), |gap| format!(" (a known gap: {gap}; fixed? then update it)"));
            failures.push(format!("{file}: {}{gap}\n{why}", case.name));
        }
    }
    assert!(failures.is_empty(), "{} of {all} cases fail:\n\n{}", failures.len(), failures.join("\n"));
    assert!(
        all >= 80 && empty * 4 >= all,
        "{all} cases, {empty} of them without a figure: add more that must give none"
    );
}

fn check(vocab: &Vocab, case: &Case) -> Result<(), String> {
    let article =
        read::article(&format!("case.{}", case.format), case.text.as_bytes()).map_err(|e| format!("{e:?}"))?;
    let found = extract::claims(vocab, &article);
    for claim in &found.claims {
        verbatim(claim, &article.text)?;
    }
    // What cells of words say is told in tests/cases/qualities.
    let figure = |claim: &&Claim| claim.rule.starts_with("table/") && &*claim.rule != "table/rating";
    let mut left: Vec<&Claim> = found.claims.iter().filter(figure).collect();
    let mut missing = Vec::new();
    for line in &case.expect {
        match left.iter().position(|claim| fits(line, claim)) {
            Some(at) => drop(left.remove(at)),
            None => missing.push(line.as_str()),
        }
    }
    for reason in &case.skipped {
        if !found.skipped.iter().any(|skipped| skipped.reason.contains(reason.as_str())) {
            missing.push(reason);
        }
    }
    if missing.is_empty() && left.is_empty() {
        return Ok(());
    }
    let mut why = String::new();
    for line in missing {
        why += &format!("    missing: {line}\n");
    }
    for claim in left {
        why += &format!("    not expected: {}\n", show(claim));
    }
    for skipped in &found.skipped {
        why += &format!("    skipped `{}`: {}\n", skipped.surface, skipped.reason);
    }
    Err(why)
}

/// The quote and the surface are the file's own bytes, and the surface lies within the quote.
fn verbatim(claim: &Claim, source: &str) -> Result<(), String> {
    let evidence = &claim.evidence;
    if source.get(std::ops::Range::from(evidence.span())) != Some(&*evidence.quote) {
        return Err(format!("    the quote is not verbatim: {}", show(claim)));
    }
    let Statement::Figure(value) = &claim.statement else { return Ok(()) };
    let inside = evidence.span().contains(value.span());
    if !inside || source.get(value.span().start..value.span().end) != Some(&*value.surface) {
        return Err(format!("    the surface `{}` is not verbatim: {}", value.surface, show(claim)));
    }
    Ok(())
}

fn fits(line: &str, claim: &Claim) -> bool {
    let mut words = line.split_whitespace();
    let Statement::Figure(value) = &claim.statement else { return false };
    let named = words.next() == Some(&claim.device) && words.next() == Some(&claim.metric);
    let Some((low, high)) = words.next().map(|word| word.split_once("..").unwrap_or((word, word))) else {
        return false;
    };
    let same_value = match value.dates.as_deref() {
        Some((from, to)) => &**from == low && &**to == high,
        None => near(low, value.low) && near(high, value.high),
    };
    named && same_value && words.next() == Some(&value.unit) && words.all(|word| holds(word, claim))
}

fn near(written: &str, number: impl std::fmt::Display) -> bool {
    let (a, b): (f64, f64) = (written.parse().unwrap_or(f64::NAN), number.to_string().parse().unwrap_or(f64::NAN));
    (a - b).abs() <= 1e-9 * a.abs()
}

fn holds(word: &str, claim: &Claim) -> bool {
    if let Some(key) = word.strip_prefix('!') {
        return claim.conditions.get(key).is_none();
    }
    let Some((key, wanted)) = word.split_once('=') else { panic!("`{word}` is no condition: write key=value or !key") };
    match claim.conditions.get(key) {
        Some(ConditionValue::Word(word)) => &**word == wanted,
        Some(other) => other.to_string() == wanted,
        None => false,
    }
}

fn show(claim: &Claim) -> String {
    let value = claim.statement.quantity();
    let value = value.map_or(String::new(), |value| match value.dates.as_deref() {
        Some((from, to)) => format!("{from}..{to} date"),
        None => format!("{}..{} {}", value.low, value.high, value.unit),
    });
    let conditions: Vec<String> = claim.conditions.iter().map(|(key, value)| format!("{key}={value}")).collect();
    format!("{} {} {value} {} [{}]", claim.device, claim.metric, conditions.join(" "), claim.rule)
}
