//! What was seen on a line, what was weighed, and what became of it: for `atodds explain`.
//!
//! The same steps run as in [`super::claims`]; nothing is read twice in a different way.

use super::discourse::{self, Scene};
use super::draft::Drafts;
use super::grading;
use super::mention::{DeviceMention, MetricMention};
use super::table::facet::Facet;
use super::{comparison, prose, quality, table};
use crate::claim::Conditions;
use crate::normalise;
use crate::read::{Article, BlockKind, Cell};
use crate::text::Span;
use crate::vocab::Vocab;

/// One thing that was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Where, in bytes of the source text.
    pub span: Span,
    /// As written.
    pub surface: String,
    /// What it was taken for: "device nvidia-a100, subject", "metric power", "quantity".
    pub what: String,
    /// For a quantity: the metrics that it might be one of, best first.
    pub weighed: Vec<String>,
    /// For a quantity: what was made of it, or why it was left.
    pub verdict: Option<String>,
}

/// Returns what was seen in the sentences that touch `lines` (a span of the source text), in order of place.
pub fn trace(vocab: &Vocab, article: &Article, lines: Span) -> Vec<Seen> {
    let sentences = normalise::sentences(article);
    let scenes = discourse::scenes(vocab, article, &sentences);
    let mut drafts = Drafts::default();
    table::read(vocab, article, &mut drafts);
    let graded = grading::read(vocab, &scenes);
    comparison::read(vocab, article, &scenes, &graded, &mut drafts);
    quality::read(vocab, article, &scenes, &graded, &mut drafts);
    let mut seen = Vec::new();
    for scene in scenes.iter().filter(|scene| scene.sentence.text.source().overlaps(lines)) {
        seen.extend(mentions(article, scene));
        seen.extend(inherited(article, scene));
        seen.extend(quantities(vocab, article, scene, &drafts));
    }
    for block in &article.blocks {
        if let BlockKind::Table(table) = &block.kind {
            let rows = table.rows.iter().filter(|row| row.span.overlaps(lines));
            seen.extend(
                rows.flat_map(|row| &row.cells)
                    .filter(|cell| !cell.repeated)
                    .flat_map(|cell| named(vocab, article, cell)),
            );
        }
    }
    seen.sort_by_key(|seen| (seen.span.start, seen.span.end));
    seen
}

/// Returns what one cell of a table names.
fn named(vocab: &Vocab, article: &Article, cell: &Cell) -> Vec<Seen> {
    let facet = Facet::beside_devices(vocab, &cell.text);
    let devices = facet.devices.iter();
    let devices = devices.map(|found| (found.span, format!("device {}{}", found.device, said(&found.conditions))));
    let metrics = facet.metrics.iter().map(|metric| (metric.span, metric_named(metric)));
    let conditions = facet.conditions.iter().map(|(span, stated)| (*span, format!("condition{}", said(stated))));
    let all = devices.chain(metrics).chain(conditions);
    all.map(|(span, what)| {
        let span = facet.text.to_source(span);
        let surface = span.of(&article.text).unwrap_or_default().to_owned();
        Seen { span, surface, what, weighed: Vec::new(), verdict: None }
    })
    .collect()
}

fn metric_named(metric: &MetricMention) -> String {
    format!("metric {}{}", metric.metric, if metric.weak { ", where the unit fits" } else { "" })
}

fn mentions(article: &Article, scene: &Scene<'_>) -> Vec<Seen> {
    let found = &scene.mentions;
    let devices = found.devices.iter().zip(&scene.roles).map(|(device, role)| {
        (device.span, format!("device {}{}, {role:?}", device.device, said(&device.conditions)).to_lowercase())
    });
    let metrics = found.metrics.iter().map(|metric| (metric.span, metric_named(metric)));
    let conditions = found.conditions.iter().map(|c| (c.span, format!("condition{}", said(&c.conditions))));
    devices.chain(metrics).chain(conditions).map(|(span, what)| seen(article, scene, span, what)).collect()
}

/// Returns the subjects that the sentence inherits, at its first byte.
fn inherited(article: &Article, scene: &Scene<'_>) -> Vec<Seen> {
    let start = Span::new(0, 0);
    let line = |how: &str, device: &DeviceMention| {
        seen(article, scene, start, format!("{how} {}{}", device.device, said(&device.conditions)))
    };
    let carried = scene.carried.iter().chain(&scene.carried_model).map(|device| line("carried", device));
    let above = scene.above.iter().chain(&scene.above_models).map(|device| line("named above", device));
    carried.chain(above).collect()
}

fn quantities(vocab: &Vocab, article: &Article, scene: &Scene<'_>, drafts: &Drafts) -> Vec<Seen> {
    let weighed = prose::weigh(vocab, article, scene, drafts);
    let one = |weighed: prose::Weighed| {
        let name = |naming: &super::naming::Naming| format!("{} ({}, {})", naming.metric, naming.how, naming.cost);
        let verdict = match &weighed.verdict {
            Ok(drafts) => drafts
                .iter()
                .map(|draft| format!("{} {}{} by {}", draft.device, draft.metric, said(&draft.conditions), draft.rule))
                .collect::<Vec<_>>()
                .join("; "),
            Err(reason) => format!("left: {reason}"),
        };
        Seen {
            span: weighed.span,
            surface: weighed.surface,
            what: "quantity".to_owned(),
            weighed: weighed.metrics.iter().map(name).collect(),
            verdict: Some(verdict),
        }
    };
    weighed.into_iter().map(one).collect()
}

fn said(conditions: &Conditions) -> String {
    conditions.iter().map(|(key, value)| format!(" {key}={value}")).collect()
}

fn seen(article: &Article, scene: &Scene<'_>, span: Span, what: String) -> Seen {
    let span = scene.sentence.text.to_source(span);
    let surface = span.of(&article.text).unwrap_or_default().to_owned();
    Seen { span, surface, what, weighed: Vec::new(), verdict: None }
}
