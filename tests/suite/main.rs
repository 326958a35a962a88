//! The suite: one binary, cases as data under `tests/cases`.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own cases should stop there")]

mod agent;
mod browser;
mod cases;
mod check;
mod claims;
mod command_line;
mod conflicts;
mod digest;
mod docs;
mod documents;
mod index;
mod invariants;
mod layers;
mod mentions;
mod normalise;
mod page;
mod program;
mod qualities;
mod quantities;
mod queries;
mod read;
mod schemas;
mod settings;
mod shipped;
mod tables;
mod verdicts;
mod vocab;
