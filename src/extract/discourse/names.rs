//! What a heading, a lead line or a whole sentence names.

use super::Scene;
use crate::claim::{Conditions, Name};
use crate::extract::mention::{ConditionMention, DeviceMention};
use crate::vocab::Vocab;
use crate::vocab::cue::Cue;

/// Drops each class that stands right beside its member, which it only says what it is: "2,000 A100 GPUs". In a
/// heading, a machine in a bracket is where the device before it is fitted: "910B (Atlas 800T A2)".
pub(super) fn without_classes(vocab: &Vocab, devices: Vec<DeviceMention>) -> Vec<DeviceMention> {
    let beside = |device: &DeviceMention| {
        devices.iter().any(|other| {
            let (one, two) = (device.span, other.span);
            let gap = one.start.saturating_sub(two.end).max(two.start.saturating_sub(one.end));
            let member = other.device != device.device && vocab.devices.is_a(&other.device, &device.device);
            let holds = vocab.devices.get(&device.device).and_then(|device| device.holds.as_ref());
            gap <= 1 && member
                || gap <= 4 && two.end < one.start && holds.is_some_and(|held| held.device == other.device)
        })
    };
    let kept: Vec<DeviceMention> = devices.iter().filter(|device| !beside(device)).cloned().collect();
    if kept.is_empty() { devices } else { kept }
}

pub(super) fn is_question(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？'])
}

/// Says whether a device is but the class of one of `labels`.
pub(super) fn is_kind_of(vocab: &Vocab, labels: &[DeviceMention], kind: &DeviceMention) -> bool {
    labels.iter().any(|own| own.device != kind.device && vocab.devices.is_a(&own.device, &kind.device))
}

/// Says whether a text holds only devices and what stands in brackets: "RTX 4060/4060 Ti (8GB/16GB)".
pub(super) fn names_alone(scene: &Scene<'_>) -> bool {
    let text = scene.text();
    let mut depth = 0_usize;
    // "NVIDIA RTX 4060": the maker may stand before it.
    let first = scene.mentions.devices.first().map_or(0, |device| device.span.start);
    let maker = text.get(..first).is_some_and(|lead| lead.trim_end().bytes().all(|byte| byte.is_ascii_alphabetic()));
    text.char_indices().skip_while(|(at, _)| maker && *at < first).all(|(at, c)| {
        depth = match c {
            '(' | '（' => depth + 1,
            ')' | '）' => depth.saturating_sub(1),
            _ => depth,
        };
        let named = scene.mentions.devices.iter().any(|device| device.span.start <= at && at < device.span.end);
        depth > 0 || named || !c.is_alphanumeric()
    })
}

/// Returns the device that opens a heading where all others only say what it is: "B200 - the flagship GPU of Blackwell".
pub(super) fn first_alone(vocab: &Vocab, devices: Vec<DeviceMention>) -> Vec<DeviceMention> {
    let class = |device: &DeviceMention| vocab.devices.has_members(&device.device);
    let Some((first, others)) = devices.split_first() else { return devices };
    if !class(first) && others.iter().all(class) { vec![first.clone()] } else { devices }
}

/// Returns the time for which a sentence without a price says that prices are.
pub(super) fn period(scene: &Scene<'_>) -> Option<&'static str> {
    let money = |unit: &str| unit.starts_with("money");
    let priced = scene.mentions.quantities.iter().any(|q| q.unit.as_ref().is_some_and(|unit| money(&unit.dimension)));
    let says = |cue: Cue| scene.cues.iter().any(|found| found.entry == cue);
    match (says(Cue::Hourly), says(Cue::Monthly)) {
        (true, false) if !priced => Some("h"),
        (false, true) if !priced => Some("month"),
        _ => None,
    }
}

/// Returns the devices, each once; variants of one device are two.
pub(super) fn distinct<'a>(devices: impl Iterator<Item = &'a DeviceMention>) -> Vec<DeviceMention> {
    let mut found: Vec<DeviceMention> = Vec::new();
    for device in devices {
        if found.iter().all(|other| other.device != device.device || other.conditions != device.conditions) {
            found.push(device.clone());
        }
    }
    found
}

/// Returns the conditions of a text that states each key once.
pub(super) fn unique(mentions: &[ConditionMention]) -> Conditions {
    let mut stated = Conditions::default();
    let mut twice: Vec<Name> = Vec::new();
    for (key, value) in mentions.iter().flat_map(|mention| mention.conditions.iter()) {
        if stated.get(key).is_some_and(|old| old != value) {
            twice.push(key.clone());
        }
        stated.set(key, value.clone());
    }
    for key in twice {
        stated.remove(&key);
    }
    stated
}
