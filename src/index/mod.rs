//! The store on disk: claims, the passages of the articles, and a record a source.
//!
//! The articles are the truth; the store can always be made again from them. [`update`]
//! reads what is new or changed below the corpus folders and forgets what is gone, in one
//! commit; [`open`] gives the last whole state to a reader, which never writes and never
//! locks. This is the only place that names tantivy.

mod ask;
mod chosen;
mod corpus;
mod directory;
mod doctor;
mod error;
mod generation;
mod payload;
mod plan;
mod schema;
mod store;
mod stored;
mod tokenizer;
mod top;
mod update;

pub use ask::{Ask, Exact, Facets, Found, Match, Sort, Text};
pub use chosen::Chosen;
pub use corpus::Root;
pub use doctor::{Check, diagnose};
pub use error::Error;
pub use schema::{Kind, Passage};
pub use store::{Record, Store, Summary, open};
pub use tokenizer::Cutter;
pub use update::{Options, Update, pending, refresh, update};
