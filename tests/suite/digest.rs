//! The digest: valid Markdown whatever stands in a source, every footnote and picture in place,
//! the same bytes for the same input.

use std::collections::BTreeSet;
use std::sync::Arc;

use atodds::claim::{Claim, Conditions, Evidence, Quantity, Source, Statement, id};
use atodds::conflict::{Across, Certainty, Finding, Kind, Size, Status};
use atodds::report::digest::{Charts, Digest, Document, write};
use atodds::vocab::{Lang, Vocab};
use pulldown_cmark::{Event, Options, Parser, Tag};
use rust_decimal::Decimal;

/// What a hostile page may put into every field.
const HOSTILE: &[&str] = &[
    "plain words",
    "a | b || c \\| d",
    "<script>alert(1)</script><img src=x onerror=y>",
    "**bold** _under_ `code` ``` fence",
    "[link](javascript:x) ![pic](y) [^9] [ref]: z",
    "# heading\n\n- item\n1. one\n> quote\n***\n|a|b|\n|-|-|",
    "&lt;b&gt; &amp; &#x3c; $x$ ~~gone~~ https://example.org/a_b_c",
    "“引号” 、顿号；<br>\u{0}\u{7}\u{feff}",
];

fn claim(number: usize, field: &str, low: i64, device: &str) -> Claim {
    let source = Source {
        id: id::source(&format!("{number}.md")),
        path: format!("{number} {field}.md").into(),
        title: Some(field.into()),
        publisher: Some(field.into()),
        url: Some(format!("https://example.org/{number}|<>`[]^ {field}").replace([' ', '\n'], "").into()),
        date: Some("2024-05".into()),
        lang: Some("en".into()),
        family: None,
        same_as: None,
    };
    let value = Quantity {
        low: Decimal::from(low),
        high: Decimal::from(low),
        unit: "USD/h".into(),
        approx: false,
        bound: None,
        vague: false,
        step: Decimal::ONE,
        surface: field.into(),
        start: 0,
        dates: None,
    };
    let mut conditions = Conditions::default();
    conditions.set("provider", field);
    let evidence = Evidence {
        quote: field.into(),
        line: number as u32 + 1,
        column: 1,
        heading: [field.into()].into(),
        ..Evidence::default()
    };
    let mut claim = Claim {
        id: "".into(),
        metric: "hourly_price".into(),
        device: device.into(),
        statement: Statement::Figure(value),
        conditions,
        source: Arc::new(source),
        evidence,
        also: Box::default(),
        hedged: false,
        attribution: None,
        rule: "test/made".into(),
        confidence: 1.0,
    };
    claim.id = id::claim(&claim);
    claim
}

fn finding(claims: &[Claim], status: Status, field: &str) -> Finding {
    let ids: Vec<_> = claims.iter().map(|claim| claim.id.clone()).collect();
    let names: Vec<&str> = ids.iter().map(|id| &**id).collect();
    Finding {
        id: id::finding("disjoint_values", "hourly_price", &names),
        status,
        kind: Kind::DisjointValues,
        across: Across::Sources,
        metric: "hourly_price".into(),
        device: claims[0].device.clone(),
        claims: ids,
        families: 2,
        size: Size::Major,
        certainty: Certainty::High,
        ratio: Some(1.5),
        explained_by: vec!["provider".into()],
        unstated: Vec::new(),
        odd_one_out: None,
        rule: "N1".into(),
        explanation: field.to_owned(),
        to_settle: field.to_owned(),
    }
}

fn digest(vocab: &Vocab, claims: &[Claim], findings: &[Finding], lang: Lang, charts: Charts) -> Document {
    write(&Digest {
        vocab,
        lang,
        claims: claims.iter().collect(),
        findings: findings.iter().collect(),
        articles: claims.len(),
        selection: false,
        not_compared: vec!["a | b".to_owned()],
        decisions: vec!["<b>kept</b>".to_owned()],
        since: None,
        charts,
    })
}

/// Parses the document back and checks what a reader relies on.
#[track_caller]
fn check(document: &Document) {
    let mut options = Options::ENABLE_TABLES;
    options.insert(Options::ENABLE_FOOTNOTES);
    options.insert(Options::ENABLE_STRIKETHROUGH);
    let mut referred = BTreeSet::new();
    let mut defined = BTreeSet::new();
    let mut columns = 0;
    let mut cells = 0;
    for event in Parser::new_ext(&document.text, options) {
        match event {
            Event::FootnoteReference(label) => {
                referred.insert(label.to_string());
            }
            Event::Start(Tag::FootnoteDefinition(label)) => {
                assert!(defined.insert(label.to_string()), "footnote {label} is defined twice");
            }
            Event::Start(Tag::Table(aligned)) => columns = aligned.len(),
            Event::Start(Tag::TableHead | Tag::TableRow) => cells = 0,
            Event::Start(Tag::TableCell) => cells += 1,
            Event::End(pulldown_cmark::TagEnd::TableRow | pulldown_cmark::TagEnd::TableHead) => {
                assert_eq!(cells, columns, "a row has as many cells as its header");
            }
            Event::InlineHtml(tag) => assert_eq!(&*tag, "<br>", "only the digest's own line breaks are HTML"),
            Event::Html(html) => panic!("a source's HTML got through: {html}"),
            Event::Start(Tag::Link { dest_url, .. }) => {
                assert!(dest_url.starts_with("https://example.org/"), "a link that no source gave: {dest_url}");
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let name =
                    dest_url.strip_prefix("d-charts/").expect("pictures stand in the folder beside the document");
                assert!(document.pictures.iter().any(|(file, _)| file == name), "picture {name} is missing");
            }
            Event::Code(code) => assert!(code.starts_with("atodds c"), "only the digest's own hints are code: {code}"),
            Event::Start(Tag::CodeBlock(_) | Tag::BlockQuote(_) | Tag::Strikethrough) => {
                panic!("a source's markup got through");
            }
            _ => {}
        }
    }
    assert_eq!(referred, defined, "every footnote is referred to and defined");
    assert!(!defined.is_empty());
}

#[test]
fn nothing_that_stands_in_a_source_acts_as_markup() {
    let vocab = Vocab::built_in();
    for lang in [Lang::En, Lang::Zh] {
        for charts in [Charts::None, Charts::Unicode, Charts::Svg("d-charts".to_owned())] {
            let claims: Vec<Claim> = HOSTILE
                .iter()
                .enumerate()
                .map(|(number, field)| claim(number, field, number as i64 + 1, "nvidia-a100"))
                .collect();
            let findings: Vec<Finding> =
                [Status::Conflict, Status::Tension, Status::Explained, Status::Agreement, Status::Superseded]
                    .into_iter()
                    .zip(HOSTILE)
                    .enumerate()
                    .map(|(at, (status, field))| finding(&claims[at..at + 2], status, field))
                    .collect();
            let document = digest(&vocab, &claims, &findings, lang, charts.clone());
            check(&document);
            for (name, picture) in &document.pictures {
                assert!(!picture.contains("<script"), "{name} carries a source's markup");
            }
        }
    }
}

#[test]
fn same_input_same_bytes_whatever_the_order() {
    let vocab = Vocab::built_in();
    let mut claims: Vec<Claim> =
        (0..40).map(|n| claim(n, "x", n as i64 % 7 + 1, ["nvidia-a100", "gpu"][n % 2])).collect();
    let mut findings: Vec<Finding> = claims.chunks(2).map(|pair| finding(pair, Status::Conflict, "why")).collect();
    let first = digest(&vocab, &claims, &findings, Lang::En, Charts::Unicode);
    claims.reverse();
    findings.reverse();
    assert_eq!(first, digest(&vocab, &claims, &findings, Lang::En, Charts::Unicode));
    check(&first);
}

#[test]
fn a_digest_of_nothing_says_so() {
    let vocab = Vocab::built_in();
    let document = digest(&vocab, &[], &[], Lang::En, Charts::Unicode);
    assert!(document.text.contains("Nothing is in conflict"), "{}", document.text);
    let chinese = digest(&vocab, &[], &[], Lang::Zh, Charts::Unicode);
    assert!(chinese.text.contains("没有冲突"), "{}", chinese.text);
}

#[test]
fn five_thousand_claims_stay_readable() {
    let vocab = Vocab::built_in();
    let claims: Vec<Claim> = (0..5000).map(|n| claim(n, "x", n as i64 + 1, "nvidia-a100")).collect();
    let findings: Vec<Finding> = claims.chunks(2).map(|pair| finding(pair, Status::Conflict, "why")).collect();
    let document = digest(&vocab, &claims, &findings, Lang::En, Charts::None);
    check(&document);
    assert!(document.text.contains("and 2495 more about it"), "what is left out is said");
}

#[test]
fn one_of_a_thing_is_no_plural_and_nothing_counted_is_not_told() {
    let vocab = Vocab::built_in();
    let mut only = claim(1, "x", 5, "nvidia-a100");
    only.source =
        Arc::new(Source { title: None, publisher: None, url: None, date: None, ..Source::clone(&only.source) });
    let claims = [only];
    let whole = digest(&vocab, &claims, &[], Lang::En, Charts::None).text;
    assert!(whole.contains("1 article was read, from 1 independent family; it makes 1 claim about 1 device."));
    assert!(!whole.contains("Side by side"), "{whole}");
    assert!(whole.contains("[^1]: 1 x.md\n"), "the path of a source without a title is told once: {whole}");
    let selected = |lang| {
        let digest = Digest {
            vocab: &vocab,
            lang,
            claims: claims.iter().collect(),
            findings: Vec::new(),
            articles: 14,
            selection: true,
            not_compared: vec!["something".to_owned()],
            decisions: Vec::new(),
            since: None,
            charts: Charts::None,
        };
        write(&digest).text
    };
    let english = selected(Lang::En);
    assert!(english.contains("1 claim about 1 device, from 1 article of 1 independent family. 14 articles were read"));
    assert!(english.contains("of the whole corpus"), "{english}");
    let chinese = selected(Lang::Zh);
    assert!(!chinese.contains("两两对照") && chinese.contains("共读取 14 篇文章"), "{chinese}");
}

#[test]
fn a_value_that_many_agree_on_is_one_row() {
    let vocab = Vocab::built_in();
    let claims: Vec<Claim> = (0..4).map(|n| claim(n, "x", 700, "nvidia-a100")).collect();
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let pair = |(a, b): (usize, usize)| [claims[a].clone(), claims[b].clone()];
    let findings: Vec<Finding> = pairs.map(|at| finding(&pair(at), Status::Agreement, "same")).into();
    let text = digest(&vocab, &claims, &findings, Lang::En, Charts::None).text;
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("700 USD/h[^1][^2][^3][^4]")).collect();
    assert_eq!(rows.len(), 1, "{text}");
    assert!(rows[0].ends_with("| 4 |"), "{rows:?}");
    assert!(text.contains("6 agreements"), "{text}");
}

#[test]
fn an_amount_is_written_in_a_unit_that_reads_well() {
    let vocab = Vocab::built_in();
    for (low, high, unit, expect) in [
        ("3350000000000", "3350000000000", "B/s", "3.35 TB/s"),
        ("810000000000", "7146800000000", "B/s", "0.81–7.1468 TB/s"),
        ("163400000000000", "2610000000000000", "FLOP/s", "163.4–2,610 TFLOP/s"),
        ("192000000000", "1536000000000", "B", "192–1,536 GB"),
        ("157300000000000", "1300000000000000000", "FLOP/s", "157.3 TFLOP/s – 1.3 EFLOP/s"),
        ("0", "16000000000", "B", "0–16 GB"),
        ("0.0017", "0.0038", "s", "1.7–3.8 ms"),
        ("90", "90", "s", "1.5 min"),
        ("59", "59", "s", "59 s"),
        ("1814400", "1814400", "s", "21 d"),
        ("2400", "2592000", "s", "40 min – 30 d"),
        ("8", "600000", "1", "8–600,000"),
        ("6912", "6912", "1", "6,912"),
        ("7000000000", "65000000000", "1", "7–65B"),
        ("1400000000000", "1400000000000", "1", "1.4T"),
        ("1000000", "10000000", "USD", "1,000,000–10,000,000 USD"),
        ("0.4", "0.5", "1", "0.4–0.5"),
    ] {
        let amount = |text: &str| text.parse::<Decimal>().expect("the case is a number");
        let said = atodds::report::value::interval(&vocab, amount(low), amount(high), unit);
        assert_eq!(said, expect, "{low} to {high} {unit}");
    }
}

#[test]
fn what_one_condition_accounts_for_is_one_row() {
    let vocab = Vocab::built_in();
    let claims: Vec<Claim> =
        ["aws", "gcp", "azure", "aws"].iter().zip(1..).map(|(at, n)| claim(n, at, n as i64, "nvidia-a100")).collect();
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let pair = |(a, b): (usize, usize)| [claims[a].clone(), claims[b].clone()];
    let findings: Vec<Finding> = pairs.map(|at| finding(&pair(at), Status::Explained, "why")).into();
    let text = digest(&vocab, &claims, &findings, Lang::En, Charts::None).text;
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("| provider")).collect();
    assert_eq!(rows.len(), 1, "{text}");
    assert!(
        rows[0].starts_with("| A100 · hourly price | 1 USD/h, 2 USD/h[^1][^2] | 2 USD/h, 3 USD/h[^2][^3] |"),
        "{rows:?}"
    );
    assert!(rows[0].ends_with("| 3 |"), "the pairs are counted: {rows:?}");
    // One pair alone needs no count.
    let text = digest(&vocab, &claims, &findings[..1], Lang::En, Charts::None).text;
    assert!(text.lines().any(|line| line.contains("| 1 USD/h[^1] | 2 USD/h[^2] | provider (")), "{text}");
}
