//! Source text and the way back to it: spans, line numbers, mapped strings, diagnostics.
//!
//! Everything later in the pipeline points into a source by [`Span`]; lines and columns are
//! computed from it only when something is printed.

pub mod diagnostic;
pub mod lines;
pub mod mapped;
pub(crate) mod quiet;
pub mod script;
pub mod span;
pub mod suggest;

pub use diagnostic::Diagnostic;
pub use lines::{LineIndex, Position};
pub use mapped::Mapped;
pub use script::{simple, simplified};
pub use span::{Span, Spans};
