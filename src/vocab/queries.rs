//! Words of questions that say nothing about what is looked for (`queries.toml`).

use serde::Deserialize;

use crate::claim::Name;
use crate::text::Span;

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
    /// What a price is asked for, in the words that else are an amount.
    pub price: Price,
}

/// How a price is asked for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Words that ask for a price by themselves (simplified).
    pub asks: Vec<String>,
    /// What it may be for.
    pub per: Vec<Per>,
}

/// What a price is for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Per {
    /// The words (simplified, lower case): "one hour" beside a price is no length of time.
    pub words: Vec<String>,
    /// The metrics that are meant.
    pub metrics: Vec<Name>,
}

impl Price {
    /// Says whether a text asks for a price.
    pub fn is_asked(&self, text: &str) -> bool {
        self.asks.iter().any(|word| text.contains(word.as_str()))
    }

    /// Returns the places of what the price is for, and the metrics.
    pub fn per<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (Span, &'a [Name])> {
        let places = |per: &'a Per| {
            let of =
                |word: &'a String| text.match_indices(word.as_str()).map(|(at, word)| Span::new(at, at + word.len()));
            per.words.iter().flat_map(of).map(|span| (span, per.metrics.as_slice()))
        };
        self.per.iter().flat_map(places)
    }
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
