//! Chinese numerals: plain, financial, mixed with digits, vague, with a point, as fractions.

use rust_decimal::Decimal;

use super::digits::Mantissa;
use super::{Form, Numeral, Reader};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{Zi, any, power_of_ten};

/// Where a numeral has come to: both ends of its interval, in sections of 万.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    /// Finished sections, low and high.
    total: (Decimal, Decimal),
    /// The section being read.
    section: (Decimal, Decimal),
    /// The digit waiting for its place, low and high.
    digit: Option<(Decimal, Decimal)>,
    /// How many characters the digit has.
    width: usize,
    /// The last place or myriad.
    last: Decimal,
    /// The smallest myriad so far.
    myriad: Option<Decimal>,
    /// The last character was a place or myriad, so that a lone digit takes the next place (四百五).
    implied: bool,
    /// The digit has a decimal point.
    decimals: bool,
    /// Some place or myriad was read.
    placed: bool,
    /// The number ends in this myriad.
    magnitude: Option<Decimal>,
    vague: bool,
}

impl Sum {
    fn take_digit(&mut self, low: Decimal, high: Decimal) -> Option<()> {
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

    fn take_place(&mut self, place: Decimal) -> Option<()> {
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

    fn take_myriad(&mut self, myriad: Decimal) -> Option<()> {
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

    fn after_unit(&mut self, unit: Decimal) {
        self.last = unit;
        self.implied = true;
        self.placed = true;
        self.width = 0;
        self.decimals = false;
    }

    /// Adds the waiting digit, at the implied place where it is alone: 百二万 is 120 times 10,000.
    fn settle_implied(&mut self) -> Option<()> {
        if let Some((low, high)) = self.digit.filter(|_| self.is_implied() && self.last <= Decimal::ONE_THOUSAND) {
            let place = self.last.checked_div(Decimal::TEN)?;
            self.digit = Some((low.checked_mul(place)?, high.checked_mul(place)?));
        }
        self.settle();
        Some(())
    }

    fn is_implied(&self) -> bool {
        self.implied && self.width == 1 && !self.decimals && self.last > Decimal::TEN
    }

    /// Adds the waiting digit as it stands.
    fn settle(&mut self) {
        if let Some(digit) = self.digit.take() {
            self.section.0 = self.section.0.saturating_add(digit.0);
            self.section.1 = self.section.1.saturating_add(digit.1);
        }
    }

    /// Adds the waiting digit, at the implied place where it is alone (四百五 is 450); returns the step.
    fn finish(&mut self) -> Option<Decimal> {
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

    /// 六十/一百二十: a share, where nothing is counted behind it; 二/三线 is no share.
    fn over_slash(&self, above: &Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        if glyphs.at(above.end) != '/' || above.end - above.start < 2 || above.vague {
            return None;
        }
        let below = self.sum(above.end + 1, Sum::default(), above.end + 1)?;
        let ends = !super::is_han(glyphs.at(below.end)) && glyphs.at(below.end) != '/';
        if !ends || below.end - below.start < 2 || below.vague {
            return None;
        }
        self.share(above.start, *above, below)
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

    /// 一半 and the like are read as 半 alone; 百分之五 is 5 per cent, 千分之一 is 0.1.
    fn percent(&self, at: usize) -> Option<Numeral> {
        let (mut below, mut next) = (Decimal::ONE, at);
        while !self.is_fraction(next) {
            below = match self.word(next)? {
                Zi::Place(place) => below.checked_mul(place.into())?,
                Zi::Myriad(power, _) => below.checked_mul(power_of_ten(power as i32)?)?,
                _ => return None,
            };
            next += 1;
        }
        if below < Decimal::ONE_HUNDRED {
            // 十分之一 is a tenth.
            return None;
        }
        let above = self.after_fraction(next + self.words.fraction.len())?;
        let scale = Decimal::ONE_HUNDRED.checked_div(below)?;
        let numeral = above.scaled(scale)?;
        Some(Numeral { start: at, percent: true, lone: false, magnitude: Decimal::ONE, form: Form::Chinese, ..numeral })
    }

    /// 三分之二, 十一又十四分之一.
    pub(super) fn chinese_fraction(&self, first: Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        if glyphs.at(first.end) == self.words.mixed && !first.vague {
            let start = first.end + 1;
            let below = self.plain(start)?;
            let part = self.divided(below)?;
            return Some(Numeral {
                start: first.start,
                low: first.low.checked_add(part.low)?,
                high: first.high.checked_add(part.high)?,
                ..part
            });
        }
        self.divided(first).or_else(|| self.part_of(&first))
    }

    /// 三分一, 四份三: one digit of parts, one character below and one above it, with nothing counted in time.
    fn part_of(&self, below: &Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        let stop = below.end + 2;
        let before = below.start.wrapping_sub(1);
        let clock =
            glyphs.is_digit(before) || glyphs.kind(before) == Kind::Han || glyphs.at(before) == self.words.point;
        if below.form != Form::Chinese
            || below.end != below.start + 1
            || !self.words.parts.contains(glyphs.at(below.end))
            || clock
            || glyphs.kind(stop) == Kind::Han
        {
            return None;
        }
        let Some(Zi::Digit(above @ 1..=9, false)) = self.word(below.end + 1) else { return None };
        let above = Numeral::exact(below.end + 1, stop, above.into(), Decimal::ONE, Form::Chinese);
        let time = self.units.words.longest(glyphs.all(), stop, any);
        let time = time.is_some_and(|(_, form)| {
            form == crate::vocab::unit::NO_UNIT || &*self.units.form_at(form).dimension == "time"
        });
        let ends = !super::is_han(glyphs.at(stop)) || self.is_unit(stop);
        (above.low < below.low && !time && ends).then(|| self.share(below.start, above, *below)).flatten()
    }

    fn divided(&self, below: Numeral) -> Option<Numeral> {
        // "3 分之 1": blanks as typed.
        let mark = self.glyphs.over_blanks(below.end);
        if mark - below.end > 2 || !self.is_fraction(mark) {
            return None;
        }
        let above = self.after_fraction(mark + self.words.fraction.len())?;
        self.share(below.start, above, below)
    }

    /// Returns `above` over `below` as a numeral that begins at `start` and ends with the later of the two.
    fn share(&self, start: usize, above: Numeral, below: Numeral) -> Option<Numeral> {
        if below.low.is_zero() {
            return None;
        }
        let value = above.low.checked_div(below.low)?;
        Some(Numeral {
            start,
            end: above.end.max(below.end),
            low: value,
            high: above.high.checked_div(below.low)?,
            step: Decimal::new(1, 2),
            fraction: true,
            decimals: true,
            lone: false,
            magnitude: Decimal::ONE,
            plain_digits: 0,
            ..above
        })
    }

    /// Reads the numerator behind 分之, in either script, perhaps with a sign.
    fn after_fraction(&self, at: usize) -> Option<Numeral> {
        let at = self.glyphs.over_blanks(at);
        if self.words.minus.longest(self.glyphs.all(), at + 1, any).is_some() {
            return self.plain(at + 1).map(Numeral::turned);
        }
        self.plain(at)
    }

    /// Reads a number in digits or Chinese without a fraction of its own.
    fn plain(&self, at: usize) -> Option<Numeral> {
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

    fn is_fraction(&self, at: usize) -> bool {
        let fraction = &self.words.fraction;
        self.glyphs.all().get(at..at + fraction.len()).is_some_and(|found| found == &fraction[..])
    }

    fn word(&self, at: usize) -> Option<Zi> {
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
    fn sum(&self, mut at: usize, mut sum: Sum, start: usize) -> Option<Numeral> {
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
fn trailing_unit(value: Decimal) -> Option<Decimal> {
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
