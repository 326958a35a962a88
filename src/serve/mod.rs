//! What is shown while the program runs: a local page for people.
//!
//! [`Snapshot`] holds claims and findings in memory and follows the index; [`Site`] answers one
//! request with one page, without a network in between; [`server::run`] puts it behind a port of
//! this machine. Nothing here writes: no request changes the index, the articles or a decision.

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

pub use site::Site;
pub use snapshot::Snapshot;
