//! Figures that are set against others of their kind: "96 GB 对 80 GB", where a change ends.

use super::Binder;
use crate::extract::naming::Figure;
use crate::extract::quantity::UnitReading;
use crate::extract::role::Role;
use crate::text::Span;
use crate::vocab::cue::Cue;

impl Binder<'_> {
    /// Says whether nothing but a word of comparison stands between the figure and one like it before it, and
    /// no device of its own behind it: "96 GB 对 80 GB".
    pub(super) fn is_opposed(&self, figure: &Figure<'_>) -> bool {
        let view = self.view;
        let span = figure.reading.span;
        let Some(before) = figure.index.checked_sub(1).and_then(|at| view.quantities().get(at)) else { return false };
        // "$0.34 vs $1.19/hr"
        let kind = |unit: Option<&UnitReading>| {
            unit.map(|unit| if unit.dimension.starts_with("money") { "money" } else { &*unit.dimension }.to_owned())
        };
        let alike = before.unit.is_none() || kind(before.unit.as_ref()) == kind(figure.reading.unit.as_ref());
        let gap = view.gap(before.span.end, span.start).trim();
        // "更大的显存（32GB 与 24GB）": in a bracket behind a comparative a joining word opposes too.
        let bracket = view.bracket(span.start).filter(|bracket| bracket.contains(before.span));
        let comparative = bracket.is_some_and(|bracket| {
            let clause = view.clause(bracket.start);
            view.has(Cue::Comparative, clause.start, bracket.start)
        });
        let opposed = view.scene.cues.iter().any(|cue| {
            (cue.entry == Cue::Opposed || comparative && cue.entry == Cue::And)
                && before.span.end <= cue.span.start
                && cue.span.end <= span.start
                && gap.len() == cue.span.len()
        });
        let own = view.devices.iter().any(|device| {
            let at = device.mention.span;
            at.start >= span.end
                && view.gap(span.end, at.start).chars().count() <= 12
                && view.figures_between(span.end, at.start) == 0
                // "(192 GB vs 80 GB) than the H100": it stands outside of the bracket.
                && bracket.is_none_or(|bracket| bracket.contains(at))
        });
        alike && opposed && !own
    }

    /// Says whether the figure is set against the next one of its kind, and the device before both is only compared with: "a
    /// speedup over the A100: 1,580 versus 981".
    pub(super) fn is_first_of_opposed(&self, figure: &Figure<'_>) -> bool {
        let view = self.view;
        let span = figure.reading.span;
        let Some(next) = view.quantities().get(figure.index + 1) else { return false };
        let gap = view.gap(span.end, next.span.start).trim();
        let opposed = view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Opposed
                && span.end <= cue.span.start
                && cue.span.end <= next.span.start
                && gap.len() == cue.span.len()
        });
        let before = view.devices.iter().rfind(|device| device.mention.span.end <= span.start);
        opposed
            && view.bracket(span.start).is_none()
            && before.is_some_and(|before| {
                before.role == Role::Versus && view.figures_between(before.mention.span.end, span.start) == 0
            })
    }

    /// Says whether the figure is where a change ends that a clause before tells of two devices: "与 B 相比，从 2 到 3".
    pub(super) fn is_changed(&self, figure: &Figure<'_>, clause: Span) -> bool {
        let view = self.view;
        let before = figure.index.checked_sub(1).and_then(|at| view.quantities().get(at));
        let ends = before.is_some_and(|before| {
            before.changed_from && before.unit.as_ref().map(|unit| &unit.dimension) == Some(&figure.dimension)
        });
        let own = view.devices.iter().any(|device| clause.contains(device.mention.span));
        let mut others =
            view.devices.iter().filter(|device| !device.is_model && device.mention.span.end <= clause.start);
        let first = others.next();
        ends && !own && first.is_some_and(|first| others.any(|other| other.mention.device != first.mention.device))
    }
}
