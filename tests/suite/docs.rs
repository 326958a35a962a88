//! Every command that the documents show is run, each document in a folder of its own that holds the shipped articles.
//!
//! A block of `sh` is run line by line and must succeed. One that must not be run says why behind its language:
//! ` ```sh no-run: starts a server`. Links lead to files that are there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// Commands of other programs, which a document may show and the suite does not run.
const OTHERS: &[&str] = &["cargo install", "cargo test", "cargo build"];

fn documents() -> Vec<PathBuf> {
    let pages = fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path());
    let mut documents: Vec<PathBuf> = pages.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    documents.push("README.md".into());
    documents.sort();
    documents
}

/// Returns the code blocks of a document: their language line and text.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match (event, &mut open) {
            (Event::Start(Tag::CodeBlock(kind)), _) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => "indented".to_owned(),
                };
                open = Some((info, String::new()));
            }
            (Event::Text(text), Some((_, code))) => code.push_str(&text),
            (Event::End(TagEnd::CodeBlock), _) => blocks.extend(open.take()),
            _ => {}
        }
    }
    blocks
}

/// Returns the commands of a block that are to be run.
fn commands(info: &str, code: &str) -> Vec<String> {
    let language = info.split_whitespace().next().unwrap_or_default();
    let shell = matches!(language, "sh" | "bash" | "shell" | "console")
        || language == "indented" && code.lines().any(|line| line.starts_with("atodds ") || line.starts_with("cargo "));
    if !shell {
        return Vec::new();
    }
    if let Some(reason) = info.split_once("no-run") {
        assert!(reason.1.trim_start_matches(':').trim().len() > 5, "a block that is not run says why: {info}");
        return Vec::new();
    }
    let joined = code.replace("\\\n", " ");
    let lines =
        joined.lines().map(|line| line.trim().trim_start_matches("$ ").replace("cargo run --release --", "atodds"));
    lines
        .filter(|line| {
            !line.is_empty() && !line.starts_with('#') && !OTHERS.iter().any(|other| line.starts_with(other))
        })
        .collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &name) } else { fs::copy(&path, &name).map(|_| ()).unwrap() }
    }
}

#[test]
fn every_command_shown_is_run() {
    let program = Path::new(env!("CARGO_BIN_EXE_atodds")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut run = 0;
    let mut wrong = Vec::new();
    for document in documents() {
        let folder = tempfile::tempdir().unwrap();
        copy(Path::new("corpus"), &folder.path().join("corpus"));
        copy(Path::new("tests/cases/vocab"), &folder.path().join("tests/cases/vocab"));
        // The README speaks of a reader's own articles.
        copy(
            Path::new("corpus"),
            &folder.path().join(if document.ends_with("README.md") { "my-articles" } else { "DIR" }),
        );
        for (info, code) in blocks(&fs::read_to_string(&document).unwrap()) {
            for line in commands(&info, &code) {
                run += 1;
                // What does not end by itself is not to be shown without `no-run`.
                let mut shell = Command::new("timeout");
                shell
                    .args(["120", "sh", "-c", &line])
                    .current_dir(folder.path())
                    .env("PATH", &path)
                    .stdin(Stdio::null());
                let done = shell.output().unwrap();
                if !done.status.success() {
                    let said = String::from_utf8_lossy(&done.stderr);
                    wrong.push(format!("{}: {line}\n  exit {:?}: {said}", document.display(), done.status.code()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run > 30, "only {run} commands were found");
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else { continue };
            let target = dest_url.split('#').next().unwrap_or_default();
            let there = document.parent().unwrap().join(target).exists();
            if !target.is_empty() && !target.contains("://") && !there {
                wrong.push(format!("{}: {dest_url}", document.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_has_a_line_in_a_document() {
    let done = Command::new(env!("CARGO_BIN_EXE_atodds")).arg("--help").output().unwrap();
    let help = String::from_utf8(done.stdout).unwrap();
    let listed = help.split("Commands:").nth(1).and_then(|rest| rest.split("Options:").next()).unwrap();
    let entries = listed.lines().filter_map(|line| line.strip_prefix("  ")).filter(|entry| !entry.starts_with(' '));
    let commands = entries.filter_map(|entry| entry.split_whitespace().next());
    let text: String = documents().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for command in commands.filter(|command| *command != "help") {
        let shown = [format!("atodds {command}"), format!("`{command}`"), format!("`{command} ")];
        assert!(shown.iter().any(|form| text.contains(form)), "no document names `{command}`");
    }
}
