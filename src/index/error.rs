//! What stops the index, each with its remedy.

use std::io;
use std::path::{Path, PathBuf};

/// What stops the index.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(#[from] Kind);

#[derive(Debug, thiserror::Error)]
pub(super) enum Kind {
    #[error("there is no index at `{}`", .0.display())]
    Missing(PathBuf),
    #[error("corpus folder `{}` is not there", .0.display())]
    NoCorpus(PathBuf),
    #[error("cannot read `{}`: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write `{}`: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("the index at `{}` is damaged: {what}", path.display())]
    Damaged { path: PathBuf, what: String },
}

impl Error {
    pub(super) fn read(path: &Path, source: io::Error) -> Self {
        Kind::Read { path: path.to_owned(), source }.into()
    }

    pub(super) fn write(path: &Path, source: io::Error) -> Self {
        Kind::Write { path: path.to_owned(), source }.into()
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Kind::Damaged { path: path.to_owned(), what: what.into() }.into()
    }

    /// Returns the next step for the user.
    pub fn help(&self) -> Option<String> {
        Some(match &self.0 {
            Kind::Missing(_) => "`atodds index --corpus DIR` makes one".to_owned(),
            Kind::NoCorpus(path) => {
                format!("give the folder with your articles: `--corpus DIR` (`{}` was looked for)", path.display())
            }
            Kind::Damaged { path, .. } => {
                format!("remove `{}` and run `atodds index` again: it is made from the corpus alone", path.display())
            }
            Kind::Write { source, .. } if source.kind() == io::ErrorKind::StorageFull => {
                "free some space, or put the index elsewhere with `--index DIR`".to_owned()
            }
            Kind::Write { .. } => "put the index where you may write with `--index DIR`".to_owned(),
            Kind::Read { .. } => return None,
        })
    }

    /// Says whether the last good state is still there to be read.
    pub fn leaves_last_state(&self) -> bool {
        matches!(self.0, Kind::NoCorpus(_) | Kind::Read { .. } | Kind::Write { .. })
    }
}
