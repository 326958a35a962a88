//! Units: what stands after a number (`units.toml`).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rust_decimal::Decimal;

use super::Trie;
use super::numeral::power_of_ten;
use super::unit_file::{Item, Prefix, Prefixes, Stated, Unit, UnitFile};
use crate::claim::Name;

/// A unit in one spelling's meaning: prefix applied.
#[derive(Debug, Clone)]
pub struct Form {
    /// As it is shown: `TB`, `ms`.
    pub symbol: Name,
    /// What it measures.
    pub dimension: Name,
    /// Unit of the claim model.
    pub canonical: Name,
    /// Canonical units in one of the shown unit.
    pub factor: Decimal,
    /// Shown units in one written unit (成: 10 %).
    pub shown: Decimal,
    /// Index of the unit.
    pub unit: usize,
    /// It has a prefix: kilo, kibi.
    pub prefixed: bool,
}

/// All units, ready to match.
#[derive(Debug)]
pub struct Units {
    units: Vec<Unit>,
    forms: Vec<Form>,
    items: Vec<Item>,
    stated: Vec<Stated>,
    /// How each form is spelled, in the order in which spellings count.
    spellings: Vec<Spelling>,
    prefixes: Vec<Prefix>,
    /// Words that only begin like a unit: those whose case counts, and the rest.
    no_units: [Vec<String>; 2],
    /// The spellings behind a number, once one was met: many a query has none.
    spelled: OnceLock<Spelled>,
    /// The spellings before a number, matched leftwards.
    before: OnceLock<Trie<usize>>,
    /// Words that count only right behind a bigger unit, by dimension.
    pub following: BTreeMap<Name, Trie<usize>>,
    /// For the unit of a form (by index of the unit): the forms of its rivals.
    rivals: BTreeMap<usize, Vec<usize>>,
    /// Words that are a quantity by themselves.
    pub said: Trie<(Decimal, usize)>,
    /// Characters that stand for one of a unit.
    pub ones: Trie<usize>,
    /// Things that rates are made of.
    pub item_words: Trie<usize>,
    /// Parts of hardware in a denominator; the meaning is for [`Units::stated`].
    pub scope_words: Trie<usize>,
    /// Words between number and unit; the meaning is for [`Units::stated`].
    pub modifiers: Trie<usize>,
    /// Chinese measure words.
    pub counters: Trie<()>,
    /// Measure words of things counted by the piece.
    pub pieces: Trie<()>,
    /// Between a unit and its denominator.
    pub per: Trie<()>,
    /// Before a denominator that stands before the number.
    pub per_before: Trie<()>,
    /// Words between such a denominator and its number, matched forwards.
    pub per_between: Trie<()>,
    /// Words behind "a year" that make it no rate.
    pub per_not_before: Trie<()>,
}

/// The spellings of all units behind a number.
#[derive(Debug)]
struct Spelled {
    symbols: Trie<usize>,
    words: Trie<usize>,
}

/// How a form is spelled.
#[derive(Debug, Clone, Copy)]
struct Spelling {
    form: usize,
    with: With,
}

/// What stands before the unit's own spelling.
#[derive(Debug, Clone, Copy)]
enum With {
    Nothing,
    /// Index of the prefix.
    Prefix(usize),
    /// A letter before the code of a currency.
    Letter(&'static str),
}

/// The meaning of a word that only begins like a unit.
pub const NO_UNIT: usize = usize::MAX;

impl Units {
    /// Builds the tries from the file.
    pub fn new(file: UnitFile) -> Self {
        let UnitFile {
            per,
            not_a_symbol,
            not_a_unit,
            prefix: prefixes,
            unit: units,
            said,
            item: items,
            scope,
            modifier,
            counter,
            piece,
        } = file;
        let mut new = Self {
            forms: Vec::new(),
            spellings: Vec::new(),
            prefixes,
            no_units: [not_a_symbol, not_a_unit].map(|lists| lists.into_iter().flat_map(|list| list.words).collect()),
            spelled: OnceLock::new(),
            before: OnceLock::new(),
            following: BTreeMap::new(),
            rivals: BTreeMap::new(),
            said: Trie::any_case(),
            ones: Trie::any_case(),
            item_words: Trie::any_case(),
            scope_words: Trie::any_case(),
            modifiers: Trie::any_case(),
            counters: Trie::any_case(),
            pieces: Trie::any_case(),
            per: Trie::any_case(),
            per_before: Trie::any_case(),
            per_between: Trie::any_case(),
            per_not_before: Trie::any_case(),
            stated: Vec::new(),
            units,
            items,
        };
        for (words, trie) in
            [(&per.after, &mut new.per), (&per.before, &mut new.per_before), (&per.between, &mut new.per_between)]
        {
            words.iter().for_each(|word| trie.insert(word, ()));
        }
        per.not_before.iter().for_each(|word| new.per_not_before.insert(word, ()));
        // Plain spellings go first: a spelling of one unit beats a prefix and another ("min", "ft").
        for index in 0..new.units.len() {
            new.add_plain(index);
        }
        for index in 0..new.units.len() {
            new.add_prefixed(index);
        }
        for said in &said {
            let form = new.forms.iter().position(|form| *form.symbol == *said.unit && form.shown == Decimal::ONE);
            if let Some(form) = form {
                said.zh.iter().for_each(|word| new.said.insert(word, (said.value, form)));
                said.unless.iter().for_each(|word| new.said.insert(word, (said.value, NO_UNIT)));
            }
        }
        for (at, item) in new.items.iter().enumerate() {
            plural_words(&item.words).iter().chain(&item.zh).for_each(|word| new.item_words.insert(word, at));
        }
        for (list, trie) in [(scope, &mut new.scope_words), (modifier, &mut new.modifiers)] {
            for stated in list {
                let at = new.stated.len();
                plural_words(&stated.words).iter().chain(&stated.zh).for_each(|word| trie.insert(word, at));
                new.stated.push(stated);
            }
        }
        piece.iter().flat_map(|list| &list.words).for_each(|word| new.pieces.insert(word, ()));
        counter.iter().flat_map(|list| &list.words).for_each(|word| new.counters.insert(word, ()));
        new
    }

    fn add_plain(&mut self, index: usize) {
        let form = self.form(index, "", Decimal::ONE);
        self.spellings.push(Spelling { form, with: With::Nothing });
        let unit = &self.units[index];
        if unit.only_prefixed() {
            return;
        }
        unit.one.iter().for_each(|word| self.ones.insert(word, form));
        for word in &unit.following {
            self.following.entry(unit.dimension.clone()).or_insert_with(Trie::any_case).insert(word, form);
        }
        let money = &*unit.dimension == MONEY;
        let scales: &[_] = if money { &[("M", 1_000_000), ("k", 1_000)] } else { &[] };
        for &(letter, scale) in scales {
            let form = self.form(index, "", Decimal::ONE);
            self.forms[form].shown = Decimal::from(scale);
            self.spellings.push(Spelling { form, with: With::Letter(letter) });
        }
        let unit = &self.units[index];
        if let Some(rival) = &unit.rival_of
            && let Some(at) = self.units.iter().position(|other| other.symbol == *rival && other.marks == unit.marks)
        {
            self.rivals.entry(at).or_default().push(form);
        }
    }

    fn add_prefixed(&mut self, index: usize) {
        let Some(kind) = self.units[index].si else { return };
        let small_only = self.units[index].small_only;
        for at in 0..self.prefixes.len() {
            let prefix = &self.prefixes[at];
            let fits = takes(kind, prefix) && !(small_only && prefix.power > 0);
            let Some(scale) = scale_of(prefix).filter(|_| fits) else { continue };
            let symbol = prefix.symbol.clone();
            let form = self.form(index, &symbol, scale);
            self.spellings.push(Spelling { form, with: With::Prefix(at) });
        }
    }

    /// Returns the spellings whose case counts.
    pub fn symbols(&self) -> &Trie<usize> {
        &self.spelled().symbols
    }

    /// Returns words and Chinese.
    pub fn words(&self) -> &Trie<usize> {
        &self.spelled().words
    }

    /// Returns the spellings before the number, matched leftwards.
    pub fn before(&self) -> &Trie<usize> {
        self.before.get_or_init(|| {
            let mut before = Trie::backwards();
            for &Spelling { form, with } in &self.spellings {
                let unit = &self.units[self.forms[form].unit];
                match with {
                    With::Nothing if !unit.only_prefixed() => {
                        unit.before.iter().for_each(|word| before.insert(word, form));
                    }
                    With::Letter(letter) => {
                        unit.codes().for_each(|code| before.insert_joined(letter, code, form));
                    }
                    _ => {}
                }
            }
            before
        })
    }

    fn spelled(&self) -> &Spelled {
        self.spelled.get_or_init(|| {
            let [no_symbols, no_words] = &self.no_units;
            let mut spelled = Spelled { symbols: Trie::exact(), words: Trie::any_case() };
            no_symbols.iter().for_each(|word| spelled.symbols.insert(word, NO_UNIT));
            for &Spelling { form, with } in &self.spellings {
                let unit = &self.units[self.forms[form].unit];
                match with {
                    With::Nothing => spelled.add_plain(unit, form),
                    // MEUR, kUSD.
                    With::Letter(letter) => {
                        unit.codes().for_each(|code| spelled.symbols.insert_joined(letter, code, form));
                    }
                    With::Prefix(at) => spelled.add_prefixed(unit, &self.prefixes[at], form),
                }
            }
            no_words.iter().for_each(|word| spelled.words.insert(word, NO_UNIT));
            spelled
        })
    }

    /// Adds the form of `units[index]` with a prefix and returns its index.
    fn form(&mut self, index: usize, prefix: &str, scale: Decimal) -> usize {
        let unit = &self.units[index];
        let (symbol, shown) = match &unit.shown {
            Some(shown) => (shown.symbol.as_str(), shown.factor),
            None => (unit.symbol.as_str(), Decimal::ONE),
        };
        self.forms.push(Form {
            symbol: format!("{prefix}{symbol}").into(),
            dimension: unit.dimension.clone(),
            canonical: unit.canonical.as_deref().unwrap_or(&unit.symbol).into(),
            factor: unit.factor.checked_mul(scale).unwrap_or(unit.factor),
            shown,
            unit: index,
            prefixed: !prefix.is_empty(),
        });
        self.forms.len() - 1
    }

    /// Returns the form at `index` (the meaning of a trie's match).
    pub fn form_at(&self, index: usize) -> &Form {
        &self.forms[index]
    }

    /// Returns the forms and units that share the words of the unit of `form`.
    pub fn rivals_of(&self, form: usize) -> impl Iterator<Item = (usize, &Unit)> {
        let rivals = self.forms.get(form).and_then(|form| self.rivals.get(&form.unit));
        rivals.into_iter().flatten().map(|&rival| (rival, &self.units[self.forms[rival].unit]))
    }

    /// Returns the form for that time of one device, where `form` is a time that a device is paid by.
    pub fn device_time(&self, form: usize) -> Option<usize> {
        let symbol = &self.unit_of(self.form_at(form)).symbol;
        self.forms.iter().position(|other| {
            let unit = self.unit_of(other);
            let paid = unit.priced.as_ref().is_some_and(|priced| *priced.canonical == **symbol);
            &*other.dimension == "device-time" && paid && unit.factor == Decimal::ONE
        })
    }

    /// Returns the unit of a form.
    pub fn unit_of(&self, form: &Form) -> &Unit {
        &self.units[form.unit]
    }

    /// Returns the item at `index`.
    pub fn item_at(&self, index: usize) -> &Item {
        &self.items[index]
    }

    /// Returns what a scope or modifier word states.
    pub fn stated(&self, index: usize) -> &Stated {
        &self.stated[index]
    }

    /// Returns the first characters of the Chinese words before a denominator.
    pub fn per_characters(&self) -> impl Iterator<Item = char> {
        self.per_before.first_characters()
    }

    /// Returns the ISO 4217 codes of the currencies.
    pub fn currencies(&self) -> impl Iterator<Item = &str> {
        self.iter().filter(|unit| &*unit.dimension == MONEY).map(|unit| &*unit.symbol)
    }

    /// Says whether `symbol` is the code of a currency.
    pub fn is_currency(&self, symbol: &str) -> bool {
        self.currencies().any(|code| code == symbol)
    }

    /// Returns all units in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter()
    }
}

impl Spelled {
    fn add_plain(&mut self, unit: &Unit, form: usize) {
        plural_words(&unit.words).iter().for_each(|word| self.words.insert(word, form));
        if unit.only_prefixed() {
            return;
        }
        unit.symbols.iter().for_each(|symbol| self.symbols.insert(symbol, form));
        unit.zh.iter().for_each(|word| self.words.insert(word, form));
    }

    fn add_prefixed(&mut self, unit: &Unit, prefix: &Prefix, form: usize) {
        // "K" for kilo is read with bytes and operations only; "Km" is listed by hand.
        let also = if unit.si == Some(Prefixes::All) && prefix.power > 0 { &[][..] } else { &prefix.also[..] };
        for symbol in &unit.symbols {
            for spelling in also.iter().chain([&prefix.symbol]) {
                self.symbols.insert_joined(spelling, symbol, form);
            }
        }
        for word in plural_words(&unit.words).iter().filter(|word| word.is_ascii()) {
            self.words.insert_joined(&prefix.word, word, form);
        }
        for word in unit.zh.iter().filter(|word| !word.is_ascii()) {
            if let Some(zh) = &prefix.zh {
                self.words.insert_joined(zh, word, form);
            }
        }
    }
}

/// The dimension of currencies.
const MONEY: &str = "money";

impl Unit {
    /// Says whether its plain spellings are words alone: mT, but not T.
    fn only_prefixed(&self) -> bool {
        self.small_only && self.si.is_some()
    }

    /// Returns the ISO 4217 codes among its symbols: EUR, USD, also written MEUR and kUSD.
    fn codes(&self) -> impl Iterator<Item = &String> {
        self.symbols.iter().filter(|symbol| symbol.len() == 3 && symbol.bytes().all(|byte| byte.is_ascii_uppercase()))
    }
}

fn takes(kind: Prefixes, prefix: &Prefix) -> bool {
    match kind {
        Prefixes::All => prefix.binary.is_none(),
        Prefixes::Big => prefix.binary.is_none() && prefix.power >= 3,
        Prefixes::Bytes => prefix.binary.is_some() || prefix.power >= 3,
    }
}

fn scale_of(prefix: &Prefix) -> Option<Decimal> {
    match prefix.binary {
        Some(power) => 1i128.checked_shl(power).and_then(|value| Decimal::try_from_i128_with_scale(value, 0).ok()),
        None => power_of_ten(prefix.power),
    }
}

/// Returns the words with their plurals in "s" and "es".
fn plural_words(words: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for word in words {
        all.push(word.clone());
        if word.ends_with(|c: char| c.is_ascii_lowercase()) && !word.ends_with('s') {
            all.push(format!("{word}s"));
            // "kilowatts per hour" is covered by "kilowatt"; "degrees celsius" is listed.
        }
    }
    all
}
