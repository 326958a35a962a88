//! The arguments of every command.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::conflict::Status;

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

/// Arguments of `search`.
#[derive(Debug, clap::Args)]
#[command(after_help = SEARCH_HELP)]
pub struct Search {
    /// What to look for; see below
    #[arg(required = true, num_args = 1.., value_name = "QUERY")]
    pub query: Vec<String>,
    /// Most hits to show
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub limit: usize,
    /// Hits to leave out at the top
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub offset: usize,
    /// What orders the hits
    #[arg(long, value_enum, default_value_t = SortBy::Rank, value_name = "BY")]
    pub sort: SortBy,
    /// Say why each hit ranks where it does
    #[arg(long)]
    pub explain: bool,
    /// Count the hits by device, metric, source and kind
    #[arg(long)]
    pub facets: bool,
    /// Search the articles' full text besides
    #[arg(long)]
    pub passages: bool,
}

/// The query language on one page.
const SEARCH_HELP: &str = "\
Query:
  V100 price               words: names of devices and metrics are recognised in both languages
  \"per hour\" pric* -spot    a phrase; the beginning of a word; a word that must not be there
  A100 >= 1.5TB/s          a value in any unit of its dimension; also price<3USD/h, power:250..400W
  (A100 OR H100) NOT spot  AND, OR, NOT and brackets; words side by side must all be there
  device:tpu               the device and what stands below it
  metric:hourly_price  kind:figure  source:TEXT  publisher:TEXT  lang:zh  date:>=2024-05
  precision:fp16  provider:aws  count:8     any condition; also versus: object: fit: modality:
  status:conflict          claims on which a finding rests

Where no claim holds all of it, claims that hold some are shown and said to be partial.";

/// What orders the hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SortBy {
    /// Best first
    Rank,
    /// The smallest value first
    Value,
    /// The latest source first
    Date,
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
}

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

/// A set of statuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statuses(pub Vec<Status>);

/// All statuses, in the order in which they are shown.
pub const STATUSES: [Status; 7] = [
    Status::Conflict,
    Status::Tension,
    Status::Explained,
    Status::Superseded,
    Status::Agreement,
    Status::Incomparable,
    Status::Dismissed,
];

fn statuses(text: &str) -> Result<Statuses, String> {
    if text == "all" {
        return Ok(Statuses(STATUSES.to_vec()));
    }
    let one = |word: &str| {
        let names = STATUSES.iter().map(|status| status.as_str()).chain(["all"]);
        STATUSES.into_iter().find(|status| status.as_str() == word).ok_or_else(|| {
            let all: Vec<&str> = names.clone().collect();
            let unknown = crate::text::suggest::unknown("status", word, names);
            format!("{unknown} (one or several of {}, with commas between)", all.join(", "))
        })
    };
    text.split(',').map(str::trim).map(one).collect::<Result<_, _>>().map(Statuses)
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

/// Prints the manual page, or writes all of them.
pub fn man(session: &mut Session, folder: Option<&std::path::Path>) -> Result<Outcome, Failure> {
    let Some(folder) = folder else {
        clap_mangen::Man::new(Args::command()).render(&mut session.out)?;
        return Ok(Outcome::Fine);
    };
    let cannot = |error: std::io::Error| Failure::new(format!("cannot write into `{}`: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(cannot)?;
    clap_mangen::generate_to(Args::command(), folder).map_err(cannot)?;
    Ok(Outcome::Fine)
}

/// Prints the completion script.
pub fn completions(session: &mut Session, shell: clap_complete::Shell) -> Result<Outcome, Failure> {
    clap_complete::generate(shell, &mut Args::command(), "atodds", &mut session.out);
    Ok(Outcome::Fine)
}
