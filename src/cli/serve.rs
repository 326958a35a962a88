//! `atodds serve`: the local page.

use std::io::Write;
use std::sync::Arc;

use super::args::Serve;
use super::failure::{Failure, Outcome};
use super::session::{Session, relative};
use crate::serve::snapshot::LoadError;
use crate::serve::{Settings, Site, server};
use crate::vocab::Vocab;

/// Brings the index up to date, then serves it until interrupted.
pub fn run(session: &mut Session, args: &Serve) -> Result<Outcome, Failure> {
    // The port first: that it is taken is known at once.
    let listener = server::bind(&args.host, args.port).map_err(|error| {
        Failure::with_help(
            format!("cannot listen on `{}` port {}: {error}", args.host, args.port),
            "choose another port with `--port` (0 takes any that is free), or an address of this machine with `--host`",
        )
    })?;
    drop(session.store()?);
    let settings = Settings {
        index: session.common.index.clone(),
        overlay: session.common.vocab.clone(),
        rates: session.options(None, args.rates.as_deref())?.rates,
        names: vec![args.host.clone()],
    };
    let index = relative(&settings.index);
    let vocab = Arc::new(Vocab::load(settings.overlay.as_deref())?);
    let site = Site::open(vocab, settings).map_err(failure)?;
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        session.note("warning: others on the network can read this page, and with it the articles");
    }
    writeln!(session.out, "serving `{index}` at http://{address}/ (Ctrl-C ends it)")?;
    session.out.flush()?;
    server::run(Arc::new(site), listener)?;
    Ok(Outcome::Fine)
}

fn failure(error: LoadError) -> Failure {
    Failure::Said { help: error.help(), message: error.to_string() }
}
