//! From blocks to [`Sentence`]s: folded text with the way back, cut where sentences and
//! clauses end in either language.
//!
//! Folding is for matching only: full width, dashes, traditional characters, pinyin
//! glosses ("規(guī)模"). What is shown and quoted stays as written.

pub mod clauses;
pub mod fold;
pub mod formula;
pub mod gloss;
pub mod split;

use crate::read::{Article, Block, BlockKind};
use crate::text::{Mapped, Span};

pub use fold::fold;

/// One sentence, folded.
#[derive(Debug, Clone)]
pub struct Sentence {
    /// The folded text; [`Mapped::to_source`] leads back to the file.
    pub text: Mapped,
    /// Index of the block in [`Article::blocks`].
    pub block: usize,
    /// Clauses, as spans of the folded text, in order.
    pub clauses: Vec<Span>,
}

/// Returns the sentences of every block that holds prose: headings, paragraphs, list items, notes.
pub fn sentences(article: &Article) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    for (at, block) in article.blocks.iter().enumerate() {
        if is_prose(block) {
            of_text(&block.text, at, &mut sentences);
        }
    }
    sentences
}

/// Says whether `block` holds sentences.
pub fn is_prose(block: &Block) -> bool {
    !block.text.is_empty() && !matches!(block.kind, BlockKind::Code | BlockKind::Table(_))
}

/// Appends the sentences of one text, which stands in block `block`.
pub fn of_text(text: &Mapped, block: usize, sentences: &mut Vec<Sentence>) {
    let folded = fold::folded(text);
    let spans = split::sentences(folded.as_str());
    for span in spans {
        let text = if span.len() == folded.len() { folded.clone().into_owned() } else { folded.part(span) };
        let clauses = clauses::clauses(text.as_str());
        sentences.push(Sentence { text, block, clauses });
    }
}
