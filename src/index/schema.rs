//! What a document of the store holds.
//!
//! Three kinds share one index, told apart by `kind`: the claims, the passages of the
//! articles, and one record a source. All of one source's documents carry its id, so that
//! forgetting it is one deletion.

use std::sync::LazyLock;

use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};

use super::payload;
use super::stored::Stored;
use super::tokenizer;
use crate::claim::row::date_number;
use crate::claim::{Bound, Claim, Source, Statement};
use crate::vocab::Vocab;

/// Rises with every change to this file's fields.
pub(super) const VERSION: u32 = 3;

/// The kinds of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A claim.
    Claim,
    /// A block of an article.
    Passage,
    /// What is known of one file.
    Source,
}

impl Kind {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Kind::Claim => "claim",
            Kind::Passage => "passage",
            Kind::Source => "source",
        }
    }
}

/// The fields.
#[derive(Debug)]
pub(super) struct Fields {
    pub schema: Schema,
    pub kind: Field,
    /// Id of the source.
    pub source: Field,
    /// Id of the claim.
    pub id: Field,
    /// The device and all its ancestors.
    pub device: Field,
    /// The device alone.
    pub subject: Field,
    pub metric: Field,
    /// The claim's kind.
    pub statement: Field,
    /// Conditions and the rest of what is said, as `key=value`.
    pub state: Field,
    /// The quote, or the passage.
    pub text: Field,
    /// The headings above it and the article's title.
    pub around: Field,
    /// Path, title, publisher and address of the source.
    pub origin: Field,
    pub publisher: Field,
    pub low: Field,
    pub high: Field,
    pub unit: Field,
    /// The source's date, as the first and last `yyyymmdd` that it can be.
    pub from: Field,
    pub to: Field,
    /// Hash of metric and device.
    pub group: Field,
    /// Confidence, then date: what orders equal scores.
    pub rank: Field,
    /// What orders the rest.
    pub tie: Field,
    /// Hash of the file's path.
    pub file: Field,
    pub size: Field,
    pub modified: Field,
    pub payload: Field,
}

/// The name of [`Fields::tie`]: the hash of a claim's id.
pub(super) const TIE: &str = "tie";

/// The one set of fields.
pub(super) static FIELDS: LazyLock<Fields> = LazyLock::new(Fields::new);

impl Fields {
    fn new() -> Self {
        let mut build = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(tokenizer::NAME)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let text = TextOptions::default().set_indexing_options(indexing);
        Fields {
            kind: build.add_text_field("kind", STRING),
            source: build.add_text_field("source", STRING | FAST),
            id: build.add_text_field("id", STRING),
            device: build.add_text_field("device", STRING),
            subject: build.add_text_field("subject", STRING | FAST),
            metric: build.add_text_field("metric", STRING | FAST),
            statement: build.add_text_field("statement", STRING | FAST),
            state: build.add_text_field("state", STRING),
            text: build.add_text_field("text", text.clone()),
            around: build.add_text_field("around", text.clone()),
            origin: build.add_text_field("origin", text.clone()),
            publisher: build.add_text_field("publisher", text),
            low: build.add_f64_field("low", FAST),
            high: build.add_f64_field("high", FAST),
            unit: build.add_text_field("unit", STRING),
            from: build.add_u64_field("from", FAST),
            to: build.add_u64_field("to", FAST),
            group: build.add_u64_field("group", FAST | INDEXED),
            rank: build.add_u64_field("rank", FAST),
            tie: build.add_u64_field(TIE, FAST),
            file: build.add_u64_field("file", FAST),
            size: build.add_u64_field("size", FAST),
            modified: build.add_u64_field("modified", FAST),
            payload: build.add_bytes_field("payload", STORED),
            schema: build.build(),
        }
    }

    fn document(&self, kind: Kind, source: &Source) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_text(self.kind, kind.as_str());
        document.add_text(self.source, &source.id);
        document
    }

    /// Adds what is the same for all of a source's claims and passages.
    fn add_source(&self, document: &mut TantivyDocument, source: &Source) {
        document.add_text(self.origin, &source.path);
        for text in [&source.title, &source.publisher, &source.url].into_iter().flatten() {
            document.add_text(self.origin, text);
        }
        if let Some(publisher) = &source.publisher {
            document.add_text(self.publisher, publisher);
        }
        if let Some(lang) = &source.lang {
            for (end, _) in lang.match_indices('-').chain([(lang.len(), "")]) {
                document.add_text(self.state, format!("lang={}", lang[..end].to_lowercase()));
            }
        }
        if let Some(date) = &source.date {
            document.add_u64(self.from, day(date, false));
            document.add_u64(self.to, day(date, true));
        }
    }

    /// Returns the document of a claim.
    pub fn claim(&self, vocab: &Vocab, claim: &Claim) -> TantivyDocument {
        let source = &claim.source;
        let mut document = self.document(Kind::Claim, source);
        self.add_source(&mut document, source);
        document.add_text(self.id, &claim.id);
        document.add_text(self.subject, &claim.device);
        for device in vocab.devices.lineage(&claim.device) {
            document.add_text(self.device, &device.id);
        }
        if vocab.devices.get(&claim.device).is_none() {
            document.add_text(self.device, &claim.device);
        }
        document.add_text(self.metric, &claim.metric);
        document.add_text(self.statement, claim.statement.kind());
        for state in states(claim) {
            document.add_text(self.state, state);
        }
        document.add_text(self.text, &claim.evidence.quote);
        for heading in claim.evidence.heading.iter() {
            document.add_text(self.around, heading);
        }
        if let Some(title) = &source.title {
            document.add_text(self.around, title);
        }
        if let Some(value) = claim.statement.quantity() {
            let (low, high) = (as_f64(value.low), as_f64(value.high));
            document.add_f64(self.low, if value.bound == Some(Bound::AtMost) { f64::MIN } else { low });
            document.add_f64(self.high, if value.bound == Some(Bound::AtLeast) { f64::MAX } else { high });
            document.add_text(self.unit, &value.unit);
        }
        document.add_u64(self.group, group(&claim.metric, &claim.device));
        let sure = (claim.confidence.clamp(0.0, 1.0) * 1000.0) as u64;
        document.add_u64(self.rank, (sure << 32) | source.date.as_ref().map_or(0, |date| day(date, true)));
        document.add_u64(self.tie, hash(&[&claim.id]));
        document.add_bytes(self.payload, &payload::pack(&Stored::from(claim)));
        document
    }

    /// Returns the document of a passage.
    pub fn passage(&self, source: &Source, passage: &Passage, text: &str, headings: &[String]) -> TantivyDocument {
        let mut document = self.document(Kind::Passage, source);
        self.add_source(&mut document, source);
        document.add_text(self.text, text);
        for heading in headings {
            document.add_text(self.around, heading);
        }
        document.add_u64(self.rank, 0);
        document.add_u64(self.tie, hash(&[&source.path, &passage.start.to_string()]));
        document.add_bytes(self.payload, &payload::seal(passage));
        document
    }

    /// Returns the document of a source.
    pub fn record(&self, record: &super::Record) -> TantivyDocument {
        let mut document = self.document(Kind::Source, &record.source);
        // A column in which no document is left out is read faster.
        document.add_u64(self.rank, 0);
        document.add_u64(self.tie, 0);
        document.add_u64(self.file, hash(&[&record.source.path]));
        document.add_u64(self.size, record.size);
        document.add_u64(self.modified, record.modified);
        document.add_bytes(self.payload, &payload::seal(record));
        document
    }
}

/// A block of an article, as the store keeps it: the text stays in the article.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub struct Passage {
    /// Id of the source.
    pub source: crate::claim::Name,
    /// First byte of the block in the source text.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// Its first line, from 1.
    pub line: usize,
}

fn states(claim: &Claim) -> Vec<String> {
    let mut states: Vec<String> =
        claim.conditions.iter().map(|(key, value)| format!("{key}={}", value.to_string().to_lowercase())).collect();
    let mut add = |key: &str, value: &str| states.push(format!("{key}={value}"));
    match &claim.statement {
        Statement::Figure(_) => {}
        Statement::Comparison { versus, relation, .. } => {
            add("versus", versus);
            add("relation", relation.as_str());
        }
        Statement::Level(level) => add("rated", level.as_str()),
        Statement::Support { object, modality } => {
            add("object", object);
            add("modality", modality.as_str());
        }
        Statement::Suitability { object, fit } => {
            add("object", object);
            add("fit", fit.as_str());
        }
    }
    if let Some(attribution) = claim.attribution {
        add("attribution", attribution.as_str());
    }
    if claim.hedged {
        add("hedged", "true");
    }
    states
}

/// Returns the hash that a metric's claims about one device share.
pub(super) fn group(metric: &str, device: &str) -> u64 {
    hash(&[metric, device])
}

/// Returns the first eight bytes of a BLAKE3 of the parts.
pub(super) fn hash(parts: &[&str]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// Returns an ISO date prefix as `yyyymmdd`.
pub(super) fn day(date: &str, last: bool) -> u64 {
    use rust_decimal::prelude::ToPrimitive;
    date_number(date, last).to_u64().unwrap_or(0)
}

pub(super) fn as_f64(number: rust_decimal::Decimal) -> f64 {
    use rust_decimal::prelude::ToPrimitive;
    number.to_f64().unwrap_or(f64::MAX)
}
