//! Catches panics of foreign code over damaged bytes (a PDF, a file of the index) without their noise on standard error.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Returns what `work` returns, or `None` where it panicked.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work)).ok();
    QUIET.set(before);
    result
}
