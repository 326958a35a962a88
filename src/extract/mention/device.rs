//! Devices in a text: the longest name wins, a class beside its member is part of the
//! member's name, and board form, memory size and slice are taken along.

use rust_decimal::Decimal;

use super::{DeviceMention, Unknown, guard, unknown};
use crate::claim::Conditions;
use crate::text::Span;
use crate::vocab::device::DeviceWord;
use crate::vocab::lexicon::{Match, stands_alone};
use crate::vocab::{Device, Vocab};

/// A possible device.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub span: Span,
    /// Index of the device.
    pub device: usize,
    pub short: bool,
    pub conditions: Conditions,
}

/// Finds the devices of `text` among its words about devices, and what looks like one and is not known.
pub fn find(
    vocab: &Vocab,
    text: &str,
    raw: Vec<Match<DeviceWord>>,
    beside: bool,
) -> (Vec<DeviceMention>, Vec<Unknown>) {
    if raw.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let addresses = guard::addresses(text);
    let free = |span: Span| !overlaps_any(&addresses, span) && !guard::in_identifier(text, span);
    let mut longer = unknown::longer_names(text, &raw);
    longer.extend(unknown::of_series(text, &raw));
    longer.retain(|unknown| free(unknown.span));

    let bytes = text.as_bytes();
    // "A100PCIe", "A100SXM4": the form may touch the name.
    let glued = |span: Span| {
        let begins = span.start == 0 || !bytes[span.start - 1].is_ascii_alphanumeric();
        begins
            && bytes.get(span.end).is_some_and(u8::is_ascii_uppercase)
            && super::condition::form(vocab, text, span.end).is_some()
    };
    let alone =
        raw.into_iter().filter(|found| stands_alone(bytes, found.span.start, found.span.end) || glued(found.span));
    let mut near = beside;
    let mut candidates = Vec::new();
    for found in alone.filter(|found| free(found.span)) {
        match found.entry {
            DeviceWord::Near => near = true,
            _ => candidates.extend(read(vocab, text, found.span, found.entry)),
        }
    }
    near = near || candidates.iter().any(|candidate| candidate.short && is_sized(text, candidate.span));
    if !near && candidates.iter().all(|candidate| candidate.short) {
        candidates.clear();
    }
    let mut chosen = choose(vocab, text, candidates);
    let mut unknown = unknown::extended(vocab, text, &mut chosen);
    take_epithets(vocab, text, &mut chosen);
    join_classes(vocab, text, &mut chosen);
    for candidate in &mut chosen {
        super::condition::take_suffix(vocab, text, candidate);
    }
    take_bracketed_classes(vocab, text, &mut chosen);
    unknown.extend(longer);
    // A plural "s" is not the letter of another device: "TPU v5es".
    let named = |unknown: Span, known: Span| known.start <= unknown.start && unknown.end <= known.end + 1;
    unknown.retain(|unknown| !chosen.iter().any(|known| named(unknown.span, known.span)));
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

/// Says whether a size of memory stands right behind a number, which then names a card: "3090 24G".
fn is_sized(text: &str, span: Span) -> bool {
    let number = span.of(text).is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
    let rest = text.get(span.end..).unwrap_or_default();
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let unit = rest.get(digits..).unwrap_or_default().trim_start_matches(' ');
    let behind = unit.trim_start_matches(['G', 'g']).trim_start_matches(['B', 'b']);
    let whole = unit.len() > behind.len() && !behind.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/');
    number && (1..=3).contains(&digits) && whole
}

/// Returns the device that the word at `span` names, if it is meant there.
fn read(vocab: &Vocab, text: &str, span: Span, word: DeviceWord) -> Option<Candidate> {
    let (entry, short) = match word {
        DeviceWord::Full(entry) => (entry, false),
        DeviceWord::Short(entry) => (entry, true),
        DeviceWord::Slice(device) => {
            return slice(text, span, device).filter(|_| !is_version(vocab.devices.at(device), text, span));
        }
        DeviceWord::Near | DeviceWord::Series(_) => return None,
    };
    let device = vocab.devices.at(entry.device);
    let name = if short { &device.short[entry.name] } else { &device.names[entry.name] };
    let meant = as_written(name, text, span, entry.exact) && is_meant(device, text, span);
    if short && (is_version(device, text, span) || !device.near.is_empty() && !stands_near(&device.near, text)) {
        return None;
    }
    (meant && !(short && is_number(vocab, text, span))).then(|| {
        let mut found = candidate(span, entry.device, short);
        if let Some(version) = device.versions.iter().find(|version| name.ends_with(version.as_str())) {
            found.conditions.set("variant", version.to_lowercase().as_str());
        }
        found
    })
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
fn is_meant(device: &Device, text: &str, span: Span) -> bool {
    if device.not_followed_by.is_empty() && device.not_preceded_by.is_empty() {
        return true;
    }
    let after = guard::after(text, span.end).trim_start_matches('-');
    let before = guard::before(text, span.start).trim_end_matches('-');
    !device.not_followed_by.iter().any(|word| guard::begins_with(after, word))
        && !device.not_preceded_by.iter().any(|word| guard::ends_with(before, word))
}

/// Says whether one of `words` stands in the text.
fn stands_near(words: &[String], text: &str) -> bool {
    words.iter().any(|word| text.match_indices(word.as_str()).any(|(at, _)| guard::begins_with(&text[at..], word)))
}

/// Says whether a name such as "v3" is rather the version of the name before it: "RoCE v2", "Inception v3",
/// "E5-2630 v4". A number of things may stand before a device ("8 v3 cores").
fn is_version(device: &Device, text: &str, span: Span) -> bool {
    let mut letters = span.of(text).unwrap_or_default().bytes();
    let short = letters.next().is_some_and(|byte| byte.eq_ignore_ascii_case(&b'v'))
        && letters.next().is_some_and(|byte| byte.is_ascii_digit());
    let head = &text[..span.start];
    let Some(head) = head.strip_suffix([' ', '-', '\u{a0}']).filter(|_| short) else { return false };
    let start = head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '-').len();
    let word = &head[start..];
    let (first, rest) = word.split_at(word.len().min(1));
    // "2x v5p-128" counts, "E5-2630 v4" goes on.
    let counts = word.trim_end_matches(['x', 'X']).bytes().all(|byte| byte.is_ascii_digit());
    let code = !counts
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic());
    let capitals = rest.bytes().any(|byte| byte.is_ascii_uppercase());
    let opens =
        head[..start].trim_end().ends_with(['.', ':', '|', '(', '\n', '!', '?']) || head[..start].trim().is_empty();
    let name = first.bytes().all(|byte| byte.is_ascii_uppercase()) && rest.len() >= 3 && !opens;
    let own = |known: &String| known.split([' ', '-']).any(|part| part.eq_ignore_ascii_case(word));
    !word.is_empty() && (code || capitals || name) && !device.names.iter().any(own)
}

/// Says whether a short name of digits only is rather an amount ("4090 元", "$4090", "1,080").
fn is_number(vocab: &Vocab, text: &str, span: Span) -> bool {
    if !span.of(text).is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit())) {
        return false;
    }
    let before = guard::before(text, span.start).chars().next_back();
    let touching = text[..span.start].chars().next_back();
    let after = guard::after(text, span.end);
    let amount = before.is_some_and(|c| "$¥€£≈~±×=<>+".contains(c)) && !is_next_in_chain(text, span.start)
        || touching.is_some_and(|c| ",.:/-".contains(c)) && !is_set_off(text, span.start);
    // "4090：1,749 美元": a colon behind a name that opens the text labels it.
    let labels = span.start == 0 && after.starts_with(':') && span.len() == 4;
    let goes_on = !labels
        && after.starts_with([',', '.', ':', '-', '×', '~'])
        && after[1..].starts_with(|c: char| c.is_ascii_digit());
    amount || goes_on || vocab.devices.context.counted.iter().any(|word| starts_with_word(after, word))
}

/// Says whether the sign before `at` sets a name off and is no part of a number: "单卡场景：4090", "3090/4090".
fn is_set_off(text: &str, at: usize) -> bool {
    let Some(before) = text.get(..at).and_then(|before| before.strip_suffix([':', '/'])) else { return false };
    let word = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len();
    let word = &before[word..];
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let last = before.chars().next_back();
    match text.as_bytes().get(before.len()) {
        Some(b':') => last.is_some_and(|c| !c.is_ascii_digit()),
        _ => digits == 4 || digits > 0 && word.bytes().any(|byte| byte.is_ascii_uppercase()),
    }
}

/// Says whether a sign that orders names stands before `at`: "A100 > L20 > 3090".
fn is_next_in_chain(text: &str, at: usize) -> bool {
    let before = guard::before(text, at);
    let Some(named) = before.strip_suffix(['>', '<', '≈']).map(str::trim_end) else { return false };
    let word = named.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len();
    let word = &named[word..];
    let name = word.bytes().any(|byte| byte.is_ascii_digit()) && word.bytes().any(|byte| byte.is_ascii_uppercase());
    let after = guard::after(text, at).trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let has = after.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '(' | '（'));
    name || has || named.ends_with([')', '）'])
}

/// Like [`guard::begins_with`], in the case as written.
fn starts_with_word(text: &str, word: &str) -> bool {
    text.starts_with(word) && guard::begins_with(text, word)
}

/// Reads a slice whose name begins at `head`: "v3-8", "v5litepod-256".
fn slice(text: &str, head: Span, device: usize) -> Option<Candidate> {
    let number = text[head.end..].strip_prefix('-')?;
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let end = head.end + 1 + digits;
    let count: u32 = number[..digits].parse().ok()?;
    let round = count.is_power_of_two() || (count > 0 && count.is_multiple_of(8));
    let ends = !text[end..].starts_with(|c: char| c.is_ascii_alphanumeric());
    (round && ends).then(|| {
        let mut slice = candidate(Span::new(head.start, end), device, false);
        slice.conditions.set("scope", "slice");
        slice.conditions.set("count", Decimal::from(count));
        slice
    })
}

/// Says whether `span` overlaps one of `spans`, which are in order and overlap nowhere.
fn overlaps_any(spans: &[Span], span: Span) -> bool {
    let next = spans.partition_point(|other| other.end <= span.start);
    spans.get(next).is_some_and(|other| other.overlaps(span))
}

/// Keeps one of overlapping candidates: the longest that begins first, but the member of a
/// class wins over the class, and takes the class's words into its own name.
fn choose(vocab: &Vocab, text: &str, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
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
        } else if !is_numbered(text, last.span) && is_numbered(text, found.span) {
            // "NVIDIA Tesla" in "NVIDIA Tesla V100": a brand whose boards stand under their architecture.
            let span = last.span.join(found.span);
            *last = Candidate { span, ..found };
        }
    }
    kept
}

fn is_numbered(text: &str, span: Span) -> bool {
    span.of(text).is_some_and(|name| name.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Takes the words into a name that makers put behind it: "H200 Tensor Core GPU".
fn take_epithets(vocab: &Vocab, text: &str, chosen: &mut Vec<Candidate>) {
    let epithets = &vocab.devices.context.epithets;
    let mut end = 0;
    for known in chosen.iter_mut() {
        let after = guard::after(text, known.span.end);
        let longest = epithets.iter().filter(|word| guard::begins_with(after, word)).map(String::len).max();
        if let Some(length) = longest.filter(|_| known.span.start >= end) {
            known.span.end = text.len() - after.len() + length;
            end = known.span.end;
        }
    }
    let taken: Vec<Span> = chosen.iter().map(|known| known.span).collect();
    let mut at: usize = 0;
    chosen.retain(|known| {
        let before = at.checked_sub(1).map(|before| taken[before]);
        at += 1;
        before.is_none_or(|before| !before.contains(known.span))
    });
}

/// Joins a class and its member side by side: "V100 GPU", "Hopper H100", "Ascend 910B NPU".
fn join_classes(vocab: &Vocab, text: &str, chosen: &mut Vec<Candidate>) {
    let mut joined: Vec<Candidate> = Vec::new();
    for found in chosen.drain(..) {
        // "Blackwell (B200)": the bracket says which one is meant.
        if let Some(last) = joined.last_mut()
            && matches!(text[last.span.end..found.span.start].trim_start(), "(" | "（")
            && let Some(close) = text[found.span.end..].chars().next().filter(|c| matches!(c, ')' | '）'))
            && is_below(vocab, found.device, last.device)
            && last.conditions.is_empty()
        {
            let span = Span::new(last.span.start, found.span.end + close.len_utf8());
            *last = Candidate { span, ..found };
            continue;
        }
        if let Some(last) = joined.last_mut()
            && text[last.span.end..found.span.start].chars().all(|c| matches!(c, ' ' | '\u{a0}' | '-'))
        {
            let span = last.span.join(found.span);
            if is_machine(vocab, last.device) && !is_machine(vocab, found.device) && found.conditions.is_empty() {
                // "DGX Station A100" is the machine.
                last.span = span;
                continue;
            }
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

/// Takes the class in a bracket behind a name into the name: "H100 SXM (Hopper)".
fn take_bracketed_classes(vocab: &Vocab, text: &str, chosen: &mut Vec<Candidate>) {
    let mut at = 1;
    while at < chosen.len() {
        let (last, found) = (&chosen[at - 1], &chosen[at]);
        let gap = text.get(last.span.end..found.span.start).unwrap_or_default();
        let close = text[found.span.end..].chars().next().filter(|c| matches!(c, ')' | '）'));
        let inside = matches!(gap.trim_start(), "(" | "（") && is_below(vocab, last.device, found.device);
        match close.filter(|_| inside && found.conditions.is_empty()) {
            Some(close) => {
                chosen[at - 1].span.end = found.span.end + close.len_utf8();
                chosen.remove(at);
            }
            None => at += 1,
        }
    }
}

/// Says whether a device is a machine of one kind, not a class of them ("TPU pod").
fn is_machine(vocab: &Vocab, device: usize) -> bool {
    let id = &vocab.devices.at(device).id;
    !vocab.devices.is_class(device) && ["system", "instance"].iter().any(|class| vocab.devices.is_a(id, class))
}

/// Says whether the device `member` stands below the device `class`.
fn is_below(vocab: &Vocab, member: usize, class: usize) -> bool {
    member != class && vocab.devices.is_a(&vocab.devices.at(member).id, &vocab.devices.at(class).id)
}
