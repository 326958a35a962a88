//! The arguments of what reports findings: `conflicts`, `digest`, `judge`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::statuses::{Statuses, statuses};

/// Arguments of `conflicts`.
#[derive(Debug, clap::Args)]
pub struct Conflicts {
    /// Statuses to show, with commas between, or `all`
    #[arg(long, default_value = "conflict,tension", value_name = "STATUS", value_parser = statuses)]
    pub status: Statuses,
    /// Only this device and what stands below it (an id or a name)
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Only this metric (an id or a name)
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<String>,
    /// Only findings within one source
    #[arg(long, conflicts_with = "across")]
    pub within: bool,
    /// Only findings between sources
    #[arg(long)]
    pub across: bool,
    /// Language of the explanations [default: that of `atodds.toml` or the locale]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<ReportLang>,
    /// Show what is new, gone or judged otherwise since the findings in this file (JSON Lines), or since this
    /// revision of the Git repository that holds the articles
    #[arg(long, value_name = "FILE|REVISION")]
    pub since: Option<String>,
    /// Dated exchange rates (TOML); without them no two currencies are compared
    #[arg(long, value_name = "FILE")]
    pub rates: Option<PathBuf>,
    /// Exit with 1 if a finding has one of these statuses; with `--since`, if one does that is new or judged otherwise
    #[arg(long, value_name = "STATUS", value_parser = statuses)]
    pub fail_on: Option<Statuses>,
}

/// Arguments of `digest`.
#[derive(Debug, clap::Args)]
pub struct Digest {
    /// File to write; standard output without it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Only this device and what stands below it (an id or a name)
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Only this metric (an id or a name)
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<String>,
    /// Statuses to report, with commas between, or `all`
    #[arg(long, default_value = "all", value_name = "STATUS", value_parser = statuses)]
    pub status: Statuses,
    /// Dated exchange rates (TOML); without them no two currencies are compared
    #[arg(long, value_name = "FILE")]
    pub rates: Option<PathBuf>,
    /// Language of the document [default: that of `atodds.toml` or the locale]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<ReportLang>,
    /// Say what is new, gone or judged otherwise since the findings in this file (JSON Lines), or since this
    /// revision of the Git repository that holds the articles
    #[arg(long, value_name = "FILE|REVISION")]
    pub since: Option<String>,
    /// How spreads of three or more sources are drawn; `svg` writes pictures beside the file
    #[arg(long, value_enum, default_value_t = ChartForm::Unicode, value_name = "FORM")]
    pub charts: ChartForm,
}

/// Forms of charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChartForm {
    /// None at all
    None,
    /// A line of text
    Unicode,
    /// SVG files beside the document
    Svg,
}

/// Arguments of `judge`.
#[derive(Debug, clap::Args)]
pub struct Judge {
    /// Statuses to write, with commas between, or `all`
    #[arg(long, default_value = "all", value_name = "STATUS", value_parser = statuses)]
    pub status: Statuses,
    /// Language of the explanations [default: that of the locale]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<ReportLang>,
    /// Dated exchange rates (TOML); without them no two currencies are compared
    #[arg(long, value_name = "FILE")]
    pub rates: Option<PathBuf>,
    /// Files of claims, one a line; standard input without any
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Languages of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportLang {
    /// English
    En,
    /// Chinese
    Zh,
}

impl ReportLang {
    /// Returns the language asked for, or that of the locale (`LC_ALL`, `LC_MESSAGES`, `LANG`).
    pub fn or_locale(asked: Option<ReportLang>) -> crate::vocab::Lang {
        let locale = || {
            ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|key| std::env::var(key).ok().filter(|v| !v.is_empty()))
        };
        match asked {
            Some(ReportLang::En) => crate::vocab::Lang::En,
            Some(ReportLang::Zh) => crate::vocab::Lang::Zh,
            None if locale().is_some_and(|name| name.starts_with("zh")) => crate::vocab::Lang::Zh,
            None => crate::vocab::Lang::En,
        }
    }
}
