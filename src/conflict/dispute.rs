//! Findings that are one dispute: all sides on one value of one metric and device, however many pairs
//! of claims stand for it.
//!
//! Findings of one verdict, metric and device that share a claim belong together. Within a dispute, claims
//! that say the same are one *stand*; a stand counts the independent families behind it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::interval::Interval;
use super::{Finding, Kind, Status};
use crate::claim::{Claim, Name, Statement};
use crate::vocab::{Lang, Vocab};

/// One dispute.
#[derive(Debug, Clone)]
pub struct Dispute<'a> {
    /// Its findings, the gravest first.
    pub findings: Vec<&'a Finding>,
    /// What is said, the best attested first; empty where the dispute is one finding alone.
    pub stands: Vec<Stand<'a>>,
}

/// What several claims of a dispute say alike.
#[derive(Debug, Clone)]
pub struct Stand<'a> {
    /// The claims, in the order in which the findings name them.
    pub claims: Vec<&'a Claim>,
    /// Independent families behind it.
    pub families: usize,
}

/// Gathers findings, which come gravest first, into disputes; the order stays that of the gravest of each.
///
/// `claims` holds the claims by id and `families` the family of a source's path, where it has kin.
pub fn gather<'a>(
    findings: &[&'a Finding],
    claims: &BTreeMap<&str, &'a Claim>,
    families: &BTreeMap<Name, Name>,
) -> Vec<Dispute<'a>> {
    let mut parent: Vec<usize> = (0..findings.len()).collect();
    let mut first: HashMap<(Status, &Name, &Name, &Name), usize> = HashMap::new();
    for (at, finding) in findings.iter().enumerate().filter(|(_, finding)| joins(finding)) {
        for claim in finding.claims.iter().take(2) {
            let known = *first.entry((finding.status, &finding.metric, &finding.device, claim)).or_insert(at);
            let (one, other) = (root(&mut parent, known), root(&mut parent, at));
            // The gravest comes first and stands for all.
            parent[one.max(other)] = one.min(other);
        }
    }
    let mut groups: BTreeMap<usize, Vec<&'a Finding>> = BTreeMap::new();
    for (at, finding) in findings.iter().copied().enumerate() {
        groups.entry(root(&mut parent, at)).or_default().push(finding);
    }
    let dispute = |findings: Vec<&'a Finding>| {
        let stands = if findings.len() > 1 { stands(&findings, claims, families) } else { Vec::new() };
        Dispute { findings, stands }
    };
    groups.into_values().map(dispute).collect()
}

fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

/// Says whether a finding may be one of several over one dispute: two claims of one metric and device at odds.
fn joins(finding: &Finding) -> bool {
    matches!(finding.status, Status::Conflict | Status::Tension)
        && matches!(
            finding.kind,
            Kind::DisjointValues
                | Kind::Magnitude
                | Kind::AttributeMixup
                | Kind::OppositeLevel
                | Kind::OppositeDirection
        )
}

/// Returns what the claims of a dispute say, the best attested first.
fn stands<'a>(
    findings: &[&'a Finding],
    claims: &BTreeMap<&str, &'a Claim>,
    families: &BTreeMap<Name, Name>,
) -> Vec<Stand<'a>> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut stands: Vec<(Stand<'a>, BTreeSet<&Name>)> = Vec::new();
    for id in findings.iter().flat_map(|finding| finding.claims.iter().take(2)) {
        let Some(claim) = claims.get(&**id).filter(|_| seen.insert(id)) else { continue };
        let family = families.get(&claim.source.path).unwrap_or(&claim.source.path);
        match stands.iter_mut().find(|(stand, _)| is_alike(stand.claims[0], claim)) {
            Some((stand, voices)) => {
                stand.claims.push(claim);
                voices.insert(family);
            }
            None => stands.push((Stand { claims: vec![claim], families: 1 }, BTreeSet::from([family]))),
        }
    }
    for (stand, voices) in &mut stands {
        stand.families = voices.len();
    }
    let mut stands: Vec<Stand<'a>> = stands.into_iter().map(|(stand, _)| stand).collect();
    stands.sort_by_key(|stand| std::cmp::Reverse((stand.families, stand.claims.len())));
    stands
}

/// Says whether two claims say the same: figures that agree as written, or the same words.
fn is_alike(a: &Claim, b: &Claim) -> bool {
    if (&a.device, &a.metric) != (&b.device, &b.metric) {
        return false;
    }
    match (&a.statement, &b.statement) {
        (Statement::Figure(x), Statement::Figure(y)) => {
            x.unit == y.unit
                && a.conditions == b.conditions
                && (x.bound, x.vague) == (y.bound, y.vague)
                && Interval::new(x, 0.0).meets(&Interval::new(y, 0.0))
        }
        (x, y) => x == y,
    }
}

/// Returns how many families take which stand, in one sentence: "5 independent families say “3.35 TB/s”, 1 says
/// “335 TB/s”."; `None` where no two say the same.
pub fn tally(vocab: &Vocab, lang: Lang, stands: &[Stand<'_>]) -> Option<String> {
    let sentences = &vocab.sentences;
    let one = |(at, stand): (usize, &Stand<'_>)| {
        let id = if at == 0 { "stand/first" } else { "stand/next" };
        let said = super::explain::said(vocab, lang, stand.claims[0]);
        sentences.render(id, lang, &[("n", &stand.families.to_string()), ("said", &said)])
    };
    let list: Vec<String> = stands.iter().enumerate().map(one).collect();
    let counts = stands.iter().any(|stand| stand.families > 1);
    counts.then(|| sentences.render("stands", lang, &[("list", &list.join(sentences.get("list/next", lang)))]))
}
