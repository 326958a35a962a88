//! `atodds explain`: what was seen on a line, what was weighed, and what became of it.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::claims::one_line;
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::conflict::explain::metric_title;
use crate::report::table::Column;
use crate::report::value::statement;
use crate::text::Span;
use crate::vocab::{Lang, Vocab};
use crate::{extract, read};

/// One thing that was seen.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Seen {
    line: usize,
    column: usize,
    surface: String,
    what: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weighed: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
}

const COLUMNS: [Column<Seen>; 6] = [
    Column { name: "line", cell: |seen| seen.line.to_string() },
    Column { name: "column", cell: |seen| seen.column.to_string() },
    Column { name: "surface", cell: |seen| seen.surface.clone() },
    Column { name: "what", cell: |seen| seen.what.clone() },
    Column { name: "weighed", cell: |seen| seen.weighed.join(" ") },
    Column { name: "verdict", cell: |seen| seen.verdict.clone().unwrap_or_default() },
];

/// Explains one line of a file, or all of them.
pub fn run(session: &mut Session, place: &str) -> Result<Outcome, Failure> {
    let (file, line) = split(place);
    if line.is_none()
        && !Path::new(file).exists()
        && let Some((file, word)) = file.rsplit_once(':')
        && Path::new(file).exists()
    {
        return Err(Failure::with_help(
            format!("`{word}` is no line number"),
            format!("write a number behind the colon, as in `{file}:1`, or `{file}` for all of its lines"),
        ));
    }
    let bytes = super::extract::bytes(Path::new(file))?;
    let article = read::article(file, &bytes).map_err(|diagnostic| Failure::new(diagnostic.to_string()))?;
    let span = match line {
        None => Span::new(0, article.text.len()),
        Some(line) => article
            .lines
            .span(&article.text, line)
            .ok_or_else(|| Failure::new(format!("`{file}` has no line {line}: its last is {}", article.lines.len())))?,
    };
    let seen = seen(&session.vocab, &article, span, line);
    session.out.list(&seen, &COLUMNS, |out| {
        for seen in &seen {
            writeln!(out, "{}:{}  {}  {}", seen.line, seen.column, seen.surface, seen.what)?;
            if !seen.weighed.is_empty() {
                writeln!(out, "    weighed: {}", seen.weighed.join(", "))?;
            }
            if let Some(verdict) = &seen.verdict {
                writeln!(out, "    {verdict}")?;
            }
        }
        Ok(())
    })?;
    if seen.is_empty() {
        session.note("nothing was seen there that could be a claim");
    }
    Ok(Outcome::Fine)
}

/// Returns what was named and weighed, then the claims, then what was left out, in order of place.
fn seen(vocab: &Vocab, article: &read::Article, span: Span, line: Option<usize>) -> Vec<Seen> {
    let mut all: Vec<Seen> = Vec::new();
    for seen in extract::trace::trace(vocab, article, span) {
        let at = article.lines.position(&article.text, seen.span.start);
        all.push(Seen {
            line: at.line,
            column: at.column,
            surface: one_line(&seen.surface),
            what: seen.what,
            weighed: seen.weighed,
            verdict: seen.verdict,
        });
    }
    let extraction = extract::claims(vocab, article);
    for claim in &extraction.claims {
        let surface = claim.statement.quantity().map_or(&claim.evidence.quote, |value| &value.surface);
        let (device, metric) = (vocab.devices.title(&claim.device), metric_title(vocab, Lang::En, &claim.metric));
        all.push(Seen {
            line: claim.evidence.line as usize,
            column: claim.evidence.column as usize,
            surface: one_line(surface),
            what: "claim".to_owned(),
            weighed: Vec::new(),
            verdict: Some(format!("{device} · {metric} · {} (rule {})", statement(vocab, claim, Lang::En), claim.rule)),
        });
        // What is said again, in another cell or sentence, is one claim with several places.
        all.extend(claim.also.iter().map(|place| Seen {
            line: place.line as usize,
            column: place.column as usize,
            surface: one_line(surface),
            what: "claim, said again".to_owned(),
            weighed: Vec::new(),
            verdict: Some(format!("first said on line {}", claim.evidence.line)),
        }));
    }
    for skipped in &extraction.skipped {
        let at = article.lines.position(&article.text, skipped.span.start);
        all.push(Seen {
            line: at.line,
            column: at.column,
            surface: one_line(&skipped.surface),
            what: "left out".to_owned(),
            weighed: Vec::new(),
            verdict: Some(skipped.reason.clone()),
        });
    }
    all.retain(|seen| line.is_none_or(|line| line == seen.line));
    all.sort_by_key(|seen| (seen.line, seen.column));
    all
}

/// Parts FILE:LINE, and FILE:LINE:COLUMN as listings print it.
fn split(place: &str) -> (&str, Option<usize>) {
    let number =
        |place: &'_ str| place.rsplit_once(':').and_then(|(file, line)| Some((file.len(), line.parse().ok()?)));
    let Some((end, line)) = number(place) else { return (place, None) };
    let file = &place[..end];
    match number(file) {
        Some((end, line)) if !Path::new(file).exists() => (&file[..end], Some(line)),
        _ => (file, Some(line)),
    }
}
