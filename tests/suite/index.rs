//! Cases for index.
