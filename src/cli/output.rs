//! Standard output: buffered, coloured only where wanted, in the format asked for.

use std::io::{self, BufWriter, Stdout, Write};

use anstream::AutoStream;
use anstream::adapter::StripBytes;
use serde::Serialize;

use super::args::{Color, Format};
use crate::report::{csv, json, table};

/// Where a command prints.
#[derive(Debug)]
pub struct Output {
    stream: Stream,
    /// The form that was asked for.
    pub format: Format,
}

/// Standard output, written in large pieces.
#[derive(Debug)]
enum Stream {
    /// As it is: colours that the terminal knows, or JSON, which has no escapes of its own.
    Whole(BufWriter<AutoStream<Stdout>>),
    /// Without any escapes, those of the articles too.
    Bare(BufWriter<Stripped>),
}

/// Leaves escapes out.
#[derive(Debug)]
struct Stripped(StripBytes, BufWriter<Stdout>);

impl Write for Stripped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Self(strip, out) = self;
        strip.strip_next(bytes).try_for_each(|part| out.write_all(part))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.1.flush()
    }
}

const BUFFER: usize = 1 << 16;

impl Stream {
    fn new(format: Format, color: Color) -> Self {
        let choice = match color {
            _ if matches!(format, Format::Json | Format::Jsonl) => anstream::ColorChoice::AlwaysAnsi,
            // Machine formats are never coloured.
            _ if format != Format::Text => anstream::ColorChoice::Never,
            Color::Auto => AutoStream::choice(&io::stdout()),
            Color::Always => anstream::ColorChoice::AlwaysAnsi,
            Color::Never => anstream::ColorChoice::Never,
        };
        match choice {
            anstream::ColorChoice::Never => {
                let out = Stripped(StripBytes::new(), BufWriter::with_capacity(BUFFER, io::stdout()));
                Self::Bare(BufWriter::with_capacity(BUFFER, out))
            }
            choice => Self::Whole(BufWriter::with_capacity(BUFFER, AutoStream::new(io::stdout(), choice))),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Whole(out) => out.write(bytes),
            Self::Bare(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Whole(out) => out.flush(),
            Self::Bare(out) => out.flush(),
        }
    }
}

impl Output {
    /// Opens standard output.
    pub fn new(format: Format, color: Color) -> Self {
        Self { stream: Stream::new(format, color), format }
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
