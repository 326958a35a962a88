//! `atodds schema`: JSON Schemas of what the commands print as JSON, made from the types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::failure::{Failure, Outcome};
use super::session::Session;
use super::{changes, explain, quantities, search, sources, status, vocab};
use crate::report::table::{self, Column};
use crate::text::suggest;
use crate::{claim, conflict, index, report};

/// A schema that can be asked for.
#[derive(Debug, serde::Serialize)]
struct Named {
    name: &'static str,
    /// What is of this form.
    about: &'static str,
    #[serde(skip)]
    make: fn() -> Schema,
}

const SCHEMAS: [Named; 18] = [
    named::<claim::row::Row>("claim", "a claim: `claims`, `extract`, `show c-…`"),
    named::<conflict::Finding>("finding", "a finding: `conflicts`, `judge`, `show k-…`"),
    named::<changes::Row>("change", "what became of a finding: `conflicts --since`"),
    named::<search::Document<'_>>("search", "the answer to a query: `search --format json`"),
    named::<search::HitRow>("hit", "one hit: `search --format jsonl`"),
    named::<search::PassageRow<'_>>("passage", "one passage: `search --passages --format jsonl`"),
    named::<report::check::Report>("check", "a report: `check --format json`"),
    named::<report::check::Problem>("problem", "one problem: `check --format jsonl`"),
    named::<index::Record>("source", "an article: `sources`, `show s-…`"),
    named::<sources::UnknownName>("unknown", "a name that is not known: `sources --unknown`"),
    named::<quantities::Found>("quantity", "a quantity: `quantities`"),
    named::<explain::Seen>("seen", "what was seen on a line: `explain`"),
    named::<vocab::Word>("word", "a device or metric: `vocab devices`, `vocab metrics`"),
    named::<vocab::Counts>("words", "the state of the words: `vocab check`"),
    named::<conflict::Summary>("summary", "what was and was not compared: the last line of `judge`, on standard error"),
    named::<index::Check>("diagnosis", "one check of the index: `doctor`"),
    named::<index::Update>("update", "what an update did: `index`"),
    named::<status::Facts>("status", "the state of the index: `status`"),
];

const COLUMNS: [Column<Named>; 2] = [
    Column { name: "name", cell: |named| named.name.to_owned() },
    Column { name: "about", cell: |named| named.about.to_owned() },
];

const fn named<T: JsonSchema>(name: &'static str, about: &'static str) -> Named {
    Named { name, about, make: schema::<T> }
}

/// Returns the schema of what is written, not of what would be accepted.
fn schema<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// Prints one schema, or the names of all.
pub fn run(session: &mut Session, name: Option<&str>) -> Result<Outcome, Failure> {
    let Some(name) = name else {
        session
            .out
            .list(&SCHEMAS, &COLUMNS, |out| table::terminal(out, &SCHEMAS, &COLUMNS.iter().collect::<Vec<_>>()))?;
        return Ok(Outcome::Fine);
    };
    let Some(found) = SCHEMAS.iter().find(|schema| schema.name == name) else {
        let names = SCHEMAS.iter().map(|schema| schema.name);
        return Err(Failure::with_help(suggest::unknown("schema", name, names), "`atodds schema` lists all of them"));
    };
    report::json::object(&mut session.out, &report::json::sorted((found.make)().to_value()))?;
    Ok(Outcome::Fine)
}
