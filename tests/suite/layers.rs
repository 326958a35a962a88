//! The layer rule: a step imports what stands above it and nothing else, each large foreign
//! crate has one home, and no Chinese word stands in Rust code.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers, lowest first; the modules of one entry are neighbours and import neither each other.
const LAYERS: &[&[&str]] = &[
    &["text"],
    &["claim"],
    &["vocab"],
    &["read"],
    &["normalise"],
    &["extract"],
    &["conflict"],
    &["index"],
    &["search"],
    &["report"],
    &["serve"],
    &["cli"],
];

/// A foreign crate and the only place that may name it.
const HOMES: &[(&str, &str)] = &[
    ("tantivy", "src/index/"),
    ("pulldown_cmark", "src/read/"),
    ("html5gum", "src/read/"),
    ("office_oxide", "src/read/"),
    ("pdf_oxide", "src/read/"),
    ("encoding_rs", "src/read/"),
    ("chardetng", "src/read/"),
    ("fast2s", "src/text/"),
    ("clap", "src/cli/"),
    ("comfy_table", "src/report/"),
    ("axum", "src/serve/"),
    ("rmcp", "src/serve/"),
    ("maud", "src/serve/"),
];

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder stands in the repository") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Returns path, line number and line of all code under `src`: no comments, no unit tests.
fn code_lines() -> Vec<(String, usize, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        let name = file.strip_prefix(root).expect("it was found there").to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).expect("source files are UTF-8");
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("#[cfg(test)]") {
                break;
            }
            if !line.trim_start().starts_with("//") {
                lines.push((name.clone(), number + 1, line.to_owned()));
            }
        }
    }
    lines
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn every_step_imports_only_what_stands_below_it() {
    let mut wrong = Vec::new();
    for (file, number, line) in code_lines() {
        let Some(own) = file.strip_prefix("src/").and_then(|rest| rest.split(['/', '.']).next()) else { continue };
        let Some(own_layer) = layer(own) else { continue };
        for part in line.split("crate::").skip(1) {
            let module: String = part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            if module != own && layer(&module).is_some_and(|other| other >= own_layer) {
                wrong.push(format!("{file}:{number}: `{own}` imports `{module}`, which does not stand below it"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n  help: move the shared part down, or the caller up", wrong.join("\n"));
}

#[test]
fn every_large_crate_has_one_home() {
    let mut wrong = Vec::new();
    for (file, number, line) in code_lines() {
        for (name, home) in HOMES {
            if line.contains(&format!("{name}::")) && !file.starts_with(home) {
                wrong.push(format!("{file}:{number}: `{name}` is named outside {home}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n  help: put what is needed behind a function of its home", wrong.join("\n"));
}

#[test]
fn no_chinese_word_stands_in_code() {
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let wrong: Vec<String> = code_lines()
        .into_iter()
        .filter(|(_, _, line)| line.split("//").next().is_some_and(|code| code.contains(is_han)))
        .map(|(file, number, line)| format!("{file}:{number}: {}", line.trim()))
        .collect();
    assert!(wrong.is_empty(), "{}\n  help: words are data, move them to src/vocab/*.toml", wrong.join("\n"));
}
