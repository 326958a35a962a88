//! Words of claims without a plain figure (`qualities.toml`): ratings, comparisons, support
//! and suitability.
//!
//! Two lexicons, one for what rates and compares and one for what a device is used with and for, because one
//! word may mean different things to each.

use std::collections::BTreeMap;

use super::condition::spelling;
use super::lexicon::one_a_place;
pub use super::quality_file::{
    Aspect, Cue, Degree, FitWord, Glue, Object, Place, Pole, QualityFile, Rated, Ratio, RelationWord, Role, Sheet,
    Speed, SupportWord, Task,
};
use super::{Lang, Lexicon, Match};
use crate::claim::Name;

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

    /// Returns what the labels and cells of tables of words say.
    pub fn sheet(&self) -> &Sheet {
        &self.file.sheet
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
