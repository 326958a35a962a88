//! Names the state of the sources, so that an index made by other code is known as such, and writes what would
//! otherwise be worked out each time the program starts: the vocabulary as JSON, which is read several times
//! faster than TOML, and what traditional characters become.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=Cargo.toml");
    let mut files = Vec::new();
    list(Path::new("src"), &mut files);
    vocabulary(&files);
    characters();
    files.push(PathBuf::from("Cargo.toml"));
    files.sort();
    // FNV-1a: no crate needed, and nobody gains from a collision here.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for file in files {
        for byte in fs::read(file).unwrap_or_default() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo:rustc-env=ATODDS_SOURCES={hash:016x}");
}

/// Writes `NAME.json` beside the other output for each `src/vocab/NAME.toml`.
fn vocabulary(files: &[PathBuf]) {
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "toml")) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let words: toml::Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let json = serde_json::to_string(&words).expect("a table has keys of text");
        let name = file.with_extension("json");
        fs::write(out().join(name.file_name().expect("it ends in .toml")), json)
            .expect("cargo gives a folder to write to");
    }
}

/// Writes `simple.bin`: what each character from U+2E80 to the end of the basic plane becomes when it is simplified by
/// itself, in two bytes, the low one first.
fn characters() {
    let mut table = Vec::new();
    for c in 0x2e80..=0xffff_u32 {
        let simple = char::from_u32(c).and_then(|c| {
            let simple = fast2s::convert(c.encode_utf8(&mut [0; 4]));
            simple.chars().next().filter(|_| simple.len() == c.len_utf8())
        });
        let simple = simple.and_then(|simple| u16::try_from(u32::from(simple)).ok());
        table.extend(simple.unwrap_or(c as u16).to_le_bytes());
    }
    fs::write(out().join("simple.bin"), table).expect("cargo gives a folder to write to");
}

fn out() -> PathBuf {
    PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"))
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path);
        }
    }
}
