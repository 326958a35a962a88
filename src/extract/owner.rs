//! What a figure belongs to when it is no device's that is known: a part bought with it, a piece of the chip, a wish,
//! a name that the vocabulary does not hold.
//!
//! Each check gives the reason for which the figure is left; a wrong owner is worse than none.

use super::naming::{Figure, Naming};
use super::quantity::Reading;
use super::view::View;
use crate::text::Span;
use crate::vocab::cue::Cue;

/// Why a bandwidth is none of the memory.
pub const OF_CACHE: &str = "the bandwidth of a memory on the chip, or of what moves data there";
/// Letters that may stand between a figure and the noun behind it that owns it ("850 W [modular] power supply").
const NOUN: usize = 10;
/// Letters that may stand between a word for a wish and its figure.
const WISH: usize = 30;

/// Returns why `figure` is none of a device, if a word beside it says so; a `paired` one has a device of a list.
pub fn of_another(view: &View<'_>, figure: &Figure<'_>, naming: &Naming, paired: bool) -> Option<&'static str> {
    let span = figure.reading.span;
    let dimension = &*figure.dimension;
    if matches!(dimension, "power" | "bytes/time" | "money" | "count" | "bytes" | "frequency")
        && is_of_accessory(view, span)
    {
        return Some("of a part that goes with the device");
    }
    if is_of_piece(view, span) || dimension == "bytes" && is_of_stack(view, span) {
        return Some("of a piece of the chip");
    }
    if is_wished(view, span) {
        return Some("what is aimed at, not what was reached");
    }
    if dimension == "time" && beside(view, span, Cue::PerStep, 14) {
        return Some("the time of one step");
    }
    if dimension == "items/time" && beside(view, span, Cue::PerUser, 6) {
        return Some("what one of many users gets");
    }
    if dimension == "time" && is_tail(view, span) {
        return Some("the time of the slowest few");
    }
    if dimension == "count" && is_of_name(view, span) {
        return Some("part of a name");
    }
    if dimension == "money" && is_of_build(view, span) {
        return Some("what a machine around the device costs");
    }
    if dimension == "money" && naming.weak && is_for_a_while(view, span) {
        return Some("what some time of use cost");
    }
    if dimension == "bytes" && &*naming.metric == "memory_capacity" && is_taken_of(view, span) {
        return Some("what is taken of the memory");
    }
    if is_of_measure(view, span) {
        return Some("what it is a multiple of has this figure");
    }
    if is_sum(view, span) {
        return Some("the sum of several devices");
    }
    if !paired && is_of_other_side(view, figure) {
        return Some("what it is compared with has this figure");
    }
    if dimension == "bytes/time" && naming.weak && is_of_cache(view, figure, naming) {
        return Some(OF_CACHE);
    }
    if dimension == "bytes" && &*naming.metric == "memory_capacity" && is_of_host(view, figure, naming) {
        return Some("the memory of the machine, not of the device in it");
    }
    None
}

/// Says whether the figure is one of those that a word of comparison sets against the figures before it, in place of
/// the other's name ("has 197 TFLOPS and 16 GB, compared to 312 TFLOPS and 40 GB"), or is the example in a bracket
/// behind what is compared with ("more than the average household (2,810 kWh)").
fn is_of_other_side(view: &View<'_>, figure: &Figure<'_>) -> bool {
    let span = figure.reading.span;
    let alike = |other: &Reading| {
        other.unit.as_ref().map(|unit| &unit.dimension) == figure.reading.unit.as_ref().map(|unit| &unit.dimension)
    };
    let cue = view
        .scene
        .cues
        .iter()
        .rfind(|cue| matches!(cue.entry, Cue::Opposed | Cue::Versus) && cue.span.end <= span.start);
    let Some(cue) = cue.map(|cue| (cue.entry, cue.span)) else { return false };
    let (from, to) = (cue.1.end, span.start);
    if view.device_between(from, to) {
        return false;
    }
    let before =
        view.quantities().iter().any(|other| other.unit.is_some() && other.span.end <= cue.1.start && alike(other));
    let opposed = view.scene.cues.iter().any(|other| other.entry == Cue::Opposed && other.span == cue.1);
    let first = view.quantities().iter().find(|other| other.unit.is_some() && other.span.start >= from);
    let next = first.is_some_and(|first| view.rest(from, first.span.start).is_empty() && first.span.start - from <= 2);
    // "312 TFLOPS (vs. 197 on the v5e)": a device behind it has it.
    let own = view.devices.iter().any(|device| {
        device.mention.span.start >= span.end && view.gap(span.end, device.mention.span.start).chars().count() <= 16
    });
    let bracket = view.bracket(span.start).filter(|bracket| bracket.start >= from);
    let example = bracket.is_some_and(|bracket| {
        view.gap(from, bracket.start).chars().filter(|c| c.is_alphabetic()).count() >= 3
            && !view.has(Cue::But, from, to)
            && !view.gap(from, bracket.start).contains([',', '，', ';', '；', '、'])
    });
    before && !own && (opposed && next && view.clauses_between(from, span.start) == 0 || example)
}

/// Says whether a figure stands in the bracket behind what another is a multiple of: "是 PCIe 5.0（128 GB/s）的 14 倍".
fn is_of_measure(view: &View<'_>, span: Span) -> bool {
    const REACH: usize = 16;
    let Some(bracket) = view.bracket(span.start) else { return false };
    let named = view.devices.iter().any(|device| {
        device.mention.span.end <= bracket.start && view.gap(device.mention.span.end, bracket.start).trim().is_empty()
    });
    let share =
        view.scene.cues.iter().filter(|cue| cue.entry == Cue::Share && cue.span.start >= bracket.end).any(|cue| {
            let gap = view.gap(bracket.end, cue.span.start);
            let opens = view.scene.cues.iter().any(|link| {
                link.entry == Cue::Link
                    && view.gap(bracket.end, link.span.start).trim().is_empty()
                    && link.span.start >= bracket.end
            });
            opens && gap.len() <= REACH && gap.trim_end().ends_with(|c: char| c.is_ascii_digit())
        });
    share && !named
}

/// Says whether a machine that the sentence speaks of has the memory, which only its common word names: "Each node has
/// eight GPUs and 2 TB of RAM".
fn is_of_host(view: &View<'_>, figure: &Figure<'_>, naming: &Naming) -> bool {
    let span = figure.reading.span;
    let word = naming.span.and_then(|name| name.of(view.text)).unwrap_or_default().to_lowercase();
    let common = view.vocab.tables.of_the_host.contains(&word);
    // "RTX 4090, 64 GB of RAM": a list of what a machine is made of.
    let device = view.devices.iter().rfind(|device| !device.is_model && device.mention.span.end <= span.start);
    let parts = device.is_some_and(|device| {
        let gap = view.gap(device.mention.span.end, span.start);
        gap.starts_with([',', '，', '、', ';', '；', '+', '/'])
            && view.rest(device.mention.span.end, span.start).is_empty()
    });
    // "a used i7, 32 GB of RAM, and an SSD"
    let clause_parts = view.scene.cues.iter().any(|cue| matches!(cue.entry, Cue::Accessory | Cue::Foreign));
    let listed = view.gap(0, span.start).trim_end().ends_with([',', '，', '、', '+'])
        || view.has(Cue::And, span.start.saturating_sub(6), span.start);
    if common && (parts || clause_parts && listed) {
        return true;
    }
    let host = view.scene.cues.iter().any(|cue| cue.entry == Cue::HostNoun && cue.span.end <= span.start);
    let known = |device: &super::view::Named| {
        let machine = ["system", "instance"].iter().any(|class| view.vocab.devices.is_a(&device.mention.device, class));
        machine || device.mention.span.end <= span.start && view.is_tight(device.mention.span.end, span.start)
    };
    common && host && !view.devices.iter().any(known)
}

/// Says whether a memory on the chip has a bandwidth that only a common word names: "L2 bandwidth of 5.5 TB/s", "3.5 TB/s
/// of DMA bandwidth", "the VMEM moves 40 TB/s", not "40 MB of L2, and 2 TB/s of bandwidth".
fn is_of_cache(view: &View<'_>, figure: &Figure<'_>, naming: &Naming) -> bool {
    let span = figure.reading.span;
    let clause = view.clause(span.start);
    let cues = view.scene.cues.iter().filter(|cue| cue.entry == Cue::Mover).map(|cue| cue.span);
    let metrics = view.scene.mentions.metrics.iter();
    let caches = metrics.filter(|metric| &*metric.metric == "on_chip_memory" && !metric.weak).map(|metric| metric.span);
    caches.chain(cues).any(|owner| {
        if naming.span.is_some_and(|word| owner.end <= word.start && view.gap(owner.end, word.start).trim().is_empty())
        {
            return true;
        }
        if owner.end > span.start {
            return false;
        }
        // "The SRAM of it holds 230 MB and delivers 80 TB/s of bandwidth"
        let and = view
            .scene
            .cues
            .iter()
            .rfind(|cue| cue.entry == Cue::And && cue.span.start >= owner.end && cue.span.end <= span.start);
        if let Some(and) = and {
            let opens = view.figures_between(view.clause(owner.start).start, owner.start) == 0;
            return opens && naming.how != "named before it" && !view.device_between(and.span.end, span.start);
        }
        owner.start >= clause.start
            && view.figures_between(clause.start, span.start) == 0
            && !view.device_between(owner.end, span.start)
            && !view.gap(owner.end, span.start).contains([',', '，', '、', ';', '；', '/'])
    })
}

/// Says whether a part that goes with the device has the figure: "an 850 W power supply", "a NIC with 200 Gb/s".
fn is_of_accessory(view: &View<'_>, span: Span) -> bool {
    let clause = view.clause(span.start);
    let mentions = &view.scene.mentions;
    // "NVLink Switch" names a link.
    let named = |word: Span| {
        mentions.conditions.iter().any(|stated| stated.span.overlaps(word) && stated.span != word)
            || mentions.metrics.iter().any(|metric| metric.span.contains(word))
    };
    let parts = view.scene.cues.iter().filter(|cue| cue.entry == Cue::Accessory && !named(cue.span));
    parts.into_iter().any(|cue| {
        if cue.span.start >= span.end {
            return !view.gap(span.end, cue.span.start).contains([',', '，', '、', ';', '；', '(', '（'])
                && view.figures_between(span.end, cue.span.start) == 0
                && !view.device_between(span.end, cue.span.start)
                && letters(view, span.end, cue.span.start) <= NOUN
                && view.clauses_between(span.start, cue.span.start) == 0
                && !view.has(Cue::And, span.end, cue.span.start)
                && !view.has(Cue::Link, span.end, cue.span.start);
        }
        clause.start <= cue.span.start
            && cue.span.end <= span.start
            && view.figures_between(cue.span.end, span.start) == 0
            && !view.device_between(cue.span.end, span.start)
            && !view.has(Cue::And, cue.span.end, span.start)
    })
}

/// Says whether the figure is for a piece of the chip that no scope names: "each GPC holds 18 SMs", "每个处理块 32 个".
fn is_of_piece(view: &View<'_>, span: Span) -> bool {
    let clause = view.clause(span.start);
    let piece = |cue: Cue| matches!(cue, Cue::Piece | Cue::DieNoun);
    view.scene.cues.iter().filter(|cue| piece(cue.entry) && clause.contains(cue.span)).any(|cue| {
        let head = view.gap(clause.start, cue.span.start);
        let each = view.scene.cues.iter().any(|word| {
            matches!(word.entry, Cue::Apiece | Cue::Every | Cue::Link | Cue::Indefinite)
                && clause.start <= word.span.start
                && word.span.end <= cue.span.start
                && cue.span.start - word.span.end <= 3
        });
        // "Each MI250X die": a device's die is a scope of its own.
        let own = view.devices.iter().any(|device| {
            let name = device.mention.span;
            name.end <= cue.span.start && cue.span.start - name.end <= 1 && name.start >= clause.start
        });
        if cue.entry == Cue::DieNoun && own {
            return false;
        }
        let opens = head.chars().filter(|c| c.is_alphanumeric()).count() <= 4;
        // A die is a piece where it is said of each of several: "each compute die packs 4 MB".
        if cue.entry == Cue::DieNoun {
            let of_each = view.scene.cues.iter().any(|word| {
                word.entry == Cue::Apiece
                    && word.span.end <= cue.span.start
                    && letters(view, word.span.end, cue.span.start) <= 10
                    && letters(view, clause.start, word.span.start) == 0
            });
            return of_each && cue.span.end <= span.start;
        }
        if cue.span.start >= span.end {
            return each && view.figures_between(span.end, cue.span.start) == 0;
        }
        // "5e13 FLOPs/s per MXU at 1.5 GHz": the piece is of the figure before it.
        let taken = view.figures_between(clause.start, cue.span.start) > 0
            && view.scene.cues.iter().any(|word| {
                word.entry == Cue::Link && word.span.end <= cue.span.start && cue.span.start - word.span.end <= 1
            });
        (each || opens) && !taken && cue.span.end <= span.start
    })
}

/// Says whether a size is that of each of several pieces: "8 stacks of 24 GB", "六个 24 GB 的堆栈".
fn is_of_stack(view: &View<'_>, span: Span) -> bool {
    let pieces = view.scene.cues.iter().filter(|cue| cue.entry == Cue::Piece).map(|cue| cue.span);
    pieces.into_iter().any(|piece| {
        let before = piece.end <= span.start
            && span.start - piece.end <= 4
            && view.has(Cue::Link, piece.end, span.start)
            && letters(view, piece.end, span.start) <= 2;
        let behind = piece.start >= span.end
            && piece.start - span.end <= 16
            && view.rest(span.end, piece.start).is_empty()
            && view.figures_between(span.end, piece.start) == 0
            && view.clauses_between(span.end, piece.start) == 0;
        before || behind
    })
}

/// Says whether a word for a wish or an example owns the figure: "our target of 35 %", "目标 MFU 为 50%".
fn is_wished(view: &View<'_>, span: Span) -> bool {
    let clause = view.clause(span.start);
    view.scene.cues.iter().filter(|cue| cue.entry == Cue::Target && clause.contains(cue.span)).any(|cue| {
        if cue.span.end <= span.start {
            return view.figures_between(cue.span.end, span.start) == 0
                && letters(view, cue.span.end, span.start) <= WISH
                && !view.has(Cue::Achieved, cue.span.end, span.start);
        }
        cue.span.start >= span.end && view.gap(span.end, cue.span.start).trim().is_empty()
    })
}

/// Says whether a number only ends the name of what a number before it counts: "24 Zen 4 cores".
fn is_of_name(view: &View<'_>, span: Span) -> bool {
    let before = view.quantities().iter().rfind(|other| other.span.end < span.start);
    before.is_some_and(|before| {
        let gap = view.gap(before.span.end, span.start);
        let word = gap.trim();
        before.unit.is_none()
            && gap.starts_with(' ')
            && gap.ends_with(' ')
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}

/// Says whether money was paid for a stretch of time: "100 hours are $200", "$200 for 100 hours".
fn is_for_a_while(view: &View<'_>, span: Span) -> bool {
    let clause = view.clause(span.start);
    let quantities = view.quantities();
    let of_time = |at: Span| {
        quantities.iter().any(|q| {
            q.span == at && q.unit.as_ref().is_some_and(|unit| &*unit.dimension == "time") && clause.contains(q.span)
        })
    };
    let near = |from: usize, to: usize| letters(view, from, to) <= 10;
    quantities.iter().any(|q| {
        of_time(q.span)
            && (q.span.end <= span.start
                && near(q.span.end, span.start)
                && view.figures_between(q.span.end, span.start) == 0
                || q.span.start >= span.end && near(span.end, q.span.start))
    })
}

/// Says whether the money is for a machine that somebody put together around a device: "a dual 3090 build lands at $3,500",
/// unless the device is named anew behind it.
fn is_of_build(view: &View<'_>, span: Span) -> bool {
    let clause = view.clause(span.start);
    let builds = view.scene.cues.iter().filter(|cue| cue.entry == Cue::Build && clause.contains(cue.span));
    builds.map(|cue| cue.span).any(|build| {
        if build.end <= span.start {
            return !view.device_between(build.end, span.start) && view.figures_between(build.end, span.start) == 0;
        }
        // "A $900 rig"
        letters(view, span.end, build.start) <= 12
            && !view.device_between(span.end, build.start)
            && view.figures_between(span.end, build.start) == 0
    })
}

/// Says whether a size is taken of a device's memory: "uses 14 GB of the L4's memory", not "all 80 GB of it".
fn is_taken_of(view: &View<'_>, span: Span) -> bool {
    let Some(device) = view.devices.iter().find(|device| device.mention.span.start >= span.end) else { return false };
    let name = device.mention.span;
    let gap = view.gap(span.end, name.start);
    let linked = view.has(Cue::Link, span.end, name.start)
        && gap.is_ascii()
        && gap.split_whitespace().count() <= 2
        && view.clauses_between(span.end, name.start) == 0;
    let owned = view.text[name.end..].starts_with(['\'', '\u{2019}']);
    let memory = view.scene.mentions.metrics.iter().any(|metric| {
        &*metric.metric == "memory_capacity"
            && metric.span.start >= name.end
            && letters(view, name.end, metric.span.start) <= 3
    });
    let all = view
        .scene
        .cues
        .iter()
        .any(|cue| cue.entry == Cue::Whole && cue.span.end <= span.start && span.start - cue.span.end <= 6);
    linked && owned && memory && !all
}

/// Says whether the figure adds up those of several devices: "the A has 320 GB and the B 640 GB, together 960 GB".
fn is_sum(view: &View<'_>, span: Span) -> bool {
    let together = view.scene.cues.iter().any(|cue| {
        cue.entry == Cue::Together
            && (cue.span.end <= span.start && letters(view, cue.span.end, span.start) <= 4
                || cue.span.start >= span.end && letters(view, span.end, cue.span.start) <= 2)
    });
    let mut before = view.devices.iter().filter(|device| !device.is_model && device.mention.span.end <= span.start);
    let first = before.next();
    together
        && first.is_some_and(|first| {
            before.any(|other| {
                other.mention.device != first.mention.device
                    && !view.vocab.devices.is_a(&other.mention.device, &first.mention.device)
                    && !view.vocab.devices.is_a(&first.mention.device, &other.mention.device)
                    && view.figures_between(first.mention.span.end, other.mention.span.start) > 0
            })
        })
}

/// Says whether a word for the slowest few is said of a time: "p95 latency of 18 ms", "18 ms at p95", not "12 ms p50 and
/// 18 ms p95" of the first.
fn is_tail(view: &View<'_>, span: Span) -> bool {
    const BEFORE: usize = 14;
    const BEHIND: usize = 4;
    let clause = view.clause(span.start);
    let apart = |from: usize, to: usize| {
        view.figures_between(from, to) > 0
            || view.gap(from, to).contains([',', '，', ';', '；'])
            || view.has(Cue::And, from, to)
    };
    let cues = view.scene.cues.iter().filter(|cue| cue.entry == Cue::Tail && clause.contains(cue.span));
    cues.map(|cue| cue.span).any(|cue| {
        if cue.overlaps(span) {
            return true;
        }
        if cue.end <= span.start {
            return !apart(cue.end, span.start) && letters(view, cue.end, span.start) <= BEFORE;
        }
        let next = view.quantities().iter().find(|other| !other.bare && other.span.start >= cue.end);
        let of_next =
            next.is_some_and(|next| letters(view, cue.end, next.span.start) == 0 && !apart(cue.end, next.span.start));
        !of_next && !apart(span.end, cue.start) && letters(view, span.end, cue.start) <= BEHIND
    })
}

/// Says whether a word stands close before or behind a figure, within its clause.
fn beside(view: &View<'_>, span: Span, cue: Cue, most: usize) -> bool {
    let clause = view.clause(span.start);
    view.scene.cues.iter().filter(|found| found.entry == cue && clause.contains(found.span)).any(|found| {
        let (from, to) =
            if found.span.end <= span.start { (found.span.end, span.start) } else { (span.end, found.span.start) };
        found.span.overlaps(span)
            || from <= to && view.figures_between(from, to) == 0 && letters(view, from, to) <= most
    })
}

fn letters(view: &View<'_>, from: usize, to: usize) -> usize {
    view.gap(from, to).chars().filter(|c| c.is_alphanumeric()).count()
}
