//! Tables that hold sentences: a label on the left, what is to be said of it on the right.
//!
//! Nothing in such a table is a figure under a head. Its rows are read as the items of a list,
//! "label: text", and lists within a cell as items below them.

use super::text::item_mark;
use super::{Row, Table};
use crate::text::{Mapped, Span};

/// A label of more words than this is a sentence.
const LONGEST_LABEL: usize = 6;
/// A text of fewer words than this may be the value of a label.
const SHORTEST_TEXT: usize = 8;

/// One item: its depth below the list's own, from 0, its text, and the source bytes of its row.
pub(super) type Spoken = (u8, Mapped, Span);

/// Returns the items of a table of two columns whose right one holds sentences, most of them whole ones.
pub(super) fn items(table: &Table) -> Option<Vec<Spoken>> {
    let pairs = table.rows.iter().map(pair).collect::<Option<Vec<_>>>()?;
    let labelled = pairs.iter().all(|(label, _)| words(label.as_str()) <= LONGEST_LABEL);
    let long = pairs.iter().filter(|(_, text)| words(text.as_str()) >= SHORTEST_TEXT).count();
    if !labelled || pairs.len() < 2 || long * 2 < pairs.len() {
        return None;
    }
    let mut items = Vec::new();
    for (row, (label, text)) in table.rows.iter().zip(pairs) {
        let mut parts = parts(text).into_iter();
        let mut head = label.clone();
        if let Some(first) = parts.next().filter(|first| !first.is_empty()) {
            let after = Span::new(label.source().end, label.source().end);
            head.push_replaced(if label.as_str().ends_with([':', '\u{ff1a}']) { " " } else { ": " }, after);
            head.push(&first);
        }
        items.push((0, head, row.span));
        items.extend(parts.map(|part| (1, part, row.span)));
    }
    Some(items)
}

/// Returns the two cells of a row, if both hold something and neither is merged.
fn pair(row: &Row) -> Option<(&Mapped, &Mapped)> {
    match row.cells.as_slice() {
        [label, text] if !text.repeated && !label.repeated && !label.text.is_empty() && !text.text.is_empty() => {
            Some((&label.text, &text.text))
        }
        _ => None,
    }
}

/// Counts words; of letters that stand without spaces two make one.
fn words(text: &str) -> usize {
    let wide = text.chars().filter(|c| c.is_alphabetic() && *c >= '\u{2e80}').count();
    wide / 2 + text.split_whitespace().filter(|word| word.starts_with(|c: char| c < '\u{2e80}')).count()
}

/// Cuts a text before each of its lines that begins as an item does; other lines stay together.
fn parts(text: &Mapped) -> Vec<Mapped> {
    let mut parts = vec![Mapped::default()];
    let mut start = 0;
    for line in text.as_str().split('\n') {
        let span = Span::new(start, start + line.len());
        start = span.end + 1;
        let behind = after_marker(line);
        let part = text.part(Span::new(span.end - behind.unwrap_or(line).len(), span.end));
        match parts.last_mut() {
            Some(last) if behind.is_none() => {
                let at = last.source().end;
                last.push_replaced(if last.is_empty() { "" } else { " " }, Span::new(at, at));
                last.push(&part);
            }
            _ => parts.push(part),
        }
    }
    parts
}

/// Returns what follows the mark of an item at the start of a line.
pub(super) fn after_marker(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let (mark, _) = item_mark(line)?;
    line.get(mark..).map(str::trim_start).filter(|rest| !rest.is_empty())
}
