//! Cases for conflicts.
