//! Claims in the making: bound, not yet tied to the source's lines, repeats not yet folded.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Extraction, Skipped};
use crate::claim::{Attribution, Claim, Conditions, Evidence, Name, Place, Statement, id};
use crate::read::Article;
use crate::text::{Span, Spans};

/// One claim before its evidence is cut from the source.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Metric id.
    pub metric: Name,
    /// Device id.
    pub device: Name,
    /// What is said.
    pub statement: Statement,
    /// Under which conditions.
    pub conditions: Conditions,
    /// The sentence or row, in bytes of the source text.
    pub quote: Span,
    /// Index of the block it stands in.
    pub block: usize,
    /// The whole statement is hedged.
    pub hedged: bool,
    /// Whose word it is, when not the source's.
    pub attribution: Option<Attribution>,
    /// The rule, as `step/name`.
    pub rule: &'static str,
    /// How sure the reading is, 0 to 1.
    pub confidence: f32,
}

/// All that the readers of one article have found so far.
#[derive(Debug, Clone, Default)]
pub struct Drafts {
    /// Claims, in the order found.
    pub claims: Vec<Draft>,
    /// What was seen and not bound.
    pub skipped: Vec<Skipped>,
    /// Quantities that already belong to a claim, as spans of the source text.
    pub used: Spans,
}

impl Drafts {
    /// Says whether the quantity at `span` of the source already belongs to a claim.
    pub fn is_used(&self, span: Span) -> bool {
        self.used.meets(span)
    }

    /// Ties every draft to its lines, folds repeats into one claim with several places, and sorts.
    pub fn finish(mut self, article: &Article) -> Extraction {
        self.claims.sort_by_key(|draft| (draft.at(), draft.quote.start));
        let mut claims: Vec<Claim> = Vec::new();
        let mut also: Vec<Vec<Place>> = Vec::new();
        let mut seen: BTreeMap<Name, usize> = BTreeMap::new();
        for draft in self.claims {
            let claim = draft.finish(article);
            match seen.get(&claim.id) {
                Some(&first) => {
                    let place = Place {
                        start: claim.evidence.start,
                        end: claim.evidence.end,
                        line: claim.evidence.line,
                        column: claim.evidence.column,
                    };
                    let stands = &claims[first].evidence;
                    let same = stands.line == place.line && stands.column == place.column;
                    let also = &mut also[first];
                    // Drafts come in order of place: the same one can only be among the last.
                    let here = |other: &&Place| other.line == place.line && other.column == place.column;
                    if !same && !also.iter().rev().take_while(here).any(|other| *other == place) {
                        also.push(place);
                    }
                }
                None => {
                    seen.insert(claim.id.clone(), claims.len());
                    claims.push(claim);
                    also.push(Vec::new());
                }
            }
        }
        for (claim, also) in claims.iter_mut().zip(also) {
            claim.also = also.into();
        }
        Extraction { claims, skipped: self.skipped }
    }
}

impl Draft {
    /// Returns the byte where an editor should land: the value's, or the quote's.
    fn at(&self) -> usize {
        self.statement.quantity().map_or(self.quote.start, |value| value.span().start)
    }

    fn finish(self, article: &Article) -> Claim {
        let at = article.lines.position(&article.text, self.at());
        let headings = article.blocks.get(self.block).map_or(&[][..], |block| &block.headings);
        let evidence = Evidence {
            quote: self.quote.of(&article.text).unwrap_or_default().into(),
            start: self.quote.start as u32,
            end: self.quote.end as u32,
            line: at.line as u32,
            column: at.column as u32,
            page: article.page(self.at()),
            heading: headings.iter().map(|&at| article.blocks[at].text.as_str().into()).collect(),
        };
        let mut claim = Claim {
            id: "".into(),
            metric: self.metric,
            device: self.device,
            statement: self.statement,
            conditions: self.conditions,
            source: Arc::clone(&article.source),
            evidence,
            also: Box::default(),
            hedged: self.hedged,
            attribution: self.attribution,
            rule: self.rule.into(),
            confidence: self.confidence,
        };
        claim.id = id::claim(&claim);
        claim
    }
}
