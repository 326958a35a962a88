//! The arguments of every command.

mod check;
mod report;
mod search;
mod statuses;

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

pub use check::{Check, FailOn};
pub use report::{ChartForm, Conflicts, Digest, Judge, ReportLang};
pub use search::{Search, SortBy};

/// Reads articles, pulls out every claim, and shows where the sources are at odds.
#[derive(Debug, Parser)]
#[command(name = "atodds", version, max_term_width = 100)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// What every command understands.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// Folder (or file) with articles; may be given several times [default: what the index remembers, or `corpus`]
    #[arg(long, global = true, value_name = "DIR")]
    pub corpus: Vec<PathBuf>,
    /// Folder of the index
    #[arg(long, global = true, value_name = "DIR", default_value = "index")]
    pub index: PathBuf,
    /// Form of the output
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// Leave the index as it is, even where the corpus has changed
    #[arg(long, global = true)]
    pub no_refresh: bool,
    /// Folder with your own words (devices.toml, metrics.toml …), laid over those built in
    #[arg(long, global = true, value_name = "DIR")]
    pub vocab: Option<PathBuf>,
    /// Say nothing on the way
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// `--index` was given
    #[arg(skip)]
    pub index_given: bool,
    /// `--format` was given
    #[arg(skip)]
    pub format_given: bool,
}

impl Args {
    /// Reads the arguments of this process; ends it with a message where they are none.
    pub fn of_process() -> Self {
        let matches = Args::command().get_matches();
        let mut args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        (args.common.index_given, args.common.format_given) = (given("index"), given("format"));
        args
    }
}

/// Forms of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON document
    Json,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header
    Csv,
    /// Markdown
    Md,
    /// SARIF 2.1.0, for code scanners (`check` only)
    Sarif,
    /// Annotations of GitHub workflows (`check` only)
    Github,
}

impl Format {
    /// Returns the name by which it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Csv => "csv",
            Format::Md => "md",
            Format::Sarif => "sarif",
            Format::Github => "github",
        }
    }
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read what is new or changed in the corpus, forget what is gone
    Index,
    /// Keep the index up to date until interrupted
    Watch {
        /// Seconds between looks at the corpus
        #[arg(long, default_value_t = 2, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
        every: u64,
        /// Stop after so many updates
        #[arg(long, value_name = "N", hide = true)]
        updates: Option<usize>,
    },
    /// Find claims, best first
    Search(Search),
    /// List claims
    Claims(Filter),
    /// Show where sources are at odds
    Conflicts(Conflicts),
    /// Write what was read and what is at odds as one Markdown document
    Digest(Digest),
    /// Show all of it in the browser: a page of this machine that only reads
    Serve(Serve),
    /// Show one claim or finding in full, with its lines of source
    Show {
        /// Id of a claim (`c-…`), a finding (`k-…`) or a source (`s-…`); its beginning is enough
        id: String,
        /// Language of a finding's explanation [default: that of `atodds.toml` or the locale]
        #[arg(long, value_enum, value_name = "LANG")]
        lang: Option<ReportLang>,
    },
    /// Say what was seen on one line of a file, and why it was or was not bound
    Explain {
        /// FILE:LINE, or FILE for all of its lines
        #[arg(value_name = "FILE:LINE")]
        place: String,
    },
    /// Answer an agent's questions over the Model Context Protocol (standard input and output)
    Mcp,
    /// Hold articles against each other as a linter does, without an index
    Check(Check),
    /// List the articles and what became of them
    Sources(Sources),
    /// Read quantities from standard input or files, without an index
    Quantities(Quantities),
    /// Read claims from files (`-`: standard input), without an index; JSON Lines unless told otherwise
    Extract {
        /// Files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Judge claims from files or standard input, without an index; JSON Lines in and out
    Judge(Judge),
    /// The words that the program knows
    Vocab(Vocab),
    /// Say that a finding is none, with the reason; kept in `decisions.toml` beside the articles
    Dismiss {
        /// Id of the finding (`k-…`); its beginning is enough
        id: String,
        /// The reason
        #[arg(long, value_name = "REASON")]
        because: String,
    },
    /// Say that a claim's value is the one to use, with the reason
    Accept {
        /// Id of the claim (`c-…`); its beginning is enough
        id: String,
        /// The reason
        #[arg(long, value_name = "REASON")]
        because: String,
    },
    /// Look at the index thoroughly: checksums, orphans, free space, a sample read again
    Doctor,
    /// Say what the index holds and whether it is up to date
    Status,
    /// Write an `atodds.toml` here: corpus, index, words, rates and language for this folder and those below it
    Init(Init),
    /// Print the JSON Schema of what the commands print as JSON, or list the schemas
    Schema {
        /// Which; without it their names are listed
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Print the manual page, or write the pages of all commands into a folder
    Man {
        /// Folder for the pages
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Which claims.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Filter {
    /// Only this device and what stands below it (an id or a name)
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Only this metric (an id or a name)
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<String>,
    /// Only this kind
    #[arg(long, value_name = "KIND", value_parser = ["figure", "comparison", "level", "support", "suitability"])]
    pub kind: Option<String>,
    /// Only sources whose path, title or publisher holds this
    #[arg(long, value_name = "TEXT")]
    pub source: Option<String>,
    /// Language of the words around the claims [default: that of `atodds.toml` or the locale]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<ReportLang>,
}

/// Arguments of `init`.
#[derive(Debug, clap::Args)]
pub struct Init {
    /// Language of reports
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<ReportLang>,
    /// Dated exchange rates (TOML)
    #[arg(long, value_name = "FILE")]
    pub rates: Option<PathBuf>,
}

/// Arguments of `serve`.
#[derive(Debug, clap::Args)]
pub struct Serve {
    /// Port; 0 takes any that is free
    #[arg(long, default_value_t = 7171, value_name = "PORT")]
    pub port: u16,
    /// Address or name of this machine to listen on; others can read what does not stay on 127.0.0.1
    #[arg(long, default_value = "127.0.0.1", value_name = "HOST")]
    pub host: String,
    /// Dated exchange rates (TOML); without them no two currencies are compared
    #[arg(long, value_name = "FILE")]
    pub rates: Option<PathBuf>,
}

/// Arguments of `sources`.
#[derive(Debug, clap::Args)]
pub struct Sources {
    /// Only files that could not be read, each with its reason
    #[arg(long)]
    pub skipped: bool,
    /// What looks like a device and is not known, with its places, so that you can add it
    #[arg(long, conflicts_with = "skipped")]
    pub unknown: bool,
    /// Language of what is said about families [default: that of `atodds.toml` or the locale]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<ReportLang>,
}

/// Arguments of `quantities`.
#[derive(Debug, clap::Args)]
pub struct Quantities {
    /// Read each line as a text of its own
    #[arg(long)]
    pub lines: bool,
    /// Files; standard input without any
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Arguments of `vocab`.
#[derive(Debug, clap::Args)]
pub struct Vocab {
    #[command(subcommand)]
    pub action: VocabAction,
}

#[derive(Debug, Subcommand)]
pub enum VocabAction {
    /// Check the words that are built in, and those of DIR (or `--vocab DIR`) over them
    Check {
        /// Folder with words of your own
        dir: Option<PathBuf>,
    },
    /// List devices
    Devices,
    /// List metrics
    Metrics,
}
