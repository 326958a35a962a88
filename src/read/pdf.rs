//! PDF: the text of each page in reading order, its tables set between bars.
//!
//! Spans and lines are those of the text that is read here, pages set apart by a form feed. What
//! carries no text (scans) or asks for a password is said, not guessed at.

use std::collections::BTreeMap;

use pdf_oxide::PdfDocument;

use super::placed::{Layout, Word};
use super::ruled::Drawn;
use crate::text::quiet;

/// The text of a PDF.
#[derive(Debug, Default)]
pub struct Pages {
    /// All pages, one after the other.
    pub text: String,
    /// The byte at which each page begins.
    pub starts: Vec<usize>,
    /// The bytes at which headings begin, by the looks of their letters, and how deep each is.
    pub headings: BTreeMap<usize, u8>,
}

/// Says whether `bytes` begin as a PDF does.
pub fn looks_like(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(1024)].windows(5).any(|window| window == b"%PDF-")
}

/// Returns the text of the PDF in `bytes`.
///
/// # Errors
/// The reason, where there is no text to read.
pub fn text(bytes: &[u8]) -> Result<Pages, String> {
    // The reader of foreign files must not take the program down with it.
    let document = guarded(|| PdfDocument::from_bytes(bytes.to_vec()))?;
    if document.is_encrypted() && !guarded(|| document.authenticate(b"")).unwrap_or(false) {
        return Err("an encrypted PDF: it asks for a password".to_owned());
    }
    let count = guarded(|| document.page_count())?;
    if count == 0 {
        return Err("a PDF without pages".to_owned());
    }
    let mut layout = Layout::default();
    let mut starts = Vec::new();
    let mut failed = None;
    for page in 0..count {
        if page > 0 {
            layout.text.push_str("\n\u{c}");
        }
        starts.push(layout.text.len());
        match guarded(|| document.extract_text(page)) {
            Ok(text) => layout.page(&clean(&text), words(&document, page), &drawn(&document, page)),
            Err(reason) => failed = Some(reason),
        }
    }
    if !layout.text.chars().any(char::is_alphanumeric) {
        return Err(failed.unwrap_or_else(|| match count {
            1 => "a scanned PDF: its page holds no text, only images".to_owned(),
            _ => format!("a scanned PDF: its {count} pages hold no text, only images"),
        }));
    }
    Ok(Pages { headings: layout.headings(), text: layout.text, starts })
}

/// Returns the words of a page and where they stand; none where that cannot be told.
fn words(document: &PdfDocument, page: usize) -> Vec<Word> {
    let words = guarded(|| document.extract_words(page)).unwrap_or_default();
    let placed = words.into_iter().map(|word| Word {
        left: word.bbox.x,
        right: word.bbox.x + word.bbox.width,
        bottom: word.bbox.y,
        height: word.bbox.height,
        bold: word.is_bold,
        text: clean(&word.text),
    });
    placed.collect()
}

/// Returns the lines and boxes that are drawn on a page; none where that cannot be told.
fn drawn(document: &PdfDocument, page: usize) -> Vec<Drawn> {
    let paths = guarded(|| document.extract_paths(page)).unwrap_or_default();
    let pieces = paths.iter().filter(|path| path.is_table_primitive()).map(|path| Drawn {
        left: path.bbox.x,
        right: path.bbox.x + path.bbox.width,
        bottom: path.bbox.y,
        top: path.bbox.y + path.bbox.height,
    });
    pieces.collect()
}

/// Runs one call of the foreign crate; its errors and panics become reasons.
fn guarded<T, E: std::fmt::Display>(call: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match quiet::catch(call) {
        Some(Ok(value)) => Ok(value),
        Some(Err(error)) => Err(format!("a PDF that cannot be read: {error}")),
        None => Err("a PDF that cannot be read: its reader failed inside".to_owned()),
    }
}

/// Returns the text of a page with plain line ends and without marks that show nothing.
fn clean(text: &str) -> String {
    text.replace("\r\n", "\n").chars().filter(|c| !matches!(c, '\u{200b}' | '\u{c}' | '\0')).collect()
}
