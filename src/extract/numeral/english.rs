//! English number words: "seven hundred twenty-one thousand twelve", "two and a half", "2.5 million".

use rust_decimal::Decimal;

use super::{Form, Numeral, Reader};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{NumberWord, power_of_ten};
use crate::vocab::trie::Keep;

/// Where a number in words has come to.
#[derive(Debug, Clone, Copy, Default)]
struct Words {
    /// Finished scales.
    total: Decimal,
    /// The number below the next scale.
    current: Option<Decimal>,
    /// The last scale.
    scale: Option<Decimal>,
    /// The last word was hundred or a scale, so that "and" may go on.
    open: bool,
    /// The last word was a ten, so that a one may follow.
    ten: bool,
    /// The number ends in this magnitude.
    magnitude: Option<Decimal>,
    end: usize,
}

impl Reader<'_> {
    /// Returns the number word at `at` and where it ends; it must stand alone.
    pub(super) fn number_word(&self, at: usize) -> Option<(usize, NumberWord)> {
        let glyphs = self.glyphs;
        self.words.english.longest(glyphs.all(), at, |end, _| {
            let letters = glyphs.at(end).is_alphabetic() && !super::is_han(glyphs.at(end));
            if letters || glyphs.is_digit(end) { Keep::No } else { Keep::Yes }
        })
    }

    /// Returns the place of the next word: past blanks, or past one hyphen.
    pub(super) fn next_word(&self, at: usize) -> Option<usize> {
        let glyphs = self.glyphs;
        let next = match glyphs.at(at) {
            ' ' => {
                let next = glyphs.over_blanks(at);
                // "thirty - three" as tokenizers write it.
                if glyphs.at(next) == '-' && glyphs.at(next + 1) == ' ' { glyphs.over_blanks(next + 1) } else { next }
            }
            '-' => at + 1,
            ',' if glyphs.at(at + 1) == ' ' => glyphs.over_blanks(at + 1),
            _ => return None,
        };
        (next - at <= 4).then_some(next)
    }

    /// Reads the number in words that begins at `at`.
    pub(super) fn english(&self, at: usize) -> Option<Numeral> {
        let (end, word) = self.number_word(at)?;
        match word {
            NumberWord::Minus | NumberWord::Point => {
                let next = self.next_word(end)?;
                if word == NumberWord::Minus {
                    return match self.glyphs.kind(next) {
                        Kind::Digit => self.digits(next),
                        Kind::Letter => self.english(next),
                        _ => None,
                    }
                    .filter(|n| !n.vague)
                    .map(|n| n.negated(at));
                }
                let (value, stop, step) = self.point_digits(next)?;
                let numeral = Numeral::exact(at, stop, value, step, Form::English);
                Some(Numeral { decimals: true, ..numeral })
            }
            NumberWord::Article => self.after_article(at, end),
            NumberWord::Several => {
                let next = self.next_word(end)?;
                let (stop, scale) = match self.number_word(next)? {
                    (stop, NumberWord::Hundred) => (stop, Decimal::ONE_HUNDRED),
                    (stop, NumberWord::Scale(power)) => (stop, power_of_ten(power as i32)?),
                    _ => return None,
                };
                let numeral = Numeral::exact(at, stop, scale, scale, Form::English);
                Some(Numeral { high: scale.checked_mul(Decimal::TEN)?, vague: true, ..numeral })
            }
            NumberWord::Part(below, false) => self.part_first(at, end, below, false),
            NumberWord::Part(..) | NumberWord::And | NumberWord::Ordinal => None,
            NumberWord::Dozen(_) | NumberWord::Scale(_) | NumberWord::Hundred => self.bare_scale(at),
            NumberWord::Ones(_) | NumberWord::Tens(_) => {
                let words = self.run(Words { end: at, ..Words::default() }, at)?;
                let numeral = self.finish_words(words, at)?;
                (!words.ten || !self.is_ordinal(words.end)).then(|| self.with_parts(numeral))
            }
        }
    }

    /// "twenty-first", "thirty fifth": says whether an ordinal goes on from the tens that end at `at`.
    fn is_ordinal(&self, at: usize) -> bool {
        let next = self.next_word(at).filter(|_| self.glyphs.at(at) != ',');
        match next.and_then(|next| self.number_word(next)) {
            Some((_, NumberWord::Ordinal)) => true,
            Some((_, NumberWord::Part(below, false))) => (3..=9).contains(&below),
            _ => false,
        }
    }

    /// Says whether a magnitude in words stands at `at`: "million".
    pub(super) fn is_scale(&self, at: usize) -> bool {
        matches!(self.number_word(at), Some((_, NumberWord::Scale(_))))
    }

    /// Says whether the word at `at` is a unit in words: "percent", "feet".
    pub(super) fn is_unit_word(&self, at: usize) -> bool {
        let glyphs = self.glyphs;
        let alone = |end: usize, _| if glyphs.is_word(end) { Keep::No } else { Keep::Yes };
        self.units.words().longest(glyphs.all(), at, alone).is_some_and(|(_, form)| form != crate::vocab::unit::NO_UNIT)
    }

    /// "a hundred", "a dozen", "a half", "a million".
    fn after_article(&self, at: usize, end: usize) -> Option<Numeral> {
        let next = self.next_word(end)?;
        match self.number_word(next)?.1 {
            NumberWord::Hundred | NumberWord::Scale(_) => {
                let words = self.run(Words { end: next, current: Some(Decimal::ONE), ..Words::default() }, next)?;
                let numeral = self.finish_words(words, at)?;
                Some(self.with_parts(numeral))
            }
            NumberWord::Dozen(value) => {
                let (stop, _) = self.number_word(next)?;
                if let Some(numeral) = self.times_scale(at, stop, value.into()) {
                    return Some(numeral);
                }
                // "a couple of days"
                let link = self.glyphs.over_blanks(stop);
                let of = self.words.vague_links.longest(self.glyphs.all(), link, crate::vocab::numeral::any);
                let stop = of.filter(|_| link > stop).map_or(stop, |(end, ())| end);
                Some(Numeral::exact(at, stop, value.into(), Decimal::ONE, Form::English))
            }
            NumberWord::Part(below, false) if below > 1 => {
                let (stop, _) = self.number_word(next)?;
                self.part_first(next, stop, below, true).map(|numeral| Numeral { start: at, ..numeral })
            }
            _ => None,
        }
    }

    /// "a couple hundred", "a couple of thousand": a count of a scale behind `at..stop`.
    fn times_scale(&self, at: usize, stop: usize, count: Decimal) -> Option<Numeral> {
        let glyphs = self.glyphs;
        let next = glyphs.over_blanks(stop);
        let of = self.words.vague_links.longest(glyphs.all(), next, crate::vocab::numeral::any);
        let next = of.map_or(next, |(end, ())| glyphs.over_blanks(end));
        let (end, scale) = match self.number_word(next).filter(|_| next > stop)? {
            (end, NumberWord::Hundred) => (end, Decimal::ONE_HUNDRED),
            (end, NumberWord::Scale(power)) => (end, power_of_ten(power as i32)?),
            _ => return None,
        };
        let numeral = Numeral::exact(at, end, count.checked_mul(scale)?, scale, Form::English);
        Some(Numeral { magnitude: scale, ..numeral })
    }

    /// "hundred thousand dollars": a scale without a number before it.
    fn bare_scale(&self, at: usize) -> Option<Numeral> {
        // "hundreds of", "dozens of" are vague words, which the scanner reads first.
        let (end, first) = self.number_word(at)?;
        let plural = self.glyphs.before(end) == 's';
        // "Mn" is an element.
        let element = end == at + 2 && self.glyphs.at(at).is_ascii_uppercase();
        if plural || element {
            return None;
        }
        let words = self.run(Words { end: at, current: Some(Decimal::ONE), ..Words::default() }, at)?;
        let lone =
            matches!(first, NumberWord::Hundred | NumberWord::Scale(_) | NumberWord::Dozen(_)) && words.end == end;
        Some(Numeral { lone, ..self.finish_words(words, at)? })
    }

    /// Reads a scale or the like behind digits: "2.5 million", "3 hundred and 21", "3 dozen".
    pub(super) fn english_after(&self, numeral: Numeral) -> Option<Numeral> {
        if let Some(suffixed) = self.suffixed(&numeral) {
            return Some(suffixed);
        }
        let glued = matches!(self.number_word(numeral.end), Some((_, NumberWord::Scale(_))));
        let next = if glued { numeral.end } else { self.next_word(numeral.end)? };
        if self.glyphs.kind(next) != Kind::Letter {
            return None;
        }
        let (stop, word) = self.number_word(next)?;
        // "Si 0.05 Mn 0.30": an element, and no million.
        let element = self.glyphs.at(next).is_ascii_uppercase() && self.glyphs.at(next + 1).is_ascii_lowercase();
        if element && stop - next == 2 && next > numeral.end && self.glyphs.is_digit(self.glyphs.over_blanks(stop)) {
            return None;
        }
        if matches!(word, NumberWord::Part(..)) || word == NumberWord::And {
            // "100 millionths" is two things; "2 and a half" is one.
            return Some(self.with_parts(numeral)).filter(|n| n.end > numeral.end);
        }
        if !matches!(word, NumberWord::Hundred | NumberWord::Scale(_) | NumberWord::Dozen(_)) {
            return None;
        }
        let words = self.run(Words { end: numeral.end, current: Some(numeral.low), ..Words::default() }, next)?;
        let whole = self.finish_words(words, numeral.start)?;
        let step = numeral.step.checked_mul(whole.magnitude)?;
        let whole =
            Numeral { form: Form::Digits, decimals: numeral.decimals, step, lone: false, plain_digits: 0, ..whole };
        Some(self.with_parts(whole))
    }

    /// Reads number words from `at` on.
    fn run(&self, mut words: Words, mut at: usize) -> Option<Words> {
        let glyphs = self.glyphs;
        loop {
            if glyphs.is_digit(at) {
                // "4 thousand 3 hundred and 21"
                let mantissa = self.mantissa(at)?;
                let fits = words.open && words.current.is_none_or(|c| (c % Decimal::ONE_HUNDRED).is_zero());
                let small = mantissa.value < words.scale.unwrap_or(Decimal::ONE_HUNDRED).min(Decimal::ONE_THOUSAND);
                if mantissa.decimals || !fits || !small || glyphs.is_word(mantissa.end) {
                    break;
                }
                // Only where the next word goes on or "and" came before.
                words.current = Some(words.current.unwrap_or_default().checked_add(mantissa.value)?);
                words.end = mantissa.end;
                words.open = false;
                words.magnitude = None;
            } else {
                let Some((end, word)) = self.number_word(at) else { break };
                if !words.take(word)? {
                    break;
                }
                words.end = end;
            }
            let Some(mut next) = self.next_word(words.end) else { break };
            if glyphs.at(words.end) == ',' && !words.open {
                break;
            }
            let Some((end, word)) =
                self.number_word(next).or_else(|| glyphs.is_digit(next).then_some((next, NumberWord::Ones(0))))
            else {
                break;
            };
            if word == NumberWord::And {
                if !words.open {
                    break;
                }
                let Some(after) = self.next_word(end) else { break };
                let goes_on = match self.number_word(after) {
                    Some((_, NumberWord::Ones(_) | NumberWord::Tens(_))) => true,
                    Some(_) => false,
                    None => {
                        glyphs.is_digit(after)
                            && glyphs.at(words.end) == ' '
                            && words.scale.is_some() | words.current.is_some()
                            && self.short_integer(after)
                    }
                };
                if !goes_on || self.is_part_after(after) || self.begins_anew(after, words.scale) {
                    break;
                }
                next = after;
            } else if glyphs.is_digit(next) && !self.goes_on_in_digits(next) {
                break;
            }
            at = next;
        }
        (words.end > 0).then_some(words)
    }

    /// "5 million and 6 million": says whether the number at `at` has a scale of its own that is no smaller than `scale`.
    fn begins_anew(&self, at: usize, scale: Option<Decimal>) -> bool {
        let mut end = self.number_word(at).map_or(at, |(end, _)| end);
        while self.glyphs.is_digit(end) {
            end += 1;
        }
        let own = self.next_word(end).and_then(|next| self.number_word(next));
        let Some((_, NumberWord::Scale(power))) = own else { return false };
        scale.zip(power_of_ten(power as i32)).is_some_and(|(before, own)| own >= before)
    }

    fn short_integer(&self, at: usize) -> bool {
        let mut end = at;
        while self.glyphs.is_digit(end) {
            end += 1;
        }
        end - at <= 3 && !matches!(self.glyphs.at(end), '.' | ',' | '%') | !self.glyphs.is_digit(end + 1)
    }

    /// "4 thousand 3 hundred": digits followed by a smaller scale.
    fn goes_on_in_digits(&self, at: usize) -> bool {
        let mut end = at;
        while self.glyphs.is_digit(end) {
            end += 1;
        }
        let next = self.next_word(end).and_then(|next| self.number_word(next));
        matches!(next, Some((_, NumberWord::Hundred | NumberWord::Scale(_))))
    }

    /// Says whether "three fifths" begins at `at`: then "and" opens a fraction.
    fn is_part_after(&self, at: usize) -> bool {
        let Some((value, end)) = self.below_hundred(at) else { return false };
        let next = self.next_word(end).and_then(|next| self.number_word(next));
        matches!(next, Some((_, NumberWord::Part(below, _))) if below > 1 && (value < 10 || i64::from(value) < below))
    }

    /// Reads a number below a hundred in words: "three", "fifty-four"; value and end.
    pub(super) fn below_hundred(&self, at: usize) -> Option<(u32, usize)> {
        match self.number_word(at)? {
            (end, NumberWord::Ones(value)) => Some((value, end)),
            (end, NumberWord::Tens(tens)) => match self.next_word(end).and_then(|next| self.number_word(next)) {
                Some((stop, NumberWord::Ones(ones))) if (1..10).contains(&ones) => Some((tens + ones, stop)),
                _ => Some((tens, end)),
            },
            _ => None,
        }
    }

    /// Turns what was read into a numeral; "two hundred point seventy-one" is read on.
    fn finish_words(&self, words: Words, start: usize) -> Option<Numeral> {
        let value = words.total.checked_add(words.current.unwrap_or_default())?;
        let magnitude = words.magnitude.unwrap_or(Decimal::ONE);
        let lone = words.scale.is_none() && value == Decimal::ONE;
        let numeral = Numeral::exact(start, words.end, value, magnitude, Form::English);
        let numeral = Numeral { magnitude, lone, ..numeral };
        if words.scale.is_none()
            && let Some(next) = self.next_word(words.end)
            && let Some((end, NumberWord::Point)) = self.number_word(next)
            && let Some(after) = self.next_word(end)
            && let Some((part, stop, step)) = self.point_digits(after)
        {
            let value = value.checked_add(part)?;
            let numeral = Numeral { end: stop, low: value, high: value, step, decimals: true, lone: false, ..numeral };
            return Some(self.scale_after(numeral).unwrap_or(numeral));
        }
        Some(numeral)
    }

    /// "one point five million".
    pub(super) fn scale_after(&self, numeral: Numeral) -> Option<Numeral> {
        let next = self.next_word(numeral.end)?;
        let (end, NumberWord::Scale(power)) = self.number_word(next)? else { return None };
        let scale = power_of_ten(power as i32)?;
        Some(Numeral { end, magnitude: scale, ..numeral.scaled(scale)? })
    }

    /// The digits behind "point": "seven one", "seventy-one", "77".
    fn point_digits(&self, at: usize) -> Option<(Decimal, usize, Decimal)> {
        let glyphs = self.glyphs;
        let (mut digits, mut end, mut next) = (String::new(), at, Some(at));
        while let Some(from) = next.filter(|_| digits.len() < 12) {
            if glyphs.is_digit(from) && digits.is_empty() {
                end = from;
                while glyphs.is_digit(end) && digits.len() < 12 {
                    digits.push(glyphs.at(end));
                    end += 1;
                }
                break;
            }
            let Some((stop, word)) = self.number_word(from) else { break };
            match word {
                NumberWord::Ones(value)
                    if value < 10 && digits.len() == 2 && digits.ends_with('0') && glyphs.before(from) == '-' =>
                {
                    digits.truncate(1);
                    digits.push_str(&value.to_string());
                }
                NumberWord::Ones(value) | NumberWord::Tens(value) => digits.push_str(&value.to_string()),
                _ => break,
            }
            end = stop;
            next = self.next_word(stop).filter(|_| glyphs.at(stop) != ',');
        }
        let scale = u32::try_from(digits.len()).ok().filter(|&scale| scale > 0)?;
        let value = Decimal::try_from_i128_with_scale(digits.parse().ok()?, scale).ok()?;
        Some((value, end, power_of_ten(-(scale as i32))?))
    }
}

impl Words {
    /// Takes one more word; `Some(false)` where it does not go on from what was read.
    fn take(&mut self, word: NumberWord) -> Option<bool> {
        let hundred = Decimal::ONE_HUNDRED;
        match word {
            NumberWord::Ones(value) | NumberWord::Tens(value) => {
                let value_d = Decimal::from(value);
                let after_ten = self.ten && value < 10 && value > 0;
                let next = match self.current {
                    None => value_d,
                    Some(current) if after_ten => current.checked_add(value_d)?,
                    Some(current) if !current.is_zero() && (current % hundred).is_zero() => {
                        current.checked_add(value_d)?
                    }
                    // "one twenty two"
                    Some(current)
                        if current < Decimal::TEN && !current.is_zero() && value >= 20 && self.total.is_zero() =>
                    {
                        current.checked_mul(hundred)?.checked_add(value_d)?
                    }
                    Some(_) => return Some(false),
                };
                self.current = Some(next);
                self.ten = matches!(word, NumberWord::Tens(value) if value >= 20);
                self.open = false;
                self.magnitude = None;
            }
            NumberWord::Hundred => {
                let current = self.current?;
                if current >= hundred || current.is_zero() {
                    return Some(false);
                }
                self.current = Some(current.checked_mul(hundred)?);
                self.ten = false;
                self.open = true;
                self.magnitude = Some(hundred);
            }
            NumberWord::Scale(power) => {
                let scale = power_of_ten(power as i32)?;
                if self.scale.is_some_and(|last| scale >= last) {
                    // "three lakh crore"
                    self.total = self.total.checked_add(self.current.take().unwrap_or_default())?.checked_mul(scale)?;
                } else {
                    let Some(current) = self.current.take() else { return Some(false) };
                    self.total = self.total.checked_add(current.checked_mul(scale)?)?;
                }
                self.scale = Some(scale);
                self.ten = false;
                self.open = true;
                self.magnitude = Some(scale);
            }
            NumberWord::Dozen(value) => {
                let Some(current) = self.current else { return Some(false) };
                if !self.total.is_zero() || current > Decimal::ONE_THOUSAND {
                    return Some(false);
                }
                self.current = Some(current.checked_mul(value.into())?);
                self.magnitude = Some(value.into());
                self.ten = false;
                self.open = false;
            }
            _ => return Some(false),
        }
        Some(true)
    }
}
