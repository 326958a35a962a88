//! Lists that go side by side: "V100、A100 和 H100 的显存分别为 32 GB、80 GB 和 80 GB".

use std::collections::BTreeMap;

use super::mention::DeviceMention;
use super::naming::Figure;
use super::role::Role;
use super::view::{Named, View};
use crate::text::Span;
use crate::vocab::cue::Cue;

/// What lists that go side by side say of each figure.
#[derive(Debug, Default)]
pub struct Pairs<'a> {
    /// The device of a figure and whether its sentence names it, by the figure's number.
    pub devices: BTreeMap<usize, (&'a DeviceMention, bool)>,
    /// Where the metric or condition of a figure stands, by the figure's number: the place from
    /// which its own words are read.
    pub places: BTreeMap<usize, usize>,
    /// The other figures of a figure's list, by the figure's number.
    pub mates: BTreeMap<usize, Vec<usize>>,
    /// Figures of a list that no list of devices goes with.
    pub broken: Vec<usize>,
}

/// Pairs the lists of `view`; `figures` are those that may be claims, in order of place.
pub fn pairs<'a>(view: &'a View<'_>, figures: &[Figure<'_>]) -> Pairs<'a> {
    let mut found = Pairs::default();
    let lists = lists(view);
    for run in runs(view, figures) {
        let members: Vec<usize> = run.iter().map(|figure| figure.index).collect();
        found.mates.extend(members.iter().map(|index| (*index, members.clone())));
        let (first, last) = (run[0].reading.span.start, run[run.len() - 1].reading.span.end);
        let told = is_told(view, first, last);
        let list =
            lists.iter().rev().find(|list| list.len() == run.len() && list[list.len() - 1].mention.span.end <= first);
        match list {
            Some(list) if told || goes_without_saying(view, list, first) || goes_on(&found, list) => {
                for (figure, device) in run.iter().zip(list.iter()) {
                    found.devices.insert(figure.index, (&device.mention, true));
                }
            }
            _ if speaks_of_all(view, run.len(), first, told) => {
                for (figure, device) in run.iter().zip(all_before(view)) {
                    found.devices.insert(figure.index, (device, false));
                }
            }
            _ if told => pair_names(view, &run, &mut found),
            _ => {}
        }
    }
    pair_opposed(view, figures, &mut found);
    pair_changes(view, figures, &mut found);
    found
}

/// Gives a change that names no device the two of the change before it: "从 A 的 80GB 升级到 141GB，带宽也从 3.35TB/s 提升到
/// 4.8TB/s", said of B.
fn pair_changes<'a>(view: &'a View<'_>, figures: &[Figure<'_>], found: &mut Pairs<'a>) {
    let changes: Vec<&[Figure<'_>]> = figures
        .windows(2)
        .filter(|pair| pair[0].reading.changed_from && pair[0].dimension == pair[1].dimension)
        .collect();
    for pair in changes.windows(2) {
        let ([old, new], [from, to]) = (pair[0], pair[1]) else { continue };
        let (first, second) = (old.reading.span, from.reading.span);
        let apart = view.clauses_between(first.start, second.start);
        if !(1..=2).contains(&apart) || view.device_between(first.end, to.reading.span.end) {
            continue;
        }
        // The device that touches the old figure has it, the subject before that one the new.
        let mut before =
            view.devices.iter().rev().filter(|device| !device.is_model && device.mention.span.end <= first.start);
        let (Some(owner), Some(subject)) = (before.next(), before.next()) else { continue };
        let owned = view.is_tight(owner.mention.span.end, first.start)
            && !view.has(Cue::Versus, owner.mention.span.end, first.start);
        let two = owner.mention.device != subject.mention.device && subject.role == Role::Subject;
        let free = [old, new, from, to].iter().all(|figure| !found.devices.contains_key(&figure.index));
        if owned && two && free {
            for figure in [old, from] {
                found.devices.insert(figure.index, (&owner.mention, true));
            }
            for figure in [new, to] {
                found.devices.insert(figure.index, (&subject.mention, true));
            }
        }
    }
}

/// Pairs two figures that a word of comparison joins with the two devices named before them: "The A and the B draw
/// 1 W against 2 W". Of more than two devices nothing says which are meant.
fn pair_opposed<'a>(view: &'a View<'_>, figures: &[Figure<'_>], found: &mut Pairs<'a>) {
    for pair in figures.windows(2) {
        let (one, two) = (&pair[0], &pair[1]);
        let (first, second) = (one.reading.span, two.reading.span);
        let gap = view.gap(first.end, second.start).trim();
        let opposed = one.dimension == two.dimension
            && view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::Opposed
                    && first.end <= cue.span.start
                    && cue.span.end <= second.start
                    && gap.len() == cue.span.len()
            });
        let paired = |figure: &Figure<'_>| found.devices.contains_key(&figure.index);
        if !opposed || paired(one) || paired(two) {
            continue;
        }
        let mut before: Vec<&Named> = Vec::new();
        for device in view.devices.iter().filter(|device| !device.is_model && device.mention.span.end <= first.start) {
            let said = |other: &&Named| {
                other.mention.device == device.mention.device && other.mention.conditions == device.mention.conditions
            };
            if !before.iter().any(said) {
                before.push(device);
            }
        }
        let behind = view.devices.iter().any(|device| {
            device.mention.span.start >= second.end && view.clauses_between(second.end, device.mention.span.start) == 0
        });
        // Another figure that stands among the names may be what sets them apart.
        let last = before.last().map_or(0, |device| device.mention.span.end);
        let among = figures.iter().any(|figure| {
            let span = figure.reading.span;
            span.end <= last || last <= span.start && span.end <= first.start && !paired(figure)
        });
        // "性能为 B 的 30%（780 TFLOPS vs 2,500 TFLOPS）": of the one spoken of, and of what it is measured in.
        let topic = view.scene.carried.as_ref().or(view.scene.above.first().filter(|_| view.scene.above.len() == 1));
        if let ([versus], Some(topic)) = (before.as_slice(), topic)
            && versus.role == Role::Versus
            && view.bracket(first.start).is_some_and(|bracket| bracket.start >= versus.mention.span.end)
            && topic.device != versus.mention.device
            && !among
        {
            found.devices.insert(one.index, (topic, false));
            found.devices.insert(two.index, (&versus.mention, true));
            continue;
        }
        if before.len() < 2 {
            continue;
        }
        found.mates.extend([one, two].map(|figure| (figure.index, vec![one.index, two.index])));
        match before.as_slice() {
            [a, b] if !behind && !among => {
                let apart = view.clauses_between(a.mention.span.start, b.mention.span.start) > 0;
                let crossed = opens_comparison(view, a) && (apart || b.role == Role::Subject);
                let (a, b) = if crossed { (b, a) } else { (a, b) };
                found.devices.insert(one.index, (&a.mention, true));
                found.devices.insert(two.index, (&b.mention, true));
            }
            _ if !behind => found.broken.extend([one.index, two.index]),
            _ => {}
        }
    }
}

/// Says whether the sentence opens with a device that the subject after it is only compared with: "Compared with the A".
fn opens_comparison(view: &View<'_>, device: &Named) -> bool {
    let start = device.mention.span.start;
    let compares = |cue: Cue| view.scene.cues.iter().any(|found| found.entry == cue && found.span.end <= start);
    let opens = view.gap(0, start).chars().filter(|c| c.is_alphanumeric()).count() <= 20;
    device.role == Role::Versus || opens && (compares(Cue::Versus) || compares(Cue::Opposed))
}

/// Says whether a word pairs the list of figures: before it, or at its end.
fn is_told(view: &View<'_>, first: usize, last: usize) -> bool {
    const REACH: usize = 48;
    view.scene.cues.iter().filter(|cue| cue.entry == Cue::Respectively).any(|cue| {
        let before = cue.span.end <= first
            && view.figures_between(cue.span.end, first) == 0
            && view.clauses_between(cue.span.start, first) == 0;
        let after =
            cue.span.start >= last && view.figures_between(last, cue.span.start) == 0 && cue.span.start - last <= REACH;
        before || after
    })
}

/// Says whether two lists stand so close that they pair by themselves: "A 和 B 为 1 和 2". A list that holds all the
/// devices of the sentence may stand in the clause before: "A、B 和 C 三代产品，功耗是 1、2 和 3".
fn goes_without_saying(view: &View<'_>, list: &[Named], first: usize) -> bool {
    let end = list[list.len() - 1].mention.span.end;
    let reach = usize::from(list.len() > 2 && list.len() == view.devices.len());
    // "型号（A、B）和显存（16 GB、32 GB）": what stands in brackets of its own is no list of the same things.
    let apart = view.bracket(end).is_some_and(|bracket| !bracket.contains(Span::new(first, first)));
    view.clauses_between(end, first) <= reach
        && !apart
        && view.figures_between(end, first) == 0
        && !view.device_between(end, first)
}

/// Returns the devices of the sentence before, else those of what stands above.
fn all_before<'a>(view: &'a View<'_>) -> &'a [DeviceMention] {
    if view.scene.before.is_empty() { &view.scene.above } else { &view.scene.before }
}

/// Says whether a sentence that names no device speaks of all those of the sentence before, as many as its figures:
/// "Their TDPs are 1, 2 and 3 W".
fn speaks_of_all(view: &View<'_>, figures: usize, first: usize, told: bool) -> bool {
    let clause = view.clause(first);
    all_before(view).len() == figures
        && view.devices.is_empty()
        && (told && !view.scene.before.is_empty() || view.has(Cue::They, clause.start, first))
        && view.figures_between(clause.start, first) == 0
}

/// Says whether a list of devices goes with a list of figures before this one: "have 5 and 7 cores and 1 and 2 TB/s".
fn goes_on(found: &Pairs<'_>, list: &[Named]) -> bool {
    list.iter().all(|device| found.devices.values().any(|(paired, here)| *here && paired.span == device.mention.span))
}

/// Returns the end of a device's name, past a bracket right behind it: "the T4 (16 GB) and the L4".
fn behind(view: &View<'_>, device: &Named) -> usize {
    let end = device.mention.span.end;
    let rest = view.text.get(end..).unwrap_or_default();
    let bracket = rest.trim_start().chars().next().filter(|c| matches!(c, '(' | '（'));
    let within = bracket.map(|c| end + (rest.len() - rest.trim_start().len()) + c.len_utf8());
    within.and_then(|at| view.bracket(at)).map_or(end, |bracket| bracket.end.max(end))
}

/// Returns the lists of devices, longest runs only, in order of place.
fn lists<'a>(view: &'a View<'_>) -> Vec<&'a [Named]> {
    let devices = &view.devices;
    let mut found = Vec::new();
    let mut start = 0;
    for at in 1..=devices.len() {
        let goes_on = at < devices.len()
            && devices[at].is_model == devices[at - 1].is_model
            && (devices[at].role != Role::Place)
            && view.is_joined(behind(view, &devices[at - 1]), devices[at].mention.span.start);
        if !goes_on {
            if at - start > 1 {
                found.push(&devices[start..at]);
            }
            start = at;
        }
    }
    found
}

/// Returns the lists of figures of one dimension, two members at least.
fn runs<'f, 'a>(view: &View<'_>, figures: &'f [Figure<'a>]) -> Vec<Vec<&'f Figure<'a>>> {
    let mut found: Vec<Vec<&Figure<'_>>> = Vec::new();
    for figure in figures {
        let joins = found.last().and_then(|run| run.last()).is_some_and(|last: &&Figure<'_>| {
            let gap = view.gap(last.reading.span.end, figure.reading.span.start);
            // "16-heads, 340M parameters" are counts of two things.
            let things = &*figure.dimension == "count" && gap.chars().filter(|c| c.is_alphabetic()).count() > 3;
            let sum = view.has(Cue::Together, last.reading.span.end, figure.reading.span.start);
            last.dimension == figure.dimension
                && !things
                && !sum
                && view.is_joined(last.reading.span.end, figure.reading.span.start)
        });
        match found.last_mut() {
            Some(run) if joins => run.push(figure),
            _ => found.push(vec![figure]),
        }
    }
    found.retain(|run| run.len() > 1);
    found
}

/// Pairs a list of figures with as many metrics or conditions before it: "FP16 和 FP32 算力分别为 …".
fn pair_names(view: &View<'_>, run: &[&Figure<'_>], found: &mut Pairs<'_>) {
    let first = run[0].reading.span.start;
    let clause = view.clause(first);
    let within = |start: usize, end: usize| clause.start <= start && end <= first;
    let mentions = &view.scene.mentions;
    let metrics: Vec<usize> = mentions
        .metrics
        .iter()
        .filter(|m| {
            within(m.span.start, m.span.end)
                && view.vocab.metrics.get(&m.metric).is_some_and(|metric| super::naming::fits(view, metric, run[0]))
        })
        .map(|m| m.span.start)
        .collect();
    let conditions: Vec<usize> =
        mentions.conditions.iter().filter(|c| within(c.span.start, c.span.end)).map(|c| c.span.start).collect();
    for places in [metrics, conditions] {
        let mut places = places;
        places.dedup();
        if places.len() == run.len() {
            found.places.extend(run.iter().map(|figure| figure.index).zip(places));
            return;
        }
    }
    found.broken.extend(run.iter().map(|figure| figure.index));
}
