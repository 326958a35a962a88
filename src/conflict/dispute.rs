//! Findings that are one dispute: all sides on one value of one metric and device, however many pairs
//! of claims stand for it.
//!
//! Findings of one verdict, metric and device that share a claim belong together, and so do those in which one
//! comparison is held against several pairs of figures. Within a dispute, claims that say the same are one *stand*;
//! a stand knows the independent families behind it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rust_decimal::Decimal;

use super::interval::Interval;
use super::{Finding, Kind, Status};
use crate::claim::{Claim, Name, Quantity, Relation, Statement};
use crate::vocab::{Lang, Vocab};

/// One dispute.
#[derive(Debug, Clone)]
pub struct Dispute<'a> {
    /// Its findings, the gravest first.
    pub findings: Vec<&'a Finding>,
    /// What is said, the best attested first; empty where the dispute is one finding alone, or a comparison against
    /// figures.
    pub stands: Vec<Stand<'a>>,
}

/// What several claims of a dispute say alike.
#[derive(Debug, Clone)]
pub struct Stand<'a> {
    /// The claims, in the order in which the findings name them.
    pub claims: Vec<&'a Claim>,
    /// The independent families behind it.
    pub voices: BTreeSet<Name>,
}

/// What ties findings into one dispute.
#[derive(PartialEq, Eq, Hash)]
enum Tie<'a> {
    /// A claim that both name.
    Claim(&'a Name),
    /// What is compared with what, and by which factor.
    Comparison(&'a Name, Relation, Option<(Decimal, Decimal)>),
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
    let mut first: HashMap<(Status, &Name, &Name, Tie<'_>), usize> = HashMap::new();
    for (at, finding) in findings.iter().enumerate() {
        for tie in ties(finding, claims) {
            let known = *first.entry((finding.status, &finding.metric, &finding.device, tie)).or_insert(at);
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
        let several = findings.len() > 1 && findings.iter().all(|finding| joins(finding));
        let stands = if several { stands(&findings, claims, families) } else { Vec::new() };
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

/// Returns what may tie a finding to others.
fn ties<'a>(finding: &'a Finding, claims: &BTreeMap<&str, &'a Claim>) -> Vec<Tie<'a>> {
    if joins(finding) {
        return finding.claims.iter().take(2).map(Tie::Claim).collect();
    }
    let loud = matches!(finding.status, Status::Conflict | Status::Tension);
    let Some(claim) = finding.claims.first().filter(|_| loud).and_then(|id| claims.get(&**id)) else {
        return Vec::new();
    };
    match &claim.statement {
        Statement::Comparison { versus, relation, factor } if finding.kind == Kind::FiguresAgainstComparison => {
            vec![Tie::Comparison(versus, *relation, factor.as_ref().map(|factor| (factor.low, factor.high)))]
        }
        _ => Vec::new(),
    }
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
    let mut stands: Vec<Stand<'a>> = Vec::new();
    for id in findings.iter().flat_map(|finding| finding.claims.iter().take(2)) {
        let Some(claim) = claims.get(&**id).filter(|_| seen.insert(id)) else { continue };
        let family = families.get(&claim.source.path).unwrap_or(&claim.source.path);
        let alike = |stand: &&mut Stand<'_>| {
            let known = stand.claims[0];
            known.conditions == claim.conditions && says_the_same(known, claim)
        };
        match stands.iter_mut().find(alike) {
            Some(stand) => {
                stand.claims.push(claim);
                stand.voices.insert(family.clone());
            }
            None => stands.push(Stand { claims: vec![claim], voices: BTreeSet::from([family.clone()]) }),
        }
    }
    stands.sort_by_key(|stand| std::cmp::Reverse((stand.voices.len(), stand.claims.len())));
    stands
}

/// Says whether two claims say the same, under whatever conditions: figures that agree as written, or the same words.
fn says_the_same(a: &Claim, b: &Claim) -> bool {
    let meet = |x: &Quantity, y: &Quantity| {
        (&x.unit, x.bound, x.vague) == (&y.unit, y.bound, y.vague)
            && Interval::new(x, 0.0).meets(&Interval::new(y, 0.0))
    };
    if (&a.device, &a.metric) != (&b.device, &b.metric) {
        return false;
    }
    match (&a.statement, &b.statement) {
        (Statement::Figure(x), Statement::Figure(y)) => meet(x, y),
        (
            Statement::Comparison { versus, relation, factor: Some(x) },
            Statement::Comparison { versus: other, relation: also, factor: Some(y) },
        ) => (versus, relation) == (other, also) && meet(x, y),
        (x, y) => x == y,
    }
}

/// Answers that are counted out one by one.
const ANSWERS: usize = 5;

/// Returns how many families give which answer, in one sentence: "5 independent families say “3.35 TB/s”, 1 says
/// “335 TB/s”."; `None` where no two say the same. Conditions do not come in: one value is one answer.
pub fn tally(vocab: &Vocab, lang: Lang, stands: &[Stand<'_>]) -> Option<String> {
    let mut answers: Vec<(&Claim, BTreeSet<&Name>)> = Vec::new();
    for stand in stands {
        let claim = stand.claims[0];
        match answers.iter_mut().find(|(known, _)| says_the_same(known, claim)) {
            Some((_, voices)) => voices.extend(&stand.voices),
            None => answers.push((claim, stand.voices.iter().collect())),
        }
    }
    answers.sort_by_key(|(_, voices)| std::cmp::Reverse(voices.len()));
    if answers.len() < 2 || answers[0].1.len() < 2 {
        return None;
    }
    let sentences = &vocab.sentences;
    let one = |(at, (claim, voices)): (usize, &(&Claim, BTreeSet<&Name>))| {
        let id = if at == 0 { "stand/first" } else { "stand/next" };
        let said = super::explain::said(vocab, lang, claim);
        sentences.render(id, lang, &[("n", &voices.len().to_string()), ("said", &said)])
    };
    // One answer more is said sooner than that there is one.
    let told = if answers.len() > ANSWERS + 1 { ANSWERS } else { answers.len() };
    let mut list: Vec<String> = answers.iter().take(told).enumerate().map(one).collect();
    if answers.len() > told {
        list.push(sentences.render("stand/more", lang, &[("n", &(answers.len() - told).to_string())]));
    }
    Some(sentences.render("stands", lang, &[("list", &list.join(sentences.get("list/next", lang)))]))
}

impl<'a> Dispute<'a> {
    /// Returns the claims of the dispute without repeats: those of the gravest finding, of each stand the first
    /// `each`, then the rest.
    pub fn sides(&self, claims: &BTreeMap<&str, &'a Claim>, each: usize) -> Vec<&'a Claim> {
        let named = |finding: &&'a Finding| finding.claims.iter().filter_map(|id| claims.get(&**id).copied());
        let gravest = self.findings.iter().take(1).flat_map(named);
        let firsts = self.stands.iter().flat_map(|stand| stand.claims.iter().take(each).copied());
        let rest = self.stands.iter().flat_map(|stand| stand.claims.iter().skip(each).copied());
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let all = gravest.chain(firsts).chain(rest).chain(self.findings.iter().flat_map(named));
        all.filter(|claim| seen.insert(&claim.id)).collect()
    }
}
