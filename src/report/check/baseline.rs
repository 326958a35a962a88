//! The findings that stood when a repository began to be checked: a text file that people review.
//!
//! ```toml
//! [[known]]
//! finding = "k-0123456789ab"
//! status = "conflict"
//! place = "docs/cards.md"
//! what = "H100 · memory bandwidth: 3.35 TB/s here, 335 TB/s in docs/scan.md, line 17"
//! ```
//!
//! An entry covers its finding until the finding becomes graver. Ids hash what is said and by which file, never
//! the line, so an entry outlives edits elsewhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Problem;
use crate::claim::Name;
use crate::conflict::Status;

/// The entries of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// The findings.
    #[serde(default)]
    pub known: Vec<Known>,
}

/// One finding that is known.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Its id.
    pub finding: Name,
    /// The verdict that it had.
    pub status: Status,
    /// The file in which it was reported; for the reader.
    #[serde(default)]
    pub place: String,
    /// What it said; for the reader.
    #[serde(default)]
    pub what: String,
}

/// What stops a baseline from being read or written.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not what it should be.
    #[error("{}:{line}: {message}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What the parser says.
        message: String,
    },
}

impl Baseline {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// Where it cannot be read or parsed.
    pub fn load(path: &Path) -> Result<Self, BaselineError> {
        let text =
            std::fs::read_to_string(path).map_err(|source| BaselineError::File { path: path.to_owned(), source })?;
        toml::from_str(&text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
            BaselineError::Parse {
                path: path.to_owned(),
                line: before.matches('\n').count() + 1,
                message: error.message().to_owned(),
            }
        })
    }

    /// Returns the place of the entry that covers a finding with this verdict.
    pub fn covers(&self, finding: &str, status: Status) -> Option<usize> {
        self.known.iter().position(|known| &*known.finding == finding && status >= known.status)
    }

    /// Writes the findings of `problems` to `path` and returns how many there are.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn write(path: &Path, problems: &[Problem]) -> Result<usize, BaselineError> {
        let quote = |word: &str| toml::Value::String(word.to_owned()).to_string();
        let mut text = String::from(
            "# Findings that were there when this file was written; `atodds check` is silent about them.\n",
        );
        let mut entries: Vec<(&str, &str, Status, &str)> = problems
            .iter()
            .filter_map(|problem| {
                let finding = problem.finding.as_ref()?;
                Some((&*problem.place.path, &*finding.id, finding.status, problem.message.as_str()))
            })
            .collect();
        entries.sort_by_key(|entry| (entry.0, entry.1));
        for (place, id, status, what) in &entries {
            let _ = write!(
                text,
                "\n[[known]]\nfinding = {}\nstatus = {}\nplace = {}\nwhat = {}\n",
                quote(id),
                quote(status.as_str()),
                quote(place),
                quote(what)
            );
        }
        std::fs::write(path, text).map_err(|source| BaselineError::File { path: path.to_owned(), source })?;
        Ok(entries.len())
    }
}
