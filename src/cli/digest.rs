//! `atodds digest`.

use std::io::Write;
use std::path::Path;

use super::args::{ChartForm, Digest};
use super::failure::{Failure, Outcome};
use super::session::Session;
use super::since;
use crate::conflict::{Finding, change};
use crate::report::digest::{self, Charts};

/// Writes the digest, to a file or to standard output.
pub fn run(session: &mut Session, args: &Digest) -> Result<Outcome, Failure> {
    let device = args.device.as_deref().map(|name| session.device(name)).transpose()?;
    let metric = args.metric.as_deref().map(|name| session.metric(name)).transpose()?;
    let charts = charts(args)?;
    let store = session.store()?;
    let claims = session.claims(&store)?;
    let options = session.options(args.lang, args.rates.as_deref())?;
    let lang = options.lang;
    let judged = session.judge(&store, &claims, &options)?;
    let findings = &judged.judgement.findings;
    let wanted = |of: &str, metric_of: &str| {
        device.as_ref().is_none_or(|device| session.vocab.devices.is_a(of, device))
            && metric.as_ref().is_none_or(|metric| *metric == metric_of)
    };
    let since = args.since.as_deref().map(|named| -> Result<_, Failure> {
        let wanted =
            |finding: &Finding| args.status.0.contains(&finding.status) && wanted(&finding.device, &finding.metric);
        let mut earlier = since::findings(session, &store, named, &options)?;
        earlier.retain(wanted);
        let now: Vec<Finding> = findings.iter().filter(|finding| wanted(finding)).cloned().collect();
        Ok((named.to_owned(), change::since(&earlier, &now)))
    });
    let since = since.transpose()?;
    let document = digest::write(&digest::Digest {
        vocab: &session.vocab,
        lang,
        claims: claims.iter().filter(|claim| wanted(&claim.device, &claim.metric)).collect(),
        findings: findings
            .iter()
            .filter(|finding| args.status.0.contains(&finding.status) && wanted(&finding.device, &finding.metric))
            .collect(),
        articles: store.records()?.iter().filter(|record| record.skipped.is_none()).count(),
        selection: device.is_some() || metric.is_some(),
        not_compared: digest::not_compared(&session.vocab, lang, store.summary().skipped, &judged.judgement.summary),
        decisions: digest::decisions(&session.vocab, lang, &judged.decisions, &judged.stale),
        since: since.as_ref().map(|(name, changes)| (name.as_str(), changes)),
        charts,
    });
    match &args.output {
        None => session.out.write_all(document.text.as_bytes())?,
        Some(path) => write_files(path, &document)?,
    }
    Ok(Outcome::Fine)
}

/// Decides how to draw; pictures need a file to stand beside.
fn charts(args: &Digest) -> Result<Charts, Failure> {
    Ok(match (args.charts, &args.output) {
        (ChartForm::None, _) => Charts::None,
        (ChartForm::Unicode, _) => Charts::Unicode,
        (ChartForm::Svg, Some(path)) => Charts::Svg(pictures_folder(path)),
        (ChartForm::Svg, None) => {
            return Err(Failure::with_help(
                "`--charts svg` writes pictures beside the document",
                "name a file with `-o FILE`",
            ));
        }
    })
}

fn pictures_folder(path: &Path) -> String {
    format!("{}-charts", path.file_stem().unwrap_or_default().to_string_lossy())
}

fn write_files(path: &Path, document: &digest::Document) -> Result<(), Failure> {
    if !document.pictures.is_empty() {
        let folder = path.with_file_name(pictures_folder(path));
        std::fs::create_dir_all(&folder).map_err(|error| cannot(&folder, &error))?;
        for (name, picture) in &document.pictures {
            let file = folder.join(name);
            std::fs::write(&file, picture).map_err(|error| cannot(&file, &error))?;
        }
    }
    std::fs::write(path, &document.text).map_err(|error| cannot(path, &error))
}

/// Says why a file cannot be written, and what to do about it.
fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot write `{}`: {error}", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    match folder {
        Some(folder) => Failure::with_help(message, format!("make the folder `{}` first", folder.display())),
        None if path.is_dir() => {
            Failure::with_help(message, format!("name a file in it: `-o {}`", path.join("digest.md").display()))
        }
        None => Failure::new(message),
    }
}
