//! `atodds explain`: what was seen on a line, and what became of it.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::claims::{one_line, said};
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::report::table::Column;
use crate::{extract, read};

/// One thing that was seen.
#[derive(Debug, Serialize)]
struct Seen {
    line: usize,
    column: usize,
    surface: String,
    outcome: String,
    reason: String,
}

const COLUMNS: [Column<Seen>; 5] = [
    Column { name: "line", cell: |seen| seen.line.to_string() },
    Column { name: "column", cell: |seen| seen.column.to_string() },
    Column { name: "surface", cell: |seen| seen.surface.clone() },
    Column { name: "outcome", cell: |seen| seen.outcome.clone() },
    Column { name: "reason", cell: |seen| seen.reason.clone() },
];

/// Explains one line of a file, or all of them.
pub fn run(session: &mut Session, place: &str) -> Result<Outcome, Failure> {
    let (file, line) = split(place);
    let bytes = super::extract::bytes(Path::new(file))?;
    let article = read::article(file, &bytes).map_err(|diagnostic| Failure::new(diagnostic.to_string()))?;
    if let Some(line) = line.filter(|&line| line == 0 || line > article.lines.len()) {
        let last = article.lines.len();
        return Err(Failure::new(format!("`{file}` has no line {line}: its last is {last}")));
    }
    let extraction = extract::claims(&session.vocab, &article);
    let mut seen: Vec<Seen> = Vec::new();
    for claim in &extraction.claims {
        let surface = claim.statement.quantity().map_or(&claim.evidence.quote, |value| &value.surface);
        seen.push(Seen {
            line: claim.evidence.line,
            column: claim.evidence.column,
            surface: one_line(surface),
            outcome: format!("{} {} {}", claim.device, claim.metric, said(claim)),
            reason: format!("rule {}", claim.rule),
        });
    }
    for skipped in &extraction.skipped {
        let at = article.lines.position(&article.text, skipped.span.start);
        seen.push(Seen {
            line: at.line,
            column: at.column,
            surface: one_line(&skipped.surface),
            outcome: "left out".to_owned(),
            reason: skipped.reason.clone(),
        });
    }
    seen.retain(|seen| line.is_none_or(|line| line == seen.line));
    seen.sort_by(|a, b| (a.line, a.column, &a.outcome).cmp(&(b.line, b.column, &b.outcome)));
    session.out.list(&seen, &COLUMNS, |out| {
        for seen in &seen {
            writeln!(out, "{}:{}  {}", seen.line, seen.column, seen.surface)?;
            writeln!(out, "    {} ({})", seen.outcome, seen.reason)?;
        }
        Ok(())
    })?;
    if seen.is_empty() {
        session.note("nothing was seen there that could be a claim");
    }
    Ok(Outcome::Fine)
}

fn split(place: &str) -> (&str, Option<usize>) {
    match place.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?))) {
        Some((file, line)) => (file, Some(line)),
        None => (place, None),
    }
}
