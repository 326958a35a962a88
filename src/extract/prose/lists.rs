//! Figures that stand in lists: which of them are of one device, which counts share their noun, which takes the place
//! of a denied one.

use super::{Binder, Verdict};
use crate::claim::{Conditions, Name};
use crate::extract::naming::{self, Figure, Naming};
use crate::extract::parallel::Pairs;
use crate::vocab::cue::Cue;

impl Binder<'_> {
    /// Leaves figures of one list that would say two things of one device under the same conditions: "72 W 和 70 W"
    /// said of two cards, "$1,999 and $699". Sizes of memory are sold side by side.
    pub(super) fn leave_twins(&self, pairs: &Pairs<'_>, verdicts: &mut [Verdict]) {
        // "不是 165 W，而是 150 W": one of the two is denied.
        let denied = |cue: &Cue| matches!(cue, Cue::Not | Cue::Wrong | Cue::Correct);
        if self.view.scene.cues.iter().any(|cue| denied(&cue.entry)) {
            return;
        }
        let listed = &self.view.vocab.tables.metrics.listed;
        let said = |verdict: &Verdict| -> Option<(Name, Name, Conditions)> {
            let [draft] = verdict.2.as_ref().ok()?.as_slice() else { return None };
            let counts = draft.statement.quantity().is_some_and(|value| &*value.unit == "1");
            (!counts && !listed.contains(&draft.metric))
                .then(|| (draft.device.clone(), draft.metric.clone(), draft.conditions.clone()))
        };
        let all: Vec<Option<(Name, Name, Conditions)>> = verdicts.iter().map(said).collect();
        let at = |index: usize| self.figures.iter().position(|figure| figure.index == index);
        let twin = |own: usize| {
            let mates = pairs.mates.get(&self.figures[own].index).into_iter().flatten();
            all[own].is_some() && mates.filter_map(|mate| at(*mate)).any(|mate| mate != own && all[mate] == all[own])
        };
        let twins: Vec<usize> = (0..verdicts.len()).filter(|&own| twin(own)).collect();
        for own in twins {
            verdicts[own].2 = Err("one of several values, and nothing says which is which".to_owned());
        }
    }

    /// Returns the plain numbers of lists whose last one counts a named thing: "5,120, 6,912 and 16,896 CUDA cores".
    pub(super) fn listed_counts(&self) -> Vec<usize> {
        let plain = &self.view.vocab.binding.subjects.plain;
        let counts = |figure: &Figure<'_>| {
            let named = naming::namings(self.view, figure).into_iter().find(|naming| naming.cost <= 12);
            named.is_some_and(|naming| plain.contains(&naming.metric) && naming.how == "named after it")
        };
        let mut listed: Vec<usize> = Vec::new();
        for pair in self.figures.windows(2).rev() {
            let (figure, next) = (&pair[0], &pair[1]);
            let bare = |figure: &Figure<'_>| &*figure.dimension == "count" && figure.reading.unit.is_none();
            let joined = self.view.is_joined(figure.reading.span.end, next.reading.span.start)
                && self
                    .view
                    .gap(figure.reading.span.end, next.reading.span.start)
                    .chars()
                    .filter(|c| c.is_alphabetic())
                    .count()
                    <= 3;
            if bare(figure) && bare(next) && joined && (listed.contains(&next.index) || counts(next)) {
                listed.push(figure.index);
                if !listed.contains(&next.index) {
                    listed.push(next.index);
                }
            }
        }
        listed
    }

    /// Returns the metrics of the denied figure whose place this one takes: "并非 80 GB，而是 141 GB".
    pub(super) fn of_denied(&self, figure: &Figure<'_>, real: &[Figure<'_>]) -> Vec<Naming> {
        let view = self.view;
        let start = figure.reading.span.start;
        let before = real.iter().rfind(|other| other.index < figure.index && other.dimension == figure.dimension);
        let Some(before) = before else { return Vec::new() };
        let end = before.reading.span.end;
        let denied = view.has(Cue::Not, 0, before.reading.span.start) && view.has(Cue::But, end, start);
        if denied || view.has(Cue::Correct, end, start) { naming::namings(view, before) } else { Vec::new() }
    }
}
