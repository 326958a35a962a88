//! `atodds conflicts`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::args::{Conflicts, Format};
use super::claims::{conditions, one_line, value_mark};
use super::failure::{Failure, Outcome};
use super::output::Output;
use super::search::{CLOSE, OPEN};
use super::session::Session;
use super::{changes, since};
use crate::claim::Claim;
use crate::conflict::dispute::{self, Dispute};
use crate::conflict::explain::metric_title;
use crate::conflict::{Across, Finding, Status};
use crate::index::Store;
use crate::read::reference::shown;
use crate::report::digest;
use crate::report::table::Column;
use crate::report::value::{counted, statement, titled_conditions, verdict};
use crate::search::marked;
use crate::vocab::{Lang, Vocab};

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
    let options = session.options(args.lang, args.rates.as_deref())?;
    let store = session.store()?;
    let earlier = args.since.as_deref().map(|named| since::findings(session, &store, named, &options)).transpose()?;
    let claims = store.claims()?;
    let judged = session.judge(&store, &claims, &options)?;
    for id in &judged.stale {
        session.note(session.vocab.labels.fill("decision_gone", options.lang, &[("id", id)]));
    }
    let mut findings = judged.judgement.findings;
    let is_asked = |finding: &Finding| {
        let across = finding.across == Across::Sources;
        device.as_ref().is_none_or(|device| session.vocab.devices.is_a(&finding.device, device))
            && metric.as_ref().is_none_or(|metric| **metric == *finding.metric)
            && !(args.within && across)
            && !(args.across && !across)
    };
    findings.retain(is_asked);
    let changes = earlier.map(|mut earlier| {
        earlier.retain(is_asked);
        changes::since(&earlier, &findings, &args.status.0)
    });
    let fails = |finding: &Finding| args.fail_on.as_ref().is_some_and(|on| on.0.contains(&finding.status));
    let (vocab, lang) = (&session.vocab, options.lang);
    let mut tail = match &changes {
        Some(changes) => changes::tail(vocab, lang, changes),
        None => counts(vocab, lang, &findings),
    };
    match &changes {
        Some(changes) => findings = changes.now().cloned().collect(),
        None if args.status.0.len() < Status::ALL.len() && !findings.is_empty() => {
            tail.push_str(&format!("  ({})", vocab.labels.get("all_statuses", lang)));
        }
        None => {}
    }
    // What was there before is no reason to fail where what is new was asked for.
    let outcome = if findings.iter().any(fails) { Outcome::Notable } else { Outcome::Fine };
    findings.retain(|finding| changes.is_some() || args.status.0.contains(&finding.status));
    let unread = store.summary().skipped;
    for note in digest::not_compared(&session.vocab, options.lang, unread, &judged.judgement.summary) {
        tail.push('\n');
        tail.push_str(&note);
    }
    match &changes {
        Some(changes) if session.out.format != Format::Text => changes::list(session, changes)?,
        _ => list(session, &store, &claims, &findings, &tail, options.lang)?,
    }
    Ok(outcome)
}

fn list(
    session: &mut Session,
    store: &Store,
    claims: &[Claim],
    findings: &[Finding],
    tail: &str,
    lang: Lang,
) -> Result<(), Failure> {
    let told: BTreeSet<&str> = findings.iter().flat_map(|finding| &finding.claims).map(|id| &**id).collect();
    let by_id: BTreeMap<&str, &Claim> =
        claims.iter().map(|claim| (&*claim.id, claim)).filter(|(id, _)| told.contains(id)).collect();
    let paths: BTreeMap<&str, String> = findings
        .iter()
        .flat_map(|finding| &finding.claims)
        .filter_map(|id| by_id.get(&**id))
        .map(|claim| (&*claim.source.path, session.shown_path(store, &claim.source.path)))
        .collect();
    let families = if session.out.format == Format::Text { session.families(claims) } else { BTreeMap::new() };
    let vocab = &session.vocab;
    session.out.list(findings, &COLUMNS, |out| {
        let mut listed: Vec<&Finding> = findings.iter().collect();
        listed.sort_by_cached_key(|finding| digest::rank(vocab, finding));
        let disputes = dispute::gather(&listed, &by_id, &families);
        let (findings, told) = (listed.len().to_string(), disputes.len().to_string());
        for dispute in disputes {
            match &dispute.findings[..] {
                [finding] => text(out, vocab, lang, finding, &by_id, &paths)?,
                _ => together(out, vocab, lang, &dispute, &by_id, &paths)?,
            }
        }
        if findings != told {
            let counts = [("findings", &*findings), ("disputes", &*told)];
            writeln!(out, "{}", vocab.labels.fill("told_together", lang, &counts))?;
        }
        writeln!(out, "{tail}")
    })?;
    Ok(())
}

/// Claims shown of those that say the same.
const SHOWN: usize = 3;

/// Writes several findings that are one dispute: who says what, and why of the gravest.
fn together(
    out: &mut Output,
    vocab: &Vocab,
    lang: Lang,
    dispute: &Dispute<'_>,
    claims: &BTreeMap<&str, &Claim>,
    paths: &BTreeMap<&str, String>,
) -> io::Result<()> {
    let Some((gravest, others)) = dispute.findings.split_first() else { return Ok(()) };
    let dim = anstyle::Style::new().dimmed();
    heading(out, vocab, lang, gravest)?;
    if let Some(tally) = dispute::tally(vocab, lang, &dispute.stands) {
        writeln!(out, "  {tally}")?;
    }
    let further = |out: &mut Output, label: &str, more: usize| {
        let more = if more == 0 { return Ok(()) } else { more.to_string() };
        writeln!(out, "    {dim}{}{dim:#}", vocab.labels.fill(label, lang, &[("n", &more)]))
    };
    for stand in &dispute.stands {
        for claim in stand.claims.iter().take(SHOWN) {
            side(out, vocab, lang, gravest, claim, paths)?;
        }
        further(out, "further_sides", stand.claims.len().saturating_sub(SHOWN))?;
    }
    if dispute.stands.is_empty() {
        let sides = dispute.sides(claims, SHOWN);
        let told = gravest.claims.len() + SHOWN;
        for claim in sides.iter().take(told) {
            side(out, vocab, lang, gravest, claim, paths)?;
        }
        further(out, "further_places", sides.len().saturating_sub(told))?;
    }
    reason(out, vocab, lang, gravest)?;
    let ids: Vec<&str> = others.iter().map(|finding| &*finding.id).collect();
    writeln!(out, "  {}", named(vocab, lang, "same_dispute", &ids.join(" ")))?;
    writeln!(out)
}

fn counts(vocab: &Vocab, lang: Lang, findings: &[Finding]) -> String {
    let count = |status: Status| findings.iter().filter(|finding| finding.status == status).count();
    let parts: Vec<String> = Status::ALL
        .iter()
        .copied()
        .map(|status| (status, count(status)))
        .filter(|(_, count)| *count > 0)
        .map(|(status, count)| counted(vocab, lang, status, count))
        .collect();
    if parts.is_empty() { vocab.labels.get("count_nothing", lang).to_owned() } else { parts.join(" · ") }
}

/// Writes one finding for people: the verdict, every side with its quote, and why.
pub fn text(
    out: &mut Output,
    vocab: &Vocab,
    lang: Lang,
    finding: &Finding,
    claims: &BTreeMap<&str, &Claim>,
    paths: &BTreeMap<&str, String>,
) -> io::Result<()> {
    heading(out, vocab, lang, finding)?;
    for claim in finding.claims.iter().filter_map(|id| claims.get(&**id)) {
        side(out, vocab, lang, finding, claim, paths)?;
    }
    reason(out, vocab, lang, finding)?;
    writeln!(out)
}

/// Writes the verdict, and over what.
fn heading(out: &mut Output, vocab: &Vocab, lang: Lang, finding: &Finding) -> io::Result<()> {
    let bold = anstyle::Style::new().bold();
    let dim = anstyle::Style::new().dimmed();
    let hue = hue(finding.status);
    let device = vocab.devices.title(&finding.device);
    let metric = metric_title(vocab, lang, &finding.metric);
    let labels = &vocab.labels;
    let (size, certainty) = (format!("grade_{}", finding.size), format!("grade_{}", finding.certainty));
    let values = [("size", labels.get(&size, lang)), ("certainty", labels.get(&certainty, lang))];
    let graded = labels.fill("graded", lang, &values);
    let status = verdict(vocab, lang, finding.status);
    writeln!(out, "{hue}{status}{hue:#}  {bold}{device} · {metric}{bold:#}  {dim}{graded}  {}{dim:#}", finding.id)
}

/// Writes one side: what it says, where, and the quote.
fn side(
    out: &mut Output,
    vocab: &Vocab,
    lang: Lang,
    finding: &Finding,
    claim: &Claim,
    paths: &BTreeMap<&str, String>,
) -> io::Result<()> {
    let bold = anstyle::Style::new().bold();
    let dim = anstyle::Style::new().dimmed();
    let path = paths.get(&*claim.source.path).map_or(&*claim.source.path, String::as_str);
    let conditions = if lang == Lang::En { conditions(claim) } else { titled_conditions(vocab, claim, lang) };
    let conditions = if conditions.is_empty() { conditions } else { format!("  [{conditions}]") };
    // Findings over two devices or metrics name each side's own.
    let mut whose = String::new();
    if claim.device != finding.device {
        whose.push_str(&format!("{} · ", vocab.devices.title(&claim.device)));
    }
    if claim.metric != finding.metric {
        whose.push_str(&format!("{} · ", metric_title(vocab, lang, &claim.metric)));
    }
    writeln!(out, "  {whose}{bold}{}{bold:#}{conditions}", statement(vocab, claim, lang))?;
    writeln!(out, "    {dim}{path}:{}:{}{dim:#}", claim.evidence.line, claim.evidence.column)?;
    writeln!(
        out,
        "    {}",
        one_line(&marked(&claim.evidence.quote, value_mark(claim).as_slice(), OPEN, CLOSE, |piece| shown(piece)
            .into_owned()))
    )
}

/// Writes why, and what would settle it.
fn reason(out: &mut Output, vocab: &Vocab, lang: Lang, finding: &Finding) -> io::Result<()> {
    writeln!(out, "  {}", finding.explanation)?;
    if !finding.to_settle.is_empty() {
        writeln!(out, "  {}", named(vocab, lang, "to_settle", &finding.to_settle))?;
    }
    Ok(())
}

/// Returns "to settle: …", the words before the colon dimmed.
fn named(vocab: &Vocab, lang: Lang, label: &str, text: &str) -> String {
    let dim = anstyle::Style::new().dimmed();
    let name = format!("{dim}{}{dim:#}", vocab.labels.get(label, lang));
    vocab.labels.fill("named", lang, &[("name", &name), ("text", text)])
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
