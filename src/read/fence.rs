//! Fenced and indented blocks: source code gives no claims, but a table or a list of figures in
//! a fence is read.

use super::outline::Outline;
use crate::text::{Mapped, Span};

/// Adds the block of preformatted `text`; `language` is what the fence says it is.
pub fn read(text: Mapped, language: &str, span: Span, outline: &mut Outline) {
    let _ = language;
    outline.code(text, span);
}
