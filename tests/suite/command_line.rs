//! Cases for the command line, through the binary: the contract of exit codes, formats and messages.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use crate::program::{err, out};

/// An index of the shipped corpus, made once.
static INDEX: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let done = run_in(folder.path(), &["index", "--corpus", "corpus"]);
    assert!(done.status.success(), "{}", err(&done));
    folder
});

fn run_in(index: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atodds"));
    command.args(arguments).arg("--index").arg(index).env_remove("LANG").env_remove("LC_ALL").stdin(Stdio::null());
    command.output().expect("the program runs")
}

fn run(arguments: &[&str]) -> Output {
    run_in(INDEX.path(), arguments)
}

const LISTS: [&[&str]; 6] = [
    &["claims"],
    &["conflicts", "--status", "all"],
    &["search", "A100"],
    &["sources"],
    &["vocab", "metrics"],
    &["explain", "corpus/08-h100-scan.txt"],
];

#[test]
fn every_list_comes_in_every_format() {
    for list in LISTS {
        for format in ["text", "json", "jsonl", "csv", "md"] {
            let done = run(&[list, &["--format", format]].concat());
            assert_eq!(done.status.code(), Some(0), "{list:?} {format}: {}", err(&done));
            let text = out(&done);
            assert!(!text.trim().is_empty(), "{list:?} {format}");
            assert!(!text.contains('\u{1b}'), "no colours into a pipe: {list:?} {format}");
            match format {
                "json" => assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{list:?}"),
                "jsonl" => {
                    for line in text.lines() {
                        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{list:?}: {line}");
                    }
                }
                "csv" => assert!(text.lines().next().is_some_and(|header| header.contains(',')), "{list:?}"),
                "md" => assert!(text.starts_with('|'), "{list:?}"),
                _ => {}
            }
        }
    }
}

#[test]
fn claims_are_lines_of_the_model_s_json() {
    let done = run(&["claims", "--format", "jsonl"]);
    for line in out(&done).lines() {
        let row: atodds::claim::row::Row = serde_json::from_str(line).expect("a claim");
        let claim = atodds::claim::Claim::try_from(row).expect("a sound claim");
        let text = fs::read_to_string(&*claim.source.path).expect("its source is in the corpus");
        assert_eq!(text[std::ops::Range::from(claim.evidence.span())], *claim.evidence.quote);
        assert!(claim.source.family.is_some());
    }
}

#[test]
fn exit_codes_tell_what_happened() {
    let code = |arguments: &[&str]| run(arguments).status.code();
    assert_eq!(code(&["search", "A100"]), Some(0));
    assert_eq!(code(&["search", "zeppelin"]), Some(1));
    assert_eq!(code(&["search", "(A100"]), Some(2));
    assert_eq!(code(&["conflicts"]), Some(0));
    assert_eq!(code(&["conflicts", "--fail-on", "conflict"]), Some(1));
    assert_eq!(code(&["conflicts", "--fail-on", "dismissed"]), Some(0));
    assert_eq!(code(&["conflicts", "--status", "conflcit"]), Some(2));
    assert_eq!(code(&["show", "c-nothing"]), Some(2));
    assert_eq!(code(&["claims", "--device", "A1000"]), Some(2));
}

#[test]
fn what_is_misspelt_gets_a_suggestion() {
    for (arguments, meant) in [
        (&["claims", "--device", "amd-mi30x"][..], "amd-mi300x"),
        (&["claims", "--metric", "hourly_prise"], "hourly_price"),
        (&["claims", "--metric", "price"], "hourly_price, monthly_price"),
        (&["claims", "--metric", "價格"], "purchase_price"),
        (&["show", "H100"], "atodds search"),
        (&["conflicts", "--status", "conflcit"], "conflict"),
        (&["conflict"], "conflicts"),
        (&["claims", "--devise", "A100"], "--device"),
        (&["search", "device:nvida-a100"], "nvidia-a100"),
    ] {
        let done = run(arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        assert!(err(&done).contains(meant), "{arguments:?}: {}", err(&done));
        assert!(out(&done).is_empty(), "an error prints nothing on standard output: {arguments:?}");
    }
}

#[test]
fn names_do_for_ids() {
    let by_id = out(&run(&["claims", "--device", "tpu-v3", "--format", "jsonl"]));
    assert!(!by_id.is_empty());
    assert_eq!(by_id, out(&run(&["claims", "--device", "TPU v3", "--format", "jsonl"])));
    // A class holds its members.
    let class = out(&run(&["claims", "--device", "TPU", "--format", "jsonl"]));
    assert!(by_id.lines().all(|line| class.lines().any(|other| other == line)));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut running = Command::new(env!("CARGO_BIN_EXE_atodds"))
        .args(["claims", "--format", "json", "--index"])
        .arg(INDEX.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(running.stdout.take());
    let done = running.wait_with_output().expect("it ends");
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert!(err(&done).is_empty(), "{}", err(&done));
}

#[test]
fn the_first_command_makes_the_index_and_says_so() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let done = run_in(folder.path(), &["sources", "--corpus", "corpus"]);
    assert!(done.status.success(), "{}", err(&done));
    assert!(err(&done).starts_with("refreshed"), "{}", err(&done));
    // The folders are remembered, and nothing is left to do.
    let done = run_in(folder.path(), &["sources"]);
    assert!(done.status.success() && err(&done).is_empty(), "{}", err(&done));
    let other = tempfile::tempdir().expect("a scratch folder");
    let done = run_in(other.path(), &["claims", "--no-refresh"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("help: "), "{}", err(&done));
    let done = run_in(other.path(), &["index", "--corpus", "no-such-folder"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("no-such-folder"), "{}", err(&done));
}

#[test]
fn an_id_s_beginning_is_enough_to_show_it() {
    let claims = out(&run(&["claims", "--format", "csv"]));
    let id = claims.lines().nth(1).and_then(|line| line.split(',').next()).expect("a claim");
    let whole = run(&["show", id]);
    assert!(whole.status.success(), "{}", err(&whole));
    assert_eq!(out(&whole), out(&run(&["show", &id[..id.len() - 2]])));
    assert!(out(&whole).contains('>'), "its lines of source are shown: {}", out(&whole));
    let findings = out(&run(&["conflicts", "--status", "all", "--format", "csv"]));
    let id = findings.lines().nth(1).and_then(|line| line.split(',').next()).expect("a finding");
    assert!(run(&["show", id]).status.success());
}

#[test]
fn decisions_stand_beside_the_articles() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let corpus = folder.path().join("notes");
    fs::create_dir(&corpus).expect("it is empty");
    for (name, watts) in [("one", 250), ("two", 310)] {
        let text = format!("---\npublisher: {name}\n---\n\nThe power of the V100 PCIe is {watts} W.\n");
        fs::write(corpus.join(format!("{name}.md")), text).expect("the folder is there");
    }
    let index = folder.path().join("index");
    let corpus = corpus.to_str().expect("scratch folders have plain names");
    let listed = run_in(&index, &["conflicts", "--corpus", corpus, "--format", "csv"]);
    let id = out(&listed).lines().nth(1).and_then(|line| line.split(',').next()).expect("a finding").to_owned();
    let done = run_in(&index, &["dismiss", &id, "--because", "two boards of one name"]);
    assert!(done.status.success(), "{}", err(&done));
    assert_eq!(out(&run_in(&index, &["conflicts", "--format", "jsonl"])), "");
    assert!(out(&run_in(&index, &["conflicts", "--status", "dismissed", "--format", "jsonl"])).contains(&id));
    let again = run_in(&index, &["dismiss", &id, "--because", "again"]);
    assert_eq!(again.status.code(), Some(2));
}

#[test]
fn a_renamed_folder_keeps_its_ids_and_decisions() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let corpus = folder.path().join("notes");
    fs::create_dir(&corpus).expect("it is empty");
    for (name, watts) in [("one", 250), ("two", 310)] {
        let text = format!("---\npublisher: {name}\n---\n\nThe power of the V100 PCIe is {watts} W.\n");
        fs::write(corpus.join(format!("{name}.md")), text).expect("the folder is there");
    }
    let ids = |index: &str, corpus: &Path, status: &str| -> Vec<String> {
        let corpus = corpus.to_str().expect("scratch folders have plain names");
        let index = folder.path().join(index);
        let listed = run_in(&index, &["conflicts", "--corpus", corpus, "--status", status, "--format", "csv"]);
        out(&listed).lines().skip(1).filter_map(|line| line.split(',').next()).map(str::to_owned).collect()
    };
    let before = ids("first", &corpus, "all");
    assert_eq!(before.len(), 1);
    let done = run_in(&folder.path().join("first"), &["dismiss", &before[0], "--because", "two boards of one name"]);
    assert!(done.status.success(), "{}", err(&done));
    let renamed = folder.path().join("archive");
    fs::rename(&corpus, &renamed).expect("it is there");
    assert_eq!(ids("second", &renamed, "dismissed"), before);
    // A decision of a version whose ids began with the folder's name still counts.
    let store = atodds::index::open(&folder.path().join("second"), None).expect("it was made");
    let claims = store.claims().expect("it is whole");
    let old = atodds::claim::id::claim_named(&claims[0], &claims[0].source.path);
    assert_ne!(old, claims[0].id);
    let decision = format!("[[accept]]\nclaim = \"{old}\"\nbecause = \"the maker says so\"\n");
    fs::write(renamed.join("decisions.toml"), decision).expect("the folder is there");
    assert_eq!(ids("second", &renamed, "dismissed"), before);
    // Below another folder the same files are other sources.
    let inner = folder.path().join("all");
    fs::create_dir(&inner).expect("it is new");
    fs::rename(&renamed, inner.join("archive")).expect("it is there");
    assert_ne!(ids("third", &inner, "all"), before);
}

#[test]
fn claims_and_quantities_are_read_without_an_index() {
    let mut running = Command::new(env!("CARGO_BIN_EXE_atodds"))
        .args(["extract", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let text = "The power of the V100 is 250 W.\n";
    running.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("it reads");
    let done = running.wait_with_output().expect("it ends");
    assert!(done.status.success());
    assert!(out(&done).contains("\"nvidia-v100\""), "{}", out(&done));
}

#[test]
fn status_and_doctor_find_nothing_wrong() {
    let status = run(&["status", "--format", "json"]);
    let facts: serde_json::Value = serde_json::from_str(&out(&status)).expect("JSON");
    assert_eq!(facts["current"], true, "{facts}");
    let doctor = run(&["doctor", "--format", "jsonl"]);
    assert!(doctor.status.success(), "{}{}", out(&doctor), err(&doctor));
}

#[test]
fn what_cannot_be_meant_is_told_apart_from_what_is_not_there() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let missing = folder.path().join("nokb").display().to_string();
    for (arguments, said) in [
        (&["conflicts", "--status", "foo"][..], "conflict, tension, explained"),
        (&["explain", "corpus/08-h100-scan.txt:abc"], "`abc` is no line number"),
        (&["check", "corpus", "--against", &missing], "there is no index at"),
    ] {
        let done = run(arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        assert!(err(&done).contains(said), "{arguments:?}: {}", err(&done));
    }
    assert!(!Path::new(&missing).exists(), "no index was made on the way");
}

#[test]
fn findings_are_told_in_one_language() {
    let text = out(&run(&["conflicts", "--lang", "zh"]));
    assert!(text.starts_with("冲突  "), "{text}");
    assert!(!text.contains("certainty") && !text.contains("to settle"), "{text}");
    assert!(text.contains("项冲突"), "{text}");
}

/// A corpus as people leave it: a decision, a page with character references, and on Unix a pipe and an odd name.
#[test]
fn what_lies_beside_articles_is_no_article() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let corpus = folder.path().join("notes");
    fs::create_dir(&corpus).expect("a folder");
    fs::write(corpus.join("a.html"), "<html><body><p>The H100 draws 700&nbsp;W &amp; more.</p></body></html>")
        .expect("written");
    fs::write(corpus.join("decisions.toml"), "").expect("written");
    fs::write(corpus.join("atodds.toml"), "").expect("written");
    let index = folder.path().join("kb");
    let named = corpus.display().to_string();
    let sources = out(&run_in(&index, &["sources", "--corpus", &named, "--format", "csv"]));
    assert_eq!(sources.lines().count(), 2, "{sources}");
    let claims = out(&run_in(&index, &["claims"]));
    assert!(claims.contains("700 W & more.") && !claims.contains("&nbsp;"), "{claims}");
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        let odd = std::ffi::OsStr::from_bytes(b"odd-\xff.md");
        fs::write(corpus.join(odd), "The A100 draws 400 W.").expect("written");
        let pipe = corpus.join("pipe.md");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        let skipped = out(&run_in(&index, &["sources", "--skipped", "--format", "csv"]));
        assert!(skipped.contains("its name is not UTF-8") && skipped.contains("not a regular file"), "{skipped}");
        let digest = out(&run_in(&index, &["digest", "--lang", "en"]));
        assert!(digest.contains("1 article was read") && digest.contains("2 files could not be read"), "{digest}");
        let pipe = pipe.display().to_string();
        for command in ["extract", "quantities", "check", "explain"] {
            let done = run_in(&index, &[command, &pipe]);
            assert_eq!(done.status.code(), Some(2), "{command}");
            assert!(err(&done).contains("regular file"), "{command}: {}", err(&done));
        }
    }
}

#[test]
fn a_source_that_is_none_is_an_error() {
    let done = run(&["claims", "--source", "no-such-article"]);
    assert_eq!(done.status.code(), Some(2), "{}", out(&done));
    assert!(err(&done).contains("no-such-article"), "{}", err(&done));
    assert_eq!(run(&["claims", "--source", "gpu-tpu"]).status.code(), Some(0));
}

#[test]
fn the_words_around_claims_are_in_the_language_asked_for() {
    for (command, english, chinese) in [
        (&["search", "V100 memory capacity", "--facets"][..], "· memory capacity ·", "· 显存容量 ·"),
        (&["claims", "--device", "V100"], "· memory capacity ·", "· 显存容量 ·"),
    ] {
        let (en, zh) =
            (out(&run(&[command, &["--lang", "en"]].concat())), out(&run(&[command, &["--lang", "zh"]].concat())));
        assert!(en.contains(english) && !en.contains(chinese), "{en}");
        assert!(zh.contains(chinese) && !zh.contains(english), "{zh}");
    }
}

#[test]
fn a_device_is_named_with_what_belongs_to_it_and_in_either_language() {
    for name in ["H100", "H100 SXM", "NVIDIA H100 80GB", "英伟达 H100", "昇腾910B", "华为昇腾 910B"] {
        let done = run(&["claims", "--device", name]);
        assert_eq!(done.status.code(), Some(0), "{name}: {}", err(&done));
        assert!(!out(&done).is_empty(), "{name}");
    }
    for name in ["H100 and A100", "a fast card", "H1000"] {
        assert_eq!(run(&["claims", "--device", name]).status.code(), Some(2), "{name}");
    }
}

#[test]
fn the_place_that_a_listing_prints_is_explained() {
    let whole = out(&run(&["explain", "corpus/08-h100-scan.txt"]));
    let line = whole.lines().next().and_then(|first| first.split(':').next()).expect("something is seen").to_owned();
    let place = format!("corpus/08-h100-scan.txt:{line}");
    assert_eq!(out(&run(&["explain", &place])), out(&run(&["explain", &format!("{place}:3")])));
}

#[test]
fn no_limit_is_too_large() {
    for flag in ["--limit", "--offset"] {
        let done = run(&["search", "H100", flag, &usize::MAX.to_string()]);
        assert!(matches!(done.status.code(), Some(0 | 1)), "{flag}: {}", err(&done));
    }
}

#[test]
fn what_cannot_be_done_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (words, file) in [("misnamed", "device.toml"), ("broken", "devices.toml")] {
        std::fs::create_dir(path(words)).expect("can be made");
        std::fs::write(folder.path().join(words).join(file), "[[device]]\nid = 3\n").expect("can be written");
    }
    std::fs::write(folder.path().join("misnamed").join("notes.md"), "kept beside").expect("can be written");
    for (arguments, said, help) in [
        (vec!["search", "A100", "--limit", "-1"], "-1", "from 0 on"),
        (vec!["search", "A100", "--offset", "some"], "some", "from 0 on"),
        (vec!["claims", "--vocab", &path("misnamed")], "device.toml: no file", "did you mean `devices.toml`?"),
        (vec!["claims", "--vocab", &path("broken")], "devices.toml:2:6", "docs/vocabulary.md"),
        (vec!["claims", "--vocab", &path("absent")], "no folder of words", "devices.toml"),
        (vec!["vocab", "check", &path("absent")], "no folder of words", "devices.toml"),
        (vec!["explain", &path("absent.md")], "cannot read", "atodds sources"),
        (vec!["digest", "-o", &path("absent/digest.md")], "cannot write", "make the folder"),
        (vec!["digest", "-o", &path("broken")], "cannot write", "name a file in it"),
    ] {
        let done = run(&arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        assert!(err(&done).contains(said) && err(&done).contains(help), "{arguments:?}: {}", err(&done));
        assert!(out(&done).is_empty(), "{arguments:?}");
    }
    let checked = run(&["vocab", "check", &path("misnamed")]);
    assert!(out(&checked).contains("did you mean `devices.toml`?"), "{}", out(&checked));
}
