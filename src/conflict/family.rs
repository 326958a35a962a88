//! Which sources are copies of one article: a family has one vote.

use super::table::{Side, Table};
use crate::claim::{Name, id};

/// The family of every source.
#[derive(Debug, Default)]
pub struct Families {
    of_source: Vec<u32>,
    /// Family ids by number.
    pub ids: Vec<Name>,
}

impl Families {
    /// Finds the families among the sources of a table.
    pub fn new(table: &Table<'_>) -> Self {
        let mut families = Families { of_source: vec![u32::MAX; table.sources.len()], ids: Vec::new() };
        for side in &table.sides {
            if families.of_source[side.source as usize] != u32::MAX {
                continue;
            }
            let source = &table.claim(side).source;
            let name = source.family.clone().unwrap_or_else(|| id::family(&[&source.id]));
            let number = families.ids.iter().position(|known| *known == name).unwrap_or_else(|| {
                families.ids.push(name);
                families.ids.len() - 1
            });
            families.of_source[side.source as usize] = number as u32;
        }
        families
    }

    /// Returns the number of a side's family.
    pub fn of(&self, side: &Side) -> u32 {
        self.of_source[side.source as usize]
    }
}
