//! PDF and office files from their bytes to claims: the page stands in the evidence, what cannot be read
//! is said.

use std::io::Cursor;

use atodds::claim::Claim;
use atodds::vocab::Vocab;
use atodds::{extract, read};

/// Returns a PDF with one page for each list of lines, and `trailer` beside the root.
fn pdf(pages: &[&[&str]], trailer: &str) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        String::new(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut kids = String::new();
    for lines in pages {
        let page = objects.len() + 1;
        kids.push_str(&format!("{page} 0 R "));
        let shown: String = lines.iter().map(|line| format!("({line}) Tj T* ")).collect();
        let content = format!("BT /F1 12 Tf 14 TL 72 720 Td {shown}ET");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            page + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len());
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
