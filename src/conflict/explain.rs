//! Fixed sentences for a verdict: both values as written and where, the ratio, what is equal, what
//! differs, what is unstated, the rule, and what would settle it. The sentences are data
//! (`sentences.toml`), in both languages.

use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;

use super::hint::Hint;
use super::table::{Keys, Side, Table};
use super::verdict::Verdict;
use super::{Finding, Kind, Status};
use crate::claim::{Attribution, Claim, Quantity, Statement};
use crate::read::reference::shown;
use crate::vocab::amount::number;
use crate::vocab::{Lang, Vocab};

/// Says one verdict in one language.
pub struct Speaker<'t, 'a> {
    /// The claims.
    pub table: &'t Table<'a>,
    /// The language.
    pub lang: Lang,
}

impl Speaker<'_, '_> {
    /// Returns the explanation of a verdict.
    pub fn explanation(&self, verdict: &Verdict) -> String {
        let mut parts = vec![self.head(verdict)];
        let against = verdict.kind == Kind::FiguresAgainstComparison && verdict.sides.len() == 3;
        if verdict.sides.len() > 2 && verdict.status != Status::Agreement && !against {
            let further: Vec<String> = verdict.sides[2..].iter().take(4).map(|side| self.place(side)).collect();
            parts.push(self.say("further", &[("list", &self.list(&further))]));
        }
        parts.push(self.rates(verdict));
        parts.push(self.shares(verdict));
        parts.push(self.say(&format!("rule/{}", verdict.rule), &[]));
        let reported = |side: &Side| self.table.claim(side).attribution == Some(Attribution::Reported);
        if verdict.status == Status::Agreement && verdict.sides.iter().any(reported) {
            parts.push(self.say("reported", &[]));
        }
        parts.push(self.conditions("equal", verdict, verdict.footing.equal));
        parts.push(self.conditions("differs", verdict, verdict.footing.differ));
        parts.push(self.unstated(verdict));
        parts.push(self.hint(verdict));
        parts.push(self.vote(verdict));
        parts.retain(|part| !part.is_empty());
        parts.join(self.word("space"))
    }

    /// Returns what would settle a verdict, empty where nothing needs settling.
    pub fn to_settle(&self, verdict: &Verdict) -> String {
        if !matches!(verdict.status, Status::Conflict | Status::Tension) {
            return String::new();
        }
        if !verdict.unstated.is_empty() {
            let keys: Vec<String> = verdict.unstated.iter().map(|at| self.key(at)).collect();
            return self.say("settle/keys", &[("list", &self.list_and(&keys))]);
        }
        let support = |side: &Side| matches!(self.table.claim(side).statement, Statement::Support { .. });
        if verdict.sides.iter().take(2).all(support) {
            return self.say("settle/support", &[]);
        }
        let quoted = verdict.sides.iter().take(2).any(|side| side.value.is_none());
        let id = match (verdict.kind, verdict.hint) {
            _ if quoted => "settle/words",
            (_, Some(Hint::Broken { .. } | Hint::Swapped)) => "settle/order",
            (Kind::Arithmetic, _) => "settle/arithmetic",
            _ => "settle/apart",
        };
        self.say(id, &[])
    }

    fn head(&self, verdict: &Verdict) -> String {
        let [Some(a), Some(b)] = [verdict.sides.first(), verdict.sides.get(1)] else { return String::new() };
        let figures = verdict.sides.get(2).and_then(|c| Some((c, b.value?.point(), c.value?.point())));
        let (a, b) = (self.place(a), self.place(b));
        if let (Kind::FiguresAgainstComparison, Some((c, one, other))) = (verdict.kind, figures) {
            let fits = verdict.status == Status::Agreement;
            let factor = short((one / other).max(other / one));
            let id = if fits { "head/factor-fits" } else { "head/factor" };
            return self.say(id, &[("a", &a), ("b", &b), ("c", &self.place(c)), ("factor", &factor)]);
        }
        let ratio = verdict.ratio.unwrap_or(1.0);
        let id = match verdict.status {
            Status::Agreement if verdict.rule == "bound-kept" => "head/within",
            Status::Agreement => "head/same",
            Status::Incomparable => "head/beside",
            _ if ratio <= 1.0 => "head/differ",
            _ if ratio < 2.0 && verdict.scaled => "head/percent-scaled",
            _ if verdict.scaled => "head/apart-scaled",
            _ if ratio < 2.0 => "head/percent",
            _ => "head/apart",
        };
        let number = match id {
            "head/percent" | "head/percent-scaled" => {
                let percent = format!("{:.3}", (ratio - 1.0) * 100.0);
                short(percent.parse().unwrap_or(0.0))
            }
            "head/apart" | "head/apart-scaled" => short(ratio),
            _ => String::new(),
        };
        self.say(id, &[("a", &a), ("b", &b), ("ratio", &number), ("percent", &number)])
    }

    /// Says what a price is in the other's currency, and by which rate, where two currencies meet.
    fn rates(&self, verdict: &Verdict) -> String {
        let [Some(a), Some(b)] = [verdict.sides.first(), verdict.sides.get(1)] else { return String::new() };
        let Some(rates) = self.table.rates.filter(|_| self.table.unconverted(a, b).is_none()) else {
            return String::new();
        };
        let converted = |side: &Side| {
            let (rate, value) = (self.table.rate(side)?, self.table.claim(side).statement.quantity()?);
            let by = Decimal::from_f64(rate.value)?;
            let (low, high) = (value.low.checked_mul(by)?, value.high.checked_mul(by)?);
            let unit = rates.convert(&value.unit, None)?.0;
            let made = self.table.vocab.labels.show.interval(low.round_dp(4), high.round_dp(4), &unit);
            let said = written(self.table.vocab, self.lang, value);
            let factor = Decimal::from_f64(rate.value)?.normalize().to_string();
            let values = [("said", &*said), ("made", &*made), ("rate", &*factor), ("base", &*rates.base)];
            let of = [("currency", &*rate.currency), ("date", &*rate.date)];
            Some(self.say("rate", &[&values[..], &of].concat()))
        };
        let said: Vec<String> = [a, b].into_iter().filter_map(converted).collect();
        said.join(self.word("space"))
    }

    /// Says for how many chips a figure is and what that makes for one, of each side that is not for one anyway.
    fn shares(&self, verdict: &Verdict) -> String {
        let Some((a, b)) = verdict.chips.filter(|(a, b)| a != b) else { return String::new() };
        let share = |(side, chips): (&Side, f64)| {
            let claim = self.table.claim(side);
            let value = claim.statement.quantity().filter(|_| chips != 1.0)?;
            let by = Decimal::from_f64(chips)?;
            let (low, high) = (value.low.checked_div(by)?, value.high.checked_div(by)?);
            let each = self.table.vocab.labels.show.interval(low, high, &value.unit);
            let said = written(self.table.vocab, self.lang, value);
            let (id, n) = if chips < 1.0 { ("share/part", 1.0 / chips) } else { ("share/chips", chips) };
            Some(self.say(id, &[("said", &said), ("n", &number(round(n, 6))), ("each", &each)]))
        };
        let said: Vec<String> = verdict.sides.iter().zip([a, b]).filter_map(share).collect();
        said.join(self.word("space"))
    }

    fn place(&self, side: &Side) -> String {
        place(self.table.vocab, self.lang, self.table.claim(side))
    }

    fn conditions(&self, id: &str, verdict: &Verdict, keys: Keys) -> String {
        let [Some(a), Some(b)] = [verdict.sides.first(), verdict.sides.get(1)] else { return String::new() };
        let (a, b) = (self.table.set(a), self.table.set(b));
        let show = |at: usize| -> Option<String> {
            let id = self.table.keys.get(at).map_or("", |key| &**key);
            let named = |value: String| self.table.vocab.condition(id, &value, self.lang).to_owned();
            let (one, other) = (named(a.get(at)?.to_string()), named(b.get(at)?.to_string()));
            let key = self.key(at);
            if one == other {
                return Some(format!("{key} {one}"));
            }
            Some(self.say("differs/item", &[("key", &key), ("a", &one), ("b", &other)]))
        };
        let items: Vec<String> = keys.iter().filter_map(show).collect();
        if items.is_empty() { String::new() } else { self.say(id, &[("list", &self.list(&items))]) }
    }

    fn unstated(&self, verdict: &Verdict) -> String {
        let [Some(one), Some(other)] = [verdict.sides.first(), verdict.sides.get(1)] else { return String::new() };
        let (a, b) = (self.table.set(one), self.table.set(other));
        let stated = |at: usize| (a.stated.has(at), b.stated.has(at));
        let by = |wanted: fn((bool, bool)) -> bool| -> Vec<String> {
            verdict.unstated.iter().filter(|at| wanted(stated(*at))).map(|at| self.key(at)).collect()
        };
        let groups = [
            // What both state and leave open (a month against a day in it) is none's to say.
            ("unstated/both", None, by(|(first, second)| !first && !second)),
            ("unstated/second", Some(one), by(|(first, second)| first && !second)),
            ("unstated/first", Some(other), by(|(first, second)| second && !first)),
        ];
        // A figure is called by its value, where that tells it from the other: a report may list them otherwise.
        let value = |side: &Side| {
            let claim = self.table.claim(side);
            matches!(claim.statement, Statement::Figure(_)).then(|| said(self.table.vocab, self.lang, claim))
        };
        let told = value(one).is_some() && value(other).is_some() && value(one) != value(other);
        let say = |(id, side, keys): &(&str, Option<&Side>, Vec<String>)| {
            let list = self.list(keys);
            match side.filter(|_| told).and_then(value) {
                Some(said) => self.say("unstated/only", &[("said", &said), ("list", &list)]),
                None => self.say(id, &[("list", &list)]),
            }
        };
        let said: Vec<String> = groups.iter().filter(|(_, _, keys)| !keys.is_empty()).map(say).collect();
        said.join(self.word("space"))
    }

    fn hint(&self, verdict: &Verdict) -> String {
        let vocab = self.table.vocab;
        let name = |number: u32| self.table.names.get(number as usize).map_or("", |name| &**name);
        match verdict.hint {
            None => String::new(),
            Some(Hint::Ratio { key, ratio }) => {
                self.say("hint/ratio", &[("ratio", &short(ratio)), ("key", &self.key(key))])
            }
            Some(Hint::Broken { key }) => self.say("hint/broken", &[("key", &self.key(key))]),
            Some(Hint::Point) => self.say("hint/point", &[]),
            Some(Hint::Transposed) => self.say("hint/transposed", &[]),
            Some(Hint::Myriad) => self.say("hint/myriad", &[]),
            Some(Hint::Bits) => self.say("hint/bits", &[]),
            Some(Hint::Denied) => self.say("hint/denied", &[]),
            Some(Hint::Swapped) => self.say("hint/swapped", &[]),
            Some(Hint::OtherDevice(at)) => self.say("hint/other-device", &[("name", vocab.devices.title(name(at)))]),
            Some(Hint::OtherMetric(at)) => {
                self.say("hint/other-metric", &[("name", &metric_title(vocab, self.lang, name(at)))])
            }
        }
    }

    fn vote(&self, verdict: &Verdict) -> String {
        let (Some(vote), [Some(a), Some(b)]) = (verdict.vote, [verdict.sides.first(), verdict.sides.get(1)]) else {
            return String::new();
        };
        let (odd, usual) = if vote.second { (b, a) } else { (a, b) };
        let say = |side: &Side| said(self.table.vocab, self.lang, self.table.claim(side));
        let (many, few) = (vote.many.to_string(), vote.few.to_string());
        let values = [("many", &*many), ("few", &*few), ("usual", &*say(usual)), ("odd", &*say(odd))];
        self.say("vote", &values)
    }

    fn key(&self, at: usize) -> String {
        let key = self.table.keys.get(at).map_or("", |key| &**key);
        key_title(self.table.vocab, self.lang, key)
    }

    fn list(&self, items: &[String]) -> String {
        items.join(self.word("list/and"))
    }

    /// Returns "a, b and c".
    fn list_and(&self, items: &[String]) -> String {
        match items.split_last() {
            Some((last, before)) if !before.is_empty() => {
                format!("{}{}{last}", self.list(before), self.word("list/last"))
            }
            _ => self.list(items),
        }
    }

    fn say(&self, id: &str, values: &[(&str, &str)]) -> String {
        self.table.vocab.sentences.render(id, self.lang, values)
    }

    fn word<'s>(&'s self, id: &'s str) -> &'s str {
        self.table.vocab.sentences.get(id, self.lang)
    }
}

/// Returns what a claim says, and where.
fn place(vocab: &Vocab, lang: Lang, claim: &Claim) -> String {
    let line = claim.evidence.line.to_string();
    let said = said(vocab, lang, claim);
    vocab.sentences.render("place", lang, &[("said", &said), ("path", &claim.source.path), ("line", &line)])
}

/// The sentences that begin the explanation of a dispute.
const HEADS: [&str; 6] =
    ["head/apart", "head/percent", "head/apart-scaled", "head/percent-scaled", "head/differ", "head/factor"];

/// Returns an explanation without its first sentence, for a report in which the sides (`sides`, the finding's) stand above
/// it with their places; with `told` also without the last, where the report counts the independent sources itself.
pub fn reason<'e>(
    vocab: &Vocab,
    lang: Lang,
    finding: &Finding,
    explanation: &'e str,
    sides: &[&Claim],
    told: bool,
) -> &'e str {
    let mut rest = explanation;
    // Up to the last side that the first sentence names, then to its end.
    let last = |side: &&Claim| rest.find(&place(vocab, lang, side)).map(|at| at + place(vocab, lang, side).len());
    let named = if finding.kind == Kind::FiguresAgainstComparison { 3 } else { 2 };
    if let Some(from) =
        sides.iter().take(named).map(last).collect::<Option<Vec<usize>>>().and_then(|ends| ends.into_iter().max())
    {
        // A blank behind a full-width bracket is not written.
        let tails = HEADS.map(|id| vocab.sentences.get(id, lang).rsplit('}').next().unwrap_or_default().trim_start());
        let end = tails.iter().filter_map(|tail| Some(from + rest.get(from..)?.find(tail)? + tail.len())).min();
        rest = end.and_then(|end| rest.get(end..)).unwrap_or(rest).trim_start();
    }
    let further = vocab.sentences.get("further", lang).split('{').next().unwrap_or_default();
    if rest.starts_with(further) {
        let ends = sides.iter().skip(2).filter_map(|side| {
            let place = place(vocab, lang, side);
            rest.find(&place).map(|at| at + place.len())
        });
        let end = ends.max().unwrap_or(0);
        let stop = vocab.sentences.get("further", lang).rsplit('}').next().unwrap_or_default();
        rest = rest.get(end..).and_then(|tail| tail.strip_prefix(stop)).unwrap_or(rest).trim_start();
    }
    if told && finding.odd_one_out.is_some() {
        let vote = vocab.sentences.get("vote", lang).split('{').next().unwrap_or_default();
        rest = rest.rfind(vote).and_then(|at| rest.get(..at)).unwrap_or(rest).trim_end();
    }
    rest
}

/// Returns what a claim says, in few words: the value as written, or the statement.
pub fn said(vocab: &Vocab, lang: Lang, claim: &Claim) -> String {
    let say = |id: &str, values: &[(&str, &str)]| vocab.sentences.render(id, lang, values);
    let word = |word: &str| vocab.sentences.get(&format!("word/{word}"), lang).to_owned();
    let device = vocab.devices.title(&claim.device);
    let metric = metric_title(vocab, lang, &claim.metric);
    match &claim.statement {
        Statement::Figure(value) => written(vocab, lang, value),
        Statement::Comparison { versus, relation, factor } => {
            let versus = vocab.devices.title(versus);
            let relation = word(relation.as_str());
            let said = say(
                "said/comparison",
                &[("device", device), ("relation", &relation), ("versus", versus), ("metric", &metric)],
            );
            match factor {
                Some(factor) => format!("{said} {}", written(vocab, lang, factor)),
                None => said,
            }
        }
        Statement::Level(level) => {
            say("said/level", &[("device", device), ("level", &word(level.as_str())), ("metric", &metric)])
        }
        Statement::Support { object, modality } => {
            let object = vocab.qualities.title(object, lang);
            say("said/support", &[("device", device), ("modality", &word(modality.as_str())), ("object", object)])
        }
        Statement::Suitability { object, fit } => {
            let object = vocab.qualities.title(object, lang);
            say("said/suitability", &[("device", device), ("fit", &word(fit.as_str())), ("object", object)])
        }
    }
}

/// What a number is written with besides digits.
const NUMBER: &str = ".,'~-–−±+<>≤≥";

/// What a number is written with where it is a formula or markup, which nobody reads in a sentence.
const MARKUP: &[char] = &['\\', '`', '{', '}', '|', '<', '>', '*'];

/// Returns a figure as it is written, in quotes; where its unit stands elsewhere (in the head of a table, say) or it is
/// written for machines (`9.8e14`, a formula), with its unit and without quotes.
fn written(vocab: &Vocab, lang: Lang, value: &Quantity) -> String {
    let show = &vocab.labels.show;
    let is_number = |ch: char| ch.is_ascii_digit() || ch.is_whitespace() || NUMBER.contains(ch);
    let bare = value.surface.chars().all(is_number)
        || value.surface.parse::<f64>().is_ok()
        || value.surface.contains(MARKUP) && !value.surface.starts_with(['<', '>']);
    // "Up to" stands before the surface of "700 W".
    let bound =
        value.bound.is_some() && !value.surface.starts_with(|ch: char| ch.is_alphabetic() || "<>≤≥".contains(ch));
    if (bare || bound) && value.dates.is_none() && show.has_unit(&value.unit) {
        return show.quantity(value);
    }
    let surface = shown(&value.surface);
    let line = surface.split_whitespace().collect::<Vec<_>>().join(" ");
    vocab.sentences.render("quoted", lang, &[("text", &line)])
}

/// Returns a metric's name for people.
pub fn metric_title(vocab: &Vocab, lang: Lang, metric: &str) -> String {
    let title = vocab.metrics.get(metric).map(|entry| match lang {
        Lang::En => entry.title.en.clone(),
        Lang::Zh => entry.title.zh.clone(),
    });
    title.unwrap_or_else(|| metric.to_owned())
}

/// Returns a condition key's name for people.
pub fn key_title(vocab: &Vocab, lang: Lang, key: &str) -> String {
    let title = vocab.relations.condition(key).map(|rule| match lang {
        Lang::En => rule.title.en.clone(),
        Lang::Zh => rule.title.zh.clone(),
    });
    title.unwrap_or_else(|| key.to_owned())
}

/// Returns a number to three significant digits, without zeros at its end.
fn short(value: f64) -> String {
    number(round(value, 3))
}

/// Rounds to so many significant digits.
pub fn round(value: f64, digits: i32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let places = digits - 1 - value.abs().log10().floor() as i32;
    let text = format!("{:.*}", places.max(0) as usize, value);
    match places {
        0.. => text.parse().unwrap_or(value),
        _ => {
            let unit = 10f64.powi(-places);
            (value / unit).round() * unit
        }
    }
}
