//! Which language an article is in: `en`, `zh-Hans`, `zh-Hant` or `mixed`.

use super::{Block, BlockKind};

/// How many bytes of text are looked at.
const PROBE: usize = 200_000;

/// Returns the language of the running text of `blocks`, or `None` where there are no letters.
pub fn detect(blocks: &[Block]) -> Option<&'static str> {
    let mut counts = Counts::default();
    let mut seen = 0;
    for block in blocks {
        match &block.kind {
            BlockKind::Code => {}
            BlockKind::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    counts.add(cell.text.as_str());
                    seen += cell.text.len();
                }
            }
            _ => {
                counts.add(block.text.as_str());
                seen += block.text.len();
            }
        }
        if seen > PROBE {
            break;
        }
    }
    counts.language()
}

/// Returns the tag that the program uses for a language tag as pages and front matter have it:
/// `zh-CN` and `zh_hans` are `zh-Hans`, `en-US` is `en`.
pub fn tag(written: &str) -> Option<&'static str> {
    let written = written.trim().to_ascii_lowercase().replace('_', "-");
    let mut parts = written.split('-');
    match parts.next()? {
        "en" | "english" => Some("en"),
        "zh" | "chinese" | "cn" => {
            let traditional = parts.any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"));
            match (traditional, written.as_str()) {
                (true, _) => Some("zh-Hant"),
                // A bare "zh" leaves the script open: the text decides.
                (false, "zh" | "chinese" | "cn") => None,
                (false, _) => Some("zh-Hans"),
            }
        }
        _ => None,
    }
}

#[derive(Default)]
struct Counts {
    /// Words in Latin letters.
    words: usize,
    /// Han characters.
    han: usize,
    /// Common characters that only traditional text uses.
    traditional: usize,
    /// Common characters that only simplified text uses.
    simplified: usize,
}

impl Counts {
    fn add(&mut self, text: &str) {
        let mut in_word = false;
        let mut rest = text;
        loop {
            let ascii = rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
            for byte in rest[..ascii].bytes() {
                let letter = byte.is_ascii_alphabetic();
                self.words += usize::from(letter && !in_word);
                in_word = letter || (in_word && byte.is_ascii_digit());
            }
            let mut beyond = rest[ascii..].chars();
            let Some(c) = beyond.next() else { break };
            rest = beyond.as_str();
            in_word = false;
            if is_han(c) {
                self.han += 1;
                self.simplified += usize::from(is_common_simplified(c));
                self.traditional += usize::from(is_common_traditional(c));
            }
        }
    }

    fn language(&self) -> Option<&'static str> {
        if self.words + self.han == 0 {
            return None;
        }
        // A Chinese word is about one and a half characters; technical Chinese is full of names.
        let chinese = self.han as f64 / 1.5;
        let share = chinese / (chinese + self.words as f64);
        if share < 0.1 {
            return Some("en");
        }
        let traditional = self.traditional > self.simplified * 2;
        if share < 0.35 {
            return Some("mixed");
        }
        Some(if traditional { "zh-Hant" } else { "zh-Hans" })
    }
}

/// Says whether `c` is a Han character.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Says whether `c` is one of the commonest characters that only simplified text uses.
///
/// Code points, since no Han character stands in the program: 们 这 个 来 为 国 时 会 过 学 对 发
/// 动 进 现 实 开 还 数 机 务 设 单 应 计 术 训 练 显 带.
fn is_common_simplified(c: char) -> bool {
    matches!(
        u32::from(c),
        0x4eec
            | 0x8fd9
            | 0x4e2a
            | 0x6765
            | 0x4e3a
            | 0x56fd
            | 0x65f6
            | 0x4f1a
            | 0x8fc7
            | 0x5b66
            | 0x5bf9
            | 0x53d1
            | 0x52a8
            | 0x8fdb
            | 0x73b0
            | 0x5b9e
            | 0x5f00
            | 0x8fd8
            | 0x6570
            | 0x673a
            | 0x52a1
            | 0x8bbe
            | 0x5355
            | 0x5e94
            | 0x8ba1
            | 0x672f
            | 0x8bad
            | 0x7ec3
            | 0x663e
            | 0x5e26
    )
}

/// Says whether `c` is the traditional form of one of those.
fn is_common_traditional(c: char) -> bool {
    matches!(
        u32::from(c),
        0x5011
            | 0x9019
            | 0x500b
            | 0x4f86
            | 0x70ba
            | 0x570b
            | 0x6642
            | 0x6703
            | 0x904e
            | 0x5b78
            | 0x5c0d
            | 0x767c
            | 0x52d5
            | 0x9032
            | 0x73fe
            | 0x5be6
            | 0x958b
            | 0x9084
            | 0x6578
            | 0x6a5f
            | 0x52d9
            | 0x8a2d
            | 0x55ae
            | 0x61c9
            | 0x8a08
            | 0x8853
            | 0x8a13
            | 0x7df4
            | 0x986f
            | 0x5e36
    )
}
