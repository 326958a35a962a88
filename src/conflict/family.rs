//! Which sources are copies of one article: a family has one vote.
//!
//! Two sources are of one family when they share an address, when a good part of the one's sentences stand
//! word for word in the other, when they are the same file twice, or when they share many rare figures: measurements and prices that
//! nobody gets to twice by looking up a data sheet. Two articles in two languages are a translation where nearly
//! all that the shorter one claims stands in the other, in the same order, and not all of it is on a data sheet.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use serde::Serialize;

use super::table::{Side, Table};
use crate::claim::{Claim, Name, Source, Statement, id};
use crate::vocab::Vocab;

/// Letters that a sentence has at least to count as somebody's own; a Han character counts for three.
const LETTERS: usize = 45;
/// Sources that share a sentence or a figure at most for it to count; what all say is nobody's.
const SHARED_BY: usize = 6;
/// Sentences or figures that copies share at least.
const SENTENCES: usize = 3;
/// See [`SENTENCES`].
const FIGURES: usize = 5;
/// The part of the smaller source that copies share at least, in per cent.
const SENTENCE_SHARE: usize = 40;
/// See [`SENTENCE_SHARE`].
const FIGURE_SHARE: usize = 60;

/// Claims that a translation shares with its original at least.
const TRANSLATED: usize = 4;
/// The part of the shorter article's claims that it shares, in per cent.
const TRANSLATED_SHARE: usize = 75;
/// The part of the shared claims that stand in the same order, in per cent.
const IN_ORDER: usize = 80;
/// What shared claims must weigh that are on no data sheet: a measurement or a price two, an order without
/// figures one.
const WEIGHT: u32 = 3;

/// One family of two sources or more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Family {
    /// `f-` and twelve hex digits.
    pub id: Name,
    /// The paths of its sources, sorted.
    pub sources: Vec<Name>,
    /// Why they are one family: pairs of paths and the reason.
    pub because: Vec<(Name, Name, Reason)>,
}

/// Why two sources are of one family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Their metadata says so.
    Stated,
    /// They are the same, byte for byte.
    Bytes,
    /// They have one address.
    Address,
    /// They share so many sentences.
    Sentences(usize),
    /// They share so many rare figures.
    Figures(usize),
    /// They make so many claims alike, in the same order and in two languages.
    Translation(usize),
}

/// Returns the families of two sources or more among the sources of these claims.
pub fn families<C: Borrow<Claim>>(vocab: &Vocab, claims: &[C]) -> Vec<Family> {
    let claims: Vec<&Claim> = claims.iter().map(Borrow::borrow).collect();
    let mut table = Table::new(vocab, claims, None);
    Families::new(&mut table).list
}

/// Tells every claim's source its family; a source without kin is a family of its own.
pub fn name(vocab: &Vocab, claims: &mut [Claim]) {
    let list = families(vocab, claims);
    let kin: BTreeMap<&Name, &Name> =
        list.iter().flat_map(|family| family.sources.iter().map(move |path| (path, &family.id))).collect();
    let mut sources: BTreeMap<Name, Arc<Source>> = BTreeMap::new();
    for claim in claims {
        let source = sources.entry(claim.source.id.clone()).or_insert_with(|| {
            let family = kin.get(&claim.source.path).map(|family| Name::clone(family));
            let alone = || id::family(&[&claim.source.id]);
            Arc::new(Source { family: Some(family.unwrap_or_else(alone)), ..Source::clone(&claim.source) })
        });
        claim.source = Arc::clone(source);
    }
}

/// The family of every source.
#[derive(Debug, Default)]
pub struct Families {
    of_source: Vec<u32>,
    /// How many there are.
    pub count: usize,
    /// Those of two sources or more.
    pub list: Vec<Family>,
}

impl Families {
    /// Finds the families among the sources of a table, and takes the marks of its sentences: nothing else is seen from
    /// them, and of a million claims they are many.
    pub fn new(table: &mut Table<'_>) -> Self {
        let sentences = std::mem::take(&mut table.sentences);
        let table = &*table;
        let firsts: Vec<&Claim> = table.first_claims.iter().map(|&at| table.claims[at as usize]).collect();
        let mut kin = Kin::new(table.sources.len());
        stated(&firsts, &mut kin);
        let rare = rare_metrics(table);
        shared(sentences, &mut kin, Reason::Sentences, (SENTENCES, SENTENCE_SHARE));
        let figures = table.figures.iter().filter(|side| rare.get(side.metric as usize) == Some(&true));
        let figures = figures.chain(&table.words).filter_map(|side| Some((figure(side)?, side.source)));
        shared(figures.collect(), &mut kin, Reason::Figures, (FIGURES, FIGURE_SHARE));
        translated(table, &firsts, &rare, &mut kin);
        kin.families(table, &firsts)
    }

    /// Returns the number of a side's family.
    pub fn of(&self, side: &Side) -> u32 {
        self.of_source[side.source as usize]
    }
}

/// Joins sources that are the same file twice, or whose metadata name one family or one address.
fn stated(firsts: &[&Claim], kin: &mut Kin) {
    let mut by_name: HashMap<(&str, Reason), usize> = HashMap::new();
    for (at, claim) in firsts.iter().enumerate() {
        let source = &claim.source;
        let names = [
            (source.same_as.as_deref(), Reason::Bytes),
            (source.family.as_deref(), Reason::Stated),
            (source.url.as_deref(), Reason::Address),
        ];
        for (name, reason) in names {
            let Some(name) = name.filter(|name| !name.is_empty()) else { continue };
            match by_name.get(&(name, reason)) {
                Some(&first) => kin.join(first, at, reason),
                None => {
                    by_name.insert((name, reason), at);
                }
            }
        }
    }
}

/// Joins sources that share enough marks.
fn shared(mut marks: Vec<(u64, u32)>, kin: &mut Kin, reason: fn(usize) -> Reason, (least, share): (usize, usize)) {
    marks.sort_unstable();
    marks.dedup();
    let mut own: HashMap<u32, usize> = HashMap::new();
    for (_, source) in &marks {
        *own.entry(*source).or_default() += 1;
    }
    let mut together: Vec<(u32, u32)> = Vec::new();
    for group in marks.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1 && group.len() <= SHARED_BY) {
        for (at, (_, a)) in group.iter().enumerate() {
            for (_, b) in &group[at + 1..] {
                together.push((*a, *b));
            }
        }
    }
    together.sort_unstable();
    for pair in together.chunk_by(|a, b| a == b) {
        let ((a, b), count) = (pair[0], pair.len());
        let smaller = own[&a].min(own[&b]);
        // All of a short notice, or a good part of a longer piece.
        if count > 1 && least > count && count == smaller && least == SENTENCES
            || count >= least && count * 100 >= smaller * share
        {
            kin.join(a as usize, b as usize, reason(count));
        }
    }
}

/// Joins articles in two languages that make the same claims in the same order.
fn translated(table: &Table<'_>, firsts: &[&Claim], rare: &[bool], kin: &mut Kin) {
    let script = |source: u32| firsts.get(source as usize)?.source.lang.as_deref()?.get(..2);
    let languages: BTreeSet<&str> = (0..firsts.len()).filter_map(|at| script(at as u32)).collect();
    if languages.len() < 2 {
        return;
    }
    let place = |side: &Side| table.claim(side).evidence.start;
    let mut marks: Vec<(u64, u32, u32, u32)> = table
        .sides()
        .filter_map(|side| said_alike(table, rare, side).map(|(mark, weight)| (mark, side.source, place(side), weight)))
        .collect();
    marks.sort_unstable();
    marks.dedup_by_key(|(mark, source, ..)| (*mark, *source));
    let mut own: HashMap<u32, usize> = HashMap::new();
    let mut together: Vec<(u32, u32, u32, u32, u32)> = Vec::new();
    for group in marks.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() <= SHARED_BY) {
        for (at, (_, a, here, weight)) in group.iter().enumerate() {
            *own.entry(*a).or_default() += 1;
            let foreign = group[at + 1..].iter().filter(|(_, b, ..)| script(*a) != script(*b));
            // What either takes for a measurement is one.
            together.extend(foreign.map(|(_, b, there, theirs)| (*a, *b, *here, *there, *weight.max(theirs))));
        }
    }
    together.sort_unstable();
    for pair in together.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (a, b, ..) = pair[0];
        let smaller = own[&a].min(own[&b]);
        let weight: u32 = pair.iter().map(|(.., weight)| weight).sum();
        if pair.len() >= TRANSLATED
            && pair.len() * 100 >= smaller * TRANSLATED_SHARE
            && weight >= WEIGHT
            && rising(pair.iter().map(|(_, _, _, there, _)| *there)) * 100 >= pair.len() * IN_ORDER
        {
            kin.join(a as usize, b as usize, Reason::Translation(pair.len()));
        }
    }
}

/// Returns the length of the longest run of numbers, others left out, that never falls.
fn rising(numbers: impl Iterator<Item = u32>) -> usize {
    let mut ends: Vec<u32> = Vec::new();
    for number in numbers {
        let at = ends.partition_point(|&end| end <= number);
        match ends.get_mut(at) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    ends.len()
}

/// Returns the mark of what a claim says, in any language, and what it weighs.
///
/// A figure is known by its device, unit and value: the two languages may name its metric more and less narrowly.
fn said_alike(table: &Table<'_>, rare: &[bool], side: &Side) -> Option<(u64, u32)> {
    let claim = table.claim(side);
    let mut mark = Mark::default();
    mark.add(u64::from(side.device));
    let weight = match &claim.statement {
        Statement::Figure(_) => {
            let value = side.value?;
            mark.add(u64::from(side.unit));
            mark.add(value.low.to_bits());
            mark.add(value.high.to_bits());
            2 * u32::from(rare.get(side.metric as usize) == Some(&true))
        }
        Statement::Comparison { versus, relation, .. } => {
            mark.add(u64::from(side.metric));
            versus.bytes().chain(relation.as_str().bytes()).for_each(|byte| mark.add(u64::from(byte)));
            1 + u32::from(side.value.is_some())
        }
        _ => return None,
    };
    Some((mark.0, weight))
}

/// Returns the mark of the sentence that a claim stands in, letters and digits only.
pub fn sentence(claim: &Claim) -> Option<u64> {
    let quote = &claim.evidence.quote;
    if quote.len() < LETTERS {
        return None;
    }
    let mut length = 0;
    let mut mark = Mark::default();
    for ch in quote.chars().filter(|ch| ch.is_alphanumeric()) {
        length += ch.len_utf8();
        mark.add(ch.to_lowercase().next().unwrap_or(ch) as u64);
    }
    (length >= LETTERS).then_some(mark.0)
}

/// Says for each name whether it is a metric whose figures stand on no data sheet: prices and measurements.
fn rare_metrics(table: &Table<'_>) -> Vec<bool> {
    let no_rule = crate::vocab::relation::Apart::NoRule;
    let rules = &table.vocab.relations.condition;
    let is_rare = |name: &Name| {
        table.vocab.metrics.get(name).is_some_and(|entry| {
            entry.volatile || rules.iter().any(|rule| rule.apart == no_rule && rule.matters.contains(name))
        })
    };
    table.names.iter().map(is_rare).collect()
}

/// Returns the mark of a figure, or of a comparison's factor.
fn figure(side: &Side) -> Option<u64> {
    let value = side.value?;
    let mut mark = Mark::default();
    for part in [u64::from(side.metric), u64::from(side.device), value.low.to_bits(), value.high.to_bits()] {
        mark.add(part);
    }
    Some(mark.0)
}

/// A hash that is the same on every machine and in every run.
struct Mark(u64);

impl Default for Mark {
    fn default() -> Self {
        Mark(0xcbf2_9ce4_8422_2325)
    }
}

impl Mark {
    fn add(&mut self, part: u64) {
        self.0 = (self.0 ^ part).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }
}

/// Sources joined step by step.
struct Kin {
    parent: Vec<usize>,
    because: Vec<(usize, usize, Reason)>,
}

impl Kin {
    fn new(sources: usize) -> Self {
        Kin { parent: (0..sources).collect(), because: Vec::new() }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize, reason: Reason) {
        let (one, other) = (self.root(a), self.root(b));
        if one != other {
            self.parent[one.max(other)] = one.min(other);
            self.because.push((a, b, reason));
        }
    }

    fn families(mut self, table: &Table<'_>, firsts: &[&Claim]) -> Families {
        let mut families = Families::default();
        let mut numbers: HashMap<usize, u32> = HashMap::new();
        let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for at in 0..self.parent.len() {
            let root = self.root(at);
            let next = numbers.len() as u32;
            let number = *numbers.entry(root).or_insert(next);
            families.of_source.push(number);
            members.entry(number).or_default().push(at);
        }
        families.count = numbers.len();
        for (number, sources) in members.into_iter().filter(|(_, sources)| sources.len() > 1) {
            let mut ids: Vec<&str> =
                sources.iter().filter_map(|&at| firsts.get(at)).map(|claim| &*claim.source.id).collect();
            ids.sort_unstable();
            let mut paths: Vec<Name> = sources.iter().map(|&at| table.sources[at].clone()).collect();
            paths.sort();
            let name = |at: usize| table.sources[at].clone();
            let because = self.because.iter().filter(|(a, _, _)| families.of_source[*a] == number);
            families.list.push(Family {
                id: id::family(&ids),
                sources: paths,
                because: because.map(|(a, b, reason)| (name(*a), name(*b), *reason)).collect(),
            });
        }
        families.list.sort_by(|a, b| a.sources.cmp(&b.sources));
        families
    }
}
