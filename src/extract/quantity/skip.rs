//! What is stepped over: names with digits, addresses, versions, dates, phone numbers, clock times.

use rust_decimal::Decimal;

use super::scan::Scanner;
use crate::extract::numeral::{Form, Numeral, is_han};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;

/// The longest address, phone number or the like that is looked at as one.
const MOST: usize = 400;

impl Scanner<'_> {
    /// Returns the end of the word at `at` and, where it is a name or an address, of all that is glued to it.
    pub fn word_end(&self, at: usize) -> usize {
        let glyphs = &self.glyphs;
        let mut end = at;
        while glyphs.kind(end) == Kind::Letter || !glyphs.at(end).is_ascii() && glyphs.is_word(end) {
            end += 1;
        }
        let word = glyphs.all().get(at..end).unwrap_or_default();
        let is =
            |name: &str| word.len() == name.len() && name.chars().zip(word).all(|(a, b)| a.eq_ignore_ascii_case(b));
        if (is("http") || is("https") || is("ftp")) && glyphs.at(end) == ':' || is("www") && glyphs.at(end) == '.' {
            return self.address_end(end);
        }
        match glyphs.at(end) {
            c if c.is_ascii_digit() && self.money_touches(end) => end,
            c if c.is_ascii_digit() => self.name_end(end),
            // "GPU-2" is a name.
            '-' | '_' if glyphs.is_digit(end + 1) && end > at => self.name_end(end + 1),
            '@' => self.address_end(end),
            _ => end,
        }
    }

    /// Returns the end of a name that holds digits: letters, digits and what joins them.
    pub fn name_end(&self, at: usize) -> usize {
        let glyphs = &self.glyphs;
        let mut end = at;
        loop {
            while glyphs.is_word(end) {
                end += 1;
            }
            let joins = matches!(glyphs.at(end), '-' | '.' | '_') && glyphs.is_word(end + 1);
            if !joins || end == at {
                return end.max(at);
            }
            end += 1;
        }
    }

    /// Returns the end of an address: everything up to a blank, a quote or Chinese.
    fn address_end(&self, at: usize) -> usize {
        let glyphs = &self.glyphs;
        let mut end = at;
        while end < glyphs.len() {
            let c = glyphs.at(end);
            if c.is_whitespace() || is_han(c) || matches!(c, '"' | '<' | '>' | '。' | '、' | ')' | '」' | '|') {
                break;
            }
            end += 1;
        }
        end
    }

    /// Returns the end of the digits at `at` with the marks between them.
    pub fn digits_end(&self, at: usize) -> usize {
        let glyphs = &self.glyphs;
        let mut end = at;
        while glyphs.is_word(end) || matches!(glyphs.at(end), '.' | ',') && glyphs.is_digit(end + 1) {
            end += 1;
        }
        end.max(at + 1)
    }

    /// Returns the end of a version, address, phone number, clock time, date or ratio that begins at `at`.
    pub fn not_a_number(&self, at: usize) -> Option<usize> {
        let glyphs = &self.glyphs;
        let mut end = at;
        let (mut dots, mut colons, mut slashes, mut dashes, mut groups) = (0, 0, 0, 0, 1);
        let mut longest = 0;
        let mut run = 0;
        while end - at < MOST {
            let c = glyphs.at(end);
            if c.is_ascii_digit() {
                run += 1;
                end += 1;
                continue;
            }
            longest = longest.max(run);
            if !glyphs.is_digit(end + 1) {
                break;
            }
            match c {
                '.' => dots += 1,
                ':' => colons += 1,
                '/' => slashes += 1,
                '-' => dashes += 1,
                _ => break,
            }
            groups += 1;
            run = 0;
            end += 1;
        }
        longest = longest.max(run);
        if end - at >= MOST {
            // A line of nothing but digits and marks: no number that anybody means.
            return Some(self.digits_run(end));
        }
        let first = self.run_length(at);
        if glyphs.at(end) == 'b'
            && let Some(stop) = self.line_code_end(at, end)
        {
            return Some(stop);
        }
        // Versions and internet addresses: two points or more, unless they separate thousands (1.234.567).
        if dots >= 2 && dashes == 0 && slashes == 0 && !self.is_thousands(at, end) {
            return Some(self.name_end(end));
        }
        if colons >= 1 {
            // 10:30, 3:1, 12:01:30, 1:50,000.
            let mut stop = end;
            while glyphs.at(stop) == ',' && self.run_length(stop + 1) == 3 {
                stop += 4;
            }
            return Some(stop);
        }
        let parts = dashes + slashes + usize::from(dots == 2);
        if parts >= 2 && (first == 4 || longest == 4) && dots == 0 && groups == 3 {
            return Some(self.skip_time(end));
        }
        // "21/34/58 ms" are three figures.
        let figures = slashes >= 2 && dashes == 0 && colons == 0 && longest != 4 && self.unit_follows(end);
        if !figures && (slashes >= 2 || dashes >= 2 && dots == 0) {
            // Dates, phone numbers, book numbers.
            return Some(end);
        }
        if dashes == 1 && dots == 0 && self.is_year(at, first) && glyphs.before(at) != '$' {
            // 1995-01, 2013-14; "1985-1988" is a range of years and left to the caller as bare.
            let second = self.run_length(at + first + 1);
            if second == 2 && !self.unit_follows(end) {
                return Some(end);
            }
        }
        let phone = glyphs.before(at) == '+' && dashes >= 1
            || dashes == 1 && first == 3 && longest >= 7
            || glyphs.before(at) == '+' && first >= 8;
        phone.then_some(end)
    }

    /// "8b/10b", "128b/130b": the name of a line code, which adds a bit or two.
    fn line_code_end(&self, at: usize, end: usize) -> Option<usize> {
        let glyphs = &self.glyphs;
        let value = |from: usize, to: usize| {
            let digits = glyphs.all().get(from..to).unwrap_or_default().iter();
            digits.take(4).try_fold(0, |value, c| Some(value * 10 + c.to_digit(10)?))
        };
        let from = end + 2;
        let to = from + self.run_length(from);
        let (bits, coded) = (value(at, end)?, value(from, to)?);
        let named = glyphs.at(end + 1) == '/' && glyphs.at(to).eq_ignore_ascii_case(&'b') && !glyphs.is_word(to + 1);
        (named && (1..=2).contains(&coded.checked_sub(bits)?)).then_some(to + 1)
    }

    fn unit_follows(&self, end: usize) -> bool {
        self.unit_word(self.glyphs.over_blanks(end)).is_some()
    }

    fn digits_run(&self, mut at: usize) -> usize {
        while self.glyphs.is_digit(at)
            || matches!(self.glyphs.at(at), '.' | ':' | '/' | '-') && self.glyphs.is_digit(at + 1)
        {
            at += 1;
        }
        at
    }

    pub fn run_length(&self, at: usize) -> usize {
        (at..).take(MOST).take_while(|&at| self.glyphs.is_digit(at)).count()
    }

    /// 1.234.567: groups of three after one to three digits.
    fn is_thousands(&self, at: usize, end: usize) -> bool {
        let mut groups = self.glyphs.all().get(at..end).unwrap_or_default().split(|&c| c == '.');
        let first = groups.next().map_or(0, <[char]>::len);
        (1..=3).contains(&first) && groups.all(|group| group.len() == 3)
    }

    /// A clock time after a date: "2024-05-01 10:30", "T10:30:00Z".
    fn skip_time(&self, end: usize) -> usize {
        let glyphs = &self.glyphs;
        if glyphs.at(end) == 'T' && glyphs.is_digit(end + 1) {
            return self.name_end(end);
        }
        end
    }

    pub fn is_year(&self, at: usize, length: usize) -> bool {
        if length != 4 {
            return false;
        }
        let year: u32 =
            (at..at + 4).filter_map(|at| self.glyphs.at(at).to_digit(10)).fold(0, |year, digit| year * 10 + digit);
        (1800..=2099).contains(&year)
    }

    /// Says whether a time unit behind a number makes it a part of a date or of a clock time.
    pub fn is_date_part(&self, numeral: &Numeral, at: usize, end: usize) -> bool {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        if !is_han(glyphs.at(at)) {
            return false;
        }
        let one = end - at == 1;
        let year = words.year_units.longest(glyphs.all(), at, any).is_some_and(|(stop, ())| stop == end);
        if year && one {
            // 2024年, 二〇二四年, 24年3月.
            let digits = numeral.end - numeral.start;
            let long = numeral.plain_digits == 4 && self.is_year(numeral.start, 4)
                || numeral.form == Form::Chinese
                    && digits == 4
                    && numeral.low > Decimal::ONE_THOUSAND
                    && numeral.magnitude == Decimal::ONE;
            let month = glyphs.is_digit(end) || matches!(self.reader().read(end), Some(n) if self.is_month(n.end));
            return long || month && numeral.low < Decimal::ONE_HUNDRED && self.is_month_after(end);
        }
        if one && self.is_month(at) {
            // 10月 is October; 10个月 a span. A lone "10 月" in a text of its own is a span, too.
            // "2017 年 5 月": blanks may stand around the digits behind a year.
            let behind = glyphs.before(numeral.start) == ' ' && at == numeral.end + 1;
            let behind = behind && {
                let last = numeral.start.saturating_sub(2);
                words.year_units.longest(glyphs.all(), last, any).is_some_and(|(stop, ())| stop == last + 1)
            };
            return (at == numeral.end || behind)
                && numeral.low <= Decimal::from(12)
                && numeral.low >= Decimal::ONE
                && !(at + 1 == glyphs.len() && numeral.start == 0);
        }
        if one && self.is_day(at) {
            // 5月8日; 日 alone after a number up to 31 is a date.
            return at == numeral.end
                && numeral.low <= Decimal::from(31)
                && numeral.low >= Decimal::ONE
                && !numeral.decimals;
        }
        false
    }

    fn is_month(&self, at: usize) -> bool {
        self.date_unit(at, 1)
    }

    fn is_day(&self, at: usize) -> bool {
        self.date_unit(at, 2)
    }

    /// Says whether the glyph at `at` is the `which`-th of the listed parts of dates: year, month, day.
    fn date_unit(&self, at: usize, which: u8) -> bool {
        let found = self.vocab.numerals.date_units.longest(self.glyphs.all(), at, any);
        found.is_some_and(|(end, part)| end == at + 1 && part == which)
    }

    fn is_month_after(&self, at: usize) -> bool {
        self.reader().read(at).is_some_and(|n| self.is_month(n.end))
    }

    /// Returns the end of a name that goes on right behind the digits: "3C58", "5G", "4xlarge", "21st", "1990s".
    pub fn glued_name(&self, numeral: &Numeral) -> Option<usize> {
        let glyphs = &self.glyphs;
        let end = numeral.end;
        // 1.2万tokens: behind a Chinese magnitude a noun may touch.
        if numeral.form == Form::Digits && glyphs.is_word(end) && !is_han(glyphs.before(end)) {
            let next = glyphs.at(end);
            // Greek and accented letters too; a Chinese character is no part of the name.
            return (!is_han(next)).then(|| self.name_end(end));
        }
        None
    }

    /// Returns the end of a clock time or a decade: "2 pm", "2.17pm", "1960s".
    pub fn clock_end(&self, numeral: &Numeral) -> Option<usize> {
        let glyphs = &self.glyphs;
        if numeral.form == Form::Chinese || numeral.low.is_sign_negative() {
            return None;
        }
        let end = numeral.end;
        let next = glyphs.over_blanks(end);
        let hour = numeral.low <= Decimal::from(12) && (!numeral.decimals || numeral.step == Decimal::new(1, 2));
        if hour && next - end <= 1 {
            let clock = self.vocab.numerals.clock.longest(glyphs.all(), next, |stop, _| self.alone(stop));
            if let Some((stop, ())) = clock {
                return Some(stop);
            }
        }
        let decade = glyphs.at(end) == 's' || glyphs.at(end) == '\'' && glyphs.at(end + 1) == 's';
        let stop = end + if glyphs.at(end) == 's' { 1 } else { 2 };
        let round = numeral.plain_digits == 4 && self.is_year(numeral.start, 4) && glyphs.at(end - 1) == '0';
        (decade && round && !glyphs.is_word(stop)).then_some(stop)
    }
}
