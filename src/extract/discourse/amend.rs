//! What a sentence's mentions say only together: cues inside longer ones, denied conditions, units and ranges shared
//! between numbers, prices per million.

use rust_decimal::Decimal;

use crate::claim::Conditions;
use crate::extract::mention::{ConditionMention, DeviceMention, Mentions};
use crate::extract::quantity::{Reading, UnitReading};
use crate::text::Span;
use crate::vocab::cue::Cue;
use crate::vocab::{Match, Vocab};

/// Drops each cue that is part of a longer one: "rumours" in "contrary to rumours", "并" in "并非".
///
/// "than" in "300 W more than the A100" still compares.
pub(super) fn keep_longest(cues: &mut Vec<Match<Cue>>) {
    cues.sort_by_key(|found| (found.span.start, std::cmp::Reverse(found.span.end)));
    let mut reach: Option<Span> = None;
    cues.retain(|found| {
        let inside = reach.is_some_and(|longer| longer.contains(found.span) && longer != found.span);
        let hides = found.entry != Cue::ApartBehind;
        if hides && reach.is_none_or(|longer| found.span.end > longer.end) {
            reach = Some(found.span);
        }
        !inside
    });
}

/// Drops what else a word may mean that stands before a link: "160 GB/s over NVLink" compares nothing.
pub(super) fn keep_ways(text: &str, conditions: &[ConditionMention], cues: &mut Vec<Match<Cue>>) {
    let link = |word: Span| {
        conditions.iter().any(|stated| {
            stated.conditions.get("link").is_some()
                && stated.span.start >= word.end
                && text.get(word.end..stated.span.start).is_some_and(|gap| gap.trim().is_empty())
        })
    };
    let ways: Vec<Span> = cues.iter().filter(|cue| cue.entry == Cue::Across).map(|cue| cue.span).collect();
    let ways: Vec<Span> = ways.into_iter().filter(|word| link(*word)).collect();
    cues.retain(|cue| cue.entry == Cue::Across || !ways.contains(&cue.span));
}

/// Drops the metrics whose last sign belongs to the number behind them: "GPU 数十个".
pub(super) fn drop_torn(mentions: &mut Mentions) {
    let quantities = &mentions.quantities;
    mentions.metrics.retain(|metric| {
        let inside = |at: usize, span: Span| span.start < at && at < span.end;
        !quantities.iter().any(|found| inside(found.span.start, metric.span) && inside(metric.span.end, found.span))
    });
}

/// Drops the families that only say how a device is built: "built on the Hopper architecture", "featuring Ada Lovelace
/// architecture".
pub(super) fn drop_architectures(vocab: &Vocab, text: &str, cues: &[Match<Cue>], devices: &mut Vec<DeviceMention>) {
    const REACH: usize = 12;
    // "V100：Volta 架构首次引入…": it is the label of which the rest is said.
    let told: Vec<Span> = devices
        .windows(2)
        .filter(|pair| {
            let name = pair[1].span.of(text).unwrap_or_default();
            let plain = !name.bytes().any(|byte| byte.is_ascii_digit()) && vocab.devices.has_members(&pair[1].device);
            let gap = text.get(pair[0].span.end..pair[1].span.start).unwrap_or_default();
            plain && matches!(gap.trim(), ":" | "：") && vocab.devices.is_a(&pair[0].device, &pair[1].device)
        })
        .map(|pair| pair[1].span)
        .collect();
    devices.retain(|device| !told.contains(&device.span));
    if !cues.iter().any(|cue| cue.entry == Cue::Architecture) {
        return;
    }
    devices.retain(|device| {
        let at = device.span;
        let behind =
            cues.iter().any(|cue| cue.entry == Cue::Architecture && (at.end..=at.end + 1).contains(&cue.span.start));
        let base = cues.iter().any(|cue| {
            matches!(cue.entry, Cue::Inside | Cue::Opening)
                && cue.span.end <= at.start
                && at.start - cue.span.end <= REACH
                && text.get(cue.span.end..at.start).is_some_and(|gap| !gap.contains([',', '，']))
        });
        // "Architecture: Ada Lovelace"
        let label = cues.iter().any(|cue| {
            cue.entry == Cue::Architecture
                && cue.span.end <= at.start
                && text.get(cue.span.end..at.start).is_some_and(|gap| matches!(gap.trim(), ":" | "："))
        });
        // "an NVIDIA Maxwell-based card"
        let based = cues.iter().any(|cue| {
            cue.entry == Cue::Architecture
                && (at.end..=at.end + 1).contains(&cue.span.start)
                && text.get(at.end..cue.span.end).is_some_and(|word| word.starts_with('-'))
        });
        // Names of architectures hold no number: "an A100-based server" has an A100.
        let plain = device.span.of(text).is_some_and(|name| !name.bytes().any(|byte| byte.is_ascii_digit()));
        !((behind && base || label) && vocab.devices.has_members(&device.device) || based && plain)
    });
}

/// States the opposite of a condition where words deny the one before them: "1,979 with sparsity, 989 without it".
pub(super) fn negate(
    vocab: &Vocab,
    text: &str,
    cues: &[Match<Cue>],
    earlier: &Conditions,
    stated: &mut Vec<ConditionMention>,
) {
    let ends = |at: usize| !text[at..].trim_start().starts_with(char::is_alphanumeric);
    for cue in cues.iter().filter(|cue| cue.entry == Cue::WithoutIt) {
        let words = cue.span.of(text).unwrap_or_default();
        if !words.contains(' ') && words.is_ascii() && !ends(cue.span.end) {
            continue;
        }
        let before = stated.iter().rfind(|before| before.span.end <= cue.span.start);
        let before = before.map_or(earlier, |before| &before.conditions);
        let mut opposites = vocab.tables.opposite.iter();
        let opposite = opposites.find(|entry| before.word(&entry.key) == Some(&*entry.doubled));
        if let Some(entry) = opposite {
            let mut conditions = Conditions::default();
            conditions.set(&entry.key, entry.plain.clone());
            stated.push(ConditionMention { span: cue.span, conditions });
        }
    }
    stated.sort_by_key(|found| (found.span.start, found.span.end));
}

/// Gives a rate of operations the watt that the figure before it is for, where it is about as large: "A 每瓦提供 38 GFLOPS，B
/// 则为 42 GFLOPS".
pub(super) fn share_watts(mentions: &mut Mentions) {
    const MOST_APART: i64 = 10;
    for at in 1..mentions.quantities.len() {
        let (before, own) = (&mentions.quantities[at - 1], &mentions.quantities[at]);
        let (Some(shared), Some(unit)) = (&before.unit, &own.unit) else { continue };
        let efficient = &*shared.dimension == "operations/time/power" && &*unit.dimension == "operations/time";
        let base = shared.canonical.strip_prefix(&*unit.canonical).is_some_and(|rest| rest.starts_with('/'));
        let named = mentions
            .metrics
            .iter()
            .any(|metric| !metric.weak && before.span.end + 1 < metric.span.start && metric.span.end <= own.span.start);
        if !efficient || !base || named {
            continue;
        }
        let size = |low: Option<Decimal>, factor: Decimal| low?.checked_mul(factor);
        let sizes = size(before.low, shared.factor).zip(size(own.low, unit.factor));
        let most = Decimal::from(MOST_APART);
        let near = sizes.is_some_and(|(a, b)| a <= b.saturating_mul(most) && b <= a.saturating_mul(most));
        if near {
            let symbol = format!("{}/{}", unit.symbol, shared.symbol.rsplit('/').next().unwrap_or_default());
            let factor = unit.factor;
            let unit = UnitReading { symbol: symbol.into(), factor, ..shared.clone() };
            mentions.quantities[at].unit = Some(unit);
        }
    }
}

/// Gives a plain number that opens a bracket right behind a figure that figure's unit, where the bracket
/// says under which condition it holds: "121 TFLOPS (242 with sparsity)".
pub(super) fn share_units(text: &str, mentions: &mut Mentions) {
    const REACH: usize = 48;
    for at in 1..mentions.quantities.len() {
        let (before, number) = (&mentions.quantities[at - 1], &mentions.quantities[at]);
        let plain = number.unit.is_none() && number.counted.is_none() && number.low.is_some();
        let (Some(unit), true) = (&before.unit, plain) else { continue };
        let gap = text.get(before.span.end..number.span.start).unwrap_or_default();
        let (head, inner) = gap.split_once(['(', '（']).unwrap_or((gap, gap));
        let letters = |part: &str| part.chars().filter(|c| c.is_alphanumeric()).count();
        let opens =
            head.len() < gap.len() && letters(head) <= 14 && letters(inner) <= 2 && !head.contains([',', '，', ';']);
        let rest = text.get(number.span.end..).unwrap_or_default();
        let close = number.span.end + rest.find([')', '）']).unwrap_or(0);
        let told = mentions.conditions.iter().any(|stated| {
            number.span.end <= stated.span.start && stated.span.end <= close && stated.conditions.get("scope").is_none()
        });
        if opens && told && close - number.span.end <= REACH && !unit.dimension.starts_with("count") {
            let unit = before.unit.clone();
            mentions.quantities[at].unit = unit;
            mentions.quantities[at].bare = false;
        }
    }
}

/// Gives a plain number the unit of the figure before it, where its clause says under which other condition it holds:
/// "1,979 TFLOPS with sparsity; dense, it is 989".
///
/// `earlier` is the rate that ends the sentence before, `stated` what is said there: its precision holds on.
pub(super) fn lend_units(text: &str, earlier: Option<&Lender>, stated: &Conditions, mentions: &mut Mentions) {
    const MOST: usize = 14;
    for at in 0..mentions.quantities.len() {
        let number = &mentions.quantities[at];
        if number.unit.is_some() || number.counted.is_some() || number.vague {
            continue;
        }
        let (before, from) = match at.checked_sub(1).map(|at| &mentions.quantities[at]) {
            Some(before) => (lender(before), before.span.end),
            None => (earlier.cloned(), 0),
        };
        let (Some(before), Some(low)) = (before, number.low) else { continue };
        let five = Decimal::from(5);
        let alike = low.saturating_mul(five) >= before.1 && low <= before.1.saturating_mul(five);
        let between = Span::new(from, number.span.start.max(from));
        let gap = between.of(text).unwrap_or_default();
        let after = text.get(number.span.end..).unwrap_or_default().trim_start();
        let ends = after.is_empty() || after.starts_with([',', '，', '.', '。', ';', '；']);
        let told = |stated: &&ConditionMention| {
            let key = ["sparsity", "precision"].iter().any(|key| stated.conditions.get(key).is_some());
            key && between.contains(stated.span)
        };
        let said: Vec<Span> = mentions.conditions.iter().filter(told).map(|stated| stated.span).collect();
        let known = |at: usize| said.iter().any(|span| span.start <= at && at < span.end);
        let loose = gap.char_indices().filter(|(at, c)| c.is_alphanumeric() && !known(from + at)).count();
        let first = said.last().is_some_and(|last| {
            // The condition opens the clause of the number: "989 for FP16, 1,979 in all" says nothing of the second.
            let head = text.get(from..last.start).unwrap_or_default();
            from == 0 || head.contains([',', '，', ';', '；'])
        });
        if first && ends && alike && loose <= MOST {
            mentions.quantities[at].unit = Some(before.0);
            mentions.quantities[at].bare = false;
            let own = mentions.conditions.iter().any(|found| found.conditions.get("precision").is_some());
            if let Some(precision) = stated.get("precision").filter(|_| at == 0 && !own) {
                let mut conditions = Conditions::default();
                conditions.set("precision", precision.clone());
                mentions.conditions.push(ConditionMention { span: mentions.quantities[at].span, conditions });
                mentions.conditions.sort_by_key(|found| (found.span.start, found.span.end));
            }
        }
    }
}

/// A unit that the next number may leave out, and the number that has it.
pub(super) type Lender = (UnitReading, Decimal);

/// Returns what a figure lends: only rates of operations are told by condition alone.
pub(super) fn lender(figure: &Reading) -> Option<Lender> {
    let unit = figure.unit.as_ref().filter(|unit| &*unit.dimension == "operations/time")?;
    Some((unit.clone(), figure.low?))
}

/// Reads money "per million" as the price of a token, where the sentence speaks of tokens: "input tokens cost $0.57
/// per million".
pub(super) fn price_many(vocab: &Vocab, text: &str, quantities: &mut Vec<Reading>) {
    let thing = vocab.tables.count.thing.trim_end_matches('s');
    if quantities.len() < 2 || !text.contains(thing) {
        return;
    }
    let mut at = 0;
    while at + 1 < quantities.len() {
        let (money, many) = (&quantities[at], &quantities[at + 1]);
        let gap = text.get(money.span.end..many.span.start).unwrap_or_default().trim().to_lowercase();
        let per = vocab.tables.heading.per.iter().any(|word| word.trim() == gap);
        let number =
            many.low.filter(|low| many.unit.is_none() && many.high == Some(*low) && *low >= Decimal::from(1000));
        let unit = money.unit.as_ref().filter(|unit| &*unit.dimension == "money" && per);
        let (Some(unit), Some(number)) = (unit, number) else {
            at += 1;
            continue;
        };
        let Some(factor) = unit.factor.checked_div(number) else {
            at += 1;
            continue;
        };
        let priced = UnitReading {
            symbol: format!("{}/{thing}", unit.symbol).into(),
            canonical: format!("{}/{thing}", unit.canonical).into(),
            dimension: format!("{}/items", unit.dimension).into(),
            factor,
            ..unit.clone()
        };
        let span = money.span.join(many.span);
        quantities[at].unit = Some(priced);
        quantities[at].span = span;
        quantities.remove(at + 1);
        at += 1;
    }
}

/// Makes one range of two vague numbers that a word joins: "数十甚至数百", "tens or even hundreds".
pub(super) fn join_vague(text: &str, cues: &[Match<Cue>], quantities: &mut Vec<Reading>) {
    let mut at = 1;
    while at < quantities.len() {
        let (first, second) = (&quantities[at - 1], &quantities[at]);
        let gap = Span::new(first.span.end, second.span.start.max(first.span.end));
        let joined = cues.iter().any(|cue| {
            cue.entry == Cue::Even
                && gap.contains(cue.span)
                && gap.of(text).is_some_and(|gap| gap.trim().len() == cue.span.len())
        });
        if joined && first.vague && second.vague && first.unit.is_none() {
            let low = first.low;
            let span = first.span.join(second.span);
            quantities[at].low = low;
            quantities[at].span = span;
            quantities.remove(at - 1);
        } else {
            at += 1;
        }
    }
}
