//! What the notes state to which cells and headings point.

use rust_decimal::Decimal;

use super::bind::{Binder, Place};
use super::cell::Value;
use super::facet::Facet;
use super::note;
use crate::claim::Conditions;
use crate::text::Span;

impl Binder<'_> {
    /// Returns the conditions that the cell and the notes it points to state for its value `at`.
    pub(super) fn own(&self, place: &Place<'_>, facet: &Facet, values: &[Value], at: usize) -> Conditions {
        let mut conditions = values[at].conditions(facet);
        for (key, value) in self.noted(place, facet, values, at).iter() {
            conditions.set_default(key, value.clone());
        }
        // "989 / 1979*" with a note "with sparsity": the figure of about half the size is the other kind.
        let (least, most) = (Decimal::new(18, 1), Decimal::new(22, 1));
        let double = |one: &Value, other: &Value| other.reading.low?.checked_div(one.reading.low?);
        if let [_, _] = values
            && let Some(ratio) = double(&values[at], &values[1 - at])
            && (least..=most).contains(&ratio)
        {
            let noted = self.noted(place, facet, values, 1 - at);
            for pair in &self.vocab.tables.opposite {
                if noted.word(&pair.key) == Some(&pair.doubled) {
                    conditions.set_default(&pair.key, pair.plain.clone());
                }
            }
        }
        conditions
    }

    /// Returns what the notes state to which marks behind the value `at` point.
    fn noted(&self, place: &Place<'_>, facet: &Facet, values: &[Value], at: usize) -> Conditions {
        let raw = self.grid.raw(place.row, place.column);
        // The mark may stand before the unit: "366* TFLOPS".
        let start = facet.text.to_source(values[at].reading.span).start;
        let next = values.get(at + 1).map(|next| facet.text.to_source(next.reading.span).start);
        let mut conditions = Conditions::default();
        for mark in &raw.marks {
            let stands = mark.at.min(raw.text.len());
            let stands = raw.text.to_source(Span::new(stands, stands)).start;
            let behind = stands > start && next.is_none_or(|next| stands < next);
            if values.len() == 1 || behind {
                for (key, value) in note::conditions(self.vocab, self.article, self.block, &mark.name).iter() {
                    conditions.set_default(key, value.clone());
                }
            }
        }
        conditions
    }

    /// Returns the conditions of the notes that the figure's headings point to.
    pub(super) fn head_notes(&self, place: &Place<'_>) -> Conditions {
        let mut conditions = Conditions::default();
        for note in self.notes_of_heads(place) {
            for (key, value) in note.stated().iter() {
                conditions.set_default(key, value.clone());
            }
        }
        conditions
    }

    /// Returns the notes that the figure's headings point to.
    pub(super) fn notes_of_heads(&self, place: &Place<'_>) -> Vec<Facet> {
        let heads = self.grid.rows(super::grid::RowKind::Header).map(|row| self.grid.raw(row, place.column));
        // The marks of the figures to the left are those figures'.
        let names =
            |column: &usize| self.grid.cell(place.row, *column).quantities.iter().all(|q| q.unit.is_none() && !q.bare);
        let stub = (0..place.column).filter(names).map(|column| self.grid.raw(place.row, column));
        let marks = heads.chain(stub).flat_map(|cell| &cell.marks);
        marks.filter_map(|mark| note::facet(self.vocab, self.article, self.block, &mark.name)).collect()
    }
}
