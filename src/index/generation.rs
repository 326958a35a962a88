//! Generations: which folder of the store belongs to which program, words and schema.
//!
//! ```text
//! index/store/g-3f…/        the generation of this program and these words
//! index/store/new-3f…-812/  the next one while it is being built
//! index/store/lock          held by the one update that may run
//! ```
//!
//! A fingerprint names each generation. Another program, other words or another schema have
//! another fingerprint: their index is built beside the old one and takes its place by one rename.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::{Error, Kind};
use super::schema;
use crate::read::walk::STORE;

/// The folders of one store.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// The index folder, as the user named it.
    pub dir: PathBuf,
    /// What this program's generation is called.
    pub fingerprint: String,
}

impl Layout {
    /// Returns the layout of the store in `dir` for the words of this run.
    pub fn new(dir: &Path, overlay: Option<&Path>) -> Result<Self, Error> {
        let mut hasher = blake3::Hasher::new();
        for part in [env!("ATODDS_SOURCES"), tantivy::version_string(), &schema::VERSION.to_string()] {
            hasher.update(part.as_bytes()).update(&[0]);
        }
        if let Some(overlay) = overlay {
            let list = fs::read_dir(overlay).map_err(|error| Error::read(overlay, error))?;
            let mut files: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).collect();
            files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
            files.sort();
            for file in files {
                hasher.update(&fs::read(&file).map_err(|error| Error::read(&file, error))?).update(&[0]);
            }
        }
        let fingerprint = hasher.finalize().to_hex()[..12].to_owned();
        Ok(Self { dir: dir.to_owned(), fingerprint })
    }

    pub fn store(&self) -> PathBuf {
        self.dir.join(STORE.0)
    }

    /// Returns the folder of this program's generation.
    pub fn current(&self) -> PathBuf {
        self.store().join(format!("g-{}", self.fingerprint))
    }

    /// Returns the folder in which this process builds a generation.
    pub fn building(&self) -> PathBuf {
        self.store().join(format!("new-{}-{}", self.fingerprint, std::process::id()))
    }

    /// Returns the other generations and what was left of builds that did not finish.
    pub fn others(&self) -> Vec<PathBuf> {
        let current = self.current();
        let mut others: Vec<PathBuf> = fs::read_dir(self.store())
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_dir() && *path != current)
            .collect();
        others.sort();
        others
    }

    /// Says whether another program's generation is there.
    pub fn has_other(&self) -> bool {
        self.others().iter().any(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("g-")))
    }

    /// Puts the generation built in `from` in the place of all others.
    pub fn switch(&self, from: &Path) -> Result<(), Error> {
        let current = self.current();
        if current.exists() {
            // Only a damaged one stands here: readers of a sound one would have been updated in place.
            let aside = self.store().join(format!("old-{}-{}", self.fingerprint, std::process::id()));
            fs::rename(&current, &aside).map_err(|error| Error::write(&current, error))?;
        }
        fs::rename(from, &current).map_err(|error| Error::write(&current, error))?;
        // The rename itself must outlive a power cut.
        if let Ok(folder) = File::open(self.store()) {
            let _ = folder.sync_all();
        }
        self.clean();
        Ok(())
    }

    /// Removes other generations and leftovers. Call it only under the lock.
    pub fn clean(&self) {
        for other in self.others() {
            // What cannot be removed now is tried again next time.
            let _ = fs::remove_dir_all(other);
        }
    }

    /// Takes the lock of the store; the system gives it back when the process ends, however it ends.
    pub fn lock(&self, patience: Duration) -> Result<File, Error> {
        let store = self.store();
        fs::create_dir_all(&store).map_err(|error| Error::write(&store, error))?;
        let path = store.join(STORE.1);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| Error::write(&path, error))?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::WouldBlock => {
                    return Err(Error::write(&path, error));
                }
                Err(_) if start.elapsed() >= patience => return Err(Kind::Locked(self.dir.clone()).into()),
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}
