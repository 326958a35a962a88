//! The words: devices, metrics, units, conditions and cues, from `src/vocab/*.toml` and a
//! user's own folder.
//!
//! Words are data. Every file is parsed with unknown keys refused, and [`check::run`]
//! names what is wrong with file and line.

pub mod binding;
pub mod check;
pub mod condition;
pub mod device;
pub mod kinds;
pub mod label;
pub mod layout;
pub mod lexicon;
pub mod load;
pub mod metric;
pub mod numeral;
pub mod quality;
pub mod queries;
pub mod relation;
pub mod sentence;
pub mod table;
pub mod trie;
pub mod unit;

pub use binding::Binding;
pub use condition::{Condition, ConditionWords};
pub use device::{Context, Device, Devices};
pub use label::{Labels, Lang};
pub use lexicon::{Lexicon, Match};
pub use load::VocabError;
pub use metric::{Metric, Metrics};
pub use numeral::Numerals;
pub use quality::Qualities;
pub use queries::QueryWords;
pub use relation::Relations;
pub use sentence::{Sentence, Sentences};
pub use table::TableWords;
pub use trie::Trie;
pub use unit::{Unit, Units};

/// Everything the program knows by name.
#[derive(Debug)]
pub struct Vocab {
    /// Devices, a tree.
    pub devices: Devices,
    /// Metrics.
    pub metrics: Metrics,
    /// Conditions and the words that state them.
    pub conditions: ConditionWords,
    /// What a table's rows, columns and cells are.
    pub tables: TableWords,
    /// The words that tie figures to devices and metrics.
    pub binding: Binding,
    /// Words of ratings, comparisons, support and suitability.
    pub qualities: Qualities,
    /// Words of the reports.
    pub labels: Labels,
    /// Words of questions that say nothing.
    pub queries: QueryWords,
    /// What ties figures together.
    pub relations: Relations,
    /// What is said to people.
    pub sentences: Sentences,
    /// Numerals and the words around them.
    pub numerals: Numerals,
    /// Units.
    pub units: Units,
    /// What each character may begin, by numerals and units.
    pub kinds: kinds::Kinds,
}
