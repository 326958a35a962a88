//! `atodds index`.

use std::io::Write;
use std::time::Duration;

use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::index::Update;
use crate::report::table::Column;

const FIELDS: [Column<Update>; 7] = [
    Column { name: "new", cell: |update| update.new.to_string() },
    Column { name: "updated", cell: |update| update.updated.to_string() },
    Column { name: "unchanged", cell: |update| update.unchanged.to_string() },
    Column { name: "removed", cell: |update| update.removed.to_string() },
    Column { name: "skipped", cell: |update| update.skipped.to_string() },
    Column { name: "claims", cell: |update| update.claims.to_string() },
    Column { name: "rebuilt", cell: |update| update.rebuilt.to_string() },
];

/// How long to wait for another update to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Brings the index up to date and says what changed.
pub fn run(session: &mut Session) -> Result<Outcome, Failure> {
    let update = session.update(PATIENCE)?;
    session.out.object(&update, &FIELDS, |out| {
        writeln!(out, "{update}")?;
        writeln!(out, "{}", several(update.claims, "claim"))
    })?;
    if update.skipped > 0 {
        let files = several(update.skipped, "file");
        session.note(format_args!("{files} could not be read: `atodds sources --skipped` says why"));
    } else if update.new + update.updated + update.unchanged == 0 {
        session.note("no article was found: is it the right folder?");
    }
    Ok(Outcome::Fine)
}

/// Returns "1 claim", "2 claims".
fn several(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
