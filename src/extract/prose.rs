//! Figures in running text: each quantity of a sentence gets its metric, its device and its
//! conditions, or is left with the reason.
//!
//! [`weigh`] does the work for one sentence and keeps what it weighed; [`read`] turns that
//! into drafts, and `explain` prints it.

mod dates;
mod guard;
mod lists;
mod metric;
mod notes;
mod numbers;
mod opposed;
mod owned;

use rust_decimal::Decimal;

use super::Skipped;
use super::circumstance::{Circumstances, Number};
use super::discourse::Scene;
use super::draft::{Draft, Drafts};
use super::naming::{self, Figure, Naming};
use super::owner;
use super::parallel::{self, Pairs};
use super::subject::{self, Subject};
use super::tally;
use super::value;
use super::view::View;
use crate::claim::{Name, Statement};
use crate::read::{Article, BlockKind};
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::cue::Cue;

/// What became of one quantity, and what was weighed on the way.
#[derive(Debug, Clone)]
pub struct Weighed {
    /// Where it stands, in bytes of the source text.
    pub span: Span,
    /// As written.
    pub surface: String,
    /// The metrics that it might be one of, best first.
    pub metrics: Vec<Naming>,
    /// The drafts made of it, or why none was.
    pub verdict: Result<Vec<Draft>, String>,
}

/// Adds what it finds to `drafts`.
pub fn read(vocab: &Vocab, article: &Article, scenes: &[Scene<'_>], drafts: &mut Drafts) {
    let mut last: Option<(usize, usize)> = None;
    for scene in scenes {
        if let Some((_, first)) = last.filter(|(block, _)| *block == scene.sentence.block) {
            add_said(vocab, scene, &mut drafts.claims[first..]);
        }
        last = Some((scene.sentence.block, drafts.claims.len()));
        drafts.claims.extend(sizes(vocab, article, scene));
        for dated in came_out(vocab, article, scene) {
            if let Statement::Figure(value) = &dated.statement
                && !drafts.is_used(value.span())
            {
                drafts.used.insert(value.span());
                drafts.claims.push(dated);
            }
        }
        if scene.mentions.quantities.is_empty() {
            continue;
        }
        for weighed in weigh(vocab, article, scene, drafts) {
            match weighed.verdict {
                Ok(found) => {
                    drafts.used.insert(weighed.span);
                    drafts.claims.extend(found);
                }
                Err(reason) => {
                    drafts.skipped.push(Skipped { span: weighed.span, surface: weighed.surface, reason });
                }
            }
        }
    }
}

/// Reads the days on which devices came out.
fn came_out(vocab: &Vocab, article: &Article, scene: &Scene<'_>) -> Vec<Draft> {
    let date = |id: &Name| vocab.metrics.get(id).is_some_and(|metric| metric.dimension.as_deref() == Some("date"));
    let told = scene.mentions.metrics.iter().any(|found| !found.weak && date(&found.metric));
    if !told || closed(article, scene).is_some() {
        return Vec::new();
    }
    dates::read(&View::new(vocab, article, scene), article)
}

/// Gives the figures of the sentence before what this one says of them: "That is with sparsity".
fn add_said(vocab: &Vocab, scene: &Scene<'_>, before: &mut [Draft]) {
    let text = scene.text();
    let clause = scene.sentence.clauses.first().copied().unwrap_or(Span::new(0, text.len()));
    let points = scene.cues.iter().any(|cue| cue.entry == Cue::This && cue.span.start == 0);
    let said = scene.mentions.conditions.iter().find(|stated| clause.contains(stated.span));
    let own = |span: Span| clause.contains(span);
    let figures = scene.mentions.quantities.iter().any(|quantity| own(quantity.span));
    let devices = scene.mentions.devices.iter().any(|device| own(device.span));
    let Some(said) = said.filter(|said| points && !figures && !devices && said.span.start <= 24) else { return };
    let Some(metric) = before.first().map(|draft| draft.metric.clone()) else { return };
    let Some(entry) = vocab.metrics.get(&metric) else { return };
    if before.iter().any(|draft| draft.metric != metric) {
        return;
    }
    for draft in before {
        for (key, value) in said.conditions.iter().filter(|(key, _)| entry.separates.contains(key)) {
            draft.conditions.set_default(key, value.clone());
        }
    }
}

/// Reads the memory sizes that names begin with: "the 32 GB V100" has 32 GB.
fn sizes(vocab: &Vocab, article: &Article, scene: &Scene<'_>) -> Vec<Draft> {
    if closed(article, scene).is_some() {
        return Vec::new();
    }
    let text = &scene.sentence.text;
    let mut found = Vec::new();
    for device in scene.mentions.devices.iter().filter(|device| device.conditions.get("variant").is_some()) {
        let Some(name) = device.span.of(scene.text()) else { continue };
        // "RTX 4090 (24GB)" says it as well.
        let bracket = name.find(['(', '（']).map(|at| at + name[at..].chars().next().map_or(0, char::len_utf8));
        let at = bracket.unwrap_or(0);
        let Some(written) = name.get(at..).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) else {
            continue;
        };
        let Some(mut reading) = super::quantity::quantities(vocab, written).into_iter().next() else { continue };
        let size = reading.unit.as_ref().is_some_and(|unit| &*unit.dimension == "bytes");
        if !size || reading.span.start != 0 {
            continue;
        }
        reading.span = Span::new(device.span.start + at, device.span.start + at + reading.span.end);
        let Some(value) = value::quantity(&reading, text, &article.text, None) else { continue };
        let Some(metric) = vocab.metrics.get("memory_capacity") else { continue };
        found.push(Draft {
            metric: metric.id.clone(),
            device: device.device.clone(),
            statement: Statement::Figure(value),
            conditions: device.conditions.clone(),
            quote: text.source(),
            block: scene.sentence.block,
            hedged: false,
            attribution: None,
            rule: "prose/variant",
            confidence: 0.85,
        });
    }
    found
}

/// Weighs every quantity of one sentence that no other reader has used.
pub fn weigh(vocab: &Vocab, article: &Article, scene: &Scene<'_>, drafts: &Drafts) -> Vec<Weighed> {
    let view = View::new(vocab, article, scene);
    let place = |index: usize| scene.sentence.text.to_source(view.quantities()[index].span);
    let open: Vec<usize> = (0..view.quantities().len()).filter(|index| !drafts.is_used(place(*index))).collect();
    let verdicts = match closed(article, scene) {
        Some(reason) => {
            // "凭借 24 GB 显存成为首选，但单卡够用吗？": what stands before the question is said.
            let (said, asked): (Vec<usize>, Vec<usize>) =
                open.iter().partition(|index| is_before_question(scene, view.quantities()[**index].span));
            let mut verdicts: Vec<Verdict> =
                asked.into_iter().map(|index| (index, Vec::new(), Err(reason.to_owned()))).collect();
            if !said.is_empty() {
                verdicts.extend(Binder::new(&view, article, &said).bind(&said));
            }
            verdicts.sort_by_key(|(index, _, _)| *index);
            verdicts
        }
        None => Binder::new(&view, article, &open).bind(&open),
    };
    let weighed = |(index, metrics, verdict): (usize, Vec<Naming>, Result<Vec<Draft>, String>)| {
        let span = place(index);
        let surface = span.of(&article.text).unwrap_or_default().to_owned();
        Weighed { span, surface, metrics, verdict }
    };
    verdicts.into_iter().map(weighed).collect()
}

/// Returns why a sentence gives no figures at all.
fn closed(article: &Article, scene: &Scene<'_>) -> Option<&'static str> {
    let block = article.blocks.get(scene.sentence.block)?;
    if matches!(block.kind, BlockKind::Code | BlockKind::Table(_)) {
        return Some("it stands in source code or a table");
    }
    scene.text().trim_end().ends_with(['?', '？']).then_some("the sentence is a question")
}

/// Says whether a figure stands in a clause before the contrast that leads over to the question.
fn is_before_question(scene: &Scene<'_>, figure: Span) -> bool {
    let asks = scene.text().trim_end().ends_with(['?', '？']);
    let turn = scene.cues.iter().rfind(|cue| cue.entry == Cue::But);
    asks && turn.is_some_and(|turn| {
        let clause = scene.sentence.clauses.iter().rfind(|clause| clause.start <= turn.span.start);
        clause.is_some_and(|clause| figure.end <= clause.start && turn.span.start <= clause.start + 1)
    })
}

struct Binder<'a> {
    view: &'a View<'a>,
    article: &'a Article,
    figures: Vec<Figure<'a>>,
    counts: Vec<tally::Count>,
    numbers: Vec<Number>,
}

type Verdict = (usize, Vec<Naming>, Result<Vec<Draft>, String>);

impl<'a> Binder<'a> {
    fn new(view: &'a View<'a>, article: &'a Article, open: &[usize]) -> Self {
        let figures: Vec<Figure<'a>> = open.iter().map(|index| naming::figure(view, *index)).collect();
        let counts = tally::counts(view, &figures);
        let mut numbers: Vec<Number> = counts.iter().filter_map(tally::Count::number).collect();
        numbers.extend(numbers::stated_numbers(view, &figures));
        numbers.extend(tally::parts(view, &figures));
        numbers.extend(tally::twins(view));
        Self { view, article, figures, counts, numbers }
    }

    fn bind(&self, open: &[usize]) -> Vec<Verdict> {
        let listed = self.listed_counts();
        let real: Vec<Figure<'_>> = self
            .figures
            .iter()
            .filter(|figure| self.is_real(figure) || listed.contains(&figure.index))
            .cloned()
            .collect();
        let pairs = parallel::pairs(self.view, &real);
        let circumstances = Circumstances::new(self.view, &real, &self.numbers);
        let bind = |figure: &Figure<'_>| {
            let mut namings = naming::namings(self.view, figure);
            if namings.is_empty() {
                // Of a list of figures, one may name the metric of all.
                let mates = pairs.mates.get(&figure.index).into_iter().flatten();
                let mates = mates.filter_map(|index| real.iter().find(|mate| mate.index == *index));
                namings = mates
                    .map(|mate| naming::namings(self.view, mate))
                    .find(|found| !found.is_empty())
                    .unwrap_or_default();
            }
            if namings.is_empty() {
                namings = self.of_denied(figure, &real);
            }
            let verdict = self.one(figure, &namings, &pairs, &circumstances);
            (figure.index, namings, verdict)
        };
        debug_assert_eq!(open.len(), self.figures.len());
        let mut verdicts: Vec<Verdict> = self.figures.iter().map(bind).collect();
        self.leave_twins(&pairs, &mut verdicts);
        verdicts
    }

    /// Says whether a figure is more than a bare number or a count of devices.
    fn is_real(&self, figure: &Figure<'_>) -> bool {
        let counted = self.counts.iter().any(|count| count.index == figure.index);
        !figure.reading.bare && !counted
    }

    fn one(
        &self,
        figure: &Figure<'_>,
        namings: &[Naming],
        pairs: &Pairs<'_>,
        circumstances: &Circumstances<'_>,
    ) -> Result<Vec<Draft>, String> {
        if self.is_operand(figure) {
            return Err("part of a formula".to_owned());
        }
        if let Some(count) = self.counts.iter().find(|count| count.index == figure.index) {
            let subject = count.subject(self.view)?;
            return self.draft(figure, count.metric, vec![subject], circumstances, None);
        }
        if self.is_one_of_two(figure, namings, pairs) {
            return Err("one of two values, and nothing says which is which".to_owned());
        }
        if pairs.broken.contains(&figure.index) {
            return Err("a list of figures with no list of devices as long".to_owned());
        }
        let naming = self.pick(figure, namings, pairs.places.get(&figure.index).copied())?;
        let naming = self.of_work(figure, naming, namings);
        let paired = pairs.devices.contains_key(&figure.index);
        self.guard(figure, naming, paired)?;
        if let Some(reason) = owner::of_another(self.view, figure, naming, paired) {
            return Err(reason.to_owned());
        }
        let metric = self.relinked(figure, naming, self.achieved(figure, naming), circumstances);
        // "Runs at 10.2 kW and uses 334 MWh": watts are power, whatever stands beside them.
        let metric = if metric == "energy_consumption" && &*figure.dimension == "power" { "power" } else { metric };
        let subjects = match pairs.devices.get(&figure.index) {
            Some((device, here)) => {
                vec![Subject { mention: (*device).clone(), here: *here, rule: "prose/parallel", confidence: 0.9 }]
            }
            None => match self.chosen(figure, metric) {
                Some(device) => vec![device],
                None => match subject::subjects(self.view, figure, metric) {
                    Ok(subjects) => subjects,
                    Err(reason) => {
                        // "Training GPT-3 cost $4.6 million": what no device has, a model may.
                        let (other, subjects) = self.of_model(figure, namings).ok_or(reason)?;
                        return self.draft(figure, other, subjects, circumstances, None);
                    }
                },
            },
        };
        self.threshold(figure, metric, &subjects)?;
        self.afar(figure, naming, &subjects)?;
        let drafts = self.draft(figure, metric, subjects, circumstances, pairs.places.get(&figure.index).copied())?;
        Ok(self.of_the_host(naming, drafts))
    }

    /// Says that memory is the host's where the words are those of a machine's own ("RAM"), beside which it has that of
    /// its accelerators.
    fn of_the_host(&self, naming: &Naming, mut drafts: Vec<Draft>) -> Vec<Draft> {
        let vocab = self.view.vocab;
        let metrics = &vocab.tables.metrics;
        if !metrics.host.contains(&naming.metric) || !metrics.listed.contains(&naming.metric) {
            return drafts;
        }
        let named = naming.span.and_then(|span| span.of(self.view.text)).unwrap_or_default().to_lowercase();
        if vocab.tables.of_the_host.contains(&named) {
            let machine =
                |device: &str| vocab.tables.classes.machines.iter().any(|class| vocab.devices.is_a(device, class));
            for draft in drafts.iter_mut().filter(|draft| machine(&draft.device)) {
                draft.conditions.set_default("scope", "host");
            }
        }
        drafts
    }

    fn draft(
        &self,
        figure: &Figure<'_>,
        metric: &str,
        subjects: Vec<Subject>,
        circumstances: &Circumstances<'_>,
        place: Option<usize>,
    ) -> Result<Vec<Draft>, String> {
        let text = &self.view.scene.sentence.text;
        let entry = self.view.vocab.metrics.get(metric).ok_or_else(|| format!("unknown metric `{metric}`"))?;
        let mut unit = Some(figure.unit.clone());
        let mut compared = self.without_bound(figure, &subjects);
        let own = figure.reading.unit.as_ref().and_then(|unit| naming::unit_of(self.view.vocab, &entry.id, unit));
        if let Some(own) = own {
            unit = Some(own.canonical.clone());
            compared.get_or_insert_with(|| figure.reading.clone()).unit = Some(own);
        }
        let value = value::quantity(compared.as_ref().unwrap_or(figure.reading), text, &self.article.text, unit)
            .ok_or_else(|| "the number is out of range".to_owned())?;
        // "8*100Gbps" is no figure of its own, "3*10^23" is one.
        let times = value.surface.split_once('*').map(|(_, rest)| rest.trim_start_matches('*').trim_start());
        let number = |rest: &str| {
            rest.starts_with(|c: char| c.is_ascii_digit()) && !rest.starts_with("10^") && !rest.starts_with("10*")
        };
        if times.is_some_and(number) {
            return Err("a product of two numbers".to_owned());
        }
        if value.surface.contains("](") {
            return Err("a number across a link".to_owned());
        }
        let noted = self.noted(value.span());
        let draft = |subject: Subject| {
            let mut conditions = circumstances.of(figure, entry, &subject, place);
            if metric == "compute_performance" {
                conditions.set_default("basis", "measured");
            }
            for (key, value) in noted.iter().filter(|(key, _)| entry.separates.contains(key)) {
                conditions.set_default(key, value.clone());
            }
            // What was measured is no peak, whatever its unit is mostly said of.
            let reached = metric == "peak_compute" && conditions.word("basis") == Some("measured");
            let metric = if reached { "compute_performance".into() } else { entry.id.clone() };
            if self.is_of_several(figure, &metric, &subject, &conditions) {
                return Err("more than one device has, and nothing says how many".to_owned());
            }
            Ok(Draft {
                metric,
                device: subject.mention.device.clone(),
                statement: Statement::Figure(value.clone()),
                conditions,
                quote: text.source(),
                block: self.view.scene.sentence.block,
                hedged: false,
                attribution: None,
                rule: subject.rule,
                confidence: subject.confidence,
            })
        };
        subjects.into_iter().map(draft).collect()
    }
}

/// Returns a whole count of at least `least`.
pub(super) fn whole(number: Option<Decimal>, least: i64) -> Option<Decimal> {
    number.filter(|number| number.fract().is_zero() && *number >= Decimal::from(least))
}
