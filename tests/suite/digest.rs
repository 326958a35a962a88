//! Cases for digest.
