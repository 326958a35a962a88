//! What is said of a whole class against the figures of its members: "TPUs draw about 75 W" against
//! "a TPU v4 draws 192 W". A member that does not fit is a counter-example, and never more.

use std::collections::BTreeMap;

use super::footing::Ground;
use super::interval::Interval;
use super::table::{Keys, Side, Table};
use super::verdict::{SURE, Verdict, size};
use super::{Kind, Status, Tally};
use crate::claim::Statement;

/// Figures of one metric and class that are looked at.
const OF_CLASS: usize = 12;
/// Figures of one metric and member that a class is held against.
const OF_MEMBER: usize = 12;

/// Figures by metric, then device.
type ByMetric = BTreeMap<u32, BTreeMap<u32, Vec<Side>>>;

/// Holds the figures of every class against those of its members.
pub fn counter_examples(table: &Table<'_>, tally: &mut Tally) -> Vec<Verdict> {
    let devices = &table.vocab.devices;
    let is_class: Vec<bool> = table.names.iter().map(|name| devices.has_members(name)).collect();
    let (mut classes, mut members) = (ByMetric::new(), ByMetric::new());
    for side in table.sides.iter().filter(|side| matches!(table.claim(side).statement, Statement::Figure(_))) {
        let (of, most) = match is_class.get(side.device as usize) {
            Some(true) => (&mut classes, OF_CLASS),
            _ => (&mut members, OF_MEMBER),
        };
        let list = of.entry(side.metric).or_default().entry(side.device).or_default();
        if list.len() < most {
            list.push(*side);
        }
    }
    let mut verdicts = Vec::new();
    for (metric, of_classes) in &classes {
        let Some(of_members) = members.get(metric) else { continue };
        for (class, figures) in of_classes {
            let ground = Ground::new(table, &table.names[*metric as usize], &table.names[*class as usize]);
            // A price of the day or an occasion is no property of a class.
            if ground.volatile || ground.occasion.is_some() {
                continue;
            }
            let below: Vec<(&Vec<Side>, Ground<'_>)> = of_members
                .iter()
                .filter(|(device, _)| devices.is_a(&table.names[**device as usize], &table.names[*class as usize]))
                .map(|(device, sides)| {
                    (sides, Ground::new(table, &table.names[*metric as usize], &table.names[*device as usize]))
                })
                .collect();
            let found = figures.iter().filter_map(|class| counter_example(table, &ground, class, &below, tally));
            verdicts.extend(found);
        }
    }
    verdicts
}

/// Returns the member that lies farthest from what is said of its class, if it does not fit.
fn counter_example(
    table: &Table<'_>,
    ground: &Ground<'_>,
    class: &Side,
    members: &[(&Vec<Side>, Ground<'_>)],
    tally: &mut Tally,
) -> Option<Verdict> {
    let said = class.value.filter(|value| value.low > 0.0)?;
    let silent = |key: usize| ground.matters.has(key) && !table.set(class).stated.has(key);
    let sure = |side: &Side| table.claim(side).confidence >= SURE && !table.claim(side).hedged;
    if (0..64).any(silent) || !sure(class) {
        return None;
    }
    let mut worst: Option<(f64, Side)> = None;
    let mut apart = 0;
    for (sides, own) in members {
        for member in sides.iter().filter(|side| side.unit == class.unit && sure(side)) {
            let footing = own.compare(table.set(class), table.set(member));
            let elsewhere = Keys(footing.differ.0 & !own.span.0);
            let chips = (ground.chips(table.set(class)), own.chips(table.set(member)));
            let (Some(value), (Some(m), Some(n)), true) = (member.value, chips, elsewhere.is_empty()) else {
                continue;
            };
            let value: Interval = if own.adds { value.times(m / n) } else { value };
            let Some(ratio) = said.ratio(&value).filter(|_| !said.meets(&value)) else { continue };
            apart += 1;
            if worst.is_none_or(|(known, _)| ratio > known) {
                worst = Some((ratio, *member));
            }
        }
    }
    let (ratio, member) = worst?;
    tally.count(Status::Tension, apart);
    tally.unlisted += apart - 1;
    let footing = ground.compare(table.set(class), table.set(&member));
    let sides = vec![*class, member];
    let mut verdict = Verdict::new(sides, Status::Tension, Kind::DisjointValues, "counter-example").on(footing);
    verdict.ratio = Some(ratio);
    verdict.size = size(verdict.ratio, false);
    verdict.unstated = Keys(footing.lopsided.0 & !ground.span.0);
    Some(verdict)
}
