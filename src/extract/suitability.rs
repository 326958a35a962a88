//! Suitability: a device, a word that says how well it fits, and the tasks.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::Drafts;
use super::grading::{self, Segment, Token};
use super::quality::View;
use crate::claim::{Fit, Name, Statement};
use crate::read::BlockKind;
use crate::text::Span;
use crate::vocab::Match;
use crate::vocab::cue::Cue;
use crate::vocab::quality::{Fitting, Glue, Place, Role};

/// Headings and lead lines that say which device their list is for.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// By block: the device and how well what stands below fits it.
    leads: BTreeMap<usize, (Name, Fit)>,
}

/// Adds the suitability claims of one sentence to `drafts`.
pub(super) fn read(view: &View<'_>, words: &[Match<Fitting>], lists: &mut Lists, drafts: &mut Drafts) {
    lists.note(view, words);
    if view.heading {
        return;
    }
    let mut said: BTreeSet<(Name, Name)> = BTreeSet::new();
    let mut push = |segment: Segment, device: &Name, object: &Name, fit: Fit, rule: &'static str| {
        if said.insert((device.clone(), object.clone())) {
            let statement = Statement::Suitability { object: object.clone(), fit };
            drafts.claims.push(view.draft(segment, "workload_fit", device, statement, rule));
        }
    };
    for segment in view.segments {
        let dropped = view.tokens.iter().any(|token| token.is(Role::Without) && token.span.start < segment.span.end);
        if view.holds(*segment, Role::If) || dropped {
            continue;
        }
        for found in fits(view, *segment, words) {
            for device in &found.devices {
                for object in &found.objects {
                    push(*segment, device, object, found.fit, found.rule);
                }
            }
        }
    }
    if let Some((device, fit)) = lists.lead_of(view)
        && let Some(first) = view.segments.first()
    {
        let head: Vec<Match<Fitting>> = words.iter().copied().filter(|word| first.span.contains(word.span)).collect();
        let mut named = tasks(&head);
        named.retain(|(span, _)| view.gap(first.span.start, span.start).chars().count() <= 12);
        for object in objects(view, &named) {
            push(*first, &device, &object, fit, "suitability/list");
        }
    }
}

impl Lists {
    /// Remembers a heading or lead line that names one device, a fit word and no task.
    fn note(&mut self, view: &View<'_>, words: &[Match<Fitting>]) {
        let leads = view.heading || view.text.trim_end().ends_with([':', '：']);
        let mut devices: Vec<Name> =
            view.segments.iter().flat_map(|segment| view.devices(*segment)).map(|(_, name)| name).collect();
        devices.dedup();
        if !leads || devices.len() != 1 || !tasks(words).is_empty() {
            return;
        }
        let fit = words.iter().find_map(|word| match word.entry {
            Fitting::Word(at) if view.heading || view.gap(word.span.end, view.text.len()).chars().count() <= 12 => {
                Some(view.vocab.qualities.fit(at).fit)
            }
            Fitting::Word(_) => None,
            Fitting::Task(_) => None,
        });
        if let Some(fit) = fit {
            let fit = if fit == Fit::Poor { Fit::Poor } else { Fit::Good };
            self.leads.insert(view.scene.sentence.block, (devices.remove(0), fit));
        }
    }

    /// Returns what the lead line, or the nearest heading, of a list item says.
    fn lead_of(&self, view: &View<'_>) -> Option<(Name, Fit)> {
        let block = view.article.blocks.get(view.scene.sentence.block)?;
        if !matches!(block.kind, BlockKind::Item(_)) {
            return None;
        }
        let lead = block.lead.and_then(|lead| self.leads.get(&lead));
        let found = lead.or_else(|| self.leads.get(block.headings.last()?))?;
        // An item above may be the head of those below it.
        let above = &view.scene.above;
        (above.is_empty() || above.iter().any(|device| device.device == found.0)).then(|| found.clone())
    }
}

/// A phrase that says for what does not go on over more segments than this.
const MOST_LEFT: usize = 3;

struct Found {
    devices: Vec<Name>,
    objects: Vec<Name>,
    fit: Fit,
    rule: &'static str,
}

fn tasks(words: &[Match<Fitting>]) -> Vec<(Span, usize)> {
    words
        .iter()
        .filter_map(|word| match word.entry {
            Fitting::Task(task) => Some((word.span, task)),
            Fitting::Word(_) => None,
        })
        .collect()
}

/// Returns the objects of `tasks`: a general one gives way to a special one that it stands next to.
fn objects(view: &View<'_>, tasks: &[(Span, usize)]) -> Vec<Name> {
    let mut found: Vec<Name> = Vec::new();
    for (at, (span, task)) in tasks.iter().enumerate() {
        let entry = view.vocab.qualities.task(*task);
        let beside = |other: &(Span, usize)| {
            let gap = if other.0.end <= span.start {
                view.gap(other.0.end, span.start)
            } else {
                view.gap(span.end, other.0.start)
            };
            gap.chars().count() <= 6 && !view.joins(gap) && !view.vocab.qualities.task(other.1).general
        };
        // "游戏 GPU", "inference chips": the task is part of a name of devices.
        let named = view.tokens.iter().any(|token| {
            token.device().is_some()
                && token.span.start >= span.end
                && view.gap(span.end, token.span.start).trim().is_empty()
        });
        if named {
            continue;
        }
        let narrowed = entry.general
            && (at.checked_sub(1).is_some_and(|before| beside(&tasks[before]))
                || tasks.get(at + 1).is_some_and(beside));
        if !narrowed && !found.contains(&entry.object) {
            found.push(entry.object.clone());
        }
    }
    found
}

fn fits(view: &View<'_>, segment: Segment, words: &[Match<Fitting>]) -> Vec<Found> {
    let mut found = Vec::new();
    let inside: Vec<Match<Fitting>> = words.iter().copied().filter(|word| segment.span.contains(word.span)).collect();
    for (at, word) in inside.iter().enumerate() {
        let Fitting::Word(index) = word.entry else { continue };
        let entry = view.vocab.qualities.fit(index);
        if entry.place == Place::Choose {
            found.extend(chosen(view, segment, words, &inside, at));
            continue;
        }
        if entry.place == Place::Lead {
            continue;
        }
        let fit = if is_negated(view, segment, word.span) { turned(entry.fit) } else { entry.fit };
        let behind = tasks_behind(view, words, word.span);
        let mut before = tasks_before(view, &inside, at);
        if before.is_empty() {
            before = tasks_left(view, segment, words, word.span);
        }
        let (tasks, rule) = match entry.place {
            Place::After => (behind, "suitability/after"),
            Place::Before => (before, "suitability/before"),
            _ if !behind.is_empty() => (behind, "suitability/after"),
            _ => (before, "suitability/before"),
        };
        let objects = objects(view, &tasks);
        if objects.is_empty() {
            continue;
        }
        let devices = devices_of(view, segment, word.span, entry.place, &tasks);
        found.push(Found { devices, objects, fit, rule });
    }
    found
}

/// Tasks behind a word, up to the next word of fit; lists and examples run on over commas.
fn tasks_behind(view: &View<'_>, words: &[Match<Fitting>], word: Span) -> Vec<(Span, usize)> {
    let mut found = Vec::new();
    let mut end = word.end;
    for next in words.iter().filter(|next| next.span.start >= word.end) {
        let Fitting::Task(task) = next.entry else {
            let Fitting::Word(other) = next.entry else { break };
            if matches!(view.vocab.qualities.fit(other).place, Place::Choose | Place::Lead) {
                continue;
            }
            break;
        };
        let gap = view.gap(end, next.span.start);
        let stops = gap.contains(['。', ';', '；', '!', '?']) || gap.contains(". ");
        let devices_between = view
            .tokens
            .iter()
            .any(|token| token.device().is_some() && token.span.start >= end && token.span.end <= next.span.start);
        let apart = !found.is_empty() && gap.contains([',', '，']) && !ends_list(view, words, next.span);
        if stops || devices_between || gap.chars().count() > 40 || apart || !runs_on(view, end, next.span.start) {
            break;
        }
        if Glue::closes(&view.vocab.qualities.glue().non, gap) {
            continue;
        }
        found.push((next.span, task));
        end = next.span.end;
    }
    found
}

/// Says whether a task behind a comma is but one more of a list, and nothing is said of it: "推理，图像识别等", but not
/// "推理，训练则很吃力".
fn ends_list(view: &View<'_>, words: &[Match<Fitting>], task: Span) -> bool {
    const LEFT: usize = 3;
    let Some(segment) = view.segments.iter().find(|segment| segment.span.contains(task)) else { return false };
    let behind = |span: Span| task.end <= span.start && span.end <= segment.span.end;
    let others = words.iter().filter(|word| behind(word.span));
    let tasks: usize = others
        .clone()
        .filter(|word| matches!(word.entry, Fitting::Task(_)))
        .map(|word| view.gap(word.span.start, word.span.end).chars().count())
        .sum();
    let rated = view.tokens[segment.first..segment.last].iter().any(|token| {
        behind(token.span) && (token.degree().is_some() || token.relation().is_some() || token.is(Role::Not))
    });
    let rest = view.gap(task.end, segment.span.end);
    let left = if grading::has_han(rest) {
        rest.chars().filter(|c| c.is_alphanumeric()).count().saturating_sub(tasks)
    } else {
        rest.split_whitespace().count().saturating_sub(2 * others.clone().count())
    };
    let fits = others.clone().any(|word| matches!(word.entry, Fitting::Word(_)));
    left <= LEFT && !rated && !fits
}

/// Says whether a list goes on over the text between two bytes: over a comma only with a bare
/// join or with a word that opens examples.
fn runs_on(view: &View<'_>, from: usize, to: usize) -> bool {
    let gap = view.gap(from, to);
    if !gap.contains([',', '，']) {
        return true;
    }
    let rest = gap.trim_start().trim_start_matches([',', '，']).trim();
    gap.trim_start().starts_with([',', '，']) && (rest.is_empty() || view.joins(rest))
        || view.tokens.iter().any(|token| token.is(Role::Example) && from <= token.span.start && token.span.end <= to)
}

fn tasks_before(view: &View<'_>, inside: &[Match<Fitting>], at: usize) -> Vec<(Span, usize)> {
    let mut found: Vec<(Span, usize)> = Vec::new();
    let mut start = inside[at].span.start;
    for other in inside[..at].iter().rev() {
        let Fitting::Task(task) = other.entry else { break };
        if view.gap(other.span.end, start).chars().count() > 40 {
            break;
        }
        start = other.span.start;
        let lead = view.gap(0, start);
        if Glue::closes(&view.vocab.qualities.glue().non, lead) {
            continue;
        }
        found.push((other.span, task));
    }
    found.reverse();
    found
}

/// Tasks of the segment before, where it only gives examples of them: "在…场景下，如自动驾驶等，具有更大的优势".
fn tasks_left(view: &View<'_>, segment: Segment, words: &[Match<Fitting>], word: Span) -> Vec<(Span, usize)> {
    if view.gap(segment.span.start, word.start).chars().count() > 24 {
        return Vec::new();
    }
    // The segments before that name no device, back to the one that opens the phrase.
    let mut found: Vec<(Span, usize)> = Vec::new();
    for before in view.segments.iter().rev().filter(|other| other.span.end <= segment.span.start).take(MOST_LEFT) {
        let inside: Vec<Match<Fitting>> =
            words.iter().copied().filter(|word| before.span.contains(word.span)).collect();
        let all_tasks = inside.iter().all(|word| matches!(word.entry, Fitting::Task(_)));
        if !all_tasks || !view.devices(*before).is_empty() {
            return Vec::new();
        }
        found.splice(0..0, tasks(&inside));
        let bare = inside.iter().map(|word| word.span.len()).sum::<usize>() + 9 >= before.span.len();
        if opens_phrase(view, *before) || bare && found.len() == inside.len() {
            return found;
        }
    }
    Vec::new()
}

/// Says whether a segment only says when or for what: "如果只做推理，…", "例如自动驾驶，…", "for training, …".
fn opens_phrase(view: &View<'_>, segment: Segment) -> bool {
    let opening = view.tokens[segment.first..segment.last]
        .iter()
        .take_while(|token| view.gap(segment.span.start, token.span.start).trim().chars().count() <= 4);
    let opens = |token: &Token<'_>| token.is(Role::Example) || token.is(Role::Topic) || token.is(Role::If);
    let text = view.gap(segment.span.start, segment.span.end).trim_start();
    opening.clone().any(opens) || Glue::opens(&view.vocab.qualities.glue().when, text)
}

/// The devices: before the word; for "T 上 A 更合适" and "for T, A is best" as well.
fn devices_of(view: &View<'_>, segment: Segment, word: Span, place: Place, _tasks: &[(Span, usize)]) -> Vec<Name> {
    let devices: Vec<(Span, Name)> =
        view.devices(segment).into_iter().filter(|(span, _)| !view.is_standard(segment, *span)).collect();
    if devices.iter().any(|(span, _)| span.end <= word.start) || place == Place::After {
        return view.subjects(segment, word.start);
    }
    // "Bad at T that A handles well": what follows is said of the task.
    let of_task = |span: Span| {
        let cues = &view.scene.cues;
        cues.iter().any(|cue| {
            matches!(cue.entry, Cue::This | Cue::Relative)
                && cue.span.end + 1 == span.start
                && cue.span.start > word.end
        })
    };
    // "the best choice for T is A", "最适合训练的是 A"
    if let Some((_, device)) = devices.first().filter(|(span, _)| !of_task(*span)) {
        return vec![device.clone()];
    }
    view.subjects(segment, word.start)
}

/// "在线推理用 GPU", "use A for T": an imperative with the device right behind it.
fn chosen(
    view: &View<'_>,
    segment: Segment,
    words: &[Match<Fitting>],
    inside: &[Match<Fitting>],
    at: usize,
) -> Option<Found> {
    let word = inside[at].span;
    let (span, device) = view.devices(segment).into_iter().find(|(span, _)| span.start >= word.end)?;
    let Fitting::Word(index) = inside[at].entry else { return None };
    let fit = view.vocab.qualities.fit(index).fit;
    let against = fit == Fit::Poor;
    let glue = view.vocab.qualities.glue();
    let gap = view.gap(word.end, span.start);
    // "训练用的是 A": what somebody has done.
    let told = [&glue.attribute, &glue.done].iter().any(|words| Glue::opens(words, gap.trim_start()));
    if gap.chars().count() > 8 || told || view.holds(segment, Role::Not) && !against {
        return None;
    }
    // "我们训练用 A，推理用 B": so it is done there; advice says that it is one.
    let lead = view.gap(0, word.start);
    let users = glue.users.iter().any(|word| !word.is_ascii() && lead.contains(word.as_str()))
        || lead.split_whitespace().any(|word| Glue::is(&glue.users, word));
    let advises = view.tokens.iter().any(|token| token.is(Role::Advice) && token.span.start < span.start);
    if users && !advises && !against {
        return None;
    }
    // Somebody who uses a device is a report of use, no advice.
    let advised = !view.devices(segment).iter().any(|(other, _)| other.end <= word.start)
        && opens(view, segment, inside, at, against);
    let mut before: Vec<(Span, usize)> = tasks(&inside[..at]);
    if before.is_empty() {
        before = tasks_left(view, segment, words, word);
    }
    let behind: Vec<(Span, usize)> = tasks(&inside[at..])
        .into_iter()
        .filter(|(task, _)| {
            let gap = view.gap(span.end, task.start.max(span.end));
            let purpose = gap.split_whitespace().next();
            // "不建议用 T4 训练大模型"; without the warning that would be the subject of what follows.
            let close = against && gap.trim().is_empty() && grading::has_han(view.gap(task.start, task.end));
            let purpose = purpose.is_some_and(|word| Glue::is(&view.vocab.qualities.glue().purpose, word));
            task.start >= span.end && (purpose || close)
        })
        .collect();
    let tasks = if before.is_empty() { behind } else { before };
    let objects = objects(view, &tasks);
    let mut devices = vec![device];
    let mut end = span.end;
    // "use A or B for T"
    for (next, other) in view.devices(segment).into_iter().filter(|(next, _)| next.start >= span.end) {
        if !view.joins(view.gap(end, next.start)) {
            break;
        }
        if !devices.contains(&other) {
            devices.push(other);
        }
        end = next.end;
    }
    (advised && !objects.is_empty()).then_some(Found { devices, objects, fit, rule: "suitability/choose" })
}

/// Says whether nothing but tasks stands before the imperative: no other verb, and nobody but those who warn ("we").
fn opens(view: &View<'_>, segment: Segment, inside: &[Match<Fitting>], at: usize, warns: bool) -> bool {
    let mut from = segment.span.start;
    let glue = view.vocab.qualities.glue();
    for (nth, other) in inside[..at].iter().enumerate() {
        let gap = view.gap(from, other.span.start);
        // "对延迟敏感的推理": what the task is like.
        let qualified = nth == 0 && Glue::opens(&glue.when, gap.trim_start()) && gap.chars().count() <= 12;
        if gap.chars().count() > 2 && !view.joins(gap) && !qualified {
            return false;
        }
        from = other.span.end;
    }
    // An example in brackets may stand between: "在线推理（如聊天机器人）用 GPU".
    let gap = view.gap(from, inside[at].span.start);
    let outside: String = strip_brackets(gap);
    let outside = without(&glue.advises, outside.trim());
    outside.trim().chars().count() <= if warns { 2 } else { 1 }
}

/// Returns `text` without the `words` that it begins with, one after another.
fn without<'t>(words: &[String], text: &'t str) -> &'t str {
    let mut rest = text;
    while let Some(shorter) =
        words.iter().filter_map(|word| rest.strip_prefix(word.as_str())).min_by_key(|rest| rest.len())
    {
        if shorter.len() == rest.len() {
            break;
        }
        rest = shorter.trim_start();
    }
    rest
}

fn strip_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

fn is_negated(view: &View<'_>, segment: Segment, word: Span) -> bool {
    view.tokens[segment.first..segment.last].iter().any(|token| {
        token.is(Role::Not) && token.span.end <= word.start && view.gap(token.span.end, word.start).chars().count() <= 3
    })
}

fn turned(fit: Fit) -> Fit {
    match fit {
        Fit::Best | Fit::Good => Fit::Poor,
        Fit::Poor => Fit::Good,
    }
}
