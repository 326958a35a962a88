//! Reading the store.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::corpus::Root;
use super::error::{Error, Kind};
use crate::claim::row::Row;
use crate::claim::{Claim, Source};

/// What the store knows of one file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    /// The article.
    pub source: Arc<Source>,
    /// How the file was written.
    pub encoding: Option<String>,
    /// Bytes of the file.
    pub size: u64,
    /// Nanoseconds since 1970 at which it was last changed.
    pub modified: u128,
    /// BLAKE3 of its bytes.
    pub hash: String,
    /// How many claims it makes.
    pub claims: usize,
    /// Why it could not be read, if it could not.
    pub skipped: Option<String>,
}

/// The last whole state of an index.
#[derive(Debug)]
pub struct Store {
    state: State,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    pub roots: Vec<Root>,
    pub records: Vec<Record>,
    pub rows: Vec<Row>,
}

/// Opens the index in the folder `dir`.
///
/// # Errors
/// Where there is none, or it is damaged.
pub fn open(dir: &Path) -> Result<Store, Error> {
    load(dir)?.map(|state| Store { state }).ok_or_else(|| Kind::Missing(dir.to_owned()).into())
}

pub(super) fn file(dir: &Path) -> PathBuf {
    dir.join("store").join("state.json")
}

pub(super) fn load(dir: &Path) -> Result<Option<State>, Error> {
    let path = file(dir);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::read(&path, error)),
    };
    serde_json::from_slice(&bytes).map(Some).map_err(|error| Error::damaged(&dir.join("store"), error.to_string()))
}

impl Store {
    /// Returns every claim, in the order of their sources and places.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn claims(&self) -> Result<Vec<Claim>, Error> {
        let rows = self.state.rows.iter().cloned();
        rows.map(|row| Claim::try_from(row).map_err(|what| Error::damaged(Path::new("store"), what))).collect()
    }

    /// Returns what is known of each file, sorted by path.
    pub fn records(&self) -> &[Record] {
        &self.state.records
    }

    /// Returns the corpus folders.
    pub fn roots(&self) -> &[Root] {
        &self.state.roots
    }

    /// Returns where the source called `path` is on this disk.
    pub fn on_disk(&self, path: &str) -> Option<PathBuf> {
        self.state.roots.iter().find_map(|root| root.on_disk(path))
    }
}
