//! How text is cut for the index: every Han character and every pair of neighbours, words
//! and numbers, and what is written in one piece as a whole besides.
//!
//! | text | tokens at their positions |
//! |---|---|
//! | `显存带宽` | 0 显, 显存 · 1 存, 存带 · 2 带, 带宽 · 3 宽 |
//! | `用8块V100` | 0 用 · 1 8 · 2 块 · 3 v, v100 · 4 100 |
//! | `3.35 TB/s` | 0 3.35 · 1 tb, tb/s · 2 s |
//! | `DeepSeek-V3` | 0 deepseek, deepseek-v3 · 1 v · 2 3 |
//!
//! A query is the sequence of the smallest parts ([`parts`]) at their positions, so any
//! substring of Chinese text is found, and blanks or hyphens in a name make no difference.
//! Traditional characters, full width, case and the plural "s" are folded away.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The name under which the schema knows it.
pub(super) const NAME: &str = "atodds";

/// Longer runs are not kept as a whole: nobody asks for them.
const LONGEST_WHOLE: usize = 64;

/// Text as it is compared: folded, with the way back to the bytes it came from.
#[derive(Debug, Default)]
pub(super) struct Folded {
    text: String,
    /// Byte of the original at which each byte of `text` starts; empty where both are the same.
    origin: Vec<u32>,
}

impl Folded {
    /// Folds case, full width and traditional characters.
    pub fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self { text: text.to_ascii_lowercase(), origin: Vec::new() };
        }
        // Traditional to simplified keeps every byte length.
        let source = crate::text::simplified(text);
        let mut folded = Folded { text: String::with_capacity(text.len()), origin: Vec::with_capacity(text.len() + 1) };
        for (at, char) in source.char_indices() {
            let before = folded.text.len();
            match char {
                // Full-width letters, digits and signs.
                '\u{ff01}'..='\u{ff5e}' => {
                    let plain = char::from_u32(u32::from(char) - 0xfee0).unwrap_or(char);
                    folded.text.push(plain.to_ascii_lowercase());
                }
                '\u{2010}'..='\u{2015}' | '\u{2212}' => folded.text.push('-'),
                '\u{3000}' => folded.text.push(' '),
                _ => folded.text.extend(char.to_lowercase()),
            }
            folded.origin.resize(folded.text.len(), at as u32);
            debug_assert!(folded.text.len() >= before);
        }
        folded.origin.push(text.len() as u32);
        folded
    }

    /// Returns the byte of the original behind the byte `at`.
    pub fn origin(&self, at: usize) -> usize {
        self.origin.get(at).map_or(at, |&origin| origin as usize)
    }
}

/// One token, as bytes of the folded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cut {
    start: usize,
    end: usize,
    position: usize,
    kind: CutKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CutKind {
    /// One Han character.
    Single,
    /// Two of them.
    Pair,
    /// A run of letters, or a number.
    Part,
    /// Several parts written in one piece.
    Whole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Han,
    Letter,
    Digit,
    Other,
}

fn class(char: char) -> Class {
    match char {
        '0'..='9' => Class::Digit,
        'a'..='z' | 'A'..='Z' => Class::Letter,
        _ if char.is_ascii() => Class::Other,
        // Ideographs, kana and hangul are written without blanks.
        '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' => Class::Han,
        '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => Class::Han,
        _ if char.is_alphabetic() => Class::Letter,
        _ if char.is_numeric() => Class::Digit,
        _ => Class::Other,
    }
}

/// Cuts folded text.
fn cuts(text: &str) -> Vec<Cut> {
    let mut cuts = Vec::with_capacity(text.len() / 3 + 4);
    let mut position = 0;
    let mut before: Option<(usize, usize)> = None;
    let mut whole = Piece::default();
    let mut chars = text.char_indices().peekable();
    while let Some((start, char)) = chars.next() {
        let kind = class(char);
        let mut end = start + char.len_utf8();
        if kind == Class::Han {
            whole.close(&mut cuts);
            if let Some((from, _)) = before.filter(|&(_, to)| to == start) {
                cuts.push(Cut { start: from, end, position: position - 1, kind: CutKind::Pair });
            }
            cuts.push(Cut { start, end, position, kind: CutKind::Single });
            before = Some((start, end));
            position += 1;
            continue;
        }
        if kind == Class::Other {
            // A sign that joins ("TB/s", "v3-8") keeps the piece open for what follows it.
            let joins = matches!(char, '.' | '-' | '/' | '_' | '+')
                && chars.peek().is_some_and(|&(_, next)| matches!(class(next), Class::Letter | Class::Digit));
            if !joins {
                whole.close(&mut cuts);
            }
            continue;
        }
        let mut pointed = false;
        while let Some(&(at, next)) = chars.peek() {
            let goes_on = class(next) == kind || (kind == Class::Digit && is_inside(text, at, next, &mut pointed));
            if !goes_on || begins_version(text, at) {
                break;
            }
            end = at + next.len_utf8();
            chars.next();
        }
        whole.add(start, end, position, &mut cuts);
        cuts.push(Cut { start, end, position, kind: CutKind::Part });
        position += 1;
    }
    whole.close(&mut cuts);
    cuts
}

/// Says whether a version begins at `at`, so that "TPUv3" is cut like "TPU v3".
fn begins_version(text: &str, at: usize) -> bool {
    matches!(text.as_bytes()[at..], [b'v', b'0'..=b'9', ..])
}

/// Says whether the sign at `at` stands inside a number: one point, commas between thousands.
fn is_inside(text: &str, at: usize, sign: char, pointed: &mut bool) -> bool {
    let rest = &text.as_bytes()[at + 1..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match sign {
        '.' if !*pointed && digits > 0 => {
            *pointed = true;
            true
        }
        ',' => !*pointed && digits == 3,
        _ => false,
    }
}

/// What is being written in one piece.
#[derive(Debug, Default)]
struct Piece {
    start: usize,
    end: usize,
    position: usize,
    parts: usize,
}

impl Piece {
    fn add(&mut self, start: usize, end: usize, position: usize, cuts: &mut Vec<Cut>) {
        // At most one joining sign may stand between two parts of a piece.
        if self.parts > 0 && start > self.end + 1 {
            self.close(cuts);
        }
        if self.parts == 0 {
            (self.start, self.position) = (start, position);
        }
        self.end = end;
        self.parts += 1;
    }

    fn close(&mut self, cuts: &mut Vec<Cut>) {
        if self.parts > 1 && self.end - self.start <= LONGEST_WHOLE {
            cuts.push(Cut { start: self.start, end: self.end, position: self.position, kind: CutKind::Whole });
        }
        self.parts = 0;
    }
}

/// Writes the token's text: thousands without commas, English plurals without their "s".
fn write(cut: &Cut, text: &str, into: &mut String) {
    let slice = &text[cut.start..cut.end];
    if cut.kind != CutKind::Part {
        into.push_str(slice);
        return;
    }
    if slice.as_bytes()[0].is_ascii_digit() {
        into.extend(slice.chars().filter(|&char| char != ','));
        return;
    }
    let plural = slice.len() > 3 && slice.is_ascii() && slice.ends_with('s') && !slice.ends_with("ss");
    into.push_str(if plural { &slice[..slice.len() - 1] } else { slice });
}

/// Returns the smallest parts of a query with their positions: pairs of Han characters (a
/// lone one by itself), words, numbers.
pub(super) fn parts(query: &str) -> Vec<(usize, String)> {
    let folded = Folded::new(query);
    let cuts = cuts(&folded.text);
    let paired = |cut: &Cut| {
        let inside = |pair: &Cut| pair.kind == CutKind::Pair && pair.start <= cut.start && cut.end <= pair.end;
        cuts.iter().any(inside)
    };
    cuts.iter()
        .filter(|cut| match cut.kind {
            CutKind::Pair | CutKind::Part => true,
            CutKind::Single => !paired(cut),
            CutKind::Whole => false,
        })
        .map(|cut| {
            let mut text = String::new();
            write(cut, &folded.text, &mut text);
            (cut.position, text)
        })
        .collect()
}

/// Returns the parts of the beginning of a word: the last one as it is, with no plural taken off.
pub(super) fn beginning(word: &str) -> Vec<String> {
    let mut parts: Vec<String> = parts(word).into_iter().map(|(_, text)| text).collect();
    let whole = folded(word);
    if let Some(last) = parts.last_mut()
        && !whole.ends_with(last.as_str())
        && whole.ends_with('s')
    {
        last.push('s');
    }
    parts
}

/// Returns the text as the index compares it.
pub(super) fn folded(text: &str) -> String {
    Folded::new(text).text
}

/// Returns where `query` stands in `text`, as byte ranges of `text`, in order.
pub(super) fn places(text: &str, query: &str) -> Vec<std::ops::Range<usize>> {
    let wanted = small(&Folded::new(query));
    let folded = Folded::new(text);
    let held = small(&folded);
    if wanted.is_empty() || held.len() < wanted.len() {
        return Vec::new();
    }
    let same = |window: &[(Cut, String)]| window.iter().zip(&wanted).all(|(a, b)| a.1 == b.1);
    held.windows(wanted.len())
        .filter(|window| same(window))
        .map(|window| folded.origin(window[0].0.start)..folded.origin(window[wanted.len() - 1].0.end))
        .collect()
}

/// The single characters, words and numbers.
fn small(folded: &Folded) -> Vec<(Cut, String)> {
    cuts(&folded.text)
        .into_iter()
        .filter(|cut| matches!(cut.kind, CutKind::Single | CutKind::Part))
        .map(|cut| {
            let mut text = String::new();
            write(&cut, &folded.text, &mut text);
            (cut, text)
        })
        .collect()
}

/// The tokenizer that the index uses.
#[derive(Debug, Clone, Default)]
pub struct Cutter;

impl Tokenizer for Cutter {
    type TokenStream<'a> = Stream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Stream {
        let folded = Folded::new(text);
        let mut cuts = cuts(&folded.text);
        // The index wants rising positions.
        cuts.sort_by_key(|cut| cut.position);
        Stream { folded, cuts: cuts.into_iter(), token: Token::default() }
    }
}

/// The tokens of one text.
#[derive(Debug)]
pub struct Stream {
    folded: Folded,
    cuts: std::vec::IntoIter<Cut>,
    token: Token,
}

impl TokenStream for Stream {
    fn advance(&mut self) -> bool {
        let Some(cut) = self.cuts.next() else { return false };
        self.token.text.clear();
        write(&cut, &self.folded.text, &mut self.token.text);
        self.token.position = cut.position;
        self.token.offset_from = self.folded.origin(cut.start);
        self.token.offset_to = self.folded.origin(cut.end);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::{Cutter, parts, places};
    use tantivy::tokenizer::{TokenStream, Tokenizer};

    fn tokens(text: &str) -> Vec<(usize, String)> {
        let mut tokenizer = Cutter;
        let mut stream = tokenizer.token_stream(text);
        let mut found = Vec::new();
        while stream.advance() {
            let token = stream.token();
            assert!(text.get(token.offset_from..token.offset_to).is_some(), "offsets are those of `{text}`");
            found.push((token.position, token.text.clone()));
        }
        assert!(found.is_sorted_by_key(|(position, _)| *position), "positions rise in `{text}`");
        found
    }

    #[track_caller]
    fn cut(text: &str, expected: &[(usize, &str)]) {
        let mut expected: Vec<(usize, String)> = expected.iter().map(|&(at, text)| (at, text.to_owned())).collect();
        let mut found = tokens(text);
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "`{text}`");
    }

    #[test]
    fn han_runs_are_cut_into_characters_and_pairs() {
        cut("带宽", &[(0, "带"), (0, "带宽"), (1, "宽")]);
        cut("帶寬", &[(0, "带"), (0, "带宽"), (1, "宽")]);
        cut("用8块V100", &[(0, "用"), (1, "8"), (2, "块"), (3, "v"), (3, "v100"), (4, "100")]);
    }

    #[test]
    fn numbers_and_units_stay_whole_and_in_parts() {
        cut("3.35 TB/s", &[(0, "3.35"), (1, "tb"), (1, "tb/s"), (2, "s")]);
        cut("1,979", &[(0, "1979")]);
        cut("fp16", &[(0, "fp"), (0, "fp16"), (1, "16")]);
        cut("ＦＰ１６", &[(0, "fp"), (0, "fp16"), (1, "16")]);
        cut("DeepSeek-V3", &[(0, "deepseek"), (0, "deepseek-v3"), (1, "v"), (2, "3")]);
    }

    #[test]
    fn plurals_are_folded_and_signs_are_left_out() {
        cut("GPUs, (prices)", &[(0, "gpu"), (1, "price")]);
        cut("…——！", &[]);
        cut("", &[]);
    }

    #[test]
    fn a_query_is_its_smallest_parts_in_their_places() {
        let text = |parts: Vec<(usize, String)>| parts.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(text(parts("显存带宽")), ["显存", "存带", "带宽"]);
        assert_eq!(text(parts("块")), ["块"]);
        assert_eq!(text(parts("TPUv3")), text(parts("TPU v3")));
    }

    #[test]
    fn marks_lie_where_the_words_stand() {
        let text = "顯存帶寬為３．３５ TB/s";
        let found = places(text, "带宽");
        assert_eq!(found.len(), 1);
        assert_eq!(&text[found[0].clone()], "帶寬");
        assert_eq!(&text[places(text, "3.35 tb/s")[0].clone()], "３．３５ TB/s");
        assert!(places(text, "带宽为4").is_empty());
    }

    #[test]
    fn any_text_is_cut_in_linear_time() {
        let long = "带a1,".repeat(200_000);
        assert!(!tokens(&long).is_empty());
        let long = "1,111".repeat(200_000);
        assert!(!tokens(&long).is_empty());
    }
}
