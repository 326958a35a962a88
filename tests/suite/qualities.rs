//! Cases for comparisons, levels, support and suitability.
//!
//! Each case states all such claims of its text; figures are not its business.

use atodds::claim::{Attribution, Claim, Statement};
use atodds::vocab::Vocab;
use atodds::{extract, read};
use serde::Deserialize;

use crate::cases;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    /// Every claim without a plain figure, as [`line`] writes it; none: the text makes none.
    #[serde(default)]
    expect: Vec<String>,
    /// Why today's answer is not the right one.
    gap: Option<String>,
}

#[test]
fn every_case_reads_as_it_says() {
    let vocab = Vocab::built_in();
    let mut names = Vec::new();
    let mut wrong = Vec::new();
    for case in cases::load::<Case>("qualities") {
        assert!(!names.contains(&case.name), "`{}` stands twice; help: give it another name", case.name);
        if let Some(said) = check(&vocab, &case) {
            wrong.push(said);
        }
        names.push(case.name);
    }
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_third_of_the_cases_says_nothing() {
    let cases: Vec<Case> = cases::load("qualities");
    let silent = cases.iter().filter(|case| case.expect.is_empty()).count();
    assert!(cases.len() >= 120, "{} cases", cases.len());
    assert!(silent * 3 >= cases.len(), "{silent} of {} say nothing", cases.len());
    assert!(cases.iter().all(|case| case.gap.as_deref() != Some("")));
}

#[test]
fn every_metric_of_the_words_is_known() {
    let vocab = Vocab::built_in();
    for metric in vocab.qualities.metrics() {
        assert!(vocab.metrics.get(metric).is_some(), "qualities.toml names `{metric}`, which metrics.toml lacks");
    }
}

/// Returns what differs, after the invariants of every claim.
fn check(vocab: &Vocab, case: &Case) -> Option<String> {
    let article = read::article("case.md", case.text.as_bytes()).unwrap();
    let claims = extract::claims(vocab, &article).claims;
    for claim in &claims {
        let evidence = &claim.evidence;
        assert_eq!(article.text.get(std::ops::Range::from(evidence.span())), Some(&*evidence.quote), "{}", case.name);
        if let Some(value) = claim.statement.quantity() {
            assert_eq!(value.span().of(&article.text), Some(&*value.surface), "{}", case.name);
            assert!(value.low <= value.high, "{}", case.name);
        }
        if let Statement::Comparison { versus, .. } = &claim.statement {
            assert_ne!(*versus, claim.device, "{}: a device against itself", case.name);
        }
    }
    let mut got: Vec<String> = claims.iter().filter_map(line).collect();
    let mut want = case.expect.clone();
    got.sort();
    want.sort();
    (got != want).then(|| format!("{}: {}\n    want {want:#?}\n    got {got:#?}", case.name, case.text))
}

/// Writes a claim as the cases do: `comparison DEVICE METRIC RELATION VERSUS [FACTOR]`,
/// `level DEVICE METRIC LEVEL`, `support DEVICE MODALITY OBJECT`, `suitability DEVICE FIT OBJECT`.
fn line(claim: &Claim) -> Option<String> {
    let device = &claim.device;
    let mut line = match &claim.statement {
        Statement::Figure(_) => return None,
        Statement::Comparison { versus, relation, factor } => {
            let mut line = format!("comparison {device} {} {relation} {versus}", claim.metric);
            if let Some(factor) = factor {
                let (low, high) = (factor.low.round_dp(3).normalize(), factor.high.round_dp(3).normalize());
                line += &if low == high { format!(" x{low}") } else { format!(" x{low}..{high}") };
                line += &factor.bound.map_or(String::new(), |bound| format!(" {}", bound.as_str()));
            }
            line
        }
        Statement::Level(level) => format!("level {device} {} {level}", claim.metric),
        Statement::Support { object, modality } => format!("support {device} {modality} {object}"),
        Statement::Suitability { object, fit } => format!("suitability {device} {fit} {object}"),
    };
    for key in ["workload", "phase", "precision"] {
        if let Some(word) = claim.conditions.word(key) {
            line += &format!(" {key}={word}");
        }
    }
    if claim.hedged {
        line += " hedged";
    }
    match claim.attribution {
        Some(Attribution::Refuted) => line += " refuted",
        Some(Attribution::Hypothetical) => line += " hypothetical",
        _ => {}
    }
    Some(line)
}
