//! Markdown as a tree of parts, to be drawn by somebody else: what the program wrote, shown again.
//!
//! `**3.35 TB/s**[^1]` becomes `[Element(Strong, [Text("3.35 TB/s")]), Note("1")]`. Markup that is
//! not listed in [`Tag`] is left out and its content kept; HTML is text, but for `<br>`.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag as Mark};

/// Elements within elements beyond which they are laid flat.
const DEEPEST: usize = 24;

/// One part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Plain text.
    Text(String),
    /// Text in a fixed font.
    Code(String),
    /// The mark of a footnote.
    Note(String),
    /// A line end.
    Break,
    /// An element and what it holds.
    Element(Tag, Vec<Part>),
}

/// What an element is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tag {
    /// A paragraph.
    Paragraph,
    /// A heading and its level, from 1.
    Heading(u8),
    /// A list.
    List,
    /// A numbered list.
    Numbered,
    /// An item of a list.
    Item,
    /// A table.
    Table,
    /// Its first row.
    Head,
    /// Any other row.
    Row,
    /// A cell.
    Cell,
    /// A quotation.
    Quote,
    /// Strong words.
    Strong,
    /// Stressed words.
    Stressed,
    /// A link and its address.
    Link(String),
    /// What a footnote says.
    Footnote(String),
}

/// Returns the parts of a Markdown text.
pub fn parts(text: &str) -> Vec<Part> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_GFM;
    let mut open: Vec<(Option<Tag>, Vec<Part>)> = vec![(None, Vec::new())];
    for event in Parser::new_ext(text, options) {
        let part = match event {
            Event::Start(mark) => {
                let tag = tag(mark).filter(|_| open.len() < DEEPEST);
                open.push((tag, Vec::new()));
                continue;
            }
            Event::End(_) => {
                let Some((tag, within)) = open.pop() else { break };
                let outer = open.last_mut().map(|(_, parts)| parts);
                let Some(outer) = outer else { break };
                match tag {
                    Some(tag) => outer.push(Part::Element(tag, within)),
                    None => outer.extend(within),
                }
                continue;
            }
            Event::Text(text) => Part::Text(text.into_string()),
            Event::Code(text) => Part::Code(text.into_string()),
            Event::FootnoteReference(note) => Part::Note(note.into_string()),
            Event::SoftBreak => Part::Text(" ".to_owned()),
            Event::HardBreak => Part::Break,
            Event::Html(html) | Event::InlineHtml(html) if html.trim() == "<br>" => Part::Break,
            Event::Html(html) | Event::InlineHtml(html) => Part::Text(html.into_string()),
            _ => continue,
        };
        if let Some((_, parts)) = open.last_mut() {
            parts.push(part);
        }
    }
    open.into_iter().next().map(|(_, parts)| parts).unwrap_or_default()
}

fn tag(mark: Mark<'_>) -> Option<Tag> {
    Some(match mark {
        Mark::Paragraph => Tag::Paragraph,
        Mark::Heading { level, .. } => Tag::Heading(match level {
            HeadingLevel::H1 => 1,
            HeadingLevel::H2 => 2,
            HeadingLevel::H3 => 3,
            HeadingLevel::H4 => 4,
            HeadingLevel::H5 => 5,
            HeadingLevel::H6 => 6,
        }),
        Mark::List(None) => Tag::List,
        Mark::List(Some(_)) => Tag::Numbered,
        Mark::Item => Tag::Item,
        Mark::Table(_) => Tag::Table,
        Mark::TableHead => Tag::Head,
        Mark::TableRow => Tag::Row,
        Mark::TableCell => Tag::Cell,
        Mark::BlockQuote(_) => Tag::Quote,
        Mark::Strong => Tag::Strong,
        Mark::Emphasis => Tag::Stressed,
        Mark::Link { dest_url, .. } => Tag::Link(dest_url.into_string()),
        Mark::FootnoteDefinition(note) => Tag::Footnote(note.into_string()),
        _ => return None,
    })
}
