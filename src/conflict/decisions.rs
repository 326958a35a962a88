//! What the user decided: findings dismissed and values accepted, each with a reason.
//!
//! Decisions stand in a text file beside the corpus (`corpus/decisions.toml`) that people review
//! and merge. A decision whose finding or claim is no longer there is stale, and is reported.
//!
//! ```toml
//! [[dismiss]]
//! finding = "k-0123456789ab"
//! because = "two editions of one report"
//!
//! [[accept]]
//! claim = "c-0123456789ab"
//! because = "from the maker's data sheet"
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Finding, Judgement, Status};
use crate::claim::{Claim, Name, id};
use crate::vocab::{Lang, Vocab};

/// All decisions of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decisions {
    /// Findings that are none.
    #[serde(default)]
    pub dismiss: Vec<Dismissal>,
    /// Values that are the ones in use.
    #[serde(default)]
    pub accept: Vec<Acceptance>,
}

/// A finding that the user dismissed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dismissal {
    /// The finding's id.
    pub finding: Name,
    /// Why.
    pub because: String,
}

/// A value that the user accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// The claim's id.
    pub claim: Name,
    /// Why.
    pub because: String,
}

/// What stops decisions from being read or written.
#[derive(Debug, thiserror::Error)]
pub enum DecisionError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not what it should be.
    #[error("{path}:{line}: {message}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What the parser says.
        message: String,
    },
    /// There is a decision on it already.
    #[error("there is a decision on `{0}` already")]
    Twice(Name),
    /// A decision needs a reason.
    #[error("a decision needs a reason")]
    NoReason,
}

impl Decisions {
    /// Reads the decisions at `path`; a file that is not there holds none.
    ///
    /// # Errors
    /// Where the file cannot be read or parsed.
    pub fn load(path: &Path) -> Result<Self, DecisionError> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let text =
            std::fs::read_to_string(path).map_err(|source| DecisionError::File { path: path.to_owned(), source })?;
        Self::parse(path, &text)
    }

    /// Reads the decisions of several files as one; of two about one thing, that of the first file counts.
    ///
    /// # Errors
    /// Where one of them cannot be read or parsed.
    pub fn load_all<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<Self, DecisionError> {
        let mut all = Self::default();
        for path in paths {
            let one = Self::load(path)?;
            all.dismiss.extend(one.dismiss);
            all.accept.extend(one.accept);
        }
        Ok(all.once())
    }

    /// Reads decisions from the text of a file; `path` is its name in errors.
    ///
    /// # Errors
    /// Where it cannot be parsed.
    pub fn parse(path: &Path, text: &str) -> Result<Self, DecisionError> {
        let read: Result<Self, toml::de::Error> = toml::from_str(text);
        read.map(Self::once).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
            DecisionError::Parse {
                path: path.to_owned(),
                line: before.matches('\n').count() + 1,
                message: error.message().to_owned(),
            }
        })
    }

    /// Keeps the first decision on each finding and claim: two people may have taken one each.
    fn once(mut self) -> Self {
        let (mut findings, mut claims) = (BTreeSet::new(), BTreeSet::new());
        self.dismiss.retain(|dismissal| findings.insert(dismissal.finding.clone()));
        self.accept.retain(|accepted| claims.insert(accepted.claim.clone()));
        self
    }

    /// Returns where the decisions about a corpus are kept: beside its articles.
    pub fn beside(corpus: &Path) -> PathBuf {
        let folder = if corpus.is_file() { corpus.parent().unwrap_or(corpus) } else { corpus };
        folder.join("decisions.toml")
    }

    /// Says whether there is none.
    pub fn is_empty(&self) -> bool {
        self.dismiss.is_empty() && self.accept.is_empty()
    }

    /// Returns the decisions with the ids of today where they name a claim or finding as older versions did: by a path
    /// that began with the name of its folder.
    pub fn updated(self, claims: &[Claim], findings: &[Finding]) -> Self {
        if self.is_empty() {
            return self;
        }
        let known = other_ids(claims, findings, |claim| Some(claim.source.path.clone()));
        if known.is_empty() { self } else { self.renamed(&known) }
    }

    /// Returns the decisions with each id replaced by the one that it has in `known`, if it is there.
    pub fn renamed(&self, known: &BTreeMap<Name, Name>) -> Self {
        let name = |id: &Name| known.get(id).unwrap_or(id).clone();
        let dismissal = |d: &Dismissal| Dismissal { finding: name(&d.finding), because: d.because.clone() };
        let acceptance = |a: &Acceptance| Acceptance { claim: name(&a.claim), because: a.because.clone() };
        Self {
            dismiss: self.dismiss.iter().map(dismissal).collect(),
            accept: self.accept.iter().map(acceptance).collect(),
        }
    }

    /// Takes the decisions into a judgement: dismissed findings get that status with the reason, and so do
    /// disputes over an accepted value.
    ///
    /// Returns the ids of decisions that are stale: their finding or claim is no longer there.
    pub fn apply(&self, vocab: &Vocab, lang: Lang, judgement: &mut Judgement, claims: &BTreeSet<Name>) -> Vec<Name> {
        let say = |id: &str, values: &[(&str, &str)]| vocab.sentences.render(id, lang, values);
        let mut stale: Vec<Name> = Vec::new();
        for dismissal in &self.dismiss {
            match judgement.findings.iter_mut().find(|finding| finding.id == dismissal.finding) {
                Some(finding) => dismiss(finding, &say("rule/dismissed", &[("because", &dismissal.because)])),
                None => stale.push(dismissal.finding.clone()),
            }
        }
        for accepted in &self.accept {
            if !claims.contains(&accepted.claim) {
                stale.push(accepted.claim.clone());
            }
            let values = [("said", &*accepted.claim), ("because", accepted.because.as_str())];
            let word = say("rule/accepted", &values);
            for finding in judgement.findings.iter_mut().filter(|finding| disputes(finding, &accepted.claim)) {
                dismiss(finding, &word);
            }
        }
        judgement.findings.sort_by(|a, b| a.rank().cmp(&b.rank()));
        stale
    }

    /// Adds a dismissal to the file at `path`, keeping what stands there.
    ///
    /// # Errors
    /// Where the reason is empty, there is a decision on it already, or the file cannot be read or written.
    pub fn dismiss(path: &Path, finding: &str, because: &str) -> Result<(), DecisionError> {
        let known = |decisions: &Decisions| decisions.dismiss.iter().any(|dismissal| &*dismissal.finding == finding);
        add(path, "dismiss", "finding", finding, because, known)
    }

    /// Adds an acceptance to the file at `path`, keeping what stands there.
    ///
    /// # Errors
    /// As for [`Decisions::dismiss`].
    pub fn accept(path: &Path, claim: &str, because: &str) -> Result<(), DecisionError> {
        let known = |decisions: &Decisions| decisions.accept.iter().any(|accepted| &*accepted.claim == claim);
        add(path, "accept", "claim", claim, because, known)
    }
}

/// Returns the ids of claims, and of the findings that rest on them, by the ids that they have where their sources are
/// called by `path`.
pub fn other_ids<'c>(
    claims: impl IntoIterator<Item = &'c Claim>,
    findings: &[Finding],
    path: impl Fn(&Claim) -> Option<Name>,
) -> BTreeMap<Name, Name> {
    let renamed = claims.into_iter().filter_map(|claim| {
        let other = id::claim_named(claim, &path(claim)?);
        (other != claim.id).then(|| (claim.id.clone(), other))
    });
    let theirs: BTreeMap<Name, Name> = renamed.collect();
    if theirs.is_empty() {
        return theirs;
    }
    let finding = |finding: &Finding| {
        let mut ids: Vec<&str> = finding.claims.iter().map(|id| &**theirs.get(id).unwrap_or(id)).collect();
        ids.sort_unstable();
        (id::finding(finding.kind.as_str(), &finding.metric, &ids), finding.id.clone())
    };
    let findings: Vec<(Name, Name)> = findings.iter().map(finding).collect();
    theirs.into_iter().map(|(ours, theirs)| (theirs, ours)).chain(findings).collect()
}

fn dismiss(finding: &mut Finding, word: &str) {
    finding.status = Status::Dismissed;
    finding.to_settle = String::new();
    finding.explanation = format!("{word} {}", finding.explanation);
}

/// Says whether a finding is a dispute over the claim.
fn disputes(finding: &Finding, claim: &Name) -> bool {
    matches!(finding.status, Status::Conflict | Status::Tension) && finding.claims.iter().take(2).any(|id| id == claim)
}

fn add(
    path: &Path,
    table: &str,
    key: &str,
    id: &str,
    because: &str,
    known: impl Fn(&Decisions) -> bool,
) -> Result<(), DecisionError> {
    if because.trim().is_empty() {
        return Err(DecisionError::NoReason);
    }
    if known(&Decisions::load(path)?) {
        return Err(DecisionError::Twice(id.into()));
    }
    let file = |source| DecisionError::File { path: path.to_owned(), source };
    let mut text = if path.exists() { std::fs::read_to_string(path).map_err(file)? } else { String::new() };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let quote = |word: &str| toml::Value::String(word.to_owned()).to_string();
    let _ = writeln!(text, "[[{table}]]\n{key} = {}\nbecause = {}", quote(id), quote(because.trim()));
    // Beside the file first, then in its place: a crash leaves one of the two whole.
    let beside = path.with_extension("toml.new");
    std::fs::write(&beside, &text).map_err(file)?;
    std::fs::rename(&beside, path).map_err(file)
}
