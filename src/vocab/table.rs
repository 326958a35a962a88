//! Words that tell what a table's rows, columns and cells are (`tables.toml`).

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::claim::Name;

/// All that the table reader knows by name, as `tables.toml` says it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableWords {
    /// Cells that are one of these and nothing else give no figure ("n/a", "—").
    pub absent: Vec<String>,
    /// Conditions that a row may state of any figure.
    pub always: Vec<Name>,
    /// Headings of rows that add up or average others ("Total").
    pub summary: Vec<String>,
    /// Headings of columns that give no figure.
    pub ignored: Ignored,
    /// What a heading says about its cells.
    pub heading: Headings,
    /// What a memory column holds in a table of runs.
    pub runs: Runs,
    /// Headings of a memory column that speak of the accelerator where the row also names a machine.
    pub device_memory: Vec<String>,
    /// Headings of counts that say how large a whole is.
    pub size_of_a_whole: Vec<String>,
    /// Headings that speak of the machine, where the row names only the accelerator in it.
    pub of_the_host: Vec<String>,
    /// Sentences that stand before a table and speak of it.
    pub lead: Lead,
    /// How a number of devices is written beside their name.
    pub count: CountWords,
    /// Metrics that state a condition where the row holds a measurement.
    pub as_condition: Vec<AsCondition>,
    /// Groups of metrics.
    pub metrics: MetricGroups,
    /// Roots of the device tree.
    pub classes: ClassNames,
    /// What a heading that is only a unit measures; the first that fits counts.
    pub unit_metric: Vec<UnitMetric>,
    /// Units cut down to their prefix.
    pub shorthand: Vec<Shorthand>,
    /// What the smaller of two figures is, where a note says what the larger one is.
    pub opposite: Vec<Opposite>,
    /// Ways of pricing by which something is rented, not bought.
    pub rented: Vec<Name>,
    /// Provider of an instance by the first part of its id.
    pub providers: BTreeMap<String, Name>,
    /// Offers one after another in running text.
    pub listing: Listing,
    /// How dates are written.
    pub date: DateWords,
}

/// A letter that is all that is written of a unit ("24G").
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shorthand {
    /// The letter.
    pub letter: char,
    /// The metric that the heading must name.
    pub metric: Name,
    /// Or a condition that it states, where it names no metric ("FP16").
    pub told_by: Option<Name>,
    /// What is meant, as it is written in full.
    pub unit: String,
}

/// Headings of columns that give no figure.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignored {
    /// The whole heading is one of these.
    pub whole: Vec<String>,
    /// The heading holds one of these.
    pub within: Vec<String>,
    /// What a short cell of such a column may still state: "spot" under "Type".
    pub states: Vec<Name>,
}

/// Words of headings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Headings {
    /// The cells are units.
    pub unit: Vec<String>,
    /// The cells are values of whatever the row names.
    pub value: Vec<String>,
    /// The cells are machines that hold the accelerators.
    pub instance: Vec<String>,
    /// The cells name what was run.
    pub run: Vec<String>,
    /// The cells name who sells what the row is about.
    pub provider: Vec<String>,
    /// The cells name where it is sold.
    pub region: Vec<String>,
    /// The cells give the date for which the row's figures hold.
    pub as_of: Vec<String>,
    /// The cells give a date: that of the figures, or the one on which the device came out.
    pub date: Vec<String>,
    /// The cells only give examples of what the row is about.
    pub example: Vec<String>,
    /// What stands before a unit that holds for the table below.
    pub unit_cues: Vec<String>,
    /// What stands before the thing that something is counted per.
    pub per: Vec<String>,
    /// Words that add nothing to what is measured.
    pub filler: Vec<String>,
}

/// Sentences before a table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// A sentence with one of these speaks of the table.
    pub cues: Vec<String>,
    /// Conditions that it may state for the whole table.
    pub keys: Vec<Name>,
}

/// Numbers of devices.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountWords {
    /// Nouns that count cards of whatever kind.
    pub cards: Vec<String>,
    /// A thing that is counted, as it stands behind a number: what is counted shows a magnitude to be one.
    pub thing: String,
    /// Signs of multiplication.
    pub times: Vec<String>,
    /// Chinese measure words.
    pub classifiers: Vec<String>,
}

/// A metric whose column states a condition of the other figures in its row.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AsCondition {
    /// Metric id, where the figure can also be one of its own.
    pub metric: Option<Name>,
    /// Headings that name it.
    #[serde(default)]
    pub words: Vec<String>,
    /// Key of the condition.
    pub key: Name,
}

/// Groups of metric ids.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricGroups {
    /// Figures that were measured under what the rest of their row says.
    pub measured: Vec<Name>,
    /// Beside one of these, operations per time are achieved ones.
    pub achieved_beside: Vec<Name>,
    /// What a model can be the subject of, with or without a device beside it.
    pub model: Vec<Name>,
    /// What a model can be the subject of where no device is named.
    pub model_alone: Vec<Name>,
    /// What belongs to the machine rather than to the accelerator in it.
    pub host: Vec<Name>,
    /// How many chips a machine holds, where its row names them with their number.
    pub contained: Option<Name>,
    /// Figures of which a cell may list several that all hold.
    pub listed: Vec<Name>,
    /// Of several that a heading's word may name the one that is meant where nothing else tells.
    pub alone: Vec<Name>,
    /// Figures that take the variant from the memory their row states.
    pub priced: Vec<Name>,
}

/// Roots of the device tree that tables treat each in its own way.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassNames {
    /// Models and benchmarks.
    pub model: Name,
    /// Machines that hold accelerators.
    pub machines: Vec<Name>,
}

/// What a unit alone measures.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitMetric {
    /// Dimension of the unit.
    pub dimension: Name,
    /// How the canonical unit ends, where the dimension alone does not tell.
    pub unit_ends: Option<String>,
    /// Metric id.
    pub metric: Name,
    /// Metric id where the table holds achieved figures.
    pub achieved: Option<Name>,
}

/// Two values of a condition, the figures of one twice those of the other.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opposite {
    /// Key of the condition.
    pub key: Name,
    /// Of the larger figure.
    pub doubled: Name,
    /// Of the smaller figure.
    pub plain: Name,
}

/// Offers one after another in running text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// A block without one of these holds no offers.
    pub currencies: Vec<String>,
    /// Metric of the price.
    pub price: Name,
    /// Metric of the size.
    pub size: Name,
    /// Conditions that an offer states.
    pub keys: Vec<Name>,
    /// States of what is offered.
    pub state: Vec<OfferState>,
}

/// A state of what is offered.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferState {
    /// Key of the condition.
    pub key: Name,
    /// Its value.
    pub value: Name,
    /// Words that state it.
    pub words: Vec<String>,
}

/// What a memory column holds where each row is a run of a model and another column says how fast it was.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runs {
    /// The metric that the heading seems to name.
    pub sold: Name,
    /// The metric that it is.
    pub used: Name,
    /// Metrics of another column that make the rows runs.
    pub speeds: Vec<Name>,
    /// Headings, lower-case, that leave it open.
    pub words: Vec<String>,
}

/// How dates are written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DateWords {
    /// What stands behind the numbers of a date in Chinese.
    pub marks: Vec<String>,
    /// The letter of a quarter, lower-case.
    pub quarter: String,
    /// Words for coming out: the date beside them is when a device could be had, lower-case.
    pub released: Vec<String>,
    /// Words for being announced or shown, lower-case.
    pub announced: Vec<String>,
    /// Words that head a column of such dates by themselves, though they may mean more, lower-case.
    pub headings: Vec<String>,
    /// What stands behind the number of a day: "13th".
    pub ordinals: Vec<String>,
    /// What makes a date an estimate.
    pub hedges: Vec<String>,
    /// The names of the twelve months, lower-case.
    pub months: Vec<Vec<String>>,
}

impl TableWords {
    /// Says whether `text` is a mark for "no figure".
    pub fn is_absent(&self, text: &str) -> bool {
        is_one_of(&self.absent, text)
    }

    /// Says whether a row headed `text` adds up others.
    pub fn is_summary(&self, text: &str) -> bool {
        is_one_of(&self.summary, text)
    }

    /// Says whether a column headed `text` gives no figure.
    pub fn is_ignored(&self, text: &str) -> bool {
        is_one_of(&self.ignored.whole, text) || holds_word(&self.ignored.within, text)
    }
}

/// Says whether `text`, without case and white space at its ends, is one of `words`.
pub fn is_one_of(words: &[String], text: &str) -> bool {
    let text = text.trim().trim_end_matches([':', '：']).to_lowercase();
    words.contains(&text)
}

/// Says whether one of `words` stands in `text`; a word of Latin letters not inside a longer one.
pub fn holds_word(words: &[String], text: &str) -> bool {
    let text = text.as_bytes();
    words.iter().map(|word| word.as_bytes()).filter(|word| !word.is_empty()).any(|word| {
        let mut places = text.windows(word.len()).enumerate().filter(|(_, part)| part.eq_ignore_ascii_case(word));
        places.any(|(at, _)| super::lexicon::stands_alone(text, at, at + word.len()))
    })
}
