//! Many words at once: a tree of their bytes, walked from every place where a word may begin.
//!
//! A text is passed over once. A walk starts where a run of ASCII letters and digits starts, or at any other
//! character, and most walks end after two or three bytes; none goes further than the longest word.
//! Blanks and hyphens of the text are stepped over, and where that was is told, so that the caller can
//! say whether the word allows it.

/// Words by their bytes, letters in lower case.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The last byte on the way to each node; those of one node's children stand side by side.
    bytes: Vec<u8>,
    /// Numbers of the words, those of one node side by side.
    words: Vec<u32>,
    /// Node behind each first byte; 0 is none.
    first: [u32; 256],
    /// Node behind each first two bytes of a Chinese character.
    han: Vec<u32>,
    /// For each first ASCII letter or digit, which bytes may follow it in a word, one bit for each that is ASCII;
    /// all of them where the letter is a word itself.
    second: [u128; 128],
}

#[derive(Debug, Clone, Copy, Default)]
struct Node {
    /// First child.
    child: u32,
    children: u32,
    /// First of its words.
    word: u32,
    words: u32,
}

/// First bytes of the characters whose first two bytes are looked up at once.
const HAN: std::ops::RangeInclusive<u8> = 0xe3..=0xe9;

/// A stretch of blanks and hyphens that a walk stepped over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gap {
    /// Bytes of the word before it.
    pub at: u32,
    /// Bytes of the text stepped over.
    pub length: u32,
}

/// One word found: its number, its place in the text, and what was stepped over.
pub(super) struct Found<'a> {
    pub word: usize,
    pub start: usize,
    pub end: usize,
    pub gaps: &'a [Gap],
}

/// No word allows more between two of its letters.
const LONGEST_GAP: usize = 2;

impl Tree {
    /// Builds the tree of `words`, none of them empty.
    pub fn new(words: &[String]) -> Self {
        let lower: Vec<Vec<u8>> = words.iter().map(|word| word.to_ascii_lowercase().into_bytes()).collect();
        let mut order: Vec<u32> = (0..words.len() as u32).collect();
        order.sort_by(|&a, &b| lower[a as usize].cmp(&lower[b as usize]).then(a.cmp(&b)));
        let mut tree = Tree {
            nodes: vec![Node::default()],
            bytes: vec![0],
            words: Vec::new(),
            first: [0; 256],
            han: Vec::new(),
            second: [0; 128],
        };
        // Breadth first, so that the children of a node stand side by side.
        let mut open = std::collections::VecDeque::from([(0_usize, 0_usize, order.len(), 0_usize)]);
        while let Some((node, mut from, to, depth)) = open.pop_front() {
            let byte = |at: usize| lower[order[at] as usize].get(depth).copied();
            let ending = (from..to).take_while(|&at| byte(at).is_none()).count();
            let word = tree.words.len() as u32;
            tree.words.extend(&order[from..from + ending]);
            from += ending;
            let child = tree.nodes.len() as u32;
            while let Some(next) = (from < to).then(|| byte(from)).flatten() {
                let same = (from..to).take_while(|&at| byte(at) == Some(next)).count();
                open.push_back((tree.nodes.len(), from, from + same, depth + 1));
                tree.nodes.push(Node::default());
                tree.bytes.push(next);
                from += same;
            }
            let children = tree.nodes.len() as u32 - child;
            tree.nodes[node] = Node { child, children, word, words: ending as u32 };
        }
        for byte in 0..=u8::MAX {
            tree.first[usize::from(byte)] = tree.child(0, byte).unwrap_or(0);
        }
        for (byte, second) in (0..=u8::MAX).zip(&mut tree.second) {
            let node = tree.nodes[tree.first[usize::from(byte.to_ascii_lowercase())] as usize];
            let children = &tree.bytes[node.child as usize..(node.child + node.children) as usize];
            let bits = children.iter().filter(|byte| byte.is_ascii()).fold(0_u128, |bits, byte| bits | 1 << byte);
            *second = if node.words > 0 { u128::MAX } else { bits };
        }
        for lead in HAN {
            for second in 0x80..=0xbf {
                let node = Some(tree.first[usize::from(lead)]).filter(|&node| node != 0);
                tree.han.push(node.and_then(|node| tree.child(node, second)).unwrap_or(0));
            }
        }
        tree
    }

    fn child(&self, node: u32, byte: u8) -> Option<u32> {
        let Node { child, children, .. } = self.nodes[node as usize];
        let bytes = &self.bytes[child as usize..(child + children) as usize];
        let found = match bytes {
            [only] => (*only == byte).then_some(0),
            few if few.len() < 8 => few.iter().position(|&own| own == byte),
            many => many.binary_search(&byte).ok(),
        };
        found.map(|at| child + at as u32)
    }

    /// Tells every word of `text`, in order of their beginnings, shorter ones first. A word that begins
    /// inside a run of ASCII letters and digits is none.
    pub fn find(&self, text: &str, mut tell: impl FnMut(Found<'_>)) {
        let text = text.as_bytes();
        let mut gaps = Vec::new();
        let mut inside = false;
        for (start, &byte) in text.iter().enumerate() {
            let letter = byte.is_ascii_alphanumeric();
            let starts = !(letter && inside);
            inside = letter;
            if !starts {
                continue;
            }
            let (node, length) = match text.get(start + 1) {
                Some(&second) if HAN.contains(&byte) => (self.pair(byte, second), 2),
                Some(&second) if byte.is_ascii() && second.is_ascii_alphanumeric() => (self.opened(byte, second), 1),
                _ => (self.first[usize::from(byte.to_ascii_lowercase())], 1),
            };
            if node != 0 {
                self.walk(text, start, node, length, &mut gaps, &mut tell);
            }
        }
    }

    /// Returns the node behind an ASCII byte, or 0 where no word goes on with the letter or digit after it.
    fn opened(&self, byte: u8, second: u8) -> u32 {
        let goes_on = self.second[usize::from(byte)] >> second.to_ascii_lowercase() & 1 == 1;
        if goes_on { self.first[usize::from(byte.to_ascii_lowercase())] } else { 0 }
    }

    /// Returns the node behind two bytes of a Chinese character, or 0.
    fn pair(&self, lead: u8, second: u8) -> u32 {
        let row = usize::from(lead - HAN.start());
        let column = usize::from(second.wrapping_sub(0x80));
        if column < 64 { self.han[row * 64 + column] } else { 0 }
    }

    fn walk(
        &self,
        text: &[u8],
        start: usize,
        mut node: u32,
        length: usize,
        gaps: &mut Vec<Gap>,
        tell: &mut impl FnMut(Found<'_>),
    ) {
        gaps.clear();
        let mut at = start + length;
        let mut depth = length as u32;
        loop {
            let Node { children, word, words, .. } = self.nodes[node as usize];
            for &word in &self.words[word as usize..(word + words) as usize] {
                tell(Found { word: word as usize, start, end: at, gaps: &gaps[..] });
            }
            if children == 0 {
                return;
            }
            let gap = gap(&text[at..]);
            if gap > LONGEST_GAP {
                return;
            }
            let Some(next) = text.get(at + gap) else { return };
            let Some(child) = self.child(node, next.to_ascii_lowercase()) else { return };
            if gap > 0 {
                gaps.push(Gap { at: depth, length: gap as u32 });
            }
            node = child;
            at += gap + 1;
            depth += 1;
        }
    }
}

/// Returns how many bytes of blanks and hyphens `text` begins with; more than are ever allowed count as such.
fn gap(text: &[u8]) -> usize {
    let mut at = 0;
    while at <= LONGEST_GAP {
        match text.get(at..).unwrap_or_default() {
            [b' ' | b'-', ..] => at += 1,
            // A no-break space is C2 A0 in UTF-8.
            [0xc2, 0xa0, ..] => at += 2,
            _ => break,
        }
    }
    at
}
