//! The local page, asked in process: every view in both languages answers, every link leads
//! somewhere, nothing that stands in a source acts as markup, and nobody else is answered.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use atodds::index;
use atodds::serve::{Settings, Site};
use atodds::vocab::Vocab;
use axum::body::to_bytes;
use axum::http::Request;
use html5gum::{Token, Tokenizer};

/// What came back.
pub struct Reply {
    status: u16,
    headers: BTreeMap<String, String>,
    body: String,
}

/// An index over some files, and the page over it.
pub struct Fixture {
    _folder: tempfile::TempDir,
    pub corpus: PathBuf,
    pub index: PathBuf,
    pub vocab: Arc<Vocab>,
    pub site: Site,
}

impl Fixture {
    /// Indexes `corpus`, copied so that a test may change it.
    pub fn over(corpus: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("corpus");
        fs::create_dir(&copy).unwrap();
        for entry in fs::read_dir(corpus).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
            }
        }
        Self::new(folder, copy)
    }

    fn shipped() -> Self {
        Self::over(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"))
    }

    fn of(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let corpus = folder.path().join("corpus");
        fs::create_dir(&corpus).unwrap();
        for (name, text) in files {
            fs::write(corpus.join(name), text).unwrap();
        }
        Self::new(folder, corpus)
    }

    fn new(folder: tempfile::TempDir, corpus: PathBuf) -> Self {
        let index = folder.path().join("index");
        let vocab = Arc::new(Vocab::built_in());
        update(&vocab, &index, &corpus);
        let names = vec!["desk.example".to_owned()];
        let settings = Settings { index: index.clone(), names, ..Settings::default() };
        let site = Site::open(Arc::clone(&vocab), settings).unwrap();
        Self { _folder: folder, corpus, index, vocab, site }
    }

    fn ask(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::builder().method(method).uri(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        let response = self.site.respond(&parts);
        let (head, body) = response.into_parts();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let body = runtime.block_on(to_bytes(body, usize::MAX)).unwrap();
        Reply {
            status: head.status.as_u16(),
            headers: head
                .headers
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
                .collect(),
            body: String::from_utf8(body.to_vec()).unwrap(),
        }
    }

    fn get(&self, target: &str) -> Reply {
        self.ask("GET", target, &[("host", "127.0.0.1:7171")])
    }
}

fn update(vocab: &Vocab, index: &Path, corpus: &Path) {
    let folders = [corpus.to_owned()];
    let options = index::Options {
        folders: &folders,
        vocab,
        overlay: None,
        patience: std::time::Duration::from_secs(10),
        progress: &|_, _| {},
    };
    index::update(index, &options).unwrap();
}

/// Elements that have no end tag.
const VOID: &[&str] = &["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"];

/// An element's name and attributes.
type Element = (String, BTreeMap<String, String>);

/// Returns the elements of a page, and fails where one is not closed, or closed out of order.
#[track_caller]
fn elements(target: &str, html: &str) -> Vec<Element> {
    let mut open: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for token in Tokenizer::new(html).flatten() {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if !VOID.contains(&name.as_str()) && !tag.self_closing {
                    open.push(name.clone());
                }
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let attributes = tag.attributes.iter().map(|(name, value)| (text(name), text(value))).collect();
                found.push((name, attributes));
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                assert_eq!(open.pop(), Some(name), "{target}: an end tag out of order; open were {open:?}");
            }
            Token::Error(error) => panic!("{target}: {error:?}"),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{target}: not closed: {open:?}");
    found
}

/// What must hold of every page, whatever it shows.
#[track_caller]
fn check_page(target: &str, reply: &Reply) -> Vec<Element> {
    assert_eq!(reply.headers["content-type"], "text/html; charset=utf-8", "{target}");
    let policy = &reply.headers["content-security-policy"];
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{target}: {policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{target}");
    assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{target}");
    assert_eq!(reply.headers["referrer-policy"], "no-referrer", "{target}");
    assert_eq!(reply.headers["content-length"], reply.body.len().to_string(), "{target}");
    let elements = elements(target, &reply.body);
    let mut ids = BTreeSet::new();
    for (name, attributes) in &elements {
        for (attribute, value) in attributes {
            // The policy would refuse them; and where there is none, nothing from a source became one.
            assert!(!attribute.starts_with("on") && attribute != "style", "{target}: <{name} {attribute}>");
            if attribute == "href" || attribute == "src" || attribute == "action" {
                let plain = value.starts_with('/') || value.starts_with('#');
                let web = value.starts_with("https://") || value.starts_with("http://");
                assert!(plain || (web && name == "a"), "{target}: <{name} {attribute}={value:?}>");
            }
            if attribute == "id" {
                assert!(ids.insert(value.clone()), "{target}: the id {value:?} stands twice");
            }
        }
        assert!(name != "style" && name != "iframe" && name != "object", "{target}: <{name}>");
        if name == "script" {
            assert!(attributes["src"].starts_with("/assets/page.js?v="), "{target}: {attributes:?}");
        }
        if name == "input" && attributes.get("type").is_none_or(|kind| kind != "hidden") {
            let labelled = attributes.get("id").is_some_and(|id| reply.body.contains(&format!("for=\"{id}\"")));
            assert!(labelled || reply.body.contains("<label>"), "{target}: an input without a label: {attributes:?}");
        }
    }
    let count = |wanted: &str| elements.iter().filter(|(name, _)| name == wanted).count();
    assert_eq!((count("main"), count("h1"), count("title") - count_in_svg(&elements)), (1, 1, 1), "{target}");
    // A word that is missing shows as its id.
    assert!(!reply.body.contains(">status_") && !reply.body.contains(">facet_"), "{target}: a word is missing");
    elements
}

/// Pictures have titles of their own.
fn count_in_svg(elements: &[Element]) -> usize {
    elements.windows(2).filter(|pair| pair[1].0 == "title" && pair[0].0 == "a").count()
}

/// Asks for everything that the first page leads to, step by step, and checks each page.
#[track_caller]
fn crawl(fixture: &Fixture, start: &str, most: usize) -> BTreeMap<String, Reply> {
    let mut seen: BTreeMap<String, Reply> = BTreeMap::new();
    let mut known: BTreeSet<String> = BTreeSet::from([start.to_owned()]);
    let mut next: BTreeMap<String, VecDeque<String>> = BTreeMap::new();
    next.entry(view(start)).or_default().push_back(start.to_owned());
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    while seen.len() < most {
        // The view that was asked for least comes next, so that none is crowded out.
        let open = next.iter().filter(|(_, targets)| !targets.is_empty()).map(|(view, _)| view);
        let Some(least) = open.min_by_key(|view| asked.get(*view).copied().unwrap_or(0)).cloned() else { break };
        *asked.entry(least.clone()).or_default() += 1;
        let Some(target) = next.get_mut(&least).and_then(VecDeque::pop_front) else { break };
        let reply = fixture.get(&target);
        assert_eq!(reply.status, 200, "{target}");
        if reply.headers["content-type"].starts_with("text/html") {
            let links = check_page(&target, &reply);
            for (_, attributes) in &links {
                let link = attributes.get("href").or_else(|| attributes.get("src"));
                let Some(link) = link.filter(|link| link.starts_with('/')) else { continue };
                let page = link.split('#').next().unwrap_or_default().to_owned();
                if known.insert(page.clone()) {
                    next.entry(view(&page)).or_default().push_back(page);
                }
            }
        }
        seen.insert(target, reply);
    }
    seen
}

/// Returns the path of an address.
fn view(target: &str) -> String {
    target.split('?').next().unwrap_or_default().to_owned()
}

/// Links of the site lead to far more pages than are worth asking for here.
const PAGES: usize = 250;

#[test]
fn every_link_of_the_shipped_corpus_leads_somewhere_in_both_languages() {
    let fixture = Fixture::shipped();
    for start in ["/?lang=en", "/?lang=zh"] {
        let pages = crawl(&fixture, start, PAGES);
        let paths: BTreeSet<&str> = pages.keys().map(|page| page.split('?').next().unwrap_or_default()).collect();
        for path in ["/", "/findings", "/finding", "/claim", "/matrix", "/devices", "/device", "/sources", "/source"] {
            assert!(paths.contains(path), "{start}: no link leads to {path}");
        }
        for path in ["/digest", "/digest.md", "/status", "/help", "/assets/page.css", "/assets/page.js"] {
            assert!(paths.contains(path), "{start}: no link leads to {path}");
        }
    }
}

#[test]
fn every_claim_finding_device_and_source_has_its_page() {
    let fixture = Fixture::shipped();
    let (snapshot, notice) = fixture.site.snapshot();
    assert_eq!(notice, None);
    let claims = snapshot.claims.iter().map(|claim| format!("/claim?id={}", claim.id));
    let findings = snapshot.findings.iter().map(|finding| format!("/finding?id={}", finding.id));
    let sources = snapshot.records.iter().map(|record| format!("/source?id={}", record.source.id));
    let devices = snapshot.table.devices.iter().map(|device| format!("/device?id={device}"));
    for target in claims.chain(findings).chain(sources).chain(devices) {
        let reply = fixture.get(&target);
        assert_eq!(reply.status, 200, "{target}");
        check_page(&target, &reply);
    }
    for finding in &snapshot.findings {
        let zh = fixture.get(&format!("/finding?id={}&lang=zh", finding.id));
        let han = zh.body.matches(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c)).count();
        assert!(han > 60, "{}: not said in Chinese", finding.id);
    }
}

#[test]
fn the_language_is_that_of_the_address_then_of_the_browser() {
    let fixture = Fixture::shipped();
    let cases = [
        ("/", "", "en"),
        ("/", "zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("/", "en;q=0.3, zh-TW;q=0.9", "zh-Hans"),
        ("/", "de, en;q=0.9, zh;q=0.1", "en"),
        ("/", "fr, *;q=0.1, ,;;q=x", "en"),
        ("/?lang=en", "zh", "en"),
        ("/?lang=zh", "en", "zh-Hans"),
        ("/findings?lang=tlh", "zh", "zh-Hans"),
    ];
    for (target, accept, lang) in cases {
        let reply = fixture.ask("GET", target, &[("host", "localhost"), ("accept-language", accept)]);
        assert!(reply.body.contains(&format!("<html lang=\"{lang}\"")), "{target} {accept}");
    }
}

#[test]
fn a_search_shows_what_was_recognised_and_marks_it() {
    let fixture = Fixture::shipped();
    let reply = fixture.get("/?q=H100+memory+bandwidth&lang=en");
    check_page("search", &reply);
    assert!(reply.body.contains("class=\"chip device\""), "the device is a chip");
    assert!(reply.body.contains("class=\"chip metric\""), "the metric is a chip");
    assert!(reply.body.contains("<mark>H100"), "the device is marked in the quote");
    assert!(reply.body.contains("badge conflict"), "the conflict is shown");
    let zh = fixture.get("/?q=H100+%E6%98%BE%E5%AD%98%E5%B8%A6%E5%AE%BD&lang=zh");
    assert!(zh.body.contains("<mark>显存带宽</mark>"));
    let misspelt = fixture.get("/?q=H100+bandwith&lang=en");
    assert_eq!(misspelt.status, 200);
    let nothing = fixture.get("/?q=zzzzqqqq");
    assert_eq!(nothing.status, 200);
    check_page("nothing", &nothing);
}

#[test]
fn findings_are_narrowed_by_what_the_address_says() {
    let fixture = Fixture::shipped();
    let (snapshot, _) = fixture.site.snapshot();
    let count = |target: &str| {
        let reply = fixture.get(target);
        assert_eq!(reply.status, 200, "{target}");
        reply.body.matches("<li class=\"item finding\">").count()
    };
    let conflicts = snapshot.findings.iter().filter(|f| f.status.as_str() == "conflict").count();
    assert_eq!(count("/findings?status=conflict"), conflicts.min(25));
    let of_h100 = snapshot.findings.iter().filter(|f| &*f.device == "nvidia-h100").count();
    assert_eq!(count("/findings?status=all&device=H100"), of_h100.min(25));
    let magnitude = snapshot.findings.iter().filter(|f| f.kind.as_str() == "magnitude").count();
    assert_eq!(count("/findings?status=all&kind=magnitude"), magnitude.min(25));
    assert_eq!(count("/findings?status=dismissed"), 0);
    // Every finding stands on exactly one page of the list.
    let mut seen = 0;
    for page in 1..=snapshot.findings.len().div_ceil(25) {
        seen += count(&format!("/findings?status=all&page={page}"));
    }
    assert_eq!(seen, snapshot.findings.len());
}

/// A request and the answer it must get.
struct Asked<'a>(&'a str, &'a str, &'a [(&'a str, &'a str)], u16);

#[test]
fn only_this_machines_own_pages_are_answered_and_only_to_read() {
    let fixture = Fixture::shipped();
    let local = ("host", "127.0.0.1:7171");
    let cases = [
        Asked("GET", "/", &[local], 200),
        Asked("HEAD", "/", &[local], 200),
        Asked("GET", "/", &[("host", "localhost:9000")], 200),
        Asked("GET", "/", &[("host", "LOCALHOST.")], 200),
        Asked("GET", "/", &[("host", "[::1]:7171")], 200),
        Asked("GET", "/", &[("host", "192.168.1.20")], 200),
        Asked("GET", "/", &[("host", "desk.example:7171")], 200),
        Asked("GET", "/", &[("host", "evil.example:7171")], 421),
        Asked("GET", "/", &[("host", "localhost.evil.example")], 421),
        Asked("GET", "/", &[("host", "127.0.0.1.evil.example")], 421),
        Asked("GET", "/", &[("host", "127.0.0.1@evil.example")], 421),
        Asked("GET", "/", &[("host", "[::1].evil.example")], 421),
        Asked("GET", "/", &[("host", "")], 421),
        Asked("GET", "/", &[], 400),
        Asked("GET", "/", &[local, ("host", "evil.example")], 400),
        Asked("GET", "http://evil.example/", &[local], 400),
        Asked("GET", "http://127.0.0.1:7171/", &[local], 200),
        Asked("GET", "/", &[local, ("origin", "http://127.0.0.1:7171")], 200),
        Asked("GET", "/", &[local, ("origin", "http://evil.example")], 403),
        Asked("GET", "/", &[local, ("origin", "null")], 403),
        Asked("GET", "/", &[local, ("origin", "file://")], 403),
        Asked("GET", "/assets/page.js", &[local, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")], 403),
        Asked("GET", "/", &[local, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], 200),
        Asked("GET", "/", &[local, ("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "cors")], 200),
        Asked("POST", "/", &[local], 405),
        Asked("PUT", "/findings", &[local], 405),
        Asked("DELETE", "/finding?id=k-0", &[local], 405),
        Asked("OPTIONS", "/", &[local], 405),
        Asked("BREW", "/", &[local], 405),
    ];
    for Asked(method, target, headers, status) in cases {
        let reply = fixture.ask(method, target, headers);
        assert_eq!(reply.status, status, "{method} {target} {headers:?}: {}", reply.body);
        assert!(reply.headers["content-security-policy"].starts_with("default-src 'none'"));
        assert_eq!(reply.body.is_empty(), method == "HEAD", "{method} {target}");
        if status >= 400 {
            assert!(reply.body.chars().count() > 20, "{method} {target}: says why");
            assert!(!reply.body.contains("evil"), "what was sent is not sent back");
        }
        assert_eq!(reply.headers.get("allow").map(String::as_str), (status == 405).then_some("GET, HEAD"));
    }
}

#[test]
fn errors_are_pages_that_say_what_to_do() {
    let fixture = Fixture::shipped();
    let cases = [
        ("/nowhere", 404, "/nowhere"),
        ("/finding", 404, "no finding"),
        ("/finding?id=k-000000000000", 404, "k-000000000000"),
        ("/claim?id=%3Cscript%3E", 404, "&lt;script&gt;"),
        ("/source?id=s-1", 404, "s-1"),
        ("/device?id=h1000000", 400, "h1000000"),
        ("/device", 404, "no device"),
        ("/device?id=H10O", 400, "Did you mean"),
        ("/finding?", 404, "no finding"),
        ("/findngs", 404, "/findings"),
        ("/findings?status=conflct", 400, "conflict"),
        ("/findings?kind=magnitud", 400, "magnitude"),
        ("/findings?device=H10O", 400, "Did you mean"),
        ("/findings?source=s-0", 404, "s-0"),
        ("/findings?page=0", 400, "0"),
        ("/findings?page=99999", 400, "99999"),
        ("/findings?page=-1", 400, "-1"),
        ("/findings?page=18446744073709551616", 400, "18446744073709551616"),
        ("/matrix?group=memry", 400, "memory"),
        ("/digest?section=77", 400, "77"),
        ("/?q=device:zz9", 400, "zz9"),
        ("/?q=%22open", 400, "^"),
        ("/?q=H100&sort=valu", 400, "value"),
        ("/?q=H100&page=999999", 400, "20,000"),
    ];
    for (target, status, says) in cases {
        let separator = if target.contains('?') { '&' } else { '?' };
        for lang in ["en", "zh"] {
            let asked = format!("{target}{separator}lang={lang}");
            let reply = fixture.get(&asked);
            assert_eq!(reply.status, status, "{asked}");
            check_page(&asked, &reply);
            assert!(lang == "zh" || reply.body.contains(says), "{asked} does not say {says}");
            assert!(!reply.body.contains("<script>"), "{asked}");
        }
    }
}

#[test]
fn odd_addresses_are_answered_calmly() {
    let fixture = Fixture::shipped();
    let long = format!("/?q={}", "a".repeat(20_000));
    let nested = format!("/?q={}", "(".repeat(3_000));
    let targets = [
        "/?q=%00%01",
        "/?q=%FF%FE",
        "/?=&&&==",
        "/?q=a&q=b",
        "/?lang=",
        "/?q=+++",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//",
        "/..",
        "/assets/",
        "/assets/../Cargo.toml",
        "/?q=*",
        "/?q=-",
        "/?q=AND",
        "/?q=NOT+NOT+NOT",
        "/?q=value:%3E%3D",
        "/source?id=../../etc/passwd",
        "/findings?device=%F0%9F%98%80",
        "/?q=%F0%9F%98%80",
        &long,
        &nested,
    ];
    for target in targets {
        let reply = fixture.get(target);
        assert!(matches!(reply.status, 200 | 400 | 404), "{target}: {}", reply.status);
        check_page(target, &reply);
    }
}

/// What a hostile page may put into every field.
const HOSTILE: &str =
    "<script>alert(1)</script>\"'><img src=x onerror=alert(1)><svg/onload=x> &lt;b&gt; &amp; ]]> <!-- `x` ${y}";

#[test]
fn nothing_that_stands_in_a_source_acts_as_markup() {
    let front = |url: &str| {
        let quoted = HOSTILE.replace('\\', "\\\\").replace('"', "\\\"");
        format!(
            "---\ntitle: \"{quoted} title\"\npublisher: \"{quoted} pub\"\ndate: \"2024-05\"\nurl: \"{url}\"\n---\n\n"
        )
    };
    let body = |value: &str| {
        format!(
            "# H100 {HOSTILE}\n\nThe H100 SXM has a memory bandwidth of {value} TB/s {HOSTILE}.\n\nH100 用 {HOSTILE} 训练，功耗 {value}00 W。\n"
        )
    };
    let one = front("javascript:alert(document.domain)") + body("3.35").as_str();
    let two = front(" javascript:alert(1)//https://example.org/") + body("33.5").as_str();
    let three = front("https://example.org/<script>\\\"onclick=x") + body("9").as_str();
    let text = format!("H100 {HOSTILE} 显存带宽为 5 TB/s，{HOSTILE}。\n");
    let fixture = Fixture::of(&[
        ("<script>alert(1)<'&.md", &one),
        ("\"onmouseover=alert(1).md", &two),
        ("three.md", &three),
        ("四<b>.txt", &text),
    ]);
    fs::write(
        fixture.corpus.join("decisions.toml"),
        format!("[[dismiss]]\nfinding = '{}'\nbecause = '''{HOSTILE}'''\n", HOSTILE.replace('\'', "")),
    )
    .unwrap();
    let (snapshot, _) = fixture.site.snapshot();
    assert!(snapshot.claims.len() >= 4, "the hostile corpus still makes claims: {}", snapshot.claims.len());
    assert!(!snapshot.findings.is_empty());
    for start in ["/?lang=en", "/?lang=zh", "/?q=H100+script&lang=en&passages=1"] {
        for (target, reply) in crawl(&fixture, start, 300) {
            if reply.headers["content-type"].starts_with("text/html") {
                assert!(!reply.body.contains("<script>") && !reply.body.contains("<img"), "{target}");
                assert!(!reply.body.contains("href=\"javascript"), "{target}");
            }
        }
    }
}

#[test]
fn a_changed_source_is_said_to_be_changed_and_a_new_index_is_followed() {
    let fixture = Fixture::shipped();
    let (snapshot, _) = fixture.site.snapshot();
    let claim = snapshot.claims.iter().find(|claim| claim.source.path.contains("06-")).unwrap();
    let target = format!("/claim?id={}&lang=en", claim.id);
    let source = format!("/source?id={}&lang=en", claim.source.id);
    assert!(!fixture.get(&target).body.contains("has changed"));
    let path = fixture.corpus.join("06-nvidia-data-centre-cards.md");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("| H100 SXM | 80 | 3.35 |", "| H100 SXM | 80 | 3.36 |")).unwrap();
    assert!(fixture.get(&target).body.contains("has changed"));
    assert!(fixture.get(&source).body.contains("has changed"));
    assert!(fixture.get("/sources?lang=en").body.contains(">changed<"));
    assert!(fixture.get("/?q=device:H100+metric:memory_bandwidth&lang=en").body.contains("has changed"));
    // The page follows the index, not the other way round.
    update(&fixture.vocab, &fixture.index, &fixture.corpus);
    let found = fixture.get("/?q=device:H100+metric:memory_bandwidth&lang=en");
    assert!(found.body.contains("3.36 TB/s") && !found.body.contains("has changed"));
    fs::remove_file(&path).unwrap();
    assert!(fixture.get(&source).body.contains("is gone"));
}

#[test]
fn a_decision_is_followed() {
    let fixture = Fixture::shipped();
    let (snapshot, _) = fixture.site.snapshot();
    let id = snapshot.findings[0].id.clone();
    fs::write(
        fixture.corpus.join("decisions.toml"),
        format!("[[dismiss]]\nfinding = \"{id}\"\nbecause = \"two editions\"\n"),
    )
    .unwrap();
    let reply = fixture.get(&format!("/finding?id={id}&lang=en"));
    assert!(reply.body.contains("badge dismissed") && reply.body.contains("two editions"));
    assert!(fixture.get("/status").body.contains("two editions"));
    fs::write(fixture.corpus.join("decisions.toml"), "[[dismiss]]\nfinding = 7\n").unwrap();
    let reply = fixture.get("/findings?lang=en");
    assert!(
        reply.status == 200 && reply.body.contains("earlier state"),
        "a broken file leaves the last state, and is named"
    );
}

#[test]
fn the_page_goes_through_a_port() {
    use std::io::{Read, Write};
    let fixture = Fixture::shipped();
    let listener = atodds::serve::server::bind("127.0.0.1", 0).unwrap();
    let address = listener.local_addr().unwrap();
    assert!(address.ip().is_loopback());
    let site = Arc::new(fixture.site);
    std::thread::spawn(move || atodds::serve::server::run(site, listener));
    let send = |request: &str| {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let answer = send(&format!("GET /?q=H100 HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"));
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("<mark>H100"), "{answer:.300}");
    let answer = send("GET / HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 421 "), "{answer:.300}");
    let answer = send(&format!("HEAD / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"));
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\n"), "{answer:.300}");
}

#[test]
fn every_word_that_the_page_says_is_there_in_both_languages() {
    let vocab = Vocab::built_in();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve");
    let mut folders = vec![root];
    let mut missing = Vec::new();
    let calls = regex::Regex::new(r#"(?:say|fill|count|bad|unknown)\(\s*"([a-z_0-9]+)""#).unwrap();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // An agent's words are English, and stand in its schemas.
            if path.is_dir() && !path.ends_with("agent") {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            for found in calls.captures_iter(&text) {
                if !vocab.page.ids().any(|id| **id == found[1]) {
                    missing.push(format!("{}: {}", path.display(), &found[1]));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}\n  help: add them to src/vocab/page.toml");
}
