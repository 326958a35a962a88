//! What a sentence says of one condition for one figure: the figure's own words, those before it in its clause, those
//! that set the scene; never a neighbour's.

use super::{Circumstances, gap, is_tied};
use crate::claim::ConditionValue;
use crate::extract::mention::ConditionMention;
use crate::extract::naming::Figure;
use crate::text::Span;
use crate::vocab::cue::Cue;

impl Circumstances<'_> {
    /// Returns what the sentence says of `key` for this figure.
    pub(super) fn said(&self, key: &str, figure: &Figure<'_>, place: Option<usize>) -> Option<ConditionValue> {
        // "$1.20 per chip-hour, 1-year $0.84": a price that leaves its time out is for the same part.
        let elided = key == "scope"
            && &*figure.dimension == "money/time"
            && figure.reading.unit.as_ref().is_some_and(|unit| &*unit.dimension == "money");
        let mentions: Vec<&ConditionMention> = self
            .view
            .scene
            .mentions
            .conditions
            .iter()
            .filter(|mention| mention.conditions.get(key).is_some())
            // "Against an MSRP of $1,999" the figure is named all the same.
            .filter(|mention| key == "pricing" || !self.is_compared(mention))
            // "$1.20 per chip-hour": within the words of a figure it is that figure's.
            .filter(|mention| {
                let within = |(_, other): &(usize, Span)| other.contains(mention.span) && *other != figure.reading.span;
                elided || !self.figures.iter().any(within)
            })
            .filter(|mention| key != "unit_kind" || &*figure.dimension != "count" || self.is_counted(mention))
            .filter(|mention| key != "unit_kind" || !self.is_of_another_format(mention, figure))
            .collect();
        // "18 links of 50 GB/s, for a total of 900 GB/s": one link's figure is none of its neighbour.
        let mut mentions = mentions;
        mentions.retain(|mention| {
            mention.conditions.word("scope") != Some("link") || self.owner(mention.span) == Some(figure.index)
        });
        let value = |mention: &&ConditionMention| mention.conditions.get(key).cloned();
        if let Some(place) = place
            && let Some(paired) = mentions.iter().find(|mention| mention.span.start == place)
        {
            return value(paired);
        }
        // "148 TFLOPS of FP16/BF16" states neither.
        if key == "precision" {
            let slashed = self.slashed(&mentions, key);
            mentions.retain(|mention| !slashed.contains(&mention.span));
        }
        let own = mentions.iter().filter(|mention| self.owner(mention.span) == Some(figure.index));
        if let Some(own) = own.min_by_key(|mention| gap(mention.span, figure.reading.span)) {
            return value(own);
        }
        let span = figure.reading.span;
        let alone = mentions.windows(2).all(|pair| pair[0].conditions.get(key) == pair[1].conditions.get(key));
        let before = mentions.iter().rfind(|mention| {
            mention.span.end <= span.start
                && !self.is_bracketed_away(mention.span, span)
                && (key != "form" || !self.opens_bracket(mention.span, span))
                && (elided || !self.is_attached(mention.span, if key == "sparsity" { 12 } else { 1 }))
                && self.reaches(mention.span, span, alone)
                && (key != "basis" || self.sets_scene(mention.span, span))
                && (key != "pricing" || self.is_still_priced(mention, span))
                && (key != "provider" || !self.is_another_seller(mention.span, span))
                && (!is_tied(key) || !self.other_device_between(mention.span.end, span.start))
                && (key != "scope" || !self.is_of_counted(mention, span))
        });
        if let Some(before) = before {
            return value(before);
        }
        let after = mentions.iter().find(|mention| {
            mention.span.start >= span.end
                && alone
                && !self.is_bracketed_away(mention.span, span)
                && key != "sparsity"
                && (key != "link" || self.view.figures_between(span.end, mention.span.start) == 0)
                && (key != "unit_kind"
                    || &*figure.dimension == "count"
                    || self.owner(mention.span).is_none_or(|owner| owner == figure.index))
                && self.view.clauses_between(span.end, mention.span.start) == 0
                && !self.view.device_between(span.end, mention.span.start)
        });
        after.and_then(value)
    }

    /// "FP64 Tensor Core 67 TFLOPS, FP32 67 TFLOPS": says whether the words stand beside a format, and the figure has one
    /// of its own elsewhere.
    fn is_of_another_format(&self, mention: &ConditionMention, figure: &Figure<'_>) -> bool {
        let formats = || {
            let all = self.view.scene.mentions.conditions.iter();
            all.filter(|other| other.conditions.get("precision").is_some())
        };
        let beside = |format: &&ConditionMention| {
            let (from, to) = (format.span.end.min(mention.span.end), format.span.start.max(mention.span.start));
            format.span.overlaps(mention.span) || self.view.gap(from, to).trim_matches([' ', '-']).is_empty()
        };
        let own = formats().filter(|format| self.owner(format.span) == Some(figure.index));
        let own = own.min_by_key(|format| gap(format.span, figure.reading.span));
        own.is_some_and(|own| !beside(&own) && formats().any(|format| beside(&format)))
    }

    /// Returns where conditions of one key stand that a slash joins to another of their kind.
    fn slashed(&self, mentions: &[&ConditionMention], key: &str) -> Vec<Span> {
        let pairs = mentions.windows(2).filter(|pair| {
            let gap = self.view.gap(pair[0].span.end, pair[1].span.start);
            gap.trim() == "/" && pair[0].conditions.get(key) != pair[1].conditions.get(key)
        });
        pairs.flat_map(|pair| [pair[0].span, pair[1].span]).collect()
    }

    /// Says whether a condition's words are, or touch, those of what is counted: "432 tensor cores for matrix math".
    pub(super) fn is_counted(&self, mention: &ConditionMention) -> bool {
        self.view.scene.mentions.metrics.iter().any(|metric| {
            let (one, other) = (metric.span, mention.span);
            one.overlaps(other) || one.start >= other.end && one.start - other.end <= 1
        })
    }

    /// Says whether a condition stated before reaches a figure: in its clause always, from another
    /// clause only if nothing else is said of that key and no other device has come between.
    pub(super) fn reaches(&self, from: Span, to: Span, alone: bool) -> bool {
        let clauses = self.view.clauses_between(from.start, to.start);
        if clauses == 0 {
            return true;
        }
        // "Without sparsity, the H100 has …": a clause of its own, said of what follows.
        let own = self.view.clause(from.start);
        let free = !self.view.device_between(own.start, own.end) && self.view.figures_between(own.start, to.start) == 0;
        alone || clauses == 1 && (free || !self.view.device_between(from.end, to.start))
    }

    /// Says whether the figure's clause counts cards, which a scope of another clause is then not for: "单卡 900 GB/s，8 卡
    /// 系统 6.4 TB/s".
    fn is_of_counted(&self, scope: &ConditionMention, figure: Span) -> bool {
        let own = self.view.clause(figure.start);
        if own.contains(scope.span) {
            return false;
        }
        // "单 Pod 8960 颗，每颗 95GB，带宽 2765GB/s": what is said behind it is of each.
        if self.view.has(Cue::Apiece, scope.span.end, figure.start) {
            return true;
        }
        // "每个核心 4 MB，总计 16 MB"
        let part = scope.conditions.word("scope").is_some_and(|scope| matches!(scope, "core" | "die" | "link"));
        part && self.view.has(Cue::Together, own.start, figure.start)
            || self.view.scene.cues.iter().any(|noun| {
                let counted = |q: &crate::extract::quantity::Reading| {
                    q.span.start >= own.start && (q.span.end..=q.span.end + 1).contains(&noun.span.start)
                };
                noun.entry == Cue::DeviceNoun
                    && noun.span.end <= figure.start
                    && self.view.quantities().iter().any(counted)
            })
    }

    /// Says whether a condition stands in the figure's clause, or in one that has no figure of its own: "实测中，… 512 GB/s".
    pub(super) fn sets_scene(&self, from: Span, to: Span) -> bool {
        let own = self.view.clause(from.start);
        own.contains(to) || self.view.figures_between(own.start, own.end) == 0
    }

    /// Says whether a price is still of the kind that a clause before names: a list price or a used one is that clause's,
    /// unless another device follows: "首发价 12999 元，如今卖到 2 万元".
    fn is_still_priced(&self, mention: &ConditionMention, figure: Span) -> bool {
        let own = mention.conditions.word("pricing").is_some_and(|kind| matches!(kind, "list" | "used"));
        !own || self.sets_scene(mention.span, figure) || self.other_device_between(mention.span.end, figure.start)
    }

    /// Says whether a clause of its own begins with a name that the vocabulary does not hold, which then sells what it speaks
    /// of: "CoreWeave 要 4.25 美元，Lambda 只要 2.49 美元".
    fn is_another_seller(&self, from: Span, figure: Span) -> bool {
        let view = self.view;
        let own = view.clause(figure.start);
        if own.contains(from) {
            return false;
        }
        let head = view.text.get(own.start..figure.start).unwrap_or_default();
        let blank = head.len() - head.trim_start().len();
        let len = head[blank..].bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = Span::new(own.start + blank, own.start + blank + len);
        let known = view.scene.cues.iter().any(|cue| cue.span.overlaps(name))
            || view.devices.iter().any(|device| device.mention.span.overlaps(name))
            || view.scene.mentions.metrics.iter().any(|metric| metric.span.overlaps(name))
            || view.scene.mentions.conditions.iter().any(|stated| stated.span.overlaps(name));
        len > 3 && head[blank..].starts_with(|c: char| c.is_ascii_uppercase()) && !known
    }

    pub(super) fn other_device_between(&self, from: usize, to: usize) -> bool {
        self.view
            .devices
            .iter()
            .any(|device| !device.is_model && from <= device.mention.span.start && device.mention.span.end <= to)
    }

    /// Returns the figure that a condition at `span` stands nearest to.
    pub(super) fn owner(&self, span: Span) -> Option<usize> {
        let view = self.view;
        let cost = |figure: Span| {
            let (from, to) = if span.end <= figure.start { (span.end, figure.start) } else { (figure.end, span.start) };
            let devices =
                view.devices.iter().filter(|d| from <= d.mention.span.start && d.mention.span.end <= to).count();
            let clauses = view.clauses_between(span.start, figure.start);
            let outside = view.bracket(span.start) != view.bracket(figure.start);
            // "10 PFLOPS for FP8 and 5 for FP16": a condition before "and" is of the figure before it.
            let joined = span.end <= figure.start && view.has(Cue::And, span.end, figure.start);
            gap(span, figure) + if joined { 12 } else { 0 } + 12 * devices + 30 * clauses + if outside { 4 } else { 0 }
        };
        // "$2.99/h (8x SXM)": how many there are is no figure of the form's own.
        let counts = |figure: Span| {
            let times = view
                .quantities()
                .iter()
                .any(|q| q.span == figure && q.unit.as_ref().is_some_and(|unit| &*unit.symbol == "x"));
            times && view.gap(figure.end, span.start).trim().is_empty() && figure.end < span.start
        };
        self.figures
            .iter()
            .filter(|(_, figure)| {
                let clauses = view.clauses_between(span.start, figure.start);
                (clauses == 0 || clauses == 1 && figure.end <= span.start && self.trails(span)) && !counts(*figure)
            })
            .min_by_key(|(_, figure)| (cost(*figure), figure.start))
            .map(|(index, _)| *index)
    }

    /// Says whether a condition's clause holds nothing but conditions and stands behind a comma: "989 TFLOPS in FP16, dense".
    fn trails(&self, span: Span) -> bool {
        const FILLERS: usize = 4;
        let view = self.view;
        let own = view.clause(span.start);
        let head = view.text.get(..own.start).unwrap_or_default().trim_end();
        head.ends_with([',', '，', '-', '–', '—'])
            && view.figures_between(own.start, own.end) == 0
            && !view.device_between(own.start, own.end)
            && view.rest(own.start, own.end).chars().count() <= FILLERS
    }

    /// Says whether a condition follows a figure so closely that it is that figure's alone ("2307TFLOPS bf16").
    pub(super) fn is_attached(&self, span: Span, reach: usize) -> bool {
        // "3.35 TB/s (SXM) / 2.0 TB/s"
        let bracket = self.view.bracket(span.start);
        let bracketed = bracket.is_some_and(|bracket| {
            self.figures.iter().any(|(_, figure)| {
                figure.end <= bracket.start && self.view.gap(figure.end, bracket.start).trim().is_empty()
            })
        });
        if bracketed && bracket.is_some_and(|bracket| !self.figures.iter().any(|(_, figure)| bracket.contains(*figure)))
        {
            return true;
        }
        self.figures.iter().any(|(_, figure)| {
            figure.end <= span.start
                && span.start - figure.end <= reach
                && !self.view.gap(figure.end, span.start).contains([',', '，', '、', ';', '；', ':', '：', '。'])
        })
    }

    /// Says whether a bracket right behind a condition holds another figure, which then is all that it is said of:
    /// "air-cooled (1000 W), liquid-cooled (1400 W), 1.3 EFLOPS".
    pub(super) fn opens_bracket(&self, span: Span, figure: Span) -> bool {
        // "SXM5 (the full-power module at 700 W) and PCIe (350 W)": whatever else stands in there.
        let open = |other: Span| {
            let bracket = self.view.bracket(other.start).filter(|bracket| bracket.start >= span.end)?;
            let behind = self.view.gap(span.end, bracket.start).trim().is_empty();
            (behind && !bracket.contains(figure)).then_some(())
        };
        self.figures.iter().any(|(_, other)| *other != figure && other.start >= span.end && open(*other).is_some())
    }

    /// Says whether a condition stands in a bracket with a figure of its own, and this figure outside:
    /// "3.2 TB/s (1.6 TB/s per die)".
    pub(super) fn is_bracketed_away(&self, span: Span, figure: Span) -> bool {
        let bracket = self.view.bracket(span.start);
        bracket.is_some()
            && bracket != self.view.bracket(figure.start)
            && self.figures.iter().any(|(_, other)| self.view.bracket(other.start) == bracket)
    }

    /// Says whether the condition is only compared with ("相比原生 TensorFlow").
    pub(super) fn is_compared(&self, mention: &ConditionMention) -> bool {
        if self.is_measure(mention) {
            return true;
        }
        self.view.scene.cues.iter().any(|cue| {
            cue.entry == Cue::Versus
                && cue.span.end <= mention.span.start
                && mention.span.start - cue.span.end <= 12
                // "与 A100 相比，其 L2": the word closes the comparison.
                && !self.view.gap(cue.span.end, mention.span.start).contains([',', '，'])
                && self.view.figures_between(cue.span.end, mention.span.start) == 0
                && self.view.rest(cue.span.end, mention.span.start).chars().count() <= 6
        })
    }

    /// Says whether the condition is what the figure is a multiple of: "3.6 TB/s（PCIe Gen6 的 14 倍）".
    fn is_measure(&self, mention: &ConditionMention) -> bool {
        const REACH: usize = 24;
        let view = self.view;
        let end = mention.span.end;
        view.scene.cues.iter().filter(|cue| cue.entry == Cue::Share && cue.span.start >= end).any(|cue| {
            let linked = view.has(Cue::Link, end, cue.span.start);
            let gap = view.gap(end, cue.span.start);
            linked
                && gap.len() <= REACH
                && gap.trim_end().ends_with(|c: char| c.is_ascii_digit())
                && !gap.contains(['，', ',', '。', '；', ';'])
        })
    }
}
