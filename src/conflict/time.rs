//! Which of two figures is the later one, and whether that settles it.

use super::table::{Side, Table};
use crate::claim::row::date_number;
use crate::claim::{Claim, ConditionValue, Name};
use crate::vocab::Vocab;

/// Returns the rule by which the later of two figures takes the other's place.
///
/// Specifications do not age: only figures that change with time, and a publisher's own later
/// word, supersede. Where one figure leaves out what the other states (`settled` is false), only its own
/// publisher's later one takes its place; somebody else's is of another time, no more.
pub fn supersedes(table: &Table<'_>, volatile: bool, settled: bool, a: &Side, b: &Side) -> Option<&'static str> {
    if !are_of_two_times(table, a, b) {
        return None;
    }
    let (a, b) = (table.claim(a), table.claim(b));
    let same_publisher = a.source.publisher.is_some() && a.source.publisher == b.source.publisher;
    if volatile {
        return Some(if settled || same_publisher { "later-figure" } else { "other-time" });
    }
    let dated = a.source.date.as_deref().zip(b.source.date.as_deref()).is_some_and(|(a, b)| are_apart(a, b));
    (same_publisher && dated && a.source.path != b.source.path).then_some("later-word")
}

/// Says whether two figures cannot be of one day.
pub fn are_of_two_times(table: &Table<'_>, a: &Side, b: &Side) -> bool {
    let (one, other) = (date(table, a), date(table, b));
    one.as_deref().zip(other.as_deref()).is_some_and(|(one, other)| are_apart(one, other))
}

/// Returns the date for which a figure holds: as the text says, or the source's own.
pub fn date(table: &Table<'_>, side: &Side) -> Option<String> {
    stated(table.vocab, table.claim(side))
}

/// See [`date`].
pub fn stated(vocab: &Vocab, claim: &Claim) -> Option<String> {
    let times = vocab.relations.condition.iter().filter(|rule| rule.time);
    let stated = times.filter_map(|rule| claim.conditions.get(&rule.key)).next().and_then(|value| match value {
        ConditionValue::Word(word) => Some(word.to_string()),
        ConditionValue::Number(year) => Some(year.to_string()),
        ConditionValue::Interval(..) => None,
    });
    stated.or_else(|| claim.source.date.as_ref().map(Name::to_string))
}

/// Says whether two ISO prefixes cannot be of one day.
fn are_apart(a: &str, b: &str) -> bool {
    let span = |date: &str| (date_number(date, false), date_number(date, true));
    let ((a_first, a_last), (b_first, b_last)) = (span(a), span(b));
    a_last < b_first || b_last < a_first
}
