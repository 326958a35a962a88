//! A written date as ISO: "March 5, 2024", "5 Mar 2024", "2024/3/5", "2024 年 3 月 5 日".
//!
//! [`leading`] reads the date with which a text begins and says how long it is, strictly;
//! [`in_words`] takes what a metadata field holds and is lenient. A date of slashes whose order
//! cannot be known ("03/05/2024") gives its year alone.

use std::sync::LazyLock;

use regex::Regex;

use crate::claim::Name;
use crate::vocab::layout::LAYOUT;

/// Year, month and perhaps day; the separators of both languages.
static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let year = r"^((?:19|20)\d{2})";
    let month = r"\s*([-/.]|\x{5e74})\s*(\d{1,2})";
    let day = r"(?:(?:[-/.]|\s*\x{6708}\s*)(\d{1,2})(?:\s*[\x{65e5}\x{53f7}\x{865f}])?|\s*\x{6708})?";
    Regex::new(&format!("{year}{month}{day}")).ok()
});

/// Two numbers and a year, in either order: "27/05/2024".
static SLASHED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(\d{1,2})[/.](\d{1,2})[/.]((?:19|20)\d{2})").ok());

/// Perhaps a weekday, a month's name with its day before or behind it, and a year.
static WORDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let weekday = r"^(?:([A-Za-z]{3,9})\.?,?\s+)?";
    let day = r"(?:(\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?[\s-]+)?";
    let month = r"([A-Za-z]{3,9})\.?";
    let behind = r"(?:\s+(\d{1,2})(?:st|nd|rd|th)?)?,?[\s-]+((?:19|20)\d{2})";
    Regex::new(&format!("{weekday}{day}{month}{behind}")).ok()
});

/// Returns the date with which `text` begins, as ISO or a prefix of it, and its length in bytes.
pub fn leading(text: &str) -> Option<(Name, usize)> {
    let (date, end) = numbers(text).or_else(|| slashed(text)).or_else(|| words(text))?;
    let (read, rest) = text.split_at(end);
    let mut after = rest.chars();
    let ends = match after.next() {
        // The time of "2024-03-05T10:22".
        Some('T') => after.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => !c.is_ascii_alphanumeric() || !read.is_ascii(),
        None => true,
    };
    ends.then_some((date, end))
}

fn numbers(text: &str) -> Option<(Name, usize)> {
    let found = NUMBERS.as_ref()?.captures(text)?;
    let month = number(&found[3], 12)?;
    match found.get(4) {
        Some(day) => Some((day_of(&found[1], month, number(day.as_str(), 31)?), found.get(0)?.end())),
        // "2024.1" is a version.
        None => (&found[2] != ".").then_some((month_of(&found[1], month), found.get(0)?.end())),
    }
}

fn slashed(text: &str) -> Option<(Name, usize)> {
    let found = SLASHED.as_ref()?.captures(text)?;
    let (one, other) = (number(&found[1], 31)?, number(&found[2], 31)?);
    let date = match (one, other) {
        (13.., 1..=12) => day_of(&found[3], other, one),
        (1..=12, 13..) => day_of(&found[3], one, other),
        (1..=12, 1..=12) => found[3].into(),
        _ => return None,
    };
    Some((date, found.get(0)?.end()))
}

fn words(text: &str) -> Option<(Name, usize)> {
    let found = WORDS.as_ref()?.captures(text)?;
    let weekday = found.get(1).is_none_or(|day| begins(&LAYOUT.dateline.weekdays, day.as_str()).is_some());
    let month = month_named(&found[3]).filter(|_| weekday)?;
    let year = &found[5];
    let date = match found.get(2).or(found.get(4)) {
        Some(day) => day_of(year, month, number(day.as_str(), 31)?),
        None => month_of(year, month),
    };
    Some((date, found.get(0)?.end()))
}

/// Reads "May 29, 2024", "29 May 2024", "Wed, 29 May 2024 …": a month's name among the first words,
/// a year, and the day beside the month.
pub fn in_words(written: &str) -> Option<Name> {
    let words: Vec<&str> =
        written.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(6).collect();
    let at = words.iter().position(|word| month_named(word).is_some())?;
    let month = month_named(words[at])?;
    let year = words.iter().find(|word| word.len() == 4 && (word.starts_with("19") || word.starts_with("20")))?;
    year.parse::<u32>().ok()?;
    let near = [at.checked_sub(1), Some(at + 1)];
    let day = near.into_iter().flatten().filter_map(|at| words.get(at)).find_map(|word| {
        let digits = word.trim_end_matches(char::is_alphabetic);
        number(digits, 31).filter(|_| digits.len() <= 2)
    });
    Some(match day {
        Some(day) => day_of(year, month, day),
        None => month_of(year, month),
    })
}

/// Returns the number of the month that `word` names, in full or by three letters and more.
fn month_named(word: &str) -> Option<u32> {
    begins(&LAYOUT.dateline.months, word).and_then(|at| u32::try_from(at + 1).ok())
}

/// Returns which of `names` begins with `word`.
fn begins(names: &[String], word: &str) -> Option<usize> {
    let word = word.to_ascii_lowercase();
    names.iter().position(|name| word.len() >= 3 && name.starts_with(&word))
}

fn number(written: &str, most: u32) -> Option<u32> {
    written.parse().ok().filter(|number| (1..=most).contains(number))
}

fn month_of(year: &str, month: u32) -> Name {
    format!("{year}-{month:02}").into()
}

fn day_of(year: &str, month: u32, day: u32) -> Name {
    format!("{year}-{month:02}-{day:02}").into()
}
