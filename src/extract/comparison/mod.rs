//! Comparisons and levels: one device against another, with or without a factor, and a
//! device rated high or low with nothing named beside it.
//!
//! Each segment of a sentence is read for its standard (the device behind "比", "than",
//! "compared to"), then for what is said: a relation between two devices ("优于",
//! "outperforms"), a degree ("更低的延迟", "30% faster") or a bare ratio ("是 B 的三分之一",
//! "2.8x the speed of B"). A comparative without a standard is held against the device that
//! the sentence sets beside its subject; where there is none it is a level.

mod aspects;
mod chain;
mod degrees;
mod ratios;
mod relations;
mod sides;
mod verdicts;

use super::discourse::Scene;
use super::draft::{Draft, Drafts};
use super::factor::{Way, Written};
use super::grading::{Graded, Segment, Token, has_han};
use crate::claim::{Conditions, Name, Relation};
use crate::read::{Article, BlockKind};
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::cue::Cue;
use crate::vocab::quality::{Glue, Pole, Role};

/// Adds what it finds to `drafts`, and marks the quantities that are factors as used.
pub fn read(
    vocab: &Vocab,
    article: &Article,
    scenes: &[Scene<'_>],
    graded: &[Option<Graded<'_>>],
    drafts: &mut Drafts,
) {
    let mut memory = Memory::default();
    for (scene, graded) in scenes.iter().zip(graded) {
        if memory.block != Some(scene.sentence.block) {
            memory = Memory { block: Some(scene.sentence.block), ..Memory::default() };
        }
        let Some(Graded { tokens, segments }) = graded else { continue };
        let heading = matches!(article.blocks.get(scene.sentence.block).map(|b| &b.kind), Some(BlockKind::Heading(_)));
        let text = scene.sentence.text.as_str();
        let kind = article.blocks.get(scene.sentence.block).map(|block| &block.kind);
        // "生态系巨大（CUDA、TensorRT）": what stands in a bracket at the end only names examples.
        let head = text.split(['(', '（']).next().unwrap_or(text);
        let (chars, words) = (head.chars().count(), head.split_whitespace().count());
        let said = segments.iter().filter(|segment| segment.span.start < head.len()).count();
        let short = match said {
            1 if has_han(text) => chars <= 10,
            1 => words <= 5,
            // "生态成熟，社区庞大"
            2 if has_han(text) => chars <= 16,
            _ => false,
        };
        let bullet = matches!(kind, Some(BlockKind::Item(_)))
            && scene.mentions.devices.is_empty()
            && article.blocks.get(scene.sentence.block).is_some_and(|block| block.text.len() <= text.len() + 8)
            && short;
        let bullet = bullet || scene.mentions.devices.is_empty() && lists_merits(vocab, text, segments);
        let mut judge = Judge {
            vocab,
            scene,
            text,
            source: &article.text,
            tokens,
            segments,
            heading,
            bullet,
            item: matches!(kind, Some(BlockKind::Item(_))),
            memory: &memory,
            state: State::default(),
            found: Vec::new(),
        };
        judge.sentence();
        let found = std::mem::take(&mut judge.found);
        memory = judge.leave();
        for verdict in found {
            drafts.used.extend(verdict.used);
            drafts.claims.push(verdict.draft);
        }
    }
}

/// Says whether a text is a line of merits or wants under their label: "缺点：门槛高、功耗大", "Pros: fast, mature".
fn lists_merits(vocab: &Vocab, text: &str, segments: &[Segment]) -> bool {
    let label = segments.first().filter(|first| first.before_colon).and_then(|first| first.span.of(text));
    let label = label.map(|label| label.trim_matches(|c: char| !c.is_alphanumeric()));
    label.is_some_and(|label| Glue::is(&vocab.qualities.glue().merits, label))
}

/// What the sentences before leave standing in the same block.
#[derive(Debug, Clone, Default)]
struct Memory {
    block: Option<usize>,
    /// The two devices last compared: subject and standard.
    frame: Option<(Party, Party)>,
    /// The devices that the last sentence spoke of, in order.
    devices: Vec<Party>,
    /// The devices of the block so far.
    seen: Vec<Party>,
}

/// A device with what its mention states.
#[derive(Debug, Clone, Default, PartialEq)]
struct Party {
    device: Name,
    conditions: Conditions,
}

/// What the segments before leave standing in the same sentence.
#[derive(Debug, Clone, Default)]
struct State {
    subject: Option<Party>,
    /// No other device stands in the segment that named the subject.
    subject_alone: bool,
    standard: Option<Party>,
    /// The standard stands in a phrase of its own ("相比 GPU，…").
    compared: bool,
    frame: Option<(Party, Party)>,
    subjects: Vec<Party>,
    /// The devices that the last segment with any names side by side.
    joint: Vec<Party>,
    topic: Vec<Named>,
    setting: Vec<Conditions>,
    /// The metric of what the last segment said.
    rated: Option<Name>,
    /// Devices that only stand behind a relation, as indices of the tokens.
    others: Vec<usize>,
}

struct Verdict {
    draft: Draft,
    used: Vec<Span>,
}

struct Judge<'a> {
    vocab: &'a Vocab,
    scene: &'a Scene<'a>,
    text: &'a str,
    source: &'a str,
    tokens: &'a [Token<'a>],
    segments: &'a [Segment],
    heading: bool,
    /// A short list item that names no device: it speaks of the one above.
    bullet: bool,
    /// It stands in a list item.
    item: bool,
    memory: &'a Memory,
    state: State,
    found: Vec<Verdict>,
}

/// How a segment names what its subject is held against.
#[derive(Debug, Clone, Default)]
struct Standard {
    party: Option<Party>,
    /// Indices of the tokens that belong to the phrase.
    tokens: Vec<usize>,
    /// Something that is no device stands behind "than".
    foreign: bool,
    /// "不比 B 快", "no faster than B".
    refuted: bool,
    /// "没有 B 快": the other way round.
    reversed: bool,
    /// The segment itself names it.
    explicit: bool,
}

/// One thing said: a metric, which end, and the factor.
#[derive(Debug, Clone)]
struct Said {
    metrics: Vec<Name>,
    pole: Pole,
    factor: Option<(Written, Way)>,
    rule: &'static str,
    confidence: f32,
}

impl Judge<'_> {
    fn sentence(&mut self) {
        if self.is_question() {
            return;
        }
        for at in 0..self.segments.len() {
            self.segment(at);
        }
    }

    fn is_question(&self) -> bool {
        self.text.trim_end().ends_with(['?', '？']) || crate::extract::grading::asks(self.vocab, self.text, self.tokens)
    }

    fn segment(&mut self, at: usize) {
        let segment = self.segments[at];
        self.note_topic(segment);
        let standard = self.standard(segment);
        let supposed = self.holds(segment, Role::If);
        let before = self.found.len();
        if !supposed {
            let mut consumed = vec![false; segment.last - segment.first];
            for token in segment.first..segment.last {
                self.relation(segment, token, &standard, &mut consumed);
            }
            for token in segment.first..segment.last {
                self.degree(segment, token, &standard, &mut consumed);
            }
            for token in segment.first..segment.last {
                self.ratio(segment, token, &standard, &mut consumed);
            }
            self.chain(segment, &mut consumed);
        }
        if let Some(party) = &standard.party {
            self.state.standard = Some(party.clone());
            self.state.compared |= self.found.len() == before;
        }
        self.note_subjects(segment, &standard);
        self.state.rated = self.found[before..].last().map(|verdict| verdict.draft.metric.clone());
        if self.found.len() == before && self.devices_in(segment).next().is_none() {
            self.state.setting.extend(self.conditions_in(segment));
        }
    }

    fn holds(&self, segment: Segment, role: Role) -> bool {
        self.between(segment.first, segment.last).iter().any(|token| token.is(role))
    }

    fn devices_in(&self, segment: Segment) -> impl Iterator<Item = (usize, Party)> + '_ {
        (segment.first..segment.last).filter_map(|at| Some((at, self.party(self.tokens[at].device()?))))
    }

    fn party(&self, mention: usize) -> Party {
        let mention = &self.scene.mentions.devices[mention];
        // "it" means the subject so far, not the device named last.
        if let Some(subject) = &self.state.subject
            && self.scene.cues.iter().any(|cue| cue.entry == Cue::Pronoun && cue.span == mention.span)
        {
            return subject.clone();
        }
        Party { device: mention.device.clone(), conditions: mention.conditions.clone() }
    }

    fn conditions_in(&self, segment: Segment) -> Vec<Conditions> {
        let inside = self.scene.mentions.conditions.iter().filter(|found| segment.span.contains(found.span));
        inside.map(|found| found.conditions.clone()).collect()
    }

    /// The tokens `from..to`; none where the ends are crossed.
    fn between(&self, from: usize, to: usize) -> &[Token<'_>] {
        self.tokens.get(from..to).unwrap_or_default()
    }

    fn gap(&self, from: usize, to: usize) -> &str {
        self.text.get(from..to).unwrap_or_default()
    }

    fn glue(&self) -> &Glue {
        self.vocab.qualities.glue()
    }

    /// Says whether a gap only joins two words of a list.
    fn joins(&self, gap: &str) -> bool {
        Glue::is(&self.glue().join, gap)
    }

    /// Says whether a gap ties a degree to the aspect behind it.
    fn is_attribute_gap(&self, gap: &str) -> bool {
        let glue = self.glue();
        let gap = gap.trim();
        if gap.is_empty() || gap == "-" || Glue::is(&glue.attribute, gap) {
            return true;
        }
        if Glue::within(&glue.unattributive, gap) {
            return false;
        }
        if has_han(gap) {
            // "更低的推理延迟": a short qualifier behind the joining word.
            return Glue::opens(&glue.attribute, gap) && gap.chars().count() <= 8;
        }
        let plain = gap.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '/'));
        plain && gap.split_whitespace().count() <= 2
    }

    /// Returns the text of a token.
    fn word(&self, at: usize) -> &str {
        self.gap(self.tokens[at].span.start, self.tokens[at].span.end)
    }

    fn gap_len(&self, from: usize, to: usize) -> usize {
        if from > to { usize::MAX } else { self.gap(from, to).chars().count() }
    }

    /// "从成本方面来看", "内存带宽：": the aspects that the rest of the sentence is about.
    fn note_topic(&mut self, segment: Segment) {
        let inside = self.between(segment.first, segment.last);
        let aspects: Vec<Named> = inside.iter().flat_map(|token| self.aspects_of(token)).collect();
        let bare = inside.iter().all(|token| {
            !self.aspects_of(token).is_empty()
                || token.is(Role::Topic)
                || token.is(Role::With)
                || token.is(Role::Within)
                || token.is(Role::Of)
                || token.is(Role::Contrast)
        });
        let short = self.gap_len(segment.span.start, segment.span.end) <= 30;
        if !aspects.is_empty() && bare && short {
            self.state.topic = aspects;
        }
    }

    fn note_subjects(&mut self, segment: Segment, standard: &Standard) {
        let named: Vec<Party> = self
            .devices_in(segment)
            .filter(|(at, _)| {
                !standard.tokens.contains(at) && !self.state.others.contains(at) && !self.tokens[*at].aside
            })
            .map(|(_, party)| party)
            .collect();
        if let Some(first) = self.head_of(segment, standard).as_ref().or(named.first()) {
            self.state.joint.clear();
            if let Some(target) = self.moves_to(segment).filter(|target| target.device != first.device) {
                self.state.standard = Some(first.clone());
                self.state.subject = Some(target);
                return;
            }
            self.state.subject_alone = named.iter().all(|party| party.device == first.device);
            let joined = named.len() > 1 && self.names_two(segment, standard);
            self.state.subject = (!joined).then(|| first.clone());
            // "FPGA 介于 GPU 与 ASIC 之间": two that are joined are not all three.
            let all = joined && self.is_one_list(segment, standard);
            for party in named.iter().filter(|_| all) {
                if !self.state.joint.iter().any(|other| other.device == party.device) {
                    self.state.joint.push(party.clone());
                }
            }
            // "the TPU, or tensor processing unit": one device under two names.
            if self.state.joint.len() < 2 {
                self.state.joint.clear();
            }
            for party in named {
                if !self.state.subjects.iter().any(|other| other.device == party.device) {
                    self.state.subjects.push(party);
                }
            }
        }
    }

    /// "基于 A 的 B": of two devices that a joining word ties, the second is spoken of.
    fn head_of(&self, segment: Segment, standard: &Standard) -> Option<Party> {
        let mut devices = self.devices_in(segment).filter(|(at, _)| {
            !standard.tokens.contains(at) && !self.state.others.contains(at) && !self.tokens[*at].aside
        });
        let (first, _) = devices.next()?;
        let (second, party) = devices.next()?;
        let gap = self.gap(self.tokens[first].span.end, self.tokens[second].span.start).trim();
        let tied = !gap.is_ascii() && Glue::is(&self.glue().attribute, gap);
        (tied && devices.next().is_none()).then_some(party)
    }

    /// "从 A 升级到 B": what is said next is said of B, against A.
    fn moves_to(&self, segment: Segment) -> Option<Party> {
        let devices: Vec<usize> =
            self.devices_in(segment).map(|(at, _)| at).filter(|&at| !self.tokens[at].aside).collect();
        let [first, second] = devices[..] else { return None };
        let start = self.tokens[first].span.start;
        let from = self
            .between(segment.first, first)
            .iter()
            .any(|token| token.is(Role::From) && self.gap_len(token.span.end, start) <= 6);
        from.then(|| self.party_at(second))
    }

    fn leave(self) -> Memory {
        let mut devices: Vec<Party> = Vec::new();
        for token in self.tokens {
            if let Some(at) = token.device() {
                let party = self.party(at);
                if !devices.iter().any(|other| other.device == party.device) {
                    devices.push(party);
                }
            }
        }
        let mut seen = self.memory.seen.clone();
        for party in &devices {
            if seen.len() < 16 && !seen.iter().any(|other| other.device == party.device) {
                seen.push(party.clone());
            }
        }
        let silent = devices.is_empty();
        let kept = if silent { self.memory.devices.clone() } else { devices };
        // A comparison holds for the next sentence only, and over sentences that name nobody.
        let frame = self.state.frame.or_else(|| self.memory.frame.clone().filter(|_| silent));
        Memory { block: self.memory.block, frame, devices: kept, seen }
    }
}

/// A metric, and whether much of what is named is little of it.
type Named = (Name, bool);

/// Subject, standard and what they are compared on.
type Pair = (Party, Party, Vec<Named>);

#[derive(Debug, Clone)]
enum Subject {
    /// In the segment, at this token.
    Named(Party, usize),
    /// In a segment before, of the same sentence.
    Earlier(Party),
    /// In a sentence before, or above.
    Carried(Party),
    /// Several devices side by side ("A 和 B"); none where it is open which of them.
    Joint(Vec<Party>),
    Nobody,
}

impl Subject {
    fn party(self) -> Option<Party> {
        match self {
            Subject::Named(party, _) | Subject::Earlier(party) | Subject::Carried(party) => Some(party),
            Subject::Joint(_) | Subject::Nobody => None,
        }
    }

    /// All whom the segment speaks of.
    fn parties(&self) -> Vec<Party> {
        match self {
            Subject::Joint(all) => all.clone(),
            one => one.clone().party().into_iter().collect(),
        }
    }
}

#[derive(Debug, Clone, Default)]
struct Manner {
    /// The word is itself an adverb of the next one.
    is_adverb: bool,
    compares: bool,
    superlative: bool,
    negated: bool,
    reversed: bool,
    /// "as fast as", "twice as fast as".
    as_much: bool,
    adverbs: usize,
    /// The first token of the phrase.
    start: usize,
}

fn relation_of(pole: Pole, better: Option<&str>) -> Option<Relation> {
    let greater = match pole {
        Pole::High => true,
        Pole::Low => false,
        Pole::Good => better != Some("lower"),
        Pole::Bad => better == Some("lower"),
        Pole::Equal => return Some(Relation::Equal),
    };
    Some(if greater { Relation::Greater } else { Relation::Less })
}

fn way_of(pole: Pole, better: Option<&str>) -> Way {
    match relation_of(pole, better) {
        Some(Relation::Less) => Way::Down,
        Some(Relation::Equal) => Way::Of,
        _ => Way::Up,
    }
}

/// "twice as fast": the number is the ratio itself; "twice as slow" its inverse; "80 % as fast" 0.8.
fn as_much(way: Way) -> Way {
    match way {
        Way::Up | Way::Of => Way::Of,
        Way::Down => Way::Down,
    }
}
