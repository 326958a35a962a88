//! Runs the program as a user does, in a folder of its own.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs it in `folder`, in English whatever the locale.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atodds"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    for key in ["LANG", "LC_ALL", "LC_MESSAGES"] {
        command.env_remove(key);
    }
    command.output().unwrap()
}

/// Runs it like [`run`] and returns what it prints; it has to end well.
#[track_caller]
pub fn ok(folder: &Path, arguments: &[&str]) -> String {
    let done = run(folder, arguments);
    assert!(done.status.success(), "{arguments:?}: {}", err(&done));
    out(&done)
}

/// What it printed on standard output.
pub fn out(done: &Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// What it printed on standard error.
pub fn err(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}
