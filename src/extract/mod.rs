//! From an article to its claims.
//!
//! [`claims`] never fails: what was seen and not bound is in [`Extraction::skipped`], with
//! the reason. The steps are numerals ([`numeral`]), quantities ([`quantity`]), mentions of
//! devices, metrics and conditions ([`mention`]), and the binding of them into claims:
//! figures in prose ([`prose`]) and tables ([`table`]), comparisons ([`comparison`]), levels, support and
//! suitability ([`quality`]), and whose word it is ([`attribution`]).

pub mod mention;
pub mod quantity;

use crate::claim::Claim;
use crate::text::Span;

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
