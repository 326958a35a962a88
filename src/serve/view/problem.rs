//! What went wrong, as a page: nothing there, a question that cannot be understood, a damaged index.

use axum::http::StatusCode;
use maud::{Markup, html};

use crate::serve::layout::{self, Page};
use crate::serve::parts;
use crate::serve::request::{Ask, Problem};
use crate::text::suggest;

/// Returns the problem of an address at which nothing stands.
pub fn no_page(ask: &Ask<'_>, path: &str, known: &[&str]) -> Problem {
    let meant = suggest::nearest(path, known.iter().copied().filter(|known| known.len() > 1));
    Problem::NotFound {
        what: ask.fill("no_page", &[("path", path)]),
        meant: meant.map(|path| (path.to_owned(), ask.link(path).to_string())),
    }
}

/// Returns the problem of an id that names nothing: a claim that is gone, a finding judged otherwise.
pub fn no_id(ask: &Ask<'_>, words: &str, id: &str) -> Problem {
    Problem::NotFound { what: ask.fill(words, &[("id", id)]), meant: None }
}

/// Returns the status of a problem.
pub fn status(problem: &Problem) -> StatusCode {
    match problem {
        Problem::NotFound { .. } => StatusCode::NOT_FOUND,
        Problem::Bad { .. } => StatusCode::BAD_REQUEST,
        Problem::Broken { .. } => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Returns a message; one that points at a place in a query keeps its columns.
fn said(message: &str) -> Markup {
    html! { @if message.contains('\n') { pre { (message) } } @else { p { (message) } } }
}

/// Returns the page that says so.
pub fn page(ask: &Ask<'_>, problem: &Problem) -> Page {
    let title = match problem {
        Problem::NotFound { .. } => ask.say("not_found"),
        Problem::Bad { .. } => ask.say("not_understood"),
        Problem::Broken { .. } => ask.say("broken"),
    };
    let main = html! {
        section class="problem" {
            h1 { (title) }
            @match problem {
                Problem::NotFound { what, meant } => {
                    p { (what) }
                    @if let Some((path, link)) = meant {
                        p { (ask.say("perhaps")) " " a href=(link) { (path) } }
                    }
                }
                Problem::Bad { message, help, meant } => {
                    (said(message))
                    @match (help, meant) {
                        (Some(help), Some(meant)) => p class="help" { a href=(meant) { (help) } },
                        (Some(help), None) => p class="help" { (parts::coded(help)) },
                        (None, _) => (""),
                    }
                }
                Problem::Broken { message, help } => {
                    (said(message))
                    @if let Some(help) = help { p class="help" { (parts::coded(help)) } }
                }
            }
            p { a href=(ask.link("/")) { (ask.say("to_start")) } }
            (layout::search_box(ask, ask.get("q").unwrap_or_default()))
        }
    };
    Page { title: title.to_owned(), section: "/", main }
}
