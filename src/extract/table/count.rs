//! How many of a device a cell names: "8 x A100", "8*H20-96GB", "A100 ×8", "4张A800", "单机8卡".

use rust_decimal::Decimal;

use crate::text::Span;
use crate::vocab::Vocab;

/// How far behind a name its number may stand, in bytes.
const REACH: usize = 24;

/// Returns the number that stands before or behind the device name at `span` of `text`.
pub fn beside(vocab: &Vocab, text: &str, span: Span) -> Option<Decimal> {
    let before = text.get(..span.start)?;
    let after = text.get(span.end..)?;
    in_front(vocab, before).or_else(|| behind(vocab, after))
}

/// Returns the number at the end of `before`, with a sign of multiplication or a measure word
/// after it, or with nothing else in the text.
fn in_front(vocab: &Vocab, before: &str) -> Option<Decimal> {
    let before = before.trim_end();
    let words = &vocab.tables.count;
    let signed = words.times.iter().chain(&words.classifiers).find_map(|word| before.strip_suffix(word.as_str()));
    let rest = signed.unwrap_or(before).trim_end();
    let start = rest
        .rfind(|ch: char| !ch.is_ascii_digit() && ch != ',')
        .map_or(0, |at| at + rest[at..].chars().next().map_or(1, char::len_utf8));
    let lead = rest[..start].trim_end();
    let opens = lead.is_empty() || lead.ends_with(['(', '（', ',', '，', '/', ':', '：']);
    if !opens && signed.is_none() {
        return None;
    }
    if lead.ends_with(|ch: char| ch.is_ascii_alphanumeric() || ch == '.') && !rest[..start].ends_with(' ') {
        return None;
    }
    number(&rest[start..])
}

/// Returns the number behind a name: a sign of multiplication and digits, or digits and a measure word.
fn behind(vocab: &Vocab, after: &str) -> Option<Decimal> {
    let words = &vocab.tables.count;
    let near = past_size(after.trim_start());
    if let Some(rest) = words.times.iter().find_map(|word| near.strip_prefix(word.as_str())) {
        let rest = rest.trim_start();
        return number(&rest[..digits(rest)]);
    }
    let start = near.find(|ch: char| ch.is_ascii_digit() || matches!(ch, '(' | '（'))?;
    if start > REACH || near[..start].bytes().any(|byte| byte.is_ascii_alphabetic() || byte == b'-') {
        return None;
    }
    let length = digits(&near[start..]);
    let rest = near[start + length..].trim_start();
    let classified = words.classifiers.iter().any(|word| rest.starts_with(word.as_str()));
    number(&near[start..start + length]).filter(|_| classified)
}

/// Returns what stands behind the size of a memory that begins `text`: "24GB * 2".
fn past_size(text: &str) -> &str {
    let rest = text[digits(text)..].trim_start();
    let rest = ["GB", "GiB", "G"].iter().find_map(|unit| rest.strip_prefix(unit)).filter(|_| digits(text) > 0);
    rest.filter(|rest| !rest.starts_with(|ch: char| ch.is_ascii_alphanumeric())).map_or(text, str::trim_start)
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b',').count()
}

fn number(digits: &str) -> Option<Decimal> {
    let plain: String = digits.chars().filter(|&ch| ch != ',').collect();
    let number: Decimal = plain.parse().ok()?;
    (number > Decimal::ZERO && number < Decimal::from(1_000_000)).then_some(number)
}
