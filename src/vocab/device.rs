//! Devices: a tree of names (`devices.toml`).

use rustc_hash::FxHashMap;
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
    /// Words of which one must stand in the text for a short name to count ("G4" beside "AWS").
    #[serde(default)]
    pub near: Vec<String>,
    /// The names count only in the case they are written in ("BLOOM" is a model, "bloom" is none).
    #[serde(default)]
    pub exact: bool,
    /// Words that, right behind the name, mean something else ("L4 cache").
    #[serde(default)]
    pub not_followed_by: Vec<String>,
    /// Words that, right before the name, mean something else ("free T4").
    #[serde(default)]
    pub not_preceded_by: Vec<String>,
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
    /// Endings of its names that say which version of it is meant ("B3" of "910B3"): they state the variant.
    #[serde(default)]
    pub versions: Vec<String>,
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
    /// The name with `-{n}` for the number: `v3-{n}`. A generation may have several, split by `|`.
    pub pattern: String,
    /// What the number counts: `core` or `chip`.
    pub counts: Name,
}

/// What decides whether a doubtful word is a device.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Context {
    /// Words beside which a short name is a device.
    pub near: Vec<String>,
    /// Words that make another device of the name before them ("4070" + "Ti").
    pub extensions: Vec<String>,
    /// Words behind a number that is then no name ("4090 元").
    pub counted: Vec<String>,
    /// Words that may stand between a size and the name it belongs to ("80GB 版 A100").
    pub version: Vec<String>,
    /// How the names of a series begin, each `#` a digit at least ("RTX ####").
    pub series: Vec<String>,
    /// What makers put behind a name without saying more by it ("H200 Tensor Core GPU").
    pub epithets: Vec<String>,
}

impl Context {
    /// Adds the words of `other`.
    pub fn extend(&mut self, other: Context) {
        self.near.extend(other.near);
        self.extensions.extend(other.extensions);
        self.counted.extend(other.counted);
        self.version.extend(other.version);
        self.series.extend(other.series);
        self.epithets.extend(other.epithets);
    }
}

/// A name as it stands in a lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameEntry {
    /// Index of the device.
    pub device: usize,
    /// Number of the name in [`Device::names`] (then [`Device::short`]).
    pub name: usize,
    /// It counts only in the case it is written in.
    pub exact: bool,
}

/// What a word says about devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceWord {
    /// A full name.
    Full(NameEntry),
    /// A name that needs a context.
    Short(NameEntry),
    /// What stands before the hyphen and number of a slice ("v3" of "v3-8"); the index of the device.
    Slice(usize),
    /// How the names of a series begin; the least number of digits that follow.
    Series(usize),
    /// A word beside which a short name is a device.
    Near,
}

/// No tree of devices is deeper.
const DEEPEST: usize = 16;

/// All devices.
#[derive(Debug)]
pub struct Devices {
    entries: Vec<Device>,
    /// Only looked up in, never listed.
    by_id: FxHashMap<Name, usize>,
    /// For each device the index of its parent.
    parents: Vec<Option<usize>>,
    classes: Vec<bool>,
    /// What decides about doubtful words.
    pub context: Context,
    /// Full names.
    pub names: Lexicon<NameEntry>,
    /// Short names that need a context.
    pub short: Lexicon<NameEntry>,
}

impl Devices {
    /// Builds the tree and its lexicons.
    pub fn new(entries: Vec<Device>, context: Context) -> Self {
        let by_id: FxHashMap<Name, usize> =
            entries.iter().enumerate().map(|(at, device)| (device.id.clone(), at)).collect();
        let parents: Vec<Option<usize>> =
            entries.iter().map(|device| by_id.get(device.parent.as_ref()?).copied()).collect();
        let mut classes = vec![false; entries.len()];
        for parent in parents.iter().flatten() {
            classes[*parent] = true;
        }
        let names = Lexicon::new(words(&entries, |device| &device.names));
        let short = Lexicon::new(words(&entries, |device| &device.short));
        Self { names, short, context, classes, parents, by_id, entries }
    }

    /// Returns all words about devices: full and short names, slices and the words of a context.
    pub fn words(&self) -> impl Iterator<Item = (&str, DeviceWord)> {
        let slices = self.entries.iter().enumerate().flat_map(|(at, device)| {
            let patterns = device.slice.iter().flat_map(|slice| slice.pattern.split('|'));
            patterns.filter_map(move |pattern| Some((pattern.split_once("-{n}")?.0, DeviceWord::Slice(at))))
        });
        let full = words(&self.entries, |device| &device.names).map(|(word, entry)| (word, DeviceWord::Full(entry)));
        let brief = words(&self.entries, |device| &device.short).map(|(word, entry)| (word, DeviceWord::Short(entry)));
        let near = self.context.near.iter().map(|word| (word.as_str(), DeviceWord::Near));
        let series = self.context.series.iter().map(|series| {
            let head = series.trim_end_matches('#');
            (head.trim_end(), DeviceWord::Series(series.len() - head.len()))
        });
        full.chain(brief).chain(slices).chain(near).chain(series)
    }

    /// Returns the device with this id.
    pub fn get(&self, id: &str) -> Option<&Device> {
        self.by_id.get(id).map(|&at| &self.entries[at])
    }

    /// Returns the device that `text` names as a whole: an id, or a name in any language.
    pub fn named(&self, text: &str) -> Option<&Device> {
        let text = &*crate::text::simplified(text);
        let whole = |lexicon: &Lexicon<NameEntry>| {
            lexicon.find(text).into_iter().find(|found| found.span.len() == text.len()).map(|found| found.entry.device)
        };
        self.get(text).or_else(|| whole(&self.names).or_else(|| whole(&self.short)).map(|index| self.at(index)))
    }

    /// Returns the device at `index` (the meaning of a lexicon's match).
    pub fn at(&self, index: usize) -> &Device {
        &self.entries[index]
    }

    /// Returns all devices in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &Device> {
        self.entries.iter()
    }

    /// Says whether other devices stand below the one at `index`.
    pub fn is_class(&self, index: usize) -> bool {
        self.classes.get(index).copied().unwrap_or(false)
    }

    /// Says whether other devices stand below `id`.
    pub fn has_members(&self, id: &str) -> bool {
        self.by_id.get(id).is_some_and(|&index| self.is_class(index))
    }

    /// Says whether `id` is `ancestor` or stands somewhere below it.
    pub fn is_a(&self, id: &str, ancestor: &str) -> bool {
        let (Some(&at), Some(&ancestor)) = (self.by_id.get(id), self.by_id.get(ancestor)) else { return false };
        self.above(at).any(|at| at == ancestor)
    }

    /// Returns the index and those of its ancestors, nearest first. A loop in the tree ends it.
    fn above(&self, index: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(index), |&at| self.parents[at]).take(DEEPEST)
    }

    /// Returns the device and its ancestors, nearest first.
    pub fn lineage<'a>(&'a self, id: &str) -> impl Iterator<Item = &'a Device> {
        let at = self.by_id.get(id).copied();
        at.into_iter().flat_map(|at| self.above(at)).map(|at| &self.entries[at])
    }

    /// Returns the name to show for `id`: its first name, or the id itself.
    pub fn title<'a>(&'a self, id: &'a str) -> &'a str {
        self.get(id).and_then(|device| device.names.first()).map_or(id, String::as_str)
    }
}

fn words<'a>(
    entries: &'a [Device],
    pick: fn(&Device) -> &Vec<String>,
) -> impl Iterator<Item = (&'a str, NameEntry)> + 'a {
    entries.iter().enumerate().flat_map(move |(device, entry)| {
        pick(entry).iter().enumerate().map(move |(name, word)| {
            // "t4" and "a10" are seldom boards; "rtx 4090" always is one.
            let tiny = word.chars().count() <= 3 && word.bytes().any(|byte| byte.is_ascii_digit());
            (word.as_str(), NameEntry { device, name, exact: entry.exact || tiny })
        })
    })
}
