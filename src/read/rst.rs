//! reStructuredText: titles by underline, lists, tables (grid, simple, list, CSV), directives whose
//! text is the article's, roles and substitutions taken away.

mod markup;
mod tables;

use std::collections::BTreeMap;

use super::fence;
use super::fragment;
use super::outline::{Outline, Piece};
use super::text::item_mark;
use crate::text::{Mapped, Span};

/// Adds the blocks of the reStructuredText at `body` of `source` to `outline`.
pub fn read(source: &str, body: Span, outline: &mut Outline) {
    let lines = lines(source, body);
    let substitutions = substitutions(source, &lines);
    let mut reader = Reader { source, outline, substitutions, styles: Vec::new(), nesting: 0 };
    reader.blocks(&lines, None);
}

/// Reads the directive `name` whose body is at `body`, as Markdown dialects hold it in a fence.
pub fn directive(source: &str, name: &str, argument: Span, body: Span, outline: &mut Outline) {
    let lines = lines(source, body);
    let mut reader = Reader { source, outline, substitutions: BTreeMap::new(), styles: Vec::new(), nesting: 0 };
    reader.directive(name, argument, &lines);
}

/// A line without its line end.
#[derive(Debug, Clone, Copy)]
struct Line {
    /// From the first sign that is not white space to the last.
    span: Span,
    indent: usize,
}

impl Line {
    fn is_blank(self) -> bool {
        self.span.is_empty()
    }
}

fn lines(source: &str, body: Span) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut at = body.start;
    for line in body.of(source).unwrap_or_default().split_inclusive('\n') {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let start = at + indent;
        // Lines for a template engine stand at any indent and say nothing.
        let template = bare.starts_with("{%") || bare.starts_with("{#");
        let len = if template { 0 } else { bare.trim_end().len() };
        lines.push(Line { span: Span::new(start, start + len), indent });
        at += line.len();
    }
    lines
}

/// Collects `.. |name| replace:: text`.
fn substitutions(source: &str, lines: &[Line]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for line in lines {
        let text = line.span.of(source).unwrap_or_default();
        let Some((name, rest)) = text.strip_prefix(".. |").and_then(|rest| rest.split_once('|')) else { continue };
        if let Some(value) = rest.trim_start().strip_prefix("replace::") {
            found.insert(name.to_owned(), value.trim().to_owned());
        }
    }
    found
}

struct Reader<'a> {
    source: &'a str,
    outline: &'a mut Outline,
    substitutions: BTreeMap<String, String>,
    /// Title styles in the order in which they first stood: sign, and whether it stood above too.
    styles: Vec<(char, bool)>,
    /// Bodies that are being read within one another.
    nesting: usize,
}

/// Bodies nested deeper than this are left alone.
const DEEPEST: usize = 40;

/// Directives whose body is no text of the article.
const SILENT: &[&str] = &[
    "image",
    "include",
    "toctree",
    "meta",
    "highlight",
    "contents",
    "autosummary",
    "math",
    "replace",
    "default-role",
    "role",
    "index",
    "currentmodule",
    "module",
    "rst-class",
    "class",
    "literalinclude",
    "plot",
    "graphviz",
    "mermaid",
    "video",
];

/// Directives whose body is source code.
const CODE: &[&str] =
    &["code-block", "code", "sourcecode", "parsed-literal", "prompt", "doctest", "testcode", "ipython"];

impl Reader<'_> {
    fn text(&self, span: Span) -> &str {
        span.of(self.source).unwrap_or_default()
    }

    /// Reads the blocks of `lines`, which all stand in one body; `lead` leads them in.
    fn blocks(&mut self, lines: &[Line], lead: Option<usize>) {
        if self.nesting >= DEEPEST {
            return;
        }
        self.nesting += 1;
        let mut at = 0;
        while at < lines.len() {
            at += self.block(&lines[at..], lead).max(1);
        }
        self.nesting -= 1;
    }

    /// Reads the block at the start of `lines`; returns how many lines it takes.
    fn block(&mut self, lines: &[Line], lead: Option<usize>) -> usize {
        let line = lines[0];
        let text = self.text(line.span).to_owned();
        if line.is_blank() {
            return 1;
        }
        if let Some(count) = self.title(lines) {
            return count;
        }
        if text == ".." || text.starts_with(".. ") {
            return self.explicit(lines, &text);
        }
        if let Some(count) = self.drawn_table(lines, None) {
            return count;
        }
        if is_transition(&text) {
            return 1;
        }
        if item_len(&text).is_some() {
            return self.list(lines, 1, lead);
        }
        self.paragraph(lines, lead)
    }

    /// Reads a title: a line of signs below it, and perhaps above.
    fn title(&mut self, lines: &[Line]) -> Option<usize> {
        let sign = |at: usize| lines.get(at).and_then(|line| rule_sign(self.text(line.span)));
        let width = |at: usize| lines.get(at).map_or(0, |line| self.text(line.span).chars().count());
        let (title, above, count) = match (sign(0), sign(2)) {
            (Some(top), Some(bottom)) if top == bottom && sign(1).is_none() && width(1) > 0 => (1, true, 3),
            (None, _) if sign(1).is_some() && width(1) >= 3 && lines[0].indent == lines[1].indent => (0, false, 2),
            _ => return None,
        };
        let style = (sign(if above { 0 } else { 1 })?, above);
        let depth = self.styles.iter().position(|known| *known == style).unwrap_or_else(|| {
            self.styles.push(style);
            self.styles.len() - 1
        });
        let span = lines[title].span;
        let piece = self.inline(&[lines[title]]);
        self.outline.heading(u8::try_from(depth + 1).unwrap_or(u8::MAX), piece, span);
        Some(count)
    }

    /// Reads what begins with two dots: a directive, a footnote, a target, a comment.
    fn explicit(&mut self, lines: &[Line], text: &str) -> usize {
        let count = 1 + body_len(&lines[1..], lines[0].indent);
        let body = &lines[1..count];
        let rest = text.strip_prefix("..").unwrap_or_default().trim_start();
        let rest_at = lines[0].span.end - rest.len();
        if let Some((label, note)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            let start = lines[0].span.end - note.trim_start().len();
            let mut all = vec![Line { span: Span::new(start, lines[0].span.end), indent: 0 }];
            all.extend(body.iter().filter(|line| !line.is_blank()));
            let piece = self.inline(&all);
            let label = label.trim_start_matches('#').to_owned();
            self.outline.note(&label, piece, span_of(lines[0], body));
            return count;
        }
        if let Some((name, argument)) = rest.split_once("::")
            && !name.is_empty()
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'))
        {
            let argument_at = rest_at + name.len() + 2;
            let name = name.to_ascii_lowercase();
            let lead = argument.len() - argument.trim_start().len();
            let argument = Span::new(argument_at + lead, argument_at + lead + argument.trim().len());
            self.directive(&name, argument, body);
        }
        count
    }

    fn directive(&mut self, name: &str, argument: Span, body: &[Line]) {
        let (options, content) = self.options(body);
        if CODE.contains(&name) {
            if let (Some(first), Some(last)) = (content.first(), content.last()) {
                let span = first.span.join(last.span);
                let text = Mapped::verbatim(self.text(span), span.start);
                fence::read(text, "code", span, self.outline);
            }
            return;
        }
        match name {
            "list-table" => self.list_table(&options, argument, content),
            "csv-table" => self.csv_table(&options, argument, content),
            "table" => {
                let caption = self.argument(argument);
                let skip = content.iter().take_while(|line| line.is_blank()).count();
                if self.drawn_table(&content[skip..], caption).is_none() {
                    self.blocks(content, None);
                }
            }
            "raw" if self.text(argument) == "html" => {
                if let (Some(first), Some(last)) = (content.first(), content.last()) {
                    fragment::read(self.source, first.span.join(last.span), self.outline);
                }
            }
            "raw" => {}
            _ if SILENT.contains(&name) => {}
            _ => {
                // Tabs, cards and admonitions show their argument as a title.
                let titled = !matches!(
                    name,
                    "figure" | "container" | "only" | "datatemplate:yaml" | "include" | "grid" | "math"
                );
                if titled && let Some(title) = self.argument(argument) {
                    self.outline.minor_heading(title.into(), argument);
                }
                self.blocks(content, None);
            }
        }
    }

    fn argument(&self, argument: Span) -> Option<Mapped> {
        let line = Line { span: argument, indent: 0 };
        let piece = self.inline(&[line]).clean();
        (!piece.text.is_empty()).then_some(piece.text)
    }

    /// Splits a body into its `:name: value` lines and its content.
    fn options<'l>(&self, body: &'l [Line]) -> (BTreeMap<String, Span>, &'l [Line]) {
        let mut options = BTreeMap::new();
        let mut at = 0;
        for line in body {
            let text = self.text(line.span);
            let Some((name, value)) = text.strip_prefix(':').and_then(|rest| rest.split_once(':')) else { break };
            if name.is_empty()
                || !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
                || value.starts_with('`')
            {
                break;
            }
            options.insert(name.to_owned(), Span::new(line.span.end - value.trim_start().len(), line.span.end));
            at += 1;
        }
        (options, &body[at..])
    }

    fn number(&self, options: &BTreeMap<String, Span>, name: &str) -> usize {
        options.get(name).and_then(|span| self.text(*span).trim().parse().ok()).unwrap_or(0)
    }

    fn list(&mut self, lines: &[Line], depth: u8, lead: Option<usize>) -> usize {
        let lead = lead.or_else(|| self.outline.paragraph_before());
        let indent = lines[0].indent;
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at];
            if line.is_blank() {
                at += 1;
                continue;
            }
            let text = self.text(line.span).to_owned();
            let Some(mark) = item_len(&text).filter(|_| line.indent == indent) else { break };
            let count = 1 + body_len(&lines[at + 1..], indent);
            let first = after_mark(line, &text, mark);
            let body = &lines[at + 1..at + count];
            let head =
                body.iter().take_while(|line| !line.is_blank() && item_len(self.text(line.span)).is_none()).count();
            let mut all = vec![first];
            all.extend(&body[..head]);
            let piece = self.inline(&all);
            let item = self.outline.item(depth, piece, lead, span_of(line, &body[..head]));
            self.items_below(&body[head..], depth, item);
            at += count;
        }
        at
    }

    fn items_below(&mut self, body: &[Line], depth: u8, item: Option<usize>) {
        let mut at = 0;
        while at < body.len() {
            let is_item = item_len(self.text(body[at].span)).is_some();
            at += if is_item && usize::from(depth) < DEEPEST {
                self.list(&body[at..], depth + 1, item)
            } else {
                self.block(&body[at..], item)
            }
            .max(1);
        }
    }

    fn paragraph(&mut self, lines: &[Line], lead: Option<usize>) -> usize {
        let indent = lines[0].indent;
        let count = lines.iter().take_while(|line| !line.is_blank() && line.indent == indent).count().max(1);
        let mut own = lines[..count].to_vec();
        // A title or list may follow without a blank line.
        let last = own[own.len() - 1];
        let text = self.text(last.span);
        let literal = text.ends_with("::");
        if literal {
            own.last_mut().expect("there is a first line").span.end -= if text == "::" { 2 } else { 1 };
        }
        let mut piece = self.inline(&own);
        // A field of a field list: ":Date: 2024-05".
        if let Some(rest) = field_value(piece.text.as_str()) {
            piece = Piece::from(piece.text.part(Span::new(rest, piece.text.len())));
        }
        let bold = is_bold(self.text(own[0].span)) && own.len() == 1;
        let span = own[0].span.join(last.span);
        let block = if bold && Outline::reads_as_heading(piece.text.as_str()) {
            self.outline.minor_heading(piece, span);
            None
        } else {
            self.outline.paragraph(piece, lead, span)
        };
        let below = body_len(&lines[count..], indent);
        let body = &lines[count..count + below];
        if literal {
            let filled = body.iter().filter(|line| !line.is_blank());
            if let Some(span) = filled.map(|line| line.span).reduce(Span::join) {
                let start = body.iter().find(|line| !line.is_blank()).map_or(span.start, |line| line.span.start);
                let text = Mapped::verbatim(self.text(span), start);
                fence::read(text, "", span, self.outline);
            }
        } else {
            // A definition below its term, or a quotation.
            self.blocks(body, block);
        }
        count + below
    }
}

fn span_of(first: Line, body: &[Line]) -> Span {
    body.iter().filter(|line| !line.is_blank()).fold(first.span, |span, line| span.join(line.span))
}

/// Says how many lines belong to the body of what stands at `indent`: those indented deeper, and
/// blank ones between them.
fn body_len(lines: &[Line], indent: usize) -> usize {
    let mut len = 0;
    for (at, line) in lines.iter().enumerate() {
        if line.is_blank() {
            continue;
        }
        if line.indent <= indent {
            break;
        }
        len = at + 1;
    }
    len
}

fn after_mark(line: Line, text: &str, mark: usize) -> Line {
    let rest = text[mark..].trim_start();
    Line {
        span: Span::new(line.span.end - rest.len(), line.span.end),
        indent: line.indent + (text.len() - rest.len()).max(1),
    }
}

/// Returns the bytes of a list mark that white space follows.
fn item_len(text: &str) -> Option<usize> {
    if text == "-" || text == "*" {
        return Some(1);
    }
    if let Some(rest) = text.strip_prefix("#.") {
        return rest.starts_with(' ').then_some(2);
    }
    let (mark, _) = item_mark(text)?;
    text[mark..].starts_with(' ').then_some(mark)
}

/// Returns the sign of a line that is nothing but one sign of punctuation.
fn rule_sign(text: &str) -> Option<char> {
    let sign = text.chars().next().filter(char::is_ascii_punctuation)?;
    (text.len() >= 2 && text.chars().all(|c| c == sign)).then_some(sign)
}

fn is_transition(text: &str) -> bool {
    text.len() >= 4 && rule_sign(text).is_some()
}

/// Returns where the value of ":Name: value" begins.
fn field_value(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(':')?;
    let end = rest.find(": ")?;
    (end < 30 && !rest[..end].contains(' ')).then_some(end + 3)
}

fn is_bold(text: &str) -> bool {
    text.len() > 4 && text.starts_with("**") && text.ends_with("**") && !text[2..text.len() - 2].contains("**")
}
