//! Comma-separated values as RFC 4180 says: a header, quotes where a cell needs them.

use std::io::{self, Write};

use super::table::Column;

/// Writes a header and one row an item.
///
/// # Errors
/// Those of the writer.
pub fn write<T>(out: &mut impl Write, items: &[T], columns: &[Column<T>]) -> io::Result<()> {
    row(out, columns.iter().map(|column| column.name.into()))?;
    for item in items {
        row(out, columns.iter().map(|column| (column.cell)(item)))?;
    }
    Ok(())
}

fn row(out: &mut impl Write, cells: impl Iterator<Item = String>) -> io::Result<()> {
    for (at, text) in cells.enumerate() {
        if at > 0 {
            out.write_all(b",")?;
        }
        if text.contains([',', '"', '\n', '\r']) {
            write!(out, "\"{}\"", text.replace('"', "\"\""))?;
        } else {
            out.write_all(text.as_bytes())?;
        }
    }
    out.write_all(b"\r\n")
}
