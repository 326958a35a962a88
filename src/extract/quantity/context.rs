//! What is no quantity: digits in names, versions, dates, clock times, addresses, labels, citations, years.

use rust_decimal::Decimal;

use super::scan::{Atom, Bare, Scanner};
use crate::extract::numeral::{Form, Numeral, is_han};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::any;
use crate::vocab::trie::Keep;

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
            // 10:30, 3:1, 12:01:30.
            return Some(end);
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

    fn run_length(&self, at: usize) -> usize {
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

    fn is_year(&self, at: usize, length: usize) -> bool {
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
            return at == numeral.end
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
        if numeral.form == Form::Digits
            && glyphs.is_word(end)
            && numeral.end == numeral.start + (numeral.end - numeral.start)
        {
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

    /// Reads what a number counts: a Chinese measure word or an English noun.
    pub fn count(&self, atom: &mut Atom) {
        let glyphs = &self.glyphs;
        let at = glyphs.over_blanks(atom.end);
        if at - atom.end > 2 {
            return;
        }
        let gap =
            usize::from(matches!(glyphs.at(at), '-' | '–') && at == atom.end && glyphs.kind(at + 1) == Kind::Letter);
        let at = at + gap;
        if let Some((end, ())) = self.vocab.units.counters.longest(glyphs.all(), at, |end, _| self.alone(end))
            && (is_han(glyphs.at(at)) || glyphs.at(at).is_ascii_uppercase() || is_han(glyphs.before(at)))
        {
            atom.counted = Some(self.words_of(at, end));
            return;
        }
        if glyphs.kind(at) != Kind::Letter || gap > 0 && self.is_name_part(atom, at) {
            return;
        }
        if at == atom.end && gap == 0 && atom.numeral.form != Form::English {
            return;
        }
        atom.counted = if gap > 0 { self.hyphened(at) } else { self.noun(at) };
    }

    /// Returns the word that a hyphen ties to a number: "5-star", "64-core".
    fn hyphened(&self, at: usize) -> Option<crate::claim::Name> {
        let mut end = at;
        while self.glyphs.is_word(end) && end - at < 32 {
            end += 1;
        }
        let stop = self.vocab.numerals.stop.longest(self.glyphs.all(), at, |stop, _| self.alone(stop));
        (!stop.is_some_and(|(stop, ())| stop == end)).then(|| self.words_of(at, end))
    }

    /// "4-aminopyridine", "5-HT", against "4-pole" and "8-GPU": says whether the digits before a hyphen and the
    /// word at `at` make a name.
    fn is_name_part(&self, atom: &Atom, at: usize) -> bool {
        let all = self.glyphs.all();
        let chemical = self.vocab.numerals.chemicals.longest(all, at, any).is_some();
        let capital = self.glyphs.at(at).is_ascii_uppercase() && !self.is_thing(at);
        atom.numeral.form == Form::Digits && (chemical || capital)
    }

    /// Says whether the word at `at` is one of the things that rates and servers are made of.
    fn is_thing(&self, at: usize) -> bool {
        let units = &self.vocab.units;
        let all = self.glyphs.all();
        units.item_words.longest(all, at, |end, _| self.alone(end)).is_some()
            || units.scope_words.longest(all, at, |end, _| self.alone(end)).is_some()
            || units.counters.longest(all, at, |end, _| self.alone(end)).is_some()
    }

    fn words_of(&self, at: usize, end: usize) -> crate::claim::Name {
        self.glyphs.all().get(at..end).unwrap_or_default().iter().collect::<String>().into()
    }

    /// Returns the noun that begins at `at`, past a few words before it: "H100 GPUs", "elderly participants".
    fn noun(&self, at: usize) -> Option<crate::claim::Name> {
        let glyphs = &self.glyphs;
        let mut from = at;
        let mut first = None;
        for _ in 0..4 {
            let mut end = from;
            while glyphs.is_word(end) || glyphs.at(end) == '-' && glyphs.is_word(end + 1) {
                end += 1;
            }
            if end == from || end - from > 32 {
                break;
            }
            let stop = self.vocab.numerals.stop.longest(glyphs.all(), from, |end, _| self.alone(end));
            if stop.is_some_and(|(stop, ())| stop == end) {
                break;
            }
            let plain = glyphs.all().get(from..end)?.iter().all(|c| c.is_alphabetic() || *c == '-');
            let plural = plain && glyphs.at(end - 1) == 's' && !matches!(glyphs.before(end - 1), 's' | 'u' | 'i');
            if plural {
                return Some(self.words_of(from, end));
            }
            if first.is_none() && plain && glyphs.at(from).is_ascii_lowercase() {
                first = Some((from, end));
            }
            let next = glyphs.over_blanks(end);
            if next == end || next - end > 2 {
                break;
            }
            from = next;
        }
        first.map(|(from, end)| self.words_of(from, end))
    }

    /// Says why a number without a unit is no quantity.
    pub fn bare(&self, atom: &Atom) -> Option<Bare> {
        let numeral = &atom.numeral;
        if self.is_label(atom) {
            return Some(Bare::Label);
        }
        if self.is_date(atom) || self.is_hour(atom) {
            return Some(Bare::Date);
        }
        if self.is_citation(atom) || self.is_heading_number(atom) {
            return Some(Bare::Label);
        }
        let counts = atom.counted.is_some();
        if numeral.lone && !self.is_piece(atom) {
            return Some(Bare::Plain);
        }
        if self.is_paper(numeral) {
            return Some(Bare::Label);
        }
        let code = numeral.plain_digits > 4 && self.is_code(atom.start);
        if numeral.low.is_sign_negative() && self.glyphs.before(self.glyphs.back_over_blanks(atom.start)) == ')' {
            return Some(Bare::Plain);
        }
        if code || self.is_named(atom) || self.is_place(atom) {
            return Some(Bare::Label);
        }
        if numeral.plain_digits > 0 && numeral.plain_digits <= 2 && self.is_subscript(atom.start) {
            return Some(Bare::Plain);
        }
        let large = numeral.magnitude > Decimal::ONE || numeral.vague || numeral.low != numeral.high;
        let spoken = numeral.form == Form::English && numeral.end - numeral.start > 10;
        let told = self.is_part(atom) || self.has_share(atom.end);
        let figure = counts || large || spoken || numeral.decimals || told || self.in_relation(atom);
        if figure { None } else { Some(Bare::Plain) }
    }

    /// "four of the five plants": a number in words counts what "of" names.
    fn is_part(&self, atom: &Atom) -> bool {
        let next = self.glyphs.over_blanks(atom.end);
        atom.numeral.form == Form::English
            && next == atom.end + 1
            && self.vocab.numerals.vague_links.longest(self.glyphs.all(), next, |end, _| self.alone(end)).is_some()
    }

    /// "26 (72%)": a count with its share behind it.
    fn has_share(&self, end: usize) -> bool {
        let glyphs = &self.glyphs;
        let from = glyphs.over_blanks(end) + 1;
        let mut at = from;
        while at - from < 6 && (glyphs.is_digit(at) || glyphs.at(at) == '.') {
            at += 1;
        }
        glyphs.at(from - 1) == '(' && at > from && glyphs.at(at) == '%'
    }

    /// 两张卡, 三台服务器: a small number of things that one counts, unlike 两种, 三个.
    fn is_piece(&self, atom: &Atom) -> bool {
        let at = self.glyphs.over_blanks(atom.numeral.end);
        let piece = self.vocab.units.pieces.longest(self.glyphs.all(), at, any).is_some();
        piece && atom.numeral.form == Form::Chinese && atom.numeral.low > Decimal::ONE && !atom.numeral.fraction
    }

    /// "the G 1 phase", "σ 2": says whether a single letter stands before `at`, whose index the number is.
    pub fn is_subscript(&self, at: usize) -> bool {
        let glyphs = &self.glyphs;
        let end = glyphs.back_over_blanks(at);
        let letter = glyphs.before(end);
        let single = letter.is_alphabetic() && !is_han(letter) && !matches!(letter, 'a' | 'A' | 'I' | '°');
        end + 1 == at && single && (end < 2 || !glyphs.is_word(end - 2) && !matches!(glyphs.at(end - 2), '\'' | '.'))
    }

    /// "r −2": says whether a single letter and a blank stand before the sign at `at`, whose power the number is.
    pub fn is_exponent(&self, at: usize) -> bool {
        matches!(self.glyphs.at(at), '-' | '–') && self.is_subscript(at)
    }

    /// "(a/1 mm)", "r /5 AU": says whether a single letter and a slash stand before the number at `at`, which
    /// belongs to a formula; "12 V/5 A" are two figures.
    pub fn is_divisor(&self, at: usize) -> bool {
        let glyphs = &self.glyphs;
        let Some(slash) = at.checked_sub(1).filter(|&slash| glyphs.at(slash) == '/') else { return false };
        let end = glyphs.back_over_blanks(slash);
        let start = end.saturating_sub(1);
        let single = glyphs.at(start).is_ascii_lowercase() && (start == 0 || !glyphs.is_word(start - 1));
        single && !glyphs.is_digit(glyphs.back_over_blanks(start).wrapping_sub(1))
    }

    /// "10 th": an ordinal whose ending stands apart.
    fn is_place(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let next = glyphs.over_blanks(atom.numeral.end);
        let found = self.vocab.numerals.ordinals.longest(glyphs.all(), next, |stop, _| self.alone(stop));
        found.is_some() && next == atom.numeral.end + 1 && atom.numeral.form == Form::Digits && !atom.numeral.decimals
    }

    /// "1909.08053": the number of a preprint, by year and month.
    fn is_paper(&self, numeral: &Numeral) -> bool {
        if numeral.form != Form::Digits || !numeral.decimals || numeral.end - numeral.start != 10 {
            return false;
        }
        let month = [2, 3].map(|at| self.glyphs.at(numeral.start + at).to_digit(10).unwrap_or(99));
        self.glyphs.at(numeral.start + 4) == '.' && (1..=12).contains(&(month[0] * 10 + month[1]))
    }

    /// "Gaudi 3 offers", "Voyager 2 in", "Python 3.8": a number behind a capitalised word belongs to a name.
    fn is_named(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let numeral = &atom.numeral;
        let end = glyphs.back_over_blanks(atom.start);
        if numeral.form != Form::Digits
            || atom.start - end != 1
            || numeral.plain_digits > 3
            || numeral.magnitude != Decimal::ONE
            || numeral.low.is_sign_negative()
        {
            return false;
        }
        if numeral.plain_digits == 0 && numeral.low >= Decimal::from(20) {
            return false;
        }
        let mut start = end;
        while start > 0 && glyphs.at(start - 1).is_ascii_alphanumeric() && end - start < 24 {
            start -= 1;
        }
        let version = numeral.decimals && (end - start < 3 || self.joins_on(numeral.end));
        if end - start < 2
            || version
            || !glyphs.at(start).is_ascii_uppercase()
            || start > 0 && glyphs.is_word(start - 1)
        {
            return false;
        }
        let stop = self.vocab.numerals.stop.longest(glyphs.all(), start, |stop, _| self.alone(stop));
        let hedge = self.hedge_before(atom.start, 0).is_some();
        !hedge && !stop.is_some_and(|(stop, ())| stop == end)
    }

    /// Says whether a dash or "to" and another number follow.
    fn joins_on(&self, end: usize) -> bool {
        let glyphs = &self.glyphs;
        let found = self.vocab.numerals.joins.longest(glyphs.all(), glyphs.over_blanks(end), any);
        found.is_some_and(|(next, _)| glyphs.is_digit(glyphs.over_blanks(next)))
    }

    /// "Fig. 3A", "3A–3C": returns the end of a label of digits and one letter, where a label word or a
    /// label stands before it; "2006b": of a year with a letter.
    pub fn lettered(&self, numeral: &Numeral, prev: Option<&Atom>) -> Option<(usize, bool)> {
        let glyphs = &self.glyphs;
        let digits = self.run_length(numeral.start);
        let end = numeral.start + digits;
        if digits == 0 || digits > 4 || glyphs.kind(end) != Kind::Letter || glyphs.is_word(end + 1) {
            return None;
        }
        if self.is_year(numeral.start, digits) && matches!(glyphs.at(end), 'a'..='f') {
            return Some((end + 1, true));
        }
        let listed = prev.is_some_and(|prev| {
            let gap = numeral.start.saturating_sub(prev.end);
            prev.bare == Some(Bare::Label) && gap <= 6 && prev.end <= numeral.start
        });
        (listed || self.label_before(numeral.start).is_some()).then_some((end + 1, false))
    }

    /// "n = 8815", "batch size: 64": the number is the value of something.
    fn in_relation(&self, atom: &Atom) -> bool {
        let before = self.glyphs.back_over_blanks(atom.start);
        matches!(self.glyphs.before(before), '=' | '≈' | '<' | '>' | '≤' | '≥' | '~')
    }

    /// "< 2.5 and 40 MHz": says whether a sign of order stands before the number, which keeps it to itself.
    pub fn is_limit(&self, atom: &Atom) -> bool {
        let before = self.glyphs.back_over_blanks(atom.start);
        matches!(self.glyphs.before(before), '<' | '>' | '≤' | '≥')
    }

    /// Returns where the label word right before `at` begins.
    fn label_before(&self, at: usize) -> Option<usize> {
        let glyphs = &self.glyphs;
        let before = glyphs.back_over_blanks(at);
        if at - before > 2 {
            return None;
        }
        let found = self.vocab.numerals.labels.longest(glyphs.all(), before, |start, _| {
            let letter = glyphs.at(start).is_ascii_alphabetic();
            if letter && start > 0 && glyphs.is_word(start - 1) { Keep::No } else { Keep::Yes }
        });
        found.map(|(start, ())| start)
    }

    fn is_label(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let before = glyphs.back_over_blanks(atom.start);
        let Some(start) = self.label_before(atom.start) else { return false };
        // 第三 and 图3 touch the number; 表 and 期 as the end of another word do not count before a large number.
        let han = is_han(glyphs.at(start));
        let whole = !atom.numeral.decimals || !han;
        whole
            && atom.numeral.magnitude <= Decimal::ONE_HUNDRED
            && !(han && atom.counted.is_some() && before == start + 1 && !self.is_ordinal(start))
    }

    /// 第 makes an ordinal even before a measure word.
    fn is_ordinal(&self, at: usize) -> bool {
        self.vocab.numerals.ordinal == self.glyphs.at(at)
    }

    fn is_date(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        let numeral = &atom.numeral;
        if self.is_written_date(numeral) {
            return true;
        }
        if numeral.decimals || numeral.magnitude != Decimal::ONE {
            return false;
        }
        if numeral.form != Form::English
            && words.date_units.longest(glyphs.all(), numeral.end, any).is_some()
            && atom.counted.is_none()
        {
            return true;
        }
        let before = glyphs.back_over_blanks(atom.start);
        let next = glyphs.over_blanks(numeral.end);
        let letter_before = |start: usize| if start > 0 && glyphs.is_word(start - 1) { Keep::No } else { Keep::Yes };
        let small = numeral.low <= Decimal::from(31) || self.is_year(numeral.start, numeral.plain_digits);
        if small && numeral.form == Form::Digits {
            let comma = if glyphs.before(before) == ',' { before - 1 } else { before };
            let month = words.months.1.longest(glyphs.all(), comma, |start, _| letter_before(start)).is_some()
                || words.months.0.longest(glyphs.all(), next, |stop, _| self.alone(stop)).is_some()
                    && next > numeral.end;
            if month && !self.is_may_verb(comma) {
                return true;
            }
        }
        if !self.is_year(numeral.start, numeral.plain_digits) {
            return false;
        }
        // A year: nothing is counted, or "in 2019", "et al. (2019" or "C/2013" stands before.
        let mark = glyphs.before(before);
        let cited = mark == '(' && glyphs.before(glyphs.back_over_blanks(before - 1)) == '.';
        let named = mark == '/' && before == atom.start && before > 1 && glyphs.at(before - 2).is_ascii_alphabetic();
        atom.counted.is_none()
            || cited
            || named
            || words.years.longest(glyphs.all(), before, |start, _| letter_before(start)).is_some()
            || glyphs.before(before) == ','
    }

    /// "20230325", "2023.10": year, month and day in digits alone.
    fn is_written_date(&self, numeral: &Numeral) -> bool {
        let glyphs = &self.glyphs;
        let start = numeral.start;
        let two = |at: usize| {
            let digits = [at, at + 1].map(|at| glyphs.at(at).to_digit(10));
            digits[0].zip(digits[1]).map_or(99, |(ten, one)| ten * 10 + one)
        };
        let day = numeral.plain_digits == 8 && (1..=12).contains(&two(start + 4)) && (1..=31).contains(&two(start + 6));
        let month = numeral.decimals
            && numeral.end - start == 7
            && glyphs.at(start + 4) == '.'
            && (1..=12).contains(&two(start + 5));
        numeral.form == Form::Digits && (day || month) && self.is_year(start, 4)
    }

    /// 凌晨3点, 9点30分: an hour of the day, unlike 五点建议.
    fn is_hour(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let words = &self.vocab.numerals;
        let numeral = &atom.numeral;
        let after = numeral.end + 1;
        if glyphs.at(numeral.end) != words.point
            || numeral.decimals
            || numeral.low != numeral.high
            || numeral.low > Decimal::from(24)
            || numeral.magnitude != Decimal::ONE
        {
            return false;
        }
        let before = glyphs.back_over_blanks(numeral.start);
        words.day_parts.longest(glyphs.all(), before, any).is_some()
            || !is_han(glyphs.at(after))
            || glyphs.kind(after) == Kind::Han
            || words.hour_ends.longest(glyphs.all(), after, any).is_some()
    }

    /// "may 5" in small letters is a verb as often as a month: only capitals count.
    fn is_may_verb(&self, end: usize) -> bool {
        let glyphs = &self.glyphs;
        end >= 3 && glyphs.all().get(end - 3..end) == Some(&['m', 'a', 'y'])
    }

    /// "[12]", "[3, 4]", "(14–17)": a number in brackets with nothing but numbers.
    fn is_citation(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        // "the model (3.3)": the number of an equation.
        let equation = atom.numeral.decimals
            && atom.numeral.low >= Decimal::ONE
            && atom.end - atom.start == 3
            && (glyphs.before(atom.start), glyphs.at(atom.end)) == ('(', ')');
        if equation {
            return true;
        }
        if atom.numeral.form != Form::Digits
            || atom.numeral.decimals
            || atom.numeral.plain_digits == 0
            || atom.numeral.plain_digits > 4
        {
            return false;
        }
        let inner = |c: char| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–' | ';' | '—');
        let mut from = atom.start;
        while from > 0 && atom.start - from < 40 && inner(glyphs.at(from - 1)) {
            from -= 1;
        }
        let mut to = atom.end;
        while to - atom.end < 40 && inner(glyphs.at(to)) {
            to += 1;
        }
        // "thieno[3,2-b]pyridine": places in a molecule.
        let places = glyphs.before(from) == '[' && glyphs.before(to) == '-' && glyphs.at(to + 1) == ']';
        if places && glyphs.at(to).is_ascii_lowercase() {
            return true;
        }
        matches!((glyphs.before(from), glyphs.at(to)), ('[', ']') | ('(', ')') | ('【', '】'))
    }

    /// "1. Introduction", "2) …", "3.1 Results" at the start of a text.
    fn is_heading_number(&self, atom: &Atom) -> bool {
        let glyphs = &self.glyphs;
        let starts = glyphs.back_over_blanks(atom.start);
        // "… of standard length. 2.4 Sex differences": a heading that ran into the text.
        let title = atom.numeral.decimals
            && atom.end - atom.start == 3
            && starts + 1 == atom.start
            && glyphs.before(starts) == '.'
            && starts > 2
            && glyphs.at(starts - 2).is_ascii_lowercase()
            && glyphs.at(atom.end) == ' '
            && glyphs.at(atom.end + 1).is_ascii_uppercase()
            && glyphs.at(atom.end + 2).is_ascii_lowercase();
        if title {
            return true;
        }
        if starts > 0 && !matches!(glyphs.before(starts), '\n' | '#' | '(' | '*')
            || atom.counted.is_some() && atom.numeral.form != Form::Digits
        {
            return false;
        }
        let marks = matches!(glyphs.at(atom.end), '.' | ')' | '、')
            && (glyphs.at(atom.end + 1) == ' ' || is_han(glyphs.at(atom.end + 1)));
        let titled = atom.numeral.decimals
            && atom.numeral.low < Decimal::ONE_HUNDRED
            && glyphs.at(atom.end) == ' '
            && (glyphs.at(atom.end + 1).is_ascii_uppercase() || is_han(glyphs.at(atom.end + 1)));
        (marks && atom.numeral.plain_digits > 0 && atom.numeral.plain_digits < 4 || titled) && !atom.numeral.fraction
    }
}
