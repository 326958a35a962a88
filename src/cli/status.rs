//! `atodds status`: cheap facts, and whether the index is up to date.

use std::io::Write;

use serde::Serialize;

use super::failure::{Failure, Outcome};
use super::session::{Session, relative};
use crate::index;
use crate::report::table::Column;

#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Facts {
    index: String,
    corpus: Vec<String>,
    sources: usize,
    skipped: usize,
    claims: usize,
    generation: String,
    bytes: u64,
    current: bool,
    pending: String,
}

const FIELDS: [Column<Facts>; 8] = [
    Column { name: "index", cell: |facts| facts.index.clone() },
    Column { name: "corpus", cell: |facts| facts.corpus.join(" ") },
    Column { name: "sources", cell: |facts| facts.sources.to_string() },
    Column { name: "skipped", cell: |facts| facts.skipped.to_string() },
    Column { name: "claims", cell: |facts| facts.claims.to_string() },
    Column { name: "generation", cell: |facts| facts.generation.clone() },
    Column { name: "bytes", cell: |facts| facts.bytes.to_string() },
    Column { name: "pending", cell: |facts| facts.pending.clone() },
];

/// Says what the index holds.
pub fn run(session: &mut Session) -> Result<Outcome, Failure> {
    let store = index::open(&session.common.index, session.common.vocab.as_deref())?;
    let (current, pending) = match session.pending() {
        Ok(update) if update.changed() => (false, update.to_string()),
        Ok(_) => (true, "nothing: up to date".to_owned()),
        Err(error) => (false, error.to_string()),
    };
    let summary = store.summary();
    let facts = Facts {
        index: session.common.index.display().to_string(),
        corpus: summary.roots.iter().map(|root| relative(&root.folder)).collect(),
        sources: summary.sources,
        skipped: summary.skipped,
        claims: summary.claims,
        generation: summary.fingerprint.clone(),
        bytes: store.bytes(),
        current,
        pending,
    };
    session.out.object(&facts, &FIELDS, |out| {
        for field in &FIELDS {
            writeln!(out, "{:10} {}", field.name, (field.cell)(&facts))?;
        }
        Ok(())
    })?;
    Ok(Outcome::Fine)
}
