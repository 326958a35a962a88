//! Whom a segment speaks of, and what it holds them against.

use super::{Judge, Party, Standard, Subject};
use crate::extract::grading::{self, Kind, Segment, has_han};
use crate::vocab::cue::Cue;
use crate::vocab::quality::{Form, Glue, Pole, Role};

impl Judge<'_> {
    pub(super) fn standard(&self, segment: Segment) -> Standard {
        let mut found = Standard::default();
        for at in segment.first..segment.last {
            let token = &self.tokens[at];
            let negated = at > segment.first
                && self.tokens[at - 1].is(Role::Not)
                && self.gap_len(self.tokens[at - 1].span.end, token.span.start) <= 1;
            let beside = token.is(Role::Beside) && self.stands_beside(segment, at);
            if token.is(Role::Than) || beside || token.is(Role::Compare) && self.opens_standard(segment, at) {
                if let Some(device) = self.device_after(segment, at) {
                    if self.between(at + 1, device).iter().any(|between| between.is(Role::Some)) {
                        found.foreign = true;
                        found.tokens.push(device);
                        continue;
                    }
                    found.party = Some(self.party_at(device));
                    found.tokens.extend(self.joined_after(segment, device));
                    // "较通用 GPU": what says which one is no aspect.
                    found.tokens.extend((at + 1..device).filter(|_| beside));
                    found.explicit = true;
                    found.refuted |= negated && token.is(Role::Than);
                    // "no faster than B"
                    found.refuted |= token.is(Role::Than) && self.negated_between(segment, at);
                    continue;
                }
                if let Some(party) = self.forerunner(segment, at) {
                    found.party = Some(party);
                    found.explicit = true;
                    continue;
                }
                // "more than the A100 (141 GB vs 80 GB)": the word in the bracket sets figures against each other.
                if found.explicit && token.is(Role::Compare) {
                    continue;
                }
                found.foreign |= token.is(Role::Than) || beside || self.gap_len(token.span.end, segment.span.end) >= 2;
            }
            if token.is(Role::Compare)
                && found.party.is_none()
                && let Some(device) = self.device_between(segment, at)
            {
                found.foreign = false;
                found.party = Some(self.party_at(device));
                found.tokens.push(device);
                let opened = (segment.first..device).find(|&before| self.tokens[before].is(Role::With));
                for before in opened.unwrap_or(device)..device {
                    if self.tokens[before].device().is_some() {
                        found.tokens.push(before);
                    }
                }
                found.explicit = true;
            }
            // "as fast as B"
            let word = self.gap(token.span.start, token.span.end);
            if found.party.is_none()
                && Glue::is(&self.glue().as_, word)
                && at > segment.first
                && self.tokens[at - 1].degree().is_some()
                && let Some(device) = self.device_after(segment, at)
            {
                found.party = Some(self.party_at(device));
                found.tokens.extend(self.joined_after(segment, device));
                found.explicit = true;
            }
            // 没有 B 快
            if token.is(Role::Not)
                && has_han(self.gap(token.span.start, token.span.end))
                && token.span.len() >= 3
                && found.party.is_none()
                && let Some(device) =
                    self.tokens.get(at + 1).and_then(|next| next.device()).filter(|_| at + 1 < segment.last)
                && self.gap_len(token.span.end, self.tokens[at + 1].span.start) <= 2
                && self
                    .between(at + 2, segment.last.max(at + 2))
                    .first()
                    .is_some_and(|next| next.degree().is_some() || next.is(Role::Mild))
            {
                found.party = Some(self.party(device));
                found.tokens.push(at + 1);
                found.reversed = true;
                found.explicit = true;
            }
        }
        found
    }

    /// "over" and "against" compare only behind a factor or a gain; "相比" wherever it stands.
    pub(super) fn opens_standard(&self, segment: Segment, at: usize) -> bool {
        let word = self.gap(self.tokens[at].span.start, self.tokens[at].span.end);
        if !Glue::is(&self.glue().weak_compare, word) {
            return true;
        }
        self.between(segment.first, at).iter().any(|token| {
            token.ratio().is_some()
                || token.degree().is_some()
                || matches!(token.kind, Kind::Quantity(q) if grading::is_ratio(&self.scene.mentions.quantities[q]))
        })
    }

    /// Says whether what is compared with stands right behind the token at `at`: "较 B 提升", "较上一代提升".
    fn stands_beside(&self, segment: Segment, at: usize) -> bool {
        let end = self.tokens[at].span.end;
        // "较通用 GPU 提升": a short word may say which.
        let skipped = self.tokens.get(at + 2).filter(|_| at + 2 < segment.last).is_some_and(|device| {
            let between = &self.tokens[at + 1];
            device.device().is_some()
                && self.is_aspect(at + 1)
                && self.gap_len(end, between.span.start) == 0
                && self.gap_len(between.span.start, device.span.start) <= 4
        });
        let next = at + if skipped { 2 } else { 1 };
        let next = self.tokens.get(next).filter(|_| next < segment.last);
        let gap = self.gap(end, next.map_or(segment.span.end, |next| next.span.start)).trim();
        let named = next.is_some_and(|next| next.device().is_some() || next.is(Role::Predecessor));
        let glue = self.glue();
        if named && gap.chars().count() <= 6 {
            return !glue.attribute.iter().any(|word| !word.is_ascii() && gap.ends_with(word.as_str()));
        }
        // "较初代产品提升": it is not known what that is.
        gap.chars().count() <= 12 && glue.kinds.iter().any(|word| gap.contains(word.as_str()))
    }

    pub(super) fn party_at(&self, token: usize) -> Party {
        self.tokens[token].device().map_or_else(Party::default, |mention| self.party(mention))
    }

    /// The device close behind the token at `at`, with nothing that rates in between.
    pub(super) fn device_after(&self, segment: Segment, at: usize) -> Option<usize> {
        let from = self.tokens[at].span.end;
        // "exceeds 80 GB on the H100" says nothing of two devices; "than the 80 GB of the A100" does.
        let relates = self.tokens[at].relation().is_some();
        for next in at + 1..segment.last {
            let token = &self.tokens[next];
            if token.device().is_some() {
                // "比其前身 H100": the pronoun only says whose forerunner it is.
                let owner = self.is_pronoun(next)
                    && self
                        .tokens
                        .get(next + 1)
                        .filter(|_| next + 1 < segment.last)
                        .is_some_and(|after| after.is(Role::Predecessor) || after.device().is_some());
                if owner {
                    continue;
                }
                return (self.gap_len(from, token.span.start) <= 32).then_some(next);
            }
            // "than comparable A10G instances"
            if self.says_alike(at, next) {
                continue;
            }
            let rates = token.degree().is_some_and(|(_, form)| form != Form::Loose)
                || token.relation().is_some() && !token.is(Role::About);
            if rates
                || relates
                    && matches!(token.kind, Kind::Quantity(q) if !self.counts(q))
                    && !self.is_owned(segment, next)
            {
                return None;
            }
        }
        // "than its predecessor, the V100": the name stands behind the comma.
        let named = self.tokens.get(segment.last).filter(|next| {
            let last = &self.tokens[segment.last - 1];
            next.device().is_some() && last.is(Role::Predecessor) && self.gap_len(last.span.end, next.span.start) <= 8
        });
        named.map(|_| segment.last)
    }

    /// Says whether the token at `next` only says, behind the "than" at `at`, that what follows is of the same kind.
    pub(super) fn says_alike(&self, at: usize, next: usize) -> bool {
        let (than, word) = (&self.tokens[at], &self.tokens[next]);
        let equal = word.relation().is_some_and(|word| self.vocab.qualities.relation(word).pole == Pole::Equal);
        equal && than.is(Role::Than) && self.gap_len(than.span.end, word.span.start) <= 6
    }

    /// "the 80 GB of the A100": the figure behind the relation is the other device's own.
    pub(super) fn is_owned(&self, segment: Segment, at: usize) -> bool {
        let end = self.tokens[at].span.end;
        let device = (at + 1..segment.last).find(|&next| self.tokens[next].device().is_some());
        device.is_some_and(|device| {
            let gap = self.gap(end, self.tokens[device].span.start);
            gap.chars().count() <= 12 && Glue::within(&self.glue().owner, gap)
        })
    }

    /// A quantity that counts devices ("8 块 V100") does not hide them.
    pub(super) fn counts(&self, quantity: usize) -> bool {
        let reading = &self.scene.mentions.quantities[quantity];
        reading.counted.is_some() || reading.unit.is_none()
    }

    /// "与 B 相比": the last device between the opening word and the closing one.
    pub(super) fn device_between(&self, segment: Segment, at: usize) -> Option<usize> {
        let device = (segment.first..at).rev().find(|&before| self.tokens[before].device().is_some())?;
        let near = self.gap_len(self.tokens[device].span.end, self.tokens[at].span.start) <= 16;
        let opened = (segment.first..device).rev().take(3).any(|before| {
            self.tokens[before].is(Role::With)
                && self.gap_len(self.tokens[before].span.end, self.tokens[device].span.start) <= 16
        });
        (near && opened).then_some(device)
    }

    /// Devices joined to the one at `at`: "比 A 和 B 快".
    pub(super) fn joined_after(&self, segment: Segment, at: usize) -> Vec<usize> {
        let mut joined = vec![at];
        let mut last = at;
        for next in at + 1..segment.last {
            if self.tokens[next].device().is_none() {
                continue;
            }
            if !self.joins(self.gap(self.tokens[last].span.end, self.tokens[next].span.start))
                && !self.tokens[next].aside
            {
                break;
            }
            joined.push(next);
            last = next;
        }
        joined
    }

    pub(super) fn negated_between(&self, segment: Segment, at: usize) -> bool {
        // "not/no faster than": a negation close before the comparative.
        let start = self.tokens[at].span.start;
        self.between(segment.first, at).iter().rev().take(4).any(|token| {
            token.is(Role::Not)
                && self.gap_len(token.span.end, start) <= 24
                && !has_han(self.gap(token.span.start, token.span.end))
        })
    }

    /// "its predecessor": known only where the block has named one other device of its kind.
    pub(super) fn forerunner(&self, segment: Segment, at: usize) -> Option<Party> {
        let next = self.tokens.get(at + 1).filter(|_| at + 1 < segment.last)?;
        let near = self.gap_len(self.tokens[at].span.end, next.span.start) <= 12;
        if !next.is(Role::Predecessor) || !near {
            return None;
        }
        let subject = self.devices_in(segment).find(|(device, _)| *device < at).map(|(_, party)| party);
        let subject = subject.or_else(|| self.state.subject.clone())?;
        let mut others = self.memory.seen.iter().filter(|party| self.are_apart(&party.device, &subject.device));
        let other = others.next()?;
        others.next().is_none().then(|| other.clone())
    }

    pub(super) fn are_apart(&self, a: &str, b: &str) -> bool {
        a != b && !self.vocab.devices.is_a(a, b) && !self.vocab.devices.is_a(b, a)
    }

    pub(super) fn names_two(&self, segment: Segment, standard: &Standard) -> bool {
        let devices: Vec<usize> = (segment.first..segment.last)
            .filter(|at| self.tokens[*at].device().is_some() && !standard.tokens.contains(at))
            .collect();
        devices
            .windows(2)
            .any(|pair| self.joins(self.gap(self.tokens[pair[0]].span.end, self.tokens[pair[1]].span.start)))
    }

    /// Says whether all devices of a segment but its standard stand in one list.
    pub(super) fn is_one_list(&self, segment: Segment, standard: &Standard) -> bool {
        let devices: Vec<usize> = (segment.first..segment.last)
            .filter(|at| self.tokens[*at].device().is_some() && !self.tokens[*at].aside)
            .filter(|at| !standard.tokens.contains(at) && !self.state.others.contains(at))
            .collect();
        devices
            .windows(2)
            .all(|pair| self.joins(self.gap(self.tokens[pair[0]].span.end, self.tokens[pair[1]].span.start)))
    }

    /// The device of which the words at `at` speak.
    pub(super) fn subject(&self, segment: Segment, at: usize, except: &[usize]) -> Subject {
        let start = self.tokens[at].span.start;
        let before: Vec<usize> = (segment.first..at)
            .filter(|token| self.tokens[*token].device().is_some())
            .filter(|token| !except.contains(token) && !self.tokens[*token].aside)
            .filter(|token| !self.is_run_beside(*token, except))
            .collect();
        let chosen =
            if has_han(self.gap(segment.span.start, segment.span.end)) { before.last() } else { before.first() };
        if let Some(&chosen) = chosen {
            let joined = before.iter().any(|&other| {
                let (a, b) = if other < chosen { (other, chosen) } else { (chosen, other) };
                other != chosen && self.joins(self.gap(self.tokens[a].span.end, self.tokens[b].span.start))
            });
            if joined {
                return Subject::Joint(self.joined_before(&before, chosen));
            }
            let party = self.party_at(chosen);
            // "it" that points at the device compared with points at nobody.
            if self.is_pronoun(chosen) && self.state.standard.as_ref().is_some_and(|other| other.device == party.device)
            {
                return Subject::Nobody;
            }
            return Subject::Named(party, chosen);
        }
        if self.segments.first().is_some_and(|first| first.span.start < segment.span.start)
            && let Some(party) = &self.state.subject
        {
            return Subject::Earlier(party.clone());
        }
        if !self.state.joint.is_empty() {
            return Subject::Joint(self.state.joint.clone());
        }
        if self.state.subjects.len() > 1 {
            return Subject::Joint(Vec::new());
        }
        if self.bullet
            && let [only] = self.scene.above.as_slice()
        {
            return Subject::Carried(Party { device: only.device.clone(), conditions: only.conditions.clone() });
        }
        if segment.before_colon {
            return self.label_subject(segment);
        }
        // "AMD 的最新芯片比 H100 更快": a noun that stands for the device last spoken of.
        let named_by_noun = self.named_by_noun(segment, start);
        if !named_by_noun && !self.opens_with_aspect(segment, at) && !self.opens_with_factor(segment, at) {
            return Subject::Nobody;
        }
        match &self.scene.carried {
            Some(mention) => {
                Subject::Carried(Party { device: mention.device.clone(), conditions: mention.conditions.clone() })
            }
            None => match self.scene.above.as_slice() {
                [only] => Subject::Carried(Party { device: only.device.clone(), conditions: only.conditions.clone() }),
                _ => Subject::Nobody,
            },
        }
    }

    /// "训练 BERT 比 A100 快": says whether a device is a model that ran, where hardware is compared.
    fn is_run_beside(&self, at: usize, except: &[usize]) -> bool {
        let is_model = |at: usize| {
            self.tokens[at]
                .device()
                .is_some_and(|mention| self.vocab.devices.is_a(&self.scene.mentions.devices[mention].device, "model"))
        };
        let hardware = |at: &&usize| self.tokens[**at].device().is_some() && !is_model(**at);
        is_model(at) && except.iter().any(|other| hardware(&other))
    }

    /// The devices of `before` that stand in one list with the one at `chosen`.
    fn joined_before(&self, before: &[usize], chosen: usize) -> Vec<Party> {
        let Some(place) = before.iter().position(|&at| at == chosen) else { return Vec::new() };
        let joins =
            |pair: [usize; 2]| self.joins(self.gap(self.tokens[pair[0]].span.end, self.tokens[pair[1]].span.start));
        let mut first = place;
        while first > 0 && joins([before[first - 1], before[first]]) {
            first -= 1;
        }
        let mut last = place;
        while last + 1 < before.len() && joins([before[last], before[last + 1]]) {
            last += 1;
        }
        before[first..=last].iter().map(|&at| self.party_at(at)).collect()
    }

    /// "高吞吐量：由于…，GPU 能够": a label speaks of the device that the text behind it begins with.
    pub(super) fn label_subject(&self, segment: Segment) -> Subject {
        if self.holds(segment, Role::Copula) {
            return Subject::Nobody;
        }
        for later in self.segments.iter().filter(|later| later.first >= segment.last) {
            let first =
                (later.first..later.last).find(|&at| self.tokens[at].device().is_some() && !self.tokens[at].aside);
            let Some(first) = first else { continue };
            let before = self.between(later.first, first);
            let bound = before.iter().any(|token| {
                token.is(Role::Copula) || token.is(Role::Than) || token.is(Role::Compare) || token.is(Role::With)
            });
            if !bound && self.gap_len(later.span.start, self.tokens[first].span.start) <= 10 {
                return Subject::Carried(self.party_at(first));
            }
        }
        let named = segment.last < self.tokens.len();
        let listed = self.item && self.scene.mentions.devices.is_empty();
        let above = self.scene.above.first().filter(|_| listed && self.scene.above.len() == 1);
        let carried = self.scene.carried.as_ref().filter(|_| named).or(above);
        carried.map_or(Subject::Nobody, |mention| {
            Subject::Carried(Party { device: mention.device.clone(), conditions: mention.conditions.clone() })
        })
    }

    pub(super) fn is_pronoun(&self, at: usize) -> bool {
        self.scene.cues.iter().any(|cue| cue.entry == Cue::Pronoun && cue.span == self.tokens[at].span)
    }

    /// "训练 Llama 2 70B 模型速度": says whether only conditions and a few letters stand between `from` and a token.
    fn only_sets(&self, from: usize, token: usize) -> bool {
        const MOST: usize = 4;
        const LONGEST: usize = 40;
        let to = self.tokens[token].span.start;
        let stated = &self.scene.mentions.conditions;
        let devices = &self.scene.mentions.devices;
        let known = |at: usize| {
            let holds = |span: crate::text::Span| span.start <= at && at < span.end;
            stated.iter().any(|stated| holds(stated.span)) || devices.iter().any(|device| holds(device.span))
        };
        let head = self.gap(from, to);
        let set = stated.iter().any(|stated| stated.span.start >= from && stated.span.end <= to);
        let loose = || head.char_indices().filter(|(at, c)| c.is_alphanumeric() && !known(from + at)).count();
        set && head.chars().count() <= LONGEST && loose() <= MOST
    }

    /// "2x faster than B.": a sentence that begins with the factor leaves its subject out.
    fn opens_with_factor(&self, segment: Segment, at: usize) -> bool {
        const OPENING: usize = 5;
        let first = &self.tokens[segment.first.min(at)];
        let factor = matches!(first.kind, Kind::Quantity(quantity) if grading::is_ratio(&self.scene.mentions.quantities[quantity]));
        factor
            && self.segments.first().is_some_and(|opening| opening.span.start == segment.span.start)
            && self.gap_len(segment.span.start, first.span.start) <= OPENING
            && self.gap_len(first.span.end, self.tokens[at].span.start) <= 1
    }

    /// "推理延迟比 GPU 高": the segment begins with what is rated.
    pub(super) fn opens_with_aspect(&self, segment: Segment, at: usize) -> bool {
        // "训练大模型时的稳定性优于 B": what is rated may have words of its own before it.
        let qualified = |token: usize| {
            let head = self.gap(segment.span.start, self.tokens[token].span.start).trim();
            let attribute = self.glue().attribute.iter().any(|word| !word.is_ascii() && head.ends_with(word.as_str()));
            self.item && attribute && head.chars().count() <= 12 || self.only_sets(segment.span.start, token)
        };
        (segment.first..at).any(|token| {
            self.is_aspect(token)
                && (self.gap_len(segment.span.start, self.tokens[token].span.start) <= 4 || qualified(token))
        })
    }
}
