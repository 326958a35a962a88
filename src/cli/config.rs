//! `atodds.toml`: what every command takes for granted in a folder and below it.
//!
//! The file nearest to the working folder, upwards, is read; flags win over it. Paths in it are
//! relative to the file.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::args::ReportLang;
use super::failure::Failure;

/// The name of the file.
pub const NAME: &str = "atodds.toml";

/// A file of settings, its paths as seen from the root of the disk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// The folder that holds the file.
    pub folder: PathBuf,
    /// Folders or files with articles.
    pub corpus: Vec<PathBuf>,
    /// Folder of the index.
    pub index: Option<PathBuf>,
    /// Folder with the user's own words.
    pub vocab: Option<PathBuf>,
    /// Dated exchange rates.
    pub rates: Option<PathBuf>,
    /// Language of reports.
    pub language: Option<ReportLang>,
}

/// The file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    corpus: Folders,
    index: Option<PathBuf>,
    vocab: Option<PathBuf>,
    rates: Option<PathBuf>,
    language: Option<Language>,
}

/// One folder or several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a folder, or a list of folders")]
enum Folders {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

impl Default for Folders {
    fn default() -> Self {
        Folders::Several(Vec::new())
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Language {
    En,
    Zh,
}

impl Config {
    /// Reads the nearest file from `folder` upwards; `None` where there is none.
    pub fn find(folder: &Path) -> Result<Option<Config>, Failure> {
        let Some(path) = folder.ancestors().map(|above| above.join(NAME)).find(|path| path.is_file()) else {
            return Ok(None);
        };
        let shown = super::session::relative(&path);
        let text =
            std::fs::read_to_string(&path).map_err(|error| Failure::new(format!("cannot read `{shown}`: {error}")))?;
        let file: File = toml::from_str(&text).map_err(|error| wrong(&shown, &text, &error))?;
        Ok(Some(Config::new(path.parent().unwrap_or(folder), file)))
    }

    fn new(folder: &Path, file: File) -> Config {
        let full = |path: PathBuf| folder.join(path);
        let corpus = match file.corpus {
            Folders::One(path) => vec![path],
            Folders::Several(paths) => paths,
        };
        Config {
            folder: folder.to_owned(),
            corpus: corpus.into_iter().map(full).collect(),
            index: file.index.map(full),
            vocab: file.vocab.map(full),
            rates: file.rates.map(full),
            language: file.language.map(|language| match language {
                Language::En => ReportLang::En,
                Language::Zh => ReportLang::Zh,
            }),
        }
    }
}

fn wrong(shown: &str, text: &str, error: &toml::de::Error) -> Failure {
    let at = error.span().map_or(0, |span| span.start);
    let before = text.get(..at).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    Failure::with_help(
        format!("{shown}:{line}:{column}: {}", error.message().replace('\n', " ")),
        "the keys are `corpus`, `index`, `vocab`, `rates` and `language`; `atodds init` writes them with their meaning",
    )
}
