//! The store on disk: claims and the articles they stand in.
//!
//! The articles are the truth; the store can always be made again from them. [`update`]
//! reads what is new or changed below the corpus folders and forgets what is gone;
//! [`open`] gives the last whole state to a reader, which never writes and never locks.
//! This is the only place that names tantivy.

mod corpus;
mod error;
mod store;
mod update;

pub use corpus::Root;
pub use error::Error;
pub use store::{Record, Store, open};
pub use update::{Update, update};
