//! Comments of a source: what its author wrote for tools and not for readers.
//!
//! `<!-- … -->` counts wherever the format has it: in Markdown not within code, so that a page
//! may show how a comment is written. In reStructuredText a line `.. word: …` is one.

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::{Article, Format};
use crate::text::Span;

const OPEN: &str = "<!--";
const CLOSE: &str = "-->";

/// Returns what stands within each comment of `article`, in order of place.
pub fn comments(article: &Article) -> Vec<Span> {
    let text = &*article.text;
    if &*article.encoding == "pdf" {
        return Vec::new();
    }
    match Format::of(&article.source.path, text.as_bytes()) {
        Format::Markdown => markdown(text),
        Format::Rst => rst(text),
        Format::Text if super::text::is_markdown(text) => markdown(text),
        Format::Html | Format::Csv { .. } | Format::Text => within(text, Span::new(0, text.len())),
    }
}

fn markdown(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut read_to = 0;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let html = matches!(event, Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) | Event::Html(_));
        if html && range.start >= read_to {
            read_to = range.end;
            found.extend(within(text, range.into()));
        }
    }
    found
}

fn within(text: &str, place: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = place.start;
    while let Some(rest) = text.get(at..place.end)
        && let Some(open) = rest.find(OPEN)
    {
        let start = at + open + OPEN.len();
        // A comment that is never closed goes on to the end and says nothing.
        let Some(length) = text.get(start..place.end).and_then(|rest| rest.find(CLOSE)) else { break };
        found.push(Span::new(start, start + length));
        at = start + length + CLOSE.len();
    }
    found
}

fn rst(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(said) = line.trim_start().strip_prefix(".. ") {
            let start = at + line.len() - said.len();
            found.push(Span::new(start, start + said.trim_end().len()));
        }
        at += line.len();
    }
    found
}
