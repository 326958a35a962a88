//! What one text of a table names: a cell, a stack of headings, a caption.

use crate::claim::{ConditionValue, Conditions, Name};
use crate::extract::mention::{self, DeviceMention, MetricMention};
use crate::extract::quantity::{Reading, UnitReading};
use crate::normalise;
use crate::text::{Mapped, Span};
use crate::vocab::Vocab;

use super::unit;

/// One text with all that it names.
#[derive(Debug, Clone, Default)]
pub struct Facet {
    /// The folded text.
    pub text: Mapped,
    /// Devices, in order of place.
    pub devices: Vec<DeviceMention>,
    /// Metrics, in order of place.
    pub metrics: Vec<MetricMention>,
    /// Conditions with their places.
    pub conditions: Vec<(Span, Conditions)>,
    /// Quantities and plain numbers, in order of place.
    pub quantities: Vec<Reading>,
    /// A unit that stands without a number ("TFLOPS", "(GB)").
    pub unit: Option<(Span, UnitReading)>,
    /// The units of its other brackets: "capacity (GB) and bandwidth (TB/s)".
    pub more_units: Vec<UnitReading>,
}

/// A cell up to this length may be nothing but a unit.
const SHORT: usize = 24;
/// Words of a longer text are not looked at one by one.
const LONGEST: usize = 1000;

/// What kind of text is scanned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A heading, a label, a caption, a sentence above the table.
    Heading,
    /// The same further up, where only devices and conditions are looked for.
    Remark,
    /// A cell.
    Cell,
    /// A cell in a column of devices.
    Name,
}

impl Facet {
    /// Scans a text that heads figures.
    pub fn new(vocab: &Vocab, text: &Mapped) -> Facet {
        Facet::scan(vocab, text, Kind::Heading)
    }

    /// Scans a text for devices, metrics and conditions alone.
    pub fn remark(vocab: &Vocab, text: &Mapped) -> Facet {
        Facet::scan(vocab, text, Kind::Remark)
    }

    /// Scans a cell.
    pub fn cell(vocab: &Vocab, text: &Mapped) -> Facet {
        Facet::scan(vocab, text, Kind::Cell)
    }

    /// Scans a cell that stands in a column of devices: short names ("4090") count too.
    pub fn beside_devices(vocab: &Vocab, text: &Mapped) -> Facet {
        Facet::scan(vocab, text, Kind::Name)
    }

    fn scan(vocab: &Vocab, text: &Mapped, kind: Kind) -> Facet {
        let mut text = normalise::fold(&text.trimmed());
        let joined = matches!(kind, Kind::Heading | Kind::Remark) && text.as_str().contains('_');
        // "hourly_price" in a column of metrics.
        let joined = joined || kind == Kind::Cell && is_identifier(text.as_str());
        if joined {
            text = spaced(&text);
        }
        let mentions = match kind {
            Kind::Remark => mention::names(vocab, text.as_str(), false),
            _ => mention::scan_beside(vocab, text.as_str(), kind == Kind::Name),
        };
        // Between figures, a unit without a number is not worth a search.
        let short = kind != Kind::Remark && text.len() <= SHORT && mentions.quantities.is_empty();
        let heading = kind == Kind::Heading || short;
        let mut unit = if heading { unit::named(vocab, text.as_str()) } else { None };
        // "bandwidth_tb_s" ends in a rate, not in bytes and a second word.
        if joined
            && kind == Kind::Heading
            && let Some((span, read)) = of_identifier(vocab, text.as_str())
            && unit.as_ref().is_none_or(|(known, _)| span.contains(*known) && span.len() > known.len())
        {
            unit = Some((span, read));
        }
        let more_units = if unit.is_some() { unit::others(vocab, text.as_str()) } else { Vec::new() };
        let mut mentions = mentions;
        if let Some((span, own)) = &unit {
            // "USD per GPU-hour" names no device hours.
            let fits = |metric: &Name| vocab.metrics.get(metric).is_some_and(|metric| metric.fits(&own.dimension));
            mentions.metrics.retain(|found| !span.contains(found.span) || fits(&found.metric));
        }
        let conditions = mentions.conditions.into_iter().map(|found| (found.span, found.conditions)).collect();
        Facet {
            devices: mentions.devices,
            metrics: mentions.metrics,
            quantities: mentions.quantities,
            conditions,
            unit,
            more_units,
            text,
        }
    }

    /// Scans several texts as one, each once, with a blank between them.
    pub fn joined<'a>(vocab: &Vocab, texts: impl IntoIterator<Item = &'a Mapped>) -> Facet {
        let mut whole = Mapped::default();
        let mut seen: Vec<&str> = Vec::new();
        for text in texts {
            let plain = text.as_str().trim();
            if plain.is_empty() || seen.contains(&plain) {
                continue;
            }
            if !whole.is_empty() {
                let end = whole.source().end;
                whole.push_replaced(" ", Span::new(end, end));
            }
            whole.push(text);
            seen.push(plain);
        }
        Facet::new(vocab, &whole)
    }

    /// Says whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the folded text.
    pub fn as_str(&self) -> &str {
        self.text.as_str()
    }

    /// Returns the unit that is all of the text, a lone letter too ("W" in a column of units).
    pub fn whole_unit(&self, vocab: &Vocab) -> Option<UnitReading> {
        match &self.unit {
            Some((span, unit)) if span.len() == self.text.len() => Some(unit.clone()),
            _ if self.text.len() <= 3 => unit::whole(vocab, self.as_str()),
            _ => None,
        }
    }

    /// Says whether a number stands in the text that is no part of a name or a condition.
    pub fn has_value(&self) -> bool {
        self.quantities.iter().any(|reading| !self.is_named(reading))
    }

    /// Says whether a number is part of a device's name, or a plain one part of a condition ("PCIe 4.0", "8 GPUs").
    pub fn is_named(&self, reading: &Reading) -> bool {
        // "864 GB/s per GPU" is a figure all the same.
        let within = |span: Span| reading.unit.is_some() && reading.span.start < span.start;
        let named = self.devices.iter().any(|found| found.span.overlaps(reading.span) && !within(found.span));
        let stated = self.conditions.iter().any(|(span, _)| span.overlaps(reading.span));
        named || stated && reading.unit.is_none()
    }

    /// Returns the distinct devices, in order of place.
    pub fn device_ids(&self) -> Vec<&Name> {
        let mut ids: Vec<&Name> = Vec::new();
        for found in &self.devices {
            if !ids.contains(&&found.device) {
                ids.push(&found.device);
            }
        }
        ids
    }

    /// Returns the conditions that the text states as a whole: of a key that it states with
    /// several values ("FP16 / BF16") none holds.
    pub fn stated(&self) -> Conditions {
        self.stated_within(Span::new(0, self.text.len()), &[])
    }

    /// Returns the conditions stated within `span` of the text and outside `but`, likewise.
    pub fn stated_within(&self, span: Span, but: &[Span]) -> Conditions {
        let mut stated = Conditions::default();
        let mut doubtful: Vec<Name> = Vec::new();
        for (_, conditions) in
            self.conditions.iter().filter(|(at, _)| span.contains(*at) && !but.iter().any(|but| but.contains(*at)))
        {
            for (key, value) in conditions.iter() {
                match stated.get(key) {
                    Some(known) if known != value => doubtful.push(key.clone()),
                    Some(_) => {}
                    None => stated.set(key, value.clone()),
                }
            }
        }
        for key in doubtful {
            stated.remove(&key);
        }
        stated
    }

    /// Returns the conditions that the text states by a number behind their name: "BS=32", "(seq len 2048)".
    pub fn numbered(&self, vocab: &Vocab) -> Conditions {
        let mut stated = Conditions::default();
        for reading in self.quantities.iter().filter(|reading| reading.unit.is_none() && reading.low == reading.high) {
            let before = self.as_str().get(..reading.span.start).unwrap_or_default();
            let name = before.trim_end_matches([' ', '=', ':', '：']).to_lowercase();
            let names = |word: &String| {
                let head = name.strip_suffix(word.as_str());
                head.is_some_and(|head| !head.ends_with(char::is_alphanumeric)) && word.contains(char::is_alphabetic)
            };
            let key = vocab.tables.as_condition.iter().find(|entry| entry.words.iter().any(names));
            if let (Some(entry), Some(number)) = (key, reading.low) {
                stated.set_default(&entry.key, number);
            }
        }
        stated
    }

    /// Returns the values that the text lists for one key, where it lists `count` different ones and
    /// no other key has as many: "dense / sparse", "PCIe/SXM".
    pub fn alternatives(&self, vocab: &Vocab, count: usize) -> Option<(Name, Vec<ConditionValue>)> {
        let mut stated: Vec<(usize, Conditions)> = self.lone_words(vocab);
        stated.extend(self.conditions.iter().map(|(span, conditions)| (span.start, conditions.clone())));
        stated.extend(self.devices.iter().map(|found| (found.span.start, found.conditions.clone())));
        stated.sort_by_key(|(at, _)| *at);
        let mut lists: Vec<(Name, Vec<ConditionValue>)> = Vec::new();
        for (_, conditions) in &stated {
            for (key, value) in conditions.iter() {
                match lists.iter_mut().find(|(known, _)| known == key) {
                    Some((_, values)) if !values.contains(value) => values.push(value.clone()),
                    Some(_) => {}
                    None => lists.push((key.clone(), vec![value.clone()])),
                }
            }
        }
        let mut fitting = lists.into_iter().filter(|(_, values)| values.len() == count);
        let found = fitting.next()?;
        fitting.next().is_none().then_some(found)
    }

    /// Returns what single words state that count right behind a name, or, as here, in a list ("PCIe / SXM").
    fn lone_words(&self, vocab: &Vocab) -> Vec<(usize, Conditions)> {
        let text = self.as_str();
        let words = text.split(|ch: char| !ch.is_alphanumeric() && ch != '-').filter(|word| !word.is_empty());
        let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        words.filter_map(|word| Some((at(word), behind_names(vocab, word)?))).collect()
    }

    /// Returns the letters and digits of the text that nothing known covers, lower-case, as words.
    pub fn unknown_words(&self, vocab: &Vocab) -> Vec<String> {
        if self.text.len() > LONGEST {
            return vec![self.as_str().to_owned()];
        }
        let mut known: Vec<Span> = Vec::new();
        known.extend(self.devices.iter().map(|found| found.span));
        known.extend(self.metrics.iter().map(|found| found.span));
        known.extend(self.conditions.iter().map(|(span, _)| *span));
        known.extend(self.unit.iter().map(|(span, _)| *span));
        let covered = |at: usize| known.iter().any(|span| span.start <= at && at < span.end);
        let mut rest = String::new();
        for (at, ch) in self.as_str().char_indices() {
            let word = ch.is_alphanumeric() && !covered(at);
            rest.push(if word { ch } else { ' ' });
        }
        let filler = &vocab.tables.heading.filler;
        rest.to_lowercase()
            .split_whitespace()
            .map(|word| strip_filler(filler, word))
            .filter(|word| !word.is_empty())
            .collect()
    }
}

/// Returns the unit at the end of a heading written as an identifier, where a lone letter and small letters count:
/// "tdp_w", "mem_gb", "fp16_tflops", "bandwidth_gb_s".
fn of_identifier(vocab: &Vocab, text: &str) -> Option<(Span, UnitReading)> {
    // "gbps" may be of bits or bytes.
    let upper = |word: &str| (!word.ends_with("bps")).then(|| word.to_uppercase());
    // "gbs", "tbs": by the second.
    let rate = |word: &str| {
        let size = word.strip_suffix('s').filter(|size| size.len() == 2 && size.ends_with('b'))?;
        unit::whole(vocab, &format!("{}/s", size.to_uppercase()))
    };
    let read = |word: &str| {
        let known = unit::whole(vocab, word).or_else(|| upper(word).and_then(|word| unit::whole(vocab, &word)));
        known.or_else(|| rate(word))
    };
    let start = text.rfind(' ').map_or(0, |at| at + 1);
    let last = Span::new(start, text.len());
    let head = text[..start].trim_end();
    let before = head.rfind(' ').map_or(0, |at| at + 1);
    let word = last.of(text)?;
    if word.len() <= 3 && !head.is_empty() {
        let upper = head[before..].to_uppercase();
        let whole = Span::new(before, text.len());
        let rate = [format!("{}/{word}", &head[before..]), format!("{upper}/{word}")];
        if let Some(unit) = rate.iter().find_map(|rate| unit::whole(vocab, rate)) {
            return Some((whole, unit));
        }
    }
    read(word).map(|unit| (last, unit))
}

/// Says whether a cell is nothing but words of small letters that underlines join.
fn is_identifier(text: &str) -> bool {
    text.len() <= SHORT && text.contains('_') && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Returns a heading with blanks for its underlines: "memory_gb".
fn spaced(text: &Mapped) -> Mapped {
    let mut spaced = Mapped::default();
    let mut done = 0;
    for (at, _) in text.as_str().match_indices('_') {
        spaced.push_part(text, Span::new(done, at));
        spaced.push_replaced(" ", text.to_source(Span::new(at, at + 1)));
        done = at + 1;
    }
    spaced.push_part(text, Span::new(done, text.len()));
    spaced
}

/// Returns what `word` states right behind a device's name.
pub fn behind_names(vocab: &Vocab, word: &str) -> Option<Conditions> {
    let same = |known: &String| known.eq_ignore_ascii_case(word);
    let condition = vocab.conditions.iter().find(|condition| condition.after_device.iter().any(same))?;
    let mut conditions = Conditions::default();
    conditions.set(&condition.key, condition.value.clone());
    Some(conditions)
}

/// Takes filler words away: a Latin word as a whole, Chinese words wherever they stand.
fn strip_filler(filler: &[String], word: &str) -> String {
    if word.is_ascii() {
        return if filler.iter().any(|known| known == word) { String::new() } else { word.to_owned() };
    }
    let mut left = word.to_owned();
    for known in filler.iter().filter(|known| !known.is_ascii()) {
        left = left.replace(known.as_str(), "");
    }
    left
}
