//! Devices: a tree of names (`devices.toml`).

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Lexicon;
use crate::claim::Name;

/// One device, as `devices.toml` says it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Device {
    /// Lower-case, hyphens, the vendor first: `nvidia-a100`.
    pub id: Name,
    /// The device, class or family it belongs to; absent at the roots.
    pub parent: Option<Name>,
    /// Names in any language, the one to show first. Case is ignored; a blank also matches a hyphen or nothing.
    #[serde(default)]
    pub names: Vec<String>,
    /// Names that only count beside another device word or where nothing else can be meant ("4090", "910B").
    #[serde(default)]
    pub short: Vec<String>,
    /// Compute cores of a chip, where prices or memory are also quoted per core.
    pub cores_per_chip: Option<u32>,
    /// Chips (or dies) of a card, where figures are also quoted per chip or die.
    pub chips_per_card: Option<u32>,
    /// For systems and instances: what they hold.
    pub holds: Option<Holds>,
    /// How slices are named.
    pub slice: Option<Slice>,
    /// Memory sizes it was sold with (`40GB`, `80GB`).
    #[serde(default)]
    pub variants: Vec<Name>,
    /// Board forms it was sold in (`sxm`, `pcie`).
    #[serde(default)]
    pub forms: Vec<Name>,
    /// Where its facts come from.
    pub source: Option<String>,
}

/// The accelerators of a machine.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holds {
    /// Device id.
    pub device: Name,
    /// How many of it.
    pub count: u32,
}

/// Names of slices: "v3-8".
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slice {
    /// The name with `{n}` for the number: `v3-{n}`. A generation may have several, split by `|`.
    pub pattern: String,
    /// What the number counts: `core` or `chip`.
    pub counts: Name,
}

/// All devices.
#[derive(Debug)]
pub struct Devices {
    entries: Vec<Device>,
    by_id: BTreeMap<Name, usize>,
    /// Full names; the meaning is the index of the device.
    pub names: Lexicon<usize>,
    /// Short names that need a context; the meaning is the index of the device.
    pub short: Lexicon<usize>,
}

impl Devices {
    /// Builds the tree and its lexicons.
    pub fn new(entries: Vec<Device>) -> Self {
        let by_id = entries.iter().enumerate().map(|(at, device)| (device.id.clone(), at)).collect();
        let named = |pick: fn(&Device) -> &Vec<String>| {
            Lexicon::new(
                entries
                    .iter()
                    .enumerate()
                    .flat_map(|(at, device)| pick(device).iter().map(move |name| (name.as_str(), at))),
            )
        };
        let names = named(|device| &device.names);
        let short = named(|device| &device.short);
        Self { names, short, by_id, entries }
    }

    /// Returns the device with this id.
    pub fn get(&self, id: &str) -> Option<&Device> {
        self.by_id.get(id).map(|&at| &self.entries[at])
    }

    /// Returns the device at `index` (the meaning of a lexicon's match).
    pub fn at(&self, index: usize) -> &Device {
        &self.entries[index]
    }

    /// Returns all devices in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &Device> {
        self.entries.iter()
    }

    /// Says whether `id` is `ancestor` or stands somewhere below it.
    pub fn is_a(&self, id: &str, ancestor: &str) -> bool {
        self.lineage(id).any(|device| &*device.id == ancestor)
    }

    /// Returns the device and its ancestors, nearest first. A loop in the tree ends it.
    pub fn lineage<'a>(&'a self, id: &str) -> impl Iterator<Item = &'a Device> {
        let mut next = self.get(id);
        let mut left = 16;
        std::iter::from_fn(move || {
            let device = next?;
            left -= 1;
            next = device.parent.as_deref().and_then(|parent| self.get(parent)).filter(|_| left > 0);
            Some(device)
        })
    }

    /// Returns the name to show for `id`: its first name, or the id itself.
    pub fn title<'a>(&'a self, id: &'a str) -> &'a str {
        self.get(id).and_then(|device| device.names.first()).map_or(id, String::as_str)
    }
}
