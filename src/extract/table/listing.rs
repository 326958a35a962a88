//! Tables that were flattened into running text: offers one after another, each with a price, a
//! size and a title that names the card ("31.6 $850.00 26,851 … 24 GB used … RTX 3090 24GB").
//!
//! An article holds such a listing where prices and devices alternate, price first, many times.

use crate::claim::{Conditions, Name, Statement};
use crate::extract::draft::{Draft, Drafts};
use crate::extract::mention::{self, DeviceMention, Mentions};
use crate::extract::quantity::Reading;
use crate::extract::value;
use crate::normalise;
use crate::read::{Article, BlockKind};
use crate::text::{Mapped, Span};
use crate::vocab::Vocab;
use crate::vocab::table::holds_word;

use super::classes::Classes;

/// So many offers make a listing.
const FEWEST: usize = 6;
/// An offer longer than this is an article.
const LONGEST: usize = 600;

/// One block with offers.
struct Offers {
    block: usize,
    text: Mapped,
    mentions: Mentions,
    offers: Vec<Offer>,
}

/// One offer: where it stands, its price and its device, as indices into the mentions.
struct Offer {
    span: Span,
    price: usize,
    device: usize,
}

/// Adds the offers of `article` to `drafts`, if it holds a listing.
pub fn read(vocab: &Vocab, classes: &Classes<'_>, article: &Article, drafts: &mut Drafts) {
    let listing = &vocab.tables.listing;
    let blocks: Vec<Offers> = article
        .blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| matches!(block.kind, BlockKind::Paragraph | BlockKind::Item(_)))
        .filter(|(_, block)| listing.currencies.iter().any(|sign| block.text.as_str().contains(sign.as_str())))
        .map(|(at, block)| offers(vocab, classes, at, &block.text))
        .collect();
    let found: usize = blocks.iter().map(|block| block.offers.len()).sum();
    let longest = blocks.iter().map(|block| block.offers.len()).max().unwrap_or(0);
    if longest < FEWEST || found < FEWEST {
        return;
    }
    for block in &blocks {
        for offer in &block.offers {
            claims(vocab, article, block, offer, drafts);
        }
        // Scores and counts between the offers are nobody's figures.
        let first = block.offers.first().map_or(usize::MAX, |offer| offer.span.start);
        let rest = block.mentions.quantities.iter().filter(|reading| reading.span.start >= first);
        drafts.used.extend(rest.map(|reading| block.text.to_source(reading.span)));
    }
}

/// Cuts a block into offers: a price, then one device before the next price.
fn offers(vocab: &Vocab, classes: &Classes<'_>, block: usize, text: &Mapped) -> Offers {
    let text = normalise::fold(text);
    let mentions = mention::scan_beside(vocab, text.as_str(), true);
    let prices: Vec<usize> =
        (0..mentions.quantities.len()).filter(|&at| is_price(vocab, &mentions.quantities[at])).collect();
    let mut offers = Vec::new();
    for (number, &price) in prices.iter().enumerate() {
        let start = mentions.quantities[price].span.start;
        let next = prices.get(number + 1).map_or(text.len(), |&next| mentions.quantities[next].span.start);
        let first = mentions.devices.partition_point(|found| found.span.start <= start);
        let named: Vec<usize> = (first..mentions.devices.len())
            .take_while(|&at| mentions.devices[at].span.end <= next)
            .filter(|&at| !classes.is_class(&mentions.devices[at].device))
            .collect();
        let Some(device) = only(&mentions.devices, &named) else { continue };
        let end = mentions.devices[device].span.end;
        if end - start <= LONGEST {
            offers.push(Offer { span: Span::new(start, end_of(text.as_str(), end, next)), price, device });
        }
    }
    Offers { block, text, mentions, offers }
}

/// Returns the one device among those at `named`; the last place of it.
fn only(devices: &[DeviceMention], named: &[usize]) -> Option<usize> {
    let first = *named.first()?;
    named.iter().all(|&at| devices[at].device == devices[first].device).then(|| named[named.len() - 1])
}

/// An offer ends with its line, or with the blank before the number that leads the next one in.
fn end_of(text: &str, device: usize, next: usize) -> usize {
    let rest = &text[device..next];
    let rest = rest.split('\n').next().unwrap_or(rest);
    if next == text.len() {
        return device + rest.trim_end().len();
    }
    let rest = rest.trim_end().trim_end_matches(|ch: char| ch.is_ascii_digit() || matches!(ch, '.' | ','));
    device + rest.trim_end().len()
}

fn is_price(vocab: &Vocab, reading: &Reading) -> bool {
    let fits = |unit: &crate::extract::quantity::UnitReading| {
        vocab.metrics.get(&vocab.tables.listing.price).is_some_and(|metric| metric.fits(&unit.dimension))
    };
    reading.unit.as_ref().is_some_and(fits) && reading.low.is_some()
}

fn claims(vocab: &Vocab, article: &Article, block: &Offers, offer: &Offer, drafts: &mut Drafts) {
    let listing = &vocab.tables.listing;
    let mentions = &block.mentions;
    let found = &mentions.devices[offer.device];
    let mut conditions = Conditions::default();
    let first = mentions.conditions.partition_point(|stated| stated.span.start < offer.span.start);
    let stated = mentions.conditions[first..].iter().take_while(|stated| stated.span.start < offer.span.end);
    for stated in stated {
        for (key, value) in stated.conditions.iter().filter(|(key, _)| listing.keys.contains(key)) {
            conditions.set_default(key, value.clone());
        }
    }
    let written = offer.span.of(block.text.as_str()).unwrap_or_default();
    for state in listing.state.iter().filter(|state| holds_word(&state.words, written)) {
        conditions.set_default(&state.key, state.value.clone());
    }
    let quote = block.text.to_source(offer.span);
    let mut add = |metric: &Name, reading: &Reading, conditions: Conditions| {
        let Some(quantity) = value::quantity(reading, &block.text, &article.text, None) else { return };
        drafts.claims.push(Draft {
            metric: metric.clone(),
            device: found.device.clone(),
            quote: quote.join(quantity.span()),
            statement: Statement::Figure(quantity),
            conditions,
            block: block.block,
            hedged: false,
            attribution: None,
            rule: "table/listing",
            confidence: 0.8,
        });
    };
    add(&listing.price, &mentions.quantities[offer.price], conditions);
    if let Some(size) = size(vocab, mentions, offer) {
        add(&listing.size, size, Conditions::default());
    }
}

/// Returns the one size of memory that the offer gives; none where it gives two that differ.
fn size<'m>(vocab: &Vocab, mentions: &'m Mentions, offer: &Offer) -> Option<&'m Reading> {
    let metric = vocab.metrics.get(&vocab.tables.listing.size)?;
    let within = mentions.quantities[offer.price..].iter().take_while(|reading| offer.span.contains(reading.span));
    let mut sizes = within.filter(|reading| reading.unit.as_ref().is_some_and(|unit| metric.fits(&unit.dimension)));
    let first = sizes.next()?;
    let same = |other: &Reading| {
        let bytes = |reading: &Reading| Some(reading.low? * reading.unit.as_ref()?.factor);
        bytes(other) == bytes(first)
    };
    sizes.all(same).then_some(first)
}
