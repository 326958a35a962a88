//! `atodds show`: one claim, finding or source in full, with its lines of source.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::args::ReportLang;
use super::claims::{self, COLUMNS, Listed};
use super::conflicts;
use super::decide::one;
use super::failure::{Failure, Outcome};
use super::output::Output;
use super::session::Session;
use super::sources;
use crate::claim::Claim;
use crate::index::{Record, Store};
use crate::read;
use crate::report::table::Column;
use crate::vocab::Lang;

/// Shows what this id, or the one id that begins so, names.
pub fn run(session: &mut Session, id: &str, lang: Option<ReportLang>) -> Result<Outcome, Failure> {
    let options = session.options(lang, None)?;
    let store = session.store()?;
    let claims = session.claims(&store)?;
    let findings = session.judge(&store, &claims, &options)?.judgement.findings;
    let records = store.records()?;
    let ids = claims.iter().map(|claim| &*claim.id);
    let ids = ids.chain(findings.iter().map(|finding| &*finding.id)).chain(records.iter().map(|r| &*r.source.id));
    let id = one("claim, finding or source", id, ids)?;
    if let Some(claim) = claims.iter().find(|claim| *claim.id == *id) {
        show_claim(session, &store, claim, options.lang)?;
    } else if let Some(finding) = findings.iter().find(|finding| *finding.id == *id) {
        let by_id: BTreeMap<&str, &Claim> = claims.iter().map(|claim| (&*claim.id, claim)).collect();
        let sides: Vec<&Claim> = finding.claims.iter().filter_map(|id| by_id.get(&**id).copied()).collect();
        let paths: BTreeMap<&str, String> =
            sides.iter().map(|c| (&*c.source.path, session.shown_path(&store, &c.source.path))).collect();
        let lines: Vec<Lines> = sides.iter().map(|claim| Lines::of(&store, claim)).collect();
        let vocab = &session.vocab;
        session.out.object(finding, &conflicts::COLUMNS, |out| {
            conflicts::text(out, vocab, options.lang, finding, &by_id, &paths)?;
            for (claim, lines) in sides.iter().zip(&lines) {
                writeln!(out, "{}  {}", paths.get(&*claim.source.path).map_or("", String::as_str), claim.id)?;
                lines.write(out)?;
            }
            Ok(())
        })?;
    } else if let Some(record) = records.iter().find(|record| *record.source.id == *id) {
        show_source(session, record)?;
    }
    Ok(Outcome::Fine)
}

fn show_claim(session: &mut Session, store: &Store, claim: &Claim, lang: Lang) -> Result<(), Failure> {
    let path = session.shown_path(store, &claim.source.path);
    let lines = Lines::of(store, claim);
    let listed = Listed::from(claim.clone());
    let vocab = &session.vocab;
    session.out.object(&listed, &COLUMNS, |out| {
        claims::text(out, vocab, lang, claim, &path)?;
        lines.write(out)?;
        writeln!(out)?;
        for field in &FIELDS {
            let text = (field.cell)(claim);
            if !text.is_empty() {
                writeln!(out, "{:11} {text}", field.name)?;
            }
        }
        Ok(())
    })?;
    Ok(())
}

const FIELDS: [Column<Claim>; 10] = [
    Column { name: "metric", cell: |claim| claim.metric.to_string() },
    Column { name: "device", cell: |claim| claim.device.to_string() },
    Column { name: "value", cell: canonical },
    Column { name: "under", cell: |claim| claim.evidence.heading.join(" › ") },
    Column {
        name: "also",
        cell: |claim| claim.also.iter().map(|at| format!("line {}", at.line)).collect::<Vec<_>>().join(", "),
    },
    Column { name: "title", cell: |claim| text(claim.source.title.as_ref()) },
    Column { name: "publisher", cell: |claim| text(claim.source.publisher.as_ref()) },
    Column { name: "date", cell: |claim| text(claim.source.date.as_ref()) },
    Column { name: "rule", cell: |claim| claim.rule.to_string() },
    Column { name: "confidence", cell: |claim| format!("{:.2}", claim.confidence) },
];

fn text(name: Option<&crate::claim::Name>) -> String {
    name.map(ToString::to_string).unwrap_or_default()
}

fn canonical(claim: &Claim) -> String {
    let Some(value) = claim.statement.quantity() else { return String::new() };
    let (low, high) = match value.dates.as_deref() {
        Some((low, high)) => (low.to_string(), high.to_string()),
        None => (value.low.normalize().to_string(), value.high.normalize().to_string()),
    };
    let range = if low == high { low } else { format!("{low}..{high}") };
    format!("{range} {}  (written `{}`)", value.unit, claims::one_line(&value.surface))
}

fn show_source(session: &mut Session, record: &Record) -> Result<(), Failure> {
    session.out.object(record, &sources::COLUMNS, |out| {
        for column in &sources::COLUMNS {
            let text = (column.cell)(record);
            if !text.is_empty() {
                writeln!(out, "{:11} {text}", column.name)?;
            }
        }
        Ok(())
    })?;
    Ok(())
}

/// The lines of source at which a claim stands, one before and one after, or why they cannot be shown.
enum Lines {
    Read(Vec<(usize, String, bool)>),
    Missing(&'static str),
}

impl Lines {
    fn of(store: &Store, claim: &Claim) -> Lines {
        let Some(path) = store.on_disk(&claim.source.path) else {
            return Lines::Missing("its corpus folder is not known");
        };
        let Ok(bytes) = std::fs::read(&path) else { return Lines::Missing("the source is gone") };
        if !store.record(&claim.source.id).is_ok_and(|record| store.is_current(&record)) {
            return Lines::Missing("the source has changed since it was read");
        }
        let Ok(article) = read::article(&claim.source.path, &bytes) else { return Lines::Missing("it cannot be read") };
        let at = claim.evidence.span();
        let (first, last) = (article.lines.line(at.start), article.lines.line(at.end.saturating_sub(1).max(at.start)));
        let numbers = first.saturating_sub(1).max(1)..=(last + 1).min(article.lines.len());
        let line = |number: usize| {
            let text = article.lines.span(&article.text, number)?.of(&article.text)?;
            Some((number, text.to_owned(), (first..=last).contains(&number)))
        };
        Lines::Read(numbers.filter_map(line).collect())
    }

    fn write(&self, out: &mut Output) -> io::Result<()> {
        let dim = anstyle::Style::new().dimmed();
        match self {
            Lines::Missing(why) => writeln!(out, "  not shown: {why}"),
            Lines::Read(lines) => lines.iter().try_for_each(|(number, text, within)| {
                let mark = if *within { '>' } else { ' ' };
                let style = if *within { anstyle::Style::new() } else { dim };
                writeln!(out, "{dim}{mark}{number:5} │{dim:#} {style}{text}{style:#}")
            }),
        }
    }
}
