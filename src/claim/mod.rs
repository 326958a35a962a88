//! The currency of the program: what one source says about one device.
//!
//! A [`Claim`] is metric, device, statement and source, under [`Conditions`], with the
//! [`Evidence`] for it. The terms are those of the claim model (`docs/claim-model.md`).
//! [`row`] holds the JSON form, one claim a line, in which claims leave the program.

pub mod conditions;
pub mod evidence;
pub mod id;
pub mod quantity;
pub mod row;

use std::sync::Arc;

pub use conditions::{ConditionValue, Conditions};
pub use evidence::{Evidence, Place, Source};
pub use quantity::{Bound, Quantity};

/// A word of the vocabulary or of a source, shared between claims.
pub type Name = Arc<str>;

/// One statement that one source makes about one device.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// `c-` and twelve hex digits; see [`id::claim`].
    pub id: Name,
    /// Metric id of the vocabulary (`hourly_price`).
    pub metric: Name,
    /// Device id of the vocabulary (`nvidia-a100`).
    pub device: Name,
    /// What is said.
    pub statement: Statement,
    /// Under which conditions; absent means not stated.
    pub conditions: Conditions,
    /// Who says it.
    pub source: Arc<Source>,
    /// Where it stands.
    pub evidence: Evidence,
    /// Further places of the same source that say the same.
    pub also: Box<[Place]>,
    /// The whole statement is hedged ("可能", "may").
    pub hedged: bool,
    /// Whose word it is; `None` when the source itself asserts.
    pub attribution: Option<Attribution>,
    /// The rule that read it, as `step/name`.
    pub rule: Name,
    /// How sure the reading is, 0 to 1.
    pub confidence: f32,
}

/// The five kinds of claim.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// A quantity of the device.
    Figure(Quantity),
    /// The device against another, with or without a factor.
    Comparison {
        /// The other device.
        versus: Name,
        /// This device's figure against the other's.
        relation: Relation,
        /// This device's figure over the other's, unit `1`.
        factor: Option<Box<Quantity>>,
    },
    /// The device rated high or low, nothing named beside it.
    Level(Level),
    /// What the device runs on, needs, or is limited to.
    Support {
        /// Framework, place or other thing (`tensorflow`, `cloud`).
        object: Name,
        /// How the two are tied.
        modality: Modality,
    },
    /// A task that the device is, or is not, the right choice for.
    Suitability {
        /// The task (`small-batch`, `autonomous-driving`).
        object: Name,
        /// How well it fits.
        fit: Fit,
    },
}

impl Statement {
    /// Returns the kind's name as it stands in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Statement::Figure(_) => "figure",
            Statement::Comparison { .. } => "comparison",
            Statement::Level(_) => "level",
            Statement::Support { .. } => "support",
            Statement::Suitability { .. } => "suitability",
        }
    }

    /// Returns the quantity, where the statement has one.
    pub fn quantity(&self) -> Option<&Quantity> {
        match self {
            Statement::Figure(value) => Some(value),
            Statement::Comparison { factor, .. } => factor.as_deref(),
            _ => None,
        }
    }
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            /// All of them, in the order in which they are shown.
            #[allow(dead_code, reason = "not every list of words is shown whole")]
            pub const ALL: &'static [Self] = &[$($name::$variant),+];

            /// Returns the word as it stands in JSON.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
pub(crate) use words;

words! {
    /// One device's figure against another's.
    Relation {
        /// This one's figure is the larger.
        Greater = "greater",
        /// This one's figure is the smaller.
        Less = "less",
        /// Both are said to be the same.
        Equal = "equal",
    }
}

words! {
    /// A rating without a figure.
    Level {
        /// Much of the metric.
        High = "high",
        /// Little of it.
        Low = "low",
    }
}

words! {
    /// How a device is tied to a framework, a place or a part.
    Modality {
        /// It does not work without.
        Requires = "requires",
        /// It works with nothing else.
        Only = "only",
        /// It works with it.
        Supports = "supports",
        /// It does not work with it.
        Lacks = "lacks",
    }
}

words! {
    /// How well a device fits a task.
    Fit {
        /// Better than what it is compared with.
        Best = "best",
        /// Well.
        Good = "good",
        /// Badly.
        Poor = "poor",
    }
}

words! {
    /// Whose word a claim is, when it is not the source's own.
    Attribution {
        /// Quoted as wrong or negated; never enters a conflict.
        Refuted = "refuted",
        /// Supposed for the sake of argument; never enters a conflict.
        Hypothetical = "hypothetical",
        /// Put in somebody's mouth.
        Reported = "reported",
    }
}
