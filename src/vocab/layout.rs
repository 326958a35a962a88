//! The words of layout and of sentences: `layout.toml` and `clauses.toml`.
//!
//! Readers know by them what a front matter key, a caption, a chapter mark or a piece of page
//! furniture is; sentences are cut by them. They describe documents, not a field of knowledge,
//! so a user's folder does not replace them.

use std::sync::LazyLock;

use serde::Deserialize;

/// The layout words that are built in.
///
/// The suite loads both files, so the fallback to no words at all is never taken.
pub static LAYOUT: LazyLock<Layout> = LazyLock::new(|| parse(LAYOUT_TEXT).unwrap_or_default());

/// The clause words that are built in.
pub static CLAUSES: LazyLock<Clauses> = LazyLock::new(|| parse(CLAUSES_TEXT).unwrap_or_default());

const LAYOUT_TEXT: &str = include_str!("layout.toml");
const CLAUSES_TEXT: &str = include_str!("clauses.toml");

/// What `layout.toml` holds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Front matter keys.
    pub metadata: MetadataKeys,
    /// How an article says its date in its own text.
    pub dateline: DatelineWords,
    /// Lines that name the address an article was taken from.
    pub origin: Leads,
    /// Captions of tables.
    pub caption: Leads,
    /// Chapter marks of plain text.
    pub chapter: Chapter,
    /// Notes without a mark.
    pub note: Leads,
    /// Elements of a web page that are no part of its article.
    pub page: PageParts,
}

/// Keys by which front matter names a fact, in order of preference.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetadataKeys {
    /// Title.
    pub title: Vec<String>,
    /// Publisher or author.
    pub publisher: Vec<String>,
    /// Address.
    pub url: Vec<String>,
    /// Date.
    pub date: Vec<String>,
    /// Language.
    pub lang: Vec<String>,
}

/// Words of a line that says when an article was written; all lower case.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatelineWords {
    /// The twelve months, from the first.
    pub months: Vec<String>,
    /// The days of the week.
    pub weekdays: Vec<String>,
    /// Words right before the date.
    pub leads: Vec<String>,
    /// Those of them that count at the foot of a page too.
    pub foot: Vec<String>,
    /// What may stand between such a word and the date.
    pub joins: Vec<String>,
    /// Words with which a byline begins.
    pub by: Vec<String>,
    /// Words with which it goes on behind the date.
    pub after: Vec<String>,
}

/// Words that a line begins with.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leads {
    /// Lower case.
    pub leads: Vec<String>,
}

/// How plain text marks its parts.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// What stands before the number.
    pub before: Vec<String>,
    /// What stands after it.
    pub after: Vec<String>,
    /// Words before the number in languages that write it last; lower case.
    pub leads: Vec<String>,
}

/// Words in the class or id of an element.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageParts {
    /// The element is no part of the article.
    pub skip: Vec<String>,
    /// It is one all the same.
    pub keep: Vec<String>,
}

/// What `clauses.toml` holds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clauses {
    /// Abbreviations whose full stop ends no sentence; lower case.
    pub abbreviations: Vec<String>,
    /// Words that open a clause.
    pub openers: Openers,
}

/// Words that open a clause, by language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openers {
    /// English, between white space; lower case.
    pub en: Vec<String>,
    /// Chinese, after a comma or between words.
    pub zh: Vec<String>,
    /// Chinese words that join two clauses without a comma, before a name in Latin letters …
    pub zh_joins: Vec<String>,
    /// … or before these.
    pub zh_joins_before: Vec<String>,
}

fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
    toml::from_str(text).ok()
}

/// Says what is wrong with the two files, if anything is.
pub fn check() -> Vec<String> {
    let layout = toml::from_str::<Layout>(LAYOUT_TEXT).err().map(|error| format!("layout.toml: {error}"));
    let clauses = toml::from_str::<Clauses>(CLAUSES_TEXT).err().map(|error| format!("clauses.toml: {error}"));
    layout.into_iter().chain(clauses).collect()
}
