//! What a written figure allows: an interval by its written precision.
//!
//! | written | allows |
//! |---|---|
//! | 3.35 | 3.345 to 3.355 |
//! | 990 | 989.5 to 990.5; also what rounds to 990 at the tens, within one per cent |
//! | about 400 | 380 to 420 |
//! | up to 700 | everything below, and 700 at its precision |
//!
//! Doubles are precise enough here: every margin is far wider than what they lose.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use crate::claim::{Bound, Quantity};

/// Powers of ten that a double holds exactly.
const TENS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
/// How far a word like "about" reaches, as a share of the figure.
const ABOUT: f64 = 0.05;
/// How far apart a figure and its rounding may lie, as a share.
const ROUNDING: f64 = 0.01;
/// How far a figure of two digits may lie from its neighbour and still be next to it, as a share.
const NEAR: f64 = 0.05;
/// The same for a whole number with zeros at its end.
const ROUNDED: f64 = 0.02;
/// What doubles may lose.
const SLACK: f64 = 1e-9;

/// A figure as it is compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The written ends.
    pub low: f64,
    /// See `low`.
    pub high: f64,
    /// Place value of the last written digit; zero where it is not known.
    pub step: f64,
    /// What is allowed at the low end; minus infinity where it is open.
    pub wide_low: f64,
    /// What is allowed at the high end; infinity where it is open.
    pub wide_high: f64,
    /// An end is open, or the figure only names a decade.
    pub loose: bool,
    /// Written without a decimal point, so that zeros at its end may stand for rounding.
    pub whole: bool,
}

impl Interval {
    /// Returns what `quantity` allows, with a metric's tolerance as a share (0 for none).
    pub fn new(quantity: &Quantity, tolerance: f64) -> Self {
        let (low, high) = (double(quantity.low), double(quantity.high));
        let step = double(quantity.step).abs();
        if quantity.dates.is_some() {
            return Interval { low, high, step: 0.0, wide_low: low, wide_high: high, loose: false, whole: false };
        }
        let share = if quantity.approx { tolerance.max(ABOUT) } else { tolerance };
        let margin = |end: f64| {
            let half = if quantity.vague { 0.0 } else { step / 2.0 };
            // A last digit that is worth more than a tenth of the figure says little: "2" is not 1.5.
            half.min(end.abs() / 4.0).max(end.abs() * share)
        };
        let wide_low = match quantity.bound {
            Some(Bound::AtMost) => f64::NEG_INFINITY,
            _ => low - margin(low),
        };
        let wide_high = match quantity.bound {
            Some(Bound::AtLeast) => f64::INFINITY,
            _ => high + margin(high),
        };
        let loose = quantity.bound.is_some() || quantity.vague;
        Interval { low, high, step, wide_low, wide_high, loose, whole: !quantity.surface.contains('.') }
    }

    /// Returns the middle of the written ends.
    pub fn point(&self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Returns the interval times `factor`, a positive number.
    pub fn times(&self, factor: f64) -> Self {
        Interval {
            low: self.low * factor,
            high: self.high * factor,
            step: self.step * factor,
            wide_low: self.wide_low * factor,
            wide_high: self.wide_high * factor,
            loose: self.loose,
            whole: self.whole,
        }
    }

    /// Returns the figure without its open end: what it says where it is no bound.
    pub fn closed(&self) -> Self {
        let margin = (self.step / 2.0).min(self.point().abs() / 4.0);
        Interval {
            wide_low: self.wide_low.max(self.low - margin),
            wide_high: self.wide_high.min(self.high + margin),
            loose: false,
            ..*self
        }
    }

    /// Returns the interval of the product of two figures.
    pub fn product(&self, other: &Interval) -> Self {
        Interval {
            low: self.low * other.low,
            high: self.high * other.high,
            step: 0.0,
            wide_low: self.wide_low.max(0.0) * other.wide_low.max(0.0),
            wide_high: self.wide_high * other.wide_high,
            loose: self.loose || other.loose,
            whole: false,
        }
    }

    /// Returns the interval of this figure over another; `None` where the other may be zero.
    pub fn over(&self, other: &Interval) -> Option<Self> {
        if other.low <= 0.0 || other.wide_low <= 0.0 || other.wide_high.is_infinite() {
            return None;
        }
        Some(Interval {
            low: self.low / other.high,
            high: self.high / other.low,
            step: 0.0,
            wide_low: self.wide_low / other.wide_high,
            wide_high: self.wide_high / other.wide_low,
            loose: self.loose || other.loose,
            whole: false,
        })
    }

    /// Returns one over this figure; `None` where it may be zero.
    pub fn inverse(&self) -> Option<Self> {
        if self.low <= 0.0 || self.wide_low <= 0.0 {
            return None;
        }
        Some(Interval {
            low: 1.0 / self.high,
            high: 1.0 / self.low,
            step: 0.0,
            wide_low: 1.0 / self.wide_high,
            wide_high: 1.0 / self.wide_low,
            loose: self.loose,
            whole: false,
        })
    }

    /// Says whether both figures can be of one value at their written precision.
    pub fn meets(&self, other: &Interval) -> bool {
        let slack = SLACK * self.point().abs().max(other.point().abs());
        if (self.low - other.low).abs() <= slack && (self.high - other.high).abs() <= slack {
            return true;
        }
        let overlaps = self.wide_low < other.wide_high - slack && other.wide_low < self.wide_high - slack;
        // Two points that touch only where both precisions end are apart: 95 and 96.
        overlaps || self.rounds_to(other) || other.rounds_to(self) || self.touches(other, slack)
    }

    /// Says whether `self` is written with two digits at most, or three with a point, and `other` lies next to it: 8.1 and
    /// 8.2, or 4.5 for 4.59. One of them may have been rounded twice or cut off.
    pub fn is_near(&self, other: &Interval) -> bool {
        let (point, apart) = (self.point(), (self.point() - other.point()).abs());
        if self.step <= 0.0 || self.low != self.high {
            return false;
        }
        // "2.76" and "2.77" may be one figure cut off and rounded, "4095" and "4096" are none.
        let few = point / self.step < if self.whole { 100.0 } else { 1000.0 };
        let near = few && apart <= 1.01 * self.step && apart <= NEAR * point;
        // 400 for 394: zeros at the end of a whole number may stand for rounding.
        let place = self.last_place();
        near || self.whole && point / place < 100.0 && apart <= place / 2.0 && apart <= ROUNDED * point
    }

    /// Returns the place value of the last digit that is not a zero.
    fn last_place(&self) -> f64 {
        let mut place = self.step;
        for _ in 0..12 {
            let digits = self.point() / (place * 10.0);
            if (digits - digits.round()).abs() > SLACK * digits.abs().max(1.0) {
                break;
            }
            place *= 10.0;
        }
        place
    }

    /// Says whether an interval without a step (a date, a range of exact ends) includes the other's end.
    fn touches(&self, other: &Interval, slack: f64) -> bool {
        let exact = self.step == 0.0 || other.step == 0.0;
        exact && self.wide_low <= other.wide_high + slack && other.wide_low <= self.wide_high + slack
    }

    /// Says whether `self` is a coarser writing of `fine`: 1300 for 1307.4, 2.03 for 2.039.
    fn rounds_to(&self, fine: &Interval) -> bool {
        let (coarse, exact) = (self.point(), fine.point());
        if self.step <= 0.0 || self.low != self.high || fine.low != fine.high {
            return false;
        }
        if (coarse - exact).abs() > ROUNDING * coarse.abs().max(exact.abs()) {
            return false;
        }
        let mut place = self.step;
        for _ in 0..12 {
            if place > fine.step * (1.0 + SLACK) {
                let near = |value: f64| (value * place - coarse).abs() <= SLACK * coarse.abs();
                if near((exact / place).round()) || near((exact / place + SLACK).floor()) {
                    return true;
                }
            }
            let digits = coarse / (place * 10.0);
            if !self.whole || (digits - digits.round()).abs() > SLACK * digits.abs().max(1.0) {
                return false;
            }
            place *= 10.0;
        }
        false
    }

    /// Returns the larger figure over the smaller, by their nearest written ends; `None` for zero or
    /// negative figures, 1 where they overlap.
    pub fn ratio(&self, other: &Interval) -> Option<f64> {
        let (small, large) = if self.point() <= other.point() { (self, other) } else { (other, self) };
        if small.high <= 0.0 {
            return None;
        }
        Some((large.low / small.high).max(1.0))
    }
}

/// Returns a decimal as the nearest double.
pub fn double(number: Decimal) -> f64 {
    // Both parts exact, so that one division rounds as the decimal's own conversion would.
    let (digits, scale) = (number.mantissa(), number.scale() as usize);
    match TENS.get(scale) {
        Some(tens) if digits.unsigned_abs() < 1 << 53 => digits as f64 / tens,
        _ => number.to_f64().unwrap_or(0.0),
    }
}
