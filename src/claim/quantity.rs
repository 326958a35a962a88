//! A quantity: an interval in a canonical unit, exact as written.

use rust_decimal::Decimal;

use super::{Name, words};
use crate::text::Span;

words! {
    /// An interval that is open at one end.
    Bound {
        /// "at least", "以上": the written number is the low end.
        AtLeast = "at_least",
        /// "up to", "不超过": the written number is the high end.
        AtMost = "at_most",
    }
}

/// An interval `low..high` in a canonical unit, remembering how it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// Low end in canonical units. With a bound, `low` = `high` = the written number.
    pub low: Decimal,
    /// High end in canonical units.
    pub high: Decimal,
    /// Canonical unit of the claim model: `USD/h`, `B/s`, `FLOP/s`, `1` …
    pub unit: Name,
    /// "约", "about": the interval stays the point.
    pub approx: bool,
    /// The end that is open.
    pub bound: Option<Bound>,
    /// A decade named by a vague word ("数百万").
    pub vague: bool,
    /// Place value of the last written digit, in canonical units: 0.1 for "3.5 USD/h",
    /// 1e12 for "2 TB/s". Trailing zeros of a whole number count as written digits.
    pub step: Decimal,
    /// The value as written, verbatim.
    pub surface: Box<str>,
    /// First byte of `surface` in the source.
    pub start: u32,
    /// For `date` values: the ISO prefixes ("2022-05"); `low` and `high` then hold the
    /// dates as whole numbers `yyyymmdd`.
    pub dates: Option<Box<(Name, Name)>>,
}

impl Quantity {
    /// Returns where the value stands in the source, in bytes.
    pub fn span(&self) -> Span {
        Span::new(self.start as usize, self.start as usize + self.surface.len())
    }
}
