//! Mentions: where a sentence, cell or heading names devices, metrics, conditions and quantities.

use super::quantity::Reading;
use crate::claim::{Conditions, Name};
use crate::text::Span;

/// A device named in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct DeviceMention {
    /// The name with the variant, form or slice that belongs to it ("A100-SXM4-80GB"), in bytes of the text.
    pub span: Span,
    /// Device id.
    pub device: Name,
    /// What the name itself states: form, variant, slice scope and count.
    pub conditions: Conditions,
}

/// A metric named in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricMention {
    /// The words, in bytes of the text.
    pub span: Span,
    /// Metric id.
    pub metric: Name,
    /// The words name it only where the unit fits.
    pub weak: bool,
}

/// A condition stated in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionMention {
    /// The words, in bytes of the text.
    pub span: Span,
    /// What they state.
    pub conditions: Conditions,
}

/// Everything named in one text.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// Devices, in order of place, none inside another.
    pub devices: Vec<DeviceMention>,
    /// Metrics, in order of place.
    pub metrics: Vec<MetricMention>,
    /// Conditions, in order of place.
    pub conditions: Vec<ConditionMention>,
    /// Quantities, in order of place.
    pub quantities: Vec<Reading>,
}

/// Finds everything that `text` (folded) names.
pub fn scan(_vocab: &crate::vocab::Vocab, _text: &str) -> Mentions {
    Mentions::default()
}
