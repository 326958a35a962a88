//! Statuses as they are asked for: one, several with commas between, or `all`.

use crate::conflict::Status;

/// A set of statuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statuses(pub Vec<Status>);

/// Reads them.
///
/// # Errors
/// Says which is none, and which there are.
pub fn statuses(text: &str) -> Result<Statuses, String> {
    if text == "all" {
        return Ok(Statuses(Status::ALL.to_vec()));
    }
    let one = |word: &str| {
        let names = Status::ALL.iter().map(|status| status.as_str()).chain(["all"]);
        Status::ALL.iter().copied().find(|status| status.as_str() == word).ok_or_else(|| {
            let all: Vec<&str> = names.clone().collect();
            let unknown = crate::text::suggest::unknown("status", word, names);
            format!("{unknown} (one or several of {}, with commas between)", all.join(", "))
        })
    };
    text.split(',').map(str::trim).map(one).collect::<Result<_, _>>().map(Statuses)
}
