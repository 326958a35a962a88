//! A claim as the store keeps it: short, its source left to the source's own document, and read back with
//! each word of the vocabulary once in memory.

use std::sync::Arc;

use rust_decimal::Decimal;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::claim::{
    Attribution, Bound, Claim, ConditionValue, Conditions, Evidence, Fit, Level, Modality, Name, Place, Quantity,
    Relation, Source, Statement,
};

/// Words that claims share, and what the claim before stated: its neighbour often states the same.
#[derive(Debug, Default)]
pub(super) struct Words {
    names: FxHashSet<Name>,
    conditions: Conditions,
    heading: Arc<[Name]>,
}

impl Words {
    fn name(&mut self, word: &str) -> Name {
        if let Some(known) = self.names.get(word) {
            return Arc::clone(known);
        }
        let name: Name = word.into();
        self.names.insert(Arc::clone(&name));
        name
    }

    fn conditions(&mut self, stated: Vec<(&str, Value<'_>)>) -> Result<Conditions, String> {
        let mut conditions = Conditions::default();
        for (key, value) in stated {
            let value = match value {
                Value::Word(word) => ConditionValue::Word(self.name(word)),
                Value::Number(number) => ConditionValue::Number(number.read()?),
                Value::Interval(low, high) => ConditionValue::Interval(Box::new([low.read()?, high.read()?])),
            };
            conditions.set_named(self.name(key), value);
        }
        if conditions != self.conditions {
            self.conditions = conditions;
        }
        Ok(self.conditions.clone())
    }

    fn heading(&mut self, heading: &[&str]) -> Arc<[Name]> {
        let same = heading.len() == self.heading.len() && heading.iter().zip(&*self.heading).all(|(a, b)| **a == **b);
        if !same {
            self.heading = heading.iter().map(|heading| self.name(heading)).collect();
        }
        Arc::clone(&self.heading)
    }
}

/// A claim; see [`Claim`] for the fields.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored<'a> {
    id: &'a str,
    metric: &'a str,
    device: &'a str,
    #[serde(borrow)]
    statement: Said<'a>,
    conditions: Vec<(&'a str, Value<'a>)>,
    /// Id of the source.
    source: &'a str,
    quote: &'a str,
    start: u32,
    end: u32,
    line: u32,
    column: u32,
    page: Option<u32>,
    heading: Vec<&'a str>,
    also: Vec<Place>,
    hedged: bool,
    attribution: Option<Attribution>,
    rule: &'a str,
    confidence: f32,
}

#[derive(Serialize, Deserialize)]
enum Said<'a> {
    #[serde(borrow)]
    Figure(Amount<'a>),
    Comparison {
        versus: &'a str,
        relation: Relation,
        factor: Option<Amount<'a>>,
    },
    Level(Level),
    Support {
        object: &'a str,
        modality: Modality,
    },
    Suitability {
        object: &'a str,
        fit: Fit,
    },
}

#[derive(Serialize, Deserialize)]
struct Amount<'a> {
    low: Number,
    high: Number,
    unit: &'a str,
    approx: bool,
    bound: Option<Bound>,
    vague: bool,
    step: Number,
    surface: &'a str,
    start: u32,
    dates: Option<(&'a str, &'a str)>,
}

#[derive(Serialize, Deserialize)]
enum Value<'a> {
    Word(&'a str),
    Number(Number),
    Interval(Number, Number),
}

/// A decimal: its digits, and how many of them stand behind the point.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Number(i128, u32);

impl From<Decimal> for Number {
    fn from(number: Decimal) -> Self {
        Self(number.mantissa(), number.scale())
    }
}

impl Number {
    fn read(self) -> Result<Decimal, String> {
        Decimal::try_from_i128_with_scale(self.0, self.1).map_err(|error| format!("a number cannot be read: {error}"))
    }
}

impl<'a> From<&'a Claim> for Stored<'a> {
    fn from(claim: &'a Claim) -> Self {
        let statement = match &claim.statement {
            Statement::Figure(value) => Said::Figure(value.into()),
            Statement::Comparison { versus, relation, factor } => {
                Said::Comparison { versus, relation: *relation, factor: factor.as_deref().map(Amount::from) }
            }
            Statement::Level(level) => Said::Level(*level),
            Statement::Support { object, modality } => Said::Support { object, modality: *modality },
            Statement::Suitability { object, fit } => Said::Suitability { object, fit: *fit },
        };
        let value = |value: &'a ConditionValue| match value {
            ConditionValue::Word(word) => Value::Word(word),
            ConditionValue::Number(number) => Value::Number((*number).into()),
            ConditionValue::Interval(ends) => Value::Interval(ends[0].into(), ends[1].into()),
        };
        let Evidence { quote, start, end, line, column, page, heading } = &claim.evidence;
        Self {
            id: &claim.id,
            metric: &claim.metric,
            device: &claim.device,
            statement,
            conditions: claim.conditions.iter().map(|(key, own)| (&**key, value(own))).collect(),
            source: &claim.source.id,
            quote,
            start: *start,
            end: *end,
            line: *line,
            column: *column,
            page: *page,
            heading: heading.iter().map(|heading| &**heading).collect(),
            also: claim.also.to_vec(),
            hedged: claim.hedged,
            attribution: claim.attribution,
            rule: &claim.rule,
            confidence: claim.confidence,
        }
    }
}

impl Stored<'_> {
    /// Returns the id of its source.
    pub fn source(&self) -> &str {
        self.source
    }

    /// Returns the claim of `source`.
    pub fn claim(self, words: &mut Words, source: Arc<Source>) -> Result<Claim, String> {
        let statement = match self.statement {
            Said::Figure(value) => Statement::Figure(value.read(words)?),
            Said::Comparison { versus, relation, factor } => Statement::Comparison {
                versus: words.name(versus),
                relation,
                factor: factor.map(|factor| factor.read(words).map(Box::new)).transpose()?,
            },
            Said::Level(level) => Statement::Level(level),
            Said::Support { object, modality } => Statement::Support { object: words.name(object), modality },
            Said::Suitability { object, fit } => Statement::Suitability { object: words.name(object), fit },
        };
        Ok(Claim {
            id: self.id.into(),
            metric: words.name(self.metric),
            device: words.name(self.device),
            statement,
            conditions: words.conditions(self.conditions)?,
            source,
            evidence: Evidence {
                quote: self.quote.into(),
                start: self.start,
                end: self.end,
                line: self.line,
                column: self.column,
                page: self.page,
                heading: words.heading(&self.heading),
            },
            also: self.also.into(),
            hedged: self.hedged,
            attribution: self.attribution,
            rule: words.name(self.rule),
            confidence: self.confidence,
        })
    }
}

impl<'a> From<&'a Quantity> for Amount<'a> {
    fn from(value: &'a Quantity) -> Self {
        Self {
            low: value.low.into(),
            high: value.high.into(),
            unit: &value.unit,
            approx: value.approx,
            bound: value.bound,
            vague: value.vague,
            step: value.step.into(),
            surface: &value.surface,
            start: value.start,
            dates: value.dates.as_deref().map(|(low, high)| (&**low, &**high)),
        }
    }
}

impl Amount<'_> {
    fn read(self, words: &mut Words) -> Result<Quantity, String> {
        Ok(Quantity {
            low: self.low.read()?,
            high: self.high.read()?,
            unit: words.name(self.unit),
            approx: self.approx,
            bound: self.bound,
            vague: self.vague,
            step: self.step.read()?,
            surface: self.surface.into(),
            start: self.start,
            dates: self.dates.map(|(low, high)| Box::new((words.name(low), words.name(high)))),
        })
    }
}
