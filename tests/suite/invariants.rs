//! Cases for invariants.
