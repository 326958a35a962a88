//! What is rated: the aspects before and behind a rating.

use super::{Judge, Named};
use crate::claim::{Conditions, Name};
use crate::extract::grading::{Kind, Segment, Token, has_han};
use crate::extract::mention::ConditionMention;
use crate::text::Span;
use crate::vocab::quality::{Form, Glue, Grading, Role};

impl Judge<'_> {
    pub(super) fn aspects_of(&self, token: &Token<'_>) -> Vec<Named> {
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

    /// Says whether the aspect at `at` names its metric only beside a factor or a standard.
    pub(super) fn is_loose(&self, at: usize) -> bool {
        let Kind::Word(words) = &self.tokens[at].kind else { return false };
        words.iter().any(|word| matches!(word, Grading::Aspect(at) if self.vocab.qualities.aspect(*at).loose))
    }

    pub(super) fn is_aspect(&self, at: usize) -> bool {
        !self.aspects_of(&self.tokens[at]).is_empty()
    }

    /// The aspects right behind the token at `at`: "更低的延迟和功耗".
    pub(super) fn aspects_after(&self, segment: Segment, at: usize) -> Vec<usize> {
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
                let close = if found.is_empty() { self.is_attribute_gap(gap) } else { self.joins(gap) };
                if !close {
                    break;
                }
                // "极高的 NVLink 成本": of nouns side by side the last is the head.
                let head = self.tokens.get(next + 1).filter(|head| {
                    next + 1 < segment.last
                        && self.is_aspect(next + 1)
                        && self.gap(token.span.end, head.span.start).trim().is_empty()
                        && has_han(self.gap(head.span.start, head.span.end))
                });
                if head.is_none() {
                    found.push(next);
                    end = token.span.end;
                }
            } else if found.is_empty()
                && (token.is(Role::Of) || token.is(Role::Mild))
                && has_han(self.gap(token.span.start, token.span.end))
                || !found.is_empty() && token.is(Role::With)
            {
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
    pub(super) fn aspects_before(&self, segment: Segment, at: usize, consumed: &[bool]) -> Vec<usize> {
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
    pub(super) fn shares_aspect(&self, token: &Token<'_>, at: usize) -> bool {
        self.joins(self.gap(token.span.end, self.tokens[at].span.start))
    }

    pub(super) fn metrics_of(&self, tokens: &[usize]) -> Vec<Named> {
        tokens.iter().flat_map(|&at| self.aspects_of(&self.tokens[at])).collect()
    }

    pub(super) fn group(&self, metric: &str) -> &str {
        self.vocab.metrics.get(metric).map_or("", |metric| &metric.group)
    }

    /// The metric of a word of speed that ends at `end`: "9x faster training and 30x faster inference" and "3x faster than
    /// the A100 at training and 30x faster at inference" speak of two.
    pub(super) fn speed_metric_behind(&self, segment: Segment, end: usize) -> Name {
        let text = self.scene.text();
        let next = self.scene.mentions.quantities.iter().map(|next| next.span.start).find(|&start| start >= end);
        let until = next.unwrap_or(text.len());
        let stop = text.get(end..until).and_then(|rest| rest.find([',', '，', ';', '；', '。', '(', '（']));
        let until = stop.map_or(until, |stop| end + stop);
        let behind = |found: &&ConditionMention| found.span.start >= end && found.span.end <= until;
        let mut near = self.scene.mentions.conditions.iter().filter(behind);
        let phase = near.find_map(|found| found.conditions.word("phase").map(str::to_owned));
        let of_phase = phase.and_then(|phase| self.vocab.qualities.speed().phases.get(phase.as_str()));
        of_phase.cloned().unwrap_or_else(|| self.speed_metric(segment))
    }

    /// The metric of a word of speed: of training, inference or computing, as the text says.
    pub(super) fn speed_metric(&self, segment: Segment) -> Name {
        let phase = |conditions: &Conditions| conditions.word("phase").map(str::to_owned);
        let here = self.conditions_in(segment).iter().find_map(phase);
        let phase = here.or_else(|| {
            let whole = Span::new(0, segment.span.end);
            let mut inside = self.scene.mentions.conditions.iter().rev().filter(|found| whole.contains(found.span));
            inside.find_map(|found| phase(&found.conditions))
        });
        let speed = self.vocab.qualities.speed();
        let of_phase = phase.and_then(|phase| speed.phases.get(phase.as_str()));
        of_phase.unwrap_or(&speed.metric).clone()
    }
}
