//! Strip charts: the figures of one metric on a line, one row a source, the disputed ones marked.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::request::Ask;
use crate::report::chart::{Dot, is_log, share};

/// One figure.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Where it lies, and what it says.
    pub dot: Dot,
    /// The name of its source.
    pub source: String,
    /// The address of its claim.
    pub link: String,
}

/// Sources that get a row each; more share one.
const ROWS: usize = 10;
/// Figures drawn.
const DOTS: usize = 240;
const WIDTH: f64 = 720.0;
const LEFT: f64 = 236.0;
const RIGHT: f64 = 24.0;
const ROW: f64 = 22.0;

/// Returns the picture; `ends` are the least and the greatest figure as people write them.
pub fn draw(ask: &Ask<'_>, title: &str, figures: &[Figure], ends: (&str, &str)) -> Markup {
    let shown = &figures[..figures.len().min(DOTS)];
    let dots: Vec<Dot> = shown.iter().map(|figure| figure.dot.clone()).collect();
    let mut rows: BTreeMap<&str, Vec<&Figure>> = BTreeMap::new();
    for figure in shown {
        rows.entry(&figure.source).or_default().push(figure);
    }
    let shared = rows.len() > ROWS;
    let rows: Vec<(String, Vec<&Figure>)> = if shared {
        vec![(ask.count("sources_many", rows.len()), shown.iter().collect())]
    } else {
        rows.into_iter().map(|(name, row)| (name.to_owned(), row)).collect()
    };
    let height = 30.0 + ROW * rows.len() as f64;
    let x = |at: f64| LEFT + (WIDTH - LEFT - RIGHT) * share(&dots, at);
    html! {
        svg class="strip" viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-label=(title) {
            @for (at, (name, row)) in rows.iter().enumerate() {
                @let y = 14.0 + ROW * at as f64;
                text class="row" x="0" y=(format!("{:.1}", y + 4.0)) { (clipped(name)) }
                line class="axis" x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y) y2=(y) {}
                @for (figure, y) in spread(row, y, |figure| x(figure.dot.at)) {
                    a href=(figure.link) aria-label=(figure.dot.label) {
                        title { (figure.dot.label) " — " (figure.source) }
                        @if figure.dot.disputed {
                            path class="dot disputed" d=(diamond(x(figure.dot.at), y)) {}
                        } @else {
                            circle class="dot" cx=(format!("{:.1}", x(figure.dot.at))) cy=(format!("{y:.1}")) r="5.5" {}
                        }
                    }
                }
            }
            @if ends.0 == ends.1 {
                text class="end" x=(format!("{:.1}", (LEFT + WIDTH - RIGHT) / 2.0)) y=(height - 4.0) text-anchor="middle" { (ends.0) }
            } @else {
                text class="end" x=(LEFT) y=(height - 4.0) { (ends.0) }
                text class="end" x=(WIDTH - RIGHT) y=(height - 4.0) text-anchor="end" { (ends.1) }
                @if is_log(&dots) {
                    text class="scale" x=(format!("{:.1}", (LEFT + WIDTH - RIGHT) / 2.0)) y=(height - 4.0) text-anchor="middle" { (ask.say("log_scale")) }
                }
            }
        }
        @if figures.len() > DOTS { p class="more" { (ask.count("further", figures.len() - DOTS)) } }
    }
}

/// Returns the outline of a disputed figure: told apart by its form, not by its colour alone.
pub fn diamond(x: f64, y: f64) -> String {
    format!("M{x:.1} {:.1}l6.5 6.5l-6.5 6.5l-6.5 -6.5z", y - 6.5)
}

/// Sets dots that would cover each other a little above and below their line.
fn spread<'a>(row: &[&'a Figure], y: f64, x: impl Fn(&Figure) -> f64) -> Vec<(&'a Figure, f64)> {
    let mut taken: BTreeMap<i64, usize> = BTreeMap::new();
    row.iter()
        .map(|figure| {
            let n = taken.entry((x(figure) / 6.0).round() as i64).or_default();
            let step = (*n).div_ceil(2).min(2) as f64 * 3.0;
            let side = if *n % 2 == 0 { -step } else { step };
            *n += 1;
            (*figure, y + side)
        })
        .collect()
}

/// Returns a name that fits before the line: Chinese letters are twice as wide.
fn clipped(name: &str) -> String {
    let mut width = 0;
    let mut out = String::new();
    for c in name.chars() {
        width += unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
        if width > 34 {
            out.push('…');
            break;
        }
        out.push(c);
    }
    out
}
