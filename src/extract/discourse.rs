//! Who is being talked about: the subject of each sentence, carried from the clause, the
//! sentence before, the heading, the list's lead line.

use super::mention::{DeviceMention, Mentions};
use crate::normalise::Sentence;
use crate::read::Article;
use crate::vocab::Vocab;

/// One sentence with all that is named in it and the subjects it may inherit.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    /// The sentence.
    pub sentence: &'a Sentence,
    /// What it names; spans are bytes of the sentence's folded text.
    pub mentions: Mentions,
    /// The subject that the sentences before leave standing, in the same block or list.
    pub carried: Option<DeviceMention>,
    /// Devices named by the headings and lead lines above, innermost first.
    pub above: Vec<DeviceMention>,
}

/// Reads the sentences in order and keeps track of who is being talked about.
pub fn scenes<'a>(_vocab: &Vocab, _article: &Article, sentences: &'a [Sentence]) -> Vec<Scene<'a>> {
    sentences
        .iter()
        .map(|sentence| Scene { sentence, mentions: Mentions::default(), carried: None, above: Vec::new() })
        .collect()
}
