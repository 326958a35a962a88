//! Figures that another source sets right: "the 300 W we printed should read 350 W".
//!
//! A refuted figure enters no comparison, but it says which figure its source means. Where the text calls
//! itself a correction, the figure that it gives takes the other's place; a plain denial is only said beside
//! the dispute.

use std::collections::HashMap;

use super::hint::Hint;
use super::table::{Keys, Side, Table};
use super::verdict::Verdict;
use super::{Status, Tally};

/// Disputes that are looked into.
const DISPUTES: usize = 5_000;
/// Figures of one metric and device among which the one that is set right is looked for.
const TRIED: usize = 1_000;

/// Settles the disputes over figures that one side corrects.
pub fn settle(table: &Table<'_>, verdicts: &mut [Verdict], tally: &mut Tally) {
    let mut refuted: HashMap<(u32, u32, u32), Vec<&Side>> = HashMap::new();
    for side in &table.refuted {
        refuted.entry((side.source, side.metric, side.device)).or_default().push(side);
    }
    let is_dispute = |verdict: &&mut Verdict| matches!(verdict.status, Status::Conflict | Status::Tension);
    for verdict in verdicts.iter_mut().filter(is_dispute).take(DISPUTES) {
        let (Some(a), Some(b)) = (verdict.sides.first().copied(), verdict.sides.get(1).copied()) else { continue };
        let is_it = |side: &Side, own: &Side, other: &Side| {
            side.unit == other.unit
                && is_beside(table, side, own)
                && side.value.zip(other.value).is_some_and(|(said, known)| said.meets(&known))
        };
        let denies = |own: &Side, other: &Side| -> Option<bool> {
            let list = refuted.get(&(own.source, other.metric, other.device)).map(Vec::as_slice).unwrap_or_default();
            if let Some(known) = list.iter().find(|side| is_it(side, own, other)) {
                return Some(is_correction(table, own) || is_correction(table, known));
            }
            // "We printed 300 W. It should read 350 W": the sentence before gives the figure that is set right.
            let figures = table.of((other.metric, other.device)).iter().take(TRIED);
            let mut before = figures.filter(|side| {
                side.source == own.source && table.claim(side).evidence.start < table.claim(own).evidence.start
            });
            (is_correction(table, own) && before.any(|side| is_it(side, own, other))).then_some(true)
        };
        match (denies(&a, &b), denies(&b, &a)) {
            (Some(true), None | Some(false)) | (None | Some(false), Some(true)) => {
                tally.moved(verdict.status, Status::Superseded);
                verdict.status = Status::Superseded;
                verdict.rule = "correction";
                verdict.unstated = Keys::default();
                verdict.hint = None;
            }
            (Some(_), None) | (None, Some(_)) => {
                verdict.hint.get_or_insert(Hint::Denied);
            }
            _ => {}
        }
    }
}

/// Says whether two claims of one source stand in one sentence or line.
fn is_beside(table: &Table<'_>, a: &Side, b: &Side) -> bool {
    let (one, other) = (&table.claim(a).evidence, &table.claim(b).evidence);
    one.line == other.line || one.start < other.end && other.start < one.end
}

/// Says whether the sentence of a claim calls itself a correction.
fn is_correction(table: &Table<'_>, side: &Side) -> bool {
    let quote = table.claim(side).evidence.quote.to_lowercase();
    table.vocab.relations.corrections.iter().any(|word| quote.contains(word.as_str()))
}
