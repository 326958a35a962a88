//! The `atodds` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    atodds::cli::run()
}
