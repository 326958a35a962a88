//! Dated exchange rates (`--rates FILE`): only with them are two currencies compared.
//!
//! ```toml
//! base = "USD"
//!
//! [[rate]]
//! currency = "CNY"
//! date = "2024-05-01"
//! value = 0.138        # one CNY in units of the base
//! ```

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use crate::claim::Name;
use crate::text::suggest;
use crate::vocab::Vocab;

/// Exchange rates.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rates {
    /// ISO 4217 code of the currency that all are brought to.
    pub base: Name,
    /// The rates, by currency and day.
    pub rate: Vec<Rate>,
}

/// One rate on one day.
#[derive(Debug, Clone, PartialEq)]
pub struct Rate {
    /// ISO 4217 code.
    pub currency: Name,
    /// The day, as an ISO prefix.
    pub date: Name,
    /// One unit of it in units of the base.
    pub value: f64,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    base: Spanned<Name>,
    #[serde(default)]
    rate: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    currency: Spanned<Name>,
    date: Spanned<Day>,
    value: Spanned<f64>,
}

/// A day with quotes or, as TOML has dates of its own, without.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a date, as `\"2024-05-01\"`, `\"2024-05\"` or `\"2024\"`")]
enum Day {
    Text(Name),
    Date(Datetime),
}

/// What stops rates from being read.
#[derive(Debug, thiserror::Error)]
pub enum RateError {
    /// The file cannot be read.
    #[error("cannot read the rates `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not what it should be.
    #[error("{}:{line}: {message}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
}

impl Rates {
    /// Reads rates; currencies are those of the words.
    ///
    /// # Errors
    /// Where the file cannot be read or parsed, a currency is not known, a date is none, a rate is not above zero, or
    /// one currency has two rates on one day.
    pub fn load(vocab: &Vocab, path: &Path) -> Result<Self, RateError> {
        let text = std::fs::read_to_string(path).map_err(|source| RateError::File { path: path.to_owned(), source })?;
        Self::parse(vocab, &text).map_err(|(at, message)| {
            let line = text.get(..at).unwrap_or_default().matches('\n').count() + 1;
            RateError::Parse { path: path.to_owned(), line, message }
        })
    }

    /// Reads rates from the text of a file; an error comes with its offset.
    fn parse(vocab: &Vocab, text: &str) -> Result<Self, (usize, String)> {
        let wrong = |error: toml::de::Error| (error.span().map_or(0, |span| span.start), error.message().to_owned());
        let file: File = toml::from_str(text).map_err(wrong)?;
        let currency = |code: Spanned<Name>| match vocab.units.is_currency(code.get_ref()) {
            true => Ok(code.into_inner()),
            false => Err((code.span().start, suggest::unknown("currency", code.get_ref(), vocab.units.currencies()))),
        };
        let mut rates = Rates { base: currency(file.base)?, rate: Vec::new() };
        for entry in file.rate {
            let (at, value) = (entry.value.span().start, entry.value.into_inner());
            if !value.is_finite() || value <= 0.0 {
                return Err((at, format!("a rate is a number above zero, not `{value}`")));
            }
            let at = entry.date.span().start;
            let date = match entry.date.into_inner() {
                Day::Text(text) => text,
                Day::Date(date) => date.to_string().into(),
            };
            if !is_day(&date) {
                return Err((at, format!("`{date}` is no date: write it as `2024-05-01`, `2024-05` or `2024`")));
            }
            let at = entry.currency.span().start;
            let rate = Rate { currency: currency(entry.currency)?, date, value };
            if rate.currency == rates.base {
                return Err((at, format!("`{}` is the base: its rate is one", rate.currency)));
            }
            if rates.rate.iter().any(|known| (&known.currency, &known.date) == (&rate.currency, &rate.date)) {
                return Err((at, format!("there is a rate of `{}` on {} already", rate.currency, rate.date)));
            }
            rates.rate.push(rate);
        }
        rates.rate.sort_by(|a, b| (&a.currency, &a.date).cmp(&(&b.currency, &b.date)));
        Ok(rates)
    }

    /// Returns the unit in the base currency and the rate to it: the last one up to `date`, else the first one. `None`
    /// where the unit is the base's, or of a currency without a rate.
    pub fn convert(&self, unit: &str, date: Option<&str>) -> Option<(String, &Rate)> {
        let (currency, rest) = match unit.split_once('/') {
            Some((currency, rest)) => (currency, format!("/{rest}")),
            None => (unit, String::new()),
        };
        if currency == &*self.base {
            return None;
        }
        let of = || self.rate.iter().filter(|rate| &*rate.currency == currency);
        let known = |date: &str| of().take_while(|rate| &*rate.date <= date).last();
        let rate = date.and_then(known).or_else(|| of().next())?;
        Some((format!("{}{rest}", self.base), rate))
    }
}

/// Says whether `date` is a year, a month or a day as ISO 8601 writes it.
fn is_day(date: &str) -> bool {
    let parts: Vec<&str> = date.split('-').collect();
    let number =
        |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<u32>().ok()).flatten();
    let within = |part: &str, most: u32| part.len() == 2 && number(part).is_some_and(|n| (1..=most).contains(&n));
    match parts[..] {
        [year] => year.len() == 4 && number(year).is_some(),
        [year, month] => is_day(year) && within(month, 12),
        [year, month, day] => is_day(year) && within(month, 12) && within(day, 31),
        _ => false,
    }
}
