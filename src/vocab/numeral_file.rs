//! `numerals.toml` as it is written: numerals, hedges, ranges and what makes a number a label.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Deserialize;

/// `numerals.toml`, as it is written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumeralFile {
    /// Chinese digits and places.
    pub chinese: Chinese,
    /// Words that hold a numeral character and are no number.
    #[serde(default)]
    pub not_a_number: Vec<Words>,
    /// English number words.
    pub english: English,
    /// Letters glued to digits.
    #[serde(default)]
    pub suffix: Vec<Suffix>,
    /// Hedges and bounds beside a number.
    #[serde(default)]
    pub hedge: Vec<Hedge>,
    /// Bounds whose words stand on both sides.
    #[serde(default)]
    pub hedge_pair: Vec<HedgePair>,
    /// What joins two numbers.
    pub range: Range,
    /// What makes a number a label, a date or a time.
    pub label: Label,
    /// English words that are no noun.
    pub stop: Words,
}

/// A plain list of words.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// The words.
    pub words: Vec<String>,
}

/// Chinese digits and places.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chinese {
    /// Characters of the digits 0 to 9.
    pub digits: Vec<String>,
    /// The same as banks write them; read only beside other numeral characters.
    pub financial: Vec<String>,
    /// 廿, 卅: twenty, thirty.
    pub tens: BTreeMap<char, u32>,
    /// 十, 百, 千.
    pub places: BTreeMap<char, u32>,
    /// The same as banks write them.
    pub financial_places: BTreeMap<char, u32>,
    /// 万, 亿, 兆 as powers of ten.
    pub myriads: BTreeMap<char, u32>,
    /// Those that mean another power in a simplified text.
    pub myriad_mainland: BTreeMap<char, u32>,
    /// Characters behind such a place that show that things or money are counted.
    pub myriad_counted: String,
    /// Between a whole and its parts, where 之 is left out: 三分一.
    pub parts: String,
    /// The decimal point.
    pub point: char,
    /// One half.
    pub half: char,
    /// The two that only begins a number: 两.
    pub liang: char,
    /// 个, in 两个亿.
    pub piece: char,
    /// 几 and 数: a digit left open.
    pub some: String,
    /// 多 and 余: something over.
    pub odd: String,
    /// 上 in 上百: the decade that a place opens.
    pub over: char,
    /// 分之, between denominator and numerator.
    pub fraction: String,
    /// 又, between whole and fraction.
    pub mixed: char,
    /// Signs.
    pub minus: Vec<String>,
    /// 来, between a round number and what it counts.
    pub about: char,
    /// Characters behind which one of a unit is left unsaid: 身高米九.
    pub one_after: String,
    /// 打, twelve.
    pub dozen: char,
    /// Words that begin with that character and count nothing.
    pub not_dozen: Vec<String>,
    /// Characters beside which blanks within a numeral are skipped.
    pub glue: String,
}

/// English number words.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct English {
    /// Words for zero.
    pub zero: Vec<String>,
    /// One to nineteen.
    pub ones: Vec<String>,
    /// Ten to ninety.
    pub tens: Vec<String>,
    /// Common slips.
    pub misspelt: BTreeMap<String, u32>,
    /// Hundred.
    pub hundred: Vec<String>,
    /// Thousand and up, as powers of ten.
    pub scales: BTreeMap<String, u32>,
    /// Dozen, pair, score.
    pub dozens: BTreeMap<String, u32>,
    /// Half, third, quarter …, as denominators.
    pub parts: BTreeMap<String, i64>,
    /// Their plurals.
    pub part_plurals: BTreeMap<String, i64>,
    /// "and".
    pub and: Vec<String>,
    /// "a", "an".
    pub article: Vec<String>,
    /// "minus".
    pub minus: Vec<String>,
    /// "point".
    pub point: Vec<String>,
    /// "first": after a ten, it makes an ordinal.
    pub ordinals: Vec<String>,
    /// "dozens", "thousands": the decade that they name.
    pub vague: BTreeMap<String, i64>,
    /// "of", between vague words and what they count.
    pub vague_links: Vec<String>,
    /// "several", before a scale.
    pub several: Vec<String>,
    /// "odd", after a number.
    pub odd: Vec<String>,
    /// Before "over 3 hours" and "under 2 bar" these make it a bound.
    pub bound_before: Vec<String>,
    /// "this one", "which one".
    pub pronoun_before: Vec<String>,
}

/// A letter glued to digits: "8.5k".
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suffix {
    /// The letter.
    pub text: String,
    /// Its power of ten.
    pub power: u32,
    /// Only with a currency.
    #[serde(default)]
    pub money: bool,
    /// Also after a blank, where the number carries a currency.
    #[serde(default)]
    pub blank: bool,
    /// Also after a blank, where a number with a decimal point ends a clause: "2.33 k".
    #[serde(default)]
    pub apart: bool,
    /// Only where one of these stands in the same text.
    #[serde(default)]
    pub near: Vec<String>,
    /// Not where one of these stands in the same text.
    #[serde(default)]
    pub unless: Vec<String>,
    /// Only before one of these.
    #[serde(default)]
    pub before: Vec<String>,
    /// Not before one of these.
    #[serde(default)]
    pub not_before: Vec<String>,
    /// Only with numbers over this one.
    pub over: Option<Decimal>,
}

/// What a hedge says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Says {
    /// "约", "about".
    Approx,
    /// "至少", "more than".
    AtLeast,
    /// "不超过", "up to".
    AtMost,
    /// "over": at least, or, of a time, in the course of it.
    Over,
    /// "under": at most, or, of a pressure, in the circumstance of it.
    Under,
    /// "等于": no hedge, but the number is a figure.
    Exactly,
    /// A longer word that only begins like a hedge (内存 after 80GB).
    Nothing,
}

/// On which side of the number a hedge stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Before it.
    Before,
    /// After it and its unit.
    After,
}

/// Hedges of one meaning and side.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hedge {
    /// What they say.
    pub says: Says,
    /// Where they stand.
    pub side: Side,
    /// The words.
    pub words: Vec<String>,
}

/// 比…大: a bound whose words stand on both sides.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HedgePair {
    /// What it says.
    pub says: Says,
    /// Before the number.
    pub before: Vec<String>,
    /// After it.
    pub after: Vec<String>,
}

/// What joins two numbers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Dashes and tildes.
    pub dash: Vec<String>,
    /// "to", 至.
    pub to: Vec<String>,
    /// "and", where an opener or closer makes it a range.
    pub and: Vec<String>,
    /// "between", 介于.
    pub open_and: Vec<String>,
    /// "from", 从.
    pub open_to: Vec<String>,
    /// 之间.
    pub close: Vec<String>,
    /// "ranging from": no verb makes that a change.
    pub ranging: Vec<String>,
    /// Stems of verbs that make "from A to B" a change.
    pub change: Vec<String>,
    /// "out of": a share.
    pub divide: Vec<String>,
    /// "in": a share, too, where the whole is a round number.
    pub one_in: Vec<String>,
    /// "below", between degrees and zero.
    pub below: Vec<String>,
    /// "by", which no range follows.
    pub by: Vec<String>,
    /// Between a unit and a smaller one.
    pub compound: Vec<String>,
    /// "±".
    pub plus_minus: Vec<String>,
    /// Between two bounds of one number.
    pub both: Vec<String>,
    /// Between members of a list that share a unit.
    pub list: Vec<String>,
}

/// What makes a number a label, a date or a time.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// Words before a label.
    pub before: Vec<String>,
    /// Words for what is set to the number behind them.
    pub settings: Vec<String>,
    /// Names of months.
    pub months: Vec<String>,
    /// "st", "nd" glued to digits.
    pub ordinals: Vec<String>,
    /// "pm" after an hour.
    pub clock: Vec<String>,
    /// Words before a year.
    pub years: Vec<String>,
    /// Characters after a year.
    pub year_units: Vec<String>,
    /// Characters after parts of dates and addresses: year, month and day first.
    pub date_units: Vec<String>,
    /// Parts of the day, before an hour: 上午.
    pub day_parts: Vec<String>,
    /// What ends an hour behind 点: 整, 钟.
    pub hour_ends: Vec<String>,
    /// What makes an ordinal: 第.
    pub ordinal: char,
    /// How names of substances go on behind a number and a hyphen: "4-aminopyridine".
    pub chemicals: Vec<String>,
}
