//! What must be equal before two figures may be held against each other.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rust_decimal::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::Name;

/// Conditions by key; an absent key means "not stated".
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Conditions(
    // Sorted by key; never an empty list. Claims are many and say few different things: they share what they state.
    #[serde(with = "as_map")]
    #[schemars(with = "BTreeMap<Name, ConditionValue>")]
    Option<Arc<Vec<(Name, ConditionValue)>>>,
);

/// The value of one condition.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConditionValue {
    /// A word of the vocabulary, or as written (`on-demand`, `80GB`, `甲云`).
    Word(Name),
    /// A number (batch 64, count 8).
    Number(Decimal),
    /// An interval of numbers.
    Interval(Box<[Decimal; 2]>),
}

impl Conditions {
    fn list(&self) -> &[(Name, ConditionValue)] {
        self.0.as_deref().map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the list to change: this one's own, whoever else shares it now.
    fn own(&mut self) -> &mut Vec<(Name, ConditionValue)> {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    fn place(&self, key: &str) -> Result<usize, usize> {
        self.list().binary_search_by(|(own, _)| (**own).cmp(key))
    }

    /// Returns the value of `key`, if stated.
    pub fn get(&self, key: &str) -> Option<&ConditionValue> {
        self.list().iter().find(|(own, _)| **own == *key).map(|(_, value)| value)
    }

    /// Returns the word of `key`, if stated and a word.
    pub fn word(&self, key: &str) -> Option<&str> {
        match self.get(key) {
            Some(ConditionValue::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Returns the number of `key`, if stated and a single number.
    pub fn number(&self, key: &str) -> Option<Decimal> {
        match self.get(key) {
            Some(ConditionValue::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// States `key`, replacing what it said before.
    pub fn set(&mut self, key: &str, value: impl Into<ConditionValue>) {
        match self.place(key) {
            Ok(at) => self.own()[at].1 = value.into(),
            Err(at) => self.own().insert(at, (key.into(), value.into())),
        }
    }

    /// States `key`, replacing what it said before; the key is shared, not copied.
    pub fn set_named(&mut self, key: Name, value: ConditionValue) {
        match self.place(&key) {
            Ok(at) => self.own()[at].1 = value,
            Err(at) => self.own().insert(at, (key, value)),
        }
    }

    /// States `key` unless it is stated already.
    pub fn set_default(&mut self, key: &str, value: impl Into<ConditionValue>) {
        if let Err(at) = self.place(key) {
            self.own().insert(at, (key.into(), value.into()));
        }
    }

    /// Takes `key` back.
    pub fn remove(&mut self, key: &str) -> Option<ConditionValue> {
        let at = self.place(key).ok()?;
        let list = self.own();
        let (_, value) = list.remove(at);
        if list.is_empty() {
            self.0 = None;
        }
        Some(value)
    }

    /// Returns keys and values, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &ConditionValue)> {
        self.list().iter().map(|(key, value)| (key, value))
    }

    /// Says whether nothing is stated.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns how many conditions are stated.
    pub fn len(&self) -> usize {
        self.list().len()
    }
}

impl From<&str> for ConditionValue {
    fn from(word: &str) -> Self {
        ConditionValue::Word(word.into())
    }
}

impl From<Name> for ConditionValue {
    fn from(word: Name) -> Self {
        ConditionValue::Word(word)
    }
}

impl From<Decimal> for ConditionValue {
    fn from(number: Decimal) -> Self {
        ConditionValue::Number(number.normalize())
    }
}

impl fmt::Display for ConditionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConditionValue::Word(word) => f.write_str(word),
            ConditionValue::Number(number) => write!(f, "{number}"),
            ConditionValue::Interval(ends) => write!(f, "{}–{}", ends[0], ends[1]),
        }
    }
}

/// Conditions in JSON: an object.
mod as_map {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use super::{Arc, ConditionValue, Name};

    type List = Option<Arc<Vec<(Name, ConditionValue)>>>;

    pub fn serialize<S: Serializer>(list: &List, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(list.iter().flat_map(|list| list.iter()).map(|(key, value)| (key, value)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<List, D::Error> {
        let list: Vec<(Name, ConditionValue)> = BTreeMap::deserialize(deserializer)?.into_iter().collect();
        Ok((!list.is_empty()).then(|| Arc::new(list)))
    }
}

/// The value of a condition: a word, a number or an interval of numbers.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum ValueRow {
    /// A number (batch 64).
    Number(
        #[serde(with = "super::row::number")]
        #[schemars(with = "f64")]
        Decimal,
    ),
    /// An interval of numbers.
    Interval {
        #[serde(with = "super::row::number")]
        #[schemars(with = "f64")]
        low: Decimal,
        #[serde(with = "super::row::number")]
        #[schemars(with = "f64")]
        high: Decimal,
    },
    /// A word of the vocabulary, or as written.
    Word(Name),
}

impl JsonSchema for ConditionValue {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ConditionValue".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ValueRow::json_schema(generator)
    }
}

impl Serialize for ConditionValue {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ConditionValue::Word(word) => ValueRow::Word(word.clone()),
            ConditionValue::Number(number) => ValueRow::Number(*number),
            ConditionValue::Interval(ends) => ValueRow::Interval { low: ends[0], high: ends[1] },
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ConditionValue {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match ValueRow::deserialize(deserializer)? {
            ValueRow::Word(word) => ConditionValue::Word(word),
            ValueRow::Number(number) => ConditionValue::Number(number),
            ValueRow::Interval { low, high } => ConditionValue::Interval(Box::new([low, high])),
        })
    }
}
