//! One request in, one answer out; no network in between.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::Query;
use axum::http::header::{ACCEPT_LANGUAGE, ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;

use super::guard::{self, Refusal};
use super::layout::{self, Page};
use super::request::{Ask, accepted};
use super::snapshot::{LoadError, Snapshot};
use super::view;
use crate::conflict::rates::Rates;
use crate::index;
use crate::vocab::{Lang, Vocab};

/// What is embedded: address, kind and text.
const ASSETS: [(&str, &str, &str); 3] = [
    (layout::STYLE, "text/css; charset=utf-8", include_str!("assets/page.css")),
    (layout::SCRIPT, "text/javascript; charset=utf-8", include_str!("assets/page.js")),
    (layout::ICON, "image/svg+xml", include_str!("assets/icon.svg")),
];

/// What a view gives.
#[derive(Debug)]
pub enum Reply {
    /// A page.
    Page(Page),
    /// A file to keep: its name and text.
    File(String, String),
}

/// What the page is over.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Folder of the index.
    pub index: PathBuf,
    /// The user's own words.
    pub overlay: Option<PathBuf>,
    /// Exchange rates; without them no two currencies are compared.
    pub rates: Option<Rates>,
    /// Host names of the user's, besides addresses and `localhost`.
    pub names: Vec<String>,
}

/// The page over one index.
#[derive(Debug)]
pub struct Site {
    vocab: Arc<Vocab>,
    settings: Settings,
    snapshot: Mutex<Arc<Snapshot>>,
}

impl Site {
    /// Opens the index and loads all of it.
    ///
    /// # Errors
    /// Where there is no index, or it is damaged.
    pub fn open(vocab: Arc<Vocab>, settings: Settings) -> Result<Self, LoadError> {
        let snapshot = Arc::new(load(&vocab, &settings)?);
        warm(&vocab, &snapshot);
        Ok(Self { vocab, settings, snapshot: Mutex::new(snapshot) })
    }

    /// Returns the last state of the index, and why it could not be loaded where an older one is shown.
    pub fn snapshot(&self) -> (Arc<Snapshot>, Option<String>) {
        let mut held = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        if held.is_latest() {
            return (Arc::clone(&held), None);
        }
        match load(&self.vocab, &self.settings) {
            Ok(snapshot) => {
                *held = Arc::new(snapshot);
                warm(&self.vocab, &held);
                (Arc::clone(&held), None)
            }
            Err(error) => (Arc::clone(&held), Some(error.to_string())),
        }
    }

    /// Answers a request.
    pub fn respond(&self, request: &Parts) -> Response {
        let answer = self.answer(request);
        let body = if request.method == Method::HEAD { String::new() } else { answer.body };
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = answer.status;
        let headers = response.headers_mut();
        for (name, value) in guard::HEADERS {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        for (name, value) in answer.headers {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(name, value);
            }
        }
        response
    }

    fn answer(&self, request: &Parts) -> Answer {
        let accept = request.headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
        if let Err(refusal) = guard::check(request, &self.settings.names) {
            return self.refused(refusal, accepted(accept));
        }
        let path = request.uri.path();
        if let Some((_, kind, text)) = ASSETS.iter().find(|(asset, _, _)| *asset == path) {
            return Answer::asset(kind, text);
        }
        let params = Query::<Vec<(String, String)>>::try_from_uri(&request.uri);
        let (params, readable) = params.map_or_else(|_| (Vec::new(), false), |Query(params)| (params, true));
        let lang = match params.iter().find(|(key, _)| key == "lang").map(|(_, value)| value.as_str()) {
            Some("zh") => Lang::Zh,
            Some("en") => Lang::En,
            _ => accepted(accept),
        };
        let (snapshot, notice) = self.snapshot();
        let ask = Ask { vocab: &self.vocab, snapshot: &snapshot, path, params, lang, notice };
        let reply = if readable { view::of(&ask) } else { Err(ask.bad("bad_query", &[])) };
        match reply {
            Ok(Reply::Page(page)) => Answer::page(StatusCode::OK, drawn(&ask, &page)),
            Ok(Reply::File(name, text)) => Answer::file(&name, text),
            Err(problem) => {
                let page = view::problem::page(&ask, &problem);
                Answer::page(view::problem::status(&problem), drawn(&ask, &page))
            }
        }
    }

    fn refused(&self, refusal: Refusal, lang: Lang) -> Answer {
        let text = format!("{}\n", self.vocab.page.get(refusal.sentence, lang));
        let mut answer = Answer { status: refusal.status, headers: Vec::new(), body: text };
        answer.head(CONTENT_TYPE, "text/plain; charset=utf-8");
        if refusal.status == StatusCode::METHOD_NOT_ALLOWED {
            answer.head(ALLOW, "GET, HEAD");
        }
        answer.sized()
    }

    /// Returns the page that says that something went wrong in a way nobody foresaw.
    pub fn failed(&self) -> Response {
        let mut response = Response::new(Body::from(format!("{}\n", self.vocab.page.get("broken", Lang::En))));
        *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        for (name, value) in guard::HEADERS {
            response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        response
    }
}

fn load(vocab: &Vocab, settings: &Settings) -> Result<Snapshot, LoadError> {
    let store = index::open(&settings.index, settings.overlay.as_deref())?;
    Snapshot::load(vocab, store, settings.rates.as_ref())
}

/// Writes the digests beforehand, beside all else: over very many claims that takes a while.
fn warm(vocab: &Arc<Vocab>, snapshot: &Arc<Snapshot>) {
    let (vocab, snapshot) = (Arc::clone(vocab), Arc::clone(snapshot));
    std::thread::spawn(move || {
        for lang in [Lang::En, Lang::Zh] {
            let ask =
                Ask { vocab: &vocab, snapshot: &snapshot, path: "/digest", params: Vec::new(), lang, notice: None };
            view::warm(&ask);
        }
    });
}

/// Returns the whole document. Characters that HTML does not allow, escaped or not, are shown as such.
fn drawn(ask: &Ask<'_>, page: &Page) -> String {
    let text = layout::frame(ask, page).into_string();
    let barred = |c: char| {
        let control = c.is_control() && !matches!(c, '\n' | '\t' | '\r');
        control || matches!(c, '\u{fdd0}'..='\u{fdef}') || (c as u32) & 0xfffe == 0xfffe
    };
    if text.contains(barred) { text.replace(barred, "\u{fffd}") } else { text }
}

struct Answer {
    status: StatusCode,
    headers: Vec<(HeaderName, String)>,
    body: String,
}

impl Answer {
    fn head(&mut self, name: HeaderName, value: impl Into<String>) {
        self.headers.push((name, value.into()));
    }

    /// Says how long the body is, also where a `HEAD` leaves it out.
    fn sized(mut self) -> Self {
        self.head(CONTENT_LENGTH, self.body.len().to_string());
        self
    }

    fn page(status: StatusCode, body: String) -> Self {
        let mut answer = Answer { status, headers: Vec::new(), body };
        answer.head(CONTENT_TYPE, "text/html; charset=utf-8");
        answer.head(CACHE_CONTROL, "no-cache");
        answer.head(axum::http::header::VARY, "accept-language");
        answer.sized()
    }

    fn asset(kind: &str, text: &str) -> Self {
        let mut answer = Answer { status: StatusCode::OK, headers: Vec::new(), body: text.to_owned() };
        answer.head(CONTENT_TYPE, kind);
        // Their addresses name their content.
        answer.head(CACHE_CONTROL, "public, max-age=31536000, immutable");
        answer.sized()
    }

    fn file(name: &str, body: String) -> Self {
        let mut answer = Answer { status: StatusCode::OK, headers: Vec::new(), body };
        answer.head(CONTENT_TYPE, "text/markdown; charset=utf-8");
        answer.head(CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
        answer.sized()
    }
}
