//! `atodds judge`: claims in, findings out, without an index; the step that an engine can run over partitions.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{Format, Judge};
use super::conflicts::COLUMNS;
use super::extract::bytes;
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::claim::row::Row;
use crate::claim::{Claim, Source};
use crate::conflict::{self, Finding};
use crate::report;

/// Judges the claims of the files, all together, and writes the findings.
pub fn run(session: &mut Session, args: &Judge) -> Result<Outcome, Failure> {
    let options = session.options(args.lang, args.rates.as_deref())?;
    let stdin = [PathBuf::from("-")];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let mut claims = Vec::new();
    for file in files {
        read(file, &mut claims)?;
    }
    let judgement = conflict::find_with(&session.vocab, &claims, &options);
    drop(claims);
    let findings: Vec<Finding> =
        judgement.findings.into_iter().filter(|finding| args.status.0.contains(&finding.status)).collect();
    match session.out.format {
        // Findings go on to another program more often than to a reader.
        Format::Text if !session.common.format_given => report::json::lines(&mut session.out, &findings)?,
        _ => session.out.list(&findings, &COLUMNS, |out| {
            findings
                .iter()
                .try_for_each(|finding| writeln!(out, "{}  {}  {}", finding.status, finding.id, finding.explanation))
        })?,
    }
    let summary = serde_json::to_string(&judgement.summary).map_err(|error| Failure::new(error.to_string()))?;
    session.note(summary);
    Ok(Outcome::Fine)
}

/// Reads one claim a line, as `atodds claims --format jsonl` and `atodds extract` write them.
fn read(file: &Path, claims: &mut Vec<Claim>) -> Result<(), Failure> {
    let name = if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() };
    let bytes = bytes(file)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| Failure::new(format!("{name}: not UTF-8: {error}")))?;
    let mut last: Option<Arc<Source>> = None;
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Result<Row, String> = serde_json::from_str(line).map_err(|error| error.to_string());
        let mut claim: Claim = row.and_then(Claim::try_from).map_err(|what| {
            Failure::with_help(
                format!("{name}:{}: no claim: {what}", at + 1),
                "`atodds claims --format jsonl` and `atodds extract` write claims, one a line",
            )
        })?;
        // Claims of one source stand together and share it.
        match &last {
            Some(source) if **source == *claim.source => claim.source = Arc::clone(source),
            _ => last = Some(Arc::clone(&claim.source)),
        }
        claims.push(claim);
    }
    Ok(())
}
