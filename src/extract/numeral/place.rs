//! The sum that a Chinese numeral builds up, place by place.

use rust_decimal::Decimal;

/// Where a numeral has come to: both ends of its interval, in sections of 万.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    /// Finished sections, low and high.
    pub total: (Decimal, Decimal),
    /// The section being read.
    pub section: (Decimal, Decimal),
    /// The digit waiting for its place, low and high.
    pub digit: Option<(Decimal, Decimal)>,
    /// How many characters the digit has.
    pub width: usize,
    /// The last place or myriad.
    pub last: Decimal,
    /// The smallest myriad so far.
    pub myriad: Option<Decimal>,
    /// The last character was a place or myriad, so that a lone digit takes the next place (四百五).
    pub implied: bool,
    /// The digit has a decimal point.
    pub decimals: bool,
    /// Some place or myriad was read.
    pub placed: bool,
    /// The number ends in this myriad.
    pub magnitude: Option<Decimal>,
    pub vague: bool,
}

impl Sum {
    pub fn take_digit(&mut self, low: Decimal, high: Decimal) -> Option<()> {
        let digit = match self.digit {
            None => (low, high),
            Some((l, h)) => {
                (l.checked_mul(Decimal::TEN)?.checked_add(low)?, h.checked_mul(Decimal::TEN)?.checked_add(high)?)
            }
        };
        self.digit = Some(digit);
        self.width += 1;
        self.magnitude = None;
        Some(())
    }

    pub fn take_place(&mut self, place: Decimal) -> Option<()> {
        let digit = match self.digit.take() {
            Some(digit) => digit,
            None => (Decimal::ONE, Decimal::ONE),
        };
        self.section.0 = self.section.0.checked_add(digit.0.checked_mul(place)?)?;
        self.section.1 = self.section.1.checked_add(digit.1.checked_mul(place)?)?;
        self.after_unit(place);
        self.magnitude = None;
        Some(())
    }

    pub fn take_myriad(&mut self, myriad: Decimal) -> Option<()> {
        self.settle_implied()?;
        let section = self.section;
        let empty = section.1.is_zero();
        // 万亿: what stands before is multiplied as a whole.
        let whole = self.myriad.is_some() && (empty || self.total.1 < myriad);
        if whole {
            self.total.0 = self.total.0.checked_add(section.0)?.checked_mul(myriad)?;
            self.total.1 = self.total.1.checked_add(section.1)?.checked_mul(myriad)?;
            self.magnitude = match self.magnitude {
                Some(magnitude) if empty => magnitude.checked_mul(myriad),
                _ => Some(myriad),
            };
        } else {
            let section = if empty { (Decimal::ONE, Decimal::ONE) } else { section };
            self.total.0 = self.total.0.checked_add(section.0.checked_mul(myriad)?)?;
            self.total.1 = self.total.1.checked_add(section.1.checked_mul(myriad)?)?;
            self.magnitude = Some(myriad);
        }
        self.section = Default::default();
        self.after_unit(if whole { self.last.checked_mul(myriad)? } else { myriad });
        self.myriad = Some(myriad);
        Some(())
    }

    pub fn after_unit(&mut self, unit: Decimal) {
        self.last = unit;
        self.implied = true;
        self.placed = true;
        self.width = 0;
        self.decimals = false;
    }

    /// Adds the waiting digit, at the implied place where it is alone: 百二万 is 120 times 10,000.
    pub fn settle_implied(&mut self) -> Option<()> {
        if let Some((low, high)) = self.digit.filter(|_| self.is_implied() && self.last <= Decimal::ONE_THOUSAND) {
            let place = self.last.checked_div(Decimal::TEN)?;
            self.digit = Some((low.checked_mul(place)?, high.checked_mul(place)?));
        }
        self.settle();
        Some(())
    }

    pub fn is_implied(&self) -> bool {
        self.implied && self.width == 1 && !self.decimals && self.last > Decimal::TEN
    }

    /// Adds the waiting digit as it stands.
    pub fn settle(&mut self) {
        if let Some(digit) = self.digit.take() {
            self.section.0 = self.section.0.saturating_add(digit.0);
            self.section.1 = self.section.1.saturating_add(digit.1);
        }
    }

    /// Adds the waiting digit, at the implied place where it is alone (四百五 is 450); returns the step.
    pub fn finish(&mut self) -> Option<Decimal> {
        let mut step = if self.placed { self.last } else { Decimal::ONE };
        if let Some((low, high)) = self.digit.take() {
            let alone = self.is_implied();
            step = if alone { self.last.checked_div(Decimal::TEN)? } else { Decimal::ONE };
            self.section.0 = self.section.0.checked_add(low.checked_mul(step)?)?;
            self.section.1 = self.section.1.checked_add(high.checked_mul(step)?)?;
        }
        self.total.0 = self.total.0.checked_add(self.section.0)?;
        self.total.1 = self.total.1.checked_add(self.section.1)?;
        Some(step)
    }
}
