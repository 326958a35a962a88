//! Which device a figure belongs to.
//!
//! The rules go from the surest to the weakest: a name that touches the figure, a device that
//! a linking word ties to it, the subject of its clause, of the clauses before, of the
//! sentences before, of the heading. The nearest device is often the wrong one: where two
//! would do, the answer is a reason, not a device.

use super::mention::DeviceMention;
use super::naming::{Figure, is_touching};
use super::quantity::Reading;
use super::role::Role;
use super::tally;
use super::view::{Named, View};
use crate::read::BlockKind;
use crate::vocab::binding::Cue;

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
    let mut later = None;
    for step in order {
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
            return Ok(found.into_iter().map(|subject| narrow(view, subject)).collect());
        }
    }
    Err(later.unwrap_or("no device in the sentence or above it").to_owned())
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
        self.view.devices.iter().filter(move |device| device.is_model == model && !self.is_fitting(device))
    }

    /// Says whether a device is but a processor fitted to the machine that is spoken of: "Each node has eight GPUs, two
    /// 56-core CPUs, 2 TB of RAM and draws 10 kW".
    fn is_fitting(&self, device: &Named) -> bool {
        let (view, span) = (self.view, self.figure.reading.span);
        let end = device.mention.span.end;
        let cpu = view.vocab.devices.is_a(&device.mention.device, "cpu");
        cpu && end <= span.start
            && !view.is_tight(end, span.start)
            && view.clauses_between(end, span.start) > 0
            && view.scene.cues.iter().any(|cue| cue.entry == Cue::Holds && cue.span.end <= device.mention.span.start)
            && !view.gap(0, device.mention.span.start).trim().is_empty()
    }

    /// Looks in the sentence.
    fn here(&self) -> Result<Vec<Subject>, String> {
        if let Some(reason) = self.disputed() {
            return Err(reason);
        }
        if let Some(found) = self.labelled().or_else(|| self.touching()).or_else(|| self.linked()) {
            return Ok(vec![found]);
        }
        let found = self.in_clause()?;
        if !found.is_empty() {
            return Ok(found);
        }
        self.in_sentence()
    }

    /// Returns why the device right before the figure may not have it: the subject may, that is better than it ("beats
    /// the H100 with 192 GB"), or the whole that it is a part of ("holds 72 B200 with 13.5 TB").
    fn disputed(&self) -> Option<String> {
        let (view, span) = (self.view, self.figure.reading.span);
        let device = self.devices().rfind(|device| device.mention.span.end <= span.start)?;
        let (start, end) = (device.mention.span.start, device.mention.span.end);
        let with = view.scene.cues.iter().find(|cue| cue.entry == Cue::With && cue.span.start >= end)?;
        let tight = view.is_tight(end, span.start) && view.rest(end, with.span.start).is_empty();
        if !tight || with.span.end > span.start {
            return None;
        }
        let clause = view.clause(span.start);
        let beats = view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Beats
                && clause.start < cue.span.start
                && cue.span.end <= start
                && view.rest(cue.span.end, start).chars().count() <= 6
        });
        if beats {
            return Some(format!("`{}` or the one that it is compared with may have it", device.mention.device));
        }
        None
    }

    /// Says whether a counted part of a whole has a figure by itself: "eight H100 with 80 GB each".
    fn is_apiece(&self) -> bool {
        let (view, span) = (self.view, self.figure.reading.span);
        view.scene.cues.iter().filter(|cue| cue.entry == Cue::Apiece).any(|cue| {
            view.clauses_between(span.start, cue.span.start) == 0
                && view.figures_between(span.end, cue.span.start) == 0
                && (cue.span.end <= span.start && span.start - cue.span.end <= 24
                    || cue.span.start >= span.end && cue.span.start - span.end <= 24)
        })
    }

    /// Returns where the words of the whole end that holds `device` as counted parts, unless the figure is for each.
    fn part_of(&self, device: &Named) -> Option<usize> {
        tally::held(self.view, device).filter(|_| !self.is_apiece())
    }

    /// A device alone in the bracket right behind the figure: "80 GB/s (P100)", but not the chip of a machine
    /// that the figure is said of.
    fn labelled(&self) -> Option<Subject> {
        let (view, span) = (self.view, self.figure.reading.span);
        let device = self.devices().find(|device| device.mention.span.start > span.end)?;
        let at = device.mention.span;
        let bracket = view.bracket(at.start).filter(|bracket| bracket.start >= span.end)?;
        let alone = view.gap(span.end, bracket.start).trim().is_empty()
            && view.rest(bracket.start, at.start).is_empty()
            && view.rest(at.end, bracket.end).is_empty()
            && view.figures_between(bracket.start, bracket.end) == 0
            && !view.devices.iter().any(|other| other.mention.span != at && bracket.contains(other.mention.span));
        let devices = &view.vocab.devices;
        let holder = self.devices().rfind(|other| other.mention.span.end <= span.start);
        let whole = holder.is_some_and(|holder| {
            ["system", "instance"].iter().any(|class| devices.is_a(&holder.mention.device, class))
        });
        (alone && !whole).then(|| of(device, "prose/label", 0.9))
    }

    /// A name that touches the figure: "A100（40GB）", "H200 的 4.8 TB/s", "32 GB V100".
    fn touching(&self) -> Option<Subject> {
        let span = self.figure.reading.span;
        if let Some(around) = self.devices().find(|device| device.mention.span.contains(span)) {
            return Some(of(around, "prose/pointer", 0.85));
        }
        let before = self.devices().rfind(|device| device.mention.span.end <= span.start);
        let after = self.devices().find(|device| device.mention.span.start >= span.end);
        if let Some(owner) = before
            .filter(|device| matches!(self.view.gap(device.mention.span.end, span.start).trim(), "'s" | "\u{2019}s"))
        {
            return Some(of(owner, "prose/possessive", 0.95));
        }
        let before = before.filter(|device| {
            let end = device.mention.span.end;
            let end = tally::host_behind(self.view, end).map_or(end, |(host, _)| host.end);
            self.view.is_tight(end, span.start) && self.part_of(device).is_none()
        });
        let before = before.filter(|device| !self.opens_change(device));
        // "Grew from 16 GB on the T4": the change begins with another's figure.
        let before = before.filter(|_| !self.begins_change(self.figure.reading) || self.linked().is_none());
        let bracketed = self.view.bracket(span.start).is_some();
        // A place that holds the subject, and a list of subjects, are for the clause to settle.
        let before = before.filter(|device| bracketed || device.role != Role::Place && !self.ends_list(device));
        let before = before.filter(|device| !self.is_held(device));
        let after = after.filter(|device| {
            let at = device.mention.span.start;
            is_touching(self.view, span.end, at) || self.is_attribute_of(at)
        });
        match (before, after) {
            (Some(before), Some(after)) => {
                let gap = self.view.gap(before.mention.span.end, span.start);
                let near = gap.chars().count() <= 3 || !self.view.gap(span.end, after.mention.span.start).is_empty();
                let counts = &*self.figure.dimension == "count";
                // "… 低于 700 W 的 H800": what is compared with has its own figure.
                let versus = self.view.has(Cue::Versus, before.mention.span.end, span.start);
                Some(if near && !counts && !versus {
                    of(before, "prose/beside", 0.9)
                } else {
                    of(after, "prose/modifier", 0.85)
                })
            }
            (Some(before), None) => Some(of(before, "prose/beside", 0.95)),
            (None, Some(after)) => Some(of(after, "prose/modifier", 0.9)),
            (None, None) => None,
        }
    }

    /// Says whether the figure and a noun joined to it describe the device at `at`: "a 64-core EPYC".
    fn is_attribute_of(&self, at: usize) -> bool {
        let (view, end) = (self.view, self.figure.reading.span.end);
        let gap = view.gap(end, at);
        gap.starts_with('-') && gap.len() <= 16 && gap.split_whitespace().count() <= 1 && view.rest(end, at).is_empty()
    }

    /// A device that a linking word ties to the figure before it: "989 TFLOPS on the H100".
    fn linked(&self) -> Option<Subject> {
        let span = self.figure.reading.span;
        let device = self.devices().find(|device| device.mention.span.start >= span.end)?;
        let to = device.mention.span.start;
        let view = self.view;
        if view.clauses_between(span.end, to) > 0 || view.figures_between(span.end, to) > 0 {
            return None;
        }
        let link = view
            .scene
            .cues
            .iter()
            .rfind(|cue| cue.entry == Cue::Link && span.end <= cue.span.start && cue.span.end <= to)?;
        let short = |from: usize, to: usize, most: usize| {
            let gap = view.gap(from, to);
            view.rest(from, to).chars().count() <= most && !gap.contains([',', '，', '、', ';', '；', '(', ')'])
        };
        if !short(span.end, link.span.start, 20)
            || !short(link.span.end, to, 10)
            || view.has(Cue::Versus, span.end, link.span.start)
        {
            return None;
        }
        // A subject that stands before the figure in its clause keeps it, unless it is but a class
        // of the device after it or only compared with.
        let clause = view.clause(span.start);
        let rival = self.devices().rfind(|other| {
            other.role == Role::Subject
                && clause.start <= other.mention.span.start
                && other.mention.span.end <= span.start
        });
        let free = rival.is_none_or(|rival| {
            view.vocab.devices.is_a(&device.mention.device, &rival.mention.device)
                || view.figures_between(rival.mention.span.end, span.start) > 0
                || self.begins_change(self.figure.reading)
                || self.is_taken(rival)
        });
        let compared = view.has(Cue::Versus, clause.start, span.start)
            && view.gap(clause.start, span.start).trim_end().len() >= 4
            && view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::Versus
                    && cue.span.end <= span.start
                    && view.rest(cue.span.end, span.start).chars().count() <= 8
            });
        (free || compared).then(|| of(device, "prose/linked", 0.85))
    }

    /// Says whether a bracket only tells what the machine before it holds: "p5.48xlarge (8× H100) at $98".
    fn is_held(&self, device: &Named) -> bool {
        let view = self.view;
        let at = self.figure.reading.span.start;
        let Some(bracket) = view.bracket(device.mention.span.start).filter(|bracket| bracket.end <= at) else {
            return false;
        };
        let before = self.devices().rfind(|other| other.mention.span.end <= bracket.start);
        before.is_some_and(|before| {
            let touches = view.gap(before.mention.span.end, bracket.start).trim().is_empty();
            let devices = &view.vocab.devices;
            touches && ["system", "instance"].iter().any(|class| devices.is_a(&before.mention.device, class))
        })
    }

    /// Says whether a device is the last of a list of subjects: "A 和 B".
    fn ends_list(&self, device: &Named) -> bool {
        let before = self.devices().rfind(|other| other.mention.span.end <= device.mention.span.start);
        before.is_some_and(|before| {
            before.role == Role::Subject
                && device.role == Role::Subject
                && !self.is_taken(before)
                && !self.related(before, device)
                && self.view.clauses_between(before.mention.span.start, device.mention.span.start) == 0
                && self.view.is_joined(before.mention.span.end, device.mention.span.start)
        })
    }

    /// Says whether a linking word ties a device to a figure before it ("132 SMs for the H100").
    fn is_taken(&self, device: &Named) -> bool {
        let view = self.view;
        let start = device.mention.span.start;
        let Some(figure) = view.quantities().iter().rfind(|q| !q.bare && q.span.end <= start) else { return false };
        view.clauses_between(figure.span.start, start) == 0
            && view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::Link
                    && figure.span.end <= cue.span.start
                    && cue.span.end <= start
                    && view.rest(cue.span.end, start).chars().count() <= 6
                    && view.rest(figure.span.end, cue.span.start).chars().count() <= 16
            })
    }

    /// Says whether a device has the figure from which a change begins: "from 16 GB on the T4 to".
    fn opens_change(&self, device: &Named) -> bool {
        let start = device.mention.span.start;
        let figure = self.view.quantities().iter().rfind(|q| !q.bare && q.span.end <= start);
        figure.is_some_and(|figure| self.begins_change(figure)) && self.is_taken(device)
    }

    /// Says whether a figure is where a change begins: "from 16 GB".
    fn begins_change(&self, figure: &Reading) -> bool {
        let start = figure.span.start;
        let mut cues = self.view.scene.cues.iter();
        figure.changed_from
            || cues.any(|cue| cue.entry == Cue::From && (cue.span.end..=cue.span.end + 1).contains(&start))
    }

    /// The device right before a clause that opens with "which": "than the L4, which has 24 GB".
    fn antecedent(&self) -> Option<&'a Named> {
        let view = self.view;
        let clause = view.clause(self.figure.reading.span.start);
        let relative = view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Relative
                && clause.contains(cue.span)
                && view.gap(clause.start, cue.span.start).trim().is_empty()
        });
        let before = self.view.devices.iter().rfind(|device| device.mention.span.end <= clause.start)?;
        let touches = !view.gap(before.mention.span.end, clause.start).contains(char::is_alphanumeric);
        (relative && touches && before.is_model == (self.kind == Kind::Model)).then_some(before)
    }

    /// The subject of the figure's clause.
    fn in_clause(&self) -> Result<Vec<Subject>, String> {
        let span = self.figure.reading.span;
        let view = self.view;
        let clause = view.clause(span.start);
        let before: Vec<&Named> = self
            .devices()
            .filter(|device| clause.start <= device.mention.span.start && device.mention.span.end <= span.start)
            .collect();
        if let Some(bracket) = view.bracket(span.start)
            && before.iter().all(|device| device.mention.span.end <= bracket.start)
            && view.rest(bracket.start, span.start).chars().count() <= 14
            && let Some(last) = before.last()
        {
            // "低于 A100（400 W）": what stands in brackets is said of the name before them.
            return Ok(vec![of(last, "prose/bracket", 0.9)]);
        }
        let open: Vec<&Named> = before
            .into_iter()
            .filter(|device| device.role == Role::Subject && !view.is_aside(device, span.start))
            .filter(|device| !self.opens_change(device))
            .collect();
        let open = self.wholes(open)?;
        let Some(last) = open.last() else { return Ok(Vec::new()) };
        let group = self.group(&open);
        if group.len() > 1 {
            return if group.iter().all(|device| device.role == Role::Subject)
                && view.figures_between(last.mention.span.end, span.start) == 0
            {
                Ok(group.into_iter().map(|device| of(device, "prose/both", 0.75)).collect())
            } else {
                Err(format!("said of {} devices together", group.len()))
            };
        }
        let rival = open.iter().rev().skip(1).find(|device| !self.related(device, last));
        let clear = rival.is_none_or(|rival| {
            view.figures_between(rival.mention.span.end, last.mention.span.start) > 0
                || view.is_tight(last.mention.span.end, span.start)
        });
        if clear {
            return Ok(vec![of(last, "prose/clause", 0.9)]);
        }
        Err(format!(
            "`{}` and `{}` are equally near",
            rival.map_or("", |rival| &rival.mention.device),
            last.mention.device
        ))
    }

    /// Drops counted parts beside the whole that they are of ("An NVL72 rack holds 72 B200 and draws 120 kW").
    ///
    /// # Errors
    /// Where the whole has no name and holds more than these parts, or may have what the words right behind them say.
    fn wholes<'n>(&self, open: Vec<&'n Named>) -> Result<Vec<&'n Named>, String> {
        let (view, span) = (self.view, self.figure.reading.span);
        let mut kept: Vec<&'n Named> = Vec::new();
        for device in open {
            let Some(verb) = self.part_of(device) else {
                kept.push(device);
                continue;
            };
            let end = device.mention.span.end;
            if !kept.iter().any(|whole| whole.mention.span.end <= verb) {
                let others = view
                    .devices
                    .iter()
                    .any(|other| other.mention.span.start >= end && other.mention.span.end <= span.start)
                    || view.has(Cue::Accessory, end, span.start);
                if others {
                    return Err("of a whole that holds more than the parts that are named".to_owned());
                }
                kept.push(device);
            } else if view.is_tight(end, span.start) && !self.is_large() {
                return Err("of the whole or of each of its parts".to_owned());
            }
        }
        Ok(kept)
    }

    /// Says whether the figure is larger than one chip's can be.
    fn is_large(&self) -> bool {
        let mut limits = self.view.vocab.binding.chip_limits.iter().filter(|limit| &*limit.metric == self.metric);
        let size = super::naming::size(self.figure);
        limits.any(|limit| size.zip(limit.below).is_some_and(|(size, below)| size >= below))
    }

    fn related(&self, a: &Named, b: &Named) -> bool {
        let devices = &self.view.vocab.devices;
        devices.is_a(&a.mention.device, &b.mention.device) || devices.is_a(&b.mention.device, &a.mention.device)
    }

    /// Returns the list that ends with the last of `open`: "A 和 B".
    fn group<'n>(&self, open: &[&'n Named]) -> Vec<&'n Named> {
        let mut group: Vec<&Named> = Vec::new();
        for device in open.iter().rev() {
            match group.last() {
                Some(next) if !self.view.is_joined(device.mention.span.end, next.mention.span.start) => break,
                Some(next)
                    if next.mention.device == device.mention.device
                        && next.mention.conditions == device.mention.conditions =>
                {
                    break;
                }
                _ => group.push(device),
            }
        }
        group.reverse();
        group
    }

    /// The subject of the clauses before.
    fn in_sentence(&self) -> Result<Vec<Subject>, String> {
        let span = self.figure.reading.span;
        let view = self.view;
        if let Some(antecedent) = self.antecedent() {
            return Ok(vec![of(antecedent, "prose/relative", 0.85)]);
        }
        let own = view.clause_at(span.start);
        let before: Vec<&Named> = self
            .devices()
            .filter(|device| {
                device.role == Role::Subject
                    && view.clause_at(device.mention.span.start) < own
                    && !view.is_aside(device, span.start)
            })
            .collect();
        let before = self.wholes(before)?;
        let Some(last) = before.last() else { return Ok(Vec::new()) };
        // "The Orin: 275 TOPS, a 12-core CPU, 64 GB …": a list behind a label is of the label.
        let devices = &view.vocab.devices;
        let part =
            |device: &Named| devices.has_members(&device.mention.device) || devices.is_a(&device.mention.device, "cpu");
        let label =
            before.iter().find(|device| view.text[device.mention.span.end..].trim_start().starts_with([':', '：']));
        if let Some(label) = label.filter(|label| part(last) && !part(label)) {
            return Ok(vec![of(label, "prose/list", 0.75)]);
        }
        if let Some(named) = self.before_aside(&before, own) {
            return Ok(vec![of(named, "prose/sentence", 0.75)]);
        }
        let clause = view.clause(last.mention.span.start);
        let members: Vec<&Named> = before.iter().copied().filter(|d| clause.contains(d.mention.span)).collect();
        if self.group(&before).len() > 1 {
            return Err("said of two devices together in the clause before".to_owned());
        }
        if members.iter().all(|device| self.related(device, last)) {
            return Ok(vec![of(last, "prose/sentence", 0.8)]);
        }
        let first = members[0];
        if view.gap(clause.start, first.mention.span.start).len() <= 4
            && view.figures_between(clause.start, clause.end) == 0
        {
            return Ok(vec![of(first, "prose/sentence", 0.7)]);
        }
        Err(format!("`{}` and `{}` stand in the clause before", first.mention.device, last.mention.device))
    }

    /// Returns the subject whose name is a clause by itself, an aside following: "The H100, also a GH100 part, has".
    fn before_aside<'n>(&self, before: &[&'n Named], own: usize) -> Option<&'n Named> {
        let view = self.view;
        let first = before.first()?;
        let clause = view.clause(first.mention.span.start);
        let number = view.clause_at(first.mention.span.start);
        let words = view.rest(clause.start, first.mention.span.start).chars().count()
            + view.rest(first.mention.span.end, clause.end).chars().count();
        (own == number + 2 && words <= 4 && view.figures_between(clause.start, clause.end) == 0).then_some(first)
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
        let item = matches!(view.kind, Some(BlockKind::Item(_)));
        // "A pod has 8960 chips", after the device it is a pod of.
        let chips = self.metric == "chip_count" && scene.carried.is_some();
        (&*self.figure.dimension == "count" && !item && !chips).then_some("a count, and no device in its sentence")
    }

    /// Looks at the sentences before, the lead line and the headings.
    fn around(&self) -> Result<Vec<Subject>, String> {
        let scene = self.view.scene;
        let (carried, above) = match self.kind {
            Kind::Hardware => (&scene.carried, &scene.above),
            Kind::Model => (&scene.carried_model, &scene.above_models),
        };
        if let Some(carried) = carried {
            return Ok(vec![elsewhere(carried, "prose/carried", 0.75)]);
        }
        match above.as_slice() {
            [] => Ok(Vec::new()),
            [one] => Ok(vec![elsewhere(one, "prose/heading", 0.75)]),
            many => Err(format!("the heading above names {} devices", many.len())),
        }
    }
}

fn of(device: &Named, rule: &'static str, confidence: f32) -> Subject {
    Subject { mention: device.mention.clone(), here: true, rule, confidence }
}

fn elsewhere(device: &DeviceMention, rule: &'static str, confidence: f32) -> Subject {
    Subject { mention: device.clone(), here: false, rule, confidence }
}
