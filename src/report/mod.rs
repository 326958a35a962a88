//! What people and programs read: digest, charts, tables, JSON Lines, CSV.

pub mod chart;
pub mod csv;
pub mod digest;
pub mod json;
pub mod markdown;
pub mod table;
pub mod value;
