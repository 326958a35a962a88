//! What the agent gets back: an answer in two forms, or why there is none.

use std::fmt;

use serde_json::Value;

use crate::claim::Name;
use crate::report::json::sorted;
use crate::text::suggest;

/// An answer in both forms.
#[derive(Debug)]
pub struct Answer {
    /// For a reader.
    pub text: String,
    /// For a program.
    pub structured: Value,
}

impl Answer {
    /// Returns an answer, its fields in order.
    ///
    /// # Errors
    /// Where it cannot be written as JSON.
    pub fn new(text: String, structured: &impl serde::Serialize) -> Result<Self, Refusal> {
        let structured = serde_json::to_value(structured)
            .map_err(|error| Refusal::new(format!("the answer cannot be written: {error}"), "please report it"))?;
        Ok(Self { text, structured: sorted(structured) })
    }
}

/// Why a question is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    message: String,
    help: String,
}

impl Refusal {
    /// Returns a refusal: what is wrong, and what to do.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "\nhelp: {}", self.help) }
    }
}

impl From<crate::index::Error> for Refusal {
    fn from(error: crate::index::Error) -> Self {
        Refusal { help: error.help().unwrap_or_default(), message: error.to_string() }
    }
}

/// Returns the one id that begins so.
pub fn one<'a>(
    what: &str,
    id: &str,
    ids: impl Iterator<Item = &'a Name> + Clone,
    help: &str,
) -> Result<String, Refusal> {
    let mut named = ids.clone().filter(|known| !id.is_empty() && known.starts_with(id));
    match (named.next(), named.next()) {
        (Some(known), None) => Ok(known.to_string()),
        (Some(_), Some(_)) => {
            Err(Refusal::new(format!("several ids of a {what} begin with `{id}`"), "write more of it"))
        }
        (None, _) => Err(Refusal::new(suggest::unknown(&format!("{what} id"), id, ids.map(|id| &**id)), help)),
    }
}

/// Refuses what was there a moment ago.
pub fn gone(what: &str, id: &str) -> Refusal {
    Refusal::new(format!("{what} `{id}` is gone"), "ask again")
}
