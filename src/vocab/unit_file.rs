//! `units.toml` as it is written: units, prefixes, rates, things and what they state.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Deserialize;

use super::numeral_file::Words;
use crate::claim::Name;

/// `units.toml`, as it is written.
#[derive(Debug, Clone, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct UnitFile {
    /// What makes a rate.
    #[serde(default)]
    pub per: Per,
    /// Symbols that are common words.
    #[serde(default)]
    pub not_a_symbol: Vec<Words>,
    /// Words that begin like a Chinese unit and are none.
    #[serde(default)]
    pub not_a_unit: Vec<Words>,
    /// Prefixes: kilo, kibi.
    #[serde(default)]
    pub prefix: Vec<Prefix>,
    /// Units.
    #[serde(default)]
    pub unit: Vec<Unit>,
    /// Words that are a quantity by themselves.
    #[serde(default)]
    pub said: Vec<Said>,
    /// Things that rates are made of: tokens, images.
    #[serde(default)]
    pub item: Vec<Item>,
    /// Parts of hardware in a denominator.
    #[serde(default)]
    pub scope: Vec<Stated>,
    /// Words between number and unit.
    #[serde(default)]
    pub modifier: Vec<Stated>,
    /// Chinese measure words.
    #[serde(default)]
    pub counter: Vec<Words>,
    /// Those of things that one counts by the piece: 两张 is a count where 两种 is a way of speaking.
    #[serde(default)]
    pub piece: Vec<Words>,
}

/// A word that is a quantity by itself: 对折 is 50 %.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The words.
    pub zh: Vec<String>,
    /// Words that only begin like one of them.
    #[serde(default)]
    pub unless: Vec<String>,
    /// The number.
    pub value: Decimal,
    /// Symbol of the unit.
    pub unit: String,
}

/// What makes a rate.
#[derive(Debug, Clone, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Per {
    /// Between a unit and its denominator: "/", "per", 每.
    pub after: Vec<String>,
    /// Before a denominator that stands before the number: 每小时2美元.
    pub before: Vec<String>,
    /// Words between such a denominator and its number.
    pub between: Vec<String>,
    /// Words behind "a year" that make it no rate.
    pub not_before: Vec<String>,
}

/// A prefix.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prefix {
    /// As it is shown: `k`.
    pub symbol: String,
    /// Other spellings.
    #[serde(default)]
    pub also: Vec<String>,
    /// In words: `kilo`.
    pub word: String,
    /// In Chinese.
    pub zh: Option<String>,
    /// Power of ten.
    pub power: i32,
    /// Power of two, for `Ki` and its like.
    pub binary: Option<u32>,
    /// Only with units that take all prefixes.
    #[serde(default)]
    pub rare: bool,
}

/// Which prefixes a unit takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prefixes {
    /// All metric ones.
    All,
    /// Kilo and up.
    Big,
    /// Kilo and up, kibi and up.
    Bytes,
}

/// One unit.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Plain symbol.
    pub symbol: String,
    /// What it measures: `bytes/time`.
    pub dimension: Name,
    /// Unit of the claim model; the symbol, where absent.
    pub canonical: Option<String>,
    /// Canonical units in one.
    #[serde(default = "one")]
    pub factor: Decimal,
    /// Prefixes that it takes.
    pub si: Option<Prefixes>,
    /// Spellings whose case counts.
    #[serde(default)]
    pub symbols: Vec<String>,
    /// Words in any case; a plural "s" is understood.
    #[serde(default)]
    pub words: Vec<String>,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
    /// Spellings that stand before the number.
    #[serde(default)]
    pub before: Vec<String>,
    /// Where a spelling before the number counts only with one of these after it (摄氏30度).
    #[serde(default)]
    pub before_needs: Vec<String>,
    /// Joins with a smaller unit of its dimension: 2小时30分, 5 ft 2 in.
    #[serde(default)]
    pub joins: bool,
    /// A part of a currency unit: 角, cents.
    #[serde(default)]
    pub part: bool,
    /// How it counts as "per …" of a price.
    pub priced: Option<Priced>,
    /// Conditions that it states.
    #[serde(default)]
    pub states: BTreeMap<Name, Name>,
    /// Its symbols are also words or letters of names.
    #[serde(default)]
    pub shy: bool,
    /// Its symbols count only where one of these stands in the same text.
    #[serde(default)]
    pub near: Vec<String>,
    /// Only with a prefix below one (mT, but not T or TT).
    #[serde(default)]
    pub small_only: bool,
    /// Words that count only right behind a bigger unit of the same dimension: 分.
    #[serde(default)]
    pub following: Vec<String>,
    /// Its spellings are marks (′, ″), whose rival is another mark.
    #[serde(default)]
    pub marks: bool,
    /// The symbol of another unit whose word this one shares; `near` decides.
    pub rival_of: Option<String>,
    /// What one of a bare number right behind counts: 0.01 in "20 dollars 43".
    pub then: Option<Decimal>,
    /// Shown as another unit: 四成 is 40 %.
    pub shown: Option<Shown>,
    /// Its words hold a half of their own: 五分半钟 is 5.5 min.
    #[serde(default)]
    pub plus_half: bool,
    /// Characters that stand for one of it before a half or a tenth: 米九 is 1.9 m.
    #[serde(default)]
    pub one: Vec<String>,
    /// "a gallon" is a figure, where "a second" and "a foot" mostly are none.
    #[serde(default)]
    pub article: bool,
    /// The only numbers that it counts; all, where empty or where one of `near` stands in the text.
    #[serde(default)]
    pub only: Vec<Decimal>,
    /// It stands between the sides of a thing, too: "256 × 256" counts nothing by it.
    #[serde(default)]
    pub factors: bool,
    /// Its symbols touch their number: 24H, but not "1 H".
    #[serde(default)]
    pub touching: bool,
    /// The greatest number that it counts, where a greater one makes no sense: a solution of 300 M.
    pub most: Option<Decimal>,
    /// It names a level of confidence: a number of them is no figure by itself.
    #[serde(default)]
    pub level: bool,
    /// Texts and what they read as.
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// How a time unit counts as "per …" of a price.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Priced {
    /// The unit of the claim model: `h`.
    pub canonical: Name,
    /// How many of those it holds.
    pub factor: Decimal,
}

/// Another unit to show.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Its symbol.
    pub symbol: String,
    /// How many of it one is.
    pub factor: Decimal,
}

/// A text and what it reads as.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The text.
    pub text: String,
    /// Number and symbol: `80 GB`, `3..5 x`.
    pub reads: String,
}

/// A thing that rates are made of.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// As it is shown.
    pub symbol: Name,
    /// English words.
    #[serde(default)]
    pub words: Vec<String>,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
}

/// Words that state conditions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// What they state.
    #[serde(default)]
    pub states: BTreeMap<Name, Name>,
    /// English words.
    #[serde(default)]
    pub words: Vec<String>,
    /// Chinese words.
    #[serde(default)]
    pub zh: Vec<String>,
    /// May stand before any unit, not only before operations per time.
    #[serde(default)]
    pub any_unit: bool,
    /// Only behind a fraction: "three quarters of an hour".
    #[serde(default)]
    pub after_fraction: bool,
}

fn one() -> Decimal {
    Decimal::ONE
}
