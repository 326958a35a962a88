//! Chinese numerals: plain, financial, mixed with digits, vague, with a point, as fractions.

use rust_decimal::Decimal;

use super::digits::Mantissa;
use super::place::Sum;
use super::{Form, Numeral, Reader};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{Zi, any, power_of_ten};

impl Reader<'_> {
    /// Reads the Chinese numeral that begins at `at`.
    pub(super) fn chinese(&self, at: usize) -> Option<Numeral> {
        let glyphs = self.glyphs;
        if glyphs.at(at) == self.words.half {
            let numeral = Numeral::exact(at, at + 1, Decimal::new(5, 1), Decimal::new(5, 1), Form::Chinese);
            return Some(Numeral { decimals: true, lone: true, fraction: true, ..numeral });
        }
        if glyphs.at(at) == self.words.over {
            return self.over(at);
        }
        if (self.is_fraction(at + 1) || self.is_fraction(at + 2) && self.word(at + 1).is_some())
            && let Some(percent) = self.percent(at)
        {
            return Some(percent);
        }
        if self.is_one(at) && glyphs.at(at + 1) == self.words.half {
            // 一半
            let numeral = Numeral::exact(at, at + 2, Decimal::new(5, 1), Decimal::new(5, 1), Form::Chinese);
            return Some(Numeral { decimals: true, fraction: true, ..numeral });
        }
        let numeral = self.sum(at, Sum::default(), at)?;
        let place = matches!(self.word(at), Some(Zi::Place(place)) if place > 10)
            || matches!(self.word(at), Some(Zi::Myriad(..)));
        if place && numeral.end == at + 1 && !self.is_hedged(at) {
            // 万 alone is a unit of a table, 千 a part of a word.
            return None;
        }
        Some(self.chinese_fraction(numeral).or_else(|| self.over_slash(&numeral)).unwrap_or(numeral))
    }

    /// 近百, 超千: says whether a Chinese hedge touches the place at `at`, which then stands for one of it.
    fn is_hedged(&self, at: usize) -> bool {
        let found = self.words.before.longest(self.glyphs.all(), at, any);
        found.is_some_and(|(from, _)| from < at && super::is_han(self.glyphs.at(from)))
    }

    /// 一打, 十打: a dozen, unless a word of another meaning begins there (打印, 打开).
    pub(super) fn dozens(&self, numeral: Numeral) -> Numeral {
        let glyphs = self.glyphs;
        let next = glyphs.at(numeral.end + 1);
        if glyphs.at(numeral.end) != self.words.dozen
            || numeral.decimals
            || numeral.low.is_zero()
            || glyphs.is_digit(numeral.end + 1)
            || glyphs.kind(numeral.end + 1) == Kind::Han
            || numeral.low == Decimal::ONE && super::is_han(next)
            || self.words.not_dozen.longest(glyphs.all(), numeral.end, any).is_some()
        {
            return numeral;
        }
        let dozen = Decimal::from(12);
        match numeral.scaled(dozen) {
            Some(scaled) => Numeral { end: numeral.end + 1, magnitude: dozen, lone: false, plain_digits: 0, ..scaled },
            None => numeral,
        }
    }

    /// Reads a place that stands for itself in a denominator: 元/千次.
    pub fn place(&self, at: usize) -> Option<Numeral> {
        let value = match self.word(at)? {
            Zi::Place(place) => Decimal::from(place),
            Zi::Myriad(power, _) => power_of_ten(power as i32)?,
            _ => return None,
        };
        Some(Numeral::exact(at, at + 1, value, value, Form::Chinese))
    }

    fn is_one(&self, at: usize) -> bool {
        self.word(at) == Some(Zi::Digit(1, false))
    }

    /// 上百: from a hundred to a thousand.
    fn over(&self, at: usize) -> Option<Numeral> {
        let unit = match self.word(at + 1)? {
            Zi::Place(place) if place > 10 => Decimal::from(place),
            Zi::Myriad(power, _) => power_of_ten(power as i32)?,
            _ => return None,
        };
        let mut numeral = self.sum(at + 1, Sum::default(), at + 1)?;
        if numeral.low != unit && !numeral.low.is_zero() && numeral.low < unit {
            return None;
        }
        numeral.start = at;
        numeral.high = numeral.low.checked_mul(Decimal::TEN)?;
        numeral.vague = true;
        numeral.lone = false;
        Some(numeral)
    }

    /// Reads a number in digits or Chinese without a fraction of its own.
    pub(super) fn plain(&self, at: usize) -> Option<Numeral> {
        let at = self.glyphs.over_blanks(at);
        if self.glyphs.is_digit(at) {
            let mantissa = self.mantissa(at)?;
            let step = power_of_ten(-(mantissa.scale as i32))?;
            let plain = Numeral::exact(at, mantissa.end, mantissa.value, step, Form::Digits);
            let plain = Numeral { decimals: mantissa.decimals, ..plain };
            return self.chinese_after(&mantissa, at).or_else(|| self.suffixed(&plain)).or(Some(plain));
        }
        self.sum(at, Sum::default(), at)
    }

    pub(super) fn word(&self, at: usize) -> Option<Zi> {
        let c = self.glyphs.at(at);
        if c.is_ascii() { None } else { self.words.zi(c) }
    }

    /// Reads the Chinese places behind digits: "1.2万", "13万2", "3千5百", "3000多".
    pub(super) fn chinese_after(&self, mantissa: &Mantissa, start: usize) -> Option<Numeral> {
        let glyphs = self.glyphs;
        let next = glyphs.over_blanks(mantissa.end);
        if next - mantissa.end > 2 {
            return None;
        }
        let c = glyphs.at(next);
        let place = matches!(self.word(next), Some(Zi::Place(_) | Zi::Myriad(..)));
        let pointed = c == self.words.point
            && (glyphs.is_digit(next + 1) || matches!(self.word(next + 1), Some(Zi::Digit(_, false))));
        // "100 多台": blanks as typed beside digits.
        let near = next == mantissa.end || next == mantissa.end + 1 && super::is_han(glyphs.at(next + 1));
        let odd = near && self.words.odd.contains(&c);
        if !(place || pointed || odd) || self.is_unit(next) {
            return None;
        }
        let mut sum = Sum {
            digit: Some((mantissa.value, mantissa.value)),
            width: 2,
            decimals: mantissa.decimals,
            ..Sum::default()
        };
        if mantissa.decimals && !place {
            return None;
        }
        if odd {
            sum.last = trailing_unit(mantissa.value)?;
            sum.placed = true;
            if sum.last == Decimal::ONE {
                return None;
            }
            sum.settle();
        }
        let numeral = self.sum(next, sum, start)?;
        let decimals_end = numeral.end > next;
        decimals_end.then_some(Numeral {
            form: Form::Digits,
            lone: false,
            step: if mantissa.decimals {
                numeral.magnitude.checked_mul(power_of_ten(-(mantissa.scale as i32))?)?
            } else {
                numeral.step
            },
            ..numeral
        })
    }

    /// Reads numeral characters from `at` on into `sum`.
    pub(super) fn sum(&self, mut at: usize, mut sum: Sum, start: usize) -> Option<Numeral> {
        let glyphs = self.glyphs;
        let first = at;
        let mut points = 0;
        let (mut strict, mut seen) = (false, false);
        let mut point_step = None;
        loop {
            let c = glyphs.at(at);
            if glyphs.is_digit(at) && seen {
                // 1万5000, 十3: digits within.
                let mantissa = self.mantissa(at)?;
                if sum.digit.is_some() && sum.width > 0 {
                    break;
                }
                sum.digit = Some((mantissa.value, mantissa.value));
                sum.width = mantissa.end - at;
                sum.decimals = mantissa.decimals;
                sum.magnitude = None;
                at = mantissa.end;
                // "7 万5 千4 百"
                let next = glyphs.over_blanks(at);
                if next - at <= 2 && matches!(self.word(next), Some(Zi::Place(_) | Zi::Myriad(..))) {
                    at = next;
                }
                continue;
            }
            match self.word(at) {
                Some(Zi::Digit(digit, financial)) => {
                    // "25 万一张"
                    if sum.placed && self.is_unit(at) {
                        break;
                    }
                    let pair_word = c == self.words.liang && (sum.digit.is_some() || sum.placed);
                    if sum.decimals || pair_word && !matches!(self.word(at + 1), Some(Zi::Place(_))) {
                        break;
                    }
                    if financial
                        && seen | (at > start)
                        && self.words.not_a_number.longest(glyphs.all(), at, any).is_some()
                    {
                        break;
                    }
                    strict |= financial;
                    let before_place =
                        digit == 0 && sum.digit.is_none() && matches!(self.word(at + 1), Some(Zi::Place(_)));
                    if digit == 0 && (sum.placed || before_place) {
                        // 零 after a place: the next digit stands for itself.
                        sum.settle();
                        sum.implied = false;
                        sum.width = 0;
                    } else if let Some(high) = self.pair(at, &sum) {
                        sum.take_digit(digit.into(), high.into())?;
                        at += 1;
                    } else {
                        sum.take_digit(digit.into(), digit.into())?;
                    }
                }
                Some(Zi::Tens(tens)) => {
                    if sum.digit.is_some() {
                        break;
                    }
                    sum.section.0 = sum.section.0.checked_add(tens.into())?;
                    sum.section.1 = sum.section.1.checked_add(tens.into())?;
                    sum.after_unit(Decimal::TEN);
                }
                Some(Zi::Place(place)) => {
                    if sum.placed
                        && sum.digit.is_none()
                        && sum.implied
                        && !sum.section.1.is_zero()
                        && sum.last <= place.into()
                    {
                        break;
                    }
                    sum.take_place(place.into())?;
                }
                Some(Zi::Myriad(power, mainland)) => {
                    let counts = self.words.myriad_counted.contains(glyphs.at(at + 1));
                    let whole = glyphs.traditional || sum.placed || counts || !self.glyphs.is_digit(start);
                    let by_script = if whole { power } else { mainland };
                    sum.take_myriad(power_of_ten(by_script as i32)?)?;
                }
                Some(Zi::Some) => {
                    // 几十 and 数百 before a place; 十几 after one.
                    let before_place = matches!(self.word(at + 1), Some(Zi::Place(_) | Zi::Myriad(..)));
                    if sum.implied && sum.digit.is_none() {
                        sum.section.1 = sum.section.1.checked_add(sum.last)?;
                    } else if before_place && sum.digit.is_none() {
                        sum.take_digit(Decimal::ONE, Decimal::TEN)?;
                    } else {
                        break;
                    }
                    sum.vague = true;
                    sum.implied = false;
                }
                None if self.words.odd.contains(&c)
                    && (seen || sum.placed)
                    && sum.digit.is_none()
                    && sum.last > Decimal::ONE =>
                {
                    let last = sum.last;
                    if sum.section.1.is_zero() {
                        sum.total.1 = sum.total.1.checked_add(last)?;
                    } else {
                        sum.section.1 = sum.section.1.checked_add(last)?;
                    }
                    sum.vague = true;
                    sum.implied = false;
                }
                None if c == self.words.point
                    && points == 0
                    && (seen || sum.digit.is_some())
                    && !sum.vague
                    && !self.is_clock(start, at) =>
                {
                    let Some((value, scale, end)) = self.decimals_after(at + 1) else { break };
                    let step = sum.finish()?;
                    let fraction = value.checked_mul(power_of_ten(-(scale as i32))?)?;
                    let whole = (sum.total.0.checked_add(fraction)?, sum.total.1.checked_add(fraction)?);
                    let _ = step;
                    sum = Sum { digit: Some(whole), width: 2, decimals: true, ..Sum::default() };
                    point_step = power_of_ten(-(scale as i32));
                    points += 1;
                    at = end;
                    seen = true;
                    continue;
                }
                // 两个亿
                None if c == self.words.piece
                    && sum.digit.is_some()
                    && !sum.placed
                    && matches!(self.word(at + 1), Some(Zi::Myriad(..))) => {}
                None => break,
            }
            seen = true;
            at += 1;
        }
        if !seen && first == at {
            return None;
        }
        let width = at - first;
        let magnitude = sum.magnitude.filter(|_| sum.digit.is_none()).unwrap_or(Decimal::ONE);
        let placed = sum.placed;
        let step = sum.finish()?;
        let step = point_step.map_or(step, |point| point.checked_mul(magnitude).unwrap_or(point));
        let (low, high) = sum.total;
        if strict && !placed && width == 1 {
            // A single financial digit is more often a word: 参, 陆.
            return Some(Numeral { lone: true, ..Numeral::exact(start, at, low, step, Form::Chinese) });
        }
        let pair = low != high && !sum.vague;
        Some(Numeral {
            low,
            high,
            magnitude: if magnitude > Decimal::ONE { magnitude } else { trailing_place(placed, step, low) },
            vague: sum.vague,
            decimals: points > 0,
            lone: width == 1 && !pair,
            ..Numeral::exact(start, at, low, step, Form::Chinese)
        })
    }

    /// 两三百, 八九亿, 三五个: two digits that name an interval; returns the second.
    fn pair(&self, at: usize, sum: &Sum) -> Option<u8> {
        let (Some(Zi::Digit(low, _)), Some(Zi::Digit(high, _))) = (self.word(at), self.word(at + 1)) else {
            return None;
        };
        let near = low > 0 && (high == low + 1 || (low, high) == (3, 5));
        if !near || sum.width > 0 || matches!(self.word(at + 2), Some(Zi::Digit(..))) {
            return None;
        }
        let c = self.glyphs.at(at + 2);
        // 五六点 and 三四 alone are left to digit strings.
        let goes_on = matches!(self.word(at + 2), Some(Zi::Place(_) | Zi::Myriad(..)))
            || super::is_han(c) && c != self.words.point;
        goes_on.then_some(high)
    }

    /// 9点30分, 8点15, 九点二十分: says whether the 点 at `at` stands between hours and minutes.
    fn is_clock(&self, start: usize, at: usize) -> bool {
        let glyphs = self.glyphs;
        let mut end = at + 1;
        while glyphs.is_digit(end) && end - at <= 3 {
            end += 1;
        }
        let digits = end - at - 1;
        // A decimal point is never written 点 between plain digits; two of them are minutes.
        let hours = (1..=2).contains(&(at - start)) && (start..at).all(|at| glyphs.is_digit(at));
        if hours && digits == 2 && glyphs.at(at + 1) < '6' {
            return true;
        }
        if digits == 0 {
            while matches!(self.word(end), Some(Zi::Digit(_, false) | Zi::Place(10))) && end - at <= 4 {
                end += 1;
            }
        }
        end > at + 1 && glyphs.at(end) == self.words.fraction[0] && !self.is_fraction(end)
    }

    /// Reads the digits behind 点, in either script: value, how many, and where they end.
    fn decimals_after(&self, from: usize) -> Option<(Decimal, u32, usize)> {
        let mut at = from;
        let mut value: i128 = 0;
        let mut scale = 0;
        while scale < 18 {
            let digit = match self.word(at) {
                Some(Zi::Digit(digit, _)) => u32::from(digit),
                _ => match self.glyphs.at(at).to_digit(10) {
                    Some(digit) => digit,
                    None => break,
                },
            };
            value = value * 10 + i128::from(digit);
            scale += 1;
            at += 1;
        }
        (at > from).then_some((Decimal::try_from_i128_with_scale(value, 0).ok()?, scale, at))
    }
}

/// Returns the place that a round number ends in: 1000 for 3000.
pub(super) fn trailing_unit(value: Decimal) -> Option<Decimal> {
    let mut unit = Decimal::ONE;
    let mut rest = value;
    while !rest.is_zero() && (rest % Decimal::TEN).is_zero() && unit < Decimal::from(1_000_000) {
        rest = rest.checked_div(Decimal::TEN)?;
        unit = unit.checked_mul(Decimal::TEN)?;
    }
    Some(unit)
}

/// The magnitude of a numeral in places below 万: 百 in 三百.
fn trailing_place(placed: bool, step: Decimal, low: Decimal) -> Decimal {
    if placed && step > Decimal::TEN && !low.is_zero() { step } else { Decimal::ONE }
}
