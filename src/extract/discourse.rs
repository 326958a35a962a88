//! Who is being talked about: the subject of each sentence, carried from the clause, the
//! sentence before, the heading, the list's lead line.
//!
//! [`scenes`] also resolves what points back (see [`super::pointer`]): "the latter", "该芯片",
//! "it" become device mentions of their own, so that no later step needs to know them. A new
//! section starts with nobody carried; a new paragraph keeps the last subject only for words
//! that point back.

mod amend;
mod names;
mod topic;

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use names::{distinct, first_alone, is_kind_of, is_question, names_alone, period, unique, without_classes};
use topic::{Topic, opener};

use super::environment::Environment;
use super::mention::{self, DeviceMention, Mentions};
use super::pointer::{self, Before};
use super::role::{self, Role};
use super::stranger;
use crate::claim::{Conditions, Name};
use crate::normalise::Sentence;
use crate::read::{Article, BlockKind};
use crate::text::Span;
use crate::vocab::cue::Cue;
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
    /// The device that the sentences before leave standing, in the same block.
    pub carried: Option<DeviceMention>,
    /// The model (`bert`, `gpt-3`) that the sentences before leave standing, in the same block.
    pub carried_model: Option<DeviceMention>,
    /// Devices named by the nearest heading or lead line above that names any.
    pub above: Vec<DeviceMention>,
    /// Models named by the nearest heading or lead line above that names any.
    pub above_models: Vec<DeviceMention>,
    /// What headings and lead lines above state, innermost first; a key that one of them states twice is left out.
    pub above_conditions: Vec<Conditions>,
    /// Metrics that headings and lead lines above name, innermost first.
    pub above_metrics: Vec<Name>,
    /// Metrics that the last sentence of the block to name any named.
    pub carried_metrics: Vec<Name>,
    /// The devices of the last sentence of the block to name several, in order.
    pub before: Vec<DeviceMention>,
    /// Unit and size of the last price by time of the block.
    pub carried_price: Option<(Name, Decimal)>,
    /// Names that the vocabulary does not hold and of which something is said, in order of place.
    pub strangers: Vec<Span>,
    /// The time for which the lead line gives its prices ("Hourly rates:"), as units write it.
    pub above_period: Option<&'static str>,
    /// It answers the question right above its block ("How much does an H100 cost?").
    pub answers: bool,
    /// What everything so far was measured on.
    pub environment: Environment,
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
}

/// Reads the sentences in order and keeps track of who is being talked about.
pub fn scenes<'a>(vocab: &Vocab, article: &Article, sentences: &'a [Sentence]) -> Vec<Scene<'a>> {
    let mut tracker = Tracker {
        vocab,
        article,
        named: BTreeMap::new(),
        title: None,
        state: State::default(),
        block: None,
        above: Above::default(),
        label: None,
        asked: false,
        environment: Environment::default(),
        boards: false,
    };
    let title = article.source.title.as_deref().filter(|title| !stands_in(article, title));
    tracker.title = title.map(|title| tracker.title(title));
    sentences.iter().map(|sentence| tracker.next(sentence)).collect()
}

/// Says whether the title is but the first heading or line of the text, which then speaks for itself.
fn stands_in(article: &Article, title: &str) -> bool {
    let title = title.trim();
    article.blocks.iter().any(|block| {
        let text = block.text.as_str().trim();
        text.starts_with(title) || !text.is_empty() && title.starts_with(text)
    })
}

/// Who was last spoken of.
#[derive(Debug, Clone, Default)]
struct State {
    device: Option<DeviceMention>,
    model: Option<DeviceMention>,
    metrics: Vec<Name>,
    before: Before,
    list: Vec<DeviceMention>,
    price: Option<(Name, Decimal)>,
    /// The rate of operations that ends the last sentence of the block.
    rate: Option<amend::Lender>,
    /// What the last sentence of the block states.
    stated: Conditions,
}

/// What a heading, a lead line or the title names.
#[derive(Debug, Clone, Default)]
struct Named {
    devices: Vec<DeviceMention>,
    models: Vec<DeviceMention>,
    conditions: Conditions,
    metrics: Vec<Name>,
    period: Option<&'static str>,
}

/// What the levels above a block name.
#[derive(Debug, Clone, Default)]
struct Above {
    devices: Vec<DeviceMention>,
    models: Vec<DeviceMention>,
    conditions: Vec<Conditions>,
    metrics: Vec<Name>,
    period: Option<&'static str>,
}

struct Tracker<'v> {
    vocab: &'v Vocab,
    article: &'v Article,
    /// What the blocks read so far name.
    named: BTreeMap<usize, Named>,
    title: Option<Named>,
    state: State,
    block: Option<usize>,
    above: Above,
    /// The last item that only names a device, and that device.
    label: Option<(usize, Vec<DeviceMention>)>,
    /// A device that has a short name was named in full.
    boards: bool,
    /// The block right above is a question, and nothing of this one was read.
    asked: bool,
    environment: Environment,
}

impl Tracker<'_> {
    fn next<'a>(&mut self, sentence: &'a Sentence) -> Scene<'a> {
        if self.block != Some(sentence.block) {
            self.enter(sentence.block);
        }
        let text = sentence.text.as_str();
        // After a text about boards, "4090" and "v5e" are boards too.
        let beside = self.boards || self.state.before.device.is_some() || !self.above.devices.is_empty();
        let mut mentions = mention::scan_beside(self.vocab, text, beside);
        let mut cues = self.vocab.binding.cues.find_all(text);
        // "Per GPU-hour" says for how long, whichever device stands in it.
        let timed = |cue: Cue| matches!(cue, Cue::Hourly | Cue::Monthly | Cue::Way);
        cues.retain(|found| {
            !mentions.devices.iter().any(|device| {
                device.span.overlaps(found.span)
                    && !(timed(found.entry) && found.span.contains(device.span) && found.span != device.span)
            })
        });
        amend::keep_longest(&mut cues);
        amend::keep_ways(text, &mentions.conditions, &mut cues);
        // What a denied report is made of states nothing.
        let none = |cue: Cue| matches!(cue, Cue::NotAReport | Cue::Neutral);
        let denied = |span: Span| cues.iter().any(|cue| none(cue.entry) && cue.span.contains(span) && cue.span != span);
        mentions.conditions.retain(|stated| !denied(stated.span));
        amend::negate(self.vocab, text, &cues, &self.state.stated, &mut mentions.conditions);
        cues.sort_by_key(|found| (found.span.start, found.span.end, found.entry));
        amend::join_vague(text, &cues, &mut mentions.quantities);
        amend::share_units(text, &mut mentions);
        amend::share_watts(&mut mentions);
        amend::lend_units(text, self.state.rate.as_ref(), &self.state.stated, &mut mentions);
        amend::price_many(self.vocab, text, &mut mentions.quantities);
        amend::drop_torn(&mut mentions);
        amend::drop_architectures(self.vocab, text, &cues, &mut mentions.devices);
        self.state.before.of_model = self.state.device.is_none() && self.state.model.is_some();
        let before = &self.state.before;
        pointer::resolve(self.vocab, text, &cues, &sentence.clauses, before, &mut mentions.devices);
        let roles = role::roles(self.vocab, text, &cues, &mentions.devices);
        let strangers = stranger::find(text, &cues, &sentence.clauses, &mentions);
        let scene = Scene {
            strangers,
            before: self.state.list.clone(),
            carried_price: self.state.price.clone(),
            sentence,
            roles,
            cues,
            mentions,
            carried: self.state.device.clone(),
            carried_model: self.state.model.clone(),
            above: self.above.devices.clone(),
            above_models: self.above.models.clone(),
            above_conditions: self.above.conditions.clone(),
            above_metrics: self.above.metrics.clone(),
            above_period: self.above.period,
            carried_metrics: self.state.metrics.clone(),
            answers: std::mem::take(&mut self.asked),
            environment: self.environment.clone(),
        };
        self.note_terms(&scene);
        self.environment.learn(self.vocab, text, &scene.mentions);
        self.leave(&scene);
        self.note_label(&scene);
        self.boards = self.boards || self.names_board(&scene);
        scene
    }

    /// Starts a block: a heading forgets everybody, a paragraph all but those whom words point back to.
    fn enter(&mut self, block: usize) {
        let blocks = &self.article.blocks;
        let same_section = self.block.is_some_and(|last| {
            let open = |at: usize| blocks.get(at).is_some_and(|b| !matches!(b.kind, BlockKind::Heading(_)));
            open(last) && open(block) && blocks[last].headings == blocks[block].headings
        });
        self.state.device = None;
        self.state.model = None;
        self.state.metrics.clear();
        self.state.price = None;
        self.state.rate = None;
        self.state.stated = Conditions::default();
        if !same_section {
            self.state = State::default();
        }
        self.asked = self.block.is_some_and(|last| last + 1 == block && self.asks(last));
        self.block = Some(block);
        self.above = self.look_up(block);
        match self.label.take().filter(|(label, _)| self.is_same_list(*label, block)) {
            Some((label, devices)) => {
                self.above.devices.clone_from(&devices);
                self.label = Some((label, devices));
            }
            None => self.label = None,
        }
    }

    /// Says whether two blocks are items of one list.
    fn is_same_list(&self, one: usize, other: usize) -> bool {
        let (Some(a), Some(b)) = (self.article.blocks.get(one), self.article.blocks.get(other)) else { return false };
        let depth = |kind: &BlockKind| if let BlockKind::Item(depth) = kind { Some(*depth) } else { None };
        depth(&a.kind).is_some() && depth(&a.kind) == depth(&b.kind) && a.lead == b.lead && a.headings == b.headings
    }

    /// Remembers an item that is a device's label: where the levels of a list were lost, those below it speak of that
    /// device ("- 昇腾 310：边缘推理芯片", "- 功耗：8W").
    fn note_label(&mut self, scene: &Scene<'_>) {
        let block = scene.sentence.block;
        let devices = &scene.mentions.devices;
        let item = self.article.blocks.get(block).is_some_and(|block| matches!(block.kind, BlockKind::Item(_)));
        if !item || devices.is_empty() {
            return;
        }
        // "定位：消费级显卡" only says what kind of thing it is, and one within an item that is no label is no head.
        let opens = devices.first().is_some_and(|first| first.span.start <= 2) || names_alone(scene);
        let ends = scene.text().trim_end().ends_with([':', '：']);
        if let Some((_, labels)) = &self.label
            && !ends
            && (!opens || devices.iter().all(|kind| is_kind_of(self.vocab, labels, kind)))
        {
            return;
        }
        self.label = None;
        let written = |device: &DeviceMention| device.span.of(scene.text()).unwrap_or_default();
        let numbered = devices.iter().all(|device| written(device).bytes().any(|byte| byte.is_ascii_digit()));
        let labels = match devices.as_slice() {
            [one] => numbered && self.describes(scene, one) || scene.text().trim_end().ends_with([':', '：']),
            _ => false,
        };
        // "1. CPU（中央处理器）" heads what stands below it, too.
        let glossed =
            devices.iter().all(|device| device.device == devices[0].device) && scene.text().contains(['(', '（']);
        let alone = (numbered || glossed) && names_alone(scene);
        if labels || alone {
            let place = |device: &DeviceMention| DeviceMention { span: Span::new(0, 0), ..device.clone() };
            let mut heads: Vec<DeviceMention> = devices.iter().map(place).collect();
            heads.dedup_by(|next, kept| next.device == kept.device && next.conditions == kept.conditions);
            self.label = Some((block, heads));
        }
    }

    /// Keeps what a label opens a block with ("One-year: 25-30% off."): it holds for the block's other sentences.
    fn note_terms(&mut self, scene: &Scene<'_>) {
        let Some(first) = scene.mentions.conditions.first().filter(|first| first.span.start == 0) else { return };
        let opens = self
            .article
            .blocks
            .get(scene.sentence.block)
            .is_some_and(|block| block.span.start + 4 >= scene.sentence.text.source().start);
        let labels = scene.text().get(first.span.end..).is_some_and(|rest| rest.starts_with([':', '：']));
        let sold = first.conditions.get("term").is_some() || first.conditions.get("pricing").is_some();
        if opens && labels && sold {
            self.above.conditions.insert(0, first.conditions.clone());
        }
    }

    /// Says whether a heading, or the line that leads a paragraph in, is a question about hardware.
    fn asks(&self, block: usize) -> bool {
        let Some(above) = self.article.blocks.get(block) else { return false };
        let named = self.named.get(&block);
        let open = named.is_some_and(|named| named.models.is_empty() && named.conditions.get("phase").is_none());
        matches!(above.kind, BlockKind::Heading(_) | BlockKind::Paragraph) && open && is_question(above.text.as_str())
    }

    /// Says whether a device that has a short name is named in full.
    fn names_board(&self, scene: &Scene<'_>) -> bool {
        let letters = |span: Span| span.of(scene.text()).is_some_and(|name| name.contains(|c: char| c.is_alphabetic()));
        let short = |id: &str| {
            let known = self.vocab.devices.get(id);
            known.is_some_and(|known| known.short.iter().any(|name| name.bytes().all(|byte| byte.is_ascii_digit())))
        };
        scene.mentions.devices.iter().any(|device| letters(device.span) && short(&device.device))
    }

    /// Says whether a text opens with a device and a colon, and gives no figure.
    fn describes(&self, scene: &Scene<'_>, device: &DeviceMention) -> bool {
        let behind = scene.text().get(device.span.end..).unwrap_or_default().trim_start();
        device.span.start == 0
            && behind.starts_with([':', '：'])
            && scene.mentions.quantities.iter().all(|quantity| quantity.bare)
    }

    /// Returns what the levels above `block` name. A class ("GPU memory") does not hide a member
    /// that stands further out ("H100").
    fn look_up(&self, block: usize) -> Above {
        let mut above = Above::default();
        let levels = self.levels(block);
        let levels = levels.iter().filter_map(|level| self.named.get(level)).chain(&self.title);
        for named in levels {
            let narrower = |outer: &DeviceMention| {
                above
                    .devices
                    .iter()
                    .all(|inner| inner.device != outer.device && self.vocab.devices.is_a(&outer.device, &inner.device))
            };
            if !named.devices.is_empty() && (above.devices.is_empty() || named.devices.iter().all(narrower)) {
                above.devices.clone_from(&named.devices);
            }
            if above.models.is_empty() {
                above.models.clone_from(&named.models);
            }
            above.period = above.period.or(named.period);
            above.conditions.push(named.conditions.clone());
            above.metrics.extend(named.metrics.iter().cloned());
        }
        above
    }

    /// Returns the blocks above `block` that may name its subject, innermost first.
    fn levels(&self, block: usize) -> Vec<usize> {
        let Some(this) = self.article.blocks.get(block) else { return Vec::new() };
        let mut levels = Vec::new();
        levels.extend(block.checked_sub(1).filter(|_| self.asked));
        let mut lead = this.lead;
        while let Some(at) = lead.filter(|at| !levels.contains(at) && levels.len() < 8) {
            levels.push(at);
            lead = self.article.blocks.get(at).and_then(|block| block.lead);
        }
        let asked = levels.first().copied().filter(|_| self.asked);
        levels.extend(this.headings.iter().rev().copied().filter(|heading| Some(*heading) != asked));
        levels
    }

    fn title(&self, title: &str) -> Named {
        let folded = crate::normalise::fold(&crate::text::Mapped::verbatim(title, 0));
        let mentions = mention::scan(self.vocab, folded.as_str());
        let (models, devices) = self.split(distinct(mentions.devices.iter()));
        let metrics =
            mentions.metrics.iter().filter(|metric| !metric.weak).map(|metric| metric.metric.clone()).collect();
        Named { devices, models, conditions: unique(&mentions.conditions), metrics, period: None }
    }

    fn split(&self, devices: Vec<DeviceMention>) -> (Vec<DeviceMention>, Vec<DeviceMention>) {
        devices.into_iter().partition(|device| self.vocab.devices.is_a(&device.device, "model"))
    }

    /// Remembers whom the sentence leaves standing.
    fn leave(&mut self, scene: &Scene<'_>) {
        let with_roles = || scene.mentions.devices.iter().zip(&scene.roles);
        let subjects = distinct(with_roles().filter(|(_, role)| **role == Role::Subject).map(|(device, _)| device));
        let (models, devices) = self.split(subjects);
        let spread = devices.len() > 1 && self.is_spread(scene, &devices);
        let topic = if spread { Topic::Nobody } else { self.topic(&devices) };
        let topic = if matches!(topic, Topic::Nobody) { opener(scene, &devices) } else { topic };
        let topic = if self.is_called(scene, &topic) { Topic::Same } else { topic };
        match if self.is_of_stranger(scene) { Topic::Nobody } else { topic } {
            Topic::Same => {}
            Topic::Nobody => {
                self.state.device = None;
                self.state.before.device = None;
            }
            Topic::Of(device) => {
                self.state.before.device = Some(device.clone());
                self.state.device = Some(device);
            }
        }
        match self.topic(&models) {
            Topic::Same => {}
            Topic::Nobody => self.state.model = None,
            Topic::Of(model) => {
                self.state.before.model = Some(model.clone());
                self.state.model = Some(model);
            }
        }
        let all = distinct(with_roles().map(|(device, _)| device));
        let all = self.split(all).1;
        // A heading "A vs B" is about both.
        let heading = matches!(
            self.article.blocks.get(scene.sentence.block).map(|block| &block.kind),
            Some(BlockKind::Heading(_))
        );
        let between = |cue: Span| {
            scene.mentions.devices.windows(2).any(|pair| {
                let gap = Span::new(pair[0].span.end, pair[1].span.start.max(pair[0].span.end));
                gap.contains(cue) && gap.of(scene.text()).is_some_and(|gap| gap.trim().len() <= cue.len() + 2)
            })
        };
        let opposed = heading && scene.cues.iter().any(|cue| cue.entry == Cue::Opposed && between(cue.span));
        let devices = if opposed { all.clone() } else { devices };
        if let [first, second] = all.as_slice() {
            self.state.before.pair = Some((first.clone(), second.clone()));
        }
        if all.len() > 1 {
            self.state.list = all;
        } else if !all.is_empty() {
            self.state.list.clear();
        }
        let price = scene.mentions.quantities.iter().rev().find_map(|price| {
            let unit = price.unit.as_ref().filter(|unit| &*unit.dimension == "money/time")?;
            Some((unit.canonical.clone(), price.high.or(price.low)?.checked_mul(unit.factor)?))
        });
        if price.is_some() {
            self.state.price = price;
        }
        self.state.rate = scene.mentions.quantities.last().and_then(amend::lender);
        // Of a paragraph that leads a list in, the last sentence that names anybody counts.
        let named = self.named.entry(scene.sentence.block).or_default();
        if !devices.is_empty() {
            // "A100 40GB and 80GB": what is said below is of neither size alone.
            let sizes = scene.mentions.quantities.iter();
            let listed = sizes.filter_map(|size| size.unit.as_ref()).any(|unit| &*unit.dimension == "bytes");
            let devices = without_classes(self.vocab, devices);
            named.devices = if heading && !opposed { first_alone(self.vocab, devices) } else { devices };
            if listed {
                for device in &mut named.devices {
                    device.conditions.remove("variant");
                }
            }
        }
        if !models.is_empty() {
            named.models = models;
        }
        named.period = period(scene);
        named.conditions = unique(&scene.mentions.conditions);
        self.state.stated.clone_from(&named.conditions);
        // A question means what its common words name: "How much does it cost?"
        let asks = is_question(scene.text());
        let metrics = scene.mentions.metrics.iter().filter(|metric| !metric.weak || asks);
        named.metrics = metrics.map(|metric| metric.metric.clone()).collect();
        if !named.metrics.is_empty() {
            self.state.metrics.clone_from(&named.metrics);
        }
    }
}
