//! PDF and office files from their bytes to claims: the page stands in the evidence, what cannot be read
//! is said.

use std::io::Cursor;

use atodds::claim::Claim;
use atodds::vocab::Vocab;
use atodds::{extract, read};

/// Returns a PDF with one page for each list of lines, and `trailer` beside the root.
fn pdf(pages: &[&[&str]], trailer: &str) -> Vec<u8> {
    let contents = pages.iter().map(|lines| {
        let shown: String = lines.iter().map(|line| format!("({line}) Tj T* ")).collect();
        format!("BT /F1 12 Tf 14 TL 72 720 Td {shown}ET")
    });
    pdf_of(&contents.collect::<Vec<_>>(), trailer)
}

/// Returns the content of a page on which each text stands at its place, in points from the lower left corner.
fn placed(texts: &[(u32, u32, &str)]) -> String {
    texts.iter().map(|(x, y, text)| format!("BT /F1 10 Tf {x} {y} Td ({text}) Tj ET ")).collect()
}

/// Returns a PDF with one page for each content.
fn pdf_of(contents: &[String], trailer: &str) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        String::new(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut kids = String::new();
    for content in contents {
        let page = objects.len() + 1;
        kids.push_str(&format!("{page} 0 R "));
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            page + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", contents.len());
    let mut bytes = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(bytes.len());
        bytes.push_str(&format!("{} 0 obj\n{object}\nendobj\n", number + 1));
    }
    let start = bytes.len();
    bytes.push_str(&format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
    for place in places {
        bytes.push_str(&format!("{place:010} 00000 n \n"));
    }
    let size = objects.len() + 1;
    bytes.push_str(&format!("trailer\n<< /Size {size} /Root 1 0 R {trailer}>>\nstartxref\n{start}\n%%EOF\n"));
    bytes.into_bytes()
}

/// Reads `bytes` to claims; each quote must stand in the text that was read.
#[track_caller]
fn claims(path: &str, bytes: &[u8]) -> Vec<Claim> {
    let article = read::article(path, bytes).unwrap_or_else(|error| panic!("{error}"));
    crate::read::spans_lead_back(path, &article);
    let claims = extract::claims(&Vocab::built_in(), &article).claims;
    for claim in &claims {
        let evidence = &claim.evidence;
        assert_eq!(article.text.get(std::ops::Range::from(evidence.span())), Some(&*evidence.quote), "{path}");
    }
    claims
}

fn shown(claim: &Claim) -> String {
    let value = claim.statement.quantity().expect("a figure");
    format!("{} {} {} {}", claim.device, claim.metric, value.low.normalize(), value.unit)
}

#[test]
fn a_pdf_gives_claims_with_their_pages() {
    let first: &[&str] = &["The A100 draws 400 W and costs $2.10 per hour."];
    let second: &[&str] = &["The H100 has a memory bandwidth of 3.35 TB/s.", "It draws 700 W under load."];
    let claims = claims("sheet.pdf", &pdf(&[first, second], ""));
    let found: Vec<(String, Option<u32>)> = claims.iter().map(|claim| (shown(claim), claim.evidence.page)).collect();
    let expected = [
        ("nvidia-a100 power 400 W", 1),
        ("nvidia-a100 hourly_price 2.1 USD/h", 1),
        ("nvidia-h100 memory_bandwidth 3350000000000 B/s", 2),
        ("nvidia-h100 power 700 W", 2),
    ];
    assert_eq!(found, expected.map(|(claim, page)| (claim.to_owned(), Some(page))));
}

#[test]
fn a_table_of_a_pdf_keeps_its_columns() {
    let content = placed(&[
        (72, 740, "Prices of two cards"),
        // The heads stand centred, the cells on the left; one cell is empty.
        (100, 700, "GPU"),
        (225, 700, "On-demand \\($/hr\\)"),
        (345, 700, "Spot \\($/hr\\)"),
        (72, 682, "L40S"),
        (200, 682, "1.03"),
        (320, 682, "0.64"),
        (72, 664, "RTX A6000"),
        (200, 664, "0.79"),
        (320, 664, "0.39"),
        (72, 646, "A100"),
        (320, 646, "0.89"),
    ]);
    let claims = claims("prices.pdf", &pdf_of(&[content], ""));
    let mut found: Vec<String> = claims
        .iter()
        .map(|claim| format!("{} {}", shown(claim), claim.conditions.word("pricing").unwrap_or("-")))
        .collect();
    found.sort();
    let expected = [
        "nvidia-a100 hourly_price 0.89 USD/h spot",
        "nvidia-l40s hourly_price 0.64 USD/h spot",
        "nvidia-l40s hourly_price 1.03 USD/h on-demand",
        "nvidia-rtx-a6000 hourly_price 0.39 USD/h spot",
        "nvidia-rtx-a6000 hourly_price 0.79 USD/h on-demand",
    ];
    assert_eq!(found, expected);
}

/// Returns the rules of a grid: over its whole length from each of `ys`, from each of `xs`, but for the piece of the
/// flat rule at `gap` over the first column.
fn grid(xs: &[u32], ys: &[u32], gap: Option<u32>) -> String {
    let (left, right) = (xs[0], xs[xs.len() - 1]);
    let flat = ys.iter().map(|y| format!("{} {y} m {right} {y} l S ", if gap == Some(*y) { xs[1] } else { left }));
    let upright = xs.iter().map(|x| format!("{x} {} m {x} {} l S ", ys[ys.len() - 1], ys[0]));
    flat.chain(upright).collect()
}

#[test]
fn a_drawn_table_of_a_pdf_keeps_merged_cells_and_goes_on_over_the_page() {
    let xs = [72, 162, 282, 402];
    // "On-demand" stands in one cell over two rows, in the middle of them; the memory of the first row in two lines.
    let first = placed(&[
        (80, 690, "Pricing"),
        (170, 690, "GPU"),
        (290, 690, "USD per hour"),
        (80, 650, "On-demand"),
        (170, 665, "L40S"),
        (290, 665, "1.03"),
        (170, 640, "A100"),
        (290, 640, "1.79"),
    ]);
    let first = [first, grid(&xs, &[705, 680, 655, 630], Some(655))].concat();
    let second = placed(&[
        (80, 740, "Spot"),
        (170, 740, "H100"),
        (290, 740, "1.20"),
        (80, 715, "Spot"),
        (170, 715, "L4"),
        (290, 715, "0.20"),
    ]);
    let second = [second, grid(&xs, &[755, 730, 705], None)].concat();
    let claims = claims("drawn.pdf", &pdf_of(&[first, second], ""));
    let pricing = |claim: &Claim| claim.conditions.word("pricing").unwrap_or("-").to_owned();
    let mut found: Vec<String> = claims
        .iter()
        .map(|claim| format!("{} {} page {}", shown(claim), pricing(claim), claim.evidence.page.unwrap_or(0)))
        .collect();
    found.sort();
    let expected = [
        "nvidia-a100 hourly_price 1.79 USD/h on-demand page 1",
        "nvidia-h100 hourly_price 1.2 USD/h spot page 2",
        "nvidia-l4 hourly_price 0.2 USD/h spot page 2",
        "nvidia-l40s hourly_price 1.03 USD/h on-demand page 1",
    ];
    assert_eq!(found, expected);
}

#[test]
fn heads_over_several_columns_of_a_drawn_table_are_one_row() {
    let texts = placed(&[
        (80, 680, "GPU"),
        (200, 692, "USD per hour"),
        (170, 668, "On-demand"),
        (290, 668, "Spot"),
        (80, 643, "A100"),
        (170, 643, "1.89"),
        (290, 643, "0.89"),
    ]);
    // The rule over the columns of prices stops below their common head; the corner is not cut.
    let rules = "72 705 m 402 705 l S 162 680 m 402 680 l S 72 655 m 402 655 l S 72 630 m 402 630 l S \
                 72 630 m 72 705 l S 162 630 m 162 705 l S 282 630 m 282 680 l S 402 630 m 402 705 l S ";
    let claims = claims("heads.pdf", &pdf_of(&[[texts, rules.to_owned()].concat()], ""));
    let pricing = |claim: &Claim| claim.conditions.word("pricing").unwrap_or("-").to_owned();
    let mut found: Vec<String> = claims.iter().map(|claim| format!("{} {}", shown(claim), pricing(claim))).collect();
    found.sort();
    assert_eq!(found, ["nvidia-a100 hourly_price 0.89 USD/h spot", "nvidia-a100 hourly_price 1.89 USD/h on-demand"]);
}

#[test]
fn large_letters_make_a_heading_in_a_pdf() {
    let text = |size: u32, y: u32, text: &str| format!("BT /F1 {size} Tf 72 {y} Td ({text}) Tj ET ");
    let content = [
        text(20, 740, "Cards of this year"),
        text(14, 700, "L40S"),
        text(10, 670, "The memory holds 48 GB, and the card draws up to 350 W in all."),
        text(14, 630, "L4"),
        text(10, 600, "The memory holds 24 GB, and the card draws up to 72 W in all."),
    ]
    .concat();
    let claims = claims("sheet.pdf", &pdf_of(&[content], ""));
    let mut found: Vec<String> = claims.iter().map(shown).collect();
    found.sort();
    let expected = [
        "nvidia-l4 memory_capacity 24000000000 B",
        "nvidia-l4 power 72 W",
        "nvidia-l40s memory_capacity 48000000000 B",
        "nvidia-l40s power 350 W",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_only_stands_in_columns_on_a_page_is_no_table() {
    use atodds::read::placed::{Layout, Word};
    let word = |left: u32, bottom: u32, text: &str| Word {
        text: text.to_owned(),
        left: left as f32,
        right: left as f32 + 5.0 * text.chars().count() as f32,
        bottom: bottom as f32,
        height: 10.0,
        bold: false,
    };
    let pages = [
        // The marks of a list.
        (
            "1. Turn 2 nodes on\n2. Wait 30 s\n",
            vec![
                word(72, 700, "1."),
                word(90, 700, "Turn"),
                word(112, 700, "2"),
                word(119, 700, "nodes"),
                word(146, 700, "on"),
                word(72, 684, "2."),
                word(90, 684, "Wait"),
                word(112, 684, "30"),
                word(124, 684, "s"),
            ],
        ),
        // Lines filled up to the margin.
        (
            "The 8 cards draw\nall of 700 W and\n",
            vec![
                word(72, 700, "The"),
                word(97, 700, "8"),
                word(112, 700, "cards"),
                word(147, 700, "draw"),
                word(72, 688, "all"),
                word(97, 688, "of"),
                word(117, 688, "700"),
                word(142, 688, "W"),
                word(157, 688, "and"),
            ],
        ),
        // A label apart from its text, once.
        (
            "Power 700 W\nThe rest is prose.\n",
            vec![
                word(72, 700, "Power"),
                word(200, 700, "700"),
                word(217, 700, "W"),
                word(72, 684, "The"),
                word(90, 684, "rest"),
                word(112, 684, "is"),
                word(125, 684, "prose."),
            ],
        ),
    ];
    for (text, words) in pages {
        let mut layout = Layout::default();
        layout.page(text, words, &[]);
        assert_eq!(layout.text, text);
    }
}

#[test]
fn a_pdf_that_cannot_be_read_says_why() {
    let empty: &[&str] = &[];
    let locked = "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (................................) \
                  /U (................................) >> /ID [(0123456789abcdef) (0123456789abcdef)] ";
    let text: &[&str] = &["The A100 draws 400 W."];
    for (bytes, word) in [
        (pdf(&[empty, empty], ""), "scanned"),
        (pdf(&[text], locked), "password"),
        (b"%PDF-1.7\nnothing that follows".to_vec(), "cannot be read"),
    ] {
        let error = read::article("sheet.pdf", &bytes).expect_err("there is no text in it");
        assert!(error.to_string().contains(word), "`{error}` says nothing of `{word}`");
    }
}

#[test]
fn office_documents_give_claims_from_text_and_tables() {
    use office_oxide::DocumentFormat::{Docx, Xlsx};

    let text = "# Cards\n\nThe A100 draws 400 W.\n\n";
    let table = "| GPU | Memory (GB) | TDP (W) |\n|---|---|---|\n| H100 | 80 | 700 |\n| L4 | 24 | 72 |\n";
    for (format, name, written) in [(Docx, "docx", format!("{text}{table}")), (Xlsx, "xlsx", table.to_owned())] {
        let mut bytes = Cursor::new(Vec::new());
        office_oxide::create::create_from_markdown_to_writer(&written, format, &mut bytes).expect("it is written");
        let claims: Vec<String> = claims(&format!("cards.{name}"), bytes.get_ref()).iter().map(shown).collect();
        for figure in ["nvidia-h100 power 700 W", "nvidia-l4 memory_capacity 24000000000 B"] {
            assert!(claims.iter().any(|claim| claim == figure), "{name}: `{figure}` is not among {claims:#?}");
        }
    }
    let error =
        read::article("cards.docx", b"PK\x03\x04 word/document.xml and nothing else").expect_err("it is broken");
    assert!(error.to_string().contains("cannot be read"), "{error}");
}

#[test]
fn what_only_begins_as_utf16_does_is_no_text() {
    for bytes in [&b"\xff\xfeA"[..], b"\xff\xfe\x01\x00\x02\x00", b"\xfe\xff"] {
        assert!(read::article("a.txt", bytes).map(|article| article.text.len()).unwrap_or(0) == 0, "{bytes:?}");
    }
}
