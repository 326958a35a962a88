//! Verdicts over small stories (`tests/cases/conflicts/*.md`).
//!
//! A story is a heading, one or more fenced blocks of what sources say, and a block of the findings
//! that must come out:
//!
//! - ` ```article PATH ` holds an article as it stands, front matter and all; it is read and extracted.
//! - ` ```claims PATH key=value… ` holds claims, one a line (see [`claim_line`]), of a source with that metadata.
//! - ` ```findings ` holds one expectation a line: `STATUS KIND METRIC DEVICE [word…]`, where `*` fits anything and
//!   a further word is `by=KEY`, `unstated=KEY`, `size=…`, `certainty=…`, `families=N`, `within`, `across`, `odd`, `says=TEXT`.
//!   `no STATUS` says that no finding has the status, `nothing` that there is no finding at all.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use atodds::claim::{Claim, ConditionValue, Conditions, Evidence, Name, Quantity, Source, Statement, id};
use atodds::conflict::{Across, Finding, Judgement, Options, Status, find, find_with};
use atodds::vocab::Vocab;
use atodds::vocab::label::Lang;
use rust_decimal::Decimal;

/// One story.
struct Story {
    name: String,
    blocks: Vec<(String, String)>,
}

fn stories() -> Vec<Story> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/conflicts");
    let mut files: Vec<_> = std::fs::read_dir(&dir)
        .expect("the folder of stories is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "md"))
        .collect();
    files.sort();
    files.iter().flat_map(|path| parse(&std::fs::read_to_string(path).expect("a story is text"))).collect()
}

fn parse(text: &str) -> Vec<Story> {
    let mut stories: Vec<Story> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("## ") {
            stories.push(Story { name: name.to_owned(), blocks: Vec::new() });
        } else if let (Some(info), Some(story)) = (line.strip_prefix("```"), stories.last_mut()) {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            story.blocks.push((info.to_owned(), body.join("\n") + "\n"));
        }
    }
    stories
}

/// Returns the claims of a story and what must come out.
fn claims(vocab: &Vocab, story: &Story) -> (Vec<Claim>, Vec<String>) {
    let (mut claims, mut expected) = (Vec::new(), Vec::new());
    for (info, body) in &story.blocks {
        let mut words = info.split_whitespace();
        match (words.next(), words.next()) {
            (Some("article"), Some(path)) => {
                let article = atodds::read::article(path, body.as_bytes()).expect("an article in a story can be read");
                claims.extend(atodds::extract::claims(vocab, &article).claims);
            }
            (Some("claims"), Some(path)) => {
                let source = Arc::new(source(path, words));
                let list = body.lines().filter(|line| !line.trim().is_empty());
                let mut last = 0;
                for (at, line) in list.enumerate() {
                    if !line.contains(" beside") {
                        last = at;
                    }
                    claims.push(claim_line(line, &source, at, last));
                }
            }
            (Some("findings"), None) => expected.extend(body.lines().map(str::to_owned)),
            _ => panic!("{}: what is a block `{info}`?", story.name),
        }
    }
    assert!(!expected.is_empty(), "{}: say what must come out", story.name);
    (claims, expected)
}

fn source<'a>(path: &str, words: impl Iterator<Item = &'a str>) -> Source {
    let mut source = Source { id: id::source(path), path: path.into(), ..Source::default() };
    for word in words {
        let (key, value) = word.split_once('=').expect("metadata are key=value");
        let value = Some(Name::from(value));
        match key {
            "publisher" => source.publisher = value,
            "date" => source.date = value,
            "lang" => source.lang = value,
            "url" => source.url = value,
            "family" => source.family = value,
            _ => panic!("metadata have no `{key}`"),
        }
    }
    source
}

/// Reads one claim from a line:
///
/// - `nvidia-h100 power 700 W form=sxm`, the value being `3..5`, `<=300`, `>=10` or `~400` where it is not plain;
/// - `tpu training_speed greater gpu 1.3 workload=resnet-50`, the factor being optional;
/// - `gpu cost high`, `tpu framework_support only tensorflow`, `gpu workload_fit best small-batch`.
///
/// Further words are conditions, or one of `hedged`, `reported`, `refuted`, `vague`, `beside` (in the sentence of the
/// claim above), `sure=0.7`, `step=0.1`, `quote=…` with `_` for blanks.
fn claim_line(line: &str, source: &Arc<Source>, at: usize, sentence: usize) -> Claim {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [device, metric, said, rest @ ..] = words.as_slice() else { panic!("a claim has more words: {line}") };
    let word = |word: &str| -> serde_json::Value { serde_json::Value::String(word.to_owned()) };
    let (statement, rest) = match *said {
        "greater" | "less" | "equal" => {
            let factor =
                rest.get(1).filter(|word| word.starts_with(|ch: char| ch.is_ascii_digit() || "<>~".contains(ch)));
            let statement = Statement::Comparison {
                versus: rest[0].into(),
                relation: serde_json::from_value(word(said)).expect("a relation"),
                factor: factor.map(|factor| Box::new(quantity(factor, "1"))),
            };
            (statement, &rest[1 + usize::from(factor.is_some())..])
        }
        "high" | "low" => (Statement::Level(serde_json::from_value(word(said)).expect("a level")), rest),
        "requires" | "only" | "supports" | "lacks" => {
            let modality = serde_json::from_value(word(said)).expect("a modality");
            (Statement::Support { object: rest[0].into(), modality }, &rest[1..])
        }
        "best" | "good" | "poor" => {
            let fit = serde_json::from_value(word(said)).expect("a fit");
            (Statement::Suitability { object: rest[0].into(), fit }, &rest[1..])
        }
        value => (Statement::Figure(quantity(value, rest[0])), &rest[1..]),
    };
    let mut claim = Claim {
        id: "".into(),
        metric: (*metric).into(),
        device: (*device).into(),
        statement,
        conditions: Conditions::default(),
        source: source.clone(),
        evidence: Evidence {
            quote: line.into(),
            start: sentence as u32 * 1000,
            end: sentence as u32 * 1000 + 900,
            line: sentence as u32 + 1,
            column: 1,
            ..Evidence::default()
        },
        also: Box::default(),
        hedged: false,
        attribution: None,
        rule: "story/claims".into(),
        confidence: 0.95,
    };
    for word in rest {
        note(&mut claim, word);
    }
    let _ = at;
    claim.id = id::claim(&claim);
    claim
}

fn note(claim: &mut Claim, word: &str) {
    let value = |claim: &mut Claim, change: fn(&mut Quantity)| {
        if let Statement::Figure(value) = &mut claim.statement {
            change(value);
        }
    };
    match (word, word.split_once('=')) {
        ("hedged", _) => claim.hedged = true,
        ("reported" | "refuted" | "hypothetical", _) => {
            claim.attribution = Some(serde_json::from_value(word.into()).expect("an attribution"));
        }
        ("vague", _) => value(claim, |value| value.vague = true),
        ("beside", _) => {}
        (_, Some(("sure", sure))) => claim.confidence = sure.parse().expect("a number"),
        (_, Some(("quote", quote))) => claim.evidence.quote = quote.replace('_', " ").into(),
        (_, Some(("rule", rule))) => claim.rule = rule.into(),
        (_, Some(("step", step))) => {
            if let Statement::Figure(value) = &mut claim.statement {
                value.step = number(step);
            }
        }
        (_, Some((key, value))) => {
            let number = value.parse::<Decimal>().ok().map(ConditionValue::from);
            claim.conditions.set(key, number.unwrap_or_else(|| value.into()));
        }
        (word, None) => panic!("what is `{word}`?"),
    }
}

fn number(text: &str) -> Decimal {
    text.parse().or_else(|_| Decimal::from_scientific(text)).expect("a number")
}

fn quantity(text: &str, unit: &str) -> Quantity {
    let bare = text.trim_start_matches(['<', '>', '=', '~']);
    let dated = unit == "date";
    let (low, high) = bare.split_once("..").unwrap_or((bare, bare));
    let ends = if dated {
        (atodds::claim::row::date_number(low, false), atodds::claim::row::date_number(high, true))
    } else {
        (number(low), number(high))
    };
    let bound = match text {
        text if text.starts_with("<=") => Some(atodds::claim::Bound::AtMost),
        text if text.starts_with(">=") => Some(atodds::claim::Bound::AtLeast),
        _ => None,
    };
    Quantity {
        low: ends.0,
        high: ends.1,
        unit: unit.into(),
        approx: text.starts_with('~'),
        bound,
        vague: false,
        step: if dated { Decimal::ONE } else { step(low) },
        surface: bare.into(),
        start: 0,
        dates: dated.then(|| Box::new((low.into(), high.into()))),
    }
}

/// Returns the place value of the last digit of `3.35e12`.
fn step(text: &str) -> Decimal {
    let (digits, power) = text.split_once('e').unwrap_or((text, "0"));
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len() as i32);
    Decimal::from_scientific(&format!("1e{}", power.parse::<i32>().expect("a power") - places)).expect("a step")
}

fn fits(expected: &str, finding: &Finding) -> bool {
    let words: Vec<&str> = expected.split_whitespace().collect();
    let [status, kind, metric, device, rest @ ..] = words.as_slice() else { panic!("an expectation: {expected}") };
    let is = |wanted: &str, got: &str| wanted == "*" || wanted.split('|').any(|word| word == got);
    is(status, finding.status.as_str())
        && is(kind, finding.kind.as_str())
        && is(metric, &finding.metric)
        && is(device, &finding.device)
        && rest.iter().all(|word| has(word, finding))
}

fn has(word: &str, finding: &Finding) -> bool {
    match word.split_once('=') {
        None if word == "within" => finding.across == Across::WithinSource,
        None if word == "across" => finding.across == Across::Sources,
        None if word == "odd" => finding.odd_one_out.is_some(),
        Some(("by", key)) => finding.explained_by.iter().any(|by| **by == *key),
        Some(("unstated", key)) => finding.unstated.iter().any(|name| **name == *key),
        Some(("size", size)) => finding.size.as_str() == size,
        Some(("certainty", certainty)) => finding.certainty.as_str() == certainty,
        Some(("families", n)) => finding.families.to_string() == n,
        Some(("rule", rule)) => *finding.rule == *rule,
        Some(("says", text)) => finding.explanation.contains(&text.replace('_', " ")),
        _ => panic!("what is `{word}`?"),
    }
}

#[track_caller]
fn check(story: &Story, expected: &[String], judgement: &Judgement) {
    let all = || {
        let lines = judgement.findings.iter().map(|finding| {
            format!(
                "  {} {} {} {} {} by={:?} unstated={:?} families={}: {}\n",
                finding.status,
                finding.kind,
                finding.metric,
                finding.device,
                finding.rule,
                finding.explained_by,
                finding.unstated,
                finding.families,
                finding.explanation
            )
        });
        lines.collect::<String>()
    };
    for line in expected.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        let met = match line.split_once(' ') {
            None => line == "nothing" && judgement.findings.is_empty(),
            Some(("no", status)) => judgement.findings.iter().all(|finding| finding.status.as_str() != status),
            Some(_) => judgement.findings.iter().any(|finding| fits(line, finding)),
        };
        assert!(met, "story `{}`: `{line}` is not what came out:\n{}", story.name, all());
    }
}

/// What holds for every judgement: ids are unique, every finding says why, both languages speak, and the
/// order in which the claims come changes nothing but who is named first.
fn check_invariants(vocab: &Vocab, story: &Story, claims: &[Claim], judgement: &Judgement) {
    let ids: BTreeSet<&Name> = judgement.findings.iter().map(|finding| &finding.id).collect();
    assert_eq!(ids.len(), judgement.findings.len(), "{}: two findings of one id", story.name);
    for finding in &judgement.findings {
        assert!(finding.explanation.len() > 10, "{}: {} does not say why", story.name, finding.id);
        assert!(!finding.explanation.contains(['{', '}']), "{}: {}", story.name, finding.explanation);
        assert!(!finding.explanation.contains("rule/"), "{}: no sentence for {}", story.name, finding.rule);
        let disputed = matches!(finding.status, Status::Conflict | Status::Tension);
        assert_eq!(disputed, !finding.to_settle.is_empty(), "{}: {} {}", story.name, finding.id, finding.status);
        let line = serde_json::to_string(finding).expect("a finding is JSON");
        assert_eq!(&serde_json::from_str::<Finding>(&line).expect("and back"), finding);
    }
    let mut turned: Vec<Claim> = claims.to_vec();
    turned.reverse();
    let statuses = |judgement: &Judgement| {
        let mut all: Vec<(Name, Status)> =
            judgement.findings.iter().map(|finding| (finding.id.clone(), finding.status)).collect();
        all.sort();
        all
    };
    let reversed = find(vocab, &turned);
    assert_eq!(statuses(judgement), statuses(&reversed), "{}: the order of the claims decides", story.name);
    let chinese = find_with(vocab, claims, &Options { lang: Lang::Zh, ..Options::default() });
    assert_eq!(judgement.findings.len(), chinese.findings.len(), "{}", story.name);
}

#[test]
fn stories_end_as_they_should() {
    let vocab = Vocab::built_in();
    let stories = stories();
    let mut names = BTreeSet::new();
    let mut quiet = 0;
    let mut failed = Vec::new();
    for story in &stories {
        assert!(names.insert(&story.name), "two stories named `{}`", story.name);
        let run = std::panic::catch_unwind(|| {
            let (claims, expected) = claims(&vocab, story);
            let judgement = find(&vocab, &claims);
            check(story, &expected, &judgement);
            check_invariants(&vocab, story, &claims, &judgement);
            judgement.findings.iter().all(|finding| finding.status != Status::Conflict)
        });
        match run {
            Ok(calm) => quiet += usize::from(calm),
            Err(why) => failed.push(why.downcast_ref::<String>().cloned().unwrap_or_else(|| story.name.clone())),
        }
    }
    assert!(failed.is_empty(), "{} of {} stories:\n{}", failed.len(), stories.len(), failed.join("\n"));
    assert!(stories.len() >= 120, "there are {} stories", stories.len());
    assert!(quiet * 2 >= stories.len(), "{quiet} of {} stories end without a conflict", stories.len());
}
