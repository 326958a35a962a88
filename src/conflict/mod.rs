//! From claims to findings: which of them cannot both hold, and what explains the rest.

mod against;
mod apart;
mod ceiling;
pub mod change;
mod class;
pub mod context;
mod correction;
pub mod decisions;
pub mod dispute;
mod disputed;
pub mod explain;
pub mod family;
mod fitness;
mod footing;
mod group;
mod hint;
mod interval;
mod order;
mod pair;
pub mod rates;
mod relation;
mod summary;
mod table;
mod time;
mod together;
mod verdict;

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

use crate::claim::{Attribution, Claim, Name, Statement, id, words};
use crate::vocab::{Lang, Vocab};
use explain::Speaker;
use family::Families;
use interval::Interval;
pub use summary::Summary;
use summary::Tally;
use table::Table;
use verdict::Verdict;

/// How claims are judged and findings are said.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The language of the explanations.
    pub lang: Lang,
    /// Exchange rates; without them no two currencies are compared.
    pub rates: Option<rates::Rates>,
    /// Leave the sentences of the findings empty, for those who only count them.
    pub brief: bool,
    /// Judge on all cores; it takes some more memory.
    pub all_cores: bool,
}

/// All findings, and what was and was not compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judgement {
    /// The findings, gravest first.
    pub findings: Vec<Finding>,
    /// The counts.
    pub summary: Summary,
    /// How often a source stands alone, by metric.
    pub records: Vec<context::Record>,
}

/// Sets the claims side by side and returns a verdict for every pair.
///
/// Claims may come in any order; the order of two claims that say the same decides which is named first.
pub fn find<C: Borrow<Claim>>(vocab: &Vocab, claims: &[C]) -> Judgement {
    find_with(vocab, claims, &Options::default())
}

/// Like [`find`], with options.
pub fn find_with<C: Borrow<Claim>>(vocab: &Vocab, claims: &[C], options: &Options) -> Judgement {
    let claims: Vec<&Claim> = claims.iter().map(Borrow::borrow).collect();
    let mut table = Table::new(vocab, claims, options.rates.as_ref());
    let families = Families::new(&mut table);
    let mut tally = Tally::default();
    let mut verdicts = group::figures(&table, &families, options.all_cores, &mut tally);
    verdicts.extend(relation::relations(&table, &mut tally));
    verdicts.extend(ceiling::ceilings(&table, &mut tally));
    verdicts.extend(class::counter_examples(&table, &mut tally));
    verdicts.extend(order::orders(&table, &families, &mut tally));
    verdicts.extend(against::against(&table, &mut tally));
    verdicts.extend(fitness::fitness(&table, &families, &mut tally));
    for verdict in &mut verdicts {
        name_first(&table, verdict);
    }
    correction::settle(&table, &mut verdicts, &mut tally);
    context::look_around(&table, &families, &mut verdicts);
    let records = context::records(&table, &verdicts);
    // All has been set side by side. Of a large corpus figures, verdicts and findings are many megabytes each.
    table.figures = Vec::new();
    table.keys_of_figures = Vec::new();
    let speaker = (!options.brief).then_some(Speaker { table: &table, lang: options.lang });
    let speaker = speaker.as_ref();
    // Each verdict goes as its finding comes.
    let mut findings: Vec<Finding> =
        verdicts.into_iter().map(|verdict| finding(&table, &families, speaker, &verdict)).collect();
    findings.sort_by(|a, b| a.rank().cmp(&b.rank()));
    findings.dedup_by(|a, b| a.id == b.id);
    let summary = tally.summary(&table, &families, findings.len());
    Judgement { findings, summary, records }
}

/// Puts the two sides of a verdict over words in an order of their own, whichever came first.
fn name_first(table: &Table<'_>, verdict: &mut Verdict) {
    let place = |side: &table::Side| {
        let claim = table.claim(side);
        (claim.source.path.clone(), claim.evidence.start, claim.id.clone())
    };
    let words = verdict.sides.iter().take(2).all(|side| !matches!(table.claim(side).statement, Statement::Figure(_)));
    if words && verdict.kind != Kind::RankingCycle && place(&verdict.sides[0]) > place(&verdict.sides[1]) {
        verdict.sides.swap(0, 1);
    }
}

/// Returns all that two claims say that say the same, in one string.
fn said_alike(claim: &Claim) -> String {
    let value = claim.statement.quantity().map(|value| (value.low.normalize(), value.high.normalize(), value.bound));
    let conditions: String = claim.conditions.iter().map(|(key, value)| format!("{key}={value};")).collect();
    format!("{} {value:?} {conditions}", claim.device)
}

/// Returns how many independent families stand behind a verdict. What an agreement's side only passes on
/// from elsewhere is no voice of its own.
fn voices(table: &Table<'_>, families: &Families, verdict: &Verdict) -> usize {
    let is_own = |side: &&table::Side| {
        verdict.status != Status::Agreement || table.claim(side).attribution != Some(Attribution::Reported)
    };
    let mut voices: Vec<u32> = verdict.sides.iter().filter(is_own).map(|side| families.of(side)).collect();
    voices.sort_unstable();
    voices.dedup();
    voices.len().max(1)
}

/// Writes a verdict out, without its sentences where nobody speaks.
fn finding(table: &Table<'_>, families: &Families, speaker: Option<&Speaker<'_, '_>>, verdict: &Verdict) -> Finding {
    let claims: Vec<&Claim> = verdict.sides.iter().map(|side| table.claim(side)).collect();
    let mut ids: Vec<String> = claims.iter().map(|claim| claim.id.to_string()).collect();
    if verdict.shared {
        // An agreement keeps its id when further sources join it.
        ids = vec![said_alike(claims[0])];
    }
    ids.sort_unstable();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let within = verdict.sides.iter().all(|side| side.source == verdict.sides[0].source);
    let metric = claims[0].metric.clone();
    Finding {
        id: id::finding(verdict.kind.as_str(), &metric, &ids),
        status: verdict.status,
        kind: verdict.kind,
        across: if within { Across::WithinSource } else { Across::Sources },
        metric,
        device: claims[0].device.clone(),
        claims: claims.iter().map(|claim| claim.id.clone()).collect(),
        families: voices(table, families, verdict),
        size: verdict.size,
        certainty: verdict.certainty,
        // Of two figures next to each other the difference is to be seen too.
        ratio: verdict.ratio.map(|ratio| explain::round(ratio, if ratio < 1.1 { 5 } else { 3 })),
        explained_by: table.key_names(verdict.explained),
        unstated: table.key_names(verdict.unstated),
        odd_one_out: verdict.vote.map(|vote| claims[usize::from(vote.second)].id.clone()),
        rule: verdict.rule.into(),
        explanation: speaker.map(|speaker| speaker.explanation(verdict)).unwrap_or_default(),
        to_settle: speaker.map(|speaker| speaker.to_settle(verdict)).unwrap_or_default(),
    }
}

/// Two or more claims set side by side, and the verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// `k-` and twelve hex digits; see [`crate::claim::id::finding`].
    pub id: Name,
    /// The verdict.
    pub status: Status,
    /// What kind of difference.
    pub kind: Kind,
    /// Between sources, or within one.
    pub across: Across,
    /// Metric id.
    pub metric: Name,
    /// Device id.
    pub device: Name,
    /// The claims, the two sides first.
    pub claims: Vec<Name>,
    /// How many independent families the claims come from.
    pub families: usize,
    /// How far apart.
    pub size: Size,
    /// How sure that the two are of the same thing.
    pub certainty: Certainty,
    /// The larger figure over the smaller, to three digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// Condition keys (or `unit_prefix`, `rounding`) that account for the difference.
    pub explained_by: Vec<Name>,
    /// Condition keys that matter and that one or both leave out.
    pub unstated: Vec<Name>,
    /// The claim that stands alone against three families or more.
    pub odd_one_out: Option<Name>,
    /// The rule that decided.
    pub rule: Name,
    /// One sentence for people.
    pub explanation: String,
    /// What would settle it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to_settle: String,
}

impl Finding {
    /// The order in which findings are listed: gravest first.
    fn rank(&self) -> impl Ord + '_ {
        (self.status, std::cmp::Reverse(self.size), &self.metric, &self.device, &self.id)
    }
}

words! {
    /// The verdicts.
    Status {
        /// The values cannot both hold.
        Conflict = "conflict",
        /// They cannot both hold if what is left out is the same.
        Tension = "tension",
        /// A stated difference accounts for it.
        Explained = "explained",
        /// A later figure or a correction took its place.
        Superseded = "superseded",
        /// Different families say the same.
        Agreement = "agreement",
        /// Not to be compared.
        Incomparable = "incomparable",
        /// The user said so.
        Dismissed = "dismissed",
    }
}

words! {
    /// The kinds of difference.
    Kind {
        /// Intervals that do not meet.
        DisjointValues = "disjoint_values",
        /// A power of ten, 8, 1000/1024 … apart, or a factor of 10 and more.
        Magnitude = "magnitude",
        /// The same two devices ordered opposite ways.
        OppositeDirection = "opposite_direction",
        /// One device rated both high and low.
        OppositeLevel = "opposite_level",
        /// An order or factor that figures contradict.
        FiguresAgainstComparison = "figures_against_comparison",
        /// Figures tied by a known relation that do not fit.
        Arithmetic = "arithmetic",
        /// A value that is another metric's value of the same device.
        AttributeMixup = "attribute_mixup",
        /// "only X" against "supports Y".
        Exclusivity = "exclusivity",
        /// Both devices the better choice for one task.
        Suitability = "suitability",
        /// Different thresholds for one choice.
        Threshold = "threshold",
        /// A over B, B over C, C over A.
        RankingCycle = "ranking_cycle",
        /// The same value.
        SameValue = "same_value",
    }
}

words! {
    /// Where the two claims stand.
    Across {
        /// In different sources.
        Sources = "sources",
        /// In one source.
        WithinSource = "within_source",
    }
}

words! {
    /// How far apart the values are.
    Size {
        /// Within tolerance.
        Trivial = "trivial",
        /// Under 5 %.
        Minor = "minor",
        /// Under 20 %.
        Moderate = "moderate",
        /// Under a factor of two.
        Major = "major",
        /// A factor of two and more, or a reversed order.
        Critical = "critical",
    }
}

words! {
    /// How sure it is that both are of the same thing.
    Certainty {
        /// Every separating condition stated and equal.
        High = "high",
        /// Equal by the metric's default.
        Medium = "medium",
        /// Unknown.
        Low = "low",
    }
}
