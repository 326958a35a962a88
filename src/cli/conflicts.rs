//! `atodds conflicts`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::args::{Conflicts, STATUSES};
use super::claims::{conditions, one_line, said};
use super::failure::{Failure, Outcome};
use super::output::Output;
use super::session::Session;
use crate::claim::Claim;
use crate::conflict::{Across, Finding, Status};
use crate::report::table::Column;

/// The columns of CSV and Markdown.
pub const COLUMNS: [Column<Finding>; 13] = [
    Column { name: "id", cell: |finding| finding.id.to_string() },
    Column { name: "status", cell: |finding| finding.status.to_string() },
    Column { name: "kind", cell: |finding| finding.kind.to_string() },
    Column { name: "across", cell: |finding| finding.across.to_string() },
    Column { name: "metric", cell: |finding| finding.metric.to_string() },
    Column { name: "device", cell: |finding| finding.device.to_string() },
    Column { name: "size", cell: |finding| finding.size.to_string() },
    Column { name: "certainty", cell: |finding| finding.certainty.to_string() },
    Column { name: "ratio", cell: |finding| finding.ratio.map(|ratio| ratio.to_string()).unwrap_or_default() },
    Column { name: "explained_by", cell: |finding| finding.explained_by.join(" ") },
    Column { name: "unstated", cell: |finding| finding.unstated.join(" ") },
    Column { name: "claims", cell: |finding| finding.claims.join(" ") },
    Column { name: "explanation", cell: |finding| finding.explanation.clone() },
];

/// Lists the findings that pass the filter, and checks `--fail-on`.
pub fn run(session: &mut Session, args: &Conflicts) -> Result<Outcome, Failure> {
    let device = args.device.as_deref().map(|name| session.device(name)).transpose()?;
    let metric = args.metric.as_deref().map(|name| session.metric(name)).transpose()?;
    let store = session.store()?;
    let claims = store.claims()?;
    let mut findings = session.findings(&claims);
    findings.retain(|finding| {
        let across = finding.across == Across::Sources;
        device.as_ref().is_none_or(|device| session.vocab.devices.is_a(&finding.device, device))
            && metric.as_ref().is_none_or(|metric| **metric == *finding.metric)
            && !(args.within && across)
            && !(args.across && !across)
    });
    let counts = counts(&findings);
    let fails = |finding: &Finding| args.fail_on.as_ref().is_some_and(|on| on.0.contains(&finding.status));
    let outcome = if findings.iter().any(fails) { Outcome::Notable } else { Outcome::Fine };
    findings.retain(|finding| args.status.0.contains(&finding.status));

    let by_id: BTreeMap<&str, &Claim> = claims.iter().map(|claim| (&*claim.id, claim)).collect();
    let paths: BTreeMap<&str, String> = findings
        .iter()
        .flat_map(|finding| &finding.claims)
        .filter_map(|id| by_id.get(&**id))
        .map(|claim| (&*claim.source.path, session.shown_path(&store, &claim.source.path)))
        .collect();
    session.out.list(&findings, &COLUMNS, |out| {
        for finding in &findings {
            text(out, finding, &by_id, &paths)?;
        }
        writeln!(out, "{counts}")
    })?;
    Ok(outcome)
}

fn counts(findings: &[Finding]) -> String {
    let count = |status: Status| findings.iter().filter(|finding| finding.status == status).count();
    let parts: Vec<String> = STATUSES
        .into_iter()
        .map(|status| (status, count(status)))
        .filter(|(_, count)| *count > 0)
        .map(|(status, count)| format!("{count} {status}"))
        .collect();
    if parts.is_empty() { "no two claims could be set side by side".to_owned() } else { parts.join(" · ") }
}

/// Writes one finding for people: the verdict, both sides with their quotes, and why.
pub fn text(
    out: &mut Output,
    finding: &Finding,
    claims: &BTreeMap<&str, &Claim>,
    paths: &BTreeMap<&str, String>,
) -> io::Result<()> {
    let bold = anstyle::Style::new().bold();
    let dim = anstyle::Style::new().dimmed();
    let hue = hue(finding.status);
    writeln!(
        out,
        "{hue}{}{hue:#}  {bold}{} {}{bold:#}  {}, certainty {}  {dim}{}{dim:#}",
        finding.status, finding.device, finding.metric, finding.size, finding.certainty, finding.id
    )?;
    for claim in finding.claims.iter().filter_map(|id| claims.get(&**id)) {
        let path = paths.get(&*claim.source.path).map_or(&*claim.source.path, String::as_str);
        let conditions = conditions(claim);
        let conditions = if conditions.is_empty() { conditions } else { format!("  [{conditions}]") };
        writeln!(out, "  {bold}{}{bold:#}{conditions}", said(claim))?;
        writeln!(out, "    {dim}{path}:{}:{}{dim:#}", claim.evidence.line, claim.evidence.column)?;
        writeln!(out, "    {}", one_line(&claim.evidence.quote))?;
    }
    writeln!(out, "  {}", finding.explanation)?;
    if !finding.to_settle.is_empty() {
        writeln!(out, "  to settle: {}", finding.to_settle)?;
    }
    writeln!(out)
}

/// Returns the colour of a status.
pub fn hue(status: Status) -> anstyle::Style {
    use anstyle::AnsiColor;
    match status {
        Status::Conflict => AnsiColor::Red.on_default().bold(),
        Status::Tension => AnsiColor::Yellow.on_default().bold(),
        Status::Agreement => AnsiColor::Green.on_default(),
        _ => anstyle::Style::new().dimmed(),
    }
}
