//! Where `check` finds what the user decided: every `decisions.toml` beside a checked article or above it, up to the
//! folder that paths are named from; that of the corpus of `atodds.toml`; that of the index it is held against.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::session::{Session, relative};
use crate::claim::Name;
use crate::conflict::decisions::Decisions;
use crate::index::{Root, Store};
use crate::read::Article;
use crate::report::check::decided::Decided;

/// What is checked.
pub struct Checked<'a> {
    /// The folder that articles are named from.
    pub base: &'a Path,
    /// What the user named.
    pub paths: &'a [PathBuf],
    /// The articles.
    pub articles: &'a [Article],
    /// The index that they are held against.
    pub store: Option<&'a Store>,
}

/// Reads all decisions that may be about what is checked.
pub fn find(session: &Session, checked: &Checked<'_>) -> Result<Vec<Decided>, Failure> {
    let mut files: BTreeMap<PathBuf, Vec<Root>> = BTreeMap::new();
    let mut add = |roots: Vec<Root>| {
        for root in &roots {
            files.entry(Decisions::beside(&root.folder)).or_insert_with(|| roots.clone());
        }
    };
    // Whoever knows all corpus folders comes first: a decision may be about articles of two of them.
    add(checked.store.map_or(Vec::new(), |store| store.summary().roots.clone()));
    add(session.config.as_ref().and_then(|config| Root::of_folders(&config.corpus).ok()).unwrap_or_default());
    for folder in checked.folders() {
        add(Root::of_folders(&[folder]).unwrap_or_default());
    }
    files.retain(|file, _| file.is_file());
    let read = |(file, roots): (PathBuf, Vec<Root>)| {
        let decisions = Decisions::load(&PathBuf::from(relative(&file)))?;
        Ok(Decided { decisions, names: checked.names(&roots), whole: checked.holds(&roots) })
    };
    files.into_iter().map(read).collect()
}

impl Checked<'_> {
    /// Returns the folders of all articles, and those above them up to the base.
    fn folders(&self) -> BTreeSet<PathBuf> {
        let mut folders = BTreeSet::new();
        for article in self.articles {
            let file = self.base.join(&*article.source.path);
            for folder in file.ancestors().skip(1) {
                if !folders.insert(folder.to_owned()) || folder == self.base || !folder.starts_with(self.base) {
                    break;
                }
            }
        }
        folders
    }

    /// Returns what an index over these folders calls the articles, where it calls them otherwise.
    fn names(&self, roots: &[Root]) -> BTreeMap<Name, Name> {
        let named = |article: &Article| {
            let file = self.base.join(&*article.source.path).canonicalize().ok()?;
            let root = roots.iter().find(|root| file.starts_with(&root.folder))?;
            let name = root.named(&root.name(&file));
            (name != article.source.path).then(|| (article.source.path.clone(), name))
        };
        self.articles.iter().filter_map(named).collect()
    }

    /// Says whether all of these folders are checked.
    fn holds(&self, roots: &[Root]) -> bool {
        let paths: Vec<PathBuf> = self.paths.iter().filter_map(|path| path.canonicalize().ok()).collect();
        roots.iter().all(|root| paths.iter().any(|path| root.folder.starts_with(path)))
    }
}
