//! The factor of a comparison: "快30%" is 1.3, "便宜40%" 0.6, "3-5倍" 3 to 5, "一半" 0.5.

use rust_decimal::Decimal;

use super::quantity::Reading;
use crate::claim::{Bound, Quantity};
use crate::text::{Mapped, Span};

/// How a written number becomes this device's figure over the other's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// "30 % more", "3 times as much", "提高了3倍": the figure is that much the larger.
    Up,
    /// "40 % less", "3 times slower": that much the smaller.
    Down,
    /// "is 80 % of", "2.8x the": the written number is the ratio.
    Of,
}

/// A factor as written.
#[derive(Debug, Clone)]
pub(super) struct Written {
    /// Bytes of the sentence's folded text.
    pub span: Span,
    pub low: Decimal,
    pub high: Decimal,
    pub step: Decimal,
    /// A share in per cent, not a multiple.
    pub percent: bool,
    pub approx: bool,
    pub bound: Option<Bound>,
}

impl Written {
    /// Says whether it is no more and no less than the same.
    pub fn is_one(&self) -> bool {
        let one = if self.percent { Decimal::ONE_HUNDRED } else { Decimal::ONE };
        self.low == one && self.high == one
    }

    /// Returns the factor that a ratio quantity writes.
    pub fn of_reading(reading: &Reading) -> Option<Written> {
        let unit = reading.unit.as_ref()?;
        let (low, high) = match (reading.low, reading.high) {
            (Some(low), Some(high)) => (low, high),
            (Some(one), None) | (None, Some(one)) => (one, one),
            (None, None) => return None,
        };
        Some(Written {
            span: reading.span,
            low,
            high,
            step: reading.step,
            percent: &*unit.symbol == "%",
            approx: reading.approx,
            bound: reading.bound,
        })
    }

    /// Returns the factor that a word such as "half" writes.
    pub fn of_word(span: Span, value: Decimal) -> Written {
        Written { span, low: value, high: value, step: Decimal::ZERO, percent: false, approx: false, bound: None }
    }

    /// Returns the factor in unit `1`, this device's figure over the other's, or `None` where
    /// the words cannot mean one ("120 % less").
    pub fn quantity(&self, way: Way, text: &Mapped, source: &str) -> Option<Quantity> {
        let hundred = Decimal::ONE_HUNDRED;
        let down = |share: Decimal| Decimal::ONE.checked_sub(share.checked_div(hundred)?);
        let up = |share: Decimal| Decimal::ONE.checked_add(share.checked_div(hundred)?);
        let inverse = |multiple: Decimal| Decimal::ONE.checked_div(multiple).map(|value| value.round_dp(10));
        let more = |share: Decimal| Decimal::ONE.checked_add(share).map(|value| value.round_dp(10));
        let fewer = |share: Decimal| Decimal::ONE.checked_sub(share).map(|value| value.round_dp(10));
        // "高出一倍", "翻一倍": one more of the same is twice as much.
        let doubled = way == Way::Up && !self.percent && self.low == Decimal::ONE && self.high == Decimal::ONE;
        if doubled {
            let two = Written { low: Decimal::TWO, high: Decimal::TWO, ..self.clone() };
            return two.quantity(way, text, source);
        }
        // "低三分之一", "a third lower": a share more or less.
        let is_share = !self.percent && self.high < Decimal::ONE;
        let (low, high, flipped) = match (way, self.percent) {
            (Way::Up, false) if is_share => (more(self.low)?, more(self.high)?, false),
            (Way::Down, false) if is_share => (fewer(self.high)?, fewer(self.low)?, true),
            (Way::Up, true) => (up(self.low)?, up(self.high)?, false),
            (Way::Down, true) => (down(self.high)?, down(self.low)?, true),
            (Way::Of, true) => (self.low.checked_div(hundred)?, self.high.checked_div(hundred)?, false),
            (Way::Down, false) => (inverse(self.high)?, inverse(self.low)?, true),
            (_, false) => (self.low, self.high, false),
        };
        if low <= Decimal::ZERO || low > high {
            return None;
        }
        let step = match (way, self.percent) {
            (_, true) => self.step.checked_div(hundred)?,
            (Way::Down, false) if !is_share => self.step.checked_mul(high)?.checked_mul(high)?.round_dp(10),
            _ => self.step,
        };
        let bound = if flipped { self.bound.map(other_end) } else { self.bound };
        let span = text.to_source(self.span);
        Some(Quantity {
            low,
            high,
            unit: "1".into(),
            approx: self.approx,
            bound,
            vague: false,
            step,
            surface: span.of(source)?.into(),
            start: span.start as u32,
            dates: None,
        })
    }
}

fn other_end(bound: Bound) -> Bound {
    match bound {
        Bound::AtLeast => Bound::AtMost,
        Bound::AtMost => Bound::AtLeast,
    }
}
