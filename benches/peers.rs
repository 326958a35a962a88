//! A bare full-text index beside the program's own, over the same files with the same tokens; `scripts/peers/index.py` runs both.
//!
//! ```text
//! peers index FOLDER STORE THREADS   puts every file of a folder into a plain tantivy index
//! peers ask STORE TIMES              asks it each query of standard input so many times
//! peers search INDEX TIMES           asks the program's own index, in one process
//! peers open INDEX TIMES             opens the program's own index so many times
//! ```
//! Each prints one line of JSON; times are in seconds.

use std::error::Error;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::time::Instant;

use atodds::index::{self, Cutter};
use atodds::search;
use atodds::vocab::Vocab;
use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions};
use tantivy::{Index, TantivyDocument};

/// Memory of the writer: as much as the program gives its own.
const WRITER_BYTES: usize = 224 << 20;
/// Hits a query asks for.
const HITS: usize = 20;

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["index", folder, store, threads] => build(Path::new(folder), Path::new(store), threads.parse()?),
        ["ask", store, times] => ask(Path::new(store), times.parse()?),
        ["search", index, times] => search(Path::new(index), times.parse()?),
        ["open", index, times] => open(Path::new(index), times.parse()?),
        _ => {
            println!("run by scripts/peers/index.py; see the first lines of benches/peers.rs");
            Ok(())
        }
    }
}

fn build(folder: &Path, store: &Path, threads: usize) -> Outcome {
    let start = Instant::now();
    let mut schema = Schema::builder();
    let path = schema.add_text_field("path", STRING | STORED);
    let indexing =
        TextFieldIndexing::default().set_tokenizer("cutter").set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let text = schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
    std::fs::create_dir_all(store)?;
    let index = Index::create_in_dir(store, schema.build())?;
    index.tokenizers().register("cutter", Cutter);
    let mut writer = index.writer_with_num_threads(threads, WRITER_BYTES)?;
    let mut files = Vec::new();
    list(folder, &mut files)?;
    files.sort();
    for file in &files {
        let mut document = TantivyDocument::default();
        document.add_text(path, file.to_string_lossy());
        document.add_text(text, std::fs::read_to_string(file)?);
        writer.add_document(document)?;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    println!("{{\"files\": {}, \"seconds\": {:.4}}}", files.len(), start.elapsed().as_secs_f64());
    Ok(())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn queries() -> Vec<String> {
    std::io::stdin().lock().lines().map_while(Result::ok).filter(|line| !line.trim().is_empty()).collect()
}

fn ask(store: &Path, times: usize) -> Outcome {
    let index = Index::open_in_dir(store)?;
    index.tokenizers().register("cutter", Cutter);
    let text = index.schema().get_field("text")?;
    let searcher = index.reader()?.searcher();
    let mut parser = QueryParser::for_index(&index, vec![text]);
    parser.set_conjunction_by_default();
    let mut spent = Vec::new();
    for query in queries() {
        for _ in 0..times {
            let start = Instant::now();
            let query = parser.parse_query_lenient(&query).0;
            let found = searcher.search(&query, &TopDocs::with_limit(HITS).order_by_score())?;
            for (_, at) in found {
                let _: TantivyDocument = searcher.doc(at)?;
            }
            spent.push(start.elapsed().as_secs_f64());
        }
    }
    tell(spent);
    Ok(())
}

fn search(folder: &Path, times: usize) -> Outcome {
    let vocab = Vocab::built_in();
    let store = index::open(folder, None)?;
    let options = search::Options { limit: HITS, ..search::Options::default() };
    let mut spent = Vec::new();
    for text in queries() {
        for _ in 0..times {
            let start = Instant::now();
            let query = search::parse(&vocab, &text).map_err(|error| error.to_string())?;
            std::hint::black_box(search::run(&vocab, &store, &query, &options)?);
            spent.push(start.elapsed().as_secs_f64());
        }
    }
    tell(spent);
    Ok(())
}

fn open(folder: &Path, times: usize) -> Outcome {
    let mut spent = Vec::new();
    for _ in 0..times {
        let start = Instant::now();
        std::hint::black_box(index::open(folder, None)?);
        spent.push(start.elapsed().as_secs_f64());
    }
    tell(spent);
    Ok(())
}

fn tell(mut spent: Vec<f64>) {
    spent.sort_by(f64::total_cmp);
    let share = |share: f64| spent.get((spent.len() as f64 * share) as usize).or(spent.last()).copied().unwrap_or(0.0);
    let (median, high, last) = (share(0.5), share(0.95), share(0.99));
    println!("{{\"times\": {}, \"p50\": {median:.6}, \"p95\": {high:.6}, \"p99\": {last:.6}}}", spent.len());
}
