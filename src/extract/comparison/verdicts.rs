//! From what was read to drafts, and what keeps words from being a rating at all.

use super::{Judge, Manner, Party, Said, Standard, Subject, Verdict, relation_of};
use crate::claim::{Attribution, Conditions, Level, Name, Relation, Statement};
use crate::extract::draft::Draft;
use crate::extract::grading::{self, Kind, Segment, Token, has_han, is_han};
use crate::vocab::cue::Cue;
use crate::vocab::quality::{Fitting, Form, Glue, Place, Pole, Role};

/// Conditions of figures of computing alone.
const OF_NUMBERS: [&str; 3] = ["precision", "sparsity", "unit_kind"];

impl Judge<'_> {
    /// Takes the chip for the pod that the sentences before spoke of last, where it is held against a chip.
    fn chip_of(&self, subject: &Party, versus: &Party) -> Party {
        let devices = &self.vocab.devices;
        let here = self.scene.mentions.devices.iter().any(|device| device.device == subject.device);
        let chip = devices.get(&subject.device).and_then(|device| device.holds.as_ref()).map(|holds| &holds.device);
        let alike = devices.is_a(&versus.device, "system") || devices.is_a(&versus.device, "instance");
        match chip {
            Some(chip) if !here && !alike => Party { device: chip.clone(), ..subject.clone() },
            _ => subject.clone(),
        }
    }

    pub(super) fn compare(
        &mut self,
        segment: Segment,
        subject: &Party,
        versus: &Party,
        said: &Said,
        refuted: bool,
        consumed: &mut [bool],
    ) {
        let subject = &self.chip_of(subject, versus);
        // A class held against its own member is a misreading, or says nothing.
        if self.vocab.devices.is_a(&versus.device, &subject.device)
            || self.counts_differ(segment, &subject.device, &versus.device)
        {
            return;
        }
        for metric in &said.metrics {
            let Some(relation) = relation_of(said.pole, self.better(metric)) else { continue };
            let mut used = Vec::new();
            let factor = said.factor.as_ref().and_then(|(written, way)| {
                let quantity = written.quantity(*way, &self.scene.sentence.text, self.source)?;
                used.push(quantity.span());
                Some(quantity)
            });
            if let Some((written, _)) = &said.factor {
                for (at, token) in self.tokens.iter().enumerate().take(segment.last).skip(segment.first) {
                    if token.span.overlaps(written.span) {
                        consumed[at - segment.first] = true;
                    }
                }
            }
            let relation = match &factor {
                Some(factor) if factor.low == factor.high && factor.low == rust_decimal::Decimal::ONE => {
                    Relation::Equal
                }
                _ => relation,
            };
            let statement =
                Statement::Comparison { versus: versus.device.clone(), relation, factor: factor.map(Box::new) };
            let conditions = self.conditions(segment, subject);
            let attribution = refuted.then_some(Attribution::Refuted);
            let draft = self.draft(
                segment,
                metric,
                Party { device: subject.device.clone(), conditions },
                statement,
                said.rule,
                said.confidence,
            );
            self.found.push(Verdict { draft: Draft { attribution, ..draft }, used });
        }
    }

    /// "两台 L40S 和单台 A100 差不多": the two sides are not one of each.
    pub(super) fn counts_differ(&self, segment: Segment, a: &str, b: &str) -> bool {
        let count = |device: &str| {
            let at = (segment.first..segment.last).find(|&at| {
                self.tokens[at].device().is_some_and(|mention| &*self.scene.mentions.devices[mention].device == device)
            })?;
            let before = at.checked_sub(1)?;
            let Kind::Quantity(quantity) = self.tokens[before].kind else { return None };
            // "2 L40S", "两台 L40S"
            let near = self.gap_len(self.tokens[before].span.end, self.tokens[at].span.start) <= 3;
            let reading = &self.scene.mentions.quantities[quantity];
            (near && !grading::is_ratio(reading)).then_some(reading.low).flatten()
        };
        let named = |device: &str| self.devices_in(segment).any(|(_, party)| &*party.device == device);
        named(a) && named(b) && count(a) != count(b)
    }

    pub(super) fn conditions(&self, segment: Segment, subject: &Party) -> Conditions {
        let kept = &self.vocab.qualities.rated().conditions;
        let mut conditions = subject.conditions.clone();
        let mut contested: Vec<Name> = Vec::new();
        let here = self.conditions_in(segment);
        for stated in here.iter().chain(&self.state.setting) {
            for (key, value) in stated.iter() {
                if !kept.contains(key) {
                    continue;
                }
                if conditions.get(key).is_some_and(|held| held != value) {
                    contested.push(key.clone());
                }
                conditions.set_default(key, value.clone());
            }
        }
        for key in contested {
            conditions.remove(&key);
        }
        conditions
    }

    pub(super) fn draft(
        &self,
        segment: Segment,
        metric: &Name,
        party: Party,
        statement: Statement,
        rule: &'static str,
        confidence: f32,
    ) -> Draft {
        let mut conditions = party.conditions;
        // "Both are alike in FP16, and its bandwidth is 65 % of the other's": a number format is none of a link.
        let kept = OF_NUMBERS.map(Name::from);
        let separates = self.vocab.metrics.get(metric).map(|metric| &metric.separates);
        let foreign = |key: &&Name| separates.is_some_and(|own| kept.contains(key) && !own.contains(key));
        for key in conditions.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>().iter().filter(foreign) {
            conditions.remove(key);
        }
        Draft {
            metric: metric.clone(),
            device: party.device,
            statement,
            conditions,
            quote: self.scene.sentence.text.source(),
            block: self.scene.sentence.block,
            hedged: self.holds(segment, Role::Hedge),
            attribution: None,
            rule,
            confidence,
        }
    }

    pub(super) fn level(&mut self, segment: Segment, subject: &Subject, metric: &Name, pole: Pole) {
        if self.heading {
            return;
        }
        let (parties, confidence) = match subject {
            Subject::Named(..) => (subject.parties(), 0.8),
            Subject::Earlier(_) if self.state.subject_alone => (subject.parties(), 0.7),
            Subject::Carried(_) if self.may_carry(segment) => (subject.parties(), 0.6),
            Subject::Joint(all) if self.holds(segment, Role::Both) => (all.clone(), 0.7),
            _ => return,
        };
        let Some(relation) = relation_of(pole, self.better(metric)) else { return };
        let level = match relation {
            Relation::Greater => Level::High,
            Relation::Less => Level::Low,
            Relation::Equal => return,
        };
        for party in parties {
            let draft = self.draft(segment, metric, party, Statement::Level(level), "level/degree", confidence);
            self.found.push(Verdict { draft, used: Vec::new() });
        }
    }

    /// A degree that describes another noun rates that: "便宜的产品", "a scalable array".
    pub(super) fn describes_more(&self, segment: Segment, at: usize, form: Form) -> bool {
        let span = self.tokens[at].span;
        let rest = self.gap(span.end, segment.span.end);
        let is_class = self
            .tokens
            .get(at + 1)
            .is_some_and(|next| next.device().is_some() && self.gap_len(span.end, next.span.start) <= 12)
            || self.scene.cues.iter().any(|cue| {
                cue.entry == Cue::DeviceNoun
                    && cue.span.start >= span.end
                    && self.gap_len(span.end, cue.span.start) <= 10
            });
        let copula = self.between(segment.first, at).iter().any(|token| token.is(Role::Copula));
        if !has_han(self.gap(span.start, span.end)) {
            return !is_class && self.noun_goes_on(span.end);
        }
        let noun = self.glue().attribute.iter().find_map(|word| rest.strip_prefix(word.as_str()));
        if let Some(noun) = noun {
            return noun.chars().next().is_some_and(is_han) && (form == Form::Loose || !copula);
        }
        let starts_token = self.tokens.get(at + 1).is_some_and(|next| {
            next.span.start == span.end && (next.is(Role::Not) || next.is(Role::Contrast) || next.is(Role::With))
        });
        !starts_token
            && rest.chars().next().is_some_and(is_han)
            && !Glue::opens(&self.glue().adjective_end, rest)
            && !Glue::opens(&self.glue().predicate_end, rest)
    }

    /// "到货周期比 A100 快": the segment has a subject of its own that is no device.
    pub(super) fn speaks_of_else(&self, segment: Segment, subject: &Subject, standard: &Standard) -> bool {
        if matches!(subject, Subject::Named(..)) || self.named_by_noun(segment, segment.span.end) {
            return false;
        }
        let Some(&device) = standard.tokens.first() else { return false };
        let opening = (segment.first..device)
            .rev()
            .find(|&at| self.tokens[at].is(Role::Than) || self.tokens[at].is(Role::Compare));
        let first = opening.unwrap_or(device);
        let lead = self.gap(segment.span.start, self.tokens[first].span.start);
        let topic = self.between(segment.first, first).iter().any(|token| token.is(Role::Topic));
        !topic && lead.chars().count() > if has_han(lead) { 8 } else { 40 }
    }

    pub(super) fn named_by_noun(&self, segment: Segment, until: usize) -> bool {
        self.scene.cues.iter().any(|cue| {
            let points =
                matches!(cue.entry, Cue::This | Cue::Pronoun) || cue.entry == Cue::DeviceNoun && cue.span.end <= until;
            points && segment.span.contains(cue.span)
        })
    }

    /// The counts of a chip are figures, seldom ratings: "more cores" mostly speaks of a part or a setting.
    pub(super) fn is_silicon(&self, metric: &str) -> bool {
        let rated = self.vocab.qualities.rated();
        let holds = |names: &[Name], name: &str| names.iter().any(|other| **other == *name);
        (holds(&rated.seldom_groups, self.group(metric)) || holds(&rated.seldom, metric))
            && !holds(&rated.often, metric)
    }

    /// Says whether the words before `first` make what follows a wish, an aim or a development.
    pub(super) fn is_wanted(&self, segment: Segment, first: usize) -> bool {
        let start = self.tokens[first].span.start;
        self.between(segment.first, first)
            .iter()
            .rev()
            .take(4)
            .any(|token| token.is(Role::Need) && self.gap_len(token.span.end, start) <= 24 || token.is(Role::Trend))
    }

    /// Says whether the words rate the device at all: not a wish, a trend, a task's need or a part of a name.
    pub(super) fn may_rate(&self, segment: Segment, at: usize, manner: &Manner, used: &[usize]) -> bool {
        let first = used.iter().copied().chain([manner.start]).min().unwrap_or(at);
        let last = used.iter().copied().chain([at]).max().unwrap_or(at);
        let start = self.tokens[first].span.start;
        let end = self.tokens[last].span.end;
        let fitted = self.vocab.qualities.uses(self.gap(segment.span.start, start)).1.iter().any(|found| {
            matches!(found.entry, Fitting::Word(word)
                if !matches!(self.vocab.qualities.fit(word).place, Place::Choose | Place::Lead))
        });
        let behind = self.tokens.iter().take(segment.last).skip(last + 1).find(|token| !token.is(Role::Of));
        let setting = behind.is_some_and(|token| token.is(Role::Setting) && self.gap_len(end, token.span.start) <= 6);
        let before = self.between(segment.first, first);
        let is_class =
            before.iter().any(|token| token.is(Role::Copula)) && before.iter().any(|token| token.device().is_some());
        let before_device = last == at
            && !is_class
            && behind.is_some_and(|token| token.device().is_some() && self.gap_len(end, token.span.start) <= 12);
        let figure = self.between(last + 1, segment.last.max(last + 1)).iter().any(|token| {
            matches!(token.kind, Kind::Quantity(q) if !self.scene.mentions.quantities[q].bare)
                && self.gap_len(end, token.span.start) <= 24
        });
        let goes_on = last != at && self.noun_goes_on(end);
        let trend = self.between(segment.first, at).iter().any(|token| token.is(Role::Trend));
        !trend && !self.is_wanted(segment, first) && !fitted && !setting && !before_device && !figure && !goes_on
    }

    /// "低功耗设备", "high memory bandwidth percentage": the aspect is only part of a longer noun.
    pub(super) fn noun_goes_on(&self, end: usize) -> bool {
        let rest = &self.text[end..];
        if let Some(word) = rest.strip_prefix(' ') {
            let word: String = word.chars().take_while(char::is_ascii_alphabetic).collect();
            return !word.is_empty() && !Glue::is(&self.glue().aspect_end, &word);
        }
        let begins = |token: &Token<'_>| {
            token.span.start == end && (token.is(Role::Mild) || token.is(Role::More) || token.is(Role::With))
        };
        rest.chars().next().is_some_and(is_han)
            && !Glue::opens(&self.glue().adjective_end, rest)
            && !Glue::opens(&self.glue().aspect_end, rest)
            && !self.tokens.iter().any(begins)
    }

    /// Says whether the rating is the predicate of its subject, and the subject no mere part of a phrase.
    pub(super) fn is_said_of(&self, segment: Segment, subject: &Subject, manner: &Manner, used: &[usize]) -> bool {
        let first = used.iter().copied().chain([manner.start]).min().unwrap_or(manner.start);
        let start = self.tokens[first].span.start;
        let han = has_han(self.gap(segment.span.start, segment.span.end));
        match subject {
            Subject::Named(_, at) => {
                let span = self.tokens[*at].span;
                let lead = self.gap(segment.span.start, span.start);
                let opens = if han {
                    lead.chars().count() <= 10
                } else {
                    lead.split_whitespace().count() <= 3
                        || lead.split_whitespace().next_back().is_some_and(|word| Glue::is(&self.glue().clause, word))
                };
                let opens = opens
                    || self
                        .between(segment.first, *at)
                        .iter()
                        .any(|token| token.is(Role::Topic) || token.is(Role::Contrast))
                        && lead.chars().count() <= 24;
                let within = self
                    .tokens
                    .get(at + 1)
                    .is_some_and(|next| next.is(Role::Within) && self.gap_len(span.end, next.span.start) <= 1);
                let rest = self.gap(span.end, start);
                if han {
                    // "CPU 的指令集更成熟" speaks of the part.
                    let part = Glue::opens(&self.glue().attribute, rest.trim_start())
                        && !rest.chars().skip(1).all(|c| !is_han(c))
                        && used.is_empty()
                        && !self.between(*at + 1, first).iter().any(|token| token.is(Role::Copula));
                    return opens && !within && !part && rest.chars().count() <= 28;
                }
                let verb = self.between(*at + 1, first).iter().any(|token| token.is(Role::Copula))
                    || Glue::opens(&self.glue().possessive, rest.trim_start())
                    || rest.trim().is_empty();
                opens && !within && verb && rest.split_whitespace().count() <= 8
            }
            Subject::Earlier(_) if han => self.gap_len(segment.span.start, start) <= 16,
            Subject::Earlier(_) => {
                let lead = self.gap(segment.span.start, start);
                let is_word = |token: &Token<'_>, word: &str| {
                    let said = self.gap(token.span.start, token.span.end);
                    said.split_whitespace().any(|part| part.eq_ignore_ascii_case(word))
                };
                let inside = self.between(segment.first, first);
                lead.split_whitespace().count() <= 6
                    && lead.split_whitespace().all(|word| {
                        Glue::is(&self.glue().opening, word)
                            || inside.iter().any(|token| {
                                is_word(token, word)
                                    && [Role::Copula, Role::Mild, Role::Hedge, Role::Contrast, Role::About, Role::Not]
                                        .iter()
                                        .any(|role| token.is(*role))
                            })
                    })
            }
            Subject::Carried(_) => self.bullet || segment.before_colon || segment.after_colon || manner.compares,
            // "A 和 B 的成本都很高": the word says that it holds of each.
            Subject::Joint(all) => !all.is_empty() && self.holds(segment, Role::Both),
            Subject::Nobody => false,
        }
    }

    /// A level may take its subject from the sentence before only where the words point back:
    /// a pronoun is a mention of its own, so here only labels of lists do.
    pub(super) fn may_carry(&self, segment: Segment) -> bool {
        self.bullet || segment.before_colon || segment.after_colon
    }
}
