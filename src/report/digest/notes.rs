//! What a digest says besides findings and figures: what was not compared, and what was decided.

use crate::claim::Name;
use crate::conflict::decisions::Decisions;
use crate::conflict::{Status, Summary};
use crate::vocab::{Lang, Vocab};

/// Returns sentences that say what was not set side by side, and why; files that could not be read come first.
pub fn not_compared(vocab: &Vocab, lang: Lang, unread: usize, summary: &Summary) -> Vec<String> {
    let count = |status: Status| summary.pairs.get(&status).copied().unwrap_or_default();
    let left = |why: &str| summary.left_out.get(why).copied().unwrap_or_default() as u64;
    let counts = [
        ("unread", unread as u64),
        ("left_out_refuted", left("refuted")),
        ("left_out_hypothetical", left("hypothetical")),
        ("alone", summary.alone),
        ("not_comparable", count(Status::Incomparable)),
        ("not_set", summary.not_compared),
        ("not_listed", summary.not_listed),
    ];
    let said = |(id, n): (&str, u64)| vocab.labels.fill(id, lang, &[("n", &n.to_string())]);
    counts.into_iter().filter(|(_, n)| *n > 0).map(said).collect()
}

/// Returns sentences that say what the user decided, and which decisions no longer have an object.
pub fn decisions(vocab: &Vocab, lang: Lang, decisions: &Decisions, stale: &[Name]) -> Vec<String> {
    let say =
        |label: &str, id: &str, because: &str| vocab.labels.fill(label, lang, &[("id", id), ("because", because)]);
    let lives = |id: &&Name| !stale.contains(id);
    let dismissed = decisions.dismiss.iter().filter(|d| lives(&&d.finding));
    let accepted = decisions.accept.iter().filter(|a| lives(&&a.claim));
    dismissed
        .map(|d| say("decision_dismissed", &d.finding, &d.because))
        .chain(accepted.map(|a| say("decision_accepted", &a.claim, &a.because)))
        .chain(stale.iter().map(|id| say("decision_stale", id, "")))
        .collect()
}
