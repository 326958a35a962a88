//! What looks like a device and is not known: a longer name than any in the vocabulary is
//! said to be unknown, never mapped to the near one that it begins with.

use super::Unknown;
use super::device::Candidate;
use super::guard;
use crate::text::Span;
use crate::vocab::Vocab;

/// Letters and digits that may follow a known name to make another one ("H100X", "A1000").
const LONGEST_TAIL: usize = 2;

/// Finds names that go on where a known one ends: "H100X", "A1000", "RTX 4090Z", "MI300Z".
pub fn longer_names(vocab: &Vocab, text: &str) -> Vec<Unknown> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for name in vocab.devices.names.find_raw(text) {
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

/// Takes out of `chosen` what is followed by a word that makes another device of it ("RTX 4070 Ti"
/// where only the 4070 is known), and returns that longer name.
pub(super) fn extended(vocab: &Vocab, text: &str, chosen: &mut Vec<Candidate>) -> Vec<Unknown> {
    let mut unknown = Vec::new();
    chosen.retain(|known| {
        let name = &text[known.span.start..known.span.end];
        if !name.ends_with(|c: char| c.is_ascii_digit()) {
            return true;
        }
        let rest = guard::after(text, known.span.end);
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        let words = &vocab.devices.context.extensions;
        let Some(word) = words.iter().find(|word| rest.starts_with(word.as_str()) && guard::begins_with(rest, word))
        else {
            return true;
        };
        let span = Span::new(known.span.start, text.len() - rest.len() + word.len());
        unknown.push(Unknown { span, surface: text[span.start..span.end].to_owned() });
        false
    });
    unknown
}
