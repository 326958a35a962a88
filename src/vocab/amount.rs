//! How an amount of a canonical unit is written for people: "3.35 TB/s", "2–3 s", "1,024".

use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;

use super::label::{Larger, Show};
use crate::claim::{Bound, Name, Quantity};

const LARGE: &[(&str, i64)] = &[
    ("E", 1_000_000_000_000_000_000),
    ("P", 1_000_000_000_000_000),
    ("T", 1_000_000_000_000),
    ("G", 1_000_000_000),
    ("M", 1_000_000),
    ("k", 1_000),
];
const SMALL: &[(&str, u32)] = &[("", 0), ("m", 3), ("µ", 6), ("n", 9), ("p", 12)];

impl Show {
    /// Returns a quantity in its canonical unit with a readable prefix: "3.35 TB/s", "2–3 s", "≥ 1,024".
    pub fn quantity(&self, value: &Quantity) -> String {
        let mut text = String::new();
        match value.bound {
            Some(Bound::AtLeast) => text.push_str("≥ "),
            Some(Bound::AtMost) => text.push_str("≤ "),
            None if value.approx || value.vague => text.push('~'),
            None => {}
        }
        if let Some((low, high)) = value.dates.as_deref() {
            text.push_str(low);
            if low != high {
                text.push_str(" – ");
                text.push_str(high);
            }
            return text;
        }
        text.push_str(&self.interval(value.low, value.high, &value.unit));
        text
    }

    /// Says whether a unit is written behind a number at all.
    pub fn has_unit(&self, unit: &str) -> bool {
        !self.silent.iter().any(|silent| &**silent == unit)
    }

    /// Returns `low–high` of the canonical `unit`: with one unit for both ends where that reads well, that of the
    /// higher or that of the lower one, else each in its own.
    pub fn interval(&self, low: Decimal, high: Decimal, unit: &str) -> String {
        if low == high {
            return self.one(low, self.scale(low.abs(), unit));
        }
        let (least, most) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
        let of_low = self.scale(least, unit);
        let of_high = self.scale(most, unit);
        let reads = |value: Decimal, scale: &Scale| {
            let size = value.abs().checked_mul(scale.factor).unwrap_or(value);
            size.is_zero() || (size >= Decimal::new(5, 1) && size < Decimal::from(READABLE))
        };
        let one_unit = of_low.shown == of_high.shown;
        let mut both = [of_high, of_low].into_iter();
        match both.find(|scale| one_unit || (reads(least, scale) && reads(most, scale))) {
            Some(scale) => format!("{}–{}", grouped(scale.of(low)), self.one(high, scale)),
            None => {
                let each = [low, high].map(|end| self.one(end, self.scale(end.abs(), unit)));
                each.join(" – ")
            }
        }
    }

    fn one(&self, value: Decimal, scale: Scale) -> String {
        let number = grouped(scale.of(value));
        if scale.shown.is_empty() { number } else { format!("{number}{}{}", scale.gap, scale.shown) }
    }

    /// Returns the unit in which an amount of this size is written.
    fn scale(&self, size: Decimal, unit: &str) -> Scale {
        let has = |list: &[Name]| list.iter().any(|one| &**one == unit);
        let larger = |step: &&Larger| &*step.unit == unit && size >= step.times;
        if let Some(step) = self.larger.iter().filter(larger).max_by_key(|step| step.times) {
            let gap = if has(&self.silent) { "" } else { " " };
            return Scale { factor: Decimal::ONE / step.times, gap, shown: step.shown.to_string() };
        }
        let scale = |factor: Decimal, shown: String| Scale { factor, gap: " ", shown };
        if has(&self.silent) {
            return scale(Decimal::ONE, String::new());
        }
        if let Some(other) = self.rescaled.iter().find(|other| &*other.unit == unit) {
            return scale(other.factor, other.shown.to_string());
        }
        if has(&self.large)
            && let Some((prefix, one)) = LARGE.iter().find(|(_, one)| size >= Decimal::from(*one))
        {
            return scale(Decimal::ONE / Decimal::from(*one), format!("{prefix}{unit}"));
        }
        if has(&self.small)
            && let Some((prefix, places)) = SMALL.iter().find(|(_, places)| size >= Decimal::new(1, *places))
        {
            return scale(Decimal::from(10i64.pow(*places)), format!("{prefix}{unit}"));
        }
        scale(Decimal::ONE, unit.to_owned())
    }
}

/// A unit in which amounts are written.
struct Scale {
    /// How many of it one canonical unit is.
    factor: Decimal,
    /// What stands between the number and the unit.
    gap: &'static str,
    /// The unit, empty where none is written.
    shown: String,
}

impl Scale {
    fn of(&self, value: Decimal) -> Decimal {
        value.checked_mul(self.factor).unwrap_or(value)
    }
}

/// Both ends of a range are from one half to this, where they are written in one unit.
const READABLE: i64 = 10_000;

/// Returns a number with commas between thousands.
pub fn number(number: f64) -> String {
    Decimal::from_f64(number).map_or_else(|| number.to_string(), grouped)
}

/// Digits of a number that is no whole one; a unit that is converted may bring many more.
const DIGITS: u32 = 6;
/// And decimals, from the first that is not zero.
const DECIMALS: u32 = 4;

/// Returns the number with commas between thousands, no idle zeros, and not more decimals than it takes to read it.
pub fn grouped(number: Decimal) -> String {
    let whole = number.abs().trunc().normalize().to_string();
    let places = if whole == "0" {
        // The digits that are written behind the point without the zeros before them.
        let written = number.mantissa().unsigned_abs().checked_ilog10().map_or(0, |tens| tens + 1);
        number.scale().saturating_sub(written) + DECIMALS
    } else {
        DIGITS.saturating_sub(whole.len() as u32).min(DECIMALS)
    };
    let text = number.round_dp(places).normalize().to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let mut out = String::from(sign);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if !part.is_empty() {
        out.push('.');
        out.push_str(part);
    }
    out
}
