//! From claims to findings: which of them cannot both hold, and what explains the rest.

use serde::Serialize;

use crate::claim::{Name, words};

/// Two or more claims set side by side, and the verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "String::is_empty")]
    pub to_settle: String,
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
