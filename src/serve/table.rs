//! Numbers in the place of names: claims and findings as rows to filter and count.
//!
//! A view over a hundred thousand rows has some milliseconds; comparing and counting small
//! numbers fits in, comparing names does not.

use std::collections::BTreeMap;
use std::sync::Arc;

use rust_decimal::Decimal;

use super::snapshot::is_dispute;
use crate::claim::{Claim, Name, Quantity, Statement};
use crate::conflict::{Across, Finding, Kind, Status};
use crate::index::Record;
use crate::vocab::Vocab;

/// Names and their numbers, in the order of the names.
#[derive(Debug, Default)]
pub struct Names(Vec<Name>);

impl Names {
    fn new<'a>(names: impl Iterator<Item = &'a Name>) -> Self {
        let mut all: Vec<Name> = names.cloned().collect();
        all.sort_unstable();
        all.dedup();
        Names(all)
    }

    /// Returns the number of a name.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.0.binary_search_by(|known| (**known).cmp(name)).ok().map(|at| at as u32)
    }

    /// Returns the name of a number; nothing for a number that is none.
    pub fn name(&self, number: u32) -> &str {
        self.0.get(number as usize).map_or("", |name| name)
    }

    /// Returns how many names there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Says whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns all names in order.
    pub fn iter(&self) -> impl Iterator<Item = &Name> {
        self.0.iter()
    }
}

/// A claim as numbers.
#[derive(Debug, Clone, Copy)]
pub struct ClaimRow {
    /// Its device.
    pub device: u32,
    /// Its metric.
    pub metric: u32,
    /// The number of its source's record.
    pub source: u32,
}

/// A finding as numbers.
#[derive(Debug, Clone)]
pub struct FindingRow {
    /// The verdict.
    pub status: Status,
    /// What kind of difference.
    pub kind: Kind,
    /// Between sources, or within one.
    pub across: Across,
    /// Its device.
    pub device: u32,
    /// Its metric.
    pub metric: u32,
    /// The numbers of the records of its claims, sorted.
    pub sources: Vec<u32>,
}

/// The figures of one device and metric taken together.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    /// How many there are.
    pub figures: usize,
    /// The least and the greatest of each unit.
    pub ranges: BTreeMap<Name, (Decimal, Decimal)>,
    /// The earliest and the latest, where they are dates.
    pub dates: Option<(Name, Name)>,
    /// The worst verdict that disputes one of them.
    pub worst: Option<Status>,
}

impl Cell {
    fn add(&mut self, value: &Quantity) {
        self.figures += 1;
        if let Some((low, high)) = value.dates.as_deref() {
            let (first, last) = self.dates.get_or_insert_with(|| (low.clone(), high.clone()));
            if low < first {
                *first = low.clone();
            }
            if high > last {
                *last = high.clone();
            }
            return;
        }
        let range = self.ranges.entry(value.unit.clone()).or_insert((value.low, value.high));
        *range = (range.0.min(value.low), range.1.max(value.high));
    }
}

/// All rows, and the ways into them.
#[derive(Debug, Default)]
pub struct Table {
    /// The devices that claims are about.
    pub devices: Names,
    /// The metrics that claims are about.
    pub metrics: Names,
    /// Claims, by their number.
    pub claims: Vec<ClaimRow>,
    /// Findings, by their number.
    pub findings: Vec<FindingRow>,
    /// The figures of each device and metric.
    pub cells: BTreeMap<(u32, u32), Cell>,
    of_claim: Vec<Vec<u32>>,
    of_device: Vec<Vec<u32>>,
    of_source: Vec<Vec<u32>>,
    /// For each device, itself and the devices above it.
    lineage: Vec<Vec<u32>>,
}

impl Table {
    /// Builds the rows. Claims, records and findings keep their numbers.
    pub fn new(vocab: &Vocab, claims: &[Claim], records: &[Arc<Record>], findings: &[Finding]) -> Self {
        let devices = Names::new(claims.iter().map(|claim| &claim.device));
        let metrics = Names::new(claims.iter().map(|claim| &claim.metric));
        let sources: BTreeMap<&str, u32> = (0..).zip(records).map(|(at, record)| (&*record.source.id, at)).collect();
        let mut table = Table {
            of_claim: vec![Vec::new(); claims.len()],
            of_device: vec![Vec::new(); devices.len()],
            of_source: vec![Vec::new(); records.len()],
            ..Table::default()
        };
        for (at, claim) in (0..).zip(claims) {
            let device = devices.number(&claim.device).unwrap_or_default();
            let metric = metrics.number(&claim.metric).unwrap_or_default();
            let source = sources.get(&*claim.source.id).copied().unwrap_or_default();
            table.claims.push(ClaimRow { device, metric, source });
            table.of_device[device as usize].push(at);
            if let Some(of_source) = table.of_source.get_mut(source as usize) {
                of_source.push(at);
            }
            if let Statement::Figure(value) = &claim.statement {
                table.cells.entry((device, metric)).or_default().add(value);
            }
        }
        table.lineage = devices
            .iter()
            .map(|device| {
                let above = vocab.devices.lineage(device).filter(|above| above.id != *device);
                devices.number(device).into_iter().chain(above.filter_map(|above| devices.number(&above.id))).collect()
            })
            .collect();
        table.devices = devices;
        table.metrics = metrics;
        table.add_findings(claims, findings);
        table
    }

    fn add_findings(&mut self, claims: &[Claim], findings: &[Finding]) {
        let numbers: BTreeMap<&str, u32> = (0..).zip(claims).map(|(at, claim)| (&*claim.id, at)).collect();
        for (at, finding) in (0..).zip(findings) {
            let mut sources = Vec::with_capacity(2);
            for id in &finding.claims {
                let Some(&claim) = numbers.get(&**id) else { continue };
                self.of_claim[claim as usize].push(at);
                let row = self.claims[claim as usize];
                sources.push(row.source);
                if is_dispute(finding.status)
                    && let Some(cell) = self.cells.get_mut(&(row.device, row.metric))
                {
                    cell.worst = Some(cell.worst.map_or(finding.status, |worst| worst.min(finding.status)));
                }
            }
            sources.sort_unstable();
            sources.dedup();
            self.findings.push(FindingRow {
                status: finding.status,
                kind: finding.kind,
                across: finding.across,
                device: self.devices.number(&finding.device).unwrap_or_default(),
                metric: self.metrics.number(&finding.metric).unwrap_or_default(),
                sources,
            });
        }
    }

    /// Returns the numbers of the findings that rest on a claim, gravest first.
    pub fn findings_on(&self, claim: usize) -> &[u32] {
        self.of_claim.get(claim).map_or(&[], Vec::as_slice)
    }

    /// Returns the numbers of the claims about a device, in the order of their places.
    pub fn claims_about(&self, device: &str) -> &[u32] {
        let number = self.devices.number(device);
        number.and_then(|number| self.of_device.get(number as usize)).map_or(&[], Vec::as_slice)
    }

    /// Returns the numbers of the claims that a source makes, in the order of their places.
    pub fn claims_of(&self, source: usize) -> &[u32] {
        self.of_source.get(source).map_or(&[], Vec::as_slice)
    }

    /// Returns, for every device, whether it is `ancestor` or stands below it.
    pub fn below(&self, vocab: &Vocab, ancestor: &str) -> Vec<bool> {
        match self.devices.number(ancestor) {
            Some(number) => self.lineage.iter().map(|above| above.contains(&number)).collect(),
            // A class that no claim is about has no number; its members may have.
            None => self.devices.iter().map(|device| vocab.devices.is_a(device, ancestor)).collect(),
        }
    }
}
