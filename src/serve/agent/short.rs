//! Claims and findings in the short forms that lists give, and the lines around one.

use super::answers;
use super::tools::Desk;
use crate::claim::{self, Claim};
use crate::conflict;
use crate::read::reference::shown;
use crate::report::value;
use crate::search::Stale;
use crate::serve::snapshot::is_dispute;
use crate::serve::surroundings;
use crate::vocab::Lang;

/// Characters of a quote in a list, and of a line of source.
const QUOTE: usize = 300;
/// See [`QUOTE`].
pub const LINE: usize = 400;
/// Lines before and after those of a claim.
const AROUND: usize = 2;
/// Findings or sides given with one claim or finding.
pub const WITH_ONE: usize = 20;

impl Desk<'_> {
    pub(super) fn stale(&self, claim: &Claim) -> Option<Stale> {
        let (_, record) = self.snapshot.record(&claim.source.id)?;
        surroundings::freshness(&self.snapshot.store, record)
    }

    pub(super) fn in_short(&self, claim: &Claim, stale: Option<Stale>) -> answers::ClaimInShort {
        let vocab = &self.knowledge.vocab;
        let at = self.snapshot.claim(&claim.id).map(|(at, _)| at);
        let disputes = at.map(|at| self.snapshot.findings_on(at).filter(|f| is_dispute(f.status)));
        answers::ClaimInShort {
            id: claim.id.to_string(),
            kind: claim.statement.kind(),
            device: claim.device.to_string(),
            device_name: vocab.devices.title(&claim.device).to_owned(),
            metric: claim.metric.to_string(),
            said: value::statement(vocab, claim, Lang::En),
            written: claim.statement.quantity().map(|value| one_line(&value.surface, QUOTE)),
            conditions: claim.conditions.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
            attribution: claim.attribution.map(claim::Attribution::as_str),
            hedged: claim.hedged,
            place: place(claim),
            publisher: claim.source.publisher.as_deref().map(str::to_owned),
            date: claim.source.date.as_deref().map(str::to_owned),
            quote: quote(claim, QUOTE),
            disputed_by: disputes.into_iter().flatten().take(WITH_ONE).map(|f| f.id.to_string()).collect(),
            not_current: stale.map(|stale| match stale {
                Stale::Changed => "its source has changed since it was read",
                Stale::Gone => "its source is gone",
            }),
        }
    }

    pub(super) fn finding_in_short(&self, finding: &conflict::Finding, lang: Lang) -> answers::FindingInShort {
        let vocab = &self.knowledge.vocab;
        let (explanation, to_settle) = self.snapshot.words(finding, lang);
        let side = |claim: &Claim| answers::Side {
            claim: claim.id.to_string(),
            device: claim.device.to_string(),
            said: value::statement(vocab, claim, lang),
            place: place(claim),
        };
        answers::FindingInShort {
            id: finding.id.to_string(),
            status: finding.status,
            kind: finding.kind,
            device: finding.device.to_string(),
            metric: finding.metric.to_string(),
            size: finding.size,
            certainty: finding.certainty,
            sides: self.snapshot.sides(finding).iter().take(4).map(|(_, claim)| side(claim)).collect(),
            explanation: explanation.to_owned(),
            to_settle: to_settle.to_owned(),
        }
    }

    pub(super) fn lines(&self, claim: &Claim) -> (Vec<answers::Line>, Option<&'static str>) {
        let Some((_, record)) = self.snapshot.record(&claim.source.id) else {
            return (Vec::new(), Some("the source is not known"));
        };
        match self.snapshot.texts.get(&self.snapshot.store, record) {
            Ok(text) => {
                let lines = surroundings::lines(&text, claim, AROUND).into_iter().map(|line| {
                    let whole: String = line.pieces.iter().map(|piece| piece.text.as_str()).collect();
                    answers::Line { number: line.number, text: cut(&whole, LINE) }
                });
                (lines.collect(), None)
            }
            Err(surroundings::Missing::Gone) => (Vec::new(), Some("the source is gone")),
            Err(surroundings::Missing::Changed) => (Vec::new(), Some("the source has changed since it was read")),
            Err(surroundings::Missing::Unreadable) => (Vec::new(), Some("the source cannot be read")),
        }
    }
}

pub fn place(claim: &Claim) -> String {
    format!("{}:{}", claim.source.path, claim.evidence.line)
}

pub fn quote(claim: &Claim, most: usize) -> String {
    one_line(&shown(&claim.evidence.quote), most)
}

pub fn one_line(text: &str, most: usize) -> String {
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), most)
}

pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{} …", &text[..at]),
        None => text.to_owned(),
    }
}
