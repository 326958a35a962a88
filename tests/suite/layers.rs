//! Cases for layers.
