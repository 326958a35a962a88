//! The inline markup of reStructuredText: roles, references, substitutions, footnote marks.

use super::{Line, Reader};
use crate::read::inline::Inline;
use crate::read::outline::Piece;
use crate::text::{Mapped, Span};

/// What a piece of markup shows.
enum Shown {
    /// A part of it, as bytes from its start.
    Part(Span),
    /// Another text.
    Text(String),
    /// A footnote mark.
    Mark(String),
}

impl Reader<'_> {
    /// Returns the running text of `lines`, markup taken away; a reference may run over lines.
    pub(super) fn inline(&self, lines: &[Line]) -> Piece {
        let mut joined = Inline::default();
        for (number, line) in lines.iter().enumerate() {
            let text = self.text(line.span);
            if number > 0 {
                let gap = Span::new(lines[number - 1].span.end.min(line.span.start), line.span.start);
                if text.starts_with("| ") {
                    joined.hard_break(gap);
                } else {
                    joined.soft_break(gap, text.chars().next());
                }
            }
            joined.verbatim(text, line.span.start);
        }
        let mut inline = Inline::default();
        self.markup(&joined.take().text, &mut inline);
        inline.take()
    }

    /// Takes roles, references, emphasis and substitutions away.
    pub(super) fn markup(&self, text: &Mapped, inline: &mut Inline) {
        let plain = text.as_str();
        let mut at = 0;
        let mut done = 0;
        while at < plain.len() {
            let rest = &plain[at..];
            let Some((shown, len)) = self.token(plain, at) else {
                at += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            };
            inline.part(text, Span::new(done, at));
            match shown {
                Shown::Part(part) => inline.part(text, Span::new(at + part.start, at + part.end)),
                Shown::Text(value) => inline.replaced(&value, text.to_source(Span::new(at, at + len))),
                Shown::Mark(name) => inline.footnote(&name, text.to_source(Span::new(at, at + len))),
            }
            at += len;
            done = at;
        }
        inline.part(text, Span::new(done, plain.len()));
    }

    /// Returns what the markup at `at` shows, and its length.
    fn token(&self, plain: &str, at: usize) -> Option<(Shown, usize)> {
        let rest = &plain[at..];
        let before = plain[..at].chars().next_back();
        match rest.as_bytes()[0] {
            b'`' if rest.starts_with("``") => {
                let end = rest[2..].find("``")? + 2;
                Some((Shown::Part(Span::new(2, end)), end + 2))
            }
            b'`' => reference(rest),
            b':' => {
                let end = rest[1..].find(":`")? + 1;
                let name = &rest[1..end];
                if name.is_empty()
                    || !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '+'))
                {
                    return None;
                }
                let (shown, len) = reference(&rest[end + 1..])?;
                let shown = match shown {
                    Shown::Part(part) => Shown::Part(Span::new(part.start + end + 1, part.end + end + 1)),
                    other => other,
                };
                Some((shown, len + end + 1))
            }
            b'|' => {
                let end = rest[1..].find('|')? + 1;
                let value = self.substitutions.get(&rest[1..end])?;
                Some((Shown::Text(value.clone()), end + 1))
            }
            b'*' => {
                let mark = if rest.starts_with("**") { "**" } else { "*" };
                let inner = &rest[mark.len()..];
                let opens = before.is_none_or(|c| !c.is_alphanumeric()) && !inner.starts_with([' ', '*']);
                let end = inner.find(mark).filter(|&end| end > 0 && opens && !inner[..end].ends_with(' '))?;
                Some((Shown::Part(Span::new(mark.len(), mark.len() + end)), end + 2 * mark.len()))
            }
            b'[' => {
                let end = rest.find("]_")?;
                let name = &rest[1..end];
                let fits = !name.is_empty()
                    && name.len() < 12
                    && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '#' | '*'));
                fits.then(|| (Shown::Mark(name.trim_start_matches('#').to_owned()), end + 2))
            }
            b'\\' if rest.starts_with("\\ ") => Some((Shown::Part(Span::new(0, 0)), 2)),
            _ => None,
        }
    }
}

/// Reads "`text <target>`__" or "`text`_".
fn reference(rest: &str) -> Option<(Shown, usize)> {
    let end = rest.strip_prefix('`')?.find('`')? + 1;
    let inner = &rest[1..end];
    let shown =
        inner.rfind('<').filter(|_| inner.ends_with('>')).map_or(inner.len(), |at| inner[..at].trim_end().len());
    let tail = rest[end + 1..].bytes().take(2).take_while(|&byte| byte == b'_').count();
    Some((Shown::Part(Span::new(1, 1 + shown)), end + 1 + tail))
}
