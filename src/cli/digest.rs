//! `atodds digest`.

use std::io::Write;
use std::path::Path;

use super::args::{ChartForm, Digest};
use super::failure::{Failure, Outcome};
use super::session::{Judged, Session};
use crate::report::digest::{self, Charts};

/// Writes the digest, to a file or to standard output.
pub fn run(session: &mut Session, args: &Digest) -> Result<Outcome, Failure> {
    let device = args.device.as_deref().map(|name| session.device(name)).transpose()?;
    let metric = args.metric.as_deref().map(|name| session.metric(name)).transpose()?;
    let charts = charts(args)?;
    let store = session.store()?;
    let claims = session.claims(&store)?;
    let options = session.options(args.lang, None)?;
    let lang = options.lang;
    let judged = session.judge(&store, &claims, &options)?;
    let findings = &judged.judgement.findings;
    let wanted = |of: &str, metric_of: &str| {
        device.as_ref().is_none_or(|device| session.vocab.devices.is_a(of, device))
            && metric.as_ref().is_none_or(|metric| *metric == metric_of)
    };
    let document = digest::write(&digest::Digest {
        vocab: &session.vocab,
        lang,
        claims: claims.iter().filter(|claim| wanted(&claim.device, &claim.metric)).collect(),
        findings: findings
            .iter()
            .filter(|finding| args.status.0.contains(&finding.status) && wanted(&finding.device, &finding.metric))
            .collect(),
        articles: store.records()?.len(),
        not_compared: Vec::new(),
        decisions: decisions(&judged),
        charts,
    });
    match &args.output {
        None => session.out.write_all(document.text.as_bytes())?,
        Some(path) => write_files(path, &document)?,
    }
    Ok(Outcome::Fine)
}

/// Says what the user decided, and which decisions no longer have an object.
fn decisions(judged: &Judged) -> Vec<String> {
    let dismissed = judged.decisions.dismiss.iter().map(|d| format!("`{}`: {}", d.finding, d.because));
    let accepted = judged.decisions.accept.iter().map(|a| format!("`{}`: {}", a.claim, a.because));
    let stale = judged.stale.iter().map(|id| format!("`{id}`: no longer there"));
    dismissed.chain(accepted).chain(stale).collect()
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
    let cannot =
        |path: &Path, error: std::io::Error| Failure::new(format!("cannot write `{}`: {error}", path.display()));
    if !document.pictures.is_empty() {
        let folder = path.with_file_name(pictures_folder(path));
        std::fs::create_dir_all(&folder).map_err(|error| cannot(&folder, error))?;
        for (name, picture) in &document.pictures {
            let file = folder.join(name);
            std::fs::write(&file, picture).map_err(|error| cannot(&file, error))?;
        }
    }
    std::fs::write(path, &document.text).map_err(|error| cannot(path, error))
}
