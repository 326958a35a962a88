//! With which characters the words of a text begin: tells at once that most words of a vocabulary are not in it.

/// Letters and digits, in lower case.
const SIGNS: usize = 36;
/// Characters beyond this one are not told apart.
const PLANE: usize = 0x10000;

/// The beginnings of one text's words.
#[derive(Debug, Clone)]
pub(super) struct Beginnings {
    /// Of a run of ASCII letters and digits the first one, the first two, the first three.
    runs: [Vec<u64>; 3],
    /// Any other character, wherever it stands.
    others: Vec<u64>,
    /// There is one beyond ASCII.
    wide: bool,
}

impl Beginnings {
    /// Notes the beginnings in `text` (folded).
    pub fn of(text: &str) -> Self {
        let mut found = Self {
            runs: [1, 2, 3].map(|length| vec![0; SIGNS.pow(length).div_ceil(64)]),
            others: vec![0; PLANE / 64],
            wide: !text.is_ascii(),
        };
        let mut inside = false;
        for (at, c) in text.char_indices() {
            let letter = c.is_ascii_alphanumeric();
            if letter && !inside {
                let run = &text.as_bytes()[at..];
                for length in 1..=3 {
                    if let Some(number) = number(run, length) {
                        set(&mut found.runs[length - 1], number);
                    }
                }
            } else if !letter {
                set(&mut found.others, (c as usize).min(PLANE - 1));
            }
            inside = letter;
        }
        found
    }

    /// Says whether all of `other` is among these.
    pub fn cover(&self, other: &Self) -> bool {
        self.parts().zip(other.parts()).all(|(own, other)| own.iter().zip(other).all(|(own, other)| other & !own == 0))
    }

    /// Takes those of `other` too.
    pub fn join(&mut self, other: &Self) {
        self.wide |= other.wide;
        let parts = self.runs.iter_mut().chain([&mut self.others]);
        for (own, other) in parts.zip(other.parts()) {
            for (own, other) in own.iter_mut().zip(other) {
                *own |= other;
            }
        }
    }

    fn parts(&self) -> impl Iterator<Item = &Vec<u64>> {
        self.runs.iter().chain([&self.others])
    }

    /// Says whether any word that begins with `first` may stand in the text, in whatever script; `false` is certain.
    pub fn may_begin(&self, first: char) -> bool {
        self.wide || first.is_ascii()
    }

    /// Says whether `word` may stand in the text; `false` is certain.
    pub fn may_hold(&self, word: &str) -> bool {
        let Some(first) = word.chars().next() else { return false };
        if !first.is_ascii_alphanumeric() {
            return holds(&self.others, (first as usize).min(PLANE - 1));
        }
        // A text may have no blank where the word has one: only what stands together counts.
        let together = word.bytes().take(3).take_while(u8::is_ascii_alphanumeric).count();
        number(word.as_bytes(), together).is_some_and(|number| holds(&self.runs[together - 1], number))
    }
}

/// Returns the number of the first `length` letters or digits; `None` where there are not as many.
fn number(run: &[u8], length: usize) -> Option<usize> {
    run.get(..length)?.iter().try_fold(0, |number, byte| {
        let sign = match byte.to_ascii_lowercase() {
            byte @ b'0'..=b'9' => usize::from(byte - b'0'),
            byte @ b'a'..=b'z' => usize::from(byte - b'a') + 10,
            _ => return None,
        };
        Some(number * SIGNS + sign)
    })
}

fn set(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

fn holds(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_stand_in_a_text_is_never_ruled_out() {
        let text = Beginnings::of("用TPU-v3 跑 a 训练 H100s");
        for word in ["TPU v3", "tpu", "T", "H100", "训练", "跑", "a", "用"] {
            assert!(text.may_hold(word), "{word}");
        }
        for word in ["v4", "TPX", "推理", "b", "100", "PU", ""] {
            assert!(!text.may_hold(word), "{word}");
        }
    }
}
