//! Running text in the making, as Markdown and HTML both have it: text, line breaks, raised
//! text, footnote references, and inline elements that hide what they hold.

use super::Mark;
use super::marks;
use super::outline::Piece;
use crate::text::{Mapped, Span};

/// One paragraph, heading, list item or cell while it is being read.
#[derive(Debug, Clone, Default)]
pub struct Inline {
    text: Mapped,
    marks: Vec<Mark>,
    /// Where raised text began: the text's length then, and the tag.
    raised: Option<(usize, Span)>,
    /// How many hiding elements (`<rt>`, `<del>`) are open.
    hidden: usize,
    /// How many bold elements are open.
    strong: usize,
    /// Bytes of text that is not white space: all, and those in bold.
    seen: (usize, usize),
    span: Option<Span>,
}

/// Inline elements whose content is not the article's word: readings of characters, what was
/// struck out, code for machines.
const HIDING: &[&str] =
    &["rt", "rp", "rtc", "del", "s", "strike", "script", "style", "template", "noscript", "svg", "math"];

impl Inline {
    /// Says whether no text has come yet.
    pub fn is_empty(&self) -> bool {
        self.text.as_str().trim().is_empty() && self.marks.is_empty()
    }

    /// Returns all source bytes that were taken in.
    pub fn span(&self) -> Span {
        self.span.unwrap_or_default()
    }

    /// Says whether all of the text is bold.
    pub fn is_bold(&self) -> bool {
        self.seen.0 > 0 && self.seen.0 == self.seen.1
    }

    /// Counts `span` as part of the text, though it shows nothing.
    pub fn cover(&mut self, span: Span) {
        self.span = Some(self.span.map_or(span, |all| all.join(span)));
    }

    /// Takes in `text` that stands in the source from `start` on.
    pub fn verbatim(&mut self, text: &str, start: usize) {
        if self.hidden == 0 {
            self.cover(Span::new(start, start + text.len()));
            self.count(text);
            self.text.push_verbatim(text, start);
        }
    }

    /// Takes in `text` that stands for `source`.
    pub fn replaced(&mut self, text: &str, source: Span) {
        if self.hidden == 0 {
            self.cover(source);
            self.count(text);
            self.text.push_replaced(text, source);
        }
    }

    /// Takes in the part `span` of `text`, with its way back.
    pub fn part(&mut self, text: &Mapped, span: Span) {
        let Some(part) = span.of(text.as_str()).filter(|part| !part.is_empty()) else { return };
        if self.hidden == 0 {
            self.cover(text.to_source(span));
            self.count(part);
            self.text.push_part(text, span);
        }
    }

    /// Takes in `text`, white space folded as HTML does: every run of it is one space.
    pub fn folded(&mut self, text: &str, start: usize) {
        let mut rest = text;
        let mut at = start;
        while !rest.is_empty() {
            let space = rest.len() - rest.trim_start_matches(is_html_space).len();
            if space > 0 {
                self.space(&rest[..space], at);
            }
            (rest, at) = (&rest[space..], at + space);
            let word = rest.find(is_html_space).unwrap_or(rest.len());
            self.verbatim(&rest[..word], at);
            (rest, at) = (&rest[word..], at + word);
        }
    }

    /// Takes in a run of white space as one space, none at the start or after another.
    fn space(&mut self, run: &str, at: usize) {
        if self.text.is_empty() || self.text.as_str().ends_with([' ', '\n']) {
            return;
        }
        if run == " " { self.verbatim(run, at) } else { self.replaced(" ", Span::new(at, at + run.len())) }
    }

    /// A line of the source ends within the paragraph. Between two Chinese characters that is
    /// nothing, elsewhere a space.
    pub fn soft_break(&mut self, span: Span, next: Option<char>) {
        let wide =
            |c: char| matches!(u32::from(c), 0x2e80..=0x9fff | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xffef);
        let before = self.text.as_str().chars().next_back();
        if !(before.is_some_and(wide) && next.is_some_and(wide)) {
            self.replaced(" ", span);
        }
    }

    /// A line ends by markup.
    pub fn hard_break(&mut self, span: Span) {
        self.replaced("\n", span);
    }

    /// A reference to a footnote.
    pub fn footnote(&mut self, name: &str, span: Span) {
        self.cover(span);
        let at = self.text.as_str().trim_end().len();
        self.marks.push(Mark { name: marks::name(name), at });
    }

    /// Bold text begins.
    pub fn open_strong(&mut self) {
        self.strong += 1;
    }

    /// Bold text ends.
    pub fn close_strong(&mut self) {
        self.strong = self.strong.saturating_sub(1);
    }

    /// An inline tag opens.
    pub fn open_tag(&mut self, name: &str, span: Span) {
        match name {
            "br" => self.hard_break(span),
            "sup" if self.hidden == 0 => {
                self.raised = Some((self.text.len(), span));
                self.text.push_replaced("^", span);
            }
            "b" | "strong" | "th" => self.open_strong(),
            _ if HIDING.contains(&name) => self.hidden += 1,
            _ => {}
        }
        if !self.text.is_empty() {
            self.cover(span);
        }
    }

    /// An inline tag closes.
    pub fn close_tag(&mut self, name: &str, span: Span) {
        match name {
            "sup" => self.lower(),
            "b" | "strong" | "th" => self.close_strong(),
            _ if HIDING.contains(&name) => self.hidden = self.hidden.saturating_sub(1),
            _ => {}
        }
        if !self.text.is_empty() {
            self.cover(span);
        }
    }

    /// Decides what raised text is: an exponent ("10^23"), a mark, or just text ("4th").
    fn lower(&mut self) {
        let Some((from, _)) = self.raised.take() else { return };
        let text = self.text.as_str();
        let (before, raised) = text.split_at(from.min(text.len()));
        let content = raised.strip_prefix('^').unwrap_or(raised);
        if marks::is_exponent(before.trim_end(), content.trim()) {
            return;
        }
        let names: Vec<&str> = content.split([',', ' ', '\u{ff0c}']).filter(|name| !name.is_empty()).collect();
        if !names.is_empty() && names.iter().all(|name| marks::is_mark(name)) {
            let at = before.trim_end().len();
            let found: Vec<Mark> = names.iter().map(|name| Mark { name: marks::name(name), at }).collect();
            self.text.truncate(from);
            self.marks.extend(found);
            return;
        }
        let content = self.text.part(Span::new((from + 1).min(self.text.len()), self.text.len()));
        self.text.truncate(from);
        self.text.push(&content);
    }

    fn count(&mut self, text: &str) {
        let bytes = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count();
        self.seen.0 += bytes;
        self.seen.1 += if self.strong > 0 { bytes } else { 0 };
    }

    /// Returns what was read, and begins anew; what is open stays open.
    pub fn take(&mut self) -> Piece {
        self.lower();
        let open = Inline { hidden: self.hidden, strong: self.strong, ..Inline::default() };
        let done = std::mem::replace(self, open);
        Piece { text: done.text, marks: done.marks }
    }
}

fn is_html_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}
