//! Figures in tables: rows × headers.

use super::draft::Drafts;
use crate::read::Article;
use crate::vocab::Vocab;

/// Adds the figures of every table of `article` to `drafts`.
pub fn read(_vocab: &Vocab, _article: &Article, _drafts: &mut Drafts) {}
