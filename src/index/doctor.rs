//! A thorough look at the store: every check, what it found, and the remedy.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::error::Error;
use super::generation::Layout;
use super::store::{Record, Store};
use crate::claim::row::Row;
use crate::claim::{Claim, Name};
use crate::vocab::Vocab;
use crate::{extract, read};

/// One check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Check {
    /// What was looked at.
    pub check: &'static str,
    /// Whether all is well.
    pub ok: bool,
    /// What was found.
    pub found: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub remedy: String,
}

/// Sources read again for comparison.
const SAMPLE: usize = 20;

/// Looks at everything, and changes nothing.
pub fn diagnose(dir: &Path, overlay: Option<&Path>, vocab: &Vocab) -> Vec<Check> {
    let layout = match Layout::new(dir, overlay) {
        Ok(layout) => layout,
        Err(error) => return vec![failed("opens", &error)],
    };
    let mut checks = Vec::new();
    match Store::open(layout.clone()) {
        Err(error) => checks.push(failed("opens", &error)),
        Ok(store) => {
            checks.push(fine("opens", format!("generation {}", layout.fingerprint)));
            checks.push(checksums(&store));
            checks.extend(documents(&store));
            checks.extend(corpus(&store));
            checks.push(sample(&store, vocab));
        }
    }
    checks.push(leftovers(&layout));
    checks.push(space(&layout));
    checks
}

fn fine(check: &'static str, found: impl Into<String>) -> Check {
    Check { check, ok: true, found: found.into(), remedy: String::new() }
}

fn wrong(check: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Check {
    Check { check, ok: false, found: found.into(), remedy: remedy.into() }
}

fn failed(check: &'static str, error: &Error) -> Check {
    wrong(check, error.to_string(), error.help().unwrap_or_default())
}

const REBUILD: &str = "remove the index's `store` folder and run `atodds index`: it is made from the corpus alone";

fn checksums(store: &Store) -> Check {
    match store.damaged_files() {
        Err(error) => failed("checksums", &error),
        Ok(files) if files.is_empty() => fine("checksums", "every file matches"),
        Ok(files) => {
            let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            wrong("checksums", format!("damaged: {}", names.join(", ")), REBUILD)
        }
    }
}

/// Reads every document, and checks that each claim has its source and each source its claims.
fn documents(store: &Store) -> Vec<Check> {
    let (claims, records) = match store.claims().and_then(|claims| Ok((claims, store.records()?))) {
        Ok(read) => read,
        Err(error) => return vec![failed("documents", &error)],
    };
    let mut checks =
        vec![fine("documents", format!("{} claims of {} sources can be read", claims.len(), records.len()))];
    let mut counts: BTreeMap<&Name, usize> = BTreeMap::new();
    for claim in &claims {
        *counts.entry(&claim.source.id).or_default() += 1;
    }
    let differs =
        |record: &&std::sync::Arc<Record>| counts.get(&record.source.id).copied().unwrap_or(0) != record.claims;
    let lost: Vec<&str> = records.iter().filter(differs).map(|record| &*record.source.path).collect();
    checks.push(if lost.is_empty() {
        fine("orphans", "every source has its claims, and every claim its source")
    } else {
        wrong("orphans", format!("other claims than were counted: {}", lost.join(", ")), REBUILD)
    });
    checks
}

fn corpus(store: &Store) -> Vec<Check> {
    let gone: Vec<String> = store
        .summary()
        .roots
        .iter()
        .filter(|root| !root.folder.exists())
        .map(|root| root.folder.display().to_string())
        .collect();
    if !gone.is_empty() {
        let remedy = "bring it back, or name another with `atodds index --corpus DIR`";
        return vec![wrong("corpus", format!("not there: {}", gone.join(", ")), remedy)];
    }
    let Ok(records) = store.records() else { return Vec::new() };
    let stale = records.iter().filter(|record| record.skipped.is_none() && !store.is_current(record)).count();
    vec![if stale == 0 {
        fine("corpus", "every article is as it was read")
    } else {
        wrong("corpus", format!("{stale} articles have changed or gone since they were read"), "run `atodds index`")
    }]
}

/// Reads some of the articles again and compares their claims with those kept.
fn sample(store: &Store, vocab: &Vocab) -> Check {
    let (Ok(records), Ok(claims)) = (store.records(), store.claims()) else {
        return wrong("sample", "not taken: the documents cannot be read", REBUILD);
    };
    let current: Vec<_> =
        records.iter().filter(|record| record.skipped.is_none() && store.is_current(record)).collect();
    let step = current.len().div_ceil(SAMPLE).max(1);
    let mut taken = 0;
    let mut other = Vec::new();
    for record in current.iter().step_by(step) {
        let Some(bytes) = store.on_disk(&record.source.path).and_then(|path| std::fs::read(path).ok()) else {
            continue;
        };
        let Ok(article) = read::article(&record.source.path, &bytes) else { continue };
        taken += 1;
        let mut claims_again = extract::claims(vocab, &article).claims;
        if let Some(root) = store.summary().roots.iter().find(|root| root.holds(&record.source.path)) {
            root.rename(&record.source.path, &mut claims_again);
        }
        let again = lines(claims_again.iter());
        let kept = lines(claims.iter().filter(|claim| claim.source.id == record.source.id));
        if again != kept {
            other.push(record.source.path.to_string());
        }
    }
    if other.is_empty() {
        return fine("sample", format!("{taken} articles read again give the claims that were kept"));
    }
    wrong("sample", format!("other claims than were kept: {}", other.join(", ")), REBUILD)
}

/// Claims as sorted lines of JSON: the order in which they were kept is not compared.
fn lines<'a>(claims: impl Iterator<Item = &'a Claim>) -> Vec<String> {
    let mut lines: Vec<String> =
        claims.map(|claim| serde_json::to_string(&Row::from(claim)).unwrap_or_default()).collect();
    lines.sort();
    lines
}

fn leftovers(layout: &Layout) -> Check {
    let others = layout.others();
    if others.is_empty() {
        return fine("leftovers", "none");
    }
    let names: Vec<String> = others.iter().map(|path| path.display().to_string()).collect();
    wrong(
        "leftovers",
        format!("of other versions or of updates that did not end: {}", names.join(", ")),
        "the next update that changes anything takes them away",
    )
}

fn space(layout: &Layout) -> Check {
    let here = if layout.store().is_dir() { layout.store() } else { layout.dir.clone() };
    let size: u64 = std::fs::read_dir(layout.current())
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.metadata().ok())
        .map(|facts| facts.len())
        .sum();
    match fs4::available_space(&here) {
        Err(error) => wrong("space", format!("cannot be told: {error}"), "look at the disk by other means"),
        // An update may need the old and the new side by side.
        Ok(free) if free < 2 * size => wrong(
            "space",
            format!("{free} bytes free, and the index has {size}"),
            "free some space, or put the index elsewhere with `--index DIR`",
        ),
        Ok(free) => fine("space", format!("{} MB free, the index has {:.1} MB", free >> 20, size as f64 / 1e6)),
    }
}
