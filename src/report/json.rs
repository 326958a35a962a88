//! JSON: one array, or one object a line.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

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

/// Returns a value whose objects have their keys in order, however this build keeps them.
pub fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        Value::Object(map) => {
            let sorted: BTreeMap<String, Value> =
                map.into_iter().map(|(key, value)| (key, self::sorted(value))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        other => other,
    }
}
