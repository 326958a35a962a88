//! The arguments of `search`.

use clap::ValueEnum;

use super::ReportLang;

/// Arguments of `search`.
#[derive(Debug, clap::Args)]
#[command(after_help = SEARCH_HELP)]
pub struct Search {
    /// What to look for; see below
    #[arg(required = true, num_args = 1.., value_name = "QUERY")]
    pub query: Vec<String>,
    /// Most hits to show
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub limit: usize,
    /// Hits to leave out at the top
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = count, allow_negative_numbers = true)]
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
    /// Language of the words around the hits [default: that of `atodds.toml` or the locale]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<ReportLang>,
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

/// Reads how many of something are meant.
pub fn count(written: &str) -> Result<usize, String> {
    let digits = !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit());
    match written.parse() {
        Ok(count) => Ok(count),
        // More than there can be is as many as there are.
        Err(_) if digits => Ok(usize::MAX),
        Err(_) => Err("write a whole number from 0 on".to_owned()),
    }
}

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
