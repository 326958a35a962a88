//! Classes, machines and models among the devices, and the one device that a text is about.

use crate::claim::{Conditions, Name};
use crate::extract::mention::DeviceMention;
use crate::vocab::Vocab;

use super::above::Subject;
use super::facet::Facet;

/// The device tree as the table reader asks about it.
#[derive(Debug)]
pub struct Classes<'a> {
    vocab: &'a Vocab,
}

impl<'a> Classes<'a> {
    /// Asks the tree of `vocab`.
    pub fn new(vocab: &'a Vocab) -> Classes<'a> {
        Classes { vocab }
    }

    /// Says whether `id` names a class ("gpu", "amd-gpu"), not a product.
    pub fn is_class(&self, id: &str) -> bool {
        self.vocab.devices.has_members(id) && !self.is_model(id) && !id.bytes().any(|byte| byte.is_ascii_digit())
    }

    /// Says whether `id` is a model or benchmark.
    pub fn is_model(&self, id: &str) -> bool {
        self.vocab.devices.is_a(id, &self.vocab.tables.classes.model)
    }

    /// Says whether `id` is a machine that holds accelerators: a system or an instance.
    pub fn is_machine(&self, id: &str) -> bool {
        self.vocab.tables.classes.machines.iter().any(|class| self.vocab.devices.is_a(id, class))
    }

    /// Says whether one of two devices is the other or stands above it in the tree.
    pub fn related(&self, one: &str, other: &str) -> bool {
        self.vocab.devices.is_a(one, other) || self.vocab.devices.is_a(other, one)
    }

    /// Returns the one device of hardware that `facet` is about: a class gives way to its member.
    pub fn only(&self, facet: &Facet) -> Subject {
        let hardware = facet.devices.iter().filter(|found| !self.is_model(&found.device));
        let mut kept: Option<&DeviceMention> = None;
        for found in hardware {
            match kept {
                None => kept = Some(found),
                // "A100 40GB PCIe A100 80GB PCIe": forms of one device are several.
                Some(known)
                    if known.device == found.device
                        && known.conditions != found.conditions
                        && known.conditions.iter().next().is_some() =>
                {
                    return Subject::Several;
                }
                Some(known) if self.vocab.devices.is_a(&known.device, &found.device) => {}
                Some(known)
                    if self.vocab.devices.is_a(&found.device, &known.device) || self.is_class(&known.device) =>
                {
                    kept = Some(found);
                }
                Some(_) if self.is_class(&found.device) => {}
                Some(_) => return Subject::Several,
            }
        }
        kept.map_or(Subject::None, |found| Subject::One(found.device.clone(), found.conditions.clone()))
    }

    /// Returns the one model that `facet` names, if it is one.
    pub fn model(&self, facet: &Facet) -> Option<Name> {
        let mut models = facet.device_ids().into_iter().filter(|id| self.is_model(id));
        let first = models.next()?;
        models.next().is_none().then(|| first.clone())
    }

    /// Returns the conditions by which a name says which form of the device is meant.
    pub fn own(found: &DeviceMention) -> &Conditions {
        &found.conditions
    }
}
