//! The words of numerals and the words around them (`numerals.toml`).

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::Trie;
use super::numeral_file::{Chinese, English, NumeralFile, Says, Side, Suffix};
use super::trie::Keep;

/// One Chinese numeral character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zi {
    /// A digit; the flag is set for financial forms.
    Digit(u8, bool),
    /// 廿, 卅.
    Tens(u8),
    /// Ten, hundred, thousand.
    Place(u32),
    /// A power of ten from 10^4; in a simplified text the second one.
    Myriad(u32, u32),
    /// 几, 数.
    Some,
}

/// One English number word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberWord {
    /// Zero to nineteen.
    Ones(u32),
    /// Twenty to ninety.
    Tens(u32),
    /// Hundred.
    Hundred,
    /// A power of ten.
    Scale(u32),
    /// Dozen, pair.
    Dozen(u32),
    /// A denominator, and whether it is plural.
    Part(i64, bool),
    /// "and".
    And,
    /// "a".
    Article,
    /// "minus".
    Minus,
    /// "point".
    Point,
    /// "several".
    Several,
    /// "first".
    Ordinal,
}

/// What joins two numbers, where it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    /// A dash.
    Dash,
    /// "to".
    To,
    /// "and".
    And,
}

/// Numerals and the words around them, ready to match.
#[derive(Debug)]
pub struct Numerals {
    zi: BTreeMap<char, Zi>,
    /// The decimal point, 点.
    pub point: char,
    /// 半.
    pub half: char,
    /// Characters behind 兆 that show that things or money are counted.
    pub myriad_counted: String,
    /// 两.
    pub liang: char,
    /// 个.
    pub piece: char,
    /// Words that make "over 3 hours" a bound, matched leftwards.
    pub bound_before: Trie<()>,
    /// Words before "one" that make it a pronoun, matched leftwards.
    pub pronouns: Trie<()>,
    /// 又.
    pub mixed: char,
    /// 上 in 上百.
    pub over: char,
    /// Characters of 多 and 余.
    pub odd: Vec<char>,
    /// Characters of 分之.
    pub fraction: Vec<char>,
    /// Characters beside which blanks within a numeral are skipped.
    pub glue: Vec<char>,
    /// Signs, matched leftwards.
    pub minus: Trie<()>,
    /// 分 and 份 between a whole and its parts: 三分一.
    pub parts: String,
    /// 来.
    pub about: char,
    /// Characters behind which one of a unit is left unsaid.
    pub one_after: String,
    /// 打.
    pub dozen: char,
    /// Words that begin with it and count nothing.
    pub not_dozen: Trie<()>,
    /// Words that hold a numeral character and are no number.
    pub not_a_number: Trie<()>,
    /// English number words.
    pub english: Trie<NumberWord>,
    /// "dozens", "thousands".
    pub vague: Trie<i64>,
    /// "of" after them.
    pub vague_links: Trie<()>,
    /// "odd" after a number.
    pub odd_words: Trie<()>,
    /// Letters glued to digits.
    pub suffixes: Vec<Suffix>,
    /// Hedges before a number, matched leftwards.
    pub before: Trie<Says>,
    /// Hedges after it.
    pub after: Trie<Says>,
    /// 比…大.
    pub pairs: Vec<(Says, Trie<()>, Trie<()>)>,
    /// Joins of two numbers.
    pub joins: Trie<Join>,
    /// "between", "from", matched leftwards.
    pub openers: Trie<Join>,
    /// 之间.
    pub closers: Trie<()>,
    /// "ranging from", matched leftwards.
    pub ranging: Trie<()>,
    /// "in" of "one in five".
    pub one_in: Trie<()>,
    /// "below", between degrees and zero.
    pub below: Trie<()>,
    /// Verbs of change, at the start of a word.
    pub change: Trie<()>,
    /// "and" between a unit and a bare number behind it.
    pub and: Trie<()>,
    /// "out of".
    pub divide: Trie<()>,
    /// "by", matched leftwards.
    pub by: Trie<()>,
    /// Between a unit and a smaller one.
    pub compound: Trie<()>,
    /// "±".
    pub plus_minus: Trie<()>,
    /// Between two bounds of one number.
    pub both: Trie<()>,
    /// Joins of the members of a list.
    pub list: Trie<()>,
    /// Words before a label, matched leftwards.
    pub labels: Trie<()>,
    /// Words for what is set to the number behind them, matched leftwards.
    pub settings: Trie<()>,
    /// Months, forwards and leftwards.
    pub months: (Trie<()>, Trie<()>),
    /// "st", "nd".
    pub ordinals: Trie<()>,
    /// "pm".
    pub clock: Trie<()>,
    /// Words before a year, matched leftwards.
    pub years: Trie<()>,
    /// 年 after a year.
    pub year_units: Trie<()>,
    /// Year (0), month (1), day (2) and others after parts of dates.
    pub date_units: Trie<u8>,
    /// 上午, matched leftwards.
    pub day_parts: Trie<()>,
    /// 整 behind 点.
    pub hour_ends: Trie<()>,
    /// 第.
    pub ordinal: char,
    /// How names of substances go on behind a number and a hyphen.
    pub chemicals: Trie<()>,
    /// English words that are no noun.
    pub stop: Trie<()>,
    /// Which second letters follow each first letter of a number word, as bits; a single letter sets all.
    starts: [u32; 26],
}

impl Numerals {
    /// Builds the tries from the file.
    pub fn new(file: NumeralFile) -> Self {
        let mut starts = [0; 26];
        for word in number_words(&file.english) {
            let mut letters = word.chars();
            if let Some(first) = letters.next().and_then(letter) {
                starts[first] |= letters.next().and_then(letter).map_or(LONE, |second| 1 << second);
            }
        }
        let NumeralFile { chinese, not_a_number, english, suffix, hedge, hedge_pair, range, label, stop } = file;
        let mut before = Trie::backwards();
        let mut after = Trie::any_case();
        for hedge in &hedge {
            for word in &hedge.words {
                match hedge.side {
                    Side::Before => before.insert(word, hedge.says),
                    Side::After => after.insert(word, hedge.says),
                }
            }
        }
        let mut joins = Trie::any_case();
        let mut openers = Trie::backwards();
        for (words, join) in [(&range.dash, Join::Dash), (&range.to, Join::To), (&range.and, Join::And)] {
            words.iter().for_each(|word| joins.insert(word, join));
        }
        for (words, join) in [(&range.open_and, Join::And), (&range.open_to, Join::To)] {
            words.iter().for_each(|word| openers.insert(word, join));
        }
        Self {
            zi: zi_of(&chinese),
            point: chinese.point,
            half: chinese.half,
            myriad_counted: chinese.myriad_counted.clone(),
            liang: chinese.liang,
            piece: chinese.piece,
            pronouns: backwards(&english.pronoun_before),
            bound_before: backwards(&english.bound_before),
            mixed: chinese.mixed,
            over: chinese.over,
            odd: chinese.odd.chars().collect(),
            fraction: chinese.fraction.chars().collect(),
            glue: chinese.glue.chars().collect(),
            minus: backwards(&chinese.minus),
            parts: chinese.parts.clone(),
            about: chinese.about,
            one_after: chinese.one_after,
            dozen: chinese.dozen,
            not_dozen: forwards(&chinese.not_dozen),
            not_a_number: forwards(not_a_number.iter().flat_map(|list| &list.words)),
            vague: with_values(&english.vague),
            vague_links: forwards(&english.vague_links),
            odd_words: forwards(&english.odd),
            english: words_of(&english),
            suffixes: suffix,
            before,
            after,
            pairs: hedge_pair.iter().map(|pair| (pair.says, backwards(&pair.before), forwards(&pair.after))).collect(),
            joins,
            openers,
            closers: forwards(&range.close),
            ranging: backwards(&range.ranging),
            one_in: forwards(&range.one_in),
            below: forwards(&range.below),
            change: forwards(&range.change),
            and: forwards(&english.and),
            divide: forwards(&range.divide),
            by: backwards(&range.by),
            compound: forwards(&range.compound),
            plus_minus: forwards(&range.plus_minus),
            both: forwards(&range.both),
            list: forwards(&range.list),
            labels: backwards(&label.before),
            settings: backwards(&label.settings),
            months: (forwards(&label.months), backwards(&label.months)),
            ordinals: forwards(&label.ordinals),
            clock: forwards(&label.clock),
            years: backwards(&label.years),
            year_units: forwards(&label.year_units),
            date_units: {
                let mut trie = Trie::any_case();
                (0..).zip(&label.date_units).for_each(|(which, word)| trie.insert(word, which));
                trie
            },
            day_parts: backwards(&label.day_parts),
            hour_ends: forwards(&label.hour_ends),
            ordinal: label.ordinal,
            chemicals: forwards(&label.chemicals),
            stop: forwards(&stop.words),
            starts,
        }
    }

    /// Says whether a number word may begin with `first` and `second`, in any case; `false` is certain.
    #[inline]
    pub fn may_begin(&self, first: char, second: char) -> bool {
        let Some(first) = letter(first) else { return true };
        let bits = self.starts[first];
        letter(second).map_or(bits & LONE != 0, |second| bits & (1 << second) != 0)
    }

    /// Returns what the Chinese character `c` means in a numeral.
    pub fn zi(&self, c: char) -> Option<Zi> {
        self.zi.get(&c).copied()
    }

    /// Returns all numeral characters.
    pub fn characters(&self) -> impl Iterator<Item = char> {
        self.zi.keys().copied().chain([self.half, self.over])
    }
}

/// In `starts`: a word of one letter.
const LONE: u32 = 1 << 26;

/// Returns the place of a letter in the alphabet.
fn letter(c: char) -> Option<usize> {
    let c = c.to_ascii_lowercase();
    c.is_ascii_lowercase().then(|| usize::from(c as u8 - b'a'))
}

/// Returns all words that a number in English may begin with.
fn number_words(english: &English) -> impl Iterator<Item = &String> {
    let lists = [&english.zero, &english.ones, &english.tens, &english.hundred, &english.article, &english.minus];
    let more = [&english.point, &english.several, &english.ordinals, &english.and];
    let maps = english.misspelt.keys().chain(english.scales.keys()).chain(english.dozens.keys());
    let parts = english.parts.keys().chain(english.part_plurals.keys()).chain(english.vague.keys());
    lists.into_iter().chain(more).flatten().chain(maps).chain(parts)
}

/// Says yes to every word: the longest one counts.
pub fn any<T>(_: usize, _: T) -> Keep {
    Keep::Yes
}

fn forwards<'a>(words: impl IntoIterator<Item = &'a String>) -> Trie<()> {
    let mut trie = Trie::any_case();
    words.into_iter().for_each(|word| trie.insert(word, ()));
    trie
}

fn backwards<'a>(words: impl IntoIterator<Item = &'a String>) -> Trie<()> {
    let mut trie = Trie::backwards();
    words.into_iter().for_each(|word| trie.insert(word, ()));
    trie
}

fn with_values<T: Copy>(words: &BTreeMap<String, T>) -> Trie<T> {
    let mut trie = Trie::any_case();
    words.iter().for_each(|(word, &value)| trie.insert(word, value));
    trie
}

fn zi_of(chinese: &Chinese) -> BTreeMap<char, Zi> {
    let mut zi = BTreeMap::new();
    for (list, financial) in [(&chinese.digits, false), (&chinese.financial, true)] {
        for (digit, characters) in (0u8..).zip(list) {
            zi.extend(characters.chars().map(|c| (c, Zi::Digit(digit, financial))));
        }
    }
    zi.extend(chinese.tens.iter().map(|(&c, &value)| (c, Zi::Tens(value as u8))));
    for places in [&chinese.places, &chinese.financial_places] {
        zi.extend(places.iter().map(|(&c, &value)| (c, Zi::Place(value))));
    }
    for (c, &power) in &chinese.myriads {
        zi.insert(*c, Zi::Myriad(power, chinese.myriad_mainland.get(c).copied().unwrap_or(power)));
    }
    zi.extend(chinese.some.chars().map(|c| (c, Zi::Some)));
    zi
}

fn words_of(english: &English) -> Trie<NumberWord> {
    let mut trie = Trie::any_case();
    english.zero.iter().for_each(|word| trie.insert(word, NumberWord::Ones(0)));
    for (value, word) in (1..).zip(&english.ones) {
        trie.insert(word, NumberWord::Ones(value));
    }
    for (value, word) in (1..).zip(&english.tens) {
        trie.insert(word, NumberWord::Tens(value * 10));
    }
    english.misspelt.iter().for_each(|(word, &value)| trie.insert(word, NumberWord::Tens(value)));
    english.hundred.iter().for_each(|word| trie.insert(word, NumberWord::Hundred));
    english.scales.iter().for_each(|(word, &power)| trie.insert(word, NumberWord::Scale(power)));
    english.dozens.iter().for_each(|(word, &value)| trie.insert(word, NumberWord::Dozen(value)));
    english.parts.iter().for_each(|(word, &value)| trie.insert(word, NumberWord::Part(value, false)));
    english.part_plurals.iter().for_each(|(word, &value)| trie.insert(word, NumberWord::Part(value, true)));
    let kinds = [
        (&english.and, NumberWord::And),
        (&english.article, NumberWord::Article),
        (&english.minus, NumberWord::Minus),
        (&english.point, NumberWord::Point),
        (&english.several, NumberWord::Several),
        (&english.ordinals, NumberWord::Ordinal),
    ];
    for (words, kind) in kinds {
        words.iter().for_each(|word| trie.insert(word, kind));
    }
    trie
}

/// Returns ten to the power `power`, or `None` where it does not fit.
pub fn power_of_ten(power: i32) -> Option<Decimal> {
    match power {
        0..=28 => Decimal::try_from_i128_with_scale(10i128.pow(power.unsigned_abs()), 0).ok(),
        -28..0 => Decimal::try_from_i128_with_scale(1, power.unsigned_abs()).ok(),
        _ => None,
    }
}
