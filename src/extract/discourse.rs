//! Who is being talked about: the subject of each sentence, carried from the clause, the
//! sentence before, the heading, the list's lead line.
//!
//! [`scenes`] also resolves what points back: "the latter", "该芯片", "it" become device
//! mentions of their own, so that no later step needs to know them. A new section starts
//! with nobody carried; a new paragraph keeps the last subject only for words that point back.

use std::collections::BTreeMap;

use super::mention::{self, DeviceMention, Mentions};
use super::role::{self, Role};
use crate::claim::{Conditions, Name};
use crate::normalise::Sentence;
use crate::read::{Article, BlockKind};
use crate::text::Span;
use crate::vocab::binding::Cue;
use crate::vocab::{Match, Vocab};

/// One sentence with all that is named in it and the subjects it may inherit.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    /// The sentence.
    pub sentence: &'a Sentence,
    /// What it names, words that point back included; spans are bytes of the sentence's folded text.
    pub mentions: Mentions,
    /// The role of each device mention, in the same order.
    pub roles: Vec<Role>,
    /// Binding words, in order of place; one word may have several meanings.
    pub cues: Vec<Match<Cue>>,
    /// The subject that the sentences before leave standing, in the same block or list.
    pub carried: Option<DeviceMention>,
    /// The last subject before, in whichever paragraph of the same section.
    pub recent: Option<DeviceMention>,
    /// Devices named by the nearest heading or lead line above that names any.
    pub above: Vec<DeviceMention>,
}

impl Scene<'_> {
    /// Returns the folded text of the sentence.
    pub fn text(&self) -> &str {
        self.sentence.text.as_str()
    }

    /// Says whether a word with this meaning lies within `span`.
    pub fn has(&self, cue: Cue, span: Span) -> bool {
        self.cues.iter().any(|found| found.entry == cue && span.contains(found.span))
    }

    /// Returns the clause that holds the byte `at`, or the whole sentence.
    pub fn clause(&self, at: usize) -> Span {
        let found = self.sentence.clauses.iter().copied().find(|clause| clause.start <= at && at < clause.end);
        found.unwrap_or_else(|| Span::new(0, self.sentence.text.len()))
    }
}

/// Reads the sentences in order and keeps track of who is being talked about.
pub fn scenes<'a>(vocab: &Vocab, article: &Article, sentences: &'a [Sentence]) -> Vec<Scene<'a>> {
    let mut tracker = Tracker { vocab, article, named: BTreeMap::new(), state: State::default(), block: None };
    sentences.iter().map(|sentence| tracker.next(sentence)).collect()
}

/// Who was last spoken of.
#[derive(Debug, Clone, Default)]
struct State {
    carried: Option<DeviceMention>,
    recent: Option<DeviceMention>,
    /// The two devices that "the former" and "the latter" mean.
    pair: Option<(DeviceMention, DeviceMention)>,
}

struct Tracker<'v> {
    vocab: &'v Vocab,
    article: &'v Article,
    /// Devices of the headings, lead lines and items read so far, by block.
    named: BTreeMap<usize, Vec<DeviceMention>>,
    state: State,
    block: Option<usize>,
}

impl Tracker<'_> {
    fn next<'a>(&mut self, sentence: &'a Sentence) -> Scene<'a> {
        if self.block != Some(sentence.block) {
            self.enter(sentence.block);
        }
        let text = sentence.text.as_str();
        let mut mentions = mention::scan(self.vocab, text);
        let mut cues = self.vocab.binding.cues.find_all(text);
        cues.sort_by_key(|found| (found.span.start, found.span.end, found.entry));
        cues.retain(|found| !mentions.devices.iter().any(|device| device.span.overlaps(found.span)));
        let state = self.state.clone();
        Resolver { vocab: self.vocab, text, cues: &cues, clauses: &sentence.clauses, state: &state }
            .resolve(&mut mentions);
        let roles = role::roles(self.vocab, text, &cues, &mentions.devices);
        let scene = Scene {
            sentence,
            roles,
            cues,
            carried: state.carried,
            recent: state.recent,
            above: self.above(sentence.block),
            mentions,
        };
        self.leave(&scene);
        scene
    }

    /// Starts a block: a heading forgets everybody, a paragraph all but the last subject.
    fn enter(&mut self, block: usize) {
        let blocks = &self.article.blocks;
        let same_section = self.block.is_some_and(|last| {
            let open = |at: usize| blocks.get(at).is_some_and(|b| !matches!(b.kind, BlockKind::Heading(_)));
            open(last) && open(block) && blocks[last].headings == blocks[block].headings
        });
        self.state.carried = None;
        if !same_section {
            self.state = State::default();
        }
        self.block = Some(block);
    }

    /// Returns the devices of the nearest heading or lead line above `block` that names any.
    /// A class ("GPU memory") does not hide a member that stands further out ("H100").
    fn above(&self, block: usize) -> Vec<DeviceMention> {
        let mut found: Vec<DeviceMention> = Vec::new();
        for level in self.levels(block) {
            let Some(devices) = self.named.get(&level).filter(|devices| !devices.is_empty()) else { continue };
            let narrower = |outer: &DeviceMention| {
                found
                    .iter()
                    .all(|inner| inner.device != outer.device && self.vocab.devices.is_a(&outer.device, &inner.device))
            };
            if found.is_empty() || devices.iter().all(narrower) {
                found = devices.clone();
            }
        }
        found
    }

    /// Returns the blocks above `block` that may name its subject, innermost first.
    fn levels(&self, block: usize) -> Vec<usize> {
        let Some(this) = self.article.blocks.get(block) else { return Vec::new() };
        let mut levels = Vec::new();
        let mut lead = this.lead;
        while let Some(at) = lead.filter(|at| !levels.contains(at) && levels.len() < 8) {
            levels.push(at);
            lead = self.article.blocks.get(at).and_then(|block| block.lead);
        }
        levels.extend(this.headings.iter().rev());
        levels
    }

    /// Remembers whom the sentence leaves standing.
    fn leave(&mut self, scene: &Scene<'_>) {
        let subjects = distinct(scene, |role| role == Role::Subject);
        let block = scene.sentence.block;
        let named = self.named.entry(block).or_default();
        // Of a paragraph that leads a list in, its last sentence that names anybody counts.
        if !subjects.is_empty() {
            named.clone_from(&subjects);
        }
        if let Some(pair) = pair(&distinct(scene, |_| true)) {
            self.state.pair = Some(pair);
        }
        match self.topic(&subjects) {
            Topic::Same => {}
            Topic::Nobody => self.state.carried = None,
            Topic::Of(device) => {
                self.state.carried = Some(device.clone());
                self.state.recent = Some(device);
            }
        }
    }

    fn topic(&self, subjects: &[DeviceMention]) -> Topic {
        let devices = &self.vocab.devices;
        let Some(first) = subjects.first() else { return Topic::Same };
        // A class and its member ("GPU, such as the A100") are one subject: the member.
        let mut topic = first;
        for other in &subjects[1..] {
            if devices.is_a(&other.device, &topic.device) {
                topic = other;
            } else if !devices.is_a(&topic.device, &other.device)
                && devices.is_a(&other.device, "model") == devices.is_a(&topic.device, "model")
            {
                return Topic::Nobody;
            } else if devices.is_a(&topic.device, "model") {
                topic = other;
            }
        }
        Topic::Of(topic.clone())
    }
}

enum Topic {
    Same,
    Nobody,
    Of(DeviceMention),
}

/// Returns the devices of a sentence in order of place, each once.
fn distinct(scene: &Scene<'_>, keep: fn(Role) -> bool) -> Vec<DeviceMention> {
    let mut found: Vec<DeviceMention> = Vec::new();
    for (device, role) in scene.mentions.devices.iter().zip(&scene.roles) {
        if keep(*role)
            && found.iter().all(|other| other.device != device.device || other.conditions != device.conditions)
        {
            found.push(device.clone());
        }
    }
    found
}

fn pair(devices: &[DeviceMention]) -> Option<(DeviceMention, DeviceMention)> {
    match devices {
        [first, second] => Some((first.clone(), second.clone())),
        _ => None,
    }
}

/// Turns words that point back into device mentions.
struct Resolver<'a> {
    vocab: &'a Vocab,
    text: &'a str,
    cues: &'a [Match<Cue>],
    clauses: &'a [Span],
    state: &'a State,
}

impl Resolver<'_> {
    fn resolve(&self, mentions: &mut Mentions) {
        for at in 0..self.cues.len() {
            let cue = self.cues[at];
            let found = match cue.entry {
                Cue::Former => self.of_pair(cue.span, mentions).map(|pair| pointer(cue.span, &pair.0)),
                Cue::Latter => self.of_pair(cue.span, mentions).map(|pair| pointer(cue.span, &pair.1)),
                Cue::This => self.with_noun(at, cue.span, mentions),
                Cue::The if self.opens_clause(cue.span.start) => self.with_noun(at, cue.span, mentions),
                Cue::Pronoun if self.opens_clause(cue.span.start) => {
                    self.before(cue.span.start, mentions).map(|device| pointer(cue.span, &device))
                }
                _ => None,
            };
            if let Some(found) = found {
                // "该 GPU" takes the place of the class that it narrows.
                mentions.devices.retain(|device| !device.span.overlaps(found.span));
                let place = mentions.devices.partition_point(|device| device.span.start < found.span.start);
                mentions.devices.insert(place, found);
            }
        }
    }

    /// Returns the two devices that "the former" at `span` chooses from: those of this
    /// sentence before it, or those of the sentence before.
    fn of_pair(&self, span: Span, mentions: &Mentions) -> Option<(DeviceMention, DeviceMention)> {
        let mut before: Vec<DeviceMention> = Vec::new();
        for device in mentions.devices.iter().filter(|device| device.span.end <= span.start) {
            if before.iter().all(|other| other.device != device.device || other.conditions != device.conditions) {
                before.push(device.clone());
            }
        }
        match before.len() {
            2 => pair(&before),
            // "The former … ; the latter": the first one resolved stands before the second.
            0 | 1 => self.state.pair.clone(),
            _ => None,
        }
    }

    /// Resolves "该芯片", "this card", "该 750W 芯片": a pointer and a device noun close behind it.
    fn with_noun(&self, at: usize, span: Span, mentions: &Mentions) -> Option<DeviceMention> {
        const REACH: usize = 24;
        let near = |start: usize| start >= span.end && start <= span.end + REACH;
        let noun = self.cues[at..]
            .iter()
            .find(|cue| matches!(cue.entry, Cue::DeviceNoun | Cue::ModelNoun) && near(cue.span.start));
        let class = mentions.devices.iter().find(|device| near(device.span.start));
        if let Some(class) = class
            && noun.is_none_or(|noun| class.span.start <= noun.span.start)
        {
            let gap = Span::new(span.end, class.span.start).of(self.text)?;
            let pointed = self.before(span.start, mentions)?;
            let narrows = pointed.device != class.device && self.vocab.devices.is_a(&pointed.device, &class.device);
            return (narrows && is_modifier(gap)).then(|| pointer(span.join(class.span), &pointed));
        }
        let noun = noun?;
        let gap = Span::new(span.end, noun.span.start).of(self.text)?;
        let pointed = self.before(span.start, mentions)?;
        let is_model = self.vocab.devices.is_a(&pointed.device, "model");
        (is_modifier(gap) && is_model == (noun.entry == Cue::ModelNoun))
            .then(|| pointer(span.join(noun.span), &pointed))
    }

    /// Returns whom a word at `at` points back to: the only device that was the subject before it.
    fn before(&self, at: usize, mentions: &Mentions) -> Option<DeviceMention> {
        let earlier = mentions.devices.iter().filter(|device| device.span.end <= at);
        let last = earlier.last();
        last.or(self.state.carried.as_ref()).or(self.state.recent.as_ref()).cloned()
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
    !gap.contains(['，', ',', '。', ';', '；', ':', '：', '、', '\n']) && gap.split_whitespace().count() <= 3
}

/// Returns a mention at `span` of whom `device` means.
fn pointer(span: Span, device: &DeviceMention) -> DeviceMention {
    DeviceMention { span, device: Name::clone(&device.device), conditions: Conditions::clone(&device.conditions) }
}
