//! Bringing the store up to date.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use tantivy::{IndexWriter, TantivyDocument, Term};

use super::corpus::{File, rename};
use super::error::{Error, Kind};
use super::generation::Layout;
use super::plan::Plan;
use super::schema::{FIELDS, Kind as DocumentKind, Passage, hash};
use super::store::{Record, Store, Summary};
use super::tokenizer;
use crate::claim::{Source, id};
use crate::read::{Article, BlockKind};
use crate::vocab::Vocab;
use crate::{extract, read};

/// What an update did, in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
pub struct Update {
    /// Read for the first time.
    pub new: usize,
    /// Read again because they changed.
    pub updated: usize,
    /// As they were.
    pub unchanged: usize,
    /// Gone, and their claims with them.
    pub removed: usize,
    /// Not readable, each named by `atodds sources --skipped`.
    pub skipped: usize,
    /// Claims that the index now holds.
    pub claims: usize,
    /// The index was damaged or made by another version, and was made again from the corpus.
    pub rebuilt: bool,
}

impl Update {
    /// Says whether any source came, changed or went.
    pub fn changed(&self) -> bool {
        self.rebuilt || self.new + self.updated + self.removed > 0
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Update { new, updated, unchanged, removed, skipped, .. } = self;
        write!(f, "{new} new, {updated} updated, {unchanged} unchanged, {removed} removed, {skipped} skipped")
    }
}

/// How to update.
pub struct Options<'a> {
    /// The corpus folders; none: those that the index remembers, or else `corpus`.
    pub folders: &'a [PathBuf],
    /// The words.
    pub vocab: &'a Vocab,
    /// The user's folder of words, which `vocab` was loaded with.
    pub overlay: Option<&'a Path>,
    /// How long to wait for another update to end.
    pub patience: Duration,
    /// Told how many of how many files are done, now and then.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("folders", &self.folders)
            .field("overlay", &self.overlay)
            .finish_non_exhaustive()
    }
}

/// Files read at once: as many as fit in this many bytes.
const BATCH_BYTES: u64 = 8 << 20;
/// And not more than this many.
const BATCH_FILES: usize = 512;
/// Memory of the index writer, for all its threads.
const WRITER_BYTES: usize = 224 << 20;
/// Size and time that a file is given which could not be opened.
pub(super) const UNREAD: (u64, u64) = (0, 0);
/// Changes below this many bytes are written by one thread.
const SMALL: u64 = 4 << 20;

/// Brings the index in `dir` up to date with its corpus. Nothing is written where nothing changed.
///
/// # Errors
/// Where a corpus folder is not there, or neither an index nor a folder to make it from, or the index cannot be written; the last state then stands.
pub fn update(dir: &Path, options: &Options<'_>) -> Result<Update, Error> {
    Ok(run(dir, options)?.0)
}

/// Brings the index in `dir` up to date as [`update`] does, and opens it.
///
/// # Errors
/// As those of [`update`], and where what was written cannot be opened.
pub fn refresh(dir: &Path, options: &Options<'_>) -> Result<(Update, Store), Error> {
    let (update, store) = run(dir, options)?;
    Ok((update, store.map_or_else(|| super::open(dir, options.overlay), Ok)?))
}

/// Does the work of an update; returns the store too where nothing was written.
fn run(dir: &Path, options: &Options<'_>) -> Result<(Update, Option<Store>), Error> {
    let layout = Layout::new(dir, options.overlay)?;
    let plan = Plan::new(&layout, options)?;
    if plan.is_empty() {
        return Ok((plan.counts(), plan.old));
    }
    let _lock = layout.lock(options.patience)?;
    // Another update may have come first: what it did is not done again.
    let plan = Plan::new(&layout, options)?;
    if plan.is_empty() {
        return Ok((plan.counts(), plan.old));
    }
    let building = plan.old.is_none().then(|| layout.building());
    let folder = building.clone().unwrap_or_else(|| layout.current());
    let done = write(&plan, &layout, &folder, options);
    let Some(building) = building else { return Ok((done?, None)) };
    match done {
        Ok(update) => {
            layout.switch(&building)?;
            Ok((update, None))
        }
        Err(error) => {
            let _ = fs::remove_dir_all(&building);
            Err(error)
        }
    }
}

/// Says what an update would do, from a look at the folders alone: files whose size or time
/// differs count as updated. Nothing is read and nothing written.
///
/// # Errors
/// Where a corpus folder is not there.
pub fn pending(dir: &Path, options: &Options<'_>) -> Result<Update, Error> {
    let layout = Layout::new(dir, options.overlay)?;
    let plan = Plan::new(&layout, options)?;
    let known = plan.unchanged + plan.gone;
    let held = plan.old.as_ref().map_or(0, |old| old.summary().sources);
    let updated = held.saturating_sub(known).min(plan.read.len());
    Ok(Update { new: plan.read.len() - updated, updated, removed: plan.gone, rebuilt: plan.rebuilt, ..plan.counts() })
}

fn write(plan: &Plan, layout: &Layout, folder: &Path, options: &Options<'_>) -> Result<Update, Error> {
    let mut work = Work::open(plan, layout, folder)?;
    let mut update = work.run(plan, options)?;
    // A corpus that vanished while it was read has not become empty.
    if let Some(root) = plan.roots.iter().find(|root| !root.folder.exists()) {
        return Err(Kind::NoCorpus(root.folder.clone()).into());
    }
    update.rebuilt = plan.rebuilt;
    work.commit(plan, layout, &mut update)?;
    Ok(update)
}

/// One update under way.
struct Work {
    writer: IndexWriter,
    folder: PathBuf,
    records: BTreeMap<Arc<str>, Arc<Record>>,
}

impl Work {
    fn open(plan: &Plan, layout: &Layout, folder: &Path) -> Result<Self, Error> {
        let failed = |error: tantivy::TantivyError| cause(folder, &error.to_string());
        let index = if plan.old.is_some() {
            tantivy::Index::open_in_dir(folder).map_err(failed)?
        } else {
            fs::create_dir_all(folder).map_err(|error| Error::write(folder, error))?;
            tantivy::Index::create_in_dir(folder, FIELDS.schema.clone()).map_err(failed)?
        };
        index.tokenizers().register(tokenizer::NAME, tokenizer::Cutter);
        let bytes: u64 = plan.read.iter().map(|file| file.size).sum();
        let threads = if bytes < SMALL { 1 } else { rayon::current_num_threads().clamp(1, 4) };
        let writer = index.writer_with_num_threads(threads, WRITER_BYTES).map_err(|error| match error {
            tantivy::TantivyError::LockFailure(tantivy::directory::error::LockError::LockBusy, _) => {
                Kind::Locked(layout.dir.clone()).into()
            }
            error => failed(error),
        })?;
        // A run that was killed may have left files under names that this one will use. What cannot
        // be taken away now is reported when its name is needed.
        let _ = writer.garbage_collect_files().wait();
        let mut records = BTreeMap::new();
        if let Some(old) = &plan.old {
            for record in old.records()? {
                records.insert(Arc::clone(&record.source.path), record);
            }
        }
        Ok(Self { writer, folder: folder.to_owned(), records })
    }

    fn run(&mut self, plan: &Plan, options: &Options<'_>) -> Result<Update, Error> {
        let mut update = Update { unchanged: plan.unchanged, ..Update::default() };
        let gone: Vec<Arc<str>> =
            self.records.keys().filter(|path| !plan.files.contains(&hash(&[path]))).cloned().collect();
        for path in gone {
            self.forget(&path);
            update.removed += 1;
        }
        let mut done = 0;
        let mut rest = &plan.read[..];
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(batch_length(rest));
            rest = after;
            // Each article is put into the index by the thread that reads it, while others are read.
            let work = &*self;
            let read: Result<Vec<Option<Read>>, Error> =
                batch.par_iter().map(|file| work.put(file, options.vocab)).collect();
            for (file, read) in batch.iter().zip(read?) {
                self.note(file, read, &mut update);
            }
            done += batch.len();
            (options.progress)(done, plan.read.len());
        }
        Ok(update)
    }

    /// Reads one file and puts it into the index in the place of what was there; `None` where it vanished.
    fn put(&self, file: &File, vocab: &Vocab) -> Result<Option<Read>, Error> {
        let known = self.records.get(&*file.path);
        let Some(mut read) = Read::file(vocab, file, known) else {
            if known.is_some() {
                self.delete(&file.path);
            }
            return Ok(None);
        };
        if read.same {
            // Only the time changed: the record alone is written again.
            let both = tantivy::query::BooleanQuery::intersection(vec![
                Box::new(super::store::term(FIELDS.source, &read.record.source.id)),
                Box::new(super::store::term(FIELDS.kind, DocumentKind::Source.as_str())),
            ]);
            self.writer.delete_query(Box::new(both)).map_err(|error| cause(&self.folder, &error.to_string()))?;
        } else if known.is_some() {
            self.delete(&file.path);
        }
        for document in read.documents.drain(..) {
            self.add(document)?;
        }
        self.add(FIELDS.record(&read.record))?;
        Ok(Some(read))
    }

    /// Notes what was done with one file.
    fn note(&mut self, file: &File, read: Option<Read>, update: &mut Update) {
        let known = self.records.contains_key(&*file.path);
        let Some(read) = read else {
            // It vanished between the look at its folder and the reading.
            update.removed += usize::from(self.records.remove(&*file.path).is_some());
            return;
        };
        match (known, read.same) {
            (true, true) => update.unchanged += 1,
            (true, false) => update.updated += 1,
            (false, _) => update.new += 1,
        }
        self.records.insert(Arc::clone(&read.record.source.path), Arc::new(read.record));
    }

    fn delete(&self, path: &str) {
        self.writer.delete_term(Term::from_field_text(FIELDS.source, &id::source(path)));
    }

    fn forget(&mut self, path: &str) {
        self.delete(path);
        self.records.remove(path);
    }

    fn add(&self, document: TantivyDocument) -> Result<(), Error> {
        self.writer.add_document(document).map(|_| ()).map_err(|error| cause(&self.folder, &error.to_string()))
    }

    fn commit(mut self, plan: &Plan, layout: &Layout, update: &mut Update) -> Result<(), Error> {
        let summary = Summary {
            roots: plan.roots.clone(),
            sources: self.records.len(),
            skipped: self.records.values().filter(|record| record.skipped.is_some()).count(),
            claims: self.records.values().map(|record| record.claims).sum(),
            fingerprint: layout.fingerprint.clone(),
        };
        (update.skipped, update.claims) = (summary.skipped, summary.claims);
        let said = serde_json::to_string(&summary).map_err(|error| cause(&self.folder, &error.to_string()))?;
        let folder = self.folder;
        let failed = |error: tantivy::TantivyError| cause(&folder, &error.to_string());
        let mut commit = self.writer.prepare_commit().map_err(failed)?;
        commit.set_payload(&said);
        commit.commit().map_err(failed)?;
        // The commit stands; merging only tidies up, and what it leaves undone is done next time.
        let _ = self.writer.wait_merging_threads();
        Ok(())
    }
}

fn batch_length(files: &[File]) -> usize {
    let mut bytes = 0;
    let fits = files.iter().take(BATCH_FILES).take_while(|file| {
        bytes += file.size;
        bytes <= BATCH_BYTES
    });
    fits.count().max(1)
}

/// What was read of one file.
struct Read {
    record: Record,
    documents: Vec<TantivyDocument>,
    /// Its bytes are those of before.
    same: bool,
}

impl Read {
    /// Returns `None` where the file has vanished.
    fn file(vocab: &Vocab, file: &File, known: Option<&Arc<Record>>) -> Option<Read> {
        if let Some(reason) = &file.skipped {
            return Some(Self::skipped(file, String::new(), reason.clone()));
        }
        let bytes = match fs::read(&file.disk) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
            Err(error) => {
                let mut read = Self::skipped(file, String::new(), error.to_string());
                (read.record.size, read.record.modified) = UNREAD;
                return Some(read);
            }
        };
        let hash = blake3::hash(&bytes).to_hex().to_string();
        if let Some(known) = known.filter(|known| known.hash == hash) {
            let record = Record { size: file.size, modified: file.modified, ..Record::clone(known) };
            return Some(Read { record, documents: Vec::new(), same: true });
        }
        // A fault in reading one article must not take the others with it.
        let made = crate::text::quiet::catch(|| Self::bytes(vocab, file, &bytes, hash.clone()));
        Some(made.unwrap_or_else(|| Self::skipped(file, hash, "the program failed on it; please report it".to_owned())))
    }

    fn bytes(vocab: &Vocab, file: &File, bytes: &[u8], hash: String) -> Read {
        let article = match read::article(&file.path, bytes) {
            Ok(article) => article,
            Err(diagnostic) => return Self::skipped(file, hash, diagnostic.message),
        };
        let mut claims = extract::claims(vocab, &article).claims;
        rename(&mut claims, &file.named);
        let record = Record {
            source: Arc::clone(&article.source),
            encoding: Some(article.encoding.to_string()),
            size: file.size,
            modified: file.modified,
            hash,
            claims: claims.len(),
            skipped: None,
        };
        let mut documents: Vec<TantivyDocument> = claims.iter().map(|claim| FIELDS.claim(vocab, claim)).collect();
        documents.extend(passages(&article));
        Read { record, documents, same: false }
    }

    fn skipped(file: &File, hash: String, reason: String) -> Read {
        let source = Source { id: id::source(&file.path), path: file.path.as_str().into(), ..Source::default() };
        let record = Record {
            source: Arc::new(source),
            encoding: None,
            size: file.size,
            modified: file.modified,
            hash,
            claims: 0,
            skipped: Some(reason),
        };
        Read { record, documents: Vec::new(), same: false }
    }
}

fn passages(article: &Article) -> impl Iterator<Item = TantivyDocument> + '_ {
    article.blocks.iter().filter_map(|block| {
        let text = match &block.kind {
            BlockKind::Table(_) => block.span.of(&article.text)?,
            _ => block.text.as_str(),
        };
        if text.is_empty() {
            return None;
        }
        let passage = Passage {
            source: Arc::clone(&article.source.id),
            start: block.span.start,
            end: block.span.end,
            line: article.lines.line(block.span.start),
        };
        let headings: Vec<String> =
            block.headings.iter().map(|&at| article.blocks[at].text.as_str().to_owned()).collect();
        Some(FIELDS.passage(&article.source, &passage, text, &headings))
    })
}

/// Returns why writing failed. tantivy often loses the cause of a full disk on its way up,
/// so a small file is tried.
fn cause(folder: &Path, said: &str) -> Error {
    let probe = folder.join("probe");
    let tried = fs::write(&probe, [0u8; 1 << 16]).and_then(|()| fs::File::open(&probe)?.sync_all());
    let _ = fs::remove_file(&probe);
    match tried {
        Err(error) => Error::write(folder, error),
        Ok(()) => Error::write(folder, std::io::Error::other(said.to_owned())),
    }
}
