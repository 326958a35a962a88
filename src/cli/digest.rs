//! `atodds digest`.

use std::io::Write;

use super::args::Digest;
use super::failure::{Failure, Outcome};
use super::session::Session;

/// Writes the digest.
pub fn run(session: &mut Session, args: &Digest) -> Result<Outcome, Failure> {
    let store = session.store()?;
    let claims = store.claims()?;
    let findings = session.findings(&claims);
    let text = format!("# Digest\n\n{} claims, {} findings\n", claims.len(), findings.len());
    match &args.output {
        None => session.out.write_all(text.as_bytes())?,
        Some(path) => std::fs::write(path, text)
            .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))?,
    }
    Ok(Outcome::Fine)
}
