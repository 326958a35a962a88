//! The self-check of the words: what a reader of the files would stumble over, with file, line and column.
//!
//! Parsing already refuses unknown keys. Here: ids unique and well formed, parents and
//! machines' chips known, no name claimed by two devices or metrics, dimensions and conditions
//! known, the entries of one kind beside each other. [`run`] checks the built-in files, and a
//! folder's over them; the suite and `atodds vocab check` call it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::lexicon::is_code;
use super::load::{BUILT_IN, VocabError};
use super::{Device, Vocab};
use crate::text::{Diagnostic, LineIndex, Position};

/// Conditions whose values are numbers, dates or ids, so that no words stand for them.
const UNLISTED: &[&str] =
    &["as_of", "batch", "count", "epochs", "hardware", "region", "sequence", "steps", "tokens", "variant"];

/// Dimensions of figures that no unit states.
const UNITLESS: &[&str] = &["count", "date", "ratio"];

/// Checks the built-in words, and those of the folder `overlay` over them.
pub fn run(overlay: Option<&Path>) -> Vec<Diagnostic> {
    let vocab = match Vocab::load(overlay) {
        Ok(vocab) => vocab,
        Err(error) => return vec![unreadable(error)],
    };
    let files = Files::read(overlay);
    let mut found = Found { files: &files, diagnostics: Vec::new() };
    found.check_devices(&vocab);
    found.check_device_names(&vocab);
    found.check_metrics(&vocab);
    found.check_conditions(&vocab);
    found.check_repeated("devices.toml", "id");
    found.check_repeated("metrics.toml", "id");
    found.diagnostics
}

fn unreadable(error: VocabError) -> Diagnostic {
    let help = error.help();
    let diagnostic = match error {
        VocabError::Parse { path, line, column, message } => {
            Diagnostic::new(path, message).at(Position { line, column })
        }
        VocabError::Read { path, source } => Diagnostic::new(path, source.to_string()),
        VocabError::Folder { path } => Diagnostic::new(path, "no folder of words"),
        VocabError::Name { path, .. } => Diagnostic::new(path, "no file of the vocabulary is called so"),
    };
    diagnostic.with_help(help)
}

/// The texts of the files, a user's last.
struct Files {
    files: Vec<(PathBuf, String)>,
}

impl Files {
    fn read(overlay: Option<&Path>) -> Self {
        let built_in = BUILT_IN.iter().map(|file| (Path::new("src/vocab").join(file.name), file.text.to_owned()));
        let own = BUILT_IN.iter().filter_map(|file| {
            let path = overlay?.join(file.name);
            std::fs::read_to_string(&path).ok().map(|text| (path, text))
        });
        Self { files: built_in.chain(own).collect() }
    }

    /// Returns where `word` is written behind `key = "entry"` in the last file of that name that has the entry.
    fn place(&self, name: &str, key: &str, entry: &str, word: &str) -> (PathBuf, Option<Position>) {
        let head = format!("{key} = \"{entry}\"");
        let named = self.files.iter().rev().filter(|(path, _)| path.file_name().is_some_and(|file| file == name));
        for (path, text) in named {
            let Some(start) = text.find(&head) else { continue };
            let quoted = format!("\"{word}\"");
            let offset = text[start..].find(&quoted).map_or(start, |at| start + at);
            return (path.clone(), Some(LineIndex::new(text).position(text, offset)));
        }
        (Path::new("src/vocab").join(name), None)
    }
}

struct Found<'a> {
    files: &'a Files,
    diagnostics: Vec<Diagnostic>,
}

impl Found<'_> {
    fn add(&mut self, place: (PathBuf, Option<Position>), message: String, help: &str) {
        let diagnostic = Diagnostic::new(place.0, message).with_help(help);
        self.diagnostics.push(match place.1 {
            Some(position) => diagnostic.at(position),
            None => diagnostic,
        });
    }

    fn device(&mut self, device: &Device, word: &str, message: String, help: &str) {
        self.add(self.files.place("devices.toml", "id", &device.id, word), message, help);
    }

    fn check_devices(&mut self, vocab: &Vocab) {
        for device in vocab.devices.iter() {
            let id = &device.id;
            if !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c)) {
                let help = "write ids in lower case with hyphens, the vendor first: `acme-x100`";
                self.device(device, id, format!("id `{id}` has other characters than a-z, 0-9, `-` and `.`"), help);
            }
            if let Some(parent) = device.parent.as_deref().filter(|parent| vocab.devices.get(parent).is_none()) {
                let help = "add the parent as a device of its own, or name a device that is there";
                self.device(device, parent, format!("parent `{parent}` of `{id}` is no device"), help);
            }
            if vocab.devices.lineage(id).count() > 12 {
                self.device(device, id, format!("`{id}` stands below itself"), "a device has one parent, up to a root");
            }
            if let Some(holds) = device.holds.as_ref().filter(|holds| vocab.devices.get(&holds.device).is_none()) {
                let message = format!("`{id}` holds `{}`, which is no device", holds.device);
                self.device(device, &holds.device, message, "add that device too");
            }
            if let Some(slice) = &device.slice
                && !(slice.pattern.split('|').all(|part| part.contains("-{n}"))
                    && ["core", "chip"].contains(&&*slice.counts))
            {
                let help = "write `pattern = \"v3-{n}\"` and `counts = \"core\"` or `\"chip\"`";
                self.device(device, &slice.pattern, format!("the slice of `{id}` cannot be read"), help);
            }
        }
    }

    /// A name belongs to one device; blanks, hyphens and case make no difference.
    fn check_device_names(&mut self, vocab: &Vocab) {
        let mut owners: BTreeMap<String, &Device> = BTreeMap::new();
        for device in vocab.devices.iter() {
            for name in device.names.iter().chain(&device.short) {
                if let Some(other) = owners.insert(plain(name), device).filter(|other| other.id != device.id) {
                    let message = format!("name `{name}` is claimed by both `{}` and `{}`", other.id, device.id);
                    self.device(device, name, message, "leave it to one of them");
                }
            }
        }
    }

    fn check_metrics(&mut self, vocab: &Vocab) {
        let conditions: BTreeSet<&str> = vocab.conditions.iter().map(|condition| &*condition.key).collect();
        let dimensions: BTreeSet<&str> = vocab.units.iter().map(|unit| &*unit.dimension).collect();
        let mut owners: BTreeMap<String, &str> = BTreeMap::new();
        let mut groups: Vec<&str> = Vec::new();
        for metric in vocab.metrics.iter() {
            let place = |word: &str| self.files.place("metrics.toml", "id", &metric.id, word);
            let mut wrong = Vec::new();
            for dimension in metric.dimension.iter().chain(&metric.also) {
                if !is_dimension(dimension, &dimensions) {
                    let message = format!("dimension `{dimension}` of `{}` is measured by no unit", metric.id);
                    wrong.push((
                        place(dimension),
                        message,
                        "add a unit to units.toml, or name a dimension that is there",
                    ));
                }
            }
            for key in metric.separates.iter().chain(metric.default.keys()) {
                if !conditions.contains(&**key) && !UNLISTED.contains(&&**key) {
                    let message = format!("`{}` is separated by `{key}`, which is no condition", metric.id);
                    wrong.push((place(key), message, "add it to conditions.toml, or leave it out"));
                }
            }
            for word in metric.en.iter().chain(&metric.zh) {
                if let Some(other) = owners.insert(plain(word), &metric.id).filter(|other| *other != &*metric.id) {
                    let message = format!("word `{word}` is claimed by both `{other}` and `{}`", metric.id);
                    wrong.push((place(word), message, "leave it to one of them, or move it to `weak` in both"));
                }
            }
            if groups.last() != Some(&&*metric.group) {
                if groups.contains(&&*metric.group) && !self.is_own("metrics.toml", &metric.id) {
                    let message = format!("`{}` stands apart from the other metrics of `{}`", metric.id, metric.group);
                    wrong.push((place(&metric.group), message, "keep the metrics of a group together"));
                }
                groups.push(&metric.group);
            }
            for (place, message, help) in wrong {
                self.add(place, message, help);
            }
        }
    }

    fn check_conditions(&mut self, vocab: &Vocab) {
        let mut owners: BTreeMap<(&str, String), &str> = BTreeMap::new();
        let mut values = BTreeSet::new();
        for condition in vocab.conditions.iter() {
            let (key, value) = (&*condition.key, &*condition.value);
            let place = |word: &str| self.files.place("conditions.toml", "value", value, word);
            let mut wrong = Vec::new();
            // "Tensor FP16" and "Tensor FP8" state one thing, and each another beside it.
            let also: Vec<String> = condition.also.iter().map(|(key, value)| format!("{key}={value}")).collect();
            if !values.insert((key, value, also)) {
                wrong.push((place(value), format!("`{key} = {value}` stands twice"), "join the two entries"));
            }
            for word in condition.words.iter().chain(&condition.after_device).chain(&condition.before_device) {
                if let Some(other) = owners.insert((key, plain(word)), value).filter(|other| *other != value) {
                    let message = format!("word `{word}` states both `{key} = {other}` and `{key} = {value}`");
                    wrong.push((place(word), message, "leave it to one of them"));
                }
            }
            for (place, message, help) in wrong {
                self.add(place, message, help);
            }
        }
    }

    /// Says whether the entry stands in a user's own file, where order is free.
    fn is_own(&self, name: &str, id: &str) -> bool {
        let (path, _) = self.files.place(name, "id", id, id);
        !path.starts_with("src/vocab")
    }

    /// An id stands once in one file; a user's file may replace a built-in entry.
    fn check_repeated(&mut self, name: &str, key: &str) {
        let head = format!("{key} = \"");
        for (path, text) in self.files.files.iter().filter(|(path, _)| path.file_name().is_some_and(|f| f == name)) {
            let mut seen = BTreeSet::new();
            for (number, line) in text.lines().enumerate() {
                let Some(id) = line.strip_prefix(&head).and_then(|rest| rest.strip_suffix('"')) else { continue };
                if !seen.insert(id) {
                    let twice = Diagnostic::new(path, format!("`{id}` stands twice"));
                    let place = Position { line: number + 1, column: 1 };
                    self.diagnostics.push(twice.at(place).with_help("join the two entries"));
                }
            }
        }
    }
}

/// Returns `name` without blanks, hyphens and case.
fn plain(name: &str) -> String {
    if is_code(name) {
        return name.to_lowercase();
    }
    name.chars().filter(|c| !matches!(c, ' ' | '-')).collect::<String>().to_lowercase()
}

/// Says whether units measure `dimension`, or each part of it ("operations/time/power").
fn is_dimension(dimension: &str, known: &BTreeSet<&str>) -> bool {
    known.contains(dimension)
        || UNITLESS.contains(&dimension)
        || dimension.contains('/') && dimension.split('/').all(|part| known.contains(part))
}
