//! Longest match at one place.
//!
//! [`super::Lexicon`] finds words anywhere in a text; a [`Trie`] says which words begin (or, built
//! from reversed words, end) at a given character. A blank in a word matches any run of
//! blanks, or one hyphen.

/// Words of 64 bits in the filter of first characters.
const OTHERS: usize = 32;

/// Words, each with what it means, by characters.
#[derive(Debug, Clone)]
pub struct Trie<T> {
    nodes: Vec<Node<T>>,
    /// Node after each ASCII first character; 0 is none.
    first: [u32; 128],
    /// Which other first characters there may be, by their low bits: most texts are turned away here.
    others: [u64; OTHERS],
    /// Letters of the text are lowered before they are compared.
    any_case: bool,
    /// Words are matched leftwards.
    backwards: bool,
}

#[derive(Debug, Clone)]
struct Node<T> {
    next: Vec<(char, u32)>,
    value: Option<T>,
}

impl<T> Default for Node<T> {
    fn default() -> Self {
        Self { next: Vec::new(), value: None }
    }
}

/// What to do with a word that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// It counts unless a longer one does.
    Yes,
    /// It does not count here.
    No,
}

/// Returns where `c` stands in the filter of first characters.
fn place(c: char) -> (usize, u64) {
    let low = c as usize % (OTHERS * 64);
    (low / 64, 1 << (low % 64))
}

impl<T: Copy> Trie<T> {
    /// Returns an empty trie whose words match in exactly their case.
    pub fn exact() -> Self {
        Self { nodes: vec![Node::default()], first: [0; 128], others: [0; OTHERS], any_case: false, backwards: false }
    }

    /// Returns an empty trie whose words match in any case.
    pub fn any_case() -> Self {
        Self { any_case: true, ..Self::exact() }
    }

    /// Returns an empty trie that matches leftwards, in any case.
    pub fn backwards() -> Self {
        Self { backwards: true, ..Self::any_case() }
    }

    /// Adds `word`; of two equal words the first counts.
    pub fn insert(&mut self, word: &str, value: T) {
        let mut chars: Vec<char> =
            if self.any_case { word.to_lowercase().chars().collect() } else { word.chars().collect() };
        if self.backwards {
            chars.reverse();
        }
        if chars.is_empty() {
            return;
        }
        let mut node = 0;
        for (number, &c) in chars.iter().enumerate() {
            node = self.child_or_new(node, c);
            if number == 0 && c.is_ascii() {
                self.first[c as usize] = node;
            } else if number == 0 {
                let (word, bit) = place(c);
                self.others[word] |= bit;
            }
        }
        self.nodes[node as usize].value.get_or_insert(value);
    }

    /// Returns the first characters of all words.
    pub fn first_characters(&self) -> impl Iterator<Item = char> {
        self.nodes.first().into_iter().flat_map(|root| root.next.iter().map(|&(c, _)| c))
    }

    fn child_or_new(&mut self, node: u32, c: char) -> u32 {
        match self.nodes[node as usize].next.binary_search_by_key(&c, |&(c, _)| c) {
            Ok(at) => self.nodes[node as usize].next[at].1,
            Err(at) => {
                let new = self.nodes.len() as u32;
                self.nodes.push(Node::default());
                self.nodes[node as usize].next.insert(at, (c, new));
                new
            }
        }
    }

    fn child(&self, node: u32, c: char) -> Option<u32> {
        if node == 0 && c.is_ascii() {
            let next = self.first[c as usize];
            return (next != 0).then_some(next);
        }
        if node == 0 {
            let (word, bit) = place(c);
            if self.others[word] & bit == 0 {
                return None;
            }
        }
        let next = &self.nodes[node as usize].next;
        if next.len() <= 4 {
            return next.iter().find(|&&(found, _)| found == c).map(|&(_, node)| node);
        }
        next.binary_search_by_key(&c, |&(c, _)| c).ok().map(|at| next[at].1)
    }

    /// Says whether a word may begin with `c`, as it stands; `false` is certain.
    #[inline]
    fn may_begin(&self, c: char) -> bool {
        let c = if self.any_case { c.to_ascii_lowercase() } else { c };
        if c.is_ascii() {
            // A hyphen may stand for the blank that a word begins with.
            return self.first[c as usize] != 0 || c == '-' && self.first[b' ' as usize] != 0;
        }
        let (word, bit) = place(c);
        self.others[word] & bit != 0
    }

    /// Returns the longest word that begins at `from` (ends there, if matching backwards) and that
    /// `keep` agrees to, as the place behind it and its meaning.
    ///
    /// Backwards, the word covers the characters from the returned place up to `from`.
    #[inline]
    pub fn longest(&self, text: &[char], from: usize, keep: impl FnMut(usize, T) -> Keep) -> Option<(usize, T)> {
        if !self.look(text, from).is_some_and(|c| self.may_begin(c)) {
            return None;
        }
        self.walk(text, from, keep)
    }

    fn walk(&self, text: &[char], from: usize, mut keep: impl FnMut(usize, T) -> Keep) -> Option<(usize, T)> {
        let mut node = 0;
        let mut at = from;
        let mut found = None;
        while let Some(c) = self.look(text, at) {
            let folded = if self.any_case { c.to_ascii_lowercase() } else { c };
            if let Some(next) = self.child(node, folded) {
                node = next;
                at = self.step(at);
                if c == ' ' {
                    at = self.over_blanks(text, at);
                }
            } else if (c == ' ' || c == '-')
                && let Some(next) = self.child(node, ' ')
            {
                node = next;
                at = self.over_blanks(text, self.step(at));
            } else {
                break;
            }
            if let Some(value) = self.nodes[node as usize].value
                && keep(at, value) == Keep::Yes
            {
                found = Some((at, value));
            }
        }
        found
    }

    fn look(&self, text: &[char], at: usize) -> Option<char> {
        if self.backwards { at.checked_sub(1).and_then(|at| text.get(at)).copied() } else { text.get(at).copied() }
    }

    fn step(&self, at: usize) -> usize {
        if self.backwards { at - 1 } else { at + 1 }
    }

    /// A few blanks count as one.
    fn over_blanks(&self, text: &[char], mut at: usize) -> usize {
        for _ in 0..3 {
            if self.look(text, at) != Some(' ') {
                break;
            }
            at = self.step(at);
        }
        at
    }
}
