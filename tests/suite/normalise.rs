//! Cases for normalise.
