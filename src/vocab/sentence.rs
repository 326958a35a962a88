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

    /// Returns the sentence `id` in `lang` with each `{name}` replaced by its value.
    pub fn render(&self, id: &str, lang: Lang, values: &[(&str, &str)]) -> String {
        let mut text = String::new();
        let mut rest = self.get(id, lang);
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let (name, tail) = after.split_once('}').unwrap_or((after, ""));
            text.push_str(values.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value));
            rest = tail;
        }
        text.push_str(rest);
        text
    }

    /// Returns all ids.
    pub fn ids(&self) -> impl Iterator<Item = &Name> {
        self.by_id.keys()
    }
}
