//! Reads the vocabulary files: those built in, then a user's folder over them.

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::quality::QualityFile;
use super::unit_file::UnitFile;
use super::{
    Condition, ConditionWords, Context, Device, Devices, Labels, Metric, Metrics, Names, Numerals, Part, Qualities,
    Relations, Sentence, Sentences, Units, Vocab,
};

/// What stops a vocabulary from loading.
#[derive(Debug, thiserror::Error)]
pub enum VocabError {
    /// A file is not TOML, or has a key that is not known.
    #[error("{path}:{line}:{column}: {message}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What the parser says.
        message: String,
    },
    /// A file cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// What should be a folder of words is none.
    #[error("`{}` is no folder of words", path.display())]
    Folder {
        /// What was named.
        path: PathBuf,
    },
    /// A file of a folder has a name that none of the vocabulary's files has.
    #[error("{}: no file of the vocabulary is called so", path.display())]
    Name {
        /// The file.
        path: PathBuf,
        /// The name that was probably meant.
        near: Option<&'static str>,
    },
}

impl VocabError {
    /// Returns the next step.
    pub fn help(&self) -> String {
        let names = || BUILT_IN.iter().map(|file| file.name).collect::<Vec<_>>().join(", ");
        match self {
            VocabError::Parse { .. } => {
                "correct the entry; the keys of each file are described in docs/vocabulary.md".to_owned()
            }
            VocabError::Read { .. } => "make the file readable, as UTF-8 text, or move it away".to_owned(),
            VocabError::Folder { .. } => {
                format!("`--vocab` (or `vocab` in atodds.toml) names a folder that holds some of: {}", names())
            }
            VocabError::Name { near: Some(near), .. } => format!("did you mean `{near}`? The files are: {}", names()),
            VocabError::Name { near: None, .. } => format!("rename it, or move it away; the files are: {}", names()),
        }
    }
}

/// Files that may lie in a folder of words, and hold none.
const BESIDE: &[&str] = &["atodds.toml", "decisions.toml", "rates.toml"];

/// Refuses a folder that is none, and one with a file that would not be read as its owner thinks.
fn check_folder(folder: &Path) -> Result<(), VocabError> {
    let entries = std::fs::read_dir(folder).map_err(|_| VocabError::Folder { path: folder.to_owned() })?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    for name in names {
        let words = name.ends_with(".toml") && !name.starts_with('.');
        let known = BUILT_IN.iter().any(|file| file.name == name) || BESIDE.contains(&name.as_str());
        if words && !known {
            let near = crate::text::suggest::nearest(&name, BUILT_IN.iter().map(|file| file.name));
            return Err(VocabError::Name { path: folder.join(&name), near });
        }
    }
    Ok(())
}

/// A file that is built into the program.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// Its name: `devices.toml`.
    pub name: &'static str,
    /// Its text, as people edit it.
    pub text: &'static str,
    /// The same as JSON, made when the program is built, since that is read faster.
    json: &'static str,
}

macro_rules! built_in {
    ($($name:literal),*) => {
        &[$(BuiltIn {
            name: concat!($name, ".toml"),
            text: include_str!(concat!($name, ".toml")),
            json: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json")),
        }),*]
    };
}

/// The files that are built into the program.
pub const BUILT_IN: &[BuiltIn] = built_in![
    "devices",
    "metrics",
    "conditions",
    "tables",
    "binding",
    "qualities",
    "labels",
    "relations",
    "page",
    "queries",
    "sentences",
    "numerals",
    "units"
];

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct DeviceFile {
    #[serde(default)]
    context: Context,
    #[serde(default)]
    device: Vec<Device>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct MetricFile {
    #[serde(default)]
    mask: Vec<String>,
    #[serde(default)]
    metric: Vec<Metric>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ConditionFile {
    #[serde(default)]
    condition: Vec<Condition>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct SentenceFile {
    #[serde(default)]
    sentence: Vec<Sentence>,
}

impl Vocab {
    /// Returns the vocabulary that is built in.
    ///
    /// # Panics
    /// Never in a released program: the suite loads every built-in file.
    pub fn built_in() -> Vocab {
        Vocab::load(None).expect("the suite loads every built-in file")
    }

    /// Returns the built-in vocabulary with the entries of the folder `overlay` added, or put in
    /// the place of those with the same id.
    ///
    /// # Errors
    /// Where a file cannot be read or parsed, with its place.
    pub fn load(overlay: Option<&Path>) -> Result<Vocab, VocabError> {
        overlay.map_or(Ok(()), check_folder)?;
        let numerals = part(overlay, "numerals.toml", |folder| Ok(Numerals::new(whole(folder, "numerals.toml")?)))?;
        let units = part(overlay, "units.toml", |folder| Ok(Units::new(units(folder)?)))?;
        let of_both = (numerals.clone(), units.clone());
        let devices = part(overlay, "devices.toml", devices)?;
        let metrics = part(overlay, "metrics.toml", metrics)?;
        let conditions = part(overlay, "conditions.toml", conditions)?;
        let of_all = (devices.clone(), metrics.clone(), conditions.clone());
        Ok(Vocab {
            names: Part::later(move || Names::new(&of_all.0, &of_all.1, &of_all.2)),
            devices,
            metrics,
            conditions,
            tables: part(overlay, "tables.toml", |folder| whole(folder, "tables.toml"))?,
            binding: part(overlay, "binding.toml", |folder| whole(folder, "binding.toml"))?,
            qualities: part(overlay, "qualities.toml", qualities)?,
            labels: part(overlay, "labels.toml", |folder| Ok(Labels::new(whole(folder, "labels.toml")?)))?,
            page: part(overlay, "page.toml", page)?,
            queries: part(overlay, "queries.toml", |folder| whole(folder, "queries.toml"))?,
            relations: part(overlay, "relations.toml", relations)?,
            sentences: part(overlay, "sentences.toml", sentences)?,
            kinds: Part::later(move || super::kinds::Kinds::new(&of_both.0, &of_both.1)),
            numerals,
            units,
        })
    }
}

/// Returns a part of the vocabulary: read at once where the folder has its `file`, else on first use.
fn part<T: Send + UnwindSafe + RefUnwindSafe + 'static>(
    overlay: Option<&Path>,
    file: &str,
    read: fn(Option<&Path>) -> Result<T, VocabError>,
) -> Result<Part<T>, VocabError> {
    if overlay.is_some_and(|folder| folder.join(file).exists()) {
        return read(overlay).map(Part::ready);
    }
    Ok(Part::later(move || read(None).expect("the suite loads every built-in file")))
}

fn devices(overlay: Option<&Path>) -> Result<Devices, VocabError> {
    let mut context = Context::default();
    let files: Vec<DeviceFile> = files(overlay, "devices.toml")?;
    let mut devices = Vec::new();
    for file in files {
        context.extend(file.context);
        put_over(&mut devices, file.device, |device| device.id.to_string());
    }
    Ok(Devices::new(devices, context))
}

fn metrics(overlay: Option<&Path>) -> Result<Metrics, VocabError> {
    let mut masks = Vec::new();
    let mut metrics = Vec::new();
    for file in files::<MetricFile>(overlay, "metrics.toml")? {
        masks.extend(file.mask);
        put_over(&mut metrics, file.metric, |metric| metric.id.to_string());
    }
    Ok(Metrics::new(metrics, masks))
}

fn conditions(overlay: Option<&Path>) -> Result<ConditionWords, VocabError> {
    let id = |condition: &Condition| format!("{}={}", condition.key, condition.value);
    entries(overlay, "conditions.toml", |file: ConditionFile| file.condition, id).map(ConditionWords::new)
}

fn sentences(overlay: Option<&Path>) -> Result<Sentences, VocabError> {
    entries(overlay, "sentences.toml", |file: SentenceFile| file.sentence, |s| s.id.to_string()).map(Sentences::new)
}

fn page(overlay: Option<&Path>) -> Result<Sentences, VocabError> {
    entries(overlay, "page.toml", |file: SentenceFile| file.sentence, |s| s.id.to_string()).map(Sentences::new)
}

fn qualities(overlay: Option<&Path>) -> Result<Qualities, VocabError> {
    let mut files = files::<QualityFile>(overlay, "qualities.toml")?.into_iter();
    let mut all = files.next().unwrap_or_default();
    files.for_each(|over| all.overlay(over));
    Ok(Qualities::new(all))
}

/// Returns the entries of one file: the built-in ones, replaced by id or followed by the overlay's.
pub(super) fn entries<F: DeserializeOwned, E>(
    overlay: Option<&Path>,
    name: &str,
    list: fn(F) -> Vec<E>,
    id: fn(&E) -> String,
) -> Result<Vec<E>, VocabError> {
    let mut entries = Vec::new();
    for file in files(overlay, name)? {
        put_over(&mut entries, list(file), id);
    }
    Ok(entries)
}

/// Returns the built-in file `name`, then the overlay's where it has one.
pub(super) fn files<F: DeserializeOwned>(overlay: Option<&Path>, name: &str) -> Result<Vec<F>, VocabError> {
    let mut files = vec![built_in(name)?];
    if let Some(path) = overlay.map(|folder| folder.join(name)).filter(|path| path.exists()) {
        let text = std::fs::read_to_string(&path).map_err(|source| VocabError::Read { path: path.clone(), source })?;
        files.push(parse(&path, &text)?);
    }
    Ok(files)
}

/// Puts each entry of `over` in the place of the one with the same id, or behind all.
pub(super) fn put_over<E>(entries: &mut Vec<E>, over: Vec<E>, id: fn(&E) -> String) {
    if entries.is_empty() {
        *entries = over;
        return;
    }
    for entry in over {
        match entries.iter_mut().find(|old| id(old) == id(&entry)) {
            Some(old) => *old = entry,
            None => entries.push(entry),
        }
    }
}

/// Returns what one file says as a whole: the overlay's where it has the file, else the built-in one.
fn whole<F: DeserializeOwned>(overlay: Option<&Path>, name: &str) -> Result<F, VocabError> {
    if let Some(path) = overlay.map(|folder| folder.join(name)).filter(|path| path.exists()) {
        let text = std::fs::read_to_string(&path).map_err(|source| VocabError::Read { path: path.clone(), source })?;
        return parse(&path, &text);
    }
    built_in(name)
}

/// Returns the relations, with those of the overlay over them.
fn relations(overlay: Option<&Path>) -> Result<Relations, VocabError> {
    let name = "relations.toml";
    let mut relations: Relations = built_in(name)?;
    if let Some(path) = overlay.map(|folder| folder.join(name)).filter(|path| path.exists()) {
        let text = std::fs::read_to_string(&path).map_err(|source| VocabError::Read { path: path.clone(), source })?;
        relations.overlay(parse(&path, &text)?);
    }
    Ok(relations)
}

/// Returns the units: those of the overlay first, so that their spellings win.
fn units(overlay: Option<&Path>) -> Result<UnitFile, VocabError> {
    let mut file: UnitFile = whole(None, "units.toml")?;
    if overlay.is_some_and(|folder| folder.join("units.toml").exists()) {
        let own: UnitFile = whole(overlay, "units.toml")?;
        file.prefix.splice(0..0, own.prefix);
        file.unit.splice(0..0, own.unit);
        file.item.splice(0..0, own.item);
        file.scope.splice(0..0, own.scope);
        file.modifier.splice(0..0, own.modifier);
        file.counter.splice(0..0, own.counter);
    }
    Ok(file)
}

/// Returns what the built-in file `name` says.
fn built_in<F: DeserializeOwned>(name: &str) -> Result<F, VocabError> {
    let Some(file) = BUILT_IN.iter().find(|file| file.name == name) else { return parse(Path::new(name), "") };
    // Where the JSON does not fit, the TOML has the place of the mistake.
    serde_json::from_str(file.json).or_else(|_| parse(&Path::new("src/vocab").join(name), file.text))
}

fn parse<F: DeserializeOwned>(path: &Path, text: &str) -> Result<F, VocabError> {
    toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let at = crate::text::LineIndex::new(text).position(text, offset);
        VocabError::Parse {
            path: path.to_owned(),
            line: at.line,
            column: at.column,
            message: error.message().to_owned(),
        }
    })
}
