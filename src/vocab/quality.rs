//! Words of claims without a plain figure (`qualities.toml`): ratings, comparisons, support
//! and suitability.
//!
//! Three lexicons, one for each way of reading a sentence, because one word may mean
//! different things to each: "适合" opens a task for suitability and nothing else.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Deserialize;

use super::condition::spelling;
use super::lexicon::one_a_place;
use super::load::put_over;
use super::{Lang, Lexicon, Match};
use crate::claim::{Fit, Modality, Name};

/// The sections of `qualities.toml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualityFile {
    #[serde(default)]
    aspect: Vec<Aspect>,
    #[serde(default)]
    degree: Vec<Degree>,
    #[serde(default)]
    relation: Vec<RelationWord>,
    #[serde(default)]
    ratio: Vec<Ratio>,
    #[serde(default)]
    cue: Vec<Cue>,
    #[serde(default)]
    support: Vec<SupportWord>,
    #[serde(default)]
    object: Vec<Object>,
    #[serde(default)]
    task: Vec<Task>,
    #[serde(default)]
    fit: Vec<FitWord>,
    #[serde(default)]
    speed: Speed,
    #[serde(default)]
    rated: Rated,
    #[serde(default)]
    glue: Glue,
}

impl QualityFile {
    /// Puts a user's file over this one: objects and tasks take the place of those with the same id, the
    /// other words are added, and of the three sections of grammar each one that is not empty replaces its own.
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

/// The form in which a degree word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A single character that needs company.
    Loose,
    /// The positive.
    Plain,
    /// The comparative.
    More,
    /// The superlative.
    Most,
}

/// One meaning of a word in a sentence that rates or compares; numbers are indices of the
/// sections of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grading {
    /// Names what is rated.
    Aspect(usize),
    /// Rates it.
    Degree(usize, Form),
    /// Compares.
    Relation(usize),
    /// A factor.
    Ratio(usize),
    /// Grammar.
    Cue(Role),
}

/// One meaning of a word in a sentence about support.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Supporting {
    /// How the two are tied.
    Word(usize),
    /// What it is tied to.
    Object(usize),
}

/// One meaning of a word in a sentence about suitability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fitting {
    /// How well it fits.
    Word(usize),
    /// The task.
    Task(usize),
}

/// All words of `qualities.toml`.
#[derive(Debug)]
pub struct Qualities {
    file: QualityFile,
    grading: Meanings<Grading>,
    uses: Lexicon<Use>,
}

/// What a word says about the use of a device.
#[derive(Debug, Clone, Copy)]
enum Use {
    Support(Supporting),
    Fit(Fitting),
}

/// A lexicon whose words may mean several things.
#[derive(Debug)]
struct Meanings<T> {
    words: Lexicon<usize>,
    meanings: Vec<Vec<T>>,
}

impl<T> Meanings<T> {
    fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, T)>) -> Self {
        let mut by_word: BTreeMap<String, Vec<T>> = BTreeMap::new();
        for (word, meaning) in pairs {
            by_word.entry(word.to_ascii_lowercase()).or_default().push(meaning);
        }
        let words = Lexicon::new(by_word.keys().enumerate().map(|(at, word)| (word.as_str(), at)));
        Self { words, meanings: by_word.into_values().collect() }
    }
}

impl Qualities {
    /// Builds the lexicons.
    pub fn new(file: QualityFile) -> Self {
        let grading = Meanings::new(grading_words(&file));
        let ties =
            file.support.iter().enumerate().flat_map(|(at, word)| both(&word.zh, &word.en, Supporting::Word(at)));
        let objects = file.object.iter().enumerate().flat_map(|(at, o)| both(&o.names, &[], Supporting::Object(at)));
        let fits = file.fit.iter().enumerate().flat_map(|(at, word)| both(&word.zh, &word.en, Fitting::Word(at)));
        let tasks = file.task.iter().enumerate().flat_map(|(at, t)| both(&t.names, &[], Fitting::Task(at)));
        let support = ties.chain(objects).map(|(word, means)| (word, Use::Support(means)));
        let uses = Lexicon::new(support.chain(fits.chain(tasks).map(|(word, means)| (word, Use::Fit(means)))));
        Self { grading, uses, file }
    }

    /// Returns the words of `text` that rate or compare, in order of place, each with all it may mean.
    pub fn gradings<'a>(&'a self, text: &str) -> Vec<Match<&'a [Grading]>> {
        let found = self.grading.words.find(text);
        found.into_iter().map(|m| Match { span: m.span, entry: self.grading.meanings[m.entry].as_slice() }).collect()
    }

    /// Returns the words of `text` that speak of support and those that speak of suitability, in order of place.
    pub fn uses(&self, text: &str) -> (Vec<Match<Supporting>>, Vec<Match<Fitting>>) {
        let (mut supporting, mut fitting) = (Vec::new(), Vec::new());
        self.uses.each(text, |Match { span, entry }| match entry {
            Use::Support(entry) => supporting.push(Match { span, entry }),
            Use::Fit(entry) => fitting.push(Match { span, entry }),
        });
        (one_a_place(supporting), one_a_place(fitting))
    }

    /// Returns what words of speed speak of.
    pub fn speed(&self) -> &Speed {
        &self.file.speed
    }

    /// Returns which metrics are rated.
    pub fn rated(&self) -> &Rated {
        &self.file.rated
    }

    /// Returns the small words between the others.
    pub fn glue(&self) -> &Glue {
        &self.file.glue
    }

    /// Returns the aspect with this index.
    pub fn aspect(&self, at: usize) -> &Aspect {
        &self.file.aspect[at]
    }

    /// Returns the degree with this index.
    pub fn degree(&self, at: usize) -> &Degree {
        &self.file.degree[at]
    }

    /// Returns the relation with this index.
    pub fn relation(&self, at: usize) -> &RelationWord {
        &self.file.relation[at]
    }

    /// Returns the ratio with this index.
    pub fn ratio(&self, at: usize) -> &Ratio {
        &self.file.ratio[at]
    }

    /// Returns the support word with this index.
    pub fn support(&self, at: usize) -> &SupportWord {
        &self.file.support[at]
    }

    /// Returns what reports in `lang` call an object or a task: a name that is the id as people write it, where it is a
    /// proper name, else the first name of that language.
    pub fn title<'a>(&'a self, id: &'a str, lang: Lang) -> &'a str {
        let object = self.file.object.iter().find(|entry| &*entry.object == id).map(|entry| &entry.names);
        let task = || self.file.task.iter().find(|entry| &*entry.object == id).map(|entry| &entry.names);
        let Some(names) = object.or_else(task) else { return id };
        let spelt = names.iter().find_map(|name| spelling(name, id));
        let proper = spelt.filter(|name| name.chars().any(char::is_uppercase));
        let first = |ascii: bool| names.iter().find(|name| name.is_ascii() == ascii).map(String::as_str);
        let named = match lang {
            Lang::En => spelt.or_else(|| first(true)),
            Lang::Zh => proper.or_else(|| first(false)).or(spelt),
        };
        named.unwrap_or(id)
    }

    /// Returns the object with this index.
    pub fn object(&self, at: usize) -> &Object {
        &self.file.object[at]
    }

    /// Returns the task with this index.
    pub fn task(&self, at: usize) -> &Task {
        &self.file.task[at]
    }

    /// Returns the fit word with this index.
    pub fn fit(&self, at: usize) -> &FitWord {
        &self.file.fit[at]
    }

    /// Returns every metric that the file names, for a check against `metrics.toml`.
    pub fn metrics(&self) -> impl Iterator<Item = &Name> {
        let aspects = self.file.aspect.iter().map(|aspect| &aspect.metric);
        let degrees = self.file.degree.iter().flat_map(|degree| degree.metric.iter().chain(&degree.metrics));
        let relations = self.file.relation.iter().filter_map(|relation| relation.metric.as_ref());
        let speed = [&self.file.speed.metric]
            .into_iter()
            .chain(self.file.speed.phases.values())
            .chain(self.file.speed.parts.values());
        let rated = self.file.rated.seldom.iter().chain(&self.file.rated.often).chain(&self.file.rated.never);
        aspects
            .chain(degrees)
            .chain(relations)
            .chain(speed)
            .chain(rated)
            .chain(self.file.object.iter().map(|object| &object.metric))
    }
}

/// Pairs every word of both languages with one meaning.
fn both<'a, T: Copy>(zh: &'a [String], en: &'a [String], meaning: T) -> impl Iterator<Item = (&'a str, T)> {
    zh.iter().chain(en).map(move |word| (word.as_str(), meaning))
}

fn grading_words(file: &QualityFile) -> Vec<(&str, Grading)> {
    let mut words = Vec::new();
    for (at, aspect) in file.aspect.iter().enumerate() {
        words.extend(both(&aspect.zh, &aspect.en, Grading::Aspect(at)));
    }
    for (at, degree) in file.degree.iter().enumerate() {
        words.extend(both(&degree.loose, &[], Grading::Degree(at, Form::Loose)));
        words.extend(both(&degree.zh, &degree.en, Grading::Degree(at, Form::Plain)));
        words.extend(both(&degree.more, &[], Grading::Degree(at, Form::More)));
        words.extend(both(&degree.most, &[], Grading::Degree(at, Form::Most)));
    }
    for (at, relation) in file.relation.iter().enumerate() {
        words.extend(both(&relation.zh, &relation.en, Grading::Relation(at)));
    }
    for (at, ratio) in file.ratio.iter().enumerate() {
        words.extend(both(&ratio.zh, &ratio.en, Grading::Ratio(at)));
    }
    for cue in &file.cue {
        words.extend(both(&cue.zh, &cue.en, Grading::Cue(cue.role)));
    }
    words
}
