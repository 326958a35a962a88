//! What stops the index, each with its remedy.

use std::io;
use std::path::{Path, PathBuf};

/// What stops the index.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(#[from] Kind);

/// Characters of what is wrong that are said.
const SAID: usize = 200;

#[derive(Debug, thiserror::Error)]
pub(super) enum Kind {
    #[error("there is no index at `{}`", .0.display())]
    Missing(PathBuf),
    #[error("the index at `{}` was made by another version of the program or with other words", .0.display())]
    OtherVersion(PathBuf),
    #[error("corpus folder `{}` is not there", .0.display())]
    NoCorpus(PathBuf),
    #[error("folder `{}` cannot be opened: what lies in it cannot be told from what is gone, so the index stays as it was", .0.display())]
    Closed(PathBuf),
    #[error("corpus folder `{}` holds no article any more: the index stays as it was", .0.display())]
    Emptied(PathBuf),
    #[error("another update of `{}` is running", .0.display())]
    Locked(PathBuf),
    #[error("the disk that holds `{}` is full", .0.display())]
    DiskFull(PathBuf),
    #[error("cannot read `{}`: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write `{}`: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("the index at `{}` is damaged: {what}", path.display())]
    Damaged { path: PathBuf, what: String },
    #[error("the index at `{}` is damaged, and does not say any more which folders it is of", .0.display())]
    Forgotten(PathBuf),
}

impl Error {
    pub(super) fn read(path: &Path, source: io::Error) -> Self {
        Kind::Read { path: path.to_owned(), source }.into()
    }

    pub(super) fn write(path: &Path, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::StorageFull {
            return Kind::DiskFull(path.to_owned()).into();
        }
        Kind::Write { path: path.to_owned(), source }.into()
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        // The store's own words may quote a whole file.
        let what: String = what.into();
        let line = what.split(". Content").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        let end = line.char_indices().nth(SAID).map_or(line.len(), |(at, _)| at);
        Kind::Damaged { path: path.to_owned(), what: line[..end].to_owned() }.into()
    }

    /// Returns the next step for the user.
    pub fn help(&self) -> Option<String> {
        Some(match &self.0 {
            Kind::Missing(_) => {
                "`atodds index --corpus DIR` makes one from the articles in DIR, with `--index DIR` elsewhere"
                    .to_owned()
            }
            Kind::OtherVersion(_) => "`atodds index` makes it again from the corpus".to_owned(),
            Kind::NoCorpus(_) => {
                "give the folder with your articles: `atodds index --corpus DIR`; `--no-refresh` reads what was indexed"
                    .to_owned()
            }
            Kind::Closed(_) => {
                "make it readable, or name it in `.atodds-ignore`; `--no-refresh` reads what was indexed".to_owned()
            }
            Kind::Emptied(_) => {
                "a disk may not be mounted; if it is meant, delete the index folder; `--no-refresh` reads what was indexed"
                    .to_owned()
            }
            Kind::Locked(_) => "wait for it to end, or read the last state with `--no-refresh`".to_owned(),
            Kind::DiskFull(_) => {
                "free some space, or put the index elsewhere with `--index DIR`; the last state is untouched".to_owned()
            }
            Kind::Damaged { .. } => "`atodds index` makes it again from the corpus".to_owned(),
            Kind::Forgotten(_) => {
                "`atodds index --corpus DIR` makes it again from the articles in DIR; nothing of yours is lost"
                    .to_owned()
            }
            Kind::Write { .. } => "put the index where you may write with `--index DIR`".to_owned(),
            Kind::Read { .. } => return None,
        })
    }

    /// Says whether the last good state is still there to be read.
    pub fn leaves_last_state(&self) -> bool {
        !matches!(self.0, Kind::Missing(_) | Kind::OtherVersion(_) | Kind::Damaged { .. } | Kind::Forgotten(_))
    }

    /// Says whether the index must be made again.
    pub fn is_damage(&self) -> bool {
        matches!(self.0, Kind::Damaged { .. })
    }
}
