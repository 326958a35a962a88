//! Quantities: numbers with their units, in Chinese and English.
//!
//! One pass over the characters finds numerals ([`super::numeral`]) and steps over names, versions,
//! dates and addresses; each numeral takes the unit beside it (`unit`). Then neighbours are
//! joined into ranges, tolerances and compounds (`join`), and hedges are read (`hedge`).
//! Every step looks a bounded distance ahead, so that any input takes linear time.
//!
//! | text | reads as |
//! |---|---|
//! | `约2.48 美元/小时` | 2.48 USD/h, approx |
//! | `25-30万元` | 250000..300000 CNY |
//! | `up to 120 kW` | ..120 kW |
//! | `数百万` | 1000000..10000000, vague |

mod scan;

mod half;
mod skip;

mod fits;
mod inverse;
mod money;
mod rate;
mod unit;

mod bare;
mod count;
mod label;

mod bounds;
mod change;
mod compound;
mod hedge;
mod join;
mod list;
mod share;

use rust_decimal::Decimal;

use crate::claim::{Bound, Name};
use crate::text::Span;
use crate::vocab::Vocab;

/// One quantity as read from a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The number and its unit, in bytes of the text that was read; hedges are left out
    /// unless they belong to the number ("数十").
    pub span: Span,
    /// Low end in the written unit, magnitudes applied ("1.2万" is 12000); `None`: open.
    pub low: Option<Decimal>,
    /// High end in the written unit; `None`: open.
    pub high: Option<Decimal>,
    /// Place value of the last written digit, in the written unit, magnitudes applied.
    pub step: Decimal,
    /// The unit; `None` for a count of things or a plain number.
    pub unit: Option<UnitReading>,
    /// The thing counted, in the reader's words, where a count names it ("块", "chips", "parameters").
    pub counted: Option<Name>,
    /// "约", "about".
    pub approx: bool,
    /// The end that is open ("at least", "以上", "up to").
    pub bound: Option<Bound>,
    /// A decade named by a vague word ("数百万", "thousands of").
    pub vague: bool,
    /// The old value of a change ("from 45 ms to 12 ms" reads two quantities; this marks the first).
    pub changed_from: bool,
    /// A number that is no quantity by itself: a year, a label, a citation, a plain number
    /// that counts nothing.
    pub bare: bool,
}

/// A unit as read.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitReading {
    /// Plain symbol of the written unit: `TB/s`, `USD/h`, `°C`.
    pub symbol: Name,
    /// What it measures, as units.toml names dimensions: `bytes/time`.
    pub dimension: Name,
    /// Canonical unit of the claim model: `B/s`.
    pub canonical: Name,
    /// Canonical units in one written unit: 1e12 for TB/s.
    pub factor: Decimal,
    /// Conditions the unit itself states: `$/GPU-hour` states scope chip; "FP16 TFLOPS" precision fp16.
    pub states: Vec<(Name, Name)>,
}

/// Reads the quantities of `text`, which is folded or plain, in order of place; none overlap.
pub fn quantities(vocab: &Vocab, text: &str) -> Vec<Reading> {
    quantities_masked(vocab, text, &[])
}

/// A text in which units are looked for that have no number before them.
pub struct Unnumbered<'a>(scan::Scanner<'a>);

impl<'a> Unnumbered<'a> {
    /// Lays `text` out once for all its places.
    pub fn new(vocab: &'a Vocab, text: &'a str) -> Self {
        Self(scan::Scanner::new(vocab, text, &[]))
    }

    /// Says whether a unit or a magnitude may begin at the byte `start`, where a word begins; `false` is certain, but for
    /// a unit behind a name ("H800 GPU hours").
    pub fn may_begin(&self, start: usize) -> bool {
        self.0.may_begin_unit(start)
    }
}

/// Reads the quantities of `text` as [`quantities`] does, taking no number from within the spans
/// `masks` (names such as "RTX 4090"), which are sorted by place.
pub fn quantities_masked(vocab: &Vocab, text: &str, masks: &[Span]) -> Vec<Reading> {
    let mut scanner = scan::Scanner::new(vocab, text, masks);
    let mut atoms = scanner.atoms();
    scanner.join(&mut atoms);
    atoms.iter().map(|atom| scanner.reading(atom)).collect()
}
