//! `atodds watch`: keeps the index up to date.
//!
//! It looks at the folders every few seconds (names, sizes and times, no contents), which
//! works on every file system, network shares too. A change is read once two looks in a row
//! see the same: an editor or a copy that is still writing is waited for.

use std::io::Write;
use std::thread;
use std::time::Duration;

use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::index::Update;

/// How long to wait for another update to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Watches until interrupted, or until so many updates are done.
pub fn run(session: &mut Session, every: u64, updates: Option<usize>) -> Result<Outcome, Failure> {
    let mut done = 0;
    let mut seen: Option<Update> = None;
    while updates.is_none_or(|wanted| done < wanted) {
        match session.pending() {
            Err(error) => session.note(format_args!("waiting: {error}")),
            Ok(pending) if !pending.changed() => seen = None,
            Ok(pending) if done == 0 || seen == Some(pending) => {
                seen = None;
                match session.update(PATIENCE) {
                    Ok(update) => {
                        writeln!(session.out, "{update} · {} claims", update.claims)?;
                        session.out.finish()?;
                        done += 1;
                        continue;
                    }
                    Err(error) => session.note(format_args!("not updated: {error}")),
                }
            }
            Ok(pending) => seen = Some(pending),
        }
        thread::sleep(Duration::from_secs(every));
    }
    Ok(Outcome::Fine)
}
