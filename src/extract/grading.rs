//! A sentence as the tokens that rate and compare: devices, aspects, degrees, factors and
//! the small words between them, cut into segments that each say one thing.
//!
//! Nothing is decided here; [`super::comparison`] reads the tokens.

use rust_decimal::Decimal;

use crate::claim::Name;
use crate::extract::discourse::Scene;
use crate::extract::quantity::Reading;
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::quality::{Form, Glue, Grading, Pole, Role};

/// One word that matters, in order of place; none overlap.
#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    /// Bytes of the sentence's folded text.
    pub span: Span,
    /// What it is.
    pub kind: Kind<'a>,
    /// It stands between round brackets.
    pub aside: bool,
}

/// What a token is.
#[derive(Debug, Clone)]
pub(super) enum Kind<'a> {
    /// A device, as an index of the scene's mentions.
    Device(usize),
    /// A quantity, as an index of the scene's mentions.
    Quantity(usize),
    /// A metric named by `metrics.toml`.
    Metric(Name),
    /// A word of `qualities.toml`, with all it may mean.
    Word(&'a [Grading]),
}

/// The tokens between two stops: one clause or less.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    /// Index of the first token.
    pub first: usize,
    /// One past the last.
    pub last: usize,
    /// The text, stops left out.
    pub span: Span,
    /// The stop before it is a colon, or the one after it.
    pub after_colon: bool,
    /// The stop after it is a colon.
    pub before_colon: bool,
}

impl Token<'_> {
    /// Says whether the token may be this word of grammar.
    pub fn is(&self, role: Role) -> bool {
        self.meanings().contains(&Grading::Cue(role))
    }

    fn meanings(&self) -> &[Grading] {
        match self.kind {
            Kind::Word(words) => words,
            _ => &[],
        }
    }

    /// Returns the degree that the token may be.
    pub fn degree(&self) -> Option<(usize, Form)> {
        self.meanings().iter().find_map(|meaning| match meaning {
            Grading::Degree(at, form) => Some((*at, *form)),
            _ => None,
        })
    }

    /// Returns the relation that the token may be.
    pub fn relation(&self) -> Option<usize> {
        self.meanings().iter().find_map(|meaning| match meaning {
            Grading::Relation(at) => Some(*at),
            _ => None,
        })
    }

    /// Returns the ratio that the token may be.
    pub fn ratio(&self) -> Option<usize> {
        self.meanings().iter().find_map(|meaning| match meaning {
            Grading::Ratio(at) => Some(*at),
            _ => None,
        })
    }

    /// Returns the device that the token is.
    pub fn device(&self) -> Option<usize> {
        match self.kind {
            Kind::Device(at) => Some(at),
            _ => None,
        }
    }
}

/// Says whether a word among the tokens makes the sentence a question.
pub(super) fn asks(vocab: &Vocab, text: &str, tokens: &[Token<'_>]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        let still = token.span.of(text).is_some_and(|word| Glue::is(&vocab.qualities.glue().still, word));
        let chooses = tokens
            .get(at + 1)
            .is_some_and(|next| next.device().is_some() && text[token.span.end..next.span.start].trim().is_empty());
        token.is(Role::Question) && (!still || chooses)
    })
}

/// Turns a pole round.
pub(super) fn opposite(pole: Pole) -> Pole {
    match pole {
        Pole::High => Pole::Low,
        Pole::Low => Pole::High,
        Pole::Good => Pole::Bad,
        Pole::Bad => Pole::Good,
        Pole::Equal => Pole::Equal,
    }
}

/// A longer sentence is none: a dump, or a page without stops. It keeps the readers linear,
/// who look back and forth within a sentence.
const LONGEST: usize = 6000;

/// The tokens and segments of one sentence, as all who rate and compare read them.
#[derive(Debug, Clone)]
pub struct Graded<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) segments: Vec<Segment>,
}

/// Cuts each scene into tokens and segments; `None` for one that cannot speak of a device.
pub fn read<'a>(vocab: &'a Vocab, scenes: &[Scene<'_>]) -> Vec<Option<Graded<'a>>> {
    let graded = |scene: &Scene<'_>| {
        is_worth_reading(vocab, scene).then(|| {
            let tokens = tokens(vocab, scene);
            let segments = segments(scene.sentence.text.as_str(), &tokens);
            Graded { tokens, segments }
        })
    };
    scenes.iter().map(graded).collect()
}

/// Says whether a sentence may speak of a device at all, and is one.
fn is_worth_reading(vocab: &Vocab, scene: &Scene<'_>) -> bool {
    let named = scene.mentions.devices.iter().any(|device| !vocab.devices.is_a(&device.device, "model"));
    (named || scene.carried.is_some() || !scene.above.is_empty() || !scene.before.is_empty())
        && scene.sentence.text.len() <= LONGEST
}

/// Returns the tokens of a scene.
fn tokens<'a>(vocab: &'a Vocab, scene: &Scene<'_>) -> Vec<Token<'a>> {
    let text = scene.sentence.text.as_str();
    let mut found: Vec<(u8, Span, Kind<'a>)> = Vec::new();
    let devices = merged_devices(vocab, scene);
    found.extend(devices.into_iter().map(|(at, span)| (0, span, Kind::Device(at))));
    for word in vocab.qualities.gradings(text) {
        let rates = word.entry.iter().any(|meaning| match meaning {
            Grading::Degree(_, form) => *form != Form::Loose,
            Grading::Relation(_) => true,
            _ => false,
        });
        found.push((if rates { 2 } else { 3 }, word.span, Kind::Word(word.entry)));
    }
    let words = vocab.qualities.rated();
    let rated = |metric: &str| {
        let known = vocab.metrics.get(metric);
        known.is_some_and(|known| !words.not_groups.contains(&known.group) && !words.never.contains(&known.id))
    };
    for metric in scene.mentions.metrics.iter().filter(|metric| !metric.weak && rated(&metric.metric)) {
        found.push((4, metric.span, Kind::Metric(metric.metric.clone())));
    }
    for (at, reading) in scene.mentions.quantities.iter().enumerate() {
        let rank = if is_ratio(reading) || share(reading, text).is_some() { 1 } else { 5 };
        found.push((rank, reading.span, Kind::Quantity(at)));
    }
    // A device, a ratio or a rating wins over what lies across it; otherwise the longer word wins.
    found.sort_by_key(|(rank, span, _)| ((*rank).min(3), std::cmp::Reverse(span.len()), *rank, span.start));
    let mut kept: Vec<Token<'a>> = Vec::new();
    let mut taken = vec![false; text.len() + 1];
    for (_, span, kind) in found {
        if span.is_empty() || span.end > text.len() || taken[span.start..span.end].iter().any(|&bit| bit) {
            continue;
        }
        taken[span.start..span.end].fill(true);
        kept.push(Token { span, kind, aside: false });
    }
    kept.retain(|token| !(token.is(Role::Mask) && token.meanings().len() == 1));
    kept.sort_by_key(|token| token.span.start);
    let mut kept = split_standards(vocab, text, kept);
    mark_asides(text, &mut kept);
    mark_means(vocab, text, &mut kept);
    kept
}

/// Marks the devices that are only what others are built on or joined through, as if they stood in brackets: "采用 Ampere
/// 架构", "经过 CPU 连接".
fn mark_means(vocab: &Vocab, text: &str, tokens: &mut [Token<'_>]) {
    let glue = vocab.qualities.glue();
    let near = |part: Option<&str>| part.unwrap_or_default().trim().to_owned();
    for token in tokens.iter_mut().filter(|token| token.device().is_some()) {
        let ahead = text.get(token.span.end..).unwrap_or_default().trim_start();
        let name = token.span.of(text).unwrap_or_default();
        let design = Glue::opens(&glue.design, ahead) || Glue::closes(&glue.design, name);
        if !design && !Glue::opens(&glue.joined, ahead) {
            continue;
        }
        let head = near(text.get(..token.span.start));
        // "采用全新的 Hopper 架构": a few words may stand between.
        let lead: String = head
            .chars()
            .rev()
            .take_while(|c| !matches!(c, '，' | ',' | '。'))
            .take(16)
            .collect::<Vec<char>>()
            .into_iter()
            .rev()
            .collect();
        token.aside |= if design {
            glue.built.iter().any(|word| lead.contains(word.as_str()))
        } else {
            Glue::closes(&glue.through, &head)
        };
    }
}

/// Parts "能效比" before a device: there the last character opens the standard ("TPU 的能效比 CPU 高").
fn split_standards<'a>(vocab: &'a Vocab, text: &str, tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
    let mut split: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        let beside = tokens
            .get(at + 1)
            .filter(|next| next.device().is_some() || next.is(Role::Predecessor))
            .is_some_and(|next| text[token.span.end..next.span.start].trim().is_empty());
        let names =
            matches!(token.kind, Kind::Metric(_)) || token.meanings().iter().any(|m| matches!(m, Grading::Aspect(_)));
        // "60% more than B": behind an amount of its own it rates; it is no bound.
        let amount = at.checked_sub(1).is_some_and(|before| {
            matches!(tokens[before].kind, Kind::Quantity(_))
                && text[tokens[before].span.end..token.span.start].trim().is_empty()
        });
        let last = (beside && names).then(|| token.span.of(text)?.char_indices().next_back()).flatten();
        let blank = (amount && token.is(Role::Atleast))
            .then(|| token.span.of(text)?.char_indices().rfind(|(_, c)| *c == ' '))
            .flatten();
        let parts = last.and_then(|(at, _)| parted(vocab, text, token.span, at));
        match parts.or_else(|| blank.and_then(|(at, _)| rated(vocab, text, token.span, at))) {
            Some(parts) => split.extend(parts),
            None => split.push(token.clone()),
        }
    }
    split
}

/// Parts a name and the word of comparison at its end, which begins at the byte `at` of it.
fn parted<'a>(vocab: &'a Vocab, text: &str, span: Span, at: usize) -> Option<[Token<'a>; 2]> {
    let cut = span.start + at;
    let aspect = word(vocab, text, Span::new(span.start, cut))?;
    let than = word(vocab, text, Span::new(cut, span.end)).filter(|token| token.is(Role::Than))?;
    aspect.meanings().iter().any(|meaning| matches!(meaning, Grading::Aspect(_))).then_some([aspect, than])
}

/// Parts a rating and the word of comparison behind the blank at the byte `at` of the two.
fn rated<'a>(vocab: &'a Vocab, text: &str, span: Span, at: usize) -> Option<[Token<'a>; 2]> {
    let cut = span.start + at;
    let rating = word(vocab, text, Span::new(span.start, cut)).filter(|token| token.degree().is_some())?;
    let than = word(vocab, text, Span::new(cut + 1, span.end)).filter(|token| token.is(Role::Than))?;
    Some([rating, than])
}

/// Returns what is all of `span` as a token.
fn word<'a>(vocab: &'a Vocab, text: &str, span: Span) -> Option<Token<'a>> {
    let found = vocab.qualities.gradings(span.of(text)?);
    let whole = found.first().filter(|found| found.span.len() == span.len())?;
    Some(Token { span, kind: Kind::Word(whole.entry), aside: false })
}

/// Says whether a quantity is a share or a multiple.
pub(super) fn is_ratio(reading: &Reading) -> bool {
    reading.unit.as_ref().is_some_and(|unit| matches!(&*unit.symbol, "%" | "x"))
}

/// Returns the part of one that a quantity is written as: "1/3".
pub(super) fn share(reading: &Reading, text: &str) -> Option<Decimal> {
    let (above, below) = reading.span.of(text)?.split_once('/')?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let share = reading.low.filter(|low| *low > Decimal::ZERO && *low < Decimal::ONE)?;
    (reading.unit.is_none() && reading.high == reading.low && digits(above) && digits(below)).then_some(share)
}

/// Returns the devices, "V100 GPU" as one: a class beside its member says nothing more.
fn merged_devices(vocab: &Vocab, scene: &Scene<'_>) -> Vec<(usize, Span)> {
    let text = scene.sentence.text.as_str();
    let mut merged: Vec<(usize, Span)> = Vec::new();
    for (at, device) in scene.mentions.devices.iter().enumerate() {
        // A model is what a device runs, never a side of a comparison.
        if vocab.devices.is_a(&device.device, "model") {
            continue;
        }
        if let Some(last) = merged.last_mut()
            && last.1.end <= device.span.start
        {
            let gap = &text[last.1.end..device.span.start];
            let before = &scene.mentions.devices[last.0];
            if gap.chars().all(|c| c == ' ') {
                // "GPU 云实例" is but where the GPU stands.
                let place = matches!(&*device.device, "instance" | "system");
                if place || vocab.devices.is_a(&before.device, &device.device) {
                    last.1.end = device.span.end;
                    continue;
                }
                if vocab.devices.is_a(&device.device, &before.device) {
                    *last = (at, last.1.join(device.span));
                    continue;
                }
            }
        }
        merged.push((at, device.span));
    }
    merged
}

fn mark_asides(text: &str, tokens: &mut [Token<'_>]) {
    let mut depth = 0_usize;
    let mut next = 0;
    for (at, c) in text.char_indices() {
        while next < tokens.len() && tokens[next].span.start <= at {
            tokens[next].aside = depth > 0;
            next += 1;
        }
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    for token in &mut tokens[next..] {
        token.aside = depth > 0;
    }
}

/// Cuts the tokens of `text` where a clause ends, or where a word begins the other side.
fn segments(text: &str, tokens: &[Token<'_>]) -> Vec<Segment> {
    let mut stops: Vec<(usize, usize, bool)> = Vec::new();
    let mut depth = 0_usize;
    let end = text.trim_end().len();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            _ if depth == 0 && is_stop(text, at, c, end) => {
                stops.push((at, at + c.len_utf8(), matches!(c, ':' | '：')))
            }
            _ => {}
        }
    }
    for (at, token) in tokens.iter().enumerate() {
        if token.is(Role::Contrast) && begins_side(text, tokens, at) {
            stops.push((token.span.start, token.span.start, false));
        }
    }
    stops.extend(second_standards(text, tokens));
    stops.sort_unstable();
    stops.push((text.len(), text.len(), false));
    let mut segments = Vec::new();
    let (mut from, mut first, mut after_colon) = (0, 0, false);
    for (stop, next, colon) in stops {
        if stop < from {
            continue;
        }
        let last = first + tokens[first..].partition_point(|token| token.span.start < stop);
        if stop > from {
            let span = Span::new(from, stop);
            segments.push(Segment { first, last, span, after_colon, before_colon: colon });
        }
        (from, first, after_colon) = (next, last, colon);
    }
    segments
}

/// Returns where one comparison ends and the next begins without a mark between them: "4x faster than A and 3x faster than B".
fn second_standards(text: &str, tokens: &[Token<'_>]) -> Vec<(usize, usize, bool)> {
    let mut stops = Vec::new();
    let mut other: Option<usize> = None;
    for (at, token) in tokens.iter().enumerate() {
        if token.is(Role::Than) {
            if let Some(device) = other
                && let Some(next) = tokens.get(device + 1).filter(|_| device + 1 < at)
                && matches!(next.kind, Kind::Quantity(_))
                && !text[tokens[device].span.end..next.span.start].contains(['(', '（'])
            {
                stops.push((next.span.start, next.span.start, false));
            }
            other = tokens.get(at + 1).filter(|next| next.device().is_some()).map(|_| at + 1);
        }
    }
    stops
}

fn is_stop(text: &str, at: usize, c: char, end: usize) -> bool {
    let bytes = text.as_bytes();
    let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
    let after = bytes.get(at + c.len_utf8()).copied().unwrap_or(b' ');
    match c {
        ',' | '.' | ':' => {
            let digits = before.is_ascii_digit() && after.is_ascii_digit();
            // An English full stop within a sentence ends no segment: "v2.1", "torch.xla", "vs. the A100".
            !digits && (c != '.' || at + 1 == end)
        }
        '，' | ';' | '；' | '：' | '。' | '！' | '!' | '？' | '?' | '\n' | '—' | '–' => {
            !(matches!(c, '—' | '–') && (before.is_ascii_digit() || after.is_ascii_digit()))
        }
        '-' => before == b' ' && after == b' ',
        _ => false,
    }
}

/// Says whether the word of contrast at `at` begins a side of its own: a device stands close behind it.
fn begins_side(text: &str, tokens: &[Token<'_>], at: usize) -> bool {
    let start = tokens[at].span.end;
    tokens[at + 1..]
        .iter()
        .take(3)
        .find(|token| token.device().is_some())
        .is_some_and(|device| text[start..device.span.start].chars().count() <= 12)
}

/// Says whether `text` holds a Han character.
pub(super) fn has_han(text: &str) -> bool {
    text.chars().any(is_han)
}

/// Says whether `c` is a Han character.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}
