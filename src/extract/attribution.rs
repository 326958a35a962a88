//! Whose word it is: refuted, hypothetical, reported; and hedges on whole statements.

use super::discourse::Scene;
use super::draft::Drafts;
use crate::read::Article;
use crate::vocab::Vocab;

/// Marks the drafts whose sentences say that the source does not itself assert them.
pub fn apply(_vocab: &Vocab, _article: &Article, _scenes: &[Scene<'_>], _drafts: &mut Drafts) {}
