//! What each tool takes. A parameter that is not named here is an error.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::conflict;

/// What orders the claims.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Best first.
    #[default]
    Rank,
    /// The smallest value first.
    Value,
    /// The latest source first.
    Date,
}

/// A language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

/// How many items an answer holds at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Limit(#[schemars(range(min = 1, max = 50))] pub usize);

impl Default for Limit {
    fn default() -> Self {
        Self(10)
    }
}

impl Limit {
    /// Returns the number, brought within its range.
    pub fn items(self) -> usize {
        self.0.clamp(1, 50)
    }
}

/// How many bytes an answer has at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Budget(#[schemars(range(min = 2000, max = 200_000))] pub usize);

impl Default for Budget {
    fn default() -> Self {
        Self(20_000)
    }
}

/// Parameters of `search_claims`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchClaims {
    /// What to look for, in English or Chinese; see the tool's description for the query language.
    pub query: String,
    /// What orders the claims.
    #[serde(default)]
    pub sort: Order,
    /// Most claims to give: 10 unless told otherwise, 50 at most.
    #[serde(default)]
    pub limit: Limit,
    /// `next_cursor` of the last answer to the same question.
    #[serde(default)]
    pub cursor: Option<String>,
    /// Most bytes of the answer's structured content.
    #[serde(default)]
    pub max_bytes: Budget,
}

/// Parameters of `get_claim`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Id of the claim (`c-…`); its beginning is enough.
    pub id: String,
}

/// Parameters of `list_findings`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListFindings {
    /// Verdicts to list; conflicts and tensions unless told otherwise.
    #[serde(default)]
    pub status: Vec<conflict::Status>,
    /// Only this device and what stands below it: an id or a name in English or Chinese.
    #[serde(default)]
    pub device: Option<String>,
    /// Only this metric: an id or a name in English or Chinese.
    #[serde(default)]
    pub metric: Option<String>,
    /// Only findings with a side in a source whose path, title or publisher holds this.
    #[serde(default)]
    pub source: Option<String>,
    /// Language of the explanations.
    #[serde(default)]
    pub language: Language,
    /// Most findings to give: 10 unless told otherwise, 50 at most.
    #[serde(default)]
    pub limit: Limit,
    /// `next_cursor` of the last answer to the same question.
    #[serde(default)]
    pub cursor: Option<String>,
    /// Most bytes of the answer's structured content.
    #[serde(default)]
    pub max_bytes: Budget,
}

/// Parameters of `explain_finding`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Id of the finding (`k-…`); its beginning is enough.
    pub id: String,
    /// Language of the explanation.
    #[serde(default)]
    pub language: Language,
}

/// Parameters of `digest`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Digest {
    /// Only this device and what stands below it: an id or a name in English or Chinese.
    #[serde(default)]
    pub device: Option<String>,
    /// Only this metric: an id or a name in English or Chinese.
    #[serde(default)]
    pub metric: Option<String>,
    /// Language of the document.
    #[serde(default)]
    pub language: Language,
    /// `next_cursor` of the last answer to the same question: the document goes on there.
    #[serde(default)]
    pub cursor: Option<String>,
    /// Most bytes of the document to give at once.
    #[serde(default)]
    pub max_bytes: Budget,
}

/// Parameters of `status`: none.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Status {}
