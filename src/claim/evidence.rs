//! Who says it and where it stands.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Name;
use crate::text::Span;

/// One article, as claims name it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// `s-` and twelve hex digits of the path; see [`super::id::source`].
    pub id: Name,
    /// Path as found under the corpus folder, with `/` between parts.
    pub path: Name,
    /// Title from the metadata, the first heading or the first line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Name>,
    /// Who published it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publisher: Option<Name>,
    /// Where it was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<Name>,
    /// When, as an ISO prefix ("2024", "2024-05").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Name>,
    /// `en`, `zh-Hans`, `zh-Hant` or `mixed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<Name>,
    /// `f-` and twelve hex digits: copies of one article share it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<Name>,
    /// What sources with the very same bytes share; known where they stand in one index.
    #[serde(skip)]
    pub same_as: Option<Name>,
}

/// The place of a claim: the quote is verbatim the source's bytes `start..end`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// The sentence or table row, verbatim.
    pub quote: Box<str>,
    /// First byte of the quote in the source text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// Line of the value's surface, or of the quote where there is no value; from 1.
    pub line: u32,
    /// Column of the same, in characters; from 1.
    pub column: u32,
    /// Page of a paged source; from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// The headings above, outermost first.
    #[serde(default, skip_serializing_if = "<[Name]>::is_empty")]
    pub heading: Arc<[Name]>,
}

impl Evidence {
    /// Returns where the quote stands in the source, in bytes.
    pub fn span(&self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }
}

/// A further place that says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// First byte of the quote there.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// Line of the value there; from 1.
    pub line: u32,
    /// Column of the value there, in characters; from 1.
    pub column: u32,
}
