//! Title, publisher, address, date and language: from front matter, or from the text itself.
//!
//! Front matter is read line by line rather than as strict YAML or TOML: scraped files break the
//! rules ("title: A: B"), and the five facts wanted here are plain `key: value` lines in all of
//! `---`, `+++` and `<!--yml … -->`.

use std::sync::LazyLock;

use regex::Regex;

use super::language;
use super::{Block, BlockKind};
use crate::claim::Name;
use crate::text::Span;
use crate::vocab::layout::{LAYOUT, MetadataKeys};

/// What is known about an article apart from its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Title.
    pub title: Option<Name>,
    /// Publisher or author.
    pub publisher: Option<Name>,
    /// Address.
    pub url: Option<Name>,
    /// ISO date or a prefix of one.
    pub date: Option<Name>,
    /// `en`, `zh-Hans`, `zh-Hant` or `mixed`.
    pub lang: Option<Name>,
}

/// Front matter longer than this is none.
const LONGEST: usize = 20_000;

/// Returns the front matter of `text` and the span of what follows it.
pub fn front_matter(text: &str) -> (Metadata, Span) {
    let start = text.len() - text.trim_start_matches(['\u{feff}', '\n', '\r', ' ', '\t']).len();
    let whole = Span::new(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }, text.len());
    let head = &text[start..];
    let fence = [("---", "---"), ("+++", "+++"), ("<!--yml", "-->"), ("<!--yaml", "-->"), ("<!-- yaml", "-->")];
    let Some((open, close)) = fence.into_iter().find(|(open, _)| head.starts_with(open)) else {
        return (Metadata::default(), whole);
    };
    let first_line = head.find('\n').map_or(head.len(), |at| at + 1);
    if open.len() == 3 && head[..first_line].trim_end() != open {
        return (Metadata::default(), whole);
    }
    let Some((inner, end)) = enclosed(head, first_line, close) else { return (Metadata::default(), whole) };
    let pairs = pairs(inner);
    if pairs.is_empty() {
        return (Metadata::default(), whole);
    }
    (from_pairs(&pairs, &LAYOUT.metadata), Span::new(start + end, text.len()))
}

/// Returns the lines between the fences and the byte after the closing one.
fn enclosed<'a>(head: &'a str, first_line: usize, close: &str) -> Option<(&'a str, usize)> {
    let mut at = first_line;
    for line in head[first_line..].split_inclusive('\n') {
        if at > LONGEST {
            return None;
        }
        let bare = line.trim();
        if bare == close || (close == "---" && bare == "...") {
            return Some((&head[first_line..at], at + line.len()));
        }
        at += line.len();
    }
    None
}

/// Returns the `key: value` and `key = value` lines, keys in lower case; the first item of a list
/// and the first line of a block stand for the whole.
fn pairs(inner: &str) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for line in inner.lines() {
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with('#') || bare.starts_with('[') && bare.ends_with(']') {
            continue;
        }
        if let Some(last) = pairs.last_mut()
            && (line.starts_with([' ', '\t']) || bare.starts_with("- "))
            && matches!(last.1.as_str(), "" | ">" | "|" | ">-" | "|-")
        {
            let item = bare.trim_start_matches("- ");
            let item = item.strip_prefix("name:").unwrap_or(item);
            last.1 = unquote(item);
            continue;
        }
        let Some(at) = bare.find([':', '=', '\u{ff1a}']) else { continue };
        let separator = bare[at..].chars().next().map_or(1, char::len_utf8);
        let key = bare[..at].trim().trim_matches('"').to_lowercase();
        if key.is_empty() || key.contains(char::is_whitespace) {
            continue;
        }
        pairs.push((key, unquote(bare[at + separator..].trim())));
    }
    pairs
}

/// Takes quotes, list brackets and a trailing comment away.
fn unquote(value: &str) -> String {
    let value = value.trim();
    let value = value
        .strip_prefix('[')
        .and_then(|v| v.strip_suffix(']'))
        .map_or(value, |list| list.split(',').next().unwrap_or_default().trim());
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote)
            && let Some(end) = rest.rfind(quote)
        {
            return rest[..end].replace("\\\"", "\"").replace("''", "'");
        }
    }
    value.split(" #").next().unwrap_or_default().trim().to_owned()
}

fn from_pairs(pairs: &[(String, String)], keys: &MetadataKeys) -> Metadata {
    let value = |wanted: &[String], fits: &dyn Fn(&str) -> bool| {
        let values = wanted.iter().flat_map(|key| pairs.iter().filter(move |(k, _)| k == key));
        values.map(|(_, value)| value).find(|value| !value.is_empty() && fits(value)).cloned()
    };
    let is_url = |value: &str| value.starts_with("http://") || value.starts_with("https://");
    let dates = keys.date.iter().flat_map(|key| pairs.iter().filter(move |(k, _)| k == key));
    Metadata {
        title: value(&keys.title, &|_| true).map(Name::from),
        publisher: value(&keys.publisher, &|value| !is_url(value)).map(Name::from),
        url: value(&keys.url, &is_url).map(Name::from),
        // Of the day of publication and that of the last change, the later one: its figures are of that day.
        date: dates.filter_map(|(_, value)| date(value)).max(),
        lang: value(&keys.lang, &|value| language::tag(value).is_some())
            .and_then(|v| language::tag(&v))
            .map(Name::from),
    }
}

static DATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    // Year, then month, then day; the separators of both languages.
    Regex::new(r"^\D{0,3}((?:19|20)\d{2})(?:\s*[-/.\x{5e74}]\s*(\d{1,2})(?:\s*[-/.\x{6708}]\s*(\d{1,2}))?)?").ok()
});

/// Returns the ISO date, or the prefix of one, with which `written` begins.
pub fn date(written: &str) -> Option<Name> {
    if let Some(found) = DATE.as_ref().and_then(|date| date.captures(written)) {
        let part = |at: usize, most: u32| {
            let number = found.get(at)?.as_str().parse::<u32>().ok()?;
            (1..=most).contains(&number).then_some(number)
        };
        let mut iso = found[1].to_owned();
        if let Some(month) = part(2, 12) {
            iso += &format!("-{month:02}");
            if let Some(day) = part(3, 31) {
                iso += &format!("-{day:02}");
            }
        }
        return Some(iso.into());
    }
    super::date::in_words(written)
}

/// Returns the title that the text itself gives: the first heading, or the first line.
pub fn title(blocks: &[Block]) -> Option<Name> {
    let headings = || blocks.iter().filter(|block| matches!(block.kind, BlockKind::Heading(_)));
    let top = headings().take(3).find(|block| matches!(block.kind, BlockKind::Heading(1)));
    let first = blocks.iter().find(|block| !block.text.is_empty());
    let chosen = top.or_else(|| headings().next()).or(first)?;
    let line = chosen.text.as_str().lines().next().unwrap_or_default().trim();
    let short: String = line.chars().take(200).collect();
    (!short.is_empty()).then(|| short.into())
}

/// Returns the address that the article says it was taken from, in its first few blocks.
pub fn origin(blocks: &[Block], source: &str) -> Option<Name> {
    for block in blocks.iter().take(6) {
        let text = block.text.as_str().trim_start_matches(['>', ' ', '*']);
        let lower = text.chars().take(40).collect::<String>().to_lowercase();
        let leads = &LAYOUT.origin.leads;
        let Some(lead) = leads.iter().filter(|lead| lower.starts_with(lead.as_str())).max_by_key(|lead| lead.len())
        else {
            continue;
        };
        if !lower[lead.len()..].trim_start_matches('*').trim_start().starts_with([':', '\u{ff1a}']) {
            continue;
        }
        if let Some(url) = block.span.of(source).and_then(first_url) {
            return Some(url.into());
        }
    }
    None
}

fn first_url(text: &str) -> Option<&str> {
    let at = text.find("https://").or_else(|| text.find("http://"))?;
    let end = text[at..].find(|c: char| c.is_whitespace() || "])>\"'`<".contains(c) || !c.is_ascii());
    Some(&text[at..end.map_or(text.len(), |end| at + end)])
}

/// Returns the host of `url` without `www.`.
pub fn host(url: &str) -> Option<Name> {
    let rest = url.split_once("://")?.1;
    let host = rest.split(['/', '?', '#', ':']).next()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    (host.contains('.')).then(|| host.into())
}
