//! English number words: "seven hundred twenty-one thousand twelve", "two and a half", "2.5 million".

use rust_decimal::Decimal;

use super::{Form, Numeral, Reader};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::{NumberWord, Suffix, power_of_ten};
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
    fn number_word(&self, at: usize) -> Option<(usize, NumberWord)> {
        let glyphs = self.glyphs;
        self.words.english.longest(glyphs.all(), at, |end, _| {
            let letters = glyphs.at(end).is_alphabetic() && !super::is_han(glyphs.at(end));
            if letters || glyphs.is_digit(end) { Keep::No } else { Keep::Yes }
        })
    }

    /// Returns the place of the next word: past blanks, or past one hyphen.
    fn next_word(&self, at: usize) -> Option<usize> {
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
        self.units.words.longest(glyphs.all(), at, alone).is_some_and(|(_, form)| form != crate::vocab::unit::NO_UNIT)
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

    /// "half a million", "quarter million", "half".
    fn part_first(&self, at: usize, end: usize, below: i64, after_article: bool) -> Option<Numeral> {
        let part = Decimal::ONE.checked_div(Decimal::from(below))?;
        let mut numeral = Numeral {
            decimals: true,
            fraction: true,
            lone: true,
            ..Numeral::exact(at, end, part, Decimal::new(1, 2), Form::English)
        };

        let mut next = self.next_word(end);
        if let Some((stop, NumberWord::Article)) = next.and_then(|next| self.number_word(next)) {
            next = self.next_word(stop);
            // "half a day": the unit is read behind the article.
            numeral.end = stop;
        }
        if let Some((stop, NumberWord::Dozen(dozen))) = next.and_then(|next| self.number_word(next)) {
            // "half a dozen"
            let value = part.checked_mul(dozen.into())?;
            return Some(Numeral { lone: false, ..Numeral::exact(at, stop, value, Decimal::ONE, Form::English) });
        }
        if let Some((stop, NumberWord::Scale(power))) = next.and_then(|next| self.number_word(next)) {
            let scale = power_of_ten(power as i32)?;
            numeral = numeral.scaled(scale)?;
            return Some(Numeral { end: stop, magnitude: scale, lone: false, ..numeral });
        }
        // "the third month" is an ordinal: only a half stands alone, and others behind an article.
        (below == 2 || after_article && below > 1).then_some(numeral)
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

    /// "10k", "2.788M", "8.5b" — a letter that touches the digits and ends the word.
    pub(super) fn suffixed(&self, numeral: &Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        let apart = glyphs.at(numeral.end) == ' ';
        let from = numeral.end + usize::from(apart);
        if glyphs.kind(from) != Kind::Letter {
            return None;
        }
        // "2.33 k." ends a clause; "300 M people" is told by its noun.
        let stands = |suffix: &Suffix, end: usize| {
            !suffix.before.is_empty() || numeral.decimals && !glyphs.is_word(glyphs.over_blanks(end))
        };
        let suffix = self.words.suffixes.iter().find(|suffix| {
            let end = from + suffix.text.len();
            suffix.text.chars().zip(from..).all(|(c, at)| glyphs.at(at) == c)
                && (!apart || suffix.apart && glyphs.at(end) != '-' && stands(suffix, end))
                && suffix.over.is_none_or(|over| numeral.low > over)
                && !glyphs.is_word(end)
                && !(glyphs.at(end) == '/' && glyphs.kind(end + 1) == Kind::Letter)
                && !suffix.money
                && self.suffix_fits(suffix, end)
        })?;
        let scale = power_of_ten(suffix.power as i32)?;
        let scaled = numeral.scaled(scale)?;
        Some(Numeral { end: from + suffix.text.len(), magnitude: scale, plain_digits: 0, ..scaled })
    }

    /// "4K video": returns the end of a letter that names a format before a word such as this.
    pub(crate) fn format_name(&self, numeral: &Numeral) -> Option<usize> {
        let glyphs = self.glyphs;
        if numeral.form != Form::Digits || glyphs.kind(numeral.end) != Kind::Letter {
            return None;
        }
        self.words.suffixes.iter().filter(|suffix| !suffix.not_before.is_empty()).find_map(|suffix| {
            let end = numeral.end + suffix.text.len();
            let glued = suffix.text.chars().zip(numeral.end..).all(|(c, at)| glyphs.at(at) == c);
            let next = glyphs.over_blanks(end);
            (glued && !glyphs.is_word(end) && self.begins_with(&suffix.not_before, next)).then_some(end)
        })
    }

    /// Says whether one of `words` begins at `at`, in any case.
    fn begins_with(&self, words: &[String], at: usize) -> bool {
        words.iter().any(|word| word.chars().zip(at..).all(|(c, at)| self.glyphs.at(at).eq_ignore_ascii_case(&c)))
    }

    /// Says whether the words that a suffix asks for stand in the text.
    pub(crate) fn suffix_fits(&self, suffix: &Suffix, end: usize) -> bool {
        let near = |words: &[String]| words.iter().any(|word| self.stands_near(word, end));
        let before = |words: &[String]| self.begins_with(words, self.glyphs.over_blanks(end));
        (suffix.near.is_empty() || near(&suffix.near))
            && !near(&suffix.unless)
            && (suffix.before.is_empty() || before(&suffix.before))
            && !before(&suffix.not_before)
    }

    /// Says whether `word` stands within some forty characters of `at`: a bounded look, so that long lines stay linear.
    pub(crate) fn stands_near(&self, word: &str, at: usize) -> bool {
        let from = at.saturating_sub(40);
        let to = (at + 24).min(self.glyphs.len());
        let Some(window) = self.glyphs.all().get(from..to) else { return false };
        let word: Vec<char> = word.chars().collect();
        window.windows(word.len()).any(|found| found.iter().zip(&word).all(|(a, b)| a.eq_ignore_ascii_case(b)))
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
                if !goes_on || self.is_part_after(after) {
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
    fn below_hundred(&self, at: usize) -> Option<(u32, usize)> {
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
    fn scale_after(&self, numeral: Numeral) -> Option<Numeral> {
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

    /// Adds a fraction: "two thirds", "one and a half", "3 million and a half".
    fn with_parts(&self, numeral: Numeral) -> Numeral {
        self.try_parts(numeral).unwrap_or(numeral)
    }

    fn try_parts(&self, numeral: Numeral) -> Option<Numeral> {
        let fraction = |end: usize, value: Decimal| Numeral {
            end,
            low: value,
            high: value,
            step: Decimal::new(1, 2),
            decimals: true,
            fraction: true,
            lone: false,
            plain_digits: 0,
            ..numeral
        };
        let next = self.next_word(numeral.end).filter(|_| self.glyphs.at(numeral.end) != ',')?;
        let (end, word) = self.number_word(next)?;
        if let NumberWord::Part(below, plural) = word {
            // "two thirds", "one third"; "twenty-first" is an ordinal.
            // "a three-quarter mile"
            let hyphen = self.glyphs.at(numeral.end) == '-' && numeral.low < Decimal::from(below);
            let fits = below > 1
                && (plural || numeral.low == Decimal::ONE || hyphen)
                && numeral.form == Form::English
                // "a hundred thousand trillionths", but not "a hundred thousand fifths"
                && (numeral.magnitude == Decimal::ONE || plural && numeral.magnitude < Decimal::from(below));
            let value = numeral.low.checked_div(Decimal::from(below))?;
            return fits.then(|| self.scale_of_part(fraction(end, value)));
        }
        if word != NumberWord::And {
            return None;
        }
        let next = self.next_word(end)?;
        let (value, stop) = self.part_at(next)?;
        // "one billion and a half million": the half has a magnitude of its own.
        let own = self.next_word(stop).and_then(|next| self.number_word(next)).and_then(|(end, word)| match word {
            NumberWord::Scale(power) => Some((end, power_of_ten(power as i32)?)),
            _ => None,
        });
        let own = own.filter(|(_, scale)| *scale < numeral.magnitude);
        // "two hundred and a half" is 200.5, "two million and a half" is 2,500,000.
        let whole = if numeral.magnitude < Decimal::ONE_THOUSAND { Decimal::ONE } else { numeral.magnitude };
        let (stop, magnitude) = own.unwrap_or((stop, whole));
        let value = value.checked_mul(magnitude)?;
        let whole = fraction(stop, numeral.low.checked_add(value)?);
        Some(if numeral.magnitude == Decimal::ONE { self.scale_of_part(whole) } else { whole })
    }

    /// "one and a half million", "three quarters million".
    fn scale_of_part(&self, numeral: Numeral) -> Numeral {
        self.scale_after(numeral).unwrap_or(numeral)
    }

    /// "a half", "three fifths", "half", "quarter": value and end.
    fn part_at(&self, at: usize) -> Option<(Decimal, usize)> {
        let (end, word) = self.number_word(at)?;
        let (above, from) = match word {
            NumberWord::Part(below, false) if below > 1 => return Some((Decimal::ONE.checked_div(below.into())?, end)),
            NumberWord::Article => (Decimal::ONE, self.next_word(end)?),
            NumberWord::Ones(_) | NumberWord::Tens(_) => {
                let (value, end) = self.below_hundred(at)?;
                (Decimal::from(value), self.next_word(end)?)
            }
            _ => return None,
        };
        let (stop, NumberWord::Part(below, plural)) = self.number_word(from)? else { return None };
        if below <= 1 || plural == (above == Decimal::ONE) {
            return None;
        }
        Some((above.checked_div(below.into())?, stop))
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
