//! `atodds show`.

use std::collections::BTreeMap;
use std::io::Write;

use super::claims::Listed;
use super::failure::{Failure, Outcome};
use super::session::Session;
use super::suggest;
use crate::claim::Claim;

/// Shows the claim, finding or source with this id.
pub fn run(session: &mut Session, id: &str) -> Result<Outcome, Failure> {
    let store = session.store()?;
    let claims = store.claims()?;
    let named: Vec<&Claim> = claims.iter().filter(|claim| claim.id.starts_with(id)).collect();
    if let [claim] = named[..] {
        let path = session.shown_path(&store, &claim.source.path);
        let listed = Listed::from(claim.clone());
        let vocab = &session.vocab;
        session.out.object(&listed, &super::claims::COLUMNS, |out| super::claims::text(out, vocab, claim, &path))?;
        return Ok(Outcome::Fine);
    }
    let findings = session.findings(&claims);
    if let [finding] = findings.iter().filter(|finding| finding.id.starts_with(id)).collect::<Vec<_>>()[..] {
        let by_id: BTreeMap<&str, &Claim> = claims.iter().map(|claim| (&*claim.id, claim)).collect();
        session.out.object(finding, &super::conflicts::COLUMNS, |out| {
            super::conflicts::text(out, finding, &by_id, &BTreeMap::new())
        })?;
        return Ok(Outcome::Fine);
    }
    if let [record] = store.records()?.iter().filter(|r| r.source.id.starts_with(id)).collect::<Vec<_>>()[..] {
        session.out.object(&**record, &super::sources::COLUMNS, |out| writeln!(out, "{}", record.source.path))?;
        return Ok(Outcome::Fine);
    }
    let ids = claims.iter().map(|claim| &*claim.id).chain(findings.iter().map(|finding| &*finding.id));
    Err(Failure::with_help(suggest::unknown("id", id, ids), "`atodds claims` and `atodds conflicts` list ids"))
}
