//! A text as folded characters, with the way back to its bytes.
//!
//! Full width becomes half width, dashes and blanks of all kinds become one, traditional
//! characters become simplified: each one to one, so that places stay comparable.

use crate::text::{Span, simple};
use crate::vocab::kinds::{Kind, Kinds};
use crate::vocab::{Numerals, Vocab};

/// Returns what a character is compared as. One character stays one character.
#[inline]
fn fold(c: char) -> char {
    match c {
        '\0'..='\u{7f}' => c,
        // Most texts that are not ASCII.
        '\u{4e00}'..='\u{9fff}' => simple(c),
        // A wide comma between digits is more often a pause than a separator: it stays apart.
        '，' => c,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '−' | '‐' | '‑' | '－' | '﹣' => '-',
        '‒' | '⁃' => '–',
        '―' | '─' => '—',
        '～' | '〜' | '∼' | '˜' => '~',
        'µ' => 'μ',
        'º' | '˚' => '°',
        '’' | '‘' => '\'',
        '⩽' | '≦' => '≤',
        '⩾' | '≧' => '≥',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => simple(c),
    }
}

/// A text as folded characters.
#[derive(Debug, Clone)]
pub struct Glyphs {
    folded: Vec<char>,
    kinds: Vec<Kind>,
    /// Byte of each glyph, and the length of the text.
    bytes: Vec<u32>,
    /// The text has traditional characters.
    pub traditional: bool,
}

impl Glyphs {
    /// Lays `text` out. Texts of 4 GiB and more are cut.
    pub fn new(vocab: &Vocab, text: &str) -> Self {
        if text.is_ascii() && u32::try_from(text.len()).is_ok() {
            return Self::ascii(text);
        }
        let (kinds, words): (&Kinds, &Numerals) = (&vocab.kinds, &vocab.numerals);
        let size = text.len();
        let mut glyphs = Self {
            folded: Vec::with_capacity(size),
            kinds: Vec::with_capacity(size),
            bytes: Vec::with_capacity(size + 1),
            traditional: false,
        };
        for (byte, c) in text.char_indices() {
            let Ok(byte) = u32::try_from(byte) else { break };
            let folded = fold(c);
            glyphs.traditional |= folded != c && super::is_han(c);
            glyphs.folded.push(folded);
            glyphs.kinds.push(kinds.of(folded));
            glyphs.bytes.push(byte);
        }
        glyphs.bytes.push(u32::try_from(size).unwrap_or(u32::MAX));
        glyphs.close_up(words);
        glyphs
    }

    /// Lays an ASCII text out, which folds to itself.
    fn ascii(text: &str) -> Self {
        Self {
            folded: text.bytes().map(char::from).collect(),
            kinds: text.bytes().map(Kinds::of_byte).collect(),
            bytes: (0..).take(text.len() + 1).collect(),
            traditional: false,
        }
    }

    /// Drops blanks within spaced-out Chinese numerals ("三百 万", "百 分 之").
    fn close_up(&mut self, words: &Numerals) {
        let glue = |glyphs: &Self, at: usize| glyphs.kinds[at] == Kind::Han || words.glue.contains(&glyphs.folded[at]);
        let mut kept = 0;
        let mut at = 0;
        let length = self.folded.len();
        while at < length {
            if self.folded[at] == ' ' && kept > 0 && glue(self, kept - 1) {
                let mut next = at;
                while next < length && self.folded[next] == ' ' {
                    next += 1;
                }
                if next < length && next - at <= 3 && glue(self, next) {
                    at = next;
                    continue;
                }
            }
            self.folded[kept] = self.folded[at];
            self.kinds[kept] = self.kinds[at];
            self.bytes[kept] = self.bytes[at];
            kept += 1;
            at += 1;
        }
        let size = self.bytes[length];
        self.folded.truncate(kept);
        self.kinds.truncate(kept);
        self.bytes.truncate(kept);
        self.bytes.push(size);
    }

    /// Returns all folded characters.
    pub fn all(&self) -> &[char] {
        &self.folded
    }

    /// Returns the number of glyphs.
    pub fn len(&self) -> usize {
        self.folded.len()
    }

    /// Says whether the glyph at `at` was not written in ASCII: − is no hyphen.
    pub fn is_wide(&self, at: usize) -> bool {
        matches!((self.bytes.get(at), self.bytes.get(at + 1)), (Some(from), Some(to)) if to - from > 1)
    }

    /// Says whether there is none.
    pub fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// Returns the folded character at `at`; NUL beyond the end.
    pub fn at(&self, at: usize) -> char {
        self.folded.get(at).copied().unwrap_or('\0')
    }

    /// Returns the folded character before `at`; NUL at the start.
    pub fn before(&self, at: usize) -> char {
        at.checked_sub(1).map_or('\0', |before| self.at(before))
    }

    /// Returns the kind of the glyph at `at`.
    pub fn kind(&self, at: usize) -> Kind {
        self.kinds.get(at).copied().unwrap_or(Kind::Other)
    }

    /// Says whether an ASCII digit stands at `at`.
    pub fn is_digit(&self, at: usize) -> bool {
        self.kind(at) == Kind::Digit
    }

    /// Says whether a letter or digit of any script but Chinese stands at `at`.
    pub fn is_word(&self, at: usize) -> bool {
        let c = self.at(at);
        if c.is_ascii() { c.is_ascii_alphanumeric() } else { c.is_alphanumeric() && !super::is_han(c) }
    }

    /// Returns the first place from `at` on that holds no blank.
    pub fn over_blanks(&self, mut at: usize) -> usize {
        while self.at(at) == ' ' {
            at += 1;
        }
        at
    }

    /// Returns the place behind the last glyph before `at` that is no blank.
    pub fn back_over_blanks(&self, mut at: usize) -> usize {
        while at > 0 && self.at(at - 1) == ' ' {
            at -= 1;
        }
        at
    }

    /// Returns the bytes of the glyphs `start..end`; blanks closed up at the end are left out.
    pub fn span(&self, text: &str, start: usize, end: usize) -> Span {
        let last = self.bytes.len() - 1;
        let from = self.bytes[start.min(last)] as usize;
        let to = match end.checked_sub(1).and_then(|before| self.bytes.get(before)) {
            Some(&before) if end > start => {
                let before = before as usize;
                before + text.get(before..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
            }
            _ => from,
        };
        Span::new(from, to.max(from))
    }

    /// Returns the first glyph at or after the byte `byte`.
    pub fn glyph_of(&self, byte: usize) -> usize {
        self.bytes[..self.folded.len()].partition_point(|&at| (at as usize) < byte)
    }
}
