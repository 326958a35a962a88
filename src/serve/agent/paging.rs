//! Long answers in parts: a cursor says where to go on, and a budget in bytes where to stop.

use serde::Serialize;

use super::reply::Refusal;

/// Bytes of a budget, whatever was asked for.
const BUDGET: std::ops::RangeInclusive<usize> = 2_000..=200_000;

/// Where an answer begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Marks the question and the state of the index.
    mark: String,
    /// Items (or bytes) that were given before.
    pub from: usize,
}

impl Cursor {
    /// Reads a cursor for a question over one state of the index; `parts` are all that the answer depends on.
    ///
    /// # Errors
    /// Where the cursor belongs to another question or another state.
    pub fn read(written: Option<&str>, parts: &[&str]) -> Result<Cursor, Refusal> {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        let mark = hasher.finalize().to_hex()[..12].to_owned();
        let Some(written) = written else { return Ok(Cursor { mark, from: 0 }) };
        let from = written.split_once('-').filter(|(of, _)| *of == mark).and_then(|(_, from)| from.parse().ok());
        from.map(|from| Cursor { mark, from }).ok_or_else(|| {
            Refusal::new(
                format!("cursor `{written}` belongs to another question or to an older state of the index"),
                "ask again without a cursor",
            )
        })
    }

    /// Returns the cursor behind `given` more items.
    pub fn after(&self, given: usize) -> String {
        format!("{}-{}", self.mark, self.from + given)
    }
}

/// Returns how many of `items` fit into `budget` bytes of JSON; one at least.
pub fn fitting<T: Serialize>(items: &[T], budget: usize) -> usize {
    let budget = bounded(budget);
    let mut used = 0;
    for (at, item) in items.iter().enumerate() {
        used += serde_json::to_string(item).map_or(0, |text| text.len() + 1);
        if used > budget && at > 0 {
            return at;
        }
    }
    items.len()
}

/// Returns the end of the part of `text` from byte `from` that fits into `budget` bytes: behind a line where there
/// is one, and never within a character.
pub fn part(text: &str, from: usize, budget: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let mut end = bounded(budget).min(rest.len());
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    if end < rest.len()
        && let Some(line) = rest[..end].rfind('\n')
    {
        end = line + 1;
    }
    from + end
}

fn bounded(budget: usize) -> usize {
    budget.clamp(*BUDGET.start(), *BUDGET.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_behind_a_line_and_never_within_a_character() {
        let text = format!("{}\n{}", "功".repeat(600), "耗".repeat(600));
        assert_eq!(part(&text, 0, 2_000), 1_801);
        assert_eq!(part(&text, 1_801, 2_000), text.len());
        assert_eq!(part(&text, 0, 1), 1_801, "a budget has a floor");
        assert_eq!(part(&text, text.len() + 7, 2_000), text.len() + 7);
    }

    #[test]
    fn a_cursor_knows_its_question() {
        let cursor = Cursor::read(None, &["V100", "state"]).expect("there is no cursor to doubt");
        let next = cursor.after(10);
        assert_eq!(Cursor::read(Some(&next), &["V100", "state"]).expect("it is of this question").from, 10);
        for (written, parts) in [(&*next, ["T4", "state"]), (&next, ["V100", "other"]), ("7", ["V100", "state"])] {
            assert!(Cursor::read(Some(written), &parts).is_err());
        }
    }
}
