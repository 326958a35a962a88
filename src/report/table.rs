//! Tables: for the terminal, with Chinese widths, and as Markdown.

use std::io::{self, Write};

use comfy_table::{ContentArrangement, Table, presets};

/// One column of a listing.
pub struct Column<T> {
    /// Its header, also in CSV.
    pub name: &'static str,
    /// The cell of one item.
    pub cell: fn(&T) -> String,
}

/// Writes a Markdown table.
///
/// # Errors
/// Those of the writer.
pub fn markdown<T>(out: &mut impl Write, items: &[T], columns: &[Column<T>]) -> io::Result<()> {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    writeln!(out, "| {} |", names.join(" | "))?;
    writeln!(out, "|{}", "---|".repeat(names.len()))?;
    for item in items {
        let cells: Vec<String> = columns.iter().map(|column| escape(&(column.cell)(item))).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

/// Writes a table for a terminal: no rules, columns as wide as they need, long cells wrapped.
///
/// # Errors
/// Those of the writer.
pub fn terminal<T>(out: &mut impl Write, items: &[T], columns: &[&Column<T>]) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    // A pipe has no width of its own; the user may give it one.
    if !table.is_tty()
        && let Some(width) = std::env::var("COLUMNS").ok().and_then(|width| width.parse().ok())
    {
        table.set_width(width);
    }
    table.set_header(columns.iter().map(|column| column.name));
    for item in items {
        table.add_row(columns.iter().map(|column| (column.cell)(item)));
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Keeps a cell in its cell: bars and line ends would break the row, tags would be rendered.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ").replace('<', "&lt;")
}
