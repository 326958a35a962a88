//! What changed between two runs: findings that are new, gone, or have another verdict.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Finding, Status};
use crate::claim::Name;

/// The difference between an earlier run's findings and today's.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Changes {
    /// Findings that were not there.
    pub new: Vec<Finding>,
    /// Findings that are no longer there.
    pub gone: Vec<Finding>,
    /// Findings with another verdict: what it was, and the finding now.
    pub changed: Vec<(Status, Finding)>,
}

impl Changes {
    /// Returns the findings that are there now: the new ones, then those with another verdict.
    pub fn now(&self) -> impl Iterator<Item = &Finding> {
        self.new.iter().chain(self.changed.iter().map(|(_, finding)| finding))
    }
}

/// Compares today's findings with an earlier run's.
///
/// A pair of claims may change its kind with its verdict, and then its id: findings over the same claims and
/// metric are one.
pub fn since(earlier: &[Finding], now: &[Finding]) -> Changes {
    let (before, after) = (by_claims(earlier), by_claims(now));
    let mut changes = Changes::default();
    for (key, finding) in &after {
        match before.get(key) {
            None => changes.new.push((*finding).clone()),
            Some(old) if old.status != finding.status => changes.changed.push((old.status, (*finding).clone())),
            Some(_) => {}
        }
    }
    changes.gone = before.iter().filter(|(key, _)| !after.contains_key(*key)).map(|(_, old)| (*old).clone()).collect();
    changes.new.sort_by(|a, b| a.rank().cmp(&b.rank()));
    changes.gone.sort_by(|a, b| a.rank().cmp(&b.rank()));
    changes.changed.sort_by(|a, b| a.1.rank().cmp(&b.1.rank()));
    changes
}

/// Reads findings from JSON Lines, as `findings.jsonl` holds them.
///
/// # Errors
/// The number of the line (from 1) that is no finding, and why.
pub fn parse(text: &str) -> Result<Vec<Finding>, (usize, String)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| serde_json::from_str(line).map_err(|error| (at + 1, error.to_string()))).collect()
}

type Key<'a> = (&'a Name, Vec<&'a Name>);

fn by_claims(findings: &[Finding]) -> BTreeMap<Key<'_>, &Finding> {
    let mut map = BTreeMap::new();
    for finding in findings {
        let mut claims: Vec<&Name> = finding.claims.iter().take(2).collect();
        claims.sort_unstable();
        // Of two findings over one pair the graver stands for both.
        let place = map.entry((&finding.metric, claims)).or_insert(finding);
        if finding.rank() < place.rank() {
            *place = finding;
        }
    }
    map
}
