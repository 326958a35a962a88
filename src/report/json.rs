//! JSON: one array, or one object a line.

use std::io::{self, Write};

use serde::Serialize;

/// Writes one object a line.
///
/// # Errors
/// Those of the writer.
pub fn lines<T: Serialize>(out: &mut impl Write, items: &[T]) -> io::Result<()> {
    for item in items {
        serde_json::to_writer(&mut *out, item)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Writes one array, one object a line within it.
///
/// # Errors
/// Those of the writer.
pub fn array<T: Serialize>(out: &mut impl Write, items: &[T]) -> io::Result<()> {
    out.write_all(b"[")?;
    for (at, item) in items.iter().enumerate() {
        out.write_all(if at == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, item)?;
    }
    out.write_all(b"\n]\n")
}

/// Writes one object over several lines.
///
/// # Errors
/// Those of the writer.
pub fn object<T: Serialize>(out: &mut impl Write, item: &T) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, item)?;
    out.write_all(b"\n")
}
