//! Letters glued to digits: "10k", "2.788M", and the formats that only look like them.

use super::{Form, Numeral, Reader};
use crate::vocab::kinds::Kind;
use crate::vocab::numeral::power_of_ten;
use crate::vocab::numeral_file::Suffix;

impl Reader<'_> {
    /// "10k", "2.788M", "8.5b" — a letter that touches the digits and ends the word.
    pub(super) fn suffixed(&self, numeral: &Numeral) -> Option<Numeral> {
        let glyphs = self.glyphs;
        let apart = glyphs.at(numeral.end) == ' ';
        let from = numeral.end + usize::from(apart);
        if glyphs.kind(from) != Kind::Letter {
            return None;
        }
        // "$1.5k/month": the letter of a price is no prefix of a unit.
        let priced = matches!(glyphs.before(numeral.start), '$' | '€' | '£' | '¥' | '₹');
        // "2.33 k." ends a clause; "300 M people" is told by its noun.
        let stands = |suffix: &Suffix, end: usize| {
            !suffix.before.is_empty() || numeral.decimals && !glyphs.is_word(glyphs.over_blanks(end))
        };
        let suffix = self.words.suffixes.iter().find(|suffix| {
            let end = from + suffix.text.len();
            suffix.text.chars().zip(from..).all(|(c, at)| glyphs.at(at) == c)
                && (!apart || suffix.apart && glyphs.at(end) != '-' && stands(suffix, end))
                && suffix.over.is_none_or(|over| numeral.low > over)
                && !glyphs.is_word(end)
                && !(glyphs.at(end) == '/' && glyphs.kind(end + 1) == Kind::Letter && !priced)
                && !suffix.money
                && self.suffix_fits(suffix, end)
        })?;
        let scale = power_of_ten(suffix.power as i32)?;
        let scaled = numeral.scaled(scale)?;
        Some(Numeral { end: from + suffix.text.len(), magnitude: scale, plain_digits: 0, ..scaled })
    }

    /// "4K video": returns the end of a letter that names a format before a word such as this.
    pub(crate) fn format_name(&self, numeral: &Numeral) -> Option<usize> {
        let glyphs = self.glyphs;
        if numeral.form != Form::Digits || glyphs.kind(numeral.end) != Kind::Letter {
            return None;
        }
        self.words.suffixes.iter().filter(|suffix| !suffix.not_before.is_empty()).find_map(|suffix| {
            let end = numeral.end + suffix.text.len();
            let glued = suffix.text.chars().zip(numeral.end..).all(|(c, at)| glyphs.at(at) == c);
            let next = glyphs.over_blanks(end);
            (glued && !glyphs.is_word(end) && self.begins_with(&suffix.not_before, next)).then_some(end)
        })
    }

    /// Says whether one of `words` begins at `at`, in any case.
    fn begins_with(&self, words: &[String], at: usize) -> bool {
        words.iter().any(|word| word.chars().zip(at..).all(|(c, at)| self.glyphs.at(at).eq_ignore_ascii_case(&c)))
    }

    /// Says whether the words that a suffix asks for stand in the text.
    pub(crate) fn suffix_fits(&self, suffix: &Suffix, end: usize) -> bool {
        let near = |words: &[String]| words.iter().any(|word| self.stands_near(word, end));
        let before = |words: &[String]| self.begins_with(words, self.glyphs.over_blanks(end));
        (suffix.near.is_empty() || near(&suffix.near))
            && !near(&suffix.unless)
            && (suffix.before.is_empty() || before(&suffix.before))
            && !before(&suffix.not_before)
    }

    /// Says whether `word` stands within some forty characters of `at`: a bounded look, so that long lines stay linear.
    pub(crate) fn stands_near(&self, word: &str, at: usize) -> bool {
        let from = at.saturating_sub(40);
        let to = (at + 24).min(self.glyphs.len());
        let Some(window) = self.glyphs.all().get(from..to) else { return false };
        let word: Vec<char> = word.chars().collect();
        window.windows(word.len()).any(|found| found.iter().zip(&word).all(|(a, b)| a.eq_ignore_ascii_case(b)))
    }
}
