//! How far a long piece of work is: one line on a terminal's standard error, and nothing
//! anywhere else or for work that is soon done.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The line.
#[derive(Debug)]
pub struct Progress {
    wanted: bool,
    start: Instant,
    shown: AtomicBool,
}

impl Progress {
    /// Prepares the line; nothing is shown yet.
    pub fn new(quiet: bool) -> Self {
        Self { wanted: !quiet && io::stderr().is_terminal(), start: Instant::now(), shown: AtomicBool::new(false) }
    }

    /// Shows how many of how many files are done.
    pub fn show(&self, done: usize, all: usize) {
        if self.wanted && self.start.elapsed() > Duration::from_millis(400) {
            self.shown.store(true, Ordering::Relaxed);
            let filled = 24 * done / all.max(1);
            let _ = write!(io::stderr(), "\rreading [{:<24}] {done} of {all} files", "=".repeat(filled));
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.shown.load(Ordering::Relaxed) {
            let _ = write!(io::stderr(), "\r{:70}\r", "");
        }
    }
}
