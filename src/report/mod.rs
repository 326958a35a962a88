//! What people read: digest, tables, JSON Lines, CSV.
