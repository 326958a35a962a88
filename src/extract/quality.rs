//! Support and suitability: what a device runs on, needs or is limited to, and the tasks
//! that it is, or is not, the right choice for.
//!
//! Levels are read with the comparisons: only the reading of a sentence tells a level from
//! one side of a comparison.

use super::discourse::Scene;
use super::draft::{Draft, Drafts};
use super::grading::{Graded, Segment, Token, has_han};
use super::{suitability, support};
use crate::claim::{Conditions, Name, Statement};
use crate::read::{Article, BlockKind};
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::quality::{Glue, Role};

/// Adds what it finds to `drafts`.
pub fn read(
    vocab: &Vocab,
    article: &Article,
    scenes: &[Scene<'_>],
    graded: &[Option<Graded<'_>>],
    drafts: &mut Drafts,
) {
    let mut lists = suitability::Lists::default();
    let mut last = support::Last::default();
    for (scene, graded) in scenes.iter().zip(graded) {
        let Some(Graded { tokens, segments }) = graded else { continue };
        let text = scene.sentence.text.as_str();
        let (supporting, fitting) = vocab.qualities.uses(text);
        if supporting.is_empty() && fitting.is_empty() && !last.goes_on(scene) {
            continue;
        }
        let kind = article.blocks.get(scene.sentence.block).map(|block| &block.kind);
        let view = View {
            vocab,
            article,
            scene,
            text,
            tokens,
            segments,
            heading: matches!(kind, Some(BlockKind::Heading(_))),
        };
        if view.is_question() {
            continue;
        }
        support::read(&view, &supporting, &mut last, drafts);
        suitability::read(&view, &fitting, &mut lists, drafts);
    }
}

/// One sentence as both readers see it.
pub(super) struct View<'a> {
    pub vocab: &'a Vocab,
    pub article: &'a Article,
    pub scene: &'a Scene<'a>,
    pub text: &'a str,
    pub tokens: &'a [Token<'a>],
    pub segments: &'a [Segment],
    pub heading: bool,
}

impl View<'_> {
    fn is_question(&self) -> bool {
        self.text.trim_end().ends_with(['?', '？']) || super::grading::asks(self.vocab, self.text, self.tokens)
    }

    /// Says whether a word of this role stands in `segment`.
    pub fn holds(&self, segment: Segment, role: Role) -> bool {
        self.tokens[segment.first..segment.last].iter().any(|token| token.is(role))
    }

    /// Returns the devices of `segment`, with their spans.
    pub fn devices(&self, segment: Segment) -> Vec<(Span, Name)> {
        let inside = self.tokens[segment.first..segment.last].iter().filter(|token| !token.aside);
        inside
            .filter_map(|token| Some((token.span, self.scene.mentions.devices[token.device()?].device.clone())))
            .collect()
    }

    /// Returns the subject of the words at `at`: the devices joined before it in its segment,
    /// else the one that the segments or sentences before leave standing.
    pub fn subjects(&self, segment: Segment, at: usize) -> Vec<Name> {
        let before: Vec<(Span, Name)> = self
            .devices(segment)
            .into_iter()
            .filter(|(span, _)| span.end <= at && !self.is_standard(segment, *span))
            .collect();
        if !before.is_empty() {
            return self.joined(&before);
        }
        let all = self.all_of_them(segment, at);
        if !all.is_empty() {
            return all;
        }
        let lead = self.gap(segment.span.start, at);
        let near = if has_han(lead) { lead.chars().count() <= 16 } else { lead.split_whitespace().count() <= 5 };
        if !near {
            return Vec::new();
        }
        let earlier = self.segments.iter().rev().filter(|other| other.span.end <= segment.span.start);
        for other in earlier {
            let devices: Vec<(Span, Name)> =
                self.devices(*other).into_iter().filter(|(span, _)| !self.is_standard(*other, *span)).collect();
            if !devices.is_empty() {
                return self.joined(&devices[..1]);
            }
        }
        let kind = self.article.blocks.get(self.scene.sentence.block).map(|block| &block.kind);
        if matches!(kind, Some(BlockKind::Item(_)))
            && self.text.chars().count() <= 40
            && self.gap(0, at).trim().chars().count() <= 2
            && let [only] = self.scene.above.as_slice()
        {
            return vec![only.device.clone()];
        }
        // A sentence that begins with its verb goes on about the same device.
        let opens = self.gap(0, at).chars().count() <= 6;
        self.scene.carried.iter().filter(|_| opens).map(|carried| carried.device.clone()).collect()
    }

    /// "二者都支持", "both support it": the two devices or more that the sentence names before, or the one before it does.
    fn all_of_them(&self, segment: Segment, at: usize) -> Vec<Name> {
        let opening = self.gap(segment.span.start, at).trim_start().to_lowercase();
        if !Glue::opens(&self.vocab.qualities.glue().both, &opening) {
            return Vec::new();
        }
        let earlier = self.segments.iter().filter(|other| other.span.end <= segment.span.start);
        let mut named: Vec<Name> = Vec::new();
        let here = earlier.flat_map(|other| self.devices(*other)).map(|(_, name)| name);
        for name in here {
            if !named.contains(&name) {
                named.push(name);
            }
        }
        if named.is_empty() {
            for before in &self.scene.before {
                if !named.contains(&before.device) {
                    named.push(before.device.clone());
                }
            }
        }
        if (2..=4).contains(&named.len()) { named } else { Vec::new() }
    }

    /// Says whether the device at `span` only stands behind a word of comparison.
    pub fn is_standard(&self, segment: Segment, span: Span) -> bool {
        self.tokens[segment.first..segment.last].iter().any(|token| {
            (token.is(Role::Than) || token.is(Role::Compare) || token.relation().is_some())
                && token.span.end <= span.start
                && self.gap(token.span.end, span.start).chars().count() <= 16
        })
    }

    /// Returns the nearest device and those that are joined to it ("TPU 和 GPU 都"); in English
    /// the subject stands first.
    fn joined(&self, devices: &[(Span, Name)]) -> Vec<Name> {
        let first = devices.iter().take_while(|(span, _)| span.start <= devices[0].0.start).count();
        let joined_to_first =
            devices.windows(2).take_while(|pair| self.joins(self.gap(pair[0].0.end, pair[1].0.start)));
        let devices = if has_han(self.text) { devices } else { &devices[..first + joined_to_first.count()] };
        let mut names = Vec::new();
        let mut next: Option<Span> = None;
        for (span, name) in devices.iter().rev() {
            if let Some(next) = next
                && !self.joins(self.gap(span.end, next.start))
            {
                break;
            }
            names.push(name.clone());
            next = Some(*span);
        }
        names.reverse();
        names.dedup();
        names
    }

    /// Says whether a gap only joins two words of a list.
    pub fn joins(&self, gap: &str) -> bool {
        Glue::is(&self.vocab.qualities.glue().join, gap)
    }

    /// Returns the text between two bytes.
    pub fn gap(&self, from: usize, to: usize) -> &str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Returns a draft of a claim that this sentence makes in `segment`.
    pub fn draft(
        &self,
        segment: Segment,
        metric: &str,
        device: &Name,
        statement: Statement,
        rule: &'static str,
    ) -> Draft {
        Draft {
            metric: metric.into(),
            device: device.clone(),
            statement,
            conditions: Conditions::default(),
            quote: self.scene.sentence.text.source(),
            block: self.scene.sentence.block,
            hedged: self.holds(segment, Role::Hedge),
            attribution: None,
            rule,
            confidence: 0.8,
        }
    }
}
