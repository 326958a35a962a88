//! `atodds vocab`.

use std::io::Write;

use super::args::{Vocab, VocabAction};
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::report::table::{self, Column};

#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Word {
    id: String,
    parent: String,
    names: Vec<String>,
}

/// How many words were found sound.
#[derive(Debug, serde::Serialize)]
struct Counts {
    devices: usize,
    metrics: usize,
    problems: usize,
}

const COLUMNS: [Column<Word>; 3] = [
    Column { name: "id", cell: |word| word.id.clone() },
    Column { name: "parent", cell: |word| word.parent.clone() },
    Column { name: "names", cell: |word| word.names.join(", ") },
];

/// Checks or lists the words.
pub fn run(session: &mut Session, args: &Vocab) -> Result<Outcome, Failure> {
    let words: Vec<Word> = match args.action {
        VocabAction::Check => {
            // Loading has refused unknown keys already.
            let (devices, metrics) = (session.vocab.devices.iter().count(), session.vocab.metrics.iter().count());
            let counts = Counts { devices, metrics, problems: 0 };
            session
                .out
                .object(&counts, &[], |out| writeln!(out, "{devices} devices, {metrics} metrics: no problems"))?;
            return Ok(Outcome::Fine);
        }
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
