//! What a document carries: JSON behind a checksum, so that a flipped bit is an error and
//! never another figure.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns `value` as checksum and JSON.
pub(super) fn seal(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    // The values here are plain structs of strings and numbers: they always serialise.
    if serde_json::to_writer(&mut bytes, value).is_err() {
        bytes.truncate(4);
    }
    let sum = crc32fast::hash(&bytes[4..]);
    bytes[..4].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Returns the value, or what is wrong with the bytes.
pub(super) fn unseal<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let Some((sum, json)) = bytes.split_first_chunk::<4>() else { return Err("a document is cut short".to_owned()) };
    if crc32fast::hash(json) != u32::from_le_bytes(*sum) {
        return Err("a document does not match its checksum".to_owned());
    }
    serde_json::from_slice(json).map_err(|error| format!("a document cannot be read: {error}"))
}
