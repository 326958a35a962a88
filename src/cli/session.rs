//! What the commands share: the words, the output, and the index brought up to date.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use super::args::Common;
use super::failure::Failure;
use super::output::Output;
use super::progress::Progress;
use super::suggest;
use crate::claim::Claim;
use crate::conflict::Finding;
use crate::index::{self, Store, Update};
use crate::vocab::Vocab;

/// So many claims are judged together in the blink of an eye.
const FEW: usize = 3000;

/// One run of the program.
#[derive(Debug)]
pub struct Session {
    /// The common arguments.
    pub common: Common,
    /// The words.
    pub vocab: Vocab,
    /// Standard output.
    pub out: Output,
}

impl Session {
    /// Loads the words and opens the output.
    pub fn new(common: Common) -> Result<Self, Failure> {
        let vocab = Vocab::load(common.vocab.as_deref())?;
        let out = Output::new(common.format, common.color);
        Ok(Self { common, vocab, out })
    }

    /// Says something on standard error, unless `-q`.
    pub fn note(&self, text: impl std::fmt::Display) {
        if !self.common.quiet {
            // Nobody listening on standard error is no reason to stop.
            let _ = writeln!(anstream::stderr(), "{text}");
        }
    }

    /// Brings the index up to date and opens it; with `--no-refresh` opens it as it is.
    pub fn store(&self) -> Result<Store, Failure> {
        let dir = &self.common.index;
        let overlay = self.common.vocab.as_deref();
        if self.common.no_refresh {
            return Ok(index::open(dir, overlay)?);
        }
        match self.update(Duration::ZERO) {
            Ok(update) if update.changed() => self.note(format_args!("refreshed `{}`: {update}", dir.display())),
            Ok(_) => {}
            // A reader can do with the last good state, and says so.
            Err(error) if error.leaves_last_state() => match index::open(dir, overlay) {
                Ok(store) => {
                    self.note(format_args!("warning: not refreshed: {error}"));
                    return Ok(store);
                }
                Err(_) => return Err(error.into()),
            },
            Err(error) => return Err(error.into()),
        }
        Ok(index::open(dir, overlay)?)
    }

    /// Brings the index up to date, waiting so long for another update to end.
    pub fn update(&self, patience: Duration) -> Result<Update, index::Error> {
        let progress = Progress::new(self.common.quiet);
        let options = index::Options {
            folders: &self.common.corpus,
            vocab: &self.vocab,
            overlay: self.common.vocab.as_deref(),
            patience,
            progress: &|done, all| progress.show(done, all),
        };
        let update = index::update(&self.common.index, &options);
        progress.clear();
        update
    }

    /// Returns the id of the device named by `text`: an id or a name in either language.
    pub fn device(&self, text: &str) -> Result<String, Failure> {
        let devices = &self.vocab.devices;
        if devices.get(text).is_some() {
            return Ok(text.to_owned());
        }
        for lexicon in [&devices.names, &devices.short] {
            let whole = lexicon.find(text).into_iter().find(|found| found.span.len() == text.len());
            if let Some(found) = whole {
                return Ok(devices.at(found.entry.device).id.to_string());
            }
        }
        let names = devices.iter().flat_map(|d| std::iter::once(&*d.id).chain(d.names.iter().map(String::as_str)));
        Err(Failure::with_help(suggest::unknown("device", text, names), "`atodds vocab devices` lists all of them"))
    }

    /// Returns the id of the metric named by `text`: an id or a name in either language.
    pub fn metric(&self, text: &str) -> Result<String, Failure> {
        let metrics = &self.vocab.metrics;
        if metrics.get(text).is_some() {
            return Ok(text.to_owned());
        }
        let titled = metrics.iter().find(|m| m.title.en.eq_ignore_ascii_case(text) || m.title.zh == text);
        if let Some(metric) = titled {
            return Ok(metric.id.to_string());
        }
        let whole = metrics.names.find(text).into_iter().find(|found| found.span.len() == text.len());
        if let Some(found) = whole {
            return Ok(metrics.at(found.entry).id.to_string());
        }
        let names = metrics.iter().flat_map(|m| [&*m.id, m.title.en.as_str(), m.title.zh.as_str()]);
        Err(Failure::with_help(suggest::unknown("metric", text, names), "`atodds vocab metrics` lists all of them"))
    }

    /// Judges `claims`: every pair that was set side by side, with its status.
    pub fn findings(&self, claims: &[Claim]) -> Vec<Finding> {
        crate::conflict::find(&self.vocab, claims).findings
    }

    /// Judges what bears on `claims`: all claims where they are few, else those of the same metrics and devices.
    pub fn findings_about(&self, store: &Store, claims: &[&Claim]) -> Result<Vec<Finding>, Failure> {
        use crate::index::{Ask, Exact};
        if store.summary().claims <= FEW {
            return Ok(self.findings(&store.claims()?));
        }
        let group = |claim: &&Claim| {
            let is = |exact, word: &str| Ask::Is(exact, word.to_owned());
            Ask::All(vec![is(Exact::Metric, &claim.metric), is(Exact::Subject, &claim.device)])
        };
        Ok(self.findings(&store.claims_where(&Ask::Any(claims.iter().map(group).collect()))?))
    }

    /// Returns where the source at `path` (as claims name it) stands on this disk, as short as it can be said.
    pub fn shown_path(&self, store: &Store, path: &str) -> String {
        store.on_disk(path).map_or_else(|| path.to_owned(), |full| relative(&full))
    }
}

/// Returns `path` as seen from the working folder, where it lies below it.
pub fn relative(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).display().to_string()
}
