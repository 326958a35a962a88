//! Writes the formulas of TeX out as plain text, so that their figures can be read.
//!
//! | written | plain |
//! |---|---|
//! | `$1.97 \times 10^{14}$` | `1.97 × 10^14` |
//! | `7.8 \frac{\text{Tflop}}{\text{s}}` between `$$` | `7.8 Tflop/s` |
//! | `from $5 to $10` | as written: prices |
//! | `from \$5 to \$10` | `from $5 to $10` |

use crate::text::{Mapped, Span};

/// Groups nested deeper than this are left out.
const DEEPEST: usize = 12;

/// A formula longer than this is taken for a stray dollar sign.
const LONGEST: usize = 2000;

/// Returns `text` with its formulas written out, or `None` where it has none.
pub fn plain(text: &Mapped) -> Option<Mapped> {
    let source = text.as_str();
    if !source.contains('$') && !source.contains("\\(") && !source.contains("\\[") {
        return None;
    }
    let mut out = Mapped::default();
    let mut done = 0;
    let mut at = 0;
    let mut found = false;
    while let Some(offset) = source[at..].find(['$', '\\']) {
        at += offset;
        // "\\$10" is a price whose sign was kept from opening a formula.
        if source[at..].starts_with("\\$") {
            found = true;
            out.push_part(text, Span::new(done, at));
            done = at + 1;
            at += 2;
            continue;
        }
        let Some((inner, end)) = formula(source, at) else {
            at += 1;
            continue;
        };
        found = true;
        out.push_part(text, Span::new(done, at));
        Writer { text, source, out: &mut out }.write(inner, 0);
        (at, done) = (end, end);
    }
    if !found {
        return None;
    }
    out.push_part(text, Span::new(done, source.len()));
    Some(out)
}

/// Returns the inside of a formula that opens at `at`, and the byte after its end.
fn formula(source: &str, at: usize) -> Option<(Span, usize)> {
    let rest = &source[at..];
    for (open, close) in [("$$", "$$"), ("\\(", "\\)"), ("\\[", "\\]")] {
        if let Some(inner) = rest.strip_prefix(open) {
            let len = limited(inner).find(close)?;
            let start = at + open.len();
            return Some((Span::new(start, start + len), start + len + close.len()));
        }
    }
    let inner = rest.strip_prefix('$')?;
    let len = limited(inner).find('$')?;
    let (content, after) = (&inner[..len], &inner[len + 1..]);
    let tight =
        !content.is_empty() && !content.starts_with(char::is_whitespace) && !content.ends_with(char::is_whitespace);
    let price =
        after.starts_with(|c: char| c.is_ascii_digit()) || source[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let signs = content.contains(['\\', '^', '_', '=', '{']) || !content.contains(char::is_whitespace);
    (tight && !price && signs && !content.contains('\n')).then(|| (Span::new(at + 1, at + 1 + len), at + len + 2))
}

fn limited(text: &str) -> &str {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

struct Writer<'a> {
    text: &'a Mapped,
    source: &'a str,
    out: &'a mut Mapped,
}

impl Writer<'_> {
    /// Writes the part `span` of the formula out.
    fn write(&mut self, span: Span, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let mut at = span.start;
        let mut done = at;
        while at < span.end {
            let Some(offset) = self.source[at..span.end].find(['\\', '{', '}']) else { break };
            self.out.push_part(self.text, Span::new(done, at + offset));
            at += offset;
            at = if self.source[at..].starts_with('\\') { self.command(at, span.end, depth) } else { at + 1 };
            done = at;
        }
        if done < span.end {
            self.out.push_part(self.text, Span::new(done, span.end));
        }
    }

    /// Writes the command at `at` out; returns where to go on.
    fn command(&mut self, at: usize, end: usize, depth: usize) -> usize {
        let rest = &self.source[at + 1..end];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 {
            let Some(c) = rest.chars().next() else { return end };
            let next = at + 1 + c.len_utf8();
            match c {
                '%' | '$' | '#' | '_' | '&' => self.out.push_part(self.text, Span::new(at + 1, next)),
                '{' | '}' | '(' | ')' | '[' | ']' => {}
                _ => self.put(" ", Span::new(at, next)),
            }
            return next;
        }
        let name = &rest[..letters];
        let after = at + 1 + letters;
        match name {
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                let Some(over) = self.group(after, end) else { return after };
                self.write(over, depth + 1);
                let Some(under) = self.group(over.end + 1, end) else { return over.end + 1 };
                self.put("/", Span::new(over.end, under.start));
                self.write(under, depth + 1);
                under.end + 1
            }
            "begin" | "end" | "label" | "tag" => self.group(after, end).map_or(after, |group| group.end + 1),
            _ => {
                if let Some(sign) = sign(name) {
                    self.put(sign, Span::new(at, after));
                }
                after
            }
        }
    }

    /// Returns the inside of the braces that open at or after `at`.
    fn group(&self, at: usize, end: usize) -> Option<Span> {
        let open = at + self.source.get(at..end)?.find(|c: char| !c.is_whitespace())?;
        if !self.source[open..].starts_with('{') {
            return None;
        }
        let mut depth = 0usize;
        for (offset, c) in self.source[open..end].char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(Span::new(open + 1, open + offset));
            }
        }
        None
    }

    fn put(&mut self, with: &str, span: Span) {
        self.out.push_rewritten(with, self.text, span);
    }
}

/// Returns what a command without arguments stands for; what only dresses its argument is nothing.
fn sign(name: &str) -> Option<&'static str> {
    Some(match name {
        "times" => "×",
        "cdot" | "cdotp" => "·",
        "div" => "÷",
        "approx" | "approxeq" | "simeq" => "≈",
        "sim" => "~",
        "le" | "leq" | "leqslant" => "≤",
        "ge" | "geq" | "geqslant" => "≥",
        "pm" => "±",
        "mu" => "μ",
        "to" | "rightarrow" | "implies" | "Rightarrow" => "→",
        "text" | "mathrm" | "mathbf" | "mathit" | "mathsf" | "textbf" | "textit" | "texttt" | "operatorname"
        | "emph" | "boxed" | "left" | "right" | "big" | "Big" | "bigg" | "displaystyle" | "rm" | "bf" => return None,
        _ => " ",
    })
}
