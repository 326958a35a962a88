//! The local page in a real browser: search, filter, a finding, its source, the keyboard, dark and
//! narrow, and nothing on the console.
//!
//! It needs Debian's `chromium` and `chromium-driver` (or any `chromedriver` on the path). Without
//! them it says so and is skipped, unless `ATODDS_BROWSER=required`. With `ATODDS_SCREENSHOTS=DIR`
//! every view is photographed in both languages, light, dark and narrow.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use axum::http::Method;
use serde_json::{Value, json};
use thirtyfour::cdp::Cdp;
use thirtyfour::common::command::{Command as Order, ExtensionCommand};
use thirtyfour::prelude::*;

use super::page::Fixture;

/// `chromedriver`, ended with the test.
struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    /// Starts it on a free port; `None` where it is not installed.
    fn start() -> Option<Self> {
        let mut process = Command::new("chromedriver")
            .args(["--port=0", "--allowed-ips=127.0.0.1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let lines = BufReader::new(process.stdout.take()?).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            line.split_once("on port ")?.1.trim_end_matches('.').parse::<u16>().ok().filter(|port| *port > 0)
        });
        match port {
            Some(port) => Some(Self { process, port }),
            None => {
                let _ = process.kill();
                None
            }
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the page wrote on the console.
#[derive(Debug)]
struct Console;

impl ExtensionCommand for Console {
    fn parameters_json(&self) -> Option<Value> {
        Some(json!({ "type": "browser" }))
    }

    fn method(&self) -> Method {
        Method::POST
    }

    fn endpoint(&self) -> Arc<str> {
        "/se/log".into()
    }
}

/// A browser at work on the page.
struct Desk {
    driver: WebDriver,
    tools: Cdp,
    base: String,
    screenshots: Option<PathBuf>,
}

impl Desk {
    async fn open(port: u16, base: String, profile: &std::path::Path) -> WebDriverResult<Self> {
        let mut caps = DesiredCapabilities::chrome();
        for flag in
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
        {
            caps.add_arg(flag)?;
        }
        caps.add_arg("--disable-dev-shm-usage")?;
        caps.add_arg("--hide-scrollbars")?;
        caps.add_arg("--lang=en-GB")?;
        caps.add_arg(&format!("--user-data-dir={}", profile.display()))?;
        caps.set("goog:loggingPrefs", json!({ "browser": "ALL" }))?;
        let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), caps).await?;
        let tools = driver.cdp();
        let screenshots = std::env::var_os("ATODDS_SCREENSHOTS").map(PathBuf::from);
        Ok(Self { driver, tools, base, screenshots })
    }

    async fn go(&self, target: &str) -> WebDriverResult<()> {
        self.driver.goto(format!("{}{target}", self.base)).await
    }

    /// Returns the path and query of where the browser is.
    async fn here(&self) -> WebDriverResult<String> {
        let url = self.driver.current_url().await?.to_string();
        Ok(url.strip_prefix(&self.base).unwrap_or(&url).to_owned())
    }

    async fn text(&self, css: &str) -> WebDriverResult<String> {
        self.driver.find(By::Css(css)).await?.text().await
    }

    async fn count(&self, css: &str) -> WebDriverResult<usize> {
        Ok(self.driver.find_all(By::Css(css)).await?.len())
    }

    async fn script(&self, text: &str) -> WebDriverResult<Value> {
        Ok(self.driver.execute(text, Vec::new()).await?.json().clone())
    }

    /// Presses keys with nothing in particular in mind: they go to what has the focus.
    async fn press(&self, keys: impl Into<TypingData>) -> WebDriverResult<()> {
        self.driver.action_chain().send_keys(keys).perform().await
    }

    /// Waits until `script` is true.
    async fn until(&self, what: &str, script: &str) -> WebDriverResult<()> {
        for _ in 0..100 {
            if self.script(script).await? == json!(true) {
                return Ok(());
            }
            tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        }
        panic!("{what}: still not so at {}", self.here().await?);
    }

    async fn emulate(&self, dark: bool, narrow: bool) -> WebDriverResult<()> {
        let scheme = if dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.tools.send_raw("Emulation.setEmulatedMedia", features).await?;
        let (width, height) = if narrow { (390, 844) } else { (1280, 900) };
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": narrow });
        self.tools.send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        Ok(())
    }

    /// Keeps a picture of the whole page, if pictures are asked for.
    async fn photograph(&self, name: &str) -> WebDriverResult<()> {
        let Some(folder) = &self.screenshots else { return Ok(()) };
        let picture = json!({ "format": "png", "captureBeyondViewport": true });
        let shot = self.tools.send_raw("Page.captureScreenshot", picture).await?;
        let data = shot["data"].as_str().unwrap_or_default();
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), base64(data)).unwrap();
        Ok(())
    }

    /// Returns what was written on the console since it was last looked at.
    async fn console(&self) -> WebDriverResult<Value> {
        self.driver.cmd(Order::ExtensionCommand(Box::new(Console))).await?.value()
    }

    /// Fails on anything that the page wrote on the console: errors, refused scripts and styles, missing files.
    async fn quiet(&self, target: &str) -> WebDriverResult<()> {
        assert_eq!(self.console().await?, json!([]), "{target}: on the console");
        Ok(())
    }
}

/// Returns the bytes that a text in base 64 stands for.
fn base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|byte| LETTERS.iter().position(|letter| *letter == byte));
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0usize, 0);
    for digit in digits {
        (held, bits) = ((held << 6 | digit) & 0xfff, bits + 6);
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    bytes
}

#[test]
fn people_find_their_way_in_a_real_browser() {
    let Some(chromedriver) = Driver::start() else {
        let required = std::env::var("ATODDS_BROWSER").is_ok_and(|word| word == "required");
        assert!(!required, "`chromedriver` cannot be started\n  help: apt-get install chromium chromium-driver");
        // Past the harness, which keeps the words of tests that pass to itself.
        let _ = writeln!(std::io::stderr(), "skipped: the browser test needs chromium and chromedriver");
        return;
    };
    let fixture = Fixture::over(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus"));
    let listener = atodds::serve::server::bind("127.0.0.1", 0).unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let (snapshot, _) = fixture.site.snapshot();
    let site = Arc::new(fixture.site);
    std::thread::spawn(move || atodds::serve::server::run(site, listener));
    let profile = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let desk = Desk::open(chromedriver.port, base, profile.path()).await.unwrap();
        let told = walk(&desk, &snapshot).await;
        let _ = desk.driver.quit().await;
        told.unwrap();
    });
}

async fn walk(desk: &Desk, snapshot: &atodds::serve::Snapshot) -> WebDriverResult<()> {
    desk.emulate(false, false).await?;
    search(desk).await?;
    filter(desk).await?;
    finding_and_source(desk).await?;
    keyboard(desk).await?;
    languages(desk).await?;
    looks(desk, snapshot).await
}

async fn search(desk: &Desk) -> WebDriverResult<()> {
    desk.go("/").await?;
    assert_eq!(desk.text("h1").await?, "Where the sources are at odds");
    let field = desk.driver.find(By::Id("q")).await?;
    field.send_keys("H100 memory bandwidth").await?;
    field.send_keys(Key::Enter + "").await?;
    desk.until("the results", "return document.querySelectorAll('.item.claim').length > 0").await?;
    assert!(desk.here().await?.starts_with("/?q=H100+memory+bandwidth"));
    assert_eq!(desk.count(".chip.device").await?, 1);
    assert_eq!(desk.count(".chip.metric").await?, 1);
    assert!(desk.count("blockquote mark").await? > 0);
    assert!(desk.count(".item.claim .badge.conflict").await? > 0);
    // A facet narrows the query, and its second click takes it out again.
    let before = desk.count(".item.claim").await?;
    desk.driver.find(By::Css(".facets a[href*='source:']")).await?.click().await?;
    desk.until("the narrower query", "return document.getElementById('q').value.includes('source:')").await?;
    assert!(desk.count(".item.claim").await? < before);
    desk.driver.find(By::Css(".facets a[aria-current]")).await?.click().await?;
    desk.until("the wider query", "return !document.getElementById('q').value.includes('source:')").await?;
    assert_eq!(desk.count(".item.claim").await?, before);
    desk.quiet("search").await
}

async fn filter(desk: &Desk) -> WebDriverResult<()> {
    desk.driver.find(By::Css("header nav a[href^='/findings']")).await?.click().await?;
    desk.until("the findings", "return location.pathname === '/findings'").await?;
    desk.driver.find(By::Css(".tabs a[href*='status=explained']")).await?.click().await?;
    desk.until("the explained ones", "return location.search.includes('status=explained')").await?;
    assert_eq!(desk.count(".item.finding .badge.conflict").await?, 0);
    assert!(desk.count(".item.finding .badge.explained").await? > 0);
    let field = desk.driver.find(By::Css(".filters input[name='device']")).await?;
    field.send_keys("H100").await?;
    field.send_keys(Key::Enter + "").await?;
    desk.until("the device", "return location.search.includes('device=H100')").await?;
    assert!(desk.here().await?.contains("status=explained"), "the other filter stays");
    let subjects = desk.script(
        "return [...document.querySelectorAll('.item.finding h3 a.open')].every(a => a.textContent.startsWith('H100'))",
    );
    assert_eq!(subjects.await?, json!(true));
    desk.driver.find(By::Css("select[name='across'] option[value='sources']")).await?.click().await?;
    desk.until("the choice is sent", "return location.search.includes('across=sources')").await?;
    desk.driver.find(By::Css(".chip .remove[href*='across']")).await?.click().await?;
    desk.until("the device is out", "return !location.search.includes('device=H100')").await?;
    desk.quiet("filter").await
}

async fn finding_and_source(desk: &Desk) -> WebDriverResult<()> {
    desk.go("/findings?status=conflict&metric=memory_bandwidth&device=H100").await?;
    desk.driver.find(By::Css(".item.finding a.open")).await?.click().await?;
    desk.until("the finding", "return location.pathname === '/finding'").await?;
    assert_eq!(desk.count(".sides-full .side").await?, 2);
    assert_eq!(desk.count(".sides-full .excerpt mark").await?, 2, "both values are marked where they stand");
    // The two stand side by side, not one above the other.
    let tops = desk
        .script("return [...document.querySelectorAll('.sides-full .side')].map(s => s.getBoundingClientRect().top)")
        .await?;
    assert_eq!(tops[0], tops[1]);
    desk.driver.find(By::Css(".side .whence a")).await?.click().await?;
    desk.until("the source", "return location.pathname === '/source'").await?;
    // The line is in sight, and its values are links.
    let seen = "const line = document.querySelector('.line:target'); if (!line) return false; \
                const place = line.getBoundingClientRect(); \
                return place.top >= 0 && place.bottom <= innerHeight && line.querySelectorAll('a.hit').length > 0";
    desk.until("the line", seen).await?;
    desk.driver.find(By::Css(".line:target a.hit")).await?.click().await?;
    desk.until("the claim", "return location.pathname === '/claim'").await?;
    desk.driver.find(By::Css(".heading a.device")).await?.click().await?;
    desk.until("the device", "return location.pathname === '/device'").await?;
    assert!(desk.count("svg.strip .dot").await? > 2);
    assert!(desk.count("svg.strip .dot.disputed").await? > 0);
    desk.quiet("finding and source").await
}

async fn keyboard(desk: &Desk) -> WebDriverResult<()> {
    desk.go("/findings").await?;
    desk.press("/").await?;
    assert_eq!(desk.script("return document.activeElement.id").await?, json!("q"));
    desk.press("jk").await?;
    assert_eq!(
        desk.script("return document.getElementById('q').value").await?,
        json!("jk"),
        "in the box they are letters"
    );
    desk.press(Key::Escape + "").await?;
    desk.press("jjk").await?;
    let current =
        desk.script("return [...document.querySelectorAll('.item')].findIndex(i => i.classList.contains('current'))");
    assert_eq!(current.await?, json!(0));
    let focus = desk.script("return getComputedStyle(document.activeElement).outlineStyle !== 'none' && document.activeElement.matches('.item.current a.open')");
    assert_eq!(focus.await?, json!(true), "the focus is on the item and can be seen");
    desk.press(Key::Enter + "").await?;
    desk.until("the finding opens", "return location.pathname === '/finding'").await?;
    desk.go("/findings?status=all").await?;
    let page = "return Number(new URLSearchParams(location.search).get('page') || 1)";
    desk.press("]").await?;
    desk.until("a later page", "return Number(new URLSearchParams(location.search).get('page')) > 1").await?;
    let later = desk.script(page).await?;
    desk.press("[").await?;
    let before = format!("return Number(new URLSearchParams(location.search).get('page')) < {later}");
    desk.until("the page before", &before).await?;
    desk.press("?").await?;
    desk.until("the keys", "return document.getElementById('keys').open").await?;
    desk.press(Key::Escape + "").await?;
    desk.until("no keys", "return !document.getElementById('keys').open").await?;
    // The first stop of the tabulator leads past the navigation.
    desk.go("/status").await?;
    desk.press(Key::Tab + "").await?;
    assert_eq!(desk.script("return document.activeElement.className").await?, json!("skip"));
    desk.quiet("keyboard").await
}

async fn languages(desk: &Desk) -> WebDriverResult<()> {
    desk.go("/findings?status=conflict").await?;
    desk.driver.find(By::Css("a.lang")).await?.click().await?;
    desk.until("Chinese", "return document.documentElement.lang === 'zh-Hans'").await?;
    assert_eq!(desk.text("h1").await?, "分歧");
    assert!(desk.here().await?.contains("status=conflict"), "the rest of the address stays");
    desk.driver.find(By::Css("header nav a[href^='/matrix']")).await?.click().await?;
    desk.until(
        "still Chinese",
        "return document.documentElement.lang === 'zh-Hans' && location.pathname === '/matrix'",
    )
    .await?;
    desk.quiet("languages").await
}

/// Every view in both languages, light, dark and narrow: quiet, nothing wider than the screen, text that can be read.
async fn looks(desk: &Desk, snapshot: &atodds::serve::Snapshot) -> WebDriverResult<()> {
    let finding = format!("/finding?id={}", snapshot.findings[1].id);
    let order = snapshot.findings.iter().find(|finding| finding.kind.as_str() == "opposite_direction");
    let order = format!("/finding?id={}", order.map_or(&snapshot.findings[0].id, |finding| &finding.id));
    let claim = snapshot.claims.iter().find(|claim| &*claim.metric == "memory_bandwidth").unwrap();
    let views = [
        ("start", "/?"),
        ("search", "/?q=H100+memory+bandwidth"),
        ("search-passages", "/?q=%E6%98%BE%E5%AD%98&passages=1"),
        ("findings", "/findings?status=all"),
        ("finding", &finding),
        ("finding-order", &order),
        ("claim", &format!("/claim?id={}", claim.id)),
        ("device", "/device?id=nvidia-h100"),
        ("device-class", "/device?id=tpu"),
        ("matrix", "/matrix?"),
        ("devices", "/devices?"),
        ("sources", "/sources?"),
        ("source", &format!("/source?id={}", claim.source.id)),
        ("digest", "/digest?section=1"),
        ("digest-matrix", "/digest?section=6"),
        ("status", "/status?"),
        ("help", "/help?"),
        ("error", "/findings?device=H10O"),
    ];
    for (mode, dark, narrow) in [("light", false, false), ("dark", true, false), ("narrow", false, true)] {
        desk.emulate(dark, narrow).await?;
        for (name, target) in views {
            for lang in ["en", "zh"] {
                let target = format!("{target}&lang={lang}");
                desk.go(&target).await?;
                let wide = desk.script("return document.documentElement.scrollWidth").await?;
                let screen = if narrow { 390 } else { 1280 };
                assert!(wide.as_i64().is_some_and(|wide| wide <= screen), "{mode} {target}: {wide} wide on {screen}");
                let ground = desk
                    .script("return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
                    .await?;
                assert_eq!(ground[0].as_i64().is_some_and(|red| red < 80), dark, "{mode} {target}: {ground}");
                desk.photograph(&format!("{name}-{lang}-{mode}")).await?;
                // A page of an error is one; the browser notes its status.
                if name != "error" {
                    desk.quiet(&target).await?;
                } else {
                    desk.console().await?;
                }
            }
        }
    }
    Ok(())
}
