//! Whether two figures stand together: in one row, list or paragraph, or so that one source knows of both.

use super::Interval;
use super::pair::Pair;
use super::table::Side;
use crate::claim::Claim;

/// Lines that two rows of one table lie apart at most.
const TABLE_LINES: u32 = 80;
/// Letters of a sentence that are looked at to see whether two are items of one list.
const LIST_ITEM: usize = 400;
/// Bytes of letters that such an item has at least.
const WORDS: usize = 24;
/// Figures of one key among which a source's other figure is looked for.
const KNOWN: usize = 2_000;
/// How the rules begin that read tables.
const TABLE: &str = "table/";

impl Pair<'_, '_> {
    /// Says whether both stand in one sentence or table row, or in two rows of one table.
    pub(super) fn listed_together(&self) -> bool {
        self.stand_together(&self.a.0, &self.b.0)
    }

    fn stand_together(&self, one: &Side, other: &Side) -> bool {
        let (a, b) = (self.table.claim(one), self.table.claim(other));
        if one.source != other.source || a.evidence.end == 0 {
            return false;
        }
        if differ_in_figures(&a.evidence.quote, &b.evidence.quote) {
            return true;
        }
        let overlap = places(a).any(|(start, end)| places(b).any(|(first, last)| start < last && first < end));
        let near = a.evidence.line.abs_diff(b.evidence.line) <= TABLE_LINES;
        let table = a.rule.starts_with(TABLE) && b.rule.starts_with(TABLE);
        overlap || table && near && a.evidence.heading == b.evidence.heading
    }

    /// Says whether one of the two sources gives the other's figure too, beside its own: "marketed as 16 GB, of which
    /// 15 GB can be used". It knows of both.
    pub(super) fn gives_both(&self) -> bool {
        let key = (self.a.0.metric, self.a.0.device);
        let knows = |own: &Side, other: &(Side, Interval)| {
            self.table.of(key).iter().take(KNOWN).any(|side| {
                side.source == own.source
                    && side.claim != own.claim
                    && side.unit == other.0.unit
                    && side.value.is_some_and(|value| value.meets(&other.1))
                    && (self.stand_together(own, side) || names(self.table.claim(side), self.table.claim(own)))
            })
        };
        let apart = self.a.0.source != self.b.0.source;
        apart && (knows(&self.a.0, &self.b) || knows(&self.b.0, &self.a)) || self.is_set_against()
    }

    /// Says whether one sentence sets its figure against the other: it names the other's number too, or it opens
    /// with a "however" in the same source.
    fn is_set_against(&self) -> bool {
        let (a, b) = (self.table.claim(&self.a.0), self.table.claim(&self.b.0));
        let turns = |own: &Claim| {
            let quote = own.evidence.quote.to_lowercase();
            let words = &self.table.vocab.relations.contrasts;
            words.iter().any(|word| quote.starts_with(word.as_str()))
        };
        let same = self.a.0.source == self.b.0.source;
        same && (names(a, b) || names(b, a) || turns(a) || turns(b))
    }

    /// Says whether both stand in one paragraph, where the author surely knows of both.
    pub(super) fn one_paragraph(&self) -> bool {
        let (a, b) = (self.table.claim(&self.a.0), self.table.claim(&self.b.0));
        self.a.0.source == self.b.0.source && a.evidence.line == b.evidence.line
    }
}

/// Says whether the quote of one claim holds the number of another: "marketed as 16 GB, but only 15 GB is usable".
fn names(own: &Claim, other: &Claim) -> bool {
    let surface = other.statement.quantity().map(|value| &*value.surface).unwrap_or_default();
    let number = surface.trim_matches(|c: char| !c.is_ascii_digit());
    let apart = |side: Option<char>| !side.is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let quote = &own.evidence.quote;
    let stands = |at: usize| apart(quote[..at].chars().next_back()) && apart(quote[at + number.len()..].chars().next());
    !number.is_empty() && quote.match_indices(number).any(|(at, _)| stands(at))
}

/// Returns the spans of the sentences in which a source says so.
fn places(claim: &Claim) -> impl Iterator<Item = (u32, u32)> {
    let also = claim.also.iter().map(|place| (place.start, place.end));
    std::iter::once((claim.evidence.start, claim.evidence.end)).chain(also)
}

/// Says whether two sentences of one source differ only in their figures: two items of a list.
fn differ_in_figures(a: &str, b: &str) -> bool {
    let rest = |text: &str| -> String { text.chars().filter(|ch| ch.is_alphabetic()).take(LIST_ITEM).collect() };
    a != b && rest(a).len() > WORDS && rest(a) == rest(b)
}
