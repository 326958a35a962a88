//! Under which conditions a figure holds: those beside it, in its clause, its sentence, the
//! heading; never those of a neighbour.

use rust_decimal::Decimal;

use super::mention::{ConditionMention, guard};
use super::moment;
use super::naming::{Figure, is_touching};
use super::subject::Subject;
use super::view::View;
use crate::claim::{ConditionValue, Conditions, Name};
use crate::text::Span;
use crate::vocab::Metric;
use crate::vocab::binding::Cue;

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
        let figures = figures.iter().map(|figure| (figure.index, figure.reading.span)).collect();
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
                if matches!(value, ConditionValue::Word(word) if other(word)) {
                    continue;
                }
                stated.set_default(key, value.clone());
            }
        }
        stated
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
                    && (view.figures_between(at.end, span.start) == 0 && !memory || shared)
                    && (!subject.here && view.rest(at.end, span.start).len() <= 6
                        || view.figures_between(from, at.start) > 0);
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
        let version = |size: Span| {
            let after = guard::after(view.text, size.end);
            view.vocab.devices.context.version.iter().any(|word| guard::begins_with(after, word))
        };
        let before = view.quantities().iter().rev().map(|size| size.span).filter(|size| {
            size.start >= from && size.end <= span.start && view.clauses_between(size.start, span.start) == 0
        });
        let sold = before.filter(|size| version(*size)).find_map(|size| {
            let written: String = size.of(view.text)?.chars().filter(|c| !c.is_whitespace()).collect();
            device.variants.iter().find(|sold| sold.eq_ignore_ascii_case(&written))
        });
        if let Some(variant) = sold {
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
        let written: String = size.of(view.text).unwrap_or_default().chars().filter(|c| !c.is_whitespace()).collect();
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

    /// Returns what the sentence says of `key` for this figure.
    fn said(&self, key: &str, figure: &Figure<'_>, place: Option<usize>) -> Option<ConditionValue> {
        let mentions: Vec<&ConditionMention> = self
            .view
            .scene
            .mentions
            .conditions
            .iter()
            .filter(|mention| mention.conditions.get(key).is_some() && !self.is_compared(mention))
            // "$1.20 per chip-hour": within the words of a figure it is that figure's.
            .filter(|mention| {
                let within = |(_, other): &(usize, Span)| other.contains(mention.span) && *other != figure.reading.span;
                !self.figures.iter().any(within)
            })
            .filter(|mention| key != "unit_kind" || &*figure.dimension != "count" || self.is_counted(mention))
            .collect();
        // "18 links of 50 GB/s, for a total of 900 GB/s": one link's figure is none of its neighbour.
        let mut mentions = mentions;
        mentions.retain(|mention| {
            mention.conditions.word("scope") != Some("link") || self.owner(mention.span) == Some(figure.index)
        });
        let value = |mention: &&ConditionMention| mention.conditions.get(key).cloned();
        if let Some(place) = place
            && let Some(paired) = mentions.iter().find(|mention| mention.span.start == place)
        {
            return value(paired);
        }
        let own = mentions.iter().filter(|mention| self.owner(mention.span) == Some(figure.index));
        if let Some(own) = own.min_by_key(|mention| gap(mention.span, figure.reading.span)) {
            return value(own);
        }
        let span = figure.reading.span;
        let alone = mentions.windows(2).all(|pair| pair[0].conditions.get(key) == pair[1].conditions.get(key));
        let before = mentions.iter().rfind(|mention| {
            mention.span.end <= span.start
                && !self.is_bracketed_away(mention.span, span)
                && (key != "form" || !self.opens_bracket(mention.span, span))
                && !self.is_attached(mention.span, if key == "sparsity" { 12 } else { 1 })
                && self.reaches(mention.span, span, alone)
                && (key != "basis" || self.sets_scene(mention.span, span))
                && (!is_tied(key) || !self.other_device_between(mention.span.end, span.start))
        });
        if let Some(before) = before {
            return value(before);
        }
        let after = mentions.iter().find(|mention| {
            mention.span.start >= span.end
                && alone
                && !self.is_bracketed_away(mention.span, span)
                && key != "sparsity"
                && self.view.clauses_between(span.end, mention.span.start) == 0
                && !self.view.device_between(span.end, mention.span.start)
        });
        after.and_then(value)
    }

    /// Says whether a condition's words are, or touch, those of what is counted: "432 tensor cores for matrix math".
    fn is_counted(&self, mention: &ConditionMention) -> bool {
        self.view.scene.mentions.metrics.iter().any(|metric| {
            let (one, other) = (metric.span, mention.span);
            one.overlaps(other) || one.start >= other.end && one.start - other.end <= 1
        })
    }

    /// Says whether a condition stated before reaches a figure: in its clause always, from another
    /// clause only if nothing else is said of that key and no other device has come between.
    fn reaches(&self, from: Span, to: Span, alone: bool) -> bool {
        let clauses = self.view.clauses_between(from.start, to.start);
        if clauses == 0 {
            return true;
        }
        // "Without sparsity, the H100 has …": a clause of its own, said of what follows.
        let own = self.view.clause(from.start);
        let free = !self.view.device_between(own.start, own.end) && self.view.figures_between(own.start, to.start) == 0;
        alone || clauses == 1 && (free || !self.view.device_between(from.end, to.start))
    }

    /// Says whether a condition stands in the figure's clause, or in one that has no figure of its own: "实测中，… 512 GB/s".
    fn sets_scene(&self, from: Span, to: Span) -> bool {
        let own = self.view.clause(from.start);
        own.contains(to) || self.view.figures_between(own.start, own.end) == 0
    }

    fn other_device_between(&self, from: usize, to: usize) -> bool {
        self.view
            .devices
            .iter()
            .any(|device| !device.is_model && from <= device.mention.span.start && device.mention.span.end <= to)
    }

    /// Returns the figure that a condition at `span` stands nearest to.
    fn owner(&self, span: Span) -> Option<usize> {
        let view = self.view;
        let cost = |figure: Span| {
            let (from, to) = if span.end <= figure.start { (span.end, figure.start) } else { (figure.end, span.start) };
            let devices =
                view.devices.iter().filter(|d| from <= d.mention.span.start && d.mention.span.end <= to).count();
            let clauses = view.clauses_between(span.start, figure.start);
            let outside = view.bracket(span.start) != view.bracket(figure.start);
            gap(span, figure) + 12 * devices + 30 * clauses + if outside { 4 } else { 0 }
        };
        // "$2.99/h (8x SXM)": how many there are is no figure of the form's own.
        let counts = |figure: Span| {
            let times = view
                .quantities()
                .iter()
                .any(|q| q.span == figure && q.unit.as_ref().is_some_and(|unit| &*unit.symbol == "x"));
            times && view.gap(figure.end, span.start).trim().is_empty() && figure.end < span.start
        };
        self.figures
            .iter()
            .filter(|(_, figure)| view.clauses_between(span.start, figure.start) == 0 && !counts(*figure))
            .min_by_key(|(_, figure)| (cost(*figure), figure.start))
            .map(|(index, _)| *index)
    }

    /// Says whether a condition follows a figure so closely that it is that figure's alone ("2307TFLOPS bf16").
    fn is_attached(&self, span: Span, reach: usize) -> bool {
        // "3.35 TB/s (SXM) / 2.0 TB/s"
        let bracket = self.view.bracket(span.start);
        let bracketed = bracket.is_some_and(|bracket| {
            self.figures.iter().any(|(_, figure)| {
                figure.end <= bracket.start && self.view.gap(figure.end, bracket.start).trim().is_empty()
            })
        });
        if bracketed && bracket.is_some_and(|bracket| !self.figures.iter().any(|(_, figure)| bracket.contains(*figure)))
        {
            return true;
        }
        self.figures.iter().any(|(_, figure)| {
            figure.end <= span.start
                && span.start - figure.end <= reach
                && !self.view.gap(figure.end, span.start).contains([',', '，', '、', ';', '；', '。'])
        })
    }

    /// Says whether a bracket right behind a condition holds another figure, which then is all that it is said of:
    /// "air-cooled (1000 W), liquid-cooled (1400 W), 1.3 EFLOPS".
    fn opens_bracket(&self, span: Span, figure: Span) -> bool {
        self.figures.iter().any(|(_, other)| {
            *other != figure
                && other.start >= span.end
                && matches!(self.view.gap(span.end, other.start).trim(), "(" | "（")
        })
    }

    /// Says whether a condition stands in a bracket with a figure of its own, and this figure outside:
    /// "3.2 TB/s (1.6 TB/s per die)".
    fn is_bracketed_away(&self, span: Span, figure: Span) -> bool {
        let bracket = self.view.bracket(span.start);
        bracket.is_some()
            && bracket != self.view.bracket(figure.start)
            && self.figures.iter().any(|(_, other)| self.view.bracket(other.start) == bracket)
    }

    /// Says whether the condition is only compared with ("相比原生 TensorFlow").
    fn is_compared(&self, mention: &ConditionMention) -> bool {
        self.view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Versus
                && cue.span.end <= mention.span.start
                && mention.span.start - cue.span.end <= 12
                && self.view.figures_between(cue.span.end, mention.span.start) == 0
                && self.view.rest(cue.span.end, mention.span.start).chars().count() <= 6
        })
    }

    /// States the numbers of the sentence: batch, epochs, and how many devices.
    fn numbers(&self, stated: &mut Conditions, figure: &Figure<'_>, metric: &Metric, subject: &Subject) {
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

    /// Says whether a bracket right behind a counted name says what each of them is: "40 L4s (24 GB, 72 W)".
    fn describes_each(&self, figure: &Figure<'_>, subject: &Subject) -> bool {
        let view = self.view;
        let Some(bracket) = view.bracket(figure.reading.span.start) else { return false };
        let end = subject.mention.span.end;
        subject.here
            && bracket.start >= end
            && view.gap(end, bracket.start).trim_start_matches('s').trim().is_empty()
            && !view.has(Cue::Together, bracket.start, bracket.end)
    }

    /// Says whether a count is one of the figure's own devices.
    fn is_count_of(&self, number: &Number, subject: &Subject, span: Span) -> bool {
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
    fn is_named_anew(&self, number: &Number, subject: &Subject) -> bool {
        let name = subject.mention.span;
        let same = |d: &&super::view::Named| d.mention.device == subject.mention.device;
        let counted = self.view.devices.iter().filter(same).find(|d| d.mention.span.end > number.span.start);
        let points = self.view.scene.cues.iter().any(|cue| {
            matches!(cue.entry, Cue::Pronoun | Cue::This | Cue::The | Cue::Former | Cue::Latter)
                && cue.span.overlaps(name)
        });
        !points && counted.is_some_and(|counted| counted.mention.span.start < name.start)
    }

    /// States the part that the noun after the device names: "TPU v3 核心", "v5e chip".
    fn part(&self, stated: &mut Conditions, figure: &Figure<'_>, metric: &Metric, subject: &Subject) {
        if !subject.here || !separates(metric, "scope") {
            return;
        }
        let end = subject.mention.span.end;
        let noun = self.view.scene.cues.iter().find(|cue| {
            matches!(cue.entry, Cue::CoreNoun | Cue::ChipNoun | Cue::DieNoun | Cue::HostNoun)
                && cue.span.start >= end
                && cue.span.start <= end + 3
                && is_touching(self.view, end, cue.span.start)
        });
        if self.is_apiece(subject, figure) {
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
            before || after
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
