//! What stands above a table and holds for all of it: its caption and title, the sentences that
//! lead it in, the headings.

use crate::claim::{Conditions, Name};
use crate::extract::mention::MetricMention;
use crate::extract::moment;
use crate::read::{Article, BlockKind, Table};
use crate::text::{Mapped, Span};
use crate::vocab::{Vocab, table::holds_word};

use super::classes::Classes;
use super::facet::Facet;
use super::measure::declares_unit;

/// How many blocks back the sentences may stand that lead a table in.
const REACH: usize = 8;
/// How many paragraphs are read.
const MOST_PARAGRAPHS: usize = 2;
/// Sentences of a longer paragraph are read from its end.
const MOST_SENTENCES: usize = 12;

/// What stands above one table.
#[derive(Debug, Default)]
pub struct Above {
    /// The caption, and the title in a row of the table's own.
    pub captions: Vec<Facet>,
    /// The sentences of the paragraph right before the table, the last first.
    pub lead: Vec<Facet>,
    /// Sentences further up that speak of the table.
    pub further: Vec<Facet>,
    /// The sentence right below the table that says what its prices are.
    pub below: Option<Facet>,
    /// The headings, innermost first; the last is the article's title.
    pub headings: Vec<Facet>,
}

/// The device that a table without devices of its own is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// Nothing above names a device.
    None,
    /// The nearest text that names devices names several.
    Several,
    /// This one.
    One(Name, Conditions),
}

impl Above {
    /// Collects what stands above the table at `block` of `article`.
    pub fn new(vocab: &Vocab, article: &Article, block: usize, table: &Table, title: Option<&Facet>) -> Above {
        let mut above = Above::default();
        above.captions.extend(title.cloned());
        above.captions.extend(table.caption.iter().map(|caption| Facet::new(vocab, caption)));
        let headings = &article.blocks[block].headings;
        above.headings = headings
            .iter()
            .rev()
            .filter_map(|&at| article.blocks.get(at))
            .enumerate()
            // Only what is nearest gives a unit.
            .map(|(at, heading)| (if at == 0 { Facet::new } else { Facet::remark })(vocab, &heading.text))
            .collect();
        above.collect_lead(vocab, article, block);
        above.below = terms_below(vocab, article, block);
        above
    }

    /// Walks back from the table over the paragraphs that lead it in.
    fn collect_lead(&mut self, vocab: &Vocab, article: &Article, block: usize) {
        let (mut direct, mut paragraphs) = (true, 0);
        for before in article.blocks[..block].iter().rev().take(REACH) {
            match &before.kind {
                BlockKind::Paragraph | BlockKind::Item(_) => {
                    let sentences = sentences(&before.text).into_iter().rev().take(MOST_SENTENCES);
                    if direct && paragraphs == 0 {
                        let last = self.lead.len();
                        let facet = |(at, sentence): (usize, Mapped)| {
                            (if at + last == 0 { Facet::new } else { Facet::remark })(vocab, &sentence)
                        };
                        self.lead.extend(sentences.enumerate().map(facet));
                    } else {
                        let facets = sentences.map(|sentence| Facet::remark(vocab, &sentence));
                        self.further.extend(facets.filter(|facet| speaks_of_table(vocab, facet)));
                    }
                    paragraphs += 1;
                    if paragraphs == MOST_PARAGRAPHS {
                        break;
                    }
                }
                // A bold line over one of several tables that a paragraph above leads in together.
                BlockKind::Heading(_) | BlockKind::Table(_) if paragraphs == 0 => direct = false,
                BlockKind::Heading(_) | BlockKind::Table(_) => break,
                BlockKind::Code | BlockKind::Note(_) => {}
            }
        }
    }

    /// Returns the device that the nearest text above names, if that is one.
    pub fn subject(&self, classes: &Classes<'_>) -> Subject {
        let last = self.lead.iter().take(1);
        let near = self.captions.iter().chain(last).chain(&self.headings);
        let mut class: Option<Subject> = None;
        let headed = self.headings.first().map(|heading| classes.only(heading));
        for facet in near {
            match classes.only(facet) {
                Subject::None => {}
                // "The NVL72 combines the Grace CPU with Blackwell GPUs" below a heading about the NVL72.
                Subject::Several
                    if let Some(Subject::One(device, conditions)) = &headed
                        && !classes.is_class(device)
                        && facet.devices.first().is_some_and(|first| first.device == *device) =>
                {
                    return Subject::One(device.clone(), conditions.clone());
                }
                Subject::One(device, conditions) if classes.is_class(&device) => {
                    class.get_or_insert(Subject::One(device, conditions));
                }
                found => return found,
            }
        }
        // "The L40S is a card for … Here is a summary of its specifications:"
        let spoken = self.lead.iter().skip(1).map(|facet| classes.only(facet)).find(|found| *found != Subject::None);
        match (spoken, class) {
            (Some(Subject::One(device, _)), None) if !classes.is_class(&device) => {
                Subject::One(device, Conditions::default())
            }
            (_, class) => class.unwrap_or(Subject::None),
        }
    }

    /// Says whether the caption or the nearest heading is the name of `device` and nothing else.
    pub fn is_headed_by(&self, device: &Name) -> bool {
        let mut nearest = self.captions.iter().chain(self.headings.iter().take(1));
        nearest.any(|facet| {
            let text = facet.as_str();
            let [only] = &facet.devices[..] else { return false };
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            only.device == *device && only.span.of(text).is_some_and(|name| letters(name) == letters(text))
        })
    }

    /// Returns every text above that may name the family of the devices in a table.
    pub fn all(&self) -> impl Iterator<Item = &Facet> {
        self.captions.iter().chain(&self.lead).chain(&self.headings)
    }

    /// Returns the texts whose metric and unit hold for figures that have none of their own.
    pub fn near(&self) -> impl Iterator<Item = &Facet> {
        let lead = self.lead.iter().take(1);
        self.captions.iter().chain(lead).chain(self.headings.iter().take(1)).chain(&self.below)
    }

    /// Returns the sentence above that declares the unit of the whole table: "Average speed (tokens/s) by card."
    pub fn declared(&self, vocab: &Vocab) -> Option<Facet> {
        let open = |facet: &&Facet| facet.as_str().contains(['(', '（', '/']);
        let texts = self.captions.iter().chain(&self.lead).chain(self.headings.iter().take(1));
        let full = texts.filter(open).map(|facet| Facet::new(vocab, &facet.text));
        let mut found = full.into_iter().find(|facet| {
            let named = |found: &MetricMention| vocab.tables.metrics.measured.contains(&found.metric);
            declares_unit(vocab, facet) && facet.metrics.iter().any(named)
        })?;
        // What was run stands in the headings.
        found.conditions.retain(|(_, stated)| stated.get("workload").is_none());
        Some(found)
    }

    /// Returns the conditions that hold for the whole table, the nearest first.
    pub fn conditions(&self, vocab: &Vocab) -> Vec<Conditions> {
        let keys = &vocab.tables.lead.keys;
        let spoken = self.lead.iter().filter(|facet| speaks_of_table(vocab, facet)).chain(&self.further);
        let lead = spoken.map(|facet| {
            let mut kept = Conditions::default();
            for (key, value) in facet.stated().iter().filter(|(key, _)| keys.contains(key)) {
                kept.set(key, value.clone());
            }
            set_date(vocab, facet, &mut kept);
            // "For a small cluster we recommend:" makes no figure in the table a cluster's.
            if kept.word("scope") == Some("cluster") {
                kept.remove("scope");
            }
            kept
        });
        let captions = self.captions.iter().map(|caption| {
            let mut stated = caption.stated();
            set_date(vocab, caption, &mut stated);
            stated
        });
        let mut headings = self.headings.iter().map(|heading| {
            let mut stated = heading.stated();
            // "Benchmark results" over a section says little about how each of its figures came to be.
            stated.remove("basis");
            // And "Choosing a cluster" makes no figure under it a cluster's.
            if stated.word("scope") == Some("cluster") {
                stated.remove("scope");
            }
            stated
        });
        let nearest = headings.next();
        captions.chain(nearest).chain(lead).chain(headings).collect()
    }
}

/// States the date that a text gives for the table: "as of May 2025".
fn set_date(vocab: &Vocab, facet: &Facet, stated: &mut Conditions) {
    if let Some(date) = moment::above(vocab, facet.as_str()) {
        stated.set_default("as_of", date);
    }
}

fn speaks_of_table(vocab: &Vocab, facet: &Facet) -> bool {
    holds_word(&vocab.tables.lead.cues, facet.as_str()) || facet.as_str().ends_with([':', '：'])
}

/// Returns the sentence right below a table that only says what its prices are: "Prices per hour for the whole machine."
fn terms_below(vocab: &Vocab, article: &Article, block: usize) -> Option<Facet> {
    const LONGEST: usize = 160;
    let below = article.blocks.get(block + 1)?;
    let said = matches!(below.kind, BlockKind::Paragraph | BlockKind::Note(_)) && below.text.len() <= LONGEST;
    let first = sentences(&below.text).into_iter().next().filter(|_| said)?;
    let facet = Facet::new(vocab, &first);
    let money = |found: &MetricMention| {
        let metric = vocab.metrics.get(&found.metric);
        found.span.start == 0 && metric.is_some_and(|metric| metric.fits("money") || metric.fits("money/time"))
    };
    let opens = facet.metrics.iter().any(money);
    (opens && facet.devices.is_empty() && facet.quantities.is_empty()).then_some(facet)
}

/// Cuts a paragraph into sentences.
fn sentences(text: &Mapped) -> Vec<Mapped> {
    let plain = text.as_str();
    let mut cuts = vec![0];
    let mut chars = plain.char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        let next = chars.peek().map(|&(_, next)| next);
        let ends = match ch {
            '。' | '！' | '？' | '\n' => true,
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if ends {
            cuts.push(at + ch.len_utf8());
        }
    }
    cuts.push(plain.len());
    cuts.windows(2)
        .map(|cut| text.part(Span::new(cut[0], cut[1])).trimmed())
        .filter(|sentence| !sentence.is_empty())
        .collect()
}
