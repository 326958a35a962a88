//! What the commands share: the words, the output, and the index brought up to date.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::args::{Common, ReportLang};
use super::config::Config;
use super::failure::Failure;
use super::output::Output;
use super::progress::Progress;
use crate::claim::{Claim, Name};
use crate::conflict::decisions::Decisions;
use crate::conflict::rates::Rates;
use crate::conflict::{self, Finding, Judgement};
use crate::extract::mention;
use crate::index::{self, Ask, Exact, Store, Update};
use crate::normalise;
use crate::text::{Mapped, suggest};
use crate::vocab::{Lang, Vocab};

/// So many claims are read and judged in a few milliseconds.
const FEW: usize = 400;

/// How exchange rates are written.
const RATES_HELP: &str = "a file of rates holds `base = \"USD\"` and then, for each currency and day: `[[rate]]`, \
    `currency = \"CNY\"`, `date = \"2024-05-01\"`, `value = 0.138`";

/// What the command line said itself of what `atodds.toml` may say.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// `--corpus`.
    pub corpus: Vec<PathBuf>,
    /// `--index`.
    pub index: Option<PathBuf>,
    /// `--vocab`.
    pub vocab: Option<PathBuf>,
}

/// One run of the program.
#[derive(Debug)]
pub struct Session {
    /// The common arguments, filled in from `atodds.toml`.
    pub common: Common,
    /// What of them the command line said itself.
    pub given: Given,
    /// The nearest `atodds.toml`.
    pub config: Option<Config>,
    /// The words.
    pub vocab: Vocab,
    /// Standard output.
    pub out: Output,
}

impl Session {
    /// Loads the words, the user's own too where they are wanted (`words`), and opens the output.
    pub fn new(mut common: Common, words: bool) -> Result<Self, Failure> {
        let config = Config::find(&std::env::current_dir()?)?;
        let given = Given {
            corpus: common.corpus.clone(),
            index: common.index_given.then(|| common.index.clone()),
            vocab: common.vocab.clone(),
        };
        if let Some(config) = &config {
            if let Some(index) = config.index.as_ref().filter(|_| !common.index_given) {
                common.index = PathBuf::from(relative(index));
            }
            // An index that is named itself knows its own corpus, and so does one whose settings name none that is there.
            let there = config.corpus.iter().any(|folder| folder.exists());
            let knows = common.index.exists() && (common.index_given || !there);
            if common.corpus.is_empty() && !knows {
                common.corpus = config.corpus.clone();
            }
            common.vocab = common.vocab.take().or_else(|| config.vocab.clone());
        }
        let vocab = Vocab::load(common.vocab.as_deref().filter(|_| words))?;
        let out = Output::new(common.format, common.color);
        Ok(Self { common, given, config, vocab, out })
    }

    /// Returns the language asked for, or else that of `atodds.toml` or the locale.
    pub fn lang(&self, asked: Option<ReportLang>) -> Lang {
        ReportLang::or_locale(asked.or(self.config.as_ref().and_then(|config| config.language)))
    }

    /// Returns how claims are judged: the language and the exchange rates asked for, or else those of `atodds.toml`.
    pub fn options(&self, lang: Option<ReportLang>, rates: Option<&Path>) -> Result<conflict::Options, Failure> {
        Ok(conflict::Options { lang: self.lang(lang), rates: self.rates(rates)?, brief: false, all_cores: true })
    }

    fn rates(&self, asked: Option<&Path>) -> Result<Option<Rates>, Failure> {
        let path = asked.or(self.config.as_ref().and_then(|config| config.rates.as_deref()));
        let load = |path: &Path| {
            Rates::load(&self.vocab, path).map_err(|error| Failure::with_help(error.to_string(), RATES_HELP))
        };
        path.map(load).transpose()
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
        self.store_at(&self.common.index, &self.common.corpus)
    }

    /// Like [`Self::store`], for the index in `dir` over these folders, or those that it remembers.
    pub fn store_at(&self, dir: &Path, folders: &[PathBuf]) -> Result<Store, Failure> {
        let overlay = self.common.vocab.as_deref();
        if self.common.no_refresh {
            return Ok(index::open(dir, overlay)?);
        }
        let refreshed = self.updating(folders, Duration::ZERO, |options| index::refresh(dir, options));
        match refreshed {
            Ok((update, store)) => {
                if update.changed() {
                    self.note(format_args!("refreshed `{}`: {update}", dir.display()));
                }
                Ok(store)
            }
            // A reader can do with the last good state, and says so.
            Err(error) if error.leaves_last_state() => match index::open(dir, overlay) {
                Ok(store) => {
                    self.note(format_args!("warning: not refreshed: {error}"));
                    Ok(store)
                }
                Err(_) => Err(error.into()),
            },
            Err(error) => Err(error.into()),
        }
    }

    /// Says what an update would do.
    pub fn pending(&self) -> Result<Update, index::Error> {
        let options = index::Options {
            folders: &self.common.corpus,
            vocab: &self.vocab,
            overlay: self.common.vocab.as_deref(),
            patience: Duration::ZERO,
            progress: &|_, _| {},
        };
        index::pending(&self.common.index, &options)
    }

    /// Brings the index up to date, waiting so long for another update to end.
    pub fn update(&self, patience: Duration) -> Result<Update, index::Error> {
        self.updating(&self.common.corpus, patience, |options| index::update(&self.common.index, options))
    }

    /// Does some work on the index over these folders, with the words of this run and its progress shown.
    fn updating<T>(&self, folders: &[PathBuf], patience: Duration, work: impl Fn(&index::Options<'_>) -> T) -> T {
        let progress = Progress::new(self.common.quiet);
        let options = index::Options {
            folders,
            vocab: &self.vocab,
            overlay: self.common.vocab.as_deref(),
            patience,
            progress: &|done, all| progress.show(done, all),
        };
        let done = work(&options);
        progress.clear();
        done
    }

    /// Returns the id of the device named by `text`: an id or a name in either language.
    pub fn device(&self, text: &str) -> Result<String, Failure> {
        let devices = &self.vocab.devices;
        if let Some(device) = devices.named(text) {
            return Ok(device.id.to_string());
        }
        // "NVIDIA H200 SXM", "英伟达 A100 80GB": a name with what belongs to it.
        let folded = normalise::fold(&Mapped::verbatim(text, 0));
        if let [device] = &mention::names(&self.vocab, folded.as_str(), true).devices[..] {
            return Ok(device.device.to_string());
        }
        let names = devices.iter().flat_map(|d| std::iter::once(&*d.id).chain(d.names.iter().map(String::as_str)));
        Err(Failure::with_help(suggest::unknown("device", text, names), "`atodds vocab devices` lists all of them"))
    }

    /// Returns the id of the metric named by `text`: an id or a name in either language.
    pub fn metric(&self, text: &str) -> Result<String, Failure> {
        let metrics = &self.vocab.metrics;
        if let Some(metric) = metrics.named(text) {
            return Ok(metric.id.to_string());
        }
        // "price", "价格": a word that several metrics share.
        let folded = normalise::fold(&Mapped::verbatim(text, 0));
        let named = mention::names(&self.vocab, folded.as_str(), true).metrics;
        let whole = named.into_iter().filter(|found| found.span.len() == folded.len()).map(|found| found.metric);
        match &whole.collect::<std::collections::BTreeSet<Name>>().into_iter().collect::<Vec<_>>()[..] {
            [] => {}
            [only] => return Ok(only.to_string()),
            several => {
                return Err(Failure::with_help(
                    format!("`{text}` may be one of several metrics"),
                    format!("name one of them: {}", several.join(", ")),
                ));
            }
        }
        let names = metrics.iter().flat_map(|m| [&*m.id, m.title.en.as_str(), m.title.zh.as_str()]);
        Err(Failure::with_help(suggest::unknown("metric", text, names), "`atodds vocab metrics` lists all of them"))
    }

    /// Judges all claims, and takes in what the user decided.
    pub fn judge(&self, store: &Store, claims: &[Claim], options: &conflict::Options) -> Result<Judged, Failure> {
        let judgement = conflict::find_with(&self.vocab, claims, options);
        self.decided(store, claims, judgement, options.lang)
    }

    /// Returns the findings about `claims`, which are all claims, without their sentences.
    pub fn findings(&self, store: &Store, claims: &[Claim]) -> Result<Vec<Finding>, Failure> {
        let options = conflict::Options { rates: self.rates(None)?, brief: true, ..conflict::Options::default() };
        Ok(self.judge(store, claims, &options)?.judgement.findings)
    }

    fn decided(
        &self,
        store: &Store,
        claims: &[Claim],
        mut judgement: Judgement,
        lang: Lang,
    ) -> Result<Judged, Failure> {
        let decisions = Decisions::load_all(store.summary().decisions().iter().map(PathBuf::as_path))?;
        let decisions = decisions.updated(claims, &judgement.findings);
        let mut stale = Vec::new();
        if !decisions.is_empty() {
            let ids = claims.iter().map(|claim| claim.id.clone()).collect();
            stale = decisions.apply(&self.vocab, lang, &mut judgement, &ids);
        }
        Ok(Judged { judgement, decisions, stale })
    }

    /// Returns every claim, its source with its family.
    pub fn claims(&self, store: &Store) -> Result<Vec<Claim>, Failure> {
        let mut claims = store.claims()?;
        conflict::family::name(&self.vocab, &mut claims);
        Ok(claims)
    }

    /// Returns the family of each source that has kin, by path.
    pub fn families(&self, claims: &[Claim]) -> BTreeMap<Name, Name> {
        let families = conflict::family::families(&self.vocab, claims);
        families
            .into_iter()
            .flat_map(|family| family.sources.into_iter().map(move |path| (path, family.id.clone())))
            .collect()
    }

    /// Says whether all claims of a store are judged in a few milliseconds.
    pub fn is_small(&self, store: &Store) -> bool {
        store.summary().claims <= FEW
    }

    /// Judges what bears on `claims`: all claims where they are few, else those about the same
    /// devices, else those of the same metrics and devices. `None` where even these are too many
    /// to be judged on the way; `conflicts` judges them.
    pub fn findings_about(&self, store: &Store, claims: &[&Claim]) -> Result<Option<Vec<Finding>>, Failure> {
        if self.is_small(store) {
            return self.findings(store, &store.claims()?).map(Some);
        }
        for around in [Self::same_devices(&self.vocab, claims), same_groups(claims)] {
            if let Some(claims) = store.claims_at_most(&around, FEW)? {
                return self.findings(store, &claims).map(Some);
            }
        }
        Ok(None)
    }

    /// Claims about the devices of `claims`, what stands above and below these, and what is compared with them.
    fn same_devices(vocab: &Vocab, claims: &[&Claim]) -> Ask {
        let mut devices: Vec<&Name> = claims.iter().map(|claim| &claim.device).collect();
        devices.sort();
        devices.dedup();
        let around = |device: &&Name| {
            let above = vocab.devices.lineage(device).map(|above| Ask::Is(Exact::Subject, above.id.to_string()));
            Ask::Any(vec![
                Ask::Is(Exact::Device, device.to_string()),
                Ask::Any(above.collect()),
                Ask::Is(Exact::State, format!("versus={device}")),
            ])
        };
        Ask::Any(devices.iter().map(around).collect())
    }

    /// Returns where the source at `path` (as claims name it) stands on this disk, as short as it can be said.
    /// A line end or another control character in a name is written as an escape, so that a line stays one.
    pub fn shown_path(&self, store: &Store, path: &str) -> String {
        let path = store.on_disk(path).map_or_else(|| path.to_owned(), |full| relative(&full));
        // Marks that turn the direction of writing are invisible too.
        let hides = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if !path.contains(hides) {
            return path;
        }
        path.chars().map(|c| if hides(c) { c.escape_default().to_string() } else { c.to_string() }).collect()
    }
}

/// Claims of the same metrics and devices.
fn same_groups(claims: &[&Claim]) -> Ask {
    let mut groups: Vec<(&Name, &Name)> = claims.iter().map(|claim| (&claim.metric, &claim.device)).collect();
    groups.sort();
    groups.dedup();
    let group = |(metric, device): &(&Name, &Name)| Ask::Group(metric.to_string(), device.to_string());
    Ask::Any(groups.iter().map(group).collect())
}

/// All findings, with what the user decided.
#[derive(Debug)]
pub struct Judged {
    /// The findings and their counts.
    pub judgement: Judgement,
    /// What the user decided.
    pub decisions: Decisions,
    /// Decisions whose finding or claim is no longer there.
    pub stale: Vec<Name>,
}

/// Returns `path` as seen from the working folder, with at most two steps up; else as it is.
pub fn relative(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    for (steps, above) in here.ancestors().take(3).enumerate() {
        // A path that begins at the root of the disk says more than `../../usr`.
        if above.parent().is_some()
            && let Ok(below) = path.strip_prefix(above)
        {
            return format!("{}{}", "../".repeat(steps), below.display());
        }
    }
    path.display().to_string()
}
