//! Numbers that state conditions: "batch size 64", "3 epochs".

use rust_decimal::Decimal;

use crate::claim::ConditionValue;
use crate::extract::circumstance::Number;
use crate::extract::naming::{self, Figure};
use crate::extract::view::View;

/// Returns the numbers that state conditions by their metric or by what they count.
pub(super) fn stated_numbers(view: &View<'_>, figures: &[Figure<'_>]) -> Vec<Number> {
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
                let states =
                    view.vocab.binding.numbers.iter().any(|number| number.metric.as_ref() == Some(&named.metric));
                (!named.weak || states)
                    && named.span.end <= span.start
                    && view.gap(named.span.end, span.start).trim_matches([' ', '=', ':']).is_empty()
            })?;
            view.vocab.binding.numbers.iter().find(|number| number.metric.as_ref() == Some(&named.metric))
        };
        let found_by = by_count.or_else(touching).or_else(by_metric);
        // "981.6 for a batch size of 32": no batch is a fraction.
        let found_by = found_by.filter(|number| number.metric.is_none() || figure.reading.step >= Decimal::ONE);
        if let (Some(number), Some(value)) = (found_by, number_value(figure)) {
            found.push(Number { span, key: number.key.clone(), value, device: None, scope: None });
        }
    }
    found
}

/// Returns the number of `figure` as the value of a condition.
pub(super) fn number_value(figure: &Figure<'_>) -> Option<ConditionValue> {
    let (low, high) = (figure.reading.low.or(figure.reading.high)?, figure.reading.high.or(figure.reading.low)?);
    Some(if low == high { ConditionValue::from(low) } else { ConditionValue::Interval(Box::new([low, high])) })
}
