//! Strip charts: the figures of one metric on a line, one row a source, the disputed ones marked.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::parts;
use super::request::Ask;
use crate::claim::{Claim, Name};
use crate::report::chart::Scale;

/// One figure.
#[derive(Debug, Clone, Copy)]
pub struct Figure<'a> {
    /// Its place, in canonical units.
    pub at: f64,
    /// The claim.
    pub claim: &'a Claim,
    /// A finding disputes it.
    pub disputed: bool,
}

/// Sources that get a row each; more share one.
const ROWS: usize = 10;
/// Figures that lie closer than this are drawn as one.
const APART: f64 = 5.0;
const WIDTH: f64 = 720.0;
const LEFT: f64 = 236.0;
const RIGHT: f64 = 24.0;
const ROW: f64 = 22.0;

/// Figures that are drawn as one.
struct Dot<'a> {
    first: Figure<'a>,
    count: usize,
}

/// Returns the picture; `ends` are the least and the greatest figure as people write them.
pub fn draw(ask: &Ask<'_>, title: &str, figures: &[Figure<'_>], ends: (&str, &str)) -> Markup {
    let scale = Scale::new(figures.iter().map(|figure| figure.at));
    let x = |at: f64| LEFT + (WIDTH - LEFT - RIGHT) * scale.share(at);
    let mut rows: BTreeMap<&Name, Vec<Figure<'_>>> = BTreeMap::new();
    for figure in figures {
        rows.entry(&figure.claim.source.path).or_default().push(*figure);
    }
    let rows: Vec<(String, Vec<Figure<'_>>)> = if rows.len() > ROWS {
        vec![(ask.count("sources_many", rows.len()), figures.to_vec())]
    } else {
        rows.into_values()
            .map(|row| (row.first().map_or(String::new(), |f| parts::short_source(f.claim)), row))
            .collect()
    };
    let height = 30.0 + ROW * rows.len() as f64;
    let middle = format!("{:.1}", (LEFT + WIDTH - RIGHT) / 2.0);
    html! {
        div class="scroll" {
            svg class="strip" viewBox=(format!("0 0 {WIDTH} {height}")) role="group" aria-label=(title) {
                @for (at, (name, row)) in rows.iter().enumerate() {
                    @let y = 14.0 + ROW * at as f64;
                    text class="row" x="0" y=(format!("{:.1}", y + 4.0)) { (clipped(name)) }
                    line class="axis" x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y) y2=(y) {}
                    @for dot in dots(row, x) { (draw_dot(ask, &dot, x(dot.first.at), y)) }
                }
                @if ends.0 == ends.1 {
                    text class="end" x=(middle) y=(height - 4.0) text-anchor="middle" { (ends.0) }
                } @else {
                    text class="end" x=(LEFT) y=(height - 4.0) { (ends.0) }
                    text class="end" x=(WIDTH - RIGHT) y=(height - 4.0) text-anchor="end" { (ends.1) }
                    @if scale.is_log() {
                        text class="scale" x=(middle) y=(height - 4.0) text-anchor="middle" { (ask.say("log_scale")) }
                    }
                }
            }
        }
    }
}

/// Takes figures together that would cover each other; disputed ones stay apart from the rest and lie on top.
fn dots<'a>(row: &[Figure<'a>], x: impl Fn(f64) -> f64) -> Vec<Dot<'a>> {
    let mut dots: BTreeMap<(bool, i64), Dot<'a>> = BTreeMap::new();
    for figure in row {
        let place = (x(figure.at) / APART).round() as i64;
        dots.entry((figure.disputed, place)).or_insert(Dot { first: *figure, count: 0 }).count += 1;
    }
    dots.into_values().collect()
}

fn draw_dot(ask: &Ask<'_>, dot: &Dot<'_>, x: f64, y: f64) -> Markup {
    let claim = dot.first.claim;
    let conditions = parts::conditions_text(claim);
    let mut label = parts::said(ask, claim);
    if !conditions.is_empty() {
        label.push_str(&format!(" ({conditions})"));
    }
    label.push_str(&format!(" — {}", parts::short_source(claim)));
    if dot.count > 1 {
        label.push_str(&format!(" · {}", ask.count("further", dot.count - 1)));
    }
    // More figures make a larger mark, but not by much.
    let size = 5.5 + (dot.count as f64).log2().min(4.0) * 0.6;
    html! {
        a href=(parts::claim_page(ask, claim)) aria-label=(label) {
            title { (label) }
            @if dot.first.disputed {
                path class="dot disputed" d=(diamond(x, y, size + 1.0)) {}
            } @else {
                circle class="dot" cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r=(format!("{size:.1}")) {}
            }
        }
    }
}

/// Returns the outline of a disputed figure: told apart by its form, not by its colour alone.
pub fn diamond(x: f64, y: f64, size: f64) -> String {
    format!("M{x:.1} {:.1}l{size:.1} {size:.1}l-{size:.1} {size:.1}l-{size:.1} -{size:.1}z", y - size)
}

/// Returns a name that fits before the line: Chinese letters are twice as wide.
fn clipped(name: &str) -> String {
    let mut width = 0;
    let mut out = String::new();
    for c in name.chars() {
        width += unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
        if width > 33 {
            out.push('…');
            break;
        }
        out.push(c);
    }
    out
}
