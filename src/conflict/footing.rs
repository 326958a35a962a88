//! The ground on which two figures stand: which conditions are equal, which differ, and which
//! are not stated.

use super::table::{ConditionSet, Keys, Table};
use crate::claim::ConditionValue;
use crate::vocab::Vocab;
use crate::vocab::device::Device;
use crate::vocab::relation::{ConditionRule, Occasion, ScopeSize, SoldIn};

/// What one metric of one device asks of two figures before they may be compared.
#[derive(Debug)]
pub struct Ground<'a> {
    /// Conditions that separate the metric's figures.
    pub separates: Keys,
    /// What holds when a condition is unstated: the key's number and the value.
    pub defaults: Vec<(usize, ConditionValue)>,
    /// What is mostly meant where a condition is unstated: good enough to judge an order by, no more.
    presumed: Vec<(usize, ConditionValue)>,
    /// Conditions that must be known, or the pair is a tension.
    pub matters: Keys,
    /// Conditions that are times.
    pub times: Keys,
    /// Conditions with no rule from one value to another.
    pub no_rule: Keys,
    /// Conditions in which the device was sold.
    pub sold: Keys,
    /// Scope and count.
    pub span: Keys,
    /// The metric's figures add up over chips.
    pub adds: bool,
    /// The metric's figures change with time.
    pub volatile: bool,
    /// The device is a class: its figures are those of some of its members.
    pub class: bool,
    /// The figures belong to occasions and not to the device.
    pub occasion: Option<&'a Occasion>,
    /// It is of an occasion after all where it counts the devices themselves.
    pub doubtful: bool,
    /// The condition that the figure itself names, with the values the device was sold in.
    pub told: Option<(usize, &'a [crate::claim::Name])>,
    /// The rules of the conditions, by key number.
    pub rules: &'a [ConditionRule],
    device: Option<&'a Device>,
    vocab: &'a Vocab,
    scope: Option<usize>,
    count: Option<usize>,
}

/// How the conditions of two figures stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Footing {
    /// Stated by both and equal.
    pub equal: Keys,
    /// Stated by one and equal to what holds by default, or by neither with a default.
    pub defaulted: Keys,
    /// Stated by both and different.
    pub differ: Keys,
    /// Stated by one alone.
    pub lopsided: Keys,
    /// Of those, the ones that differ from what holds by default for the other, or that an order
    /// ties to what is mostly meant.
    pub by_default: Keys,
    /// Stated by neither, with no default.
    pub silent: Keys,
}

impl<'a> Ground<'a> {
    /// Returns what `metric` of `device` asks.
    pub fn new(table: &Table<'a>, metric: &str, device: &str) -> Self {
        let vocab = table.vocab;
        let rules = vocab.relations.condition.as_slice();
        let entry = vocab.metrics.get(metric);
        let own = vocab.devices.get(device);
        let mut ground = Ground {
            separates: Keys::default(),
            defaults: Vec::new(),
            presumed: Vec::new(),
            matters: Keys::default(),
            times: Keys::default(),
            no_rule: Keys::default(),
            sold: Keys::default(),
            span: Keys::default(),
            adds: vocab.relations.adds(metric),
            volatile: entry.is_some_and(|entry| entry.volatile),
            told: None,
            class: vocab.devices.has_members(device),
            occasion: vocab.relations.occasion.iter().find(|occasion| {
                occasion.metrics.iter().any(|name| &**name == metric)
                    && !occasion.spec_of.iter().any(|root| vocab.devices.is_a(device, root))
            }),
            doubtful: vocab
                .relations
                .occasion
                .iter()
                .any(|occasion| occasion.doubtful && occasion.metrics.iter().any(|name| &**name == metric)),
            rules,
            device: own,
            vocab,
            scope: table.key(&vocab.relations.scope.key),
            count: table.key(&vocab.relations.scope.count),
        };
        for key in entry.iter().flat_map(|entry| &entry.separates) {
            if let Some(at) = table.key(key) {
                ground.separates.add(at);
            }
        }
        for (key, value) in entry.iter().flat_map(|entry| &entry.default) {
            if let Some(at) = table.key(key) {
                let number = value.parse::<rust_decimal::Decimal>().ok().map(ConditionValue::from);
                ground.defaults.push((at, number.unwrap_or_else(|| value.clone().into())));
            }
        }
        for at in ground.scope.into_iter().chain(ground.count) {
            ground.span.add(at);
        }
        for (at, rule) in rules.iter().enumerate().take(64) {
            ground.learn(at, rule, metric);
        }
        ground
    }

    fn learn(&mut self, at: usize, rule: &ConditionRule, metric: &str) {
        let sold: &'a [crate::claim::Name] = match (self.device, rule.sold_in) {
            (Some(device), Some(SoldIn::Variants)) => &device.variants,
            (Some(device), Some(SoldIn::Forms)) => &device.forms,
            _ => &[],
        };
        if rule.time {
            self.times.add(at);
        }
        if let Some(usual) = rule.usual.get(metric) {
            self.presumed.push((at, usual.clone().into()));
        }
        if rule.apart == crate::vocab::relation::Apart::NoRule {
            self.no_rule.add(at);
        }
        let named = rule.matters.iter().any(|name| &**name == metric);
        if named && (rule.sold_in.is_none() || sold.len() > 1) {
            self.matters.add(at);
        }
        if rule.sold_in.is_some() {
            self.sold.add(at);
        }
        if let ([only], true) = (sold, self.separates.has(at)) {
            self.defaults.push((at, only.clone().into()));
        }
        if rule.told_by.as_deref() == Some(metric) && sold.len() > 1 {
            self.told = Some((at, sold));
        }
    }

    /// Compares the conditions of two figures, key by key.
    pub fn compare(&self, a: &ConditionSet, b: &ConditionSet) -> Footing {
        let mut footing = Footing::default();
        for at in self.separates.iter() {
            match (a.get(at), b.get(at)) {
                (Some(one), Some(other)) if same(one, other) => footing.equal.add(at),
                // Two dates are for `time` to judge.
                (Some(_), Some(_)) if self.times.has(at) => {}
                (Some(_), Some(_)) => footing.differ.add(at),
                (Some(one), None) | (None, Some(one)) => match self.default(at) {
                    Some(default) if same(default, one) => footing.defaulted.add(at),
                    Some(_) => {
                        footing.lopsided.add(at);
                        footing.by_default.add(at);
                    }
                    None => {
                        footing.lopsided.add(at);
                        if self.is_ordered(at, one) {
                            footing.by_default.add(at);
                        }
                    }
                },
                (None, None) if self.default(at).is_some() => footing.defaulted.add(at),
                (None, None) => footing.silent.add(at),
            }
        }
        footing
    }

    /// Returns what holds for the key of number `at` when it is unstated.
    pub fn default(&self, at: usize) -> Option<&ConditionValue> {
        self.defaults.iter().find(|(key, _)| *key == at).map(|(_, value)| value)
    }

    /// Returns what is to be taken for the key of number `at` when an order is judged.
    pub fn taken_for(&self, at: usize) -> Option<&ConditionValue> {
        let presumed = || self.presumed.iter().find(|(key, _)| *key == at).map(|(_, value)| value);
        self.default(at).or_else(presumed)
    }

    /// Says whether an order ties `value` to what is mostly meant for the key of number `at`.
    fn is_ordered(&self, at: usize, value: &ConditionValue) -> bool {
        let Some((_, ConditionValue::Word(usual))) = self.presumed.iter().find(|(key, _)| *key == at) else {
            return false;
        };
        let ConditionValue::Word(word) = value else { return false };
        let ends = |one: &str, other: &str| (one, other) == (&**usual, &**word) || (one, other) == (&**word, &**usual);
        self.rules.get(at).is_some_and(|rule| rule.order.iter().any(|order| ends(&order.more, &order.less)))
    }

    /// Returns how many chips a figure is for; `None` where that cannot be known.
    pub fn chips(&self, set: &ConditionSet) -> Option<f64> {
        let count = self.count.and_then(|at| set.number(at));
        let scope = self.scope.and_then(|at| set.word(at));
        let held = self.device.and_then(|device| device.holds.as_ref()).map(|holds| f64::from(holds.count));
        let Some(scope) = scope else {
            // A machine's own figure is for the machine; a chip's for as many chips as are counted.
            return Some(held.unwrap_or(1.0) * if held.is_some() { 1.0 } else { count.unwrap_or(1.0) });
        };
        let cores = self.device.and_then(|device| device.cores_per_chip).map(f64::from);
        let size = self.vocab.relations.scope.unit.iter().find(|unit| &*unit.id == scope)?.by;
        let each = match size {
            ScopeSize::One => 1.0,
            ScopeSize::Cores => 1.0 / cores?,
            ScopeSize::Dies => 1.0 / self.dies()?,
            ScopeSize::Count => return count.or(held),
            ScopeSize::Slice => {
                let slice = self.device?.slice.as_ref()?;
                let of = self.vocab.relations.scope.unit.iter().find(|unit| unit.id == slice.counts)?.by;
                if of == ScopeSize::Cores { 1.0 / cores? } else { 1.0 }
            }
        };
        match size {
            ScopeSize::Slice => Some(each * count?),
            _ => Some(each * count.unwrap_or(1.0)),
        }
    }

    /// Returns how many dies or chips a card holds, if more than one.
    pub fn dies(&self) -> Option<f64> {
        self.device.and_then(|device| device.chips_per_card).filter(|&n| n > 1).map(f64::from)
    }

    /// Returns the numbers that a slip of scope would multiply a figure by: cores of a chip, dies of
    /// a card, chips of a machine.
    pub fn multiples(&self) -> impl Iterator<Item = f64> {
        let cores = self.device.and_then(|device| device.cores_per_chip).map(f64::from);
        let held = self.device.and_then(|device| device.holds.as_ref()).map(|holds| f64::from(holds.count));
        cores.into_iter().chain(self.dies()).chain(held).filter(|&n| n > 1.0)
    }
}

impl Footing {
    /// Returns the footing but for some conditions.
    pub fn without(&self, keys: Keys) -> Footing {
        let rest = |own: Keys| Keys(own.0 & !keys.0);
        Footing {
            equal: rest(self.equal),
            defaulted: rest(self.defaulted),
            differ: rest(self.differ),
            lopsided: rest(self.lopsided),
            by_default: rest(self.by_default),
            silent: rest(self.silent),
        }
    }

    /// Returns what is stated by one alone or by neither, and matters.
    pub fn unstated(&self, ground: &Ground<'_>) -> Keys {
        Keys(self.lopsided.0 | (self.silent.0 & ground.matters.0))
    }
}

/// Says whether two values of a condition are one: a number lies within an interval.
fn same(a: &ConditionValue, b: &ConditionValue) -> bool {
    use ConditionValue::{Interval, Number, Word};
    match (a, b) {
        (Word(a), Word(b)) => a.eq_ignore_ascii_case(b),
        (Number(a), Number(b)) => a == b,
        (Interval(ends), Number(n)) | (Number(n), Interval(ends)) => ends[0] <= *n && *n <= ends[1],
        (Interval(a), Interval(b)) => a[0] <= b[1] && b[0] <= a[1],
        // A number that one reader wrote as a word.
        (Word(word), Number(n)) | (Number(n), Word(word)) => word.parse() == Ok(*n),
        _ => false,
    }
}
