//! Reading the store.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tantivy::query::{EnableScoring, Query, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::schema::document::{DeserializeError, DocumentDeserialize, DocumentDeserializer};
use tantivy::{DocAddress, DocSet, ReloadPolicy, Searcher, TERMINATED, Term};

use super::corpus::Root;
use super::directory::ReadOnly;
use super::error::{Error, Kind};
use super::generation::Layout;
use super::schema::{FIELDS, Kind as DocumentKind};
use super::stored::{Stored, Words};
use super::{payload, tokenizer};
use crate::claim::{Claim, Name, Source};
use crate::conflict::decisions::Decisions;

/// What the store knows of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Record {
    /// The article.
    pub source: Arc<Source>,
    /// How the file was written.
    pub encoding: Option<String>,
    /// Bytes of the file.
    pub size: u64,
    /// Nanoseconds since 1970 at which it was last changed.
    pub modified: u64,
    /// BLAKE3 of its bytes.
    pub hash: String,
    /// How many claims it makes.
    pub claims: usize,
    /// Why it could not be read, if it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
}

/// What every commit says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// The corpus folders.
    pub roots: Vec<Root>,
    /// Files, those that could not be read too.
    pub sources: usize,
    /// Files that could not be read.
    pub skipped: usize,
    /// Claims.
    pub claims: usize,
    /// The fingerprint of the generation.
    pub fingerprint: String,
}

impl Summary {
    /// Returns the files in which the user's decisions are kept: one beside the articles of each corpus folder.
    pub fn decisions(&self) -> Vec<std::path::PathBuf> {
        self.roots.iter().map(|root| Decisions::beside(&root.folder)).collect()
    }
}

/// The last whole state of an index.
pub struct Store {
    pub(super) layout: Layout,
    pub(super) index: tantivy::Index,
    pub(super) searcher: Searcher,
    summary: Summary,
    /// All records, once somebody asked for all of them.
    records: OnceLock<BTreeMap<Name, Arc<Record>>>,
    /// Those that were asked for one by one.
    known: Mutex<BTreeMap<Name, Arc<Record>>>,
    stamp: Option<Stamp>,
}

/// What a document carries; nothing else of it is kept.
struct Carried(Vec<u8>);

impl DocumentDeserialize for Carried {
    fn deserialize<'de, D: DocumentDeserializer<'de>>(mut document: D) -> Result<Self, DeserializeError> {
        let value = document.next_field::<Vec<u8>>()?;
        Ok(Self(value.map(|(_, bytes)| bytes).unwrap_or_default()))
    }
}

/// When the last commit was written, and how long its list is.
type Stamp = (std::time::SystemTime, u64);

/// Returns the stamp of the last commit in a generation's folder.
fn stamp(folder: &std::path::Path) -> Option<Stamp> {
    let facts = std::fs::metadata(folder.join("meta.json")).ok()?;
    Some((facts.modified().ok()?, facts.len()))
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("layout", &self.layout).field("summary", &self.summary).finish_non_exhaustive()
    }
}

/// So many claims are read sooner by several threads.
const SEVERAL: usize = 4096;

/// Below this many bytes every file's checksum is looked at before anything is read.
const SMALL: u64 = 4 << 20;

/// Opens the index in the folder `dir` for the words of `overlay`.
///
/// # Errors
/// Where there is none, it was made by another version, or it is damaged.
pub fn open(dir: &std::path::Path, overlay: Option<&std::path::Path>) -> Result<Store, Error> {
    let layout = Layout::new(dir, overlay)?;
    Store::open(layout)
}

impl Store {
    pub(super) fn open(layout: Layout) -> Result<Store, Error> {
        let folder = layout.current();
        if !folder.is_dir() {
            let other = layout.has_other();
            let dir = layout.dir.clone();
            return Err(if other { Kind::OtherVersion(dir) } else { Kind::Missing(dir) }.into());
        }
        let mut tries = 0;
        loop {
            match Self::try_open(&layout) {
                Ok(store) => return store.checked(),
                // A commit may have taken files away between the list and their opening.
                Err(_) if tries < 20 => {
                    tries += 1;
                    std::thread::sleep(std::time::Duration::from_millis(tries));
                }
                Err(what) => return Err(Error::damaged(&layout.dir, what)),
            }
        }
    }

    fn try_open(layout: &Layout) -> Result<Store, String> {
        let said = |error: tantivy::TantivyError| error.to_string();
        // Taken first: a commit that comes in between makes this state an old one, never a new one.
        let stamp = stamp(&layout.current());
        let directory = ReadOnly::open(&layout.current()).map_err(|error| error.to_string())?;
        let index = guarded(|| tantivy::Index::open(directory).map_err(said))?;
        index.tokenizers().register(tokenizer::NAME, tokenizer::Cutter);
        if index.schema() != FIELDS.schema {
            return Err("its fields are not those of this program".to_owned());
        }
        let metas = index.load_metas().map_err(said)?;
        let summary: Summary = match metas.payload.as_deref().map(serde_json::from_str) {
            Some(Ok(summary)) => summary,
            _ => return Err("the commit does not say what it holds".to_owned()),
        };
        let reader = guarded(|| {
            let build = index.reader_builder().reload_policy(ReloadPolicy::Manual).num_warming_threads(0);
            build.try_into().map_err(said)
        })?;
        // What the commit says of itself and what was opened must be of one commit.
        if index.load_metas().map_err(said)?.opstamp != metas.opstamp {
            return Err("it is being written".to_owned());
        }
        let searcher = tantivy::IndexReader::searcher(&reader);
        Ok(Store {
            layout: layout.clone(),
            index,
            searcher,
            summary,
            records: OnceLock::new(),
            known: Mutex::default(),
            stamp,
        })
    }

    /// Looks at the checksums where that takes no time. Larger stores leave it to `doctor`;
    /// their documents still carry checksums of their own.
    fn checked(self) -> Result<Self, Error> {
        if self.is_small()
            && let Some(file) = self.damaged_files()?.first()
        {
            return Err(self.damage(format!("`{}` does not match its checksum", file.display())));
        }
        Ok(self)
    }

    /// Returns the files whose bytes do not match their checksums.
    ///
    /// # Errors
    /// Where a file cannot be read at all.
    pub fn damaged_files(&self) -> Result<Vec<PathBuf>, Error> {
        let mut found: Vec<PathBuf> = guarded(|| self.index.validate_checksum().map_err(|error| error.to_string()))
            .map_err(|what| self.damage(what))?
            .into_iter()
            .collect();
        if found.is_empty() {
            return Ok(found);
        }
        // A merge that is under way, or a run that was killed, may have left files of its own: only those
        // of the commit count.
        let metas = self.index.load_metas().map_err(|error| self.damage(error.to_string()))?;
        let listed = metas.list_segment_files();
        found.retain(|file| listed.contains(file));
        found.sort();
        Ok(found)
    }

    pub(super) fn damage(&self, what: impl Into<String>) -> Error {
        Error::damaged(&self.layout.dir, what)
    }

    /// Returns how many bytes the store takes on the disk.
    pub fn bytes(&self) -> u64 {
        self.sizes().sum()
    }

    /// Says whether its files can be looked through in no time; of a larger one not every size is asked for.
    fn is_small(&self) -> bool {
        self.sizes().try_fold(SMALL, u64::checked_sub).is_some()
    }

    fn sizes(&self) -> impl Iterator<Item = u64> {
        let entries = std::fs::read_dir(self.layout.current()).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.metadata().ok()).map(|facts| facts.len())
    }

    /// Returns what the last commit says of itself.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Says whether no update has been written since this state was opened; a look at one file's time.
    pub fn is_latest(&self) -> bool {
        self.stamp.is_some() && stamp(&self.layout.current()) == self.stamp
    }

    /// Returns where the source called `path` is on this disk.
    pub fn on_disk(&self, path: &str) -> Option<PathBuf> {
        self.summary.roots.iter().find_map(|root| root.on_disk(path))
    }

    /// Says whether the file behind a record is still the one that was read.
    pub fn is_current(&self, record: &Record) -> bool {
        let Some(path) = self.on_disk(&record.source.path) else { return false };
        let Ok(facts) = std::fs::metadata(&path) else { return false };
        if facts.len() != record.size {
            return false;
        }
        let modified = super::corpus::modified(&facts);
        // A new time on the same bytes is no change.
        modified == record.modified
            || std::fs::read(&path).is_ok_and(|bytes| blake3::hash(&bytes).to_hex().as_str() == record.hash)
    }

    /// Returns what is known of each file, sorted by path.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn records(&self) -> Result<Vec<Arc<Record>>, Error> {
        let mut records: Vec<Arc<Record>> = self.by_id()?.values().cloned().collect();
        records.sort_by(|a, b| a.source.path.cmp(&b.source.path));
        Ok(records)
    }

    fn by_id(&self) -> Result<&BTreeMap<Name, Arc<Record>>, Error> {
        if let Some(records) = self.records.get() {
            return Ok(records);
        }
        let mut records = BTreeMap::new();
        for at in self.documents(DocumentKind::Source)? {
            let record = self.record_at(at)?;
            records.insert(record.source.id.clone(), record);
        }
        Ok(self.records.get_or_init(|| records))
    }

    /// Returns the record of the source with this id.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn record(&self, id: &str) -> Result<Arc<Record>, Error> {
        let missing = || self.damage(format!("the record of source `{id}` is missing"));
        if let Some(records) = self.records.get() {
            return records.get(id).cloned().ok_or_else(missing);
        }
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(record) = known().get(id) {
            return Ok(Arc::clone(record));
        }
        let both = tantivy::query::BooleanQuery::intersection(vec![
            Box::new(term(FIELDS.source, id)),
            Box::new(term(FIELDS.kind, DocumentKind::Source.as_str())),
        ]);
        let at = *self.matching(&both)?.first().ok_or_else(missing)?;
        let record = self.record_at(at)?;
        known().insert(record.source.id.clone(), Arc::clone(&record));
        Ok(record)
    }

    /// Returns the record at one place of the store; its source is known by its bytes, so that copies count once.
    fn record_at(&self, at: DocAddress) -> Result<Arc<Record>, Error> {
        let mut record: Record = self.payload(at)?;
        let same_as = Some(record.hash.as_str()).filter(|hash| !hash.is_empty()).map(Name::from);
        record.source = Arc::new(Source { same_as, ..Source::clone(&record.source) });
        Ok(Arc::new(record))
    }

    /// Returns every claim, in the order of their sources' paths and of their places.
    ///
    /// # Errors
    /// Where the store is damaged.
    pub fn claims(&self) -> Result<Vec<Claim>, Error> {
        let records = self.records()?;
        let places = self.by_source(self.documents(DocumentKind::Claim)?, &records)?;
        let of_source = |words: &mut Words, places: &[(u32, DocAddress)]| {
            let Some(record) = places.first().and_then(|&(number, _)| records.get(number as usize)) else {
                return Err(self.damage("a claim has no source"));
            };
            let claim = |&(_, at): &(u32, DocAddress)| self.read_claim(at, words, |_| Ok(Arc::clone(&record.source)));
            let mut claims = places.iter().map(claim).collect::<Result<Vec<Claim>, Error>>()?;
            claims.sort_by(|a, b| place(a).cmp(&place(b)));
            Ok(claims)
        };
        let sources: Vec<&[(u32, DocAddress)]> = places.chunk_by(|a, b| a.0 == b.0).collect();
        let parts: Vec<Vec<Claim>> = if places.len() < SEVERAL {
            // Other threads would take longer to start than this takes.
            let mut words = Words::default();
            sources.iter().map(|source| of_source(&mut words, source)).collect::<Result<_, Error>>()?
        } else {
            let read = |words: &mut Words, source: &&[(u32, DocAddress)]| of_source(words, source);
            sources.par_iter().map_init(Words::default, read).collect::<Result<_, Error>>()?
        };
        let mut claims = Vec::with_capacity(places.len());
        parts.into_iter().for_each(|part| claims.extend(part));
        Ok(claims)
    }

    /// Returns the places of claims, each with the number of its source in `records`, in order of these.
    fn by_source(&self, places: Vec<DocAddress>, records: &[Arc<Record>]) -> Result<Vec<(u32, DocAddress)>, Error> {
        let numbers: FxHashMap<&str, u32> = (0..).zip(records).map(|(n, record)| (&*record.source.id, n)).collect();
        let mut all = Vec::with_capacity(places.len());
        for here in places.chunk_by(|a, b| a.segment_ord == b.segment_ord) {
            let column = self.searcher.segment_reader(here[0].segment_ord).fast_fields().str("source");
            let column = column.map_err(|error| self.damage(error.to_string()))?;
            let column = column.ok_or_else(|| self.damage("claims do not name their sources"))?;
            // What is no source of the store is told below.
            let mut of_ordinal = vec![u32::MAX; column.num_terms()];
            let mut id = String::new();
            for (ordinal, number) in (0..).zip(&mut of_ordinal) {
                id.clear();
                column.ord_to_str(ordinal, &mut id).map_err(|error| self.damage(error.to_string()))?;
                *number = numbers.get(id.as_str()).copied().unwrap_or(u32::MAX);
            }
            let ordinals = column.ords();
            all.extend(here.iter().map(|&at| {
                let number = ordinals.first(at.doc_id).and_then(|ordinal| of_ordinal.get(ordinal as usize));
                (number.copied().unwrap_or(u32::MAX), at)
            }));
        }
        all.sort_unstable();
        Ok(all)
    }

    /// Returns the claim at one place of the store.
    pub(super) fn claim_at(&self, at: DocAddress, words: &mut Words) -> Result<Claim, Error> {
        self.read_claim(at, words, |id| Ok(Arc::clone(&self.record(id)?.source)))
    }

    fn read_claim(
        &self,
        at: DocAddress,
        words: &mut Words,
        source: impl FnOnce(&str) -> Result<Arc<Source>, Error>,
    ) -> Result<Claim, Error> {
        let bytes = self.bytes_at(at)?;
        let stored: Stored<'_> = payload::unpack(&bytes).map_err(|what| self.damage(what))?;
        let source = source(stored.source())?;
        stored.claim(words, source).map_err(|what| self.damage(what))
    }

    pub(super) fn payload<T: serde::de::DeserializeOwned>(&self, at: DocAddress) -> Result<T, Error> {
        payload::unseal(&self.bytes_at(at)?).map_err(|what| self.damage(what))
    }

    fn bytes_at(&self, at: DocAddress) -> Result<Vec<u8>, Error> {
        let stored: Carried =
            guarded(|| self.searcher.doc(at).map_err(|error| error.to_string())).map_err(|what| self.damage(what))?;
        Ok(stored.0)
    }

    /// Returns the places of all documents of one kind.
    pub(super) fn documents(&self, kind: DocumentKind) -> Result<Vec<DocAddress>, Error> {
        self.matching(&term(FIELDS.kind, kind.as_str()))
    }

    /// Returns the places of all documents that a query matches.
    pub(super) fn matching(&self, query: &dyn Query) -> Result<Vec<DocAddress>, Error> {
        self.matching_at_most(query, usize::MAX)
    }

    /// Returns the places of the first so many documents that a query matches.
    pub(super) fn matching_at_most(&self, query: &dyn Query, most: usize) -> Result<Vec<DocAddress>, Error> {
        guarded(|| {
            let said = |error: tantivy::TantivyError| error.to_string();
            let weight = query.weight(EnableScoring::disabled_from_searcher(&self.searcher)).map_err(said)?;
            let mut found = Vec::new();
            for (ordinal, segment) in self.searcher.segment_readers().iter().enumerate() {
                let alive = segment.alive_bitset();
                let mut scorer = weight.scorer(segment, 1.0).map_err(said)?;
                let mut document = scorer.doc();
                while document != TERMINATED && found.len() < most {
                    if alive.is_none_or(|alive| alive.is_alive(document)) {
                        found.push(DocAddress::new(ordinal as u32, document));
                    }
                    document = scorer.advance();
                }
            }
            Ok(found)
        })
        .map_err(|what| self.damage(what))
    }

    /// Returns path hash, size and time of change of every file, without reading any record.
    pub(super) fn facts(&self) -> Result<BTreeMap<u64, (u64, u64)>, Error> {
        let documents = self.documents(DocumentKind::Source)?;
        let mut facts = BTreeMap::new();
        // The columns of a segment are opened once, not once a document.
        for here in documents.chunk_by(|a, b| a.segment_ord == b.segment_ord) {
            let columns = self.searcher.segment_reader(here[0].segment_ord).fast_fields();
            let column = |name: &str| columns.u64(name).map_err(|error| self.damage(error.to_string()));
            let (file, size, modified) = (column("file")?, column("size")?, column("modified")?);
            for at in here {
                let values = (file.first(at.doc_id), size.first(at.doc_id), modified.first(at.doc_id));
                let (Some(file), Some(size), Some(modified)) = values else {
                    return Err(self.damage("the record of a source lacks its size or time"));
                };
                facts.insert(file, (size, modified));
            }
        }
        Ok(facts)
    }
}

/// Returns what orders the claims of one source: place, id.
fn place(claim: &Claim) -> (u32, u32, u32, &str) {
    let at = &claim.evidence;
    (at.line, at.column, at.start, &claim.id)
}

/// Returns the query for one exact word of a field.
pub(super) fn term(field: tantivy::schema::Field, text: &str) -> TermQuery {
    TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic)
}

/// Runs a piece of work on bytes that may be damaged: tantivy trusts them once a file is
/// open, and a flipped bit can make it panic. That is an error here, and quiet.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    crate::text::quiet::catch(work).unwrap_or_else(|| Err("its files hold what cannot be".to_owned()))
}
