//! Reads the cases of one topic, `tests/cases/TOPIC/*.toml`: files in order of name, each a list of `[[case]]`.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    case: Vec<T>,
}

/// Returns all cases of a topic; a file that cannot be read or parsed fails the test with its name.
pub fn load<T: DeserializeOwned>(topic: &str) -> Vec<T> {
    with_files(topic).into_iter().map(|(_, case)| case).collect()
}

/// Like [`load`], each case with the name of its file.
pub fn with_files<T: DeserializeOwned>(topic: &str) -> Vec<(String, T)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(topic);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let cases = paths.iter().flat_map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = format!("{topic}/{}", path.file_name().unwrap_or_default().display());
        let file: File<T> = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        file.case.into_iter().map(move |case| (name.clone(), case))
    });
    cases.collect()
}
