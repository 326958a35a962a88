//! Notes under a table, and the conditions that they state for the figures that point to them.

use crate::claim::Conditions;
use crate::read::{Article, BlockKind};
use crate::vocab::Vocab;

use super::facet::Facet;

/// How many blocks below a table its notes may stand.
const REACH: usize = 40;

/// Returns the conditions stated by the note that answers to `mark` below the table at `block`.
pub fn conditions(vocab: &Vocab, article: &Article, block: usize, mark: &str) -> Conditions {
    let below = article.blocks.iter().skip(block + 1).take(REACH);
    let note = below.into_iter().find(|block| matches!(&block.kind, BlockKind::Note(own) if own == mark));
    note.map(|note| Facet::new(vocab, &note.text).stated()).unwrap_or_default()
}
