//! `qualities.toml` as it is written: aspects, degrees, relations, support, tasks and the small words between them.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Deserialize;

use super::load::put_over;
use crate::claim::{Fit, Modality, Name};

/// The sections of `qualities.toml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualityFile {
    #[serde(default)]
    pub(super) aspect: Vec<Aspect>,
    #[serde(default)]
    pub(super) degree: Vec<Degree>,
    #[serde(default)]
    pub(super) relation: Vec<RelationWord>,
    #[serde(default)]
    pub(super) ratio: Vec<Ratio>,
    #[serde(default)]
    pub(super) cue: Vec<Cue>,
    #[serde(default)]
    pub(super) support: Vec<SupportWord>,
    #[serde(default)]
    pub(super) object: Vec<Object>,
    #[serde(default)]
    pub(super) task: Vec<Task>,
    #[serde(default)]
    pub(super) fit: Vec<FitWord>,
    #[serde(default)]
    pub(super) speed: Speed,
    #[serde(default)]
    pub(super) rated: Rated,
    #[serde(default)]
    pub(super) glue: Glue,
    #[serde(default)]
    pub(super) sheet: Sheet,
}

impl QualityFile {
    /// Puts a user's file over this one: objects and tasks take the place of those with the same id, the
    /// other words are added, and of the four sections of grammar each one that is not empty replaces its own.
    pub(super) fn overlay(&mut self, over: QualityFile) {
        self.aspect.extend(over.aspect);
        self.degree.extend(over.degree);
        self.relation.extend(over.relation);
        self.ratio.extend(over.ratio);
        self.cue.extend(over.cue);
        self.support.extend(over.support);
        self.fit.extend(over.fit);
        put_over(&mut self.object, over.object, |object| object.object.to_string());
        put_over(&mut self.task, over.task, |task| task.object.to_string());
        if over.speed != Speed::default() {
            self.speed = over.speed;
        }
        if over.rated != Rated::default() {
            self.rated = over.rated;
        }
        if over.glue != Glue::default() {
            self.glue = over.glue;
        }
        if over.sheet != Sheet::default() {
            self.sheet = over.sheet;
        }
    }
}

/// What words of speed speak of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// The metric where the text says nothing more.
    pub metric: Name,
    /// The metric by the phase that the text names.
    #[serde(default)]
    pub phases: BTreeMap<Name, Name>,
    /// The metric by the aspect that the word stands before ("faster memory").
    #[serde(default)]
    pub parts: BTreeMap<Name, Name>,
}

/// Which metrics are rated, and which conditions a comparison keeps.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rated {
    /// Groups of metrics that are never rated.
    pub not_groups: Vec<Name>,
    /// Groups that are rated only against a standard that the clause names.
    pub seldom_groups: Vec<Name>,
    /// Metrics like those.
    pub seldom: Vec<Name>,
    /// Metrics of such groups that are rated all the same.
    pub often: Vec<Name>,
    /// Metrics whose names mostly mean something else beside a rating.
    pub never: Vec<Name>,
    /// Keys of the conditions that a comparison keeps.
    pub conditions: Vec<Name>,
}

/// Labels of the rows or columns of a table whose cells are words, and what such cells say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sheet {
    /// Over tasks that a device is best for.
    pub best: Vec<String>,
    /// Over tasks that it is good for.
    pub good: Vec<String>,
    /// Over tasks that it is not for.
    pub poor: Vec<String>,
    /// Over the software that runs on it.
    pub software: Vec<String>,
    /// A cell that says yes.
    pub yes: Vec<String>,
    /// A cell that says no.
    pub no: Vec<String>,
}

/// Small words that are looked at only between or beside the other words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Glue {
    /// Between the members of a list.
    pub join: Vec<String>,
    /// Between an adjective and its noun.
    pub attribute: Vec<String>,
    /// A gap with one of these ties no adjective to a noun.
    pub unattributive: Vec<String>,
    /// What may follow a Chinese adjective that ends its phrase.
    pub adjective_end: Vec<String>,
    /// What else may follow one that is a predicate.
    pub predicate_end: Vec<String>,
    /// What may follow a named aspect; anything else goes on with a longer noun.
    pub aspect_end: Vec<String>,
    /// English words that may open a clause that goes on about the subject before.
    pub opening: Vec<String>,
    /// English words behind which a clause begins.
    pub clause: Vec<String>,
    /// "as fast as".
    #[serde(rename = "as")]
    pub as_: Vec<String>,
    /// Before the factor behind the other device.
    pub by: Vec<String>,
    /// These compare only behind a factor or a gain.
    pub weak_compare: Vec<String>,
    /// Behind "similar" and "same", before the other device.
    pub equal_to: Vec<String>,
    /// These rate only what stands right behind them.
    pub attributive_only: Vec<String>,
    /// Behind a multiple, before the other device.
    pub multiple_of: Vec<String>,
    /// Behind a device, before what it has.
    pub possessive: Vec<String>,
    /// Before a task, turning it into its opposite.
    pub non: Vec<String>,
    /// Between a figure and the device it belongs to.
    pub owner: Vec<String>,
    /// Before the task of an imperative.
    pub purpose: Vec<String>,
    /// Opens the words that say for which task what follows is advised.
    pub when: Vec<String>,
    /// Verbs of change that say where it ends.
    pub to: Vec<String>,
    /// Asks only right before a device.
    pub still: Vec<String>,
    /// Labels of lines that list what is good or bad about the device above.
    pub merits: Vec<String>,
    /// Before what the device makes so.
    pub causes: Vec<String>,
    /// Opens what is said of all the devices named before.
    pub both: Vec<String>,
    /// Those who use a device: what they do is no advice.
    pub users: Vec<String>,
    /// Between a task and the verb of advice.
    pub advises: Vec<String>,
    /// Right behind a verb of choosing: it was done, and is no advice.
    pub done: Vec<String>,
    /// Name a kind of product where no device is named: what is compared with is not known.
    pub kinds: Vec<String>,
    /// Before the design that a device is built on.
    pub built: Vec<String>,
    /// Behind the name of a design.
    pub design: Vec<String>,
    /// Before a device through which others are joined.
    pub through: Vec<String>,
    /// Behind such a device.
    pub joined: Vec<String>,
    /// Behind devices: what is said lies between them.
    pub apart: Vec<String>,
}

impl Glue {
    /// Says whether `text`, ends trimmed, is one of `words`, in either case.
    pub fn is(words: &[String], text: &str) -> bool {
        let text = text.trim();
        words.iter().any(|word| word.eq_ignore_ascii_case(text))
    }

    /// Says whether `text` begins with one of `words`.
    pub fn opens(words: &[String], text: &str) -> bool {
        words.iter().any(|word| text.starts_with(word.as_str()))
    }

    /// Says whether `text` ends with one of `words`.
    pub fn closes(words: &[String], text: &str) -> bool {
        words.iter().any(|word| text.ends_with(word.as_str()))
    }

    /// Says whether a part of `text` between blanks is one of `words`, or, in Chinese, whether it holds one.
    pub fn within(words: &[String], text: &str) -> bool {
        text.split_whitespace().any(|part| Glue::is(words, part))
            || words.iter().any(|word| !word.is_ascii() && text.contains(word.as_str()))
    }
}

/// Words that name a metric beside a rating.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aspect {
    /// Metric id.
    pub metric: Name,
    /// Much of it is little of the metric ("learning curve" for ease of use).
    #[serde(default)]
    pub inverted: bool,
    /// Names the metric only beside a factor or a standard.
    #[serde(default)]
    pub loose: bool,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
    /// English words.
    #[serde(default)]
    pub en: Vec<String>,
}

/// Which end of the scale a word speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pole {
    /// Much of the aspect.
    High,
    /// Little of it.
    Low,
    /// The better end, which end that is the metric says.
    Good,
    /// The worse end.
    Bad,
    /// The same as the other.
    Equal,
}

/// A rating word.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Degree {
    /// Which end.
    pub pole: Pole,
    /// The metric that the word itself names ("cheap").
    pub metric: Option<Name>,
    /// Groups of metrics that may take the place of `metric`, besides its own.
    #[serde(default)]
    pub groups: Vec<Name>,
    /// The only metrics that it rates.
    #[serde(default)]
    pub metrics: Vec<Name>,
    /// It speaks of speed: of training, inference or computing, as the text says.
    #[serde(default)]
    pub speed: bool,
    /// It rates a device without any aspect named.
    #[serde(default)]
    pub solo: bool,
    /// A noun of want or merit: rates only beside a word of having it.
    #[serde(default)]
    pub noun: bool,
    /// A verb of change: rates nothing by itself.
    #[serde(default)]
    pub change: bool,
    /// Followed by another Chinese character than a particle it is part of a longer word.
    #[serde(default)]
    pub adjective: bool,
    /// Single Chinese characters that count only beside an aspect, an adverb or a factor.
    #[serde(default)]
    pub loose: Vec<String>,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
    /// English words, positive.
    #[serde(default)]
    pub en: Vec<String>,
    /// English comparatives.
    #[serde(default)]
    pub more: Vec<String>,
    /// English superlatives.
    #[serde(default)]
    pub most: Vec<String>,
}

/// A word that stands between the two devices of a comparison.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelationWord {
    /// This device's end of the scale against the other's.
    pub pole: Pole,
    /// The metric that the word itself names.
    pub metric: Option<Name>,
    /// It speaks of speed.
    #[serde(default)]
    pub speed: bool,
    /// Without a named aspect it speaks of performance.
    #[serde(default)]
    pub alone: bool,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
    /// English words.
    #[serde(default)]
    pub en: Vec<String>,
}

/// A factor that is a word.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    /// This device's figure over the other's.
    pub value: Decimal,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
    /// English words.
    #[serde(default)]
    pub en: Vec<String>,
}

/// What a word of grammar does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The device after it is the standard.
    Than,
    /// The device after it, or the one before it after [`Role::With`], is the standard.
    Compare,
    /// The device right after it is the standard.
    Beside,
    /// Opens a phrase that [`Role::Compare`] or an equality closes.
    With,
    /// Ties a ratio to its standard.
    Of,
    /// Stands before a ratio.
    Copula,
    /// Makes a degree a comparative.
    More,
    /// Makes a degree a comparative the other way round.
    Less,
    /// Makes a degree a superlative.
    Most,
    /// Strengthens or weakens a degree.
    Mild,
    /// Turns a degree round.
    Not,
    /// The statement is hedged.
    Hedge,
    /// The statement is a question.
    Question,
    /// The statement is supposed.
    If,
    /// Begins the other side.
    Contrast,
    /// What follows is wanted, not had.
    Need,
    /// What stands before it describes a task or a place.
    Setting,
    /// A development over time.
    Trend,
    /// Before the aspect that the sentence is about.
    Topic,
    /// Speaks of each of several subjects.
    Both,
    /// Before the device that a change starts from.
    From,
    /// Behind a device: it is a place or a part.
    Within,
    /// Before a device: only some of its kind.
    Some,
    /// Before a device: of some of its kind it is not so.
    NotAll,
    /// Says who has a want.
    Bears,
    /// What follows was given up.
    Without,
    /// What follows is advice.
    Advice,
    /// Opens examples.
    Example,
    /// The device's own forerunner.
    Predecessor,
    /// The factor is the high end.
    Atmost,
    /// The factor is the low end.
    Atleast,
    /// The factor is approximate.
    About,
    /// Looks like a cue and is none.
    Mask,
}

/// Words of one role.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cue {
    /// What they do.
    pub role: Role,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
    /// English words.
    #[serde(default)]
    pub en: Vec<String>,
}

/// Words that tie a device to what it runs on.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupportWord {
    /// How the two are tied.
    pub modality: Modality,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
    /// English words.
    #[serde(default)]
    pub en: Vec<String>,
}

/// Something that a device may run on, with or in.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// Id as it stands in claims.
    pub object: Name,
    /// `framework_support`, `availability` or `compatibility`.
    pub metric: Name,
    /// Names in any language.
    pub names: Vec<String>,
}

/// A task that a device may suit.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Id as it stands in claims.
    pub object: Name,
    /// Gives way to a special task that it stands next to.
    #[serde(default)]
    pub general: bool,
    /// Names in any language.
    pub names: Vec<String>,
}

/// Where a task stands from the cue that speaks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Behind it: "suited to T".
    After,
    /// Before it: "for T it performs well".
    Before,
    /// Behind it, or else before it.
    Either,
    /// An imperative with the device behind it: "for T use A".
    Choose,
    /// In a heading or lead line, over a list of tasks.
    Lead,
}

/// Words that say how well a device fits a task.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FitWord {
    /// How well.
    pub fit: Fit,
    /// Where the task stands.
    pub place: Place,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
    /// English words.
    #[serde(default)]
    pub en: Vec<String>,
}
