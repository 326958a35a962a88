//! From a reading to the value of a claim: canonical unit, exact interval, written precision.

use rust_decimal::Decimal;

use super::quantity::Reading;
use crate::claim::{Bound, Name, Quantity};
use crate::text::{Mapped, Span};

/// Returns the value that `reading`, found in `text`, has in the article `source`.
///
/// `unit` replaces the canonical unit where the context completes it ("USD" said of an hour is
/// "USD/h"). `None` where the number is too large to hold or open at both ends.
pub fn quantity(reading: &Reading, text: &Mapped, source: &str, unit: Option<Name>) -> Option<Quantity> {
    let factor = reading.unit.as_ref().map_or(Decimal::ONE, |unit| unit.factor);
    let scaled = |end: Option<Decimal>| match end {
        Some(number) => number.checked_mul(factor).map(Some),
        None => Some(None),
    };
    let (low, high) = (scaled(reading.low)?, scaled(reading.high)?);
    let (low, high, bound) = match (low, high) {
        (Some(low), Some(high)) => (low, high, reading.bound),
        (Some(low), None) => (low, low, Some(reading.bound.unwrap_or(Bound::AtLeast))),
        (None, Some(high)) => (high, high, Some(reading.bound.unwrap_or(Bound::AtMost))),
        (None, None) => return None,
    };
    let span = text.to_source(reading.span);
    let written = reading.unit.as_ref().map_or_else(|| Name::from("1"), |unit| unit.canonical.clone());
    let unit = unit.unwrap_or(written);
    let dates = (&*unit == "date").then(|| (iso(low), iso(high)));
    Some(Quantity {
        low,
        high,
        unit,
        approx: reading.approx,
        bound,
        vague: reading.vague,
        step: reading.step.checked_mul(factor).unwrap_or(Decimal::ONE),
        surface: span.of(source).unwrap_or_default().into(),
        start: span.start as u32,
        dates: dates.map(Box::new),
    })
}

/// Returns `yyyy`, `yyyymm` or `yyyymmdd` (a zero part is not known) as an ISO prefix.
fn iso(date: Decimal) -> Name {
    let digits = date.trunc().to_string();
    let part = |span: Span| span.of(&digits).filter(|part| *part != "00");
    match (part(Span::new(0, 4)), part(Span::new(4, 6)), part(Span::new(6, 8))) {
        (Some(year), Some(month), Some(day)) => format!("{year}-{month}-{day}").into(),
        (Some(year), Some(month), None) => format!("{year}-{month}").into(),
        (Some(year), _, _) => year.into(),
        _ => digits.as_str().into(),
    }
}
