//! Cases for queries over the shipped corpus: first hits, partial answers, errors.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use atodds::index::{self, Store};
use atodds::search::{self, Answer, Hit};
use atodds::vocab::Vocab;
use serde::Deserialize;

use crate::cases;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Case {
    name: String,
    query: String,
    /// One of the first so many hits answers; the first, unless told.
    top: Option<usize>,
    device: Option<String>,
    devices: Vec<String>,
    metric: Option<String>,
    kind: Option<String>,
    lang: Option<String>,
    source: Option<String>,
    sources: Vec<String>,
    /// The quote holds this, blanks aside.
    holds: Option<String>,
    /// No hit's quote holds this.
    without: Option<String>,
    partial: bool,
    nothing: Option<bool>,
    passages: bool,
    suggests: Option<String>,
    error: Option<String>,
    help: Option<String>,
    /// A known gap: the case must fail today, with this reason.
    gap: Option<String>,
}

static VOCAB: LazyLock<Vocab> = LazyLock::new(Vocab::built_in);

static CORPUS: LazyLock<(tempfile::TempDir, Store)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let options = index::Options {
        folders: &[PathBuf::from("corpus")],
        vocab: &VOCAB,
        overlay: None,
        patience: Duration::from_secs(60),
        progress: &|_, _| {},
    };
    index::update(folder.path(), &options).expect("the shipped corpus can be indexed");
    let store = index::open(folder.path(), None).expect("what was indexed opens");
    (folder, store)
});

fn tight(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn answers(case: &Case, hit: &Hit) -> bool {
    let claim = &hit.claim;
    let one = |want: &Option<String>, has: &str| want.as_ref().is_none_or(|want| want == has);
    let some = |want: &[String], has: &str| want.is_empty() || want.iter().any(|want| want == has);
    let file = claim.source.path.rsplit('/').next().unwrap_or_default();
    one(&case.device, &claim.device)
        && some(&case.devices, &claim.device)
        && one(&case.metric, &claim.metric)
        && one(&case.kind, claim.statement.kind())
        && one(&case.lang, claim.source.lang.as_deref().unwrap_or_default())
        && one(&case.source, file)
        && some(&case.sources, file)
        && case.holds.as_ref().is_none_or(|want| tight(&claim.evidence.quote).contains(&tight(want)))
}

fn shown(answer: &Answer) -> String {
    let line = |hit: &Hit| {
        let claim = &hit.claim;
        format!("  {:6.1} {} {} {} {}", hit.score, claim.device, claim.metric, claim.source.path, claim.evidence.quote)
    };
    answer.hits.iter().take(5).map(line).collect::<Vec<_>>().join("\n")
}

fn check(case: &Case) -> Result<(), String> {
    let query = match search::parse(&VOCAB, &case.query) {
        Err(error) => {
            let Some(want) = &case.error else { return Err(format!("not understood:\n{error}")) };
            let helps = case.help.as_ref().is_none_or(|help| error.help.contains(help));
            if !error.message.contains(want) || !helps {
                return Err(format!("another error:\n{error}\nhelp: {}", error.help));
            }
            // The place lies within the query, on character boundaries.
            return error.span.of(&case.query).map(|_| ()).ok_or_else(|| "the place is not in the query".to_owned());
        }
        Ok(_) if case.error.is_some() => return Err("no error".to_owned()),
        Ok(query) => query,
    };
    let (_, store) = &*CORPUS;
    let statuses = if query.needs_status() { statuses(store) } else { search::ByStatus::new() };
    let options = search::Options { limit: 20, passages: case.passages, statuses, ..search::Options::default() };
    let answer = search::run(&VOCAB, store, &query, &options).map_err(|error| error.to_string())?;
    for hit in &answer.hits {
        for mark in &hit.marks {
            hit.claim.evidence.quote.get(mark.clone()).ok_or("a mark lies outside its quote")?;
        }
    }
    if case.passages {
        return if answer.passages.is_empty() { Err("no passage".to_owned()) } else { Ok(()) };
    }
    let nothing = answer.hits.is_empty();
    if case.nothing == Some(true) {
        return if nothing { Ok(()) } else { Err(format!("found:\n{}", shown(&answer))) };
    }
    if nothing || answer.partial != case.partial {
        return Err(format!("{} hits, partial: {}\n{}", answer.total, answer.partial, shown(&answer)));
    }
    if let Some(want) = &case.suggests
        && !answer.suggestions.iter().any(|(_, meant)| meant.contains(want.as_str()))
    {
        return Err(format!("suggested: {:?}", answer.suggestions));
    }
    if let Some(without) = &case.without
        && answer.hits.iter().any(|hit| tight(&hit.claim.evidence.quote).contains(&tight(without)))
    {
        return Err(format!("a hit holds `{without}`:\n{}", shown(&answer)));
    }
    if !answer.hits.iter().take(case.top.unwrap_or(1)).any(|hit| answers(case, hit)) {
        return Err(format!("other hits came first:\n{}", shown(&answer)));
    }
    Ok(())
}

fn statuses(store: &Store) -> search::ByStatus {
    let claims = store.claims().expect("the store is sound");
    search::by_status(&atodds::conflict::find(&VOCAB, &claims).findings)
}

#[test]
fn every_query_finds_what_it_asks_for() {
    let mut count = 0;
    let mut names = std::collections::BTreeSet::new();
    let mut failures = Vec::new();
    for (file, case) in cases::with_files::<Case>("queries") {
        assert!(names.insert(case.name.clone()), "two cases are called `{}`", case.name);
        count += 1;
        match (check(&case), &case.gap) {
            (Err(what), None) => failures.push(format!("{}: {file}: `{}`\n{what}", case.name, case.query)),
            (Ok(()), Some(_)) => failures.push(format!("{}: the gap is closed, take `gap` out", case.name)),
            _ => {}
        }
    }
    assert!(count >= 100, "{count} queries are too few");
    assert!(failures.is_empty(), "{} of {count} fail:\n\n{}", failures.len(), failures.join("\n\n"));
}

/// Any piece of Chinese text finds the claims whose quotes hold it.
#[test]
fn every_substring_of_a_quote_is_found() {
    let (_, store) = &*CORPUS;
    let claims = store.claims().expect("the store is sound");
    assert!(!claims.is_empty());
    for claim in claims.iter().step_by(7) {
        let chars: Vec<char> = claim.evidence.quote.chars().collect();
        for length in [1, 2, 5] {
            for piece in chars.windows(length).step_by(3) {
                // Pieces of one script, so that none cuts an English word or a number in two.
                if !piece.iter().all(|c| ('\u{4e00}'..='\u{9fff}').contains(c)) {
                    continue;
                }
                let piece: String = piece.iter().collect();
                let ask = index::Ask::Words(index::Text::Quote, piece.clone());
                let all = index::Ask::All(vec![ask, index::Ask::Is(index::Exact::Id, claim.id.to_string())]);
                let found = store.find(&all, index::Kind::Claim, index::Sort::Rank, 1).expect("the store is sound");
                assert_eq!(found.total, 1, "`{piece}` does not find `{}`", claim.evidence.quote);
            }
        }
    }
}

/// Whatever is typed, a query is answered or refused: nothing panics.
#[test]
fn no_query_breaks_the_parser() {
    let pieces = [
        "A100", "价格", "(", ")", "\"", "“", "”", "-", "*", ":", "<", ">=", "≥", "..", "AND", "OR", "NOT", "value:",
        "date:", "price", "3", "TB/s", "　", "é", "𠀀", "device:", "，", "\u{0}", "-(", "「", "e9999", "1e400",
    ];
    for first in pieces {
        for second in pieces {
            for third in ["", " A100", ")", "\"", "3GB"] {
                for text in [format!("{first}{second}{third}"), format!("{first} {second} {third}")] {
                    if let Err(error) = search::parse(&VOCAB, &text) {
                        assert!(error.span.of(&text).is_some(), "`{text}`: the place is not in the query");
                        let _ = error.to_string();
                    }
                }
            }
        }
    }
    let deep = "(".repeat(10_000);
    assert!(search::parse(&VOCAB, &deep).is_err());
}
