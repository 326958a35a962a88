//! The corpus folders: which files they hold, and what they are called.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::error::{Error, Kind};
use crate::read::walk::{self, Walk};

/// One corpus folder (or single file).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// The first part of the paths of its articles: the folder's own name.
    pub label: String,
    /// Where it is, from the root of the disk.
    pub folder: PathBuf,
}

/// One file, as a look at its folder tells.
#[derive(Debug, Clone)]
pub(super) struct File {
    /// The name of the source: label and path below it, with `/` between parts.
    pub path: String,
    /// Where it is.
    pub disk: PathBuf,
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified: u64,
    /// Why it is not read, if it is not.
    pub skipped: Option<String>,
}

impl Root {
    /// Returns the roots for the folders given, in their order; labels are told apart by number.
    ///
    /// # Errors
    /// Where a folder is not there.
    pub fn named(folders: &[PathBuf]) -> Result<Vec<Root>, Error> {
        let mut roots: Vec<Root> = Vec::new();
        for folder in folders {
            let full = folder.canonicalize().map_err(|_| Kind::NoCorpus(folder.clone()))?;
            if roots.iter().any(|root| root.folder == full) {
                continue;
            }
            let name = full.file_name().map_or("corpus".into(), |name| name.to_string_lossy().into_owned());
            let taken = |label: &str| roots.iter().any(|root| root.label == label);
            let mut label = name.clone();
            let mut number = 2;
            while taken(&label) {
                label = format!("{name}-{number}");
                number += 1;
            }
            roots.push(Root { label, folder: full });
        }
        Ok(roots)
    }

    /// Returns where the source called `path` is, if it is below this root.
    pub(super) fn on_disk(&self, path: &str) -> Option<PathBuf> {
        let below = path.strip_prefix(&self.label)?;
        match below.strip_prefix('/') {
            Some(below) => Some(self.folder.join(below)),
            None => below.is_empty().then(|| self.folder.clone()),
        }
    }

    /// Says whether the source called `path` is below this root.
    pub fn holds(&self, path: &str) -> bool {
        self.on_disk(path).is_some()
    }

    /// Returns every file below, sorted by name; those that are no articles with the reason.
    pub(super) fn files(&self) -> Result<Vec<File>, Error> {
        if !self.folder.exists() {
            return Err(Kind::NoCorpus(self.folder.clone()).into());
        }
        let (found, left_out) = walk::files(std::slice::from_ref(&self.folder), &Walk::default());
        let mut files: Vec<File> = found
            .iter()
            .map(|file| File {
                path: self.name(&file.location()),
                disk: file.location(),
                size: file.size,
                modified: file.modified as u64,
                skipped: None,
            })
            .collect();
        files.extend(left_out.into_iter().map(|diagnostic| self.left_out(&diagnostic.path, diagnostic.message)));
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|a, b| a.path == b.path);
        Ok(files)
    }

    fn left_out(&self, disk: &Path, reason: String) -> File {
        let facts = std::fs::symlink_metadata(disk).ok();
        File {
            path: self.name(disk),
            disk: disk.to_owned(),
            size: facts.as_ref().map_or(0, std::fs::Metadata::len),
            modified: facts.as_ref().map_or(0, modified),
            skipped: Some(reason),
        }
    }

    /// Returns the name of the source at `disk`, which is below this root.
    pub fn name(&self, disk: &Path) -> String {
        let below = disk.strip_prefix(&self.folder).unwrap_or(disk);
        let mut name = self.label.clone();
        for part in below.components() {
            name.push('/');
            name.push_str(&part.as_os_str().to_string_lossy());
        }
        name
    }
}

impl File {
    /// Says whether the file cannot be opened.
    pub fn is_closed(&self) -> bool {
        std::fs::File::open(&self.disk).is_err()
    }

    /// Says whether it is a folder that cannot be listed: what lies below is not known.
    pub fn is_closed_folder(&self) -> bool {
        self.skipped.is_some()
            && std::fs::symlink_metadata(&self.disk).is_ok_and(|facts| facts.is_dir())
            && std::fs::read_dir(&self.disk).is_err()
    }
}

/// Returns the nanoseconds since 1970 at which a file was last changed.
pub(super) fn modified(facts: &std::fs::Metadata) -> u64 {
    let since = facts.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_nanos() as u64)
}
