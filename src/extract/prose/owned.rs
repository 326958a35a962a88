//! Whether the device that was found may have the figure: a size chooses a device, a model has parameters, a heading
//! far above says too little.

use rust_decimal::Decimal;

use super::Binder;
use crate::claim::{Bound, Conditions};
use crate::extract::naming::{self, Figure, Naming};
use crate::extract::subject::{self, Subject};
use crate::read::BlockKind;
use crate::text::Span;
use crate::vocab::cue::Cue;

/// No processor is fitted with so much memory, in bytes.
const LARGEST_OF_CPUS: u64 = 8_000_000_000_000;

/// The scopes of more than one device.
const OF_SEVERAL: [&str; 4] = ["host", "slice", "pod", "cluster"];

impl Binder<'_> {
    /// Money is of a device named elsewhere only where its own words say what it is the price of.
    pub(super) fn afar(&self, figure: &Figure<'_>, naming: &Naming, subjects: &[Subject]) -> Result<(), String> {
        let far = subjects.iter().any(|subject| !subject.here);
        // "How much does an H100 cost?", and the answer below.
        if self.view.scene.answers && self.view.scene.above_metrics.contains(&naming.metric) {
            return Ok(());
        }
        if &*figure.dimension == "time" && far && naming.weak {
            return Err("a time, and neither its metric nor its device is surely named".to_owned());
        }
        // "With all four cards" may count cards of another kind; chips are those spoken of.
        let noun = naming.span.and_then(|name| name.of(self.view.text)).unwrap_or_default().to_lowercase();
        let cards = &*naming.metric == "chip_count"
            && self.view.vocab.tables.count.cards.iter().any(|word| noun.contains(word.as_str()));
        if far && cards {
            return Err("a count of cards, and its own sentence names none".to_owned());
        }
        // Under a heading a cost of no kind may be anything's.
        let open = ["cost", "operating_cost", "inference_cost", "maintenance_cost", "initial_cost", "electricity_cost"];
        if far && figure.dimension.starts_with("money") && open.contains(&&*naming.metric) {
            return Err("a cost, and neither its kind nor its device is surely named".to_owned());
        }
        if !figure.dimension.starts_with("money") || subjects.iter().all(|subject| subject.here) {
            return Ok(());
        }
        let view = self.view;
        if view.speaks_of_another(figure.reading.span.start) {
            return Err("the money is of something else that is pointed to".to_owned());
        }
        let clause = view.clause(figure.reading.span.start);
        let labels = naming.span.is_some_and(|name| view.gap(clause.start, name.start).trim().is_empty());
        // In running text only a colon makes a label: "Price: $2,500".
        let colon = naming
            .span
            .is_some_and(|name| view.gap(name.end, figure.reading.span.start).trim_start().starts_with([':', '：']));
        let paragraph = matches!(view.kind, Some(BlockKind::Paragraph));
        let heading = subjects.iter().any(|subject| subject.rule == "prose/heading");
        if heading && paragraph && !(labels && colon) || naming.weak && !labels && &*figure.dimension == "money" {
            return Err("money, and its own sentence names no device".to_owned());
        }
        Ok(())
    }

    /// Returns a metric of models that the figure may be one of, with the model that the sentence names.
    pub(super) fn of_model<'n>(&self, figure: &Figure<'_>, namings: &'n [Naming]) -> Option<(&'n str, Vec<Subject>)> {
        let first = &self.view.vocab.binding.subjects.models_first;
        let naming = namings.iter().find(|naming| naming.span.is_some() && first.contains(&naming.metric))?;
        let subjects = subject::subjects(self.view, figure, &naming.metric).ok()?;
        let model = |subject: &Subject| subject.here && self.view.vocab.devices.is_a(&subject.mention.device, "model");
        subjects.iter().all(model).then_some((&*naming.metric, subjects))
    }

    /// Returns the device that a size chooses: the first one named after it ("批次 ≥ 1024 时，TPU 更优").
    pub(super) fn chosen(&self, figure: &Figure<'_>, metric: &str) -> Option<Subject> {
        let view = self.view;
        let groups = &view.vocab.binding.subjects;
        let span = figure.reading.span;
        if !groups.thresholds.iter().any(|id| &**id == metric) || !view.has(Cue::If, 0, span.start) {
            return None;
        }
        let device = view.devices.iter().find(|device| !device.is_model && device.mention.span.start >= span.end)?;
        let chooses = view.has(Cue::Choosing, span.end, view.text.len());
        chooses.then(|| Subject { mention: device.mention.clone(), here: true, rule: "prose/chosen", confidence: 0.75 })
    }

    /// A size is a device's only where the text chooses the device by it.
    pub(super) fn threshold(&self, figure: &Figure<'_>, metric: &str, subjects: &[Subject]) -> Result<(), String> {
        let groups = &self.view.vocab.binding.subjects;
        let devices = &self.view.vocab.devices;
        let of_model = |subject: &Subject| devices.is_a(&subject.mention.device, "model");
        if groups.model_only.iter().any(|id| &**id == metric) && !subjects.iter().all(of_model) {
            return Err(format!("a {metric} of no model"));
        }
        // "当 batch_size=8 时，A100 …": a setting, from which on nothing is chosen.
        if metric == "batch_size" && figure.reading.bound.is_none() && figure.reading.low == figure.reading.high {
            let before = self.view.gap(0, figure.reading.span.start).trim_end();
            if before.ends_with('=') {
                return Err("a setting, no threshold".to_owned());
            }
        }
        // "CPU: Xeon Gold, 512 GB of RAM": the machine has it.
        let large = naming::size(figure).is_some_and(|size| size >= Decimal::from(LARGEST_OF_CPUS));
        let fitted = |subject: &Subject| {
            devices.is_a(&subject.mention.device, "cpu")
                && (large || !self.view.is_tight(subject.mention.span.end, figure.reading.span.start))
        };
        if metric == "memory_capacity" && subjects.iter().any(fitted) {
            return Err("the memory of the machine, not of the processor in it".to_owned());
        }
        let class = |subject: &Subject| {
            devices.iter().any(|other| other.parent.as_ref() == Some(&subject.mention.device))
                && !devices.is_a(&subject.mention.device, "system")
                && !devices.is_a(&subject.mention.device, "instance")
        };
        let least = metric == "memory_capacity" && figure.reading.bound == Some(Bound::AtLeast);
        if least && subjects.iter().any(class) {
            return Err("a least that is asked of any device of a class".to_owned());
        }
        if metric == "chip_count" && subjects.iter().any(class) {
            return Err("a count of a class of devices".to_owned());
        }
        if subjects
            .iter()
            .any(|subject| !subject.here && devices.get(&subject.mention.device).is_some_and(|d| d.parent.is_none()))
        {
            return Err("only a heading names its kind of device".to_owned());
        }
        // "Chinchilla (a 70B model) with a 4B drafter": a second size in the clause is another's; above a text
        // with two sizes, or with the size in a bracket, the heading says too little.
        if models_size(figure, metric) && subjects.iter().all(of_model) {
            let view = self.view;
            let span = figure.reading.span;
            let sizes = self
                .figures
                .iter()
                .filter(|other| &*other.dimension == "count" && other.reading.step >= Decimal::from(1000));
            let several = sizes.count() > 1;
            let far = subjects.iter().any(|subject| {
                subject.rule == "prose/clause" && view.figures_between(subject.mention.span.end, span.start) > 0
            });
            let above = subjects.iter().any(|subject| !subject.here);
            // "训练 70B 参数模型": any model of that size.
            let any = view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::ModelNoun
                    && cue.span.start >= span.end
                    && view.rest(span.end, cue.span.start).is_empty()
                    && view.gap(span.end, cue.span.start).chars().count() <= 4
            });
            if above && any {
                return Err("any model of that size".to_owned());
            }
            if self.is_of_another_model(figure, subjects) {
                return Err("of another model".to_owned());
            }
            if far && metric == "model_size" || above && (several || view.bracket(span.start).is_some()) {
                return Err("the size of another model may be meant".to_owned());
            }
        }
        let of_one_kind = groups.of_one_kind.iter().any(|id| &**id == metric);
        if of_one_kind && subjects.iter().any(|subject| !subject.here && class(subject)) {
            return Err("only what stands above names its kind of device".to_owned());
        }
        let first = groups.models_first.iter().any(|id| &**id == metric);
        if first && subjects.iter().any(|subject| !subject.here && class(subject)) {
            return Err(format!("a {metric} of no model"));
        }
        let threshold = groups.thresholds.iter().any(|id| &**id == metric);
        let models = groups.of_models.iter().any(|id| &**id == metric) && subjects.iter().all(of_model);
        if !threshold || models {
            return Ok(());
        }
        let end = self.view.text.len();
        let chooses = self.view.has(Cue::If, 0, figure.reading.span.start)
            && self.view.has(Cue::Choosing, figure.reading.span.end, end);
        if chooses { Ok(()) } else { Err(format!("a {metric} that chooses no device")) }
    }

    /// Says whether a size and the noun behind it name a model that is not the subject ("distilled into a 7B model"),
    /// or such a one stands between the subject and the figure.
    pub(super) fn is_of_another_model(&self, figure: &Figure<'_>, subjects: &[Subject]) -> bool {
        let view = self.view;
        let nouns = view.scene.cues.iter().filter(|cue| cue.entry == Cue::ModelNoun);
        let another = |noun: Span| {
            self.figures.iter().find(|size| {
                let at = size.reading.span;
                &*size.dimension == "count"
                    && at.end <= noun.start
                    && view.gap(at.end, noun.start).trim_matches([' ', '-']).is_empty()
                    && view.scene.cues.iter().any(|cue| {
                        cue.entry == Cue::Indefinite
                            && cue.span.end <= at.start
                            && view.gap(cue.span.end, at.start).trim().is_empty()
                            && !view.scene.cues.iter().any(|is| {
                                is.entry == Cue::Copula
                                    && is.span.start < cue.span.end
                                    && cue.span.start <= is.span.end + 1
                            })
                    })
            })
        };
        let span = figure.reading.span;
        let after = |at: Span| subjects.iter().all(|subject| subject.here && subject.mention.span.end <= at.start);
        nouns.filter_map(|noun| another(noun.span)).any(|size| {
            let at = size.reading.span;
            at.start <= span.start && after(at)
        })
    }

    /// Says whether a word right beside a figure adds up those of several devices: "48 GB combined".
    fn is_pooled(&self, span: Span) -> bool {
        let view = self.view;
        let near = |from: usize, to: usize| {
            from <= to
                && view.rest(from, to).is_empty()
                && view.figures_between(from, to) == 0
                && to - from <= 24
                && !view.gap(from, to).contains([',', '，', ';'])
        };
        view.scene
            .cues
            .iter()
            .filter(|cue| cue.entry == Cue::Pooled)
            .any(|cue| near(span.end, cue.span.start) || near(cue.span.end, span.start))
    }

    /// Says whether a figure is larger than one chip's can be, and neither a count nor a scope says of how many it is.
    pub(super) fn is_of_several(
        &self,
        figure: &Figure<'_>,
        metric: &str,
        subject: &Subject,
        stated: &Conditions,
    ) -> bool {
        let devices = &self.view.vocab.devices;
        let chip = devices.is_a(&subject.mention.device, "accelerator");
        let told =
            stated.get("count").is_some() || stated.word("scope").is_some_and(|scope| OF_SEVERAL.contains(&scope));
        let mut limits = self.view.vocab.binding.chip_limits.iter().filter(|limit| &*limit.metric == metric);
        let size = naming::size(figure);
        // "48 GB of pooled VRAM" is that of several, too.
        let pooled = matches!(metric, "memory_capacity" | "memory_bandwidth")
            && stated.get("scope").is_none()
            && self.is_pooled(figure.reading.span);
        chip && !told
            && (pooled || limits.any(|limit| size.zip(limit.below).is_some_and(|(size, below)| size >= below)))
    }
}

/// Says whether a figure is a large count that a model has.
pub(super) fn models_size(figure: &Figure<'_>, metric: &str) -> bool {
    &*figure.dimension == "count" && matches!(metric, "model_size" | "training_tokens")
}
