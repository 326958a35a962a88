//! What is shown while the program runs: a local page for people, tools for agents.
//!
//! [`Snapshot`] holds claims and findings in memory and follows the index; [`Site`] answers one
//! request with one page, without a network in between; [`server::run`] puts it behind a port of
//! this machine, and [`agent::run`] answers an agent's questions on standard input. Nothing here writes: no request changes the index, the articles or a decision.

pub mod agent;
pub mod guard;
pub mod layout;
pub mod parts;
pub mod request;
pub mod server;
pub mod site;
pub mod snapshot;
pub mod strip;
pub mod surroundings;
pub mod table;
pub mod view;

pub use site::{Settings, Site};
pub use snapshot::Snapshot;
