//! Bringing the store up to date.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::corpus::{File, Root};
use super::error::{Error, Kind};
use super::store::{self, Record, State};
use crate::claim::row::Row;
use crate::claim::{Source, id};
use crate::vocab::Vocab;
use crate::{extract, read};

/// What an update did, in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Update {
    /// Read for the first time.
    pub new: usize,
    /// Read again because they changed.
    pub updated: usize,
    /// As they were.
    pub unchanged: usize,
    /// Gone, and their claims with them.
    pub removed: usize,
    /// Not readable, each named by `atodds sources --skipped`.
    pub skipped: usize,
    /// Claims that the index now holds.
    pub claims: usize,
}

impl Update {
    /// Says whether anything was written.
    pub fn changed(&self) -> bool {
        self.new + self.updated + self.removed > 0
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Update { new, updated, unchanged, removed, skipped, .. } = self;
        write!(f, "{new} new, {updated} updated, {unchanged} unchanged, {removed} removed, {skipped} skipped")
    }
}

/// Brings the index in `dir` up to date with `folders`, or with the folders that it
/// remembers where none are given, or with `corpus` where it remembers none.
///
/// # Errors
/// Where a corpus folder is not there or the index cannot be written.
pub fn update(dir: &Path, folders: &[PathBuf], vocab: &Vocab) -> Result<Update, Error> {
    let old = store::load(dir)?.unwrap_or_default();
    let roots = if !folders.is_empty() {
        Root::named(folders)?
    } else if old.roots.is_empty() {
        Root::named(&[PathBuf::from("corpus")])?
    } else {
        old.roots.clone()
    };
    let mut files: Vec<File> = Vec::new();
    for root in &roots {
        files.extend(root.files()?);
    }
    let mut counts = Update::default();
    let known = |file: &File| old.records.iter().find(|record| *record.source.path == *file.path);
    for file in &files {
        match known(file) {
            None => counts.new += 1,
            Some(record) if record.size == file.size && record.modified == file.modified => counts.unchanged += 1,
            Some(_) => counts.updated += 1,
        }
    }
    counts.removed = old.records.iter().filter(|r| !files.iter().any(|file| file.path == *r.source.path)).count();
    if !counts.changed() && roots == old.roots {
        counts.skipped = old.records.iter().filter(|record| record.skipped.is_some()).count();
        counts.claims = old.rows.len();
        return Ok(counts);
    }
    let read: Vec<(Record, Vec<Row>)> = files.par_iter().map(|file| read_file(vocab, file)).collect();
    let mut state = State { roots, ..State::default() };
    for (record, rows) in read {
        counts.skipped += usize::from(record.skipped.is_some());
        state.records.push(record);
        state.rows.extend(rows);
    }
    counts.claims = state.rows.len();
    save(dir, &state)?;
    Ok(counts)
}

fn read_file(vocab: &Vocab, file: &File) -> (Record, Vec<Row>) {
    let source = Source { id: id::source(&file.path), path: file.path.as_str().into(), ..Source::default() };
    let mut record = Record {
        source: Arc::new(source),
        encoding: None,
        size: file.size,
        modified: file.modified,
        hash: String::new(),
        claims: 0,
        skipped: None,
    };
    let bytes = match fs::read(&file.disk) {
        Ok(bytes) => bytes,
        Err(error) => {
            record.skipped = Some(error.to_string());
            return (record, Vec::new());
        }
    };
    record.hash = blake3::hash(&bytes).to_hex().to_string();
    match read::article(&file.path, &bytes) {
        Err(diagnostic) => {
            record.skipped = Some(diagnostic.message);
            (record, Vec::new())
        }
        Ok(article) => {
            let claims = extract::claims(vocab, &article).claims;
            record.source = Arc::clone(&article.source);
            record.encoding = Some(article.encoding.to_string());
            record.claims = claims.len();
            (record, claims.iter().map(Row::from).collect())
        }
    }
}

fn save(dir: &Path, state: &State) -> Result<(), Error> {
    let path = store::file(dir);
    let folder = path.parent().unwrap_or(dir);
    fs::create_dir_all(folder).map_err(|error| Error::write(folder, error))?;
    let bytes = serde_json::to_vec(state).map_err(|error| Kind::Write { path: path.clone(), source: error.into() })?;
    let draft = path.with_extension("new");
    fs::write(&draft, bytes).map_err(|error| Error::write(&draft, error))?;
    fs::rename(&draft, &path).map_err(|error| Error::write(&path, error))
}
