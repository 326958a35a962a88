//! `atodds sources`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use super::args::{Format, ReportLang, Sources};
use super::failure::{Failure, Outcome};
use super::session::Session;
use crate::claim::{self, Claim, Source};
use crate::conflict;
use crate::conflict::explain::metric_title;
use crate::conflict::family::Reason;
use crate::extract::mention;
use crate::index::{Record, Store};
use crate::report::table::{self, Column};
use crate::vocab::Vocab;
use crate::{normalise, read};

fn text(part: Option<&crate::claim::Name>) -> String {
    part.map(ToString::to_string).unwrap_or_default()
}

/// The columns of every form but JSON.
pub const COLUMNS: [Column<Record>; 9] = [
    Column { name: "path", cell: |record| record.source.path.to_string() },
    Column { name: "claims", cell: |record| record.claims.to_string() },
    Column { name: "title", cell: |record| text(record.source.title.as_ref()) },
    Column { name: "publisher", cell: |record| text(record.source.publisher.as_ref()) },
    Column { name: "date", cell: |record| text(record.source.date.as_ref()) },
    Column { name: "lang", cell: |record| text(record.source.lang.as_ref()) },
    Column { name: "family", cell: |record| text(record.source.family.as_ref()) },
    Column { name: "encoding", cell: |record| record.encoding.clone().unwrap_or_default() },
    Column { name: "skipped", cell: |record| record.skipped.clone().unwrap_or_default() },
];

/// Lists the articles.
pub fn run(session: &mut Session, args: &Sources) -> Result<Outcome, Failure> {
    let store = session.store()?;
    if args.unknown {
        return unknown(session, &store);
    }
    let mut records: Vec<Record> = store.records()?.iter().map(|record| Record::clone(record)).collect();
    records.retain(|record| !args.skipped || record.skipped.is_some());
    let claims = store.claims()?;
    let families = session.families(&claims);
    for record in &mut records {
        let family = families.get(&record.source.path).cloned();
        let family = family.unwrap_or_else(|| claim::id::family(&[&record.source.id]));
        record.source = Arc::new(Source { family: Some(family), ..Source::clone(&record.source) });
    }
    if args.skipped && records.is_empty() {
        session.note("no file was passed over");
    }
    let notes = match session.out.format {
        Format::Text if !args.skipped => notes(session, &store, &claims, args.lang)?,
        _ => Vec::new(),
    };
    session.out.list(&records, &COLUMNS, |out| {
        // A column that is empty all the way down says nothing.
        let told: Vec<&Column<Record>> =
            COLUMNS.iter().filter(|column| records.iter().any(|record| !(column.cell)(record).is_empty())).collect();
        table::terminal(out, &records, &told)?;
        if notes.is_empty() { Ok(()) } else { table::terminal(out, &notes, &[&NOTE]) }
    })?;
    Ok(Outcome::Fine)
}

/// A sentence about the sources.
const NOTE: Column<String> = Column { name: "", cell: String::clone };

/// Says why sources are of one family, and how often a source is the odd one out.
fn notes(session: &Session, store: &Store, claims: &[Claim], lang: Option<ReportLang>) -> Result<Vec<String>, Failure> {
    let options = session.options(lang, None)?;
    let (vocab, lang) = (&session.vocab, options.lang);
    let say = |id: &str, values: &[(&str, &str)]| vocab.sentences.render(id, lang, values);
    let mut notes = Vec::new();
    for family in conflict::family::families(vocab, claims) {
        for (one, other, reason) in &family.because {
            let (id, n) = match reason {
                Reason::Stated => ("family/stated", 0),
                Reason::Bytes => ("family/bytes", 0),
                Reason::Address => ("family/address", 0),
                Reason::Sentences(n) => ("family/sentences", *n),
                Reason::Figures(n) => ("family/figures", *n),
                Reason::Translation(n) => ("family/translation", *n),
            };
            let why = say(id, &[("n", &n.to_string())]);
            notes.push(say("family", &[("id", &family.id), ("a", one), ("b", other), ("why", &why)]));
        }
    }
    for record in session.judge(store, claims, &options)?.judgement.records {
        let metric = metric_title(vocab, lang, &record.metric);
        let (odd, of) = (record.odd.to_string(), record.of.to_string());
        let values = [("source", &*record.source), ("metric", &*metric), ("odd", &*odd), ("of", &*of)];
        notes.push(say("record", &values));
    }
    Ok(notes)
}

/// A name that looks like a device's.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct UnknownName {
    name: String,
    times: usize,
    places: Vec<String>,
}

const UNKNOWN: [Column<UnknownName>; 3] = [
    Column { name: "name", cell: |unknown| unknown.name.clone() },
    Column { name: "times", cell: |unknown| unknown.times.to_string() },
    Column { name: "places", cell: |unknown| unknown.places.join(" ") },
];

/// Places shown of each name.
const PLACES: usize = 3;

/// Reads the articles again for names that look like devices and are not known.
fn unknown(session: &mut Session, store: &Store) -> Result<Outcome, Failure> {
    let vocab = &session.vocab;
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let records: Vec<Arc<Record>> = store.records()?.into_iter().filter(|record| record.skipped.is_none()).collect();
    let each: Vec<Vec<(String, String)>> = records
        .par_iter()
        .map(|record| names(vocab, &record.source.path, store.on_disk(&record.source.path)).unwrap_or_default())
        .collect();
    for (name, place) in each.into_iter().flatten() {
        found.entry(name).or_default().push(place);
    }
    let mut list: Vec<UnknownName> = found
        .into_iter()
        .map(|(name, places)| UnknownName {
            name,
            times: places.len(),
            places: places.into_iter().take(PLACES).collect(),
        })
        .collect();
    list.sort_by(|a, b| b.times.cmp(&a.times).then(a.name.cmp(&b.name)));
    let columns: Vec<&Column<UnknownName>> = UNKNOWN.iter().collect();
    session.out.list(
        &list,
        &UNKNOWN,
        |out| if list.is_empty() { Ok(()) } else { table::terminal(out, &list, &columns) },
    )?;
    if list.is_empty() {
        session.note("nothing that looks like a device is unknown");
    }
    Ok(Outcome::Fine)
}

fn names(vocab: &Vocab, path: &str, disk: Option<PathBuf>) -> Option<Vec<(String, String)>> {
    let bytes = std::fs::read(disk?).ok()?;
    let article = read::article(path, &bytes).ok()?;
    let mut names = Vec::new();
    for sentence in normalise::sentences(&article) {
        for unknown in mention::scan(vocab, sentence.text.as_str()).unknown {
            let at = sentence.text.to_source(unknown.span).start;
            names.push((unknown.surface, format!("{path}:{}", article.lines.line(at))));
        }
    }
    Some(names)
}
