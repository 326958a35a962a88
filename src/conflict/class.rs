//! What is said of a whole class against the figures of its members: "TPUs draw about 75 W" against
//! "a TPU v4 draws 192 W". A member that does not fit is a counter-example, and never more.

use super::footing::Ground;
use super::interval::Interval;
use super::table::{Keys, Side, Table};
use super::verdict::{SURE, Verdict, size};
use super::{Kind, Status, Tally};

/// Figures of one metric and class that are looked at, and of one metric and member that they are held against.
const FEW: usize = 12;
/// The same in a large corpus.
const FEWEST: usize = 3;

/// Holds the figures of every class against those of its members.
pub fn counter_examples(table: &Table<'_>, tally: &mut Tally) -> Vec<Verdict> {
    let devices = &table.vocab.devices;
    let is_class: Vec<bool> = table.names.iter().map(|name| devices.has_members(name)).collect();
    let is_class = |device: u32| is_class.get(device as usize) == Some(&true);
    let most = if table.is_small() { FEW } else { FEWEST };
    let few = |range: &std::ops::Range<usize>| &table.figures[range.start..range.end.min(range.start + most)];
    let mut verdicts = Vec::new();
    for of_metric in table.keys_of_figures.chunk_by(|((a, _), _), ((b, _), _)| a == b) {
        for ((metric, class), range) in of_metric.iter().filter(|((_, device), _)| is_class(*device)) {
            let (metric, class) = (&table.names[*metric as usize], &table.names[*class as usize]);
            let ground = Ground::new(table, metric, class);
            // A price of the day or an occasion is no property of a class.
            if ground.volatile || ground.occasion.is_some() {
                continue;
            }
            let below: Vec<(Vec<Side>, Ground<'_>)> = of_metric
                .iter()
                .filter(|((_, device), _)| !is_class(*device) && devices.is_a(&table.names[*device as usize], class))
                .map(|((_, device), range)| {
                    let sides = few(range).iter().filter(|side| is_sure(table, side)).copied().collect();
                    (sides, Ground::new(table, metric, &table.names[*device as usize]))
                })
                .collect();
            let found = few(range).iter().filter_map(|class| counter_example(table, &ground, class, &below, tally));
            verdicts.extend(found);
        }
    }
    verdicts
}

/// Says whether a figure was read with certainty and is no guess.
fn is_sure(table: &Table<'_>, side: &Side) -> bool {
    let claim = table.claim(side);
    claim.confidence >= SURE && !claim.hedged
}

/// For how many chips the two sides are, where these are not equally many.
type Chips = Option<(f64, f64)>;

/// Returns the member that lies farthest from what is said of its class, if it does not fit.
fn counter_example(
    table: &Table<'_>,
    ground: &Ground<'_>,
    class: &Side,
    members: &[(Vec<Side>, Ground<'_>)],
    tally: &mut Tally,
) -> Option<Verdict> {
    let said = class.value.filter(|value| value.low > 0.0)?;
    let silent = |key: usize| ground.matters.has(key) && !table.set(class).stated.has(key);
    if (0..64).any(silent) || !is_sure(table, class) {
        return None;
    }
    let mut worst: Option<(f64, Side, Chips)> = None;
    let mut apart = 0;
    for (sides, own) in members {
        for member in sides.iter().filter(|side| side.unit == class.unit) {
            let footing = own.compare(table.set(class), table.set(member));
            // What only one of them says sets them apart, but for the board and the memory.
            let own_ground = own.span.0 | own.sold.0;
            let elsewhere = Keys((footing.differ.0 | footing.lopsided.0) & !own_ground);
            let chips = (ground.chips(table.set(class)), own.chips(table.set(member)));
            let (Some(value), (Some(m), Some(n)), true) = (member.value, chips, elsewhere.is_empty()) else {
                continue;
            };
            let value: Interval = if own.adds { value.times(m / n) } else { value };
            let Some(ratio) = said.ratio(&value).filter(|_| !said.meets(&value)) else { continue };
            apart += 1;
            if worst.is_none_or(|(known, ..)| ratio > known) {
                worst = Some((ratio, *member, (own.adds && m != n).then_some((m, n))));
            }
        }
    }
    let (ratio, member, chips) = worst?;
    tally.count(Status::Tension, apart);
    tally.unlisted += apart - 1;
    let footing = ground.compare(table.set(class), table.set(&member));
    let sides = vec![*class, member];
    let mut verdict = Verdict::new(sides, Status::Tension, Kind::DisjointValues, "counter-example").on(footing);
    verdict.ratio = Some(ratio);
    (verdict.scaled, verdict.chips) = (chips.is_some(), chips);
    verdict.size = size(verdict.ratio, false);
    verdict.unstated = Keys(footing.lopsided.0 & !ground.span.0);
    Some(verdict)
}
