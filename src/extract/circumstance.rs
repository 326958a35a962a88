//! Under which conditions a figure holds: those beside it, in its clause, its sentence, the
//! heading; never those of a neighbour.

mod numbers;
mod said;

use rust_decimal::Decimal;

use super::mention::guard;
use super::moment;
use super::naming::{Figure, is_touching};
use super::subject::Subject;
use super::view::View;
use crate::claim::{ConditionValue, Conditions, Name};
use crate::text::Span;
use crate::vocab::Metric;
use crate::vocab::cue::Cue;

/// A number of the sentence that states a condition of its figures ("batch size 64", "8 块 V100").
#[derive(Debug, Clone)]
pub struct Number {
    /// Where it stands.
    pub span: Span,
    /// Key of the claim model.
    pub key: Name,
    /// Its value.
    pub value: ConditionValue,
    /// For a count: the device that it counts.
    pub device: Option<Name>,
    /// For a count of parts of it: which ones.
    pub scope: Option<Name>,
}

/// What the binder knows of one sentence's conditions.
#[derive(Debug)]
pub struct Circumstances<'a> {
    view: &'a View<'a>,
    /// Spans of the figures that may own a condition, by their number.
    figures: Vec<(usize, Span)>,
    numbers: &'a [Number],
}

impl<'a> Circumstances<'a> {
    /// Prepares the sentence.
    pub fn new(view: &'a View<'a>, figures: &[Figure<'_>], numbers: &'a [Number]) -> Self {
        // The "1-year" of a commitment is a condition, and owns none.
        let states = |figure: &Figure<'_>| {
            let mut stated = view.scene.mentions.conditions.iter();
            &*figure.dimension == "time" && stated.any(|stated| stated.span.overlaps(figure.reading.span))
        };
        let figures = figures.iter().filter(|figure| !states(figure));
        let figures = figures.map(|figure| (figure.index, figure.reading.span)).collect();
        Self { view, figures, numbers }
    }

    /// Returns the conditions of `figure`, read from `place` where a list pairs it with one.
    pub fn of(&self, figure: &Figure<'_>, metric: &Metric, subject: &Subject, place: Option<usize>) -> Conditions {
        let mut stated = subject.mention.conditions.clone();
        if let Some(unit) = &figure.reading.unit {
            for (key, value) in unit.states.iter().filter(|(key, _)| separates(metric, key)) {
                stated.set(key, value.clone());
            }
        }
        for key in &metric.separates {
            // A model is not its own workload.
            let devices = &self.view.vocab.devices;
            let model = devices.is_a(&subject.mention.device, "model");
            let own = |value: &ConditionValue| {
                matches!(value, ConditionValue::Word(word)
                    if *word == subject.mention.device || model && &**key == "workload" && devices.is_a(word, "model"))
            };
            if let Some(value) = self.said(key, figure, place).filter(|value| !own(value)) {
                stated.set_default(key, value);
            }
        }
        self.another_form(&mut stated, figure, metric, subject);
        self.size_in_bracket(&mut stated, figure, metric, subject);
        self.numbers(&mut stated, figure, metric, subject);
        if separates(metric, "as_of")
            && let Some(date) = moment::of(self.view, figure.reading.span)
        {
            stated.set_default("as_of", date);
        }
        self.part(&mut stated, figure, metric, subject);
        self.company(&mut stated, figure, metric, subject);
        for above in &self.view.scene.above_conditions {
            for (key, value) in above.iter().filter(|(key, _)| separates(metric, key) && is_lasting(metric, key)) {
                let devices = &self.view.vocab.devices;
                let model = |id: &str| devices.is_a(id, "model");
                let other = |word: &Name| {
                    *word == subject.mention.device
                        || &**key == "workload" && model(word) && model(&subject.mention.device)
                };
                if matches!(value, ConditionValue::Word(word) if other(word)) || is_tied(key) && self.is_beyond(subject)
                {
                    continue;
                }
                stated.set_default(key, value.clone());
            }
        }
        self.view.vocab.conditions.drop_excluded(&mut stated);
        stated
    }

    /// Says whether what stands above speaks of other devices than the subject, which the sentence names itself.
    fn is_beyond(&self, subject: &Subject) -> bool {
        let above = &self.view.scene.above;
        let devices = &self.view.vocab.devices;
        let (own, known) = (&subject.mention.device, |other: &Name| devices.get(other).is_some());
        subject.here
            && !above.is_empty()
            && known(own)
            && !above.iter().any(|other| devices.is_a(own, &other.device) || devices.is_a(&other.device, own))
    }

    /// States the form or size that the words at the figure name in place of the one that the device was named with:
    /// "the H100 SXM draws 700 W (350 W for the PCIe version)".
    fn another_form(&self, stated: &mut Conditions, figure: &Figure<'_>, metric: &Metric, subject: &Subject) {
        let (view, span) = (self.view, figure.reading.span);
        if subject.here && subject.mention.span.end > span.start {
            return;
        }
        let from = if subject.here { subject.mention.span.end } else { 0 };
        self.another_size(stated, figure, metric, subject, from);
        // "H100 PCIe bandwidth" is a link's.
        let memory = &*metric.id == "memory_bandwidth";
        if &*figure.dimension == "bytes/time" && !memory {
            return;
        }
        let bracket = view.bracket(span.start).filter(|bracket| bracket.start >= from);
        // "The SXM5 version draws 700 W", below a heading about the other one; "unlike the SXM5 version" is of neither.
        let shared_version = |at: Span| {
            let mut words = view.vocab.devices.context.version.iter();
            words.any(|word| guard::begins_with(guard::after(view.text, at.end), word))
                && !view.has(Cue::Versus, 0, at.start)
        };
        for key in ["form", "variant"] {
            let mut mentions = view.scene.mentions.conditions.iter().filter(|mention| {
                let at = mention.span;
                // "400 W (SXM) or 250 W": a bracket is of the figure before it.
                let open = view.bracket(at.start).is_none_or(|bracket| bracket.contains(span));
                // "the SXM version has 80 GB of HBM3 at 3.35 TB/s"
                let shared = view.clauses_between(at.start, span.start) == 0;
                let before = open
                    && at.start >= from
                    && at.end <= span.start
                    && (view.figures_between(at.end, span.start) == 0 && (!memory || shared_version(at)) || shared)
                    && (!subject.here && view.rest(at.end, span.start).len() <= 6
                        || view.figures_between(from, at.start) > 0
                        || !subject.here && shared_version(at));
                let beside = bracket.is_some_and(|bracket| bracket.contains(at))
                    && view.figures_between(span.end, at.start) == 0
                    && view.figures_between(at.end, span.start) == 0;
                mention.conditions.get(key).is_some() && (before || beside)
            });
            let last = mentions.next_back().and_then(|mention| mention.conditions.get(key).cloned());
            if let Some(value) = last.filter(|_| separates(metric, key)) {
                stated.set(key, value);
            }
        }
    }

    /// States the size of memory that names another version than the one of the device's name: "the A100 40GB has 1,555
    /// GB/s, the 80GB version 2,039 GB/s".
    fn another_size(
        &self,
        stated: &mut Conditions,
        figure: &Figure<'_>,
        metric: &Metric,
        subject: &Subject,
        from: usize,
    ) {
        let (view, span) = (self.view, figure.reading.span);
        let device = view.vocab.devices.get(&subject.mention.device);
        let Some(device) = device.filter(|_| separates(metric, "variant")) else { return };
        // "80GB 的显存" is a size of memory, "80GB 版" a version.
        let attribute = &view.vocab.qualities.glue().attribute;
        let version = |size: Span| {
            let after = guard::after(view.text, size.end);
            let mut words = view.vocab.devices.context.version.iter().filter(|word| !attribute.contains(word));
            words.any(|word| guard::begins_with(after, word))
        };
        let before = view.quantities().iter().rev().map(|size| size.span).filter(|size| {
            size.start >= from && size.end <= span.start && view.clauses_between(size.start, span.start) == 0
        });
        let sold = before.filter(|size| version(*size)).find_map(|size| {
            let written = written_size(size.of(view.text)?);
            device.variants.iter().find(|sold| sold.eq_ignore_ascii_case(&written))
        });
        // "$3.67/h for the 40 GB version": behind the figure, a linking word before it.
        let behind = || {
            let size = view.quantities().iter().find(|size| size.span.start >= span.end)?.span;
            let near = view.rest(span.end, size.start).chars().count() <= 3
                && view.has(Cue::Link, span.end, size.start)
                && view.clauses_between(span.start, size.start) == 0;
            let after = guard::after(view.text, size.end);
            let one = view
                .scene
                .cues
                .iter()
                .any(|cue| cue.entry == Cue::OneOfThem && (size.end..=size.end + 1).contains(&cue.span.start));
            let version = version(size) && !after.is_empty() || one;
            let written = written_size(size.of(view.text)?);
            let mut sold = device.variants.iter();
            sold.find(|sold| near && version && sold.eq_ignore_ascii_case(&written))
        };
        if let Some(variant) = sold.or_else(behind) {
            stated.set("variant", variant.clone());
        }
    }

    /// States the variant that a size alone in the bracket behind the figure names: "250 W (40 GB) / 300 W (80 GB)".
    fn size_in_bracket(&self, stated: &mut Conditions, figure: &Figure<'_>, metric: &Metric, subject: &Subject) {
        let (view, end) = (self.view, figure.reading.span.end);
        let size = view.quantities().iter().find(|size| size.span.start > end);
        let Some(size) = size.map(|size| size.span).filter(|_| separates(metric, "variant")) else { return };
        let Some(bracket) = view.bracket(size.start) else { return };
        let with = view.bracket(figure.reading.span.start) == Some(bracket)
            && view.has(Cue::With, end, size.start)
            && view.gap(end, size.start).chars().filter(|c| c.is_alphanumeric()).count() <= 8
            && &*figure.dimension != "bytes";
        let alone = view.gap(end, bracket.start).trim().is_empty()
            && bracket.start >= end
            && view.gap(bracket.start, size.start).chars().filter(|c| c.is_alphanumeric()).count() == 0
            && view.gap(size.end, bracket.end).chars().filter(|c| c.is_alphanumeric()).count() == 0;
        let device = view.vocab.devices.get(&subject.mention.device);
        let written = written_size(size.of(view.text).unwrap_or_default());
        let sold = device.and_then(|device| device.variants.iter().find(|sold| sold.eq_ignore_ascii_case(&written)));
        if let Some(variant) = sold.filter(|_| alone || with) {
            stated.set("variant", variant.clone());
        }
    }

    /// Returns the link that the sentence names for this figure.
    pub fn link(&self, figure: &Figure<'_>) -> Option<Name> {
        match self.said("link", figure, None)? {
            ConditionValue::Word(word) => Some(word),
            _ => None,
        }
    }

    /// States the part that the noun after the device names: "TPU v3 核心", "v5e chip".
    fn part(&self, stated: &mut Conditions, figure: &Figure<'_>, metric: &Metric, subject: &Subject) {
        if !separates(metric, "scope") {
            return;
        }
        let end = subject.mention.span.end;
        let noun = self.view.scene.cues.iter().find(|cue| {
            matches!(cue.entry, Cue::CoreNoun | Cue::ChipNoun | Cue::DieNoun | Cue::HostNoun)
                && cue.span.start >= end
                && cue.span.start <= end + 3
                && is_touching(self.view, end, cue.span.start)
        });
        let noun = noun.filter(|_| subject.here);
        // "Each MI250X die" is a die for all that.
        let die = noun.is_some_and(|noun| noun.entry == Cue::DieNoun);
        if !die && self.is_apiece(subject, figure) {
            stated.remove("count");
            stated.set_default("scope", "chip");
            return;
        }
        let several = stated.number("count").is_some_and(|count| count > Decimal::ONE);
        let scope = match noun.map(|noun| noun.entry) {
            Some(Cue::CoreNoun) if &*metric.id != "core_count" => "core",
            // "Eight v5e chips have 128 GB": all eight have.
            Some(Cue::ChipNoun) if !several && !self.is_whole(subject) && &*metric.id != "chip_count" => "chip",
            Some(Cue::DieNoun) => "die",
            Some(Cue::HostNoun) if !self.is_whole(subject) => "host",
            _ => return,
        };
        stated.set_default("scope", scope);
    }

    /// Says whether the subject is a machine or a model: nothing that a machine holds.
    fn is_whole(&self, subject: &Subject) -> bool {
        let devices = &self.view.vocab.devices;
        ["system", "instance", "model"].iter().any(|class| devices.is_a(&subject.mention.device, class))
    }

    /// Says whether the figure is for each of several chips: "each A100 …", "40 GB of memory each".
    fn is_apiece(&self, subject: &Subject, figure: &Figure<'_>) -> bool {
        let view = self.view;
        if self.is_whole(subject) {
            return false;
        }
        let (name, span) = (subject.mention.span, figure.reading.span);
        view.scene.cues.iter().filter(|cue| cue.entry == Cue::Apiece).any(|cue| {
            let before = cue.span.end <= name.start && name.start - cue.span.end <= 1;
            let after = cue.span.start >= span.end
                && view.clauses_between(span.end, cue.span.start) == 0
                && view.rest(span.end, cue.span.start).is_empty()
                && view.figures_between(span.end, cue.span.start) == 0;
            // "eight A100 GPUs, each with 40 GB"
            let between = name.end <= cue.span.start
                && cue.span.end <= span.start
                && view.clauses_between(cue.span.start, span.start) == 0
                && view.figures_between(cue.span.end, span.start) == 0
                && view.bracket(cue.span.start).is_none_or(|bracket| bracket.contains(span))
                && !view.quantities().iter().any(|q| (q.span.end..=q.span.end + 1).contains(&cue.span.start))
                && !view.device_between(name.end, span.start);
            before || after || between
        })
    }

    /// States whom the subject ran with: the model as a device's workload, the device as a model's hardware.
    fn company(&self, stated: &mut Conditions, figure: &Figure<'_>, metric: &Metric, subject: &Subject) {
        let devices = &self.view.vocab.devices;
        let of_model = devices.is_a(&subject.mention.device, "model");
        let key = if of_model { "hardware" } else { "workload" };
        let threshold = self.view.vocab.binding.subjects.thresholds.contains(&metric.id);
        if !separates(metric, key) || threshold {
            return;
        }
        let span = figure.reading.span;
        let others = || self.view.devices.iter().filter(|device| device.is_model != of_model);
        let before = others().rfind(|other| other.mention.span.end <= span.start);
        let found = before
            .or_else(|| others().find(|other| self.view.clauses_between(span.end, other.mention.span.start) == 0));
        let found = found.map(|found| found.mention.device.clone());
        let above = if of_model { &self.view.scene.above } else { &self.view.scene.above_models };
        let above = || above.first().filter(|_| above.len() == 1).map(|device| device.device.clone());
        if let Some(device) = found.or_else(above) {
            stated.set_default(key, device);
        }
    }
}

/// Returns a size of memory as versions are named by it: "80 G" is "80GB".
fn written_size(size: &str) -> String {
    let mut written: String = size.chars().filter(|c| !c.is_whitespace()).collect();
    if written.ends_with(['G', 'g']) {
        written.push('B');
    }
    written
}

/// Says whether a condition is one device's alone.
fn is_tied(key: &str) -> bool {
    matches!(key, "scope" | "count" | "form" | "variant")
}

/// Says whether a condition of a heading holds for the section under it.
/// "In practice" above a sheet of memory sizes and watts makes none of them measured.
fn is_lasting(metric: &Metric, key: &str) -> bool {
    let sheet = key == "basis" && matches!(&*metric.group, "memory" | "energy" | "silicon");
    !sheet && !matches!(key, "count" | "scope" | "direction")
}

fn separates(metric: &Metric, key: &str) -> bool {
    metric.separates.iter().any(|own| &**own == key)
}

/// Returns the bytes between two spans.
fn gap(a: Span, b: Span) -> usize {
    if a.end <= b.start { b.start - a.end } else { a.start.saturating_sub(b.end) }
}
