//! The words that tie figures to devices and metrics (`binding.toml`).

use serde::Deserialize;

use super::Lexicon;

/// What a binding word does in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// The first of the two devices named before.
    Former,
    /// The second of them.
    Latter,
    /// Points back, before a device noun.
    This,
    /// Points back where it opens a clause, before a device noun.
    The,
    /// Stands for whichever device is meant.
    DeviceNoun,
    /// Stands for whichever model is meant.
    ModelNoun,
    /// "it", "its".
    Pronoun,
    /// Pairs two lists one to one.
    Respectively,
    /// The device after it is only compared with.
    Versus,
    /// The device before it is only compared with.
    VersusEnd,
    /// The device after it holds the one before it.
    Inside,
    /// The device after it is the one of the figure before it.
    Link,
    /// The device after it is an example of the one before it.
    Example,
    /// Joins members of a list.
    And,
    /// Opens a contrast.
    But,
}

/// One meaning and its words.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CueWords {
    /// What they do.
    pub means: Cue,
    /// English words.
    #[serde(default)]
    pub en: Vec<String>,
    /// Chinese words (simplified).
    #[serde(default)]
    pub zh: Vec<String>,
}

/// All binding words.
#[derive(Debug)]
pub struct Binding {
    /// Every cue; one word may have several meanings, so read them with [`Lexicon::find_all`].
    pub cues: Lexicon<Cue>,
}

impl Binding {
    /// Builds the lexicon.
    pub fn new(cues: &[CueWords]) -> Self {
        let words =
            cues.iter().flat_map(|cue| cue.en.iter().chain(&cue.zh).map(move |word| (word.as_str(), cue.means)));
        Self { cues: Lexicon::new(words) }
    }
}
