//! Conditions in a text, and those that belong to a device's name.

use super::device::Candidate;
use super::{ConditionMention, DeviceMention, guard};
use crate::claim::{Conditions, Name};
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::lexicon::{Match, longest};

/// Finds the conditions that `text` states outside of device names, among `all` its words for conditions.
/// A model that is named is also a workload.
pub fn find(
    vocab: &Vocab,
    text: &str,
    all: Vec<Match<(usize, bool)>>,
    devices: &[DeviceMention],
) -> Vec<ConditionMention> {
    let mut found: Vec<ConditionMention> = Vec::new();
    let (behind, mut free): (Vec<_>, Vec<_>) = all.into_iter().partition(|word| word.entry.1);
    free.retain(|word| !opens_code(vocab, text, *word));
    for word in longest(free) {
        // "每个 TPU" in "每个 TPU v4 Pod" is said of the pod.
        let machine = |device: &DeviceMention| {
            word.span.start < device.span.start
                && device.span.start < word.span.end
                && word.span.end < device.span.end
                && (vocab.devices.is_a(&device.device, "system") || vocab.devices.is_a(&device.device, "instance"))
        };
        if devices.iter().any(|device| device.span.contains(word.span) || machine(device))
            || is_setting(text, word.span)
            || is_no_term(vocab, text, word)
        {
            continue;
        }
        let stated = states(vocab, word.entry.0);
        match found.last_mut().filter(|last| last.span == word.span) {
            Some(last) => add(&mut last.conditions, &stated),
            None => found.push(ConditionMention { span: word.span, conditions: stated }),
        }
    }
    let behind = longest(behind);
    found.extend(listed(vocab, text, &found, &behind));
    let forms = found.iter().any(|stated| stated.conditions.get("form").is_some());
    let behind = behind_devices(vocab, text, devices, behind, forms);
    // "2,000 GB/s (SXM) / 1,935 GB/s (PCIe)": beside another form it is one, and no link.
    found.retain(|stated| {
        let bracketed = |form: &ConditionMention| form.span == stated.span && in_bracket(text, form.span);
        stated.conditions.get("link").is_none() || !(forms && behind.iter().any(bracketed))
    });
    found.extend(behind);
    let models = devices.iter().filter(|device| vocab.devices.is_a(&device.device, "model"));
    found.extend(models.map(|model| ConditionMention { span: model.span, conditions: one("workload", &model.device) }));
    found.sort_by_key(|found| (found.span.start, found.span.end));
    drop_repeats(text, &mut found);
    found
}

/// Says whether a place only begins the code of one: "in europe-west4".
fn opens_code(vocab: &Vocab, text: &str, word: Match<(usize, bool)>) -> bool {
    let rest = text.get(word.span.end..).unwrap_or_default();
    let goes_on = rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    goes_on && &*vocab.conditions.at(word.entry.0).key == "region"
}

/// Says whether a number of years is no term of a contract: "three-year TCO".
fn is_no_term(vocab: &Vocab, text: &str, word: Match<(usize, bool)>) -> bool {
    const REACH: usize = 24;
    if &*vocab.conditions.at(word.entry.0).key != "term" {
        return false;
    }
    let after = guard::after(text, word.span.end);
    let near = &after[..bounded(after, REACH)];
    vocab
        .binding
        .cues
        .find_all(near)
        .iter()
        .any(|cue| cue.entry == crate::vocab::cue::Cue::NoTerm && cue.span.start <= 1)
}

/// Says whether a short name in capitals is a setting that is given a number, and no condition: "TP=4, DP=8".
fn is_setting(text: &str, word: Span) -> bool {
    let name = word.of(text).unwrap_or_default();
    let after = text.get(word.end..).unwrap_or_default();
    name.len() <= 3
        && name.bytes().all(|byte| byte.is_ascii_uppercase())
        && after.strip_prefix('=').is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

/// Drops the name of a place in brackets behind another name of it: "`ap-southeast-1` (Singapore)".
fn drop_repeats(text: &str, found: &mut Vec<ConditionMention>) {
    let mut at = 1;
    while at < found.len() {
        let (before, stated) = (&found[at - 1], &found[at]);
        let places = [before, stated].iter().all(|stated| stated.conditions.get("region").is_some());
        let gap = text.get(before.span.end..stated.span.start).unwrap_or_default();
        let gap = gap.trim_matches(|c: char| c.is_whitespace() || c == '`');
        if places && matches!(gap, "(" | "（") {
            found[at - 1].span.end = stated.span.end;
            found.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Reads words that state a condition only right behind a device's name: "TPU v3 核心".
fn behind_devices(
    vocab: &Vocab,
    text: &str,
    devices: &[DeviceMention],
    words: Vec<Match<(usize, bool)>>,
    forms: bool,
) -> Vec<ConditionMention> {
    let behind = words.into_iter().filter(|word| {
        if let Some(before) = stands_before(vocab, text, *word, devices) {
            return before;
        }
        let name = devices.iter().find(|device| {
            device.span.end <= word.span.start && text[device.span.end..word.span.start].trim().is_empty()
        });
        // Figures are given per core only where a chip is more than one core to its users.
        let other = vocab.conditions.at(word.entry.0).value.as_ref() != "core";
        let cores = |name: &DeviceMention| vocab.devices.get(&name.device).is_some_and(|d| d.cores_per_chip.is_some());
        name.is_some_and(|name| other || cores(name))
            || other
                && (is_alone_in_bracket(text, word.span)
                    || forms && in_bracket(text, word.span)
                    || is_label(text, word.span)
                    || forms && opens_figure(text, word.span))
    });
    behind.map(|word| ConditionMention { span: word.span, conditions: states(vocab, word.entry.0) }).collect()
}

/// Says whether a word that counts before a name stands right before one; none, where it is no such word.
fn stands_before(vocab: &Vocab, text: &str, word: Match<(usize, bool)>, devices: &[DeviceMention]) -> Option<bool> {
    let own = word.span.of(text).unwrap_or_default();
    let before = &vocab.conditions.at(word.entry.0).before_device;
    before.iter().find(|known| known.eq_ignore_ascii_case(own))?;
    // "We used A100s" is a verb.
    let opens = || !text[..word.span.start].trim_end().ends_with(char::is_alphanumeric);
    let phrase = own.contains(' ') || !own.is_ascii();
    let names = |device: &DeviceMention| {
        device.span.start >= word.span.end && text[word.span.end..device.span.start].trim().is_empty()
    };
    Some((phrase || opens()) && devices.iter().any(names))
}

/// Says whether a word labels a line that speaks of no rate: "PCIe: 250 W".
fn is_label(text: &str, word: Span) -> bool {
    let Some(after) = guard::after(text, word.end).strip_prefix([':', '：']) else { return false };
    text[..word.start].trim().is_empty() && !["/s", "ps"].iter().any(|rate| after[..bounded(after, 24)].contains(rate))
}

/// Says whether a figure of two digits and more, no version, stands right behind: "SXM 700 W, PCIe 350 W".
fn opens_figure(text: &str, word: Span) -> bool {
    let after = guard::after(text, word.end);
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    digits >= 2 && !after[digits..].starts_with('.')
}

/// Says whether a word is all that a bracket behind a figure holds, no rate of a link: "400 W (PCIe)".
fn is_alone_in_bracket(text: &str, word: Span) -> bool {
    // "(8x PCIe)"
    let before = guard::before(text, word.start);
    let before =
        before.strip_suffix(['x', '×']).map_or(before, |count| count.trim_end_matches(|c: char| c.is_ascii_digit()));
    let Some(before) = before.strip_suffix(['(', '（']) else { return false };
    let before = before.trim_end();
    guard::after(text, word.end).starts_with([')', '）'])
        && before.ends_with(char::is_alphanumeric)
        && (before.ends_with("TB/s") || !["/s", "ps", "/sec"].iter().any(|rate| before.ends_with(rate)))
}

/// Says whether a word is all that a bracket holds.
fn in_bracket(text: &str, word: Span) -> bool {
    guard::before(text, word.start).ends_with(['(', '（']) && guard::after(text, word.end).starts_with([')', '）'])
}

/// Returns the words that state a condition behind a name and stand beside another of the same key in a list: "(PCIe
/// and SXM)". Both are stated then, so that neither holds alone.
fn listed(
    vocab: &Vocab,
    text: &str,
    found: &[ConditionMention],
    words: &[Match<(usize, bool)>],
) -> Vec<ConditionMention> {
    let joined = |from: usize, to: usize| {
        let gap = text.get(from..to).unwrap_or_default().trim();
        let word = vocab.binding.cues.find_all(gap);
        matches!(gap, "/" | "、" | "," | "，" | "&")
            || word.iter().any(|cue| cue.entry == crate::vocab::cue::Cue::And && cue.span.len() == gap.len())
    };
    let beside = |word: &&Match<(usize, bool)>| {
        let own = vocab.conditions.at(word.entry.0);
        found.iter().any(|other| {
            let apart = other.conditions.word(&own.key).is_some_and(|value| *value != *own.value);
            apart && (joined(word.span.end, other.span.start) || joined(other.span.end, word.span.start))
        })
    };
    let listed = words.iter().filter(beside);
    listed.map(|word| ConditionMention { span: word.span, conditions: states(vocab, word.entry.0) }).collect()
}

fn states(vocab: &Vocab, entry: usize) -> Conditions {
    let condition = vocab.conditions.at(entry);
    let mut stated = one(&condition.key, &condition.value);
    for (key, value) in &condition.also {
        stated.set(key, value.clone());
    }
    stated
}

fn one(key: &str, value: &Name) -> Conditions {
    let mut conditions = Conditions::default();
    conditions.set(key, value.clone());
    conditions
}

fn add(to: &mut Conditions, stated: &Conditions) {
    for (key, value) in stated.iter() {
        to.set_default(key, value.clone());
    }
}

/// Takes board form and memory size into the name they stand beside: "A100-SXM4-80GB",
/// "H100 (PCIe)", "80GB A100". A size counts only where the device was sold in it and where
/// it is no figure of its own ("A100 80GB memory").
pub(super) fn take_suffix(vocab: &Vocab, text: &str, name: &mut Candidate) {
    while let Some(end) = suffix(vocab, text, name) {
        name.span.end = end;
    }
    if name.conditions.get("variant").is_none()
        && let Some((start, size)) = size_before(vocab, text, name)
    {
        name.span.start = start;
        name.conditions.set("variant", size);
    }
}

/// Returns the end of one more part of the name, having noted what it states.
fn suffix(vocab: &Vocab, text: &str, name: &mut Candidate) -> Option<usize> {
    let rest = &text[name.span.end..];
    let trimmed = rest.trim_start_matches([' ', '-', '\u{a0}', '/']);
    let open = trimmed.starts_with('(');
    let inner = trimmed.trim_start_matches('(').trim_start();
    let at = text.len() - inner.len();
    if rest.starts_with('/') {
        return None;
    }
    let (length, key, value) = form(vocab, text, at).or_else(|| size(vocab, inner, name.device))?;
    if name.conditions.get(key).is_some() {
        return None;
    }
    let mut end = at + length;
    if open {
        // What stands in brackets belongs to the name only where nothing else does.
        let close = guard::after(text, end);
        if !close.starts_with(')') {
            return None;
        }
        end = text.len() - close.len() + 1;
    } else if key == "variant" && names_bytes(vocab, text, end) {
        return None;
    }
    name.conditions.set(key, value);
    Some(end)
}

/// Reads a board form at the byte `at`.
pub(super) fn form(vocab: &Vocab, text: &str, at: usize) -> Option<(usize, &'static str, Name)> {
    let rest = &text[at..];
    let words = vocab.conditions.of_key("form").flat_map(|condition| {
        condition.words.iter().chain(&condition.after_device).map(move |word| (word, &condition.value))
    });
    let (word, value) = words.filter(|(word, _)| guard::begins_with(rest, word)).max_by_key(|(word, _)| word.len())?;
    // "A100 PCIe 带宽" speaks of the link.
    if first_metrics(vocab, rest).iter().any(|metric| metric.span.end > word.len()) {
        return None;
    }
    Some((word.len(), "form", value.clone()))
}

/// Reads a memory size at the start of `rest` that the device was sold in.
fn size(vocab: &Vocab, rest: &str, device: usize) -> Option<(usize, &'static str, Name)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let unit = rest[digits..].trim_start_matches(' ');
    let length = ["GiB", "GB", "gb", "G"].iter().find(|unit_word| {
        unit.strip_prefix(**unit_word).is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric()))
    })?;
    let sold = format!("{}GB", &rest[..digits]);
    let sold = vocab.devices.at(device).variants.iter().find(|variant| ***variant == *sold)?;
    let end = rest.len() - unit.len() + length.len();
    // "A100 80GB/s" is a rate.
    (!rest[end..].starts_with('/')).then(|| (end, "variant", sold.clone()))
}

/// Says whether words for an amount of bytes follow, so that a size before them is a figure.
fn names_bytes(vocab: &Vocab, text: &str, at: usize) -> bool {
    let first = first_metrics(vocab, guard::after(text, at));
    first.iter().any(|metric| vocab.metrics.at(metric.entry.0).dimension.as_deref() == Some("bytes"))
}

/// Returns the metrics that the first words of `rest` name, those of the longest word only.
fn first_metrics(vocab: &Vocab, rest: &str) -> Vec<Match<(usize, bool)>> {
    let mut found = vocab.names.find(&rest[..bounded(rest, 40)]).metrics;
    found.retain(|metric| metric.span.start == 0);
    let end = found.iter().map(|metric| metric.span.end).max().unwrap_or(0);
    found.retain(|metric| metric.span.end == end);
    found
}

/// Reads a memory size right before the name: "80GB A100", "40 GB 版 A100".
fn size_before(vocab: &Vocab, text: &str, name: &Candidate) -> Option<(usize, Name)> {
    let mut head = guard::before(text, name.span.start).trim_end_matches('-');
    if let Some(word) =
        vocab.devices.context.version.iter().filter(|word| guard::ends_with(head, word)).max_by_key(|word| word.len())
    {
        head = guard::before(head, head.len() - word.len());
    }
    let unit = ["GB", "gb", "GiB", "G"].iter().find(|unit| guard_unit(head, unit))?;
    let number = guard::before(head, head.len() - unit.len());
    let digits = number.bytes().rev().take_while(u8::is_ascii_digit).count();
    let start = number.len() - digits;
    if digits == 0 || number[..start].ends_with(['.', ',']) {
        return None;
    }
    let sold = format!("{}GB", &number[start..]);
    let variant = vocab.devices.at(name.device).variants.iter().find(|variant| ***variant == *sold)?;
    Some((start, variant.clone()))
}

fn guard_unit(head: &str, unit: &str) -> bool {
    head.strip_suffix(unit).is_some_and(|number| number.ends_with(|c: char| c.is_ascii_digit() || c == ' '))
}

/// Returns `limit`, or less where the text is shorter or a character would be cut.
fn bounded(text: &str, limit: usize) -> usize {
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}
