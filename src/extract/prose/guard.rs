//! Figures that the words beside them claim for something else: the old value of a change, a difference, a class of
//! size, a year, a size of something stored.

use rust_decimal::Decimal;

use super::Binder;
use crate::extract::naming::{Figure, Naming};
use crate::extract::numeral::is_han;
use crate::extract::parallel::Pairs;
use crate::extract::view::Named;
use crate::text::Span;
use crate::vocab::cue::Cue;

impl Binder<'_> {
    /// Turns away what the words beside it claim for something else; `paired` figures have a device of a list.
    pub(super) fn guard(&self, figure: &Figure<'_>, naming: &Naming, paired: bool) -> Result<(), String> {
        let span = figure.reading.span;
        let view = self.view;
        if figure.reading.changed_from && !paired {
            let own = view.devices.iter().find(|d| {
                let end = d.mention.span.end;
                end <= span.start && view.is_tight(end, span.start) && !view.has(Cue::Versus, end, span.start)
            });
            // Of one device alone, or of the one spoken of, it is what was before.
            let scene = view.scene;
            let topic = scene.carried.as_ref().or(scene.above.first().filter(|_| scene.above.len() == 1));
            let of_another = |own: &Named| {
                let devices = &view.vocab.devices;
                let own = &own.mention.device;
                topic.is_some_and(|topic| !devices.is_a(own, &topic.device) && !devices.is_a(&topic.device, own))
            };
            let behind = view.devices.iter().any(|device| device.mention.span.start >= span.end);
            let own = own.is_some_and(|own| behind || of_another(own));
            // "From 16 GB on the T4 to 24 GB".
            let linked =
                view.devices.iter().find(|device| device.mention.span.start >= span.end).is_some_and(|device| {
                    let at = device.mention.span.start;
                    view.has(Cue::Link, span.end, at)
                        && view.figures_between(span.end, at) == 0
                        && view.clauses_between(span.end, at) == 0
                        && view.rest(span.end, at).chars().count() <= 6
                });
            let labelled = view.devices.iter().any(|device| {
                let gap = view.gap(span.end, device.mention.span.start).trim();
                gap == "(" || gap == "（"
            });
            if !own && !linked && !labelled {
                return Err("the old value of a change".to_owned());
            }
        }
        if &*figure.dimension == "bytes/time" && self.is_without_link(span) {
            return Err("what is moved without the link that is named".to_owned());
        }
        let clause = view.clause(span.start);
        if &*figure.dimension == "power" && view.has(Cue::State, clause.start, clause.end) {
            return Err("what it draws in a state, not what it is made for".to_owned());
        }
        let class =
            view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::SizeClass && (cue.span.start == span.end || cue.span.start == span.end + 1)
            });
        if class {
            return Err("a class of size".to_owned());
        }
        if &*figure.dimension == "count" && (figure.reading.step < Decimal::ONE || self.is_one(figure, naming)) {
            return Err("no count of several".to_owned());
        }
        if &*figure.dimension == "count" && naming.how == "named before it" && is_year(figure) {
            return Err("a year".to_owned());
        }
        if &*figure.dimension == "count" && naming.how == "named before it" && self.counts_another(span) {
            return Err("it counts what stands behind it".to_owned());
        }
        // "二、核心参数", "（二）核心参数"
        let spoken = figure.reading.bare && !span.of(view.text).unwrap_or_default().contains(|c: char| c.is_ascii());
        if spoken && view.text[span.end..].starts_with(['、', '）', ')']) {
            return Err("the number of a section".to_owned());
        }
        // "第五代 Tensor 核心"
        let ordinal = view.vocab.numerals.ordinal;
        if figure.reading.bare && view.text[..span.start].trim_end().ends_with(ordinal) {
            return Err("an ordinal".to_owned());
        }
        if self.is_link_beyond(figure, clause) {
            return Err("what it is compared with has this figure".to_owned());
        }
        if &*figure.dimension == "power" && self.counts_ten_thousands(span) {
            return Err("a count in ten thousands".to_owned());
        }
        let old = view
            .scene
            .cues
            .iter()
            .any(|cue| cue.entry == Cue::Old && cue.span.end <= span.start && span.start - cue.span.end <= 4);
        if old {
            return Err("the old value of a change".to_owned());
        }
        let near = |cue: Cue, reach: usize| {
            view.scene
                .cues
                .iter()
                .any(|found| found.entry == cue && found.span.end <= span.start && span.start - found.span.end <= reach)
        };
        if near(Cue::Delta, 12) || self.is_apart(span) {
            return Err("a difference, not a value".to_owned());
        }
        let written = span.of(view.text).unwrap_or_default();
        if &*figure.dimension == "power" && written.ends_with('w') && naming.weak {
            return Err("a `w` that may be a count in ten thousands".to_owned());
        }
        if &*figure.dimension == "count" && (written.ends_with('G') || view.text[..span.start].ends_with('-')) {
            return Err("no count of things".to_owned());
        }
        let behind = |cue: Cue| {
            let mut cues = view.scene.cues.iter().filter(|found| found.entry == cue);
            cues.any(|found| (span.end..=span.end + 1).contains(&found.span.start))
        };
        let counted = || self.numbers.iter().any(|number| &*number.key == "count" && clause.contains(number.span));
        let of_devices = !matches!(&*naming.metric, "training_cost" | "operating_cost");
        if figure.dimension.starts_with("money") && of_devices && near(Cue::GrandTotal, 16) && !counted() {
            return Err("a sum, and nothing says over how many".to_owned());
        }
        if self.is_of_maker(span) {
            return Err("said of a maker in brackets, whose device is not named".to_owned());
        }
        if &*figure.dimension == "time" && behind(Cue::Ago) {
            return Err("how long ago, not how long".to_owned());
        }
        if &*figure.dimension == "time" && self.is_time_of(span) {
            return Err("a time that measures something else".to_owned());
        }
        if &*figure.dimension == "time" && near(Cue::Every, 2) {
            return Err("how often, not how long".to_owned());
        }
        if self.is_of_next(figure, naming) {
            return Err("of what it stands before, which is not known".to_owned());
        }
        if !paired && self.is_first_of_opposed(figure) {
            return Err(
                "the first of two values behind what it is compared with, and nothing says which is whose".to_owned()
            );
        }
        if !paired && self.is_opposed(figure) {
            return Err("what it is compared with has this figure".to_owned());
        }
        if !paired && self.is_changed(figure, clause) {
            return Err("the new value of a change between two devices".to_owned());
        }
        if &*figure.dimension == "bytes" && &*naming.metric == "memory_capacity" {
            let around = Span::new(
                span.start.saturating_sub(28).max(clause.start),
                (span.end + 28).min(clause.end.max(span.end)),
            );
            let beside = |cue: Cue| view.scene.cues.iter().any(|c| c.entry == cue && around.overlaps(c.span));
            let machine = naming.span.is_some_and(|name| {
                view.scene.cues.iter().any(|cue| cue.entry == Cue::HostMemory && cue.span.overlaps(name))
            });
            let plain = naming
                .span
                .is_some_and(|name| view.scene.cues.iter().any(|cue| cue.entry == Cue::AnyMemory && cue.span == name));
            let host = view.has(Cue::HostNoun, clause.start, span.start);
            if (machine || plain && host)
                && view.devices.iter().all(|device| view.vocab.devices.is_a(&device.mention.device, "accelerator"))
            {
                return Err("the memory of the machine, not of the device in it".to_owned());
            }
            // "4-bit 量化": so many bits are the width of numbers.
            let bits = figure.reading.unit.as_ref().is_some_and(|unit| unit.factor < Decimal::ONE);
            if bits {
                return Err("a number of bits, no size of a memory".to_owned());
            }
            if self.is_of_part(span) {
                return Err("the size of a part of the memory".to_owned());
            }
            if self.names_version(span) {
                return Err("it names the version that has another figure".to_owned());
            }
            if beside(Cue::Portion) {
                return Err("what is taken or left of the memory".to_owned());
            }
            let needed = view.scene.cues.iter().any(|cue| {
                cue.entry == Cue::Need
                    && clause.contains(cue.span)
                    && cue.span.end <= span.start
                    && span.start - cue.span.end <= 24
            });
            if needed {
                return Err("what something needs, not what a device has".to_owned());
            }
        }
        // "无需动用 80 GB 版本": so a version is called.
        let after = view.text[span.end..].trim_start();
        let version =
            view.vocab.devices.context.version.iter().any(|word| word.len() > 3 && after.starts_with(word.as_str()));
        if &*naming.metric == "memory_used" && version {
            return Err("it names a version".to_owned());
        }
        if self.is_yearly(figure) {
            return Err("money for a year".to_owned());
        }
        // "GPT-3 用 1024 张 A100 训练 34 天，成本 460 万": what the model's training cost, not the card.
        let trained = || {
            let mut stated = view.scene.mentions.conditions.iter().filter(|stated| stated.span.end <= span.start);
            let model = view.devices.iter().any(|device| device.is_model && device.mention.span.end <= span.start);
            model && stated.any(|stated| stated.conditions.word("phase") == Some("training"))
        };
        let bought = ["purchase_price", "cost"].contains(&&*naming.metric);
        if &*figure.dimension == "money" && naming.weak && bought && trained() {
            return Err("what a training cost, not what a device costs".to_owned());
        }
        let of_work = &*naming.metric == "training_cost";
        if &*figure.dimension == "money" && naming.weak && !of_work && view.has(Cue::Work, 0, span.start) {
            return Err("what a piece of work cost, not what the device costs".to_owned());
        }
        if &*figure.dimension == "operations/time" && view.has(Cue::Need, clause.start, span.start) {
            return Err("a rate that something needs, not one that a device has".to_owned());
        }
        if figure.dimension.starts_with("money")
            && naming.cost > 6
            && view.has(Cue::MoneyOfOthers, clause.start, clause.end)
        {
            return Err("the money is none of a device".to_owned());
        }
        let near = Span::new(span.start.saturating_sub(16), span.end + 16);
        let beside = view
            .scene
            .cues
            .iter()
            .any(|cue| cue.entry == Cue::Foreign && near.overlaps(cue.span) && clause.contains(cue.span));
        if &*figure.dimension == "bytes" && naming.cost > 4 && beside {
            return Err("a size of something stored, not of the device".to_owned());
        }
        Ok(())
    }

    /// Says whether a bracket opens with a name that is no device's and has the figure: "4,672 美元（Nvidia 为 4,075 美元）".
    fn is_of_maker(&self, span: Span) -> bool {
        let view = self.view;
        let Some(bracket) = view.bracket(span.start).filter(|bracket| bracket.end >= span.end) else { return false };
        let head = view.gap(bracket.start, span.start).trim_start_matches(['(', '（', ' ']);
        let at = span.start - head.len();
        let letters = head.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = letters >= 3 && head.starts_with(|c: char| c.is_ascii_uppercase());
        let known = |word: Span| word.start <= at && at < word.end;
        let mentions = &view.scene.mentions;
        let known = mentions.metrics.iter().any(|metric| known(metric.span))
            || mentions.conditions.iter().any(|stated| known(stated.span))
            || view.devices.iter().any(|device| known(device.mention.span));
        let verb = at + letters + (head.len() - letters - head[letters..].trim_start().len());
        let has = view.scene.cues.iter().any(|cue| cue.entry == Cue::Has && cue.span.start == verb);
        name && !known && has
    }

    /// Says whether a time only says for how long something else went on: "405 years of power consumption".
    fn is_time_of(&self, span: Span) -> bool {
        const REACH: usize = 4;
        let view = self.view;
        let next = view.scene.mentions.metrics.iter().find(|metric| metric.span.start >= span.end);
        let linked = |at: usize| at - span.end <= REACH && view.has(Cue::Link, span.end, at);
        next.is_some_and(|next| {
            let timed = view.vocab.metrics.get(&next.metric).is_some_and(|metric| metric.fits("time"));
            !next.weak && !timed && linked(next.span.start)
        })
    }

    /// Says whether a bandwidth is that of a link by itself, with which the device's is compared: "远超 PCIe 3.0 的 16GB/s".
    fn is_link_beyond(&self, figure: &Figure<'_>, clause: Span) -> bool {
        let view = self.view;
        let span = figure.reading.span;
        if &*figure.dimension != "bytes/time" {
            return false;
        }
        let mut links = view.scene.mentions.conditions.iter();
        links.any(|link| {
            link.conditions.get("link").is_some()
                && link.span.end <= span.start
                && view.gap(link.span.end, span.start).chars().count() <= 3
                && !view.device_between(clause.start, span.start)
                && view.scene.cues.iter().any(|cue| {
                    matches!(cue.entry, Cue::Versus | Cue::Beats)
                        && clause.start <= cue.span.start
                        && cue.span.end <= link.span.start
                        && view.gap(cue.span.end, link.span.start).trim().is_empty()
                })
        })
    }

    /// Says whether a size is that of each part that the memory is made of: "8 个堆栈（每个 24GB）".
    fn is_of_part(&self, span: Span) -> bool {
        let view = self.view;
        let clause = view.clause(span.start);
        let mut cues = view.scene.cues.iter();
        let each = view
            .scene
            .cues
            .iter()
            .any(|cue| cue.entry == Cue::Each && (cue.span.end..=cue.span.end + 1).contains(&span.start));
        each && cues
            .any(|cue| cue.entry == Cue::MemoryPart && clause.start <= cue.span.start && cue.span.end <= span.start)
    }

    /// Says whether a size names a version, of which another figure is given behind it: "80G 版本为 640GB".
    fn names_version(&self, span: Span) -> bool {
        let view = self.view;
        let after = view.text[span.end..].trim_start();
        let words = &view.vocab.devices.context.version;
        let word = words.iter().filter(|word| after.starts_with(word.as_str())).map(String::len).max().unwrap_or(0);
        let behind = after.get(word..).unwrap_or_default();
        let at = view.text.len() - behind.len();
        let next = view.quantities().iter().find(|next| next.span.start >= at);
        next.filter(|_| word > 1).is_some_and(|next| {
            let bytes = next.unit.as_ref().is_some_and(|unit| &*unit.dimension == "bytes");
            let gap = view.gap(at, next.span.start).trim();
            bytes && matches!(gap.chars().count(), 1..=3) && !view.is_joined(span.end, next.span.start)
        })
    }

    /// Says whether an amount of money without a time of its own is for a year: "年租 6 万元", "5.4 万一年".
    fn is_yearly(&self, figure: &Figure<'_>) -> bool {
        const BEFORE: usize = 24;
        let view = self.view;
        let span = figure.reading.span;
        if figure.reading.unit.as_ref().is_some_and(|unit| &*unit.dimension != "money") {
            return false;
        }
        let clause = view.clause(span.start);
        view.scene.cues.iter().any(|cue| match cue.entry {
            Cue::Yearly => {
                clause.start <= cue.span.start
                    && cue.span.end <= span.start
                    && span.start - cue.span.end <= BEFORE
                    && view.figures_between(cue.span.end, span.start) == 0
                    && !view.has(Cue::Monthly, cue.span.end, span.start)
                    && !view.has(Cue::Hourly, cue.span.end, span.start)
            }
            Cue::YearBehind => (span.end..=span.end + 1).contains(&cue.span.start),
            _ => false,
        })
    }

    /// Says whether a slash joins the figure to another of its kind, and nothing sets the two apart: "700 W / 350 W".
    /// Sizes of memory are sold side by side.
    pub(super) fn is_one_of_two(&self, figure: &Figure<'_>, namings: &[Naming], pairs: &Pairs<'_>) -> bool {
        let view = self.view;
        let span = figure.reading.span;
        let told = pairs.devices.contains_key(&figure.index) || pairs.places.contains_key(&figure.index);
        let sizes = namings.first().is_some_and(|naming| view.vocab.tables.metrics.listed.contains(&naming.metric));
        let mates = pairs.mates.get(&figure.index).into_iter().flatten().filter(|mate| **mate != figure.index);
        let slashed = mates.filter_map(|mate| view.quantities().get(*mate)).any(|mate| {
            let gap = if mate.span.end <= span.start {
                view.gap(mate.span.end, span.start)
            } else {
                view.gap(span.end, mate.span.start)
            };
            gap.trim() == "/"
        });
        slashed && !told && !sizes
    }

    /// Says whether the figure is what is left without a link that was named: "600 GB/s with NVLink and 64 GB/s without".
    fn is_without_link(&self, span: Span) -> bool {
        let view = self.view;
        let linked = |at: usize| {
            let mut before = view.scene.mentions.conditions.iter();
            before.any(|stated| stated.span.end <= at && stated.conditions.get("link").is_some())
        };
        view.scene.cues.iter().filter(|cue| cue.entry == Cue::WithoutIt).any(|cue| {
            let at = cue.span;
            let (from, to) = if at.end <= span.start { (at.end, span.start) } else { (span.end, at.start) };
            linked(at.start)
                && from <= to
                && view.figures_between(from, to) == 0
                && view.rest(from, to).chars().count() <= 8
        })
    }

    /// Says whether an unknown name follows a count, which is then what is counted: "被划分为 6 个 GPC".
    pub(super) fn counts_another(&self, span: Span) -> bool {
        let view = self.view;
        let after = view.text[span.end..].trim_start();
        let classifiers = &view.vocab.tables.count.classifiers;
        let counted = classifiers.iter().find_map(|word| after.strip_prefix(word.as_str()));
        let after = counted.unwrap_or(after).trim_start();
        // "核心差异体现在三个维度": a noun behind the measure word is what is counted.
        let noun = view.text.len() - after.len();
        let named = |span: Span| span.start <= noun && noun < span.end;
        if counted.is_some()
            && after.starts_with(is_han)
            && !view.scene.mentions.metrics.iter().any(|metric| named(metric.span))
            && !view.scene.mentions.conditions.iter().any(|stated| named(stated.span))
            && !view.scene.cues.iter().any(|cue| named(cue.span))
            && !view.devices.iter().any(|device| named(device.mention.span))
        {
            return true;
        }
        let mut at = view.text.len() - after.len();
        // "1,024 FP16 FMA operations": what a condition says of it is not yet the thing.
        while let Some(stated) = view.scene.mentions.conditions.iter().find(|stated| stated.span.start == at) {
            at = view.text.len() - view.text[stated.span.end..].trim_start().len();
        }
        let after = &view.text[at..];
        let known = view.scene.mentions.metrics.iter().map(|metric| metric.span);
        let mut known = known.chain(view.scene.mentions.conditions.iter().map(|stated| stated.span));
        after.starts_with(|c: char| c.is_ascii_uppercase())
            && at - span.end <= 16
            && !known.any(|known| known.start <= at && at < known.end)
            && !view.devices.iter().any(|device| device.mention.span.start <= at && at < device.mention.span.end)
    }

    /// Says whether the figure is how far two devices are apart: "300 W more than the A100", "比 A100 高 300 W".
    pub(super) fn is_apart(&self, span: Span) -> bool {
        let view = self.view;
        let clause = view.clause(span.start);
        // "比 A 快 30%，显存多 8GB": what the sentence compares with goes on over clauses that name no device.
        let compared = view.has(Cue::Versus, 0, clause.start);
        let own = view.device_between(clause.start, span.start);
        view.scene.cues.iter().any(|cue| match cue.entry {
            Cue::Apart => {
                cue.span.end <= span.start
                    && (view.has(Cue::Versus, clause.start, cue.span.start) || compared && !own)
                    && view.gap(cue.span.end, span.start).trim().chars().all(|c| c.is_alphabetic())
                    && view.gap(cue.span.end, span.start).trim().chars().count() <= 1
            }
            Cue::ApartBehind => (span.end..=span.end + 1).contains(&cue.span.start),
            _ => false,
        })
    }

    /// Says whether a "w" behind the number is the 万 of a count: "35w 张".
    pub(super) fn counts_ten_thousands(&self, span: Span) -> bool {
        let text = self.view.text;
        let after = text[span.end..].trim_start();
        let classifiers = &self.view.vocab.tables.count.classifiers;
        text[..span.end].ends_with('w') && classifiers.iter().any(|word| after.starts_with(word.as_str()))
    }

    /// Says whether a count of cores describes an unknown name right after it: "a 32-core Threadripper".
    pub(super) fn is_of_next(&self, figure: &Figure<'_>, naming: &Naming) -> bool {
        let view = self.view;
        let Some(name) =
            naming.span.filter(|name| &*figure.dimension == "count" && name.start > figure.reading.span.start)
        else {
            return false;
        };
        let of_models = view.vocab.binding.subjects.of_models.contains(&naming.metric);
        let joined = !of_models && view.gap(figure.reading.span.end, name.start) == "-";
        let after = view.text[name.end..].trim_start();
        let named = view.devices.iter().any(|device| {
            device.mention.span.start >= name.end && view.gap(name.end, device.mention.span.start).trim().is_empty()
        });
        joined && !named && after.starts_with(|c: char| c.is_ascii_uppercase())
    }

    /// Says whether a count is one, and nothing says that it is all there is ("one core per chip").
    pub(super) fn is_one(&self, figure: &Figure<'_>, naming: &Naming) -> bool {
        let one = figure.reading.low == Some(Decimal::ONE) && figure.reading.high == figure.reading.low;
        let told = self.view.scene.mentions.conditions.iter().any(|c| c.conditions.get("scope").is_some());
        one && (!told || naming.weak)
    }

    /// Says whether the number is calculated with, not stated: "512 * 2".
    pub(super) fn is_operand(&self, figure: &Figure<'_>) -> bool {
        let span = figure.reading.span;
        let text = self.view.text;
        let after = text[span.end..].trim_start();
        let before = text[..span.start].trim_end();
        // "260GB / 70 / 8 = 4": a chain of divisions that ends in a result.
        let chain = after.strip_prefix("/ ").is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_digit())
                && rest.chars().take(48).take_while(|c| !matches!(c, ',' | '，' | '。' | ';')).any(|c| c == '=')
        });
        let operator = |c: char| matches!(c, '*' | '^' | '\\');
        let result =
            before.ends_with('=')
                && before.trim_end_matches('=').rsplit(['`', '(', '，', ',']).next().is_some_and(|side| {
                    side.contains(['*', '/', '+', '×']) && side.contains(|c: char| c.is_ascii_digit())
                });
        let follows = before.trim_end_matches(['`', ' ']).ends_with("=>");
        // "1 MiB = 2^20 bytes" says what a unit is.
        let defined =
            figure.index.checked_sub(1).and_then(|at| self.view.quantities().get(at)).is_some_and(|one| {
                one.low == Some(Decimal::ONE) && self.view.gap(one.span.end, span.start).trim() == "="
            });
        let defines = defined || figure.reading.low == Some(Decimal::ONE) && after.starts_with('=');
        result
            || defines
            || chain
            || follows
            || before.ends_with('×')
            || after.starts_with(operator) && !is_marked(&text[span.end..])
            || before.ends_with(operator)
            || after.starts_with('×') && after[2..].trim_start().starts_with(|c: char| c.is_ascii_digit())
    }
}

/// Says whether the text behind a figure begins with the star of a footnote: "1,979* TFLOPS", "242 TFLOPS*（* 稀疏）".
fn is_marked(after: &str) -> bool {
    let behind = after.trim_start_matches('*');
    let note = behind.trim_start_matches(['(', '（']).trim_start();
    let operand = |c: char| c.is_alphanumeric() || matches!(c, '`' | '\\' | '(' | '（');
    behind.len() < after.len() && (!behind.starts_with(operand) || note.len() < behind.len() && note.starts_with('*'))
}

/// Says whether a figure is written as a year of our time.
pub(super) fn is_year(figure: &Figure<'_>) -> bool {
    let reading = figure.reading;
    let year = reading.low.is_some_and(|low| low >= Decimal::from(1990) && low <= Decimal::from(2039));
    year && reading.span.len() == 4 && reading.low == reading.high && reading.unit.is_none()
}
