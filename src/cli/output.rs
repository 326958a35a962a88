//! Standard output: buffered, coloured only where wanted, in the format asked for.

use std::io::{self, BufWriter, Stdout, Write};

use anstream::AutoStream;
use serde::Serialize;

use super::args::{Color, Format};
use crate::report::{csv, json, table};

/// Where a command prints.
#[derive(Debug)]
pub struct Output {
    stream: BufWriter<AutoStream<Stdout>>,
    /// The form that was asked for.
    pub format: Format,
}

impl Output {
    /// Opens standard output.
    pub fn new(format: Format, color: Color) -> Self {
        let choice = match color {
            Color::Auto => AutoStream::choice(&io::stdout()),
            Color::Always => anstream::ColorChoice::AlwaysAnsi,
            Color::Never => anstream::ColorChoice::Never,
        };
        // Machine formats are never coloured.
        let choice = if format == Format::Text { choice } else { anstream::ColorChoice::Never };
        Self { stream: BufWriter::with_capacity(1 << 16, AutoStream::new(io::stdout(), choice)), format }
    }

    /// Writes `items` in a machine format or as Markdown, or leaves the text form to `text`.
    pub fn list<T: Serialize>(
        &mut self,
        items: &[T],
        columns: &[table::Column<T>],
        text: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.format {
            Format::Text | Format::Sarif | Format::Github => text(self),
            Format::Json => json::array(&mut self.stream, items),
            Format::Jsonl => json::lines(&mut self.stream, items),
            Format::Csv => csv::write(&mut self.stream, items, columns),
            Format::Md => table::markdown(&mut self.stream, items, columns),
        }
    }

    /// Writes one object: as JSON, one field a row in CSV and Markdown, or by `text`.
    pub fn object<T: Serialize>(
        &mut self,
        item: &T,
        fields: &[table::Column<T>],
        text: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.format {
            Format::Text | Format::Sarif | Format::Github => text(self),
            Format::Json => json::object(&mut self.stream, item),
            Format::Jsonl => json::lines(&mut self.stream, std::slice::from_ref(item)),
            Format::Csv => csv::write(&mut self.stream, std::slice::from_ref(item), fields),
            Format::Md => table::markdown(&mut self.stream, std::slice::from_ref(item), fields),
        }
    }

    /// Hands the last bytes on; the command is over only when they are out.
    pub fn finish(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
