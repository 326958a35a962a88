//! What the user decided before (`decisions.toml`), as a check heeds it.
//!
//! A decision names a finding or claim by its id, and an id hashes the names of articles. The index calls an article by
//! its corpus folder (`kb/page.md`), a check by its path in the repository (`docs/kb/page.md`): a decision counts
//! under either name.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Name};
use crate::conflict::Judgement;
use crate::conflict::decisions::{Decisions, other_ids};
use crate::vocab::{Lang, Vocab};

/// The decisions of one file.
#[derive(Debug, Clone, Default)]
pub struct Decided {
    /// What was decided.
    pub decisions: Decisions,
    /// What an index calls the articles that are checked, by the names that the check has for them.
    pub names: BTreeMap<Name, Name>,
    /// All articles that the decisions may be about are checked, so that a decision without an object is stale.
    pub whole: bool,
}

impl Decided {
    /// Takes the decisions into a judgement over `claims`, and returns the ids of those that are stale.
    pub fn apply(&self, vocab: &Vocab, lang: Lang, judgement: &mut Judgement, claims: &[&Claim]) -> Vec<Name> {
        if self.decisions.is_empty() {
            return Vec::new();
        }
        let todays = self.todays(judgement, claims);
        let decisions = self.decisions.renamed(&todays);
        let ids: BTreeSet<Name> = claims.iter().map(|claim| claim.id.clone()).collect();
        let stale = decisions.apply(vocab, lang, judgement, &ids);
        if self.whole { stale } else { Vec::new() }
    }

    /// Returns the check's id of each claim and finding that an index calls otherwise, by the index's.
    fn todays(&self, judgement: &Judgement, claims: &[&Claim]) -> BTreeMap<Name, Name> {
        let path = |claim: &Claim| self.names.get(&claim.source.path).cloned();
        other_ids(claims.iter().copied(), &judgement.findings, path)
    }
}
