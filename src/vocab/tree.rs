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
    /// Node behind each first character of the Chinese planes.
    han: Vec<u32>,
    /// Which two Chinese characters lead further, by a hash of both.
    han_pairs: Vec<u64>,
    /// Node behind each two first ASCII letters or digits, by seven bits each.
    pairs: Vec<u32>,
    /// ASCII letters and digits that are words themselves, one bit each.
    alone: u128,
    /// Which three ASCII letters or digits lead further, or past a word that ends within them: most words of a
    /// text end their walk here.
    triples: Vec<u64>,
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

/// First bytes of the characters that are looked up whole.
const HAN: std::ops::RangeInclusive<u8> = 0xe3..=0xe9;
/// Bits of a character that its second and third byte hold.
const LOW: usize = 12;

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
            han_pairs: vec![0; HAN_PAIRS / 64],
            pairs: vec![0; 1 << 14],
            alone: 0,
            triples: vec![0; (SIGNS * SIGNS * SIGNS).div_ceil(64)],
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
        tree.look_ahead();
        tree
    }

    /// Notes where the first two letters or the first Chinese character of a word lead to.
    fn look_ahead(&mut self) {
        let children = |tree: &Self, node: u32| {
            let Node { child, children, .. } = tree.nodes[node as usize];
            (child..child + children).map(|node| (tree.bytes[node as usize], node)).collect::<Vec<_>>()
        };
        self.han = vec![0; HAN.len() << LOW];
        for (first, node) in children(self, 0) {
            if first.is_ascii() {
                if self.nodes[node as usize].words > 0 {
                    self.alone |= 1 << first;
                }
                for (second, node) in children(self, node).into_iter().filter(|(second, _)| second.is_ascii()) {
                    self.pairs[usize::from(first) << 7 | usize::from(second)] = node;
                    let all = self.nodes[node as usize].words > 0;
                    let thirds: Vec<u8> = match all {
                        true => (b'0'..=b'9').chain(b'a'..=b'z').collect(),
                        false => children(self, node).into_iter().map(|(third, _)| third).collect(),
                    };
                    for third in thirds {
                        if let Some(at) = triple(first, second, third) {
                            self.triples[at / 64] |= 1 << (at % 64);
                        }
                    }
                }
            } else if HAN.contains(&first) {
                for (second, node) in children(self, node) {
                    for (third, node) in children(self, node) {
                        let head = han(first, second, third);
                        self.han[head] = node;
                        for (next, node) in children(self, node) {
                            for (second, node) in children(self, node).into_iter().filter(|_| HAN.contains(&next)) {
                                for (third, _) in children(self, node) {
                                    let at = han_pair(head, han(next, second, third));
                                    self.han_pairs[at / 64] |= 1 << (at % 64);
                                }
                            }
                        }
                    }
                }
            }
        }
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
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            let start = at;
            let (node, length) = if HAN.contains(&byte) && text.len() - at > 2 {
                at += 3;
                (self.behind_han(text, start), 3)
            } else if IN_RUN[usize::from(byte)] {
                at += 1;
                while text.get(at).is_some_and(|&byte| IN_RUN[usize::from(byte)]) {
                    at += 1;
                }
                self.behind_letters(text, start)
            } else {
                at += 1;
                (self.first[usize::from(byte)], 1)
            };
            if node != 0 {
                self.walk(text, start, node, length, &mut gaps, &mut tell);
            }
        }
    }

    /// Returns the node that the Chinese character at `start` leads to; 0 is none, also where the next one ends the walk.
    #[inline]
    fn behind_han(&self, text: &[u8], start: usize) -> u32 {
        let head = han(text[start], text[start + 1], text[start + 2]);
        let node = self.han[head];
        match text.get(start + 3..start + 6) {
            Some(&[first, second, third])
                if node != 0 && HAN.contains(&first) && self.nodes[node as usize].words == 0 =>
            {
                let at = han_pair(head, han(first, second, third));
                if self.han_pairs[at / 64] >> (at % 64) & 1 == 1 { node } else { 0 }
            }
            _ => node,
        }
    }

    /// Returns the node that the letters or digits at `start` lead to, and after how many bytes; 0 is none.
    #[inline]
    fn behind_letters(&self, text: &[u8], start: usize) -> (u32, usize) {
        let first = text[start].to_ascii_lowercase();
        let second = text.get(start + 1).copied().filter(u8::is_ascii_alphanumeric);
        let Some(second) = second.filter(|_| self.alone >> first & 1 == 0) else {
            return (self.first[usize::from(first)], 1);
        };
        let second = second.to_ascii_lowercase();
        if !self.leads_on(first, second, text.get(start + 2).copied()) {
            return (0, 2);
        }
        (self.pairs[usize::from(first) << 7 | usize::from(second)], 2)
    }

    /// Says whether a walk from these bytes may find a word; the first two are letters or digits in lower case.
    #[inline]
    fn leads_on(&self, first: u8, second: u8, third: Option<u8>) -> bool {
        let at = third.and_then(|third| triple(first, second, third.to_ascii_lowercase()));
        at.is_none_or(|at| self.triples[at / 64] >> (at % 64) & 1 == 1)
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
            let Some(&next) = text.get(at) else { return };
            let (gap, next) = match next {
                b' ' | b'-' | 0xc2 => match gap(&text[at..]) {
                    gap if gap > LONGEST_GAP => return,
                    gap => match text.get(at + gap) {
                        Some(&next) => (gap, next),
                        None => return,
                    },
                },
                _ => (0, next),
            };
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

/// Bits in which pairs of Chinese characters are noted.
const HAN_PAIRS: usize = 1 << 16;

/// Returns where a pair of Chinese characters is noted.
#[inline]
fn han_pair(first: usize, second: usize) -> usize {
    (first * 31 + second) % HAN_PAIRS
}

/// ASCII letters and digits.
const IN_RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

/// Letters and digits.
const SIGNS: usize = 36;

/// Returns the number of three letters or digits in lower case; `None` where one is neither.
#[inline]
fn triple(first: u8, second: u8, third: u8) -> Option<usize> {
    let sign = |byte: u8| match byte {
        b'0'..=b'9' => Some(usize::from(byte - b'0')),
        b'a'..=b'z' => Some(usize::from(byte - b'a') + 10),
        _ => None,
    };
    Some((sign(first)? * SIGNS + sign(second)?) * SIGNS + sign(third)?)
}

/// Returns where a Chinese character stands among them.
fn han(first: u8, second: u8, third: u8) -> usize {
    let low = usize::from(second & 0x3f) << 6 | usize::from(third & 0x3f);
    usize::from(first - HAN.start()) << LOW | low
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
