//! What is wrong with an input, and what to do about it.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

/// A fact about a bad input: collected, reported, never fatal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The file.
    pub path: PathBuf,
    /// Line and column, where the fact has a place.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub position: Option<super::Position>,
    /// What was found: lower case, no final full stop.
    pub message: String,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Diagnostic {
    /// Returns a diagnostic about the whole of `path`.
    pub fn new(path: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Self { path: path.into(), position: None, message: message.into(), help: None }
    }

    /// Adds what to do next.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the place.
    pub fn at(mut self, position: super::Position) -> Self {
        self.position = Some(position);
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(at) = self.position {
            write!(f, ":{}:{}", at.line, at.column)?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}
