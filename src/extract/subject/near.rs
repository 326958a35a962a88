//! Devices that touch a figure: in a bracket behind it, right before or behind it, tied by a linking word.

use super::{Finder, Subject, of};
use crate::extract::naming::is_touching;
use crate::extract::quantity::Reading;
use crate::extract::role::Role;
use crate::extract::tally;
use crate::extract::view::Named;
use crate::text::Span;
use crate::vocab::cue::Cue;

impl<'a> Finder<'a> {
    /// Returns why the device right before the figure may not have it: the subject may, that is better than it ("beats
    /// the H100 with 192 GB"), or the whole that it is a part of ("holds 72 B200 with 13.5 TB").
    pub(super) fn disputed(&self) -> Option<String> {
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

    /// A device alone in the bracket right behind the figure: "80 GB/s (P100)", but not the chip of a machine
    /// that the figure is said of.
    pub(super) fn labelled(&self) -> Option<Subject> {
        let (view, span) = (self.view, self.figure.reading.span);
        let device = self.devices().find(|device| device.mention.span.start > span.end)?;
        let at = device.mention.span;
        let bracket = view.bracket(at.start).filter(|bracket| bracket.start >= span.end)?;
        let devices = &view.vocab.devices;
        let holder = self.devices().rfind(|other| other.mention.span.end <= span.start);
        // "Volta 的 640 个核心（V100）": what is counted may stand between, where a class is told by its member.
        let member = holder.is_some_and(|holder| {
            devices.is_a(&device.mention.device, &holder.mention.device)
                && device.mention.device != holder.mention.device
                && view.rest(span.end, bracket.start).is_empty()
                && view.clauses_between(span.end, bracket.start) == 0
        });
        let alone = (member || view.gap(span.end, bracket.start).trim().is_empty())
            && view.rest(bracket.start, at.start).is_empty()
            && view.rest(at.end, bracket.end).is_empty()
            && view.figures_between(bracket.start, bracket.end) == 0
            && !view.devices.iter().any(|other| other.mention.span != at && bracket.contains(other.mention.span));
        let whole = holder.is_some_and(|holder| {
            ["system", "instance"].iter().any(|class| devices.is_a(&holder.mention.device, class))
        });
        (alone && !whole).then(|| of(device, "prose/label", 0.9))
    }

    /// What is compared with and has the first figure of a list has the others too: "up from the 4090's 16,384 cores,
    /// 24 GB and 450 W".
    pub(super) fn in_list_of(&self) -> Option<Subject> {
        let view = self.view;
        let mut at = self.figure.index;
        let mut start = self.figure.reading.span.start;
        while let Some(before) = at.checked_sub(1).and_then(|at| view.quantities().get(at)) {
            let end = before.span.end;
            let gap = view.gap(end, start);
            let listed = gap.contains([',', '，', '、']) || view.has(Cue::And, end, start);
            if !listed || gap.len() > 24 || view.device_between(end, start) || view.rest(end, start).chars().count() > 8
            {
                return None;
            }
            let owner = self.devices().rfind(|device| device.mention.span.end <= before.span.start);
            let owned = owner.filter(|owner| {
                owner.role == Role::Versus
                    && matches!(view.gap(owner.mention.span.end, before.span.start).trim(), "'s" | "\u{2019}s")
            });
            if let Some(owned) = owned {
                return Some(of(owned, "prose/list", 0.85));
            }
            (at, start) = (at - 1, before.span.start);
        }
        None
    }

    /// A name that touches the figure: "A100（40GB）", "H200 的 4.8 TB/s", "32 GB V100".
    pub(super) fn touching(&self) -> Option<Subject> {
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
        // "A 与 B 相比其带宽（900 GB/s）": the closing word gives it back to A.
        let before = before.filter(|device| {
            device.role != Role::Versus || !self.view.has(Cue::VersusEnd, device.mention.span.end, span.start)
        });
        let before = before.filter(|device| !self.is_spent(device));
        // "BERT（3.4 亿参数）、ResNet-50": the bracket is behind the one that has it.
        let closed = |at: usize| self.view.bracket(span.start).is_some_and(|bracket| bracket.end <= at);
        let after = after.filter(|device| !closed(device.mention.span.start));
        // "2,080 亿（H100 的 2.6 倍）": the bracket only measures it in another's.
        let measured = |device: &Named| {
            device.role == Role::Versus && self.view.bracket(device.mention.span.start) != self.view.bracket(span.start)
        };
        let after = after.filter(|device| !measured(device));
        // "3.2 TB/s（B200 为 8 TB/s）": the bracket gives another's figure beside it.
        let own_figure = |device: &Named| {
            let bracket = self.view.bracket(device.mention.span.start).filter(|bracket| bracket.start >= span.end);
            bracket.is_some_and(|bracket| self.view.figures_between(device.mention.span.end, bracket.end) > 0)
        };
        let after = after.filter(|device| !own_figure(device));
        let after = after.filter(|device| {
            let at = device.mention.span.start;
            is_touching(self.view, span.end, at) || self.is_attribute_of(at)
        });
        if let Some(named) = before.and_then(|class| self.named_behind(class)) {
            return Some(of(named, "prose/modifier", 0.85));
        }
        match (before, after) {
            (Some(before), Some(after)) => {
                let gap = self.view.gap(before.mention.span.end, span.start);
                let near = gap.chars().count() <= 3 || !self.view.gap(span.end, after.mention.span.start).is_empty();
                let counts = &*self.figure.dimension == "count";
                // "… 低于 700 W 的 H800": what is compared with has its own figure.
                let versus = self.view.has(Cue::Versus, before.mention.span.end, span.start);
                // "The 700 W H100 replaces the 400 W A100": a verb parts the figure from the one before it.
                let letters = |c: char| if c.is_ascii() { usize::from(c.is_alphanumeric()) } else { 2 };
                let parted = gap.chars().filter(|c| c.is_alphanumeric()).map(letters).sum::<usize>() >= 4;
                let parted = parted && !self.related(before, after);
                Some(if near && !counts && !versus && !parted {
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

    /// Says whether a linking word ties a device to the figure before it, and this figure to the device behind: "$15k for
    /// the A100 to $1.6k for the 4090".
    fn is_spent(&self, device: &Named) -> bool {
        let (view, span) = (self.view, self.figure.reading.span);
        let at = self.counted_from(device);
        let tied = |from: usize, to: usize| {
            view.has(Cue::Link, from, to)
                && view.rest(from, to).chars().count() <= 3
                && view.clauses_between(from, to) == 0
        };
        let before = view.quantities().iter().rfind(|other| !other.bare && other.span.end <= at);
        let next = self.devices().find(|next| next.mention.span.start >= span.end);
        before.is_some_and(|before| tied(before.span.end, at))
            && next.is_some_and(|next| {
                let to = self.counted_from(next).max(span.end);
                tied(span.end, to) && view.figures_between(span.end, to) == 0
            })
    }

    /// Returns where the words of a device begin with the number of how many there are: "25 tokens/s on two A100s".
    fn counted_from(&self, device: &Named) -> usize {
        let name = device.mention.span.start;
        let counts =
            |q: &&Reading| q.unit.is_none() && q.span.end < name && self.view.gap(q.span.end, name).trim().is_empty();
        self.view.quantities().iter().rfind(counts).map_or(name, |count| count.span.start)
    }

    /// Returns the device close behind the figure, where what stands before it and a colon is but its class: "两款 GPU：32GB
    /// 显存的 B".
    fn named_behind(&self, class: &Named) -> Option<&'a Named> {
        const REACH: usize = 8;
        let (view, span) = (self.view, self.figure.reading.span);
        let labels = view.gap(class.mention.span.end, span.start).trim_end().ends_with([':', '：']);
        let after = self.devices().find(|device| device.mention.span.start >= span.end).filter(|_| labels)?;
        let gap = view.gap(span.end, after.mention.span.start);
        let near = gap.chars().count() <= REACH && !gap.contains(['，', ',', '、', '；', ';', '(', '（']);
        let member = view.vocab.devices.is_a(&after.mention.device, &class.mention.device);
        (near && member).then_some(after)
    }

    /// Says whether the figure and a noun joined to it describe the device at `at`: "a 64-core EPYC".
    pub(super) fn is_attribute_of(&self, at: usize) -> bool {
        let (view, end) = (self.view, self.figure.reading.span.end);
        let gap = view.gap(end, at);
        gap.starts_with('-') && gap.len() <= 16 && gap.split_whitespace().count() <= 1 && view.rest(end, at).is_empty()
    }

    /// A device that a linking word ties to the figure before it: "989 TFLOPS on the H100".
    pub(super) fn linked(&self) -> Option<Subject> {
        let span = self.figure.reading.span;
        let device = self.devices().find(|device| device.mention.span.start >= span.end)?;
        let view = self.view;
        let to = self.counted_from(device).max(span.end);
        // "10,496 CUDA cores and 328 Tensor cores on the RTX 3090"
        let span = self.last_joined(span, to);
        if view.clauses_between(span.end, to) > 0 || view.figures_between(span.end, to) > 0 {
            return None;
        }
        // "3,700 GB/s is competitive with the H100's 3,350 GB/s": that one has its own.
        let owner = matches!(view.text.get(device.mention.span.end..).map(str::trim_start), Some(rest) if rest.starts_with("'s ") || rest.starts_with("\u{2019}s "));
        let next = view.quantities().iter().find(|next| next.span.start >= device.mention.span.end && !next.bare);
        let own = next.is_some_and(|next| {
            let dimension = |unit: &crate::extract::quantity::UnitReading| unit.dimension.clone();
            next.span.start - device.mention.span.end <= 4
                && next.unit.as_ref().map(dimension) == self.figure.reading.unit.as_ref().map(dimension)
        });
        if owner && own {
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

    /// Returns the count right behind this one that "and" joins to it, with nothing but the names of what they count
    /// between, or this one.
    fn last_joined(&self, span: Span, to: usize) -> Span {
        let view = self.view;
        if &*self.figure.dimension != "count" {
            return span;
        }
        let next = view.quantities().iter().find(|next| next.span.start >= span.end && next.span.end <= to);
        let joined = next.filter(|next| {
            let (from, until) = (span.end, next.span.start);
            next.unit.is_none()
                && view.has(Cue::And, from, until)
                && view.rest(from, until).len() <= 3
                && view.clauses_between(from, until) == 0
        });
        joined.map_or(span, |next| next.span)
    }

    /// Says whether a bracket only tells what the machine before it holds: "p5.48xlarge (8× H100) at $98".
    pub(super) fn is_held(&self, device: &Named) -> bool {
        let view = self.view;
        let at = self.figure.reading.span.start;
        let Some(bracket) = view.bracket(device.mention.span.start).filter(|bracket| bracket.end <= at) else {
            return false;
        };
        let before = self.devices().rfind(|other| other.mention.span.end <= bracket.start);
        before.is_some_and(|before| {
            let touches = view.gap(before.mention.span.end, bracket.start).trim().is_empty();
            let devices = &view.vocab.devices;
            // "GB200 superchip（2×B200）": a count and a factor sign tell what the name before them holds.
            let inside = view.gap(bracket.start, device.mention.span.start);
            let times =
                inside.trim_end().ends_with(['×', 'x', 'X', '*']) && inside.contains(|c: char| c.is_ascii_digit());
            let near = times && view.rest(before.mention.span.end, bracket.start).chars().count() <= 10;
            near || touches && ["system", "instance"].iter().any(|class| devices.is_a(&before.mention.device, class))
        })
    }

    /// Says whether a device is the last of a list of subjects: "A 和 B".
    pub(super) fn ends_list(&self, device: &Named) -> bool {
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
    pub(super) fn is_taken(&self, device: &Named) -> bool {
        let view = self.view;
        let start = self.counted_from(device);
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
    pub(super) fn opens_change(&self, device: &Named) -> bool {
        let start = device.mention.span.start;
        let figure = self.view.quantities().iter().rfind(|q| !q.bare && q.span.end <= start);
        figure.is_some_and(|figure| self.begins_change(figure)) && self.is_taken(device)
    }

    /// Says whether a figure is where a change begins: "from 16 GB".
    pub(super) fn begins_change(&self, figure: &Reading) -> bool {
        let start = figure.span.start;
        let mut cues = self.view.scene.cues.iter();
        figure.changed_from
            || cues.any(|cue| cue.entry == Cue::From && (cue.span.end..=cue.span.end + 1).contains(&start))
    }
}
