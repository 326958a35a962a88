//! Comparisons and levels: one device against another, with or without a factor, and a
//! device rated high or low with nothing named beside it.
//!
//! Each segment of a sentence is read for its standard (the device behind "比", "than",
//! "compared to"), then for what is said: a relation between two devices ("优于",
//! "outperforms"), a degree ("更低的延迟", "30% faster") or a bare ratio ("是 B 的三分之一",
//! "2.8x the speed of B"). A comparative without a standard is held against the device that
//! the sentence sets beside its subject; where there is none it is a level.

use super::discourse::Scene;
use super::draft::{Draft, Drafts};
use super::factor::{Way, Written};
use super::grading::{self, Kind, Segment, Token, has_han, is_han, opposite};
use crate::claim::{Attribution, Conditions, Level, Name, Relation, Statement};
use crate::read::{Article, BlockKind};
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::binding::Cue;
use crate::vocab::quality::{Degree, Fitting, Form, Glue, Grading, Place, Pole, Role};

/// Adds what it finds to `drafts`, and marks the quantities that are factors as used.
pub fn read(vocab: &Vocab, article: &Article, scenes: &[Scene<'_>], drafts: &mut Drafts) {
    let mut memory = Memory::default();
    for scene in scenes {
        if memory.block != Some(scene.sentence.block) {
            memory = Memory { block: Some(scene.sentence.block), ..Memory::default() };
        }
        let heading = matches!(article.blocks.get(scene.sentence.block).map(|b| &b.kind), Some(BlockKind::Heading(_)));
        let tokens = grading::tokens(vocab, scene);
        let segments = grading::segments(scene.sentence.text.as_str(), &tokens);
        let text = scene.sentence.text.as_str();
        let mut judge = Judge {
            vocab,
            scene,
            text,
            source: &article.text,
            tokens: &tokens,
            segments: &segments,
            heading,
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
#[derive(Debug, Clone, PartialEq)]
struct Party {
    device: Name,
    conditions: Conditions,
}

/// What the segments before leave standing in the same sentence.
#[derive(Debug, Clone, Default)]
struct State {
    subject: Option<Party>,
    standard: Option<Party>,
    frame: Option<(Party, Party)>,
    subjects: Vec<Party>,
    topic: Vec<(Name, bool)>,
    setting: Vec<Conditions>,
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
        self.text.trim_end().ends_with(['?', '？']) || self.tokens.iter().any(|token| token.is(Role::Question))
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
        }
        if let Some(party) = &standard.party {
            self.state.standard = Some(party.clone());
        }
        self.note_subjects(segment, &standard);
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
        let aspects: Vec<(Name, bool)> = inside.iter().flat_map(|token| self.aspects_of(token)).collect();
        let bare = inside.iter().all(|token| {
            !self.aspects_of(token).is_empty()
                || token.is(Role::Topic)
                || token.is(Role::With)
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
        if let Some(first) = named.first() {
            self.state.subject =
                if named.len() > 1 && self.names_two(segment, standard) { None } else { Some(first.clone()) };
            for party in named {
                if !self.state.subjects.iter().any(|other| other.device == party.device) {
                    self.state.subjects.push(party);
                }
            }
        }
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

    // ---- Standards and subjects ----------------------------------------------------------

    fn standard(&self, segment: Segment) -> Standard {
        let mut found = Standard::default();
        for at in segment.first..segment.last {
            let token = &self.tokens[at];
            let negated = at > segment.first
                && self.tokens[at - 1].is(Role::Not)
                && self.gap_len(self.tokens[at - 1].span.end, token.span.start) <= 1;
            if token.is(Role::Than) || token.is(Role::Compare) && self.opens_standard(segment, at) {
                if let Some(device) = self.device_after(segment, at) {
                    if self.between(at + 1, device).iter().any(|between| between.is(Role::Some)) {
                        found.foreign = true;
                        found.tokens.push(device);
                        continue;
                    }
                    found.party = Some(self.party_at(device));
                    found.tokens.extend(self.joined_after(segment, device));
                    found.explicit = true;
                    found.refuted |= negated && token.is(Role::Than);
                    // "no faster than B"
                    found.refuted |= token.is(Role::Than) && self.negated_between(segment, at);
                    continue;
                }
                if let Some(party) = self.forerunner(segment, at) {
                    found.party = Some(party);
                    found.explicit = true;
                    continue;
                }
                found.foreign |= token.is(Role::Than) || self.gap_len(token.span.end, segment.span.end) >= 2;
            }
            if token.is(Role::Compare)
                && found.party.is_none()
                && let Some(device) = self.device_between(segment, at)
            {
                found.foreign = false;
                found.party = Some(self.party_at(device));
                found.tokens.push(device);
                let opened = (segment.first..device).rev().find(|&before| self.tokens[before].is(Role::With));
                for before in opened.unwrap_or(device)..device {
                    if self.tokens[before].device().is_some() {
                        found.tokens.push(before);
                    }
                }
                found.explicit = true;
            }
            // "as fast as B"
            let word = self.gap(token.span.start, token.span.end);
            if found.party.is_none()
                && Glue::is(&self.glue().as_, word)
                && at > segment.first
                && self.tokens[at - 1].degree().is_some()
                && let Some(device) = self.device_after(segment, at)
            {
                found.party = Some(self.party_at(device));
                found.tokens.extend(self.joined_after(segment, device));
                found.explicit = true;
            }
            // 没有 B 快
            if token.is(Role::Not)
                && has_han(self.gap(token.span.start, token.span.end))
                && token.span.len() >= 3
                && found.party.is_none()
                && let Some(device) =
                    self.tokens.get(at + 1).and_then(|next| next.device()).filter(|_| at + 1 < segment.last)
                && self.gap_len(token.span.end, self.tokens[at + 1].span.start) <= 2
                && self
                    .between(at + 2, segment.last.max(at + 2))
                    .first()
                    .is_some_and(|next| next.degree().is_some() || next.is(Role::Mild))
            {
                found.party = Some(self.party(device));
                found.tokens.push(at + 1);
                found.reversed = true;
                found.explicit = true;
            }
        }
        found
    }

    /// "over" and "against" compare only behind a factor or a gain; "相比" wherever it stands.
    fn opens_standard(&self, segment: Segment, at: usize) -> bool {
        let word = self.gap(self.tokens[at].span.start, self.tokens[at].span.end);
        if !Glue::is(&self.glue().weak_compare, word) {
            return true;
        }
        self.between(segment.first, at).iter().any(|token| {
            token.ratio().is_some()
                || token.degree().is_some()
                || matches!(token.kind, Kind::Quantity(q) if grading::is_ratio(&self.scene.mentions.quantities[q]))
        })
    }

    fn party_at(&self, token: usize) -> Party {
        self.tokens[token].device().map_or_else(
            || Party { device: "accelerator".into(), conditions: Conditions::default() },
            |mention| self.party(mention),
        )
    }

    /// The device close behind the token at `at`, with nothing that rates in between.
    fn device_after(&self, segment: Segment, at: usize) -> Option<usize> {
        let from = self.tokens[at].span.end;
        // "exceeds 80 GB on the H100" says nothing of two devices; "than the 80 GB of the A100" does.
        let relates = self.tokens[at].relation().is_some();
        for next in at + 1..segment.last {
            let token = &self.tokens[next];
            if token.device().is_some() {
                // "比其前身 H100": the pronoun only says whose forerunner it is.
                let owner = self.is_pronoun(next)
                    && self
                        .tokens
                        .get(next + 1)
                        .filter(|_| next + 1 < segment.last)
                        .is_some_and(|after| after.is(Role::Predecessor) || after.device().is_some());
                if owner {
                    continue;
                }
                return (self.gap_len(from, token.span.start) <= 32).then_some(next);
            }
            let rates = token.degree().is_some_and(|(_, form)| form != Form::Loose)
                || token.relation().is_some() && !token.is(Role::About);
            if rates
                || relates
                    && matches!(token.kind, Kind::Quantity(q) if !self.counts(q))
                    && !self.is_owned(segment, next)
            {
                return None;
            }
        }
        None
    }

    /// "the 80 GB of the A100": the figure behind the relation is the other device's own.
    fn is_owned(&self, segment: Segment, at: usize) -> bool {
        let end = self.tokens[at].span.end;
        let device = (at + 1..segment.last).find(|&next| self.tokens[next].device().is_some());
        device.is_some_and(|device| {
            let gap = self.gap(end, self.tokens[device].span.start);
            gap.chars().count() <= 12 && Glue::within(&self.glue().owner, gap)
        })
    }

    /// A quantity that counts devices ("8 块 V100") does not hide them.
    fn counts(&self, quantity: usize) -> bool {
        let reading = &self.scene.mentions.quantities[quantity];
        reading.counted.is_some() || reading.unit.is_none()
    }

    /// "与 B 相比": the last device between the opening word and the closing one.
    fn device_between(&self, segment: Segment, at: usize) -> Option<usize> {
        let device = (segment.first..at).rev().find(|&before| self.tokens[before].device().is_some())?;
        let near = self.gap_len(self.tokens[device].span.end, self.tokens[at].span.start) <= 16;
        let opened = (segment.first..device).rev().take(3).any(|before| {
            self.tokens[before].is(Role::With)
                && self.gap_len(self.tokens[before].span.end, self.tokens[device].span.start) <= 16
        });
        (near && opened).then_some(device)
    }

    /// Devices joined to the one at `at`: "比 A 和 B 快".
    fn joined_after(&self, segment: Segment, at: usize) -> Vec<usize> {
        let mut joined = vec![at];
        let mut last = at;
        for next in at + 1..segment.last {
            if self.tokens[next].device().is_none() {
                continue;
            }
            if !self.joins(self.gap(self.tokens[last].span.end, self.tokens[next].span.start))
                && !self.tokens[next].aside
            {
                break;
            }
            joined.push(next);
            last = next;
        }
        joined
    }

    fn negated_between(&self, segment: Segment, at: usize) -> bool {
        // "not/no faster than": a negation close before the comparative.
        let start = self.tokens[at].span.start;
        self.between(segment.first, at).iter().rev().take(4).any(|token| {
            token.is(Role::Not)
                && self.gap_len(token.span.end, start) <= 24
                && !has_han(self.gap(token.span.start, token.span.end))
        })
    }

    /// "its predecessor": known only where the block has named one other device of its kind.
    fn forerunner(&self, segment: Segment, at: usize) -> Option<Party> {
        let next = self.tokens.get(at + 1).filter(|_| at + 1 < segment.last)?;
        let near = self.gap_len(self.tokens[at].span.end, next.span.start) <= 12;
        if !next.is(Role::Predecessor) || !near {
            return None;
        }
        let subject = self.devices_in(segment).find(|(device, _)| *device < at).map(|(_, party)| party);
        let subject = subject.or_else(|| self.state.subject.clone())?;
        let mut others = self.memory.seen.iter().filter(|party| self.are_apart(&party.device, &subject.device));
        let other = others.next()?;
        others.next().is_none().then(|| other.clone())
    }

    fn are_apart(&self, a: &str, b: &str) -> bool {
        a != b && !self.vocab.devices.is_a(a, b) && !self.vocab.devices.is_a(b, a)
    }

    fn names_two(&self, segment: Segment, standard: &Standard) -> bool {
        let devices: Vec<usize> = (segment.first..segment.last)
            .filter(|at| self.tokens[*at].device().is_some() && !standard.tokens.contains(at))
            .collect();
        devices
            .windows(2)
            .any(|pair| self.joins(self.gap(self.tokens[pair[0]].span.end, self.tokens[pair[1]].span.start)))
    }

    /// The device of which the words at `at` speak.
    fn subject(&self, segment: Segment, at: usize, except: &[usize]) -> Subject {
        let start = self.tokens[at].span.start;
        let before: Vec<usize> = (segment.first..at)
            .filter(|token| self.tokens[*token].device().is_some())
            .filter(|token| !except.contains(token) && !self.tokens[*token].aside)
            .collect();
        let chosen =
            if has_han(self.gap(segment.span.start, segment.span.end)) { before.last() } else { before.first() };
        if let Some(&chosen) = chosen {
            let joined = before.iter().any(|&other| {
                let (a, b) = if other < chosen { (other, chosen) } else { (chosen, other) };
                other != chosen && self.joins(self.gap(self.tokens[a].span.end, self.tokens[b].span.start))
            });
            if joined {
                return Subject::Joint;
            }
            let party = self.party_at(chosen);
            // "it" that points at the device compared with points at nobody.
            if self.is_pronoun(chosen) && self.state.standard.as_ref().is_some_and(|other| other.device == party.device)
            {
                return Subject::Nobody;
            }
            return Subject::Named(party, chosen);
        }
        if self.segments.first().is_some_and(|first| first.span.start < segment.span.start)
            && let Some(party) = &self.state.subject
        {
            return Subject::Earlier(party.clone());
        }
        if self.state.subjects.len() > 1 {
            return Subject::Joint;
        }
        if segment.before_colon {
            return self.label_subject(segment);
        }
        // "AMD 的最新芯片比 H100 更快": a noun that stands for the device last spoken of.
        let named_by_noun = self.named_by_noun(segment, start);
        if !named_by_noun && !self.opens_with_aspect(segment, at) {
            return Subject::Nobody;
        }
        match &self.scene.carried {
            Some(mention) => {
                Subject::Carried(Party { device: mention.device.clone(), conditions: mention.conditions.clone() })
            }
            None => match self.scene.above.as_slice() {
                [only] => Subject::Carried(Party { device: only.device.clone(), conditions: only.conditions.clone() }),
                _ => Subject::Nobody,
            },
        }
    }

    /// "高吞吐量：由于…，GPU 能够": a label speaks of the device that the text behind it begins with.
    fn label_subject(&self, segment: Segment) -> Subject {
        if self.holds(segment, Role::Copula) {
            return Subject::Nobody;
        }
        for later in self.segments.iter().filter(|later| later.first >= segment.last) {
            let first =
                (later.first..later.last).find(|&at| self.tokens[at].device().is_some() && !self.tokens[at].aside);
            let Some(first) = first else { continue };
            let before = self.between(later.first, first);
            let bound = before.iter().any(|token| {
                token.is(Role::Copula) || token.is(Role::Than) || token.is(Role::Compare) || token.is(Role::With)
            });
            if !bound && self.gap_len(later.span.start, self.tokens[first].span.start) <= 10 {
                return Subject::Carried(self.party_at(first));
            }
        }
        let carried = self.scene.carried.as_ref().filter(|_| segment.last < self.tokens.len());
        carried.map_or(Subject::Nobody, |mention| {
            Subject::Carried(Party { device: mention.device.clone(), conditions: mention.conditions.clone() })
        })
    }

    fn is_pronoun(&self, at: usize) -> bool {
        self.scene.cues.iter().any(|cue| cue.entry == Cue::Pronoun && cue.span == self.tokens[at].span)
    }

    /// "推理延迟比 GPU 高": the segment begins with what is rated.
    fn opens_with_aspect(&self, segment: Segment, at: usize) -> bool {
        (segment.first..at)
            .any(|token| self.is_aspect(token) && self.gap_len(segment.span.start, self.tokens[token].span.start) <= 4)
    }

    // ---- Aspects -------------------------------------------------------------------------

    fn aspects_of(&self, token: &Token<'_>) -> Vec<(Name, bool)> {
        match &token.kind {
            Kind::Metric(metric) => vec![(metric.clone(), false)],
            Kind::Word(words) => words
                .iter()
                .filter_map(|word| match word {
                    Grading::Aspect(at) => {
                        let aspect = self.vocab.qualities.aspect(*at);
                        Some((aspect.metric.clone(), aspect.inverted))
                    }
                    _ => None,
                })
                .take(1)
                .collect(),
            _ => Vec::new(),
        }
    }

    fn is_aspect(&self, at: usize) -> bool {
        !self.aspects_of(&self.tokens[at]).is_empty()
    }

    /// The aspects right behind the token at `at`: "更低的延迟和功耗".
    fn aspects_after(&self, segment: Segment, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut end = self.tokens[at].span.end;
        for next in at + 1..segment.last {
            let token = &self.tokens[next];
            let gap = self.gap(end, token.span.start);
            if self.is_aspect(next) {
                // "more efficient compute" does not rate the compute.
                let bare_more = Glue::is(&self.glue().attributive_only, self.word(at));
                if found.is_empty() && bare_more && !gap.trim().is_empty() {
                    break;
                }
                let close = if found.is_empty() {
                    self.is_attribute_gap(gap)
                } else {
                    self.joins(gap) || gap.trim().is_empty()
                };
                if !close {
                    break;
                }
                found.push(next);
                end = token.span.end;
            } else if found.is_empty()
                && (token.is(Role::Of) || token.is(Role::Mild))
                && has_han(self.gap(token.span.start, token.span.end))
            {
                continue;
            } else if !found.is_empty() && token.is(Role::With) {
                continue;
            } else if found.is_empty() && token.degree().is_some() && self.joins(gap) {
                // "lower and more predictable latency"
                end = token.span.end;
            } else {
                break;
            }
        }
        found
    }

    /// The aspects close before the token at `at`, with no other rating in between.
    fn aspects_before(&self, segment: Segment, at: usize, consumed: &[bool]) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for before in (segment.first..at).rev() {
            let token = &self.tokens[before];
            if self.is_aspect(before) {
                if consumed[before - segment.first] && found.is_empty() {
                    return found;
                }
                if let Some(&last) = found.last()
                    && !self.joins(self.gap(token.span.end, self.tokens[last].span.start))
                {
                    return found;
                }
                found.push(before);
                continue;
            }
            if !found.is_empty() && !token.is(Role::With) {
                return found;
            }
            let rates = token.degree().is_some_and(|(_, form)| form != Form::Loose)
                && !token.is(Role::More)
                && !token.is(Role::Mild)
                || token.relation().is_some()
                    && !token.is(Role::About)
                    && !token.is(Role::Copula)
                    && !token.is(Role::Mild);
            if rates && found.is_empty() && !self.shares_aspect(token, at) {
                return found;
            }
        }
        found
    }

    /// "throughput is 2x higher and 30% better": one aspect, two ratings.
    fn shares_aspect(&self, token: &Token<'_>, at: usize) -> bool {
        self.joins(self.gap(token.span.end, self.tokens[at].span.start))
    }

    fn metrics_of(&self, tokens: &[usize]) -> Vec<(Name, bool)> {
        tokens.iter().flat_map(|&at| self.aspects_of(&self.tokens[at])).collect()
    }

    fn group(&self, metric: &str) -> &str {
        self.vocab.metrics.get(metric).map_or("", |metric| &metric.group)
    }

    /// The metric of a word of speed: of training, inference or computing, as the text says.
    fn speed_metric(&self, segment: Segment) -> Name {
        let phase = |conditions: &Conditions| conditions.word("phase").map(str::to_owned);
        let here = self.conditions_in(segment).iter().find_map(phase);
        let phase = here.or_else(|| {
            let whole = Span::new(0, segment.span.end);
            let mut inside = self.scene.mentions.conditions.iter().rev().filter(|found| whole.contains(found.span));
            inside.find_map(|found| phase(&found.conditions))
        });
        match phase.as_deref() {
            Some("training") => "training_speed".into(),
            Some("inference" | "decode" | "prefill") => "inference_speed".into(),
            _ => "compute_performance".into(),
        }
    }

    // ---- Relations -----------------------------------------------------------------------

    fn relation(&mut self, segment: Segment, at: usize, standard: &Standard, consumed: &mut [bool]) {
        let Some(index) = self.tokens[at].relation() else { return };
        let word = self.vocab.qualities.relation(index);
        let equal = word.pole == Pole::Equal;
        let (other, with) = if equal { self.equal_to(segment, at) } else { (self.device_after(segment, at), at) };
        let Some(other) = other else { return };
        self.state.others.push(other);
        self.state.standard = Some(self.party_at(other));
        let mut except = standard.tokens.clone();
        except.extend(self.joined_after(segment, other));
        let subject = self.subject(segment, with.min(at), &except);
        let Some(subject) = subject.party() else { return };
        let versus = self.party_at(other);
        if subject.device == versus.device || self.is_wanted(segment, with.min(at)) {
            return;
        }
        if self.between(at.min(other) + 1, other.max(at)).iter().any(|between| between.is(Role::Some)) {
            return;
        }
        let aspects = if equal && !word.alone {
            self.equal_aspects(segment, at, other)
        } else {
            self.relation_aspects(segment, at, other, consumed)
        };
        let metrics: Vec<(Name, bool)> = match &word.metric {
            Some(metric) => vec![(metric.clone(), false)],
            None if !aspects.is_empty() => self.metrics_of(&aspects),
            None if word.speed => vec![(self.speed_metric(segment), false)],
            None if !self.state.topic.is_empty() => self.state.topic.clone(),
            None if word.alone => vec![(self.speed_metric(segment), false)],
            None => return,
        };
        let negated = self.negation_before(segment, with.min(at));
        let factor = self.factor_near(segment, at, Some(other));
        let pole = word.pole;
        for token in &aspects {
            consumed[token - segment.first] = true;
        }
        consumed[at - segment.first] = true;
        for (metric, inverted) in metrics {
            if equal && self.is_silicon(&metric) {
                continue;
            }
            let pole = if inverted { opposite(pole) } else { pole };
            let factor = factor.clone().map(|written| (written, way_of(pole, self.better(&metric))));
            let said = Said { metrics: vec![metric], pole, factor, rule: "comparison/relation", confidence: 0.85 };
            self.compare(segment, &subject, &versus, &said, negated, consumed);
        }
        self.state.frame = Some((subject.clone(), versus));
        self.state.subject = Some(subject);
    }

    /// "与 B 相当", "on par with B": the other device, and the token where its phrase begins.
    fn equal_to(&self, segment: Segment, at: usize) -> (Option<usize>, usize) {
        let between = (segment.first..at).rev().find(|&before| self.tokens[before].device().is_some());
        if let Some(device) = between
            && self.gap_len(self.tokens[device].span.end, self.tokens[at].span.start) <= 16
            && let Some(with) = (segment.first..device).rev().take(3).find(|&before| {
                self.tokens[before].is(Role::With)
                    && self.gap_len(self.tokens[before].span.end, self.tokens[device].span.start) <= 16
            })
        {
            return (Some(device), with);
        }
        // "is similar": English names the other behind "to", "as" or "with".
        let after = self.device_after(segment, at).filter(|&device| {
            let gap = self.gap(self.tokens[at].span.end, self.tokens[device].span.start);
            let word = self.gap(self.tokens[at].span.start, self.tokens[at].span.end);
            !has_han(gap)
                && (word.contains(' ')
                    || Glue::within(&self.glue().equal_to, gap)
                    || self.vocab.qualities.relation(self.tokens[at].relation().unwrap_or_default()).alone)
                || gap.trim().is_empty() && has_han(word)
                || gap.trim().is_empty()
                    && self.tokens[at].relation().is_some_and(|word| self.vocab.qualities.relation(word).alone)
        });
        (after, at)
    }

    fn relation_aspects(&self, segment: Segment, at: usize, other: usize, consumed: &[bool]) -> Vec<usize> {
        let before = self.aspects_before(segment, at, consumed);
        if !before.is_empty() {
            return before;
        }
        let attributive = self.aspects_after(segment, at);
        if !attributive.is_empty() {
            return attributive;
        }
        // "outperforms B in throughput", "不及 B 的能效"
        let end = self.tokens[other].span.end;
        (other + 1..segment.last)
            .find(|&next| self.is_aspect(next) && self.gap_len(end, self.tokens[next].span.start) <= 28)
            .map(|next| {
                let mut found = vec![next];
                found.extend(self.aspects_after(segment, next));
                found
            })
            .unwrap_or_default()
    }

    /// "类似的推断速度", "similar performance to B", "its speed is similar": the aspect stands close.
    fn equal_aspects(&self, segment: Segment, at: usize, other: usize) -> Vec<usize> {
        let after = self.aspects_after(segment, at);
        if !after.is_empty() {
            return after;
        }
        let first = if other < at { other } else { at };
        let before = (segment.first..first).rev().find(|&token| self.is_aspect(token));
        if let Some(before) = before
            && self.gap_len(self.tokens[before].span.end, self.tokens[first].span.start) <= 14
        {
            return vec![before];
        }
        self.aspects_behind(segment, at)
    }

    fn negation_before(&self, segment: Segment, at: usize) -> bool {
        let start = self.tokens[at].span.start;
        self.between(segment.first, at).iter().rev().take(3).any(|token| {
            token.is(Role::Not) && self.gap_len(token.span.end, start) <= if has_han(self.text) { 2 } else { 12 }
        })
    }

    fn better(&self, metric: &str) -> Option<&str> {
        self.vocab.metrics.get(metric).and_then(|metric| metric.better.as_deref())
    }

    // ---- Degrees -------------------------------------------------------------------------

    fn degree(&mut self, segment: Segment, at: usize, standard: &Standard, consumed: &mut [bool]) {
        let Some((index, form)) = self.tokens[at].degree() else { return };
        if consumed[at - segment.first] {
            return;
        }
        let word = self.vocab.qualities.degree(index);
        let manner = self.manner(segment, at, form);
        if manner.is_adverb {
            return;
        }
        let factor = if word.change || manner.compares || standard.explicit || form == Form::Loose || word.speed {
            self.factor_near(segment, at, None)
        } else {
            self.factor_near(segment, at, None).filter(|_| standard.explicit)
        };
        if form == Form::Loose && !self.is_licensed(segment, at, &manner, factor.as_ref(), standard) {
            return;
        }
        if word.adjective && self.is_joined_on(at) || word.noun && !self.holds(segment, Role::Bears) {
            return;
        }
        let factor = factor.map(|mut written| {
            // "最多高 90%": the bound may stand before the degree.
            for before in (segment.first..at).rev().take(3) {
                if self.gap_len(self.tokens[before].span.end, self.tokens[at].span.start) <= 4 {
                    self.qualify(&mut written, before);
                }
            }
            written
        });
        let Some((metrics, used)) = self.degree_metrics(segment, at, word, &manner, consumed) else { return };
        let subject = self.subject(segment, manner.start, &standard.tokens);
        if word.change && factor.is_none() {
            return;
        }
        let tied = used.iter().any(|&token| token > at);
        if !tied
            && factor.is_none()
            && !standard.explicit
            && word.metrics.is_empty()
            && self.describes_more(segment, at, form)
        {
            return;
        }
        if used.is_empty() && standard.explicit && self.speaks_of_else(segment, &subject, standard) {
            return;
        }
        let plain = self.may_rate(segment, at, &manner, &used) && self.is_said_of(segment, &subject, &manner, &used);
        if !standard.explicit && factor.is_none() && !plain {
            return;
        }
        if standard.explicit && self.is_wanted(segment, manner.start) {
            return;
        }
        let comparative = manner.compares || word.change || factor.is_some() || standard.explicit;
        let versus = if comparative && !manner.superlative {
            self.versus(segment, &subject, standard, factor.is_some())
        } else {
            None
        };
        let mut pole = word.pole;
        if manner.reversed {
            pole = opposite(pole);
        }
        for (metric, inverted) in metrics {
            let pole = if inverted { opposite(pole) } else { pole };
            if !word.metrics.is_empty() && !word.metrics.contains(&metric) {
                continue;
            }
            if !standard.explicit && factor.is_none() && self.is_silicon(&metric) {
                continue;
            }
            match &versus {
                Some(versus) => {
                    let Some(subject) = subject.clone().party() else { continue };
                    if subject.device == versus.device {
                        continue;
                    }
                    let pole = if standard.reversed { opposite(pole) } else { pole };
                    let factor = factor.clone().map(|written| (written, way_of(pole, self.better(&metric))));
                    let factor =
                        if manner.as_much { factor.map(|(written, way)| (written, as_much(way))) } else { factor };
                    let rule = if standard.explicit { "comparison/degree" } else { "comparison/beside" };
                    let pole = match (manner.as_much && factor.is_none(), manner.negated) {
                        (true, false) => Pole::Equal,
                        (true, true) => opposite(pole),
                        _ => pole,
                    };
                    let confidence = if standard.explicit { 0.9 } else { 0.7 };
                    let said = Said { metrics: vec![metric], pole, factor, rule, confidence };
                    let refuted = standard.refuted || manner.negated && standard.explicit && !manner.as_much;
                    self.compare(segment, &subject, versus, &said, refuted, consumed);
                    self.state.frame = Some((subject.clone(), versus.clone()));
                }
                None if standard.explicit || standard.foreign || word.change || factor.is_some() || manner.as_much => {}
                None => {
                    let pole = if manner.negated { opposite(pole) } else { pole };
                    self.level(segment, &subject, &metric, pole);
                }
            }
        }
        for token in used {
            consumed[token - segment.first] = true;
        }
        consumed[at - segment.first] = true;
    }

    /// The adverbs before a degree, and what they make of it.
    fn manner(&self, segment: Segment, at: usize, form: Form) -> Manner {
        let han = has_han(self.gap(self.tokens[at].span.start, self.tokens[at].span.end));
        let mut manner =
            Manner { compares: form == Form::More, superlative: form == Form::Most, start: at, ..Manner::default() };
        // "more flexible": "more" is an adverb there, not a rating.
        if self.tokens[at].is(Role::More) || self.tokens[at].is(Role::Less) {
            manner.is_adverb = self.tokens.get(at + 1).filter(|_| at + 1 < segment.last).is_some_and(|next| {
                next.degree().is_some_and(|(_, form)| form != Form::More)
                    && self.gap_len(self.tokens[at].span.end, next.span.start) <= 1
            });
        }
        let mut end = self.tokens[at].span.start;
        for before in (segment.first..at).rev() {
            let token = &self.tokens[before];
            let gap = self.gap_len(token.span.end, end);
            if gap > if han { 1 } else { 4 } {
                break;
            }
            if token.is(Role::More) {
                manner.compares = true;
            } else if token.is(Role::Less) {
                manner.compares = true;
                manner.reversed = !manner.reversed;
            } else if token.is(Role::Most) {
                manner.superlative = true;
            } else if token.is(Role::Not) {
                manner.negated = !manner.negated;
                if self
                    .gap(token.span.start, token.span.end)
                    .split_whitespace()
                    .skip(1)
                    .any(|word| Glue::is(&self.glue().as_, word))
                {
                    manner.as_much = true;
                    manner.compares = true;
                }
            } else if !token.is(Role::Mild) && !token.is(Role::About) && !token.is(Role::Hedge) && !token.is(Role::Both)
            {
                // "as fast as B", "twice as expensive as B"
                if !han && Glue::is(&self.glue().as_, self.gap(token.span.start, token.span.end)) {
                    let behind = self.gap(self.tokens[at].span.end, segment.span.end).trim_start();
                    manner.as_much = behind.split_whitespace().take(4).any(|word| Glue::is(&self.glue().as_, word));
                    manner.compares = manner.as_much;
                    manner.start = before;
                }
                break;
            }
            manner.adverbs += 1;
            manner.start = before;
            end = token.span.start;
        }
        manner
    }

    /// A single character rates only beside an adverb, an aspect, a factor or a standard.
    fn is_licensed(
        &self,
        segment: Segment,
        at: usize,
        manner: &Manner,
        factor: Option<&Written>,
        standard: &Standard,
    ) -> bool {
        if manner.adverbs > 0 || factor.is_some() {
            return true;
        }
        let span = self.tokens[at].span;
        let before = at.checked_sub(1).filter(|&before| before >= segment.first);
        if let Some(before) = before {
            let gap = self.gap_len(self.tokens[before].span.end, span.start);
            if self.is_aspect(before) && gap <= 3 || standard.tokens.contains(&before) && gap <= 6 {
                return true;
            }
        }
        let after = at + 1;
        after < segment.last && self.is_aspect(after) && {
            let gap = self.gap(span.end, self.tokens[after].span.start);
            gap.is_empty() || Glue::is(&self.glue().attribute, gap)
        }
    }

    /// "灵活修改": another character follows, so the word is an adverb or part of a name.
    fn is_joined_on(&self, at: usize) -> bool {
        let end = self.tokens[at].span.end;
        let next = self.tokens.get(at + 1).filter(|next| next.span.start == end);
        if next.is_some_and(|next| next.is(Role::Of) || next.is(Role::With) || next.is(Role::Contrast)) {
            return false;
        }
        self.text[end..].chars().next().is_some_and(|c| is_han(c)) && has_han(self.gap(self.tokens[at].span.start, end))
    }

    /// What a degree rates, and the tokens that named it.
    fn degree_metrics(
        &self,
        segment: Segment,
        at: usize,
        word: &Degree,
        manner: &Manner,
        consumed: &[bool],
    ) -> Option<(Vec<(Name, bool)>, Vec<usize>)> {
        let after = self.aspects_after(segment, at);
        let before = self.aspects_before(segment, manner.start, consumed);
        let tied = after.first().is_some_and(|&first| {
            let gap = self.gap(self.tokens[at].span.end, self.tokens[first].span.start);
            before.is_empty() || Glue::within(&self.glue().attribute, gap) || !has_han(self.text)
        });
        let bare_more = Glue::is(&self.glue().attributive_only, self.word(at));
        if bare_more && !tied {
            return None;
        }
        let chosen = if tied {
            after
        } else if !before.is_empty() {
            before
        } else {
            self.aspects_behind(segment, at)
        };
        let named = self.metrics_of(&chosen);
        if word.metric.is_some() || word.speed {
            let own = word.metric.clone().unwrap_or_else(|| self.speed_metric(segment));
            let own_group = self.group(&own).to_owned();
            let fits = |metric: &str| {
                let group = self.group(metric);
                group == own_group || word.groups.iter().any(|allowed| **allowed == *group)
            };
            if let Some((metric, inverted)) = named.first() {
                if fits(metric) {
                    return Some((self.turned(word, vec![(metric.clone(), *inverted)]), chosen));
                }
                let beside = chosen.first().is_some_and(|&aspect| {
                    aspect < at && self.gap_len(self.tokens[aspect].span.end, self.tokens[manner.start].span.start) <= 1
                });
                if beside && has_han(self.text) {
                    return None;
                }
                if tied {
                    return self.memory_speed(word, metric).map(|metric| (vec![(metric, false)], chosen));
                }
            }
            if let Some(topic) = self.state.topic.first().filter(|topic| fits(&topic.0)) {
                return Some((self.turned(word, vec![topic.clone()]), Vec::new()));
            }
            return (word.solo
                || word.speed
                || word.metric.is_some() && word.groups.is_empty() && !word.change
                || manner.compares)
                .then(|| (vec![(own, false)], Vec::new()));
        }
        if !named.is_empty() {
            return Some((named, chosen));
        }
        // "The price … it is lower", "内存带宽：TPU 也更高".
        (!self.state.topic.is_empty()).then(|| (self.state.topic.clone(), Vec::new()))
    }

    /// "A is better than B in throughput", "在 M 方面" behind the degree.
    fn aspects_behind(&self, segment: Segment, at: usize) -> Vec<usize> {
        let topic = (at + 1..segment.last).find(|&next| {
            self.tokens[next].is(Role::Topic)
                && !has_han(self.gap(self.tokens[next].span.start, self.tokens[next].span.end))
        });
        let Some(topic) = topic else { return Vec::new() };
        let end = self.tokens[topic].span.end;
        (topic + 1..segment.last)
            .find(|&next| self.is_aspect(next) && self.gap_len(end, self.tokens[next].span.start) <= 12)
            .map(|next| vec![next])
            .unwrap_or_default()
    }

    /// A faster time is a shorter one.
    fn turned(&self, word: &Degree, metrics: Vec<(Name, bool)>) -> Vec<(Name, bool)> {
        if !word.speed {
            return metrics;
        }
        metrics
            .into_iter()
            .map(|(metric, inverted)| {
                let shorter = self.better(&metric) == Some("lower");
                (metric, inverted ^ shorter)
            })
            .collect()
    }

    fn memory_speed(&self, word: &Degree, metric: &str) -> Option<Name> {
        match (word.speed, metric) {
            (true, "memory_capacity" | "memory_bandwidth") => Some("memory_bandwidth".into()),
            (true, "interconnect_bandwidth") => Some("interconnect_bandwidth".into()),
            _ => None,
        }
    }

    /// The device that the subject is held against.
    fn versus(&self, segment: Segment, subject: &Subject, standard: &Standard, factor: bool) -> Option<Party> {
        let subject = subject.clone().party()?;
        if standard.foreign {
            return None;
        }
        if let Some(party) = &standard.party {
            return Some(party.clone());
        }
        let apart = |party: &&Party| self.are_apart(&party.device, &subject.device);
        if let Some(party) = self.state.standard.as_ref().filter(|party| party.device != subject.device) {
            return Some(party.clone());
        }
        if factor && let Some(party) = self.later_standard(segment).filter(|party| apart(&party)) {
            return Some(party);
        }
        for frame in [&self.state.frame, &self.memory.frame].into_iter().flatten() {
            if frame.0.device == subject.device {
                return Some(frame.1.clone());
            }
            if frame.1.device == subject.device {
                return Some(frame.0.clone());
            }
        }
        let mut beside = self.state.subjects.iter().filter(apart);
        if let Some(only) = beside.next() {
            return beside.next().is_none().then(|| only.clone());
        }
        let mut before = self.memory.devices.iter().filter(apart);
        if let Some(only) = before.next() {
            return before.next().is_none().then(|| only.clone());
        }
        None
    }

    fn later_standard(&self, segment: Segment) -> Option<Party> {
        let later = self.segments.iter().filter(|later| later.span.start > segment.span.start);
        later.map(|later| self.standard(*later)).find_map(|standard| standard.party)
    }

    // ---- Ratios --------------------------------------------------------------------------

    /// "是 B 的三分之一", "2.8x the performance of B", "四倍的训练性能".
    fn ratio(&mut self, segment: Segment, at: usize, standard: &Standard, consumed: &mut [bool]) {
        if consumed[at - segment.first] {
            return;
        }
        let Some(written) = self.written(segment, at) else { return };
        let found = if has_han(self.gap(segment.span.start, segment.span.end)) {
            self.ratio_zh(segment, at, standard, consumed)
        } else {
            self.ratio_en(segment, at, standard, consumed)
        };
        let Some((subject, versus, metrics)) = found else { return };
        if subject.device == versus.device {
            return;
        }
        for (metric, inverted) in metrics {
            if inverted || &*metric == "chip_count" || self.is_wanted(segment, at) {
                continue;
            }
            let pole = if (if written.percent { written.low / rust_decimal::Decimal::ONE_HUNDRED } else { written.low })
                < rust_decimal::Decimal::ONE
            {
                Pole::Low
            } else {
                Pole::High
            };
            let factor = Some((written.clone(), Way::Of));
            let said = Said { metrics: vec![metric], pole, factor, rule: "comparison/ratio", confidence: 0.85 };
            self.compare(segment, &subject, &versus, &said, false, consumed);
        }
        self.state.frame = Some((subject, versus));
    }

    fn ratio_zh(&self, segment: Segment, at: usize, standard: &Standard, consumed: &[bool]) -> Option<Pair> {
        let span = self.tokens[at].span;
        // A 的 M 是 B 的 N 倍
        let other = (segment.first..at).rev().take(4).find(|&before| self.tokens[before].device().is_some());
        if let Some(other) = other
            && self.gap_len(self.tokens[other].span.end, span.start) <= 10
            && let Some(copula) =
                (segment.first..other).rev().take(4).find(|&before| self.tokens[before].is(Role::Copula))
            && self.gap_len(self.tokens[copula].span.end, self.tokens[other].span.start) <= 16
        {
            let subject = self.subject(segment, copula, &[other]).party()?;
            let versus = if self.is_pronoun(other) {
                // "功耗只有其十分之一": the other side of the comparison before.
                let frame = self.state.frame.as_ref().or(self.memory.frame.as_ref())?;
                if frame.0.device == subject.device { frame.1.clone() } else { frame.0.clone() }
            } else {
                self.party_at(other)
            };
            let mut aspects = self.aspects_before(segment, copula, consumed);
            if aspects.is_empty() {
                aspects = (other + 1..at).filter(|&token| self.is_aspect(token)).collect();
            }
            if aspects.is_empty() {
                aspects = self.aspects_after(segment, at);
            }
            let metrics = self.metrics_of(&aspects);
            return (!metrics.is_empty()).then_some((subject, versus, metrics));
        }
        // M 是原来的 N 倍
        if let Some(former) = at.checked_sub(1).filter(|&before| before >= segment.first)
            && let former =
                if self.tokens[former].is(Role::Of) { former.saturating_sub(1).max(segment.first) } else { former }
            && self.tokens[former].is(Role::Predecessor)
            && self.gap_len(self.tokens[former].span.end, span.start) <= 4
        {
            let subject = self.subject(segment, former, &[]).party()?;
            let mut metrics = self.metrics_of(&self.aspects_before(segment, former, consumed));
            if metrics.is_empty() {
                return None;
            }
            metrics.truncate(1);
            let other = self.only_other(&subject)?;
            return Some((subject, other, metrics));
        }
        // N 倍的 M, or N 倍于 B
        let aspects = self.aspects_after(segment, at);
        if Glue::opens(&self.glue().attribute, self.gap(span.end, segment.span.end)) && !aspects.is_empty() {
            let subject = self.subject(segment, at, &standard.tokens);
            let versus = self.versus(segment, &subject, standard, true)?;
            return Some((subject.party()?, versus, self.metrics_of(&aspects)));
        }
        if Glue::opens(&self.glue().multiple_of, self.gap(span.end, segment.span.end)) {
            let other = self.device_after(segment, at)?;
            let subject = self.subject(segment, at, &[other]).party()?;
            let metrics = self.metrics_of(&self.aspects_before(segment, at, consumed));
            return (!metrics.is_empty()).then(|| (subject, self.party_at(other), metrics));
        }
        None
    }

    /// The one other device of the sentence, before or behind.
    fn only_other(&self, subject: &Party) -> Option<Party> {
        let mut others: Vec<Party> = Vec::new();
        let here = self.tokens.iter().filter_map(|token| token.device()).map(|at| self.party(at));
        for party in here.chain(self.memory.devices.iter().cloned()) {
            if self.are_apart(&party.device, &subject.device)
                && !others.iter().any(|other| other.device == party.device)
            {
                others.push(party);
            }
        }
        (others.len() == 1).then(|| others.remove(0))
    }

    fn ratio_en(&self, segment: Segment, at: usize, standard: &Standard, consumed: &[bool]) -> Option<Pair> {
        let end = self.tokens[at].span.end;
        // "15% of the compute of B": the first "of" only ties the ratio to its aspect.
        let partitive = self.tokens.get(at + 1).is_some_and(|next| {
            next.is(Role::Of)
                && self.gap_len(end, next.span.start) <= 1
                && !self.aspects_after(segment, at + 1).is_empty()
        });
        let from = if partitive { at + 1 } else { at };
        let aspects = self.aspects_after(segment, from);
        // "2x the performance of B", "half that of B"
        let of = (from + 1..segment.last).find(|&next| {
            self.tokens[next].is(Role::Of) && self.gap_len(end, self.tokens[next].span.start) <= 48
                || self.tokens[next].is(Role::Compare) && self.gap_len(end, self.tokens[next].span.start) <= 48
        });
        let of = of.filter(|&of| !aspects.is_empty() || self.gap_len(end, self.tokens[of].span.start) <= 6);
        let mut other = of.and_then(|of| self.device_after(segment, of));
        // "2x B's throughput"
        if other.is_none()
            && let Some(next) = self.tokens.get(at + 1).filter(|_| at + 1 < segment.last)
            && next.device().is_some()
            && self.gap_len(end, next.span.start) <= 5
        {
            other = Some(at + 1);
        }
        let mut metrics = self.metrics_of(&aspects);
        if let Some(other) = other
            && metrics.is_empty()
        {
            let behind = (other + 1..segment.last).find(|&next| {
                self.is_aspect(next) && self.gap_len(self.tokens[other].span.end, self.tokens[next].span.start) <= 8
            });
            metrics = self.metrics_of(&behind.into_iter().collect::<Vec<_>>());
        }
        if metrics.is_empty() {
            metrics = self.metrics_of(&self.aspects_before(segment, at, consumed));
        }
        if metrics.is_empty() {
            return None;
        }
        metrics.truncate(1);
        if let Some(other) = other {
            let mut except = standard.tokens.clone();
            except.push(other);
            let subject = self.subject(segment, at, &except).party()?;
            return Some((subject, self.party_at(other), metrics));
        }
        if aspects.is_empty() {
            return None;
        }
        let subject = self.subject(segment, at, &standard.tokens);
        let versus = self.versus(segment, &subject, standard, true)?;
        Some((subject.party()?, versus, metrics))
    }

    // ---- Factors -------------------------------------------------------------------------

    fn written(&self, segment: Segment, at: usize) -> Option<Written> {
        let token = &self.tokens[at];
        let mut written = match token.kind {
            Kind::Quantity(quantity) => {
                let reading = &self.scene.mentions.quantities[quantity];
                grading::is_ratio(reading).then(|| Written::of_reading(reading)).flatten()?
            }
            _ => Written::of_word(token.span, self.vocab.qualities.ratio(token.ratio()?).value),
        };
        let near = |other: usize, gap: usize| other < self.tokens.len() && gap <= 2;
        if let Some(before) = at.checked_sub(1).filter(|&before| before >= segment.first) {
            let gap = self.gap_len(self.tokens[before].span.end, token.span.start);
            if near(before, gap) {
                self.qualify(&mut written, before);
            }
        }
        if at + 1 < segment.last {
            let gap = self.gap_len(token.span.end, self.tokens[at + 1].span.start);
            let after = &self.tokens[at + 1];
            // "3倍以上", "30%左右"; a word that opens the next phrase is none of these.
            if near(at + 1, gap) && has_han(self.gap(after.span.start, after.span.end)) && after.device().is_none() {
                self.qualify(&mut written, at + 1);
            }
        }
        Some(written)
    }

    fn qualify(&self, written: &mut Written, by: usize) {
        let token = &self.tokens[by];
        if token.is(Role::Atmost) {
            written.bound = written.bound.or(Some(crate::claim::Bound::AtMost));
        } else if token.is(Role::Atleast) {
            written.bound = written.bound.or(Some(crate::claim::Bound::AtLeast));
        } else if token.is(Role::About) {
            written.approx = true;
        }
    }

    /// The factor beside the token at `at`, or behind the other device.
    fn factor_near(&self, segment: Segment, at: usize, other: Option<usize>) -> Option<Written> {
        let span = self.tokens[at].span;
        let is_factor = |token: usize| {
            self.tokens[token].ratio().is_some()
                || matches!(self.tokens[token].kind, Kind::Quantity(q) if grading::is_ratio(&self.scene.mentions.quantities[q]))
        };
        let anchor = other.map_or(span, |other| self.tokens[other].span);
        for next in (other.unwrap_or(at) + 1)..segment.last {
            let token = &self.tokens[next];
            let gap = self.gap(anchor.end, token.span.start);
            if is_factor(next) {
                let by = gap.split(|c: char| !c.is_alphanumeric()).any(|word| Glue::is(&self.glue().by, word));
                let close = gap.chars().count() <= if has_han(gap) || gap.is_empty() { 6 } else { 4 };
                if by && gap.chars().count() <= 40 || close && self.is_quiet(gap) {
                    return self.written(segment, next);
                }
                break;
            }
            if token.degree().is_some() && !token.is(Role::Atleast) && !token.is(Role::Atmost) && !token.is(Role::About)
                || token.relation().is_some() && !token.is(Role::About) && !token.is(Role::Copula)
            {
                break;
            }
        }
        // "30% faster", "2-3x higher", "3倍的提升"
        let start = {
            let manner = self.tokens[at].degree().map(|(_, form)| self.manner(segment, at, form).start);
            manner.unwrap_or(at)
        };
        let before = start.checked_sub(1).filter(|&before| before >= segment.first)?;
        let before = if self.tokens[before].is(Role::Of) && before > segment.first { before - 1 } else { before };
        let gap = self.gap_len(self.tokens[before].span.end, self.tokens[start].span.start);
        (is_factor(before) && gap <= 4).then(|| self.written(segment, before)).flatten()
    }

    /// Says whether a gap between a degree and its factor holds only filler.
    fn is_quiet(&self, gap: &str) -> bool {
        !gap.contains(['、', '(', '（', ',', '，'])
    }

    // ---- Verdicts ------------------------------------------------------------------------

    fn compare(
        &mut self,
        segment: Segment,
        subject: &Party,
        versus: &Party,
        said: &Said,
        refuted: bool,
        consumed: &mut [bool],
    ) {
        // A class held against its own member is a misreading, or says nothing.
        if self.vocab.devices.is_a(&versus.device, &subject.device)
            || self.counts_differ(segment, &subject.device, &versus.device)
        {
            return;
        }
        for metric in &said.metrics {
            let Some(relation) = relation_of(said.pole, self.better(metric)) else { continue };
            let mut used = Vec::new();
            let factor = said.factor.as_ref().and_then(|(written, way)| {
                let quantity = written.quantity(*way, &self.scene.sentence.text, self.source)?;
                used.push(quantity.span);
                Some(quantity)
            });
            if let Some((written, _)) = &said.factor {
                for (at, token) in self.tokens.iter().enumerate().take(segment.last).skip(segment.first) {
                    if token.span.overlaps(written.span) {
                        consumed[at - segment.first] = true;
                    }
                }
            }
            let relation = match &factor {
                Some(factor) if factor.low == factor.high && factor.low == rust_decimal::Decimal::ONE => {
                    Relation::Equal
                }
                _ => relation,
            };
            let statement = Statement::Comparison { versus: versus.device.clone(), relation, factor };
            let conditions = self.conditions(segment, subject);
            let attribution = refuted.then_some(Attribution::Refuted);
            let draft = self.draft(segment, metric, &subject.device, statement, conditions, said.rule, said.confidence);
            self.found.push(Verdict { draft: Draft { attribution, ..draft }, used });
        }
    }

    /// "两台 L40S 和单台 A100 差不多": the two sides are not one of each.
    fn counts_differ(&self, segment: Segment, a: &str, b: &str) -> bool {
        let count = |device: &str| {
            let at = (segment.first..segment.last).find(|&at| {
                self.tokens[at].device().is_some_and(|mention| &*self.scene.mentions.devices[mention].device == device)
            })?;
            let before = at.checked_sub(1)?;
            let Kind::Quantity(quantity) = self.tokens[before].kind else { return None };
            let near = self.gap_len(self.tokens[before].span.end, self.tokens[at].span.start) <= 1;
            let reading = &self.scene.mentions.quantities[quantity];
            (near && !grading::is_ratio(reading)).then_some(reading.low).flatten()
        };
        let named = |device: &str| self.devices_in(segment).any(|(_, party)| &*party.device == device);
        named(a) && named(b) && count(a) != count(b)
    }

    fn conditions(&self, segment: Segment, subject: &Party) -> Conditions {
        const KEPT: [&str; 9] =
            ["workload", "dataset", "phase", "precision", "framework", "batch", "sparsity", "sequence", "unit_kind"];
        let mut conditions = subject.conditions.clone();
        let mut contested: Vec<Name> = Vec::new();
        let here = self.conditions_in(segment);
        for stated in here.iter().chain(&self.state.setting) {
            for (key, value) in stated.iter() {
                if !KEPT.contains(&&**key) {
                    continue;
                }
                if conditions.get(key).is_some_and(|held| held != value) {
                    contested.push(key.clone());
                }
                conditions.set_default(key, value.clone());
            }
        }
        for key in contested {
            conditions.remove(&key);
        }
        conditions
    }

    fn draft(
        &self,
        segment: Segment,
        metric: &Name,
        device: &Name,
        statement: Statement,
        conditions: Conditions,
        rule: &'static str,
        confidence: f32,
    ) -> Draft {
        Draft {
            metric: metric.clone(),
            device: device.clone(),
            statement,
            conditions,
            quote: self.scene.sentence.text.source(),
            block: self.scene.sentence.block,
            hedged: self.holds(segment, Role::Hedge),
            attribution: None,
            rule,
            confidence,
        }
    }

    fn level(&mut self, segment: Segment, subject: &Subject, metric: &Name, pole: Pole) {
        if self.heading {
            return;
        }
        let (party, confidence) = match subject {
            Subject::Named(party, _) => (party, 0.8),
            Subject::Earlier(party) => (party, 0.7),
            Subject::Carried(party) if self.may_carry(segment) => (party, 0.6),
            _ => return,
        };
        let Some(relation) = relation_of(pole, self.better(metric)) else { return };
        let level = match relation {
            Relation::Greater => Level::High,
            Relation::Less => Level::Low,
            Relation::Equal => return,
        };
        let said = Statement::Level(level);
        let (device, conditions) = (party.device.clone(), party.conditions.clone());
        let draft = self.draft(segment, metric, &device, said, conditions, "level/degree", confidence);
        self.found.push(Verdict { draft, used: Vec::new() });
    }

    /// A degree that describes another noun rates that: "便宜的产品", "a scalable array".
    fn describes_more(&self, segment: Segment, at: usize, form: Form) -> bool {
        let span = self.tokens[at].span;
        let rest = self.gap(span.end, segment.span.end);
        let is_class = self
            .tokens
            .get(at + 1)
            .is_some_and(|next| next.device().is_some() && self.gap_len(span.end, next.span.start) <= 12)
            || self.scene.cues.iter().any(|cue| {
                cue.entry == Cue::DeviceNoun
                    && cue.span.start >= span.end
                    && self.gap_len(span.end, cue.span.start) <= 10
            });
        let copula = self.between(segment.first, at).iter().any(|token| token.is(Role::Copula));
        if !has_han(self.gap(span.start, span.end)) {
            return !is_class && self.noun_goes_on(span.end);
        }
        let noun = self.glue().attribute.iter().find_map(|word| rest.strip_prefix(word.as_str()));
        if let Some(noun) = noun {
            return noun.chars().next().is_some_and(is_han) && (form == Form::Loose || !copula);
        }
        let starts_token = self.tokens.get(at + 1).is_some_and(|next| {
            next.span.start == span.end && (next.is(Role::Not) || next.is(Role::Contrast) || next.is(Role::With))
        });
        !starts_token
            && rest.chars().next().is_some_and(is_han)
            && !Glue::opens(&self.glue().adjective_end, rest)
            && !Glue::opens(&self.glue().predicate_end, rest)
    }

    /// "到货周期比 A100 快": the segment has a subject of its own that is no device.
    fn speaks_of_else(&self, segment: Segment, subject: &Subject, standard: &Standard) -> bool {
        if matches!(subject, Subject::Named(..)) || self.named_by_noun(segment, segment.span.end) {
            return false;
        }
        let Some(&device) = standard.tokens.first() else { return false };
        let opening = (segment.first..device)
            .rev()
            .find(|&at| self.tokens[at].is(Role::Than) || self.tokens[at].is(Role::Compare));
        let first = opening.unwrap_or(device);
        let lead = self.gap(segment.span.start, self.tokens[first].span.start);
        let topic = self.between(segment.first, first).iter().any(|token| token.is(Role::Topic));
        !topic && lead.chars().count() > if has_han(lead) { 8 } else { 40 }
    }

    fn named_by_noun(&self, segment: Segment, until: usize) -> bool {
        self.scene.cues.iter().any(|cue| {
            let points =
                matches!(cue.entry, Cue::This | Cue::Pronoun) || cue.entry == Cue::DeviceNoun && cue.span.end <= until;
            points && segment.span.contains(cue.span)
        })
    }

    /// The counts of a chip are figures, seldom ratings: "more cores" mostly speaks of a part or a setting.
    fn is_silicon(&self, metric: &str) -> bool {
        matches!(self.group(metric), "silicon") && metric != "interconnect_bandwidth"
            || matches!(metric, "memory_used" | "performance_loss" | "gpu_hours" | "op_count")
    }

    /// Says whether the words before `first` make what follows a wish, an aim or a development.
    fn is_wanted(&self, segment: Segment, first: usize) -> bool {
        let start = self.tokens[first].span.start;
        self.between(segment.first, first)
            .iter()
            .rev()
            .take(4)
            .any(|token| token.is(Role::Need) && self.gap_len(token.span.end, start) <= 24 || token.is(Role::Trend))
    }

    /// Says whether the words rate the device at all: not a wish, a trend, a task's need or a part of a name.
    fn may_rate(&self, segment: Segment, at: usize, manner: &Manner, used: &[usize]) -> bool {
        let first = used.iter().copied().chain([manner.start]).min().unwrap_or(at);
        let last = used.iter().copied().chain([at]).max().unwrap_or(at);
        let start = self.tokens[first].span.start;
        let end = self.tokens[last].span.end;
        let fitted = self.vocab.qualities.fittings(self.gap(segment.span.start, start)).iter().any(|found| {
            matches!(found.entry, Fitting::Word(word)
                if !matches!(self.vocab.qualities.fit(word).place, Place::Choose | Place::Lead))
        });
        let behind = self.tokens.iter().take(segment.last).skip(last + 1).find(|token| !token.is(Role::Of));
        let setting = behind.is_some_and(|token| token.is(Role::Setting) && self.gap_len(end, token.span.start) <= 6);
        let before = self.between(segment.first, first);
        let is_class =
            before.iter().any(|token| token.is(Role::Copula)) && before.iter().any(|token| token.device().is_some());
        let before_device = last == at
            && !is_class
            && behind.is_some_and(|token| token.device().is_some() && self.gap_len(end, token.span.start) <= 12);
        let figure = self.between(last + 1, segment.last.max(last + 1)).iter().any(|token| {
            matches!(token.kind, Kind::Quantity(q) if !self.scene.mentions.quantities[q].bare)
                && self.gap_len(end, token.span.start) <= 24
        });
        let goes_on = last != at && self.noun_goes_on(end);
        let trend = self.between(segment.first, at).iter().any(|token| token.is(Role::Trend));
        !trend && !self.is_wanted(segment, first) && !fitted && !setting && !before_device && !figure && !goes_on
    }

    /// "低功耗设备", "high memory bandwidth percentage": the aspect is only part of a longer noun.
    fn noun_goes_on(&self, end: usize) -> bool {
        let rest = &self.text[end..];
        if let Some(word) = rest.strip_prefix(' ') {
            let word: String = word.chars().take_while(char::is_ascii_alphabetic).collect();
            return !word.is_empty() && !Glue::is(&self.glue().aspect_end, &word);
        }
        let begins = |token: &Token<'_>| {
            token.span.start == end && (token.is(Role::Mild) || token.is(Role::More) || token.is(Role::With))
        };
        rest.chars().next().is_some_and(is_han)
            && !Glue::opens(&self.glue().adjective_end, rest)
            && !Glue::opens(&self.glue().aspect_end, rest)
            && !self.tokens.iter().any(begins)
    }

    /// Says whether the rating is the predicate of its subject, and the subject no mere part of a phrase.
    fn is_said_of(&self, segment: Segment, subject: &Subject, manner: &Manner, used: &[usize]) -> bool {
        let first = used.iter().copied().chain([manner.start]).min().unwrap_or(manner.start);
        let start = self.tokens[first].span.start;
        let han = has_han(self.gap(segment.span.start, segment.span.end));
        match subject {
            Subject::Named(_, at) => {
                let span = self.tokens[*at].span;
                let lead = self.gap(segment.span.start, span.start);
                let opens = if han {
                    lead.chars().count() <= 10
                } else {
                    lead.split_whitespace().count() <= 3
                        || lead.split_whitespace().next_back().is_some_and(|word| Glue::is(&self.glue().clause, word))
                };
                let opens = opens
                    || self
                        .between(segment.first, *at)
                        .iter()
                        .any(|token| token.is(Role::Topic) || token.is(Role::Contrast))
                        && lead.chars().count() <= 24;
                let within = self
                    .tokens
                    .get(at + 1)
                    .is_some_and(|next| next.is(Role::Within) && self.gap_len(span.end, next.span.start) <= 1);
                let rest = self.gap(span.end, start);
                if han {
                    // "CPU 的指令集更成熟" speaks of the part.
                    let part = Glue::opens(&self.glue().attribute, rest.trim_start())
                        && !rest.chars().skip(1).all(|c| !is_han(c))
                        && used.is_empty()
                        && !self.between(*at + 1, first).iter().any(|token| token.is(Role::Copula));
                    return opens && !within && !part && rest.chars().count() <= 28;
                }
                let verb = self.between(*at + 1, first).iter().any(|token| token.is(Role::Copula))
                    || Glue::opens(&self.glue().possessive, rest.trim_start())
                    || rest.trim().is_empty();
                opens && !within && verb && rest.split_whitespace().count() <= 8
            }
            Subject::Earlier(_) if han => self.gap_len(segment.span.start, start) <= 16,
            Subject::Earlier(_) => {
                let lead = self.gap(segment.span.start, start);
                let is_word = |token: &Token<'_>, word: &str| {
                    let said = self.gap(token.span.start, token.span.end);
                    said.split_whitespace().any(|part| part.eq_ignore_ascii_case(word))
                };
                let inside = self.between(segment.first, first);
                lead.split_whitespace().count() <= 6
                    && lead.split_whitespace().all(|word| {
                        Glue::is(&self.glue().opening, word)
                            || inside.iter().any(|token| {
                                is_word(token, word)
                                    && [Role::Copula, Role::Mild, Role::Hedge, Role::Contrast, Role::About, Role::Not]
                                        .iter()
                                        .any(|role| token.is(*role))
                            })
                    })
            }
            Subject::Carried(_) => segment.before_colon || segment.after_colon || manner.compares,
            Subject::Joint | Subject::Nobody => false,
        }
    }

    /// A level may take its subject from the sentence before only where the words point back:
    /// a pronoun is a mention of its own, so here only labels of lists do.
    fn may_carry(&self, segment: Segment) -> bool {
        segment.before_colon || segment.after_colon
    }
}

type Pair = (Party, Party, Vec<(Name, bool)>);

#[derive(Debug, Clone)]
enum Subject {
    /// In the segment, at this token.
    Named(Party, usize),
    /// In a segment before, of the same sentence.
    Earlier(Party),
    /// In a sentence before, or above.
    Carried(Party),
    Joint,
    Nobody,
}

impl Subject {
    fn party(self) -> Option<Party> {
        match self {
            Subject::Named(party, _) | Subject::Earlier(party) | Subject::Carried(party) => Some(party),
            Subject::Joint | Subject::Nobody => None,
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
