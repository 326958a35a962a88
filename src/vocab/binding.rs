//! The words that tie figures to devices and metrics (`binding.toml`).

use rust_decimal::Decimal;
use serde::Deserialize;

use super::Lexicon;
use super::cue::Cue;
use crate::claim::Name;

/// One meaning and its words.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CueWords {
    /// What they do.
    pub means: Cue,
    /// English words.
    #[serde(default)]
    pub en: Vec<String>,
    /// Chinese words (simplified).
    #[serde(default)]
    pub zh: Vec<String>,
}

/// What a figure is taken for where only its unit tells.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fallback {
    /// Dimension of the unit.
    pub dimension: Name,
    /// The metric it is then.
    pub metric: Name,
    /// Only for units that end in this time: `h`, `month`.
    pub per: Option<Name>,
    /// Only where this metric is named in the clause.
    pub beside: Option<Name>,
    /// Only right behind one of these words: "at $2,749".
    #[serde(default)]
    pub behind: Vec<String>,
    /// Only right beside a figure of this dimension: "80 GB and 2 TB/s".
    pub next_to: Option<Name>,
    /// With `next_to`: only where nothing but a comma stands between the two.
    #[serde(default)]
    pub listed: bool,
    /// Only for figures over this size, in canonical units.
    pub above: Option<Decimal>,
    /// Only for figures under this size, in canonical units.
    pub below: Option<Decimal>,
    /// Only where the figure touches its device or is all that is said of it ("80 GB V100").
    #[serde(default)]
    pub close: bool,
}

/// A metric per time, and the time that its unit ends in.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// Metric id.
    pub metric: Name,
    /// End of its unit: `h`, `month`.
    pub per: Name,
}

/// Metrics by what may have them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subjects {
    /// A model may be their subject.
    pub of_models: Vec<Name>,
    /// A model is their subject rather than the device that it ran on.
    pub models_first: Vec<Name>,
    /// A machine or pod is their subject rather than the chips that it holds.
    pub machines_first: Vec<Name>,
    /// Only a model has them.
    pub model_only: Vec<Name>,
    /// Each kind of a class has its own, so that a class named above says too little.
    pub of_one_kind: Vec<Name>,
    /// Said of a device only where the text ties them to choosing or running it.
    pub thresholds: Vec<Name>,
    /// A bare share of them is a figure ("utilization of 40 %"); of all others it is a comparison's.
    pub shares: Vec<Name>,
    /// Their plain number needs no unit beside their name ("batch size of 64").
    pub plain: Vec<Name>,
    /// A plain number right behind their name is money whose currency is left out.
    #[serde(default)]
    pub bare_money: Vec<Name>,
    /// Of their weak words those that may stand so.
    #[serde(default)]
    pub bare_money_words: Vec<String>,
    /// Words of a clause in which nothing is bought.
    #[serde(default)]
    pub rented: Vec<String>,
}

/// Lines that say what everything was measured on.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvironmentWords {
    /// What stands before the colon of such a line; lower case.
    pub labels: Vec<String>,
    /// What stands before the device in a sentence that says so; lower case.
    pub ran_on: Vec<String>,
    /// What may stand between either and the device.
    pub fillers: Vec<String>,
    /// Metrics of what was measured.
    pub metrics: Vec<Name>,
}

/// A number that states a condition of the figures beside it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberCondition {
    /// Key of the claim model: `batch`.
    pub key: Name,
    /// The number is one of this metric.
    pub metric: Option<Name>,
    /// The number counts one of these.
    #[serde(default)]
    pub counted: Vec<String>,
}

/// A unit that is read as another.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recast {
    /// Canonical unit as read.
    pub unit: Name,
    /// What it measures here.
    pub dimension: Name,
    /// Its canonical unit here, one to one.
    pub canonical: Name,
    /// Only where the sentence names a model and no device.
    #[serde(default)]
    pub of_model: bool,
    /// Only as a figure of this metric.
    pub metric: Option<Name>,
    /// Only where the unit is written with this plain symbol.
    pub symbol: Option<Name>,
    /// Canonical units here in one as read; one, where it is left out. With a symbol: in one of that unit.
    pub factor: Option<Decimal>,
}

/// Sizes outside which a figure is not one of a metric.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// Metric id.
    pub metric: Name,
    /// In canonical units, exclusive.
    pub below: Option<Decimal>,
    /// In canonical units, exclusive.
    pub above: Option<Decimal>,
}

impl Limit {
    /// Says whether a size in canonical units lies within; an unknown one does.
    pub fn holds(&self, size: Option<Decimal>) -> bool {
        size.is_none_or(|size| {
            self.below.is_none_or(|below| size < below) && self.above.is_none_or(|above| size > above)
        })
    }
}

/// How much a link can move that a metric's words name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkLimit {
    /// Names of the link, in any case.
    pub words: Vec<String>,
    /// Bytes per second, exclusive.
    pub below: Decimal,
}

impl LinkLimit {
    /// Says whether `name` names the link and `size` is more than it can move.
    pub fn is_beyond(&self, name: &str, size: Option<Decimal>) -> bool {
        let name = name.to_ascii_lowercase();
        size.is_some_and(|size| size >= self.below)
            && self.words.iter().any(|word| name.contains(&word.to_ascii_lowercase()))
    }
}

/// Bandwidths that are a link's where one is named.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relink {
    /// Metrics that such a figure is taken for.
    pub metrics: Vec<Name>,
    /// The links.
    pub links: Vec<Name>,
    /// What it is with one of them.
    pub metric: Name,
    /// Only where a weak word named the metric.
    #[serde(default)]
    pub weak_only: bool,
    /// Only for figures under this size, in canonical units.
    pub below: Option<Decimal>,
}

/// `binding.toml` as it stands.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    moments: Vec<String>,
    cue: Vec<CueWords>,
    fallback: Vec<Fallback>,
    recast: Vec<Recast>,
    period: Vec<Period>,
    subjects: Subjects,
    environment: EnvironmentWords,
    number: Vec<NumberCondition>,
    limit: Vec<Limit>,
    chip_limit: Vec<Limit>,
    link_limit: Vec<LinkLimit>,
    relink: Vec<Relink>,
}

/// All binding words.
#[derive(Debug, Deserialize)]
#[serde(from = "File")]
pub struct Binding {
    /// Every cue; one word may have several meanings, so read them with [`Lexicon::find_all`].
    pub cues: Lexicon<Cue>,
    /// Words before a bare year that make it the date for which a figure holds.
    pub moments: Vec<String>,
    /// What a figure is taken for where only its unit tells; the first that fits counts.
    pub fallbacks: Vec<Fallback>,
    /// Units that are read as others.
    pub recasts: Vec<Recast>,
    /// Metrics per time.
    pub periods: Vec<Period>,
    /// Metrics by what may have them.
    pub subjects: Subjects,
    /// Lines that say what everything was measured on.
    pub environment: EnvironmentWords,
    /// Numbers that state conditions.
    pub numbers: Vec<NumberCondition>,
    /// Sizes outside which a figure is not one of a metric.
    pub limits: Vec<Limit>,
    /// Sizes outside which a figure is of several chips.
    pub chip_limits: Vec<Limit>,
    /// How much the links move that a metric's words name.
    pub link_limits: Vec<LinkLimit>,
    /// Bandwidths that are a link's where one is named.
    pub relinks: Vec<Relink>,
    /// The things counted by [`NumberCondition::counted`]; the meaning is the index in `numbers`.
    pub counted: Lexicon<usize>,
}

impl From<File> for Binding {
    fn from(file: File) -> Self {
        let words = |cue: &CueWords| -> Vec<(String, Cue)> {
            cue.en.iter().chain(&cue.zh).map(|word| (word.clone(), cue.means)).collect()
        };
        let cues: Vec<(String, Cue)> = file.cue.iter().flat_map(words).collect();
        let counted = file.number.iter().enumerate();
        let counted = counted.flat_map(|(at, number)| number.counted.iter().map(move |word| (word.as_str(), at)));
        let counted = Lexicon::new(counted);
        Self {
            cues: Lexicon::new(cues.iter().map(|(word, cue)| (word.as_str(), *cue))),
            counted,
            moments: file.moments,
            fallbacks: file.fallback,
            recasts: file.recast,
            periods: file.period,
            subjects: file.subjects,
            environment: file.environment,
            numbers: file.number,
            limits: file.limit,
            chip_limits: file.chip_limit,
            link_limits: file.link_limit,
            relinks: file.relink,
        }
    }
}

impl Binding {
    /// Returns the time that the unit of `metric` must end in, where it is one per time.
    pub fn period(&self, metric: &str) -> Option<&Name> {
        self.periods.iter().find(|period| &*period.metric == metric).map(|period| &period.per)
    }
}
