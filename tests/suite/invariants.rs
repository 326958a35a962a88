//! What holds for every text: it leads back to its source, folding keeps the way back, and no
//! bytes make a reader panic.

use std::fs;
use std::path::{Path, PathBuf};

use atodds::normalise;
use atodds::read;
use atodds::text::{Mapped, Span};

/// Checks that every character of `text` leads back to bytes of `source`, and that a text whose span
/// is as long as itself stands there verbatim.
#[track_caller]
pub fn leads_back(at: &str, text: &Mapped, source: &str) {
    for (start, c) in text.as_str().char_indices() {
        let span = text.to_source(Span::new(start, start + c.len_utf8()));
        let found = span.of(source);
        assert!(found.is_some(), "{at}: `{c}` at {start} of {:?} leads to {span:?}, which is no text", text.as_str());
    }
    let whole = text.source();
    if whole.len() == text.len() && whole.of(source) != Some(text.as_str()) {
        // Pieces of the same total length that are not the same text were replaced.
        let folded = normalise::fold(&Mapped::verbatim(whole.of(source).unwrap_or_default(), whole.start));
        let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
        let again = normalise::fold(text);
        assert!(
            same(folded.as_str(), again.as_str())
                || whole.of(source).is_some_and(|s| s.contains(['<', '&', '*', '`', '|', '\n'])),
            "{at}: {:?} is said to be {:?}",
            whole.of(source),
            text.as_str()
        );
    }
}

#[track_caller]
fn article_holds(at: &str, article: &read::Article) {
    crate::read::spans_lead_back(at, article);
    for sentence in normalise::sentences(article) {
        leads_back(at, &sentence.text, &article.text);
        assert!(sentence.block < article.blocks.len(), "{at}: a sentence without its block");
        let mut last = 0;
        for clause in &sentence.clauses {
            assert!(clause.of(sentence.text.as_str()).is_some(), "{at}: a clause is no text: {clause:?}");
            assert!(clause.start >= last, "{at}: clauses overlap in {:?}", sentence.text.as_str());
            last = clause.end;
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

#[test]
fn every_file_of_the_shipped_corpus_leads_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The shared folders are read where they are present, as on a machine that scores.
    for folder in ["corpus", "../shared/documents", "../shared/seeds"] {
        for path in files(&root.join(folder)) {
            let bytes = fs::read(&path).expect("can be read");
            let name = path.display().to_string();
            if let Ok(article) = read::article(&name, &bytes) {
                article_holds(&name, &article);
            }
        }
    }
}

/// A small generator with a fixed seed: the same bytes in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

const SCRAPS: &[&str] = &[
    "A100",
    "规模",
    "規(guī)模",
    "F(xiàn)",
    "?qū)",
    "１２",
    "，",
    "。",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "  ",
    "\t",
    "|",
    "|---|",
    "| a | b |\n",
    "+--+--+\n",
    "+==+==+\n",
    "| x|y |\n",
    "===  ===\n",
    "====\n",
    "# ",
    "## ",
    "- ",
    "1. ",
    "1.",
    "* ",
    "**",
    "`",
    "```\n",
    "``",
    "[^1]",
    "[^1]: ",
    "<sup>1</sup>",
    "<sup>",
    "</sup>",
    "¹",
    "²³",
    "10²³",
    "mm²",
    "*",
    "†",
    "&nbsp;",
    "&amp",
    "&#x4e2d;",
    "<br>",
    "<table>",
    "<tr>",
    "<td rowspan=3 colspan=2>",
    "</td>",
    "</tr>",
    "</table>",
    "<p>",
    "</p>",
    "<li>",
    "<ul>",
    "</ul>",
    "<nav>",
    "</nav>",
    "<script>",
    "</script>",
    "<ruby>",
    "<rt>",
    "</rt>",
    "<!--",
    "-->",
    "<pre>",
    "</pre>",
    ".. list-table::\n",
    "   * - a\n",
    "     - b\n",
    ".. note::\n",
    "   x\n",
    ".. |s| replace:: t\n",
    "|s|",
    ":ref:`x <y>`",
    "`a <b>`_",
    "::\n",
    "---\n",
    "+++\n",
    "title: x\n",
    "<!--yml\n",
    "\"",
    "\"\"",
    ",",
    ";",
    "3.5",
    "v1.2",
    "e.g. ",
    "https://a.b/c?d=1",
    "\u{feff}",
    "\u{200b}",
    "\u{a0}",
    "\u{3000}",
    "😀",
    "\u{0}",
    "第一部分",
    "21/24",
    "- 7 -",
    "$2.50",
    "3~5",
    "~~",
    "{%x%}",
    "{:.a}",
    "\\|",
    "\\",
    "data:image/png;base64,AAAA",
    "![a](b)",
    "[a](b)",
    "<",
    ">",
    "(",
    ")",
    "（",
    "）",
];

#[test]
fn no_bytes_make_a_reader_panic() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let names = ["a.md", "a.txt", "a.html", "a.rst", "a.csv", "a.tsv", "a"];
    for round in 0..1500 {
        let mut bytes = Vec::new();
        for _ in 0..dice.roll(60) {
            if dice.roll(12) == 0 {
                bytes.push(dice.roll(256) as u8);
            } else {
                bytes.extend(SCRAPS[dice.roll(SCRAPS.len())].as_bytes());
            }
        }
        let name = names[round % names.len()];
        if let Ok(article) = read::article(name, &bytes) {
            article_holds(&format!("{name} {:?}", String::from_utf8_lossy(&bytes)), &article);
        }
    }
}

#[test]
fn long_lines_are_read_in_linear_time() {
    let line = "The card has 80 GB, 700 W and (more | less) * things <b>x</b> 規(guī)模 ".repeat(15_000);
    for name in ["a.md", "a.txt", "a.html", "a.rst", "a.csv"] {
        let started = std::time::Instant::now();
        let article = read::article(name, line.as_bytes()).expect("it is text");
        let sentences = normalise::sentences(&article);
        assert!(sentences.iter().all(|sentence| sentence.text.len() < 8192), "{name}: a sentence is too long");
        assert!(started.elapsed().as_secs() < 20, "{name}: took {:?} for {} bytes", started.elapsed(), line.len());
    }
}
