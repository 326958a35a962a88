//! `atodds extract`: files in, claims out, without an index.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::args::Format;
use super::claims::{self, COLUMNS, Listed};
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::{extract, read};

/// Reads the claims of each file and writes them, as JSON Lines unless another form is asked for.
pub fn run(session: &mut Session, files: &[PathBuf]) -> Result<Outcome, Failure> {
    let mut listed: Vec<Listed> = Vec::new();
    for file in files {
        let bytes = bytes(file)?;
        let article = match read::article(&file.to_string_lossy(), &bytes) {
            Ok(article) => article,
            Err(diagnostic) => return Err(Failure::new(diagnostic.to_string())),
        };
        listed.extend(extract::claims(&session.vocab, &article).claims.into_iter().map(Listed::from));
    }
    if !session.common.format_given {
        session.out.format = Format::Jsonl;
    }
    let (vocab, lang) = (&session.vocab, session.lang(None));
    session.out.list(&listed, &COLUMNS, |out| {
        listed.iter().try_for_each(|listed| claims::text(out, vocab, lang, listed.claim(), &listed.claim().source.path))
    })?;
    Ok(Outcome::Fine)
}

/// Returns the bytes of a file, or of standard input for `-`.
pub fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    // A pipe or a device may never end.
    if fs::metadata(file).is_ok_and(|facts| !facts.is_file()) {
        return Err(Failure::with_help(
            format!("cannot read `{}`: it is no regular file", file.display()),
            "`-` reads standard input",
        ));
    }
    fs::read(file).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", file.display());
        match error.kind() {
            io::ErrorKind::NotFound => Failure::with_help(
                message,
                "write its path as seen from this folder; `atodds sources` lists the articles of the index",
            ),
            _ => Failure::new(message),
        }
    })
}
