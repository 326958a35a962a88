//! Web pages: the article without what surrounds it, and what the page says about itself.

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use serde_json::Value;

use super::fragment::{self, attribute};
use super::language;
use super::metadata::{self, Metadata};
use super::outline::Outline;
use crate::claim::Name;
use crate::text::Span;

/// A page whose marked main part holds less text than this is read as a whole.
const LEAST: usize = 200;

/// Says whether `bytes` begin as a web page does.
pub fn looks_like(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(256)]).to_ascii_lowercase();
    let head = head.trim_start_matches('\u{feff}').trim_start();
    head.starts_with("<!doctype html") || head.starts_with("<html")
}

/// Adds the blocks of the page at `body` of `source` to `outline`, and its metadata to `metadata`.
pub fn read(source: &str, body: Span, outline: &mut Outline, metadata: &mut Metadata) {
    let page = Page::of(body.of(source).unwrap_or_default());
    *metadata = page.metadata();
    for main in ["main", "article"] {
        if !page.elements.iter().any(|element| element == main) {
            continue;
        }
        let mut found = Outline::default();
        fragment::read_within(source, body, main, &mut found);
        if found.text_len() >= LEAST {
            *outline = found;
            return;
        }
    }
    fragment::read(source, body, outline);
}

/// What the head of a page says.
#[derive(Debug, Default)]
struct Page {
    title: Option<String>,
    lang: Option<String>,
    canonical: Option<String>,
    /// `<meta>`: name or property in lower case, content.
    metas: Vec<(String, String)>,
    /// Objects of the page's JSON-LD.
    linked: Vec<Value>,
    /// The first `<time datetime>`.
    time: Option<String>,
    /// Elements that mark the main part, as they stand in the page.
    elements: Vec<String>,
}

impl Page {
    fn of(html: &str) -> Page {
        let mut page = Page::default();
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        let mut inside = "";
        for token in Tokenizer::new_with_emitter(html, emitter) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => inside = page.open(&tag),
                Token::String(text) if !inside.is_empty() => {
                    let text = String::from_utf8_lossy(&text);
                    match inside {
                        "title" if page.title.is_none() => page.title = Some(text.trim().to_owned()),
                        "json" => page.linked.extend(serde_json::from_str::<Value>(&text)),
                        _ => {}
                    }
                }
                Token::EndTag(_) => inside = "",
                _ => {}
            }
        }
        page
    }

    /// Takes in a tag; answers what its text is: `title`, `json` or nothing.
    fn open(&mut self, tag: &StartTag<usize>) -> &'static str {
        match &**tag.name {
            b"html" => self.lang = self.lang.take().or_else(|| attribute(tag, "lang")),
            b"title" => return "title",
            b"meta" => {
                let name = attribute(tag, "property")
                    .or_else(|| attribute(tag, "name"))
                    .or_else(|| attribute(tag, "itemprop"));
                if let (Some(name), Some(content)) = (name, attribute(tag, "content")) {
                    self.metas.push((name.to_ascii_lowercase(), content.trim().to_owned()));
                }
            }
            b"link" if attribute(tag, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical")) => {
                self.canonical = self.canonical.take().or_else(|| attribute(tag, "href"));
            }
            b"script" if attribute(tag, "type").is_some_and(|kind| kind.contains("ld+json")) => return "json",
            b"time" => self.time = self.time.take().or_else(|| attribute(tag, "datetime")),
            b"main" => self.elements.push("main".to_owned()),
            b"article" => self.elements.push("article".to_owned()),
            _ => {}
        }
        ""
    }

    fn meta(&self, names: &[&str]) -> Option<&str> {
        let of = |name: &&str| self.metas.iter().find(|(known, value)| known == name && !value.is_empty());
        names.iter().find_map(of).map(|(_, value)| value.as_str())
    }

    /// Returns the first value of `key` in the linked data, at any depth but within `within`.
    fn linked(&self, key: &str) -> Option<&str> {
        self.linked.iter().find_map(|value| find(value, key, 0))
    }

    fn metadata(&self) -> Metadata {
        let title = self.meta(&["og:title", "twitter:title", "citation_title", "dc.title"]).or(self.linked("headline"));
        let title = title.or(self.title.as_deref()).filter(|title| !title.is_empty());
        let publisher = self.meta(&["og:site_name", "citation_publisher", "dc.publisher", "application-name"]);
        let publisher = publisher.or(self.linked("publisher")).or(self.meta(&["author", "article:author", "byl"]));
        let dates = [
            "article:published_time",
            "og:published_time",
            "datepublished",
            "citation_publication_date",
            "citation_date",
            "pubdate",
            "publishdate",
            "date",
            "dc.date",
            "dc.date.issued",
        ];
        let changes = ["article:modified_time", "og:updated_time", "datemodified", "last-modified", "dc.date.modified"];
        let published = self.meta(&dates).or(self.linked("datePublished")).or(self.time.as_deref());
        let changed = self.meta(&changes).or(self.linked("dateModified"));
        let is_url = |url: &&str| url.starts_with("http");
        let url =
            self.canonical.as_deref().filter(is_url).or(self.meta(&["og:url", "citation_public_url"]).filter(is_url));
        let lang = self.lang.as_deref().or(self.meta(&["og:locale", "language"]));
        Metadata {
            title: title.map(Name::from),
            publisher: publisher.filter(|name| !name.starts_with("http")).map(Name::from),
            url: url.map(Name::from),
            date: [published, changed].into_iter().flatten().filter_map(metadata::date).max(),
            lang: lang.and_then(language::tag).map(Name::from),
        }
    }
}

/// Looks for `key` in an object, its `name` where the value is an object itself.
fn find<'a>(value: &'a Value, key: &str, depth: usize) -> Option<&'a str> {
    if depth > 4 {
        return None;
    }
    match value {
        Value::Object(map) => {
            let own = map.get(key).and_then(|found| match found {
                Value::String(text) => Some(text.as_str()),
                Value::Object(map) => map.get("name").and_then(Value::as_str),
                _ => None,
            });
            own.or_else(|| map.values().find_map(|value| find(value, key, depth + 1)))
        }
        Value::Array(values) => values.iter().find_map(|value| find(value, key, depth + 1)),
        _ => None,
    }
}
