//! Words that point back: "the latter", "this card", "该芯片", "it".
//!
//! Each one that can mean only one device becomes a mention of that device; the others stay
//! what they are.

use super::mention::DeviceMention;
use super::role::{self, Role};
use crate::claim::Conditions;
use crate::text::Span;
use crate::vocab::cue::Cue;
use crate::vocab::{Match, Vocab};

/// Whom a word at the start of a sentence may point back to.
#[derive(Debug, Clone, Default)]
pub struct Before {
    /// The last device that was spoken of in this section.
    pub device: Option<DeviceMention>,
    /// The last model.
    pub model: Option<DeviceMention>,
    /// The sentences before speak of the model and of no device.
    pub of_model: bool,
    /// The two devices that "the former" and "the latter" mean.
    pub pair: Option<(DeviceMention, DeviceMention)>,
}

/// Adds to `devices` those that words of `text` point back to.
pub fn resolve(
    vocab: &Vocab,
    text: &str,
    cues: &[Match<Cue>],
    clauses: &[Span],
    before: &Before,
    devices: &mut Vec<DeviceMention>,
) {
    let resolver = Resolver { vocab, text, cues, clauses, before };
    for at in 0..cues.len() {
        let Some(found) = resolver.of(at, devices) else { continue };
        // "该 GPU" takes the place of the class that it narrows.
        devices.retain(|device| !device.span.overlaps(found.span));
        let place = devices.partition_point(|device| device.span.start < found.span.start);
        devices.insert(place, found);
    }
}

struct Resolver<'a> {
    vocab: &'a Vocab,
    text: &'a str,
    cues: &'a [Match<Cue>],
    clauses: &'a [Span],
    before: &'a Before,
}

impl Resolver<'_> {
    fn of(&self, at: usize, devices: &[DeviceMention]) -> Option<DeviceMention> {
        let cue = self.cues[at];
        match cue.entry {
            // "前者（v5e）": the bracket says who is meant.
            Cue::Former | Cue::Latter if self.is_told(cue.span.end, devices) => None,
            Cue::Former => self.pair(cue.span, devices).map(|pair| pointing(cue.span, &pair.0)),
            // "It rivals the H100; the latter …": of one that is named here and one that is not, the named one.
            Cue::Latter if let Some(last) = self.only_before(cue.span, devices) => Some(pointing(cue.span, &last)),
            Cue::Latter => self.pair(cue.span, devices).map(|pair| pointing(cue.span, &pair.1)),
            Cue::PodNoun => self.pod(cue.span, devices),
            Cue::This => self.with_noun(at, devices),
            Cue::The if self.opens_clause(cue.span.start) => self.with_noun(at, devices),
            Cue::Pronoun if self.opens_clause(cue.span.start) => {
                self.subject_before(cue.span.start, devices).map(|device| pointing(cue.span, &device))
            }
            _ => None,
        }
    }

    /// Returns the only device named in the sentence before `span`, where nothing there says "the former".
    fn only_before(&self, span: Span, devices: &[DeviceMention]) -> Option<DeviceMention> {
        let mut before = devices.iter().filter(|device| device.span.end <= span.start);
        let last = before.next()?;
        let former = self.cues.iter().any(|cue| cue.entry == Cue::Former && cue.span.end <= span.start);
        (!former && before.next().is_none()).then(|| last.clone())
    }

    /// Returns the two devices that "the former" at `span` chooses from: those of this sentence
    /// before it, or those of the last sentence that named two.
    fn pair(&self, span: Span, devices: &[DeviceMention]) -> Option<(DeviceMention, DeviceMention)> {
        let mut named: Vec<&DeviceMention> = Vec::new();
        for device in devices.iter().filter(|device| device.span.end <= span.start) {
            if named.iter().all(|other| other.device != device.device || other.conditions != device.conditions) {
                named.push(device);
            }
        }
        match named.as_slice() {
            [first, second] => Some(((*first).clone(), (*second).clone())),
            // "The former …; the latter": the first one resolved stands before the second.
            [] | [_] => self.before.pair.clone(),
            _ => None,
        }
    }

    /// Resolves "该芯片", "this card", "该 750W 芯片": a pointer and a device noun close behind it.
    fn with_noun(&self, at: usize, devices: &[DeviceMention]) -> Option<DeviceMention> {
        const REACH: usize = 24;
        let span = self.cues[at].span;
        let near = |start: usize| start >= span.end && start <= span.end + REACH;
        let noun = self.cues[at..]
            .iter()
            .find(|cue| matches!(cue.entry, Cue::DeviceNoun | Cue::ModelNoun) && near(cue.span.start));
        let class = devices.iter().find(|device| near(device.span.start));
        if let Some(class) = class
            && noun.is_none_or(|noun| class.span.start <= noun.span.start)
        {
            let pointed = self.back_from(span.start, devices, false)?;
            let narrows = pointed.device != class.device
                && (self.vocab.devices.is_a(&pointed.device, &class.device) || self.is_any(class));
            // "The oldest GPU is the K80": what the sentence names is meant, nobody before it.
            let told = devices.iter().any(|device| {
                device.span.start > class.span.end
                    && device.device != class.device
                    && device.device != pointed.device
                    && self.vocab.devices.is_a(&device.device, &class.device)
            });
            if told && self.cues[at].entry == Cue::The {
                return None;
            }
            // "that means GPUs": one device is no plural class.
            let plural = self.cues[at].entry == Cue::This && self.text[class.span.end..].starts_with('s');
            let narrows = narrows && !plural;
            let describes = is_modifier(Span::new(span.end, class.span.start).of(self.text)?);
            return (narrows && describes).then(|| pointing(span.join(class.span), &pointed));
        }
        let noun = noun?;
        let pointed = self.back_from(span.start, devices, noun.entry == Cue::ModelNoun)?;
        let describes = is_modifier(Span::new(span.end, noun.span.start).of(self.text)?);
        describes.then(|| pointing(span.join(noun.span), &pointed))
    }

    /// "该定制芯片": says whether a class that nothing known belongs to ends in a noun for any device.
    fn is_any(&self, class: &DeviceMention) -> bool {
        let name = class.span.of(self.text).unwrap_or_default();
        let ends = |cue: &Match<Cue>| cue.entry == Cue::DeviceNoun && cue.span.end == name.len() && cue.span.start > 0;
        !self.vocab.devices.has_members(&class.device) && self.vocab.binding.cues.find_all(name).iter().any(ends)
    }

    /// Resolves "a pod" to the machine of that name that is made of the device last spoken of.
    fn pod(&self, span: Span, devices: &[DeviceMention]) -> Option<DeviceMention> {
        let inside = devices.iter().any(|device| device.span.overlaps(span));
        let goes_on = self.text[span.end..].starts_with(['-', '_'])
            || self.text[span.end..].trim_start().starts_with(|c: char| c.is_ascii_digit());
        let whole = self.cues.iter().any(|cue| {
            matches!(cue.entry, Cue::Indefinite | Cue::The | Cue::This)
                && cue.span.end <= span.start
                && span.start - cue.span.end <= 12
                && self.text[cue.span.end..span.start].split_whitespace().count() <= 1
        });
        // "A v5e-8 pod" is that slice.
        let slice = devices.iter().any(|device| {
            device.span.end < span.start
                && device.conditions.get("count").is_some()
                && self.text[device.span.end..span.start].trim().is_empty()
        });
        if inside || goes_on || !whole || slice {
            return None;
        }
        let chip = self.back_from(span.start, devices, false)?;
        let noun = span.of(self.text)?.to_lowercase();
        let named = |name: &String| name.to_lowercase().ends_with(&format!(" {noun}"));
        let mut pods = self.vocab.devices.iter().filter(|device| {
            device.holds.as_ref().is_some_and(|holds| holds.device == chip.device) && device.names.iter().any(named)
        });
        let pod = pods.next()?;
        Some(DeviceMention { span, device: pod.id.clone(), conditions: Conditions::default() })
    }

    /// Says whether a bracket right behind `at` opens with a device.
    fn is_told(&self, at: usize, devices: &[DeviceMention]) -> bool {
        devices.iter().any(|device| {
            let gap = self.text.get(at..device.span.start).unwrap_or_default().trim();
            matches!(gap, "(" | "（")
        })
    }

    /// Returns whom a pronoun at `at` means: of the devices before it in the sentence the subject, not what
    /// it is compared with, held by or measured in ("GPU memory").
    fn subject_before(&self, at: usize, devices: &[DeviceMention]) -> Option<DeviceMention> {
        let before: Vec<DeviceMention> = devices.iter().filter(|device| device.span.end <= at).cloned().collect();
        let roles = role::roles(self.vocab, self.text, self.cues, &before);
        let subjects = before.iter().zip(&roles).filter(|(device, role)| {
            **role == Role::Subject
                && !self.vocab.devices.is_a(&device.device, "model")
                && !role::is_noun(self.vocab, self.text, device.span)
        });
        let mut subjects = subjects.map(|(device, _)| device);
        let Some(first) = subjects.next() else {
            // "以 GPT-4 为例，其训练耗时 90 天": it is the model.
            let model = before.iter().any(|device| self.vocab.devices.is_a(&device.device, "model"));
            return self.before.device.clone().filter(|_| !model && !self.before.of_model);
        };
        let clause = |device: &DeviceMention| self.clauses.partition_point(|clause| clause.start <= device.span.start);
        let mut last = first;
        for next in subjects {
            // A subject of a later clause takes over; an object of the same clause does not.
            if clause(next) != clause(last) || self.vocab.devices.is_a(&next.device, &last.device) {
                last = next;
            } else if next.device != last.device && self.is_joined(last.span.end, next.span.start) {
                return None;
            }
        }
        Some(last.clone())
    }

    fn is_joined(&self, from: usize, to: usize) -> bool {
        let gap = self.text.get(from..to).unwrap_or_default();
        let letters = gap.chars().filter(|c| c.is_alphanumeric()).count();
        letters <= 4
            && (gap.contains(['/', '、', ',', '，'])
                || self.cues.iter().any(|cue| cue.entry == Cue::And && from <= cue.span.start && cue.span.end <= to))
    }

    /// Returns whom a word at `at` points back to: the last one named before it.
    fn back_from(&self, at: usize, devices: &[DeviceMention], model: bool) -> Option<DeviceMention> {
        let of_kind = |device: &&DeviceMention| self.vocab.devices.is_a(&device.device, "model") == model;
        let here = devices.iter().filter(|device| device.span.end <= at).rfind(of_kind);
        let earlier = if model { &self.before.model } else { &self.before.device };
        here.or(earlier.as_ref()).cloned()
    }

    fn opens_clause(&self, at: usize) -> bool {
        let start = self.clauses.iter().rev().find(|clause| clause.start <= at).map_or(0, |clause| clause.start);
        let Some(before) = self.text.get(start..at) else { return false };
        let words = before.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        // "and it is limited to 72 W": one joining word may stand before it.
        words.count() <= 1 && before.len() <= 12
    }
}

/// Says whether the text between a pointer and its noun only describes the noun.
fn is_modifier(gap: &str) -> bool {
    !gap.contains([',', '，', '。', ';', '；', ':', '：', '、', '\n']) && gap.split_whitespace().count() <= 3
}

/// Returns a mention at `span` of whom `device` means.
fn pointing(span: Span, device: &DeviceMention) -> DeviceMention {
    DeviceMention { span, device: device.device.clone(), conditions: device.conditions.clone() }
}
