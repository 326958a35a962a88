//! Which of the metrics that may name a figure is taken.

use rust_decimal::Decimal;

use super::Binder;
use crate::extract::circumstance::Circumstances;
use crate::extract::naming::{self, Figure, Naming};
use crate::vocab::cue::Cue;

impl Binder<'_> {
    /// Returns the metric that is nearest, or the one that a list pairs with the figure.
    pub(super) fn pick<'n>(
        &self,
        figure: &Figure<'_>,
        namings: &'n [Naming],
        place: Option<usize>,
    ) -> Result<&'n Naming, String> {
        if let Some(paired) = place.and_then(|at| namings.iter().find(|n| n.span.is_some_and(|span| span.start == at)))
        {
            return Ok(paired);
        }
        let groups = &self.view.vocab.binding.subjects;
        let plain = |naming: &&Naming| {
            !figure.reading.bare
                || &*figure.dimension == "money"
                || naming.cost <= 12 && groups.plain.contains(&naming.metric)
        };
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
    pub(super) fn of_work<'n>(&self, figure: &Figure<'_>, naming: &'n Naming, namings: &'n [Naming]) -> &'n Naming {
        let view = self.view;
        // "Training GPT-4 on 25,000 A100s cost $63 million": a model is trained for it.
        let of_model = view.devices.first().is_some_and(|first| first.is_model);
        let work = of_model || view.has(Cue::Work, 0, figure.reading.span.start);
        let open = &*figure.dimension == "money" && naming.weak && work;
        let named = |other: &&Naming| &*other.metric == "training_cost" && other.span.is_some();
        // "用 A100 训练 BERT，单轮耗时 30 分钟": one word for both, and the training is told.
        let start = figure.reading.span.start;
        let clause = view.clause_at(start);
        let told = || {
            view.scene.mentions.conditions.iter().any(|stated| {
                stated.span.end <= start
                    && clause - view.clause_at(stated.span.start) <= 1
                    && stated.conditions.word("phase") == Some("training")
            })
        };
        if &*naming.metric == "latency" && naming.weak && naming.span.is_some() && told() {
            let same = |other: &&Naming| &*other.metric == "training_time" && other.span == naming.span;
            return namings.iter().find(same).unwrap_or(naming);
        }
        if open { namings.iter().find(named).unwrap_or(naming) } else { naming }
    }

    /// A bandwidth is the link's where one is named beside it.
    pub(super) fn relinked<'n>(
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
            // "A 200 Gbps network" is one, whatever link stands before it.
            let told = &*relink.metric == "interconnect_bandwidth" && naming.how == "named after it" && !naming.weak;
            !told
                && relink.metrics.iter().any(|id| &**id == metric)
                && relink.links.contains(&link)
                && (vague || !relink.weak_only)
                && relink.below.is_none_or(|below| size.is_some_and(|size| size < below))
        });
        relink.map_or(metric, |relink| &relink.metric)
    }

    /// A rate that was reached is `compute_performance`, never the peak.
    pub(super) fn achieved<'n>(&self, figure: &Figure<'_>, naming: &'n Naming) -> &'n str {
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
}
