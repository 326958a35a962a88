//! The figures themselves: all at a glance, how they spread, and device by device.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::prelude::ToPrimitive;

use super::{CLAIMS, Charts, DEVICES, LISTED, PLACES, Writer};
use crate::claim::{Claim, Name, Statement};
use crate::conflict::Status;
use crate::report::chart::{self, Dot};
use crate::report::markdown::{self, escape};
use crate::report::value;

impl<'a> Writer<'a> {
    pub(super) fn mark(&self, claim: &Claim) -> &'static str {
        match self.disputed.get(&*claim.id) {
            Some(Status::Conflict) => " ⚠",
            Some(_) => " ?",
            None => "",
        }
    }

    /// Writes devices × the metrics that most devices have, ranges over all sources.
    pub(super) fn matrix(&mut self) {
        let mut cells: BTreeMap<(&str, &str), Vec<&Claim>> = BTreeMap::new();
        for claim in self.claims.iter().filter(|claim| matches!(claim.statement, Statement::Figure(_))) {
            cells.entry((&claim.device, &claim.metric)).or_default().push(claim);
        }
        let mut spread: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, metric) in cells.keys() {
            *spread.entry(metric).or_default() += 1;
        }
        let mut metrics: Vec<(&str, usize)> = spread.into_iter().filter(|(_, n)| *n > 1).collect();
        metrics.sort_by_key(|(metric, n)| (std::cmp::Reverse(*n), *metric));
        metrics.truncate(8);
        let mut sources: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for ((device, _), claims) in &cells {
            sources.entry(device).or_default().extend(claims.iter().map(|claim| &*claim.source.path));
        }
        let has = |device: &str| metrics.iter().filter(|(metric, _)| cells.contains_key(&(device, *metric))).count();
        let mut devices: Vec<&str> = sources.keys().copied().filter(|device| has(device) > 1).collect();
        if metrics.len() < 2 || devices.len() < 2 {
            return;
        }
        // Those of which most sources speak, and most is said, come first.
        let all = devices.len();
        let mut told: BTreeMap<&str, usize> = BTreeMap::new();
        self.claims.iter().for_each(|claim| *told.entry(&claim.device).or_default() += 1);
        devices.sort_by_key(|device| {
            let voices = sources.get(device).map_or(0, BTreeSet::len);
            std::cmp::Reverse((voices, told.get(device).copied()))
        });
        devices.truncate(DEVICES);
        let heading = self.label("matrix");
        self.heading(2, heading);
        let lead = format!("{}\n\n", self.label("matrix_lead"));
        self.out().push_str(&lead);
        let mut headers = vec![self.label("device").to_owned()];
        headers.extend(metrics.iter().map(|(metric, _)| self.metric(metric)));
        let rows: Vec<Vec<String>> = devices
            .iter()
            .map(|device| {
                let mut row = vec![self.device(device)];
                row.extend(
                    metrics
                        .iter()
                        .map(|(metric, _)| cells.get(&(*device, *metric)).map_or(String::new(), |c| self.range(c))),
                );
                row
            })
            .collect();
        let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
        markdown::table(self.out(), &headers, &rows);
        self.more_devices(all - rows.len());
    }

    /// Says how many devices are not listed.
    fn more_devices(&mut self, n: usize) {
        if n > 0 {
            let text = format!("… {}\n\n", self.fill("more_devices", &[("n", &value::grouped(n))]));
            self.out().push_str(&text);
        }
    }

    /// Returns the range of the figures of one cell, by unit, with the worst mark.
    pub(super) fn range(&self, claims: &[&Claim]) -> String {
        let mut by_unit: BTreeMap<&str, Vec<&Claim>> = BTreeMap::new();
        for claim in claims {
            if let Statement::Figure(value) = &claim.statement {
                by_unit.entry(&value.unit).or_default().push(claim);
            }
        }
        let each: Vec<String> = by_unit
            .iter()
            .map(|(unit, claims)| {
                let values: Vec<_> = claims.iter().filter_map(|claim| claim.statement.quantity()).collect();
                let low = values.iter().map(|value| value.low).min().unwrap_or_default();
                let high = values.iter().map(|value| value.high).max().unwrap_or_default();
                let mark = claims.iter().map(|claim| self.mark(claim)).max_by_key(|mark| mark.len()).unwrap_or("");
                if values.iter().any(|value| value.dates.is_some()) {
                    return format!("{}{mark}", escape(&value::quantity(self.digest.vocab, values[0])));
                }
                format!("{}{mark}", escape(&value::interval(self.digest.vocab, low, high, unit)))
            })
            .collect();
        each.join("<br>")
    }

    /// Writes a strip for every device and metric where three or more sources spread.
    pub(super) fn spreads(&mut self) {
        if self.digest.charts == Charts::None {
            return;
        }
        let mut groups: BTreeMap<(&str, &str, &str), Vec<&'a Claim>> = BTreeMap::new();
        for claim in &self.claims {
            if let Statement::Figure(value) = &claim.statement
                && value.dates.is_none()
            {
                groups.entry((&claim.device, &claim.metric, &value.unit)).or_default().push(claim);
            }
        }
        groups.retain(|_, claims| spreads(claims));
        if groups.is_empty() {
            return;
        }
        let heading = self.label("spread");
        self.heading(2, heading);
        for ((device, metric, _), claims) in groups.into_iter().take(LISTED) {
            self.strip(device, metric, &claims);
        }
        self.out().push('\n');
    }

    pub(super) fn strip(&mut self, device: &str, metric: &str, claims: &[&'a Claim]) {
        let mut dots: Vec<Dot> = claims
            .iter()
            .filter_map(|claim| {
                let at = claim.statement.quantity()?.low.to_f64()?;
                let said = value::statement(self.digest.vocab, claim, self.digest.lang);
                let label = format!("{said} — {}", claim.source.path);
                Some(Dot { at, label, disputed: self.disputed.contains_key(&*claim.id) })
            })
            .collect();
        dots.sort_by(|a, b| a.at.total_cmp(&b.at).then_with(|| a.label.cmp(&b.label)));
        dots.dedup();
        let title = format!("{} · {}", self.device(device), self.metric(metric));
        let text = match &self.digest.charts {
            Charts::None => return,
            Charts::Unicode => {
                let range = self.range(claims);
                format!("- {title}: {} {range}\n", chart::unicode(&dots))
            }
            Charts::Svg(folder) => {
                let name = format!("{device}-{metric}-{}.svg", self.document.pictures.len() + 1);
                let plain = format!("{} · {metric}", self.digest.vocab.devices.title(device));
                self.document.pictures.push((name.clone(), chart::svg(&plain, &dots)));
                format!("![{title}](<{folder}/{name}>)\n\n")
            }
        };
        self.out().push_str(&text);
    }

    pub(super) fn devices(&mut self) {
        let mut by_device: BTreeMap<&str, Vec<&'a Claim>> = BTreeMap::new();
        for claim in &self.claims {
            by_device.entry(&claim.device).or_default().push(claim);
        }
        if by_device.is_empty() {
            return;
        }
        let heading = self.label("figures");
        self.heading(2, heading);
        let all = by_device.len();
        // Where there are very many devices, those of which most is said are shown.
        let mut most: Vec<usize> = by_device.values().map(Vec::len).collect();
        most.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
        let least = most.get(LISTED).map_or(0, |n| n + 1);
        let mut shown = 0;
        for (device, claims) in by_device.into_iter().filter(|(_, claims)| claims.len() >= least) {
            let name = self.device(device);
            self.heading(3, &name);
            self.device_table(&claims);
            shown += 1;
        }
        self.more_devices(all - shown);
    }

    /// Writes metric × source where few sources speak of the device, else one row a claim.
    pub(super) fn device_table(&mut self, claims: &[&'a Claim]) {
        let sources: BTreeSet<&str> = claims.iter().map(|claim| &*claim.source.path).collect();
        if sources.len() > 5 || claims.len() > CLAIMS {
            return self.long_table(claims);
        }
        let mut headers = vec![self.label("metric").to_owned()];
        headers.extend(sources.iter().map(|path| format!("{}[^{}]", escape(path), self.notes.get(path).unwrap_or(&0))));
        let mut rows: BTreeMap<&str, BTreeMap<&str, Vec<String>>> = BTreeMap::new();
        for claim in claims {
            let line = claim.evidence.line.to_string();
            let said = format!("{}{}", self.with_conditions(claim), self.aside(&self.fill("line", &[("line", &line)])));
            rows.entry(&claim.metric).or_default().entry(&claim.source.path).or_default().push(said);
        }
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|(metric, by_source)| {
                let mut row = vec![self.metric(metric)];
                row.extend(
                    sources.iter().map(|path| by_source.get(path).map_or(String::new(), |said| said.join("<br>"))),
                );
                row
            })
            .collect();
        let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
        markdown::table(self.out(), &headers, &rows);
    }

    pub(super) fn long_table(&mut self, claims: &[&'a Claim]) {
        // What several sources say alike is one row.
        let mut said: Vec<((&str, String), Vec<&Claim>)> = Vec::new();
        let mut places: BTreeMap<(&str, String), usize> = BTreeMap::new();
        for claim in claims {
            let key = (&*claim.metric, self.with_conditions(claim));
            let at = *places.entry(key.clone()).or_insert(said.len());
            match said.get_mut(at) {
                Some((_, claims)) => claims.push(claim),
                None => said.push((key, vec![claim])),
            }
        }
        let place = |claim: &&Claim| {
            let line = claim.evidence.line.to_string();
            let values = [("path", &*escape(&claim.source.path)), ("line", &*line)];
            self.fill("at_line", &values) + &self.note(claim)
        };
        let row = |((metric, value), claims): &((&str, String), Vec<&Claim>)| {
            let told = if claims.len() > PLACES + 1 { PLACES } else { claims.len() };
            let mut places: Vec<String> = claims.iter().take(told).map(place).collect();
            if claims.len() > told {
                places.push(self.fill("further_places", &[("n", &(claims.len() - told).to_string())]));
            }
            vec![self.metric(metric), value.clone(), places.join("<br>")]
        };
        let rows: Vec<Vec<String>> = said.iter().take(CLAIMS).map(row).collect();
        let headers = ["metric", "value", "sources"].map(|id| self.label(id));
        let left: usize = said.iter().skip(CLAIMS).map(|(_, claims)| claims.len()).sum();
        markdown::table(self.out(), &headers, &rows);
        if left > 0 {
            let device = claims.first().map_or("", |claim| &*claim.device);
            let values = [("n", &*left.to_string()), ("device", device)];
            let text = format!("… {}\n\n", self.fill("more_claims", &values));
            self.out().push_str(&text);
        }
    }

    pub(super) fn with_conditions(&self, claim: &Claim) -> String {
        let conditions = value::titled_conditions(self.digest.vocab, claim, self.digest.lang);
        let conditions = if conditions.is_empty() { String::new() } else { format!(" · {}", escape(&conditions)) };
        format!("{}{}{conditions}", self.said(claim), self.mark(claim))
    }
}

/// Says whether three or more sources give figures that are not all the same.
fn spreads(claims: &[&Claim]) -> bool {
    let sources: BTreeSet<&Name> = claims.iter().map(|claim| &claim.source.path).collect();
    let values: BTreeSet<_> =
        claims.iter().filter_map(|claim| claim.statement.quantity()).map(|value| value.low).collect();
    sources.len() >= 3 && values.len() > 1
}
