//! Words of questions that say nothing about what is looked for (`queries.toml`).

use serde::Deserialize;

use crate::claim::Name;

/// The filler words.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QueryWords {
    /// English: left out where they stand alone, in any case.
    pub en: Vec<String>,
    /// Chinese (simplified): left out at either end of what stands between two names.
    pub zh: Vec<String>,
    /// Words that mean more in a question than in an article.
    #[serde(default)]
    pub alias: Vec<Alias>,
}

/// What words of a question stand for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alias {
    /// The words, in lower case and simplified.
    pub words: Vec<String>,
    /// The device (or class) that they stand for, where no other is named.
    pub device: Option<Name>,
    /// The metrics that they are about.
    #[serde(default)]
    pub metrics: Vec<Name>,
}

impl QueryWords {
    /// Returns what `word` stands for, if it stands for more than itself.
    pub fn alias(&self, word: &str) -> Option<&Alias> {
        let is = |own: &String| own.eq_ignore_ascii_case(word);
        self.alias.iter().find(|alias| alias.words.iter().any(is))
    }

    /// Returns `word` without its filler; empty where it is nothing else.
    ///
    /// A single character is asked for by whoever writes it alone, so a run that is all
    /// filler stays when it is one character long.
    pub fn without_filler<'a>(&self, word: &'a str) -> &'a str {
        if self.en.iter().any(|filler| filler.eq_ignore_ascii_case(word)) {
            return "";
        }
        let mut rest = word;
        while let Some(shorter) = self
            .zh
            .iter()
            .find_map(|filler| rest.strip_prefix(filler.as_str()).or_else(|| rest.strip_suffix(filler.as_str())))
        {
            rest = shorter;
        }
        rest
    }
}
