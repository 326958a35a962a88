//! Strip charts: where the figures of several sources lie on one line.

use std::fmt::Write;

/// One dot.
#[derive(Debug, Clone, PartialEq)]
pub struct Dot {
    /// Its place, in canonical units.
    pub at: f64,
    /// What it says, as people write it.
    pub label: String,
    /// A finding disputes it.
    pub disputed: bool,
}

const WIDTH: usize = 48;

/// A line from the least to the greatest of some figures, logarithmic where they span a factor of twenty or more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// Returns the line for these figures.
    pub fn new(figures: impl Iterator<Item = f64>) -> Self {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = figures.fold(ends, |(low, high), at| (low.min(at), high.max(at)));
        Self { low, high }
    }

    /// Says whether equal steps are equal factors.
    pub fn is_log(self) -> bool {
        self.low > 0.0 && self.high / self.low >= 20.0
    }

    /// Returns the share of the way at which a figure lies; the middle where all are the same.
    pub fn share(self, at: f64) -> f64 {
        if self.high <= self.low {
            return 0.5;
        }
        if self.is_log() {
            return (at / self.low).ln() / (self.high / self.low).ln();
        }
        (at - self.low) / (self.high - self.low)
    }
}

/// Returns one line of text: `|`-ended, a full dot for a disputed figure, a ring for any other.
pub fn unicode(dots: &[Dot]) -> String {
    let mut cells = vec!['·'; WIDTH];
    let scale = Scale::new(dots.iter().map(|dot| dot.at));
    for dot in dots {
        let cell = (scale.share(dot.at) * (WIDTH - 1) as f64).round() as usize;
        let cell = &mut cells[cell.min(WIDTH - 1)];
        *cell = if dot.disputed || *cell == '●' { '●' } else { '○' };
    }
    let line: String = cells.into_iter().collect();
    format!("|{line}|")
}

/// Returns an SVG picture with a dot a figure and its label, fit for light and dark pages.
pub fn svg(title: &str, dots: &[Dot]) -> String {
    let height = 44 + 16 * dots.len();
    let scale = Scale::new(dots.iter().map(|dot| dot.at));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"560\" height=\"{height}\" viewBox=\"0 0 560 {height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#777\">\n<title>{0}</title>\n\
         <text x=\"20\" y=\"14\" font-weight=\"bold\">{0}</text>\n\
         <line x1=\"20\" y1=\"30\" x2=\"540\" y2=\"30\" stroke=\"#999\"/>\n",
        xml(title)
    );
    for (number, dot) in dots.iter().enumerate() {
        let x = 20.0 + 520.0 * scale.share(dot.at);
        let y = 48 + 16 * number;
        let colour = if dot.disputed { "#c0392b" } else { "#2874a6" };
        let (anchor, tx) = if x > 300.0 { ("end", x - 6.0) } else { ("start", x + 6.0) };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"30\" r=\"5\" fill=\"{colour}\" fill-opacity=\"0.7\"/>\
             <line x1=\"{x:.1}\" y1=\"30\" x2=\"{x:.1}\" y2=\"{y}\" stroke=\"{colour}\" stroke-opacity=\"0.4\"/>\
             <text x=\"{tx:.1}\" y=\"{y}\" text-anchor=\"{anchor}\">{}</text>",
            xml(&dot.label)
        );
    }
    out.push_str("</svg>\n");
    out
}

fn xml(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
