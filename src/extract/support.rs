//! Support: a device, a word that ties ("只能用", "works with"), and what it is tied to.

use std::collections::BTreeSet;

use super::discourse::Scene;
use super::draft::Drafts;
use super::grading::{Segment, Token, has_han};
use super::quality::View;
use crate::claim::{Modality, Name, Statement};
use crate::text::Span;
use crate::vocab::Match;
use crate::vocab::quality::{Glue, Pole, Role, Supporting};
use crate::vocab::table::is_one_of;

/// What the sentence before tied its device to.
#[derive(Debug, Default)]
pub(super) struct Last {
    block: usize,
    /// Indices of the objects.
    objects: Vec<usize>,
}

impl Last {
    /// Says whether `scene` may deny of another device what was said last: "The A100 does not."
    pub(super) fn goes_on(&self, scene: &Scene<'_>) -> bool {
        const SHORT: usize = 60;
        !self.objects.is_empty() && self.block == scene.sentence.block && scene.text().len() <= SHORT
    }
}

/// Adds the support claims of one sentence to `drafts`.
pub(super) fn read(view: &View<'_>, words: &[Match<Supporting>], last: &mut Last, drafts: &mut Drafts) {
    let before = std::mem::take(last);
    last.block = view.scene.sentence.block;
    let mut objects = if before.goes_on(view.scene) { before.objects } else { Vec::new() };
    if view.heading {
        return;
    }
    let mut said: BTreeSet<(Name, Name)> = BTreeSet::new();
    for (device, at) in labelled(view, words) {
        let object = view.vocab.qualities.object(at);
        if said.insert((device.clone(), object.object.clone())) {
            let statement = Statement::Support { object: object.object.clone(), modality: Modality::Supports };
            drafts.claims.push(view.draft(view.segments[0], &object.metric, &device, statement, "support/label"));
        }
    }
    for segment in view.segments {
        // "Cloud" in "Cloud TPU" belongs to the name.
        let named = |word: &Match<Supporting>| {
            // "XLA GPU": what stands right before a device only says which.
            let object = matches!(word.entry, Supporting::Object(_));
            view.scene.mentions.devices.iter().any(|device| {
                let says_which = object && view.gap(word.span.end, device.span.start) == " ";
                let class = || view.vocab.devices.iter().any(|other| other.parent.as_ref() == Some(&device.device));
                device.span.overlaps(word.span) || says_which && class()
            })
        };
        let inside: Vec<Match<Supporting>> =
            words.iter().copied().filter(|word| segment.span.contains(word.span) && !named(word)).collect();
        let advice = |token: &Token<'_>| token.is(Role::Advice) && token.span.start < segment.span.end;
        // "Not all GPUs support it" denies it of none that could be named.
        let partly = view.holds(*segment, Role::NotAll);
        if view.holds(*segment, Role::If) || partly || view.tokens.iter().any(advice) {
            continue;
        }
        let mut found = ties(view, *segment, &inside);
        if found.is_empty() {
            found = elided(view, *segment, &inside, &objects);
        } else {
            objects = found.iter().map(|tie| tie.object).collect();
            last.objects.clone_from(&objects);
        }
        for tie in found {
            for device in &tie.devices {
                let object = view.vocab.qualities.object(tie.object);
                if !said.insert((device.clone(), object.object.clone())) {
                    continue;
                }
                let statement = Statement::Support { object: object.object.clone(), modality: tie.modality };
                drafts.claims.push(view.draft(*segment, &object.metric, device, statement, "support/tie"));
            }
        }
    }
}

/// "支持的框架：PyTorch、MindSpore": a label of software, and nothing but its names behind it, of the device above.
fn labelled(view: &View<'_>, words: &[Match<Supporting>]) -> Vec<(Name, usize)> {
    let Some(label) = view.segments.first().filter(|first| first.before_colon) else { return Vec::new() };
    let sheet = view.vocab.qualities.sheet();
    let named = view.gap(label.span.start, label.span.end).trim_matches(|c: char| !c.is_alphanumeric());
    if !is_one_of(&sheet.software, named) {
        return Vec::new();
    }
    let behind = words.iter().filter(|word| word.span.start >= label.span.end);
    let mut objects = Vec::new();
    for word in behind {
        match word.entry {
            Supporting::Object(at) if &*view.vocab.qualities.object(at).metric == "framework_support" => {
                objects.push(at)
            }
            Supporting::Object(_) => {}
            Supporting::Word(_) => return Vec::new(),
        }
    }
    let device = match view.scene.above.as_slice() {
        [only] => Some(&only.device),
        _ => view.scene.carried.as_ref().map(|carried| &carried.device),
    };
    let named = view.segments.iter().any(|segment| !view.devices(*segment).is_empty());
    let Some(device) = device.filter(|_| !named) else { return Vec::new() };
    objects.into_iter().map(|at| (device.clone(), at)).collect()
}

struct Tie {
    devices: Vec<Name>,
    object: usize,
    modality: Modality,
}

/// Returns what one segment ties: each word of support with the objects on its side.
fn ties(view: &View<'_>, segment: Segment, inside: &[Match<Supporting>]) -> Vec<Tie> {
    let mut ties = Vec::new();
    for (at, word) in inside.iter().enumerate() {
        let Supporting::Word(index) = word.entry else { continue };
        let mut modality = view.vocab.qualities.support(index).modality;
        match modality {
            Modality::Supports if is_negated(view, segment, word.span) => modality = Modality::Lacks,
            // "并非不支持"
            Modality::Lacks if has_han(view.text) && is_negated(view, segment, word.span) => {
                modality = Modality::Supports;
            }
            _ => {}
        }
        let objects = objects_near(view, segment, inside, at);
        if objects.is_empty() || modality == Modality::Supports && is_rated_low(view, segment, word.span) {
            continue;
        }
        let devices = devices_near(view, segment, inside, at, &objects);
        for (span, object) in &objects {
            // "不能运行 PyTorch 的全部算子" denies a part only.
            let part = modality == Modality::Lacks
                && span.start >= word.span.end
                && Glue::opens(
                    &view.vocab.qualities.glue().attribute,
                    view.gap(span.end, view.text.len()).trim_start(),
                );
            if part || !fits(view, modality, *object) {
                continue;
            }
            ties.push(Tie { devices: devices.clone(), object: *object, modality });
        }
    }
    ties
}

/// "H100 支持 FP8，A100 不支持", "the A100 does not": what was said last, of another device, said or denied again.
fn elided(view: &View<'_>, segment: Segment, inside: &[Match<Supporting>], last: &[usize]) -> Vec<Tie> {
    let devices: Vec<Name> = view.devices(segment).into_iter().map(|(_, device)| device).collect();
    let ends = |end: usize| !view.gap(end, segment.span.end).contains(char::is_alphanumeric);
    let modality = match inside.last().map(|word| (word.entry, word.span)) {
        Some((Supporting::Word(index), span)) if ends(span.end) => match view.vocab.qualities.support(index).modality {
            Modality::Supports if is_negated(view, segment, span) => Modality::Lacks,
            modality => modality,
        },
        None if view.tokens[segment.first..segment.last]
            .last()
            .is_some_and(|token| token.is(Role::Not) && ends(token.span.end)) =>
        {
            Modality::Lacks
        }
        _ => return Vec::new(),
    };
    let [device] = &devices[..] else { return Vec::new() };
    let tie = |object: &usize| Tie { devices: vec![device.clone()], object: *object, modality };
    last.iter().map(tie).filter(|tie| fits(view, modality, tie.object)).collect()
}

/// The objects that a word speaks of: those behind it, up to the next such word; else those before it.
fn objects_near(view: &View<'_>, segment: Segment, inside: &[Match<Supporting>], at: usize) -> Vec<(Span, usize)> {
    let word = inside[at].span;
    let mut behind = Vec::new();
    let mut end = word.end;
    for next in &inside[at + 1..] {
        match next.entry {
            Supporting::Word(_) if behind.is_empty() && next.span.start > end + 24 => break,
            Supporting::Word(_) if !behind.is_empty() => break,
            Supporting::Word(_) => {}
            Supporting::Object(object) => {
                let gap = view.gap(end, next.span.start);
                let reach = if behind.is_empty() { 30 } else { 6 };
                if gap.chars().count() > reach {
                    break;
                }
                behind.push((next.span, object));
                end = next.span.end;
            }
        }
    }
    // A list runs on into the next segments: "supports TensorFlow, PyTorch and Caffe".
    if let Some((last, _)) = behind.last().copied() {
        behind.extend(list_behind(view, last, segment.span.end));
    }
    if !behind.is_empty() {
        return behind;
    }
    let mut before = Vec::new();
    for other in inside[..at].iter().rev() {
        match other.entry {
            Supporting::Object(object) => {
                let gap =
                    view.gap(other.span.end, before.last().map_or(word.start, |(span, _): &(Span, usize)| span.start));
                if gap.chars().count() > 20 {
                    break;
                }
                before.push((other.span, object));
            }
            Supporting::Word(_) => break,
        }
    }
    if before.is_empty() { elsewhere(view, segment, word) } else { before }
}

/// Objects in the neighbouring segments: examples behind ("更多框架，例如 PyTorch"), or the
/// one that the sentence is about ("PyTorch …，同时让模型跑在 TPU 上").
fn elsewhere(view: &View<'_>, segment: Segment, word: Span) -> Vec<(Span, usize)> {
    let objects: Vec<(Span, usize)> = view
        .vocab
        .qualities
        .uses(view.text)
        .0
        .into_iter()
        .filter_map(|found| match found.entry {
            Supporting::Object(object) => Some((found.span, object)),
            Supporting::Word(_) => None,
        })
        .collect();
    let examples = view.tokens.iter().find(|token| token.is(Role::Example) && token.span.start >= word.end);
    if let Some(example) = examples
        && view.gap(word.end, example.span.start).chars().count() <= 24
        && let Some(first) = objects.iter().find(|(span, _)| span.start >= example.span.end)
        && view.gap(example.span.end, first.0.start).chars().count() <= 8
    {
        let mut found = vec![*first];
        found.extend(list_behind(view, first.0, first.0.end));
        return found;
    }
    let device_behind = view
        .devices(segment)
        .iter()
        .any(|(span, _)| span.start >= word.end && view.gap(word.end, span.start).chars().count() <= 8);
    let topic = objects.first().filter(|(span, _)| {
        device_behind && span.end < segment.span.start && view.gap(0, span.start).chars().count() <= 4
    });
    topic.into_iter().copied().collect()
}

/// Objects that only a comma parts from the one before.
fn list_behind(view: &View<'_>, last: Span, end: usize) -> Vec<(Span, usize)> {
    let mut found = Vec::new();
    let mut from = last.end;
    for word in view.vocab.qualities.uses(view.text).0.into_iter().filter(|word| word.span.start >= end) {
        let Supporting::Object(object) = word.entry else { break };
        let gap = view.gap(from, word.span.start).trim();
        if !view.joins(gap) && !matches!(gap, "," | "、" | "，" | ", and" | ",and" | ", or") {
            break;
        }
        found.push((word.span, object));
        from = word.span.end;
    }
    found
}

/// The devices: before the word, unless the object stands there ("PyTorch runs on TPUs").
fn devices_near(
    view: &View<'_>,
    segment: Segment,
    inside: &[Match<Supporting>],
    at: usize,
    objects: &[(Span, usize)],
) -> Vec<Name> {
    let word = inside[at].span;
    let before_word = objects.iter().all(|(span, _)| span.start < word.start);
    if !before_word {
        return view.subjects(segment, word.start);
    }
    // "PyTorch runs on TPUs", "PyTorch 对 GPU 支持更好": the object is the subject, so the device must stand close.
    let devices = view.devices(segment);
    let behind =
        devices.iter().find(|(span, _)| span.start >= word.end && view.gap(word.end, span.start).chars().count() <= 16);
    if let Some((span, device)) = behind {
        // "用于 CPU 与 GPU 之间的通信": it joins them, and is none of either.
        let after: String = view.gap(span.end, segment.span.end).chars().take(12).collect();
        let apart = view.vocab.qualities.glue().apart.iter().any(|word| after.contains(word.as_str()));
        return if apart { Vec::new() } else { vec![device.clone()] };
    }
    let first = objects.iter().map(|(span, _)| span.start).min().unwrap_or(word.start);
    let between: Vec<Name> = devices
        .iter()
        .filter(|(device, _)| device.start >= first && device.end <= word.start)
        .map(|(_, name)| name.clone())
        .collect();
    if !between.is_empty() {
        return between;
    }
    // "TPU 可与 JAX 配合使用"
    let leading =
        devices.iter().find(|(device, _)| device.end <= first && view.gap(device.end, first).chars().count() <= 24);
    leading.map(|(_, name)| name.clone()).into_iter().collect()
}

/// A class of objects goes with some ties only: a place can be the only one, a number format only supported or not.
fn fits(view: &View<'_>, modality: Modality, object: usize) -> bool {
    let object = view.vocab.qualities.object(object);
    match &*object.metric {
        "availability" => modality != Modality::Requires,
        "compatibility" => matches!(modality, Modality::Supports | Modality::Lacks),
        _ => true,
    }
}

/// "对 PyTorch 的支持很差", "support is poor": a rating, read as a level, and no plain support.
fn is_rated_low(view: &View<'_>, segment: Segment, word: Span) -> bool {
    let mut end = word.end;
    for token in view.tokens[segment.first..segment.last].iter().filter(|token| token.span.start >= word.end) {
        if view.gap(end, token.span.start).chars().count() > 4 {
            break;
        }
        if let Some((at, _)) = token.degree() {
            return matches!(view.vocab.qualities.degree(at).pole, Pole::Bad | Pole::Low);
        }
        end = token.span.end;
    }
    false
}

/// Says whether a word is denied; a denial of a denial denies nothing ("并非不能运行").
fn is_negated(view: &View<'_>, segment: Segment, word: Span) -> bool {
    // "Neither the V100 nor the T4 supports it."
    let first = view.tokens.get(segment.first).filter(|_| segment.first < segment.last);
    let opens = |token: &Token<'_>| view.gap(segment.span.start, token.span.start).trim().is_empty();
    // The first letter of "不支持" denies nothing besides.
    if first.is_some_and(|token| token.is(Role::Not) && !token.span.overlaps(word) && opens(token)) {
        return true;
    }
    let mut denied = false;
    let mut end = word.start;
    // "不能跑": the denial may share a character with the word.
    let before = view.tokens[segment.first..segment.last]
        .iter()
        .rev()
        .filter(|token| token.span.start < word.start && token.span.end < word.end);
    for token in before.filter(|token| token.is(Role::Not)) {
        if view.gap(token.span.end, end).chars().count() > 3 {
            break;
        }
        denied = !denied;
        end = token.span.start;
    }
    denied
}
