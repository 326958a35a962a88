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

/// A megabyte, of running text and of each line.
const SIZE: usize = 1 << 20;

/// Long enough on the processor that the grain of its clock does not matter.
const LEAST: f64 = 0.4;

fn main() {
    let vocab = Vocab::built_in();
    let text = text();
    let lines: Vec<&str> = text.lines().collect();
    let found: usize = lines.iter().map(|line| quantities(&vocab, line).len()).sum();
    let time = seconds(|| lines.iter().for_each(|line| drop(black_box(quantities(&vocab, line)))));
    let size = text.len() as f64 / 1e6;
    println!("mixed text: {:.1} MB/s ({size:.1} MB, {found} numbers; time on the processor)", size / time);
    for piece in ["1", "万", ",", "GB ", "1,", "1.", "1-", "$", "一百", "per ", "a ", "2小时", "between 1 and "] {
        let line = piece.repeat(SIZE / piece.len());
        let quarter = piece.repeat(SIZE / 4 / piece.len());
        let time = seconds(|| drop(black_box(quantities(&vocab, &line))));
        let short = seconds(|| drop(black_box(quantities(&vocab, &quarter))));
        let rate = line.len() as f64 / 1e6 / time;
        println!("one line of {piece:?}: {rate:.1} MB/s; four times the line takes {:.1} times as long", time / short);
    }
}

/// Returns how long `run` takes on the processor, on average over as many runs as the clock needs.
fn seconds(run: impl Fn()) -> f64 {
    run();
    let (wall, start) = (Instant::now(), on_processor());
    let mut runs = 0.0;
    loop {
        run();
        runs += 1.0;
        let spent = match (start, on_processor()) {
            (Some(start), Some(now)) => now - start,
            _ => wall.elapsed().as_secs_f64(),
        };
        if spent >= LEAST {
            return spent / runs;
        }
    }
}

/// Returns the seconds that this thread has had a processor, where the system tells it: others may run beside it.
fn on_processor() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(stat.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
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
