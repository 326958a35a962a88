//! Questions to the store, in its own terms: which documents, best first.
//!
//! [`crate::search`] builds an [`Ask`] from what a person wrote; this file turns it into the
//! store's queries, ranks what matches, and says for any one document what it scored.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use tantivy::collector::Collector;
use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, EmptyQuery, EnableScoring,
    FuzzyTermQuery, Occur, PhraseQuery, Query, RangeQuery, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, SegmentReader, Term};

use super::chosen::{Chosen, ChosenQuery};
use super::error::Error;
use super::schema::{FIELDS, Kind, Passage, group};
use super::store::{Store, guarded, term};
use super::stored::Words;
use super::tokenizer;
use super::top::Top;
use crate::claim::Claim;

/// From so many documents on, waking a second thread costs less than it saves.
const SIDE_BY_SIDE: u64 = 100_000;

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// Every document.
    Everything,
    /// Documents that match all.
    All(Vec<Ask>),
    /// Documents that match at least one; the scores add up.
    Any(Vec<Ask>),
    /// Documents that match at least one; the best score counts.
    Best(Vec<Ask>),
    /// Documents that do not match.
    Not(Box<Ask>),
    /// Documents that match, all with this score.
    Fixed(Box<Ask>, f32),
    /// Documents that match, their scores multiplied.
    Times(Box<Ask>, f32),
    /// Documents that match, with so much added to their scores.
    Plus(Box<Ask>, f32),
    /// Words that stand side by side.
    Words(Text, String),
    /// A word that begins like this.
    Prefix(Text, String),
    /// An exact word.
    Is(Exact, String),
    /// Claims of this metric about exactly this device.
    Group(String, String),
    /// Claims that were chosen one by one.
    Chosen(Arc<Chosen>),
    /// Values whose interval meets this one, in a canonical unit if one is given.
    Values(Bound<f64>, Bound<f64>, Option<String>),
    /// Sources whose date meets these days, as `yyyymmdd`.
    Dates(Bound<u64>, Bound<u64>),
}

/// What is searched word by word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// The quote or passage.
    Quote,
    /// The headings above and the title.
    Around,
    /// Path, title, publisher and address of the source.
    Origin,
    /// The publisher.
    Publisher,
}

/// What is compared as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exact {
    /// The device or one of its ancestors.
    Device,
    /// The device itself.
    Subject,
    /// The metric.
    Metric,
    /// The kind of claim.
    Statement,
    /// A condition or a part of what is said, as `key=value`.
    State,
    /// The claim's id.
    Id,
    /// The source's id.
    Source,
    /// The canonical unit.
    Unit,
}

/// What orders the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// Best first.
    #[default]
    Rank,
    /// The smallest value first.
    Value,
    /// The latest source first.
    Date,
}

/// One document that matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    /// How well.
    pub score: f32,
    pub(super) at: DocAddress,
}

/// The best answers, and how many there are.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// All documents that match.
    pub total: usize,
    /// The best of them, in order.
    pub best: Vec<Match>,
}

/// How many answers have each device, metric, source and kind.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
pub struct Facets {
    /// By device.
    pub device: BTreeMap<String, usize>,
    /// By metric.
    pub metric: BTreeMap<String, usize>,
    /// By source, as its id.
    pub source: BTreeMap<String, usize>,
    /// By kind.
    pub kind: BTreeMap<String, usize>,
}

impl Store {
    /// Returns the first `take` answers.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn find(&self, ask: &Ask, kind: Kind, sort: Sort, take: usize) -> Result<Found, Error> {
        let collector = Top { take, sort };
        self.collect(&of_kind(ask, kind), &collector).map_err(|what| self.damage(what))
    }

    /// Returns what a collector makes of all answers. The parts of a large store are searched side by side.
    fn collect<C: Collector>(&self, query: &dyn Query, collector: &C) -> Result<C::Fruit, String> {
        let said = |error: tantivy::TantivyError| error.to_string();
        if self.searcher.num_docs() < SIDE_BY_SIDE {
            return guarded(|| self.searcher.search(query, collector).map_err(said));
        }
        let weight = guarded(|| query.weight(EnableScoring::enabled_from_searcher(&self.searcher)).map_err(said))?;
        let one = &|(at, segment): (usize, &SegmentReader)| {
            guarded(|| collector.collect_segment(weight.as_ref(), at as u32, segment).map_err(said))
        };
        let segments = self.searcher.segment_readers();
        let mut fruits: Vec<_> = segments.iter().map(|_| None).collect();
        // The first part is searched here: the others need one thread less to be woken.
        rayon::in_place_scope(|scope| {
            let mut parts = segments.iter().enumerate().zip(&mut fruits);
            let first = parts.next();
            parts.for_each(|(part, fruit)| scope.spawn(move |_| *fruit = Some(one(part))));
            first.into_iter().for_each(|(part, fruit)| *fruit = Some(one(part)));
        });
        let fruits = fruits.into_iter().flatten().collect::<Result<_, String>>()?;
        collector.merge_fruits(fruits).map_err(said)
    }

    /// Says whether any document is an answer.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn has_any(&self, ask: &Ask, kind: Kind) -> Result<bool, Error> {
        Ok(!self.matching_at_most(&of_kind(ask, kind), 1)?.is_empty())
    }

    /// Says whether the counts of words alone show that more than `most` claims are answers; `false` says nothing.
    fn surely_more_than(&self, ask: &Ask, most: usize) -> bool {
        match ask {
            Ask::Any(asks) => asks.iter().any(|ask| self.surely_more_than(ask, most)),
            Ask::Is(exact @ (Exact::Device | Exact::Subject | Exact::Metric | Exact::Statement), word) => {
                let gone: u32 = self.searcher.segment_readers().iter().map(SegmentReader::num_deleted_docs).sum();
                let counted = self.searcher.doc_freq(&Term::from_field_text(exact.field(), word));
                counted.is_ok_and(|counted| counted > most as u64 + u64::from(gone))
            }
            _ => false,
        }
    }

    /// Returns the claim that matched.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn claim(&self, found: &Match) -> Result<Claim, Error> {
        self.claim_at(found.at, &mut Words::default())
    }

    /// Returns the passage that matched.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn passage(&self, found: &Match) -> Result<Passage, Error> {
        self.payload(found.at)
    }

    /// Returns the claims that are answers; `None` where there are more than `most`.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn claims_at_most(&self, ask: &Ask, most: usize) -> Result<Option<Vec<Claim>>, Error> {
        if self.surely_more_than(ask, most) {
            return Ok(None);
        }
        let found = self.matching_at_most(&of_kind(ask, Kind::Claim), most.saturating_add(1))?;
        if found.len() > most {
            return Ok(None);
        }
        let mut words = Words::default();
        found.into_iter().map(|at| self.claim_at(at, &mut words)).collect::<Result<_, Error>>().map(Some)
    }

    /// Returns what a match scores on a part of the question, if it matches that part.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn score(&self, ask: &Ask, found: &Match) -> Result<Option<f32>, Error> {
        let query = query(ask);
        let said = |error: tantivy::TantivyError| error.to_string();
        guarded(|| {
            let weight = query.weight(EnableScoring::enabled_from_searcher(&self.searcher)).map_err(said)?;
            let segment = self.searcher.segment_reader(found.at.segment_ord);
            let mut scorer = weight.scorer(segment, 1.0).map_err(said)?;
            if scorer.doc() < found.at.doc_id {
                scorer.seek(found.at.doc_id);
            }
            Ok((scorer.doc() == found.at.doc_id).then(|| scorer.score()))
        })
        .map_err(|what| self.damage(what))
    }

    /// Counts the answers by device, metric, source and kind.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn facets(&self, ask: &Ask) -> Result<Facets, Error> {
        let found = self.matching(&of_kind(ask, Kind::Claim))?;
        let mut facets = Facets::default();
        let counts = [
            ("subject", &mut facets.device),
            ("metric", &mut facets.metric),
            ("source", &mut facets.source),
            ("statement", &mut facets.kind),
        ];
        for (field, counts) in counts {
            self.count(field, &found, counts).map_err(|what| self.damage(what))?;
        }
        Ok(facets)
    }

    fn count(&self, field: &str, found: &[DocAddress], counts: &mut BTreeMap<String, usize>) -> Result<(), String> {
        for (segment, reader) in self.searcher.segment_readers().iter().enumerate() {
            let Some(column) = reader.fast_fields().str(field).map_err(|error| error.to_string())? else { continue };
            let here = found.iter().filter(|at| at.segment_ord as usize == segment);
            // Ordinals are dense: a broad query counts very many documents under a few of them.
            let mut tally = vec![0usize; column.num_terms()];
            for ordinal in here.filter_map(|at| column.ords().first(at.doc_id)) {
                if let Some(count) = tally.get_mut(ordinal as usize) {
                    *count += 1;
                }
            }
            let mut word = String::new();
            for (ordinal, &count) in tally.iter().enumerate().filter(|(_, count)| **count > 0) {
                word.clear();
                column.ord_to_str(ordinal as u64, &mut word).map_err(|error| error.to_string())?;
                *counts.entry(word.clone()).or_default() += count;
            }
        }
        Ok(())
    }

    /// Returns the byte ranges of `text` at which the words stand, folded as the index folds them.
    pub fn places(text: &str, words: &str) -> Vec<std::ops::Range<usize>> {
        tokenizer::places(text, words)
    }
}

fn of_kind(ask: &Ask, kind: Kind) -> BooleanQuery {
    let kind = ConstScoreQuery::new(Box::new(term(FIELDS.kind, kind.as_str())), 0.0);
    BooleanQuery::new(vec![(Occur::Must, Box::new(kind)), (Occur::Must, query(ask))])
}

fn query(ask: &Ask) -> Box<dyn Query> {
    match ask {
        Ask::Everything => Box::new(ConstScoreQuery::new(Box::new(AllQuery), 0.0)),
        Ask::All(asks) if asks.is_empty() => query(&Ask::Everything),
        Ask::All(asks) => Box::new(BooleanQuery::new(asks.iter().map(must).collect())),
        Ask::Any(asks) => Box::new(BooleanQuery::union(asks.iter().map(query).collect())),
        Ask::Best(asks) => Box::new(DisjunctionMaxQuery::new(asks.iter().map(query).collect())),
        Ask::Not(_) => Box::new(BooleanQuery::new(vec![(Occur::Must, query(&Ask::Everything)), must(ask)])),
        Ask::Fixed(ask, score) => Box::new(ConstScoreQuery::new(query(ask), *score)),
        Ask::Times(ask, factor) => Box::new(BoostQuery::new(query(ask), *factor)),
        Ask::Plus(ask, score) => {
            let constant = ConstScoreQuery::new(Box::new(AllQuery), *score);
            Box::new(BooleanQuery::intersection(vec![query(ask), Box::new(constant)]))
        }
        Ask::Words(text, words) => phrase(text.field(), words),
        Ask::Prefix(text, word) => prefix(text.field(), word),
        Ask::Is(exact, word) => Box::new(term(exact.field(), word)),
        Ask::Chosen(chosen) => Box::new(ChosenQuery(Arc::clone(chosen))),
        Ask::Group(metric, device) => {
            let term = Term::from_field_u64(FIELDS.group, group(metric, device));
            Box::new(TermQuery::new(term, IndexRecordOption::Basic))
        }
        Ask::Values(low, high, unit) => values(*low, *high, unit.as_deref()),
        Ask::Dates(from, to) => {
            let day = |field: Field| move |day: u64| Term::from_field_u64(field, day);
            // A range wants at least one end: an open one still wants a date to be there.
            let from = if *from == Bound::Unbounded { Bound::Included(0) } else { *from };
            let to = if *to == Bound::Unbounded { Bound::Included(u64::MAX) } else { *to };
            Box::new(BooleanQuery::intersection(vec![
                Box::new(RangeQuery::new(from.map(day(FIELDS.to)), Bound::Unbounded)),
                Box::new(RangeQuery::new(Bound::Unbounded, to.map(day(FIELDS.from)))),
            ]))
        }
    }
}

fn must(ask: &Ask) -> (Occur, Box<dyn Query>) {
    match ask {
        Ask::Not(inner) => (Occur::MustNot, query(inner)),
        _ => (Occur::Must, query(ask)),
    }
}

fn phrase(field: Field, words: &str) -> Box<dyn Query> {
    let mut parts: Vec<(usize, Term)> = tokenizer::parts(words)
        .into_iter()
        .map(|(position, text)| (position, Term::from_field_text(field, &text)))
        .collect();
    match parts.len() {
        0 => Box::new(EmptyQuery),
        1 => {
            let (_, term) = parts.remove(0);
            Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))
        }
        _ => Box::new(PhraseQuery::new_with_offset(parts)),
    }
}

/// The last part of the word may go on; what stands before it must stand there whole.
fn prefix(field: Field, word: &str) -> Box<dyn Query> {
    let mut parts = tokenizer::beginning(word);
    let Some(last) = parts.pop() else { return Box::new(EmptyQuery) };
    let goes_on = FuzzyTermQuery::new_prefix(Term::from_field_text(field, &last), 0, true);
    if parts.is_empty() {
        return Box::new(goes_on);
    }
    let whole: String = tokenizer::folded(word);
    let as_whole = FuzzyTermQuery::new_prefix(Term::from_field_text(field, &whole), 0, true);
    let apart = BooleanQuery::intersection(vec![phrase(field, &parts.join(" ")), Box::new(goes_on)]);
    Box::new(BooleanQuery::union(vec![Box::new(as_whole), Box::new(apart)]))
}

/// Values are kept as doubles: the ends are widened by what rounding may have cost.
fn values(low: Bound<f64>, high: Bound<f64>, unit: Option<&str>) -> Box<dyn Query> {
    let wide = |value: f64, sign: f64| value + sign * value.abs() * 1e-9;
    let from = match low {
        Bound::Included(value) => Bound::Included(wide(value, -1.0)),
        Bound::Excluded(value) => Bound::Excluded(wide(value, 1.0)),
        Bound::Unbounded => Bound::Unbounded,
    };
    let to = match high {
        Bound::Included(value) => Bound::Included(wide(value, 1.0)),
        Bound::Excluded(value) => Bound::Excluded(wide(value, -1.0)),
        Bound::Unbounded => Bound::Unbounded,
    };
    let number = |field: Field| move |value: f64| Term::from_field_f64(field, value);
    // An open side still wants a value to be there.
    let from = if from == Bound::Unbounded { Bound::Included(f64::MIN) } else { from };
    let mut parts: Vec<Box<dyn Query>> = vec![
        Box::new(RangeQuery::new(from.map(number(FIELDS.high)), Bound::Unbounded)),
        Box::new(RangeQuery::new(Bound::Unbounded, to.map(number(FIELDS.low)))),
    ];
    if to == Bound::Unbounded {
        parts.pop();
    }
    if let Some(unit) = unit {
        parts.push(Box::new(term(FIELDS.unit, unit)));
    }
    Box::new(ConstScoreQuery::new(Box::new(BooleanQuery::intersection(parts)), 1.0))
}

impl Text {
    fn field(self) -> Field {
        match self {
            Text::Quote => FIELDS.text,
            Text::Around => FIELDS.around,
            Text::Origin => FIELDS.origin,
            Text::Publisher => FIELDS.publisher,
        }
    }
}

impl Exact {
    fn field(self) -> Field {
        match self {
            Exact::Device => FIELDS.device,
            Exact::Subject => FIELDS.subject,
            Exact::Metric => FIELDS.metric,
            Exact::Statement => FIELDS.statement,
            Exact::State => FIELDS.state,
            Exact::Id => FIELDS.id,
            Exact::Source => FIELDS.source,
            Exact::Unit => FIELDS.unit,
        }
    }
}
