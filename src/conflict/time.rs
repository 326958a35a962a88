//! Which of two figures is the later one, and whether that settles it.

use super::interval::double;
use super::table::{Side, Table};
use crate::claim::row::date_number;
use crate::claim::{Claim, ConditionValue, Conditions, Name};
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
    let dates = |side: &Side| table.source_dates.get(side.source as usize).copied().flatten();
    let apart = a.source != b.source && dates(a).zip(dates(b)).is_some_and(|(one, other)| are_apart(one, other));
    let (a, b) = (table.claim(a), table.claim(b));
    let same_publisher = a.source.publisher.is_some() && a.source.publisher == b.source.publisher;
    if volatile {
        return Some(if settled || same_publisher { "later-figure" } else { "other-time" });
    }
    (same_publisher && apart).then_some("later-word")
}

/// Says whether two figures cannot be of one day.
pub fn are_of_two_times(table: &Table<'_>, a: &Side, b: &Side) -> bool {
    table.days(a).zip(table.days(b)).is_some_and(|(one, other)| are_apart(one, other))
}

/// Says whether each of two figures states its own date, as the rows of a price history do, and the two differ.
pub fn are_dated_apart(table: &Table<'_>, a: &Side, b: &Side) -> bool {
    let dated = |side: &Side| table.set(side).days.is_some();
    dated(a) && dated(b) && are_of_two_times(table, a, b)
}

/// Returns the date for which a claim holds: as the text says, or the source's own.
pub fn stated(vocab: &Vocab, claim: &Claim) -> Option<String> {
    as_stated(vocab, &claim.conditions).or_else(|| claim.source.date.as_ref().map(Name::to_string))
}

/// Returns the date for which conditions say that a figure holds.
pub fn as_stated(vocab: &Vocab, conditions: &Conditions) -> Option<String> {
    let times = vocab.relations.condition.iter().filter(|rule| rule.time);
    times.filter_map(|rule| conditions.get(&rule.key)).next().and_then(|value| match value {
        ConditionValue::Word(word) => Some(word.to_string()),
        ConditionValue::Number(year) => Some(year.to_string()),
        ConditionValue::Interval(..) => None,
    })
}

/// Returns the first and the last day that an ISO prefix names, as numbers that grow with time.
pub fn days(date: &str) -> (i64, i64) {
    (double(date_number(date, false)) as i64, double(date_number(date, true)) as i64)
}

/// Says whether two spans of days share none.
fn are_apart((a_first, a_last): (i64, i64), (b_first, b_last): (i64, i64)) -> bool {
    a_last < b_first || b_last < a_first
}
