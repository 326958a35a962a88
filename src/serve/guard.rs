//! Who may ask: requests that name this machine, from its own pages, and only to read.
//!
//! A page elsewhere can point a name of its own at this machine and then read from it in the
//! user's browser. Such a request still carries that name as `Host`, so only addresses,
//! `localhost` and the names that the user gave are answered. What another site embeds or
//! fetches is refused; a link that a person follows is not.

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode};

/// What every answer carries.
pub const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Why a request is not answered: the status and the id of the sentence that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// The sentence.
    pub sentence: &'static str,
}

const fn refusal(status: StatusCode, sentence: &'static str) -> Refusal {
    Refusal { status, sentence }
}

/// Says whether a request may be answered; `names` are host names that the user gave.
///
/// # Errors
/// The refusal, where it may not.
pub fn check(request: &Parts, names: &[String]) -> Result<(), Refusal> {
    let headers = &request.headers;
    let host = match (only(headers, HOST), request.uri.authority()) {
        (Ok(Some(host)), None) => host,
        (Ok(Some(host)), Some(authority)) if host.eq_ignore_ascii_case(authority.as_str()) => host,
        _ => return Err(refusal(StatusCode::BAD_REQUEST, "refused_no_host")),
    };
    if !is_own(host, names) {
        return Err(refusal(StatusCode::MISDIRECTED_REQUEST, "refused_host"));
    }
    match only(headers, ORIGIN) {
        Ok(None) => {}
        Ok(Some(origin)) if origin_host(origin).is_some_and(|host| is_own(host, names)) => {}
        _ => return Err(refusal(StatusCode::FORBIDDEN, "refused_origin")),
    }
    let fetch = |name: &'static str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    if fetch("sec-fetch-site") == "cross-site" && fetch("sec-fetch-mode") != "navigate" {
        return Err(refusal(StatusCode::FORBIDDEN, "refused_origin"));
    }
    if request.method != Method::GET && request.method != Method::HEAD {
        return Err(refusal(StatusCode::METHOD_NOT_ALLOWED, "refused_method"));
    }
    Ok(())
}

/// Returns the one value of a header, `None` without any.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        _ => Err(()),
    }
}

fn origin_host(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}

/// Says whether `host` (with or without a port) is an address, `localhost` or a name of the user's.
fn is_own(host: &str, names: &[String]) -> bool {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) if is_port(port) => address,
        Some(_) => return false,
        None => match host.split_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            Some(_) => return false,
            None => host,
        },
    };
    let name = name.strip_suffix('.').unwrap_or(name);
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok()
        || names.iter().any(|own| own.eq_ignore_ascii_case(name))
}

fn is_port(text: &str) -> bool {
    text.is_empty() || text.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
}
