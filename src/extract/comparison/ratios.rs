//! Bare ratios ("是 B 的三分之一", "2.8x the speed of B") and the factors beside other words.

use super::{Judge, Named, Pair, Party, Said, Standard};
use crate::extract::factor::{Way, Written};
use crate::extract::grading::{self, Kind, Segment, has_han};
use crate::text::Span;
use crate::vocab::cue::Cue;
use crate::vocab::quality::{Glue, Pole, Role};

/// A figure that leaves its metric out stands at most so many segments behind the one that names it.
const MOST_BEFORE: usize = 3;

impl Judge<'_> {
    /// "是 B 的三分之一", "2.8x the performance of B", "四倍的训练性能".
    pub(super) fn ratio(&mut self, segment: Segment, at: usize, standard: &Standard, consumed: &mut [bool]) {
        if consumed[at - segment.first] || self.tells_how_many(at) {
            return;
        }
        let Some(mut written) = self.written(segment, at) else { return };
        if self.gain(segment, at, &written, standard, consumed) || self.is_change(segment, at) {
            return;
        }
        // "最高可达 B 的 30 倍": the bound stands before the other device.
        for before in (segment.first..at).rev().take(4) {
            if self.tokens[before].is(Role::Copula) {
                self.qualify(&mut written, before);
                break;
            }
        }
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
            // "40 % MFU" is a figure of its own.
            if written.percent && self.vocab.binding.subjects.shares.contains(&metric) {
                continue;
            }
            if inverted || self.vocab.qualities.rated().never.contains(&metric) || self.is_wanted(segment, at) {
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

    /// The letters between two places but those in brackets: "是 B（145 kW）的 3.9 倍".
    fn open_gap(&self, from: usize, to: usize) -> usize {
        if from > to {
            return usize::MAX;
        }
        let mut depth = 0_usize;
        let mut open = 0;
        for c in self.gap(from, to).chars() {
            match c {
                '(' | '（' => depth += 1,
                ')' | '）' => depth = depth.saturating_sub(1),
                _ if depth == 0 => open += 1,
                _ => {}
            }
        }
        open
    }

    /// "较 B 提升 35%": says whether a word of change stands right before a ratio, which is then no part of the other's.
    fn is_change(&self, segment: Segment, at: usize) -> bool {
        let before = at.checked_sub(1).filter(|&before| before >= segment.first);
        before.is_some_and(|before| {
            let token = &self.tokens[before];
            let changes = token.degree().is_some_and(|(index, _)| self.vocab.qualities.degree(index).change);
            changes
                && has_han(self.gap(token.span.start, token.span.end))
                && !Glue::is(&self.glue().to, self.word(before))
                && self.gap_len(token.span.end, self.tokens[at].span.start) <= 2
        })
    }

    /// "较 B：能效 +67%，算力 +4.7×": a sign before a ratio says by how much the aspect before it is higher. Says whether it
    /// is one.
    fn gain(
        &mut self,
        segment: Segment,
        at: usize,
        written: &Written,
        standard: &Standard,
        consumed: &mut [bool],
    ) -> bool {
        let span = self.tokens[at].span;
        let signed = self.gap(span.start, span.end).starts_with('+') || self.gap(0, span.start).ends_with('+');
        let aspect = at.checked_sub(1).filter(|&before| {
            before >= segment.first
                && self.is_aspect(before)
                && self.gap_len(self.tokens[before].span.end, span.start) <= 2
        });
        let Some(aspect) = aspect.filter(|_| signed && (standard.explicit || self.state.standard.is_some())) else {
            return false;
        };
        let subject = self.subject(segment, aspect, &standard.tokens);
        let Some(versus) = self.versus(segment, &subject, standard, true) else { return false };
        let Some(subject) = subject.party().filter(|subject| subject.device != versus.device) else { return false };
        let metrics: Vec<_> = self.metrics_of(&[aspect]).into_iter().filter(|(_, inverted)| !inverted).collect();
        for (metric, _) in metrics {
            let factor = Some((written.clone(), Way::Up));
            let said =
                Said { metrics: vec![metric], pole: Pole::High, factor, rule: "comparison/gain", confidence: 0.8 };
            self.compare(segment, &subject, &versus, &said, false, consumed);
        }
        self.state.frame = Some((subject, versus));
        true
    }

    /// Says whether a factor that opens a bracket counts the device behind it: "p5.48xlarge (8x H100)".
    fn tells_how_many(&self, at: usize) -> bool {
        let span = self.tokens[at].span;
        let opens = self.text.get(..span.start).is_some_and(|head| head.trim_end().ends_with(['(', '（']));
        let next = self.tokens.get(at + 1).filter(|next| next.device().is_some());
        opens && next.is_some_and(|next| self.gap_len(span.end, next.span.start) <= 1)
    }

    pub(super) fn ratio_zh(&self, segment: Segment, at: usize, standard: &Standard, consumed: &[bool]) -> Option<Pair> {
        let span = self.tokens[at].span;
        // A 的 M 是 B 的 N 倍
        let other = (segment.first..at).rev().take(4).find(|&before| self.tokens[before].device().is_some());
        if let Some(other) = other
            && self.open_gap(self.tokens[other].span.end, span.start) <= 10
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
            let mut metrics = self.metrics_of(&aspects);
            if metrics.is_empty() {
                metrics.clone_from(&self.state.topic);
            }
            if metrics.is_empty() {
                metrics = self.told_before(segment, copula);
            }
            return (!metrics.is_empty()).then_some((subject, versus, metrics));
        }
        // "显存是 B 的 2 倍，带宽是 3 倍": the pair that the segment before compared.
        if let Some(copula) =
            at.checked_sub(1).filter(|&before| before >= segment.first && self.tokens[before].is(Role::Copula))
            && self.gap_len(self.tokens[copula].span.end, span.start) <= 2
            && self.gap_len(span.end, segment.span.end) <= 1
            && self.devices_in(segment).next().is_none()
            && self.opens_with_aspect(segment, copula)
            && let Some((subject, versus)) = self.state.frame.clone()
        {
            let metrics = self.metrics_of(&self.aspects_before(segment, copula, consumed));
            return (!metrics.is_empty()).then_some((subject, versus, metrics));
        }
        // "带宽是 B 的 1.4 倍，显存翻倍"
        let close = at.checked_sub(1).filter(|&before| {
            before >= segment.first
                && self.is_aspect(before)
                && self.gap_len(self.tokens[before].span.end, span.start) <= 2
        });
        if let Some(aspect) = close
            && self.tokens[at].ratio().is_some()
            && self.gap_len(span.end, segment.span.end) <= 1
        {
            let subject = self.subject(segment, aspect, &standard.tokens);
            let versus = self.versus(segment, &subject, standard, true)?;
            let metrics = self.metrics_of(&[aspect]);
            return (!metrics.is_empty()).then_some((subject.party()?, versus, metrics));
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

    /// "FP16 算力 780 TFLOPS，约为 B 的 80%": the metric of the one figure in the segment before, where this one opens
    /// with its verb.
    pub(super) fn told_before(&self, segment: Segment, copula: usize) -> Vec<Named> {
        const OPENING: usize = 4;
        if self.gap_len(segment.span.start, self.tokens[copula].span.start) > OPENING {
            return Vec::new();
        }
        let mut units: Option<&str> = None;
        let earlier = self.segments.iter().rev().filter(|other| other.span.end <= segment.span.start);
        for before in earlier.take(MOST_BEFORE) {
            let figures: Vec<(usize, &str)> = (before.first..before.last)
                .filter_map(|at| {
                    let Kind::Quantity(quantity) = self.tokens[at].kind else { return None };
                    let reading = &self.scene.mentions.quantities[quantity];
                    let unit = reading.unit.as_ref().filter(|_| !grading::is_ratio(reading))?;
                    Some((at, &*unit.canonical))
                })
                .collect();
            let [(figure, unit)] = figures[..] else { return Vec::new() };
            if units.is_some_and(|units| units != unit) {
                return Vec::new();
            }
            units = Some(unit);
            // "V100 的速度为 390，A100 为 780": the second figure leaves the name out.
            let named: Vec<usize> = (before.first..figure).filter(|&at| self.is_aspect(at)).collect();
            match named[..] {
                [] => {}
                [named] => return self.metrics_of(&[named]),
                _ => return Vec::new(),
            }
        }
        Vec::new()
    }

    /// The one other device of the sentence, before or behind.
    pub(super) fn only_other(&self, subject: &Party) -> Option<Party> {
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

    pub(super) fn ratio_en(&self, segment: Segment, at: usize, standard: &Standard, consumed: &[bool]) -> Option<Pair> {
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
            // "three times as much as B"
            self.tokens[next].is(Role::Atmost) && self.gap_len(end, self.tokens[next].span.start) <= 1
                || self.tokens[next].is(Role::Of) && self.gap_len(end, self.tokens[next].span.start) <= 48
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

    pub(super) fn written(&self, segment: Segment, at: usize) -> Option<Written> {
        let token = &self.tokens[at];
        let mut written = match token.kind {
            Kind::Quantity(quantity) => {
                let reading = &self.scene.mentions.quantities[quantity];
                match grading::share(reading, self.text) {
                    Some(share) => {
                        let approx = reading.approx;
                        Written { approx, bound: reading.bound, ..Written::of_word(token.span, share) }
                    }
                    None => grading::is_ratio(reading).then(|| Written::of_reading(reading)).flatten()?,
                }
            }
            _ => Written::of_word(token.span, self.vocab.qualities.ratio(token.ratio()?).value),
        };
        let near = |other: usize, gap: usize| other < self.tokens.len() && gap <= 2;
        if let Some(before) = at.checked_sub(1).filter(|&before| before >= segment.first) {
            let gap = self.gap_len(self.tokens[before].span.end, token.span.start);
            // "多 76%" rates; it is no "more than".
            let rates = self.tokens[before].degree().is_some();
            if near(before, gap) && !rates {
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

    pub(super) fn qualify(&self, written: &mut Written, by: usize) {
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
    pub(super) fn factor_near(&self, segment: Segment, at: usize, other: Option<usize>) -> Option<Written> {
        let span = self.tokens[at].span;
        let is_factor = |token: usize| {
            self.tokens[token].ratio().is_some()
                || matches!(self.tokens[token].kind, Kind::Quantity(q) if {
                    let reading = &self.scene.mentions.quantities[q];
                    grading::is_ratio(reading) || grading::share(reading, self.text).is_some()
                })
        };
        let anchor = other.map_or(span, |other| self.tokens[other].span);
        for next in (other.unwrap_or(at) + 1)..segment.last {
            let token = &self.tokens[next];
            let gap = self.gap(anchor.end, token.span.start);
            if is_factor(next) {
                // "is reduced by a fifth and the throughput is 3x": what stands behind the "and" is another's.
                let span = Span::new(anchor.end, token.span.start.max(anchor.end));
                let joined = self.scene.cues.iter().filter(|cue| cue.entry == Cue::And && span.contains(cue.span));
                let from = joined.map(|cue| cue.span.end - anchor.end).max().unwrap_or(0);
                let by = gap
                    .get(from..)
                    .unwrap_or_default()
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|word| Glue::is(&self.glue().by, word));
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
        let mut start = start;
        let mut before = start.checked_sub(1).filter(|&before| before >= segment.first)?;
        // "a 10x latency reduction"
        let noun = self.tokens[at].degree().is_some_and(|(index, _)| self.vocab.qualities.degree(index).change);
        if noun
            && before > segment.first
            && self.is_aspect(before)
            && self.gap_len(self.tokens[before].span.end, self.tokens[start].span.start) <= 1
        {
            (start, before) = (before, before - 1);
        }
        let before = if self.tokens[before].is(Role::Of) && before > segment.first { before - 1 } else { before };
        let gap = self.gap_len(self.tokens[before].span.end, self.tokens[start].span.start);
        (is_factor(before) && gap <= 4).then(|| self.written(segment, before)).flatten()
    }

    /// Says whether a gap between a degree and its factor holds only filler.
    pub(super) fn is_quiet(&self, gap: &str) -> bool {
        !gap.contains(['、', '(', '（', ',', '，'])
    }
}
