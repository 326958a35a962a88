//! Which metric and unit a figure has, by the texts that head it.

use rust_decimal::Decimal;

use crate::claim::{ConditionValue, Conditions, Name};
use crate::extract::mention::MetricMention;
use crate::extract::naming;
use crate::extract::owner::OF_CACHE;
use crate::extract::quantity::UnitReading;
use crate::vocab::cue::Cue;
use crate::vocab::{Metric, Vocab};

use super::cell::Value;
use super::facet::Facet;

/// Metric and unit of one figure.
#[derive(Debug, Clone)]
pub struct Measure {
    /// Metric id.
    pub metric: Name,
    /// The unit; `None` for a count.
    pub unit: Option<UnitReading>,
}

impl Measure {
    /// Says whether a value has a size that the metric can have.
    pub fn allows(&self, vocab: &Vocab, value: &Value) -> bool {
        let factor = self.unit.as_ref().map_or(Decimal::ONE, |unit| unit.factor);
        let size = value.reading.high.or(value.reading.low).and_then(|number| number.checked_mul(factor));
        let mut limits = vocab.binding.limits.iter().filter(|limit| limit.metric == self.metric);
        limits.all(|limit| limit.holds(size))
    }
}

/// The texts that may say what a figure measures, and in what unit.
#[derive(Debug)]
pub struct Heads<'f> {
    /// Those of the table itself, the nearest first; the first is the figure's own heading.
    pub facets: Vec<&'f Facet>,
    /// Those above the table, the nearest first.
    pub above: Vec<&'f Facet>,
    /// The cell itself and its neighbours' headings, which may settle what a vague heading means.
    pub beside: Vec<&'f Facet>,
    /// The headings of the other columns.
    pub others: Vec<&'f Facet>,
    /// The unit in the row's unit column.
    pub unit: Option<UnitReading>,
    /// Operations per time in this table are achieved ones.
    pub achieved: bool,
    /// The first text is the name of what was run.
    pub run: bool,
}

/// Says whether these conditions tell runs apart: what depends on a batch or a sequence is no peak.
pub fn is_run(conditions: &Conditions) -> bool {
    ["batch", "sequence", "steps", "epochs"].iter().any(|key| conditions.get(key).is_some())
}

/// The dimension of a number of things.
const COUNT: &str = "count";
/// The dimension of sums of money.
const MONEY: &str = "money";
/// The dimension of days, months and years.
const DATE: &str = "date";

impl Heads<'_> {
    /// Finds metric and unit for a value that is written with the unit `own`, or with none.
    ///
    /// # Errors
    /// Why the metric or the unit is not clear.
    pub fn measure(&self, vocab: &Vocab, own: Option<&UnitReading>) -> Result<Measure, &'static str> {
        let declared = self.above.iter().filter(|facet| declares_unit(vocab, facet));
        let with_unit: Vec<&Facet> = self.facets.iter().chain(declared).copied().collect();
        let named = || {
            with_unit
                .iter()
                .flat_map(|facet| facet.unit.as_ref().map(|(_, unit)| unit).into_iter().chain(&facet.more_units))
        };
        if let Some(own) = own {
            // "$3.06" under "USD / hour": the heading says per what.
            let per = format!("{}/", own.dimension);
            let same =
                |unit: &&UnitReading| unit.dimension.starts_with(&per) && unit.canonical.starts_with(&*own.canonical);
            let unit = self.unit.iter().chain(named()).find(same).unwrap_or(own);
            return self.of_unit(vocab, unit);
        }
        let mut why = "neither the cell nor its headings give a unit";
        for unit in self.unit.iter().chain(named()) {
            match self.of_unit(vocab, unit) {
                Ok(measure) => return Ok(measure),
                Err(reason) => why = reason,
            }
        }
        // Only things are counted without a unit, and only where the figure's own heading says so.
        if self.unit.is_some() || self.facets.iter().any(|facet| facet.unit.is_some()) {
            return Err(why);
        }
        let own = self.facets.first().filter(|facet| !counts_per(vocab, facet));
        match own.and_then(|facet| Some((facet, best(vocab, facet, |metric| has_dimension(metric, COUNT))?))) {
            Some((_, (metric, false))) => Ok(Measure { metric, unit: None }),
            Some((facet, (metric, true))) if facet.unknown_words(vocab).is_empty() => {
                Ok(Measure { metric, unit: None })
            }
            _ => Err(why),
        }
    }

    /// Returns the measure of a plain number below a heading that is but a word for a price: money whose currency nothing
    /// names.
    pub fn unpriced(&self, vocab: &Vocab, value: &Value) -> Option<Measure> {
        const LEAST: i64 = 1000;
        let reading = &value.reading;
        let plain = reading.unit.is_none() && reading.counted.is_none() && !reading.vague;
        let large = plain && reading.low.is_some_and(|low| low >= Decimal::from(LEAST));
        let first = self.facets.first().filter(|_| large && self.unit.is_none())?;
        if self.facets.iter().any(|facet| facet.unit.is_some()) {
            return None;
        }
        let subjects = &vocab.binding.subjects;
        let text = first.as_str().trim();
        let priced = |found: &&MetricMention| {
            found.span.of(first.as_str()) == Some(text)
                && subjects.bare_money.contains(&found.metric)
                && (!found.weak || subjects.bare_money_words.iter().any(|word| word == text))
        };
        let metric = first.metrics.iter().find(priced)?.metric.clone();
        let unit = UnitReading {
            symbol: naming::NO_CURRENCY.into(),
            dimension: MONEY.into(),
            canonical: naming::NO_CURRENCY.into(),
            factor: Decimal::ONE,
            states: Vec::new(),
        };
        Some(Measure { metric, unit: Some(unit) })
    }

    /// Finds the metric of a figure in `unit`. Money is money per time where the headings, or what stands
    /// above the table, say for how long ("All prices are per GPU per hour").
    fn of_unit(&self, vocab: &Vocab, unit: &UnitReading) -> Result<Measure, &'static str> {
        if let Some(timed) = self.timed(vocab, unit)
            && let Ok(metric) = self.metric(vocab, &timed)
        {
            return Ok(Measure { metric, unit: Some(timed) });
        }
        let metric = self.metric(vocab, unit)?;
        let unit = naming::unit_of(vocab, &metric, unit).unwrap_or_else(|| unit.clone());
        Ok(Measure { metric, unit: Some(unit) })
    }

    /// Returns money as money per time, where the nearest text that says so names one time.
    fn timed(&self, vocab: &Vocab, money: &UnitReading) -> Option<UnitReading> {
        let first = self.facets.first()?;
        // "Purchase price" is what its own heading says.
        let bought = |metric: &Metric| metric.dimension.as_deref() == Some(MONEY);
        if &*money.dimension != MONEY {
            return None;
        }
        // "Spot" beside "On-demand (USD/h)": prices of renting name their time once.
        let rented = first
            .stated()
            .get("pricing")
            .is_some_and(|kind| matches!(kind, ConditionValue::Word(word) if vocab.tables.rented.contains(word)));
        let same =
            |unit: &&UnitReading| &*unit.dimension == "money/time" && unit.canonical.starts_with(&*money.canonical);
        let beside = self.others.iter().filter_map(|facet| facet.unit.as_ref()).map(|(_, unit)| unit).find(same);
        let own = vocab.binding.cues.find_all(first.as_str());
        let told = own.iter().any(|found| matches!(found.entry, Cue::Hourly | Cue::Monthly));
        if let Some(beside) = beside.filter(|_| rented && !told) {
            let per = beside.canonical.rsplit('/').next().unwrap_or_default();
            return Some(per_time(money, per));
        }
        let sold = best(vocab, first, bought).is_some_and(|(_, weak)| !weak);
        let above = self.above.iter().copied().filter(|_| !sold);
        let per = std::iter::once(*first).chain(above).find_map(|facet| {
            let cues = vocab.binding.cues.find_all(facet.as_str());
            let has = |cue: Cue| cues.iter().any(|found| found.entry == cue);
            match (has(Cue::Hourly), has(Cue::Monthly)) {
                (false, false) => None,
                (hourly, monthly) => Some((hourly != monthly).then_some(if hourly { "h" } else { "month" })),
            }
        })??;
        Some(per_time(money, per))
    }

    fn all(&self) -> impl Iterator<Item = &Facet> {
        self.facets.iter().chain(&self.above).copied()
    }

    /// Finds the metric that the nearest text names and that `unit` fits.
    fn metric(&self, vocab: &Vocab, unit: &UnitReading) -> Result<Name, &'static str> {
        let usual = self.usual(vocab, unit);
        for (at, facet) in self.all().enumerate() {
            if let Some((metric, weak)) = best(vocab, facet, |metric| fits(vocab, metric, unit)) {
                if weak && &*unit.dimension == "bytes/time" && is_of_cache(vocab, facet) {
                    return Err(OF_CACHE);
                }
                if weak {
                    return self.weak_one(vocab, facet, metric, unit);
                }
                // "Peak TFLOPS per chip" is no achieved figure.
                let peak = facet.stated().word("basis") == Some("peak");
                let mut pairs = vocab.tables.unit_metric.iter();
                let theoretical = pairs.find(|entry| peak && entry.achieved.as_ref() == Some(&metric));
                return Ok(theoretical.map_or(metric, |entry| entry.metric.clone()));
            }
            // "BF16 Tensor Core" below a corner that says TFLOPS: the words count nothing here.
            let counts = |id: &Name| vocab.metrics.get(id).is_some_and(|metric| has_dimension(metric, COUNT));
            let elsewhere = facet.unit.is_none() && self.facets.iter().any(|other| other.unit.is_some());
            if elsewhere && !facet.metrics.is_empty() && facet.metrics.iter().all(|found| counts(&found.metric)) {
                continue;
            }
            let named = facet.metrics.iter().filter(|found| !found.weak || at == 0);
            let groups: Vec<&Name> =
                named.filter_map(|found| vocab.metrics.get(&found.metric)).map(|metric| &metric.group).collect();
            // "精度 | FP64 Tensor Core": below a corner of number formats a rate is no quality.
            let formats = at > 0 && self.facets[0].stated().get("precision").is_some();
            if formats && groups.iter().all(|group| &***group == "quality") && facet.unit.is_none() {
                continue;
            }
            if !groups.is_empty() && at < self.facets.len() {
                // "Price" beside USD/h is the hourly price; "Memory" beside watts is nothing.
                let group = usual.as_ref().and_then(|id| vocab.metrics.get(id)).map(|metric| &metric.group);
                let cache = &*unit.dimension == "bytes/time" && is_of_cache(vocab, facet);
                let alike = !cache && group.is_some_and(|group| groups.contains(&group));
                if let Some(own) = self.own_one(vocab, &groups, unit) {
                    return Ok(own);
                }
                return usual.filter(|_| alike).ok_or("the unit does not fit the metric of the heading");
            }
            let own_unit = facet.unit.as_ref().is_some_and(|(_, own)| own.dimension == unit.dimension);
            // "Interconnect | Accelerator | GBps" below a line about bandwidth: what stands above may name it.
            if own_unit && usual.is_some() {
                return usual.ok_or("the heading gives a unit and no metric");
            }
            // "LLaMA 7B Q4 | 41 t/s": a rate of a model's run says itself what it is.
            let run = &*unit.dimension == "items/time" && (self.run || facet.stated().word("workload").is_some());
            if at == 0 && !run && !facet.unknown_words(vocab).is_empty() && !self.lists_prices(vocab, unit) {
                return Err("the heading names no metric that is known");
            }
        }
        usual.ok_or("no heading names a metric")
    }

    /// Returns the one metric of the kind of the heading's that the cell itself names beside the figure: "Device memory | 96 GB
    /// of memory with 2.9 TB/s of bandwidth".
    fn own_one(&self, vocab: &Vocab, groups: &[&Name], unit: &UnitReading) -> Option<Name> {
        let cell = self.beside.first()?;
        let named = |metric: &&Metric| cell.metrics.iter().any(|found| found.metric == metric.id);
        let mut fitting = vocab.metrics.iter().filter(|metric| fits(vocab, metric, unit)).filter(named);
        let mut own = fitting.by_ref().filter(|metric| groups.contains(&&metric.group));
        let only = own.next()?;
        own.next().is_none().then(|| only.id.clone())
    }

    /// Says whether prices by time stand in columns headed by whoever asks them ("Hyperscaler", "Marketplace"): what stands
    /// above says that they are prices, and no heading does.
    fn lists_prices(&self, vocab: &Vocab, unit: &UnitReading) -> bool {
        let money = |metric: &Metric| metric.fits(MONEY) || metric.fits("money/time");
        let priced =
            |facet: &&Facet| facet.metrics.iter().any(|found| vocab.metrics.get(&found.metric).is_some_and(money));
        let columns = || self.facets.iter().take(1).chain(&self.others).copied();
        &*unit.dimension == "money/time"
            && !self.others.is_empty()
            && !columns().any(|facet| priced(&facet))
            && self.above.iter().any(priced)
    }

    /// Returns the metric of achieved figures in the place of that of peaks, where the table or the
    /// heading says that they were measured.
    fn achieved_one(&self, vocab: &Vocab, metric: Name) -> Name {
        let entry = vocab.tables.unit_metric.iter().find(|entry| entry.metric == metric);
        entry.and_then(|entry| entry.achieved.clone()).filter(|_| self.measured()).unwrap_or(metric)
    }

    /// Settles a word that may name several metrics ("bandwidth"): another text may say which.
    fn weak_one(&self, vocab: &Vocab, facet: &Facet, first: Name, unit: &UnitReading) -> Result<Name, &'static str> {
        let fitting: Vec<&Metric> = vocab
            .metrics
            .iter()
            .filter(|metric| fits(vocab, metric, unit) && facet.metrics.iter().any(|found| found.metric == metric.id))
            .collect();
        // "Memory | 96 GB HBM3": the cell itself says which.
        let cell = self.beside.first().map(|cell| &cell.metrics).into_iter().flatten().filter(|found| !found.weak);
        let mut told = cell.map(|found| &found.metric).filter(|id| fitting.iter().any(|metric| metric.id == **id));
        if let Some(told) = told.next() {
            return Ok(told.clone());
        }
        // Under "Caches" a "capacity" is not that of the memory.
        let strong = self.above.iter().flat_map(|other| &other.metrics).filter(|found| !found.weak);
        let mut others = strong.filter_map(|found| vocab.metrics.get(&found.metric));
        // Under "Compute" a rate is still the peak.
        let kin = |id: &Name| {
            let mut pairs = vocab.tables.unit_metric.iter();
            pairs.any(|entry| entry.metric == first && entry.achieved.as_ref() == Some(id))
        };
        if others.any(|metric| {
            fits(vocab, metric, unit) && !kin(&metric.id) && !fitting.iter().any(|own| own.id == metric.id)
        }) {
            return Err("what stands above names another metric");
        }
        let usual = vocab.tables.unit_metric.iter().any(|entry| entry.dimension == unit.dimension);
        let priced = fitting
            .iter()
            .all(|metric| metric.group == fitting[0].group && vocab.tables.metrics.priced.contains(&first));
        if fitting.len() < 2 || usual || priced {
            return Ok(self.achieved_one(vocab, first));
        }
        let named = self.beside.iter().take(1).copied().chain(self.all()).find_map(|other| {
            let strong = other.metrics.iter().filter(|found| !found.weak);
            let linked = other.stated().get("link").is_some();
            let told = strong.map(|found| &found.metric).find(|id| fitting.iter().any(|metric| metric.id == **id));
            let link = fitting.iter().find(|metric| linked && metric.separates.iter().any(|key| &**key == "link"));
            told.cloned().or_else(|| link.map(|metric| metric.id.clone()))
        });
        // "Memory (GB) | Bandwidth (GB/s)": the neighbour tells whose bandwidth it is.
        let neighbour = || {
            let near = self.beside.iter().skip(1).find(|other| !other.metrics.is_empty())?;
            let groups: Vec<&Name> = near
                .metrics
                .iter()
                .filter_map(|found| vocab.metrics.get(&found.metric))
                .map(|metric| &metric.group)
                .collect();
            let mut alike = fitting.iter().filter(|metric| groups.contains(&&metric.group));
            let only = alike.next()?;
            alike.next().is_none().then(|| only.id.clone())
        };
        // "HBM capacity and bandwidth": the other figure's name in the same heading tells whose it is.
        let beside_it = || {
            let mut others = facet
                .metrics
                .iter()
                .filter_map(|found| vocab.metrics.get(&found.metric))
                .filter(|metric| !fits(vocab, metric, unit) && metric.dimension.as_deref() != Some(COUNT));
            let group = &others.next()?.group;
            let mut alike = fitting.iter().filter(|metric| metric.group == *group);
            let only = alike.next()?;
            (alike.next().is_none() && others.all(|metric| metric.group == *group)).then(|| only.id.clone())
        };
        // "device, bandwidth_gb_s": of chips it is the memory's, where no other is spoken of.
        let alone = || {
            let bits = unit.symbol.contains("b/") || unit.symbol.contains("bps") || unit.symbol.contains("bit");
            let linked =
                || self.all().chain(self.others.iter().copied()).any(|other| other.stated().get("link").is_some());
            let own = facet.unit.is_some() && facet.stated().is_empty() && facet.unknown_words(vocab).is_empty();
            let mut usual = fitting.iter().filter(|metric| vocab.tables.metrics.alone.contains(&metric.id));
            usual.next().filter(|_| own && !bits && !linked()).map(|metric| metric.id.clone())
        };
        named.or_else(neighbour).or_else(beside_it).or_else(alone).ok_or("the heading may name several metrics")
    }

    fn measured(&self) -> bool {
        self.achieved || self.facets.iter().any(|facet| facet.stated().word("basis") == Some("measured"))
    }

    /// Returns what `unit` measures where nothing else is said.
    fn usual(&self, vocab: &Vocab, unit: &UnitReading) -> Option<Name> {
        let entry = vocab.tables.unit_metric.iter().find(|entry| {
            entry.dimension == unit.dimension
                && entry.unit_ends.as_ref().is_none_or(|ending| unit.canonical.ends_with(ending.as_str()))
        })?;
        Some(entry.achieved.clone().filter(|_| self.measured()).unwrap_or_else(|| entry.metric.clone()))
    }
}

/// Returns a sum of money as one for each `per`.
fn per_time(money: &UnitReading, per: &str) -> UnitReading {
    let canonical: Name = format!("{}/{per}", money.canonical).into();
    let symbol: Name = format!("{}/{per}", money.symbol).into();
    UnitReading { canonical, symbol, dimension: format!("{MONEY}/time").into(), ..money.clone() }
}

/// Says whether a text above the table declares its unit ("in USD/hour", "(TFLOPS)") rather than
/// speaking of it.
pub fn declares_unit(vocab: &Vocab, facet: &Facet) -> bool {
    let Some((span, _)) = &facet.unit else { return false };
    let before = facet.as_str()[..span.start].trim_end().to_lowercase();
    let last = before.split(|ch: char| ch.is_whitespace()).next_back().unwrap_or_default();
    before.is_empty()
        || before.ends_with(['(', '（', '[', '【', ',', '，', ':', '：'])
        || vocab.tables.heading.unit_cues.iter().any(|cue| last.ends_with(cue.as_str()))
}

/// Returns the metric of dates that `facet` names.
pub fn of_dates(vocab: &Vocab, facet: &Facet) -> Option<Name> {
    let whole = facet.as_str().trim().len();
    let named =
        facet.metrics.iter().filter(|found| !found.weak || found.span.len() == whole && !is_dateless(vocab, facet));
    named
        .map(|found| &found.metric)
        .find(|id| vocab.metrics.get(id).is_some_and(|metric| has_dimension(metric, DATE)))
        .cloned()
}

/// Says whether a heading is a word for any date or time, which says nothing of coming out.
fn is_dateless(vocab: &Vocab, facet: &Facet) -> bool {
    let word = facet.as_str().trim().to_lowercase();
    !vocab.tables.date.headings.contains(&word)
}

/// Says whether `unit` is one of `metric`.
pub fn fits(vocab: &Vocab, metric: &Metric, unit: &UnitReading) -> bool {
    let mut entries = vocab.tables.unit_metric.iter().filter(|entry| entry.metric == metric.id);
    metric.fits(&unit.dimension)
        && entries.all(|entry| entry.unit_ends.as_ref().is_none_or(|ending| unit.canonical.ends_with(ending.as_str())))
}

fn has_dimension(metric: &Metric, dimension: &str) -> bool {
    metric.dimension.as_deref() == Some(dimension)
}

/// Returns the metric of `facet` for which `holds` is true, and whether a weak word names it: strong
/// words before weak, the longest first.
fn best(vocab: &Vocab, facet: &Facet, holds: impl Fn(&Metric) -> bool) -> Option<(Name, bool)> {
    facet
        .metrics
        .iter()
        .filter(|found| vocab.metrics.get(&found.metric).is_some_and(&holds))
        .min_by_key(|found| (found.weak, std::cmp::Reverse(found.span.len()), found.span.start))
        .map(|found| (found.metric.clone(), found.weak))
}

/// Says whether the thing counted only stands in a heading as what something is counted per:
/// "instructions per core".
fn counts_per(vocab: &Vocab, facet: &Facet) -> bool {
    let text = facet.as_str();
    let counted = facet
        .metrics
        .iter()
        .filter(|found| vocab.metrics.get(&found.metric).is_some_and(|metric| has_dimension(metric, COUNT)));
    let per = |before: &str| {
        let before = before.trim_end().to_lowercase();
        vocab.tables.heading.per.iter().any(|word| before.ends_with(word.as_str()))
    };
    let mut counted = counted.peekable();
    counted.peek().is_some() && counted.all(|found| per(&text[..found.span.start]))
}

/// Says whether a heading names a memory on the chip, or what moves data there.
fn is_of_cache(vocab: &Vocab, facet: &Facet) -> bool {
    let on_chip = |found: &MetricMention| !found.weak && &*found.metric == "on_chip_memory";
    facet.metrics.iter().any(on_chip)
        || vocab.binding.cues.find_all(facet.text.as_str()).iter().any(|cue| cue.entry == Cue::Mover)
}
