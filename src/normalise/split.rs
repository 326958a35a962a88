//! Cuts folded text where sentences end, in either language.

use crate::read::text::item_mark;
use crate::text::Span;
use crate::vocab::layout::CLAUSES;

/// Text without a sentence end is cut here at the latest, so that what follows stays linear.
const LONGEST: usize = 2048;

/// Returns the sentences of folded `text` as spans without white space at their ends; the mark of a
/// list item ("1.", "-") is no part of the sentence.
pub fn sentences(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut start = 0;
    let mut line_start = true;
    for end in ends(text) {
        push(text, start, end, line_start, &mut spans);
        line_start = text[..end].ends_with('\n');
        start = end;
    }
    push(text, start, text.len(), line_start, &mut spans);
    spans
}

fn push(text: &str, start: usize, end: usize, line_start: bool, spans: &mut Vec<Span>) {
    let mut part = &text[start..end];
    let mut from = start + (part.len() - part.trim_start().len());
    part = part.trim();
    if line_start && let Some((mark, _)) = item_mark(part) {
        let rest = &part[mark..];
        from += part.len() - rest.trim_start().len();
        part = rest.trim_start();
    }
    if part.chars().any(char::is_alphanumeric) {
        spans.push(Span::new(from, from + part.len()));
    }
}

/// Returns the bytes after which sentences end.
fn ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut depth: usize = 0;
    let mut start = 0;
    let mut cut = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = at + c.len_utf8();
        let ends_here = match c {
            '(' | '[' => {
                depth += 1;
                false
            }
            ')' | ']' => {
                depth = depth.saturating_sub(1);
                false
            }
            '\n' | '\u{3002}' | '\u{ff01}' | '\u{ff1f}' => true,
            '\u{2026}' => chars.peek().is_none_or(|(_, c)| *c != '\u{2026}'),
            '!' | '?' => !chars.peek().is_some_and(|(_, c)| c.is_ascii_alphanumeric() || matches!(c, '=' | '!' | '?')),
            ';' => depth == 0,
            '.' => is_full_stop(&text[start..at], &text[next..]),
            _ => false,
        };
        if matches!(c, '\u{ff0c}' | ',' | ' ' | '\u{3001}' | ':') {
            cut = Some(next);
        }
        if !ends_here {
            if next - start > LONGEST {
                let end = cut.filter(|&cut| cut > start).unwrap_or(next);
                ends.push(end);
                (start, cut) = (end, None);
            }
            continue;
        }
        let mut end = next;
        // Closing quotes and brackets belong to the sentence they close.
        while let Some(&(closer_at, closer)) = chars.peek()
            && c != '\n'
            && matches!(closer, '\u{201d}' | '\u{2019}' | '"' | '\u{300d}' | '\u{300f}' | ')' | ']' | '\'')
        {
            depth = depth.saturating_sub(usize::from(matches!(closer, ')' | ']')));
            end = closer_at + closer.len_utf8();
            chars.next();
        }
        ends.push(end);
        (start, cut) = (end, None);
        if c == '\n' {
            depth = 0;
        }
    }
    ends
}

/// Says whether a full stop between `before` (from the sentence's start on) and `after` ends a
/// sentence: not in "3.5", "e.g. ", "v1.2", "nvidia.com", nor after a list number.
fn is_full_stop(before: &str, after: &str) -> bool {
    let after = behind_marks(after);
    let Some(next) = after.chars().next() else { return true };
    let Some(last) = before.chars().next_back() else { return false };
    if next.is_whitespace() || matches!(next, '"' | '\'' | ')' | ']' | '\u{201d}') {
        let follows = after.trim_start_matches(|c: char| !c.is_alphanumeric());
        // "vLLM", "xAI": names that begin small.
        // "v5e-32", "p5.48xlarge": so do some with a digit.
        let name = follows.as_bytes().get(1).is_some_and(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && follows.as_bytes().get(2).is_some_and(u8::is_ascii_alphanumeric);
        let goes_on = follows.starts_with(|c: char| c.is_ascii_lowercase()) && !name && !matches!(next, '\n');
        return !goes_on && !is_abbreviation(before) && !is_list_number(before);
    }
    if !next.is_ascii() {
        return !is_list_number(before) && (last.is_alphanumeric() || matches!(last, ')' | '%' | '"'));
    }
    // "bandwidth.The next": the space was lost.
    let word = before.len() - before.trim_end_matches(|c: char| c.is_ascii_lowercase()).len();
    let capital = next.is_ascii_uppercase() && after.chars().nth(1).is_some_and(|c| c.is_ascii_lowercase() || c == ' ');
    word >= 4 && capital && !is_name(after)
}

/// Returns the text behind the marks of references that touch a full stop: "on one device.[3] The".
fn behind_marks(after: &str) -> &str {
    let mut rest = after;
    while let Some((mark, behind)) = rest.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        if mark.is_empty() || mark.len() > 3 || !mark.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        rest = behind;
    }
    rest
}

/// Says whether what follows a full stop without space is the rest of a file or host name.
fn is_name(after: &str) -> bool {
    let word = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
    after[word..].starts_with(['.', '/', '_', '(', '='])
}

fn is_list_number(before: &str) -> bool {
    let bare = before.trim();
    !bare.is_empty() && bare.len() <= 2 && bare.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_abbreviation(before: &str) -> bool {
    let word = &before[before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '.').len()..];
    if word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_uppercase()) {
        // An initial ("J. Smith"), but not a model's letter that closes a sentence ("plan B.").
        let head = &before[..before.len() - 1];
        let unit = head.trim_end().ends_with(|c: char| c.is_ascii_digit() || c == '/');
        return head.is_empty() || head.ends_with(' ') && before.len() < 40 && !unit;
    }
    let lower = word.to_ascii_lowercase();
    CLAUSES.abbreviations.binary_search_by(|entry| entry.as_str().cmp(&lower)).is_ok()
        || CLAUSES.abbreviations.contains(&lower)
}
