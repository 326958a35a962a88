//! Names that the vocabulary does not hold and of which a clause speaks: "The Rivos R1 has 128 GB".
//!
//! What is said of one is never given to a device that was spoken of before. A name counts only where it opens its
//! clause, looks like that of a product (capitals and a number) and has a word behind it that says something of it.

use super::mention::Mentions;
use crate::text::Span;
use crate::vocab::Match;
use crate::vocab::cue::Cue;

/// Bytes of a clause before the name: an article, a maker.
const HEAD: usize = 40;
/// Letters and digits of a name.
const LONGEST: usize = 10;
/// Letters of a name that looks like any word, at least.
const NAME: usize = 4;

/// Returns the unknown names that clauses of `text` speak of, in order of place.
pub fn find(text: &str, cues: &[Match<Cue>], clauses: &[Span], mentions: &Mentions) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut names: Vec<Span> = mentions.unknown.iter().map(|unknown| unknown.span).collect();
    names.extend(words(text).filter(|name| name.of(text).is_some_and(is_product) && !is_known(mentions, *name)));
    for name in names {
        if opens(text, cues, clauses, mentions, name) && is_spoken_of(text, cues, mentions, name) {
            found.push(name);
        }
    }
    // "ChatGPT 需要 10 秒": any name, where a Chinese verb right behind it says what it takes.
    found.extend(words(text).filter(|name| {
        let takes = |cue: &Match<Cue>| cue.entry == Cue::Need && cue.span.start == behind(text, name.end);
        name.len() >= NAME && opens(text, cues, clauses, mentions, *name) && !is_known(mentions, *name) && {
            let verb = cues.iter().find(|cue| takes(cue)).and_then(|cue| cue.span.of(text));
            verb.is_some_and(|verb| !verb.is_ascii())
        }
    }));
    found.sort_by_key(|name| name.start);
    found.dedup();
    found
}

/// Returns where what stands behind `at` begins.
fn behind(text: &str, at: usize) -> usize {
    text.len() - text.get(at..).unwrap_or_default().trim_start().len()
}

/// Returns the words of `text` that begin with a capital, digits and hyphens within them.
fn words(text: &str) -> impl Iterator<Item = Span> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text.get(at..)?.find(|c: char| c.is_ascii_uppercase())?;
            let rest = &text[start..];
            let length = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
            at = start + length;
            let begins = !text[..start].ends_with(word);
            let name = rest[..length].trim_end_matches('-');
            if begins {
                return Some(Span::new(start, start + name.len()));
            }
        }
    })
}

/// Says whether a word looks like the name of a product, up to four capitals, a number, and few letters: "R1", "MI500X".
fn is_product(word: &str) -> bool {
    let capitals = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = word[capitals..].strip_prefix('-').unwrap_or(&word[capitals..]);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let tail = &rest[digits..];
    let few = tail.len() <= 2 && tail.bytes().all(|byte| byte.is_ascii_alphabetic());
    (1..=4).contains(&capitals) && (1..=4).contains(&digits) && few && word.len() <= LONGEST
}

/// Says whether something known holds the name or touches it ("PCIe G5").
fn is_known(mentions: &Mentions, name: Span) -> bool {
    let touches = |span: Span| span.start <= name.end + 1 && name.start <= span.end + 1;
    let spans = mentions.devices.iter().map(|device| device.span);
    let spans = spans.chain(mentions.conditions.iter().map(|stated| stated.span));
    let mut spans = spans.chain(mentions.quantities.iter().map(|quantity| quantity.span));
    let metric = |span: Span| span.overlaps(name) || span.end <= name.start && name.start - span.end <= 1;
    spans.any(touches) || mentions.metrics.iter().any(|found| !found.weak && metric(found.span))
}

/// Says whether nothing but an article and a maker's name stands before the name in its clause.
fn opens(text: &str, cues: &[Match<Cue>], clauses: &[Span], mentions: &Mentions, name: Span) -> bool {
    let start = clauses.iter().rev().find(|clause| clause.start <= name.start).map_or(0, |clause| clause.start);
    let Some(head) = text.get(start..name.start).filter(|head| head.len() <= HEAD) else { return false };
    let article = |word: &str| {
        cues.iter().any(|cue| {
            matches!(cue.entry, Cue::The | Cue::This | Cue::And | Cue::But | Cue::Indefinite)
                && cue.span.of(text).is_some_and(|found| found.eq_ignore_ascii_case(word))
        })
    };
    let maker = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase() || !c.is_ascii() && c.is_alphabetic());
    let words = head.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let known = mentions.devices.iter().any(|device| start <= device.span.start && device.span.start < name.start);
    !known && words.clone().count() <= 4 && words.into_iter().all(|word| article(word) || maker(word))
}

/// Says whether a word that says something of it, or a metric, follows the name.
fn is_spoken_of(text: &str, cues: &[Match<Cue>], mentions: &Mentions, name: Span) -> bool {
    let rest = text.get(name.end..).unwrap_or_default();
    let owned = rest.strip_prefix("'s").or_else(|| rest.strip_prefix("\u{2019}s")).unwrap_or(rest);
    let at = text.len() - owned.trim_start().len();
    owned.len() < rest.len()
        || cues.iter().any(|cue| cue.entry == Cue::Has && cue.span.start == at)
        || mentions.metrics.iter().any(|metric| metric.span.start == at && !metric.weak)
}
