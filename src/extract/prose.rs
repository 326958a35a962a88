//! Figures in running text: each quantity of a sentence gets its metric, its device and its
//! conditions, or is left with the reason.
//!
//! [`weigh`] does the work for one sentence and keeps what it weighed; [`read`] turns that
//! into drafts, and `explain` prints it.

use rust_decimal::Decimal;

use super::Skipped;
use super::circumstance::{Circumstances, Number};
use super::discourse::Scene;
use super::draft::{Draft, Drafts};
use super::naming::{self, Figure, Naming};
use super::owner;
use super::parallel::{self, Pairs};
use super::quantity::Reading;
use super::subject::{self, Subject};
use super::table::note;
use super::tally;
use super::value;
use super::view::View;
use crate::claim::{ConditionValue, Conditions, Name, Statement};
use crate::read::{Article, BlockKind};
use crate::text::Span;
use crate::vocab::Vocab;
use crate::vocab::binding::Cue;

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
        if !name.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let Some(mut reading) = super::quantity::quantities(vocab, name).into_iter().next() else { continue };
        let size = reading.unit.as_ref().is_some_and(|unit| &*unit.dimension == "bytes");
        if !size || reading.span.start != 0 {
            continue;
        }
        reading.span = Span::new(device.span.start, device.span.start + reading.span.end);
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
        Some(reason) => open.iter().map(|index| (*index, Vec::new(), Err(reason.to_owned()))).collect(),
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
        numbers.extend(stated_numbers(view, &figures));
        numbers.extend(tally::parts(view, &figures));
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

    /// Leaves figures of one list that would say two things of one device under the same conditions: "72 W 和 70 W"
    /// said of two cards, "$1,999 and $699". Sizes of memory are sold side by side.
    fn leave_twins(&self, pairs: &Pairs<'_>, verdicts: &mut [Verdict]) {
        // "不是 165 W，而是 150 W": one of the two is denied.
        let denied = |cue: &Cue| matches!(cue, Cue::Not | Cue::Wrong | Cue::Correct);
        if self.view.scene.cues.iter().any(|cue| denied(&cue.entry)) {
            return;
        }
        let listed = &self.view.vocab.tables.metrics.listed;
        let said = |verdict: &Verdict| -> Option<(Name, Name, Conditions)> {
            let [draft] = verdict.2.as_ref().ok()?.as_slice() else { return None };
            let counts = draft.statement.quantity().is_some_and(|value| &*value.unit == "1");
            (!counts && !listed.contains(&draft.metric))
                .then(|| (draft.device.clone(), draft.metric.clone(), draft.conditions.clone()))
        };
        let all: Vec<Option<(Name, Name, Conditions)>> = verdicts.iter().map(said).collect();
        let at = |index: usize| self.figures.iter().position(|figure| figure.index == index);
        let twin = |own: usize| {
            let mates = pairs.mates.get(&self.figures[own].index).into_iter().flatten();
            all[own].is_some() && mates.filter_map(|mate| at(*mate)).any(|mate| mate != own && all[mate] == all[own])
        };
        let twins: Vec<usize> = (0..verdicts.len()).filter(|&own| twin(own)).collect();
        for own in twins {
            verdicts[own].2 = Err("one of several values, and nothing says which is which".to_owned());
        }
    }

    /// Returns the plain numbers of lists whose last one counts a named thing: "5,120, 6,912 and 16,896 CUDA cores".
    fn listed_counts(&self) -> Vec<usize> {
        let plain = &self.view.vocab.binding.subjects.plain;
        let counts = |figure: &Figure<'_>| {
            let named = naming::namings(self.view, figure).into_iter().find(|naming| naming.cost <= 12);
            named.is_some_and(|naming| plain.contains(&naming.metric) && naming.how == "named after it")
        };
        let mut listed: Vec<usize> = Vec::new();
        for pair in self.figures.windows(2).rev() {
            let (figure, next) = (&pair[0], &pair[1]);
            let bare = |figure: &Figure<'_>| &*figure.dimension == "count" && figure.reading.unit.is_none();
            let joined = self.view.is_joined(figure.reading.span.end, next.reading.span.start)
                && self
                    .view
                    .gap(figure.reading.span.end, next.reading.span.start)
                    .chars()
                    .filter(|c| c.is_alphabetic())
                    .count()
                    <= 3;
            if bare(figure) && bare(next) && joined && (listed.contains(&next.index) || counts(next)) {
                listed.push(figure.index);
                if !listed.contains(&next.index) {
                    listed.push(next.index);
                }
            }
        }
        listed
    }

    /// Returns the metrics of the denied figure whose place this one takes: "并非 80 GB，而是 141 GB".
    fn of_denied(&self, figure: &Figure<'_>, real: &[Figure<'_>]) -> Vec<Naming> {
        let view = self.view;
        let start = figure.reading.span.start;
        let before = real.iter().rfind(|other| other.index < figure.index && other.dimension == figure.dimension);
        let Some(before) = before else { return Vec::new() };
        let end = before.reading.span.end;
        let denied = view.has(Cue::Not, 0, before.reading.span.start) && view.has(Cue::But, end, start);
        if denied || view.has(Cue::Correct, end, start) { naming::namings(view, before) } else { Vec::new() }
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
        self.guard(figure, naming)?;
        if let Some(reason) = owner::of_another(self.view, figure, naming) {
            return Err(reason.to_owned());
        }
        let metric = self.relinked(figure, naming, self.achieved(figure, naming), circumstances);
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
        self.draft(figure, metric, subjects, circumstances, pairs.places.get(&figure.index).copied())
    }

    /// Returns the metric that is nearest, or the one that a list pairs with the figure.
    fn pick<'n>(&self, figure: &Figure<'_>, namings: &'n [Naming], place: Option<usize>) -> Result<&'n Naming, String> {
        if let Some(paired) = place.and_then(|at| namings.iter().find(|n| n.span.is_some_and(|span| span.start == at)))
        {
            return Ok(paired);
        }
        let groups = &self.view.vocab.binding.subjects;
        let plain =
            |naming: &&Naming| !figure.reading.bare || naming.cost <= 12 && groups.plain.contains(&naming.metric);
        let hundredth = figure.reading.unit.as_ref().is_some_and(|unit| unit.factor == Decimal::new(1, 2));
        let share =
            |naming: &&Naming| &*figure.dimension != "ratio" || hundredth && groups.shares.contains(&naming.metric);
        namings.iter().filter(plain).find(share).ok_or_else(|| {
            if figure.reading.bare {
                "a bare number".to_owned()
            } else {
                format!("no metric of {} is named near it", figure.dimension)
            }
        })
    }

    /// Money after a piece of training is what the training cost, where its own words leave that open.
    fn of_work<'n>(&self, figure: &Figure<'_>, naming: &'n Naming, namings: &'n [Naming]) -> &'n Naming {
        let view = self.view;
        let open = &*figure.dimension == "money" && naming.weak && view.has(Cue::Work, 0, figure.reading.span.start);
        let named = |other: &&Naming| &*other.metric == "training_cost" && other.span.is_some();
        if open { namings.iter().find(named).unwrap_or(naming) } else { naming }
    }

    /// Turns away what the words beside it claim for something else.
    fn guard(&self, figure: &Figure<'_>, naming: &Naming) -> Result<(), String> {
        let span = figure.reading.span;
        let view = self.view;
        if figure.reading.changed_from {
            let own = view.devices.iter().any(|d| {
                let end = d.mention.span.end;
                end <= span.start && view.is_tight(end, span.start) && !view.has(Cue::Versus, end, span.start)
            });
            // Of one device alone, it is what was before.
            let own = own && view.devices.iter().any(|device| device.mention.span.start >= span.end);
            // "From 16 GB on the T4 to 24 GB".
            let linked =
                view.devices.iter().find(|device| device.mention.span.start >= span.end).is_some_and(|device| {
                    let at = device.mention.span.start;
                    view.has(Cue::Link, span.end, at)
                        && view.figures_between(span.end, at) == 0
                        && view.clauses_between(span.end, at) == 0
                        && view.rest(span.end, at).chars().count() <= 6
                });
            let labelled = view.devices.iter().any(|device| {
                let gap = view.gap(span.end, device.mention.span.start).trim();
                gap == "(" || gap == "（"
            });
            if !own && !linked && !labelled {
                return Err("the old value of a change".to_owned());
            }
        }
        let clause = view.clause(span.start);
        if &*figure.dimension == "power" && view.has(Cue::State, clause.start, clause.end) {
            return Err("what it draws in a state, not what it is made for".to_owned());
        }
        let class =
            view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::SizeClass && (cue.span.start == span.end || cue.span.start == span.end + 1)
            });
        if class {
            return Err("a class of size".to_owned());
        }
        if &*figure.dimension == "count" && (figure.reading.step < Decimal::ONE || self.is_one(figure, naming)) {
            return Err("no count of several".to_owned());
        }
        if &*figure.dimension == "count" && naming.how == "named before it" && is_year(figure) {
            return Err("a year".to_owned());
        }
        if &*figure.dimension == "count" && naming.how == "named before it" && self.counts_another(span) {
            return Err("it counts what stands behind it".to_owned());
        }
        if &*figure.dimension == "power" && self.counts_ten_thousands(span) {
            return Err("a count in ten thousands".to_owned());
        }
        let old = view
            .scene
            .cues
            .iter()
            .any(|cue| cue.entry == Cue::Old && cue.span.end <= span.start && span.start - cue.span.end <= 4);
        if old {
            return Err("the old value of a change".to_owned());
        }
        let near = |cue: Cue, reach: usize| {
            view.scene
                .cues
                .iter()
                .any(|found| found.entry == cue && found.span.end <= span.start && span.start - found.span.end <= reach)
        };
        if near(Cue::Delta, 12) || self.is_apart(span) {
            return Err("a difference, not a value".to_owned());
        }
        let written = span.of(view.text).unwrap_or_default();
        if &*figure.dimension == "power" && written.ends_with('w') && naming.weak {
            return Err("a `w` that may be a count in ten thousands".to_owned());
        }
        if &*figure.dimension == "count" && (written.ends_with('G') || view.text[..span.start].ends_with('-')) {
            return Err("no count of things".to_owned());
        }
        if &*figure.dimension == "time" && near(Cue::Every, 2) {
            return Err("how often, not how long".to_owned());
        }
        if self.is_of_next(figure, naming) {
            return Err("of what it stands before, which is not known".to_owned());
        }
        if self.is_opposed(figure) {
            return Err("what it is compared with has this figure".to_owned());
        }
        if self.is_changed(figure, clause) {
            return Err("the new value of a change between two devices".to_owned());
        }
        if &*figure.dimension == "bytes" && &*naming.metric == "memory_capacity" {
            let around = Span::new(
                span.start.saturating_sub(28).max(clause.start),
                (span.end + 28).min(clause.end.max(span.end)),
            );
            let beside = |cue: Cue| view.scene.cues.iter().any(|c| c.entry == cue && around.overlaps(c.span));
            let machine = naming.span.is_some_and(|name| {
                view.scene.cues.iter().any(|cue| cue.entry == Cue::HostMemory && cue.span.overlaps(name))
            });
            if machine
                && view.devices.iter().all(|device| view.vocab.devices.is_a(&device.mention.device, "accelerator"))
            {
                return Err("the memory of the machine, not of the device in it".to_owned());
            }
            if beside(Cue::Portion) {
                return Err("what is taken or left of the memory".to_owned());
            }
            let needed = view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::Need
                    && clause.contains(cue.span)
                    && cue.span.end <= span.start
                    && span.start - cue.span.end <= 24
            });
            if needed {
                return Err("what something needs, not what a device has".to_owned());
            }
        }
        let of_work = &*naming.metric == "training_cost";
        if figure.dimension.starts_with("money") && naming.weak && !of_work && view.has(Cue::Work, 0, span.start) {
            return Err("what a piece of work cost, not what the device costs".to_owned());
        }
        if &*figure.dimension == "operations/time" && view.has(Cue::Need, clause.start, span.start) {
            return Err("a rate that something needs, not one that a device has".to_owned());
        }
        if figure.dimension.starts_with("money")
            && naming.cost > 6
            && view.has(Cue::MoneyOfOthers, clause.start, clause.end)
        {
            return Err("the money is none of a device".to_owned());
        }
        let near = Span::new(span.start.saturating_sub(16), span.end + 16);
        let beside = view
            .scene
            .cues
            .iter()
            .any(|cue| cue.entry == Cue::Foreign && near.overlaps(cue.span) && clause.contains(cue.span));
        if &*figure.dimension == "bytes" && naming.cost > 4 && beside {
            return Err("a size of something stored, not of the device".to_owned());
        }
        Ok(())
    }

    /// Says whether a slash joins the figure to another of its kind, and nothing sets the two apart: "700 W / 350 W".
    /// Sizes of memory are sold side by side.
    fn is_one_of_two(&self, figure: &Figure<'_>, namings: &[Naming], pairs: &Pairs<'_>) -> bool {
        let view = self.view;
        let span = figure.reading.span;
        let told = pairs.devices.contains_key(&figure.index) || pairs.places.contains_key(&figure.index);
        let sizes = namings.first().is_some_and(|naming| view.vocab.tables.metrics.listed.contains(&naming.metric));
        let mates = pairs.mates.get(&figure.index).into_iter().flatten().filter(|mate| **mate != figure.index);
        let slashed = mates.filter_map(|mate| view.quantities().get(*mate)).any(|mate| {
            let gap = if mate.span.end <= span.start {
                view.gap(mate.span.end, span.start)
            } else {
                view.gap(span.end, mate.span.start)
            };
            gap.trim() == "/"
        });
        slashed && !told && !sizes
    }

    /// Says whether an unknown name follows a count, which is then what is counted: "被划分为 6 个 GPC".
    fn counts_another(&self, span: Span) -> bool {
        let view = self.view;
        let after = view.text[span.end..].trim_start();
        let classifiers = &view.vocab.tables.count.classifiers;
        let after = classifiers.iter().find_map(|word| after.strip_prefix(word.as_str())).unwrap_or(after).trim_start();
        let mut at = view.text.len() - after.len();
        // "1,024 FP16 FMA operations": what a condition says of it is not yet the thing.
        while let Some(stated) = view.scene.mentions.conditions.iter().find(|stated| stated.span.start == at) {
            at = view.text.len() - view.text[stated.span.end..].trim_start().len();
        }
        let after = &view.text[at..];
        let known = view.scene.mentions.metrics.iter().map(|metric| metric.span);
        let mut known = known.chain(view.scene.mentions.conditions.iter().map(|stated| stated.span));
        after.starts_with(|c: char| c.is_ascii_uppercase())
            && at - span.end <= 16
            && !known.any(|known| known.start <= at && at < known.end)
            && !view.devices.iter().any(|device| device.mention.span.start <= at && at < device.mention.span.end)
    }

    /// Says whether the figure is how far two devices are apart: "300 W more than the A100", "比 A100 高 300 W".
    fn is_apart(&self, span: Span) -> bool {
        let view = self.view;
        let clause = view.clause(span.start);
        view.scene.cues.iter().any(|cue| match cue.entry {
            Cue::Apart => {
                cue.span.end <= span.start
                    && view.has(Cue::Versus, clause.start, cue.span.start)
                    && view.gap(cue.span.end, span.start).trim().chars().all(|c| c.is_alphabetic())
                    && view.gap(cue.span.end, span.start).trim().chars().count() <= 1
            }
            Cue::ApartBehind => (span.end..=span.end + 1).contains(&cue.span.start),
            _ => false,
        })
    }

    /// Says whether a "w" behind the number is the 万 of a count: "35w 张".
    fn counts_ten_thousands(&self, span: Span) -> bool {
        let text = self.view.text;
        let after = text[span.end..].trim_start();
        let classifiers = &self.view.vocab.tables.count.classifiers;
        text[..span.end].ends_with('w') && classifiers.iter().any(|word| after.starts_with(word.as_str()))
    }

    /// Says whether a figure is larger than one chip's can be, and neither a count nor a scope says of how many it is.
    fn is_of_several(&self, figure: &Figure<'_>, metric: &str, subject: &Subject, stated: &Conditions) -> bool {
        let devices = &self.view.vocab.devices;
        let chip = devices.is_a(&subject.mention.device, "accelerator");
        let told =
            stated.get("count").is_some() || stated.word("scope").is_some_and(|scope| OF_SEVERAL.contains(&scope));
        let mut limits = self.view.vocab.binding.chip_limits.iter().filter(|limit| &*limit.metric == metric);
        let size = naming::size(figure);
        chip && !told && limits.any(|limit| size.zip(limit.below).is_some_and(|(size, below)| size >= below))
    }

    /// Says whether a count of cores describes an unknown name right after it: "a 32-core Threadripper".
    fn is_of_next(&self, figure: &Figure<'_>, naming: &Naming) -> bool {
        let view = self.view;
        let Some(name) =
            naming.span.filter(|name| &*figure.dimension == "count" && name.start > figure.reading.span.start)
        else {
            return false;
        };
        let of_models = view.vocab.binding.subjects.of_models.contains(&naming.metric);
        let joined = !of_models && view.gap(figure.reading.span.end, name.start) == "-";
        let after = view.text[name.end..].trim_start();
        let named = view.devices.iter().any(|device| {
            device.mention.span.start >= name.end && view.gap(name.end, device.mention.span.start).trim().is_empty()
        });
        joined && !named && after.starts_with(|c: char| c.is_ascii_uppercase())
    }

    /// Says whether nothing but a word of comparison stands between the figure and one like it before it, and
    /// no device of its own behind it: "96 GB 对 80 GB".
    fn is_opposed(&self, figure: &Figure<'_>) -> bool {
        let view = self.view;
        let span = figure.reading.span;
        let Some(before) = figure.index.checked_sub(1).and_then(|at| view.quantities().get(at)) else { return false };
        let alike = before.unit.is_none()
            || before.unit.as_ref().map(|unit| &unit.dimension) == figure.reading.unit.as_ref().map(|u| &u.dimension);
        let gap = view.gap(before.span.end, span.start).trim();
        let opposed = view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Opposed
                && before.span.end <= cue.span.start
                && cue.span.end <= span.start
                && gap.len() == cue.span.len()
        });
        let own = view.devices.iter().any(|device| {
            let at = device.mention.span;
            at.start >= span.end
                && view.gap(span.end, at.start).chars().count() <= 12
                && view.figures_between(span.end, at.start) == 0
        });
        alike && opposed && !own
    }

    /// Says whether the figure is where a change ends that a clause before tells of two devices: "与 B 相比，从 2 到 3".
    fn is_changed(&self, figure: &Figure<'_>, clause: Span) -> bool {
        let view = self.view;
        let before = figure.index.checked_sub(1).and_then(|at| view.quantities().get(at));
        let ends = before.is_some_and(|before| {
            before.changed_from && before.unit.as_ref().map(|unit| &unit.dimension) == Some(&figure.dimension)
        });
        let own = view.devices.iter().any(|device| clause.contains(device.mention.span));
        let mut others =
            view.devices.iter().filter(|device| !device.is_model && device.mention.span.end <= clause.start);
        let first = others.next();
        ends && !own && first.is_some_and(|first| others.any(|other| other.mention.device != first.mention.device))
    }

    /// A bandwidth is the link's where one is named beside it.
    fn relinked<'n>(
        &'n self,
        figure: &Figure<'_>,
        naming: &Naming,
        metric: &'n str,
        circumstances: &Circumstances<'_>,
    ) -> &'n str {
        let Some(link) = circumstances.link(figure) else { return metric };
        let size = naming::size(figure);
        let mut relinks = self.view.vocab.binding.relinks.iter();
        let relink = relinks.find(|relink| {
            // "2 TB/s HBM" is the memory's whatever link stands before it.
            let vague = naming.weak && naming.how != "named after it";
            relink.metrics.iter().any(|id| &**id == metric)
                && relink.links.contains(&link)
                && (vague || !relink.weak_only)
                && relink.below.is_none_or(|below| size.is_some_and(|size| size < below))
        });
        relink.map_or(metric, |relink| &relink.metric)
    }

    /// Money is of a device named elsewhere only where its own words say what it is the price of.
    fn afar(&self, figure: &Figure<'_>, naming: &Naming, subjects: &[Subject]) -> Result<(), String> {
        let far = subjects.iter().any(|subject| !subject.here);
        if &*figure.dimension == "time" && far && naming.weak {
            return Err("a time, and neither its metric nor its device is surely named".to_owned());
        }
        // "With all four cards" may count cards of another kind; chips are those spoken of.
        let noun = naming.span.and_then(|name| name.of(self.view.text)).unwrap_or_default().to_lowercase();
        let cards = &*naming.metric == "chip_count"
            && self.view.vocab.tables.count.cards.iter().any(|word| noun.contains(word.as_str()));
        if far && cards {
            return Err("a count of cards, and its own sentence names none".to_owned());
        }
        // Under a heading a cost of no kind may be anything's.
        let open = ["cost", "operating_cost", "inference_cost", "maintenance_cost", "initial_cost"];
        if far && figure.dimension.starts_with("money") && open.contains(&&*naming.metric) {
            return Err("a cost, and neither its kind nor its device is surely named".to_owned());
        }
        if !figure.dimension.starts_with("money") || subjects.iter().all(|subject| subject.here) {
            return Ok(());
        }
        let view = self.view;
        if view.speaks_of_another(figure.reading.span.start) {
            return Err("the money is of something else that is pointed to".to_owned());
        }
        let clause = view.clause(figure.reading.span.start);
        let labels = naming.span.is_some_and(|name| view.gap(clause.start, name.start).trim().is_empty());
        // In running text only a colon makes a label: "Price: $2,500".
        let colon = naming
            .span
            .is_some_and(|name| view.gap(name.end, figure.reading.span.start).trim_start().starts_with([':', '：']));
        let paragraph = matches!(view.kind, Some(BlockKind::Paragraph));
        let heading = subjects.iter().any(|subject| subject.rule == "prose/heading");
        if heading && paragraph && !(labels && colon) || naming.weak && !labels && &*figure.dimension == "money" {
            return Err("money, and its own sentence names no device".to_owned());
        }
        Ok(())
    }

    /// Returns a metric of models that the figure may be one of, with the model that the sentence names.
    fn of_model<'n>(&self, figure: &Figure<'_>, namings: &'n [Naming]) -> Option<(&'n str, Vec<Subject>)> {
        let first = &self.view.vocab.binding.subjects.models_first;
        let naming = namings.iter().find(|naming| naming.span.is_some() && first.contains(&naming.metric))?;
        let subjects = subject::subjects(self.view, figure, &naming.metric).ok()?;
        let model = |subject: &Subject| subject.here && self.view.vocab.devices.is_a(&subject.mention.device, "model");
        subjects.iter().all(model).then_some((&*naming.metric, subjects))
    }

    /// Says whether a count is one, and nothing says that it is all there is ("one core per chip").
    fn is_one(&self, figure: &Figure<'_>, naming: &Naming) -> bool {
        let one = figure.reading.low == Some(Decimal::ONE) && figure.reading.high == figure.reading.low;
        let told = self.view.scene.mentions.conditions.iter().any(|c| c.conditions.get("scope").is_some());
        one && (!told || naming.weak)
    }

    /// A rate that was reached is `compute_performance`, never the peak.
    fn achieved<'n>(&self, figure: &Figure<'_>, naming: &'n Naming) -> &'n str {
        let clause = self.view.clause(figure.reading.span.start);
        let peak = &*naming.metric == "peak_compute" && naming.how != "named before it";
        let span = figure.reading.span;
        let stated = self.view.scene.mentions.conditions.iter().any(|mention| {
            let gap = if mention.span.end <= span.start {
                span.start - mention.span.end
            } else {
                mention.span.start.saturating_sub(span.end)
            };
            mention.conditions.word("basis") == Some("peak") && gap <= 8
        });
        if peak && !stated && self.view.has(Cue::Achieved, clause.start, clause.end) {
            return "compute_performance";
        }
        &naming.metric
    }

    /// Returns the device that a size chooses: the first one named after it ("批次 ≥ 1024 时，TPU 更优").
    fn chosen(&self, figure: &Figure<'_>, metric: &str) -> Option<Subject> {
        let view = self.view;
        let groups = &view.vocab.binding.subjects;
        let span = figure.reading.span;
        if !groups.thresholds.iter().any(|id| &**id == metric) || !view.has(Cue::If, 0, span.start) {
            return None;
        }
        let device = view.devices.iter().find(|device| !device.is_model && device.mention.span.start >= span.end)?;
        let chooses = view.has(Cue::Choosing, span.end, view.text.len());
        chooses.then(|| Subject { mention: device.mention.clone(), here: true, rule: "prose/chosen", confidence: 0.75 })
    }

    /// A size is a device's only where the text chooses the device by it.
    fn threshold(&self, figure: &Figure<'_>, metric: &str, subjects: &[Subject]) -> Result<(), String> {
        let groups = &self.view.vocab.binding.subjects;
        let devices = &self.view.vocab.devices;
        let of_model = |subject: &Subject| devices.is_a(&subject.mention.device, "model");
        if groups.model_only.iter().any(|id| &**id == metric) && !subjects.iter().all(of_model) {
            return Err(format!("a {metric} of no model"));
        }
        // "CPU: Xeon Gold, 512 GB of RAM": the machine has it.
        let fitted = |subject: &Subject| {
            devices.is_a(&subject.mention.device, "cpu")
                && !self.view.is_tight(subject.mention.span.end, figure.reading.span.start)
        };
        if metric == "memory_capacity" && subjects.iter().any(fitted) {
            return Err("the memory of the machine, not of the processor in it".to_owned());
        }
        let class = |subject: &Subject| {
            devices.iter().any(|other| other.parent.as_ref() == Some(&subject.mention.device))
                && !devices.is_a(&subject.mention.device, "system")
                && !devices.is_a(&subject.mention.device, "instance")
        };
        if metric == "chip_count" && subjects.iter().any(class) {
            return Err("a count of a class of devices".to_owned());
        }
        if subjects
            .iter()
            .any(|subject| !subject.here && devices.get(&subject.mention.device).is_some_and(|d| d.parent.is_none()))
        {
            return Err("only a heading names its kind of device".to_owned());
        }
        // "Chinchilla (a 70B model) with a 4B drafter": a second size in the clause is another's; above a text
        // with two sizes, or with the size in a bracket, the heading says too little.
        if models_size(figure, metric) && subjects.iter().all(of_model) {
            let view = self.view;
            let span = figure.reading.span;
            let sizes = self
                .figures
                .iter()
                .filter(|other| &*other.dimension == "count" && other.reading.step >= Decimal::from(1000));
            let several = sizes.count() > 1;
            let far = subjects.iter().any(|subject| {
                subject.rule == "prose/clause" && view.figures_between(subject.mention.span.end, span.start) > 0
            });
            let above = subjects.iter().any(|subject| !subject.here);
            if self.is_of_another_model(figure, &subjects[..]) {
                return Err("of another model".to_owned());
            }
            if far && metric == "model_size" || above && (several || view.bracket(span.start).is_some()) {
                return Err("the size of another model may be meant".to_owned());
            }
        }
        let of_one_kind = groups.of_one_kind.iter().any(|id| &**id == metric);
        if of_one_kind && subjects.iter().any(|subject| !subject.here && class(subject)) {
            return Err("only what stands above names its kind of device".to_owned());
        }
        let first = groups.models_first.iter().any(|id| &**id == metric);
        if first && subjects.iter().any(|subject| !subject.here && class(subject)) {
            return Err(format!("a {metric} of no model"));
        }
        let threshold = groups.thresholds.iter().any(|id| &**id == metric);
        let models = groups.of_models.iter().any(|id| &**id == metric) && subjects.iter().all(of_model);
        if !threshold || models {
            return Ok(());
        }
        let end = self.view.text.len();
        let chooses = self.view.has(Cue::If, 0, figure.reading.span.start)
            && self.view.has(Cue::Choosing, figure.reading.span.end, end);
        if chooses { Ok(()) } else { Err(format!("a {metric} that chooses no device")) }
    }

    /// Says whether a size and the noun behind it name a model that is not the subject ("distilled into a 7B model"),
    /// or such a one stands between the subject and the figure.
    fn is_of_another_model(&self, figure: &Figure<'_>, subjects: &[Subject]) -> bool {
        let view = self.view;
        let nouns = view.scene.cues.iter().filter(|cue| cue.entry == Cue::ModelNoun);
        let another = |noun: Span| {
            self.figures.iter().find(|size| {
                let at = size.reading.span;
                &*size.dimension == "count"
                    && at.end <= noun.start
                    && view.gap(at.end, noun.start).trim_matches([' ', '-']).is_empty()
                    && view.scene.cues.iter().any(|cue| {
                        cue.entry == Cue::Indefinite
                            && cue.span.end <= at.start
                            && view.gap(cue.span.end, at.start).trim().is_empty()
                            && !view.scene.cues.iter().any(|is| {
                                is.entry == Cue::Copula
                                    && is.span.start < cue.span.end
                                    && cue.span.start <= is.span.end + 1
                            })
                    })
            })
        };
        let span = figure.reading.span;
        let after = |at: Span| subjects.iter().all(|subject| subject.here && subject.mention.span.end <= at.start);
        nouns.filter_map(|noun| another(noun.span)).any(|size| {
            let at = size.reading.span;
            at.start <= span.start && after(at)
        })
    }

    /// Says whether the number is calculated with, not stated: "512 * 2".
    fn is_operand(&self, figure: &Figure<'_>) -> bool {
        let span = figure.reading.span;
        let text = self.view.text;
        let after = text[span.end..].trim_start();
        let before = text[..span.start].trim_end();
        // "260GB / 70 / 8 = 4": a chain of divisions that ends in a result.
        let chain = after.strip_prefix("/ ").is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_digit())
                && rest.chars().take(48).take_while(|c| !matches!(c, ',' | '，' | '。' | ';')).any(|c| c == '=')
        });
        let operator = |c: char| matches!(c, '*' | '^' | '\\');
        let result =
            before.ends_with('=')
                && before.trim_end_matches('=').rsplit(['`', '(', '，', ',']).next().is_some_and(|side| {
                    side.contains(['*', '/', '+', '×']) && side.contains(|c: char| c.is_ascii_digit())
                });
        let follows = before.trim_end_matches(['`', ' ']).ends_with("=>");
        result
            || chain
            || follows
            || before.ends_with('×')
            || after.starts_with(operator)
            || before.ends_with(operator)
            || after.starts_with('×') && after[2..].trim_start().starts_with(|c: char| c.is_ascii_digit())
    }

    /// Returns what the notes state to which marks at the figure, or at the end of a sentence that has no other, point.
    fn noted(&self, figure: Span) -> Conditions {
        let mut stated = Conditions::default();
        let index = self.view.scene.sentence.block;
        let Some(block) = self.article.blocks.get(index).filter(|block| !block.marks.is_empty()) else { return stated };
        let sentence = self.view.scene.sentence.text.source();
        let others = || self.figures.iter().map(|other| self.view.scene.sentence.text.to_source(other.reading.span));
        let alone = self.figures.iter().filter(|other| !other.reading.bare).count() == 1;
        for mark in &block.marks {
            let at = mark.at.min(block.text.len());
            let at = block.text.to_source(Span::new(at, at)).start;
            let next = others().filter(|other| other.start > figure.start).map(|other| other.start).min();
            let close = figure.start < at && at <= figure.end + 8 && next.is_none_or(|next| at <= next);
            let ends = alone && sentence.start < at && sentence.end <= at + 1 && at <= sentence.end + 2;
            if close || ends {
                for (key, value) in note::conditions(self.view.vocab, self.article, index, &mark.name).iter() {
                    stated.set_default(key, value.clone());
                }
            }
        }
        stated
    }

    /// Returns the figure without its bound where the word of it compares with a device behind: "低于 700W 的 H100".
    fn without_bound(&self, figure: &Figure<'_>, subjects: &[Subject]) -> Option<Reading> {
        let reading = figure.reading;
        let span = reading.span;
        reading.bound?;
        let behind = subjects.iter().any(|subject| subject.rule == "prose/modifier");
        let compares = self.view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Versus
                && (cue.span.end <= span.start && span.start - cue.span.end <= 1 || cue.span.start == span.start)
        });
        let number = reading.low.or(reading.high);
        (behind && compares).then(|| Reading { bound: None, low: number, high: number, ..reading.clone() })
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
        let unit = Some(figure.unit.clone());
        let compared = self.without_bound(figure, &subjects);
        let value = value::quantity(compared.as_ref().unwrap_or(figure.reading), text, &self.article.text, unit)
            .ok_or_else(|| "the number is out of range".to_owned())?;
        // "8*100Gbps" is no figure of its own, "3*10^23" is one.
        let times = value.surface.split_once('*').map(|(_, rest)| rest.trim_start_matches('*').trim_start());
        if times.is_some_and(|rest| !rest.starts_with("10^") && !rest.starts_with("10*")) {
            return Err("a product of two numbers".to_owned());
        }
        if value.surface.contains("](") {
            return Err("a number across a link".to_owned());
        }
        let noted = self.noted(value.span);
        let draft = |subject: Subject| {
            let mut conditions = circumstances.of(figure, entry, &subject, place);
            if metric == "compute_performance" {
                conditions.set_default("basis", "measured");
            }
            for (key, value) in noted.iter().filter(|(key, _)| entry.separates.contains(key)) {
                conditions.set_default(key, value.clone());
            }
            if self.is_of_several(figure, metric, &subject, &conditions) {
                return Err("more than one device has, and nothing says how many".to_owned());
            }
            Ok(Draft {
                metric: entry.id.clone(),
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

/// Says whether a figure is a large count that a model has.
fn models_size(figure: &Figure<'_>, metric: &str) -> bool {
    &*figure.dimension == "count" && matches!(metric, "model_size" | "training_tokens")
}

/// The scopes of more than one device.
const OF_SEVERAL: [&str; 4] = ["host", "slice", "pod", "cluster"];

/// Says whether a figure is written as a year of our time.
fn is_year(figure: &Figure<'_>) -> bool {
    let reading = figure.reading;
    let year = reading.low.is_some_and(|low| low >= Decimal::from(1990) && low <= Decimal::from(2039));
    year && reading.span.len() == 4 && reading.low == reading.high && reading.unit.is_none()
}

/// Returns the numbers that state conditions by their metric or by what they count.
fn stated_numbers(view: &View<'_>, figures: &[Figure<'_>]) -> Vec<Number> {
    let mut found = Vec::new();
    for figure in figures {
        let span = figure.reading.span;
        let counted = view.vocab.binding.counted.find(view.gap(span.start, (span.end + 16).min(view.text.len())));
        let by_count = counted
            .first()
            .filter(|word| word.span.start <= span.len() + 4)
            .map(|word| &view.vocab.binding.numbers[word.entry]);
        let by_metric = || {
            let named = naming::namings(view, figure).into_iter().find(|naming| naming.cost <= 12)?;
            view.vocab.binding.numbers.iter().find(|number| number.metric.as_ref() == Some(&named.metric))
        };
        if &*figure.dimension != "count" {
            continue;
        }
        // "batch size 128": what is a label behind other nouns is the number itself behind these.
        let touching = || {
            let named = view.scene.mentions.metrics.iter().find(|named| {
                !named.weak
                    && named.span.end <= span.start
                    && view.gap(named.span.end, span.start).trim_matches([' ', '=', ':']).is_empty()
            })?;
            view.vocab.binding.numbers.iter().find(|number| number.metric.as_ref() == Some(&named.metric))
        };
        let found_by = by_count.or_else(touching).or_else(by_metric);
        if let (Some(number), Some(value)) = (found_by, number_value(figure)) {
            found.push(Number { span, key: number.key.clone(), value, device: None, scope: None });
        }
    }
    found
}

/// Returns the number of `figure` as the value of a condition.
fn number_value(figure: &Figure<'_>) -> Option<ConditionValue> {
    let (low, high) = (figure.reading.low.or(figure.reading.high)?, figure.reading.high.or(figure.reading.low)?);
    Some(if low == high { ConditionValue::from(low) } else { ConditionValue::Interval(low, high) })
}

/// Returns a whole count of at least `least`.
pub(super) fn whole(number: Option<Decimal>, least: i64) -> Option<Decimal> {
    number.filter(|number| number.fract().is_zero() && *number >= Decimal::from(least))
}
