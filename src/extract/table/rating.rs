//! Words in the cells of a table: "Flexibility | high | low" rates two devices, "Frameworks | PyTorch, JAX" says what
//! one runs, "Best for | training" what it is for, "FP8 | ✓ | ✗" what it can do.
//!
//! Figures are not looked at here. A cell counts only if nothing is left of it besides words that are known.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Conditions, Fit, Level, Modality, Name, Relation, Statement};
use crate::extract::draft::{Draft, Drafts};
use crate::extract::grading::opposite;
use crate::vocab::quality::{Degree, Fitting, Form, Grading, Pole, Role as Word, Supporting};
use crate::vocab::table::is_one_of;

use super::bind::Binder;
use super::facet::Facet;
use super::grid::RowKind;
use super::plan::{Axis, Plan, Role, heads_device};
use super::subject::{self, Subject};

/// A longer cell is a sentence; the readers of sentences do not see it, and it is no rating.
const LONGEST_RATING: usize = 16;
/// A label that names what is rated says little else.
const LONGEST_LABEL: usize = 24;
/// Lists of tasks and of software may be longer.
const LONGEST_LIST: usize = 120;

/// One cell with what heads it.
struct Seen<'f> {
    row: usize,
    label: &'f Facet,
    cell: &'f Facet,
    subject: Subject,
    /// The only other device of the table.
    other: Option<Name>,
}

/// Reads every cell of words below or beside a device.
pub fn read(binder: &Binder<'_>, plan: &Plan, drafts: &mut Drafts) {
    let first = drafts.claims.len();
    match plan.axis {
        Axis::Columns => columns(binder, plan, drafts),
        Axis::Rows => rows(binder, plan, drafts),
        Axis::Above => {}
    }
    share(&mut drafts.claims[first..]);
}

/// What a table calls best for two devices is good for each: the label sets neither above the other.
fn share(claims: &mut [Draft]) {
    let mut best: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
    for draft in claims.iter() {
        if let Statement::Suitability { object, fit: Fit::Best } = &draft.statement {
            best.entry(object.clone()).or_default().insert(draft.device.clone());
        }
    }
    for draft in claims {
        if let Statement::Suitability { object, fit } = &mut draft.statement
            && *fit == Fit::Best
            && best.get(object).is_some_and(|devices| devices.len() > 1)
        {
            *fit = Fit::Good;
        }
    }
}

fn columns(binder: &Binder<'_>, plan: &Plan, drafts: &mut Drafts) {
    let devices: Vec<(usize, Subject)> = (1..binder.grid.width)
        .filter(|&at| heads_device(binder.classes, &plan.columns[at].heading, false))
        .filter_map(|at| Some((at, only(binder, &plan.columns[at].heading)?)))
        .collect();
    for row in binder.grid.rows(RowKind::Body) {
        for (at, subject) in &devices {
            let label = binder.grid.cell(row, 0);
            let cell = binder.grid.cell(row, *at);
            let other = other(&devices, subject);
            cell_of(binder, &Seen { row, label, cell, subject: subject.clone(), other }, drafts);
        }
    }
}

fn rows(binder: &Binder<'_>, plan: &Plan, drafts: &mut Drafts) {
    let Some(named) = plan.with(Role::Device).next() else { return };
    let devices: Vec<(usize, Subject)> = binder
        .grid
        .rows(RowKind::Body)
        .filter_map(|row| Some((row, only(binder, binder.grid.cell(row, named))?)))
        .collect();
    for (row, subject) in &devices {
        for at in (0..binder.grid.width).filter(|&at| at != named) {
            let label = &plan.columns[at].heading;
            let cell = binder.grid.cell(*row, at);
            let other = other(&devices, subject);
            cell_of(binder, &Seen { row: *row, label, cell, subject: subject.clone(), other }, drafts);
        }
    }
}

/// Returns the device that a heading or a cell names, if it is one alone.
fn only(binder: &Binder<'_>, facet: &Facet) -> Option<Subject> {
    let mut listed = subject::listed(binder.vocab, binder.classes, facet, false);
    (listed.len() == 1).then(|| listed.remove(0))
}

fn other(devices: &[(usize, Subject)], subject: &Subject) -> Option<Name> {
    let mut others = devices.iter().map(|(_, other)| &other.device).filter(|other| **other != subject.device);
    let first = others.next()?;
    others.next().is_none().then(|| first.clone())
}

fn cell_of(binder: &Binder<'_>, seen: &Seen<'_>, drafts: &mut Drafts) {
    let long = seen.cell.as_str().chars().count() > LONGEST_LIST;
    if seen.cell.is_empty() || long || seen.label.as_str().chars().count() > LONGEST_LABEL {
        return;
    }
    for (metric, statement) in said(binder, seen) {
        drafts.claims.push(Draft {
            metric,
            device: seen.subject.device.clone(),
            statement,
            conditions: kept(&seen.subject.conditions),
            quote: binder.grid.table.rows[seen.row].span,
            block: binder.block,
            hedged: false,
            attribution: None,
            rule: "table/rating",
            confidence: 0.8,
        });
    }
}

/// The variant and the form belong to the device; a count does not.
fn kept(stated: &Conditions) -> Conditions {
    let mut kept = Conditions::default();
    for (key, value) in stated.iter().filter(|(key, _)| matches!(&***key, "form" | "variant")) {
        kept.set(key, value.clone());
    }
    kept
}

fn said(binder: &Binder<'_>, seen: &Seen<'_>) -> Vec<(Name, Statement)> {
    let sheet = binder.vocab.qualities.sheet();
    let label = strip_brackets(seen.label.as_str());
    let fits = [(&sheet.best, Fit::Best), (&sheet.good, Fit::Good), (&sheet.poor, Fit::Poor)];
    if let Some((_, fit)) = fits.into_iter().find(|(words, _)| is_one_of(words, label)) {
        return tasks(binder, seen, fit);
    }
    if is_one_of(&sheet.software, label) {
        let named = software(binder, seen);
        if !named.is_empty() {
            return named;
        }
    }
    if let Some(object) = object(binder, label) {
        return ability(binder, seen, object).into_iter().collect();
    }
    rating(binder, seen).into_iter().collect()
}

fn tasks(binder: &Binder<'_>, seen: &Seen<'_>, fit: Fit) -> Vec<(Name, Statement)> {
    let qualities = &binder.vocab.qualities;
    let text = seen.cell.as_str();
    let words = qualities.uses(text).1;
    // A cell that says itself how well it fits is a sentence.
    if words.iter().any(|word| matches!(word.entry, Fitting::Word(at) if qualities.fit(at).fit == Fit::Poor)) {
        return Vec::new();
    }
    let mut found: Vec<(Name, Statement)> = Vec::new();
    for word in &words {
        let Fitting::Task(task) = word.entry else { continue };
        let task = qualities.task(task);
        // "large-model training": the general task only ends the special one's name.
        let beside = |at: usize, other: usize| {
            text.get(at.min(other)..at.max(other))
                .is_some_and(|gap| !gap.contains(['、', ',', '，', '/', ';', '；']) && gap.chars().count() <= 4)
        };
        let narrowed = task.general
            && words.iter().any(|other| {
                matches!(other.entry, Fitting::Task(special) if !qualities.task(special).general)
                    && (beside(other.span.end, word.span.start) || beside(word.span.end, other.span.start))
            });
        let statement = Statement::Suitability { object: task.object.clone(), fit };
        if !narrowed && !found.iter().any(|(_, other)| *other == statement) {
            found.push(("workload_fit".into(), statement));
        }
    }
    found
}

fn software(binder: &Binder<'_>, seen: &Seen<'_>) -> Vec<(Name, Statement)> {
    let qualities = &binder.vocab.qualities;
    let mut modality = Modality::Supports;
    let mut found: Vec<(Name, Statement)> = Vec::new();
    for word in qualities.uses(seen.cell.as_str()).0 {
        match word.entry {
            Supporting::Word(at) => modality = qualities.support(at).modality,
            Supporting::Object(at) => {
                let object = qualities.object(at);
                let statement = Statement::Support { object: object.object.clone(), modality };
                if &*object.metric == "framework_support" && !found.iter().any(|(_, other)| *other == statement) {
                    found.push((object.metric.clone(), statement));
                }
            }
        }
    }
    found
}

/// Returns the object that a label names and says nothing besides, but for a word of support ("FP8 support").
fn object(binder: &Binder<'_>, label: &str) -> Option<usize> {
    let qualities = &binder.vocab.qualities;
    let words = qualities.uses(label).0;
    let mut objects = words.iter().filter_map(|word| match word.entry {
        Supporting::Object(at) => Some(at),
        Supporting::Word(_) => None,
    });
    let object = objects.next()?;
    let whole = objects.next().is_none() && covers(label, words.iter().map(|word| (word.span.start, word.span.end)));
    (whole && &*qualities.object(object).metric != "availability").then_some(object)
}

fn ability(binder: &Binder<'_>, seen: &Seen<'_>, object: usize) -> Option<(Name, Statement)> {
    let sheet = binder.vocab.qualities.sheet();
    let cell = seen.cell.as_str();
    let modality = if is_one_of(&sheet.yes, cell) {
        Modality::Supports
    } else if is_one_of(&sheet.no, cell) {
        Modality::Lacks
    } else {
        return None;
    };
    let object = binder.vocab.qualities.object(object);
    Some((object.metric.clone(), Statement::Support { object: object.object.clone(), modality }))
}

/// "high", "较低", "更快": a level, or where only one other device stands in the table, a comparison with it.
fn rating(binder: &Binder<'_>, seen: &Seen<'_>) -> Option<(Name, Statement)> {
    let vocab = binder.vocab;
    let cell = strip_brackets(seen.cell.as_str());
    if cell.chars().count() > LONGEST_RATING || !seen.cell.quantities.is_empty() || !seen.cell.devices.is_empty() {
        return None;
    }
    let (metric, inverted) = rated(binder, seen.label)?;
    let words = vocab.qualities.gradings(cell);
    if !covers(cell, words.iter().map(|word| (word.span.start, word.span.end))) {
        return None;
    }
    let mut degree: Option<(usize, Form)> = None;
    let (mut negated, mut compares) = (false, false);
    for word in &words {
        let has = |role: Word| word.entry.contains(&Grading::Cue(role));
        let own = word.entry.iter().find_map(|meaning| match meaning {
            Grading::Degree(at, form) => Some((*at, *form)),
            _ => None,
        });
        match own {
            _ if has(Word::Not) => negated = !negated,
            _ if has(Word::Mild) && word.span.end < cell.len() => {}
            _ if has(Word::More) => compares = true,
            _ if has(Word::Most) => {}
            Some(own) if degree.is_none() => degree = Some(own),
            // "成本低": the aspect said again.
            None if word.entry.iter().any(|meaning| matches!(meaning, Grading::Aspect(_))) => {}
            _ => return None,
        }
    }
    let (at, form) = degree?;
    let word = vocab.qualities.degree(at);
    if word.change || word.noun {
        return None;
    }
    compares |= form == Form::More;
    let mut pole = pole_of(binder, word, &metric)?;
    if inverted {
        pole = opposite(pole);
    }
    if negated {
        pole = opposite(pole);
    }
    let greater = match (pole, better(binder, &metric)) {
        (Pole::High, _) => true,
        (Pole::Low, _) => false,
        (Pole::Good, better) => better != Some("lower"),
        (Pole::Bad, better) => better == Some("lower"),
        (Pole::Equal, _) => return None,
    };
    let statement = match &seen.other {
        Some(other) if compares && !negated => {
            let relation = if greater { Relation::Greater } else { Relation::Less };
            Statement::Comparison { versus: other.clone(), relation, factor: None }
        }
        _ if greater => Statement::Level(Level::High),
        _ => Statement::Level(Level::Low),
    };
    Some((metric, statement))
}

/// Returns the metric that a label names as what is rated, and whether much of it is little of the metric.
fn rated(binder: &Binder<'_>, label: &Facet) -> Option<(Name, bool)> {
    let qualities = &binder.vocab.qualities;
    let words = qualities.rated();
    let text = strip_brackets(label.as_str());
    let mut named: Vec<(Name, bool)> = Vec::new();
    for word in qualities.gradings(text) {
        let aspect = word.entry.iter().find_map(|meaning| match meaning {
            Grading::Aspect(at) => Some(qualities.aspect(*at)),
            _ => None,
        });
        if let Some(aspect) = aspect.filter(|aspect| !named.iter().any(|(metric, _)| *metric == aspect.metric)) {
            named.push((aspect.metric.clone(), aspect.inverted));
        }
    }
    if named.is_empty() {
        let strong = label.metrics.iter().filter(|found| !found.weak && found.span.end <= text.len());
        named.extend(strong.map(|found| (found.metric.clone(), false)));
        named.dedup();
    }
    let [(metric, inverted)] = &named[..] else { return None };
    let group = &binder.vocab.metrics.get(metric)?.group;
    let seldom =
        (words.seldom_groups.contains(group) || words.seldom.contains(metric)) && !words.often.contains(metric);
    let never = words.not_groups.contains(group) || words.never.contains(metric);
    (!seldom && !never).then(|| (metric.clone(), *inverted))
}

/// Returns the end of the scale of `metric` that a word speaks of; a word with a metric of its own ("cheap") says of
/// another one only whether it is good or bad.
fn pole_of(binder: &Binder<'_>, word: &Degree, metric: &Name) -> Option<Pole> {
    if !word.metrics.is_empty() && !word.metrics.contains(metric) {
        return None;
    }
    let own = if word.speed { Some(&binder.vocab.qualities.speed().metric) } else { word.metric.as_ref() };
    let Some(own) = own.filter(|own| *own != metric) else { return Some(word.pole) };
    let lower = better(binder, own) == Some("lower");
    Some(match word.pole {
        Pole::High if lower => Pole::Bad,
        Pole::High => Pole::Good,
        Pole::Low if lower => Pole::Good,
        Pole::Low => Pole::Bad,
        other => other,
    })
}

fn better<'v>(binder: &Binder<'v>, metric: &str) -> Option<&'v str> {
    binder.vocab.metrics.get(metric).and_then(|metric| metric.better.as_deref())
}

/// Says whether no letter of `text` stands outside of the places (start and end) of the words found in it.
fn covers(text: &str, words: impl Iterator<Item = (usize, usize)>) -> bool {
    let words: Vec<(usize, usize)> = words.collect();
    text.char_indices()
        .filter(|(_, c)| c.is_alphanumeric())
        .all(|(at, _)| words.iter().any(|(start, end)| *start <= at && at < *end))
}

/// Returns a text without what stands in brackets at its end.
fn strip_brackets(text: &str) -> &str {
    let head = text.split(['(', '（']).next().unwrap_or(text).trim();
    if head.is_empty() { text } else { head }
}
