//! Tables that are drawn on a page: cells between rules, merged where no rule parts them.

use std::collections::BTreeMap;

use super::placed::{self, Word};

/// What is drawn: a thin box is a rule, a larger one has four.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drawn {
    /// Its left edge.
    pub left: f32,
    /// Its right edge.
    pub right: f32,
    /// Its lower edge.
    pub bottom: f32,
    /// Its upper edge.
    pub top: f32,
}

/// A drawn table.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruled {
    /// Where the rules between its columns stand, from left to right.
    pub columns: Vec<f32>,
    /// Its cells, from top to bottom; merged ones are repeated, but for one that runs over the whole width.
    pub rows: Vec<Vec<String>>,
    /// The words that stand in it, by their place in the list.
    pub words: Vec<usize>,
}

/// Rules closer than this are one.
const ONE: f32 = 3.0;
/// A drawn box up to this thickness is a rule.
const THIN: f32 = 2.0;
/// Pages with more rules are drawings.
const MOST: usize = 4000;
/// And so are grids with more cells.
const MOST_CELLS: usize = 40_000;

/// A piece of a rule: its place, and from where to where it runs.
#[derive(Debug, Clone, Copy)]
struct Piece {
    at: f32,
    from: f32,
    to: f32,
}

/// Rules in one direction, by their places; the pieces of each.
#[derive(Debug, Clone, Default)]
struct Rules(Vec<(f32, Vec<Piece>)>);

/// Returns the tables that are drawn around the words of a page, from top to bottom.
pub fn tables(drawn: &[Drawn], words: &[Word]) -> Vec<Ruled> {
    let (mut flat, mut upright) = (Vec::new(), Vec::new());
    for piece in drawn {
        let (wide, high) = (piece.right - piece.left, piece.top - piece.bottom);
        if wide > THIN {
            let ends = [piece.bottom, piece.top];
            let ends = if high > THIN { &ends[..] } else { &ends[..1] };
            flat.extend(ends.iter().map(|&at| Piece { at, from: piece.left, to: piece.right }));
        }
        if high > THIN {
            let ends = [piece.left, piece.right];
            let ends = if wide > THIN { &ends[..] } else { &ends[..1] };
            upright.extend(ends.iter().map(|&at| Piece { at, from: piece.bottom, to: piece.top }));
        }
    }
    if flat.len() > MOST || upright.len() > MOST {
        return Vec::new();
    }
    let (flat, upright) = (Rules::new(flat), Rules::new(upright));
    groups(&flat, &upright).iter().filter_map(|(flat, upright)| table(flat, upright, words)).collect()
}

impl Rules {
    fn new(mut pieces: Vec<Piece>) -> Rules {
        pieces.retain(|piece| piece.at.is_finite() && piece.from.is_finite() && piece.to.is_finite());
        pieces.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
        let mut rules: Vec<(f32, Vec<Piece>)> = Vec::new();
        for piece in pieces {
            match rules.last_mut() {
                Some((last, runs)) if piece.at - *last <= ONE => runs.push(piece),
                _ => rules.push((piece.at, vec![piece])),
            }
        }
        for (_, runs) in &mut rules {
            runs.sort_by(|a, b| a.from.total_cmp(&b.from));
            runs.dedup_by(|next, kept| {
                let one = next.from <= kept.to + ONE;
                if one {
                    kept.to = kept.to.max(next.to);
                }
                one
            });
        }
        Rules(rules)
    }

    /// Says whether a rule at `at` passes `across`.
    fn has(&self, at: f32, across: f32) -> bool {
        let rule = self.0.iter().find(|(place, _)| (place - at).abs() <= ONE);
        rule.is_some_and(|(_, runs)| runs.iter().any(|run| run.from <= across && across <= run.to))
    }

    fn pieces(&self) -> Vec<Piece> {
        self.0.iter().flat_map(|(_, runs)| runs).copied().collect()
    }
}

/// Parts the rules of a page into those that touch each other, from top to bottom.
fn groups(flat: &Rules, upright: &Rules) -> Vec<(Rules, Rules)> {
    let (flat, upright) = (flat.pieces(), upright.pieces());
    let mut group: Vec<usize> = (0..flat.len() + upright.len()).collect();
    let reaches = |piece: &Piece, at: f32| piece.from - ONE <= at && at <= piece.to + ONE;
    for (number, one) in flat.iter().enumerate() {
        for (other, two) in upright.iter().enumerate() {
            if reaches(one, two.at) && reaches(two, one.at) {
                let (a, b) = (root(&group, number), root(&group, flat.len() + other));
                group[a.max(b)] = a.min(b);
            }
        }
    }
    let mut groups: BTreeMap<usize, (Vec<Piece>, Vec<Piece>)> = BTreeMap::new();
    for number in 0..group.len() {
        let (own_flat, own_upright) = groups.entry(root(&group, number)).or_default();
        match flat.get(number) {
            Some(piece) => own_flat.push(*piece),
            None => own_upright.push(upright[number - flat.len()]),
        }
    }
    let both = |(flat, upright)| (Rules::new(flat), Rules::new(upright));
    let mut groups: Vec<(Rules, Rules)> = groups.into_values().map(both).collect();
    let top = |rules: &Rules| rules.0.last().map_or(f32::NEG_INFINITY, |(at, _)| *at);
    groups.sort_by(|a, b| top(&b.0).total_cmp(&top(&a.0)));
    groups
}

fn root(group: &[usize], mut at: usize) -> usize {
    while group[at] != at {
        at = group[at];
    }
    at
}

/// Returns the table between rules that touch each other, if words stand in several of its rows and columns.
fn table(flat: &Rules, upright: &Rules, words: &[Word]) -> Option<Ruled> {
    let columns: Vec<f32> = upright.0.iter().map(|(at, _)| *at).collect();
    let heights: Vec<f32> = flat.0.iter().rev().map(|(at, _)| *at).collect();
    let (wide, high) = (columns.len().checked_sub(1)?, heights.len().checked_sub(1)?);
    if wide < 2 || high < 2 || wide * high > MOST_CELLS {
        return None;
    }
    let middle = |places: &[f32], at: usize| (places[at] + places[at + 1]) / 2.0;
    // Cells with no rule between them are one.
    let mut cell: Vec<usize> = (0..wide * high).collect();
    let mut join = |a: usize, b: usize| {
        let (a, b) = (root(&cell, a), root(&cell, b));
        cell[a.max(b)] = a.min(b);
    };
    for row in 0..high {
        for column in 0..wide {
            let here = row * wide + column;
            if column + 1 < wide && !upright.has(columns[column + 1], middle(&heights, row)) {
                join(here, here + 1);
            }
            if row + 1 < high && !flat.has(heights[row + 1], middle(&columns, column)) {
                join(here, here + wide);
            }
        }
    }
    let within = |places: &[f32], at: f32| places.windows(2).position(|pair| (at >= pair[0]) != (at >= pair[1]));
    let mut held: Vec<Vec<usize>> = vec![Vec::new(); wide * high];
    for (number, word) in words.iter().enumerate() {
        let (x, y) = ((word.left + word.right) / 2.0, word.bottom + word.height / 2.0);
        if let (Some(column), Some(row)) = (within(&columns, x), within(&heights, y)) {
            held[root(&cell, row * wide + column)].push(number);
        }
    }
    let texts: Vec<String> = held.iter().map(|held| placed::text(words, held)).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for row in 0..high {
        let roots: Vec<usize> = (0..wide).map(|column| root(&cell, row * wide + column)).collect();
        let whole = roots.iter().all(|found| *found == roots[0]);
        let cells = roots
            .iter()
            .enumerate()
            .map(|(at, root)| if whole && at > 0 { String::new() } else { texts[*root].clone() });
        rows.push(cells.collect());
    }
    // A corner over several rows beside a heading over several columns: the heads are one row.
    let corner = (0..high).take_while(|row| root(&cell, row * wide) == root(&cell, 0)).count();
    let spread = (2..wide).any(|column| root(&cell, column) == root(&cell, column - 1));
    if corner > 1 && corner < high && spread {
        let below: Vec<Vec<String>> = rows.drain(1..corner).collect();
        for (column, head) in rows[0].iter_mut().enumerate() {
            for more in below.iter().map(|row| &row[column]) {
                if more != head {
                    placed::append(head, more);
                }
            }
        }
    }
    rows.retain(|row| row.iter().any(|text| !text.is_empty()));
    let filled: Vec<usize> = (0..wide).filter(|&at| rows.iter().any(|row| !row[at].is_empty())).collect();
    if filled.len() < 2 || rows.len() < 2 {
        return None;
    }
    let rows = rows.into_iter().map(|row| filled.iter().map(|&at| row[at].clone()).collect()).collect();
    Some(Ruled { columns, rows, words: held.into_iter().flatten().collect() })
}
