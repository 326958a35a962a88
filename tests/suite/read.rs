//! Cases for read.
