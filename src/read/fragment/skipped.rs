//! What of a page is no part of its article: furniture, what is never shown, and where it ends.

use html5gum::StartTag;

use super::attribute;
use crate::vocab::layout::LAYOUT;

/// Elements that are no part of an article wherever they stand.
const SKIPPED: &[&str] = &[
    "nav", "aside", "footer", "script", "style", "noscript", "template", "iframe", "form", "button", "select", "svg",
    "math", "head", "textarea", "dialog", "object", "video", "audio", "canvas",
];

/// Elements that begin a new paragraph.
pub const BLOCKS: &[&str] = &[
    "p",
    "div",
    "section",
    "article",
    "main",
    "header",
    "blockquote",
    "dl",
    "dt",
    "dd",
    "figure",
    "figcaption",
    "details",
    "summary",
    "center",
    "address",
    "hr",
    "body",
    "html",
    "fieldset",
    "hgroup",
];

/// Elements that hold others whose end tag may be left out.
const HOLDERS: &[&str] = &["ul", "ol", "dl", "table"];

/// An element that is being skipped.
pub struct Skipped {
    /// The name of the element.
    name: String,
    /// How many of its name are open.
    depth: usize,
    /// Lists and tables that are open within it.
    within: usize,
}

impl Skipped {
    /// Returns an element that has just opened.
    pub fn new(name: String) -> Self {
        Skipped { name, depth: 1, within: 0 }
    }

    /// Takes in a tag that opens; says whether it ends the element, whose own end tag was left out.
    pub fn open(&mut self, name: &str) -> bool {
        if self.within == 0 && follows(&self.name, name) {
            return true;
        }
        self.within += usize::from(HOLDERS.contains(&name));
        self.depth += usize::from(self.name == name);
        false
    }

    /// Takes in an end tag; says whether it ends the element, and if so, whether it is that of another around it.
    pub fn close(&mut self, name: &str) -> Option<bool> {
        if self.name == name {
            self.depth -= 1;
            return (self.depth == 0).then_some(false);
        }
        let ends = match &*self.name {
            "td" | "th" => name == "tr" || name == "table",
            "tr" | "li" | "dt" | "dd" => HOLDERS.contains(&name),
            "p" => BLOCKS.contains(&name) || matches!(name, "td" | "th" | "li"),
            _ => false,
        };
        if ends && self.within == 0 {
            return Some(true);
        }
        self.within -= usize::from(self.within > 0 && HOLDERS.contains(&name));
        None
    }
}

/// Says whether an element and all that stands in it is left out.
pub fn is_left_out(name: &str, tag: &StartTag<usize>) -> bool {
    SKIPPED.contains(&name) || is_hidden(name, tag) || is_furniture(name, tag)
}

/// Says whether an element is never shown. A page that hides itself until its script has run is read.
fn is_hidden(name: &str, tag: &StartTag<usize>) -> bool {
    if matches!(name, "html" | "body" | "main") {
        return false;
    }
    let undisplayed = |style: String| {
        style.to_ascii_lowercase().split(';').any(|rule| {
            let rule: String = rule.chars().filter(|c| !c.is_whitespace()).collect();
            rule.trim_end_matches("!important") == "display:none"
        })
    };
    // What a search within the page may open is part of it.
    let hidden = attribute(tag, "hidden").is_some_and(|value| !value.eq_ignore_ascii_case("until-found"));
    hidden || attribute(tag, "style").is_some_and(undisplayed)
}

/// Says whether the class, id or role of an element names it as page furniture.
fn is_furniture(name: &str, tag: &StartTag<usize>) -> bool {
    if matches!(
        name,
        "html" | "body" | "main" | "article" | "table" | "tbody" | "tr" | "td" | "th" | "p" | "h1" | "h2" | "a"
    ) {
        return false;
    }
    let role = attribute(tag, "role").unwrap_or_default();
    let hidden = attribute(tag, "aria-hidden").is_some_and(|value| value == "true");
    if matches!(role.as_str(), "navigation" | "banner" | "contentinfo" | "complementary" | "search" | "dialog")
        || hidden
    {
        return true;
    }
    let words = [attribute(tag, "class"), attribute(tag, "id")];
    let words = || words.iter().flatten().flat_map(|value| value.split_whitespace()).map(str::to_ascii_lowercase);
    let page = &LAYOUT.page;
    words().any(|word| page.skip.contains(&word)) && !words().any(|word| page.keep.contains(&word))
}

/// Says whether a tag `next` ends the element `name`, whose end tag may be left out.
fn follows(name: &str, next: &str) -> bool {
    match name {
        "p" => {
            BLOCKS.contains(&next) || matches!(next, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "table")
        }
        "td" | "th" => matches!(next, "td" | "th" | "tr"),
        "dt" | "dd" => matches!(next, "dt" | "dd"),
        "tr" | "li" => next == name,
        _ => false,
    }
}
