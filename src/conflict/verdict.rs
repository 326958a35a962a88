//! Two figures of one metric and device, and the verdict over them.
//!
//! The order of the questions is the order of an expert's: are the two of the same thing, do the
//! values meet at their written precision, does what differs account for the rest, and does
//! anything that is left out leave a way for both to hold? Only then is it a conflict.

use super::context::Vote;
use super::footing::{Footing, Ground};
use super::hint::{self, Hint};
use super::table::{Keys, Side, Table};
use super::{Certainty, Interval, Kind, Size, Status, time};
use crate::claim::{Claim, ConditionValue};
use crate::vocab::relation::Order;

/// A reading below this confidence makes no conflict.
pub const SURE: f32 = 0.8;
/// Lines that two rows of one table lie apart at most.
const TABLE_LINES: usize = 80;
/// Letters of a sentence that are looked at to see whether two are items of one list.
const LIST_ITEM: usize = 400;
/// Bytes of letters that such an item has at least.
const WORDS: usize = 24;
/// Figures of one key among which a source's other figure is looked for.
const KNOWN: usize = 2_000;
/// How the rules begin that read tables.
const TABLE: &str = "table/";
/// The unit of bare counts.
const COUNT: &str = "1";
/// From this ratio on, two boards or memory sizes of one device do not explain it.
const FAR: f64 = 5.0;
/// From this ratio on, a figure without a scope may be for several chips.
const SEVERAL: f64 = 4.0;

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

/// Two figures on one ground.
pub struct Pair<'t, 'a> {
    /// The claims.
    pub table: &'t Table<'a>,
    /// What the metric and the device ask.
    pub ground: &'t Ground<'a>,
    /// One side and its value.
    pub a: (Side, Interval),
    /// The other.
    pub b: (Side, Interval),
    /// One of the sources gives many values under the same conditions.
    pub many: bool,
}

/// The fixed ratio that differing conditions ask for.
struct Step {
    /// `a` is so many times `b`.
    factor: f64,
    /// The conditions that fix it.
    exact: Keys,
}

impl Pair<'_, '_> {
    /// Returns the verdict, the conditions standing as `footing` says.
    pub fn judge(&self, footing: Footing) -> Verdict {
        if self.ground.class && !self.a.1.meets(&self.b.1) {
            return self.of_class(footing);
        }
        self.over_scopes(footing).unwrap_or_else(|| {
            if footing.differ.is_empty() { self.alike(footing) } else { self.apart(footing, footing.differ) }
        })
    }

    /// Says whether both stand in one sentence or table row, or in two rows of one table.
    fn listed_together(&self) -> bool {
        self.stand_together(&self.a.0, &self.b.0)
    }

    fn stand_together(&self, one: &Side, other: &Side) -> bool {
        let (a, b) = (self.table.claim(one), self.table.claim(other));
        if one.source != other.source || a.evidence.end == 0 {
            return false;
        }
        if differ_in_figures(&a.evidence.quote, &b.evidence.quote) {
            return true;
        }
        let overlap = places(a).any(|(start, end)| places(b).any(|(first, last)| start < last && first < end));
        let near = a.evidence.line.abs_diff(b.evidence.line) <= TABLE_LINES;
        let table = a.rule.starts_with(TABLE) && b.rule.starts_with(TABLE);
        overlap || table && near && a.evidence.heading == b.evidence.heading
    }

    /// Says whether one of the two sources gives the other's figure too, beside its own: "marketed as 16 GB, of which
    /// 15 GB can be used". It knows of both.
    fn gives_both(&self) -> bool {
        let key = (self.a.0.metric, self.a.0.device);
        let knows = |own: &Side, other: &(Side, Interval)| {
            self.table.of(key).iter().take(KNOWN).any(|side| {
                side.source == own.source
                    && side.claim != own.claim
                    && side.unit == other.0.unit
                    && side.value.is_some_and(|value| value.meets(&other.1))
                    && (self.stand_together(own, side) || names(self.table.claim(side), self.table.claim(own)))
            })
        };
        let apart = self.a.0.source != self.b.0.source;
        apart && (knows(&self.a.0, &self.b) || knows(&self.b.0, &self.a)) || self.is_set_against()
    }

    /// Says whether one sentence sets its figure against the other: it names the other's number too, or it opens
    /// with a "however" in the same source.
    fn is_set_against(&self) -> bool {
        let (a, b) = (self.table.claim(&self.a.0), self.table.claim(&self.b.0));
        let turns = |own: &Claim| {
            let quote = own.evidence.quote.to_lowercase();
            let words = &self.table.vocab.relations.contrasts;
            words.iter().any(|word| quote.starts_with(word.as_str()))
        };
        let same = self.a.0.source == self.b.0.source;
        same && (names(a, b) || names(b, a) || turns(a) || turns(b))
    }

    /// Says whether both stand in one paragraph, where the author surely knows of both.
    fn one_paragraph(&self) -> bool {
        let (a, b) = (self.table.claim(&self.a.0), self.table.claim(&self.b.0));
        self.a.0.source == self.b.0.source && a.evidence.line == b.evidence.line
    }

    /// Judges figures of a class: only what is said of it at large ("thousands of cores") is said of every member.
    fn of_class(&self, footing: Footing) -> Verdict {
        let at_large = self.a.1.loose || self.b.1.loose;
        let one_source = self.a.0.source == self.b.0.source;
        if at_large && !one_source && footing.differ.is_empty() && self.ground.occasion.is_none() {
            let mut verdict = self.verdict(footing, Status::Tension, "class");
            verdict.unstated = footing.unstated(self.ground);
            return verdict;
        }
        if let Some((status, "threshold")) = self.no_property(footing) {
            let mut verdict = self.verdict(footing, status, "threshold");
            verdict.kind = Kind::Threshold;
            return verdict;
        }
        self.verdict(footing, Status::Incomparable, "members")
    }

    /// Judges figures for different numbers of chips; `None` where scope and count do not come in.
    fn over_scopes(&self, footing: Footing) -> Option<Verdict> {
        let touched = Keys((footing.differ.0 | footing.lopsided.0) & self.ground.span.0);
        if touched.is_empty() {
            return None;
        }
        let others = Keys(footing.differ.0 & !self.ground.span.0);
        let stated = !Keys(footing.differ.0 & self.ground.span.0).is_empty();
        let weights = if self.ground.adds {
            let chips = |side: &Side| self.ground.chips(self.table.set(side));
            chips(&self.a.0).zip(chips(&self.b.0))
        } else {
            None
        };
        let Some((wa, wb)) = weights else {
            return stated.then(|| self.apart(footing, footing.differ));
        };
        if (wa - wb).abs() < 1e-9 {
            return others.is_empty().then(|| self.alike(footing)).or_else(|| Some(self.apart(footing, others)));
        }
        let (a, b) = (self.a.1.times(1.0 / wa), self.b.1.times(1.0 / wb));
        let mut verdict = self.verdict(footing, Status::Explained, "scope-fits");
        verdict.chips = Some((wa, wb));
        if a.meets(&b) {
            verdict.explained = Keys(touched.0 | others.0);
            return Some(verdict);
        }
        if !others.is_empty() {
            let mut verdict = self.apart(footing, Keys(others.0 | if stated { touched.0 } else { 0 }));
            verdict.ratio = a.ratio(&b);
            verdict.scaled = true;
            verdict.chips = Some((wa, wb));
            return Some(verdict);
        }
        if !stated || self.listed_together() {
            // One side names no scope: it may be either's.
            let mut verdict = self.verdict(footing, Status::Tension, "scope-unstated");
            verdict.unstated = Keys(touched.0 | footing.unstated(self.ground).0);
            if self.a.1.meets(&self.b.1) && self.a.0.source == self.b.0.source {
                verdict.status = Status::Agreement;
                verdict.rule = "same-unstated";
            }
            return Some(verdict);
        }
        verdict.status = Status::Tension;
        verdict.rule = "scope-does-not-fit";
        verdict.kind = Kind::Arithmetic;
        verdict.scaled = true;
        verdict.ratio = a.ratio(&b);
        verdict.size = size(verdict.ratio, false);
        verdict.unstated = footing.unstated(self.ground);
        Some(verdict)
    }

    /// Judges figures whose stated conditions are equal.
    fn alike(&self, footing: Footing) -> Verdict {
        if self.a.1.meets(&self.b.1) {
            return self.meeting(footing);
        }
        let unstated = footing.unstated(self.ground);
        if let Some(key) = hint::binary_prefix(self.table, &self.a, &self.b) {
            let mut verdict = self.verdict(footing, Status::Explained, "unit-prefix");
            verdict.explained = key;
            return verdict;
        }
        if let Some(key) = self.told_apart().filter(|&key| !footing.equal.has(key)) {
            let mut verdict = self.verdict(footing, Status::Explained, "variant-told");
            verdict.explained.add(key);
            return verdict;
        }
        if self.listed_together() {
            let mut verdict = self.verdict(footing, Status::Explained, "listed-together");
            verdict.explained = self.reason("listed_together");
            verdict.unstated = unstated;
            return verdict;
        }
        if footing.by_default.iter().any(|at| self.order(at).is_some()) {
            return self.apart(footing, Keys::default());
        }
        if let Some(side) = self.count_beside(footing) {
            let mut verdict = self.verdict(footing, Status::Explained, "count-beside");
            let chips = side.value.map_or(1.0, |value| value.point());
            verdict.chips = Some(if self.a.1.point() > self.b.1.point() { (chips, 1.0) } else { (1.0, chips) });
            verdict.explained = Keys(self.ground.span.0);
            verdict.also = Some(Box::new(side));
            return verdict;
        }
        let settled = footing.lopsided.0 & !self.ground.times.0 == 0;
        if let Some(rule) = time::supersedes(self.table, self.ground.volatile, settled, &self.a.0, &self.b.0) {
            let mut verdict = self.verdict(footing, Status::Superseded, rule);
            verdict.unstated = Keys(unstated.0 & !self.ground.times.0);
            if rule == "other-time" {
                verdict.status = Status::Explained;
                verdict.explained = self.ground.times;
            }
            return verdict;
        }
        self.disputed(footing, unstated)
    }

    /// Figures that cannot both hold as they stand: is there a way that they can?
    fn disputed(&self, footing: Footing, unstated: Keys) -> Verdict {
        let mut verdict = self.verdict(footing, Status::Conflict, "apart");
        verdict.unstated = unstated;
        verdict.hint = self.ratio_hint(footing);
        // A known ratio that one side's condition makes says more than that a source has many values.
        let told = matches!(verdict.hint, Some(Hint::Ratio { key, .. }) if footing.lopsided.has(key));
        if let Some((status, rule)) = self.no_property(footing).filter(|(_, rule)| !told || *rule != "many-values") {
            verdict.hint = None;
            (verdict.status, verdict.rule) = (status, rule);
            if rule == "threshold" {
                verdict.kind = Kind::Threshold;
            }
            return verdict;
        }
        if let Some(Hint::Ratio { key, .. }) = verdict.hint {
            verdict.unstated.add(key);
        }
        if self.ground.volatile && !self.same_day() {
            verdict.unstated.0 |= self.ground.times.0 & self.ground.separates.0;
        }
        if verdict.hint.is_none() {
            verdict.hint = hint::slip(self.table, &self.a, &self.b);
        }
        if verdict.hint == Some(Hint::Bits) && !Keys(footing.lopsided.0 & self.ground.span.0).is_empty() {
            // Eight in a machine are more likely than bits for bytes.
            verdict.hint = None;
        }
        if verdict.ratio.is_some_and(|ratio| ratio >= FAR) {
            // No board or memory size makes so much.
            verdict.unstated.0 &= !(self.ground.sold.0 & footing.silent.0);
        }
        let many = verdict.ratio.is_some_and(|ratio| ratio >= SEVERAL) && verdict.hint != Some(Hint::Point);
        if let (true, true, Some(at)) = (many, self.ground.adds, self.ground.span.iter().next()) {
            // So far apart, the larger may be for a machine or a rack.
            if !footing.equal.has(at) {
                verdict.unstated.add(at);
            }
        }
        let hedged = |side: &(Side, Interval)| self.table.claim(&side.0).hedged;
        let way_out = if !verdict.unstated.is_empty() {
            Some("unstated")
        } else if hedged(&self.a) || hedged(&self.b) {
            Some("hedged")
        } else if self.estimates() {
            Some("estimates")
        } else if self.is_far_count(&verdict)
            || self.table.claim(&self.a.0).confidence.min(self.table.claim(&self.b.0).confidence) < SURE
        {
            Some("unsure")
        } else if self.one_paragraph() {
            Some("one-paragraph")
        } else if self.gives_both() {
            Some("both-given")
        } else if self.a.1.is_near(&self.b.1) || self.b.1.is_near(&self.a.1) {
            Some("near")
        } else {
            None
        };
        if let Some(rule) = way_out {
            verdict.status = Status::Tension;
            verdict.rule = rule;
        }
        verdict
    }

    /// Returns the count that stands beside the larger of two figures and accounts for the ratio: "a board of
    /// 4 chips costs $8" against $2 a chip.
    fn count_beside(&self, footing: Footing) -> Option<Side> {
        let open = Keys((footing.lopsided.0 | footing.defaulted.0 | footing.silent.0) & self.ground.span.0);
        if !self.ground.adds || open.is_empty() {
            return None;
        }
        let (large, small) = if self.a.1.point() > self.b.1.point() { (&self.a, &self.b) } else { (&self.b, &self.a) };
        let own = &self.table.claim(&large.0).evidence;
        let counts = self.table.counts.get(&(large.0.source, large.0.device))?;
        let accounts = |count: &&Side| {
            let at = &self.table.claim(count).evidence;
            let beside = at.start < own.end && own.start < at.end;
            let n = count.value.map_or(0.0, |value| value.point());
            beside && n > 1.0 && large.1.times(1.0 / n).meets(&small.1)
        };
        counts.iter().find(accounts).copied()
    }

    /// Says whether two bare counts lie so far apart that they hardly count one thing.
    fn is_far_count(&self, verdict: &Verdict) -> bool {
        let bare = self.table.names.get(self.a.0.unit as usize).is_some_and(|unit| &**unit == COUNT);
        let far = |ratio: f64| ratio > 50.0 && verdict.hint.is_none() || ratio > 5_000.0;
        bare && verdict.ratio.is_some_and(far)
    }

    /// Returns the verdict over figures that are no property of the device, or for which nothing is
    /// known that would make them one.
    fn no_property(&self, footing: Footing) -> Option<(Status, &'static str)> {
        let one_source = self.a.0.source == self.b.0.source;
        if let Some(occasion) = self.ground.occasion {
            let bound =
                |side: &(Side, Interval)| self.table.claim(&side.0).statement.quantity().and_then(|value| value.bound);
            let advice = occasion.threshold && bound(&self.a).is_some() && bound(&self.a) == bound(&self.b);
            return Some(if advice { (Status::Tension, "threshold") } else { (Status::Incomparable, "occasion") });
        }
        if self.many {
            return Some((Status::Incomparable, "many-values"));
        }
        if self.ground.doubtful {
            return Some((Status::Tension, "counts"));
        }
        let unknown = !Keys(footing.silent.0 & self.ground.matters.0).is_empty();
        (unknown && one_source).then_some((Status::Incomparable, "no-ground"))
    }

    /// Figures that can both hold.
    fn meeting(&self, footing: Footing) -> Verdict {
        let (a, b) = (self.a.1, self.b.1);
        // "At most 350" and "at most 300" can both hold, and still do not say the same.
        let bound =
            |side: &Side| self.table.claim(side).statement.quantity().is_some_and(|value| value.bound.is_some());
        let both_bounds = bound(&self.a.0) && bound(&self.b.0);
        let far = |ratio: f64| ratio > if both_bounds { 1.05 } else { 2.0 };
        // "From 256 on" and "from 1,024 on" meet, and still advise differently.
        let differ = both_bounds && a.point() != b.point();
        if let Some((status, rule @ "threshold")) = self.no_property(footing).filter(|_| differ) {
            let mut verdict = self.verdict(footing, status, rule);
            verdict.kind = Kind::Threshold;
            return verdict;
        }
        let loose = a.loose || b.loose;
        let written = Interval { wide_low: a.low, wide_high: a.high, ..a }.ratio(&Interval {
            wide_low: b.low,
            wide_high: b.high,
            ..b
        });
        let mut verdict = self.verdict(footing, Status::Agreement, "same");
        verdict.kind = Kind::SameValue;
        verdict.size = Size::Trivial;
        if loose && written.is_some_and(far) {
            verdict.status = Status::Explained;
            verdict.rule = "within-bound";
            verdict.kind = Kind::DisjointValues;
            verdict.explained = self.reason("bound");
        } else if a.point() != b.point() {
            verdict.rule = "same-rounded";
        }
        verdict
    }

    /// Judges figures for which the conditions `differ` are different, stated or by default.
    fn apart(&self, footing: Footing, differ: Keys) -> Verdict {
        let differ = Keys(differ.0 | (footing.by_default.0 & !self.ground.span.0));
        let unstated = Keys(footing.lopsided.0 & !differ.0);
        let step = self.step(differ);
        let scaled = self.b.1.times(step.factor);
        let rest = Keys(differ.0 & !step.exact.0);
        let say = |status, rule, explained: Keys| {
            let mut verdict = self.verdict(footing, status, rule);
            (verdict.explained, verdict.unstated) = (explained, unstated);
            verdict
        };
        if !step.exact.is_empty() && self.a.1.meets(&scaled) {
            return say(Status::Explained, "ratio-fits", step.exact);
        }
        let left_out = Keys(unstated.0 | (footing.silent.0 & self.ground.matters.0));
        // What is left out may explain a broken order, but something must; another day does.
        let of_two_times = self.ground.volatile && time::are_of_two_times(self.table, &self.a.0, &self.b.0);
        if let Some(at) = self.broken(differ, &scaled).filter(|_| !of_two_times)
            && Keys(rest.0 & !(1 << at)).is_empty()
        {
            let mut verdict = say(Status::Tension, "order-broken", Keys::default());
            verdict.unstated = left_out;
            verdict.hint = Some(Hint::Broken { key: at });
            return verdict;
        }
        // A fixed ratio binds only where neither says more than the other.
        if !step.exact.is_empty() && rest.is_empty() && Keys(unstated.0 & !self.ground.span.0).is_empty() {
            let mut verdict = say(Status::Tension, "ratio-does-not-fit", Keys::default());
            verdict.unstated = left_out;
            verdict.kind = Kind::Arithmetic;
            verdict.hint = step.exact.iter().next().map(|key| Hint::Broken { key });
            return verdict;
        }
        if self.a.1.meets(&self.b.1) {
            let mut verdict = say(Status::Incomparable, "same-number", differ);
            verdict.kind = Kind::SameValue;
            return verdict;
        }
        if Keys(differ.0 & !self.ground.no_rule.0).is_empty() {
            return say(Status::Incomparable, "no-rule", differ);
        }
        say(Status::Explained, "other-thing", differ)
    }

    /// Returns the fixed ratio of `a` to `b` that the differing conditions ask for.
    fn step(&self, differ: Keys) -> Step {
        let mut step = Step { factor: 1.0, exact: Keys::default() };
        for at in differ.iter() {
            let Some((order, a_is_more)) = self.order(at) else { continue };
            let Some(ratio) = order.ratio.map(super::interval::double) else { continue };
            step.factor *= if a_is_more { ratio } else { 1.0 / ratio };
            step.exact.add(at);
        }
        step
    }

    /// Returns the condition whose order the two break, `b` brought to `a`'s terms by the fixed ratios.
    fn broken(&self, differ: Keys, b: &Interval) -> Option<usize> {
        let a = &self.a.1;
        differ.iter().find(|&at| {
            let Some((order, a_is_more)) = self.order(at) else { return false };
            // A fixed ratio is broken only where the order is: twice the figure becomes less than it.
            let b = if order.ratio.is_some() { &self.b.1 } else { b };
            let (more, less) = if a_is_more { (a, b) } else { (b, a) };
            order.usual.is_none() && !more.meets(less) && more.point() < less.point()
        })
    }

    /// Returns the order between the two values of condition `at`, and whether `a` is to be the larger.
    fn order(&self, at: usize) -> Option<(&Order, bool)> {
        let rule = self.ground.rules.get(at)?;
        let word = |side: &Side| -> Option<&str> {
            let default = self.ground.taken_for(at).and_then(|value| match value {
                ConditionValue::Word(word) => Some(&**word),
                _ => None,
            });
            self.table.set(side).word(at).or(default)
        };
        let (a, b) = (word(&self.a.0)?, word(&self.b.0)?);
        let metric = &self.table.names[self.a.0.metric as usize];
        rule.order.iter().find_map(|order| {
            let upright = !order.lower.contains(metric);
            match (&*order.more, &*order.less) {
                (more, less) if more == a && less == b => Some((order, upright)),
                (more, less) if more == b && less == a => Some((order, !upright)),
                _ => None,
            }
        })
    }

    /// Returns the condition that both figures name by themselves, where both are of values it was sold in.
    fn told_apart(&self) -> Option<usize> {
        let (key, sold) = self.ground.told?;
        let is_sold = |value: &Interval| sold.iter().any(|size| hint::is_size(value, size));
        (is_sold(&self.a.1) && is_sold(&self.b.1)).then_some(key)
    }

    /// Returns a ratio that a condition left out would explain.
    fn ratio_hint(&self, footing: Footing) -> Option<Hint> {
        let open = Keys(footing.lopsided.0 | footing.silent.0 | footing.defaulted.0);
        for at in open.iter() {
            if self.ground.span.has(at) && self.ground.adds {
                let fits = |n: &f64| self.a.1.meets(&self.b.1.times(*n)) || self.b.1.meets(&self.a.1.times(*n));
                if let Some(ratio) = self.ground.multiples().find(fits) {
                    return Some(Hint::Ratio { key: at, ratio });
                }
                continue;
            }
            let Some(rule) = self.ground.rules.get(at) else { continue };
            for order in &rule.order {
                let Some(ratio) = order.ratio.map(super::interval::double) else { continue };
                if self.a.1.meets(&self.b.1.times(ratio)) || self.b.1.meets(&self.a.1.times(ratio)) {
                    return Some(Hint::Ratio { key: at, ratio });
                }
            }
        }
        None
    }

    /// Says whether both are for one day: in one source, or from sources of one date.
    fn same_day(&self) -> bool {
        let (a, b) = (self.table.claim(&self.a.0), self.table.claim(&self.b.0));
        self.a.0.source == self.b.0.source || a.source.date.is_some() && a.source.date == b.source.date
    }

    /// Says whether both figures are somebody's estimate.
    fn estimates(&self) -> bool {
        let vague = |side: &(Side, Interval)| {
            let claim = self.table.claim(&side.0);
            let guessed = self.ground.rules.iter().any(|rule| {
                rule.guesses.iter().any(|word| claim.conditions.word(&rule.key).is_some_and(|stated| stated == &**word))
            });
            guessed || claim.statement.quantity().is_some_and(|value| value.vague)
        };
        vague(&self.a) && vague(&self.b)
    }

    fn reason(&self, key: &str) -> Keys {
        let mut keys = Keys::default();
        if let Some(at) = self.table.key(key) {
            keys.add(at);
        }
        keys
    }

    fn verdict(&self, footing: Footing, status: Status, rule: &'static str) -> Verdict {
        let dated = self.table.claim(&self.a.0).statement.quantity().is_some_and(|value| value.dates.is_some());
        let ratio = if dated { None } else { self.a.1.ratio(&self.b.1) };
        Verdict {
            // Filled in when the verdict is listed: most are only counted.
            sides: Vec::new(),
            status,
            kind: hint::kind(self.table, &self.a, &self.b, ratio),
            size: size(ratio, self.a.1.meets(&self.b.1)),
            certainty: certainty(footing),
            ratio,
            explained: Keys::default(),
            unstated: Keys::default(),
            footing,
            rule,
            hint: None,
            vote: None,
            shared: false,
            scaled: false,
            chips: None,
            also: None,
        }
    }
}

/// Says whether the quote of one claim holds the number of another: "marketed as 16 GB, but only 15 GB is usable".
fn names(own: &Claim, other: &Claim) -> bool {
    let surface = other.statement.quantity().map(|value| value.surface.as_str()).unwrap_or_default();
    let number = surface.trim_matches(|c: char| !c.is_ascii_digit());
    let apart = |side: Option<char>| !side.is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let quote = &own.evidence.quote;
    let stands = |at: usize| apart(quote[..at].chars().next_back()) && apart(quote[at + number.len()..].chars().next());
    !number.is_empty() && quote.match_indices(number).any(|(at, _)| stands(at))
}

/// Returns the spans of the sentences in which a source says so.
fn places(claim: &Claim) -> impl Iterator<Item = (usize, usize)> {
    let also = claim.also.iter().map(|place| (place.start, place.end));
    std::iter::once((claim.evidence.start, claim.evidence.end)).chain(also)
}

/// Says whether two sentences of one source differ only in their figures: two items of a list.
fn differ_in_figures(a: &str, b: &str) -> bool {
    let rest = |text: &str| -> String { text.chars().filter(|ch| ch.is_alphabetic()).take(LIST_ITEM).collect() };
    a != b && rest(a).len() > WORDS && rest(a) == rest(b)
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
