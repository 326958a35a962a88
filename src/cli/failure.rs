//! What a command may end with.

use std::io::{self, Write};
use std::process::ExitCode;

/// How a command ended that did its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Fine,
    /// `search` found nothing, or `--fail-on` was met.
    Notable,
}

impl Outcome {
    /// Returns the exit code.
    pub fn code(self) -> ExitCode {
        match self {
            Outcome::Fine => ExitCode::SUCCESS,
            Outcome::Notable => ExitCode::from(1),
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// Nobody reads the output any more.
    ClosedPipe,
    /// What went wrong and what to do about it.
    Said {
        /// Lower case, no final full stop.
        message: String,
        /// The next step.
        help: Option<String>,
    },
}

impl Failure {
    /// Returns a failure with its message.
    pub fn new(message: impl Into<String>) -> Self {
        Failure::Said { message: message.into(), help: None }
    }

    /// Returns a failure with its message and the next step.
    pub fn with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Failure::Said { message: message.into(), help: Some(help.into()) }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::new(error.to_string()),
        }
    }
}

impl From<crate::index::Error> for Failure {
    fn from(error: crate::index::Error) -> Self {
        Failure::Said { help: error.help(), message: error.to_string() }
    }
}

impl From<crate::vocab::VocabError> for Failure {
    fn from(error: crate::vocab::VocabError) -> Self {
        Failure::with_help(error.to_string(), error.help())
    }
}

impl From<crate::conflict::decisions::DecisionError> for Failure {
    fn from(error: crate::conflict::decisions::DecisionError) -> Self {
        use crate::conflict::decisions::DecisionError;
        let help = match &error {
            DecisionError::Parse { .. } => {
                "mend the line, or move the file away: without it nothing is dismissed or accepted, and nothing else is lost"
            }
            DecisionError::File { .. } => "make the file readable, or move it away",
            DecisionError::Twice(_) => "take the other one out of `decisions.toml` first",
            DecisionError::NoReason => "say it with `--because`",
        };
        Failure::with_help(error.to_string(), help)
    }
}

/// Says on standard error why nothing more comes.
pub fn report(failure: &Failure) -> io::Result<()> {
    let Failure::Said { message, help } = failure else { return Ok(()) };
    let mut err = anstream::stderr().lock();
    let red = anstyle::AnsiColor::Red.on_default().bold();
    writeln!(err, "{red}error{red:#}: {message}")?;
    if let Some(help) = help {
        writeln!(err, "  help: {help}")?;
    }
    Ok(())
}
