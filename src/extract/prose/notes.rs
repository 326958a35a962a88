//! What notes say of a figure, and bounds that are none.

use super::Binder;
use crate::claim::Conditions;
use crate::extract::naming::Figure;
use crate::extract::quantity::Reading;
use crate::extract::subject::Subject;
use crate::extract::table::note;
use crate::text::Span;
use crate::vocab::cue::Cue;

impl Binder<'_> {
    /// Returns what the notes state to which marks at the figure, or at the end of a sentence that has no other, point.
    pub(super) fn noted(&self, figure: Span) -> Conditions {
        let mut stated = Conditions::default();
        let index = self.view.scene.sentence.block;
        let Some(block) = self.article.blocks.get(index).filter(|block| !block.marks.is_empty()) else { return stated };
        let sentence = self.view.scene.sentence.text.source();
        let others = || self.figures.iter().map(|other| self.view.scene.sentence.text.to_source(other.reading.span));
        let alone = self.figures.iter().filter(|other| !other.reading.bare).count() == 1;
        for mark in &block.marks {
            let at = mark.at.min(block.text.len());
            let at = block.text.to_source(Span::new(at, at)).start;
            let next = others().filter(|other| other.start > figure.start).map(|other| other.start).min();
            let close = figure.start < at && at <= figure.end + 8 && next.is_none_or(|next| at <= next);
            let ends = alone && sentence.start < at && sentence.end <= at + 1 && at <= sentence.end + 2;
            if close || ends {
                for (key, value) in note::conditions(self.view.vocab, self.article, index, &mark.name).iter() {
                    stated.set_default(key, value.clone());
                }
            }
        }
        stated
    }

    /// Returns the figure without its bound where the word of it compares with a device behind: "低于 700W 的 H100".
    pub(super) fn without_bound(&self, figure: &Figure<'_>, subjects: &[Subject]) -> Option<Reading> {
        let reading = figure.reading;
        let span = reading.span;
        reading.bound?;
        let behind = subjects.iter().any(|subject| subject.rule == "prose/modifier");
        let compares = self.view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Versus
                && (cue.span.end <= span.start && span.start - cue.span.end <= 1 || cue.span.start == span.start)
        });
        let number = reading.low.or(reading.high);
        (behind && compares).then(|| Reading { bound: None, low: number, high: number, ..reading.clone() })
    }
}
