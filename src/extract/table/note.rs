//! Notes under a table, and the conditions that they state for the figures that point to them.

use crate::claim::Conditions;
use crate::read::{Article, Block, BlockKind};
use crate::vocab::Vocab;

use super::facet::Facet;

/// How many blocks below a table its notes may stand.
const REACH: usize = 40;

/// Returns the conditions stated by the note that answers to `mark` below the table at `block`: a note by
/// its markup, or an item of a numbered list right below the table.
pub fn conditions(vocab: &Vocab, article: &Article, block: usize, mark: &str) -> Conditions {
    facet(vocab, article, block, mark).map(|note| note.stated()).unwrap_or_default()
}

/// Returns the note that answers to `mark` below the table at `block`.
pub fn facet(vocab: &Vocab, article: &Article, block: usize, mark: &str) -> Option<Facet> {
    let below = || article.blocks.iter().skip(block + 1).take(REACH);
    let marked = below().find(|block| matches!(&block.kind, BlockKind::Note(own) if own == mark));
    let listed = || {
        let mut list = below().take_while(|block| matches!(block.kind, BlockKind::Item(_) | BlockKind::Note(_)));
        list.find(|block| is_numbered(article, block, mark))
    };
    marked.or_else(listed).map(|note| Facet::new(vocab, &note.text))
}

/// Says whether the number of a list's item is `mark`.
fn is_numbered(article: &Article, block: &Block, mark: &str) -> bool {
    let start = block.text.source().start;
    let Some(before) = article.text.get(..start) else { return false };
    let line = before.rsplit('\n').next().unwrap_or_default().trim();
    mark.bytes().all(|byte| byte.is_ascii_digit()) && line.trim_end_matches(['.', ')', '、']) == mark
}
