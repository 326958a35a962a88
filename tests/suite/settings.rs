//! Cases for `atodds.toml`, and for what every command owes: a form of output that is heeded or refused, manual
//! pages and completions.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{err, ok, out, run};

/// Returns a folder with an article, and a folder below it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("articles/one.md", "---\npublisher: One\n---\n\nThe power of the V100 PCIe is 250 W.\n"),
        ("articles/two.md", "---\npublisher: Two\n---\n\nThe power of the V100 PCIe is 310 W.\n"),
        ("others/three.md", "The power of the T4 is 70 W.\n"),
        ("below/deep/empty.txt", ""),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn settings_hold_in_their_folder_and_below() {
    let folder = folder();
    let top = folder.path();
    assert_eq!(ok(top, &["init", "--corpus", "articles", "--index", "store", "--lang", "zh"]), "wrote atodds.toml\n");
    let deep = top.join("below/deep");
    assert!(ok(&deep, &["claims"]).contains("../../articles/one.md:5"), "{}", ok(&deep, &["claims"]));
    assert!(top.join("store").is_dir() && !deep.join("store").exists() && !deep.join("index").exists());
    assert!(ok(&deep, &["conflicts"]).contains("相差"), "the language of the file");
    assert!(ok(&deep, &["digest"]).starts_with("# 各来源"));
    assert_eq!(ok(top, &["claims", "--format", "jsonl"]), ok(&deep, &["claims", "--format", "jsonl"]));
}

#[test]
fn an_index_among_the_articles_is_not_read_as_one() {
    let folder = folder();
    let top = folder.path();
    let sources = |index: &str| ok(top, &["sources", "--corpus", ".", "--index", index, "--format", "jsonl"]);
    let first = sources("kb");
    assert_eq!(first.lines().count(), 4, "{first}");
    assert_eq!(sources("kb"), first);
    assert_eq!(sources("articles/kb"), first);
}

#[test]
fn flags_win_over_settings() {
    let folder = folder();
    let top = folder.path();
    ok(top, &["init", "--corpus", "articles", "--index", "store", "--lang", "zh"]);
    ok(top, &["index"]);
    assert!(ok(top, &["conflicts", "--lang", "en"]).contains("differ by"));
    ok(top, &["index", "--corpus", "others", "--index", "second"]);
    // An index that is named knows its own articles.
    let claims = ok(top, &["claims", "--index", "second"]);
    assert!(claims.contains("T4") && !claims.contains("V100"), "{claims}");
    assert!(ok(top, &["claims"]).contains("V100"));
    // One that is to be made takes those of the settings.
    assert!(ok(top, &["claims", "--index", "third"]).contains("V100"));
}

#[test]
fn words_and_rates_are_found_from_the_file() {
    let folder = folder();
    let top = folder.path();
    fs::create_dir(top.join("words")).unwrap();
    fs::write(
        top.join("words/devices.toml"),
        "[[device]]\nid = \"acme-x100\"\nparent = \"gpu\"\nnames = [\"Acme X100\"]\nsource = \"acme.example\"\n",
    )
    .unwrap();
    fs::write(top.join("articles/four.md"), "The Acme X100 costs 2 USD per hour.\n").unwrap();
    fs::write(top.join("articles/five.md"), "The Acme X100 costs 30 CNY per hour.\n").unwrap();
    fs::write(
        top.join("rates.toml"),
        "base = \"USD\"\n\n[[rate]]\ncurrency = \"CNY\"\ndate = \"2024-05-01\"\nvalue = 0.14\n",
    )
    .unwrap();
    fs::write(top.join("atodds.toml"), "corpus = \"articles\"\nvocab = \"words\"\nrates = \"rates.toml\"\n").unwrap();
    let found = ok(&top.join("below"), &["conflicts", "--device", "Acme X100", "--status", "all", "--format", "jsonl"]);
    assert!(!found.is_empty() && !found.contains("\"incomparable\""), "rates make the two comparable: {found}");
    fs::write(top.join("rates.toml"), "base = 3\n").unwrap();
    let done = run(top, &["conflicts"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("rates.toml"), "{}", err(&done));
}

#[test]
fn a_mistake_in_the_file_is_shown_with_its_line() {
    let folder = folder();
    let top = folder.path();
    for (text, says) in [
        ("corpus = \"articles\"\nindx = \"x\"\n", "atodds.toml:2:1: unknown field `indx`"),
        ("# words\n\nlanguage = \"fr\"\n", "atodds.toml:3:12: unknown variant `fr`"),
        ("corpus = 7\n", "atodds.toml:1:10: expected a folder, or a list of folders"),
        ("corpus = [\n", "atodds.toml:"),
        ("index = \"a\"\nindex = \"b\"\n", "atodds.toml:2"),
    ] {
        fs::write(top.join("atodds.toml"), text).unwrap();
        let done = run(&top.join("below"), &["claims"]);
        assert_eq!(done.status.code(), Some(2), "{text}");
        assert!(err(&done).contains(says) && err(&done).contains("help: "), "{text}: {}", err(&done));
    }
}

#[test]
fn init_overwrites_nothing_and_writes_what_can_be_read() {
    let folder = folder();
    let top = folder.path();
    ok(top, &["init", "--corpus", "articles", "--corpus", "a \"b\"", "--vocab", "words", "--rates", "r.toml"]);
    let text = fs::read_to_string(top.join("atodds.toml")).unwrap();
    let read: toml::Table = text.parse().unwrap();
    assert_eq!(read["corpus"].as_array().unwrap()[1].as_str(), Some("a \"b\""));
    assert_eq!(read.keys().map(String::as_str).collect::<Vec<_>>(), ["corpus", "index", "rates", "vocab"]);
    let done = run(top, &["init", "--vocab", "articles", "--corpus", "articles"]);
    assert_eq!(done.status.code(), Some(2), "{}", out(&done));
    assert_eq!(fs::read_to_string(top.join("atodds.toml")).unwrap(), text);
}

#[test]
fn a_form_that_a_command_has_not_got_is_refused() {
    let folder = folder();
    let top = folder.path();
    ok(top, &["index", "--corpus", "articles"]);
    for (arguments, form) in [
        (&["claims"][..], "sarif"),
        (&["conflicts"], "github"),
        (&["digest"], "json"),
        (&["digest"], "csv"),
        (&["init"], "json"),
        (&["man"], "md"),
        (&["completions", "bash"], "json"),
        (&["schema", "claim"], "csv"),
        (&["dismiss", "k-1", "--because", "x"], "json"),
        (&["watch", "--updates", "1"], "jsonl"),
    ] {
        let done = run(top, &[arguments, &["--format", form]].concat());
        assert_eq!(done.status.code(), Some(2), "{arguments:?} {form}");
        assert!(err(&done).contains(&format!("--format {form}")), "{arguments:?}: {}", err(&done));
        assert!(err(&done).contains("help: ") && done.stdout.is_empty(), "{arguments:?}: {}", err(&done));
    }
    assert!(ok(top, &["digest", "--format", "md"]).starts_with("# "));
    let extracted = ok(top, &["extract", "articles/one.md", "articles/two.md"]);
    assert_eq!(extracted.lines().count(), 2, "JSON Lines unless told otherwise");
    assert_eq!(extracted, ok(top, &["extract", "articles/one.md", "articles/two.md", "--format", "jsonl"]));
    assert!(ok(top, &["extract", "articles/one.md", "--format", "text"]).starts_with("V100 · power · 250 W"));
    assert!(ok(top, &["extract", "articles/one.md", "--format", "csv"]).starts_with("id,kind,"));
    assert!(ok(top, &["extract", "articles/one.md", "articles/two.md", "--format", "json"]).starts_with("[\n{"));
    assert!(ok(top, &["vocab", "check", "--format", "json"]).contains("\"problems\": []"));
    assert!(ok(top, &["vocab", "check", "--format", "csv"]).starts_with("devices,metrics,problems\r\n"));
}

#[test]
fn there_is_a_manual_page_of_every_command_and_completions_for_every_shell() {
    let folder = folder();
    let top = folder.path();
    assert!(ok(top, &["man"]).contains(".TH atodds 1"));
    ok(top, &["man", "-o", "pages"]);
    for page in ["atodds", "atodds-search", "atodds-check", "atodds-mcp", "atodds-vocab-check"] {
        let text = fs::read_to_string(top.join(format!("pages/{page}.1"))).unwrap();
        assert!(text.contains(".SH SYNOPSIS") || text.contains(".SH NAME"), "{page}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(ok(top, &["completions", shell]).contains("write-baseline"), "{shell}");
    }
}

#[test]
fn tables_fit_a_narrow_terminal_and_keep_chinese_aligned() {
    use unicode_width::UnicodeWidthStr;

    let index = tempfile::tempdir().unwrap();
    let index = index.path().to_str().unwrap();
    let corpus = fs::canonicalize("corpus").unwrap();
    let arguments = ["sources", "--corpus", corpus.to_str().unwrap(), "--index", index];
    let mut command = Command::new(env!("CARGO_BIN_EXE_atodds"));
    let done = command.args(arguments).env("COLUMNS", "80").stdin(Stdio::null()).output().unwrap();
    let text = out(&done);
    assert!(text.contains("云价周报"), "{text}");
    for line in text.lines() {
        assert!(line.width() <= 80, "{} columns: {line}", line.width());
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=suite", "-c", "user.email=suite@example.org"]).args(arguments);
    let done = command.output().unwrap();
    assert!(done.status.success(), "{arguments:?}: {}", err(&done));
}

#[test]
fn a_revision_says_what_has_changed_since() {
    let folder = folder();
    let top = folder.path();
    fs::write(top.join("articles/.atodds-ignore"), "draft.md\n").unwrap();
    fs::write(top.join("articles/draft.md"), "The power of the V100 PCIe is 700 W.\n").unwrap();
    git(top, &["init", "-q"]);
    git(top, &["add", "."]);
    git(top, &["commit", "-q", "-m", "first"]);
    ok(top, &["index", "--corpus", "articles"]);
    for named in ["HEAD", "HEAD^{commit}"] {
        let same = ok(top, &["conflicts", "--status", "all", "--since", named]);
        assert_eq!(same.trim(), "0 new, 0 judged otherwise, 0 gone", "{named}");
    }
    fs::write(top.join("articles/two.md"), "The power of the V100 PCIe is 250 W.\n").unwrap();
    fs::write(top.join("articles/图.md"), "The power of the T4 is 70 W.\n\nT4 power: 75 W.\n").unwrap();
    let now = ok(top, &["conflicts", "--status", "all", "--since", "HEAD"]);
    assert!(now.contains("2 new, 0 judged otherwise, 1 gone"), "{now}");
    let chinese = ok(top, &["conflicts", "--status", "all", "--since", "HEAD", "--lang", "zh"]);
    assert!(
        chinese.contains("新增 2 项，判定改变 0 项，消失 1 项\n") && chinese.contains(" 已消失：“250 W”"),
        "{chinese}"
    );
    assert!(!chinese.contains("new") && !chinese.contains("gone"), "{chinese}");
    let digest = ok(top, &["digest", "--since", "HEAD"]);
    assert!(digest.contains("## What has changed since HEAD") && digest.contains("### Gone (1)"), "{digest}");
    // Machines are told what became of each.
    let lines = ok(top, &["conflicts", "--status", "all", "--since", "HEAD", "--format", "jsonl"]);
    let rows: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let became: Vec<&str> = rows.iter().map(|row| row["change"].as_str().unwrap()).collect();
    assert_eq!(became, ["new", "new", "gone"], "{lines}");
    assert!(rows.iter().all(|row| row["finding"]["id"].is_string()));
    let csv = ok(top, &["conflicts", "--status", "all", "--since", "HEAD", "--format", "csv"]);
    assert!(csv.starts_with("change,was,status,id,"), "{csv}");
    // What is not asked for is not gone, and only what is new makes it fail.
    let t4 = ok(top, &["conflicts", "--status", "all", "--since", "HEAD", "--device", "T4"]);
    assert!(t4.contains("1 new, 0 judged otherwise, 0 gone"), "{t4}");
    let fails = |since: &str| run(top, &["conflicts", "--since", since, "--fail-on", "conflict"]).status.code();
    assert_eq!(fails("HEAD"), Some(1));
    // A file says the same as the revision it was written at.
    git(top, &["add", "."]);
    git(top, &["commit", "-q", "-m", "second"]);
    fs::write(top.join("now.jsonl"), ok(top, &["conflicts", "--status", "all", "--format", "jsonl"])).unwrap();
    fs::remove_file(top.join("articles/one.md")).unwrap();
    assert_eq!(fails("HEAD"), Some(0), "the old conflict is no new one");
    let by_file = ok(top, &["conflicts", "--status", "all", "--since", "now.jsonl"]);
    assert_eq!(by_file, ok(top, &["conflicts", "--status", "all", "--since", "HEAD"]));
    for named in ["no-such-revision", "--output=x", "HEAD:articles"] {
        let done = run(top, &["conflicts", &format!("--since={named}")]);
        assert_eq!(done.status.code(), Some(2), "{named}");
        assert!(err(&done).contains("help: "), "{named}: {}", err(&done));
    }
}
