//! `atodds dismiss` and `atodds accept`: the user's word, kept beside the articles.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use super::failure::{Failure, Outcome};
use super::session::{Session, relative};
use crate::claim::Claim;
use crate::conflict::decisions::{DecisionError, Decisions};
use crate::conflict::{Finding, Status, dispute};
use crate::index::{Root, Store};
use crate::text::suggest;

/// Says that a finding is none.
pub fn dismiss(session: &mut Session, id: &str, because: &str) -> Result<Outcome, Failure> {
    let store = session.store()?;
    let claims = store.claims()?;
    let findings = session.findings(&store, &claims)?;
    let id = one("finding", id, findings.iter().map(|finding| &*finding.id))?;
    let sides = findings.iter().filter(|finding| *finding.id == *id).flat_map(|finding| &finding.claims);
    let source = sides.filter_map(|side| claims.iter().find(|claim| claim.id == *side)).next();
    let path = file(&store, source)?;
    undecided(&store, &id, |decisions| decisions.dismiss.iter().any(|dismissal| *dismissal.finding == *id))?;
    Decisions::dismiss(&path, &id, because)?;
    say(session, "decided_dismissed", &[("id", &id), ("path", &relative(&path))])?;
    let others = same_dispute(&id, &findings, &claims);
    if !others.is_empty() {
        let lang = session.lang(None);
        let them = others.join(session.vocab.sentences.get("list/and", lang));
        session.note(session.vocab.labels.fill("decided_stands_on", lang, &[("ids", &them)]));
    }
    Ok(Outcome::Fine)
}

/// Returns the ids of the other findings of a finding's dispute that were not dismissed.
fn same_dispute<'a>(id: &str, findings: &'a [Finding], claims: &'a [Claim]) -> Vec<&'a str> {
    let by_id: BTreeMap<&str, &Claim> = claims.iter().map(|claim| (&*claim.id, claim)).collect();
    let all: Vec<&Finding> = findings.iter().collect();
    let disputes = dispute::gather(&all, &by_id, &BTreeMap::new());
    let own = disputes.into_iter().find(|dispute| dispute.findings.iter().any(|finding| *finding.id == *id));
    let others = own.into_iter().flat_map(|dispute| dispute.findings);
    others
        .filter(|finding| *finding.id != *id && finding.status != Status::Dismissed)
        .map(|finding| &*finding.id)
        .collect()
}

/// Says that a claim's value is the one to use.
pub fn accept(session: &mut Session, id: &str, because: &str) -> Result<Outcome, Failure> {
    let store = session.store()?;
    let claims = store.claims()?;
    let id = one("claim", id, claims.iter().map(|claim| &*claim.id))?;
    let path = file(&store, claims.iter().find(|claim| *claim.id == *id))?;
    undecided(&store, &id, |decisions| decisions.accept.iter().any(|accepted| *accepted.claim == *id))?;
    Decisions::accept(&path, &id, because)?;
    say(session, "decided_accepted", &[("id", &id), ("path", &relative(&path))])?;
    Ok(Outcome::Fine)
}

/// Says in the user's language what was done.
fn say(session: &mut Session, label: &str, values: &[(&str, &str)]) -> Result<(), Failure> {
    let said = session.vocab.labels.fill(label, session.lang(None), values);
    Ok(writeln!(session.out, "{said}")?)
}

/// Returns where a decision is kept: beside the articles of the corpus folder that holds the claim, the first that a
/// finding names.
fn file(store: &Store, claim: Option<&Claim>) -> Result<PathBuf, Failure> {
    let roots = &store.summary().roots;
    let holds = |root: &&Root| claim.is_some_and(|claim| root.holds(&claim.source.path));
    let root = roots.iter().find(holds).or(roots.first());
    root.map(|root| Decisions::beside(&root.folder))
        .ok_or_else(|| Failure::new("the index has no corpus folder to keep decisions in"))
}

/// Refuses a decision that stands in the file of another corpus folder already.
fn undecided(store: &Store, id: &str, known: impl Fn(&Decisions) -> bool) -> Result<(), Failure> {
    let files = store.summary().decisions();
    let decisions = Decisions::load_all(files.iter().map(PathBuf::as_path))?;
    if known(&decisions) { Err(DecisionError::Twice(id.into()).into()) } else { Ok(()) }
}

/// Returns the one id that begins so.
pub fn one<'a>(what: &str, id: &str, ids: impl Iterator<Item = &'a str> + Clone) -> Result<String, Failure> {
    let mut named = ids.clone().filter(|known| known.starts_with(id));
    match (named.next(), named.next()) {
        (Some(known), None) => Ok(known.to_owned()),
        (Some(_), Some(_)) => {
            Err(Failure::with_help(format!("several ids of a {what} begin with `{id}`"), "write more of it"))
        }
        (None, _) => Err(Failure::with_help(
            suggest::unknown(&format!("{what} id"), id, ids),
            "`atodds claims` and `atodds conflicts --status all` list ids; `atodds search` finds claims by words",
        )),
    }
}
