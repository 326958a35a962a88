//! What was measured against what is possible: an achieved figure above its device's peak.
//!
//! The two are metrics of their own, so no key holds both. A measured figure is held against the highest
//! peak that may be its own: one that lies below some peak is in order.

use super::footing::Ground;
use super::table::{Keys, Side, Table};
use super::verdict::{SURE, Verdict, size};
use super::{Interval, Kind, Status, Tally};
use crate::vocab::relation::Ceiling;

/// Figures of one metric and device that are looked at.
const TRIED: usize = 200;

/// Judges every metric that another bounds from above.
pub fn ceilings(table: &Table<'_>, tally: &mut Tally) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for ceiling in &table.vocab.relations.ceiling {
        let (Some(metric), Some(under)) = (table.number(&ceiling.metric), table.number(&ceiling.under)) else {
            continue;
        };
        for achieved in table.of_metric(metric).chunk_by(|a, b| a.device == b.device) {
            let peaks = table.of((under, achieved[0].device));
            let (tried, against) = (achieved.len().min(TRIED), peaks.len().min(TRIED));
            tally.not_set += (achieved.len() * peaks.len() - tried * against) as u64;
            let judged =
                achieved[..tried].iter().filter_map(|measured| judge(table, ceiling, measured, &peaks[..against]));
            for verdict in judged {
                tally.count(verdict.status, 1);
                verdicts.push(verdict);
            }
        }
    }
    verdicts
}

/// Holds one measured figure against the highest peak of its device that may be its own.
fn judge(table: &Table<'_>, ceiling: &Ceiling, measured: &Side, peaks: &[Side]) -> Option<Verdict> {
    let ground = Ground::new(table, &ceiling.under, &table.names[measured.device as usize]);
    let by = table.key(&ceiling.by)?;
    let own = per_chip(table, &ground, measured)?;
    let mut best: Option<(Side, Interval, Keys)> = None;
    for peak in peaks.iter().filter(|peak| peak.unit == measured.unit) {
        let footing = ground.compare(table.set(measured), table.set(peak));
        let apart = ground.span.0 | 1 << by;
        let open = Keys(footing.lopsided.0 & !apart);
        let Some(value) = per_chip(table, &ground, peak).filter(|_| footing.differ.0 & !apart == 0) else { continue };
        if best.as_ref().is_none_or(|(_, known, _)| value.high > known.high) {
            best = Some((*peak, value, open));
        }
    }
    let (peak, bound, open) = best?;
    let above = own.low > bound.high && own.wide_low > bound.wide_high;
    // An order of magnitude is no measurement, and what is below needs saying once across sources only.
    if own.loose || !above && (own.meets(&bound) || measured.source == peak.source) {
        return None;
    }
    let (status, rule) = match above {
        true => (Status::Tension, "above-peak"),
        false => (Status::Explained, "below-peak"),
    };
    let unsure = table.claim(measured).confidence.min(table.claim(&peak).confidence) < SURE;
    if above && unsure {
        return None;
    }
    let footing = ground.compare(table.set(measured), table.set(&peak));
    let mut verdict = Verdict::new(vec![*measured, peak], status, Kind::Arithmetic, rule).on(footing);
    verdict.ratio = own.ratio(&bound);
    let chips = |side: &Side| ground.chips(table.set(side));
    verdict.chips = chips(measured).zip(chips(&peak)).filter(|(one, other)| one != other);
    verdict.scaled = verdict.chips.is_some();
    verdict.size = size(verdict.ratio, false);
    match above {
        true => verdict.unstated = open,
        false => verdict.explained.add(by),
    }
    Some(verdict)
}

fn per_chip(table: &Table<'_>, ground: &Ground<'_>, side: &Side) -> Option<Interval> {
    Some(side.value?.times(1.0 / ground.chips(table.set(side))?))
}
