//! Fenced and indented blocks: source code gives no claims, but a table or a list of figures in
//! a fence is read.

use super::outline::{Outline, Piece};
use super::tabular;
use super::text::item_mark;
use crate::text::{Mapped, Span};

/// Adds the block of preformatted `text`; `language` is what the fence says it is.
pub fn read(text: Mapped, language: &str, span: Span, outline: &mut Outline) {
    let lines = tabular::lines(text.as_str());
    let mut at = 0;
    let mut found = false;
    // Text between tables is kept back until it is known what it is.
    let mut between: Vec<Span> = Vec::new();
    while at < lines.len() {
        let start = lines[at].of(text.as_str()).unwrap_or_default().trim();
        let table = if start.is_empty() { None } else { tabular::table(&text, &lines[at..]) };
        let Some((table, count)) = table.filter(|_| !is_source(language)) else {
            between.push(lines[at]);
            at += 1;
            continue;
        };
        figures(&text, &std::mem::take(&mut between), outline);
        let rows = lines[at].join(lines[at + count - 1]);
        outline.table(table, tabular::trimmed_source(&text, rows));
        found = true;
        at += count;
    }
    if found {
        figures(&text, &between, outline);
    } else if is_source(language) || !figures(&text, &between, outline) {
        outline.code(text, span);
    }
}

/// Says whether a fence names a programming language; one that names none, or says that it is
/// plain text or a table, may hold anything.
fn is_source(language: &str) -> bool {
    let name = language.split([' ', '{', ',']).next().unwrap_or_default().to_ascii_lowercase();
    !matches!(
        name.as_str(),
        "" | "text"
            | "txt"
            | "plain"
            | "plaintext"
            | "md"
            | "markdown"
            | "csv"
            | "tsv"
            | "table"
            | "console"
            | "output"
    )
}

/// Adds lines that read as a list of figures or as sentences, one paragraph each; answers whether
/// they did.
fn figures(text: &Mapped, lines: &[Span], outline: &mut Outline) -> bool {
    let filled: Vec<&Span> = lines.iter().filter(|span| !line(text, span).is_empty()).collect();
    if filled.is_empty() || filled.len() > 200 || !filled.iter().all(|span| reads_as_prose(line(text, span))) {
        return false;
    }
    let depth = |span: &Span| item_mark(line(text, span)).map(|(mark, _)| mark);
    for span in filled {
        let part = text.part(*span).trimmed();
        let source = tabular::trimmed_source(text, *span);
        match depth(span) {
            Some(mark) => outline.item(1, Piece::from(part.part(Span::new(mark, part.len()))), None, source),
            None => outline.paragraph(Piece::from(part), None, source),
        };
    }
    true
}

fn line<'a>(text: &'a Mapped, span: &Span) -> &'a str {
    span.of(text.as_str()).unwrap_or_default().trim()
}

/// Says whether a line is a sentence or "name: figure unit" rather than code, a command or a log.
fn reads_as_prose(line: &str) -> bool {
    const CODE: &[char] = &['{', '}', '=', '$', '\\', '<', '>', '`', '#', '@', '_', '|', '&', '^', '"', '\''];
    let code = line.contains(CODE)
        || line.contains("--")
        || line.contains("()")
        || line.contains("://")
        || line.ends_with(';');
    let words = line.split_whitespace().count();
    let path = line
        .split_whitespace()
        .any(|word| word.len() > 1 && word.starts_with(['/', '.', '~', '-']) && !word.starts_with("-1"));
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let figure = line.contains(|c: char| c.is_ascii_digit()) && line.contains([':', '\u{ff1a}', '~', '\u{2248}']);
    let sentence = words >= 4 || line.chars().any(super::language::is_han);
    !code && !path && letters >= 2 && (figure || sentence)
}
