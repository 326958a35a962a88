//! What people and programs read: digest, charts, tables, JSON Lines, CSV.

pub mod annotations;
pub mod chart;
pub mod check;
pub mod csv;
pub mod digest;
pub mod json;
pub mod markdown;
pub mod sarif;
pub mod table;
pub mod value;
