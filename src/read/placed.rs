//! Tables on pages that only say where each word stands: lines whose words stand in columns become
//! rows between bars.
//!
//! The order of the lines is that of the page's text. A line is only rewritten where its words stand
//! on one height of the page and the lines beside it have the same columns.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use super::outline::Outline;
use super::ruled::{self, Drawn};
use super::text::item_mark;

/// A word and its place on the page, in points from the lower left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Its left edge.
    pub left: f32,
    /// Its right edge.
    pub right: f32,
    /// Its lower edge.
    pub bottom: f32,
    /// How high its letters are.
    pub height: f32,
    /// It is set in bold letters.
    pub bold: bool,
}

/// Words with no wide gap between them.
#[derive(Debug, Clone)]
struct Run {
    left: f32,
    right: f32,
    text: String,
}

/// All that stands on one height.
#[derive(Debug, Clone)]
struct Line {
    bottom: f32,
    height: f32,
    bold: bool,
    runs: Vec<Run>,
}

/// A gap is wide from so many heights of a letter on …
const WIDE: f32 = 0.5;
/// … and whatever the others are like from so many.
const SURELY_WIDE: f32 = 1.5;
/// Words touch up to a gap of so many heights.
const TOUCHING: f32 = 0.05;
/// Lines of one cell stand no further apart than so many heights.
const WITHIN_CELL: f32 = 1.35;
/// Cells longer than this are columns of a page, not of a table.
const LONGEST: usize = 60;

/// Lines of one table stand no further apart than so many heights.
const WITHIN_TABLE: f32 = 4.0;
/// So many lines of the page may stand on one line of the text, where a cell has several.
const MOST_LINES: usize = 4;

/// No table of one page has more rows.
const MOST_ROWS: usize = 400;
/// So many letters at the head or the foot of a page are furniture.
const FURNITURE: usize = 60;

/// What stands on a page, from top to bottom.
#[derive(Debug, Clone)]
enum Piece<'a> {
    Line(&'a str),
    Rows(Vec<Vec<String>>),
}

/// A line of the text, and the lines of the page that it holds.
#[derive(Debug, Clone)]
struct Found<'a> {
    piece: &'a Piece<'a>,
    place: Option<Range<usize>>,
}

/// A drawn table that may go on at the top of the next page: its columns and its first row.
pub type Open = (Vec<f32>, Vec<String>);

/// A line that may be a heading by the looks of its letters.
#[derive(Debug, Clone, Copy)]
struct Shown {
    at: usize,
    half_points: u32,
    bold: bool,
}

/// The text of the pages read so far, and what they tell about the next.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// The text of all pages.
    pub text: String,
    /// The table in which the last page ended.
    open: Option<Open>,
    /// How many letters there are of each height, in half points.
    letters: BTreeMap<u32, usize>,
    shown: Vec<Shown>,
}

impl Layout {
    /// Appends the `text` of a page with its tables set between bars, by the places of its `words` and by what is
    /// `drawn` around them.
    pub fn page(&mut self, text: &str, words: Vec<Word>, drawn: &[Drawn]) {
        for word in &words {
            *self.letters.entry(half_points(word.height)).or_default() += word.text.chars().count();
        }
        let mut pieces: Vec<Piece<'_>> = text.lines().map(Piece::Line).collect();
        let free = set_ruled(&mut pieces, words, drawn, &mut self.open);
        let lines = lines(free);
        let found = find(&pieces, &lines);
        let mut at = 0;
        while at < found.len() {
            let count = block(&lines, &found[at..]);
            let places: Vec<Range<usize>> =
                found[at..at + count].iter().filter_map(|line| line.place.clone()).collect();
            if let Some(rows) = table(&lines, &places) {
                push_rows(&mut self.text, &rows);
                at += count;
                continue;
            }
            match found[at].piece {
                Piece::Line(line) => self.line(line, found[at].place.as_ref().map(|place| &lines[place.clone()])),
                Piece::Rows(rows) => push_rows(&mut self.text, rows),
            }
            at += 1;
        }
    }

    fn line(&mut self, text: &str, place: Option<&[Line]>) {
        if let Some([line]) = place
            && let [_] = line.runs.as_slice()
            && Outline::reads_as_heading(text)
            && text.contains(char::is_alphabetic)
            && (item_mark(text).is_none() || text.starts_with(|c: char| c.is_ascii_digit()))
        {
            let at = self.text.len() + (text.len() - text.trim_start().len());
            self.shown.push(Shown { at, half_points: half_points(line.height), bold: line.bold });
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Returns the bytes at which headings begin and how deep each is: lines in larger letters than most, the largest
    /// first, then lines in bold ones.
    pub fn headings(&self) -> BTreeMap<usize, u8> {
        let body = self.letters.iter().max_by_key(|(_, count)| **count).map_or(0, |(height, _)| *height);
        let large = |shown: &&Shown| shown.half_points * 8 >= body * 9;
        let bold = |shown: &&Shown| shown.bold && shown.half_points * 10 >= body * 9;
        let mut sizes: Vec<u32> = self.shown.iter().filter(large).map(|shown| shown.half_points).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.dedup();
        let depth = |shown: &Shown| {
            let size = sizes.iter().position(|size| *size == shown.half_points).unwrap_or(sizes.len());
            u8::try_from(size + 1).unwrap_or(u8::MAX)
        };
        self.shown.iter().filter(|shown| large(shown) || bold(shown)).map(|shown| (shown.at, depth(shown))).collect()
    }
}

fn half_points(height: f32) -> u32 {
    // Letters are no higher than a page.
    (height.clamp(0.0, 2000.0) * 2.0).round() as u32
}

/// Puts the drawn tables in the place of the lines that hold their letters; returns the words that stand in none.
fn set_ruled(pieces: &mut Vec<Piece<'_>>, words: Vec<Word>, drawn: &[Drawn], open: &mut Option<Open>) -> Vec<Word> {
    let short = |pieces: &[Piece<'_>]| {
        let letters =
            |piece: &Piece<'_>| if let Piece::Line(line) = piece { line.trim().chars().count() } else { usize::MAX };
        pieces.iter().all(|piece| letters(piece) <= FURNITURE) && pieces.len() <= 4
    };
    let mut used = vec![false; words.len()];
    let before = open.take();
    for mut table in ruled::tables(drawn, &words) {
        let Some(place) = hold(pieces, table.words.iter().map(|&at| words[at].text.as_str())) else { continue };
        let Some(first) = table.rows.first() else { continue };
        let goes_on = |(columns, head): &&Open| {
            let same = columns.iter().zip(&table.columns).all(|(a, b)| (a - b).abs() <= 2.0);
            same && columns.len() == table.columns.len() && head.len() == first.len() && head != first
        };
        if let Some((_, head)) = before.as_ref().filter(|_| short(&pieces[..place.start])).filter(goes_on) {
            table.rows.insert(0, head.clone());
        }
        *open = Some((table.columns, table.rows[0].clone())).filter(|_| short(&pieces[place.end..]));
        table.words.iter().for_each(|&at| used[at] = true);
        pieces.splice(place, [Piece::Rows(table.rows)]);
    }
    words.into_iter().zip(used).filter(|(_, used)| !used).map(|(word, _)| word).collect()
}

/// Returns the lines that hold exactly the letters of some words.
fn hold<'w>(pieces: &[Piece<'_>], words: impl Iterator<Item = &'w str>) -> Option<Range<usize>> {
    let mut letters: BTreeMap<char, usize> = BTreeMap::new();
    let mut all = 0;
    for letter in words.flat_map(str::chars).filter(|c| !c.is_whitespace()) {
        *letters.entry(letter).or_default() += 1;
        all += 1;
    }
    let from = |start: usize| {
        let (mut left, mut rest) = (letters.clone(), all);
        for (at, piece) in pieces.iter().enumerate().skip(start) {
            let Piece::Line(line) = piece else { return None };
            for letter in line.chars().filter(|c| !c.is_whitespace()) {
                let count = left.get_mut(&letter).filter(|count| **count > 0)?;
                *count -= 1;
                rest -= 1;
            }
            if rest == 0 {
                return Some(start..at + 1);
            }
        }
        None
    };
    let filled = |at: &usize| matches!(pieces[*at], Piece::Line(line) if !line.trim().is_empty());
    (0..pieces.len()).filter(filled).find_map(from).filter(|_| all > 0)
}

/// Finds for each line of the text the lines of the page that hold the same letters.
fn find<'a>(pieces: &'a [Piece<'a>], lines: &[Line]) -> Vec<Found<'a>> {
    let key = |letters: &mut dyn Iterator<Item = char>| {
        let mut key: Vec<char> = letters.filter(|c| !c.is_whitespace()).collect();
        key.sort_unstable();
        key
    };
    let mut places: BTreeMap<Vec<char>, VecDeque<Range<usize>>> = BTreeMap::new();
    for count in 1..=MOST_LINES.min(lines.len()) {
        for start in 0..=lines.len() - count {
            let held = &lines[start..start + count];
            let key = key(&mut held.iter().flat_map(|line| &line.runs).flat_map(|run| run.text.chars()));
            places.entry(key).or_default().push_back(start..start + count);
        }
    }
    let mut place = |piece: &Piece<'_>| match piece {
        Piece::Line(line) if !line.trim().is_empty() => {
            places.get_mut(&key(&mut line.chars())).and_then(VecDeque::pop_front)
        }
        _ => None,
    };
    pieces.iter().map(|piece| Found { piece, place: place(piece) }).collect()
}

/// Returns the lines of the page, from top to bottom, each with its runs from left to right.
fn lines(mut words: Vec<Word>) -> Vec<Line> {
    words.retain(|word| !word.text.trim().is_empty() && word.left.is_finite() && word.bottom.is_finite());
    words.sort_by(|a, b| b.bottom.total_cmp(&a.bottom).then(a.left.total_cmp(&b.left)));
    let mut lines = Vec::new();
    let mut rest = words.as_slice();
    while let Some(first) = rest.first() {
        let near = |word: &&Word| first.bottom - word.bottom < first.height.max(1.0) * 0.3;
        let count = rest.iter().take_while(near).count().max(1);
        let (line, below) = rest.split_at(count);
        let mut line: Vec<&Word> = line.iter().collect();
        line.sort_by(|a, b| a.left.total_cmp(&b.left));
        let bold = line.iter().all(|word| word.bold);
        let longest = line.iter().max_by_key(|word| word.text.chars().count());
        let height = longest.map_or(first.height, |word| word.height);
        lines.push(Line { bottom: first.bottom, height, bold, runs: runs(&line) });
        rest = below;
    }
    lines
}

/// Joins words that stand close to each other.
fn runs(words: &[&Word]) -> Vec<Run> {
    let gap = |pair: &[&Word]| (pair[1].left - pair[0].right) / pair[1].height.max(pair[0].height).max(1.0);
    let least = words.windows(2).map(gap).fold(f32::INFINITY, f32::min);
    let mut runs: Vec<Run> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| gap(&words[before..=at]));
        // Justified lines have even gaps.
        let even = least > WIDE && words.len() > 3;
        let wide = before.is_none_or(|gap| gap > SURELY_WIDE || gap > WIDE && !even);
        match runs.last_mut() {
            Some(run) if !wide || is_mark(&run.text) => {
                if before.is_some_and(|gap| gap > TOUCHING) {
                    run.text.push(' ');
                }
                run.text.push_str(&word.text);
                run.right = run.right.max(word.right);
            }
            _ => runs.push(Run { left: word.left, right: word.right, text: word.text.clone() }),
        }
    }
    runs
}

/// Says whether a text is nothing but the mark of a list item: "•", "8.", "(2)".
fn is_mark(text: &str) -> bool {
    let bare = text.trim_matches(['.', ')', '(', '\u{3001}', '\u{ff08}', '\u{ff09}']);
    let number =
        bare.len() < text.len() && bare.len() <= 4 && bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let bullet = text == "o" || text.chars().count() == 1 && item_mark(&format!("{text} ")).is_some();
    number || bullet || matches!(text, "\u{25aa}" | "\u{25a0}" | "\u{25c6}" | "\u{2192}")
}

/// Returns how many lines of the text may be one table, from the first on: close below each other on
/// the page, most with several runs.
fn block(lines: &[Line], found: &[Found<'_>]) -> usize {
    let several = |place: &Range<usize>| lines[place.clone()].iter().any(|line| line.runs.len() > 1);
    let mut last: Option<&Range<usize>> = None;
    let mut count = 0;
    for (at, line) in found.iter().enumerate().take(MOST_ROWS) {
        let blank = matches!(line.piece, Piece::Line(line) if line.trim().is_empty());
        match (&line.place, last) {
            (None, Some(_)) if blank => continue,
            (Some(place), None) if several(place) => {}
            (Some(place), Some(last)) if place.start == last.end => {
                let (above, below) = (&lines[last.end - 1], &lines[place.start]);
                let gap = above.bottom - below.bottom;
                let alike = (below.height - above.height).abs() <= above.height * 0.1;
                if gap > above.height * WITHIN_TABLE || !several(place) && !alike {
                    break;
                }
            }
            _ => break,
        }
        last = line.place.as_ref();
        // A single run may head a group of rows or end a cell, but no table ends with a paragraph.
        if line.place.as_ref().is_some_and(several) {
            count = at + 1;
        }
    }
    count
}

/// Returns the cells of the table that the lines make, if they make one.
fn table(lines: &[Line], block: &[Range<usize>]) -> Option<Vec<Vec<String>>> {
    let several = |place: &&Range<usize>| lines[(*place).clone()].iter().any(|line| line.runs.len() > 1);
    let rows = block.iter().filter(several).count();
    if rows < 2 || rows * 2 < block.len() {
        return None;
    }
    let bands = bands(lines, block)?;
    let mut table: Vec<Vec<String>> = Vec::new();
    let mut above: Option<&Line> = None;
    for place in block {
        let held = &lines[place.clone()];
        let mut cells = vec![String::new(); bands.len()];
        let centred = table.is_empty() && held.len() == 1 && held[0].runs.len() == bands.len();
        for (at, run) in held.iter().flat_map(|line| &line.runs).enumerate() {
            append(&mut cells[if centred { at } else { band_of(&bands, run) }], &run.text);
        }
        let close = above
            .zip(held.first())
            .is_some_and(|(above, line)| above.bottom - line.bottom <= above.height * WITHIN_CELL);
        above = held.last();
        match table.last_mut() {
            Some(last) if close && cells[0].is_empty() => {
                last.iter_mut().zip(&cells).for_each(|(cell, more)| append(cell, more));
            }
            _ => table.push(cells),
        }
    }
    // Code and lists stand in columns, too.
    let has_figure = |row: &&Vec<String>| row.iter().skip(1).any(|cell| cell.contains(|c: char| c.is_ascii_digit()));
    let figures = table.iter().skip(1).filter(has_figure).count();
    let filled = || table.iter().flatten().filter(|cell| !cell.is_empty());
    let drawn = filled().filter(|cell| !cell.contains(char::is_alphanumeric)).count();
    if figures * 2 < table.len() - 1 || drawn * 4 > filled().count() {
        return None;
    }
    let mut lengths: Vec<usize> = table.iter().flatten().map(|cell| cell.chars().count()).collect();
    lengths.sort_unstable();
    let short = lengths.get(lengths.len() * 3 / 4).is_some_and(|length| *length <= LONGEST);
    (short && table.len() > 1).then_some(table)
}

/// Adds a further line to a text; Chinese goes on without a blank, and so does what a hyphen cut.
pub(super) fn append(text: &mut String, more: &str) {
    let wide = |c: char| c >= '\u{2e80}';
    let joined = text.ends_with(wide) || more.starts_with(wide) || text.ends_with('-');
    if !text.is_empty() && !more.is_empty() && !joined {
        text.push(' ');
    }
    text.push_str(more);
}

/// Returns where the columns stand: by the lines with most runs, those that overlap taken together.
/// The first line may stand centred over the others, and counts only where it has more columns than they.
fn bands(lines: &[Line], block: &[Range<usize>]) -> Option<Vec<(f32, f32)>> {
    let held: Vec<&Line> = block.iter().flat_map(|place| &lines[place.clone()]).collect();
    let runs = |lines: &[&Line]| lines.iter().map(|line| line.runs.len()).max().unwrap_or(0);
    let (first, below) = held.split_first()?;
    let headed = first.runs.len() <= runs(below);
    let counted = if headed && below.len() > 1 { below } else { &held };
    let most = runs(counted);
    let full = counted.iter().filter(|line| line.runs.len() == most);
    let mut bands: Vec<(f32, f32)> = full.flat_map(|line| &line.runs).map(|run| (run.left, run.right)).collect();
    bands.sort_by(|a, b| a.0.total_cmp(&b.0));
    bands.dedup_by(|next, kept| {
        let overlap = next.0 < kept.1;
        if overlap {
            kept.1 = kept.1.max(next.1);
        }
        overlap
    });
    (bands.len() > 1).then_some(bands)
}

/// Returns the column over which most of a run stands, or the nearest.
fn band_of(bands: &[(f32, f32)], run: &Run) -> usize {
    let overlap = |band: &(f32, f32)| band.1.min(run.right) - band.0.max(run.left);
    let best = bands.iter().enumerate().max_by(|(_, a), (_, b)| overlap(a).total_cmp(&overlap(b)));
    best.map_or(0, |(at, _)| at)
}

/// Returns the text of some words, line by line from top to bottom.
pub(super) fn text(words: &[Word], held: &[usize]) -> String {
    let lines = lines(held.iter().map(|&at| words[at].clone()).collect());
    let mut text = String::new();
    lines.iter().flat_map(|line| &line.runs).for_each(|run| append(&mut text, &run.text));
    text
}

/// Writes a table between bars, apart from what stands around it; a bar within a cell would cut it.
fn push_rows(out: &mut String, rows: &[Vec<String>]) {
    out.push('\n');
    for row in rows {
        for cell in row {
            out.push_str("| ");
            out.push_str(&cell.replace('|', "/"));
            out.push(' ');
        }
        out.push_str("|\n");
    }
    out.push('\n');
}
