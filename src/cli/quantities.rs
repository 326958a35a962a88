//! `atodds quantities`: texts in, quantities out, without an index.

use std::io::Write;
use std::path::PathBuf;

use rust_decimal::Decimal;
use serde::Serialize;

use super::args::Quantities;
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::claim::Bound;
use crate::extract::quantity::{self, Reading};
use crate::normalise;
use crate::report::table::Column;
use crate::text::Mapped;

/// One quantity as printed: places are bytes within the line.
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Quantity")]
pub struct Found {
    /// Line of the input, from 1.
    line: usize,
    /// First byte within the line.
    start: usize,
    /// One past its last byte.
    end: usize,
    /// As written.
    surface: String,
    #[serde(with = "optional_number")]
    #[schemars(with = "Option<f64>")]
    low: Option<Decimal>,
    #[serde(with = "optional_number")]
    #[schemars(with = "Option<f64>")]
    high: Option<Decimal>,
    unit: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    approx: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Bound>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    vague: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    changed_from: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    bare: bool,
}

mod optional_number {
    use rust_decimal::Decimal;
    use serde::Serializer;

    use crate::claim::row::number;

    pub fn serialize<S: Serializer>(value: &Option<Decimal>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => number::serialize(value, serializer),
            None => serializer.serialize_none(),
        }
    }
}

const COLUMNS: [Column<Found>; 6] = [
    Column { name: "line", cell: |found| found.line.to_string() },
    Column { name: "start", cell: |found| found.start.to_string() },
    Column { name: "surface", cell: |found| found.surface.clone() },
    Column { name: "low", cell: |found| end(found.low) },
    Column { name: "high", cell: |found| end(found.high) },
    Column { name: "unit", cell: |found| found.unit.clone() },
];

fn end(value: Option<Decimal>) -> String {
    value.map(|value| value.normalize().to_string()).unwrap_or_default()
}

/// Reads the quantities of each line of standard input or of the files.
pub fn run(session: &mut Session, args: &Quantities) -> Result<Outcome, Failure> {
    let inputs = if args.files.is_empty() { vec![PathBuf::from("-")] } else { args.files.clone() };
    let mut found = Vec::new();
    for input in &inputs {
        let bytes = super::extract::bytes(input)?;
        let text = String::from_utf8_lossy(&bytes);
        for (at, line) in text.lines().enumerate() {
            // Digits of names ("RTX 4090") are no numbers.
            let folded = normalise::fold(&Mapped::verbatim(line, 0));
            let names = session.vocab.devices.names.find(folded.as_str());
            let names: Vec<_> = names.iter().map(|name| folded.to_source(name.span)).collect();
            let readings = quantity::quantities_masked(&session.vocab, line, &names);
            found.extend(readings.iter().map(|reading| Found::new(at + 1, line, reading)));
        }
    }
    session.out.list(&found, &COLUMNS, |out| {
        for found in &found {
            let (low, high) = (end(found.low), end(found.high));
            let value = if low == high { low } else { format!("{low}..{high}") };
            writeln!(out, "{}:{}  {}  = {value} {}", found.line, found.start, found.surface, found.unit)?;
        }
        Ok(())
    })?;
    Ok(Outcome::Fine)
}

impl Found {
    fn new(line: usize, text: &str, reading: &Reading) -> Self {
        Self {
            line,
            start: reading.span.start,
            end: reading.span.end,
            surface: reading.span.of(text).unwrap_or_default().to_owned(),
            low: reading.low,
            high: reading.high,
            unit: reading.unit.as_ref().map(|unit| unit.symbol.to_string()).unwrap_or_default(),
            canonical: reading.unit.as_ref().map(|unit| unit.canonical.to_string()),
            counted: reading.counted.as_deref().map(str::to_owned),
            approx: reading.approx,
            bound: reading.bound,
            vague: reading.vague,
            changed_from: reading.changed_from,
            bare: reading.bare,
        }
    }
}
