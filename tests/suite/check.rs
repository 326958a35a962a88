//! Cases for `check`: what is reported where, what an author may ignore, and the forms of output.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use atodds::conflict::{Options, Status};
use atodds::extract;
use atodds::read::{self, Article};
use atodds::report::check::baseline::Baseline;
use atodds::report::check::{Check, Report, run};
use atodds::report::{annotations, sarif};
use atodds::vocab::{Lang, Vocab};
use serde::Deserialize;
use serde_json::Value;

use crate::cases;
use crate::program::{err, out, run as program};

static VOCAB: LazyLock<Vocab> = LazyLock::new(|| Vocab::load(None).unwrap());

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    files: BTreeMap<String, String>,
    #[serde(default)]
    against: BTreeMap<String, String>,
    expect: Vec<String>,
    #[serde(default)]
    ignored: usize,
}

fn articles(files: &BTreeMap<String, String>, id: &str) -> Vec<Article> {
    let text = |text: &String| text.trim_start_matches('\n').replace("{id}", id);
    files.iter().map(|(path, said)| read::article(path, text(said).as_bytes()).unwrap()).collect()
}

fn check(articles: &[Article], against: &[Article], baseline: Option<&Baseline>, lang: Lang) -> Report {
    run(&Check {
        vocab: &VOCAB,
        articles,
        against: against.iter().flat_map(|article| extract::claims(&VOCAB, article).claims).collect(),
        statuses: &[Status::Conflict, Status::Tension],
        baseline,
        decisions: &[],
        options: &Options { lang, ..Options::default() },
    })
}

/// Returns the report over a case's files, `{id}` filled in with the first finding's.
fn report(case: &Case, lang: Lang) -> (Vec<Article>, Report) {
    let against = articles(&case.against, "");
    let first = check(&articles(&case.files, "k-x"), &against, None, lang);
    let id = first.problems.iter().find_map(|problem| Some(problem.finding.as_ref()?.id.to_string()));
    let files = articles(&case.files, &id.unwrap_or_default());
    let report = check(&files, &against, None, lang);
    (files, report)
}

#[test]
fn problems_are_reported_where_they_stand() {
    let mut wrong = Vec::new();
    for case in cases::load::<Case>("check") {
        let (files, report) = report(&case, Lang::En);
        let said: Vec<String> = report
            .problems
            .iter()
            .map(|p| format!("{}:{}:{}: {} {}", p.place.path, p.place.line, p.place.column, p.word(), p.rule))
            .collect();
        if said != case.expect || report.ignored != case.ignored {
            wrong.push(format!("{}\n  {said:?}, {} ignored\n  expected {:?}", case.name, report.ignored, case.expect));
        }
        for problem in &report.problems {
            assert!(!problem.help.is_empty(), "{}: a problem says what to do", case.name);
            let place = &problem.place;
            assert!((place.line, place.column) <= (place.end_line, place.end_column), "{}: {place:?}", case.name);
            let article = files.iter().find(|article| article.source.path == place.path).unwrap();
            assert!(place.end_line <= article.lines.len(), "{}: {place:?}", case.name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_form_holds_every_problem_in_both_languages() {
    for case in cases::load::<Case>("check") {
        for lang in [Lang::En, Lang::Zh] {
            let (_, report) = report(&case, lang);
            let mut out = Vec::new();
            annotations::write(&mut out, &VOCAB, lang, &report.problems).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert_eq!(text.lines().count(), report.problems.len(), "{}: one line a problem", case.name);
            for line in text.lines() {
                assert!(line.starts_with("::error file=") || line.starts_with("::warning file="), "{line}");
            }
            let log = sarif_log(&report, lang);
            assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), report.problems.len(), "{}", case.name);
        }
    }
}

fn sarif_log(report: &Report, lang: Lang) -> Value {
    let mut out = Vec::new();
    sarif::write(&mut out, &VOCAB, lang, report).unwrap();
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn logs_are_sarif() {
    let path = Path::new("target/sarif-2.1.0.json");
    let Ok(schema) = fs::read_to_string(path) else {
        return println!("not validated: `scripts/sarif` fetches the schema into {}", path.display());
    };
    // The schema's pattern of a language has a bracket too many.
    let schema = schema.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    for case in cases::load::<Case>("check") {
        for lang in [Lang::En, Lang::Zh] {
            let log = sarif_log(&report(&case, lang).1, lang);
            let wrong: Vec<String> =
                validator.iter_errors(&log).map(|e| format!("{e} at {}", e.instance_path())).collect();
            assert!(wrong.is_empty(), "{}: {}", case.name, wrong.join("\n"));
        }
    }
    assert!(!validator.is_valid(&serde_json::json!({ "version": "2.1.0" })), "the schema refuses what is no log");
}

/// Returns a repository whose two pages are at odds.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join(".git")).unwrap();
    fs::create_dir_all(folder.path().join("docs")).unwrap();
    fs::write(folder.path().join("docs/a, b.md"), "The power of the V100 PCIe is 250 W.\n").unwrap();
    fs::write(folder.path().join("docs/two.md"), "The power of the V100 PCIe is 310 W.\n").unwrap();
    fs::write(folder.path().join("docs/picture.png"), "no article").unwrap();
    folder
}

#[test]
fn exit_codes_are_a_linter_s() {
    let folder = repository();
    let code = |arguments: &[&str]| program(folder.path(), arguments).status.code();
    assert_eq!(code(&["check", "docs"]), Some(1));
    assert_eq!(code(&["check", "docs/two.md"]), Some(0));
    assert_eq!(code(&["check", "docs", "--fail-on", "never"]), Some(0));
    assert_eq!(code(&["check", "docs", "--fail-on", "tension"]), Some(1));
    assert_eq!(code(&["check", "elsewhere"]), Some(2));
    assert_eq!(code(&["check", "docs/picture.png"]), Some(2));
    assert_eq!(code(&["check", "docs", "--baseline", "none.toml"]), Some(2));
    assert_eq!(code(&["check", "docs", "--write-baseline"]), Some(2));
    assert_eq!(code(&["check"]), Some(2));
    assert!(!folder.path().join("index").exists(), "a check makes no index");
}

#[test]
fn paths_are_relative_and_ids_do_not_depend_on_the_folder() {
    let folder = repository();
    let top = out(&program(folder.path(), &["check", "docs"]));
    assert!(top.starts_with("docs/a, b.md:1:31: conflict: "), "{top}");
    assert!(top.contains("\n  docs/two.md:1:31: 310 W\n"), "{top}");
    let below = out(&program(&folder.path().join("docs"), &["check", "."]));
    assert!(below.starts_with("a, b.md:1:31: conflict: "), "{below}");
    let id = |text: &str| text.split("ignore ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().to_owned();
    assert_eq!(id(&top), id(&below));
    let again = out(&program(folder.path(), &["check", "./docs/two.md", "docs", "docs/../docs/a, b.md"]));
    assert_eq!(again, top, "a file that is named twice is read once");
}

#[test]
fn machines_read_it_too() {
    let folder = repository();
    let form = |form: &str| out(&program(folder.path(), &["check", "docs", "--format", form]));
    let report: Value = serde_json::from_str(&form("json")).unwrap();
    assert_eq!(report["problems"][0]["place"]["path"], "docs/a, b.md", "{report}");
    assert_eq!(form("jsonl").lines().count(), 1);
    assert!(form("csv").starts_with("path,line,column,"));
    assert!(form("md").starts_with("| path | line |"));
    assert!(form("github").starts_with("::error file=docs/a%2C b.md,line=1,col=31,endLine=1,endColumn=36,"));
    let log: Value = serde_json::from_str(&form("sarif")).unwrap();
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "docs/a%2C%20b.md", "{log}");
    assert_eq!(form("sarif"), form("sarif"));
}

#[test]
fn a_baseline_lets_an_old_repository_begin() {
    let folder = repository();
    let check =
        |more: &[&str]| program(folder.path(), &[&["check", "docs", "--baseline", "known.toml"], more].concat());
    assert_eq!(check(&["--write-baseline"]).status.code(), Some(0));
    let written = fs::read_to_string(folder.path().join("known.toml")).unwrap();
    assert!(written.contains("status = \"conflict\""), "{written}");
    let done = check(&[]);
    assert_eq!(
        (done.status.code(), out(&done)),
        (Some(0), "2 articles · 2 claims · 0 problems · 1 in the baseline\n".to_owned())
    );
    // Lines that move change nothing; what is new is reported; what is gone is said to be.
    let page = folder.path().join("docs/two.md");
    fs::write(&page, "A new line.\n\nThe power of the V100 PCIe is 310 W.\n").unwrap();
    assert_eq!(check(&[]).status.code(), Some(0));
    fs::write(&page, "The power of the V100 PCIe is 320 W.\n").unwrap();
    let done = check(&[]);
    assert_eq!(done.status.code(), Some(1), "{}", out(&done));
    assert!(err(&done).contains("no longer found"), "{}", err(&done));
    fs::write(folder.path().join("known.toml"), "[[known]]\nfinding = \"k-1\"\nstaus = \"conflict\"\n").unwrap();
    let done = check(&[]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("known.toml:3"), "{}", err(&done));
}

#[test]
fn an_index_is_held_against_the_files() {
    let folder = repository();
    fs::create_dir(folder.path().join("base")).unwrap();
    fs::rename(folder.path().join("docs/two.md"), folder.path().join("base/two.md")).unwrap();
    assert_eq!(program(folder.path(), &["index", "--corpus", "base", "--index", "kb"]).status.code(), Some(0));
    let alone = program(folder.path(), &["check", "docs"]);
    assert_eq!(alone.status.code(), Some(0), "{}", out(&alone));
    let done = program(folder.path(), &["check", "docs", "--against", "kb"]);
    assert_eq!(done.status.code(), Some(1), "{}{}", out(&done), err(&done));
    assert!(out(&done).contains("\n  base/two.md:1:31: 310 W\n"), "{}", out(&done));
    // An article of the base is not held against its own earlier reading.
    fs::write(folder.path().join("base/two.md"), "The power of the V100 PCIe is 250 W.\n").unwrap();
    let done = program(folder.path(), &["check", "base", "--against", "kb", "--no-refresh"]);
    assert_eq!(done.status.code(), Some(0), "{}{}", out(&done), err(&done));
    let done = program(folder.path(), &["check", "docs", "--against", "nowhere", "--no-refresh"]);
    assert_eq!(done.status.code(), Some(2));
}

/// Dismisses the first finding that an index over `corpus` has, and returns the finding's id there.
fn dismiss(folder: &Path, corpus: &str) -> String {
    let index = ["--corpus", corpus, "--index", "kb"];
    let listed = out(&program(folder, &[&["conflicts", "--format", "csv"], &index[..]].concat()));
    let id = listed.lines().nth(1).and_then(|line| line.split(',').next()).unwrap().to_owned();
    let done = program(folder, &[&["dismiss", &*id, "--because", "two boards"], &index[..]].concat());
    assert!(done.status.success(), "{}", err(&done));
    id
}

#[test]
fn what_was_decided_is_heeded_wherever_the_corpus_lies() {
    for corpus in ["docs", "docs/deep/kb", "."] {
        let folder = repository();
        let top = folder.path();
        if corpus == "docs/deep/kb" {
            fs::create_dir_all(top.join(corpus)).unwrap();
            for page in ["a, b.md", "two.md"] {
                fs::rename(top.join("docs").join(page), top.join(corpus).join(page)).unwrap();
            }
        }
        assert_eq!(program(top, &["check", "docs"]).status.code(), Some(1), "{corpus}");
        dismiss(top, corpus);
        for start in [top.to_owned(), top.join("docs")] {
            let done = program(&start, &["check", "."]);
            assert_eq!(done.status.code(), Some(0), "{corpus}: {}{}", out(&done), err(&done));
            assert_eq!(out(&done), "2 articles · 2 claims · 0 problems · 1 dismissed\n", "{corpus}");
        }
        let all = out(&program(top, &["check", "docs", "--status", "dismissed", "--format", "csv"]));
        assert!(all.contains(",dismissed,") && all.contains("note"), "{corpus}: {all}");
    }
}

#[test]
fn an_accepted_value_silences_the_other() {
    let folder = repository();
    let listed = out(&program(folder.path(), &["claims", "--corpus", "docs", "--index", "kb", "--format", "csv"]));
    let id = listed.lines().nth(1).and_then(|line| line.split(',').next()).unwrap();
    fs::write(
        folder.path().join("docs/decisions.toml"),
        format!("[[accept]]\nclaim = \"{id}\"\nbecause = \"the data sheet\"\n"),
    )
    .unwrap();
    assert!(out(&program(folder.path(), &["check", "docs"])).ends_with("0 problems · 1 dismissed\n"));
}

#[test]
fn a_decision_without_an_object_is_reported_where_all_was_read() {
    let folder = repository();
    let top = folder.path();
    let id = dismiss(top, "docs");
    // One page alone has no finding, and that says nothing about the decision.
    assert_eq!(err(&program(top, &["check", "docs/two.md"])), "");
    fs::write(top.join("docs/two.md"), "The power of the V100 PCIe is 250 W.\n").unwrap();
    let done = program(top, &["check", "docs"]);
    assert!(done.status.success() && err(&done).contains(&format!("the decision on `{id}` has no object")));
    assert!(err(&program(top, &["check", "docs", "--lang", "zh"])).contains(&format!("关于 {id} 的决定已无对象")));
    let report: Value = serde_json::from_str(&out(&program(top, &["check", "docs", "--format", "json"]))).unwrap();
    assert_eq!(report["stale_decisions"], serde_json::json!([id]));
    fs::write(top.join("docs/decisions.toml"), "[[dismiss]]\nfinding = 3\n").unwrap();
    let done = program(top, &["check", "docs"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("docs/decisions.toml:2"), "{}", err(&done));
}

#[test]
fn the_decisions_of_an_index_count_too() {
    let folder = repository();
    let top = folder.path();
    fs::create_dir(top.join("base")).unwrap();
    fs::rename(top.join("docs/two.md"), top.join("base/two.md")).unwrap();
    let both = ["--corpus", "base", "--corpus", "docs", "--index", "kb"];
    let listed = out(&program(top, &[&["conflicts", "--format", "csv"], &both[..]].concat()));
    let id = listed.lines().nth(1).and_then(|line| line.split(',').next()).unwrap().to_owned();
    assert_eq!(program(top, &["check", "docs", "--against", "kb"]).status.code(), Some(1));
    assert!(program(top, &["dismiss", &id, "--because", "no", "--index", "kb"]).status.success());
    let done = program(top, &["check", "docs", "--against", "kb"]);
    assert_eq!((done.status.code(), err(&done)), (Some(0), String::new()), "{}", out(&done));
}

/// What is said in Chinese may name files, units, ids and commands, and holds no English word besides.
#[test]
fn a_chinese_report_holds_no_english_sentence() {
    let folder = repository();
    let id = {
        let top = out(&program(folder.path(), &["check", "docs"]));
        top.split("ignore ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().to_owned()
    };
    fs::write(
        folder.path().join("docs/two.md"),
        format!("The power of the V100 PCIe is 310 W.\n\n<!-- atodds: ignore {id} -->\n\n<!-- atodds: ignroe -->\n"),
    )
    .unwrap();
    for form in ["text", "github", "sarif"] {
        let said = out(&program(folder.path(), &["check", "docs", "--lang", "zh", "--format", form]));
        for word in ["here", "why", "help", "conflict:", "line 1", "look", "without a", "problem", "articles", "： "] {
            assert!(!said.contains(word), "{form}: `{word}` in {said}");
        }
    }
}
