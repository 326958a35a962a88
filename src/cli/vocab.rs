//! `atodds vocab`.

use std::io::Write;
use std::path::Path;

use super::args::{Vocab, VocabAction};
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::report::table::{self, Column};
use crate::text::Diagnostic;
use crate::vocab;

#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Word {
    id: String,
    parent: String,
    names: Vec<String>,
}

/// How many words there are, and what is wrong with them.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Counts {
    /// Devices that are known.
    devices: usize,
    /// Metrics that are known.
    metrics: usize,
    /// What is wrong, each with its place.
    problems: Vec<String>,
}

const COUNTS: [Column<Counts>; 3] = [
    Column { name: "devices", cell: |counts| counts.devices.to_string() },
    Column { name: "metrics", cell: |counts| counts.metrics.to_string() },
    Column { name: "problems", cell: |counts| counts.problems.join("\n") },
];

const COLUMNS: [Column<Word>; 3] = [
    Column { name: "id", cell: |word| word.id.clone() },
    Column { name: "parent", cell: |word| word.parent.clone() },
    Column { name: "names", cell: |word| word.names.join(", ") },
];

/// Checks or lists the words.
pub fn run(session: &mut Session, args: &Vocab) -> Result<Outcome, Failure> {
    let words: Vec<Word> = match &args.action {
        VocabAction::Check { dir } => return check(session, dir.as_deref()),
        VocabAction::Devices => session
            .vocab
            .devices
            .iter()
            .map(|device| Word {
                id: device.id.to_string(),
                parent: device.parent.as_deref().unwrap_or_default().to_owned(),
                names: device.names.clone(),
            })
            .collect(),
        VocabAction::Metrics => session
            .vocab
            .metrics
            .iter()
            .map(|metric| Word {
                id: metric.id.to_string(),
                parent: metric.group.to_string(),
                names: metric.en.iter().chain(&metric.zh).cloned().collect(),
            })
            .collect(),
    };
    session.out.list(&words, &COLUMNS, |out| table::terminal(out, &words, &COLUMNS.iter().collect::<Vec<_>>()))?;
    Ok(Outcome::Fine)
}

/// Says what is wrong with the words of `dir`, or of `--vocab`, or those built in.
fn check(session: &mut Session, dir: Option<&Path>) -> Result<Outcome, Failure> {
    let folder = dir.or(session.common.vocab.as_deref()).map(Path::to_owned);
    if let Some(missing) = folder.as_deref().filter(|folder| !folder.is_dir()) {
        return Err(vocab::VocabError::Folder { path: missing.to_owned() }.into());
    }
    let problems = vocab::check::run(folder.as_deref());
    let words = vocab::Vocab::load(folder.as_deref());
    let (devices, metrics) = words.map_or((0, 0), |words| (words.devices.iter().count(), words.metrics.iter().count()));
    let counts = Counts { devices, metrics, problems: problems.iter().map(Diagnostic::to_string).collect() };
    session.out.object(&counts, &COUNTS, |out| {
        problems.iter().try_for_each(|found| writeln!(out, "{found}"))?;
        match problems.len() {
            0 => writeln!(out, "{devices} devices, {metrics} metrics: no problems"),
            found => writeln!(out, "{found} problems"),
        }
    })?;
    Ok(if problems.is_empty() { Outcome::Fine } else { Outcome::Notable })
}
