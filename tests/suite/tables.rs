//! Cases for tables.
