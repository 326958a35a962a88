//! Which metric a figure is one of: the words beside it, before it, above it, or its unit.

mod price;

use rust_decimal::Decimal;

use super::quantity::{Reading, UnitReading};
use super::tally;
use super::view::View;
use crate::claim::Name;
use crate::text::Span;
use crate::vocab::cue::Cue;
use crate::vocab::table::holds_word;
use crate::vocab::{Metric, Vocab};

/// A quantity with the dimension that its context gives it.
#[derive(Debug, Clone)]
pub struct Figure<'a> {
    /// Its number in the sentence.
    pub index: usize,
    /// As read.
    pub reading: &'a Reading,
    /// What it measures; `count` for a number of things.
    pub dimension: Name,
    /// Canonical unit, completed by the context ("USD" said of an hour is "USD/h").
    pub unit: Name,
}

/// A metric that a figure may be one of.
#[derive(Debug, Clone, PartialEq)]
pub struct Naming {
    /// Metric id.
    pub metric: Name,
    /// Where it is named in the sentence; `None`: above, before, or by the unit alone.
    pub span: Option<Span>,
    /// How far the name is from the figure; less is better.
    pub cost: u32,
    /// How it was found, for people.
    pub how: &'static str,
    /// Only a weak word, what stands elsewhere, or the unit says so.
    pub weak: bool,
}

/// Reads the dimension of the quantity number `index`.
pub fn figure<'a>(view: &View<'a>, index: usize) -> Figure<'a> {
    let reading = &view.quantities()[index];
    let count = || Figure { index, reading, dimension: "count".into(), unit: "1".into() };
    let Some(unit) = &reading.unit else {
        return match price::is_unpriced(view, reading) {
            true => Figure { index, reading, dimension: "money".into(), unit: NO_CURRENCY.into() },
            false => count(),
        };
    };
    if unit.dimension.starts_with("money") && price::is_measured(view, reading.span) {
        return count();
    }
    let only_model = view.devices.iter().any(|d| d.is_model) && view.devices.iter().all(|d| d.is_model);
    let mut recasts = view.vocab.binding.recasts.iter();
    if let Some(recast) = recasts
        .find(|recast| recast.metric.is_none() && recast.unit == unit.canonical && (only_model || !recast.of_model))
    {
        return Figure { index, reading, dimension: recast.dimension.clone(), unit: recast.canonical.clone() };
    }
    let mut figure = Figure { index, reading, dimension: unit.dimension.clone(), unit: unit.canonical.clone() };
    if &*unit.dimension == "money"
        && let Some(per) = price::time(view, index)
    {
        figure.dimension = "money/time".into();
        figure.unit = format!("{}/{per}", unit.canonical).into();
    }
    figure
}

/// The unit of money whose currency the text does not name.
pub const NO_CURRENCY: &str = "XXX";

/// Returns `unit` as figures of `metric` have it, where they measure it otherwise: tonnes emitted are tonnes of CO2.
pub fn unit_of(vocab: &Vocab, metric: &Name, unit: &UnitReading) -> Option<UnitReading> {
    let mut recasts = vocab.binding.recasts.iter();
    let recast = recasts.find(|recast| {
        recast.metric.as_ref() == Some(metric)
            && recast.unit == unit.canonical
            && recast.symbol.as_ref().is_none_or(|symbol| *symbol == unit.symbol)
    })?;
    let own = if recast.symbol.is_some() { Decimal::ONE } else { unit.factor };
    let factor = own.checked_mul(recast.factor.unwrap_or(Decimal::ONE))?;
    let (canonical, dimension) = (recast.canonical.clone(), recast.dimension.clone());
    Some(UnitReading { canonical, dimension, factor, ..unit.clone() })
}

/// Says whether a figure of this dimension and unit can be one of `metric`.
pub fn fits(view: &View<'_>, metric: &Metric, figure: &Figure<'_>) -> bool {
    let same = |dimension: &Name| *dimension == figure.dimension;
    let measured = metric.dimension.as_ref().is_some_and(same)
        || metric.also.iter().any(|dimension| &**dimension != "ratio" && same(dimension));
    measured && per_fits(view, metric, figure) && size_fits(view, metric, figure)
}

fn per_fits(view: &View<'_>, metric: &Metric, figure: &Figure<'_>) -> bool {
    match view.vocab.binding.period(&metric.id) {
        Some(per) => figure.unit.rsplit('/').next() == Some(per),
        None => true,
    }
}

fn size_fits(view: &View<'_>, metric: &Metric, figure: &Figure<'_>) -> bool {
    let mut limits = view.vocab.binding.limits.iter().filter(|limit| limit.metric == metric.id);
    let size = size(figure);
    limits.all(|limit| limit.holds(size))
}

/// Returns the high end of a figure in canonical units.
pub fn size(figure: &Figure<'_>) -> Option<Decimal> {
    let factor = figure.reading.unit.as_ref().map_or(Decimal::ONE, |unit| unit.factor);
    figure.reading.high.or(figure.reading.low)?.checked_mul(factor)
}

/// Returns the metrics that the figure may be one of, best first.
pub fn namings(view: &View<'_>, figure: &Figure<'_>) -> Vec<Naming> {
    let mut found: Vec<Naming> = Vec::new();
    for mention in &view.scene.mentions.metrics {
        let Some(metric) = view.vocab.metrics.get(&mention.metric) else { continue };
        if !fits(view, metric, figure) {
            continue;
        }
        if mention.weak && is_said_before(view, figure, mention.span) || is_beyond_link(view, figure, mention.span) {
            continue;
        }
        let Some((cost, how)) = distance(view, figure, mention.span) else { continue };
        // "… 128 GB of HBM, 24 ports of 200 Gb": bits far from the word are no memory's.
        if how == "named in a clause before" && &*figure.dimension == "bytes" && is_in_bits(figure) {
            continue;
        }
        let exact = metric.dimension.as_ref().is_some_and(|dimension| *dimension == figure.dimension);
        let count = &*figure.dimension == "count";
        // A measure word ("个") names nothing by itself.
        if count && mention.weak && &*metric.id == "chip_count" {
            continue;
        }
        let compared = if is_compared(view, mention.span) { 30 } else { 0 };
        let supported = if mention.weak { support(view, metric, figure) } else { 0 };
        // "2 TB/s HBM": right behind the figure a weak word says it all the same.
        let touches = mention.span.start >= figure.reading.span.end
            && letters(view, figure.reading.span.end, mention.span.start) <= 1;
        let vague = if touches { 5 } else { 14 - supported };
        let cost = cost + compared + if mention.weak { vague } else { 0 } + if exact { 0 } else { 3 };
        let cost = cost + if mention.weak { doubt(view, metric, figure) } else { 0 };
        let (span, weak) = (Some(mention.span), mention.weak);
        found.push(Naming { metric: mention.metric.clone(), span, cost, how, weak });
    }
    if &*figure.dimension != "count" {
        found.extend(fallbacks(view, figure));
        found.extend(above(view, figure));
    }
    found.sort_by_key(|naming| naming.cost);
    found
}

/// Says whether the words name a link that cannot move as much.
fn is_beyond_link(view: &View<'_>, figure: &Figure<'_>, words: Span) -> bool {
    let name = words.of(view.text).unwrap_or_default();
    &*figure.dimension == "bytes/time"
        && view.vocab.binding.link_limits.iter().any(|limit| limit.is_beyond(name, size(figure)))
}

/// Says whether a weak word only repeats the end of a strong name that stands before it: "network bandwidth …, the
/// bandwidth is 100 Gbps".
fn is_said_before(view: &View<'_>, figure: &Figure<'_>, word: Span) -> bool {
    let Some(own) = word.of(view.text) else { return false };
    view.scene.mentions.metrics.iter().any(|strong| {
        !strong.weak
            && strong.span.end <= word.start
            && strong.span.of(view.text).is_some_and(|name| name.len() > own.len() && name.ends_with(own))
            && view.figures_between(strong.span.end, word.start) == 0
            && view.vocab.metrics.get(&strong.metric).is_some_and(|metric| fits(view, metric, figure))
    })
}

/// Returns how much speaks against a metric whose word may name several: what is rented is not bought, bits are seldom
/// a memory's, and under a heading about a link a bandwidth is the link's.
fn doubt(view: &View<'_>, metric: &Metric, figure: &Figure<'_>) -> u32 {
    // "Renting eight of them for a week cost $2,300": what is rented has no price.
    let groups = &view.vocab.binding.subjects;
    if groups.bare_money.contains(&metric.id) {
        let clause = view.clause(figure.reading.span.start);
        return u32::from(holds_word(&groups.rented, clause.of(view.text).unwrap_or_default())) * 12;
    }
    let mut relinks = view.vocab.binding.relinks.iter();
    if &*figure.dimension != "bytes/time"
        || !relinks.any(|relink| relink.weak_only && relink.metrics.contains(&metric.id))
    {
        return 0;
    }
    let bits = is_in_bits(figure);
    let own = view.scene.mentions.metrics.iter().any(|found| !found.weak && found.metric == metric.id);
    let memory = view.scene.carried_metrics.contains(&metric.id) || follows_memory(view, metric, figure);
    let linked = view.scene.above_conditions.iter().any(|above| above.get("link").is_some());
    // Under a heading about the bandwidth of a network, a bandwidth is the network's.
    let fitting = |id: &Name| view.vocab.metrics.get(id).is_some_and(|other| fits(view, other, figure));
    let above = &view.scene.above_metrics;
    let headed = !above.contains(&metric.id) && above.iter().any(fitting);
    if own || memory { 0 } else { u32::from(bits) * 6 + u32::from(linked || headed) * 4 }
}

/// Says whether the clause before speaks of the memory, and nothing of a link: "192 GB HBM 容量，带宽达 7.2 Tbps".
fn follows_memory(view: &View<'_>, metric: &Metric, figure: &Figure<'_>) -> bool {
    let start = figure.reading.span.start;
    let group = |id: &Name| view.vocab.metrics.get(id).map(|other| other.group.clone());
    let own = Some(metric.group.clone());
    let linked = view.scene.mentions.conditions.iter().any(|stated| stated.conditions.get("link").is_some());
    let mut strong = view.scene.mentions.metrics.iter().filter(|found| !found.weak && found.span.end <= start);
    !linked && strong.any(|found| group(&found.metric) == own && view.clauses_between(found.span.start, start) <= 1)
}

/// Says whether a figure is written in bits.
fn is_in_bits(figure: &Figure<'_>) -> bool {
    let symbol = figure.reading.unit.as_ref().map_or("", |unit| &*unit.symbol);
    symbol.contains("b/") || symbol.contains("bps") || symbol.contains("bit") || symbol.ends_with('b')
}

/// Says whether a metric is only compared with: "smaller than HBM".
fn is_compared(view: &View<'_>, name: Span) -> bool {
    view.scene.cues.iter().any(|cue| {
        cue.entry == Cue::Versus
            && cue.span.end <= name.start
            && name.start - cue.span.end <= 3
            && !view.has(Cue::And, cue.span.start, cue.span.end)
    })
}

/// Returns how many conditions of the clause speak for a metric: "bidirectional bandwidth" is no memory's.
fn support(view: &View<'_>, metric: &Metric, figure: &Figure<'_>) -> u32 {
    let span = figure.reading.span;
    let clause = view.clause(span.start);
    // "3.7 TB/s of bandwidth and 24 ports of 200 Gb Ethernet": what another figure stands before is that one's.
    let near = |at: Span| view.figures_between(span.end, at.start) + view.figures_between(at.end, span.start) == 0;
    let mentions = view.scene.mentions.conditions.iter();
    let mentions = mentions.filter(|mention| clause.contains(mention.span) && near(mention.span));
    let own = mentions.filter(|mention| mention.conditions.iter().any(|(key, _)| metric.separates.contains(key)));
    u32::try_from(own.count()).unwrap_or(0).min(4)
}

/// Returns how far a metric named at `name` is from the figure.
fn distance(view: &View<'_>, figure: &Figure<'_>, name: Span) -> Option<(u32, &'static str)> {
    let span = figure.reading.span;
    if name.overlaps(span) {
        return Some((8, "named by the unit"));
    }
    if name.start >= span.end {
        return distance_after(view, figure, name).map(|cost| (cost, "named after it"));
    }
    distance_before(view, figure, name)
}

fn letters(view: &View<'_>, from: usize, to: usize) -> u32 {
    u32::try_from(view.gap(from, to).chars().count()).unwrap_or(u32::MAX)
}

fn distance_after(view: &View<'_>, figure: &Figure<'_>, name: Span) -> Option<u32> {
    const BREAKS: [char; 10] = [',', '，', ';', '；', ':', '：', '(', '（', ')', '）'];
    let span = figure.reading.span;
    let count = &*figure.dimension == "count";
    let end = view.past_bracket(span).min(name.start);
    let near = letters(view, end, name.start);
    let gap = view.gap(end, name.start);
    let same = view.clauses_between(span.start, name.start) == 0 && view.bracket(end) == view.bracket(name.start);
    let far = near > if count { 14 } else { 24 };
    if !same || far || view.figures_between(end, name.start) > 0 || gap.contains(BREAKS) || !count && gap.contains('、')
    {
        return None;
    }
    // "operations per clock per SM": what something is counted per is not counted.
    let per = |word: &String| gap.to_lowercase().trim_end().ends_with(word.as_str());
    if count && view.vocab.tables.heading.per.iter().any(per) {
        return None;
    }
    if count {
        // A plain number counts only the noun that it touches.
        let plain = figure.reading.bare && (near > 1 || gap.contains('-'));
        let wordy = gap.is_ascii() && gap.split_whitespace().count() > 2;
        let joined = view.has(Cue::And, end, name.start) && !gap.contains('、');
        return (!plain && !wordy && !joined).then_some(1 + near);
    }
    let joined = view.has(Cue::And, end, name.start) || heads_next(view, figure, name);
    let said = u32::try_from(view.rest(end, name.start).chars().count()).unwrap_or(u32::MAX);
    Some(1 + said.min(near) + if joined { 33 } else { 0 })
}

fn distance_before(view: &View<'_>, figure: &Figure<'_>, name: Span) -> Option<(u32, &'static str)> {
    let span = figure.reading.span;
    if &*figure.dimension == "count" {
        let gap = view.gap(name.end, span.start);
        let apart = gap.contains(['(', '（', ')', '）', '.', '。', '[', '/', '-'])
            || gap.chars().count() > 16
            || view.rest(name.end, span.start).chars().count() > 8
            || view.figures_between(name.end, span.start) > 0
            || view.clauses_between(name.start, span.start) > 0
            || view.has(Cue::And, name.end, span.start);
        // "几百颗芯片才能装下一个": the noun is counted by the number before it.
        let counted = view.quantities().iter().any(|q| {
            q.span.end <= name.start && q.span.end != span.end && view.gap(q.span.end, name.start).trim().is_empty()
        });
        // "TensorCore 3": a plain number after a noun is its label.
        let label = figure.reading.bare && gap.trim().is_empty();
        if apart || label || counted {
            return None;
        }
    }
    let between = view.clauses_between(name.start, span.start);
    let far = letters(view, name.end, span.start).min(60) / 3;
    let away = 9 * u32::try_from(between).unwrap_or(9);
    Some((3 + far + away, if between == 0 { "named before it" } else { "named in a clause before" }))
}

/// Says whether a metric named after the figure is the name of the next figure ("… 40 GB 显存带宽 2 TB/s").
fn heads_next(view: &View<'_>, figure: &Figure<'_>, name: Span) -> bool {
    let Some(next) =
        view.quantities()[figure.index + 1..].iter().find(|next| !next.bare && next.span.start >= name.end)
    else {
        return false;
    };
    let joined = view.gap(name.end, next.span.start);
    let touches = view.gap(figure.reading.span.end, name.start).trim().is_empty();
    joined.chars().count() <= 4 && !joined.contains([',', '，', '、', ';', '；', ')', '）']) && !touches
}

fn fallbacks(view: &View<'_>, figure: &Figure<'_>) -> Vec<Naming> {
    let per = figure.unit.rsplit('/').next();
    let fits = view.vocab.binding.fallbacks.iter().filter(|fallback| {
        fallback.dimension == figure.dimension
            && view.vocab.metrics.get(&fallback.metric).is_some_and(|metric| size_fits(view, metric, figure))
            && fallback.per.as_deref().is_none_or(|wanted| per == Some(wanted))
            && (!fallback.close || is_close(view, figure))
            && fallback.beside.as_ref().is_none_or(|metric| is_beside(view, figure, metric))
            && (fallback.behind.is_empty() || is_behind(view, figure, &fallback.behind))
            && fallback.next_to.as_ref().is_none_or(|dimension| is_next_to(view, figure, dimension, fallback.listed))
            && fallback.above.is_none_or(|above| size(figure).is_some_and(|size| size > above))
            && fallback.below.is_none_or(|below| size(figure).is_some_and(|size| size < below))
    });
    let touches = view.devices.iter().any(|device| {
        let at = device.mention.span;
        at.start >= figure.reading.span.end && at.start - figure.reading.span.end <= 1
            || at.end <= figure.reading.span.start && figure.reading.span.start - at.end <= 1
    });
    let cost = if touches { 24 } else { 40 };
    let naming = |metric: &Name| Naming { metric: metric.clone(), span: None, cost, how: "by its unit", weak: true };
    fits.map(|fallback| naming(&fallback.metric)).collect()
}

/// Says whether one of `words` stands right before the figure, and a device in its clause before that.
fn is_behind(view: &View<'_>, figure: &Figure<'_>, words: &[String]) -> bool {
    let start = figure.reading.span.start;
    let clause = view.clause(start);
    let head = view.gap(clause.start, start).trim_end();
    let said = words.iter().any(|word| head.strip_suffix(word.as_str()).is_some_and(|rest| rest.ends_with(' ')));
    said && view
        .devices
        .iter()
        .any(|device| !device.is_model && clause.contains(device.mention.span) && device.mention.span.end <= start)
}

/// Says whether nothing but the marks of a list stands between the figure and one of `dimension` before or behind it, and
/// the sentence names no link.
fn is_next_to(view: &View<'_>, figure: &Figure<'_>, dimension: &Name, comma: bool) -> bool {
    let span = figure.reading.span;
    let of = |other: &&Reading| other.unit.as_ref().is_some_and(|unit| unit.dimension == *dimension);
    let listed = |from: usize, to: usize| {
        let with = view.has(Cue::With, from, to) && view.rest(from, to).chars().count() <= 4;
        let joined = with || view.is_joined(from, to) || view.rest(from, to).is_empty();
        let comma = !comma || matches!(view.gap(from, to).trim(), "," | "，" | "、" | "/" | ";" | "；" | "·");
        joined && comma && view.gap(from, to).chars().count() <= 8 && !view.device_between(from, to)
    };
    let before = figure.index.checked_sub(1).and_then(|at| view.quantities().get(at)).filter(of);
    let behind = view.quantities().get(figure.index + 1).filter(of);
    let linked = view.scene.mentions.conditions.iter().any(|stated| stated.conditions.get("link").is_some());
    // "1,555 GB/s，80GB 版": a word right behind makes it something else's.
    let rest = view.text.get(span.end..).unwrap_or_default().trim_start();
    let ends = !comma || !rest.starts_with(char::is_alphanumeric);
    !linked
        && ends
        && (before.is_some_and(|other| listed(other.span.end, span.start))
            || behind.is_some_and(|other| listed(span.end, other.span.start)))
}

/// Says whether a metric is named in the figure's clause, with no other figure that could be meant between.
fn is_beside(view: &View<'_>, figure: &Figure<'_>, metric: &Name) -> bool {
    let span = figure.reading.span;
    let clause = view.clause(span.start);
    view.scene.mentions.metrics.iter().any(|mention| {
        mention.metric == *metric
            && clause.contains(mention.span)
            && mention.span.end <= span.start
            && letters(view, mention.span.end, span.start) <= 40
    })
}

/// Says whether the figure touches a device, or only a joining word stands between them.
fn is_close(view: &View<'_>, figure: &Figure<'_>) -> bool {
    let span = figure.reading.span;
    // "The A100, which has 80 GB": the pronoun stands for the device before the comma.
    let pronoun = |end: usize| {
        let mut cues = view.scene.cues.iter();
        let relative = cues.find(|cue| cue.entry == Cue::Relative && cue.span.start >= end)?;
        let touches = !view.text.get(end..relative.span.start)?.contains(char::is_alphanumeric);
        touches.then_some(relative.span.end)
    };
    view.devices.iter().filter(|device| !device.is_model).any(|device| {
        let at = device.mention.span;
        let end = tally::host_behind(view, at.end).map_or(at.end, |(host, _)| host.end);
        (at.end <= span.start
            && (view.is_tight(end, span.start) || pronoun(end).is_some_and(|end| view.is_tight(end, span.start))))
            || (span.end <= at.start && is_touching(view, span.end, at.start))
    })
}

/// Says whether nothing but a linking word stands between a figure and the device after it.
pub fn is_touching(view: &View<'_>, from: usize, to: usize) -> bool {
    view.gap(from, to).chars().count() <= 4 && view.rest(from, to).is_empty() && view.clauses_between(from, to) == 0
}

fn above(view: &View<'_>, figure: &Figure<'_>) -> Vec<Naming> {
    let named = view
        .scene
        .above_metrics
        .iter()
        .filter(|id| view.vocab.metrics.get(id).is_some_and(|metric| fits(view, metric, figure)));
    let naming = |(at, id): (usize, &Name)| Naming {
        metric: id.clone(),
        span: None,
        cost: 45 + u32::try_from(at).unwrap_or(50).min(50),
        how: "named above",
        weak: true,
    };
    let above: Vec<Naming> = named.enumerate().map(naming).collect();
    // A link of one device says nothing of what another device moves.
    let devices = &view.vocab.devices;
    let carried = view.scene.carried.as_ref().filter(|carried| !devices.has_members(&carried.device));
    let apart = |device: &Name, carried: &Name| !devices.is_a(device, carried) && !devices.is_a(carried, device);
    let anew = carried.is_some_and(|carried| {
        let mut own = view.devices.iter().filter(|device| !device.is_model);
        own.any(|device| apart(&device.mention.device, &carried.device))
    });
    let linked = |id: &Name| view.vocab.binding.relinks.iter().any(|relink| relink.metric == *id);
    let before = view
        .scene
        .carried_metrics
        .iter()
        .filter(|id| !(anew && linked(id)))
        .filter(|id| view.vocab.metrics.get(id).is_some_and(|metric| fits(view, metric, figure)));
    let how = "named in the sentence before";
    let before = before.map(|id| Naming { metric: id.clone(), span: None, cost: 36, how, weak: true });
    before.chain(above).collect()
}
