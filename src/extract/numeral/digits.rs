//! Numerals that begin with an ASCII digit (full width is folded before), a point or ½.

use rust_decimal::Decimal;

use super::{Form, Numeral, Reader};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{any, power_of_ten};
use crate::vocab::trie::Keep;
use crate::vocab::unit::NO_UNIT;

/// More digits than this are no number that anybody means.
const MOST_DIGITS: usize = 28;

/// The mantissa of a numeral: digits with separators and a decimal point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mantissa {
    pub end: usize,
    pub value: Decimal,
    /// Digits after the point.
    pub scale: u32,
    pub decimals: bool,
    /// Length of an integer without separators; 0 otherwise.
    pub plain_digits: usize,
}

impl Reader<'_> {
    /// Reads a numeral that begins with a digit, a point before digits, or ½.
    pub(super) fn digits(&self, at: usize) -> Option<Numeral> {
        let glyphs = self.glyphs;
        if let Some((value, step)) = vulgar(glyphs.at(at)) {
            let numeral = Numeral::exact(at, at + 1, value, step, Form::Digits);
            return Some(Numeral { fraction: true, decimals: true, ..numeral });
        }
        let mantissa = self.mantissa(at)?;
        let mut numeral =
            Numeral::exact(at, mantissa.end, mantissa.value, power_of_ten(-(mantissa.scale as i32))?, Form::Digits);
        numeral.decimals = mantissa.decimals;
        numeral.plain_digits = mantissa.plain_digits;
        if let Some(fraction) = self.fraction_after(&numeral) {
            return Some(fraction);
        }
        if let Some(scientific) = self.exponent_after(&numeral) {
            return Some(scientific);
        }
        if let Some(mixed) = self.chinese_after(&mantissa, at) {
            return Some(self.chinese_fraction(mixed).unwrap_or(mixed));
        }
        if let Some(fraction) = self.chinese_fraction(numeral) {
            return Some(fraction);
        }
        self.english_after(numeral).or(Some(numeral))
    }

    /// Reads digits, separators of thousands and a decimal point.
    pub(super) fn mantissa(&self, at: usize) -> Option<Mantissa> {
        let glyphs = self.glyphs;
        let first = self.digit_run(at);
        let mut end = first;
        let mut groups = 0;
        let leading = first - at;
        let separator = glyphs.at(first);
        if (1..=3).contains(&leading)
            && (matches!(separator, ',' | '\'' | ' ' | '.' | '_') || separator == '，' && !self.after_currency(at))
        {
            (end, groups) = self.groups(first, separator);
            // One group after a point is a decimal fraction: "1.234".
            let european = separator == '.' && groups == 1 && self.cents_after(end);
            if separator == '.' && groups < 2 && !european || separator == ' ' && glyphs.at(at) == '0' {
                (end, groups) = (first, 0);
            }
        }
        if groups == 0 && (1..=3).contains(&leading) && glyphs.at(first) == ' ' && glyphs.at(at) != '0' {
            (end, groups) = self.spaced_thousands(first);
        }
        let mut value: i128 = 0;
        let mut count = 0;
        self.take(at, end, &mut value, &mut count)?;
        let mut scale = 0;
        let mut decimals = false;
        if groups == 0 && (1..=3).contains(&leading) && self.spaced_point(at, end) {
            end += 1;
        }
        let point = glyphs.at(end);
        let decimal_point = point == '.' && !(groups > 0 && separator == '.')
            || point == ',' && groups > 0 && separator == '.'
            || point == ',' && groups == 0 && self.decimal_comma(end);
        let from = if glyphs.at(end + 1) == ' ' && end > first && groups == 0 { end + 2 } else { end + 1 };
        if decimal_point && glyphs.is_digit(from) {
            let stop = self.digit_run(from);
            let before = count;
            self.take(from, stop, &mut value, &mut count)?;
            scale = (count - before) as u32;
            decimals = true;
            end = stop;
        }
        if count == 0 {
            return None;
        }
        let value = Decimal::try_from_i128_with_scale(value, scale).ok()?;
        Some(Mantissa { end, value, scale, decimals, plain_digits: if groups == 0 && !decimals { leading } else { 0 } })
    }

    /// "1.234,56": two digits and no more stand behind a comma at `at`, so that the point before was of thousands.
    fn cents_after(&self, at: usize) -> bool {
        self.glyphs.at(at) == ',' && self.digit_run(at + 1) == at + 3 && !self.glyphs.is_word(at + 3)
    }

    /// "$20，300美元": behind a currency, a wide comma ends the number.
    fn after_currency(&self, at: usize) -> bool {
        let before = self.glyphs.back_over_blanks(at);
        matches!(self.glyphs.before(before), '$' | '￥' | '¥' | '€' | '£')
    }

    /// "14 . 8 %", "0 . 95": says whether a decimal point stands apart behind the digits `at..end`, as
    /// tokenizers write it. A sentence may end there too, so a unit, a magnitude or a leading zero is asked for.
    fn spaced_point(&self, at: usize, end: usize) -> bool {
        let glyphs = self.glyphs;
        if glyphs.at(end) != ' ' || glyphs.at(end + 1) != '.' || glyphs.at(end + 2) != ' ' || !glyphs.is_digit(end + 3)
        {
            return false;
        }
        let stop = self.digit_run(end + 3);
        let after = glyphs.over_blanks(stop);
        if glyphs.at(at) == '0' && end == at + 1 || glyphs.at(after) == '%' {
            return true;
        }
        after > stop && glyphs.kind(after) == Kind::Letter && (self.is_scale(after) || self.is_unit_word(after))
    }

    /// "80 , 000": returns where thousands end whose commas stand apart, and how many groups of zeros there are.
    fn spaced_thousands(&self, mut at: usize) -> (usize, usize) {
        let glyphs = self.glyphs;
        let from = at;
        let mut groups = 0;
        while glyphs.at(at) == ' '
            && glyphs.at(at + 1) == ','
            && glyphs.at(at + 2) == ' '
            && (at + 3..at + 6).all(|at| glyphs.at(at) == '0')
            && !glyphs.is_word(at + 6)
        {
            at += 6;
            groups += 1;
        }
        if groups > 0 { (at, groups) } else { (from, 0) }
    }

    fn digit_run(&self, mut at: usize) -> usize {
        while self.glyphs.is_digit(at) {
            at += 1;
        }
        at
    }

    /// Adds the digits of `from..to` to `value`, skipping separators.
    fn take(&self, from: usize, to: usize, value: &mut i128, count: &mut usize) -> Option<()> {
        for at in from..to {
            if let Some(digit) = self.glyphs.at(at).to_digit(10) {
                *count += 1;
                if *count > MOST_DIGITS {
                    return None;
                }
                *value = *value * 10 + i128::from(digit);
            }
        }
        Some(())
    }

    /// Reads groups of three digits after `separator` at `at`; returns where they end and how many there are.
    fn groups(&self, mut at: usize, separator: char) -> (usize, usize) {
        let mut groups = 0;
        let mut last = (at, 0);
        while self.glyphs.at(at) == separator || is_comma(separator) && is_comma(self.glyphs.at(at)) {
            let stop = self.digit_run(at + 1);
            let long = stop - at - 1;
            // Lakh and crore: 1,00,000.
            let indian =
                separator == ',' && long == 2 && self.glyphs.at(stop) == ',' && self.digit_run(stop + 1) - stop > 2;
            if long != 3 && !indian {
                break;
            }
            at = stop;
            groups += 1;
            if long == 3 {
                last = (at, groups);
            }
        }
        // The last group has three digits; what was read beyond it belongs to a list.
        last
    }

    /// "3,5 GB": a comma is a decimal point only where one or two digits and then a unit follow at once.
    fn decimal_comma(&self, at: usize) -> bool {
        let glyphs = self.glyphs;
        let stop = self.digit_run(at + 1);
        let after = glyphs.over_blanks(stop);
        let unit = glyphs.kind(after) == Kind::Letter && glyphs.kind(after + 1) != Kind::Other
            || matches!(glyphs.at(after), '%' | '€' | '°');
        (1..=2).contains(&(stop - at - 1)) && after - stop <= 1 && unit && !self.listed(at)
    }

    /// Says whether a comma before the number at `comma` makes it one of a list.
    fn listed(&self, comma: usize) -> bool {
        let mut at = comma;
        while at > 0 && self.glyphs.is_digit(at - 1) {
            at -= 1;
        }
        let before = self.glyphs.back_over_blanks(at);
        matches!(self.glyphs.before(before), ',' | '[' | '(')
    }

    /// "1/2", "2 1/2", "2½", "1.5/3".
    fn fraction_after(&self, whole: &Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        let made = |value: Decimal, end: usize| Some(whole.with_fraction(value, end));
        if let Some((part, _)) = vulgar(glyphs.at(whole.end))
            .or_else(|| (glyphs.at(whole.end) == ' ').then(|| vulgar(glyphs.at(whole.end + 1))).flatten())
        {
            let end = if glyphs.kind(whole.end) == Kind::Vulgar { whole.end + 1 } else { whole.end + 2 };
            return made(whole.low.checked_add(part)?, end);
        }
        if glyphs.at(whole.end) == '/' && glyphs.is_digit(whole.end + 1) && !glyphs.is_word(whole.start.wrapping_sub(1))
        {
            let below = self.mantissa(whole.end + 1)?;
            let stands = glyphs.at(below.end) != '/'
                && glyphs.before(whole.start) != '/'
                && self.is_divisible(whole.low, &below);
            return if stands { made(whole.low.checked_div(below.value)?, below.end) } else { None };
        }
        // "10 1/2 miles"
        let next = glyphs.over_blanks(whole.end);
        if !whole.decimals && next > whole.end && next - whole.end <= 2 && glyphs.is_digit(next) {
            let above = self.mantissa(next)?;
            if glyphs.at(above.end) == '/' && glyphs.is_digit(above.end + 1) && above.plain_digits > 0 {
                let below = self.mantissa(above.end + 1)?;
                let part = above.value.checked_div(below.value)?;
                if below.plain_digits > 0 && glyphs.at(below.end) != '/' {
                    return made(whole.low.checked_add(part)?, below.end);
                }
            }
        }
        None
    }

    /// "∼ 10 7 grains": says whether a small number one blank behind "10" has lost its raising. Only a mark of
    /// size before the ten tells.
    fn lost_power(&self, ten: &Numeral) -> Option<(i32, usize)> {
        let glyphs = self.glyphs;
        if ten.end - ten.start != 2 || !matches!(glyphs.at(ten.end), ' ' | '-') {
            return None;
        }
        let before = glyphs.before(glyphs.back_over_blanks(ten.start));
        let told = matches!(before, '~' | '≈' | '>' | '<' | '≥' | '≤' | '≃' | '≳' | '≲' | '=');
        // "10−6 to 10−4": a minus that is no hyphen on the keyboard, and behind a mark of size any.
        if !told && !(glyphs.at(ten.end) == '-' && glyphs.is_wide(ten.end)) {
            return None;
        }
        // "ε = 10−8": nobody counts down from ten to eight.
        if glyphs.at(ten.end) == '-' && glyphs.is_digit(ten.end + 1) {
            let end = ten.end + 2;
            let ends = !glyphs.is_word(end) && !(matches!(glyphs.at(end), '.' | ',') && glyphs.is_digit(end + 1));
            return self.power(ten.end).filter(|&(_, stop)| stop == end && ends);
        }
        if before == '=' {
            return None;
        }
        let (power, end) = self.power(ten.end + 1).filter(|_| glyphs.at(ten.end) == ' ')?;
        let ends = !glyphs.is_word(end) && !(matches!(glyphs.at(end), '.' | ',') && glyphs.is_digit(end + 1));
        (end - ten.end <= 4 && ends && glyphs.at(end) != '%').then_some((power, end))
    }

    /// "1/4 inch" is a fraction; "40/80 GB" and "300/350 W" are two figures. Says which by the unit at `end`.
    /// "24/7" and "8/12 lanes" are none either.
    fn is_divisible(&self, above: Decimal, below: &Mantissa) -> bool {
        let glyphs = self.glyphs;
        let at = glyphs.over_blanks(below.end);
        let stands = |stop: usize, form: usize| {
            let glued = glyphs.is_word(stop) && glyphs.before(stop).is_ascii_alphanumeric();
            if glued || form == NO_UNIT { Keep::No } else { Keep::Yes }
        };
        let symbol = self.units.symbols().longest(glyphs.all(), at, stands);
        let word = self.units.words().longest(glyphs.all(), at, stands);
        let Some((_, form)) = symbol.max(word) else {
            let things = [&self.units.item_words, &self.units.scope_words];
            let counted = things.iter().any(|words| words.longest(glyphs.all(), at, any).is_some())
                || self.units.counters.longest(glyphs.all(), at, any).is_some();
            return !counted && (above < below.value || below.value < Decimal::from(5));
        };
        match &*self.units.form_at(form).dimension {
            "length" | "volume" | "mass" | "time" | "area" | "angle" | "money" => true,
            "ratio" => above == Decimal::ONE,
            _ => false,
        }
    }

    /// "4e14", "1.3x10^6", "2.48×10−5", "10⁶", "1.1^23".
    fn exponent_after(&self, mantissa: &Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        let at = mantissa.end;
        let ten = |power: i32, end: usize| {
            let scale = power_of_ten(power)?;
            let scaled = mantissa.scaled(scale)?;
            (scaled.low.is_zero() == mantissa.low.is_zero()).then_some(Numeral {
                end,
                magnitude: scale,
                decimals: true,
                plain_digits: 0,
                ..scaled
            })
        };
        if matches!(glyphs.at(at), 'e' | 'E')
            && let Some((power, end)) = self.power(at + 1)
            && !glyphs.is_word(end)
        {
            return ten(power, end);
        }
        let cross = glyphs.over_blanks(at);
        if cross - at <= 1 && matches!(glyphs.at(cross), '×' | 'x' | '*' | '·' | 'X' | '⋅' | '✕') {
            let base = glyphs.over_blanks(cross + 1);
            if glyphs.at(base) == '1' && glyphs.at(base + 1) == '0' {
                let apart = cross > at || glyphs.at(cross) != 'x' && glyphs.at(cross) != 'X';
                let (power, end) = self.power_of(base + 2, apart, mantissa.decimals)?;
                return ten(power, end);
            }
            if glyphs.at(base) == '2' && glyphs.at(base + 1) == '^' {
                let (power, end) = self.power(base + 2)?;
                let scale = raised(Decimal::TWO, power)?;
                return Some(Numeral { end, plain_digits: 0, ..mantissa.scaled(scale)? });
            }
            return None;
        }
        if glyphs.at(at) == '^' {
            let (power, end) = self.power(at + 1)?;
            let value = raised(mantissa.low, power)?;
            return Some(Numeral { end, low: value, high: value, decimals: true, plain_digits: 0, ..*mantissa });
        }
        if mantissa.low == Decimal::TEN {
            let (power, end) = if is_raised(glyphs.at(at)) { self.power(at) } else { self.lost_power(mantissa) }?;
            let value = power_of_ten(power)?;
            return Some(Numeral {
                end,
                low: value,
                high: value,
                step: value,
                magnitude: value,
                plain_digits: 0,
                ..*mantissa
            });
        }
        None
    }

    /// The exponent after "10": with a caret, raised, or with its raising lost ("1.0 x 107", "10 −5").
    /// "4x100" and "8×1024" are products: what lost its raising is told by blanks or a point.
    fn power_of(&self, at: usize, apart: bool, decimals: bool) -> Option<(i32, usize)> {
        let glyphs = self.glyphs;
        match glyphs.at(at) {
            '^' => self.power(at + 1),
            c if is_raised(c) => self.power(at),
            '-' | '+' => self.power(at),
            c if c.is_ascii_digit() => {
                let (power, end) = self.power(at)?;
                let long = if decimals { 2 } else { 1 };
                ((apart || decimals) && end - at <= long && power > 1).then_some((power, end))
            }
            ' ' if matches!(glyphs.at(at + 1), '-' | '–') || glyphs.is_digit(at + 1) => {
                let (power, end) = self.power(at + 1)?;
                // "× 10 −4s −1": a unit may touch the power.
                (end - at <= 4 && (!glyphs.is_word(end) || glyphs.kind(end) == Kind::Letter)).then_some((power, end))
            }
            _ => None,
        }
    }

    /// Reads a signed whole number of few digits, plain, raised or in braces.
    fn power(&self, at: usize) -> Option<(i32, usize)> {
        let glyphs = self.glyphs;
        let braced = glyphs.at(at) == '{';
        let mut next = if braced { at + 1 } else { at };
        let mut sign = 1;
        while matches!(glyphs.at(next), '-' | '+' | '–' | '⁻' | '⁺') {
            sign = if matches!(glyphs.at(next), '+' | '⁺') { sign } else { -sign };
            next += 1;
            if next - at > 3 {
                return None;
            }
        }
        let from = next;
        let mut power: i32 = 0;
        while let Some(digit) = glyphs.at(next).to_digit(10).or_else(|| superscript(glyphs.at(next))) {
            power = power.saturating_mul(10).saturating_add(digit as i32);
            next += 1;
        }
        if next == from || next - from > 3 {
            return None;
        }
        let end = if braced && glyphs.at(next) == '}' { next + 1 } else { next };
        Some((sign * power, end))
    }
}

/// Returns `base` to the power `power` by repeated multiplication, as far as it fits.
fn raised(base: Decimal, power: i32) -> Option<Decimal> {
    if power.unsigned_abs() > 96 {
        return None;
    }
    let mut value = Decimal::ONE;
    for _ in 0..power.unsigned_abs() {
        value = value.checked_mul(base)?;
    }
    if power < 0 { Decimal::ONE.checked_div(value) } else { Some(value) }
}

fn is_comma(c: char) -> bool {
    matches!(c, ',' | '，')
}

fn is_raised(c: char) -> bool {
    superscript(c).is_some() || matches!(c, '⁻' | '⁺')
}

fn superscript(c: char) -> Option<u32> {
    match c {
        '⁰' => Some(0),
        '¹' => Some(1),
        '²' => Some(2),
        '³' => Some(3),
        '⁴'..='⁹' => Some(c as u32 - '⁴' as u32 + 4),
        _ => None,
    }
}

/// Returns value and step of ½ and its like.
pub(super) fn vulgar(c: char) -> Option<(Decimal, Decimal)> {
    let (above, below) = match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        _ => return None,
    };
    Decimal::from(above).checked_div(Decimal::from(below)).map(|value| (value, Decimal::new(1, 2)))
}
