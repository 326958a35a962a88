//! What `conflicts`, `judge`, `sources`, `show`, `dismiss` and `accept` print about verdicts, in both languages.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{err, ok, out, run};

/// Returns a folder with these articles below `kb`.
fn folder(articles: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("kb")).unwrap();
    for (name, text) in articles {
        fs::write(folder.path().join("kb").join(name), text).unwrap();
    }
    folder
}

/// An article of a publisher.
fn article(publisher: &str, text: &str) -> String {
    format!("---\npublisher: {publisher}\n---\n\n{text}\n")
}

/// The arguments, over the articles of the folder.
fn over<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [arguments, &["--corpus", "kb", "--index", "store", "-q"]].concat()
}

fn findings(top: &Path, more: &[&str]) -> Vec<Value> {
    let arguments = [&["conflicts", "--status", "all", "--format", "jsonl"], more].concat();
    ok(top, &over(&arguments)).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Six sources on one bandwidth, of which two share their text.
fn six() -> TempDir {
    let long = "The vendor told us in an interview last week that the H100 SXM has a memory bandwidth of 3.35 TB/s.";
    let one = |publisher| article(publisher, "The memory bandwidth of the H100 SXM is 3.35 TB/s.");
    folder(&[
        ("a.md", &one("A")),
        ("b.md", &article("B", "H100 SXM 的显存带宽为 3.35 TB/s。")),
        ("c.md", &article("C", "The H100 SXM offers a memory bandwidth of 3.35 TB/s.")),
        ("d.md", &article("D", &format!("{long} Nothing else was said.\n\nIt has 80 GB, as the H100 PCIe has."))),
        ("odd.md", &article("Odd", "H100 SXM 的显存带宽为 335 TB/s。")),
    ])
}

#[test]
fn a_dispute_is_told_by_families() {
    let folder = six();
    let top = folder.path();
    let english = ok(top, &over(&["conflicts", "--lang", "en"]));
    assert!(english.contains("4 independent families say “3.35 TB/s”, 1 says “335 TB/s”."), "{english}");
    let chinese = ok(top, &over(&["conflicts", "--lang", "zh"]));
    assert!(chinese.contains("4 个独立来源为 “3.35 TB/s”，1 个为 “335 TB/s”。"), "{chinese}");
    assert!(!chinese.contains("： ") && !chinese.contains(": \n"), "{chinese}");
}

#[test]
fn a_source_s_record_counts_where_it_stands_alone() {
    let folder = six();
    let top = folder.path();
    let said = ok(top, &over(&["sources", "--lang", "en"]));
    let record = "kb/odd.md stands alone in memory bandwidth on 1 of 1 devices";
    assert!(said.contains(record), "{said}");
    assert!(ok(top, &over(&["sources", "--lang", "zh"])).contains("kb/odd.md：在显存带宽上"), "{said}");
    assert!(!ok(top, &over(&["sources", "--skipped"])).contains("stands alone"));
}

#[test]
fn families_say_why() {
    let one = "A100 rental was 2.934 USD per hour on our last invoice, spot instances in Oregon, billed by the second.";
    let two =
        "The V100 came to 1.478 USD per hour on the same invoice, which we paid in full before the month was over.";
    let three =
        "We measured 412 images per second with ResNet-50 on a single T4 during three nights in our own basement.";
    let text = format!("{one}\n\n{two}\n\n{three}");
    let folder = folder(&[("a.md", &article("A", &text)), ("b.md", &article("B", &text))]);
    let said = ok(folder.path(), &over(&["sources", "--lang", "en"]));
    assert!(said.contains("kb/a.md and kb/b.md are one family: they share"), "{said}");
    assert!(ok(folder.path(), &over(&["sources", "--lang", "zh"])).contains("算作一家"));
}

#[test]
fn judging_claims_says_what_the_index_says() {
    let folder = six();
    let top = folder.path();
    fs::write(top.join("claims.jsonl"), ok(top, &over(&["claims", "--format", "jsonl"]))).unwrap();
    let judged = ok(top, &["judge", "claims.jsonl"]);
    assert_eq!(judged, ok(top, &over(&["conflicts", "--status", "all", "--format", "jsonl"])));
    assert_eq!(ok(top, &["judge", "claims.jsonl", "--format", "csv"]).lines().count(), judged.lines().count() + 1);
    assert!(ok(top, &["judge", "claims.jsonl", "--format", "text", "--lang", "zh"]).contains("相差 100 倍"));
    assert!(ok(top, &["judge", "claims.jsonl", "--status", "conflict"]).lines().count() < judged.lines().count());
    for (text, line) in [("{\"id\": 3}\n", 1), ("\n\nnot json\n", 3)] {
        fs::write(top.join("bad.jsonl"), text).unwrap();
        let done = run(top, &["judge", "bad.jsonl"]);
        assert_eq!(done.status.code(), Some(2));
        assert!(err(&done).contains(&format!("bad.jsonl:{line}: no claim: ")), "{}", err(&done));
    }
}

#[test]
fn one_finding_is_drawn_in_the_language_asked_for() {
    let folder = six();
    let top = folder.path();
    let id = findings(top, &[])[0]["id"].as_str().unwrap().to_owned();
    assert!(ok(top, &over(&["show", &id, "--lang", "en"])).contains("are 100 times apart"));
    let chinese = ok(top, &over(&["show", &id, "--lang", "zh"]));
    assert!(chinese.starts_with("冲突  ") && chinese.contains("如何定论：以"), "{chinese}");
}

const PRICES: [(&str, &str); 3] = [
    (
        "a.md",
        "---\npublisher: A\ndate: 2024-05-10\n---\n\nThe A100 costs 2.93 USD per hour on demand at AWS in us-east-1.\n",
    ),
    ("b.md", "---\npublisher: B\ndate: 2024-05-10\n---\n\nA100 在 AWS us-east-1 按需每小时 35 元。\n"),
    ("c.md", "---\npublisher: C\ndate: 2024-02-10\n---\n\nA100 在 AWS us-east-1 按需每小时 35 元。\n"),
];

const RATES: &str = "base = \"USD\"\n\n[[rate]]\ncurrency = \"CNY\"\ndate = 2024-05-01\nvalue = 0.14\n\n\
    [[rate]]\ncurrency = \"CNY\"\ndate = \"2024-01\"\nvalue = 0.10\n";

#[test]
fn currencies_meet_by_the_rate_of_their_day_and_it_is_said() {
    let folder = folder(&PRICES);
    let top = folder.path();
    fs::write(top.join("rates.toml"), RATES).unwrap();
    let without = findings(top, &["--lang", "en"]);
    let said =
        |found: &[Value], text: &str| found.iter().any(|one| one["explanation"].as_str().unwrap().contains(text));
    assert!(said(&without, "no rate is given between them"), "{without:?}");
    let with = findings(top, &["--rates", "rates.toml", "--lang", "en"]);
    assert!(said(&with, "“35 元” is 4.9 USD/h, at 0.14 USD for 1 CNY (2024-05-01)."), "{with:?}");
    assert!(said(&with, "“35 元” is 3.5 USD/h, at 0.1 USD for 1 CNY (2024-01)."), "{with:?}");
    assert!(!with.iter().any(|one| one["status"] == "incomparable"), "{with:?}");
    // Two prices in one currency are as they are written, whatever the rates of their days.
    assert!(with.iter().any(|one| one["status"] == "agreement"), "{with:?}");
    let chinese = findings(top, &["--rates", "rates.toml", "--lang", "zh"]);
    assert!(said(&chinese, "“35 元” 折合 4.9 USD/h（汇率 2024-05-01：1 CNY = 0.14 USD）。"), "{chinese:?}");
}

#[test]
fn rates_that_are_none_are_shown_with_their_line() {
    let folder = folder(&PRICES);
    let top = folder.path();
    let entry = |currency: &str, date: &str, value: &str| {
        format!("base = \"USD\"\n[[rate]]\ncurrency = {currency}\ndate = {date}\nvalue = {value}\n")
    };
    for (text, line, says) in [
        (entry("\"CNX\"", "\"2024\"", "0.1"), 3, "unknown currency `CNX`: did you mean `CNY`?"),
        (entry("\"CNY\"", "\"2024-13\"", "0.1"), 4, "`2024-13` is no date"),
        (entry("\"CNY\"", "\"yesterday\"", "0.1"), 4, "`yesterday` is no date"),
        (entry("\"CNY\"", "2024", "0.1"), 4, "expected a date"),
        (entry("\"CNY\"", "\"2024\"", "0"), 5, "a number above zero"),
        (entry("\"CNY\"", "\"2024\"", "nan"), 5, "a number above zero"),
        (entry("\"USD\"", "\"2024\"", "1"), 3, "`USD` is the base"),
        (format!("{RATES}[[rate]]\ncurrency = \"CNY\"\ndate = \"2024-01\"\nvalue = 2\n"), 13, "already"),
        ("base = \"dollar\"\n".to_owned(), 1, "unknown currency `dollar`"),
        ("rate = []\n".to_owned(), 1, "missing field `base`"),
    ] {
        fs::write(top.join("rates.toml"), &text).unwrap();
        let done = run(top, &over(&["conflicts", "--rates", "rates.toml"]));
        assert_eq!(done.status.code(), Some(2), "{text}");
        assert!(
            err(&done).contains(&format!("rates.toml:{line}: ")) && err(&done).contains(says),
            "{text}{}",
            err(&done)
        );
        assert!(err(&done).contains("help: ") && out(&done).is_empty(), "{}", err(&done));
    }
    let done = run(top, &over(&["conflicts", "--rates", "none.toml"]));
    assert!(err(&done).contains("cannot read the rates `none.toml`"), "{}", err(&done));
}

#[test]
fn decisions_of_two_people_are_merged_line_by_line() {
    let folder = six();
    let top = folder.path();
    let id = findings(top, &[])[0]["id"].as_str().unwrap().to_owned();
    let decision = |id: &str, because: &str| format!("[[dismiss]]\nfinding = \"{id}\"\nbecause = \"{because}\"\n");
    let path = top.join("kb/decisions.toml");
    // Both took the same one, and one of them another whose finding is gone.
    let merged = [decision(&id, "a scan"), decision("k-000000000000", "old"), decision(&id, "seen it")];
    fs::write(&path, merged.join("\n")).unwrap();
    let found = findings(top, &["--lang", "en"]);
    let dismissed = found.iter().find(|one| one["id"] == *id).unwrap();
    let said = dismissed["explanation"].as_str().unwrap();
    assert!(said.starts_with("Dismissed: a scan ") && !said.contains("seen it"), "{said}");
    let listed = run(top, &["conflicts", "--corpus", "kb", "--index", "store", "--lang", "en"]);
    assert_eq!(err(&listed).matches("has no object any more").count(), 1, "{}", err(&listed));
    assert!(ok(top, &over(&["digest", "--lang", "zh"])).contains("关于 k-000000000000 的决定已无对象。"));
    // What a merge left open is an error with its line.
    fs::write(&path, format!("<<<<<<< mine\n{}=======\n>>>>>>> theirs\n", merged[0])).unwrap();
    let done = run(top, &over(&["conflicts"]));
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("decisions.toml:1: "), "{}", err(&done));
}

#[test]
fn an_accepted_value_settles_its_disputes() {
    let folder = six();
    let top = folder.path();
    let claims = ok(top, &over(&["claims", "--source", "a.md", "--format", "csv"]));
    let id = claims.lines().nth(1).and_then(|line| line.split(',').next()).unwrap();
    let done = ok(top, &over(&["accept", id, "--because", "the data sheet says so"]));
    assert!(done.contains("kb/decisions.toml"), "{done}");
    let found = findings(top, &["--lang", "zh"]);
    let settled: Vec<&Value> = found.iter().filter(|one| one["status"] == "dismissed").collect();
    assert!(!settled.is_empty());
    for one in settled {
        assert!(one["claims"].as_array().unwrap().iter().any(|claim| claim == id), "{one}");
        assert!(
            one["explanation"].as_str().unwrap().starts_with(&format!("采用 {id}：the data sheet says so")),
            "{one}"
        );
    }
    let done = run(top, &over(&["accept", id, "--because", " "]));
    assert!(err(&done).contains("needs a reason") || err(&done).contains("already"), "{}", err(&done));
}

#[test]
fn a_digest_does_not_repeat_the_places_that_stand_above() {
    let opposite = "The H100 is cheaper than the A100.\n\nThe H100 is more expensive than the A100.";
    let folder = folder(&[
        ("a.md", &article("A", "The memory bandwidth of the H100 SXM is 3.35 TB/s.\n\nThe A100 supports FP4.")),
        ("b.md", &article("B", "H100 SXM 的显存带宽为 335 TB/s。\n\nA100 不支持 FP4。")),
        ("c.md", &article("C", opposite)),
    ]);
    for (lang, why) in [("en", "Why: "), ("zh", "原因：")] {
        let text = ok(folder.path(), &over(&["digest", "--lang", lang]));
        let reasons: Vec<&str> = text.lines().filter(|line| line.starts_with(why)).collect();
        assert!(reasons.len() >= 3, "{text}");
        for reason in reasons {
            assert!(!reason.contains("kb/") && reason.len() > why.len() + 10, "{reason}");
        }
    }
}

#[test]
fn the_same_file_twice_is_one_voice() {
    let notes = "The T4 draws 70 W. It has 16 GB.\n";
    let folder = folder(&[("x.md", notes), ("y.md", notes), ("z.md", "The T4 draws 75 W.\n")]);
    let all = findings(folder.path(), &[]);
    let of_power = |finding: &&Value| finding["metric"] == "power" && finding["status"] == "agreement";
    assert_eq!(all.iter().filter(of_power).count(), 0, "{all:?}");
    let said = ok(folder.path(), &over(&["sources", "--lang", "en"]));
    assert!(said.contains("the same, byte for byte"), "{said}");
}

#[test]
fn one_value_under_several_conditions_is_one_answer() {
    let folder = folder(&[
        ("a.md", &article("A", "The H100 SXM has a memory bandwidth of 3.35 TB/s.")),
        ("b.md", &article("B", "The peak memory bandwidth of the H100 SXM is 3.35 TB/s, as the vendor says.")),
        ("c.md", &article("C", "H100 SXM 的显存带宽为 3.35 TB/s。")),
        ("odd.md", &article("Odd", "Our H100 SXM has a memory bandwidth of 335 TB/s.")),
    ]);
    let english = ok(folder.path(), &over(&["conflicts", "--lang", "en"]));
    assert!(english.contains("3 independent families say “3.35 TB/s”, 1 says “335 TB/s”."), "{english}");
    assert_eq!(english.matches("independent families say").count(), 1, "{english}");
}

#[test]
fn one_comparison_against_several_figures_is_one_dispute() {
    let table = |rows: &str| article("T", &format!("| Card | FP16 (TFLOPS) | FP32 (TFLOPS) |\n|---|---|---|\n{rows}"));
    let folder = folder(&[
        ("said.md", &article("S", "The H100 SXM is 12 times faster than the A100 SXM.")),
        ("table.md", &table("| H100 SXM | 989 | 67 |\n| A100 SXM | 312 | 19.5 |\n")),
    ]);
    let text = ok(folder.path(), &over(&["conflicts", "--lang", "en"]));
    let of_both = |line: &&str| line.contains("H100") && line.contains("  k-");
    assert_eq!(text.lines().filter(of_both).count(), 1, "{text}");
    assert!(text.contains("the same dispute: k-"), "{text}");
    assert!(text.contains("67 TFLOP/s") && text.contains("989 TFLOP/s"), "both pairs of figures are shown: {text}");
}

#[test]
fn what_only_one_side_says_is_told_by_its_value() {
    let folder = folder(&[
        ("a.md", &article("A", "The A100 PCIe draws 300 W.")),
        ("b.md", &article("B", "The A100 draws 400 W.")),
    ]);
    let english = ok(folder.path(), &over(&["conflicts", "--lang", "en"]));
    assert!(english.contains("Stated only for “300 W”: form factor."), "{english}");
    let chinese = ok(folder.path(), &over(&["conflicts", "--lang", "zh"]));
    assert!(chinese.contains("仅 “300 W” 说明：封装形态。"), "{chinese}");
}

#[test]
fn whose_figure_it_is_is_asked_only_where_nobody_bears_it_out() {
    let lone = [
        ("a.md", article("A", "The H100 SXM has a memory bandwidth of 4.915 TB/s.")),
        ("b.md", article("B", "The memory bandwidth of the H100 SXM is 3.352 TB/s.")),
        ("c.md", article("C", "The H200 SXM has a memory bandwidth of 4.915 TB/s.")),
    ];
    let told = |articles: &[(&str, String)]| {
        let articles: Vec<(&str, &str)> = articles.iter().map(|(name, text)| (*name, text.as_str())).collect();
        ok(folder(&articles).path(), &over(&["conflicts", "--lang", "en"]))
    };
    let text = told(&lone);
    assert!(text.contains("The figure is that of H200."), "{text}");
    let mut borne_out = lone.to_vec();
    borne_out.push(("d.md", article("D", "We read that the H100 SXM reaches a memory bandwidth of 4.915 TB/s.")));
    let text = told(&borne_out);
    assert!(text.contains("4.915 TB/s") && !text.contains("The figure is that of"), "{text}");
}

#[test]
fn a_decision_is_kept_beside_the_articles_that_it_is_about() {
    let folder = folder(&[("a.md", &article("A", "The T4 draws 70 W."))]);
    let top = folder.path();
    fs::create_dir(top.join("more")).unwrap();
    fs::write(top.join("more/b.md"), article("B", "The H100 SXM has a memory bandwidth of 3.35 TB/s.")).unwrap();
    fs::write(top.join("more/c.md"), article("C", "The H100 SXM has a memory bandwidth of 335 TB/s.")).unwrap();
    let both = |arguments: &[&'static str]| [&over(arguments)[..], &["--corpus", "more"]].concat();
    let list = ok(top, &both(&["conflicts", "--status", "conflict", "--format", "jsonl"]));
    let finding: Value = serde_json::from_str(list.lines().next().expect("there is a conflict")).unwrap();
    let id: &'static str = finding["id"].as_str().expect("it has an id").to_owned().leak();
    let said = ok(top, &both(&["dismiss", id, "--because", "a slip"]));
    assert!(said.contains("more/decisions.toml"), "{said}");
    assert!(top.join("more/decisions.toml").is_file() && !top.join("kb/decisions.toml").exists());
    let list = ok(top, &both(&["conflicts", "--status", "dismissed", "--format", "jsonl"]));
    assert!(list.contains(id), "{list}");
    // What one folder's file says is not said again in another's.
    fs::rename(top.join("more/decisions.toml"), top.join("kb/decisions.toml")).unwrap();
    let done = run(top, &both(&["dismiss", id, "--because", "again"]));
    assert!(done.status.code() == Some(2) && err(&done).contains("already"), "{}", err(&done));
}
