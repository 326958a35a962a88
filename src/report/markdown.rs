//! Text of sources inside Markdown: nothing that stands in a source may act as markup.

use std::fmt::Write;

/// Returns `text` on one line with every character that Markdown or HTML could act on escaped.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    for c in text.trim().chars() {
        if c.is_whitespace() || c.is_control() {
            blank = true;
            continue;
        }
        if std::mem::take(&mut blank) {
            out.push(' ');
        }
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' | '$' | '^' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    // A bare address would become a link.
    out.replace("://", "&#58;//")
}

/// Returns `text` escaped and cut to about `most` characters, around nothing in particular.
pub fn excerpt(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return escape(text);
    }
    let cut: String = text.chars().take(most).collect();
    format!("{} …", escape(&cut))
}

/// Returns `address` as a link target in pointed brackets, or `None` where it is no plain web address.
pub fn target(address: &str) -> Option<String> {
    let plain = address.starts_with("https://") || address.starts_with("http://");
    let mut out = String::from("<");
    for c in address.chars() {
        match c {
            c if c.is_control() || c.is_whitespace() => return None,
            '<' | '>' | '\\' | '|' | '`' | '"' | '[' | ']' | '^' => write!(out, "%{:02X}", c as u32).ok()?,
            c => out.push(c),
        }
    }
    out.push('>');
    plain.then_some(out)
}

/// Writes a table: a row of headers, then the rows. Cells are Markdown already.
pub fn table(out: &mut String, headers: &[&str], rows: &[Vec<String>]) {
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let joined: Vec<&str> = cells.collect();
        format!("| {} |\n", joined.join(" | "))
    };
    out.push_str(&line(&mut headers.iter().copied()));
    out.push_str(&line(&mut headers.iter().map(|_| "---")));
    for row in rows {
        out.push_str(&line(&mut row.iter().map(String::as_str)));
    }
    out.push('\n');
}
