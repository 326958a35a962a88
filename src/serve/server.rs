//! The site behind a port of this machine.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;

use super::site::Site;

/// Opens the port on which the page is served; port 0 takes any that is free.
///
/// # Errors
/// Where the name is not known or the port is taken.
pub fn bind(host: &str, port: u16) -> io::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
    TcpListener::bind(&addresses[..])
}

/// Serves the site until the process is interrupted.
///
/// # Errors
/// Where the port cannot be used.
pub fn run(site: Arc<Site>, listener: TcpListener) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener, router(site)).with_graceful_shutdown(interrupted()).await
    })
}

/// Every address is the site's own to answer, those that are not there too.
fn router(site: Arc<Site>) -> Router {
    Router::new().fallback(move |request: Request| {
        let site = Arc::clone(&site);
        async move {
            let (parts, _) = request.into_parts();
            let answering = Arc::clone(&site);
            // A view computes and reads files: it must not hold up those that only wait.
            tokio::task::spawn_blocking(move || answering.respond(&parts)).await.unwrap_or_else(|_| site.failed())
        }
    })
}

async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without the signal there is nothing to wait for: the process ends as any other.
        std::future::pending::<()>().await;
    }
}
