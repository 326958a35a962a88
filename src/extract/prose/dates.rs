//! Days on which devices came out: "The H100 was released in October 2022", "H200 于 2023 年 11 月发布".
//!
//! A date is a device's only where nothing but words for what became of it stands between the two; the date
//! of a driver, a paper or a benchmark is none.

use rust_decimal::Decimal;

use crate::claim::row::date_number;
use crate::claim::{Conditions, Name, Quantity, Statement};
use crate::extract::draft::Draft;
use crate::extract::moment;
use crate::extract::role::Role;
use crate::extract::view::{Named, View};
use crate::read::Article;
use crate::text::Span;
use crate::vocab::Metric;
use crate::vocab::cue::Cue;

/// Letters besides the known words that may stand between a device, what became of it and the date.
const LOOSE: usize = 3;
/// What a date measures.
const DATE: &str = "date";

/// Returns the dates of one sentence that are devices'.
pub(super) fn read(view: &View<'_>, article: &Article) -> Vec<Draft> {
    let metrics = &view.vocab.metrics;
    let dated = |id: &Name| metrics.get(id).filter(|metric| metric.dimension.as_deref() == Some(DATE));
    let named: Vec<(Span, &Metric)> = view
        .scene
        .mentions
        .metrics
        .iter()
        .filter(|found| !found.weak && is_event(view, found.span))
        .filter_map(|found| Some((found.span, dated(&found.metric)?)))
        .collect();
    if named.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<Draft> = Vec::new();
    let mut last: Option<Named> = None;
    for (date, low, high) in moment::spans(view) {
        let event = named.iter().rfind(|(event, _)| event.end <= date.start && goes_on(view, event.end, date.start));
        let event = event.or_else(|| {
            named.iter().find(|(event, _)| date.end <= event.start && loose(view, date.end, event.start) <= LOOSE)
        });
        let Some((event, metric)) = event else { continue };
        let first = last.as_ref().filter(|_| view.devices.len() == 1).cloned();
        let Some(device) = owner(view, *event, date).or(first) else { continue };
        let value = value(view, article, date, &low, &high);
        found.push(Draft {
            metric: metric.id.clone(),
            device: device.mention.device.clone(),
            statement: Statement::Figure(value),
            conditions: conditions(view, *event),
            quote: view.scene.sentence.text.source(),
            block: view.scene.sentence.block,
            hedged: false,
            attribution: None,
            rule: "prose/date",
            confidence: 0.8,
        });
        last = Some(device);
    }
    found
}

fn value(view: &View<'_>, article: &Article, date: Span, low: &Name, high: &Name) -> Quantity {
    let at = view.scene.sentence.text.to_source(date);
    Quantity {
        low: date_number(low, false),
        high: date_number(high, true),
        unit: DATE.into(),
        approx: false,
        bound: None,
        vague: false,
        step: Decimal::ONE,
        surface: at.of(&article.text).unwrap_or_default().into(),
        start: at.start as u32,
        dates: Some(Box::new((low.clone(), high.clone()))),
    }
}

/// Says whether a date goes on with what became of a device: the device may stand between ("launched the L40S in").
fn goes_on(view: &View<'_>, from: usize, to: usize) -> bool {
    view.clauses_between(from, to) == 0 && loose(view, from, to) <= LOOSE
}

/// Returns the device whose date it is: the subject right before, or the object right behind what became of it.
fn owner(view: &View<'_>, event: Span, date: Span) -> Option<Named> {
    let head = event.start.min(date.start);
    let before = view.devices.iter().rfind(|device| device.mention.span.end <= head);
    let subject = before.filter(|device| {
        let end = device.mention.span.end;
        device.role == Role::Subject
            && view.clauses_between(end.saturating_sub(1), head) == 0
            && loose(view, end, head) <= LOOSE
            && !is_listed(view, device)
    });
    let behind = view.devices.iter().find(|device| device.mention.span.start >= event.end);
    let object = behind.filter(|device| {
        let start = device.mention.span.start;
        let tail = if date.start >= event.end { date.start } else { view.text.len() };
        start < tail
            && view.clauses_between(event.start, start) == 0
            && loose(view, event.end, start) <= LOOSE
            && (tail == view.text.len() && ends(view, device.mention.span.end)
                || loose(view, device.mention.span.end, tail) <= LOOSE)
            && !is_listed(view, device)
    });
    match (subject, object) {
        (Some(one), None) | (None, Some(one)) => Some(one.clone()),
        (None, None) => aside(view, event, date).cloned(),
        _ => None,
    }
}

/// Returns the device of a phrase that only says when it came out: "Released in late 2022 and widely available since, the
/// H100 became …", "The L40S is a card by NVIDIA, launched in 2022".
fn aside<'v>(view: &'v View<'_>, event: Span, date: Span) -> Option<&'v Named> {
    let hardware = || view.devices.iter().filter(|device| !device.is_model);
    let opens = |from: usize, to: usize| loose(view, from, to) <= LOOSE;
    if opens(0, event.start) {
        let next = hardware().find(|device| device.mention.span.start >= date.end)?;
        let clause = view.clause(next.mention.span.start);
        let alone = !hardware().any(|device| device.mention.span.end <= event.start);
        let main = clause.start >= date.end && opens(clause.start, next.mention.span.start);
        return (alone && main && next.role == Role::Subject).then_some(next);
    }
    let only = hardware().next().filter(|only| only.role == Role::Subject && hardware().count() == 1)?;
    let at = only.mention.span;
    let clause = view.clause(event.start);
    let near = view.clause_at(event.start) == view.clause_at(at.start) + 1;
    let first = opens(0, at.start) && at.end <= clause.start;
    (first && near && opens(clause.start, event.start)).then_some(only)
}

/// Says whether a name is all of a noun: "launched the L40S.", not "launched the L40S driver".
fn ends(view: &View<'_>, at: usize) -> bool {
    let rest = view.gap(at, view.text.len()).trim_start();
    rest.is_empty() || rest.starts_with([',', '，', '。', '.', ';', '；', ')', '）'])
}

/// Says whether a device is one of several that are joined.
fn is_listed(view: &View<'_>, device: &Named) -> bool {
    let at = device.mention.span;
    view.devices.iter().any(|other| {
        let there = other.mention.span;
        there.end <= at.start && view.is_joined(there.end, at.start)
            || at.end <= there.start && view.is_joined(at.end, there.start)
    })
}

/// Returns how many letters stand between two places that are no device, no event, no word for coming out.
fn loose(view: &View<'_>, from: usize, to: usize) -> usize {
    let scene = view.scene;
    let cues = scene.cues.iter().filter(|cue| matches!(cue.entry, Cue::Happens | Cue::Link | Cue::The | Cue::This));
    let known = cues.map(|cue| cue.span).chain(view.devices.iter().map(|device| device.mention.span));
    let known: Vec<Span> = known.chain(scene.mentions.metrics.iter().map(|metric| metric.span)).collect();
    let is_known = |at: usize| known.iter().any(|span| span.start <= at && at < span.end);
    let gap = view.gap(from, to);
    if gap.contains([';', '；', '。', ':', '：']) {
        return usize::MAX;
    }
    gap.char_indices().filter(|(at, c)| c.is_alphanumeric() && !is_known(from + at)).count()
}

/// Says whether the words tell that a device came out or was announced, rather than that it is in use.
fn is_event(view: &View<'_>, words: Span) -> bool {
    let word = words.of(view.text).unwrap_or_default().to_lowercase();
    let dates = &view.vocab.tables.date;
    dates.announced.contains(&word) || dates.released.contains(&word)
}

/// What came of it says whether it was announced or could be had.
fn conditions(view: &View<'_>, event: Span) -> Conditions {
    let word = event.of(view.text).unwrap_or_default().to_lowercase();
    let mut stated = Conditions::default();
    if view.vocab.tables.date.announced.contains(&word) {
        stated.set("basis", "announced");
    }
    stated
}
