//! The command line: arguments, commands, exit codes.
