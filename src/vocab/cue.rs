//! What a word says about the figures and devices beside it; the words stand in `binding.toml`.

use serde::Deserialize;

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
    /// Before a number: so many are sold together.
    Kit,
    /// Behind a number: so many of those spoken of.
    OfThem,
    /// Beside a number of devices: as much as so many would be.
    Equivalent,
    /// Opens the parts of a whole, before [`Cue::MadeUp`].
    MadeOf,
    /// Closes the parts of a whole.
    MadeUp,
    /// Behind a number of years: no term of a contract.
    NoTerm,
    /// Behind a size: the version of that size.
    OneOfThem,
    /// A rate beside it is what one of many users gets.
    PerUser,
    /// Between a comparative and what is compared with, however many words follow.
    Than,
    /// Devices beside it are counted as they are sold.
    Traded,
    /// The device after it is only the other end of a link.
    JoinsTo,
    /// The device before it is only the other end of a link.
    MeetsBehind,
    /// Behind a number, before a device: so many of them in one machine.
    Way,
    /// Stands between a device, what became of it and the date: "was first", "将于".
    Happens,
    /// Pairs two lists one to one.
    Respectively,
    /// The device after it is only compared with.
    Versus,
    /// The device before it is only compared with.
    VersusEnd,
    /// Behind a device: it is what another is measured by.
    Share,
    /// Behind a factor, before the device that it measures by.
    ThatOf,
    /// Between two devices: the second one only says what the first is.
    Copula,
    /// The device after it holds the one before it.
    Inside,
    /// The device after it is the one of the figure before it.
    Link,
    /// The device after it is an example of the one before it.
    Example,
    /// Says what kind of thing the device spoken of is.
    ThisIs,
    /// Joins members of a list.
    And,
    /// Rates one above another.
    Comparative,
    /// Opens a contrast.
    But,
    /// Makes money beside it money per hour.
    Hourly,
    /// Makes money beside it money per month.
    Monthly,
    /// Before an amount of money: it is for a year.
    Yearly,
    /// Right behind an amount of money: it is for a year.
    YearBehind,
    /// After a device: its figures are for one core.
    CoreNoun,
    /// After a device: its figures are for one chip.
    ChipNoun,
    /// After a device: its figures are for one die.
    DieNoun,
    /// After a device: its figures are for the machine that holds it.
    HostNoun,
    /// Owns a size in bytes beside it, which is then none of the device.
    Foreign,
    /// Owns an amount of money beside it.
    MoneyOfOthers,
    /// A rate beside it was reached in a run, not printed on a sheet.
    Achieved,
    /// A size beside it is a threshold for choosing a device.
    Choosing,
    /// Opens a condition.
    If,
    /// Denies the figure after it.
    Not,
    /// A denial that denies nothing ("not only", "no more than").
    NotADenial,
    /// Calls the figure beside it wrong.
    Wrong,
    /// The figure after it takes the place of the one before it.
    Correct,
    /// What follows is supposed for the sake of argument.
    Suppose,
    /// With a condition before it: what is not.
    Would,
    /// Somebody else says it.
    Reported,
    /// A report that is denied.
    NotAReport,
    /// Denies all that the words behind it say: "there is no evidence that".
    NoProof,
    /// Denies all that was said before it: "but that is not the case".
    NotSo,
    /// Before a figure: the source's own word, against what was said before.
    InFact,
    /// Holds a shorter cue and is none.
    Neutral,
    /// The figure right after it is what was before a change.
    Old,
    /// It stands for a device that is not named.
    Another,
    /// The figure right after it is a difference.
    Delta,
    /// Before a time: how often something happens.
    Every,
    /// Names the memory of the machine, not of the accelerator in it.
    HostMemory,
    /// Before a figure: each of several has it.
    Each,
    /// One of the parts that a memory is made of.
    MemoryPart,
    /// Names any memory: of a machine, it is that of the machine.
    AnyMemory,
    /// After a device in a price: the price is by its hour.
    Hour,
    /// Right before a figure, in a comparison: it is a difference.
    Apart,
    /// Right behind a figure: it is a difference.
    ApartBehind,
    /// Power beside it is drawn in a state of running.
    State,
    /// Right before a figure: where a change or a range begins.
    From,
    /// Opens a clause that is said of the device right before it.
    Relative,
    /// Between two figures: the second is the other side's.
    Opposed,
    /// The whole statement is unsure.
    Hedge,
    /// Beside a size: what is taken or left of all there is.
    Portion,
    /// Before money: what a piece of work cost.
    Work,
    /// A number before it counts something else than devices.
    NotDevices,
    /// After a number: a class of size, no figure.
    SizeClass,
    /// The device before it holds the one after it.
    Within,
    /// The figure beside it is for one of them.
    Apiece,
    /// Before a figure: something needs it.
    Need,
    /// A measure word that is also a unit of money.
    Measure,
    /// Between two vague numbers: one range of both.
    Even,
    /// A part that is bought with a device and has figures of its own.
    Accessory,
    /// Right behind a number: a machine that holds so many cards ("八卡机").
    CardHost,
    /// Before a link: by way of it, whatever else the word means ("over NVLink").
    Across,
    /// A part that moves data within the chip: its bandwidth is not the memory's ("DMA").
    Mover,
    /// A piece of a chip for which no scope stands.
    Piece,
    /// What is aimed at.
    Target,
    /// A time beside it is that of one step of a run.
    PerStep,
    /// Of a share: all there is.
    Whole,
    /// Adds up what stands before it.
    Together,
    /// Before a noun: one that was not spoken of.
    Indefinite,
    /// Between a whole and the counted parts that it is made of.
    Holds,
    /// Between a subject and a device that it is better than.
    Beats,
    /// Gives the figure after it to one of two devices.
    With,
    /// Stands for all of the devices named before.
    They,
    /// Between two devices: the second has taken the place of the first.
    GivesWay,
    /// Between two devices: the first has taken the place of the second.
    TakesOver,
    /// Behind a name that opens a clause: what follows is said of it.
    Has,
    /// Money beside it is a sum over nobody says how many.
    GrandTotal,
    /// What is said is said of the two that the sentence before names.
    Both,
    /// Behind a time: how long it is ago.
    Ago,
    /// At the head of a clause: in what was just spoken of.
    InsideIt,
    /// What is said is said of all that were spoken of.
    OfAll,
    /// A time beside it is that of the slowest few.
    Tail,
    /// A whole that is named by the device of which it is made.
    PodNoun,
    /// Denies the condition that was stated before it.
    WithoutIt,
    /// Beside a size: that of several devices together.
    Pooled,
    /// Before a device: two of them.
    Dual,
    /// Before a device: four of them.
    Quad,
    /// A machine put together around a device, which has a price of its own.
    Build,
    /// Behind the name of a family of chips: how its members are built.
    Architecture,
    /// Opens a phrase that is said of the device behind its comma.
    Opening,
}
