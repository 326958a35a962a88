//! Wholes and the counted parts that they hold: "a rack holds 72 B200 and draws 120 kW".

use super::Finder;
use crate::extract::naming;
use crate::extract::tally;
use crate::extract::view::Named;
use crate::vocab::cue::Cue;

impl Finder<'_> {
    /// Says whether a device is but a processor fitted to the machine that is spoken of: "Each node has eight GPUs, two
    /// 56-core CPUs, 2 TB of RAM and draws 10 kW".
    pub(super) fn is_fitting(&self, device: &Named) -> bool {
        let (view, span) = (self.view, self.figure.reading.span);
        let end = device.mention.span.end;
        let cpu = view.vocab.devices.is_a(&device.mention.device, "cpu");
        cpu && end <= span.start
            && !view.is_tight(end, span.start)
            && view.clauses_between(end, span.start) > 0
            && view.scene.cues.iter().any(|cue| cue.entry == Cue::Holds && cue.span.end <= device.mention.span.start)
            && !view.gap(0, device.mention.span.start).trim().is_empty()
    }

    /// Says whether a counted part of a whole has a figure by itself: "eight H100 with 80 GB each".
    pub(super) fn is_apiece(&self) -> bool {
        let (view, span) = (self.view, self.figure.reading.span);
        view.scene.cues.iter().filter(|cue| cue.entry == Cue::Apiece).any(|cue| {
            view.clauses_between(span.start, cue.span.start) == 0
                && view.figures_between(span.end, cue.span.start) == 0
                && (cue.span.end <= span.start && span.start - cue.span.end <= 24
                    || cue.span.start >= span.end && cue.span.start - span.end <= 24)
        })
    }

    /// Returns where the words of the whole end that holds `device` as counted parts, unless the figure is for each.
    pub(super) fn part_of(&self, device: &Named) -> Option<usize> {
        tally::held(self.view, device).filter(|_| !self.is_apiece())
    }

    /// Drops counted parts beside the whole that they are of ("An NVL72 rack holds 72 B200 and draws 120 kW").
    ///
    /// # Errors
    /// Where the whole has no name and holds more than these parts, or may have what the words right behind them say.
    pub(super) fn wholes<'n>(&self, open: Vec<&'n Named>) -> Result<Vec<&'n Named>, String> {
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
    pub(super) fn is_large(&self) -> bool {
        let mut limits = self.view.vocab.binding.chip_limits.iter().filter(|limit| &*limit.metric == self.metric);
        let size = naming::size(self.figure);
        limits.any(|limit| size.zip(limit.below).is_some_and(|(size, below)| size >= below))
    }
}
