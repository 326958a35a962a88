//! The sentences that the program says to people, in both languages (`sentences.toml`).

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Lang;
use crate::claim::Name;

/// One sentence with `{name}` where a value goes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// Its id.
    pub id: Name,
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

/// All sentences.
#[derive(Debug, Default)]
pub struct Sentences {
    by_id: BTreeMap<Name, Sentence>,
}

impl Sentences {
    /// Builds the table; of two sentences with one id the last counts.
    pub fn new(entries: Vec<Sentence>) -> Self {
        Self { by_id: entries.into_iter().map(|sentence| (sentence.id.clone(), sentence)).collect() }
    }

    /// Returns the sentence `id` in `lang` as it stands, or the id itself where there is none.
    pub fn get<'a>(&'a self, id: &'a str, lang: Lang) -> &'a str {
        match (self.by_id.get(id), lang) {
            (Some(sentence), Lang::En) => &sentence.en,
            (Some(sentence), Lang::Zh) => &sentence.zh,
            (None, _) => id,
        }
    }

    /// Returns the sentence `id` in `lang`, filled in as [`fill`] does.
    pub fn render(&self, id: &str, lang: Lang, values: &[(&str, &str)]) -> String {
        fill(self.get(id, lang), values)
    }

    /// Returns all ids.
    pub fn ids(&self) -> impl Iterator<Item = &Name> {
        self.by_id.keys()
    }
}

/// Returns `pattern` with each `{name}` replaced by its value, and each `{name:one|many}` by `one` where the value is 1,
/// else by `many`.
pub fn fill(pattern: &str, values: &[(&str, &str)]) -> String {
    let value = |name: &str| values.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value);
    let mut text = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        push(&mut text, before);
        let (name, tail) = after.split_once('}').unwrap_or((after, ""));
        match name.split_once(':').and_then(|(name, forms)| Some((name, forms.split_once('|')?))) {
            Some((name, (one, many))) => text.push_str(if value(name) == "1" { one } else { many }),
            None => text.push_str(value(name)),
        }
        rest = tail;
    }
    push(&mut text, rest);
    text
}

/// Adds the words of a pattern; a full-width bracket takes no blank behind it.
fn push(text: &mut String, words: &str) {
    let closed = text.ends_with('\u{ff09}');
    text.push_str(if closed { words.trim_start_matches(' ') } else { words });
}
