//! The claims in the form in which they are compared: names as numbers, values as intervals,
//! condition sets shared. One pass over the claims builds it.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::rates::{Rate, Rates};
use super::{Interval, family, time};
use crate::claim::{Attribution, Claim, ConditionValue, Conditions, Name, Statement};
use crate::vocab::{Metric, Vocab};

/// Claims up to which a corpus is small.
const SMALL: usize = 20_000;

/// A set of condition keys, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Keys(pub u64);

impl Keys {
    /// Adds the key of number `at`.
    pub fn add(&mut self, at: usize) {
        self.0 |= 1 << at;
    }

    /// Says whether the key of number `at` is in.
    pub fn has(self, at: usize) -> bool {
        self.0 >> at & 1 == 1
    }

    /// Says whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the numbers of the keys in.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |&at| self.has(at))
    }
}

/// The conditions of one or more claims.
#[derive(Debug, Clone)]
pub struct ConditionSet {
    /// Which keys are stated.
    pub stated: Keys,
    /// Their values, by the key's number, sorted.
    pub values: Vec<(usize, ConditionValue)>,
    /// The first and the last day for which the text says that its figure holds.
    pub days: Option<(i64, i64)>,
}

impl ConditionSet {
    /// Returns the value of the key of number `at`, if stated.
    pub fn get(&self, at: usize) -> Option<&ConditionValue> {
        if !self.stated.has(at) {
            return None;
        }
        self.values.iter().find(|(key, _)| *key == at).map(|(_, value)| value)
    }

    /// Returns the word of the key of number `at`, if stated and a word.
    pub fn word(&self, at: usize) -> Option<&str> {
        match self.get(at) {
            Some(ConditionValue::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Returns the number of the key of number `at`, if stated and a number.
    pub fn number(&self, at: usize) -> Option<f64> {
        match self.get(at) {
            Some(ConditionValue::Number(number)) => Some(super::interval::double(*number)),
            _ => None,
        }
    }
}

/// One claim as it is compared.
#[derive(Debug, Clone, Copy)]
pub struct Side {
    /// Its number in the list of claims.
    pub claim: u32,
    /// Number of the metric's name.
    pub metric: u32,
    /// Number of the device's name.
    pub device: u32,
    /// Number of the unit's name.
    pub unit: u32,
    /// Number of its condition set.
    pub conditions: u32,
    /// Number of its source.
    pub source: u32,
    /// The value, for figures and for comparisons with a factor.
    pub value: Option<Interval>,
}

/// Numbers of a metric and a device.
pub type Key = (u32, u32);

/// The claims as they are compared.
#[derive(Debug)]
pub struct Table<'a> {
    /// The words.
    pub vocab: &'a Vocab,
    /// The claims as they came.
    pub claims: Vec<&'a Claim>,
    /// Figures that may be compared, sorted by metric and device, else in the order in which they came.
    pub figures: Vec<Side>,
    /// Metric and device of the figures, and where theirs stand, sorted.
    pub keys_of_figures: Vec<(Key, Range<usize>)>,
    /// Statements in words that may be compared, in the order in which they came.
    pub words: Vec<Side>,
    /// Distinct condition sets.
    pub sets: Vec<ConditionSet>,
    /// Condition keys by number.
    pub keys: Vec<Name>,
    /// Names of metrics, devices and units by number.
    pub names: Vec<Name>,
    /// Source of each number: its path.
    pub sources: Vec<Name>,
    /// Counts of chips, by source and device: they may say for how many chips another figure is.
    pub counts: FxHashMap<(u32, u32), Vec<Side>>,
    /// Figures that their source calls wrong. They enter no comparison, but may tell what was corrected.
    pub refuted: Vec<Side>,
    /// A claim of each source, by the source's number.
    pub first_claims: Vec<u32>,
    /// Marks of the sentences that claims stand in, with the source's number.
    pub sentences: Vec<(u64, u32)>,
    /// The first and the last day that a source's own date allows, by the source's number.
    pub source_dates: Vec<Option<(i64, i64)>>,
    /// The exchange rates by which prices were brought to one currency.
    pub rates: Option<&'a Rates>,
    /// Claims left out, by reason.
    pub left_out: Vec<(&'static str, usize)>,
}

impl<'a> Table<'a> {
    /// Builds the table. Refuted and hypothetical claims are left out.
    pub fn new(vocab: &'a Vocab, claims: Vec<&'a Claim>, rates: Option<&'a Rates>) -> Self {
        let mut build = Builder::new(vocab);
        let (mut refuted, mut hypothetical) = (Vec::new(), 0);
        let (mut figures, mut words) = (Vec::with_capacity(claims.len()), Vec::new());
        let mut sentences = Vec::new();
        for (at, claim) in claims.iter().enumerate() {
            if claim.attribution == Some(Attribution::Hypothetical) {
                hypothetical += 1;
                continue;
            }
            let side = build.side(at as u32, claim, rates);
            // The claim is at hand now; later, in the order of keys, each look at it would cost.
            if claim.attribution != Some(Attribution::Refuted) {
                sentences.extend(family::sentence(claim).map(|mark| (mark, side.source)));
            }
            match (&claim.statement, claim.attribution) {
                (_, Some(Attribution::Refuted)) => refuted.push(side),
                (Statement::Figure(_), _) => figures.push(side),
                _ => words.push(side),
            }
        }
        figures.sort_unstable_by_key(|side| (side.metric, side.device, side.claim));
        let keys_of_figures = ranges(&figures);
        let left_out = vec![("refuted", refuted.len()), ("hypothetical", hypothetical)];
        let mut counts: FxHashMap<(u32, u32), Vec<Side>> = FxHashMap::default();
        let counted = vocab.relations.scope.counted.as_ref().and_then(|name| build.names.numbers.get(name)).copied();
        for side in figures.iter().filter(|side| Some(side.metric) == counted) {
            counts.entry((side.source, side.device)).or_default().push(*side);
        }
        Table {
            vocab,
            claims,
            figures,
            keys_of_figures,
            words,
            first_claims: build.first_claims,
            sentences,
            source_dates: build.source_dates,
            sets: build.sets,
            keys: build.keys,
            names: build.names.list,
            sources: build.sources.list,
            counts,
            refuted,
            rates,
            left_out,
        }
    }

    /// Returns the rate by which a side's price was brought to the base currency.
    pub fn rate(&self, side: &Side) -> Option<&'a Rate> {
        let claim = self.claim(side);
        let value = claim.statement.quantity()?;
        Some(self.rates?.convert(&value.unit, time::stated(self.vocab, claim).as_deref())?.1)
    }

    /// Returns the values of two prices of one currency as they are written: the rates of two days would make them
    /// differ. `None` where nothing was converted, or two currencies meet.
    pub fn unconverted(&self, a: &Side, b: &Side) -> Option<(Interval, Interval)> {
        self.rates?;
        let (one, other) = (self.claim(a).statement.quantity()?, self.claim(b).statement.quantity()?);
        if one.unit != other.unit || self.rate(a).is_none() {
            return None;
        }
        let tolerance = self.metric(a).and_then(|entry| entry.tolerance.as_deref()?.parse().ok()).unwrap_or(0.0);
        Some((Interval::new(one, tolerance), Interval::new(other, tolerance)))
    }

    /// Returns the figures of one metric and device.
    pub fn of(&self, key: Key) -> &[Side] {
        let found = self.keys_of_figures.binary_search_by_key(&key, |(key, _)| *key);
        found.ok().and_then(|at| self.figures.get(self.keys_of_figures[at].1.clone())).unwrap_or_default()
    }

    /// Returns all figures of one metric.
    pub fn of_metric(&self, metric: u32) -> &[Side] {
        let start = self.figures.partition_point(|side| side.metric < metric);
        let end = self.figures.partition_point(|side| side.metric <= metric);
        &self.figures[start..end]
    }

    /// Says whether the corpus is small: everything is judged and listed.
    pub fn is_small(&self) -> bool {
        self.claims.len() <= SMALL
    }

    /// Returns figures and statements in words.
    pub fn sides(&self) -> impl Iterator<Item = &Side> {
        self.figures.iter().chain(&self.words)
    }

    /// Returns the number of a metric's, a device's or a unit's name, if any claim uses it.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|known| &**known == name).map(|at| at as u32)
    }

    /// Returns the first and the last day for which a figure may hold: as the text says, or as its source is dated.
    pub fn days(&self, side: &Side) -> Option<(i64, i64)> {
        self.set(side).days.or_else(|| self.source_dates.get(side.source as usize).copied().flatten())
    }

    /// Returns the claim of a side.
    pub fn claim(&self, side: &Side) -> &'a Claim {
        self.claims[side.claim as usize]
    }

    /// Returns the condition set of a side.
    pub fn set(&self, side: &Side) -> &ConditionSet {
        &self.sets[side.conditions as usize]
    }

    /// Returns the number of a condition key, if any claim or metric uses it.
    pub fn key(&self, key: &str) -> Option<usize> {
        self.keys.iter().position(|name| &**name == key)
    }

    /// Returns the names of the keys in a set, in the order of their numbers.
    pub fn key_names(&self, keys: Keys) -> Vec<Name> {
        keys.iter().filter_map(|at| self.keys.get(at).cloned()).collect()
    }

    /// Returns the metric's entry.
    pub fn metric(&self, side: &Side) -> Option<&'a Metric> {
        self.vocab.metrics.get(&self.names[side.metric as usize])
    }
}

/// Returns where the figures of each key stand.
fn ranges(figures: &[Side]) -> Vec<(Key, Range<usize>)> {
    let mut start = 0;
    figures
        .chunk_by(|a, b| (a.metric, a.device) == (b.metric, b.device))
        .map(|group| {
            let range = start..start + group.len();
            start = range.end;
            ((group[0].metric, group[0].device), range)
        })
        .collect()
}

/// Gives names numbers in the order in which they come.
#[derive(Default)]
struct Names {
    list: Vec<Name>,
    numbers: FxHashMap<Name, u32>,
    /// The last name asked for: claims of one source and device stand together.
    last: Option<(Name, u32)>,
}

impl Names {
    fn number(&mut self, name: &Name) -> u32 {
        if let Some((last, number)) = &self.last
            && Arc::ptr_eq(last, name)
        {
            return *number;
        }
        let number = match self.numbers.get(name) {
            Some(&number) => number,
            None => {
                let number = self.list.len() as u32;
                self.list.push(name.clone());
                self.numbers.insert(name.clone(), number);
                number
            }
        };
        self.last = Some((name.clone(), number));
        number
    }
}

struct Builder<'a> {
    vocab: &'a Vocab,
    names: Names,
    sources: Names,
    keys: Vec<Name>,
    sets: Vec<ConditionSet>,
    set_numbers: FxHashMap<&'a Conditions, u32>,
    first_claims: Vec<u32>,
    source_dates: Vec<Option<(i64, i64)>>,
    /// The last set asked for: most claims state none.
    last_set: Option<(&'a Conditions, u32)>,
    tolerances: FxHashMap<u32, f64>,
}

impl<'a> Builder<'a> {
    fn new(vocab: &'a Vocab) -> Self {
        // The rules' keys come first, in the order of their file, which is the order in which they are said.
        let keys = vocab.relations.condition.iter().map(|rule| rule.key.clone()).take(64).collect();
        Builder {
            vocab,
            names: Names::default(),
            sources: Names::default(),
            keys,
            sets: Vec::new(),
            set_numbers: FxHashMap::default(),
            first_claims: Vec::new(),
            source_dates: Vec::new(),
            last_set: None,
            tolerances: FxHashMap::default(),
        }
    }

    fn side(&mut self, at: u32, claim: &'a Claim, rates: Option<&Rates>) -> Side {
        let metric = self.names.number(&claim.metric);
        let quantity = claim.statement.quantity();
        let tolerance = match claim.statement {
            Statement::Figure(_) => self.tolerance(metric, &claim.metric),
            _ => 0.0,
        };
        if let Statement::Comparison { versus, .. } = &claim.statement {
            self.names.number(versus);
        }
        let mut side = Side {
            claim: at,
            metric,
            device: self.names.number(&claim.device),
            unit: quantity.map_or(u32::MAX, |value| self.unit(&value.unit)),
            conditions: self.set(&claim.conditions),
            source: self.source(at, claim),
            value: quantity.map(|value| Interval::new(value, tolerance)),
        };
        let date = || time::stated(self.vocab, claim);
        let converted = rates.zip(quantity).and_then(|(rates, value)| rates.convert(&value.unit, date().as_deref()));
        if let Some((unit, rate)) = converted {
            side.unit = self.unit(&unit.into());
            side.value = side.value.map(|value| value.times(rate.value));
        }
        side
    }

    fn source(&mut self, at: u32, claim: &Claim) -> u32 {
        let number = self.sources.number(&claim.source.path);
        if self.source_dates.len() == number as usize {
            self.first_claims.push(at);
            self.source_dates.push(claim.source.date.as_deref().map(time::days));
        }
        number
    }

    /// Returns the number of the unit that stands for `unit`.
    fn unit(&mut self, unit: &Name) -> u32 {
        let vocab = self.vocab;
        self.names.number(vocab.relations.unit(unit))
    }

    fn tolerance(&mut self, number: u32, metric: &str) -> f64 {
        let vocab = self.vocab;
        *self.tolerances.entry(number).or_insert_with(|| {
            let tolerance = vocab.metrics.get(metric).and_then(|entry| entry.tolerance.as_deref());
            tolerance.and_then(|share| share.parse().ok()).unwrap_or(0.0)
        })
    }

    fn set(&mut self, conditions: &'a Conditions) -> u32 {
        if let Some((last, number)) = self.last_set
            && last == conditions
        {
            return number;
        }
        if let Some(&number) = self.set_numbers.get(conditions) {
            self.last_set = Some((conditions, number));
            return number;
        }
        let days = time::as_stated(self.vocab, conditions).map(|date| time::days(&date));
        let mut set = ConditionSet { stated: Keys::default(), values: Vec::new(), days };
        for (key, value) in conditions.iter() {
            let at = match self.keys.iter().position(|name| name == key) {
                Some(at) => at,
                None if self.keys.len() < 64 => {
                    self.keys.push(key.clone());
                    self.keys.len() - 1
                }
                // A 65th kind of condition has no bit; no vocabulary comes near.
                None => continue,
            };
            set.stated.add(at);
            set.values.push((at, value.clone()));
        }
        set.values.sort_by_key(|(at, _)| *at);
        let number = self.sets.len() as u32;
        self.sets.push(set);
        self.set_numbers.insert(conditions, number);
        number
    }
}
