//! Tables of Markdown right below a line of text. Markdown takes them for more of that line; pages are scraped without the
//! blank line that would part them, and their readers see a table.

use crate::text::Span;

/// Cuts a text before each table that begins right below a line of text; one part where there is none.
///
/// The parts are read one after another, and cover the text.
pub(super) fn parts(text: &str) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut start = 0;
    if ["|-", "| -", "|:", "| :", "-|", "- |"].iter().any(|rule| text.contains(rule)) {
        let (mut at, mut fenced) = (0, false);
        // Where the line before begins, and whether the one before that is text.
        let (mut head, mut below) = (None, false);
        for line in text.split_inclusive('\n') {
            let trimmed = line.trim();
            fenced ^= trimmed.starts_with("```") || trimmed.starts_with("~~~");
            if let Some(cut) = head.filter(|_| below && !fenced && is_rule(trimmed)) {
                parts.push(Span::new(start, cut));
                start = cut;
            }
            let row = line.starts_with('|') || line.contains(" | ");
            below = row && at > 0 && !is_apart(text, at);
            head = row.then_some(at);
            at += line.len();
        }
    }
    parts.push(Span::new(start, text.len()));
    parts
}

/// Says whether the line that ends before the byte `at` is blank or the row of a table.
fn is_apart(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end_matches(['\n', '\r']);
    let breaks = text.get(before.len()..at).unwrap_or_default().matches('\n').count();
    let line = before.rsplit('\n').next().unwrap_or_default().trim();
    breaks != 1 || line.is_empty() || line.starts_with(['|', '>', '<']) || line.contains(" | ")
}

/// Says whether a line draws the rule below the head of a table: "|---|:-:|".
fn is_rule(line: &str) -> bool {
    line.contains('|') && line.contains("--") && line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '))
}
