//! The words: devices, metrics, units, conditions and cues, from `src/vocab/*.toml` and a
//! user's own folder.
//!
//! Words are data. Every file is parsed with unknown keys refused, and [`check::run`]
//! names what is wrong with file and line.

pub mod amount;
mod beginnings;
pub mod binding;
pub mod check;
pub mod condition;
pub mod cue;
pub mod device;
pub mod kinds;
pub mod label;
pub mod layout;
pub mod lexicon;
pub mod load;
pub mod metric;
pub mod names;
pub mod numeral;
pub mod numeral_file;
pub mod part;
pub mod quality;
pub mod quality_file;
pub mod queries;
mod regions;
pub mod relation;
pub mod sentence;
pub mod table;
mod tree;
pub mod trie;
pub mod unit;
pub mod unit_file;

pub use binding::Binding;
pub use condition::{Condition, ConditionWords};
pub use device::{Context, Device, Devices};
pub use label::{Labels, Lang};
pub use lexicon::{Lexicon, Match};
pub use load::VocabError;
pub use metric::{Metric, Metrics};
pub use names::Names;
pub use numeral::Numerals;
pub use part::Part;
pub use quality::Qualities;
pub use queries::QueryWords;
pub use relation::Relations;
pub use sentence::{Sentence, Sentences};
pub use table::TableWords;
pub use trie::Trie;
pub use unit::Units;
pub use unit_file::Unit;

/// Everything the program knows by name.
#[derive(Debug)]
pub struct Vocab {
    /// Devices, a tree.
    pub devices: Part<Devices>,
    /// Metrics.
    pub metrics: Part<Metrics>,
    /// Conditions and the words that state them.
    pub conditions: Part<ConditionWords>,
    /// What a table's rows, columns and cells are.
    pub tables: Part<TableWords>,
    /// The words that tie figures to devices and metrics.
    pub binding: Part<Binding>,
    /// Words of ratings, comparisons, support and suitability.
    pub qualities: Part<Qualities>,
    /// Words of the reports.
    pub labels: Part<Labels>,
    /// Words of the local page.
    pub page: Part<Sentences>,
    /// Words of questions that say nothing.
    pub queries: Part<QueryWords>,
    /// What ties figures together.
    pub relations: Part<Relations>,
    /// What is said to people.
    pub sentences: Part<Sentences>,
    /// Numerals and the words around them.
    pub numerals: Part<Numerals>,
    /// Units.
    pub units: Part<Units>,
    /// The names of devices, metrics and conditions at once.
    pub names: Part<Names>,
    /// What each character may begin, by numerals and units.
    pub kinds: Part<kinds::Kinds>,
}

impl Vocab {
    /// Returns what reports in `lang` call a value of a condition; what names a device or a model is called by its name.
    pub fn condition<'a>(&'a self, key: &str, value: &'a str, lang: Lang) -> &'a str {
        let title = self.conditions.title(key, value, lang);
        if title == value { self.devices.title(value) } else { title }
    }
}
