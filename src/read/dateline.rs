//! The date that an article states in its own text, where its metadata have none.
//!
//! "Published March 5, 2024", "By J. Doe | 3 June 2023", "2024-03-05 10:22 来源：…": a line of its own
//! or a byline among the first blocks, or an "updated" line among the last ones. Of several the
//! latest counts. A date within running text, in a table, in a heading, or beside a word that is no
//! word of publishing is the date of something else.

use super::{Block, BlockKind, date};
use crate::claim::Name;
use crate::vocab::layout::LAYOUT;

/// So many blocks from the top are looked at, and so many from the end.
const HEAD: usize = 14;
const FOOT: usize = 4;

/// A paragraph of more bytes is running text: what stands below it is no byline.
const LONG: usize = 400;

/// Longer lines say no date by a word; longer ones yet are no byline.
const LINE: usize = 300;
const BYLINE: usize = 160;

/// The length of an ISO date with its day.
const DAY: usize = "2024-03-05".len();

/// Marks that set the parts of a byline apart wherever they stand.
const APART: &str =
    "|\u{ff5c}\u{b7}\u{30fb}\u{2022}\u{2014}\u{2013}\t\u{3000}()\u{ff08}\u{ff09}[]\u{3010}\u{3011};\u{ff1b}";

/// Returns the date that the text of an article gives for itself.
pub fn find(blocks: &[Block]) -> Option<Name> {
    let head = head(blocks);
    let said = |(_, line): &(bool, &str)| labelled(line, &LAYOUT.dateline.leads);
    let bare = || bylines(head.iter().filter(|(above, _)| *above).map(|(_, line)| *line));
    head.iter().filter_map(said).max().or_else(bare).or_else(|| foot(blocks))
}

/// Returns the lines of the first blocks that hold the digits of a year, and whether they stand above
/// all running text.
fn head(blocks: &[Block]) -> Vec<(bool, &str)> {
    let (mut above, mut headings, mut found) = (true, 0, Vec::new());
    for block in blocks.iter().take(HEAD) {
        let text = block.text.as_str();
        match block.kind {
            BlockKind::Heading(_) => headings += 1,
            BlockKind::Paragraph | BlockKind::Item(_) => found.extend(lines(text).map(|line| (above, line))),
            BlockKind::Table(_) | BlockKind::Code | BlockKind::Note(_) => {}
        }
        above &= text.len() < LONG;
        // The first section has begun: below a title, a subtitle and a text.
        if headings > 1 && !above || headings > 3 {
            break;
        }
    }
    found
}

/// Returns the date of an "updated" line at the end.
fn foot(blocks: &[Block]) -> Option<Name> {
    let last = blocks.iter().rev().take(FOOT).filter(|block| matches!(block.kind, BlockKind::Paragraph));
    let lines = last.flat_map(|block| lines(block.text.as_str())).filter(|line| line.len() < BYLINE);
    lines.filter_map(|line| labelled(line, &LAYOUT.dateline.foot)).max()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.len() < LINE && (line.contains("20") || line.contains("19")))
}

/// Returns the latest date in `line` that one of `leads` names, at its beginning or behind a mark.
fn labelled(line: &str, leads: &[String]) -> Option<Name> {
    let dates = parts(line, true).filter_map(|at| {
        let rest = strip(&line[at..], leads)?;
        let (bare, colon) = match rest.trim_start().strip_prefix([':', '\u{ff1a}']) {
            Some(bare) => (bare.trim_start(), true),
            None => (rest.trim_start_matches([' ', '\u{3000}', '(', '\u{ff08}', '-', '\u{2013}', '\u{2014}']), false),
        };
        let bare = strip(bare, &LAYOUT.dateline.joins).map_or(bare, str::trim_start);
        let (date, length) = date::leading(bare).or_else(|| year(bare).filter(|_| colon))?;
        let rest = &bare[length..];
        (ends(rest) || rest.starts_with([':', '\u{ff1a}', '.', '\u{3002}'])).then_some(date)
    });
    dates.max()
}

/// Returns the dates of lines that are nothing but a date, or a name and a date: the latest, unless
/// there are so many that it is a list of something.
fn bylines<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Name> {
    let mut dates: Vec<Name> = lines.filter_map(byline).collect();
    dates.sort();
    dates.dedup();
    dates.pop().filter(|_| dates.len() < 2)
}

fn byline(line: &str) -> Option<Name> {
    if line.len() > BYLINE {
        return None;
    }
    let alone = |at: usize| {
        let (date, length) = date::leading(&line[at..])?;
        let rest = line[at + length..].trim();
        // A month beside something else may be anything's.
        let whole = line[..at].chars().all(|c| !c.is_alphanumeric()) && rest.is_empty();
        (ends(rest) && (date.len() == DAY || whole)).then_some(date)
    };
    parts(line, false).find_map(alone).or_else(|| behind_a_name(line))
}

/// Returns the date of "By Jane Doe, March 5, 2024" and of "SANTA CLARA, Calif., March 18, 2024 — …".
fn behind_a_name(line: &str) -> Option<Name> {
    let text = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let by = strip(text, &LAYOUT.dateline.by).is_some();
    let first = text.split([' ', ',']).next().unwrap_or_default();
    let wire = first.len() > 2 && first.bytes().all(|b| b.is_ascii_uppercase());
    if !by && !wire {
        return None;
    }
    let fits =
        |rest: &str| by && ends(rest) || wire && rest.trim_start().starts_with(['-', '\u{2013}', '\u{2014}', '(', '/']);
    let words = text
        .char_indices()
        .filter(|&(at, c)| c.is_alphanumeric() && !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric()));
    let mut dates = words.filter_map(|(at, _)| date::leading(&text[at..]).map(|(date, length)| (date, at + length)));
    dates.find(|(date, end)| date.len() == DAY && fits(&text[*end..])).map(|(date, _)| date)
}

/// Returns where `line` begins anew: at its start, behind each mark that sets parts apart, and,
/// where `soft`, behind commas, stops and dashes before a space.
fn parts(line: &str, soft: bool) -> impl Iterator<Item = usize> {
    let mut open = true;
    line.char_indices().filter_map(move |(at, c)| {
        if c.is_alphanumeric() {
            return std::mem::take(&mut open).then_some(at);
        }
        let spaced = |side: &str| side.starts_with([' ', '\u{a0}']);
        open |= match c {
            ' ' | '\u{a0}' => line[..at].ends_with([' ', '\u{a0}']),
            ',' | '.' | ':' | '\u{ff0c}' | '\u{3002}' => soft && (!c.is_ascii() || spaced(&line[at + 1..])),
            '-' | '/' => spaced(&line[at + 1..]) && line[..at].ends_with(' '),
            _ => APART.contains(c),
        };
        None
    })
}

/// Returns what follows the longest of `words` with which `text` begins, whatever its case.
fn strip<'a>(text: &'a str, words: &[String]) -> Option<&'a str> {
    let begins = |word: &&String| {
        let head = text.get(..word.len());
        let whole = !word.ends_with(|c: char| c.is_ascii_alphanumeric())
            || !text[head.map_or(0, str::len)..].starts_with(|c: char| c.is_ascii_alphanumeric());
        whole && head.is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    let longest = words.iter().filter(begins).max_by_key(|word| word.len())?;
    Some(&text[longest.len()..])
}

/// Reads a bare year.
fn year(text: &str) -> Option<(Name, usize)> {
    let year = text.get(..4).filter(|year| year.starts_with("19") || year.starts_with("20"))?;
    let whole = year.bytes().all(|b| b.is_ascii_digit())
        && !text[4..].trim_start_matches('.').starts_with(|c: char| c.is_alphanumeric());
    whole.then_some((year.into(), 4))
}

/// Says whether `rest`, the text behind a date, leaves it a date of its own: the end, the time of
/// day, a mark that sets parts apart, or a word with which bylines go on.
fn ends(rest: &str) -> bool {
    let time = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ':' | 'T' | 'Z' | '+' | '.' | ',');
    let rest = match rest.trim_start() {
        rest if rest.starts_with(|c: char| c.is_ascii_digit() || c == 'T' || c == ',') => rest.trim_start_matches(time),
        rest => rest,
    };
    rest.chars().next().is_none_or(|next| APART.contains(next) || matches!(next, '*' | '_' | '-'))
        || strip(rest, &LAYOUT.dateline.after).is_some()
        || strip(rest, &LAYOUT.dateline.leads).is_some()
}
