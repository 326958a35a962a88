//! `atodds doctor`.

use std::io::Write;

use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::index::{self, Check};
use crate::report::table::Column;

const COLUMNS: [Column<Check>; 4] = [
    Column { name: "check", cell: |check| check.check.to_owned() },
    Column { name: "ok", cell: |check| check.ok.to_string() },
    Column { name: "found", cell: |check| check.found.clone() },
    Column { name: "remedy", cell: |check| check.remedy.clone() },
];

/// Looks at the index thoroughly; a problem is exit code 2.
pub fn run(session: &mut Session) -> Result<Outcome, Failure> {
    let common = &session.common;
    let checks = index::diagnose(&common.index, common.vocab.as_deref(), &session.vocab);
    session.out.list(&checks, &COLUMNS, |out| {
        let (green, red) = (anstyle::AnsiColor::Green.on_default(), anstyle::AnsiColor::Red.on_default().bold());
        for check in &checks {
            let (hue, word) = if check.ok { (green, "ok   ") } else { (red, "wrong") };
            writeln!(out, "{hue}{word}{hue:#}  {:10} {}", check.check, check.found)?;
            if !check.remedy.is_empty() {
                writeln!(out, "         help: {}", check.remedy)?;
            }
        }
        Ok(())
    })?;
    let wrong = checks.iter().filter(|check| !check.ok).count();
    if wrong > 0 {
        session.out.finish()?;
        return Err(Failure::new(format!("{wrong} of {} checks found something", checks.len())));
    }
    Ok(Outcome::Fine)
}
