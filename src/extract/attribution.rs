//! Whose word it is: refuted, hypothetical, reported; and hedges on whole statements.
//!
//! The words stand in `binding.toml`. A denial reaches the figure right after it, a
//! correction ("应为", "should read") the figures before it, a supposition the rest of its
//! sentence, a report the whole sentence.

use std::collections::BTreeMap;

use super::discourse::Scene;
use super::draft::{Draft, Drafts};
use super::quantity::Reading;
use super::view::View;
use crate::claim::Attribution;
use crate::read::Article;
use crate::text::Span;
use crate::vocab::cue::Cue;
use crate::vocab::{Match, Vocab};

/// Marks the drafts whose sentences say that the source does not itself assert them.
pub fn apply(vocab: &Vocab, article: &Article, scenes: &[Scene<'_>], drafts: &mut Drafts) {
    let mut by_place: BTreeMap<usize, (&Scene<'_>, bool)> = BTreeMap::new();
    for (at, scene) in scenes.iter().enumerate() {
        let denied = scenes.get(at + 1).is_some_and(|next| denies(next, scene));
        if denied || speaks_for_others(scene) {
            by_place.insert(scene.sentence.text.source().start, (scene, denied));
        }
    }
    if by_place.is_empty() {
        return;
    }
    for draft in &mut drafts.claims {
        let at = draft.quote.start;
        let Some((_, (scene, denied))) = by_place.range(..=at).next_back() else { continue };
        if scene.sentence.text.source().end < draft.quote.end.min(at + 1) {
            continue;
        }
        if *denied {
            draft.attribution = Some(Attribution::Refuted);
            continue;
        }
        mark(vocab, article, scene, draft);
    }
    correct(&mut drafts.claims);
}

/// Gives the figure that takes the place of a denied one the conditions of that one which it does not
/// state anew: "does not deliver 500 TFLOPS in bf16; it delivers 275".
fn correct(claims: &mut [Draft]) {
    const REACH: usize = 80;
    let place = |draft: &Draft| draft.statement.quantity().map(|value| (value.span(), value.unit.clone()));
    let mut order: Vec<usize> = (0..claims.len()).filter(|&at| place(&claims[at]).is_some()).collect();
    order.sort_by_key(|&at| place(&claims[at]).map(|(span, _)| span.start));
    for pair in order.windows(2) {
        let (denied, said) = (&claims[pair[0]], &claims[pair[1]]);
        let (Some((one, unit)), Some((other, own))) = (place(denied), place(said)) else { continue };
        let same = denied.device == said.device && denied.metric == said.metric && unit == own;
        let near = denied.block == said.block && one.end <= other.start && other.start - one.end <= REACH;
        let refuted = |draft: &Draft| draft.attribution == Some(Attribution::Refuted);
        if same && near && refuted(denied) && !refuted(said) {
            for (key, value) in denied.conditions.clone().iter() {
                claims[pair[1]].conditions.set_default(key, value.clone());
            }
        }
    }
}

/// Says whether a sentence does nothing but deny the one before it: "This is unfounded."
fn denies(next: &Scene<'_>, before: &Scene<'_>) -> bool {
    const SHORT: usize = 60;
    let alone = next.mentions.devices.is_empty() && next.mentions.quantities.iter().all(|q| q.bare);
    let so = |cue: &Match<Cue>| cue.entry == Cue::NotSo && closes(next.text(), cue.span);
    next.sentence.block == before.sentence.block && alone && next.text().len() <= SHORT && next.cues.iter().any(so)
}

/// Says whether a clause ends with these words: "has denied this chip to" denies nothing that was said.
fn closes(text: &str, words: Span) -> bool {
    let next = text.get(words.end..).and_then(|rest| rest.chars().next());
    next.is_none_or(|c| !c.is_alphanumeric() && !c.is_whitespace())
}

/// Says whether a sentence opens with words that deny the rest of it, or ends with words that deny what stands
/// before them: of figures the last one only.
fn is_denied(view: &View<'_>, figure: Option<usize>) -> bool {
    const LEAD: usize = 24;
    let silent = |text: Option<&str>| text.is_some_and(|text| !text.contains(char::is_alphanumeric));
    let last = |cue: Span| figure.is_none_or(|at| view.figures_between(view.quantities()[at].span.end, cue.start) == 0);
    view.scene.cues.iter().any(|cue| match cue.entry {
        Cue::NoProof => cue.span.start <= LEAD,
        // "People say that it draws 185 W, which is wrong; it is 165 W": of figures that stand before it.
        Cue::NotSo => {
            let before = figure.is_some_and(|at| view.quantities()[at].span.end <= cue.span.start);
            (before && closes(view.text, cue.span) || silent(view.text.get(cue.span.end..))) && last(cue.span)
        }
        _ => false,
    })
}

fn speaks_for_others(scene: &Scene<'_>) -> bool {
    scene.cues.iter().any(|cue| {
        matches!(
            cue.entry,
            Cue::Not
                | Cue::Wrong
                | Cue::Correct
                | Cue::Suppose
                | Cue::Would
                | Cue::Reported
                | Cue::Hedge
                | Cue::NoProof
                | Cue::NotSo
        )
    })
}

fn mark(vocab: &Vocab, article: &Article, scene: &Scene<'_>, draft: &mut Draft) {
    let view = View::new(vocab, article, scene);
    let place = draft.statement.quantity().map(|value| value.span());
    let quantities = view.quantities();
    let figure = place.and_then(|place| quantities.iter().position(|q| scene.sentence.text.to_source(q.span) == place));
    if is_denied(&view, figure) {
        draft.attribution = Some(Attribution::Refuted);
        return;
    }
    let Some(figure) = figure else {
        // Levels and comparisons without a factor: only what holds for the whole sentence.
        if place.is_none() && is_reported(&view, None) {
            draft.attribution.get_or_insert(Attribution::Reported);
        }
        return;
    };
    let span = quantities[figure].span;
    draft.hedged |= view.has(Cue::Hedge, view.clause(span.start).start, view.clause(span.start).end);
    let attribution = if is_refuted(&view, figure) {
        Some(Attribution::Refuted)
    } else if is_supposed(&view, span) {
        Some(Attribution::Hypothetical)
    } else if is_reported(&view, Some(span)) && !is_set_right(&view, span) {
        Some(Attribution::Reported)
    } else {
        None
    };
    if let Some(attribution) = attribution {
        draft.attribution.get_or_insert(attribution);
    }
}

/// Says whether the sentence tells what others say; words in a bracket tell it of what stands in there or
/// right before it, and a note's of neither: "（* 表示稀疏）".
fn is_reported(view: &View<'_>, at: Option<Span>) -> bool {
    let mut cues = view.scene.cues.iter().filter(|cue| cue.entry == Cue::Reported);
    let of = |bracket: Span, at: Span| {
        let behind = at.end <= bracket.start && view.gap(at.end, bracket.start).trim().is_empty();
        let note = bracket.of(view.text).is_some_and(|text| text.trim_start_matches(['(', '（']).starts_with('*'));
        bracket.contains(at) || behind && !note
    };
    let told = |cue: Span| view.bracket(cue.start).is_none_or(|bracket| at.is_some_and(|at| of(bracket, at)));
    cues.any(|cue| told(cue.span))
}

fn is_refuted(view: &View<'_>, figure: usize) -> bool {
    let quantities = view.quantities();
    let span = quantities[figure].span;
    let cues = &view.scene.cues;
    let is_denial = |at: Span| !cues.iter().any(|cue| cue.entry == Cue::NotADenial && cue.span.overlaps(at));
    // "does not ship with 96 GB": nothing but a few words may stand between.
    let near = |end: usize| {
        // "It is not cheap: it costs $4,500" says so of what stands before the colon.
        let apart = view.gap(end, span.start).contains([':', '：']);
        !apart
            && view.figures_between(end, span.start) == 0
            && view.clauses_between(end.saturating_sub(1), span.start) == 0
            && view.gap(end, span.start).chars().filter(|c| c.is_alphanumeric()).count() <= 22
    };
    let denied = cues.iter().filter(|cue| cue.entry == Cue::Not && cue.span.end <= span.start);
    let denied = denied.filter(|cue| is_denial(cue.span)).any(|cue| {
        let corrected =
            cues.iter().any(|c| c.entry == Cue::Correct && cue.span.end <= c.span.start && c.span.end <= span.start);
        near(cue.span.end) && !corrected
    });
    let wrong = cues.iter().filter(|cue| cue.entry == Cue::Wrong).any(|cue| {
        if cue.span.end <= span.start {
            // "An earlier version said the L4 has a memory bandwidth of 320 GB/s".
            let first = view.figures_between(cue.span.end, span.start) == 0
                && view.gap(cue.span.end, span.start).chars().filter(|c| c.is_alphanumeric()).count() <= 60;
            let says = cue.span.of(view.text).is_some_and(|words| words.contains(' ') || !words.is_ascii());
            return near(cue.span.end) || says && first && view.clauses_between(cue.span.start, span.start) == 0;
        }
        cue.span.start >= span.end && view.figures_between(span.end, cue.span.start) == 0
    });
    denied || wrong || is_replaced(view, span) || is_rumour(view, figure)
}

/// Says whether a figure is only said by others, and the source's own one follows: "many claim 185 W, in fact it is 165 W".
fn is_rumour(view: &View<'_>, figure: usize) -> bool {
    let quantities = view.quantities();
    let said = &quantities[figure];
    let unit = |q: &Reading| q.unit.as_ref().map(|unit| unit.canonical.clone());
    let next = quantities[figure + 1..].iter().find(|q| !q.bare);
    view.has(Cue::Reported, 0, said.span.start)
        && next.is_some_and(|next| unit(next) == unit(said) && view.has(Cue::InFact, said.span.end, next.span.start))
}

/// Says whether the source speaks for itself at a figure, having told what others say.
fn is_set_right(view: &View<'_>, span: Span) -> bool {
    view.has(Cue::NotSo, 0, span.start) || view.has(Cue::InFact, 0, span.start)
}

/// Says whether another figure of the same unit takes this one's place: "1 应为 2", "1 should read 2".
fn is_replaced(view: &View<'_>, span: Span) -> bool {
    let unit =
        |at: Span| view.quantities().iter().find(|q| q.span == at).and_then(|q| q.unit.as_ref()).map(|u| &u.canonical);
    view.scene.cues.iter().filter(|cue| cue.entry == Cue::Correct && cue.span.start >= span.end).any(|cue| {
        let next = view.quantities().iter().find(|q| !q.bare && q.span.start >= cue.span.end);
        let between = view.figures_between(span.end, cue.span.start);
        next.is_some_and(|next| between == 0 && next.span.start - cue.span.end <= 16 && unit(next.span) == unit(span))
    })
}

fn is_supposed(view: &View<'_>, span: Span) -> bool {
    if view.has(Cue::Suppose, 0, span.start) {
        return true;
    }
    let cues = &view.scene.cues;
    let if_ = cues.iter().find(|cue| cue.entry == Cue::If && cue.span.end <= span.start);
    if_.is_some_and(|cue| {
        let would = view.scene.cues.iter().find(|found| found.entry == Cue::Would && found.span.start >= cue.span.end);
        // "…, but it stays at 350 W" is so.
        would.is_some_and(|would| span.start < would.span.start || !view.has(Cue::But, would.span.end, span.start))
    })
}
