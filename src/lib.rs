//! Reads articles, pulls out every claim they make as (metric, device, value, source) under
//! its conditions, indexes the claims for full-text search, and shows where sources are at odds.
//!
//! The modules stand in reading order, which is the order of the data: text < claim < vocab <
//! read < normalise < extract < index < search, conflict < report < serve < cli.

pub mod text;

pub mod claim;
pub mod vocab;

pub mod read;

pub mod normalise;

pub mod extract;

pub mod index;

pub mod search;

pub mod conflict;

pub mod report;

pub mod serve;

pub mod cli;
