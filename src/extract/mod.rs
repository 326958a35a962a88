//! From an article to its claims.
//!
//! [`claims`] never fails: what was seen and not bound is in [`Extraction::skipped`], with
//! the reason. The steps: numerals ([`numeral`]) and quantities ([`quantity`]), mentions of
//! devices, metrics and conditions ([`mention`]), who is being talked about ([`discourse`]),
//! then the binding into claims: tables ([`table`]), comparisons ([`comparison`]), levels,
//! support and suitability ([`quality`]), figures in prose ([`prose`]), and whose word it
//! is ([`attribution`]).

pub mod attribution;
pub mod circumstance;
pub mod comparison;
pub mod discourse;
pub mod draft;
pub mod environment;
mod factor;
pub mod grading;
pub mod mention;
pub mod moment;
mod naming;
pub mod numeral;
mod owner;
pub mod parallel;
pub mod pointer;
pub mod prose;
pub mod quality;
pub mod quantity;
pub mod role;
mod stranger;
pub mod subject;
mod suitability;
mod support;
pub mod table;
pub mod tally;
pub mod trace;
pub mod value;
pub mod view;

use crate::claim::Claim;
use crate::normalise;
use crate::read::Article;
use crate::text::Span;
use crate::vocab::Vocab;

use draft::Drafts;

/// What was read in one article.
#[derive(Debug, Clone, Default)]
pub struct Extraction {
    /// The claims, in order of place.
    pub claims: Vec<Claim>,
    /// What was seen and not bound.
    pub skipped: Vec<Skipped>,
}

/// A quantity or mention that made no claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Where, in bytes of the source text.
    pub span: Span,
    /// What stood there, as written.
    pub surface: String,
    /// Why it was left: "no metric in the clause", "two devices are equally near".
    pub reason: String,
}

/// Reads every claim of `article`.
pub fn claims(vocab: &Vocab, article: &Article) -> Extraction {
    let sentences = normalise::sentences(article);
    let scenes = discourse::scenes(vocab, article, &sentences);
    let mut drafts = Drafts::default();
    table::read(vocab, article, &mut drafts);
    // Comparisons go first: the factor of "快30%" is then no figure for the prose reader.
    let graded = grading::read(vocab, &scenes);
    comparison::read(vocab, article, &scenes, &graded, &mut drafts);
    quality::read(vocab, article, &scenes, &graded, &mut drafts);
    prose::read(vocab, article, &scenes, &mut drafts);
    attribution::apply(vocab, article, &scenes, &mut drafts);
    drafts.finish(article)
}
