//! The manual pages and the completion scripts, made from the arguments.

use std::path::Path;

use clap::CommandFactory;

use super::args::Args;
use super::failure::{Failure, Outcome};
use super::session::Session;

/// Prints the manual page, or writes all of them.
pub fn man(session: &mut Session, folder: Option<&Path>) -> Result<Outcome, Failure> {
    let Some(folder) = folder else {
        clap_mangen::Man::new(Args::command()).render(&mut session.out)?;
        return Ok(Outcome::Fine);
    };
    let cannot = |error: std::io::Error| Failure::new(format!("cannot write into `{}`: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(cannot)?;
    clap_mangen::generate_to(Args::command(), folder).map_err(cannot)?;
    Ok(Outcome::Fine)
}

/// Prints the completion script.
pub fn completions(session: &mut Session, shell: clap_complete::Shell) -> Result<Outcome, Failure> {
    clap_complete::generate(shell, &mut Args::command(), "atodds", &mut session.out);
    Ok(Outcome::Fine)
}
