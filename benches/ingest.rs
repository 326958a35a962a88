//! How fast articles are read and their claims pulled out: MB/s of one thread, step by step, and lines made to be slow.
//!
//! `cargo bench --bench ingest` reads the shipped corpus over and over; `ATODDS_BENCH_FOLDER=DIR` the Markdown files
//! of another folder. A line of one piece repeated is read at two lengths, the second four times the first:
//! a factor near 4 is linear. `ATODDS_BENCH_STEP=lines` or `steps` runs one part alone.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use atodds::extract::draft::Drafts;
use atodds::extract::{self, attribution, comparison, discourse, grading, prose, quality, table};
use atodds::normalise;
use atodds::read::{self, Article};
use atodds::vocab::Vocab;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Enough text that the clock's grain does not matter.
const SIZE: usize = 4 << 20;
/// Rounds, of which the best counts.
const ROUNDS: usize = 5;

fn main() {
    let vocab = Vocab::built_in();
    let part = std::env::var("ATODDS_BENCH_STEP").unwrap_or_default();
    if part != "lines" {
        steps(&vocab);
    }
    if part != "steps" {
        lines(&vocab);
    }
}

/// What one round spent on each step, in seconds.
#[derive(Debug, Clone, Copy)]
struct Spent {
    what: &'static str,
    seconds: f64,
}

fn steps(vocab: &Vocab) {
    let files = files();
    let once: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let repeat = SIZE.div_ceil(once.max(1));
    let size = (once * repeat) as f64 / 1e6;
    // The words are built on first use: that is another figure.
    let start = Instant::now();
    let first = read::article("first.md", "The A100 costs $2.50 per hour. V100 的功耗为 300 瓦。\n".as_bytes());
    black_box(first.map(|article| extract::claims(vocab, &article).claims.len()).unwrap_or(0));
    println!("words on first use: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let mut best: Vec<Spent> = Vec::new();
    let mut claims = 0;
    for _ in 0..ROUNDS {
        let (spent, found) = round(vocab, &files, repeat);
        claims = found;
        if best.is_empty() {
            best = spent;
        } else {
            best.iter_mut().zip(spent).for_each(|(best, now)| best.seconds = best.seconds.min(now.seconds));
        }
    }
    println!("{} files, {size:.1} MB, {claims} claims, best of {ROUNDS} rounds", files.len() * repeat);
    for Spent { what, seconds } in &best {
        println!("{what:>12}: {:8.1} MB/s {:6.3} s", size / seconds, seconds);
    }
    let all: f64 = best.iter().map(|spent| spent.seconds).sum();
    println!("{:>12}: {:8.1} MB/s {all:6.3} s", "all", size / all);
}

fn round(vocab: &Vocab, files: &[(String, Vec<u8>)], repeat: usize) -> (Vec<Spent>, usize) {
    let mut clock = Clock::default();
    let mut claims = 0;
    for _ in 0..repeat {
        for (name, bytes) in files {
            let Ok(article) = clock.time("read", || read::article(name, bytes)) else { continue };
            claims += one(vocab, &article, &mut clock);
        }
    }
    (clock.spent, claims)
}

/// Does what `extract::claims` does, each step by the clock.
fn one(vocab: &Vocab, article: &Article, clock: &mut Clock) -> usize {
    let sentences = clock.time("sentences", || normalise::sentences(article));
    let scenes = clock.time("scenes", || discourse::scenes(vocab, article, &sentences));
    let mut drafts = Drafts::default();
    clock.time("tables", || table::read(vocab, article, &mut drafts));
    let graded = clock.time("gradings", || grading::read(vocab, &scenes));
    clock.time("comparisons", || comparison::read(vocab, article, &scenes, &graded, &mut drafts));
    clock.time("qualities", || quality::read(vocab, article, &scenes, &graded, &mut drafts));
    clock.time("prose", || prose::read(vocab, article, &scenes, &mut drafts));
    clock.time("attribution", || attribution::apply(vocab, article, &scenes, &mut drafts));
    let done = clock.time("finish", || drafts.finish(article));
    clock.time("drop", move || drop(scenes));
    done.claims.len()
}

#[derive(Default)]
struct Clock {
    spent: Vec<Spent>,
}

impl Clock {
    fn time<T>(&mut self, what: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let made = black_box(work());
        let seconds = start.elapsed().as_secs_f64();
        match self.spent.iter_mut().find(|spent| spent.what == what) {
            Some(spent) => spent.seconds += seconds,
            None => self.spent.push(Spent { what, seconds }),
        }
        made
    }
}

/// Returns the Markdown files to read, sorted by name.
fn files() -> Vec<(String, Vec<u8>)> {
    let folder = std::env::var_os("ATODDS_BENCH_FOLDER")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"), PathBuf::from);
    let list = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<(String, Vec<u8>)> = list
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .filter_map(|path| Some((path.file_name()?.to_string_lossy().into_owned(), std::fs::read(&path).ok()?)))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{}: no Markdown files", folder.display());
    files
}

/// Pieces whose repetition makes a line that a careless reader is slow on.
const PIECES: &[&str] = &[
    "1",
    "万",
    ",",
    "，",
    "的",
    "word ",
    "GB ",
    "A100 ",
    "A100 80GB ",
    "A100 的功耗为 400 瓦，",
    "the A100 draws 400 W, ",
    "The A100 draws 400 W. ",
    "A100 的功耗为 400 瓦。",
    "V100 比 A100 快 2 倍，",
    "A100 is 2x faster than V100, ",
    "(",
    ")",
    "()",
    "（A100 400W）",
    "[",
    "](",
    "[a](b) ",
    "![",
    "*",
    "**a** ",
    "_",
    "`",
    "``` ",
    "<",
    "<b>",
    "<!--",
    "<a href=\"",
    "&amp;",
    "&",
    "|",
    "| a ",
    "| 1 ",
    "\\",
    "$",
    "$1 ",
    "\\(",
    "http://",
    "https://a.b/c ",
    "#",
    "# ",
    "> ",
    "- ",
    "1. ",
    "~",
    "=",
    ":",
    "。",
    "?",
    "!",
    ".",
    "a.",
    "A.",
    "\"",
    "“",
    "”",
    "「",
    "1/",
    "1-",
    "1:",
    "1.",
    "GPU和",
    "GPU/",
    "GPU、",
    "V100、A100、",
    "例如",
    "相比",
    "than ",
    "not ",
    "if ",
    "it ",
    "前者",
    "分别为 1 W、",
    "respectively ",
    "RTX ",
    "TPU v",
    "@",
    "\u{feff}",
    "\u{0}",
    "🙂",
    "ａ",
    "規(guī)",
    "規",
];

fn lines(vocab: &Vocab) {
    println!("\n{:>28} {:>10} {:>10} {:>7}", "one line of", "ms", "MB/s", "factor");
    let (short, long) = (1 << 17, 1 << 19);
    for piece in PIECES {
        let time = |size: usize| {
            let line = piece.repeat(size / piece.len());
            let start = Instant::now();
            let article = read::article("line.md", line.as_bytes());
            black_box(article.map(|article| extract::claims(vocab, &article).claims.len()).unwrap_or(0));
            start.elapsed().as_secs_f64()
        };
        let first = time(short);
        if first > 4.0 {
            println!(
                "{:>28} {:>10.1} {:>10.2} {:>7}",
                format!("{piece:?}"),
                first * 1e3,
                short as f64 / 1e6 / first,
                "?"
            );
            continue;
        }
        let second = time(long);
        let factor = second / first;
        println!(
            "{:>28} {:>10.1} {:>10.2} {factor:>7.1}",
            format!("{piece:?}"),
            second * 1e3,
            long as f64 / 1e6 / second
        );
    }
}
