//! The suite: one binary, cases as data under `tests/cases`.

mod claims;
mod command_line;
mod conflicts;
mod digest;
mod index;
mod invariants;
mod layers;
mod mentions;
mod normalise;
mod qualities;
mod quantities;
mod queries;
mod read;
mod shipped;
mod tables;
mod vocab;
