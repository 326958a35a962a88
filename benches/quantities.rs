//! How fast quantities are read: MB/s of one thread on mixed text, and on lines made to be slow.
//!
//! `cargo bench --bench quantities` reads the sentences of the suite's cases; with
//! `ATODDS_BENCH_TEXT=FILE` the text of that file, line by line.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use atodds::extract::quantity::quantities;
use atodds::vocab::Vocab;

/// Enough text that the clock's grain does not matter, and little enough that some pass is undisturbed.
const SIZE: usize = 1 << 20;

/// The best pass counts: others share the processor with whatever else runs.
const PASSES: usize = 40;

fn main() {
    let vocab = Vocab::built_in();
    let text = text();
    let lines: Vec<&str> = text.lines().collect();
    let mut best = f64::INFINITY;
    let mut found = 0;
    for _ in 0..PASSES {
        let start = Instant::now();
        found = lines.iter().map(|line| black_box(quantities(&vocab, line)).len()).sum::<usize>();
        best = best.min(start.elapsed().as_secs_f64());
    }
    let size = text.len() as f64 / 1e6;
    println!("mixed text: {:.1} MB/s ({size:.1} MB, {found} numbers, best of {PASSES})", size / best);
    for piece in ["1", "万", ",", "GB ", "1,", "1.", "1-", "$", "一百", "per ", "a ", "2小时", "between 1 and "] {
        let line = piece.repeat((1 << 20) / piece.len());
        let time = seconds(&vocab, &line);
        let quarter = seconds(&vocab, &piece.repeat((1 << 18) / piece.len()));
        let rate = line.len() as f64 / 1e6 / time;
        println!("one line of {piece:?}: {rate:.1} MB/s; four times the line takes {:.1} times as long", time / quarter);
    }
}

/// Returns how long the reader takes on one line: the best of three passes.
fn seconds(vocab: &Vocab, line: &str) -> f64 {
    let passes = (0..3).map(|_| {
        let start = Instant::now();
        black_box(quantities(vocab, line));
        start.elapsed().as_secs_f64()
    });
    passes.fold(f64::INFINITY, f64::min)
}

/// Returns the text to read, repeated to the size.
fn text() -> String {
    let once = match std::env::var("ATODDS_BENCH_TEXT") {
        Ok(path) => std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")),
        Err(_) => sentences(),
    };
    let mut text = String::with_capacity(SIZE + once.len());
    while text.len() < SIZE {
        text.push_str(&once);
        text.push('\n');
    }
    text
}

/// Returns the sentences of the cases, each between two plain ones, as running text has it.
fn sentences() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/quantities/sentences.toml");
    let cases = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    for line in cases.lines() {
        let Some(sentence) = line.strip_prefix("text = \"").and_then(|rest| rest.strip_suffix('"')) else { continue };
        let plain = if sentence.is_ascii() {
            "The boards are tested before they leave the factory, and the results are kept with the order."
        } else {
            "这些设备在出厂之前都要经过检验，结果与订单一起保存。"
        };
        let _ = writeln!(text, "{sentence}{plain}");
    }
    text
}
