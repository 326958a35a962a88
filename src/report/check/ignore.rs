//! What an author says about a finding in the source itself:
//! `<!-- atodds: ignore k-0123456789ab because both editions are cited -->`.

use crate::claim::Name;
use crate::read::{Article, comment};
use crate::text::{Position, Span};

/// One word of the author's about findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// Where it stands.
    pub span: Span,
    /// Its beginning, as an editor counts.
    pub start: Position,
    /// One past its end.
    pub end: Position,
    /// What it says.
    pub said: Said,
}

/// What an instruction says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// These findings are to be ignored, for this reason.
    Ignore {
        /// Ids of findings.
        findings: Vec<Name>,
        /// The reason; an ignore without one does not count.
        because: Option<String>,
    },
    /// It begins as an instruction and is none.
    Unknown(String),
}

/// Returns the instructions of `article`, in order of place.
pub fn instructions(article: &Article) -> Vec<Instruction> {
    let text = &*article.text;
    let read = |span: Span| {
        let said = parse(span.of(text)?)?;
        let [start, end] = [span.start, span.end].map(|at| article.lines.position(text, at));
        Some(Instruction { span, start, end, said })
    };
    comment::comments(article).into_iter().filter_map(read).collect()
}

/// Reads what stands within one comment; `None` where it is not meant for this program.
///
/// ```
/// use atodds::report::check::ignore::{Said, parse};
///
/// let Some(Said::Ignore { findings, because }) = parse(" atodds: ignore k-0123456789ab because of two editions ")
/// else {
///     panic!("it is an instruction")
/// };
/// assert_eq!(&*findings[0], "k-0123456789ab");
/// assert_eq!(because.as_deref(), Some("of two editions"));
/// assert_eq!(parse(" a remark to other authors "), None);
/// ```
pub fn parse(comment: &str) -> Option<Said> {
    let order = comment.trim().strip_prefix("atodds:")?.trim();
    let unknown = || Some(Said::Unknown(order.split_whitespace().collect::<Vec<_>>().join(" ")));
    let Some(rest) = order.strip_prefix("ignore").filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return unknown();
    };
    let mut findings: Vec<Name> = Vec::new();
    let mut words = rest.split_whitespace();
    let mut reason: Option<Vec<&str>> = None;
    for word in words.by_ref() {
        if word == "because" {
            reason = Some(Vec::new());
            break;
        }
        let id = word.trim_end_matches(',');
        if !is_id(id) {
            return unknown();
        }
        findings.push(id.into());
    }
    if let Some(reason) = &mut reason {
        reason.extend(words);
    }
    if findings.is_empty() {
        return unknown();
    }
    let because = reason.map(|words| words.join(" ")).filter(|reason| !reason.is_empty());
    Some(Said::Ignore { findings, because })
}

/// Says whether `word` is the whole id of a finding.
fn is_id(word: &str) -> bool {
    word.strip_prefix("k-").is_some_and(|hex| hex.len() == 12 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
}
