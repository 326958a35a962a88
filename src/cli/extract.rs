//! `atodds extract`: files in, claims out, without an index.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::args::Format;
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::claim::row::Row;
use crate::{extract, read, report};

/// Reads the claims of each file and writes them as JSON Lines.
pub fn run(session: &mut Session, files: &[PathBuf]) -> Result<Outcome, Failure> {
    for file in files {
        let bytes = bytes(file)?;
        let article = match read::article(&file.to_string_lossy(), &bytes) {
            Ok(article) => article,
            Err(diagnostic) => return Err(Failure::new(diagnostic.to_string())),
        };
        let rows: Vec<Row> = extract::claims(&session.vocab, &article).claims.iter().map(Row::from).collect();
        match session.out.format {
            Format::Json => report::json::array(&mut session.out, &rows)?,
            _ => report::json::lines(&mut session.out, &rows)?,
        }
    }
    Ok(Outcome::Fine)
}

/// Returns the bytes of a file, or of standard input for `-`.
pub fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    fs::read(file).map_err(|error| Failure::new(format!("cannot read `{}`: {error}", file.display())))
}
