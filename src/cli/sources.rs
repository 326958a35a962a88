//! `atodds sources`.

use super::args::Sources;
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::index::Record;
use crate::report::table::{self, Column};

fn text(part: Option<&crate::claim::Name>) -> String {
    part.map(ToString::to_string).unwrap_or_default()
}

/// The columns of every form but JSON.
pub const COLUMNS: [Column<Record>; 9] = [
    Column { name: "path", cell: |record| record.source.path.to_string() },
    Column { name: "claims", cell: |record| record.claims.to_string() },
    Column { name: "title", cell: |record| text(record.source.title.as_ref()) },
    Column { name: "publisher", cell: |record| text(record.source.publisher.as_ref()) },
    Column { name: "date", cell: |record| text(record.source.date.as_ref()) },
    Column { name: "lang", cell: |record| text(record.source.lang.as_ref()) },
    Column { name: "family", cell: |record| text(record.source.family.as_ref()) },
    Column { name: "encoding", cell: |record| record.encoding.clone().unwrap_or_default() },
    Column { name: "skipped", cell: |record| record.skipped.clone().unwrap_or_default() },
];

/// Lists the articles.
pub fn run(session: &mut Session, args: &Sources) -> Result<Outcome, Failure> {
    let store = session.store()?;
    let mut records: Vec<Record> = store.records()?.iter().map(|record| Record::clone(record)).collect();
    records.retain(|record| !args.skipped || record.skipped.is_some());
    session.out.list(&records, &COLUMNS, |out| table::terminal(out, &records, &COLUMNS))?;
    Ok(Outcome::Fine)
}
