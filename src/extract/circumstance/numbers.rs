//! Numbers of a sentence as conditions of its figures: batch, epochs, how many devices.

use super::{Circumstances, Number, gap, separates};
use crate::claim::Conditions;
use crate::extract::naming::Figure;
use crate::extract::subject::Subject;
use crate::extract::view::Named;
use crate::text::Span;
use crate::vocab::Metric;
use crate::vocab::cue::Cue;

/// A number further behind a figure is not stated for it, in bytes.
const TRAILING: usize = 32;

impl Circumstances<'_> {
    /// States the numbers of the sentence: batch, epochs, and how many devices.
    pub(super) fn numbers(&self, stated: &mut Conditions, figure: &Figure<'_>, metric: &Metric, subject: &Subject) {
        let span = figure.reading.span;
        let single = ["chip", "card", "core", "die"].iter().any(|scope| stated.word("scope") == Some(scope));
        let mut best: Vec<(&Number, usize)> = Vec::new();
        for number in self.numbers.iter().filter(|number| separates(metric, &number.key) && number.span != span) {
            let counts = &*number.key == "count";
            if counts && self.describes_each(figure, subject) {
                continue;
            }
            if counts && (single || &*metric.id == "chip_count" || !self.is_count_of(number, subject, span)) {
                continue;
            }
            let after = number.span.start >= span.end;
            let clauses = self.view.clauses_between(number.span.start, span.start);
            let distance = gap(number.span, span) + 40 * clauses + if after { 20 } else { 0 };
            // "512 of those, which is $15M": those behind it alone.
            let end = number.span.end;
            let them = self.view.has(Cue::OfThem, end, (end + 12).min(self.view.text.len()));
            if after && (clauses > 0 || them) {
                continue;
            }
            if !after && self.trails_another(number, span) {
                continue;
            }
            match best.iter_mut().find(|(other, _)| other.key == number.key) {
                Some(other) if distance < other.1 => *other = (number, distance),
                Some(_) => {}
                None => best.push((number, distance)),
            }
        }
        for (number, _) in best {
            let new = stated.get(&number.key).is_none();
            stated.set_default(&number.key, number.value.clone());
            if let Some(scope) = number.scope.as_ref().filter(|_| new && separates(metric, "scope")) {
                stated.set_default("scope", scope.clone());
            }
        }
    }

    /// "3,500 at batch 64 and 1,200 at batch 8": says whether a number before a figure stands behind the one before it,
    /// where another of its kind stands behind this one.
    fn trails_another(&self, number: &Number, figure: Span) -> bool {
        let headed = |number: &Number| {
            let before = self.figures.iter().map(|(_, span)| *span).filter(|span| span.end <= number.span.start);
            before.max_by_key(|span| span.end).filter(|span| {
                number.span.start - span.end <= TRAILING
                    && self.view.clauses_between(span.start, number.span.start) == 0
            })
        };
        headed(number).is_some_and(|other| other != figure)
            && self.numbers.iter().any(|other| other.key == number.key && headed(other) == Some(figure))
    }

    /// Says whether a bracket right behind a counted name says what each of them is: "40 L4s (24 GB, 72 W)".
    pub(super) fn describes_each(&self, figure: &Figure<'_>, subject: &Subject) -> bool {
        let view = self.view;
        let Some(bracket) = view.bracket(figure.reading.span.start) else { return false };
        let end = subject.mention.span.end;
        subject.here
            && bracket.start >= end
            && view.gap(end, bracket.start).trim_start_matches('s').trim().is_empty()
            && !view.has(Cue::Together, bracket.start, bracket.end)
    }

    /// Says whether a count is one of the figure's own devices.
    pub(super) fn is_count_of(&self, number: &Number, subject: &Subject, span: Span) -> bool {
        let Some(counted) = &number.device else { return false };
        let devices = &self.view.vocab.devices;
        let same = *counted == subject.mention.device;
        // "trained on 512 V100s": the count is of the model's hardware.
        let of_model = devices.is_a(&subject.mention.device, "model");
        let class = !same && devices.is_a(&subject.mention.device, counted);
        // "64 of them": a sentence that names no device counts those spoken of.
        let here = subject.here || self.view.devices.is_empty();
        let anew = same && self.is_named_anew(number, subject);
        (same && here && !anew || of_model || class && subject.here)
            && self.view.clauses_between(number.span.start, span.start) <= 2
    }

    /// Says whether the subject is a later naming of the device than the one that was counted: "8 A100s cost $32, a
    /// single A100 $1.29".
    pub(super) fn is_named_anew(&self, number: &Number, subject: &Subject) -> bool {
        let name = subject.mention.span;
        let same = |d: &&Named| d.mention.device == subject.mention.device;
        let counted = self.view.devices.iter().filter(same).find(|d| d.mention.span.end > number.span.start);
        let points = self.view.scene.cues.iter().any(|cue| {
            matches!(cue.entry, Cue::Pronoun | Cue::This | Cue::The | Cue::Former | Cue::Latter)
                && cue.span.overlaps(name)
        });
        !points && counted.is_some_and(|counted| counted.mention.span.start < name.start)
    }
}
