//! A part of the vocabulary that is read when it is first used.
//!
//! A search needs the names of devices, an extraction needs the units too: each command pays
//! for the words it uses. A user's own file is read at once, so that its errors are said.

use std::fmt;
use std::ops::Deref;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, LazyLock};

/// Reads a part.
type Reading<T> = Box<dyn FnOnce() -> T + Send + UnwindSafe + RefUnwindSafe>;

/// A part of the vocabulary; it is used as the part itself.
pub struct Part<T>(Arc<LazyLock<T, Reading<T>>>);

impl<T> Part<T> {
    /// Returns the part that `read` gives when it is first used.
    pub fn later(read: impl FnOnce() -> T + Send + UnwindSafe + RefUnwindSafe + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(read))))
    }

    /// Returns the part that is there already.
    pub fn ready(value: T) -> Self
    where
        T: Send + UnwindSafe + RefUnwindSafe + 'static,
    {
        Self::later(move || value)
    }
}

impl<T> Clone for Part<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for Part<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
