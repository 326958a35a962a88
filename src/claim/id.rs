//! Ids that stay when other articles come and go, or when lines shift.
//!
//! An id hashes what is said, never where: the source's path, the kind, metric, device,
//! statement and conditions.

use super::{Claim, Name, Statement};

fn digest(prefix: &str, parts: &[&str]) -> Name {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    format!("{prefix}-{}", &hasher.finalize().to_hex()[..12]).into()
}

/// Returns the id of the article at `path` (as in [`super::Source::path`]).
pub fn source(path: &str) -> Name {
    digest("s", &[path])
}

/// Returns the id of a family, from the ids of its sources in sorted order.
pub fn family(sources: &[&str]) -> Name {
    digest("f", sources)
}

/// Returns the id of a finding, from its kind, its metric and the ids of its claims in sorted order.
pub fn finding(kind: &str, metric: &str, claims: &[&str]) -> Name {
    let mut parts = vec![kind, metric];
    parts.extend(claims);
    digest("k", &parts)
}

/// Returns the id of `claim`, from its source's path and all that it says.
pub fn claim(claim: &Claim) -> Name {
    claim_named(claim, &claim.source.path)
}

/// Returns the id that `claim` would have if its source were called `path`.
pub fn claim_named(claim: &Claim, path: &str) -> Name {
    let said = match &claim.statement {
        Statement::Figure(value) => format!(
            "{}..{} {} {:?} {}",
            value.low.normalize(),
            value.high.normalize(),
            value.unit,
            value.bound,
            value.vague
        ),
        Statement::Comparison { versus, relation, factor } => {
            let factor =
                factor.as_ref().map(|f| format!("{}..{} {:?}", f.low.normalize(), f.high.normalize(), f.bound));
            format!("{versus} {relation} {}", factor.unwrap_or_default())
        }
        Statement::Level(level) => level.to_string(),
        Statement::Support { object, modality } => format!("{modality} {object}"),
        Statement::Suitability { object, fit } => format!("{fit} {object}"),
    };
    let conditions: String = claim.conditions.iter().map(|(key, value)| format!("{key}={value};")).collect();
    let whose = claim.attribution.map_or("", |a| a.as_str());
    digest("c", &[path, claim.statement.kind(), &claim.metric, &claim.device, &said, &conditions, whose])
}
