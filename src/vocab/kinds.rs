//! What each character may begin: the first filter of the quantity reader.

use super::{Numerals, Units};

/// What a glyph may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing of interest.
    Other,
    /// An ASCII digit.
    Digit,
    /// An ASCII letter.
    Letter,
    /// A Chinese numeral character.
    Han,
    /// ½ and its like.
    Vulgar,
    /// A full stop, which may begin ".25".
    Point,
    /// The first character of a word that is a quantity by itself: 对折.
    Said,
}

/// The kinds of all characters of the basic plane.
#[derive(Debug)]
pub struct Kinds(Box<[Kind]>);

const PLANE: usize = 0x10000;

impl Kinds {
    /// Builds the table for the numeral characters of `words`.
    pub fn new(words: &Numerals, units: &Units) -> Self {
        let mut kinds = vec![Kind::Other; PLANE].into_boxed_slice();
        for c in ('0'..='9').chain('a'..='z').chain('A'..='Z') {
            kinds[c as usize] = if c.is_ascii_digit() { Kind::Digit } else { Kind::Letter };
        }
        kinds['.' as usize] = Kind::Point;
        for c in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞".chars() {
            kinds[c as usize] = Kind::Vulgar;
        }
        for c in units.said.first_characters().filter(|&c| !c.is_ascii() && (c as usize) < PLANE) {
            kinds[c as usize] = Kind::Said;
        }
        for c in words.characters().chain(units.per_characters()).filter(|&c| (c as usize) < PLANE) {
            kinds[c as usize] = Kind::Han;
        }
        Self(kinds)
    }

    /// Returns the kind of the ASCII character `byte`.
    pub fn of_byte(&self, byte: u8) -> Kind {
        self.0.get(usize::from(byte)).copied().unwrap_or(Kind::Other)
    }

    /// Returns the kind of `c`.
    pub fn of(&self, c: char) -> Kind {
        self.0.get(c as usize).copied().unwrap_or(Kind::Other)
    }
}
