//! Cases for quantities.
