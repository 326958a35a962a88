//! Comparisons: one device against another, with or without a factor.

use super::discourse::Scene;
use super::draft::Drafts;
use crate::read::Article;
use crate::vocab::Vocab;

/// Adds what it finds to `drafts`.
pub fn read(_vocab: &Vocab, _article: &Article, _scenes: &[Scene<'_>], _drafts: &mut Drafts) {}
