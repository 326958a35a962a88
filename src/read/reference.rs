//! Character references: `&nbsp;`, `&#20845;` and their kin, and the text that they stand for.

use html5gum::{Token, Tokenizer};

/// Returns a quote from a source as a reader sees it: with its character references (`&nbsp;`) decoded.
pub fn shown(quote: &str) -> std::borrow::Cow<'_, str> {
    if !quote.contains('&') {
        return quote.into();
    }
    let mut text = String::with_capacity(quote.len());
    let mut rest = quote;
    while let Some((before, _)) = rest.split_once('&') {
        text.push_str(before);
        rest = &rest[before.len()..];
        let reference = &rest[..reference_len(rest)];
        match decode(reference) {
            // In running text a bare "&copy" without its end is more likely meant as it stands.
            Some(decoded) if reference.ends_with(';') => text.push_str(&decoded),
            _ => text.push_str(reference),
        }
        rest = &rest[reference.len()..];
    }
    text.push_str(rest);
    text.into()
}

/// Returns the bytes of the character reference at the start of `text`, which begins with `&`; 1
/// where there is none.
pub fn reference_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let body = bytes[1..].iter().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#').count();
    match bytes.get(1 + body) {
        Some(b';') if body > 0 => body + 2,
        _ => body + 1,
    }
}

/// Returns the text of one character reference.
pub fn decode(reference: &str) -> Option<String> {
    match reference {
        "&nbsp;" => return Some("\u{a0}".to_owned()),
        "&amp;" => return Some("&".to_owned()),
        "&lt;" => return Some("<".to_owned()),
        "&gt;" => return Some(">".to_owned()),
        "&quot;" => return Some("\"".to_owned()),
        _ => {}
    }
    let mut text = String::new();
    for token in Tokenizer::new(reference) {
        let Ok(token) = token;
        if let Token::String(string) = token {
            text.push_str(&String::from_utf8_lossy(&string));
        }
    }
    (text != reference && !text.is_empty()).then_some(text)
}
