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

/// The kinds of all characters of the basic plane, by pages of 256: most pages hold nothing of interest and are one.
#[derive(Debug)]
pub struct Kinds {
    /// Which page each 256 characters have.
    pages: [u8; PAGE],
    kinds: Vec<Kind>,
}

const PAGE: usize = 256;

impl Kinds {
    /// Builds the table for the numeral characters of `words`.
    pub fn new(words: &Numerals, units: &Units) -> Self {
        let mut kinds = Self { pages: [0; PAGE], kinds: vec![Kind::Other; PAGE] };
        for byte in 0..128 {
            kinds.set(char::from(byte), Self::of_byte(byte));
        }
        for c in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞".chars() {
            kinds.set(c, Kind::Vulgar);
        }
        for c in units.said.first_characters().filter(|c| !c.is_ascii()) {
            kinds.set(c, Kind::Said);
        }
        for c in words.characters().chain(units.per_characters()) {
            kinds.set(c, Kind::Han);
        }
        kinds
    }

    /// Notes the kind of `c`; beyond the basic plane there is none.
    fn set(&mut self, c: char, kind: Kind) {
        let Some(page) = self.pages.get_mut(c as usize / PAGE) else { return };
        if *page == 0 {
            let Ok(new) = u8::try_from(self.kinds.len() / PAGE) else { return };
            *page = new;
            self.kinds.resize(self.kinds.len() + PAGE, Kind::Other);
        }
        self.kinds[usize::from(*page) * PAGE + c as usize % PAGE] = kind;
    }

    /// Returns the kind of the ASCII character `byte`, which hangs on no word.
    #[inline]
    pub fn of_byte(byte: u8) -> Kind {
        match byte {
            b'0'..=b'9' => Kind::Digit,
            b'a'..=b'z' | b'A'..=b'Z' => Kind::Letter,
            b'.' => Kind::Point,
            _ => Kind::Other,
        }
    }

    /// Returns the kind of `c`.
    #[inline]
    pub fn of(&self, c: char) -> Kind {
        let page = self.pages.get(c as usize / PAGE).copied().unwrap_or(0);
        self.kinds[usize::from(page) * PAGE + c as usize % PAGE]
    }
}
