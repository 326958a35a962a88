//! Relations: words that stand between two devices ("优于", "outperforms", "on par with").

use super::{Judge, Named, Party, Said, Standard, way_of};
use crate::extract::grading::{Segment, has_han, opposite};
use crate::text::Span;
use crate::vocab::cue::Cue;
use crate::vocab::quality::{Glue, Pole, Role};

impl Judge<'_> {
    pub(super) fn relation(&mut self, segment: Segment, at: usize, standard: &Standard, consumed: &mut [bool]) {
        let Some(index) = self.tokens[at].relation() else { return };
        let word = self.vocab.qualities.relation(index);
        let equal = word.pole == Pole::Equal;
        if at > segment.first && self.says_alike(at - 1, at) {
            return;
        }
        let (other, with) = if equal { self.equal_to(segment, at) } else { (self.device_after(segment, at), at) };
        let Some(other) = other else {
            return self.same_pair(segment, at, equal, consumed);
        };
        self.state.others.push(other);
        self.state.standard = Some(self.party_at(other));
        let mut except = standard.tokens.clone();
        except.extend(self.joined_after(segment, other));
        let subject = self.subject(segment, with.min(at), &except);
        let versus = self.party_at(other);
        let subjects: Vec<Party> =
            subject.parties().into_iter().filter(|subject| subject.device != versus.device).collect();
        let Some(subject) = subjects.first().cloned() else { return };
        if self.is_wanted(segment, with.min(at)) {
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
        let metrics: Vec<Named> = match &word.metric {
            Some(metric) => vec![(metric.clone(), false)],
            None if !aspects.is_empty() => self.metrics_of(&aspects),
            None if word.speed => vec![(self.speed_metric(segment), false)],
            None if !self.state.topic.is_empty() => self.state.topic.clone(),
            // "推理成本下降约 70%，与 B 基本持平": what was rated goes on.
            None if word.alone && equal && self.state.rated.is_some() && self.conditions_in(segment).is_empty() => {
                self.state.rated.iter().map(|metric| (metric.clone(), false)).collect()
            }
            None if word.alone => vec![(self.speed_metric(segment), false)],
            None => return,
        };
        let negated = self.negation_before(segment, with.min(at));
        let factor = self.factor_near(segment, at, Some(other));
        // "约为同等 B 的一半": the factor says how they compare.
        if equal && (factor.as_ref().is_some_and(|written| !written.is_one()) || self.is_share(self.tokens[at].span)) {
            return;
        }
        let pole = word.pole;
        for token in &aspects {
            consumed[token - segment.first] = true;
        }
        consumed[at - segment.first] = true;
        for (metric, inverted) in metrics {
            if equal && self.is_silicon(&metric) {
                continue;
            }
            // A faster time is a shorter one.
            let shorter = word.speed && self.better(&metric) == Some("lower");
            let pole = if inverted ^ shorter { opposite(pole) } else { pole };
            let factor = factor.clone().map(|written| (written, way_of(pole, self.better(&metric))));
            let said = Said { metrics: vec![metric], pole, factor, rule: "comparison/relation", confidence: 0.85 };
            for subject in &subjects {
                self.compare(segment, subject, &versus, &said, negated, consumed);
            }
        }
        self.state.frame = Some((subject.clone(), versus));
        if subjects.len() == 1 {
            self.state.subject = Some(subject);
        }
    }

    /// "训练性能是 B 的八成，推理性能基本持平": the pair that the segment before compared is alike in another aspect.
    fn same_pair(&mut self, segment: Segment, at: usize, equal: bool, consumed: &mut [bool]) {
        let Some((subject, versus)) = self.state.frame.clone() else { return };
        let word = self.tokens[at].relation().map(|index| self.vocab.qualities.relation(index));
        let alone = word.is_some_and(|word| word.alone);
        let ends = self.gap_len(self.tokens[at].span.end, segment.span.end) <= 1;
        if !equal
            || !alone
            || !ends
            || self.devices_in(segment).next().is_some()
            || !self.opens_with_aspect(segment, at)
        {
            return;
        }
        let aspects = self.aspects_before(segment, at, consumed);
        let negated = self.negation_before(segment, at);
        for (metric, _) in self.metrics_of(&aspects) {
            if self.is_silicon(&metric) {
                continue;
            }
            let said = Said {
                metrics: vec![metric],
                pole: Pole::Equal,
                factor: None,
                rule: "comparison/same",
                confidence: 0.75,
            };
            self.compare(segment, &subject, &versus, &said, negated, consumed);
        }
        for token in aspects {
            consumed[token - segment.first] = true;
        }
        consumed[at - segment.first] = true;
    }

    /// "matches about 80% of the A100": says whether a share stands right behind a word, which is then not all of it.
    fn is_share(&self, word: Span) -> bool {
        const REACH: usize = 10;
        self.scene.mentions.quantities.iter().any(|share| {
            let near = share.span.start >= word.end && share.span.start - word.end <= REACH;
            near && share.unit.as_ref().is_some_and(|unit| &*unit.symbol == "%")
        })
    }

    /// "与 B 相当", "on par with B": the other device, and the token where its phrase begins.
    pub(super) fn equal_to(&self, segment: Segment, at: usize) -> (Option<usize>, usize) {
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
        // "A 和 B 性能相当", "A and B offer similar performance": the two are named side by side.
        if let Some(pair) = self.pair_before(segment, at) {
            return (Some(pair), pair);
        }
        // "is similar": English names the other behind "to", "as" or "with".
        let after = self.device_after(segment, at).filter(|&device| {
            let gap = self.gap(self.tokens[at].span.end, self.tokens[device].span.start);
            let word = self.gap(self.tokens[at].span.start, self.tokens[at].span.end);
            let alone = self.tokens[at].relation().is_some_and(|word| self.vocab.qualities.relation(word).alone);
            let linked = alone || Glue::within(&self.glue().equal_to, gap);
            !has_han(gap) && linked || gap.trim().is_empty() && (alone || has_han(word))
        });
        (after, at)
    }

    /// Returns the second of the two devices that stand joined before the token at `at`, if no others do.
    fn pair_before(&self, segment: Segment, at: usize) -> Option<usize> {
        let before: Vec<usize> = (segment.first..at)
            .filter(|&token| self.tokens[token].device().is_some() && !self.tokens[token].aside)
            .collect();
        let [first, second] = before[..] else { return None };
        let apart = self.device_after(segment, at).is_none();
        let near = self.gap_len(self.tokens[second].span.end, self.tokens[at].span.start) <= 16;
        let joined = self.joins(self.gap(self.tokens[first].span.end, self.tokens[second].span.start));
        (apart && near && joined).then_some(second)
    }

    pub(super) fn relation_aspects(&self, segment: Segment, at: usize, other: usize, consumed: &[bool]) -> Vec<usize> {
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
            // "faster than B and costs $30,000": another statement goes on there.
            .filter(|&next| {
                let between = Span::new(end, self.tokens[next].span.start.max(end));
                !self.scene.has(Cue::And, between) && !self.scene.has(Cue::But, between)
            })
            .map(|next| {
                let mut found = vec![next];
                found.extend(self.aspects_after(segment, next));
                found
            })
            .unwrap_or_default()
    }

    /// "类似的推断速度", "similar performance to B", "its speed is similar": the aspect stands close.
    pub(super) fn equal_aspects(&self, segment: Segment, at: usize, other: usize) -> Vec<usize> {
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
        // "与 B 的算力相同": it stands between the other device and the word.
        let between = (other + 1..at).rev().find(|&token| self.is_aspect(token));
        between.map_or_else(|| self.aspects_behind(segment, at), |between| vec![between])
    }

    pub(super) fn negation_before(&self, segment: Segment, at: usize) -> bool {
        let start = self.tokens[at].span.start;
        self.between(segment.first, at).iter().rev().take(3).any(|token| {
            token.is(Role::Not) && self.gap_len(token.span.end, start) <= if has_han(self.text) { 2 } else { 12 }
        })
    }

    pub(super) fn better(&self, metric: &str) -> Option<&str> {
        self.vocab.metrics.get(metric).and_then(|metric| metric.better.as_deref())
    }
}
