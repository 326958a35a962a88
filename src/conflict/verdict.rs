//! The verdict over two or more sides: what it says, how far apart they are, how sure it is.

use super::context::Vote;
use super::footing::Footing;
use super::hint::Hint;
use super::table::{Keys, Side};
use super::{Certainty, Kind, Size, Status};

/// A reading below this confidence makes no conflict.
pub const SURE: f32 = 0.8;

/// The verdict over two sides.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// The two sides first, then what the verdict also rests on.
    pub sides: Vec<Side>,
    /// The verdict.
    pub status: Status,
    /// What kind of difference.
    pub kind: Kind,
    /// How far apart.
    pub size: Size,
    /// How sure that the two are of the same thing.
    pub certainty: Certainty,
    /// The larger figure over the smaller.
    pub ratio: Option<f64>,
    /// What accounts for the difference.
    pub explained: Keys,
    /// What is left out and matters.
    pub unstated: Keys,
    /// How the conditions stand.
    pub footing: Footing,
    /// The sentence that says why.
    pub rule: &'static str,
    /// What may lie behind it.
    pub hint: Option<Hint>,
    /// How the families stand.
    pub vote: Option<Vote>,
    /// All sides say the very same under the same conditions.
    pub shared: bool,
    /// The ratio is between the figures brought to one chip.
    pub scaled: bool,
    /// For how many chips each of the two is, where the verdict takes that into account.
    pub chips: Option<(f64, f64)>,
    /// A third claim that the verdict rests on.
    pub also: Option<Box<Side>>,
}

impl Verdict {
    /// Returns a verdict over sides whose conditions do not come in yet.
    pub fn new(sides: Vec<Side>, status: Status, kind: Kind, rule: &'static str) -> Self {
        Verdict {
            sides,
            status,
            kind,
            size: Size::Moderate,
            certainty: Certainty::Low,
            ratio: None,
            explained: Keys::default(),
            unstated: Keys::default(),
            footing: Footing::default(),
            rule,
            hint: None,
            vote: None,
            shared: false,
            scaled: false,
            chips: None,
            also: None,
        }
    }

    /// Takes the conditions in: how they stand, and how sure that makes it.
    pub fn on(mut self, footing: Footing) -> Self {
        self.footing = footing;
        self.certainty = certainty(footing);
        self
    }
}

/// Returns how sure it is that both are of one thing.
pub fn certainty(footing: Footing) -> Certainty {
    if !footing.lopsided.is_empty() || !footing.silent.is_empty() {
        return Certainty::Low;
    }
    if footing.defaulted.is_empty() { Certainty::High } else { Certainty::Medium }
}

/// Returns how far apart two figures are.
pub fn size(ratio: Option<f64>, meets: bool) -> Size {
    match ratio {
        _ if meets => Size::Trivial,
        Some(ratio) if ratio < 1.05 => Size::Minor,
        Some(ratio) if ratio < 1.2 => Size::Moderate,
        Some(ratio) if ratio < 2.0 => Size::Major,
        Some(_) => Size::Critical,
        None => Size::Moderate,
    }
}
