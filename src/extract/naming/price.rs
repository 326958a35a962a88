//! What money beside a device is: a price without its currency, a measure word, and the time that it is for.

use rust_decimal::Decimal;

use super::is_touching;
use crate::claim::Name;
use crate::extract::quantity::Reading;
use crate::extract::view::View;
use crate::read::BlockKind;
use crate::text::Span;
use crate::vocab::cue::Cue;

/// Returns the time that the price at `index` is for: as its words say, or as those of a neighbour that it goes on from.
pub(super) fn time(view: &View<'_>, index: usize) -> Option<Name> {
    let span = view.quantities()[index].span;
    device_hour(view, span)
        .or_else(|| period(view, span))
        .map(Name::from)
        .or_else(|| elided(view, index))
        .or_else(|| carried_period(view, index))
        .or_else(|| led_period(view))
}

/// Says whether a plain number is a price whose currency is left out: "首发价 12999", "street price: 12,000".
pub(super) fn is_unpriced(view: &View<'_>, reading: &Reading) -> bool {
    const REACH: usize = 8;
    let least = Decimal::from(1000);
    let Some(number) = reading.low.filter(|low| *low >= least && reading.counted.is_none() && !reading.vague) else {
        return false;
    };
    // "定价 2024 年" dates it.
    let year = number >= Decimal::from(1900) && number < Decimal::from(2100) && number.fract().is_zero();
    let groups = &view.vocab.binding.subjects;
    let span = reading.span;
    let tight = |from: usize| {
        from <= span.start
            && view.clauses_between(from, span.start) == 0
            && view.figures_between(from, span.start) == 0
            && !view.device_between(from, span.start)
            && view.gap(from, span.start).chars().count() <= REACH
            && view.rest(from, span.start).chars().count() <= 3
    };
    // "二手 3.5w": how it is sold, and a number in ten thousands.
    let magnitude = reading.span.of(view.text).is_some_and(|written| !written.ends_with(|c: char| c.is_ascii_digit()));
    let sold = magnitude
        && view
            .scene
            .mentions
            .conditions
            .iter()
            .any(|stated| stated.conditions.word("pricing") == Some("used") && tight(stated.span.end));
    if year {
        return false;
    }
    sold || view.scene.mentions.metrics.iter().any(|metric| {
        groups.bare_money.contains(&metric.metric)
            && tight(metric.span.end)
            && (!metric.weak || groups.bare_money_words.iter().any(|word| metric.span.of(view.text) == Some(word)))
    })
}

/// Returns the time of a neighbouring price in the same currency that goes on to another device, its words left out:
/// "$1.80 an hour on the H100 and the A100 $1.29".
fn elided(view: &View<'_>, index: usize) -> Option<Name> {
    let own = &view.quantities()[index];
    // "$98.32 per hour, or $12.29 per GPU": the same price for a part.
    let part = own.unit.as_ref().is_some_and(|unit| unit.states.iter().any(|(key, _)| &**key == "scope"));
    let close = |other: &Reading| {
        let (Some(one), Some(two)) = (amount(own), amount(other)) else { return false };
        one.max(two) <= one.min(two).saturating_mul(Decimal::from(MOST_APART)) || part && one < two
    };
    let per = |at: usize| -> Option<Name> {
        let other = &view.quantities()[at];
        let unit = other.unit.as_ref()?;
        let currency = own.unit.as_ref()?.canonical.clone();
        let (between, to) =
            if at < index { (other.span.end, own.span.start) } else { (own.span.end, other.span.start) };
        let device = view
            .devices
            .iter()
            .any(|device| !device.is_model && between <= device.mention.span.start && device.mention.span.end <= to);
        let named = view.scene.mentions.metrics.iter().any(|metric| {
            !metric.weak
                && between <= metric.span.start
                && metric.span.end <= to
                && view.vocab.metrics.get(&metric.metric).is_some_and(|metric| metric.fits("money"))
        });
        // "$1.20 per chip-hour, 1-year commitment $0.84": to another way of paying.
        let paid = view.scene.mentions.conditions.iter().any(|stated| {
            let word = stated
                .conditions
                .get("pricing")
                .or(stated.conditions.get("term"))
                .or(stated.conditions.get("provider"));
            let own = at < index && stated.span.start >= to && stated.span.start - to <= 40;
            word.is_some() && (between <= stated.span.start && stated.span.end <= to || own)
        });
        let of_part =
            part && at < index && (view.is_joined(between, to) || matches!(view.gap(between, to).trim(), "(" | "（"));
        if !(device || paid || of_part) || named || !close(other) {
            return None;
        }
        if &*unit.dimension == "money/time" {
            let (money, per) = unit.canonical.split_once('/')?;
            return (money == &*currency).then(|| per.into());
        }
        let told = device_hour(view, other.span).or_else(|| period(view, other.span))?;
        (unit.canonical == currency).then(|| told.into())
    };
    let money =
        |at: &usize| view.quantities()[*at].unit.as_ref().is_some_and(|unit| unit.dimension.starts_with("money"));
    // The "1-year" of a commitment stands between two prices and is none.
    let stated = |at: &usize| {
        let span = view.quantities()[*at].span;
        view.scene.mentions.conditions.iter().any(|stated| stated.span.overlaps(span))
    };
    // Nor does a share: "$1.57 an hour, 60% below the on-demand price of $3.93".
    let share =
        |at: &usize| view.quantities()[*at].unit.as_ref().is_some_and(|unit| matches!(&*unit.symbol, "%" | "x"));
    let prices = |at: &usize| money(at) || stated(at) || share(at);
    let before = (0..index).rev().take_while(prices).filter(money).take(MOST_ELIDED).filter_map(per).last();
    before.or_else(|| (index + 1..view.quantities().len()).take_while(money).take(1).find_map(per))
}

/// Returns the time that the line above a list gives for the prices of its items, unless these say what they are.
fn led_period(view: &View<'_>) -> Option<Name> {
    let led = matches!(view.kind, Some(BlockKind::Item(_))) || view.scene.answers;
    let per = view.scene.above_period.filter(|_| led)?;
    let mut own = view.scene.mentions.metrics.iter().filter(|metric| !metric.weak);
    let sold = own.any(|found| view.vocab.metrics.get(&found.metric).is_some_and(|metric| metric.fits("money")));
    (!sold).then(|| per.into())
}

/// How many prices of a list may leave the time out.
const MOST_ELIDED: usize = 8;
/// Prices of one list are at most so many times each other.
const MOST_APART: u32 = 12;

fn amount(reading: &Reading) -> Option<Decimal> {
    let factor = reading.unit.as_ref().map_or(Decimal::ONE, |unit| unit.factor);
    reading.high.or(reading.low)?.checked_mul(factor)
}

/// Returns the time of the price in the sentence before, where this one goes on to another place or time of the same
/// device: "On AWS it is $3.90".
fn carried_period(view: &View<'_>, index: usize) -> Option<Name> {
    let (unit, size) = view.scene.carried_price.as_ref()?;
    let own = &view.quantities()[index];
    let (money, per) = unit.split_once('/')?;
    let amount = amount(own)?;
    let points = view.scene.cues.iter().any(|cue| cue.entry == Cue::Pronoun && cue.span.end <= own.span.start);
    let alike = amount.max(*size) <= amount.min(*size).saturating_mul(Decimal::from(MOST_APART));
    (points && alike && own.unit.as_ref().is_some_and(|unit| *unit.canonical == *money)).then(|| per.into())
}

/// Says whether what looks like money counts the device after it: "8块 V100".
pub(super) fn is_measured(view: &View<'_>, span: Span) -> bool {
    let word = view
        .scene
        .cues
        .iter()
        .any(|cue| cue.entry == Cue::Measure && cue.span.end == span.end && span.contains(cue.span));
    word && view
        .devices
        .iter()
        .any(|device| device.mention.span.start >= span.end && is_touching(view, span.end, device.mention.span.start))
}

/// Returns the hour where money is given by that of a device: "$1.50 per A100-hour", "$2/H100-hour".
fn device_hour(view: &View<'_>, span: Span) -> Option<&'static str> {
    let device = view.scene.mentions.devices.iter().find(|device| device.span.start >= span.end)?;
    let before = view.gap(span.end, device.span.start).trim();
    let links = before == "/"
        || view.scene.cues.iter().any(|cue| cue.entry == Cue::Link && cue.span.of(view.text) == Some(before));
    let hour = view
        .scene
        .cues
        .iter()
        .any(|cue| cue.entry == Cue::Hour && (device.span.end..=device.span.end + 1).contains(&cue.span.start));
    (links && hour && view.figures_between(span.end, device.span.start) == 0).then_some("h")
}

/// Returns the time that a clause says its money is for, if no other amount stands between.
fn period(view: &View<'_>, span: Span) -> Option<&'static str> {
    let clause = view.clause(span.start);
    // "6 块一小时": the hour may be read as a time of its own.
    let money = |q: &Reading| q.unit.as_ref().is_some_and(|unit| &*unit.dimension != "time");
    let own = |cue: Span| !view.quantities().iter().any(|q| money(q) && q.span.overlaps(cue));
    let mut best: Option<(usize, &'static str)> = None;
    for cue in &view.scene.cues {
        let per = match cue.entry {
            Cue::Hourly => "h",
            Cue::Monthly => "month",
            _ => continue,
        };
        if !own(cue.span) {
            continue;
        }
        let (from, to) =
            if cue.span.end <= span.start { (cue.span.end, span.start) } else { (span.end, cue.span.start) };
        // A name such as "hourly price" reaches over clauses; it ends where another price begins.
        let reach = if clause.contains(cue.span) { 0 } else { view.clauses_between(cue.span.start, span.start) * 40 };
        if to < from || reach > 40 || (cue.span.start > span.end && (reach > 0 || money_between(view, from, to))) {
            continue;
        }
        let distance = to - from + reach;
        if best.is_none_or(|(found, _)| distance < found) {
            best = Some((distance, per));
        }
    }
    best.map(|(_, per)| per)
}

fn money_between(view: &View<'_>, from: usize, to: usize) -> bool {
    view.quantities().iter().any(|q| {
        from <= q.span.start
            && q.span.end <= to
            && q.unit.as_ref().is_some_and(|unit| unit.dimension.starts_with("money"))
    })
}
