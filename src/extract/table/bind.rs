//! From a cell to its claims: the figure, its subject, its metric, its conditions.

use rust_decimal::Decimal;

use crate::claim::{Conditions, Name, Quantity, Statement};
use crate::extract::Skipped;
use crate::extract::draft::{Draft, Drafts};
use crate::extract::moment;
use crate::extract::quantity::UnitReading;
use crate::extract::value;
use crate::read::Article;
use crate::text::Span;
use crate::vocab::cue::Cue;
use crate::vocab::{Match, Vocab};

use super::above::Above;
use super::brackets;
use super::cell::{self, Value};
use super::classes::Classes;
use super::date;
use super::facet::Facet;
use super::grid::Grid;
use super::measure::{self, Heads, Measure};
use super::shorthand;
use super::subject::Subject;

/// What is the same for every cell of one table.
#[derive(Debug)]
pub struct Binder<'a> {
    /// The words.
    pub vocab: &'a Vocab,
    /// The device tree.
    pub classes: &'a Classes<'a>,
    /// The article.
    pub article: &'a Article,
    /// Index of the table's block.
    pub block: usize,
    /// The cells.
    pub grid: &'a Grid<'a>,
    /// What stands above.
    pub above: &'a Above,
    /// The conditions of what stands above, the nearest first.
    pub general: Vec<Conditions>,
    /// Operations per time in this table are achieved ones.
    pub achieved: bool,
}

/// What is known about one cell before it is read.
#[derive(Debug)]
pub struct Place<'f> {
    /// Row of the grid.
    pub row: usize,
    /// Column of the grid.
    pub column: usize,
    /// The devices it may be about, in the order of their list.
    pub subjects: Vec<Subject>,
    /// The text that lists the subjects.
    pub named_by: Option<&'f Facet>,
    /// What may name its metric and unit, the nearest first.
    pub heads: Heads<'f>,
    /// Conditions of the row's other cells.
    pub row_conditions: Conditions,
    /// The rule, as `table/name`.
    pub rule: &'static str,
}

impl Binder<'_> {
    /// Reads the cell at `place` into `drafts`; `fit` may refuse a figure of a subject, with a reason,
    /// or put another subject in its place.
    pub fn cell(
        &self,
        place: &Place<'_>,
        fit: &dyn Fn(&Measure, &Value, &Subject) -> Result<Subject, &'static str>,
        drafts: &mut Drafts,
    ) {
        let facet = self.grid.cell(place.row, place.column);
        if facet.is_empty() || self.vocab.tables.is_absent(facet.as_str()) {
            return;
        }
        if let Some(metric) = place.heads.facets.first().and_then(|head| measure::of_dates(self.vocab, head)) {
            return self.date(place, facet, metric, drafts);
        }
        if let Some(value) = shorthand::value(self.vocab, &place.heads, facet) {
            return self.values(place, facet, &[value], fit, drafts);
        }
        match cell::values(self.vocab, facet) {
            Ok(values) => self.values(place, facet, &values, fit, drafts),
            Err(reason) => self.skip(facet, Span::new(0, facet.text.len()), reason, drafts),
        }
    }

    /// Reads a cell that holds a date.
    fn date(&self, place: &Place<'_>, facet: &Facet, metric: Name, drafts: &mut Drafts) {
        let Some(quantity) = date::quantity(self.vocab, &facet.text, &self.article.text) else {
            return self.skip(facet, Span::new(0, facet.text.len()), "no single date", drafts);
        };
        let measure = Measure { metric, unit: None };
        for subject in &place.subjects {
            let conditions = self.conditions(place, &measure, subject, &Conditions::default(), None);
            self.draft(place, &measure, subject, quantity.clone(), conditions, drafts);
        }
    }

    fn values(
        &self,
        place: &Place<'_>,
        facet: &Facet,
        values: &[Value],
        fit: &dyn Fn(&Measure, &Value, &Subject) -> Result<Subject, &'static str>,
        drafts: &mut Drafts,
    ) {
        let measured: Vec<Result<Measure, &'static str>> = values
            .iter()
            .map(|value| {
                let measure = place
                    .heads
                    .measure(self.vocab, value.reading.unit.as_ref())
                    .or_else(|reason| place.heads.unpriced(self.vocab, value).ok_or(reason))?;
                // "35% faster than the 4090"
                let ratio = measure.unit.as_ref().is_some_and(|unit| &*unit.dimension == "ratio");
                if ratio && !facet.devices.is_empty() {
                    return Err("a comparison in words");
                }
                // "Throughput boost | 12×": only shares are figures of their own.
                let share = self.vocab.metrics.get(&measure.metric).and_then(|metric| metric.dimension.as_deref());
                let factor = measure.unit.as_ref().is_some_and(|unit| matches!(&*unit.symbol, "x" | "×"));
                if ratio && factor && share != Some("ratio") {
                    return Err("a factor, not a figure");
                }
                if !measure.allows(self.vocab, value) {
                    return Err("no size that its metric can have");
                }
                Ok(self.of_run(place, facet, value, self.of_cell(facet, value, measure)))
            })
            .collect();
        if let ([value], [Err(_)]) = (values, &measured[..])
            && let Some(plain) = cell::as_count(self.vocab, facet, value)
            && place.heads.measure(self.vocab, None).is_ok()
        {
            return self.values(place, facet, &[plain], fit, drafts);
        }
        let good = measured.iter().filter(|measure| measure.is_ok()).count();
        let pairing = self.pair(place, facet, values, &measured);
        for (at, (value, measure)) in values.iter().zip(&measured).enumerate() {
            let span = value.reading.span;
            let measure = match measure {
                Ok(measure) => measure,
                Err(reason) => {
                    self.skip(facet, span, reason, drafts);
                    continue;
                }
            };
            let (subjects, extra) = match &pairing {
                Pairing::Single => (&place.subjects[..], None),
                Pairing::Subjects => (&place.subjects[at..=at], None),
                Pairing::Condition(list) => (&place.subjects[..], Some(&list[at])),
                Pairing::Unclear if good == 1 => (&place.subjects[..], None),
                Pairing::Unclear => {
                    self.skip(facet, span, "several values, and nothing says which is which", drafts);
                    continue;
                }
            };
            for subject in subjects {
                match fit(measure, value, subject) {
                    Ok(subject) => self.claim(place, facet, (values, at), measure, &subject, extra, drafts),
                    Err(reason) => self.skip(facet, span, reason, drafts),
                }
            }
        }
    }

    /// Takes a count for one of what its own cell says is counted: "14,080 CUDA cores" in a row of compute units.
    fn of_cell(&self, facet: &Facet, value: &Value, measure: Measure) -> Measure {
        const REACH: usize = 10;
        let count =
            |id: &Name| self.vocab.metrics.get(id).is_some_and(|metric| metric.dimension.as_deref() == Some("count"));
        if !count(&measure.metric) {
            return measure;
        }
        let end = value.reading.span.end;
        let own = facet.metrics.iter().find(|found| !found.weak && found.span.start >= end && count(&found.metric));
        let near = own.filter(|own| {
            facet
                .as_str()
                .get(end..own.span.start)
                .is_some_and(|gap| gap.len() <= REACH && !gap.contains([',', '/', '(', ';']))
        });
        near.map_or(measure.clone(), |own| Measure { metric: own.metric.clone(), ..measure })
    }

    /// Takes memory for what a run took, where the row names the model that ran, another column says how fast, and no
    /// device of the row is sold with so much.
    fn of_run(&self, place: &Place<'_>, facet: &Facet, value: &Value, measure: Measure) -> Measure {
        let runs = &self.vocab.tables.runs;
        let Some(head) = place.heads.facets.first().filter(|_| measure.metric == runs.sold) else { return measure };
        let text = head.as_str().to_lowercase();
        let word = text.split(['(', '（', '[']).next().unwrap_or_default().trim();
        let open = runs.words.iter().any(|known| known == word);
        let model = place.row_conditions.get("workload").is_some();
        let fast = place.heads.others.iter().any(|other| other.metrics.iter().any(|m| runs.speeds.contains(&m.metric)));
        if !(open && model && fast) {
            return measure;
        }
        let number = value.reading.low.map(|low| low.normalize().to_string()).unwrap_or_default();
        let written = [value.reading.span.of(facet.as_str()).unwrap_or_default().to_owned(), format!("{number}GB")];
        let sold = place.subjects.iter().any(|subject| {
            let device = self.vocab.devices.get(&subject.device);
            device.is_some_and(|device| written.iter().any(|size| cell::variant(device, size).is_some()))
        });
        if sold { measure } else { Measure { metric: runs.used.clone(), ..measure } }
    }

    /// Decides which of several values is whose.
    fn pair(
        &self,
        place: &Place<'_>,
        facet: &Facet,
        values: &[Value],
        measured: &[Result<Measure, &'static str>],
    ) -> Pairing {
        let count = values.len();
        if count < 2 {
            return Pairing::Single;
        }
        if place.subjects.len() == count {
            return Pairing::Subjects;
        }
        if place.subjects.len() > 1 {
            return Pairing::Unclear;
        }
        let notes = self.notes_of_heads(place);
        let heads = place.heads.facets.iter().copied().take(1).chain(place.named_by).chain(&notes);
        for head in heads {
            if let Some((key, list)) = head.alternatives(self.vocab, count) {
                let one = |value: &_| {
                    let mut conditions = Conditions::default();
                    conditions.set(&key, std::clone::Clone::clone(value));
                    conditions
                };
                return Pairing::Condition(list.iter().map(one).collect());
            }
        }
        let own: Vec<Conditions> = (0..count).map(|at| self.own(place, facet, values, at)).collect();
        let distinct = (0..count).all(|at| !own[..at].contains(&own[at]));
        let metrics: Vec<&Name> = measured.iter().flatten().map(|measure| &measure.metric).collect();
        let different = metrics.len() == count && (0..count).all(|at| !metrics[..at].contains(&metrics[at]));
        if distinct || different {
            return Pairing::Single;
        }
        if metrics.len() == count && metrics.iter().all(|metric| self.vocab.tables.metrics.listed.contains(metric)) {
            return Pairing::Condition(values.iter().map(|value| self.variant(place, facet, value)).collect());
        }
        Pairing::Unclear
    }

    /// Returns the variant that a size names ("40GB"), where the device was sold with it.
    fn variant(&self, place: &Place<'_>, facet: &Facet, value: &Value) -> Conditions {
        let mut conditions = Conditions::default();
        let device = place.subjects.first().and_then(|subject| self.vocab.devices.get(&subject.device));
        let size = value.reading.span.of(facet.as_str()).unwrap_or_default();
        if let Some(variant) = device.and_then(|device| cell::variant(device, size)) {
            conditions.set("variant", variant);
        }
        conditions
    }

    /// Makes the claim of one value.
    #[expect(clippy::too_many_arguments, reason = "all that a claim is made of")]
    pub fn claim(
        &self,
        place: &Place<'_>,
        facet: &Facet,
        (values, at): (&[Value], usize),
        measure: &Measure,
        subject: &Subject,
        extra: Option<&Conditions>,
        drafts: &mut Drafts,
    ) {
        let mut reading = values[at].reading.clone();
        reading.unit = measure.unit.clone();
        let Some(quantity) = value::quantity(&reading, &facet.text, &self.article.text, None) else {
            return self.skip(facet, reading.span, "the number is too large", drafts);
        };
        if measure.unit.is_none() && quantity.high.is_zero() {
            return self.skip(facet, reading.span, "none of a thing", drafts);
        }
        let counts = self.vocab.tables.metrics.contained.as_ref() == Some(&measure.metric);
        let chip = !self.classes.is_machine(&subject.device);
        if counts && chip && quantity.low == Decimal::ONE && quantity.high == Decimal::ONE {
            return self.skip(facet, reading.span, "a single device", drafts);
        }
        let own = self.own(place, facet, values, at);
        let conditions = self.conditions(place, measure, subject, &own, extra);
        self.draft(place, measure, subject, quantity, conditions, drafts);
    }

    fn draft(
        &self,
        place: &Place<'_>,
        measure: &Measure,
        subject: &Subject,
        quantity: Quantity,
        conditions: Conditions,
        drafts: &mut Drafts,
    ) {
        let used = quantity.span();
        drafts.used.insert(used);
        drafts.claims.push(Draft {
            metric: measure.metric.clone(),
            device: subject.device.clone(),
            statement: Statement::Figure(quantity),
            conditions,
            quote: self.grid.table.rows[place.row].span.join(used),
            block: self.block,
            hedged: false,
            attribution: None,
            rule: place.rule,
            confidence: 0.9,
        });
    }

    /// Gathers the conditions of a figure: what stands nearest to it counts most.
    fn conditions(
        &self,
        place: &Place<'_>,
        measure: &Measure,
        subject: &Subject,
        own: &Conditions,
        extra: Option<&Conditions>,
    ) -> Conditions {
        let mut all = own.clone();
        let separates = self.vocab.metrics.get(&measure.metric).map(|metric| &metric.separates);
        let always = &self.vocab.tables.always;
        let told_apart = |key: &Name| separates.is_some_and(|keys| keys.contains(key)) || always.contains(key);
        let separated = |key: &Name| separates.is_some_and(|keys| keys.contains(key));
        let mut add = |stated: &Conditions, always: bool| {
            for (key, value) in stated.iter().filter(|(key, _)| always || told_apart(key)) {
                all.set_default(key, value.clone());
            }
        };
        if let Some(extra) = extra {
            add(extra, true);
        }
        add(&unit_states(measure.unit.as_ref()), true);
        add(&self.head_notes(place), false);
        if let Some(head) = place.heads.facets.first() {
            add(&head.stated(), true);
            add(&self.bundled(head), false);
            add(&self.offered(head), false);
        }
        if let Some(named_by) = place.named_by {
            add(&self.offered(named_by), false);
        }
        add(&subject.conditions, true);
        add(&place.row_conditions, false);
        for head in place.heads.facets.iter().skip(1) {
            add(&head.stated(), false);
        }
        // "Price (as of May 2025)", or a column for each month.
        if separated(&"as_of".into())
            && let Some(date) = place.heads.facets.first().and_then(|head| moment::above(self.vocab, head.as_str()))
        {
            all.set_default("as_of", date);
        }
        for (key, value) in self.general.iter().flat_map(Conditions::iter).filter(|(key, _)| separated(key)) {
            all.set_default(key, value.clone());
        }
        let vendor = subject.device.split('-').next().unwrap_or_default();
        if self.classes.is_machine(&subject.device)
            && told_apart(&"provider".into())
            && let Some(provider) = self.vocab.tables.providers.get(vendor)
        {
            all.set_default("provider", provider.clone());
        }
        for key in ["link", "direction"].map(Name::from).iter().filter(|key| !separated(key)) {
            all.remove(key);
        }
        if all.word("workload") == Some(&subject.device) {
            all.remove("workload");
        }
        self.vocab.conditions.drop_excluded(&mut all);
        all
    }

    /// Returns in what state a heading says that devices are sold: "Purchase (used)".
    fn offered(&self, head: &Facet) -> Conditions {
        let mut conditions = Conditions::default();
        let text = head.as_str();
        for bracket in brackets::brackets(text) {
            let inside = brackets::inside(text, bracket).of(text).unwrap_or_default().to_lowercase();
            // "Cost (used, 2026)"
            for words in inside.split([',', '，', ';']).map(str::trim) {
                let states = self.vocab.tables.listing.state.iter();
                for state in states.filter(|state| state.words.iter().any(|word| word == words)) {
                    conditions.set(&state.key, state.value.clone());
                }
            }
        }
        conditions
    }

    /// Returns how many devices a heading says its figures are for: "List price (8-card kit)".
    fn bundled(&self, head: &Facet) -> Conditions {
        let mut conditions = Conditions::default();
        let text = head.as_str();
        let cues = self.vocab.binding.cues.find_all(text);
        let before = |cue: &Match<Cue>| text[..cue.span.start].trim_end_matches(['-', ' ']);
        // "B200 GPUs" are no two hundred.
        let numbered = |cue: &&Match<Cue>| {
            let head = before(cue);
            let name = head.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with(char::is_alphabetic);
            cue.entry == Cue::Way && head.ends_with(|c: char| c.is_ascii_digit()) && !name
        };
        if let Some(before) = cues.iter().find(numbered).map(before) {
            let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let count = before[before.len() - digits..].parse::<Decimal>().ok();
            if let Some(count) = count.filter(|count| *count > Decimal::ONE && *count <= Decimal::from(4096)) {
                conditions.set("count", count);
            }
        }
        conditions
    }

    fn skip(&self, facet: &Facet, span: Span, reason: &str, drafts: &mut Drafts) {
        let span = facet.text.to_source(span);
        let surface = span.of(&self.article.text).unwrap_or_default().to_owned();
        drafts.skipped.push(Skipped { span, surface, reason: reason.to_owned() });
    }
}

/// Which value of a cell is whose.
enum Pairing {
    /// Each value stands for itself.
    Single,
    /// One for each subject, in order.
    Subjects,
    /// One for each of a list of conditions, in order.
    Condition(Vec<Conditions>),
    /// Nothing tells.
    Unclear,
}

fn unit_states(unit: Option<&UnitReading>) -> Conditions {
    let mut conditions = Conditions::default();
    for (key, value) in unit.iter().flat_map(|unit| &unit.states) {
        conditions.set(key, value.clone());
    }
    conditions
}
