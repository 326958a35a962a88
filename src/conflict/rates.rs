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

use crate::claim::Name;

/// Exchange rates.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    /// ISO 4217 code of the currency that all are brought to.
    pub base: Name,
    /// The rates.
    #[serde(default)]
    pub rate: Vec<Rate>,
}

/// One rate on one day.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// ISO 4217 code.
    pub currency: Name,
    /// The day, as an ISO prefix.
    pub date: Name,
    /// One unit of it in units of the base.
    pub value: f64,
}

/// What stops rates from being read.
#[derive(Debug, thiserror::Error)]
pub enum RateError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not what it should be.
    #[error("{path}: {message}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// What the parser says.
        message: String,
    },
}

impl Rates {
    /// Reads rates.
    ///
    /// # Errors
    /// Where the file cannot be read or parsed, or a rate is not above zero.
    pub fn load(path: &Path) -> Result<Self, RateError> {
        let text = std::fs::read_to_string(path).map_err(|source| RateError::File { path: path.to_owned(), source })?;
        let parse = |message: String| RateError::Parse { path: path.to_owned(), message };
        let rates: Rates = toml::from_str(&text).map_err(|error| parse(error.message().to_owned()))?;
        match rates.rate.iter().find(|rate| rate.value.is_nan() || rate.value <= 0.0) {
            Some(rate) => Err(parse(format!("the rate of `{}` is not above zero", rate.currency))),
            None => Ok(rates),
        }
    }

    /// Returns the unit in the base currency and the factor to it, by the last rate up to `date` (else the
    /// first one); `None` where the unit is no known currency.
    pub fn convert(&self, unit: &str, date: Option<&str>) -> Option<(String, f64)> {
        let (currency, rest) = match unit.split_once('/') {
            Some((currency, rest)) => (currency, format!("/{rest}")),
            None => (unit, String::new()),
        };
        if currency == &*self.base {
            return None;
        }
        let mut of: Vec<&Rate> = self.rate.iter().filter(|rate| &*rate.currency == currency).collect();
        of.sort_by(|a, b| a.date.cmp(&b.date));
        let known = |date: &str| of.iter().rev().find(|rate| &*rate.date <= date);
        let rate = date.and_then(known).or(of.first())?;
        Some((format!("{}{rest}", self.base), rate.value))
    }
}
