//! What may lie behind two figures that do not meet: slips of the pen, of the unit, of the row.

use super::Interval;
use super::Kind;
use super::table::{Keys, Side, Table};

/// A likely cause. It is said beside a verdict and never decides one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Hint {
    /// The ratio is the one that this condition makes.
    Ratio {
        /// Number of the condition's key.
        key: usize,
        /// The ratio.
        ratio: f64,
    },
    /// The order or ratio that this condition asks for is broken.
    Broken {
        /// Number of the condition's key.
        key: usize,
    },
    /// The same digits, a power of ten apart.
    Point,
    /// Two neighbouring digits changed places.
    Transposed,
    /// Exactly ten times, between a Chinese and an English source: the myriad against the thousand.
    Myriad,
    /// Exactly eight times: bits and bytes.
    Bits,
    /// The figure is this other device's.
    OtherDevice(u32),
    /// The figure is this other metric's of the same device.
    OtherMetric(u32),
    /// Two rows changed places.
    Swapped,
    /// One source says that the other figure is wrong.
    Denied,
}

/// The binary steps 1024/1000 and their powers.
const BINARY: [f64; 4] = [1.024, 1.048_576, 1.073_741_824, 1.099_511_627_776];

/// Returns the kind of the difference between two figures.
pub fn kind(table: &Table<'_>, a: &(Side, Interval), b: &(Side, Interval), ratio: Option<f64>) -> Kind {
    let Some(ratio) = ratio else { return Kind::DisjointValues };
    if ratio >= 10.0 * (1.0 - 1e-6) {
        return Kind::Magnitude;
    }
    let near = |target: f64| (ratio / target - 1.0).abs() < 0.0005;
    if is_bytes(table, &a.0) && is_bytes(table, &b.0) && (near(8.0) || BINARY.iter().any(|&step| near(step))) {
        return Kind::Magnitude;
    }
    Kind::DisjointValues
}

/// Says whether the unit counts bytes.
fn is_bytes(table: &Table<'_>, side: &Side) -> bool {
    table.names.get(side.unit as usize).is_some_and(|unit| table.vocab.relations.bytes.contains(unit))
}

/// Returns the reason "binary prefix" where one figure is written in binary units and the other has the
/// same digits in decimal ones.
pub fn binary_prefix(table: &Table<'_>, a: &(Side, Interval), b: &(Side, Interval)) -> Option<Keys> {
    if !is_bytes(table, &a.0) || !is_bytes(table, &b.0) {
        return None;
    }
    let fits = |binary: &Interval, decimal: &Interval| {
        is_binary(binary.step)
            && !is_binary(decimal.step)
            && BINARY.iter().any(|&step| binary.times(1.0 / step).meets(decimal))
    };
    if !fits(&a.1, &b.1) && !fits(&b.1, &a.1) {
        return None;
    }
    let mut keys = Keys::default();
    keys.add(table.key("unit_prefix")?);
    Some(keys)
}

/// Says whether the place value of a last digit is a power of 1024 times a power of ten.
fn is_binary(step: f64) -> bool {
    (1..=4).any(|power| {
        let rest = (step / 1024f64.powi(power)).log10();
        step > 0.0 && (rest - rest.round()).abs() < 1e-9
    })
}

/// Returns the slip of the pen that leads from one figure to the other.
pub fn slip(table: &Table<'_>, a: &(Side, Interval), b: &(Side, Interval)) -> Option<Hint> {
    let ratio = a.1.ratio(&b.1)?;
    let (one, other) = (Digits::new(a.1.point()), Digits::new(b.1.point()));
    if is_bytes(table, &a.0) && (ratio - 8.0).abs() < 0.004 {
        return Some(Hint::Bits);
    }
    if one == other && ratio > 5.0 {
        let language = |side: &Side| table.claim(side).source.lang.as_deref().unwrap_or("").get(..2).map(str::to_owned);
        let ten = (ratio - 10.0).abs() < 1e-6;
        // Only a plain count, or a number with a Chinese word in it, can have been counted in myriads.
        let worded = [&a.0, &b.0].into_iter().any(|side| {
            table.claim(side).statement.quantity().is_some_and(|value| &*value.unit == "1" || !value.surface.is_ascii())
        });
        let myriad = ten && worded && language(&a.0) != language(&b.0);
        return Some(if myriad { Hint::Myriad } else { Hint::Point });
    }
    (ratio < 10.0 && one.is_transposed(&other)).then_some(Hint::Transposed)
}

/// The digits of a figure without the zeros at either end, ten at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Digits {
    digits: [u8; 10],
    length: usize,
}

impl Digits {
    fn new(value: f64) -> Self {
        let mut digits = [0; 10];
        if !value.is_finite() || value <= 0.0 {
            return Digits { digits, length: 0 };
        }
        let shift = 9 - value.log10().floor() as i32;
        let scaled = if shift < 0 { value / 10f64.powi(-shift) } else { value * 10f64.powi(shift) };
        let mut rest = scaled.round() as u64;
        while rest > 0 && rest.is_multiple_of(10) {
            rest /= 10;
        }
        let mut length = 0;
        while rest > 0 && length < digits.len() {
            digits[length] = (rest % 10) as u8;
            rest /= 10;
            length += 1;
        }
        digits[..length].reverse();
        Digits { digits, length }
    }

    fn as_slice(&self) -> &[u8] {
        &self.digits[..self.length]
    }

    /// Says whether two neighbouring digits, and nothing else, changed places.
    fn is_transposed(&self, other: &Self) -> bool {
        let (one, other) = (self.as_slice(), other.as_slice());
        if one.len() != other.len() || one.len() < 3 {
            return false;
        }
        let Some(at) = one.iter().zip(other).position(|(x, y)| x != y) else { return false };
        let swapped = one.get(at + 1).is_some_and(|next| *next == other[at]) && other[at + 1] == one[at];
        swapped && one[at + 2..] == other[at + 2..]
    }
}

/// Returns the number at the start of a word such as `80GB`.
fn leading_number(word: &str) -> Option<f64> {
    let end = word.find(|ch: char| !ch.is_ascii_digit() && ch != '.').unwrap_or(word.len());
    word.get(..end)?.parse().ok()
}

/// Says whether a figure is the size that a word such as `80GB` names.
pub fn is_size(value: &Interval, word: &str) -> bool {
    leading_number(word).is_some_and(|number| is_number_of(value, number))
}

/// Says whether a figure is the number times a power of ten or of 1024, to its last digit.
fn is_number_of(value: &Interval, number: f64) -> bool {
    let point = value.point();
    if point <= 0.0 || number <= 0.0 {
        return false;
    }
    let decimal = (point / number).log10();
    let thousands = decimal / 3.0;
    let binary = (point / number).log2() / 10.0;
    let whole = |power: f64| (power - power.round()).abs() < 1e-3 && power > 0.5;
    whole(thousands) || whole(binary)
}
