//! Claims and findings in memory: loaded once, looked up by id, device and source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use super::surroundings::Texts;
use super::table::Table;
use crate::claim::{Claim, Name};
use crate::conflict::decisions::{DecisionError, Decisions};
use crate::conflict::rates::Rates;
use crate::conflict::{self, Finding, Judgement, Status, Summary, family};
use crate::index::{self, Record, Store};
use crate::report::digest;
use crate::search::{self, ByStatus};
use crate::vocab::{Lang, Vocab};

/// Why a snapshot cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The index is missing or damaged.
    #[error(transparent)]
    Index(#[from] index::Error),
    /// The decisions cannot be read.
    #[error(transparent)]
    Decisions(#[from] DecisionError),
}

impl LoadError {
    /// Returns the next step for the user.
    pub fn help(&self) -> Option<String> {
        match self {
            LoadError::Index(error) => error.help(),
            LoadError::Decisions(_) => None,
        }
    }
}

/// One state of the index, judged.
#[derive(Debug)]
pub struct Snapshot {
    /// The index, for searches.
    pub store: Store,
    /// What is known of each file, sorted by path.
    pub records: Vec<Arc<Record>>,
    /// Every claim, its source with its family, in the order of paths and places.
    pub claims: Vec<Claim>,
    /// Every finding, gravest first, explained in English; see [`Snapshot::words`].
    pub findings: Vec<Finding>,
    /// What was and was not compared.
    pub summary: Summary,
    /// What the user decided.
    pub decisions: Decisions,
    /// Decisions whose finding or claim is no longer there.
    pub stale: Vec<Name>,
    /// The claims on which findings with each status rest.
    pub statuses: ByStatus,
    /// Numbers in the place of names, to filter and count by.
    pub table: Table,
    /// The numbers of the findings that matter most, one about each device and metric.
    pub most: Vec<usize>,
    /// The texts of the sources that were last looked at.
    pub texts: Texts,
    /// The digests that were last looked at.
    pub digests: Digests,
    /// Explanation and way to settle in Chinese, by finding.
    chinese: BTreeMap<Name, (String, String)>,
    /// How many sources each family has.
    kin: BTreeMap<Name, usize>,
    by_claim: BTreeMap<Name, usize>,
    by_finding: BTreeMap<Name, usize>,
    by_source: BTreeMap<Name, usize>,
    decided: Vec<(Option<SystemTime>, PathBuf)>,
}

impl Snapshot {
    /// Reads everything from an open index and judges it; without exchange rates no two currencies are compared.
    ///
    /// # Errors
    /// Where the index is damaged or the decisions cannot be read.
    pub fn load(vocab: &Vocab, store: Store, rates: Option<&Rates>) -> Result<Snapshot, LoadError> {
        let files = store.summary().decisions();
        let decided: Vec<_> = files.into_iter().map(|path| (changed(&path), path)).collect();
        let decisions = Decisions::load_all(decided.iter().map(|(_, path)| path.as_path()))?;
        let records = store.records()?;
        let mut claims = store.claims()?;
        family::name(vocab, &mut claims);
        let ids: BTreeSet<Name> = claims.iter().map(|claim| claim.id.clone()).collect();
        let judge = |lang: Lang| {
            let mut judgement = conflict::find_with(
                vocab,
                &claims,
                &conflict::Options { lang, rates: rates.cloned(), brief: false, all_cores: true },
            );
            let decisions = decisions.clone().updated(&claims, &judgement.findings);
            let stale = decisions.apply(vocab, lang, &mut judgement, &ids);
            (judgement, stale, decisions)
        };
        let ((judgement, stale, decisions), (chinese, ..)) = rayon::join(|| judge(Lang::En), || judge(Lang::Zh));
        let Judgement { findings, summary, .. } = judgement;
        let table = Table::new(vocab, &claims, &records, &findings);
        Ok(Snapshot {
            most: most(vocab, &findings),
            statuses: search::by_status(&findings),
            kin: kin(&claims),
            chinese: chinese.findings.into_iter().map(|f| (f.id, (f.explanation, f.to_settle))).collect(),
            by_claim: numbered(claims.iter().map(|claim| &claim.id)),
            by_finding: numbered(findings.iter().map(|finding| &finding.id)),
            by_source: numbered(records.iter().map(|record| &record.source.id)),
            texts: Texts::default(),
            digests: Digests::default(),
            store,
            records,
            claims,
            findings,
            summary,
            decisions,
            stale,
            table,
            decided,
        })
    }

    /// Says whether neither the index nor the decisions have changed since this was loaded.
    pub fn is_latest(&self) -> bool {
        self.store.is_latest() && self.decided.iter().all(|(time, path)| changed(path) == *time)
    }

    /// Returns the claim with this id and its number.
    pub fn claim(&self, id: &str) -> Option<(usize, &Claim)> {
        let at = *self.by_claim.get(id)?;
        Some((at, self.claims.get(at)?))
    }

    /// Returns the finding with this id.
    pub fn finding(&self, id: &str) -> Option<&Finding> {
        self.findings.get(*self.by_finding.get(id)?)
    }

    /// Returns the record of the source with this id and its number.
    pub fn record(&self, id: &str) -> Option<(usize, &Arc<Record>)> {
        let at = *self.by_source.get(id)?;
        Some((at, self.records.get(at)?))
    }

    /// Returns the claims of a finding that are there, the two sides first.
    pub fn sides(&self, finding: &Finding) -> Vec<(usize, &Claim)> {
        finding.claims.iter().filter_map(|id| self.claim(id)).collect()
    }

    /// Returns how many sources are of the claim's family, its own included.
    pub fn kin(&self, claim: &Claim) -> usize {
        claim.source.family.as_ref().and_then(|family| self.kin.get(family)).copied().unwrap_or(1)
    }

    /// Returns the findings that rest on the claim with this number, gravest first.
    pub fn findings_on(&self, claim: usize) -> impl Iterator<Item = &Finding> {
        self.table.findings_on(claim).iter().filter_map(|&at| self.findings.get(at as usize))
    }

    /// Returns the worst finding that disputes the claim with this number.
    pub fn dispute(&self, claim: usize) -> Option<&Finding> {
        self.findings_on(claim).find(|finding| is_dispute(finding.status))
    }

    /// Returns a finding's explanation and what would settle it.
    pub fn words<'a>(&'a self, finding: &'a Finding, lang: Lang) -> (&'a str, &'a str) {
        match (lang, self.chinese.get(&finding.id)) {
            (Lang::Zh, Some((explanation, to_settle))) => (explanation, to_settle),
            _ => (&finding.explanation, &finding.to_settle),
        }
    }

    /// Returns how many findings have each status.
    pub fn counts(&self) -> BTreeMap<Status, usize> {
        let mut counts = BTreeMap::new();
        for finding in &self.findings {
            *counts.entry(finding.status).or_default() += 1;
        }
        counts
    }
}

/// Documents that are kept.
const KEPT: usize = 6;

/// The digests that were last looked at, by what they are about.
#[derive(Debug, Default)]
pub struct Digests(Mutex<BTreeMap<String, Arc<OnceLock<Arc<str>>>>>);

impl Digests {
    /// Returns the document about `key`, written now unless it is kept; who asks while it is being written waits.
    pub fn get_or(&self, key: &str, write: impl FnOnce() -> String) -> Arc<str> {
        let document = {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() >= KEPT && !kept.contains_key(key) {
                kept.clear();
            }
            Arc::clone(kept.entry(key.to_owned()).or_default())
        };
        Arc::clone(document.get_or_init(|| write().into()))
    }
}

/// Says whether a verdict calls the claims into question.
pub fn is_dispute(status: Status) -> bool {
    matches!(status, Status::Conflict | Status::Tension)
}

fn changed(path: &std::path::Path) -> Option<SystemTime> {
    std::fs::metadata(path).ok()?.modified().ok()
}

fn numbered<'a>(names: impl Iterator<Item = &'a Name>) -> BTreeMap<Name, usize> {
    names.enumerate().map(|(at, name)| (name.clone(), at)).collect()
}

/// Counts the sources of each family; claims of one source stand together.
fn kin(claims: &[Claim]) -> BTreeMap<Name, usize> {
    let mut kin = BTreeMap::new();
    for claims in claims.chunk_by(|a, b| a.source.id == b.source.id) {
        if let Some(family) = claims.first().and_then(|claim| claim.source.family.clone()) {
            *kin.entry(family).or_default() += 1;
        }
    }
    kin
}

/// Findings on the first page.
const TOP: usize = 8;

/// Returns the findings that matter most, as the digest ranks them.
fn most(vocab: &Vocab, findings: &[Finding]) -> Vec<usize> {
    let mut loud: Vec<usize> = (0..findings.len()).filter(|&at| is_dispute(findings[at].status)).collect();
    loud.sort_by_cached_key(|&at| digest::rank(vocab, &findings[at]));
    let mut subjects: BTreeSet<(&Name, &Name)> = BTreeSet::new();
    loud.retain(|&at| subjects.len() < TOP && subjects.insert((&findings[at].device, &findings[at].metric)));
    loud
}
