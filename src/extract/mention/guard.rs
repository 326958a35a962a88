//! What surrounds a word: is it a word of its own, or part of an address, a path or an identifier?

use crate::text::Span;

/// Endings of file names; a word with one is no mention of a device.
const FILE_ENDINGS: &[&str] = &[
    ".md", ".html", ".htm", ".pdf", ".py", ".sh", ".json", ".yaml", ".yml", ".csv", ".txt", ".png", ".jpg", ".jpeg",
    ".svg", ".gif", ".webp", ".rst", ".toml", ".cc", ".cpp", ".cu", ".ipynb", ".zip", ".gz",
];

/// Returns the parts of `text` that are addresses, paths, flags or file names.
pub fn addresses(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut start = None;
    // Every address has one of these in it, but for flags.
    let mut marked = false;
    for (at, byte) in text.bytes().chain(std::iter::once(b' ')).enumerate() {
        if is_token(byte) {
            start.get_or_insert(at);
            marked |= matches!(byte, b'/' | b'.');
        } else if let Some(start) = start.take() {
            if !std::mem::take(&mut marked) && !text[start..at].starts_with("--") {
                continue;
            }
            let token = text[start..at].trim_end_matches(['.', ',', ':']);
            if is_address(token) {
                found.push(Span::new(start, start + token.len()));
            }
        }
    }
    found
}

fn is_token(byte: u8) -> bool {
    matches!(
        byte,
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9'
            | b'.' | b'_' | b'/' | b'~' | b':' | b'?' | b'=' | b'&' | b'%' | b'#' | b'@' | b'+' | b'-'
    )
}

fn is_address(token: &str) -> bool {
    let plain = token.contains("://") || token.starts_with("www.") || token.starts_with("--");
    let path = ["/", "./", "../", "~/"].iter().any(|head| token.starts_with(head))
        && token.len() > 2
        && token[1..].contains('/');
    let host = token.split_once('/').is_some_and(|(host, _)| {
        [".com", ".org", ".io", ".cn", ".net", ".ai", ".dev", ".edu"].iter().any(|end| host.ends_with(end))
    });
    plain || path || host || FILE_ENDINGS.iter().any(|end| token.ends_with(end) && token.len() > end.len())
}

/// Says whether the word at `span` is part of an identifier (`a100_config`, `model.v100`).
pub fn in_identifier(text: &str, span: Span) -> bool {
    let bytes = text.as_bytes();
    let before = span.start.checked_sub(1).map(|at| bytes[at]);
    let after = bytes.get(span.end).copied();
    before == Some(b'_') || after == Some(b'_') || before == Some(b'@')
}

/// Returns what stands right before `at`, without blanks.
pub fn before(text: &str, at: usize) -> &str {
    text[..at].trim_end_matches([' ', '\u{a0}'])
}

/// Returns what stands right after `at`, without blanks.
pub fn after(text: &str, at: usize) -> &str {
    text[at..].trim_start_matches([' ', '\u{a0}'])
}

/// Says whether `text` begins with the word `word`, in either case and not as the start of a longer one.
pub fn begins_with(text: &str, word: &str) -> bool {
    let Some(head) = text.get(..word.len()) else { return false };
    head.eq_ignore_ascii_case(word) && !joined(head.chars().next_back(), text[word.len()..].chars().next())
}

/// Says whether `text` ends with the word `word`, in either case and not as the end of a longer one.
pub fn ends_with(text: &str, word: &str) -> bool {
    let Some(at) = text.len().checked_sub(word.len()) else { return false };
    let Some(tail) = text.get(at..) else { return false };
    tail.eq_ignore_ascii_case(word) && !joined(text[..at].chars().next_back(), tail.chars().next())
}

/// Says whether two characters side by side belong to one run of ASCII letters and digits.
fn joined(left: Option<char>, right: Option<char>) -> bool {
    let inner = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    inner(left) && inner(right)
}
