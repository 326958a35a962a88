//! The arguments of `check`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::report::ReportLang;
use super::statuses::{Statuses, statuses};

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
#[command(after_help = CHECK_HELP)]
pub struct Check {
    /// Files or folders to check
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Hold them against the claims of this index besides
    #[arg(long, value_name = "INDEX")]
    pub against: Option<PathBuf>,
    /// Verdicts to report, with commas between, or `all`
    #[arg(long, default_value = "conflict,tension", value_name = "STATUS", value_parser = statuses)]
    pub status: Statuses,
    /// What makes the exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::Conflict, value_name = "WHAT")]
    pub fail_on: FailOn,
    /// Say nothing of the findings in this file (TOML)
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write what is found today to the baseline instead of reporting it
    #[arg(long, requires = "baseline")]
    pub write_baseline: bool,
    /// Language of the explanations [default: that of `atodds.toml` or the locale]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<ReportLang>,
    /// Dated exchange rates (TOML); without them no two currencies are compared
    #[arg(long, value_name = "FILE")]
    pub rates: Option<PathBuf>,
}

/// How to silence one finding.
const CHECK_HELP: &str = "\
A finding that is none is silenced in the source, with the reason:
  <!-- atodds: ignore k-0123456789ab because both editions are cited -->
In reStructuredText the same stands in a comment of its own: `.. atodds: ignore …`.

Exit codes: 0 nothing to fail on; 1 a finding that `--fail-on` names; 2 the check could not be made.";

/// What makes a check fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// A conflict
    Conflict,
    /// A conflict, a tension, or a needless or reasonless ignore
    Tension,
    /// Nothing
    Never,
}
