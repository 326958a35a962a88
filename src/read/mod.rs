//! From files to [`Article`]s: text blocks, tables and metadata, each with its way back
//! to the source.
//!
//! Bad input is a [`crate::text::Diagnostic`], never an error: a file that cannot be read
//! is named with its reason and the rest goes on. [`walk::files`] lists what there is,
//! [`article`] reads one file's bytes, [`articles`] does both on all cores.

pub mod below;
pub mod block;
pub mod boxed;
pub mod comment;
pub mod csv;
pub mod date;
pub mod dateline;
pub mod encoding;
mod fence;
pub mod fragment;
pub mod grid;
pub mod html;
pub mod inline;
pub mod language;
pub mod markdown;
pub mod marks;
pub mod metadata;
pub mod office;
pub mod outline;
pub mod pdf;
pub mod placed;
pub mod preview;
pub mod reference;
pub mod rst;
pub mod ruled;
mod spoken;
pub mod tabular;
pub mod text;
pub mod walk;
pub mod wrapped;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::claim::{Name, Source, id};
use crate::text::{Diagnostic, LineIndex, Span};

pub use block::{Block, BlockKind, Cell, Mark, Row, Table};
pub use walk::{File, Walk};

use metadata::Metadata;
use outline::Outline;

/// One article, ready for reading.
#[derive(Debug, Clone)]
pub struct Article {
    /// Metadata, as claims name it.
    pub source: Arc<Source>,
    /// The text into which every span points: the file, decoded to UTF-8.
    pub text: Arc<str>,
    /// Where its lines begin.
    pub lines: LineIndex,
    /// How the file was written: `utf-8`, `gb18030`, `pdf`, `docx` …
    pub encoding: Name,
    /// The article's parts, in reading order.
    pub blocks: Vec<Block>,
    /// For paged sources: the byte at which each page begins, in order.
    pub pages: Vec<usize>,
}

impl Article {
    /// Returns the page (from 1) that holds the byte `offset`, for paged sources.
    pub fn page(&self, offset: usize) -> Option<u32> {
        let before = self.pages.partition_point(|&start| start <= offset);
        u32::try_from(before).ok().filter(|&page| page > 0)
    }
}

/// Reads one file's bytes as an article; `path` is the name it gets and tells the format.
///
/// # Errors
/// A diagnostic where the file holds no readable text.
pub fn article(path: &str, bytes: &[u8]) -> Result<Article, Diagnostic> {
    if pdf::looks_like(bytes) {
        return paged(path, bytes);
    }
    if let Some(kind) = office::kind(bytes) {
        let text: Arc<str> = office::text(bytes, kind).map_err(|reason| Diagnostic::new(path, reason))?.into();
        let mut outline = Outline::default();
        markdown::read(&text, Span::new(0, text.len()), &mut outline);
        let (blocks, pages) = outline.finish();
        return Ok(finish(path, text, kind.name.into(), blocks, pages, Metadata::default()));
    }
    let format = Format::of(path, bytes);
    let decoded = encoding::decode(bytes).map_err(|reason| Diagnostic::new(path, reason))?;
    let text: Arc<str> = decoded.text.into();
    let mut outline = Outline::default();
    let (mut metadata, body) = metadata::front_matter(&text);
    match format {
        Format::Markdown => markdown::read(&text, body, &mut outline),
        Format::Html => html::read(&text, body, &mut outline, &mut metadata),
        Format::Rst => rst::read(&text, body, &mut outline),
        Format::Csv { tabs } => csv::read(&text, body, tabs, &mut outline),
        Format::Text if text::is_markdown(&text) => markdown::read(&text, body, &mut outline),
        Format::Text if wrapped::is_wrapped(&text) => {
            wrapped::read(&text, body, &[], &BTreeMap::new(), &mut outline);
        }
        Format::Text => text::read(&text, body, &mut outline),
    }
    let (blocks, pages) = outline.finish();
    Ok(finish(path, text, decoded.encoding, blocks, pages, metadata))
}

/// Reads a PDF.
fn paged(path: &str, bytes: &[u8]) -> Result<Article, Diagnostic> {
    let pages = pdf::text(bytes).map_err(|reason| Diagnostic::new(path, reason))?;
    let text: Arc<str> = pages.text.into();
    let mut outline = Outline::default();
    wrapped::read(&text, Span::new(0, text.len()), &pages.starts, &pages.headings, &mut outline);
    let (blocks, pages) = outline.finish();
    Ok(finish(path, text, "pdf".into(), blocks, pages, Metadata::default()))
}

/// How a file is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Markdown,
    Html,
    Rst,
    Csv { tabs: bool },
    Text,
}

impl Format {
    /// Returns the format that the name tells, or else the first bytes.
    fn of(path: &str, bytes: &[u8]) -> Format {
        let extension = Path::new(path).extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
        match extension.as_str() {
            "md" | "markdown" | "mdx" | "mkd" | "mdown" => Format::Markdown,
            "html" | "htm" | "xhtml" => Format::Html,
            "rst" | "rest" => Format::Rst,
            "csv" => Format::Csv { tabs: false },
            "tsv" => Format::Csv { tabs: true },
            _ if html::looks_like(bytes) => Format::Html,
            _ => Format::Text,
        }
    }
}

fn finish(
    path: &str,
    text: Arc<str>,
    encoding: Name,
    blocks: Vec<Block>,
    pages: Vec<usize>,
    metadata: Metadata,
) -> Article {
    let lines = LineIndex::new(&text);
    let lang = metadata.lang.or_else(|| language::detect(&blocks).map(Name::from));
    let title = metadata.title.or_else(|| metadata::title(&blocks));
    let url = metadata.url.or_else(|| metadata::origin(&blocks, &text));
    let publisher = metadata.publisher.or_else(|| url.as_deref().and_then(metadata::host));
    let source = Source {
        id: id::source(path),
        path: path.into(),
        title,
        publisher,
        url,
        date: metadata.date.or_else(|| dateline::find(&blocks)),
        lang,
        family: None,
        same_as: None,
    };
    Article { source: Arc::new(source), text, lines, encoding, blocks, pages }
}

/// Reads every article under `roots`, in the order of [`walk::files`], and names what could not be read.
pub fn articles(roots: &[PathBuf], walk: &Walk) -> (Vec<Article>, Vec<Diagnostic>) {
    use rayon::prelude::*;

    let (files, mut diagnostics) = walk::files(roots, walk);
    let read: Vec<Result<Article, Diagnostic>> = files.par_iter().map(File::article).collect();
    let mut articles = Vec::with_capacity(read.len());
    for result in read {
        match result {
            Ok(article) => articles.push(article),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    (articles, diagnostics)
}
