//! What each tool gives, as structured content.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::claim::row::Row;
use crate::conflict;

/// One claim in short.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ClaimInShort {
    /// Its id, for `get_claim`.
    pub id: String,
    /// `figure`, `comparison`, `level`, `support` or `suitability`.
    pub kind: &'static str,
    /// Id of the device.
    pub device: String,
    /// Name of the device.
    pub device_name: String,
    /// Id of the metric.
    pub metric: String,
    /// What is said, in the metric's canonical unit with a readable prefix.
    pub said: String,
    /// The value as written in the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// The conditions that the source states; what is not named is not stated.
    pub conditions: BTreeMap<String, String>,
    /// Whose word it is where it is not the source's own: `reported`, `refuted` or `hypothetical`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<&'static str>,
    /// The statement is hedged ("may").
    pub hedged: bool,
    /// Where it stands: path and line.
    pub place: String,
    /// Who published it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// When it was published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The sentence or table row, verbatim but for its length.
    pub quote: String,
    /// Ids of the conflicts and tensions that rest on it, gravest first.
    pub disputed_by: Vec<String>,
    /// The source has changed or is gone since it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_current: Option<&'static str>,
}

/// Claims, best first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Claims {
    /// How many match in all.
    pub total: usize,
    /// No claim is about all that was asked; these hold or mention part of it.
    pub partial: bool,
    /// What was recognised in the query.
    pub recognised: Vec<String>,
    /// Words that stand nowhere, and the name that each may mean.
    pub did_you_mean: BTreeMap<String, String>,
    /// The claims.
    pub claims: Vec<ClaimInShort>,
    /// Where to go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// What was left out, and how to get it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A line of a source.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its text, verbatim but for its length.
    pub text: String,
}

/// A claim with its surroundings.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ClaimInFull {
    /// The claim.
    pub claim: Row,
    /// The lines around it.
    pub lines: Vec<Line>,
    /// Why no lines can be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_lines: Option<&'static str>,
    /// The findings that rest on it, gravest first.
    pub findings: Vec<FindingInShort>,
    /// How many findings rest on it in all.
    pub findings_total: usize,
}

/// One side of a finding.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Side {
    /// Id of the claim.
    pub claim: String,
    /// Whose value it is, where the finding is about several devices.
    pub device: String,
    /// What is said.
    pub said: String,
    /// Where it stands: path and line.
    pub place: String,
}

/// One finding in short.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FindingInShort {
    /// Its id, for `explain_finding`.
    pub id: String,
    /// The verdict.
    pub status: conflict::Status,
    /// What kind of difference.
    pub kind: conflict::Kind,
    /// Id of the device.
    pub device: String,
    /// Id of the metric.
    pub metric: String,
    /// How far apart.
    pub size: conflict::Size,
    /// How sure it is that both are of the same thing.
    pub certainty: conflict::Certainty,
    /// The sides.
    pub sides: Vec<Side>,
    /// Why the verdict was given, and what is equal, different and unsaid.
    pub explanation: String,
    /// What would settle it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub to_settle: String,
}

/// Findings, gravest first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Findings {
    /// How many match in all.
    pub total: usize,
    /// The findings.
    pub findings: Vec<FindingInShort>,
    /// Where to go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// What was left out, and how to get it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A side of a finding with its surroundings.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SideInFull {
    /// The claim.
    pub claim: ClaimInShort,
    /// The lines around it.
    pub lines: Vec<Line>,
    /// Why no lines can be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_lines: Option<&'static str>,
}

/// A finding with its surroundings.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FindingInFull {
    /// The finding.
    pub finding: conflict::Finding,
    /// Its sides, the two at odds first.
    pub sides: Vec<SideInFull>,
    /// How many sides it has in all.
    pub sides_total: usize,
}

/// A digest, or a part of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Digest {
    /// Markdown.
    pub markdown: String,
    /// Bytes of the whole document.
    pub total_bytes: usize,
    /// Where to go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// What was left out, and how to get it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The state of the knowledge base.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Status {
    /// Version of the program.
    pub version: &'static str,
    /// Folder of the index.
    pub index: String,
    /// Folders with articles.
    pub corpus: Vec<String>,
    /// Articles.
    pub sources: usize,
    /// Files that could not be read.
    pub skipped: usize,
    /// Independent families among the articles.
    pub families: usize,
    /// Claims.
    pub claims: usize,
    /// Findings by verdict.
    pub findings: BTreeMap<conflict::Status, usize>,
    /// What the user decided: findings dismissed and values accepted.
    pub decisions: usize,
    /// Nothing has changed in the corpus since it was read.
    pub current: bool,
    /// What has changed since.
    pub pending: String,
    /// What was not set side by side, and why.
    pub not_compared: Vec<String>,
}
