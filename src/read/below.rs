//! Where a Markdown page begins anew though no blank line says so: a table right below a line of text, a line between two
//! list items that heads those below it. Markdown takes both for more of what stands above; pages are scraped without
//! the blank lines, and their readers see a table and a head.

use crate::text::Span;

/// Cuts a text before each table that begins right below a line of text, and before each head between list items; one part
/// where there is none.
///
/// The parts are read one after another, and cover the text.
pub(super) fn parts(text: &str) -> Vec<Span> {
    let mut parts = Vec::new();
    let (mut start, mut at, mut fenced) = (0, 0, false);
    let (mut before, mut above) = (Line::default(), Line::default());
    for written in text.split_inclusive('\n') {
        let line = Line { start: at, kind: kind(written) };
        fenced ^= line.kind == Kind::Fence;
        let table = line.kind == Kind::Rule && before.is_row() && above.kind == Kind::Text;
        let head = line.kind == Kind::Item && before.kind == Kind::Text && above.kind == Kind::Item;
        let open = || text.get(..before.start).is_some_and(|above| above.trim_end().ends_with(['，', ',', '、']));
        let head = head && text.get(before.start..at).is_some_and(is_head) && !open();
        if (table || head) && !fenced && before.start > start {
            parts.push(Span::new(start, before.start));
            start = before.start;
        }
        (above, before) = (before, line);
        if table {
            before.kind = Kind::Row;
        }
        // What goes on below an item is as good as the item.
        if before.kind == Kind::Text && above.kind == Kind::Item && !text.get(at..).is_some_and(is_head) {
            before.kind = Kind::Item;
        }
        at += written.len();
    }
    parts.push(Span::new(start, text.len()));
    parts
}

#[derive(Debug, Clone, Copy, Default)]
struct Line {
    start: usize,
    kind: Kind,
}

impl Line {
    fn is_row(self) -> bool {
        self.kind == Kind::Row
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    #[default]
    Blank,
    Text,
    Item,
    Row,
    /// The rule below the head of a table: "|---|:-:|".
    Rule,
    Fence,
    /// A quotation, HTML, or a line that is set in.
    Other,
}

fn kind(line: &str) -> Kind {
    let text = line.trim();
    let set_in = line.starts_with([' ', '\t']);
    let Some(&first) = text.as_bytes().first() else { return Kind::Blank };
    if text.starts_with("```") || text.starts_with("~~~") {
        return Kind::Fence;
    }
    if text.contains('|') {
        let rule = text.contains("--") && text.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '));
        return if rule && !set_in {
            Kind::Rule
        } else if !set_in && (first == b'|' || text.contains(" | ")) {
            Kind::Row
        } else {
            Kind::Other
        };
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let mark = text.get(if digits == 0 { 1 } else { digits + 1 }..).is_some_and(|rest| rest.starts_with(' '));
    let opens = match digits {
        0 => matches!(first, b'-' | b'*' | b'+'),
        _ => text.as_bytes().get(digits).is_some_and(|byte| matches!(byte, b'.' | b')')),
    };
    match first {
        _ if opens && mark => Kind::Item,
        b'>' | b'<' => Kind::Other,
        _ if set_in => Kind::Other,
        _ => Kind::Text,
    }
}

/// Says whether the first line of `text` reads as the head of the items below it: short, no sentence, and not the rest of
/// a line that was broken.
fn is_head(text: &str) -> bool {
    const LONGEST: usize = 40;
    let line = text.lines().next().unwrap_or_default().trim();
    let ends = line.ends_with([':', '：']);
    let whole = line.ends_with(['。', '；', ';', '.', '，', ',', '、', '！', '!', '？', '?']);
    let opens = line.starts_with(|c: char| !c.is_ascii() || ends && c.is_ascii_uppercase());
    opens && !whole && line.chars().count() <= LONGEST
}

/// Returns the length of the mark that a line begins with, where it marks an item and is none of Markdown's own: "• fast".
pub(super) fn bullet(line: &str) -> Option<usize> {
    let first =
        line.chars().next().filter(|c| matches!(c, '\u{2022}' | '\u{25cf}' | '\u{25aa}' | '\u{25a0}' | '\u{25c6}'))?;
    let behind = &line[first.len_utf8()..];
    behind.starts_with(|c: char| c.is_alphanumeric() || c == ' ').then_some(first.len_utf8())
}

/// Says whether a line begins anew whatever stands above it: with a pictograph, or as a short head that ends in a colon.
pub(super) fn opens_anew(line: &str) -> bool {
    const LONGEST: usize = 24;
    let line = line.trim();
    let head = line.ends_with([':', '：']) && line.chars().count() <= LONGEST && !line.contains(['，', '。', ',']);
    let pictograph = |c: char| matches!(c, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2460}'..='\u{2473}' | '\u{2e3a}'..='\u{2e3b}');
    line.starts_with(pictograph) || head && line.starts_with(|c: char| !c.is_ascii())
}

/// Says whether a line of Chinese is too short to have been broken to fit a page, and ends as an entry of a list does: no
/// comma leads over to the line below it.
pub(super) fn ends_short(above: &str, below: &str) -> bool {
    const COLUMNS: std::ops::RangeInclusive<usize> = 12..=64;
    let (above, below) = (above.trim(), below.trim());
    let width = |line: &str| line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let whole = |line: &str| !line.contains(['。', '；', '！', '？']);
    let han = |line: &str| line.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let open = above.ends_with(['，', ',', '、', '（', '(', '-', '—', '/']);
    let goes_on = below.starts_with(['，', '。', '、', '）', ')', '；', '：']);
    let entries = COLUMNS.contains(&width(above)) && width(below) >= *COLUMNS.start() && whole(above) && whole(below);
    entries && han(above) && han(below) && !open && !goes_on
}

/// Says whether two lines stand below each other as short entries do, and not as parts of a sentence that was broken: "GeForce
/// RTX 5090", "109.7 TFLOPS".
pub(super) fn are_short(above: &str, below: &str) -> bool {
    const LONGEST: usize = 24;
    let short = |line: &str| {
        let line = line.trim();
        let figure = line.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
        let ends = line.ends_with(['，', ',', '、', '(', '（', '-']);
        figure && !ends && line.chars().count() <= LONGEST && !line.contains(['。', '，', '；'])
    };
    let words =
        |line: &str| line.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).count();
    short(above) && short(below) && words(above) + words(below) == 0
}
