//! Traditional characters as simplified ones: for matching only, what is shown stays as written.

/// Returns `text` with traditional characters simplified; every byte offset stays where it was.
///
/// ```
/// assert_eq!(atodds::text::simplified("顯存頻寬"), "显存频宽");
/// ```
///
/// Characters are folded, not words: 頻寬 stays apart from 带宽, which is for the vocabulary to join.
pub fn simplified(text: &str) -> String {
    let simple = fast2s::convert(text);
    if simple.len() == text.len() { simple } else { text.to_owned() }
}
