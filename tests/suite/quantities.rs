//! Cases for quantities: `tests/cases/numerals/*.toml`, `tests/cases/quantities/*.toml`. What a
//! case does not list must not be read as a quantity.

use std::collections::BTreeSet;

use atodds::extract::quantity::{Reading, quantities, quantities_masked};
use atodds::text::Span;
use atodds::vocab::Vocab;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::cases;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    /// "surface = value unit flags", in order; all quantities that are not bare.
    #[serde(default)]
    expect: Vec<String>,
    /// The same for bare numbers; where given, all of them.
    bare: Option<Vec<String>>,
    /// Why the answer that stands here is not the right one yet.
    #[serde(default)]
    gap: Option<String>,
}

#[test]
fn quantities_are_read_as_the_cases_say() {
    let vocab = Vocab::built_in();
    let mut names = BTreeSet::new();
    let mut failed = Vec::new();
    for topic in ["numerals", "quantities"] {
        for case in cases::load::<Case>(topic) {
            assert!(names.insert(case.name.clone()), "two cases are named {:?}", case.name);
            failed.extend(check(&vocab, &case));
        }
    }
    assert!(names.len() > 250, "cases got lost: {}", names.len());
    assert!(failed.is_empty(), "{} of {} cases:\n{}", failed.len(), names.len(), failed.join("\n"));
}

/// Returns what is wrong, if anything.
fn check(vocab: &Vocab, case: &Case) -> Option<String> {
    let readings = quantities(vocab, &case.text);
    invariants(&case.text, &readings);
    let shown = |bare: bool| -> Vec<String> {
        readings.iter().filter(|reading| reading.bare == bare).map(|reading| show(&case.text, reading)).collect()
    };
    let found = shown(false);
    let fits = found == case.expect && case.bare.as_ref().is_none_or(|bare| *bare == shown(true));
    let note = case.gap.as_ref().map_or(String::new(), |gap| format!(" (gap: {gap}; if it is closed, say so here)"));
    (!fits).then(|| {
        format!(
            "{}: {:?}\n  expected {:?}\n  found    {found:?}, bare {:?}{note}",
            case.name,
            case.text,
            case.expect,
            shown(true)
        )
    })
}

#[track_caller]
fn invariants(text: &str, readings: &[Reading]) {
    let mut last = 0;
    for reading in readings {
        assert!(reading.span.of(text).is_some_and(|surface| !surface.is_empty()), "{text:?}: {:?}", reading.span);
        assert!(reading.span.start >= last, "{text:?}: readings overlap");
        last = reading.span.end;
        assert!(reading.low.is_some() || reading.high.is_some(), "{text:?}: open at both ends");
        if let (Some(low), Some(high)) = (reading.low, reading.high) {
            assert!(low <= high, "{text:?}: {low} > {high}");
        }
    }
}

fn show(text: &str, reading: &Reading) -> String {
    let end = |end: Option<Decimal>| end.map(|end| end.round_dp(6).normalize().to_string()).unwrap_or_default();
    let (low, high) = (end(reading.low), end(reading.high));
    let value = if low == high { low } else { format!("{low}..{high}") };
    let what = match (&reading.unit, &reading.counted) {
        (Some(unit), _) => format!(" {}", unit.symbol),
        (None, Some(counted)) => format!(" [{counted}]"),
        (None, None) => String::new(),
    };
    let mut flags = String::new();
    for (set, flag) in [(reading.approx, " approx"), (reading.vague, " vague"), (reading.changed_from, " from")] {
        if set {
            flags.push_str(flag);
        }
    }
    format!("{} = {value}{what}{flags}", reading.span.of(text).unwrap_or_default())
}

#[test]
fn the_examples_of_the_units_hold() {
    let vocab = Vocab::built_in();
    for unit in vocab.units.iter() {
        for example in &unit.examples {
            let readings = quantities(&vocab, &example.text);
            let shown: Vec<String> = readings
                .iter()
                .map(|reading| show(&example.text, reading).split(" = ").nth(1).unwrap_or_default().to_owned())
                .map(|shown| shown.trim_end_matches(" approx").to_owned())
                .collect();
            assert!(
                shown.contains(&example.reads),
                "units.toml: `{}` reads as {shown:?}, not as {:?}",
                example.text,
                example.reads
            );
        }
    }
}

#[test]
fn canonical_units_are_those_of_the_claim_model() {
    let vocab = Vocab::built_in();
    let cases = [
        ("3.35 TB/s", "B/s", "3350000000000"),
        ("400 Gb/s", "B/s", "50000000000"),
        ("200 Gbps", "B/s", "25000000000"),
        ("80 GiB", "B", "85899345920"),
        ("989 TFLOPS", "FLOP/s", "989000000000000"),
        ("320 TOPS", "OP/s", "320000000000000"),
        ("2 TFLOPS/W", "FLOP/s/W", "2000000000000"),
        ("3.5 美元/小时", "USD/h", "3.5"),
        ("$84 per day", "USD/h", "3.5"),
        ("9000 元/月", "CNY/month", "9000"),
        ("$0.85/GPU-hour", "USD/h", "0.85"),
        ("$15 per million tokens", "USD/token", "0.000015"),
        ("0.5 元/千tokens", "CNY/token", "0.0005"),
        ("45 ms", "s", "0.045"),
        ("2小时", "s", "7200"),
        ("30%", "1", "0.3"),
        ("七成", "1", "0.7"),
        ("3倍", "1", "3"),
        ("1.41 GHz", "Hz", "1410000000"),
        ("826 mm²", "m2", "0.000826"),
        ("5 GPU hours", "chip-h", "5"),
        ("35 kWh", "Wh", "35000"),
        ("3200 images/s", "image/s", "3200"),
        ("552 tCO2e", "kgCO2e", "552000"),
    ];
    for (text, canonical, value) in cases {
        let readings = quantities(&vocab, text);
        let unit =
            readings.first().and_then(|reading| reading.unit.clone()).unwrap_or_else(|| panic!("{text}: no unit"));
        assert_eq!(&*unit.canonical, canonical, "{text}");
        let low = readings[0].low.unwrap() * unit.factor;
        assert_eq!(low.round_dp(9).normalize(), value.parse::<Decimal>().unwrap().normalize(), "{text}");
    }
}

#[test]
fn what_a_unit_states_comes_with_it() {
    let vocab = Vocab::built_in();
    let states = |text: &str| {
        let readings = quantities(&vocab, text);
        let unit = readings.first().and_then(|reading| reading.unit.clone()).unwrap();
        unit.states.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>()
    };
    assert_eq!(states("312 FP16 TFLOPS"), ["precision=fp16"]);
    assert_eq!(states("$0.85/GPU-hour"), ["scope=chip"]);
    assert_eq!(states("900 GB/s per GPU"), ["scope=chip"]);
    assert_eq!(states("1979 sparse TFLOPS"), ["sparsity=sparse"]);
}

#[test]
fn a_mask_hides_the_digits_of_a_name() {
    let vocab = Vocab::built_in();
    let text = "RTX 4090 有 24 GB";
    let readings = quantities_masked(&vocab, text, &[Span::new(0, 8)]);
    assert_eq!(readings.len(), 1);
    assert_eq!(show(text, &readings[0]), "24 GB = 24 GB");
}

#[test]
fn odd_input_is_read_without_a_panic() {
    let vocab = Vocab::built_in();
    let pieces = [
        "1",
        "9",
        "0",
        ".",
        ",",
        "，",
        "-",
        "–",
        "~",
        "万",
        "亿",
        "百",
        "零",
        "半",
        "点",
        "分之",
        "几",
        "多",
        "一",
        "两",
        "$",
        "%",
        "e9",
        "×10",
        "^",
        "/",
        "½",
        "GB",
        "/s",
        "per ",
        "每",
        "小时",
        "and ",
        "to ",
        "between ",
        "half ",
        "million ",
        "two ",
        "hundred ",
        "minus ",
        "point ",
        "负",
        "约",
        "以上",
        "(",
        ")",
        "[",
        " ",
        "\n",
        "é",
        "😀",
        "\u{3000}",
        "９",
        "０",
        "兆",
        "个",
        "元",
        "角",
        "°",
        "C",
        "a ",
        "dozens of ",
    ];
    // Pairs and triples of everything, by a fixed stride so that the run is short and the same each time.
    let mut at = 0usize;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..8 {
            at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
            text.push_str(pieces[(at >> 8) % pieces.len()]);
        }
        invariants(&text, &quantities(&vocab, &text));
    }
}

#[test]
fn absurd_numbers_are_no_numbers() {
    let vocab = Vocab::built_in();
    for text in ["9".repeat(400), "1e999 W".to_owned(), "9^999".to_owned(), "万".repeat(500), "亿万".repeat(300)] {
        let readings = quantities(&vocab, &text);
        assert!(readings.len() < 3, "{text:?}: {}", readings.len());
    }
}

#[test]
fn long_lines_are_read_to_their_end() {
    // No clock: a path that is not linear would not come to an end here within anybody's patience.
    let vocab = Vocab::built_in();
    let pieces =
        ["1", "万", ",", "GB ", "1,", "1.", "1-", "1/", "a ", "一百", "per ", "$", "between 1 and ", "2小时", "1 to "];
    for piece in pieces {
        let text = piece.repeat(200_000 / piece.len());
        invariants(&text, &quantities(&vocab, &text));
    }
}
