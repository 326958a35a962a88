//! Brackets in a text.

use crate::text::Span;

/// Returns the outermost brackets of `text`, brackets included, in order; a bracket that is never closed is none.
pub fn brackets(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, ch) in text.char_indices() {
        match ch {
            '(' | '[' | '（' | '【' => open.push(at),
            ')' | ']' | '）' | '】' => {
                if let Some(start) = open.pop()
                    && open.is_empty()
                {
                    found.push(Span::new(start, at + ch.len_utf8()));
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns what stands within the brackets at `span` of `text`.
pub fn inside(text: &str, span: Span) -> Span {
    let Some(part) = span.of(text) else { return span };
    let first = part.chars().next().map_or(0, char::len_utf8);
    let last = part.chars().next_back().map_or(0, char::len_utf8);
    if part.len() < first + last { span } else { Span::new(span.start + first, span.end - last) }
}

/// Returns the parts of `text` outside `brackets`, in order.
pub fn outside(text: &str, brackets: &[Span]) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut at = 0;
    for bracket in brackets {
        if at < bracket.start {
            parts.push(Span::new(at, bracket.start));
        }
        at = bracket.end;
    }
    if at < text.len() {
        parts.push(Span::new(at, text.len()));
    }
    parts
}
