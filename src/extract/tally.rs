//! Counts of devices: "8 块 V100", "16 Trainium2 chips", "每个单元包括 36 个 GB200".
//!
//! A count is a claim of the machine that holds the devices, or of the devices themselves,
//! and a condition of the figures that stand beside it.

use rust_decimal::Decimal;

use super::circumstance::Number;
use super::naming::Figure;
use super::prose::whole;
use super::role::Role;
use super::subject::Subject;
use super::view::{Named, View};
use crate::claim::{ConditionValue, Name};
use crate::text::Span;
use crate::vocab::cue::Cue;

/// Nobody has so many devices.
const MOST: u32 = 50_000_000;

/// One count of devices.
#[derive(Debug, Clone)]
pub struct Count {
    /// The figure's number.
    pub index: usize,
    /// `chip_count`, or `core_count` where cores are counted.
    pub metric: &'static str,
    /// What is counted.
    counted: Named,
    span: Span,
    number: Option<Decimal>,
    /// A single one, or the size of a slice, which is no claim.
    single: bool,
    /// Its cores are counted, before its name: "8-core TPU v3".
    cores: bool,
}

/// Returns the figures that count devices.
pub fn counts(view: &View<'_>, figures: &[Figure<'_>]) -> Vec<Count> {
    figures.iter().filter_map(|figure| count(view, figure)).collect()
}

fn count(view: &View<'_>, figure: &Figure<'_>) -> Option<Count> {
    let reading = figure.reading;
    let span = reading.span;
    if &*figure.dimension != "count" || reading.step < Decimal::ONE {
        return None;
    }
    // "2021-2024": the end of a span of years.
    if view.text.get(..span.start).is_some_and(|t| t.ends_with(['-', '–', '/'])) {
        return None;
    }
    let number = reading.low.or(reading.high);
    // "70B models on TPU pods" counts no devices.
    whole(number, 1).filter(|number| *number < Decimal::from(MOST))?;
    let device = view.devices.iter().find(|device| {
        !device.is_model && device.mention.span.end > span.end && device.mention.span.start > span.start
    })?;
    let start = device.mention.span.start.max(span.end);
    // "8核 TPU v3", "8-core TPU v3": cores are counted before the name.
    let core_before = view
        .scene
        .cues
        .iter()
        .any(|cue| cue.entry == Cue::CoreNoun && cue.span.start >= span.start && cue.span.end <= start);
    let devices = &view.vocab.devices;
    let of_cores = devices.get(&device.mention.device).is_some_and(|device| device.cores_per_chip.is_some());
    let gap = view.gap(span.end, start);
    let gap = if core_before && of_cores { gap.trim_start_matches('-') } else { gap };
    let words = gap.split_whitespace().count();
    // "两台 4*L40S": what stands between is a number of its own.
    let near = gap.chars().count() <= 24
        && !gap.contains(|c: char| c.is_ascii_digit())
        && words <= 2
        && gap.chars().filter(|c| c.is_alphanumeric()).count() <= if gap.is_ascii() { 14 } else { 3 }
        && !gap.contains([',', '，', '、', ';', '；', ':', '：', '(', ')', '（', '）', '。', '%', '/', '=', '-'])
        && view.clauses_between(span.start, device.mention.span.start) == 0
        && !is_named_otherwise(view, span.end, start, reading.vague)
        && !view.has(Cue::NotDevices, span.end, start)
        && view.figures_between(span.end, start) == 0;
    // Chinese needs a measure word, English a noun in the plural: "V100 32 A100" is neither.
    let plural = view.text.get(..device.mention.span.end).is_some_and(|t| t.ends_with(['s', 'S']))
        || view.text.get(device.mention.span.end..).is_some_and(|t| t.starts_with('s'))
        || view.scene.cues.iter().any(|cue| {
            matches!(cue.entry, Cue::DeviceNoun | Cue::ChipNoun) && device.mention.span.end + 1 == cue.span.start
        });
    let wordy = gap.bytes().any(|byte| byte.is_ascii_alphabetic());
    let joined = core_before && of_cores || !reading.bare && (!wordy || plural);
    // "A cluster of 16 H100"
    let bundled = gap.trim().is_empty() && is_bundled(view, span);
    let measured = reading.counted.is_some() || joined || bundled || plural && gap.trim().is_empty();
    // "每两个 GPU 连接到一个交换机" counts no whole.
    let every = view
        .scene
        .cues
        .iter()
        .any(|cue| cue.entry == Cue::Every && (cue.span.end..=cue.span.end + 1).contains(&span.start));
    // "25 万的 H100" is a price, "8 块的 A100" nobody writes.
    let attribute = view.vocab.qualities.glue().attribute.iter().any(|word| !word.is_ascii() && word == gap.trim());
    if !near || !measured || every || attribute {
        return None;
    }
    let end = device.mention.span.end;
    // "20 H100 nodes", "两台 A100 服务器": machines are counted; "八卡 H100 服务器" counts cards.
    let machines =
        view.scene.cues.iter().any(|cue| cue.entry == Cue::HostNoun && (end..=end + 1).contains(&cue.span.start));
    if machines && !view.has(Cue::DeviceNoun, span.end, start) && !view.has(Cue::Way, span.end, start) {
        return None;
    }
    let core = view
        .scene
        .cues
        .iter()
        .any(|cue| cue.entry == Cue::CoreNoun && cue.span.start >= end && cue.span.start <= end + 3);
    let metric = if core || core_before { "core_count" } else { "chip_count" };
    let single = core_before || number == Some(Decimal::ONE);
    let cores = core_before && of_cores;
    Some(Count { index: figure.index, metric, counted: device.clone(), span, number: exact(figure), single, cores })
}

/// Returns the numbers of chips that parts of a machine are said to hold: "a TPU v2 board of 4 chips".
pub fn parts(view: &View<'_>, figures: &[Figure<'_>]) -> Vec<Number> {
    figures.iter().filter_map(|figure| part(view, figure)).collect()
}

/// Returns the numbers of devices that a word before their name says: "dual RTX 3090".
pub fn twins(view: &View<'_>) -> Vec<Number> {
    let number = |device: &Named| -> Option<Number> {
        let at = device.mention.span.start;
        let touches = |end: usize| end <= at && matches!(view.gap(end, at), "" | " " | "-");
        let mut cues = view.scene.cues.iter();
        let cue = cues.find(|cue| matches!(cue.entry, Cue::Dual | Cue::Quad) && touches(cue.span.end))?;
        let count = Decimal::from(if cue.entry == Cue::Dual { 2 } else { 4 });
        let counted = Some(device.mention.device.clone());
        Some(Number {
            span: cue.span,
            key: "count".into(),
            value: ConditionValue::from(count),
            device: counted,
            scope: None,
        })
    };
    view.devices.iter().filter(|device| !device.is_model).filter_map(number).collect()
}

fn part(view: &View<'_>, figure: &Figure<'_>) -> Option<Number> {
    const REACH: usize = 24;
    let span = figure.reading.span;
    if let Some(number) = times(view, figure) {
        return Some(number);
    }
    if &*figure.dimension != "count" {
        return None;
    }
    let chips = view.scene.cues.iter().any(|cue| {
        cue.entry == Cue::ChipNoun && (span.end..=span.end + 1).contains(&cue.span.start)
            || cue.entry == Cue::ChipNoun && span.contains(cue.span)
    });
    let them = view
        .scene
        .cues
        .iter()
        .any(|cue| cue.entry == Cue::OfThem && (span.end..=span.end + 1).contains(&cue.span.start));
    let kit = is_bundled(view, span);
    let before = || view.devices.iter().rfind(|device| !device.is_model && device.mention.span.end <= span.start);
    if them || kit {
        let device = before().map(|device| &device.mention).or(view.scene.carried.as_ref())?;
        let value = ConditionValue::from(exact(figure)?);
        return Some(Number { span, key: "count".into(), value, device: Some(device.device.clone()), scope: None });
    }
    if let Some((words, count)) = host_behind(view, span.start).filter(|(words, _)| words.start == span.start) {
        // "八卡服务器报价 30 万": of the device spoken of.
        let device = before().map(|device| &device.mention).or(view.scene.carried.as_ref())?;
        let device = Some(device.device.clone());
        return Some(Number {
            span: words,
            key: "count".into(),
            value: ConditionValue::from(count),
            device,
            scope: Some("host".into()),
        });
    }
    let device = before()?;
    let from = device.mention.span.end;
    let gap = view.gap(from, span.start);
    let held = (view.has(Cue::Link, from, span.start) || view.has(Cue::Inside, from, span.start))
        && gap.len() <= REACH
        && (1..=14).contains(&view.rest(from, span.start).chars().count())
        && view.figures_between(from, span.start) == 0
        && !view.has(Cue::And, from, span.start)
        && view.clauses_between(from, span.start) == 0;
    if !chips || !held {
        return None;
    }
    let value = ConditionValue::from(exact(figure)?);
    let device = Some(device.mention.device.clone());
    Some(Number { span, key: "count".into(), value, device, scope: None })
}

/// Returns the words behind a name that make of the device the machine that holds so many: "H100 八卡服务器",
/// "A100 8-GPU server"; `at` is the end of the name.
pub fn host_behind(view: &View<'_>, at: usize) -> Option<(Span, Decimal)> {
    const REACH: usize = 12;
    let number = view.quantities().iter().find(|number| number.span.start >= at)?;
    if !view.gap(at, number.span.start).trim().is_empty() || number.low != number.high {
        return None;
    }
    let count = whole(number.low, 2)?;
    let cues = &view.scene.cues;
    let whole = cues.iter().find(|cue| cue.entry == Cue::CardHost && cue.span.start == number.span.end);
    if let Some(machine) = whole {
        return Some((Span::new(number.span.start, machine.span.end), count));
    }
    let host = cues.iter().find(|cue| cue.entry == Cue::HostNoun && cue.span.start >= number.span.start)?.span;
    let from = number.span.end.min(host.start);
    let mut cards = cues.iter().filter(|cue| cue.entry == Cue::DeviceNoun).map(|cue| cue.span);
    let mut classes = view.scene.mentions.devices.iter().map(|device| device.span);
    let between = |word: Span| number.span.start < word.start && word.end <= host.start;
    let near = host.start.saturating_sub(from) <= REACH && (cards.any(between) || classes.any(between));
    near.then(|| (Span::new(number.span.start, host.end), count))
}

/// Says whether a number says how many are sold or stand together: "a kit of eight".
fn is_bundled(view: &View<'_>, number: Span) -> bool {
    let mut kits = view.scene.cues.iter().filter(|cue| cue.entry == Cue::Kit);
    kits.any(|cue| cue.span.end <= number.start && number.start - cue.span.end <= 1)
}

/// Returns the number of devices that stands before their name with a factor sign or as a word for a machine: "8x H100",
/// "8 * 32G V100", "an eight-way A100 server".
fn times(view: &View<'_>, figure: &Figure<'_>) -> Option<Number> {
    const MOST: i64 = 4096;
    let reading = figure.reading;
    let span = reading.span;
    let device = view.devices.iter().find(|device| !device.is_model && device.mention.span.end > span.end)?;
    let name = device.mention.span;
    let cues = &view.scene.cues;
    let way = cues.iter().find(|cue| {
        matches!(cue.entry, Cue::Way | Cue::DeviceNoun) && (span.end..=span.end + 1).contains(&cue.span.start)
    });
    let crossed = reading.unit.as_ref().is_some_and(|unit| &*unit.symbol == "x");
    let from = way.map_or(span.end, |cue| cue.span.end);
    let mut gap = view.gap(from, name.start.max(from)).trim();
    let sign = ['x', 'X', '×', '*'].iter().find_map(|sign| gap.strip_prefix(*sign));
    gap = sign.unwrap_or(gap).trim();
    // "8 * 32G V100": the size is the name's.
    let size = view.quantities().iter().any(|q| {
        sign.is_some() && q.span.start >= span.end && q.span.end <= name.start && q.span.of(view.text) == Some(gap)
    });
    let count = whole(reading.low, 2).filter(|count| reading.low == reading.high && *count <= Decimal::from(MOST))?;
    let counts = reading.unit.is_none() || crossed;
    // "An 8-GPU A100 server": the class is part of the name.
    let hyphen = gap == "-";
    let marked = crossed || sign.is_some() || way.is_some() || hyphen;
    if !counts || !marked || !(gap.is_empty() || size || hyphen) || reading.approx && crossed {
        return None;
    }
    let host = cues.iter().any(|cue| {
        cue.entry == Cue::HostNoun
            && cue.span.start >= name.end
            && cue.span.start - name.end <= 24
            && view.rest(name.end, cue.span.start).is_empty()
            && !view.gap(name.end, cue.span.start).contains([',', '，', '、', ';', '；', '(', '（', ':', '：'])
    });
    if (way.is_some() || hyphen) && !host {
        return None;
    }
    let device = Some(device.mention.device.clone());
    let scope = host.then(|| "host".into());
    Some(Number { span, key: "count".into(), value: ConditionValue::from(count), device, scope })
}

/// Says whether a device is one of the counted parts of a whole that the words before it name: "a rack holds 72 B200".
/// Returns where the whole's words end.
pub fn held(view: &View<'_>, device: &Named) -> Option<usize> {
    let start = device.mention.span.start;
    let clause = view.clause(start);
    let number = view.quantities().iter().rfind(|number| number.span.end <= start)?;
    let several = number.unit.is_none() && whole(number.low.or(number.high), 2).is_some();
    let gap = view.gap(number.span.end, start);
    let counts = several
        && gap.chars().filter(|c| c.is_alphanumeric()).count() <= 14
        && !gap.contains([',', '，', '、', '(', '（', ';', '；']);
    let cue = view.scene.cues.iter().rfind(|cue| {
        cue.entry == Cue::Holds
            && clause.start < cue.span.start
            && cue.span.end <= number.span.start
            && view.gap(cue.span.end, number.span.start).chars().filter(|c| c.is_alphanumeric()).count() <= 6
    })?;
    let whole = view.gap(clause.start, cue.span.start).chars().any(char::is_alphanumeric);
    (counts && whole).then_some(cue.span.start)
}

/// Says whether a metric other than a count of devices is named between a number and a device.
fn is_named_otherwise(view: &View<'_>, from: usize, to: usize, vague: bool) -> bool {
    let between = |span: Span| from <= span.start && span.end <= to;
    view.scene
        .mentions
        .metrics
        .iter()
        .any(|m| between(m.span) && !m.weak && !matches!(&*m.metric, "chip_count" | "core_count"))
        || !vague
            && view.has(Cue::Link, from, to)
            && view.rest(from, to).is_empty()
            && view.gap(from, to).chars().any(char::is_alphanumeric)
            && view.gap(from, to).is_ascii()
}

/// Returns the number where it is one number.
fn exact(figure: &Figure<'_>) -> Option<Decimal> {
    let reading = figure.reading;
    (reading.low == reading.high && reading.bound.is_none()).then_some(reading.low).flatten()
}

impl Count {
    /// Returns the device that the words before the verb at `verb` say to hold what is counted, or why it is not known;
    /// none where they speak of somebody who has the devices.
    fn whole(&self, view: &View<'_>, verb: usize) -> Option<Result<Subject, String>> {
        let clause = view.clause(verb);
        let before = || view.devices.iter().filter(|device| device.mention.span.end <= verb && !device.is_model);
        let own = before().rfind(|device| device.role == Role::Subject && clause.contains(device.mention.span));
        // "它是一个套餐，里面包括 2 颗 B200": the clause before says what holds them.
        let words = view.rest(clause.start, verb);
        let inside = view.scene.cues.iter().any(|cue| cue.entry == Cue::InsideIt && clause.contains(cue.span));
        // "Trn1 实例，最多可以搭载 16 颗": the machine of the clause before holds them.
        let devices = &view.vocab.devices;
        let machine = before()
            .rfind(|device| device.role == Role::Subject)
            .is_some_and(|last| ["system", "instance"].iter().any(|class| devices.is_a(&last.mention.device, class)));
        let short = if inside { words.chars().count() <= 3 } else { machine && words.chars().count() <= 5 };
        let unnamed = own.is_none() && clause.start > 0 && short;
        let own = own.or_else(|| before().rfind(|device| device.role == Role::Subject).filter(|_| unnamed));
        let Some(own) = own else { return unnamed.then(|| Err("parts of a whole that is not named".to_owned())) };
        // "Trn1" is a family of machines, and each of them has so many.
        let class = devices.has_members(&self.counted.mention.device)
            || devices.has_members(&own.mention.device) && !devices.is_a(&own.mention.device, "instance");
        let made = view.scene.cues.iter().any(|cue| cue.entry == Cue::MadeOf && cue.span.start == verb);
        if made || class || own.mention.device == self.counted.mention.device || self.metric != "chip_count" {
            return Some(Err("parts of another device".to_owned()));
        }
        let mention = own.mention.clone();
        Some(Ok(Subject { mention, here: true, rule: "prose/holds", confidence: 0.8 }))
    }

    /// Says whether a word of comparison touches what is counted: "8 卡 H100 集群比 8 卡 A100 集群快 2.5 倍".
    fn is_compared(&self, view: &View<'_>) -> bool {
        const REACH: usize = 6;
        let (start, end) = (self.span.start, self.counted.mention.span.end);
        // "比 8 块 V100 快" still tells of eight that stand together.
        let ways = |cue: &&crate::vocab::Match<Cue>| {
            cue.entry == Cue::Way && view.gap(self.span.end, cue.span.start).trim().is_empty()
        };
        if !view
            .scene
            .cues
            .iter()
            .filter(|cue| cue.span.start >= self.span.end && cue.span.end <= end)
            .any(|cue| ways(&cue))
        {
            return false;
        }
        view.scene.cues.iter().filter(|cue| matches!(cue.entry, Cue::Versus | Cue::Opposed)).any(|cue| {
            let near = |from: usize, to: usize| {
                from <= to
                    && view.clauses_between(from.saturating_sub(1), to) == 0
                    && view.rest(from, to).chars().count() <= REACH
                    && view.figures_between(from, to) == 0
                    && !view.device_between(from, to)
            };
            near(cue.span.end, start) && view.rest(cue.span.end, start).is_empty() || near(end, cue.span.start)
        })
    }

    /// Returns the condition that the count is for the figures beside it.
    pub fn number(&self) -> Option<Number> {
        let number = self.number.filter(|number| *number != Decimal::ONE)?;
        let value = ConditionValue::from(number);
        let device: Name = self.counted.mention.device.clone();
        let scope = self.cores.then(|| "core".into());
        Some(Number { span: self.span, key: "count".into(), value, device: Some(device), scope })
    }

    /// Returns whose count it is: the machine that holds the devices, or the devices themselves.
    ///
    /// # Errors
    /// Why it is no claim.
    pub fn subject(&self, view: &View<'_>) -> Result<Subject, String> {
        if self.single {
            return Err("a single device".to_owned());
        }
        let devices = &view.vocab.devices;
        let machines = ["system", "instance"].iter().any(|class| devices.is_a(&self.counted.mention.device, class));
        if machines && self.metric == "chip_count" {
            return Err("a count of machines, not of chips".to_owned());
        }
        if devices.is_a(&self.counted.mention.device, "cpu") {
            return Err("a count of processors".to_owned());
        }
        let clause = view.clause(self.span.start);
        let like = view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Equivalent
                && (cue.span.end <= self.span.start && view.gap(cue.span.end, self.span.start).trim().is_empty()
                    || cue.span.start >= self.counted.mention.span.end
                        && view.gap(self.counted.mention.span.end, cue.span.start).trim().len() <= 1)
        });
        if like {
            return Err("as much as so many would be".to_owned());
        }
        if self.is_compared(view) {
            return Err("how many are compared, not how many stand together".to_owned());
        }
        if view.has(Cue::Traded, clause.start, clause.end) && self.metric == "chip_count" {
            return Err("how many are sold, not how many stand together".to_owned());
        }
        let holder = view.devices.iter().rfind(|device| {
            let machine =
                devices.is_a(&device.mention.device, "system") || devices.is_a(&device.mention.device, "instance");
            machine
                && device.role != Role::Versus
                && device.mention.span.end <= self.span.start
                && clause.start <= device.mention.span.start
        });
        if let Some(holder) = holder {
            let mention = holder.mention.clone();
            return Ok(Subject { mention, here: true, rule: "prose/holds", confidence: 0.9 });
        }
        let counted = &self.counted.mention;
        if let Some(whole) = held(view, &self.counted).and_then(|verb| self.whole(view, verb)) {
            return whole;
        }
        let class = devices.iter().any(|other| other.parent.as_ref() == Some(&counted.device));
        let above = view.scene.carried.iter().chain(&view.scene.above).find(|device| {
            device.device != counted.device
                && (devices.is_a(&device.device, "system") || devices.is_a(&device.device, "instance"))
        });
        match above.filter(|_| !view.speaks_of_another(self.span.start)) {
            Some(above) if class => {
                Ok(Subject { mention: above.clone(), here: false, rule: "prose/holds", confidence: 0.7 })
            }
            _ if class => Err("a count of a class of devices".to_owned()),
            _ => Ok(Subject { mention: counted.clone(), here: true, rule: "prose/count", confidence: 0.8 }),
        }
    }
}
