//! Cases for mentions: `tests/cases/mentions/*.toml`. What a case does not list must not be found.

use atodds::claim::Conditions;
use atodds::extract::mention::{self, Mentions};
use atodds::normalise;
use atodds::text::{Mapped, Span};
use atodds::vocab::Vocab;
use serde::Deserialize;

use crate::cases;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    /// Other devices are named beside the text, so that short names count.
    #[serde(default)]
    beside: bool,
    /// "id name-as-it-stands key=value …", in order; all of them. Left out where metrics are the matter.
    #[serde(default)]
    devices: Vec<String>,
    #[serde(default)]
    unknown: Vec<String>,
    /// "id words", in order; where given, all strong ones.
    metrics: Option<Vec<String>>,
    /// "key=value words"; where given, all of them.
    conditions: Option<Vec<String>>,
}

#[test]
fn devices_metrics_and_conditions_are_named_where_they_stand() {
    let vocab = Vocab::built_in();
    let mut failed = Vec::new();
    let mut names = std::collections::BTreeSet::new();
    for case in cases::load::<Case>("mentions") {
        assert!(names.insert(case.name.clone()), "two cases are named {:?}", case.name);
        failed.extend(check(&vocab, &case));
    }
    assert!(names.len() > 200, "cases got lost: {}", names.len());
    assert!(failed.is_empty(), "{} of {} cases:\n{}", failed.len(), names.len(), failed.join("\n"));
}

/// Returns what is wrong, if anything.
fn check(vocab: &Vocab, case: &Case) -> Option<String> {
    let source = Mapped::verbatim(&case.text, 0);
    let folded = normalise::fold(&source);
    let found = mention::scan_beside(vocab, folded.as_str(), case.beside);
    let written = |span: Span| {
        let source = folded.to_source(span);
        case.text[source.start..source.end].to_owned()
    };
    let devices: Vec<String> = found
        .devices
        .iter()
        .map(|device| format!("{} {}{}", device.device, written(device.span), stated(&device.conditions)))
        .collect();
    let unknown: Vec<String> = found.unknown.iter().map(|unknown| written(unknown.span)).collect();
    ordered(&found);
    let mut wrong = String::new();
    let mut compare = |what: &str, found: &[String], expected: &[String]| {
        if found != expected {
            wrong += &format!("\n  {what}: expected {expected:?}\n  {what}:    found {found:?}");
        }
    };
    if case.metrics.is_none() || !case.devices.is_empty() {
        compare("devices", &devices, &case.devices);
    }
    compare("unknown", &unknown, &case.unknown);
    if let Some(expected) = &case.metrics {
        let strong = found.metrics.iter().filter(|metric| !metric.weak);
        let strong: Vec<String> = strong.map(|metric| format!("{} {}", metric.metric, written(metric.span))).collect();
        compare("metrics", &strong, expected);
    }
    if let Some(expected) = &case.conditions {
        let conditions = found.conditions.iter();
        let conditions: Vec<String> =
            conditions.map(|c| format!("{} {}", stated(&c.conditions).trim(), written(c.span))).collect();
        compare("conditions", &conditions, expected);
    }
    (!wrong.is_empty()).then(|| format!("{}: {:?}{wrong}", case.name, case.text))
}

fn stated(conditions: &Conditions) -> String {
    conditions.iter().map(|(key, value)| format!(" {key}={value}")).collect()
}

/// Mentions stand in order, and no device inside another.
#[track_caller]
fn ordered(found: &Mentions) {
    for pair in found.devices.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{pair:?}");
    }
    assert!(found.metrics.is_sorted_by_key(|metric| metric.span.start));
    assert!(found.conditions.is_sorted_by_key(|condition| condition.span.start));
    for quantity in &found.quantities {
        assert!(!found.devices.iter().any(|device| device.span.contains(quantity.span)), "{quantity:?}");
    }
}
