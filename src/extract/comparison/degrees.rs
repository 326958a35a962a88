//! Degrees: rating words, as one side of a comparison or as a level.

use super::{Judge, Manner, Named, Party, Said, Standard, Subject, as_much, way_of};
use crate::claim::Name;
use crate::extract::factor::{Way, Written};
use crate::extract::grading::{self, Kind, Segment, has_han, is_han, opposite};
use crate::extract::quantity::Reading;
use crate::vocab::quality::{Degree, Form, Glue, Pole, Role};

impl Judge<'_> {
    pub(super) fn degree(&mut self, segment: Segment, at: usize, standard: &Standard, consumed: &mut [bool]) {
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
            // "性能达到 B 的 80%，便宜 30%": the pair that was compared goes on.
            let goes_on = standard.explicit || self.state.compared || self.state.frame.is_some();
            self.factor_near(segment, at, None).filter(|_| goes_on)
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
        let Some((metrics, used)) = self.degree_metrics(segment, at, word, &manner, standard, consumed) else { return };
        let subject = self.subject(segment, manner.start, &standard.tokens);
        if word.change && factor.is_none() {
            return;
        }
        if factor.is_none() && !standard.explicit && used.iter().any(|&token| self.is_loose(token)) {
            return;
        }
        let tied = used.iter().any(|&token| token > at);
        if !tied
            && factor.is_none()
            && !standard.explicit
            && word.metrics.is_empty()
            && self.word(at).split_whitespace().count() < 3
            && self.describes_more(segment, at, form)
        {
            return;
        }
        if used.is_empty() && !standard.explicit && self.is_caused(segment, manner.start) {
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
        let comparative =
            manner.compares || word.change || factor.is_some() || standard.explicit || self.state.compared;
        let mut versus = if comparative && !manner.superlative {
            self.versus(segment, &subject, standard, factor.is_some())
        } else {
            None
        };
        let mut pole = word.pole;
        if manner.reversed {
            pole = opposite(pole);
        }
        let mut subject = subject;
        if let (Subject::Earlier(own), Some(other), false) = (&subject, &versus, standard.explicit)
            && self.figures_deny(segment, own, other, pole, word.speed)
        {
            (subject, versus) = (Subject::Earlier(other.clone()), Some(own.clone()));
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
                    let subjects = subject.parties().into_iter().filter(|subject| subject.device != versus.device);
                    let subjects: Vec<Party> = subjects.collect();
                    let Some(first) = subjects.first() else { continue };
                    let pole = if standard.reversed { opposite(pole) } else { pole };
                    // "降至 40%" says what is left, "降低 40%" what is gone.
                    let to = Glue::is(&self.glue().to, self.word(at));
                    let way = if to { Way::Of } else { way_of(pole, self.better(&metric)) };
                    let factor = factor.clone().map(|written| (written, way));
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
                    for subject in &subjects {
                        self.compare(segment, subject, versus, &said, refuted, consumed);
                    }
                    self.state.frame = Some((first.clone(), versus.clone()));
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

    /// "让模型跑得更快": what is caused to be so is no device.
    fn is_caused(&self, segment: Segment, at: usize) -> bool {
        let start = self.tokens[at].span.start;
        let lead = self.gap(segment.span.start, start);
        let causes = &self.glue().causes;
        let Some(cause) = causes.iter().filter_map(|word| Some(lead.rfind(word.as_str())? + word.len())).max() else {
            return false;
        };
        let from = segment.span.start + cause;
        !self.between(segment.first, at).iter().any(|token| token.device().is_some() && token.span.start >= from)
            && lead.get(cause..).is_some_and(|caused| caused.trim().chars().count() >= 2)
    }

    /// "A 为 927 张，而 B 为 595 张，快了约 1.5 倍": who is the faster one is for the figures to say. Says whether those
    /// that the segments before give the two devices stand the other way round.
    fn figures_deny(&self, segment: Segment, own: &Party, other: &Party, pole: Pole, speed: bool) -> bool {
        let (Some(mine), Some(theirs)) = (self.figure_of(segment, own), self.figure_of(segment, other)) else {
            return false;
        };
        // The second of the two may leave its unit out.
        let Some(unit) = mine.unit.as_ref().or(theirs.unit.as_ref()) else { return false };
        let size = |reading: &Reading| {
            let factor = reading.unit.as_ref().map_or(unit.factor, |own| own.factor);
            reading.high.or(reading.low)?.checked_mul(factor)
        };
        let alike = |reading: &Reading| reading.unit.as_ref().is_none_or(|own| own.canonical == unit.canonical);
        let shorter = speed && &*unit.dimension == "time";
        if !alike(mine) || !alike(theirs) {
            return false;
        }
        let (Some(mine), Some(theirs)) = (size(mine), size(theirs)) else { return false };
        if mine == theirs {
            return false;
        }
        match pole {
            Pole::High => (mine > theirs) == shorter,
            Pole::Low => (mine < theirs) == shorter,
            _ => false,
        }
    }

    /// The one figure that stands behind a device in the segments before, up to the next device.
    fn figure_of(&self, segment: Segment, party: &Party) -> Option<&Reading> {
        let mut found: Option<&Reading> = None;
        let mut here = false;
        for token in self.between(0, segment.first) {
            if let Some(mention) = token.device() {
                here = self.party(mention).device == party.device;
            } else if let Kind::Quantity(quantity) = token.kind {
                let reading = &self.scene.mentions.quantities[quantity];
                if here && !grading::is_ratio(reading) {
                    if found.is_some() {
                        return None;
                    }
                    found = Some(reading);
                }
            }
        }
        found
    }

    /// The adverbs before a degree, and what they make of it.
    pub(super) fn manner(&self, segment: Segment, at: usize, form: Form) -> Manner {
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
    pub(super) fn is_licensed(
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
    pub(super) fn is_joined_on(&self, at: usize) -> bool {
        let end = self.tokens[at].span.end;
        let next = self.tokens.get(at + 1).filter(|next| next.span.start == end);
        if next.is_some_and(|next| next.is(Role::Of) || next.is(Role::With) || next.is(Role::Contrast)) {
            return false;
        }
        let rest = &self.text[end..];
        rest.chars().next().is_some_and(is_han)
            && !Glue::opens(&self.glue().adjective_end, rest)
            && has_han(self.gap(self.tokens[at].span.start, end))
    }

    /// What a degree rates, and the tokens that named it.
    pub(super) fn degree_metrics(
        &self,
        segment: Segment,
        at: usize,
        word: &Degree,
        manner: &Manner,
        standard: &Standard,
        consumed: &[bool],
    ) -> Option<(Vec<Named>, Vec<usize>)> {
        let after = self.aspects_after(segment, at);
        let mut before = self.aspects_before(segment, manner.start, consumed);
        if before.iter().any(|token| standard.tokens.contains(token)) {
            let opens = standard.tokens.iter().copied().min().unwrap_or(manner.start);
            before = self.aspects_before(segment, opens, consumed);
        }
        let tied = after.first().is_some_and(|&first| {
            let gap = self.gap(self.tokens[at].span.end, self.tokens[first].span.start);
            before.is_empty() || Glue::within(&self.glue().attribute, gap) || !has_han(self.text)
        });
        let bare_more = Glue::is(&self.glue().attributive_only, self.word(at));
        // "costs 60% more than B": only the factor stands between.
        let parted = before.first().is_some_and(|&verb| {
            let between = self.between(verb + 1, at);
            let hedges = |token: &grading::Token<'_>| {
                [Role::Mild, Role::About, Role::Hedge, Role::Atmost].iter().any(|role| token.is(*role))
            };
            let amount = |token: &grading::Token<'_>| matches!(token.kind, Kind::Quantity(_)) || hedges(token);
            standard.explicit
                && !between.is_empty()
                && between.iter().all(amount)
                && self.gap_len(self.tokens[verb].span.end, self.tokens[at].span.start) <= 28
        });
        if bare_more && !tied && !parted {
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
            let own =
                word.metric.clone().unwrap_or_else(|| self.speed_metric_behind(segment, self.tokens[at].span.end));
            let own_group = self.group(&own).to_owned();
            let fits = |metric: &str| {
                let group = self.group(metric);
                group == own_group || word.groups.iter().any(|allowed| **allowed == *group)
            };
            // "训练 BERT 的速度比 B 快": the phase says which speed.
            let general = word.speed && own != self.vocab.qualities.speed().metric;
            if general && named.first().is_some_and(|(metric, _)| *metric == self.vocab.qualities.speed().metric) {
                return Some((self.turned(word, vec![(own, false)]), chosen));
            }
            if let Some((metric, inverted)) = named.first() {
                if fits(metric) {
                    return Some((self.turned(word, vec![(metric.clone(), *inverted)]), chosen));
                }
                // "到货周期更快" rates the delivery, "卡间带宽慢" the link: not the device's speed.
                let part = self.memory_speed(word, metric).filter(|part| tied || part == metric);
                return part.map(|metric| (vec![(metric, false)], chosen));
            }
            if let Some(topic) = self.state.topic.first().filter(|topic| fits(&topic.0)) {
                return Some((self.turned(word, vec![topic.clone()]), Vec::new()));
            }
            return (word.solo
                || word.speed
                || word.metric.is_some() && word.groups.is_empty() && !word.change
                || manner.compares
                || standard.explicit)
                .then(|| (vec![(own, false)], Vec::new()));
        }
        if !named.is_empty() {
            return Some((named, chosen));
        }
        // "每瓦 29 TFLOPS，较 B 提升 35%": what the figure before measures has risen.
        if word.change && standard.explicit && self.state.topic.is_empty() && has_han(self.text) {
            let told = self.told_before(segment, segment.first);
            return (!told.is_empty()).then_some((told, Vec::new()));
        }
        // "4.8 TB/s of memory bandwidth, a 1.4x increase over B"
        if word.change
            && standard.explicit
            && let Some(figure) = self.figure_before(segment)
        {
            return Some((figure, Vec::new()));
        }
        // "The price … it is lower", "内存带宽：TPU 也更高".
        (!self.state.topic.is_empty()).then(|| (self.state.topic.clone(), Vec::new()))
    }

    /// The metric of the one figure in the segment before, by the name nearest to it.
    fn figure_before(&self, segment: Segment) -> Option<Vec<Named>> {
        let before = self.segments.iter().rev().find(|other| other.span.end <= segment.span.start)?;
        let mut figures = (before.first..before.last).filter(|&at| match self.tokens[at].kind {
            Kind::Quantity(quantity) => {
                let reading = &self.scene.mentions.quantities[quantity];
                reading.unit.is_some() && !grading::is_ratio(reading)
            }
            _ => false,
        });
        let figure = figures.next()?;
        if figures.next().is_some() {
            return None;
        }
        let aspects = (before.first..before.last).filter(|&at| self.is_aspect(at));
        let nearest = aspects.min_by_key(|&at| at.abs_diff(figure))?;
        let metrics = self.metrics_of(&[nearest]);
        (!metrics.is_empty()).then_some(metrics)
    }

    /// "A is better than B in throughput", "在 M 方面" behind the degree.
    pub(super) fn aspects_behind(&self, segment: Segment, at: usize) -> Vec<usize> {
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
    pub(super) fn turned(&self, word: &Degree, metrics: Vec<Named>) -> Vec<Named> {
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

    pub(super) fn memory_speed(&self, word: &Degree, metric: &str) -> Option<Name> {
        self.vocab.qualities.speed().parts.get(metric).filter(|_| word.speed).cloned()
    }

    /// The device that the subject is held against.
    pub(super) fn versus(
        &self,
        segment: Segment,
        subject: &Subject,
        standard: &Standard,
        factor: bool,
    ) -> Option<Party> {
        if standard.foreign {
            return None;
        }
        if let Some(party) = &standard.party {
            return (!subject.parties().is_empty()).then(|| party.clone());
        }
        let subject = subject.clone().party()?;
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

    pub(super) fn later_standard(&self, segment: Segment) -> Option<Party> {
        let later = self.segments.iter().filter(|later| later.span.start > segment.span.start);
        later.map(|later| self.standard(*later)).find_map(|standard| standard.party)
    }
}
