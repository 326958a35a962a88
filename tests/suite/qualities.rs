//! Cases for qualities.
