//! Cases for mentions.
