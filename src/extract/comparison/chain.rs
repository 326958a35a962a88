//! Chains of signs: "H200 > H100 > A100" puts each device over the next.

use super::{Judge, Named, Said};
use crate::extract::grading::Segment;
use crate::vocab::quality::Pole;

impl Judge<'_> {
    /// Reads each pair of neighbours with nothing but a sign between them.
    pub(super) fn chain(&mut self, segment: Segment, consumed: &mut [bool]) {
        let devices: Vec<usize> =
            (segment.first..segment.last).filter(|&at| self.tokens[at].device().is_some()).collect();
        let Some(&first) = devices.first() else { return };
        for pair in devices.windows(2) {
            let gap = self.gap(self.tokens[pair[0]].span.end, self.tokens[pair[1]].span.start);
            let Some(pole) = sign(gap) else { continue };
            let (subject, versus) = (self.party_at(pair[0]), self.party_at(pair[1]));
            if !self.are_apart(&subject.device, &versus.device) {
                continue;
            }
            for (metric, inverted) in self.chained(segment, first, consumed) {
                // "价格：A > B" orders the figures themselves, not how good they are.
                let pole = if inverted { crate::extract::grading::opposite(pole) } else { pole };
                let said =
                    Said { metrics: vec![metric], pole, factor: None, rule: "comparison/chain", confidence: 0.8 };
                self.compare(segment, &subject, &versus, &said, false, consumed);
            }
        }
    }

    /// What the chain is about: the aspect before it, or the one that the sentence is about; else performance.
    fn chained(&self, segment: Segment, first: usize, consumed: &[bool]) -> Vec<Named> {
        let before = self.metrics_of(&self.aspects_before(segment, first, consumed));
        if !before.is_empty() {
            return before;
        }
        if !self.state.topic.is_empty() {
            return self.state.topic.clone();
        }
        vec![(self.speed_metric(segment), false)]
    }
}

/// Returns what a sign that stands alone between two names says of the first.
fn sign(gap: &str) -> Option<Pole> {
    match gap.trim() {
        ">" | "＞" | ">>" | "≫" | "≥" | ">=" => Some(Pole::High),
        "<" | "＜" | "<<" | "≪" | "≤" | "<=" => Some(Pole::Low),
        "≈" | "≒" => Some(Pole::Equal),
        _ => None,
    }
}
