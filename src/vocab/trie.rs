//! Longest match at one place.
//!
//! [`super::Lexicon`] finds words anywhere in a text; a [`Trie`] says which words begin (or, built
//! from reversed words, end) at a given character. A blank in a word matches any run of
//! blanks, or one hyphen.

use std::sync::OnceLock;

/// Words of 64 bits in the filter of first characters.
const OTHERS: usize = 32;

/// Words, each with what it means, by characters.
#[derive(Debug, Clone)]
pub struct Trie<T> {
    /// The first is the root. Children of one node are a chain, which keeps building it cheap.
    nodes: Vec<Node<T>>,
    /// The same as it is walked, once it is.
    packed: OnceLock<Packed<T>>,
    /// Node after each ASCII first character; 0 is none.
    first: [u32; 128],
    /// Node after each other first character, in order.
    beyond: Vec<(char, u32)>,
    /// Which other first characters there may be, by their low bits: most texts are turned away here.
    others: [u64; OTHERS],
    /// Letters of the text are lowered before they are compared.
    any_case: bool,
    /// Words are matched leftwards.
    backwards: bool,
}

#[derive(Debug, Clone)]
struct Node<T> {
    /// The character that leads here.
    c: char,
    /// Its first child; 0 is none.
    child: u32,
    /// The next child of its parent; 0 is none.
    sibling: u32,
    value: Option<T>,
}

/// All nodes, children of one node side by side in the order of their characters.
#[derive(Debug, Clone)]
struct Packed<T> {
    /// The character that leads to each node.
    chars: Vec<char>,
    nodes: Vec<PackedNode<T>>,
    /// Node after each ASCII first character; 0 is none.
    first: [u32; 128],
}

#[derive(Debug, Clone, Copy)]
struct PackedNode<T> {
    /// Its first child.
    child: u32,
    children: u32,
    value: Option<T>,
}

impl<T> Node<T> {
    fn new(c: char) -> Self {
        Self { c, child: 0, sibling: 0, value: None }
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

impl<T: Copy> Packed<T> {
    fn new(trie: &Trie<T>) -> Self {
        let mut packed = Self { chars: vec!['\0'], nodes: Vec::new(), first: [0; 128] };
        // Breadth first, so that children stand side by side.
        let mut open = std::collections::VecDeque::from([0]);
        while let Some(node) = open.pop_front() {
            let children = trie.children(node);
            packed.nodes.push(PackedNode {
                child: packed.chars.len() as u32,
                children: children.len() as u32,
                value: trie.nodes[node as usize].value,
            });
            for (c, child) in children {
                if node == 0 && c.is_ascii() {
                    packed.first[c as usize] = packed.chars.len() as u32;
                }
                packed.chars.push(c);
                open.push_back(child);
            }
        }
        packed
    }

    fn child(&self, node: u32, c: char) -> Option<u32> {
        if node == 0 && c.is_ascii() {
            let next = self.first[c as usize];
            return (next != 0).then_some(next);
        }
        let PackedNode { child, children, .. } = self.nodes[node as usize];
        let chars = &self.chars[child as usize..(child + children) as usize];
        let found = match chars.len() {
            0..8 => chars.iter().position(|&own| own == c),
            _ => chars.binary_search(&c).ok(),
        };
        found.map(|at| child + at as u32)
    }
}

impl<T: Copy> Trie<T> {
    /// Returns an empty trie whose words match in exactly their case.
    pub fn exact() -> Self {
        Self {
            nodes: vec![Node::new('\0')],
            packed: OnceLock::new(),
            first: [0; 128],
            beyond: Vec::new(),
            others: [0; OTHERS],
            any_case: false,
            backwards: false,
        }
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
        self.insert_joined("", word, value);
    }

    /// Adds the word that `head` and `tail` make together; of two equal words the first counts.
    pub fn insert_joined(&mut self, head: &str, tail: &str, value: T) {
        self.packed.take();
        let chars = head.chars().chain(tail.chars());
        let node = if self.backwards { self.node_behind(chars.rev()) } else { self.node_behind(chars) };
        if node != 0 {
            self.nodes[node as usize].value.get_or_insert(value);
        }
    }

    /// Returns the node that these characters lead to, made where there is none yet.
    fn node_behind(&mut self, chars: impl Iterator<Item = char>) -> u32 {
        let mut node = 0;
        for c in chars {
            if c.is_ascii() || !self.any_case {
                let c = if self.any_case { c.to_ascii_lowercase() } else { c };
                node = self.child_or_new(node, c);
            } else {
                node = c.to_lowercase().fold(node, |node, c| self.child_or_new(node, c));
            }
        }
        node
    }

    /// Returns the first characters of all words.
    pub fn first_characters(&self) -> impl Iterator<Item = char> {
        self.children(0).into_iter().map(|(c, _)| c)
    }

    fn first_or_new(&mut self, c: char) -> u32 {
        let new = self.nodes.len() as u32;
        if c.is_ascii() {
            if self.first[c as usize] != 0 {
                return self.first[c as usize];
            }
            self.first[c as usize] = new;
        } else {
            match self.beyond.binary_search_by_key(&c, |&(c, _)| c) {
                Ok(at) => return self.beyond[at].1,
                Err(at) => self.beyond.insert(at, (c, new)),
            }
            let (word, bit) = place(c);
            self.others[word] |= bit;
        }
        self.nodes.push(Node::new(c));
        new
    }

    fn child_or_new(&mut self, node: u32, c: char) -> u32 {
        if node == 0 {
            return self.first_or_new(c);
        }
        let mut last = 0;
        let mut next = self.nodes[node as usize].child;
        while next != 0 {
            if self.nodes[next as usize].c == c {
                return next;
            }
            last = next;
            next = self.nodes[next as usize].sibling;
        }
        let new = self.nodes.len() as u32;
        self.nodes.push(Node::new(c));
        match last {
            0 => self.nodes[node as usize].child = new,
            last => self.nodes[last as usize].sibling = new,
        }
        new
    }

    /// Returns the children of a node in the order of their characters.
    fn children(&self, node: u32) -> Vec<(char, u32)> {
        if node == 0 {
            let ascii = ('\0'..).zip(self.first).filter(|&(_, node)| node != 0);
            return ascii.chain(self.beyond.iter().copied()).collect();
        }
        let chain = |node: &u32| Some(self.nodes[*node as usize].sibling);
        let first = Some(self.nodes[node as usize].child);
        let mut children: Vec<(char, u32)> = std::iter::successors(first, chain)
            .take_while(|&node| node != 0)
            .map(|node| (self.nodes[node as usize].c, node))
            .collect();
        children.sort_unstable();
        children
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
        let packed = self.packed.get_or_init(|| Packed::new(self));
        let mut node = 0;
        let mut at = from;
        let mut found = None;
        while let Some(c) = self.look(text, at) {
            let folded = if self.any_case { c.to_ascii_lowercase() } else { c };
            if let Some(next) = packed.child(node, folded) {
                node = next;
                at = self.step(at);
                if c == ' ' {
                    at = self.over_blanks(text, at);
                }
            } else if (c == ' ' || c == '-')
                && let Some(next) = packed.child(node, ' ')
            {
                node = next;
                at = self.over_blanks(text, self.step(at));
            } else {
                break;
            }
            if let Some(value) = packed.nodes[node as usize].value
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
