//! The corpus folders: which files they hold, and what they are called.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::error::{Error, Kind};
use crate::claim::{Claim, Name, id};
use crate::read::walk::{self, Walk};

/// One corpus folder (or single file).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// The first part of the paths of its articles: the folder's own name.
    pub label: String,
    /// Where it is, from the root of the disk.
    pub folder: PathBuf,
    /// What ids take for the label, so that they stay when the folder is renamed; the label, where it is empty.
    #[serde(default)]
    pub key: String,
}

/// What ids take for the label of the first folder, whatever it is called.
const FIRST: &str = "corpus";

/// One file, as a look at its folder tells.
#[derive(Debug, Clone)]
pub(super) struct File {
    /// The name of the source: label and path below it, with `/` between parts.
    pub path: String,
    /// The name that the ids of its claims hash.
    pub named: Name,
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
    pub fn of_folders(folders: &[PathBuf]) -> Result<Vec<Root>, Error> {
        let mut roots: Vec<Root> = Vec::new();
        for folder in folders {
            let full = folder.canonicalize().map_err(|_| Kind::NoCorpus(folder.clone()))?;
            if roots.iter().any(|root| root.folder == full) {
                continue;
            }
            let name = full.file_name().map_or("corpus".into(), |name| name.to_string_lossy().into_owned());
            let label = free(&name, &|label| roots.iter().any(|root| root.label == label));
            let wanted = if roots.is_empty() { FIRST } else { &label };
            let key = free(wanted, &|key| roots.iter().any(|root| root.key == key));
            roots.push(Root { label, folder: full, key });
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

    /// Returns the name that the ids of claims hash, for the source called `path`, which is below this root.
    pub fn named(&self, path: &str) -> Name {
        let below = path.strip_prefix(&self.label).map(|below| below.trim_start_matches('/'));
        match below {
            Some(below) if !self.key.is_empty() && self.key != self.label => {
                let below = if below.is_empty() { &self.label } else { below };
                format!("{}/{below}", self.key).into()
            }
            _ => path.into(),
        }
    }

    /// Gives the claims of one article below this root, called `path`, the ids that they have in an index.
    pub fn rename(&self, path: &str, claims: &mut [Claim]) {
        rename(claims, &self.named(path));
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
                named: self.named(&self.name(&file.location())),
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
        let path = self.name(disk);
        File {
            named: self.named(&path),
            path,
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

/// Gives claims the ids that they have under the name `named` of their source.
pub(super) fn rename(claims: &mut [Claim], named: &str) {
    for claim in claims.iter_mut().filter(|claim| &*claim.source.path != named) {
        claim.id = id::claim_named(claim, named);
    }
}

/// Returns `name`, or with a number behind it where it is taken.
fn free(name: &str, taken: &dyn Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}

/// Returns the nanoseconds since 1970 at which a file was last changed.
pub(super) fn modified(facts: &std::fs::Metadata) -> u64 {
    let since = facts.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_nanos() as u64)
}
