//! The JSON form of a claim: one object, keys in the order of the claim model.

use std::sync::Arc;

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Attribution, Bound, Claim, Conditions, Evidence, Fit, Level, Modality, Name, Place, Quantity, Relation, Source,
    Statement,
};

/// A claim: one statement that one source makes about one device, under stated conditions.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Claim")]
pub struct Row {
    /// `c-` and twelve hex digits; the same as long as the source says the same.
    id: Name,
    /// What kind of statement.
    #[schemars(extend("enum" = ["figure", "comparison", "level", "support", "suitability"]))]
    kind: Name,
    /// Metric id of the vocabulary.
    metric: Name,
    /// Device id of the vocabulary.
    device: Name,
    /// The other device of a comparison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    versus: Option<Name>,
    /// This device's figure against the other's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    relation: Option<Relation>,
    /// The rating of a `level`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
    /// The framework, place or task of a `support` or `suitability`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    object: Option<Name>,
    /// How the device is tied to the object of a `support`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    modality: Option<Modality>,
    /// How well the device fits the task of a `suitability`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fit: Option<Fit>,
    /// The value of a `figure`, or the factor of a `comparison`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<ValueRow>,
    /// Conditions by key; an absent key is not stated.
    #[serde(default)]
    conditions: Conditions,
    /// The statement is hedged ("may").
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    hedged: bool,
    /// Whose word it is, when it is not the source's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attribution: Option<Attribution>,
    /// Who says it.
    source: Arc<Source>,
    /// Where it stands.
    evidence: Evidence,
    /// Further places of the same source that say the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<Place>,
    /// The rule that read it.
    rule: Name,
    /// How sure the reading is, 0 to 1.
    confidence: f32,
}

/// An interval in a canonical unit, and how it was written.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Value")]
struct ValueRow {
    /// Low end; with a bound the written number.
    low: End,
    /// High end; with a bound the written number.
    high: End,
    /// Canonical unit.
    unit: Name,
    /// "About".
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    approx: bool,
    /// The end that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bound: Option<Bound>,
    /// A decade named by a vague word.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    vague: bool,
    /// Place value of the last written digit, in canonical units.
    #[serde(with = "number")]
    #[schemars(with = "f64")]
    step: Decimal,
    /// The value as written, verbatim.
    surface: Box<str>,
    /// First byte of the surface in the source text.
    start: u32,
    /// One past its last byte.
    end: u32,
}

/// A number, or a date as an ISO prefix.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum End {
    /// A number.
    Number(
        #[serde(with = "number")]
        #[schemars(with = "f64")]
        Decimal,
    ),
    /// A date as an ISO prefix.
    Date(Name),
}

impl From<&Claim> for Row {
    fn from(claim: &Claim) -> Self {
        let mut row = Row {
            id: claim.id.clone(),
            kind: claim.statement.kind().into(),
            metric: claim.metric.clone(),
            device: claim.device.clone(),
            versus: None,
            relation: None,
            level: None,
            object: None,
            modality: None,
            fit: None,
            value: claim.statement.quantity().map(ValueRow::from),
            conditions: claim.conditions.clone(),
            hedged: claim.hedged,
            attribution: claim.attribution,
            source: claim.source.clone(),
            evidence: claim.evidence.clone(),
            also: claim.also.to_vec(),
            rule: claim.rule.clone(),
            confidence: claim.confidence,
        };
        match &claim.statement {
            Statement::Figure(_) => {}
            Statement::Comparison { versus, relation, .. } => {
                row.versus = Some(versus.clone());
                row.relation = Some(*relation);
            }
            Statement::Level(level) => row.level = Some(*level),
            Statement::Support { object, modality } => {
                row.object = Some(object.clone());
                row.modality = Some(*modality);
            }
            Statement::Suitability { object, fit } => {
                row.object = Some(object.clone());
                row.fit = Some(*fit);
            }
        }
        row
    }
}

impl TryFrom<Row> for Claim {
    type Error = String;

    fn try_from(row: Row) -> Result<Self, String> {
        let missing = |key: &str| format!("claim `{}` of kind `{}` lacks `{key}`", row.id, row.kind);
        let statement = match &*row.kind {
            "figure" => Statement::Figure(row.value.clone().ok_or_else(|| missing("value"))?.into()),
            "comparison" => Statement::Comparison {
                versus: row.versus.clone().ok_or_else(|| missing("versus"))?,
                relation: row.relation.ok_or_else(|| missing("relation"))?,
                factor: row.value.clone().map(|value| Box::new(value.into())),
            },
            "level" => Statement::Level(row.level.ok_or_else(|| missing("level"))?),
            "support" => Statement::Support {
                object: row.object.clone().ok_or_else(|| missing("object"))?,
                modality: row.modality.ok_or_else(|| missing("modality"))?,
            },
            "suitability" => Statement::Suitability {
                object: row.object.clone().ok_or_else(|| missing("object"))?,
                fit: row.fit.ok_or_else(|| missing("fit"))?,
            },
            other => return Err(format!("claim `{}` has the unknown kind `{other}`", row.id)),
        };
        Ok(Claim {
            id: row.id,
            metric: row.metric,
            device: row.device,
            statement,
            conditions: row.conditions,
            source: row.source,
            evidence: row.evidence,
            also: row.also.into(),
            hedged: row.hedged,
            attribution: row.attribution,
            rule: row.rule,
            confidence: row.confidence,
        })
    }
}

impl From<&Quantity> for ValueRow {
    fn from(value: &Quantity) -> Self {
        let (low, high) = match value.dates.as_deref() {
            Some((low, high)) => (End::Date(low.clone()), End::Date(high.clone())),
            None => (End::Number(value.low), End::Number(value.high)),
        };
        ValueRow {
            low,
            high,
            unit: value.unit.clone(),
            approx: value.approx,
            bound: value.bound,
            vague: value.vague,
            step: value.step,
            surface: value.surface.clone(),
            start: value.start,
            end: value.span().end as u32,
        }
    }
}

impl From<ValueRow> for Quantity {
    fn from(row: ValueRow) -> Self {
        let dates = match (&row.low, &row.high) {
            (End::Date(low), End::Date(high)) => Some(Box::new((low.clone(), high.clone()))),
            _ => None,
        };
        Quantity {
            low: row.low.as_number(false),
            high: row.high.as_number(true),
            unit: row.unit,
            approx: row.approx,
            bound: row.bound,
            vague: row.vague,
            step: row.step,
            surface: row.surface,
            start: row.start,
            dates,
        }
    }
}

impl End {
    fn as_number(&self, high: bool) -> Decimal {
        match self {
            End::Number(number) => *number,
            End::Date(date) => date_number(date, high),
        }
    }
}

/// Returns an ISO date prefix as the whole number `yyyymmdd`; missing parts are the first,
/// or with `high` the last, that they can be.
pub fn date_number(date: &str, high: bool) -> Decimal {
    let mut parts = date.split('-').map(|part| part.parse::<i64>().unwrap_or(0));
    let year = parts.next().unwrap_or(0);
    let month = parts.next().unwrap_or(if high { 12 } else { 1 });
    let day = parts.next().unwrap_or(if high { 31 } else { 1 });
    Decimal::from(year * 10_000 + month * 100 + day)
}

/// Decimals as JSON numbers. Up to fifteen digits survive the round trip unchanged.
pub mod number {
    use std::str::FromStr;

    use rust_decimal::Decimal;
    use rust_decimal::prelude::ToPrimitive;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes a whole number as such where it fits, anything else as the nearest double.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(number: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
        let number = number.normalize();
        if number.scale() == 0
            && let Some(whole) = number.to_i64()
        {
            return whole.serialize(serializer);
        }
        // A decimal is read back from its own digits: the nearest double, not an approximation of it.
        number.to_string().parse::<f64>().unwrap_or(0.0).serialize(serializer)
    }

    /// Reads a number by the shortest digits that name it.
    ///
    /// # Errors
    /// Where the number is outside what a decimal holds.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        let text = number.to_string();
        Decimal::from_str(&text)
            .or_else(|_| Decimal::from_scientific(&text))
            .map_err(|_| serde::de::Error::custom(format!("number `{text}` is out of range")))
    }
}
