//! `atodds status`.

use std::io::Write;

use serde::Serialize;

use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::index;
use crate::report::table::Column;

#[derive(Debug, Serialize)]
struct Facts {
    index: String,
    corpus: Vec<String>,
    sources: usize,
    skipped: usize,
    claims: usize,
}

const FIELDS: [Column<Facts>; 5] = [
    Column { name: "index", cell: |facts| facts.index.clone() },
    Column { name: "corpus", cell: |facts| facts.corpus.join(" ") },
    Column { name: "sources", cell: |facts| facts.sources.to_string() },
    Column { name: "skipped", cell: |facts| facts.skipped.to_string() },
    Column { name: "claims", cell: |facts| facts.claims.to_string() },
];

/// Says what the index holds.
pub fn run(session: &mut Session) -> Result<Outcome, Failure> {
    let store = index::open(&session.common.index, session.common.vocab.as_deref())?;
    let facts = Facts {
        index: session.common.index.display().to_string(),
        corpus: store.summary().roots.iter().map(|root| root.folder.display().to_string()).collect(),
        sources: store.summary().sources,
        skipped: store.summary().skipped,
        claims: store.summary().claims,
    };
    session.out.object(&facts, &FIELDS, |out| {
        for field in &FIELDS {
            writeln!(out, "{:8} {}", field.name, (field.cell)(&facts))?;
        }
        Ok(())
    })?;
    Ok(Outcome::Fine)
}
