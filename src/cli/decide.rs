//! `atodds dismiss` and `atodds accept`: the user's word, kept beside the articles.

use std::collections::BTreeMap;
use std::io::Write;

use super::failure::{Failure, Outcome};
use super::session::{Session, relative};
use crate::claim::Claim;
use crate::conflict::decisions::Decisions;
use crate::conflict::{Finding, Status, dispute};
use crate::index::Store;
use crate::text::suggest;

/// Says that a finding is none.
pub fn dismiss(session: &mut Session, id: &str, because: &str) -> Result<Outcome, Failure> {
    let store = session.store()?;
    let claims = store.claims()?;
    let findings = session.findings(&store, &claims)?;
    let id = one("finding", id, findings.iter().map(|finding| &*finding.id))?;
    let path = file(session, &store)?;
    Decisions::dismiss(&path, &id, because)?;
    writeln!(session.out, "dismissed {id} in {}", relative(&path))?;
    let others = same_dispute(&id, &findings, &claims);
    if !others.is_empty() {
        let them = others.join(", ");
        session
            .note(format_args!("the same dispute stands on in {them}: dismiss these too, or accept one of the claims"));
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
    let path = file(session, &store)?;
    Decisions::accept(&path, &id, because)?;
    writeln!(session.out, "accepted {id} in {}", relative(&path))?;
    Ok(Outcome::Fine)
}

fn file(session: &Session, store: &Store) -> Result<std::path::PathBuf, Failure> {
    session.decisions_file(store).ok_or_else(|| Failure::new("the index has no corpus folder to keep decisions in"))
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
            "`atodds claims` and `atodds conflicts --status all` list ids",
        )),
    }
}
