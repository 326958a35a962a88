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

/// Says whether `mark` stands in `text`, plain or raised.
pub fn stands_in(mark: &str, text: &str) -> bool {
    let raised: String = mark.chars().map(raise).collect();
    text.contains(mark) || text.contains(&raised)
}

fn raise(ch: char) -> char {
    match ch {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' | '4'..='9' => char::from_u32(0x2070 + (ch as u32 - '0' as u32)).unwrap_or(ch),
        _ => ch,
    }
}
