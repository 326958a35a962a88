//! What `conflicts --since` says: findings that are new, judged otherwise, or gone.

use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::session::Session;
use crate::claim::words;
use crate::conflict::change::{self, Changes};
use crate::conflict::{Finding, Status};
use crate::report::table::Column;
use crate::report::value::verdict;
use crate::vocab::{Lang, Vocab};

words! {
    /// What became of a finding.
    Change {
        /// It was not there.
        New = "new",
        /// It has another verdict.
        Changed = "changed",
        /// It is no longer there.
        Gone = "gone",
    }
}

/// One finding and what became of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Row {
    /// What became of it.
    change: Change,
    /// The verdict that it had.
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<Status>,
    /// The finding, as it is now or was last.
    finding: Finding,
}

/// The columns of CSV and Markdown.
const CHANGED: [Column<Row>; 7] = [
    Column { name: "change", cell: |row| row.change.to_string() },
    Column { name: "was", cell: |row| row.was.map(|status| status.to_string()).unwrap_or_default() },
    Column { name: "status", cell: |row| row.finding.status.to_string() },
    Column { name: "id", cell: |row| row.finding.id.to_string() },
    Column { name: "metric", cell: |row| row.finding.metric.to_string() },
    Column { name: "device", cell: |row| row.finding.device.to_string() },
    Column { name: "explanation", cell: |row| row.finding.explanation.clone() },
];

/// Returns what has changed since `earlier`, as far as it has or had one of these verdicts.
pub fn since(earlier: &[Finding], now: &[Finding], statuses: &[Status]) -> Changes {
    let shown = |status: Status| statuses.contains(&status);
    let mut changes = change::since(earlier, now);
    changes.new.retain(|finding| shown(finding.status));
    changes.gone.retain(|finding| shown(finding.status));
    // What is no conflict any more has changed, and is not gone.
    changes.changed.retain(|(was, now)| shown(*was) || shown(now.status));
    changes
}

/// Says how many findings are new, judged otherwise and gone, and names those that are not listed as they are now.
pub fn tail(vocab: &Vocab, lang: Lang, changes: &Changes) -> String {
    let say = |id: &str, values: &[(&str, &str)]| vocab.labels.fill(id, lang, values);
    let [new, changed, gone] =
        [changes.new.len(), changes.changed.len(), changes.gone.len()].map(|count| count.to_string());
    let mut lines = vec![say("changed_counts", &[("new", &new), ("changed", &changed), ("gone", &gone)])];
    lines.extend(changes.changed.iter().map(|(was, now)| {
        let (was, is) = (verdict(vocab, lang, *was), verdict(vocab, lang, now.status));
        let verdicts = say("changed_verdict", &[("was", &was), ("now", &is)]);
        say("named", &[("name", &now.id), ("text", &verdicts)])
    }));
    lines.extend(changes.gone.iter().map(|gone| {
        let name = format!("{} {}", gone.id, vocab.labels.get("is_gone", lang));
        say("named", &[("name", &name), ("text", &gone.explanation)])
    }));
    lines.join("\n")
}

/// Lists the changes in a form for machines.
pub fn list(session: &mut Session, changes: &Changes) -> Result<(), Failure> {
    let row = |change, was, finding: &Finding| Row { change, was, finding: finding.clone() };
    let new = changes.new.iter().map(|finding| row(Change::New, None, finding));
    let changed = changes.changed.iter().map(|(was, finding)| row(Change::Changed, Some(*was), finding));
    let gone = changes.gone.iter().map(|finding| row(Change::Gone, None, finding));
    let rows: Vec<Row> = new.chain(changed).chain(gone).collect();
    session.out.list(&rows, &CHANGED, |_| Ok(()))?;
    Ok(())
}
