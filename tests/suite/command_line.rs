//! Cases for command_line.
