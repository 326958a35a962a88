//! The subject of a figure's clause, and of the clauses before it in the sentence.

use super::{Finder, Kind, Subject, of};
use crate::extract::role::Role;
use crate::extract::tally;
use crate::extract::view::Named;
use crate::vocab::cue::Cue;

impl<'a> Finder<'a> {
    /// The device right before a clause that opens with "which": "than the L4, which has 24 GB".
    pub(super) fn antecedent(&self) -> Option<&'a Named> {
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
    pub(super) fn in_clause(&self) -> Result<Vec<Subject>, String> {
        let span = self.figure.reading.span;
        let view = self.view;
        let clause = view.clause(span.start);
        let before: Vec<&Named> = self
            .devices()
            .filter(|device| clause.start <= device.mention.span.start && device.mention.span.end <= span.start)
            .collect();
        // "型号（A、B）和显存（16 GB、32 GB）": two lists in brackets of their own.
        let apart = |device: &&&Named| {
            let own = view.bracket(device.mention.span.start);
            view.bracket(span.start).is_some() && own.is_some_and(|own| !own.contains(span))
        };
        if before.iter().filter(apart).count() > 1 {
            return Err("several devices stand in a bracket before".to_owned());
        }
        if let Some(bracket) = view.bracket(span.start)
            && before.iter().all(|device| device.mention.span.end <= bracket.start)
            && view.rest(bracket.start, span.start).chars().count() <= 14
            && let Some(last) = before.last().filter(|last| {
                !self.is_passed(last, bracket.start, &before)
                    && view.bracket(last.mention.span.start).is_none_or(|own| own.contains(span))
            })
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

    /// Says whether a device is only compared with, and a word between it and the bracket says that the subject before it
    /// is meant: "A 与 B 相比其带宽（900 GB/s）".
    fn is_passed(&self, device: &Named, bracket: usize, before: &[&Named]) -> bool {
        let view = self.view;
        let end = device.mention.span.end;
        let compared = device.role == Role::Versus && before.iter().any(|other| other.role == Role::Subject);
        compared && (view.has(Cue::VersusEnd, end, bracket) || view.figures_between(end, bracket) > 0)
    }

    pub(super) fn related(&self, a: &Named, b: &Named) -> bool {
        let devices = &self.view.vocab.devices;
        devices.is_a(&a.mention.device, &b.mention.device) || devices.is_a(&b.mention.device, &a.mention.device)
    }

    /// Returns the list that ends with the last of `open`: "A 和 B".
    pub(super) fn group<'n>(&self, open: &[&'n Named]) -> Vec<&'n Named> {
        let mut group: Vec<&Named> = Vec::new();
        for device in open.iter().rev() {
            match group.last() {
                Some(next) if !self.view.is_joined(device.mention.span.end, next.mention.span.start) => break,
                // "GPU 采购与折旧：以 A100 为例": a class and its member are one.
                Some(next) if self.related(device, next) && device.mention.device != next.mention.device => break,
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
    pub(super) fn in_sentence(&self) -> Result<Vec<Subject>, String> {
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
        let Some(last) = before.last() else { return Ok(self.opened().into_iter().collect()) };
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
        // "The ND A100 v4 has eight A100s, each with 40 GB": each of the parts.
        if self.is_apiece() && tally::held(view, last).is_some() {
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

    /// Returns the device that an opening phrase is said of: "With 80 GB of HBM3 at 3.35 TB/s, the H100 was …".
    fn opened(&self) -> Option<Subject> {
        const ARTICLE: usize = 9;
        let view = self.view;
        let span = self.figure.reading.span;
        let clause = view.clause(span.start);
        let opens = view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Opening && view.rest(0, cue.span.start).is_empty() && cue.span.end <= span.start
        });
        let next = self.devices().find(|device| device.mention.span.start >= span.end)?;
        let at = next.mention.span.start;
        let main = view.clause(at);
        let subject = next.role == Role::Subject
            && main.start > clause.start
            && view.gap(main.start, at).chars().filter(|c| c.is_alphanumeric()).count() <= ARTICLE
            && view.clause_at(at) == view.clause_at(span.start) + 1;
        (opens && view.clause_at(span.start) == 0 && subject).then(|| of(next, "prose/opening", 0.8))
    }

    /// Returns the subject whose name is a clause by itself, an aside following: "The H100, also a GH100 part, has".
    pub(super) fn before_aside<'n>(&self, before: &[&'n Named], own: usize) -> Option<&'n Named> {
        let view = self.view;
        let first = before.first()?;
        let clause = view.clause(first.mention.span.start);
        let number = view.clause_at(first.mention.span.start);
        let words = view.rest(clause.start, first.mention.span.start).chars().count()
            + view.rest(first.mention.span.end, clause.end).chars().count();
        (own == number + 2 && words <= 4 && view.figures_between(clause.start, clause.end) == 0).then_some(first)
    }
}
