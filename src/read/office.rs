//! Office documents (DOCX, PPTX, XLSX): their text and tables as Markdown.
//!
//! Spans and lines are those of the Markdown that is made here, which the Markdown reader then reads.

use std::io::Cursor;

use office_oxide::{Document, DocumentFormat};

use crate::text::quiet;

/// What tells the three formats apart: a part that each archive holds. Names in an archive are not packed.
const PARTS: [(&[u8], DocumentFormat, &str); 3] = [
    (b"word/document.xml", DocumentFormat::Docx, "docx"),
    (b"ppt/presentation.xml", DocumentFormat::Pptx, "pptx"),
    (b"xl/workbook.xml", DocumentFormat::Xlsx, "xlsx"),
];

/// An office document that `bytes` hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    format: DocumentFormat,
    /// How the file was written: `docx`, `pptx`, `xlsx`.
    pub name: &'static str,
}

/// Says which office document `bytes` are, if they are one.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    if !bytes.starts_with(b"PK\x03\x04") {
        return None;
    }
    let holds = |part: &[u8]| memchr::memmem::find(bytes, part).is_some();
    PARTS.iter().find(|(part, ..)| holds(part)).map(|&(_, format, name)| Kind { format, name })
}

/// Returns the text of the document in `bytes`, as Markdown.
///
/// # Errors
/// The reason, where there is no text to read.
pub fn text(bytes: &[u8], kind: Kind) -> Result<String, String> {
    let bytes = bytes.to_vec();
    // The reader of foreign files must not take the program down with it.
    let read =
        quiet::catch(|| Document::from_reader(Cursor::new(bytes), kind.format).map(|document| document.to_markdown()));
    let text = match read {
        Some(Ok(text)) => text,
        Some(Err(error)) => return Err(format!("a {} file that cannot be read: {error}", kind.name)),
        None => return Err(format!("a {} file that cannot be read: its reader failed inside", kind.name)),
    };
    if !text.chars().any(char::is_alphanumeric) {
        return Err(format!("a {} file that holds no text", kind.name));
    }
    Ok(text)
}
