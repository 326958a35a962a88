//! Which device a figure belongs to.
//!
//! The rules go from the surest to the weakest: a name that touches the figure, a device that
//! a linking word ties to it, the subject of its clause, of the clauses before, of the
//! sentences before, of the heading. The nearest device is often the wrong one: where two
//! would do, the answer is a reason, not a device.

mod clause;
mod near;
mod whole;

use super::mention::DeviceMention;
use super::naming::Figure;
use super::numeral::is_han;
use super::role::Role;
use super::view::{Named, View};
use crate::read::BlockKind;
use crate::vocab::cue::Cue;

/// A device that a figure belongs to.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The device; its span lies in the sentence only if `here`.
    pub mention: DeviceMention,
    /// It is named in this sentence.
    pub here: bool,
    /// The rule, as `prose/name`.
    pub rule: &'static str,
    /// How sure, 0 to 1.
    pub confidence: f32,
}

/// Signs that order names by what they have.
const ORDERS: [char; 5] = ['>', '≫', '≳', '⩾', '≥'];

/// Which devices are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Chips, cards, machines and their classes.
    Hardware,
    /// Models.
    Model,
}

/// Returns the devices that `figure` belongs to (two where a clause speaks of both), or why none.
///
/// # Errors
/// The reason for which it was left, for people.
pub fn subjects(view: &View<'_>, figure: &Figure<'_>, metric: &str) -> Result<Vec<Subject>, String> {
    let groups = &view.vocab.binding.subjects;
    let of_model = groups.of_models.iter().any(|id| &**id == metric);
    let model_first = groups.models_first.iter().any(|id| &**id == metric);
    let hardware = Finder { view, figure, metric, kind: Kind::Hardware };
    let model = Finder { view, figure, metric, kind: Kind::Model };
    let order: Vec<Step<'_>> = match (of_model, model_first) {
        (true, true) => vec![Step::Here(&model), Step::Around(&model), Step::Here(&hardware), Step::Around(&hardware)],
        (true, false) if ran_on(view, figure) => vec![Step::Here(&model), Step::Here(&hardware)],
        (true, false) if metric == "training_time" && speaks_of_model(view, figure) => {
            vec![Step::Here(&model), Step::Around(&model), Step::Here(&hardware), Step::Around(&hardware)]
        }
        (true, false) if metric == "training_time" => {
            // "It was trained for 33 days" goes on about the model, whatever it ran on.
            vec![Step::Here(&hardware), Step::Here(&model), Step::Around(&model), Step::Around(&hardware)]
        }
        (true, false) => vec![Step::Here(&hardware), Step::Here(&model), Step::Around(&hardware), Step::Around(&model)],
        (false, _) => vec![Step::Here(&hardware), Step::Around(&hardware)],
    };
    if let Some(name) = stranger(view, figure) {
        return Err(format!("said of `{name}`, which is not known"));
    }
    // "6.4M H100 hours": the figure's own words name whose it is, where it is no model's.
    let span = figure.reading.span;
    let hardware_only = |device: &&DeviceMention| !view.vocab.devices.is_a(&device.device, "model");
    // "150 TFLOPS per TPU v4": the unit took the first word of the name. A pod is no "TPU" that a figure is per.
    let machine = |device: &DeviceMention| {
        let machines = &view.vocab.tables.classes.machines;
        machines.iter().any(|class| view.vocab.devices.is_a(&device.device, class))
    };
    let begun = |device: &DeviceMention| {
        (span.start + 1..span.end).contains(&device.span.start) && device.span.end > span.end && !machine(device)
    };
    let devices = view.scene.mentions.devices.iter();
    let mut inside = devices.filter(|device| span.contains(device.span) || begun(device));
    let within = inside.find(hardware_only).filter(|device| !view.vocab.devices.has_members(&device.device));
    let mut later = None;
    for step in order {
        let (Step::Here(finder) | Step::Around(finder)) = step;
        if let Some(device) = within.filter(|_| finder.kind == Kind::Hardware) {
            return Ok(vec![Subject { here: true, ..elsewhere(device, "prose/within", 0.9) }]);
        }
        let found = match step {
            Step::Here(finder) => finder.here()?,
            Step::Around(finder) => {
                later = later.or_else(|| finder.elsewhere_is_wrong());
                if later.is_some() { Vec::new() } else { finder.around()? }
            }
        };
        if !found.is_empty() {
            if is_of_another(view, figure, &found) {
                return Err("said of a device that is not named".to_owned());
            }
            let found: Vec<Subject> = found.into_iter().map(|subject| narrow(view, subject)).collect();
            if let Some(reason) = counts_processors(view, figure, &found) {
                return Err(reason);
            }
            if &*figure.dimension == "money" && found.iter().any(|subject| is_beside_member(view, subject)) {
                return Err("a price beside the name of a class, where one of its members is named".to_owned());
            }
            return Ok(found);
        }
    }
    Err(later.unwrap_or("no device in the sentence or above it").to_owned())
}

/// Says why a count is no accelerator's: the name of what it counts begins with another processor's ("285,000 CPU cores").
fn counts_processors(view: &View<'_>, figure: &Figure<'_>, found: &[Subject]) -> Option<String> {
    const REACH: usize = 2;
    if &*figure.dimension != "count" {
        return None;
    }
    let (devices, end) = (&view.vocab.devices, figure.reading.span.end);
    let accelerators = found.iter().any(|subject| devices.is_a(&subject.mention.device, "accelerator"));
    let next = view.scene.mentions.devices.iter().find(|device| device.span.start >= end)?;
    let counted = view.gap(end, next.span.start).len() <= REACH && devices.is_a(&next.device, "cpu");
    (accelerators && counted).then(|| "it counts parts of another processor".to_owned())
}

/// Says whether a subject is a class of which another device of the sentence is one: "our $5K GPU rig of four RTX 3090s".
fn is_beside_member(view: &View<'_>, subject: &Subject) -> bool {
    let (devices, class) = (&view.vocab.devices, &subject.mention.device);
    subject.here
        && devices.has_members(class)
        && view.devices.iter().any(|other| other.mention.device != *class && devices.is_a(&other.mention.device, class))
}

/// Returns the unknown name that the figure's clause, or one before it, speaks of, with no known device since.
fn stranger<'v>(view: &'v View<'_>, figure: &Figure<'_>) -> Option<&'v str> {
    let span = figure.reading.span;
    let name = view.scene.strangers.iter().rfind(|name| name.end <= span.start)?;
    let since = view.devices.iter().any(|device| {
        device.role == Role::Subject && name.end <= device.mention.span.start && device.mention.span.end <= span.start
    });
    let behind = view.devices.iter().any(|device| {
        let at = device.mention.span.start;
        at >= span.end
            && view.has(Cue::Link, span.end, at)
            && view.rest(span.end, at).chars().count() <= 6
            && view.clauses_between(span.end, at) == 0
    });
    if since || behind { None } else { name.of(view.text) }
}

/// Says whether what stands between the subject and the figure is another device that is only pointed to: "B200
/// draws 1,200 W, its predecessor 700 W".
fn is_of_another(view: &View<'_>, figure: &Figure<'_>, found: &[Subject]) -> bool {
    let start = figure.reading.span.start;
    let clause = view.clause(start);
    let other = view
        .scene
        .cues
        .iter()
        .rfind(|cue| cue.entry == Cue::Another && clause.start <= cue.span.start && cue.span.end <= start);
    let Some(other) = other.map(|cue| cue.span) else { return false };
    // "More than its predecessor": compared with, it has only the figure right behind it.
    let compared = view.has(Cue::Versus, clause.start, other.start);
    let behind = view.rest(other.end, start).len() <= 1 && !view.gap(other.end, start).contains([':', '：']);
    let before = |subject: &Subject| !subject.here || subject.mention.span.start <= other.start;
    (!compared || behind) && !view.device_between(other.end, start) && found.iter().all(before)
}

/// Says whether the sentence opens with a word that points back, at a model, before any device: "Its training took two
/// months on 2,048 H800".
fn speaks_of_model(view: &View<'_>, figure: &Figure<'_>) -> bool {
    let start = figure.reading.span.start;
    let points = view.scene.cues.iter().any(|cue| cue.entry == Cue::Pronoun && view.rest(0, cue.span.start).is_empty());
    let device = view.devices.iter().any(|device| !device.is_model && device.mention.span.end <= start);
    points && !device && view.scene.carried_model.is_some() && view.scene.carried.is_none()
}

/// Says whether a model opens the sentence and the device before the figure is only what it ran on: "BLOOM,
/// trained on 384 A100s for 118 days".
fn ran_on(view: &View<'_>, figure: &Figure<'_>) -> bool {
    const REACH: usize = 16;
    let start = figure.reading.span.start;
    let Some(first) = view.devices.first().filter(|first| first.is_model) else { return false };
    let opens = view.gap(0, first.mention.span.start).chars().filter(|c| c.is_alphanumeric()).count() <= 12;
    let device = view.devices.iter().rfind(|device| !device.is_model && device.mention.span.end <= start);
    opens
        && first.role == Role::Subject
        && device.is_some_and(|device| {
            let at = device.mention.span.start;
            view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::Link
                    && cue.span.end <= at
                    && at - cue.span.end <= REACH
                    && cue.span.start >= first.mention.span.end
            })
        })
}

enum Step<'f> {
    Here(&'f Finder<'f>),
    Around(&'f Finder<'f>),
}

/// Takes the member that the text speaks of for a class that it is called by ("the GPU").
fn narrow(view: &View<'_>, subject: Subject) -> Subject {
    let member = |device: &&DeviceMention| {
        device.device != subject.mention.device && view.vocab.devices.is_a(&device.device, &subject.mention.device)
    };
    let carried = view.scene.carried.as_ref().filter(member);
    let above = view.scene.above.first().filter(|_| view.scene.above.len() == 1).filter(member);
    match carried.or(above) {
        // Only a class that stands alone is narrowed, never one that others are compared with.
        Some(member) if subject.here && view.devices.iter().all(|d| d.mention.device == subject.mention.device) => {
            Subject {
                mention: DeviceMention { span: subject.mention.span, ..member.clone() },
                confidence: subject.confidence.min(0.7),
                ..subject
            }
        }
        _ => subject,
    }
}

struct Finder<'a> {
    view: &'a View<'a>,
    figure: &'a Figure<'a>,
    metric: &'a str,
    kind: Kind,
}

impl<'a> Finder<'a> {
    fn devices(&self) -> impl DoubleEndedIterator<Item = &'a Named> {
        let model = self.kind == Kind::Model;
        let ordered = self.view.text.contains(ORDERS);
        self.view.devices.iter().filter(move |device| {
            device.is_model == model
                && !self.is_fitting(device)
                && !(ordered && self.is_across_sign(device))
                && !self.is_aside(device)
        })
    }

    /// Says whether a bracket before the figure gives a device a figure of its own: "96 GB (up from 32 GB on the Trainium)".
    fn is_aside(&self, device: &Named) -> bool {
        let (view, at) = (self.view, self.figure.reading.span.start);
        let bracket = view.bracket(device.mention.span.start).filter(|bracket| bracket.end <= at);
        bracket.is_some_and(|bracket| view.quantities().iter().any(|other| !other.bare && bracket.contains(other.span)))
    }

    /// Says whether a sign that orders names stands between a device and the figure, and a name of the next place right
    /// behind the sign: "L20 48G > 3090 24G". A sign right before the number is its bound.
    fn is_across_sign(&self, device: &Named) -> bool {
        let gap = self.view.gap(device.mention.span.end, self.figure.reading.span.start);
        let Some((_, next)) = gap.rsplit_once(ORDERS) else { return false };
        next.contains(char::is_alphanumeric) && !next.contains(['，', '。', '；'])
    }

    /// Looks in the sentence.
    fn here(&self) -> Result<Vec<Subject>, String> {
        if let Some(reason) = self.disputed() {
            return Err(reason);
        }
        if let Some(found) =
            self.labelled().or_else(|| self.in_list_of()).or_else(|| self.touching()).or_else(|| self.linked())
        {
            return Ok(vec![found]);
        }
        let found = self.in_clause()?;
        if !found.is_empty() {
            return Ok(found);
        }
        self.in_sentence()
    }

    /// Returns why a subject from outside the sentence would be a guess.
    fn elsewhere_is_wrong(&self) -> Option<&'static str> {
        let view = self.view;
        let span = self.figure.reading.span;
        let clause = view.clause(span.start);
        let scene = view.scene;
        let known: Vec<&DeviceMention> = scene.carried.iter().chain(&scene.above).collect();
        let devices = &view.vocab.devices;
        let related = |device: &Named| {
            known.iter().any(|known| {
                devices.is_a(&known.device, &device.mention.device)
                    || devices.is_a(&device.mention.device, &known.device)
            })
        };
        let after = self.devices().any(|device| {
            let start = device.mention.span.start;
            device.role == Role::Subject
                && clause.contains(device.mention.span)
                && start >= span.end
                && view.bracket(start) == view.bracket(span.start)
                && !related(device)
        });
        if after {
            return Some("a device after it in its clause may be meant");
        }
        if view.has(Cue::OfAll, 0, view.text.len()) {
            return Some("said of all that were spoken of");
        }
        if view.has(Cue::Need, clause.start, span.start) {
            return Some("something needs it, and nothing says that it is the device");
        }
        // "中介层总共包括 28 个芯片": something without a known name holds them.
        let held = self.metric == "chip_count"
            && view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::Holds
                    && clause.start <= cue.span.start
                    && cue.span.end <= span.start
                    && view.rest(clause.start, cue.span.start).chars().filter(|c| is_han(*c)).count() >= 2
                    && !view.scene.cues.iter().any(|other| {
                        matches!(other.entry, Cue::Pronoun | Cue::This | Cue::The | Cue::PodNoun | Cue::HostNoun)
                            && clause.start <= other.span.start
                            && other.span.end <= cue.span.start
                    })
            });
        if held {
            return Some("held by something that is not known");
        }
        let item = matches!(view.kind, Some(BlockKind::Item(_)));
        // "A pod has 8960 chips", after the device it is a pod of.
        let chips = self.metric == "chip_count" && scene.carried.is_some();
        // "RTX 4090: a consumer card. 16,384 CUDA cores."
        let words = view.text.len() - (span.end - span.start);
        let note = span.start <= 1 && words <= 32 && scene.carried.is_some() && self.metric != "chip_count";
        (&*self.figure.dimension == "count" && !item && !chips && !note)
            .then_some("a count, and no device in its sentence")
    }

    /// Says whether the sentence is a labelled line of a machine, whose parts are spoken of as a class.
    fn is_line_of(&self, part: &str, whole: &str) -> bool {
        let (view, devices) = (self.view, &self.view.vocab.devices);
        let machine = ["system", "instance"].iter().any(|class| devices.is_a(whole, class));
        let mut labels = view.scene.mentions.metrics.iter().filter(|metric| view.rest(0, metric.span.start).is_empty());
        let labelled =
            labels.any(|metric| view.gap(metric.span.end, view.text.len()).trim_start().starts_with([':', '：']));
        machine && devices.has_members(part) && labelled
    }

    /// Looks at the sentences before, the lead line and the headings.
    fn around(&self) -> Result<Vec<Subject>, String> {
        let scene = self.view.scene;
        if self.kind == Kind::Model && self.is_of_sized() {
            return Err("said of a model that only its size tells".to_owned());
        }
        let (carried, above) = match self.kind {
            Kind::Hardware => (&scene.carried, &scene.above),
            Kind::Model => (&scene.carried_model, &scene.above_models),
        };
        // "GPUs: 72× B200", "NVLink bandwidth: 130 TB/s": below a machine's name its lines are its own.
        if let (Some(carried), [one]) = (carried, above.as_slice())
            && self.kind == Kind::Hardware
            && self.is_line_of(&carried.device, &one.device)
        {
            return Ok(vec![elsewhere(one, "prose/heading", 0.75)]);
        }
        if let (Some(carried), [one]) = (carried, above.as_slice())
            && !self.view.vocab.devices.is_a(&carried.device, &one.device)
            && !self.view.vocab.devices.is_a(&one.device, &carried.device)
            && self.kind == Kind::Hardware
        {
            return Err(format!(
                "`{}`, last spoken of, or `{}` of the heading may have it",
                carried.device, one.device
            ));
        }
        if self.kind == Kind::Hardware
            && let Some(both) = self.both_before()
        {
            return Ok(both);
        }
        if let Some(carried) = carried {
            return Ok(vec![elsewhere(carried, "prose/carried", 0.75)]);
        }
        match above.as_slice() {
            [] if self.kind == Kind::Hardware => {
                let device = scene.environment.device(self.view.vocab, self.metric);
                Ok(device.map(|device| elsewhere(device, "prose/environment", 0.65)).into_iter().collect())
            }
            [] => Ok(Vec::new()),
            [one] => Ok(vec![elsewhere(one, "prose/heading", 0.75)]),
            many => Err(format!("the heading above names {} devices", many.len())),
        }
    }
}

impl Finder<'_> {
    /// Returns the two devices of the sentence before where this one says something of both: "两者都配备 192 GB HBM3e".
    fn both_before(&self) -> Option<Vec<Subject>> {
        let view = self.view;
        let start = self.figure.reading.span.start;
        let clause = view.clause(start);
        let both = view
            .scene
            .cues
            .iter()
            .any(|cue| cue.entry == Cue::Both && clause.start <= cue.span.start && cue.span.end <= start);
        let [one, two] = view.scene.before.as_slice() else { return None };
        let alone = both && view.devices.is_empty() && view.figures_between(clause.start, start) == 0;
        let devices = &view.vocab.devices;
        let apart = !devices.is_a(&one.device, &two.device) && !devices.is_a(&two.device, &one.device);
        let subject = |device: &DeviceMention| elsewhere(device, "prose/both", 0.7);
        (alone && apart).then(|| vec![subject(one), subject(two)])
    }

    /// Says whether a number of parameters before the figure tells which model is meant, and the sentence names none: "1300
    /// 亿参数规模的模型可在 56 天完成训练".
    fn is_of_sized(&self) -> bool {
        let view = self.view;
        let start = self.figure.reading.span.start;
        let clause = view.clause(start);
        let sizes = view.quantities().iter().filter(|size| clause.start <= size.span.start && size.span.end <= start);
        let mut parameters =
            view.scene.mentions.metrics.iter().filter(|named| &*named.metric == "model_size" && !named.weak);
        sizes
            .filter(|size| size.unit.is_none())
            .any(|size| parameters.any(|named| (size.span.end..=size.span.end + 1).contains(&named.span.start)))
    }
}

fn of(device: &Named, rule: &'static str, confidence: f32) -> Subject {
    Subject { mention: device.mention.clone(), here: true, rule, confidence }
}

fn elsewhere(device: &DeviceMention, rule: &'static str, confidence: f32) -> Subject {
    Subject { mention: device.clone(), here: false, rule, confidence }
}
