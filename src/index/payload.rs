//! What a document carries, behind a checksum, so that a flipped bit is an error and never another figure:
//! claims in a short form of their own, the rest as JSON.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Returns `value` as checksum and JSON.
pub(super) fn seal(value: &impl Serialize) -> Vec<u8> {
    // The values here are plain structs of strings and numbers: they always serialise.
    behind_sum(&serde_json::to_vec(value).unwrap_or_default())
}

/// Returns `value` as checksum and postcard, which says nothing of its fields.
pub(super) fn pack(value: &impl Serialize) -> Vec<u8> {
    behind_sum(&postcard::to_stdvec(value).unwrap_or_default())
}

/// Returns the sealed value, or what is wrong with the bytes.
pub(super) fn unseal<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(checked(bytes)?).map_err(|error| format!("a document cannot be read: {error}"))
}

/// Returns the packed value, or what is wrong with the bytes.
pub(super) fn unpack<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, String> {
    postcard::from_bytes(checked(bytes)?).map_err(|error| format!("a document cannot be read: {error}"))
}

fn behind_sum(bytes: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(4 + bytes.len());
    sealed.extend(crc32fast::hash(bytes).to_le_bytes());
    sealed.extend(bytes);
    sealed
}

fn checked(bytes: &[u8]) -> Result<&[u8], String> {
    let Some((sum, rest)) = bytes.split_first_chunk::<4>() else { return Err("a document is cut short".to_owned()) };
    if crc32fast::hash(rest) != u32::from_le_bytes(*sum) {
        return Err("a document does not match its checksum".to_owned());
    }
    Ok(rest)
}
