//! From a query to hits: the language people search in, ranking, and what was recognised.
//!
//! ```text
//! V100 price                      words; names of devices and metrics are recognised in both languages
//! "每小时" -spot pric*              a phrase, a word that must not be there, the beginning of a word
//! device:tpu metric:hourly_price  fields; a device finds what stands below it
//! precision:fp16 provider:aws     conditions
//! value:>=1.5TB/s price<3USD/h    values in any unit of the dimension; power:250..400W
//! (A100 OR H100) AND NOT spot     AND, OR, NOT and brackets
//! ```
//!
//! Plain words never fail; a field that nobody knows does. Where no claim holds all of them, claims that hold some are given
//! and said to be partial. [`parse`] reads a query, [`run`] answers it.

mod answer;
mod error;
mod fields;
mod mark;
mod near;
mod parse;
mod plan;
mod query;
mod recognise;
mod states;
mod values;

pub use answer::{Answer, Hit, Options, PassageHit, Reason, Stale, run};
pub use error::ParseError;
pub use fields::FIELDS;
pub use mark::{marked, marks};
pub use parse::parse;
pub use plan::{ByStatus, by_status};
pub use query::{Leaf, Node, Query, Range, Recognised};

/// Makes ready what the query `text` is read with, on two threads. Of the names only those are looked at that it may hold,
/// and units only where it has numbers; a program that answers many queries does without this.
pub fn prepare(vocab: &crate::vocab::Vocab, text: &str) {
    std::thread::scope(|threads| {
        threads.spawn(|| vocab.names.expect_few());
        let _ = crate::extract::quantity::quantities(vocab, text);
    });
}
