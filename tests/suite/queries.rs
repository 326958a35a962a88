//! Cases for queries.
