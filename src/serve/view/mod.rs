//! The views: one file for each page.

mod claim;
mod device;
mod devices;
mod digest;
mod finding;
mod findings;
mod help;
mod matrix;
pub mod problem;
mod search;
pub mod source;
mod sources;
mod status;

use super::request::{Ask, Problem};
use super::site::Reply;

/// The addresses of the pages.
const PATHS: [&str; 13] = [
    "/",
    "/findings",
    "/finding",
    "/claim",
    "/matrix",
    "/devices",
    "/device",
    "/sources",
    "/source",
    "/digest",
    "/digest.md",
    "/status",
    "/help",
];

/// Returns what stands at the address that is asked for.
///
/// # Errors
/// Where nothing stands there, or the question cannot be understood.
pub fn of(ask: &Ask<'_>) -> Result<Reply, Problem> {
    let page = match ask.path {
        "/" => search::view(ask),
        "/findings" => findings::view(ask),
        "/finding" => finding::view(ask),
        "/claim" => claim::view(ask),
        "/matrix" => matrix::view(ask),
        "/devices" => devices::view(ask),
        "/device" => device::view(ask),
        "/sources" => sources::view(ask),
        "/source" => source::view(ask),
        "/digest" => digest::view(ask),
        "/digest.md" => return digest::file(ask),
        "/status" => status::view(ask),
        "/help" => help::view(ask),
        path => return Err(problem::no_page(ask, path, &PATHS)),
    };
    page.map(Reply::Page)
}

/// Does beforehand what takes long and does not hang on what is asked.
pub fn warm(ask: &Ask<'_>) {
    digest::warm(ask);
}
