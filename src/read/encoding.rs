//! From bytes to UTF-8 text, saying how they were written.
//!
//! UTF-8 keeps its offsets: a byte order mark stays in the text, and a byte that is no text
//! becomes one `?`, so that spans still point into the file as it stands on disk. UTF-16,
//! GB18030 and Big5 are decoded; their spans are those of the decoded text. A file whose lines are
//! part UTF-8, part GB18030 is decoded line by line.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GB18030, GBK, UTF_8, UTF_16BE, UTF_16LE};

use super::language::is_han;
use crate::claim::Name;

/// A decoded file.
#[derive(Debug)]
pub struct Decoded<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// How it was written: `utf-8`, `utf-16le`, `gb18030`, `big5` …
    pub encoding: Name,
}

/// How many bytes at the start tell binary data from text.
const PROBE: usize = 8192;

/// Decodes `bytes`.
///
/// # Errors
/// The reason, where the bytes are no text.
pub fn decode(bytes: &[u8]) -> Result<Decoded<'_>, String> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.as_bytes().iter().take(PROBE).any(|&byte| byte == 0)
    {
        return Ok(Decoded { text: Cow::Borrowed(text), encoding: "utf-8".into() });
    }
    if let Some(encoding) = utf16(bytes) {
        let (text, _, malformed) = encoding.decode(bytes);
        let plain = !text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}'));
        let broken = text.matches('\u{fffd}').count();
        if malformed && broken * 50 > text.chars().count() || !plain {
            return Err(format!("it begins as `{}` does and is no such text", encoding.name()));
        }
        return Ok(decoded(text, encoding));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err("an archive, which is not read; unpack it, or save it as PDF or text".to_owned());
    }
    let probe = &bytes[..bytes.len().min(PROBE)];
    if probe.contains(&0) || is_mostly_control(probe) {
        return Err("binary data, not text".to_owned());
    }
    if let Some((text, bad)) = nearly_utf8(bytes) {
        let said = if bad == 1 { "utf-8, 1 bad byte".to_owned() } else { format!("utf-8, {bad} bad bytes") };
        return Ok(Decoded { text: Cow::Owned(text), encoding: said.into() });
    }
    if let Some(text) = mixed(bytes) {
        return Ok(Decoded { text: Cow::Owned(text), encoding: "utf-8, gb18030".into() });
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = match detector.guess(None, Utf8Detection::Deny) {
        encoding if encoding == GBK => GB18030,
        encoding => encoding,
    };
    let (text, malformed) = guess.decode_without_bom_handling(bytes);
    if malformed && text.matches('\u{fffd}').count() > text.len() / 50 {
        return Err(format!(
            "text in an encoding that is not known (it is no valid UTF-8; `{}` does not fit)",
            guess.name()
        ));
    }
    Ok(decoded(text, guess))
}

fn decoded<'a>(text: Cow<'a, str>, encoding: &'static Encoding) -> Decoded<'a> {
    Decoded { text, encoding: encoding.name().to_ascii_lowercase().into() }
}

/// Returns the byte order of UTF-16 text, by its mark or by its zero bytes.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    match Encoding::for_bom(bytes) {
        Some((encoding, _)) if encoding != UTF_8 => return Some(encoding),
        _ => {}
    }
    let probe = &bytes[..bytes.len().min(1024) & !1];
    let zeros = |from: usize| probe.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let half = probe.len() / 2;
    let mostly = |many: usize, few: usize| half >= 4 && many * 5 > half * 2 && few * 20 < half;
    if mostly(odd, even) {
        return Some(UTF_16LE);
    }
    mostly(even, odd).then_some(UTF_16BE)
}

fn is_mostly_control(probe: &[u8]) -> bool {
    let control =
        probe.iter().filter(|&&byte| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b)).count();
    control * 20 > probe.len()
}

/// Returns text that was put together from UTF-8 and GB18030, as tools do that append to a file: each line is all of
/// one, and both hold Chinese words.
fn mixed(bytes: &[u8]) -> Option<String> {
    let words = |line: &str| {
        let mut runs = line.split(|c: char| !is_han(c));
        runs.any(|run| run.chars().nth(1).is_some())
    };
    let mut text = String::with_capacity(bytes.len());
    let (mut unicode, mut other) = (false, false);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if let Ok(line) = std::str::from_utf8(line) {
            unicode |= !line.is_ascii() && words(line);
            text.push_str(line);
            continue;
        }
        let (line, malformed) = GB18030.decode_without_bom_handling(line);
        // Letters with accents make single characters among Latin ones.
        if malformed || !words(&line) {
            return None;
        }
        other = true;
        text.push_str(&line);
    }
    (unicode && other).then_some(text)
}

/// Returns text that is UTF-8 but for a few bytes, each of those as `?`, and how many those are.
fn nearly_utf8(bytes: &[u8]) -> Option<(String, usize)> {
    let mut text = String::with_capacity(bytes.len());
    let mut all = Sequences::default();
    let mut each_line = true;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let mut own = Sequences::default();
        for chunk in line.utf8_chunks() {
            text.push_str(chunk.valid());
            own.add(chunk.valid());
            own.wrong += chunk.invalid().len();
            text.extend(std::iter::repeat_n('?', chunk.invalid().len()));
        }
        // A line of another encoding has several characters that are wrong, and hardly one that is right.
        each_line &= own.wrong <= 2 || own.wrong <= own.han;
        all.multibyte += own.multibyte;
        all.han += own.han;
        all.wrong += own.wrong;
    }
    // Text of another encoding is wrong nearly everywhere that it is not ASCII; and its bytes make Chinese characters
    // of three bytes in UTF-8 by chance alone.
    let few = all.wrong * 10 <= all.multibyte;
    let chinese = each_line && all.han >= FEW_HAN && all.wrong <= all.han && all.han * 2 > all.multibyte;
    (few || chinese).then_some((text, all.wrong))
}

/// From so many Chinese characters in UTF-8 on, they are no chance.
const FEW_HAN: usize = 4;

/// What the bytes beyond ASCII are, as UTF-8.
#[derive(Default)]
struct Sequences {
    /// Characters of several bytes.
    multibyte: usize,
    /// Chinese ones among them.
    han: usize,
    /// Bytes that are part of none.
    wrong: usize,
}

impl Sequences {
    fn add(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_ascii()) {
            self.multibyte += 1;
            self.han += usize::from(is_han(c));
        }
    }
}
