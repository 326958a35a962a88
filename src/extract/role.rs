//! What part each device plays in its sentence: the subject, only compared with, or the
//! place that holds another.

use super::mention::DeviceMention;
use crate::text::Span;
use crate::vocab::cue::Cue;
use crate::vocab::{Match, Vocab};

/// The part a device plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Something is said of it.
    Subject,
    /// The subject is compared with it ("than the A100", "与 A100 相比").
    Versus,
    /// It holds, or is the base of, a device named before it ("the A100 in a DGX A100").
    Place,
}

/// Returns the role of each of `devices`, which stand in `text` in order of place.
pub fn roles(vocab: &Vocab, text: &str, cues: &[Match<Cue>], devices: &[DeviceMention]) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::with_capacity(devices.len());
    for (at, device) in devices.iter().enumerate() {
        let from = at.checked_sub(1).map_or(0, |before| devices[before].span.end);
        let to = devices.get(at + 1).map_or(text.len(), |next| next.span.start);
        let before = Reach { text, span: Span::new(from.min(device.span.start), device.span.start) };
        let after = Reach { text, span: Span::new(device.span.end, to.max(device.span.end)) };
        // "相比 A，B 更快": over a comma it is the subject, unless the list goes on.
        let listed = !before.is_comma() || devices.get(at + 1).is_some() && after.is_only(cues, Cue::And);
        let joined = at > 0 && roles[at - 1] == Role::Versus && before.is_only(cues, Cue::And) && listed;
        if at > 0 && before.is_within(cues) {
            roles[at - 1] = Role::Place;
        }
        if at > 0 && is_each_of(vocab, cues, &devices[at - 1], device, before) {
            roles[at - 1] = Role::Place;
            roles.push(Role::Subject);
            continue;
        }
        let role = if before.ends_with(cues, Cue::Versus)
            && (!is_soft(text, cues, device) || after.holds(cues, Cue::VersusEnd))
            || joined
            || before.is_likened(cues)
            || before.compares_far(cues)
            || after.measures(cues)
            || before.is_multiple(cues)
        {
            Role::Versus
        } else if before.ends_with(cues, Cue::JoinsTo)
            || is_made_into(text, cues, device.span)
            || at == 0 && before.is_met(cues, after)
            || at > 0
                && roles[at - 1] == Role::Subject
                && (before.ends_with(cues, Cue::Inside)
                    || before.says_what(cues, after)
                        && !vocab.devices.is_a(&device.device, &devices[at - 1].device)
                        && !vocab.devices.is_a(&devices[at - 1].device, &device.device))
        {
            Role::Place
        } else {
            Role::Subject
        };
        roles.push(role);
    }
    roles
}

/// "Each GPU in a DGX A100 has …": says whether a class of which each is meant is tied to the machine that holds them,
/// of which something is said then for one of them.
fn is_each_of(
    vocab: &Vocab,
    cues: &[Match<Cue>],
    class: &DeviceMention,
    machine: &DeviceMention,
    between: Reach<'_>,
) -> bool {
    let devices = &vocab.devices;
    let whole = ["system", "instance"].iter().any(|kind| devices.is_a(&machine.device, kind));
    let part = devices.has_members(&class.device) && !devices.is_a(&machine.device, &class.device);
    let each = |cue: &Match<Cue>| {
        matches!(cue.entry, Cue::Apiece | Cue::Every)
            && cue.span.end <= class.span.start
            && class.span.start - cue.span.end <= 1
    };
    whole
        && part
        && cues.iter().any(each)
        && (between.ends_with(cues, Cue::Inside) || between.ends_with(cues, Cue::Link))
}

/// Says whether a device is one of the parts that make up a whole: "由 384 颗 910C 与 192 颗 CPU 组成".
fn is_made_into(text: &str, cues: &[Match<Cue>], device: Span) -> bool {
    let unbroken =
        |from: usize, to: usize| text.get(from..to).is_some_and(|gap| !gap.contains(['，', ',', '。', ';', '；']));
    let made = |cue: &Match<Cue>| cue.entry == Cue::MadeOf && unbroken(cue.span.end, device.start);
    let up = |cue: &Match<Cue>| cue.entry == Cue::MadeUp && unbroken(device.end, cue.span.start);
    cues.iter().any(made) && cues.iter().any(up)
}

/// Says whether the word of comparison before `device` is one only with a closing word
/// ("与 … 相比"): a joining word by itself.
fn is_soft(text: &str, cues: &[Match<Cue>], device: &DeviceMention) -> bool {
    let last = cues.iter().rfind(|cue| cue.entry == Cue::Versus && cue.span.end <= device.span.start);
    last.is_some_and(|versus| {
        cues.iter().any(|cue| cue.span == versus.span && matches!(cue.entry, Cue::And | Cue::Inside | Cue::Link))
            || versus.span.of(text).is_none()
    })
}

/// The text between a device and its neighbour.
#[derive(Clone, Copy)]
struct Reach<'a> {
    text: &'a str,
    span: Span,
}

impl Reach<'_> {
    /// Says whether a word of this meaning stands before the device with only a few words between.
    fn ends_with(&self, cues: &[Match<Cue>], cue: Cue) -> bool {
        cues.iter().any(|found| {
            found.entry == cue
                && self.span.contains(found.span)
                && self.text.get(found.span.end..self.span.end).is_some_and(is_short)
        })
    }

    /// Says whether what the subject is as much as ends with the device: "相当于将 128 个 NVL72 压缩进", "相当于 T4".
    fn is_likened(&self, cues: &[Match<Cue>]) -> bool {
        const REACH: usize = 24;
        cues.iter().filter(|cue| cue.entry == Cue::Equivalent && self.span.contains(cue.span)).any(|cue| {
            let gap = self.text.get(cue.span.end..self.span.end).unwrap_or_default();
            let counted = gap.contains(|c: char| c.is_ascii_digit()) || gap.trim().is_empty();
            gap.len() <= REACH && counted && !gap.contains([',', ';', '，', '；', '。', '(', '（'])
        })
    }

    /// Says whether the device ends what the subject is compared with: "than a deployment on 8 A100".
    fn compares_far(&self, cues: &[Match<Cue>]) -> bool {
        const REACH: usize = 48;
        cues.iter().filter(|cue| cue.entry == Cue::Than && self.span.contains(cue.span)).any(|cue| {
            let gap = self.text.get(cue.span.end..self.span.end).unwrap_or_default();
            gap.len() <= REACH && !gap.contains([',', ';', ':', '(', ')', '.', '%', '$'])
        })
    }

    /// Says whether the device is but the other end of a link of somebody who is spoken of: "与 CPU 的互联".
    fn is_met(&self, cues: &[Match<Cue>], after: Reach<'_>) -> bool {
        let met = cues.iter().any(|cue| {
            cue.entry == Cue::MeetsBehind
                && (0..=1).contains(&(cue.span.start.saturating_sub(after.span.start)))
                && cue.span.start >= after.span.start
        });
        let with = cues
            .iter()
            .any(|cue| cue.entry == Cue::And && cue.span.end <= self.span.end && self.span.contains(cue.span));
        let head = self.text.get(..self.span.end).unwrap_or_default().trim();
        met && with && head.chars().count() <= 2
    }

    /// Says whether a word of this meaning stands in the same clause after the device.
    fn holds(&self, cues: &[Match<Cue>], cue: Cue) -> bool {
        cues.iter().any(|found| {
            found.entry == cue
                && self.span.contains(found.span)
                && self
                    .text
                    .get(self.span.start..found.span.start)
                    .is_some_and(|gap| !gap.contains(['，', ',', '；', ';']))
        })
    }

    /// Says whether the device behind only says what the one before is: "the H800 is an H100 with", "L4 是 T4 的".
    fn says_what(&self, cues: &[Match<Cue>], after: Reach<'_>) -> bool {
        let touches = |gap: Option<&str>, most: usize| {
            gap.is_some_and(|gap| gap.chars().filter(|c| c.is_alphanumeric()).count() <= most)
        };
        cues.iter().filter(|cue| cue.entry == Cue::Copula && self.span.contains(cue.span)).any(|cue| {
            let latin = cue.span.of(self.text).is_some_and(str::is_ascii);
            let owned = cues.iter().any(|link| link.entry == Cue::Link && link.span.start == after.span.start);
            touches(self.text.get(cue.span.end..self.span.end), 0)
                && touches(self.text.get(self.span.start..cue.span.start), if latin { 12 } else { 0 })
                && (latin || owned)
        })
    }

    /// Says whether the device behind is what another is measured by: "2.4x that of the H100".
    fn is_multiple(&self, cues: &[Match<Cue>]) -> bool {
        // "4.5x that of the A100", "4.5x of the A100's"
        let of = |cue: &&Match<Cue>| matches!(cue.entry, Cue::ThatOf | Cue::Link) && self.span.contains(cue.span);
        cues.iter().filter(of).any(|cue| {
            let head = self.text.get(..cue.span.start).unwrap_or_default().trim_end();
            let factor = head.strip_suffix(['x', 'X', '×', '%']);
            let tail = self.text.get(cue.span.end..self.span.end).unwrap_or_default();
            factor.is_some_and(|number| number.ends_with(|c: char| c.is_ascii_digit())) && is_short(tail)
        })
    }

    /// Says whether the device before is what another is measured by: "是 B200 的 1.6 倍".
    fn measures(&self, cues: &[Match<Cue>]) -> bool {
        const REACH: usize = 18;
        const LETTER: usize = 3;
        let at = self.span.start;
        let linked = cues.iter().find(|cue| cue.entry == Cue::Link && (at..=at + 1).contains(&cue.span.start));
        let Some(linked) = linked.filter(|cue| cue.span.of(self.text).is_some_and(|word| !word.is_ascii())) else {
            return false;
        };
        cues.iter().any(|cue| {
            cue.entry == Cue::Share
                && self.span.contains(cue.span)
                && linked.span.end <= cue.span.start
                && cue.span.start - linked.span.end <= REACH
                && self.text.get(linked.span.end..cue.span.start).is_some_and(|gap| {
                    // "八成" is a share, the first letter of "成本" is none.
                    let bare = gap.trim().is_empty() && cue.span.len() <= LETTER;
                    !bare && !gap.contains(['，', ',', '。', ';', '；', ':', '：']) && is_number(gap)
                })
        })
    }

    /// Says whether the device before it holds the one after it.
    fn is_within(&self, cues: &[Match<Cue>]) -> bool {
        let gap = self.span.of(self.text).unwrap_or_default();
        cues.iter().any(|found| {
            found.entry == Cue::Within && self.span.contains(found.span) && gap.trim().len() <= found.span.len() + 3
        })
    }

    /// Says whether nothing but a comma stands in it.
    fn is_comma(&self) -> bool {
        matches!(self.span.of(self.text).unwrap_or_default().trim(), "," | "，")
    }

    fn is_only(&self, cues: &[Match<Cue>], cue: Cue) -> bool {
        let gap = self.span.of(self.text).unwrap_or_default().trim();
        cues.iter()
            .any(|found| found.entry == cue && self.span.contains(found.span) && gap.len() <= found.span.len() + 8)
    }
}

/// Says whether a device's word is part of a metric's name: "GPU memory".
pub fn is_noun(vocab: &Vocab, text: &str, span: Span) -> bool {
    const REACH: usize = 40;
    let mut end = (span.end + REACH).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let Some(near) = text.get(span.start..end) else { return false };
    vocab.names.find(near).metrics.iter().any(|word| word.span.start == 0 && word.span.len() > span.len() + 1)
}

/// Says whether a gap is a number, perhaps hedged.
fn is_number(gap: &str) -> bool {
    let digits = gap.chars().filter(char::is_ascii_digit).count();
    let letters = gap.chars().filter(|c| c.is_alphabetic()).count();
    digits > 0 && letters <= 3 || digits == 0 && letters <= 4
}

/// Says whether a gap holds a few describing words and no break.
fn is_short(gap: &str) -> bool {
    !gap.contains(|c: char| c.is_ascii_digit())
        && gap.chars().count() <= 24
        && !gap.contains(['，', ',', '。', ';', '；', ':', '：', '(', '（', ')', '）'])
        && gap.split_whitespace().count() <= 4
}
