//! `atodds mcp`: the agent's way in.

use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::serve::agent::{self, Knowledge};
use crate::vocab::Vocab;

/// Brings the index up to date, then answers questions until standard input ends.
pub fn run(session: &mut Session) -> Result<Outcome, Failure> {
    // Remarks go to standard error: standard output is the protocol's.
    drop(session.store()?);
    let common = &session.common;
    let knowledge = Knowledge::open(
        Vocab::load(common.vocab.as_deref())?,
        common.vocab.clone(),
        common.index.clone(),
        common.corpus.clone(),
        !common.no_refresh,
        session.options(None, None)?.rates,
    );
    let knowledge = knowledge.map_err(|error| Failure::Said { help: error.help(), message: error.to_string() })?;
    agent::run(knowledge)?;
    Ok(Outcome::Fine)
}
