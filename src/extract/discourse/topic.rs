//! Whom a sentence leaves standing for the next one.

use super::{Scene, Tracker};
use crate::extract::mention::DeviceMention;
use crate::extract::role::Role;
use crate::text::Span;
use crate::vocab::Match;
use crate::vocab::cue::Cue;

/// Whom a sentence leaves standing.
pub(super) enum Topic {
    /// Whoever stood before.
    Same,
    /// More than one, or none.
    Nobody,
    /// This one.
    Of(DeviceMention),
}

impl Tracker<'_> {
    /// Says whether the sentence goes over to a name that is not known, and to no known device after it.
    pub(super) fn is_of_stranger(&self, scene: &Scene<'_>) -> bool {
        let Some(last) = scene.strangers.last() else { return false };
        let with_roles = scene.mentions.devices.iter().zip(&scene.roles);
        !with_roles.into_iter().any(|(device, role)| *role == Role::Subject && device.span.start >= last.end)
    }

    /// Says whether the sentence only says what kind of thing the device before it is: "这是谷歌第一款为推理设计的 TPU".
    pub(super) fn is_called(&self, scene: &Scene<'_>, topic: &Topic) -> bool {
        let (Topic::Of(class), Some(carried)) = (topic, &self.state.device) else { return false };
        let points = |cue: &Match<Cue>| {
            matches!(cue.entry, Cue::This | Cue::Pronoun | Cue::ThisIs) && cue.span.end <= class.span.start
        };
        class.device != carried.device
            && self.vocab.devices.is_a(&carried.device, &class.device)
            && scene.cues.iter().any(points)
    }

    /// Says whether a class and its member stand in clauses of their own: two subjects, not one.
    pub(super) fn is_spread(&self, scene: &Scene<'_>, devices: &[DeviceMention]) -> bool {
        let clauses = &scene.sentence.clauses;
        let clause = |device: &DeviceMention| clauses.partition_point(|clause| clause.start <= device.span.start);
        let narrower = |device: &DeviceMention, other: &DeviceMention| {
            device.device != other.device && self.vocab.devices.is_a(&device.device, &other.device)
        };
        devices.iter().any(|device| narrower(device, &devices[0]) && clause(device) != clause(&devices[0]))
    }

    /// Returns what a list of subjects of one sentence leaves standing.
    pub(super) fn topic(&self, subjects: &[DeviceMention]) -> Topic {
        let devices = &self.vocab.devices;
        let Some(first) = subjects.first() else { return Topic::Same };
        // A class and its member ("GPU, such as the A100") are one subject: the member.
        let mut topic = first;
        for other in &subjects[1..] {
            if devices.is_a(&other.device, &topic.device) {
                topic = other;
            } else if !devices.is_a(&topic.device, &other.device) {
                return Topic::Nobody;
            }
        }
        Topic::Of(topic.clone())
    }
}

/// Returns the subject of a sentence whose other devices are only its objects ("The A100 replaced the V100"):
/// the one that opens it, where all stand in one clause and none is joined to it.
pub(super) fn opener(scene: &Scene<'_>, devices: &[DeviceMention]) -> Topic {
    let text = scene.text();
    let Some((first, others)) = devices.split_first() else { return Topic::Nobody };
    let clause = scene.sentence.clauses.iter().find(|clause| clause.contains(first.span));
    let head = text.get(..first.span.start).unwrap_or_default();
    let opens = head.split_whitespace().count() <= 2 && head.chars().filter(|c| c.is_alphanumeric()).count() <= 6;
    // "HGX H100 8-GPU" only counts what it holds.
    let counted = |other: &DeviceMention| {
        let before = text.get(..other.span.start).and_then(|before| before.strip_suffix('-'));
        before.is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()))
    };
    let others: Vec<&DeviceMention> = others.iter().filter(|other| !counted(other)).collect();
    let one = clause.is_some_and(|clause| others.iter().all(|other| clause.contains(other.span)));
    let next = others.iter().map(|other| other.span.start).min().unwrap_or(first.span.end);
    let between = Span::new(first.span.end, next.max(first.span.end));
    let gap = between.of(text).unwrap_or_default();
    let words = gap.chars().filter(|c| c.is_alphanumeric()).count();
    let says = |cue: Cue| scene.cues.iter().any(|found| found.entry == cue && between.contains(found.span));
    // "The A100 was replaced by the H100": "it" may be either.
    if says(Cue::GivesWay) {
        return Topic::Nobody;
    }
    let joined = words <= 3 && !says(Cue::TakesOver)
        || gap.contains(['/', '、'])
        || scene.cues.iter().any(|cue| cue.entry == Cue::And && between.contains(cue.span));
    if opens && one && !joined { Topic::Of(first.clone()) } else { Topic::Nobody }
}
