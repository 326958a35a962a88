//! One sentence as the binder sees it: devices with their kind and role, clauses, brackets,
//! and what stands between two places.

use super::discourse::Scene;
use super::mention::DeviceMention;
use super::quantity::Reading;
use super::role::Role;
use crate::read::{Article, BlockKind};
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::cue::Cue;

/// A device of the sentence; a class beside its member ("A100 GPU") is one device.
#[derive(Debug, Clone)]
pub struct Named {
    /// The device, its conditions, and the span of all its words.
    pub mention: DeviceMention,
    /// Its part in the sentence.
    pub role: Role,
    /// It is a model (`bert`), not hardware.
    pub is_model: bool,
}

/// One sentence, ready for binding.
#[derive(Debug)]
pub struct View<'a> {
    /// The words.
    pub vocab: &'a Vocab,
    /// The sentence with its mentions.
    pub scene: &'a Scene<'a>,
    /// Its folded text.
    pub text: &'a str,
    /// The kind of its block, where it is known.
    pub kind: Option<&'a BlockKind>,
    /// Its devices in order of place.
    pub devices: Vec<Named>,
    clauses: Vec<Span>,
    brackets: Vec<Span>,
}

impl<'a> View<'a> {
    /// Prepares `scene`.
    pub fn new(vocab: &'a Vocab, article: &'a Article, scene: &'a Scene<'a>) -> Self {
        let text = scene.text();
        let kind = article.blocks.get(scene.sentence.block).map(|block| &block.kind);
        Self {
            vocab,
            scene,
            text,
            kind,
            devices: named(vocab, scene),
            clauses: clauses(scene),
            brackets: brackets(text),
        }
    }

    /// Returns the quantities of the sentence.
    pub fn quantities(&self) -> &'a [Reading] {
        &self.scene.mentions.quantities
    }

    /// Returns the number of the clause that holds the byte `at`.
    pub fn clause_at(&self, at: usize) -> usize {
        self.clauses.partition_point(|clause| clause.start <= at).saturating_sub(1)
    }

    /// Returns the clause that holds the byte `at`.
    pub fn clause(&self, at: usize) -> Span {
        self.clauses[self.clause_at(at)]
    }

    /// Returns how many clause ends lie between two places.
    pub fn clauses_between(&self, a: usize, b: usize) -> usize {
        self.clause_at(a).abs_diff(self.clause_at(b))
    }

    /// Returns the innermost bracket that holds the byte `at`, brackets included.
    pub fn bracket(&self, at: usize) -> Option<Span> {
        self.brackets.iter().filter(|bracket| bracket.start < at && at < bracket.end).min_by_key(|b| b.len()).copied()
    }

    /// Returns the end of a figure, past a bracket that says it again: "2.5e12 bytes/s (2.5 TB/s)".
    pub fn past_bracket(&self, figure: Span) -> usize {
        if let Some(bracket) = self.bracket(figure.start)
            && self.rest(figure.end, bracket.end).is_empty()
        {
            return bracket.end;
        }
        let next = self
            .brackets
            .iter()
            .find(|bracket| bracket.start >= figure.end && self.gap(figure.end, bracket.start).trim().is_empty());
        let Some(next) = next else { return figure.end };
        let again = self
            .quantities()
            .iter()
            .any(|q| next.contains(q.span) && q.unit.is_some() && q.span.len() + 8 >= next.len());
        if again { next.end } else { figure.end }
    }

    /// Returns the text between two places; empty where they touch or overlap.
    pub fn gap(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Says whether a word with this meaning lies between two places.
    pub fn has(&self, cue: Cue, from: usize, to: usize) -> bool {
        from < to && self.scene.has(cue, Span::new(from, to))
    }

    /// Says whether the clause of the byte `at` opens with a pointer to something that is no device: "这些模块",
    /// "this pair of glasses".
    pub fn speaks_of_another(&self, at: usize) -> bool {
        const HEAD: usize = 6;
        let clause = self.clause(at);
        self.scene.cues.iter().any(|cue| {
            matches!(cue.entry, Cue::This | Cue::The)
                && clause.start <= cue.span.start
                && cue.span.start <= clause.start + HEAD
                && cue.span.end <= at
                && !self.devices.iter().any(|device| device.mention.span.overlaps(cue.span))
        })
    }

    /// Returns how many figures (no bare numbers) begin between two places.
    pub fn figures_between(&self, from: usize, to: usize) -> usize {
        self.quantities().iter().filter(|q| !q.bare && from <= q.span.start && q.span.end <= to).count()
    }

    /// Says whether a device stands between two places.
    pub fn device_between(&self, from: usize, to: usize) -> bool {
        self.devices.iter().any(|device| from <= device.mention.span.start && device.mention.span.end <= to)
    }

    /// Returns the letters that are left between two places once metrics, conditions and binding
    /// words are taken out.
    pub fn rest(&self, from: usize, to: usize) -> String {
        let Some(gap) = self.text.get(from..to) else { return String::new() };
        let mentions = &self.scene.mentions;
        let known = mentions.metrics.iter().map(|m| m.span);
        let known = known.chain(mentions.conditions.iter().map(|c| c.span));
        let joins = self.scene.cues.iter().filter(|cue| {
            matches!(cue.entry, Cue::Link | Cue::Inside | Cue::Hourly | Cue::Monthly | Cue::CoreNoun | Cue::ChipNoun)
        });
        let known: Vec<Span> =
            known.chain(joins.map(|cue| cue.span)).filter(|span| span.start < to && from < span.end).collect();
        let inside = |at: usize| known.iter().any(|span| span.start <= from + at && from + at < span.end);
        gap.char_indices().filter(|(at, c)| c.is_alphanumeric() && !inside(*at)).map(|(_, c)| c).collect()
    }

    /// Says whether only a few joining words, metrics and conditions stand between two places, no
    /// other figure or device, and no break.
    pub fn is_tight(&self, from: usize, to: usize) -> bool {
        if from > to || self.clauses_between(from, to.saturating_sub(1).max(from)) > 0 {
            return false;
        }
        let gap = self.gap(from, to);
        gap.len() <= 60
            && !gap.contains([',', '，', '、', ';', '；'])
            && !self.has(Cue::And, from, to)
            && !self.has(Cue::But, from, to)
            && self.figures_between(from, to) == 0
            && !self.device_between(from, to)
            && self.rest(from, to).chars().count() <= 12
    }

    /// Says whether two neighbours are members of one list: nothing but joining words between them.
    pub fn is_joined(&self, from: usize, to: usize) -> bool {
        if from > to || self.figures_between(from, to) > 0 {
            return false;
        }
        let gap = self.gap(from, to);
        let mut left: Vec<bool> = gap.chars().map(char::is_alphanumeric).collect();
        let mut joined = gap.contains(['/', '、', ',', '，']);
        let places: Vec<usize> = gap.char_indices().map(|(at, _)| from + at).collect();
        for cue in
            self.scene.cues.iter().filter(|cue| cue.entry == Cue::And && from <= cue.span.start && cue.span.end <= to)
        {
            joined = true;
            for (letter, place) in left.iter_mut().zip(&places) {
                *letter &= !(cue.span.start <= *place && *place < cue.span.end);
            }
        }
        joined && left.iter().filter(|letter| **letter).count() <= 6
    }

    /// Says whether `device` stands in an aside that the byte `at` is no part of ("A100 (like V100) has").
    pub fn is_aside(&self, device: &Named, at: usize) -> bool {
        let Some(bracket) = self.bracket(device.mention.span.start) else { return false };
        if bracket.start < at && at < bracket.end {
            return false;
        }
        // An example in brackets narrows the class before them, another name repeats it.
        let before = self.devices.iter().rfind(|other| other.mention.span.end <= bracket.start);
        before.is_some_and(|before| {
            before.mention.device != device.mention.device
                && !self.vocab.devices.is_a(&device.mention.device, &before.mention.device)
        })
    }
}

/// Returns the devices of `scene`, a class and its member beside each other taken together.
fn named(vocab: &Vocab, scene: &Scene<'_>) -> Vec<Named> {
    let mut found: Vec<Named> = Vec::new();
    for (mention, role) in scene.mentions.devices.iter().zip(&scene.roles) {
        let is_model = vocab.devices.is_a(&mention.device, "model");
        if is_measure(vocab, scene, mention) {
            continue;
        }
        let named = Named { mention: mention.clone(), role: *role, is_model };
        if let Some(last) = found.last_mut()
            && scene.text().get(last.mention.span.end..mention.span.start).is_some_and(|gap| gap.trim().is_empty())
        {
            let span = last.mention.span.join(mention.span);
            if vocab.devices.is_a(&mention.device, &last.mention.device) {
                let role = last.role;
                *last = Named { role, ..named };
                last.mention.span = span;
                continue;
            }
            if vocab.devices.is_a(&last.mention.device, &mention.device) {
                last.mention.span = span;
                continue;
            }
        }
        let clause = |at: usize| scene.sentence.clauses.partition_point(|clause| clause.start <= at);
        let said = |other: &Named| {
            other.role == Role::Subject
                && named.role == Role::Subject
                && other.mention.device != named.mention.device
                && vocab.devices.is_a(&other.mention.device, &named.mention.device)
                && clause(other.mention.span.start) == clause(named.mention.span.start)
        };
        // "The H200 is the first GPU with …": the class only says what it is.
        if !found.iter().any(said) {
            found.push(named);
        }
    }
    found
}

/// Says whether a device word only measures: "per GPU", "an 8-GPU board".
fn is_measure(vocab: &Vocab, scene: &Scene<'_>, mention: &DeviceMention) -> bool {
    let scope = scene.mentions.conditions.iter().any(|condition| {
        condition.conditions.get("scope").is_some()
            && condition.span.start < mention.span.start
            && condition.span.contains(mention.span)
    });
    let unit = scene
        .mentions
        .quantities
        .iter()
        .any(|q| q.unit.is_some() && q.span.start < mention.span.start && mention.span.start < q.span.end);
    let before = scene.text().get(..mention.span.start).unwrap_or_default();
    // "GPU memory" names a metric, no device.
    let noun =
        scene.mentions.metrics.iter().any(|m| m.span.contains(mention.span) && m.span.len() > mention.span.len() + 1);
    // "An 8-GPU A100 server" is of the A100.
    let class = || vocab.devices.iter().any(|other| other.parent.as_ref() == Some(&mention.device));
    scope
        || unit
        || noun
        || class() && before.strip_suffix('-').is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()))
}

/// Returns the clauses of the sentence; a label before a colon belongs to what follows it, and
/// a clause covers the mark that ends it.
fn clauses(scene: &Scene<'_>) -> Vec<Span> {
    let text = scene.text();
    let mut found: Vec<Span> = Vec::new();
    for clause in &scene.sentence.clauses {
        match found.last_mut() {
            Some(last) if text.get(..clause.start).is_some_and(|t| t.trim_end().ends_with([':', '：'])) => {
                last.end = clause.end.max(last.end);
            }
            Some(last) => {
                last.end = last.end.max(clause.start);
                found.push(*clause);
            }
            None => found.push(Span::new(0, clause.end)),
        }
    }
    match found.last_mut() {
        Some(last) => last.end = text.len().max(last.end),
        None => found.push(Span::new(0, text.len())),
    }
    found
}

/// Returns the brackets of `text`; one that is never closed ends with the text.
fn brackets(text: &str) -> Vec<Span> {
    let mut open: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '（' => open.push(at),
            ')' | '）' => found.extend(open.pop().map(|start| Span::new(start, at + c.len_utf8()))),
            _ => {}
        }
    }
    found.extend(open.into_iter().map(|start| Span::new(start, text.len())));
    found
}
