//! What ties figures together (`relations.toml`): ratios that conditions explain, metrics that
//! are kin, and products that must come out.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Deserialize;

use super::metric::Title;
use crate::claim::Name;

/// All of `relations.toml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relations {
    /// Units that count bytes.
    #[serde(default)]
    pub bytes: Vec<Name>,
    /// Scopes and what adds up over them.
    #[serde(default)]
    pub scope: Scopes,
    /// Metrics that name no one thing.
    #[serde(default)]
    pub unspecified: Vec<Name>,
    /// Metrics whose figure belongs to an occasion.
    #[serde(default)]
    pub occasion: Vec<Occasion>,
    /// Units of one dimension.
    #[serde(default)]
    pub unit: Vec<SameUnits>,
    /// Conditions and what a difference in them means.
    #[serde(default)]
    pub condition: Vec<ConditionRule>,
    /// Metrics that speak of one thing.
    #[serde(default)]
    pub kin: Vec<Kin>,
    /// Products that must come out.
    #[serde(default)]
    pub tie: Vec<Tie>,
    /// Metrics whose figures another metric's figures bound from above.
    #[serde(default)]
    pub ceiling: Vec<Ceiling>,
    /// Words by which a text says that it corrects another figure, lower case.
    #[serde(default)]
    pub corrections: Vec<String>,
    /// Words with which a sentence opens that sets its figure against one before it, lower case.
    #[serde(default)]
    pub contrasts: Vec<String>,
    /// Words by which a statement is of a version or a time, lower case.
    #[serde(default)]
    pub passing: Vec<String>,
    /// Objects of support claims that hold one another.
    #[serde(default)]
    pub object: Vec<ObjectTree>,
}

/// Scopes and what adds up over them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scopes {
    /// The condition that says what one of the counted things is.
    #[serde(default)]
    pub key: Name,
    /// The condition that counts them.
    #[serde(default)]
    pub count: Name,
    /// The scopes.
    #[serde(default)]
    pub unit: Vec<ScopeUnit>,
    /// Metrics whose figures add up.
    #[serde(default)]
    pub adds: Vec<Name>,
    /// The metric whose figure beside another one says for how many chips that is.
    pub counted: Option<Name>,
}

/// One scope.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScopeUnit {
    /// Its word in a claim's conditions.
    pub id: Name,
    /// Where the number of chips in it stands.
    pub by: ScopeSize,
}

/// Where the number of chips in a scope stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScopeSize {
    /// A chip holds as many as the device's `cores_per_chip`.
    Cores,
    /// A card holds as many as the device's `chips_per_card`.
    Dies,
    /// It is the chip itself.
    One,
    /// It holds as many as the claim counts, or the machine's entry says.
    Count,
    /// It holds as many as the claim counts, as the device's slices count.
    Slice,
}

/// A condition and what a difference in it means.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionRule {
    /// The condition's key, or a reason that takes a condition's place.
    pub key: Name,
    /// Its name for people.
    pub title: Title,
    /// What a stated difference makes of two figures.
    #[serde(default)]
    pub apart: Apart,
    /// Metrics for which it must be known.
    #[serde(default)]
    pub matters: Vec<Name>,
    /// The metric whose figure names this condition by itself.
    pub told_by: Option<Name>,
    /// Where the device's entry lists the values it was sold in.
    pub sold_in: Option<SoldIn>,
    /// What is mostly meant where it is not stated, by metric. Orders are judged by it, equality never is.
    #[serde(default)]
    pub usual: BTreeMap<Name, Name>,
    /// Values that make a figure somebody's guess.
    #[serde(default)]
    pub guesses: Vec<Name>,
    /// It is a time: later figures supersede.
    #[serde(default)]
    pub time: bool,
    /// Values whose figures are ordered.
    #[serde(default)]
    pub order: Vec<Order>,
}

/// Metrics whose figure belongs to an occasion and not to the device.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Occasion {
    /// The metrics.
    pub metrics: Vec<Name>,
    /// Kinds of device of which it is a specification all the same.
    #[serde(default)]
    pub spec_of: Vec<Name>,
    /// Even for those it may be a count of them, and no conflict.
    #[serde(default)]
    pub doubtful: bool,
    /// With a bound it is advice on when to choose the device.
    #[serde(default)]
    pub threshold: bool,
}

/// Units that stand against each other as they are.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SameUnits {
    /// The units; the first stands for all.
    pub same: Vec<Name>,
}

/// The list of a device's entry that holds a condition's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SoldIn {
    /// Memory sizes.
    Variants,
    /// Board forms.
    Forms,
}

/// What a stated difference makes of two figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Apart {
    /// Figures of two things, each of which may be right.
    #[default]
    OtherThing,
    /// No rule leads from one to the other.
    NoRule,
}

/// Two values of a condition whose figures are ordered.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The value with the larger figure.
    pub more: Name,
    /// The value with the smaller one.
    pub less: Name,
    /// What lies between them, where that is fixed.
    pub ratio: Option<Decimal>,
    /// What mostly lies between them; a hint, never a rule.
    pub usual: Option<Decimal>,
    /// Metrics for which the order is the other way round.
    #[serde(default)]
    pub lower: Vec<Name>,
}

/// Two metrics that speak of one thing.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kin {
    /// The two.
    pub metrics: [Name; 2],
    /// More of one is less of the other.
    #[serde(default)]
    pub reversed: bool,
}

/// A product: whole = part × other × a constant.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tie {
    /// Its name in a finding's rule.
    pub id: Name,
    /// The metric of the product.
    pub whole: Name,
    /// The metric of the first factor.
    pub part: Name,
    /// The metric of the second, if any.
    pub other: Option<Name>,
    /// Low end of the constant.
    pub low: Decimal,
    /// High end of the constant.
    pub high: Decimal,
    /// The constant that people use.
    pub usual: Option<Decimal>,
    /// Conditions that, where they differ, explain a whole below the product.
    #[serde(default)]
    pub cheaper_by: Vec<Name>,
}

/// A metric whose figures cannot lie above another metric's.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ceiling {
    /// What is achieved.
    pub metric: Name,
    /// What can be achieved at most.
    pub under: Name,
    /// The condition by which the two differ.
    pub by: Name,
}

/// An object of support claims and what it holds.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectTree {
    /// The larger one.
    pub id: Name,
    /// What it holds.
    pub holds: Vec<Name>,
}

impl Relations {
    /// Returns the rule of a condition.
    pub fn condition(&self, key: &str) -> Option<&ConditionRule> {
        self.condition.iter().find(|rule| &*rule.key == key)
    }

    /// Says whether figures of `metric` add up over chips.
    pub fn adds(&self, metric: &str) -> bool {
        self.scope.adds.iter().any(|name| &**name == metric)
    }

    /// Returns the unit that stands for `unit` when figures are compared.
    pub fn unit<'a>(&'a self, unit: &'a Name) -> &'a Name {
        let same = self.unit.iter().find(|units| units.same.contains(unit));
        same.and_then(|units| units.same.first()).unwrap_or(unit)
    }

    /// Returns the metrics that are kin to `metric`, and whether each is reversed.
    pub fn kin<'a>(&'a self, metric: &'a str) -> impl Iterator<Item = (&'a Name, bool)> {
        self.kin.iter().filter_map(move |kin| match &kin.metrics {
            [a, b] if &**a == metric => Some((b, kin.reversed)),
            [a, b] if &**b == metric => Some((a, kin.reversed)),
            _ => None,
        })
    }

    /// Says whether one of two objects of support claims holds the other, or they are one.
    pub fn is_within(&self, a: &str, b: &str) -> bool {
        let holds = |whole: &str, part: &str| {
            self.object.iter().any(|tree| &*tree.id == whole && tree.holds.iter().any(|name| &**name == part))
        };
        a == b || holds(a, b) || holds(b, a)
    }

    /// Puts the entries of `overlay` in the place of those with the same key, or after them.
    pub(super) fn overlay(&mut self, overlay: Relations) {
        if !overlay.scope.unit.is_empty() {
            self.scope.unit = overlay.scope.unit;
        }
        self.scope.adds.extend(overlay.scope.adds);
        self.scope.counted = overlay.scope.counted.or(self.scope.counted.take());
        self.ceiling.extend(overlay.ceiling);
        self.corrections.extend(overlay.corrections);
        self.contrasts.extend(overlay.contrasts);
        self.passing.extend(overlay.passing);
        let mut at: BTreeMap<Name, usize> =
            self.condition.iter().enumerate().map(|(at, rule)| (rule.key.clone(), at)).collect();
        for rule in overlay.condition {
            match at.get(&rule.key) {
                Some(&place) => self.condition[place] = rule,
                None => {
                    at.insert(rule.key.clone(), self.condition.len());
                    self.condition.push(rule);
                }
            }
        }
        self.occasion.extend(overlay.occasion);
        self.unit.extend(overlay.unit);
        self.kin.extend(overlay.kin);
        self.object.extend(overlay.object);
        for tie in overlay.tie {
            match self.tie.iter_mut().find(|old| old.id == tie.id) {
                Some(old) => *old = tie,
                None => self.tie.push(tie),
            }
        }
    }
}
