//! Words of the reports in both languages, and how units are shown (`labels.toml`).

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Deserialize;

use crate::claim::Name;

/// The language of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese, simplified.
    Zh,
}

/// `labels.toml` as it stands.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelFile {
    show: Show,
    #[serde(default)]
    label: Vec<Label>,
}

/// How canonical units are shown.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Show {
    /// Units that take prefixes above one.
    pub large: Vec<Name>,
    /// Units that take prefixes below one.
    pub small: Vec<Name>,
    /// Units that are not written.
    pub silent: Vec<Name>,
    /// Units that people know in another size.
    pub rescaled: Vec<Rescaled>,
    /// Larger units, each for amounts from one of it on.
    pub larger: Vec<Larger>,
}

/// A larger unit in which large amounts of a canonical unit are shown.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Larger {
    /// The canonical unit.
    pub unit: Name,
    /// The unit shown.
    pub shown: Name,
    /// Canonical units in one of it.
    pub times: Decimal,
}

/// A canonical unit that is shown in another.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rescaled {
    /// The canonical unit.
    pub unit: Name,
    /// The unit shown.
    pub shown: Name,
    /// Shown units in one canonical unit.
    pub factor: Decimal,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    id: Name,
    en: String,
    zh: String,
}

/// The words by id.
#[derive(Debug)]
pub struct Labels {
    by_id: BTreeMap<Name, (String, String)>,
    /// How canonical units are shown.
    pub show: Show,
}

impl Labels {
    /// Builds the table.
    pub fn new(file: LabelFile) -> Self {
        let by_id = file.label.into_iter().map(|label| (label.id, (label.en, label.zh))).collect();
        Self { by_id, show: file.show }
    }

    /// Returns the words of `id` in `lang`, or the id itself where there are none.
    pub fn get<'a>(&'a self, id: &'a str, lang: Lang) -> &'a str {
        match (self.by_id.get(id), lang) {
            (Some((en, _)), Lang::En) => en,
            (Some((_, zh)), Lang::Zh) => zh,
            (None, _) => id,
        }
    }

    /// Returns the words of `id`, filled in as [`super::sentence::fill`] does.
    pub fn fill(&self, id: &str, lang: Lang, values: &[(&str, &str)]) -> String {
        super::sentence::fill(self.get(id, lang), values)
    }
}
