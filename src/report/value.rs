//! Quantities and statements as people write them: "3.35 TB/s", "≤ 300 W", "higher than GPU".

use rust_decimal::Decimal;

use crate::claim::{Claim, Quantity, Statement};
use crate::conflict::Status;
use crate::conflict::explain::key_title;
pub use crate::vocab::amount::number;
use crate::vocab::{Lang, Vocab};

/// Returns a quantity in its canonical unit with a readable prefix: "3.35 TB/s", "2–3 s", "≥ 1,024".
pub fn quantity(vocab: &Vocab, value: &Quantity) -> String {
    vocab.labels.show.quantity(value)
}

/// Returns `low–high` of the canonical `unit` with one prefix for both ends.
pub fn interval(vocab: &Vocab, low: Decimal, high: Decimal, unit: &str) -> String {
    vocab.labels.show.interval(low, high, unit)
}

/// Returns what a claim says, without its device, metric and conditions.
pub fn statement(vocab: &Vocab, claim: &Claim, lang: Lang) -> String {
    let labels = &vocab.labels;
    match &claim.statement {
        Statement::Figure(value) => quantity(vocab, value),
        Statement::Comparison { versus, relation, factor } => {
            let versus = vocab.devices.title(versus);
            let text = labels.fill(&format!("beside_{relation}"), lang, &[("versus", versus)]);
            let factor = factor.as_ref().map(|factor| aside(vocab, lang, &format!("×{}", quantity(vocab, factor))));
            text + &factor.unwrap_or_default()
        }
        Statement::Level(level) => labels.get(level.as_str(), lang).to_owned(),
        Statement::Support { object, modality } => {
            labels.fill(modality.as_str(), lang, &[("object", vocab.qualities.title(object, lang))])
        }
        Statement::Suitability { object, fit } => {
            labels.fill(fit.as_str(), lang, &[("object", vocab.qualities.title(object, lang))])
        }
    }
}

/// Returns ` (text)`, as the language puts things in brackets.
pub fn aside(vocab: &Vocab, lang: Lang, text: &str) -> String {
    vocab.labels.fill("aside", lang, &[("text", text)])
}

/// Returns the word of a verdict; the English one is its id, by which columns and options name it too.
pub fn verdict(vocab: &Vocab, lang: Lang, status: Status) -> String {
    vocab.labels.get(&format!("verdict_{status}"), lang).to_owned()
}

/// Returns "4 conflicts", "1 conflict".
pub fn counted(vocab: &Vocab, lang: Lang, status: Status, n: usize) -> String {
    vocab.labels.fill(&format!("count_{}", status.as_str()), lang, &[("n", &grouped(n))])
}

/// Returns a count with commas between thousands.
pub fn grouped(n: usize) -> String {
    crate::vocab::amount::grouped(Decimal::from(n))
}

/// Returns the conditions as "precision fp16, form sxm".
pub fn conditions(claim: &Claim) -> String {
    let each: Vec<String> = claim.conditions.iter().map(|(key, value)| format!("{key} {value}")).collect();
    each.join(", ")
}

/// Returns one condition with the names that people know it by.
pub fn condition(vocab: &Vocab, lang: Lang, key: &str, value: &str) -> String {
    format!("{} {}", key_title(vocab, lang, key), vocab.condition(key, value, lang))
}

/// Returns the conditions with the names that people know them by: "form factor sxm".
pub fn titled_conditions(vocab: &Vocab, claim: &Claim, lang: Lang) -> String {
    let each: Vec<String> =
        claim.conditions.iter().map(|(key, value)| condition(vocab, lang, key, &value.to_string())).collect();
    each.join(vocab.sentences.get("list/and", lang))
}
