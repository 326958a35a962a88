//! `atodds claims`.

use std::io::{self, Write};

use super::args::Filter;
use super::failure::{Failure, Outcome};
use super::output::Output;
use super::session::Session;
use crate::claim::row::Row;
use crate::claim::{Claim, Source, Statement};
use crate::conflict::explain::metric_title;
use crate::index::Store;
use crate::read::reference::shown;
use crate::report::table::Column;
use crate::report::value::{statement, titled_conditions};
use crate::search::marked;
use crate::vocab::{Lang, Vocab};

/// A claim with its JSON form.
#[derive(Debug, serde::Serialize)]
#[serde(transparent)]
pub struct Listed {
    row: Row,
    #[serde(skip)]
    claim: Claim,
}

impl Listed {
    /// Returns the claim.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }
}

impl From<Claim> for Listed {
    fn from(claim: Claim) -> Self {
        Self { row: Row::from(&claim), claim }
    }
}

/// The columns of CSV and Markdown.
pub const COLUMNS: [Column<Listed>; 14] = [
    Column { name: "id", cell: |listed| listed.claim.id.to_string() },
    Column { name: "kind", cell: |listed| listed.claim.statement.kind().to_owned() },
    Column { name: "metric", cell: |listed| listed.claim.metric.to_string() },
    Column { name: "device", cell: |listed| listed.claim.device.to_string() },
    Column { name: "said", cell: |listed| said(&listed.claim) },
    Column { name: "low", cell: |listed| end(&listed.claim, false) },
    Column { name: "high", cell: |listed| end(&listed.claim, true) },
    Column { name: "unit", cell: |listed| value(&listed.claim, |value| value.unit.to_string()) },
    Column { name: "surface", cell: |listed| value(&listed.claim, |value| value.surface.to_string()) },
    Column { name: "conditions", cell: |listed| conditions(&listed.claim) },
    Column { name: "source", cell: |listed| listed.claim.source.path.to_string() },
    Column { name: "line", cell: |listed| listed.claim.evidence.line.to_string() },
    Column { name: "attribution", cell: |listed| listed.claim.attribution.map_or("", |a| a.as_str()).to_owned() },
    Column { name: "quote", cell: |listed| listed.claim.evidence.quote.to_string() },
];

/// Lists the claims that pass the filter.
pub fn run(session: &mut Session, filter: &Filter) -> Result<Outcome, Failure> {
    let wanted = Wanted::new(session, filter)?;
    let lang = session.lang(filter.lang);
    let store = session.store()?;
    wanted.check(&store)?;
    let mut claims = session.claims(&store)?;
    claims.retain(|claim| wanted.holds(session, claim));
    let listed: Vec<Listed> = claims.into_iter().map(Listed::from).collect();
    let shown = Shown { session, store: &store }.paths(&listed);
    let vocab = &session.vocab;
    session.out.list(&listed, &COLUMNS, |out| {
        for (listed, path) in listed.iter().zip(&shown) {
            text(out, vocab, lang, &listed.claim, path)?;
        }
        Ok(())
    })?;
    if listed.is_empty() {
        session.note(session.vocab.labels.get("claims_none", lang));
    }
    Ok(Outcome::Fine)
}

/// A filter whose names are resolved.
#[derive(Debug)]
pub struct Wanted {
    device: Option<String>,
    metric: Option<String>,
    kind: Option<String>,
    source: Option<String>,
}

impl Wanted {
    /// Resolves the names, or says which is unknown.
    pub fn new(session: &Session, filter: &Filter) -> Result<Self, Failure> {
        Ok(Self {
            device: filter.device.as_deref().map(|name| session.device(name)).transpose()?,
            metric: filter.metric.as_deref().map(|name| session.metric(name)).transpose()?,
            kind: filter.kind.clone(),
            source: filter.source.as_ref().map(|text| text.to_lowercase()),
        })
    }

    /// Says where the source asked for is none that was read.
    pub fn check(&self, store: &Store) -> Result<(), Failure> {
        let Some(text) = &self.source else { return Ok(()) };
        if store.records()?.iter().any(|record| is_called(&record.source, text)) {
            return Ok(());
        }
        Err(Failure::with_help(
            format!("no source has `{text}` in its path, title or publisher"),
            "`atodds sources` lists all of them",
        ))
    }

    /// Says whether `claim` passes.
    pub fn holds(&self, session: &Session, claim: &Claim) -> bool {
        let source = |text: &String| is_called(&claim.source, text);
        self.device.as_ref().is_none_or(|device| session.vocab.devices.is_a(&claim.device, device))
            && self.metric.as_ref().is_none_or(|metric| **metric == *claim.metric)
            && self.kind.as_ref().is_none_or(|kind| kind == claim.statement.kind())
            && self.source.as_ref().is_none_or(source)
    }
}

/// Says whether the path, title or publisher of `source` holds `text`, which is in lower case.
fn is_called(source: &Source, text: &str) -> bool {
    let fields = [Some(&source.path), source.title.as_ref(), source.publisher.as_ref()];
    fields.into_iter().flatten().any(|field| field.to_lowercase().contains(text))
}

struct Shown<'a> {
    session: &'a Session,
    store: &'a Store,
}

impl Shown<'_> {
    fn paths(&self, listed: &[Listed]) -> Vec<String> {
        listed.iter().map(|l| self.session.shown_path(self.store, &l.claim.source.path)).collect()
    }
}

/// Writes one claim for people: what is said, under which conditions, where, and the quote.
pub fn text(out: &mut Output, vocab: &Vocab, lang: Lang, claim: &Claim, path: &str) -> io::Result<()> {
    text_with(out, vocab, lang, claim, path, value_mark(claim).as_slice())?;
    writeln!(out)
}

/// Returns the bytes of the quote at which the claim's value stands.
pub fn value_mark(claim: &Claim) -> Option<std::ops::Range<usize>> {
    let value = claim.statement.quantity()?;
    let start = (value.start as usize).checked_sub(claim.evidence.start as usize)?;
    Some(start..start + value.span().len())
}

/// Like [`text`], with these parts of the quote marked and no blank line after it.
pub fn text_with(
    out: &mut Output,
    vocab: &Vocab,
    lang: Lang,
    claim: &Claim,
    path: &str,
    marks: &[std::ops::Range<usize>],
) -> io::Result<()> {
    let bold = anstyle::Style::new().bold();
    let dim = anstyle::Style::new().dimmed();
    let device = vocab.devices.title(&claim.device);
    let metric = metric_title(vocab, lang, &claim.metric);
    let conditions = match lang {
        Lang::En => conditions(claim),
        Lang::Zh => titled_conditions(vocab, claim, lang),
    };
    let conditions = if conditions.is_empty() { conditions } else { format!("  [{conditions}]") };
    writeln!(out, "{bold}{device}{bold:#} · {metric} · {bold}{}{bold:#}{conditions}", statement(vocab, claim, lang))?;
    let at = &claim.evidence;
    writeln!(out, "  {dim}{path}:{}:{}  {}{dim:#}", at.line, at.column, claim.id)?;
    let as_read = |piece: &str| shown(piece).into_owned();
    let quote = marked(&at.quote, marks, super::search::OPEN, super::search::CLOSE, as_read);
    writeln!(out, "  {}", one_line(&quote))
}

/// Returns the conditions as `key value, …`.
pub fn conditions(claim: &Claim) -> String {
    let mut all: Vec<String> = claim.conditions.iter().map(|(key, value)| format!("{key} {value}")).collect();
    if claim.hedged {
        all.push("hedged".to_owned());
    }
    if let Some(attribution) = claim.attribution {
        all.push(attribution.to_string());
    }
    all.join(", ")
}

/// Returns a text with its line ends and runs of blanks as single blanks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns what the claim says, in one phrase.
pub fn said(claim: &Claim) -> String {
    let surface = |value: &crate::claim::Quantity| one_line(&shown(&value.surface));
    match &claim.statement {
        Statement::Figure(value) => surface(value),
        Statement::Comparison { versus, relation, factor } => {
            let factor = factor.as_ref().map(|factor| format!(" ({})", surface(factor)));
            format!("{relation} than {versus}{}", factor.unwrap_or_default())
        }
        Statement::Level(level) => level.to_string(),
        Statement::Support { object, modality } => format!("{modality} {object}"),
        Statement::Suitability { object, fit } => format!("{fit} for {object}"),
    }
}

fn value(claim: &Claim, part: fn(&crate::claim::Quantity) -> String) -> String {
    claim.statement.quantity().map(part).unwrap_or_default()
}

fn end(claim: &Claim, high: bool) -> String {
    let Some(value) = claim.statement.quantity() else { return String::new() };
    match (value.dates.as_deref(), high) {
        (Some((low, _)), false) => low.to_string(),
        (Some((_, high)), true) => high.to_string(),
        (None, false) => value.low.normalize().to_string(),
        (None, true) => value.high.normalize().to_string(),
    }
}
