//! The words that tie figures to devices and metrics (`binding.toml`).

use rust_decimal::Decimal;
use serde::Deserialize;

use super::Lexicon;
use crate::claim::Name;

/// What a binding word does in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// The first of the two devices named before.
    Former,
    /// The second of them.
    Latter,
    /// Points back, before a device noun.
    This,
    /// Points back where it opens a clause, before a device noun.
    The,
    /// Stands for whichever device is meant.
    DeviceNoun,
    /// Stands for whichever model is meant.
    ModelNoun,
    /// "it", "its".
    Pronoun,
    /// Before a number: so many are sold together.
    Kit,
    /// Behind a number: so many of those spoken of.
    OfThem,
    /// Beside a number of devices: as much as so many would be.
    Equivalent,
    /// Opens the parts of a whole, before [`Cue::MadeUp`].
    MadeOf,
    /// Closes the parts of a whole.
    MadeUp,
    /// Behind a number of years: no term of a contract.
    NoTerm,
    /// Behind a size: the version of that size.
    OneOfThem,
    /// A rate beside it is what one of many users gets.
    PerUser,
    /// Between a comparative and what is compared with, however many words follow.
    Than,
    /// Devices beside it are counted as they are sold.
    Traded,
    /// The device after it is only the other end of a link.
    JoinsTo,
    /// The device before it is only the other end of a link.
    MeetsBehind,
    /// Behind a number, before a device: so many of them in one machine.
    Way,
    /// Stands between a device, what became of it and the date: "was first", "将于".
    Happens,
    /// Pairs two lists one to one.
    Respectively,
    /// The device after it is only compared with.
    Versus,
    /// The device before it is only compared with.
    VersusEnd,
    /// Behind a device: it is what another is measured by.
    Share,
    /// Behind a factor, before the device that it measures by.
    ThatOf,
    /// Between two devices: the second one only says what the first is.
    Copula,
    /// The device after it holds the one before it.
    Inside,
    /// The device after it is the one of the figure before it.
    Link,
    /// The device after it is an example of the one before it.
    Example,
    /// Says what kind of thing the device spoken of is.
    ThisIs,
    /// Joins members of a list.
    And,
    /// Rates one above another.
    Comparative,
    /// Opens a contrast.
    But,
    /// Makes money beside it money per hour.
    Hourly,
    /// Makes money beside it money per month.
    Monthly,
    /// Before an amount of money: it is for a year.
    Yearly,
    /// Right behind an amount of money: it is for a year.
    YearBehind,
    /// After a device: its figures are for one core.
    CoreNoun,
    /// After a device: its figures are for one chip.
    ChipNoun,
    /// After a device: its figures are for one die.
    DieNoun,
    /// After a device: its figures are for the machine that holds it.
    HostNoun,
    /// Owns a size in bytes beside it, which is then none of the device.
    Foreign,
    /// Owns an amount of money beside it.
    MoneyOfOthers,
    /// A rate beside it was reached in a run, not printed on a sheet.
    Achieved,
    /// A size beside it is a threshold for choosing a device.
    Choosing,
    /// Opens a condition.
    If,
    /// Denies the figure after it.
    Not,
    /// A denial that denies nothing ("not only", "no more than").
    NotADenial,
    /// Calls the figure beside it wrong.
    Wrong,
    /// The figure after it takes the place of the one before it.
    Correct,
    /// What follows is supposed for the sake of argument.
    Suppose,
    /// With a condition before it: what is not.
    Would,
    /// Somebody else says it.
    Reported,
    /// A report that is denied.
    NotAReport,
    /// Denies all that the words behind it say: "there is no evidence that".
    NoProof,
    /// Denies all that was said before it: "but that is not the case".
    NotSo,
    /// Before a figure: the source's own word, against what was said before.
    InFact,
    /// Holds a shorter cue and is none.
    Neutral,
    /// The figure right after it is what was before a change.
    Old,
    /// It stands for a device that is not named.
    Another,
    /// The figure right after it is a difference.
    Delta,
    /// Before a time: how often something happens.
    Every,
    /// Names the memory of the machine, not of the accelerator in it.
    HostMemory,
    /// Before a figure: each of several has it.
    Each,
    /// One of the parts that a memory is made of.
    MemoryPart,
    /// Names any memory: of a machine, it is that of the machine.
    AnyMemory,
    /// After a device in a price: the price is by its hour.
    Hour,
    /// Right before a figure, in a comparison: it is a difference.
    Apart,
    /// Right behind a figure: it is a difference.
    ApartBehind,
    /// Power beside it is drawn in a state of running.
    State,
    /// Right before a figure: where a change or a range begins.
    From,
    /// Opens a clause that is said of the device right before it.
    Relative,
    /// Between two figures: the second is the other side's.
    Opposed,
    /// The whole statement is unsure.
    Hedge,
    /// Beside a size: what is taken or left of all there is.
    Portion,
    /// Before money: what a piece of work cost.
    Work,
    /// A number before it counts something else than devices.
    NotDevices,
    /// After a number: a class of size, no figure.
    SizeClass,
    /// The device before it holds the one after it.
    Within,
    /// The figure beside it is for one of them.
    Apiece,
    /// Before a figure: something needs it.
    Need,
    /// A measure word that is also a unit of money.
    Measure,
    /// Between two vague numbers: one range of both.
    Even,
    /// A part that is bought with a device and has figures of its own.
    Accessory,
    /// Right behind a number: a machine that holds so many cards ("八卡机").
    CardHost,
    /// Before a link: by way of it, whatever else the word means ("over NVLink").
    Across,
    /// A part that moves data within the chip: its bandwidth is not the memory's ("DMA").
    Mover,
    /// A piece of a chip for which no scope stands.
    Piece,
    /// What is aimed at.
    Target,
    /// A time beside it is that of one step of a run.
    PerStep,
    /// Of a share: all there is.
    Whole,
    /// Adds up what stands before it.
    Together,
    /// Before a noun: one that was not spoken of.
    Indefinite,
    /// Between a whole and the counted parts that it is made of.
    Holds,
    /// Between a subject and a device that it is better than.
    Beats,
    /// Gives the figure after it to one of two devices.
    With,
    /// Stands for all of the devices named before.
    They,
    /// Between two devices: the second has taken the place of the first.
    GivesWay,
    /// Between two devices: the first has taken the place of the second.
    TakesOver,
    /// Behind a name that opens a clause: what follows is said of it.
    Has,
    /// Money beside it is a sum over nobody says how many.
    GrandTotal,
    /// What is said is said of the two that the sentence before names.
    Both,
    /// Behind a time: how long it is ago.
    Ago,
    /// At the head of a clause: in what was just spoken of.
    InsideIt,
    /// What is said is said of all that were spoken of.
    OfAll,
    /// A time beside it is that of the slowest few.
    Tail,
    /// A whole that is named by the device of which it is made.
    PodNoun,
    /// Denies the condition that was stated before it.
    WithoutIt,
    /// Beside a size: that of several devices together.
    Pooled,
    /// Before a device: two of them.
    Dual,
    /// Before a device: four of them.
    Quad,
    /// A machine put together around a device, which has a price of its own.
    Build,
    /// Behind the name of a family of chips: how its members are built.
    Architecture,
    /// Opens a phrase that is said of the device behind its comma.
    Opening,
}

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
