//! Devices in a text: the longest name wins, a class beside its member is part of the
//! member's name, and board form, memory size and slice are taken along.

use rust_decimal::Decimal;

use super::{DeviceMention, Unknown, guard, unknown};
use crate::claim::Conditions;
use crate::text::Span;
use crate::vocab::{Match, Vocab};

/// A possible device.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub span: Span,
    /// Index of the device.
    pub device: usize,
    pub short: bool,
    pub conditions: Conditions,
}

/// Finds the devices of `text`, and what looks like one and is not known.
pub fn find(vocab: &Vocab, text: &str, beside: bool) -> (Vec<DeviceMention>, Vec<Unknown>) {
    let addresses = guard::addresses(text);
    let free =
        |span: Span| !addresses.iter().any(|address| address.overlaps(span)) && !guard::in_identifier(text, span);
    let mut longer = unknown::longer_names(vocab, text);
    longer.retain(|unknown| free(unknown.span));

    let mut candidates: Vec<Candidate> = full_names(vocab, text);
    candidates.extend(slices(vocab, text));
    candidates.retain(|candidate| free(candidate.span));
    if beside || !candidates.is_empty() || !vocab.devices.near.find_all(text).is_empty() {
        candidates.extend(short_names(vocab, text).into_iter().filter(|candidate| free(candidate.span)));
    }
    let mut chosen = choose(vocab, candidates);
    let mut unknown = unknown::extended(vocab, text, &mut chosen);
    join_classes(vocab, text, &mut chosen);
    for candidate in &mut chosen {
        super::condition::take_suffix(vocab, text, candidate);
    }
    unknown.extend(longer);
    unknown.retain(|unknown| !chosen.iter().any(|known| known.span.contains(unknown.span)));
    chosen.retain(|known| !unknown.iter().any(|unknown| unknown.span.overlaps(known.span)));
    unknown.sort_by_key(|unknown| (unknown.span.start, std::cmp::Reverse(unknown.span.end)));
    unknown.dedup_by(|next, kept| kept.span.overlaps(next.span));
    let devices = chosen.into_iter().map(|candidate| DeviceMention {
        span: candidate.span,
        device: vocab.devices.at(candidate.device).id.clone(),
        conditions: candidate.conditions,
    });
    (devices.collect(), unknown)
}

fn full_names(vocab: &Vocab, text: &str) -> Vec<Candidate> {
    let found = vocab.devices.names.find_all(text).into_iter();
    let found = found.filter(|found| {
        let device = vocab.devices.at(found.entry.device);
        as_written(&device.names[found.entry.name], text, found.span, found.entry.exact) && is_meant(vocab, text, found)
    });
    found.map(|found| candidate(found.span, found.entry.device, false)).collect()
}

fn short_names(vocab: &Vocab, text: &str) -> Vec<Candidate> {
    let found = vocab.devices.short.find_all(text).into_iter();
    let found = found.filter(|found| {
        let device = vocab.devices.at(found.entry.device);
        as_written(&device.short[found.entry.name], text, found.span, found.entry.exact)
            && is_meant(vocab, text, found)
            && !is_number(vocab, text, found.span)
    });
    found.map(|found| candidate(found.span, found.entry.device, true)).collect()
}

fn candidate(span: Span, device: usize, short: bool) -> Candidate {
    Candidate { span, device, short, conditions: Conditions::default() }
}

/// Says whether the case fits, where case counts. Blanks may be left out or be hyphens.
fn as_written(name: &str, text: &str, span: Span, exact: bool) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !matches!(c, ' ' | '-')).collect::<String>();
    !exact || span.of(text).is_some_and(|found| letters(found) == letters(name))
}

/// Says whether none of the words that make it something else stands beside the name.
fn is_meant(vocab: &Vocab, text: &str, found: &Match<crate::vocab::device::NameEntry>) -> bool {
    let device = vocab.devices.at(found.entry.device);
    if device.not_followed_by.is_empty() && device.not_preceded_by.is_empty() {
        return true;
    }
    let after = guard::after(text, found.span.end).trim_start_matches('-');
    let before = guard::before(text, found.span.start).trim_end_matches('-');
    !device.not_followed_by.iter().any(|word| guard::begins_with(after, word))
        && !device.not_preceded_by.iter().any(|word| guard::ends_with(before, word))
}

/// Says whether a short name of digits only is rather an amount ("4090 元", "$4090", "1,080").
fn is_number(vocab: &Vocab, text: &str, span: Span) -> bool {
    if !span.of(text).is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit())) {
        return false;
    }
    let before = guard::before(text, span.start).chars().next_back();
    let touching = text[..span.start].chars().next_back();
    let after = guard::after(text, span.end);
    let amount = before.is_some_and(|c| "$¥€£≈~±×=<>+".contains(c)) || touching.is_some_and(|c| ",.:/-".contains(c));
    let goes_on =
        after.starts_with([',', '.', ':', '-', '×', '~']) && after[1..].starts_with(|c: char| c.is_ascii_digit());
    amount || goes_on || vocab.devices.context.counted.iter().any(|word| starts_with_word(after, word))
}

/// Like [`guard::begins_with`], in the case as written.
fn starts_with_word(text: &str, word: &str) -> bool {
    text.starts_with(word) && guard::begins_with(text, word)
}

/// Finds slices: "v3-8", "v5litepod-256".
fn slices(vocab: &Vocab, text: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    for head in vocab.devices.slices.find_all(text) {
        let digits = text[head.span.end..].bytes().take_while(u8::is_ascii_digit).count();
        let end = head.span.end + digits;
        let next = text.as_bytes().get(end).copied().unwrap_or(b' ');
        let Ok(count) = text[head.span.end..end].parse::<u32>() else { continue };
        let round = count.is_power_of_two() || (count > 0 && count % 8 == 0);
        if !round || next.is_ascii_alphanumeric() {
            continue;
        }
        let mut slice = candidate(Span::new(head.span.start, end), head.entry, false);
        slice.conditions.set("scope", "slice");
        slice.conditions.set("count", Decimal::from(count));
        found.push(slice);
    }
    found
}

/// Keeps one of overlapping candidates: the longest that begins first, but the member of a
/// class wins over the class, and takes the class's words into its own name.
fn choose(vocab: &Vocab, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.sort_by_key(|found| (found.span.start, std::cmp::Reverse(found.span.end), found.short));
    let mut kept: Vec<Candidate> = Vec::new();
    for found in candidates {
        let Some(last) = kept.last_mut().filter(|last| last.span.overlaps(found.span)) else {
            kept.push(found);
            continue;
        };
        if is_below(vocab, found.device, last.device) {
            let span = last.span.join(found.span);
            *last = Candidate { span, ..found };
        } else if found.device == last.device || is_below(vocab, last.device, found.device) {
            last.span = last.span.join(found.span);
            for (key, value) in found.conditions.iter() {
                last.conditions.set_default(key, value.clone());
            }
        } else if vocab.devices.is_class(last.device) && !vocab.devices.is_class(found.device) {
            // "NVIDIA Tesla" in "NVIDIA Tesla V100": a brand whose boards stand under their architecture.
            let span = last.span.join(found.span);
            *last = Candidate { span, ..found };
        }
    }
    kept
}

/// Joins a class and its member side by side: "V100 GPU", "Hopper H100", "Ascend 910B NPU".
fn join_classes(vocab: &Vocab, text: &str, chosen: &mut Vec<Candidate>) {
    let mut joined: Vec<Candidate> = Vec::new();
    for found in chosen.drain(..) {
        if let Some(last) = joined.last_mut()
            && text[last.span.end..found.span.start].chars().all(|c| matches!(c, ' ' | '\u{a0}' | '-'))
        {
            let span = last.span.join(found.span);
            if is_below(vocab, found.device, last.device) && last.conditions.is_empty() {
                *last = Candidate { span, ..found };
                continue;
            }
            if is_below(vocab, last.device, found.device)
                || (last.device == found.device && found.conditions.is_empty())
            {
                last.span = span;
                continue;
            }
        }
        joined.push(found);
    }
    *chosen = joined;
}

/// Says whether the device `member` stands below the device `class`.
fn is_below(vocab: &Vocab, member: usize, class: usize) -> bool {
    member != class && vocab.devices.is_a(&vocab.devices.at(member).id, &vocab.devices.at(class).id)
}
