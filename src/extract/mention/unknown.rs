//! What looks like a device and is not known: a longer name than any in the vocabulary is
//! said to be unknown, never mapped to the near one that it begins with.

use super::Unknown;
use super::device::Candidate;
use super::guard;
use crate::text::Span;
use crate::vocab::device::DeviceWord;
use crate::vocab::{Match, Vocab};

/// Letters and digits that may follow a known name to make another one ("H100X", "A1000").
const LONGEST_TAIL: usize = 2;

/// Finds names that go on where a known one ends: "H100X", "A1000", "RTX 4090Z", "MI300Z".
pub fn longer_names(text: &str, names: &[Match<DeviceWord>]) -> Vec<Unknown> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for name in names.iter().filter(|name| matches!(name.entry, DeviceWord::Full(_))) {
        let Span { start, end } = name.span;
        let alone = start == 0 || !(bytes[start - 1].is_ascii_alphanumeric() && bytes[start].is_ascii_alphanumeric());
        let tail = bytes[end..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let has_digit = bytes[start..end].iter().any(u8::is_ascii_digit);
        let upper = bytes[start..end].iter().all(|byte| !byte.is_ascii_lowercase());
        let plural = &bytes[end..end + tail] == b"s";
        if !alone || !has_digit || !upper || tail == 0 || tail > LONGEST_TAIL || plural || end - start < 4 {
            continue;
        }
        found.push(Unknown { span: Span::new(start, end + tail), surface: text[start..end + tail].to_owned() });
    }
    found
}

/// Finds names that begin as those of a series do: "RTX 9090", "TPU v9". Known ones are among them.
pub fn of_series(text: &str, words: &[Match<DeviceWord>]) -> Vec<Unknown> {
    let bytes = text.as_bytes();
    let heads = words.iter().filter_map(|word| match word.entry {
        DeviceWord::Series(least) => Some((word.span, least)),
        _ => None,
    });
    let named = heads.filter_map(|(head, least)| {
        let joined = head.start > 0 && bytes[head.start - 1].is_ascii_alphanumeric();
        let rest = &text[head.end..];
        let number = rest.strip_prefix([' ', '-']).unwrap_or(rest);
        let figures = digits(number);
        let letters = number[figures..].bytes().take_while(u8::is_ascii_alphabetic).count();
        let ends = !number[figures + letters..].starts_with(|c: char| c.is_ascii_digit());
        let fits = !joined && (least..=least + 1).contains(&figures) && letters <= 2 && ends;
        let end = text.len() - number.len() + figures + letters;
        fits.then(|| Unknown { span: Span::new(head.start, end), surface: text[head.start..end].to_owned() })
    });
    named.collect()
}

/// Takes out of `chosen` what goes on to the name of another device ("RTX 4070 Ti" where only the
/// 4070 is known, "GPT-3.7", "Llama 2 34B"), and returns that longer name.
pub(super) fn extended(vocab: &Vocab, text: &str, chosen: &mut Vec<Candidate>) -> Vec<Unknown> {
    let mut unknown = Vec::new();
    chosen.retain(|known| {
        let Some(end) = longer_end(vocab, text, known) else { return true };
        let span = Span::new(known.span.start, end);
        unknown.push(Unknown { span, surface: text[span.start..span.end].to_owned() });
        false
    });
    unknown
}

/// Returns where the longer name ends that `known` is only the beginning of.
fn longer_end(vocab: &Vocab, text: &str, known: &Candidate) -> Option<usize> {
    let name = &text[known.span.start..known.span.end];
    let rest = &text[known.span.end..];
    let numbered = name.ends_with(|c: char| c.is_ascii_digit());
    if numbered && let Some(version) = rest.strip_prefix('.').map(digits).filter(|&length| length > 0) {
        let end = known.span.end + 1 + version;
        let more = text[end..].trim_start_matches([' ', '-']);
        let size = model_size(more, false).filter(|_| is_model(vocab, known));
        return Some(size.map_or(end, |size| text.len() - more.len() + size));
    }
    let word = rest.trim_start_matches([' ', '\u{a0}', '-']);
    let at = text.len() - word.len();
    if is_model(vocab, known) {
        return model_size(word, rest.starts_with('-')).map(|length| at + length);
    }
    let extensions = &vocab.devices.context.extensions;
    let extension = extensions.iter().find(|ext| word.starts_with(ext.as_str()) && guard::begins_with(word, ext));
    extension.filter(|_| numbered && rest.len() - word.len() <= 1).map(|ext| at + ext.len())
}

fn is_model(vocab: &Vocab, known: &Candidate) -> bool {
    vocab.devices.is_a(&vocab.devices.at(known.device).id, "model")
}

/// Reads a version or size behind a model's name: "3.2 90B", "34B"; after a hyphen any number.
fn model_size(rest: &str, hyphen: bool) -> Option<usize> {
    let whole = digits(rest);
    if whole == 0 {
        return None;
    }
    let fraction = rest[whole..].strip_prefix('.').map_or(0, digits);
    let length = whole + if fraction > 0 { fraction + 1 } else { 0 };
    let sized = rest[length..].starts_with(['B', 'b']) && guard::begins_with(&rest[length..], &rest[length..=length]);
    if sized {
        return Some(length + 1);
    }
    // "GPT 3.7" may go on with a size: "Llama 3.2 90B".
    let bare = !rest[length..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '%');
    if bare && whole <= 2 && (hyphen || fraction > 0) {
        let more = rest[length..].trim_start_matches([' ', '-']);
        let skipped = rest.len() - length - more.len();
        return Some(length + model_size(more, false).map_or(0, |size| skipped + size));
    }
    None
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}
