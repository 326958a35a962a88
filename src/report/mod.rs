//! What people and programs read: digest, tables, JSON Lines, CSV.

pub mod csv;
pub mod json;
pub mod table;
pub mod value;
