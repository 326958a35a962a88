//! The grammar: words, phrases, fields, comparisons, `AND OR NOT`, brackets.

use super::error::ParseError;
use super::fields::FIELDS;
use super::query::{Leaf, Node, Query, Recognised};
use super::recognise;
use super::values::{self, Comparison};
use crate::claim::Name;
use crate::text::{Span, suggest};
use crate::vocab::Vocab;

const KINDS: [&str; 5] = ["figure", "comparison", "level", "support", "suitability"];

/// Brackets within brackets, at most.
const DEEPEST: usize = 64;

/// Reads a query.
///
/// # Errors
/// Where a bracket or quote is left open, a field is unknown, or a
/// field's value is not one; with the place and what to write instead.
pub fn parse(vocab: &Vocab, text: &str) -> Result<Query, ParseError> {
    let mut parser = Parser { vocab, text, at: 0, depth: 0, recognised: Vec::new() };
    let root = parser.any()?;
    if parser.at < text.len() {
        let span = Span::new(parser.at, parser.at + 1);
        return Err(parser.error(span, "this bracket closes nothing", "take it out, or put `(` before"));
    }
    // A query that is all filler asks for just these words.
    let root = if is_empty(&root) { Node::Leaf(Leaf::Word(text.trim().to_owned())) } else { root };
    Ok(Query { root, recognised: parser.recognised })
}

pub(super) struct Parser<'a> {
    pub(super) vocab: &'a Vocab,
    pub(super) text: &'a str,
    pub(super) at: usize,
    depth: usize,
    recognised: Vec<Recognised>,
}

/// What stands next.
enum Next<'a> {
    End,
    Open,
    Close,
    Or,
    And,
    Not,
    Compare(Comparison, usize),
    Quote(char),
    Chunk(&'a str),
}

impl<'a> Parser<'a> {
    pub(super) fn error(&self, span: Span, message: impl Into<String>, help: impl Into<String>) -> ParseError {
        ParseError { query: self.text.to_owned(), span, message: message.into(), help: help.into() }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn next(&mut self) -> Next<'a> {
        self.skip_blanks();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Next::End };
        match first {
            '(' => return Next::Open,
            ')' => return Next::Close,
            '"' => return Next::Quote('"'),
            '“' => return Next::Quote('”'),
            '「' => return Next::Quote('」'),
            '-' if rest[1..].starts_with(|c: char| c.is_alphanumeric() || c == '"' || c == '(') => return Next::Not,
            _ => {}
        }
        if let Some((comparison, length)) = values::comparison(rest) {
            return Next::Compare(comparison, length);
        }
        match chunk(rest) {
            "OR" => Next::Or,
            "AND" => Next::And,
            "NOT" => Next::Not,
            chunk => Next::Chunk(chunk),
        }
    }

    fn any(&mut self) -> Result<Node, ParseError> {
        let mut parts = vec![self.all()?];
        while matches!(self.next(), Next::Or) {
            let span = Span::new(self.at, self.at + 2);
            self.at = span.end;
            let part = self.all()?;
            if is_empty(&part) || parts.last().is_some_and(is_empty) {
                return Err(self.error(span, "`OR` wants something on both sides", "write `A100 OR H100`"));
            }
            parts.push(part);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::Any(parts) })
    }

    fn all(&mut self) -> Result<Node, ParseError> {
        let mut parts: Vec<Node> = Vec::new();
        let mut run: Option<Span> = None;
        loop {
            match self.next() {
                Next::End | Next::Close | Next::Or => break,
                Next::And => self.at += 3,
                Next::Chunk(word) if self.is_plain(word) => {
                    let here = Span::new(self.at, self.at + word.len());
                    self.at = here.end;
                    run = Some(run.map_or(here, |run| run.join(here)));
                    continue;
                }
                _ => {
                    self.flush(&mut run, &mut parts);
                    let part = self.one()?;
                    parts.push(part);
                }
            }
            self.flush(&mut run, &mut parts);
        }
        self.flush(&mut run, &mut parts);
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::All(parts) })
    }

    /// Reads the names in the plain words so far.
    fn flush(&mut self, run: &mut Option<Span>, parts: &mut Vec<Node>) {
        if let Some(text) = run.take().and_then(|run| run.of(self.text)) {
            parts.extend(recognise::words(self.vocab, text, &mut self.recognised));
        }
    }

    fn one(&mut self) -> Result<Node, ParseError> {
        match self.next() {
            Next::Not => {
                let start = self.at;
                self.at += if self.rest().starts_with('-') { 1 } else { 3 };
                match self.next() {
                    Next::End | Next::Close | Next::Or | Next::And => {
                        let span = Span::new(start, self.at.min(self.text.len()));
                        Err(self.error(span, "`NOT` wants something after it", "write `NOT spot` or `-spot`"))
                    }
                    Next::Chunk(word) if self.is_plain(word) => {
                        self.at += word.len();
                        // What must not be there is not said to be recognised.
                        let mut unsaid = Vec::new();
                        let parts = recognise::words(self.vocab, word, &mut unsaid);
                        Ok(Node::Not(Box::new(Node::All(parts))))
                    }
                    _ => Ok(Node::Not(Box::new(self.deeper(Self::one)?))),
                }
            }
            Next::Open => {
                let open = Span::new(self.at, self.at + 1);
                self.at += 1;
                let inner = self.deeper(Self::any)?;
                if !matches!(self.next(), Next::Close) {
                    return Err(self.error(open, "this bracket is not closed", "put `)` after, or take it out"));
                }
                self.at += 1;
                let within = Span::new(open.end, self.at - 1);
                if within.of(self.text).is_some_and(|text| text.trim().is_empty()) {
                    return Err(self.error(
                        open.join(Span::new(within.end, self.at)),
                        "nothing stands in these brackets",
                        "put words in, or take them out",
                    ));
                }
                Ok(inner)
            }
            Next::Quote(close) => self.phrase(close),
            Next::Compare(comparison, length) => {
                let sign = Span::new(self.at, self.at + length);
                self.at += length;
                self.value(comparison, sign)
            }
            Next::Chunk(word) if word.chars().all(|ch| ch == '*') => {
                let span = Span::new(self.at, self.at + word.len());
                Err(self.error(span, "`*` wants the beginning of a word before it", "write `transist*`"))
            }
            Next::Chunk(word) if word.ends_with('*') => {
                self.at += word.len();
                Ok(Node::Leaf(Leaf::Prefix(word.trim_end_matches('*').to_owned())))
            }
            Next::Chunk(word) => self.field(word),
            Next::End | Next::Close | Next::Or | Next::And => Ok(Node::All(Vec::new())),
        }
    }

    fn deeper(&mut self, read: fn(&mut Self) -> Result<Node, ParseError>) -> Result<Node, ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let span = Span::new(self.at, self.text.len());
            return Err(self.error(span, "too many brackets within brackets", "write it with fewer"));
        }
        let node = read(self);
        self.depth -= 1;
        node
    }

    fn phrase(&mut self, close: char) -> Result<Node, ParseError> {
        let open = self.rest().chars().next().map_or(1, char::len_utf8);
        let start = self.at;
        let inside = &self.rest()[open..];
        let Some(length) = inside.find(close) else {
            let span = Span::new(start, start + open);
            return Err(self.error(span, "this quote is not closed", format!("put `{close}` after the phrase")));
        };
        self.at += open + length + close.len_utf8();
        Ok(Node::Leaf(Leaf::Phrase(inside[..length].to_owned())))
    }

    fn value(&mut self, comparison: Comparison, sign: Span) -> Result<Node, ParseError> {
        let start = self.at;
        let rest = self.rest();
        // `value:"1.5 TB/s"`
        let quoted = rest.strip_prefix('"').and_then(|inside| Some(&inside[..inside.find('"')?]));
        let written = quoted.unwrap_or(rest);
        let Some((range, taken)) = values::range(self.vocab, written, comparison) else {
            let written = sign.of(self.text).unwrap_or_default().to_owned();
            return Err(self.error(
                sign,
                format!("`{written}` wants a number after it"),
                "write `>= 1.5 TB/s` or `<3USD/h`; in quotes it is text",
            ));
        };
        let offset = start + usize::from(quoted.is_some());
        if let Some(unit) = values::unknown_unit(&range, written, taken, quoted.is_some()) {
            return Err(self.unknown_unit(Span::new(offset + unit.start, offset + unit.end)));
        }
        if self.is_of_nothing(&range.units) {
            let span = Span::new(offset, offset + taken);
            let value = span.of(self.text).unwrap_or_default().trim();
            return Err(self.error(
                span,
                format!("no metric is measured in the unit of `{value}`"),
                "`atodds vocab metrics` lists what claims give; write `1.5TB/s`, `700W`, `3USD/h`",
            ));
        }
        self.at = offset + quoted.map_or(taken, |quoted| quoted.len() + 1);
        Ok(Node::Leaf(Leaf::Values(range)))
    }

    /// Says whether some metric is measured so.
    fn measures(&self, dimension: &str) -> bool {
        self.vocab.metrics.iter().any(|metric| metric.fits(dimension))
    }

    /// Says whether nothing that claims speak of is measured in these units: `1.5 parsecs`.
    fn is_of_nothing(&self, units: &[Name]) -> bool {
        let canonical = |id: &Name| {
            let mut known = self.vocab.units.iter();
            known.find(|unit| unit.canonical.as_deref().unwrap_or(&unit.symbol) == &**id)
        };
        !units.is_empty() && units.iter().all(|id| canonical(id).is_some_and(|unit| !self.measures(&unit.dimension)))
    }

    fn unknown_unit(&self, span: Span) -> ParseError {
        let unit = span.of(self.text).unwrap_or_default().to_owned();
        let units = self.vocab.units.iter().filter(|known| self.measures(&known.dimension));
        let known =
            units.flat_map(|unit| std::iter::once(&unit.symbol).chain(&unit.words).chain(&unit.zh).map(String::as_str));
        let help = match suggest::nearest(&unit, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write it as articles do: `1.5TB/s`, `700W`, `3USD/h`".to_owned(),
        };
        self.error(span, format!("unknown unit `{unit}`"), help)
    }

    /// Says whether a chunk is a plain word: no field, no `*` at its end.
    fn is_plain(&self, word: &str) -> bool {
        !word.ends_with('*') && self.key(word).is_none()
    }

    fn field(&mut self, word: &str) -> Result<Node, ParseError> {
        let Some((name, length)) = self.key(word) else {
            self.at += word.len();
            return Ok(Node::Leaf(Leaf::Word(word.to_owned())));
        };
        let start = self.at;
        let key = Span::new(start, start + name.len());
        let known = name.to_lowercase();
        if !self.is_field(&known) {
            let metrics = self.metrics(name);
            if !metrics.is_empty() {
                return self.metric_field(name, length, metrics);
            }
            let help = match self.nearest(name) {
                Some(near) => format!("did you mean `{near}:`?"),
                None => format!(
                    "fields are {}, the conditions (`precision:`) and the metrics (`power:`); in quotes it is text",
                    FIELDS.join(", ")
                ),
            };
            return Err(self.error(key, format!("unknown field `{name}`"), help));
        }
        self.at += length;
        if known == "value" {
            let (comparison, sign) = values::comparison(self.rest().trim_start()).unwrap_or((Comparison::Equal, 0));
            self.skip_blanks();
            self.at += sign;
            return self.value(comparison, key);
        }
        let (value, span) = self.field_value(key, &known)?;
        self.known_field(&known, value, span)
    }

    /// Reads `power:250..400W` or `price:<3USD/h`.
    fn metric_field(&mut self, name: &str, length: usize, metrics: Vec<Name>) -> Result<Node, ParseError> {
        let key = Span::new(self.at, self.at + name.len());
        self.at += length;
        self.recognised.push(Recognised {
            written: name.to_owned(),
            what: "metric",
            means: metrics.iter().map(ToString::to_string).collect(),
        });
        let metric = Node::Any(metrics.into_iter().map(|metric| Node::Leaf(Leaf::MetricIs(metric))).collect());
        let (comparison, sign) = values::comparison(self.rest()).unwrap_or((Comparison::Equal, 0));
        self.at += sign;
        match self.value(comparison, key) {
            Ok(value) => Ok(Node::All(vec![metric, value])),
            // `price:spot` is the metric with a word.
            Err(_) if sign == 0 => Ok(metric),
            Err(error) => Err(error),
        }
    }

    fn field_value(&mut self, key: Span, name: &str) -> Result<(String, Span), ParseError> {
        let start = self.at;
        if let Some(close) = match self.rest().chars().next() {
            Some('"') => Some('"'),
            Some('“') => Some('”'),
            _ => None,
        } {
            let Node::Leaf(Leaf::Phrase(text)) = self.phrase(close)? else { return Ok((String::new(), key)) };
            return Ok((text, Span::new(start, self.at)));
        }
        let end = self.rest().find(|c: char| c.is_whitespace() || c == ')').unwrap_or(self.rest().len());
        let value = &self.rest()[..end];
        if value.is_empty() {
            return Err(self.error(
                key,
                format!("`{name}:` wants a value"),
                format!("write it without a blank: `{name}:…`"),
            ));
        }
        self.at += end;
        Ok((value.to_owned(), Span::new(start, start + end)))
    }

    fn known_field(&mut self, name: &str, value: String, span: Span) -> Result<Node, ParseError> {
        let leaf = match name {
            "device" => Leaf::DeviceIs(self.device(&value, span)?),
            "metric" => return self.metric(&value, span),
            "versus" => Leaf::StateIs(vec![format!("versus={}", self.device(&value, span)?)]),
            "kind" => Leaf::KindIs(self.word("kind", &value, span, &KINDS)?),
            "source" => Leaf::SourceHolds(value),
            "publisher" => Leaf::PublisherHolds(value),
            "id" => Leaf::IdIs(value),
            "status" => Leaf::StatusIs(self.word(
                "status",
                &value,
                span,
                &crate::conflict::Status::ALL.iter().map(|status| status.as_str()).collect::<Vec<_>>(),
            )?),
            "date" => match values::dates(&value) {
                Some((low, high)) => Leaf::Dates(low, high),
                None => {
                    return Err(self.error(
                        span,
                        format!("`{value}` is no date"),
                        "write `date:2024`, `date:>=2024-05` or `date:2023..2024-06`",
                    ));
                }
            },
            _ => self.state(name, &value, span)?,
        };
        Ok(Node::Leaf(leaf))
    }

    fn device(&self, value: &str, span: Span) -> Result<Name, ParseError> {
        if let Some(device) = self.vocab.devices.get(value) {
            return Ok(device.id.clone());
        }
        let mut unsaid = Vec::new();
        if let [Node::Leaf(Leaf::Device { device, .. })] = recognise::words(self.vocab, value, &mut unsaid).as_slice() {
            return Ok(device.clone());
        }
        let names = self.vocab.devices.iter().flat_map(|d| d.names.iter().map(String::as_str).chain([&*d.id]));
        Err(self.error(span, format!("unknown device `{value}`"), did_you_mean(value, names)))
    }

    fn metric(&self, value: &str, span: Span) -> Result<Node, ParseError> {
        let metrics = self.metrics(value);
        if metrics.is_empty() {
            let names = self.vocab.metrics.iter().flat_map(|m| [&*m.id, m.title.en.as_str(), m.title.zh.as_str()]);
            return Err(self.error(span, format!("unknown metric `{value}`"), did_you_mean(value, names)));
        }
        Ok(Node::Any(metrics.into_iter().map(|metric| Node::Leaf(Leaf::MetricIs(metric))).collect()))
    }
}

fn did_you_mean<'a>(value: &str, names: impl Iterator<Item = &'a str>) -> String {
    let wanted = value.to_lowercase();
    let best = names
        .map(|name| (strsim::jaro_winkler(&wanted, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness > 0.8)
        .fold(
            None,
            |best: Option<(f64, &str)>, next| if best.is_some_and(|best| best.0 >= next.0) { best } else { Some(next) },
        );
    match best {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None => "`atodds vocab devices` and `atodds vocab metrics` list what is known".to_owned(),
    }
}

/// Returns the text up to the next blank, bracket, quote or comparison.
fn chunk(text: &str) -> &str {
    let ends =
        |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '“' | '”' | '「' | '」' | '<' | '>' | '≥' | '≤');
    let mut end = text.find(ends).unwrap_or(text.len());
    // `precision:>=…` never ends a chunk before its first character.
    if end == 0 {
        end = text.chars().next().map_or(0, char::len_utf8);
    }
    &text[..end]
}

fn is_empty(node: &Node) -> bool {
    matches!(node, Node::All(parts) if parts.is_empty())
}
