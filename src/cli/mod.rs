//! The command line: arguments, commands, exit codes.
//!
//! Each command calls the library, prints, and chooses the exit code: 0 fine, 1 `search`
//! found nothing or `--fail-on` was met, 2 failed. A closed pipe is not an error.

mod args;
mod changes;
mod check;
mod claims;
mod config;
mod conflicts;
mod decide;
mod decided;
mod digest;
mod doctor;
mod explain;
mod extract;
mod failure;
mod index;
mod init;
mod judge;
mod manual;
mod mcp;
mod output;
mod progress;
mod quantities;
mod schema;
mod search;
mod serve;
mod session;
mod show;
mod since;
mod sources;
mod status;
mod vocab;
mod watch;

use std::process::ExitCode;

use args::{Args, Command, Common, Format};
use failure::{Failure, Outcome};
use session::Session;

/// Runs the program on the arguments of this process.
pub fn run() -> ExitCode {
    match dispatch(Args::of_process()) {
        Ok(outcome) => outcome.code(),
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            // `-q` silences what is said along the way, never why nothing came out.
            let _ = failure::report(&failure);
            ExitCode::from(2)
        }
    }
}

fn dispatch(args: Args) -> Result<Outcome, Failure> {
    heed_format(&args.common, &args.command)?;
    // Settings may be written before there is what they name.
    let words = !matches!(args.command, Command::Init(_));
    let mut session = Session::new(args.common, words)?;
    let outcome = match args.command {
        Command::Index => index::run(&mut session),
        Command::Watch { every, updates } => watch::run(&mut session, every, updates),
        Command::Search(search) => search::run(&mut session, &search),
        Command::Claims(filter) => claims::run(&mut session, &filter),
        Command::Conflicts(conflicts) => conflicts::run(&mut session, &conflicts),
        Command::Digest(digest) => digest::run(&mut session, &digest),
        Command::Serve(serve) => serve::run(&mut session, &serve),
        Command::Show { id, lang } => show::run(&mut session, &id, lang),
        Command::Explain { place } => explain::run(&mut session, &place),
        Command::Mcp => mcp::run(&mut session),
        Command::Check(check) => check::run(&mut session, &check),
        Command::Sources(sources) => sources::run(&mut session, &sources),
        Command::Quantities(quantities) => quantities::run(&mut session, &quantities),
        Command::Extract { files } => extract::run(&mut session, &files),
        Command::Judge(judge) => judge::run(&mut session, &judge),
        Command::Vocab(vocab) => vocab::run(&mut session, &vocab),
        Command::Dismiss { id, because } => decide::dismiss(&mut session, &id, &because),
        Command::Accept { id, because } => decide::accept(&mut session, &id, &because),
        Command::Doctor => doctor::run(&mut session),
        Command::Status => status::run(&mut session),
        Command::Init(init) => init::run(&mut session, &init),
        Command::Schema { name } => schema::run(&mut session, name.as_deref()),
        Command::Man { output } => manual::man(&mut session, output.as_deref()),
        Command::Completions { shell } => manual::completions(&mut session, shell),
    }?;
    session.out.finish()?;
    // The words are given back with the process, at once instead of piece by piece.
    std::mem::forget(session);
    Ok(outcome)
}

/// Refuses a form of output that the command has not got, rather than to ignore the wish.
fn heed_format(common: &Common, command: &Command) -> Result<(), Failure> {
    let asked = common.format;
    if !common.format_given || asked == Format::Text {
        return Ok(());
    }
    let name = asked.name();
    let refuse = |what: &str, help: &str| Err(Failure::with_help(format!("`--format {name}`: {what}"), help));
    match command {
        Command::Check(_) => Ok(()),
        _ if matches!(asked, Format::Sarif | Format::Github) => {
            refuse("only `check` has this form", "use text, json, jsonl, csv or md")
        }
        Command::Digest(_) if asked != Format::Md => refuse(
            "a digest is a Markdown document",
            &format!("`atodds conflicts --format {name}` and `atodds claims --format {name}` give what it is made of"),
        ),
        Command::Watch { .. }
        | Command::Serve(_)
        | Command::Dismiss { .. }
        | Command::Accept { .. }
        | Command::Init(_) => refuse("this command says one line, as text", "leave `--format` out"),
        Command::Completions { .. } | Command::Man { .. } | Command::Mcp => {
            refuse("this has one form", "leave `--format` out")
        }
        Command::Schema { name: Some(_) } if asked != Format::Json => {
            refuse("a schema is JSON", "leave `--format` out")
        }
        _ => Ok(()),
    }
}
