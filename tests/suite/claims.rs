//! Cases for claims.
