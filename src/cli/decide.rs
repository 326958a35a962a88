//! `atodds dismiss` and `atodds accept`: the user's word, kept beside the articles.

use std::io::Write;

use super::failure::{Failure, Outcome};
use super::session::{Session, relative};
use crate::conflict::decisions::Decisions;
use crate::index::Store;
use crate::text::suggest;

/// Says that a finding is none.
pub fn dismiss(session: &mut Session, id: &str, because: &str) -> Result<Outcome, Failure> {
    let store = session.store()?;
    let findings = session.findings(&store, &store.claims()?)?;
    let id = one("finding", id, findings.iter().map(|finding| &*finding.id))?;
    let path = file(session, &store)?;
    Decisions::dismiss(&path, &id, because)?;
    writeln!(session.out, "dismissed {id} in {}", relative(&path))?;
    Ok(Outcome::Fine)
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
