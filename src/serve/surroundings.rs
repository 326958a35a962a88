//! The lines of source around a claim, cut into pieces: what is quoted, what is the value, the rest.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::claim::{Claim, Name};
use crate::index::{Record, Store};
use crate::read;
use crate::search::Stale;
use crate::text::LineIndex;

/// Sources whose texts are kept.
const KEPT: usize = 8;
/// Letters of a line shown on either side of a mark.
const BESIDE: usize = 160;

/// The text of one source and where its lines begin.
#[derive(Debug)]
pub struct Text {
    /// The text into which the spans of claims point.
    pub text: Arc<str>,
    /// Its lines.
    pub lines: LineIndex,
}

/// Why a source's text cannot be shown as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The file is gone.
    Gone,
    /// The file has changed since it was read.
    Changed,
    /// The file cannot be read.
    Unreadable,
}

impl Missing {
    /// Returns the id of the sentence that says so.
    pub fn sentence(self) -> &'static str {
        match self {
            Missing::Gone => "source_gone",
            Missing::Changed => "source_changed",
            Missing::Unreadable => "source_unreadable",
        }
    }
}

/// Says whether the file behind a record is still what was read.
pub fn freshness(store: &Store, record: &Record) -> Option<Stale> {
    if store.on_disk(&record.source.path).is_none_or(|path| !path.exists()) {
        return Some(Stale::Gone);
    }
    (!store.is_current(record)).then_some(Stale::Changed)
}

/// The texts of the sources that were last looked at.
#[derive(Debug, Default)]
pub struct Texts(Mutex<BTreeMap<Name, Arc<Text>>>);

impl Texts {
    /// Returns the text of a source as it was read, or why there is none.
    ///
    /// # Errors
    /// Where the file is gone, has changed or cannot be read.
    pub fn get(&self, store: &Store, record: &Record) -> Result<Arc<Text>, Missing> {
        match freshness(store, record) {
            Some(Stale::Gone) => return Err(Missing::Gone),
            Some(Stale::Changed) => return Err(Missing::Changed),
            None => {}
        }
        let id = &record.source.id;
        if let Some(text) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id) {
            return Ok(Arc::clone(text));
        }
        let text = Arc::new(Self::read(store, record)?);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(id.clone(), Arc::clone(&text));
        Ok(text)
    }

    fn read(store: &Store, record: &Record) -> Result<Text, Missing> {
        let path = store.on_disk(&record.source.path).ok_or(Missing::Gone)?;
        let bytes = std::fs::read(path).map_err(|_| Missing::Unreadable)?;
        let article = read::article(&record.source.path, &bytes).map_err(|_| Missing::Unreadable)?;
        Ok(Text { text: article.text, lines: article.lines })
    }
}

/// What a piece of a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Neither quoted nor a value.
    Plain,
    /// Part of the quote.
    Quote,
    /// The value itself.
    Value,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its text.
    pub text: String,
    /// What it is.
    pub role: Role,
}

/// One line of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub pieces: Vec<Piece>,
}

/// Returns the lines on which a claim stands, and `around` lines before and after them.
pub fn lines(text: &Text, claim: &Claim, around: usize) -> Vec<Line> {
    let at = claim.evidence.span();
    let value = claim.statement.quantity().map(|value| Range::from(value.span())).unwrap_or(0..0);
    let first = text.lines.line(at.start);
    let last = text.lines.line(at.end.saturating_sub(1).max(at.start));
    // A quote may run over very many lines; those around its value are the ones that matter.
    let last = last.min(first + 12);
    let shown = first.saturating_sub(around).max(1)..=(last + around).min(text.lines.len());
    let head = header(text, claim, first).filter(|head| !shown.contains(head));
    head.into_iter()
        .chain(shown)
        .filter_map(|number| {
            let span = text.lines.span(&text.text, number)?;
            let pieces = pieces(&text.text, span.into(), &at.into(), &value);
            Some(Line { number, pieces })
        })
        .collect()
}

/// Rows above a claim's among which the head of its table is looked for.
const ROWS: usize = 2_000;

/// Returns the first line of the table that a claim stands in: a figure means little without its column's name.
fn header(text: &Text, claim: &Claim, row: usize) -> Option<usize> {
    if !claim.rule.starts_with("table/") {
        return None;
    }
    let holds = |number: usize| {
        let line = text.lines.span(&text.text, number).and_then(|span| span.of(&text.text)).unwrap_or_default();
        // The rows of HTML tables are no lines.
        !line.trim().is_empty() && !line.trim_start().starts_with('<')
    };
    (row.saturating_sub(ROWS).max(1)..row).rev().take_while(|number| holds(*number)).last()
}

/// Cuts one line where the quote and the value begin and end, and shortens what is far from both.
fn pieces(text: &str, line: Range<usize>, quote: &Range<usize>, value: &Range<usize>) -> Vec<Piece> {
    let mut cuts = vec![line.start, line.end, quote.start, quote.end, value.start, value.end];
    cuts.retain(|cut| line.start <= *cut && *cut <= line.end && text.is_char_boundary(*cut));
    cuts.sort_unstable();
    cuts.dedup();
    let within = |at: usize, range: &Range<usize>| range.start <= at && at < range.end;
    let mut pieces: Vec<Piece> = cuts
        .windows(2)
        .filter_map(|cut| {
            let text = text.get(cut[0]..cut[1])?.to_owned();
            let role = match (within(cut[0], value), within(cut[0], quote)) {
                (true, _) => Role::Value,
                (false, true) => Role::Quote,
                _ => Role::Plain,
            };
            Some(Piece { text, role })
        })
        .collect();
    let last = pieces.len().saturating_sub(1);
    for (at, piece) in pieces.iter_mut().enumerate() {
        piece.text = shortened(&piece.text, at > 0, at < last);
    }
    pieces
}

/// Returns a text with its far parts left out: the end is kept before a mark, the beginning behind one.
pub fn shortened(text: &str, after_mark: bool, before_mark: bool) -> String {
    let keep = BESIDE * if after_mark == before_mark { 1 } else { 2 };
    let (head, tail) = match (after_mark, before_mark) {
        (false, true) => (0, keep),
        (true, false) => (keep, 0),
        _ => (keep, keep),
    };
    // Bytes are no fewer than letters: short texts are not counted.
    if text.len() <= head + tail || text.chars().count() <= head + tail {
        return text.to_owned();
    }
    let front: String = text.chars().take(head).collect();
    let start = text.char_indices().rev().take(tail).last().map_or(text.len(), |(at, _)| at);
    format!("{front} … {}", text.get(start..).unwrap_or_default())
}
