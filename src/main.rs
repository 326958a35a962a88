//! The `atodds` program.

fn main() {}
