//! The best answers to a question, in an order that does not hang on how the store is cut.

use std::cmp::Ordering;

use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::Column;
use tantivy::{DocAddress, DocId, Score, SegmentOrdinal, SegmentReader};

use super::ask::{Found, Match, Sort};
use super::schema::TIE;

/// Keeps the best documents; equal scores are ordered by confidence, date and id, so that
/// the order does not hang on how the store happens to be cut into segments.
pub(super) struct Top {
    pub take: usize,
    pub sort: Sort,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    key: f64,
    rank: u64,
    tie: u64,
    found: Match,
}

impl Entry {
    /// Orders the better entry first.
    fn order(&self, other: &Entry) -> Ordering {
        other.key.total_cmp(&self.key).then(other.rank.cmp(&self.rank)).then(self.tie.cmp(&other.tie))
    }
}

pub(super) struct SegmentTop {
    take: usize,
    sort: Sort,
    segment: SegmentOrdinal,
    rank: Column<u64>,
    tie: Column<u64>,
    value: Column<f64>,
    date: Column<u64>,
    total: usize,
    entries: Vec<Entry>,
    /// Key, rank and tie of the last entry that was kept; what is below them is not among the best.
    least: Option<(f64, u64, u64)>,
}

impl Collector for Top {
    type Fruit = Found;
    type Child = SegmentTop;

    fn for_segment(&self, segment: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<SegmentTop> {
        let fast = reader.fast_fields();
        Ok(SegmentTop {
            take: self.take,
            sort: self.sort,
            segment,
            rank: fast.u64("rank")?,
            tie: fast.u64(TIE)?,
            value: fast.f64("low")?,
            date: fast.u64("to")?,
            total: 0,
            entries: Vec::new(),
            least: None,
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, fruits: Vec<(usize, Vec<Entry>)>) -> tantivy::Result<Found> {
        let total = fruits.iter().map(|(total, _)| total).sum();
        let mut entries: Vec<Entry> = fruits.into_iter().flat_map(|(_, entries)| entries).collect();
        entries.sort_by(Entry::order);
        entries.truncate(self.take);
        Ok(Found { total, best: entries.into_iter().map(|entry| entry.found).collect() })
    }
}

impl SegmentCollector for SegmentTop {
    type Fruit = (usize, Vec<Entry>);

    fn collect(&mut self, document: DocId, score: Score) {
        self.total += 1;
        // Sums of floats differ in their last bits with the order of their terms.
        let score = (score * 1024.0).round() / 1024.0;
        let key = match self.sort {
            Sort::Rank => f64::from(score),
            Sort::Value => self.value.first(document).map_or(f64::NEG_INFINITY, |value| -value),
            Sort::Date => self.date.first(document).map_or(f64::NEG_INFINITY, |date| date as f64),
        };
        // Most documents fall behind those that are kept already by their key alone.
        if self.take == 0 || self.least.is_some_and(|(least, ..)| key < least) {
            return;
        }
        let rank = self.rank.first(document).unwrap_or(0);
        let equal = self.least.filter(|(least, ..)| key == *least);
        if equal.is_some_and(|(_, least, _)| rank < least) {
            return;
        }
        let tie = self.tie.first(document).unwrap_or(0);
        if equal.is_some_and(|(_, least, last)| rank == least && tie > last) {
            return;
        }
        let found = Match { score, at: DocAddress::new(self.segment, document) };
        self.entries.push(Entry { key, rank, tie, found });
        if self.entries.len() >= self.take.max(512).saturating_mul(2) {
            self.shrink();
        }
    }

    fn harvest(mut self) -> Self::Fruit {
        self.shrink();
        (self.total, self.entries)
    }
}

impl SegmentTop {
    /// Drops all but the best, and notes the last of them.
    fn shrink(&mut self) {
        if let Some(last) = self.take.checked_sub(1).filter(|last| self.entries.len() > last + 1) {
            let (_, least, _) = self.entries.select_nth_unstable_by(last, Entry::order);
            self.least = Some((least.key, least.rank, least.tie));
        }
        self.entries.truncate(self.take);
    }
}
