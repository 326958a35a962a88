//! Cases for vocab.
