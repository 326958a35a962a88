//! What an update has to do: the corpus folders as they are beside the store as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::corpus::{File, Root};
use super::error::{Error, Kind};
use super::generation::Layout;
use super::schema::hash;
use super::store::Store;
use super::update::{Options, UNREAD, Update};

/// What there is to do.
pub(super) struct Plan {
    /// The store to change; none: build a new generation.
    pub old: Option<Store>,
    pub rebuilt: bool,
    pub roots: Vec<Root>,
    /// Files to read.
    pub read: Vec<File>,
    pub unchanged: usize,
    /// Sources to forget: path hashes whose files are gone.
    pub gone: usize,
    pub files: BTreeSet<u64>,
    /// The folders are others than before, though no file is.
    moved: bool,
}

impl Plan {
    pub fn new(layout: &Layout, options: &Options<'_>) -> Result<Self, Error> {
        let (old, rebuilt) = match Store::open(layout.clone()) {
            Ok(store) => (Some(store), false),
            Err(error) if error.is_damage() => (None, true),
            Err(_) => (None, layout.has_other()),
        };
        let facts = match old.as_ref().map(Store::facts).transpose() {
            Ok(facts) => facts.unwrap_or_default(),
            // What cannot be read is made again.
            Err(_) => return Self::compare(layout, options, None, true, &BTreeMap::new()),
        };
        Self::compare(layout, options, old, rebuilt, &facts)
    }

    fn compare(
        layout: &Layout,
        options: &Options<'_>,
        old: Option<Store>,
        rebuilt: bool,
        facts: &BTreeMap<u64, (u64, u64)>,
    ) -> Result<Self, Error> {
        let before = match &old {
            Some(store) => Some(store.summary().roots.clone()),
            None => remembered(layout),
        };
        let roots = match &before {
            _ if !options.folders.is_empty() => Root::of_folders(options.folders)?,
            Some(roots) => roots.clone(),
            // It may have been of other folders than the usual one.
            None if rebuilt => return Err(Kind::Forgotten(layout.dir.clone()).into()),
            None if !Path::new("corpus").exists() => return Err(Kind::Missing(layout.dir.clone()).into()),
            None => Root::of_folders(&[PathBuf::from("corpus")])?,
        };
        let mut plan = Plan {
            moved: old.is_some() && before.as_ref() != Some(&roots),
            old,
            rebuilt,
            roots,
            read: Vec::new(),
            unchanged: 0,
            gone: 0,
            files: BTreeSet::new(),
        };
        for root in &plan.roots {
            for file in root.files()? {
                let key = hash(&[&file.path]);
                plan.files.insert(key);
                let known = facts.get(&key);
                if plan.old.is_some() && file.is_closed_folder() {
                    return Err(Kind::Closed(file.disk).into());
                }
                // What could not be opened may be open by now, and looks the same.
                let same = known == Some(&(file.size, file.modified)) || known == Some(&UNREAD) && file.is_closed();
                if same {
                    plan.unchanged += 1;
                } else {
                    plan.read.push(file);
                }
            }
        }
        // An unmounted disk looks like this.
        if let Some(root) = plan.roots.first().filter(|_| plan.files.is_empty() && !facts.is_empty()) {
            return Err(Kind::Emptied(root.folder.clone()).into());
        }
        plan.gone = facts.keys().filter(|key| !plan.files.contains(key)).count();
        Ok(plan)
    }

    pub fn is_empty(&self) -> bool {
        self.old.is_some() && self.read.is_empty() && self.gone == 0 && !self.moved
    }

    /// Returns the counts where nothing is to be done.
    pub fn counts(&self) -> Update {
        let (skipped, claims) = self.old.as_ref().map_or((0, 0), |old| (old.summary().skipped, old.summary().claims));
        Update { unchanged: self.unchanged, skipped, claims, ..Update::default() }
    }
}

/// Returns the corpus folders that another generation of this index remembers: they are
/// not forgotten when the program or its words change.
fn remembered(layout: &Layout) -> Option<Vec<Root>> {
    let generations = layout.others().into_iter().chain([layout.current()]);
    generations.into_iter().find_map(|folder| {
        let meta: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("meta.json")).ok()?).ok()?;
        let summary: serde_json::Value = serde_json::from_str(meta.get("payload")?.as_str()?).ok()?;
        serde_json::from_value(summary.get("roots")?.clone()).ok()
    })
}
