//! Cases for read: each file's blocks, one line a block, and its metadata.
//!
//! A block is written `H2 text`, `P text`, `I1 text`, `C`, `N[mark] text` or `T1 a | b // c | d`: the
//! number of header rows, cells between bars, rows between slashes. Marks stand as `{1}` after the
//! text they were taken from, a repeated merged cell begins with `^`.

use std::fs;

use atodds::read::{self, Article, Block, BlockKind, Mark, Table, Walk};
use atodds::text::Mapped;
use serde::Deserialize;

use crate::cases;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    path: String,
    text: String,
    expect: Option<Vec<String>>,
    /// Texts that no block holds.
    #[serde(default)]
    without: Vec<String>,
    title: Option<String>,
    publisher: Option<String>,
    url: Option<String>,
    date: Option<String>,
    lang: Option<String>,
    /// The caption of the first table.
    caption: Option<String>,
    /// For each block named: the block that leads it in, by their numbers.
    #[serde(default)]
    leads: Vec<(usize, usize)>,
    gap: Option<String>,
}

fn marked(text: &Mapped, marks: &[Mark]) -> String {
    let mut shown = text.as_str().to_owned();
    for mark in marks.iter().rev() {
        shown.insert_str(mark.at, &format!("{{{}}}", mark.name));
    }
    shown.replace('\n', "\\n")
}

fn show(block: &Block) -> String {
    let text = marked(&block.text, &block.marks);
    match &block.kind {
        BlockKind::Heading(depth) => format!("H{depth} {text}"),
        BlockKind::Paragraph => format!("P {text}"),
        BlockKind::Item(depth) => format!("I{depth} {text}"),
        BlockKind::Code => "C".to_owned(),
        BlockKind::Note(mark) => format!("N[{mark}] {text}"),
        BlockKind::Table(table) => format!("T{} {}", table.header_rows, grid(table)),
    }
}

fn grid(table: &Table) -> String {
    let cell =
        |cell: &read::Cell| format!("{}{}", if cell.repeated { "^" } else { "" }, marked(&cell.text, &cell.marks));
    let row = |row: &read::Row| row.cells.iter().map(cell).collect::<Vec<_>>().join(" | ");
    table.rows.iter().map(row).collect::<Vec<_>>().join(" // ")
}

/// Returns what is wrong with one case.
fn check(file: &str, case: &Case) -> Vec<String> {
    let at = format!("{file}: case `{}`", case.name);
    let article = match read::article(&case.path, case.text.as_bytes()) {
        Ok(article) => article,
        Err(error) => return vec![format!("{at}: {error}")],
    };
    let mut wrong = Vec::new();
    let shown: Vec<String> = article.blocks.iter().map(show).collect();
    if let Some(expect) = case.expect.as_ref().filter(|expect| **expect != shown) {
        wrong.push(format!("{at} (gap: {:?}): expected\n  {expect:#?}\nread\n  {shown:#?}", case.gap));
    }
    for text in &case.without {
        if shown.iter().any(|block| block.contains(text)) {
            wrong.push(format!("{at}: `{text}` stands in {shown:#?}"));
        }
    }
    let source = &article.source;
    let facts = [
        ("title", &case.title, &source.title),
        ("publisher", &case.publisher, &source.publisher),
        ("url", &case.url, &source.url),
        ("date", &case.date, &source.date),
        ("lang", &case.lang, &source.lang),
    ];
    for (name, expected, found) in facts {
        let found = found.as_deref().unwrap_or("none");
        if let Some(expected) = expected.as_ref().filter(|expected| *expected != found) {
            wrong.push(format!("{at}: {name} is `{found}`, expected `{expected}`"));
        }
    }
    if let Some(expected) = &case.caption {
        let caption = article.blocks.iter().find_map(|block| match &block.kind {
            BlockKind::Table(table) => table.caption.as_ref(),
            _ => None,
        });
        if caption.map(Mapped::as_str) != Some(expected) {
            wrong.push(format!("{at}: the caption is {:?}", caption.map(Mapped::as_str)));
        }
    }
    for (block, lead) in &case.leads {
        let found = article.blocks.get(*block).and_then(|block| block.lead);
        if found != Some(*lead) {
            wrong.push(format!("{at}: {found:?} leads block {block} in, expected {lead}"));
        }
    }
    spans_lead_back(&at, &article);
    wrong
}

/// Checks that every text of `article` leads back to bytes of its source, and that what is said to
/// stand there verbatim does.
#[track_caller]
pub fn spans_lead_back(at: &str, article: &Article) {
    let texts = article.blocks.iter().flat_map(|block| {
        let cells = match &block.kind {
            BlockKind::Table(table) => table.rows.iter().flat_map(|row| &row.cells).map(|cell| &cell.text).collect(),
            _ => vec![&block.text],
        };
        cells.into_iter()
    });
    for text in texts {
        crate::invariants::leads_back(at, text, &article.text);
    }
    for block in &article.blocks {
        assert!(block.span.of(&article.text).is_some(), "{at}: a block's span lies outside: {:?}", block.span);
        assert!(block.headings.iter().all(|&above| above < article.blocks.len()), "{at}: a heading is missing");
        if let BlockKind::Table(table) = &block.kind {
            for row in &table.rows {
                assert!(row.span.of(&article.text).is_some(), "{at}: a row's span lies outside: {:?}", row.span);
                assert_eq!(row.cells.len(), table.rows[0].cells.len(), "{at}: rows of different lengths");
            }
        }
    }
}

#[test]
fn every_case_reads_as_written() {
    let cases = cases::with_files::<Case>("read");
    let mut names = std::collections::BTreeSet::new();
    let mut wrong = Vec::new();
    for (file, case) in &cases {
        assert!(names.insert(case.name.clone()), "{file}: the name `{}` stands twice", case.name);
        wrong.extend(check(file, case));
    }
    assert!(wrong.is_empty(), "{} cases read otherwise:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cases.len() >= 50, "cases are missing");
}

#[test]
fn gb18030_and_big5_are_decoded_and_said() {
    let text = "第一段：这张显卡每小时的价格是三美元，比上一代便宜得多，训练速度也快。\n第二段：显存为八十吉字节，带宽每秒两太字节。\n";
    let (bytes, _, _) = encoding_rs::GB18030.encode(text);
    let article = read::article("a.txt", &bytes).expect("it is text");
    assert_eq!(&*article.encoding, "gb18030");
    assert_eq!(&*article.text, text);
    let text = "第一段：這張顯示卡每小時的價格是三美元，比上一代便宜得多，訓練速度也快。\n第二段：記憶體為八十吉位元組，頻寬每秒兩兆位元組。\n";
    let (bytes, _, _) = encoding_rs::BIG5.encode(text);
    let article = read::article("a.txt", &bytes).expect("it is text");
    assert_eq!(&*article.encoding, "big5");
    assert_eq!(&*article.text, text);
}

#[test]
fn a_short_chinese_text_with_a_few_bad_bytes_stays_utf8_and_says_how_many() {
    let broken = [&b"L40S \xff"[..], "显存 48 GB，\n功耗".as_bytes(), b"\xe5\x8a", " 350 W".as_bytes()].concat();
    let article = read::article("a.txt", &broken).expect("it is text");
    assert_eq!(&*article.encoding, "utf-8, 3 bad bytes");
    assert_eq!(&*article.text, "L40S ?显存 48 GB，\n功耗?? 350 W");
    let one = ["价格是两美元".as_bytes(), b"\x80"].concat();
    assert_eq!(&*read::article("a.txt", &one).expect("it is text").encoding, "utf-8, 1 bad byte");
    // Short texts of other encodings are no UTF-8 with bad bytes.
    for text in ["显存带宽", "这张卡的功耗是三百瓦", "價格", "模型训练", "A100 显存 80 GB，功耗 400 W"]
    {
        for encoding in [encoding_rs::GB18030, encoding_rs::BIG5] {
            let (bytes, _, unmappable) = encoding.encode(text);
            let said = read::article("a.txt", &bytes).map(|article| article.encoding.to_string()).unwrap_or_default();
            assert!(unmappable || !said.starts_with("utf-8"), "{text} in {}: {said}", encoding.name());
        }
    }
}

#[test]
fn a_file_of_two_encodings_is_read_line_by_line() {
    let (first, second) = ("这张显卡的功耗为三百瓦，显存带宽很高。\n", "另一张显卡的功耗为四百瓦，价格也更高。\n");
    let (gb, _, _) = encoding_rs::GB18030.encode(second);
    let bytes = [first.as_bytes(), b"Plain words.\n", &gb].concat();
    let article = read::article("a.txt", &bytes).expect("it is text");
    assert_eq!(&*article.encoding, "utf-8, gb18030");
    assert_eq!(&*article.text, format!("{first}Plain words.\n{second}"));
    // Accents of another encoding are no Chinese words.
    let latin =
        [first.as_bytes(), "Un caf".as_bytes(), b"\xe9 tr\xe8s fort \xe0 cr\xeape\n".repeat(40).as_slice()].concat();
    let encoding = read::article("a.txt", &latin).map(|article| article.encoding.to_string());
    assert_ne!(encoding.ok().as_deref(), Some("utf-8, gb18030"));
}

#[test]
fn utf16_is_decoded_with_and_without_a_mark() {
    let text = "# A card\n\nIt draws 300 W.\n";
    let units = || text.encode_utf16();
    let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = [0xfe, 0xff].into_iter().chain(units().flat_map(u16::to_be_bytes)).collect();
    for (bytes, encoding) in [(little, "utf-16le"), (big, "utf-16be")] {
        let article = read::article("a.md", &bytes).expect("it is text");
        assert_eq!(&*article.encoding, encoding);
        assert_eq!(article.blocks[1].text.as_str(), "It draws 300 W.");
    }
}

#[test]
fn a_byte_order_mark_shifts_no_span_and_no_column() {
    let article = read::article("a.md", "\u{feff}# Title\n\nText.\n".as_bytes()).expect("it is text");
    let span = article.blocks[0].text.source();
    assert_eq!(span.start, 5);
    assert_eq!(article.lines.position(&article.text, span.start).column, 3);
}

#[test]
fn a_stray_byte_keeps_the_offsets() {
    let mut bytes = "名称：显卡 ".as_bytes().to_vec();
    let at = bytes.len();
    bytes.push(0xff);
    bytes.extend(" 价格：三美元".as_bytes());
    let article = read::article("a.txt", &bytes).expect("it is text but for one byte");
    assert_eq!(article.text.len(), bytes.len());
    assert_eq!(&article.text[at..=at], "?");
}

#[test]
fn binary_data_is_named_not_read() {
    let error = read::article("a.txt", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0").expect_err("it is no text");
    assert!(error.message.contains("binary"), "{error}");
}

#[test]
fn what_is_left_out_of_a_corpus_is_named_with_its_reason() {
    let root = tempfile::tempdir().expect("a scratch folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("can be made");
        fs::write(path, bytes).expect("can be written");
    };
    write("b.md", b"# B\n");
    write("a/one.txt", b"One.\n");
    write("a/ignored.md", b"# No\n");
    write("a/.gitignore", b"ignored.md\n");
    write(".atodds-ignore", b"private\n");
    write("private/secret.md", b"# No\n");
    write("picture.png", b"\x89PNG");
    write("large.md", &[b'x'; 100]);
    write("data.txt", b"\0\x01\x02\0");
    #[cfg(unix)]
    std::os::unix::fs::symlink(root.path(), root.path().join("loop")).expect("can be made");
    let walk = Walk { largest: 64 };
    let roots = [root.path().to_path_buf()];
    let (articles, diagnostics) = read::articles(&roots, &walk);
    let paths: Vec<&str> = articles.iter().map(|article| &*article.source.path).collect();
    assert_eq!(paths, ["a/one.txt", "b.md"]);
    let said: String = diagnostics.iter().map(|diagnostic| format!("{diagnostic}\n")).collect();
    for (name, reason) in [("picture.png", "no format"), ("large.md", "larger than"), ("data.txt", "binary")] {
        assert!(said.lines().any(|line| line.contains(name) && line.contains(reason)), "{name}: {reason} in\n{said}");
    }
    // A file that is named itself is read, however large.
    let (named, _) = read::articles(&[root.path().join("large.md")], &walk);
    assert_eq!(named.len(), 1);
    #[cfg(unix)]
    assert!(said.contains("loop: a symbolic link is not followed"), "{said}");
}

#[test]
fn two_folders_with_the_same_path_keep_two_names() {
    let root = tempfile::tempdir().expect("a scratch folder");
    for folder in ["x", "y"] {
        fs::create_dir(root.path().join(folder)).expect("can be made");
        fs::write(root.path().join(folder).join("a.md"), "# A\n").expect("can be written");
    }
    let roots = [root.path().join("x"), root.path().join("y"), root.path().join("x")];
    let (files, _) = read::walk::files(&roots, &Walk::default());
    let names: Vec<&str> = files.iter().map(|file| &*file.name).collect();
    assert_eq!(names, ["a.md", "y/a.md"]);
    assert!(files.iter().all(|file| file.article().is_ok()));
}
