//! Claims chosen one by one, as a query: thousands of ids at once, where a set of terms would walk the dictionary of
//! all of them.
//!
//! Every document has the hash of its claim's id at hand; one pass over these tells which are chosen.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use tantivy::query::{ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::{DocId, DocSet, Score, SegmentReader, TERMINATED, TantivyError};

use super::schema::{TIE, hash};

/// A set of claims.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chosen(FxHashSet<u64>);

impl<'a> FromIterator<&'a str> for Chosen {
    fn from_iter<I: IntoIterator<Item = &'a str>>(ids: I) -> Self {
        Chosen(ids.into_iter().map(|id| hash(&[id])).collect())
    }
}

/// The query for them.
#[derive(Debug, Clone)]
pub(super) struct ChosenQuery(pub Arc<Chosen>);

impl Query for ChosenQuery {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(ChosenWeight(Arc::clone(&self.0))))
    }
}

struct ChosenWeight(Arc<Chosen>);

impl Weight for ChosenWeight {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let ties = reader.fast_fields().u64(TIE)?;
        let chosen = |doc: &DocId| ties.first(*doc).is_some_and(|tie| self.0.0.contains(&tie));
        let docs = (0..reader.max_doc()).filter(chosen).collect();
        Ok(Box::new(ConstScorer::new(Docs { docs, at: 0 }, boost)))
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        let mut scorer = self.scorer(reader, 1.0)?;
        if scorer.doc() > doc || scorer.seek(doc) != doc {
            return Err(TantivyError::InvalidArgument(format!("document {doc} is not chosen")));
        }
        Ok(Explanation::new("chosen", 1.0))
    }
}

/// Documents in rising order.
struct Docs {
    docs: Vec<DocId>,
    at: usize,
}

impl DocSet for Docs {
    fn advance(&mut self) -> DocId {
        self.at += 1;
        self.doc()
    }

    fn doc(&self) -> DocId {
        self.docs.get(self.at).copied().unwrap_or(TERMINATED)
    }

    fn size_hint(&self) -> u32 {
        self.docs.len() as u32
    }
}
