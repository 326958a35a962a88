//! `atodds check`: articles held against each other without an index, as a linter reports.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::args::{Check, FailOn, Format};
use super::decided::{self, Checked};
use super::failure::{Failure, Outcome};
use super::output::Output;
use super::session::{Session, relative};
use crate::claim::{Claim, Source};
use crate::conflict::{self, Status};
use crate::index::Store;
use crate::read::walk::{self, Walk};
use crate::read::{self, Article};
use crate::report::check::baseline::Baseline;
use crate::report::check::{self, Level, Problem, Report};
use crate::report::table::Column;
use crate::report::{annotations, sarif};
use crate::vocab::{Lang, Vocab};

/// The columns of CSV and Markdown.
const COLUMNS: [Column<Problem>; 9] = [
    Column { name: "path", cell: |problem| problem.place.path.to_string() },
    Column { name: "line", cell: |problem| problem.place.line.to_string() },
    Column { name: "column", cell: |problem| problem.place.column.to_string() },
    Column { name: "level", cell: |problem| problem.level.to_string() },
    Column { name: "word", cell: |problem| problem.word().to_owned() },
    Column { name: "rule", cell: |problem| problem.rule.to_string() },
    Column { name: "id", cell: |problem| problem.finding.as_ref().map_or("", |finding| &finding.id).to_owned() },
    Column { name: "message", cell: |problem| problem.message.clone() },
    Column { name: "help", cell: |problem| problem.help.join(" ") },
];

/// Checks the files and says what is at odds.
pub fn run(session: &mut Session, args: &Check) -> Result<Outcome, Failure> {
    let base = base(session)?;
    let articles = articles(session, &base, &args.paths)?;
    let store = args.against.as_deref().map(|dir| open(session, dir)).transpose()?;
    let against = store.as_ref().map(|store| against(session, &base, store, &articles)).transpose()?;
    let checked = Checked { base: &base, paths: &args.paths, articles: &articles, store: store.as_ref() };
    let decisions = decided::find(session, &checked)?;
    let baseline = baseline(args)?;
    let options = session.options(args.lang, args.rates.as_deref())?;
    let report = check::run(&check::Check {
        vocab: &session.vocab,
        articles: &articles,
        against: against.unwrap_or_default(),
        statuses: &args.status.0,
        baseline: baseline.as_ref(),
        decisions: &decisions,
        options: &options,
    });
    if let Some(path) = args.baseline.as_ref().filter(|_| args.write_baseline) {
        let written = Baseline::write(path, &report.problems).map_err(|error| Failure::new(error.to_string()))?;
        let values = [("path", &*path.display().to_string()), ("n", &written.to_string())];
        session.note(session.vocab.labels.fill("baseline_written", options.lang, &values));
        return Ok(Outcome::Fine);
    }
    let notes = [("baseline_stale", &report.stale), ("decision_gone", &report.stale_decisions)];
    for (label, id) in notes.into_iter().flat_map(|(label, ids)| ids.iter().map(move |id| (label, id))) {
        session.note(session.vocab.labels.fill(label, options.lang, &[("id", id)]));
    }
    print(session, &base, &report, &options)?;
    let fails = match args.fail_on {
        FailOn::Never => false,
        FailOn::Conflict => report.has(Status::Conflict),
        FailOn::Tension => report.has(Status::Tension) || report.problems.iter().any(|p| p.level == Level::Warning),
    };
    Ok(if fails { Outcome::Notable } else { Outcome::Fine })
}

/// Returns the folder that paths are named from, whichever folder the program is started in: that of
/// `atodds.toml`, else the top of the repository, else the working folder.
fn base(session: &Session) -> Result<PathBuf, Failure> {
    let here = std::env::current_dir()?;
    let configured = session.config.as_ref().map(|config| config.folder.clone());
    let repository = || here.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_path_buf);
    Ok(configured.or_else(repository).unwrap_or(here))
}

/// Reads the articles at `paths`, each named by its path below `base`.
fn articles(session: &Session, base: &Path, paths: &[PathBuf]) -> Result<Vec<Article>, Failure> {
    for path in paths {
        if !path.exists() {
            return Err(Failure::with_help(
                format!("`{}` is not there", path.display()),
                "name the files or folders to check: `atodds check docs`",
            ));
        }
    }
    let (files, left_out) = walk::files(paths, &Walk::default());
    // What was named itself was meant to be read; a picture in a folder was not.
    if let Some(unread) = left_out.iter().find(|left| paths.contains(&left.path)) {
        return Err(Failure::new(unread.to_string()));
    }
    let mut seen = BTreeSet::new();
    let mut named = Vec::new();
    for file in &files {
        let location = tidy(&std::path::absolute(file.location())?);
        if seen.insert(location.clone()) {
            // What was named itself was meant to be read.
            let meant = paths.contains(&file.location());
            named.push((below(base, &location), location, meant));
        }
    }
    named.sort();
    let read: Vec<Result<Article, String>> =
        named.par_iter().map(|(name, location, _)| article(name, location)).collect();
    let mut articles = Vec::new();
    for (result, (.., meant)) in read.into_iter().zip(&named) {
        match result {
            Ok(article) => articles.push(article),
            Err(message) if *meant => return Err(Failure::new(message)),
            Err(message) => session.note(format_args!("not read: {message}")),
        }
    }
    Ok(articles)
}

fn article(name: &str, location: &Path) -> Result<Article, String> {
    let bytes = std::fs::read(location).map_err(|error| format!("{name}: {error}"))?;
    read::article(name, &bytes).map_err(|diagnostic| diagnostic.to_string())
}

/// Opens a knowledge base, which has to be there.
fn open(session: &Session, dir: &Path) -> Result<Store, Failure> {
    if !dir.exists() {
        return Err(Failure::with_help(
            format!("there is no index at `{}`", dir.display()),
            format!("make it from a folder of articles: `atodds index --corpus DIR --index {}`", dir.display()),
        ));
    }
    session.store_at(dir, &[])
}

/// Returns the claims of a knowledge base, but for those of the articles that are being checked.
fn against(session: &Session, base: &Path, store: &Store, articles: &[Article]) -> Result<Vec<Claim>, Failure> {
    let checked: BTreeSet<PathBuf> = articles.iter().map(|article| base.join(&*article.source.path)).collect();
    let mut claims = session.claims(store)?;
    let mut sources = std::collections::BTreeMap::new();
    claims.retain_mut(|claim| {
        let Some(disk) = store.on_disk(&claim.source.path) else { return true };
        let named = sources.entry(claim.source.id.clone()).or_insert_with(|| {
            let path = relative(&disk).into();
            (checked.contains(&disk), Arc::new(Source { path, ..Source::clone(&claim.source) }))
        });
        claim.source = Arc::clone(&named.1);
        !named.0
    });
    Ok(claims)
}

fn baseline(args: &Check) -> Result<Option<Baseline>, Failure> {
    let Some(path) = args.baseline.as_ref().filter(|_| !args.write_baseline) else { return Ok(None) };
    if !path.exists() {
        return Err(Failure::with_help(
            format!("the baseline `{}` is not there", path.display()),
            "`--write-baseline` makes it from what is found today",
        ));
    }
    Baseline::load(path).map(Some).map_err(|error| Failure::new(error.to_string()))
}

fn print(session: &mut Session, base: &Path, report: &Report, options: &conflict::Options) -> Result<(), Failure> {
    let Session { vocab, out, .. } = session;
    match out.format {
        Format::Text => text(out, vocab, options.lang, base, report)?,
        Format::Json => crate::report::json::object(out, report)?,
        Format::Sarif => sarif::write(out, vocab, options.lang, report)?,
        Format::Github => annotations::write(out, vocab, options.lang, &report.problems)?,
        Format::Jsonl | Format::Csv | Format::Md => out.list(&report.problems, &COLUMNS, |_| Ok(()))?,
    }
    Ok(())
}

fn text(out: &mut Output, vocab: &Vocab, lang: Lang, base: &Path, report: &Report) -> io::Result<()> {
    let bold = anstyle::Style::new().bold();
    let dim = anstyle::Style::new().dimmed();
    let say = |id: &str, text: &str| vocab.labels.fill(id, lang, &[("text", text)]);
    for problem in &report.problems {
        let hue = match &problem.finding {
            Some(finding) => super::conflicts::hue(finding.status),
            None => anstyle::AnsiColor::Yellow.on_default().bold(),
        };
        let at = &problem.place;
        let path = relative(&base.join(&*at.path));
        let word = format!("{hue}{}{hue:#}", problem.word_in(vocab, lang));
        let message = vocab.labels.fill("named", lang, &[("name", &word), ("text", &problem.message)]);
        writeln!(out, "{bold}{path}:{}:{}{bold:#}: {message}", at.line, at.column)?;
        for related in &problem.related {
            let at = &related.place;
            let path = if related.checked { relative(&base.join(&*at.path)) } else { at.path.to_string() };
            writeln!(out, "  {path}:{}:{}: {}", at.line, at.column, related.said)?;
            writeln!(out, "    {dim}{}{dim:#}", related.quote)?;
        }
        if let Some(finding) = &problem.finding {
            writeln!(out, "  {}", say("check_why", &finding.explanation))?;
        }
        for help in &problem.help {
            writeln!(out, "  {}", say("check_help", help))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}", summary(vocab, lang, report))
}

fn summary(vocab: &Vocab, lang: Lang, report: &Report) -> String {
    let always = [
        ("check_articles", report.articles),
        ("check_claims", report.claims),
        ("check_problems", report.problems.len()),
    ];
    let besides =
        [("check_ignored", report.ignored), ("count_dismissed", report.dismissed), ("check_known", report.known)];
    let counts = always.into_iter().chain(besides.into_iter().filter(|(_, n)| *n > 0));
    let parts: Vec<String> = counts.map(|(id, n)| vocab.labels.fill(id, lang, &[("n", &n.to_string())])).collect();
    parts.join(" · ")
}

/// Returns a path from the root of the disk without `.` and `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    tidy
}

/// Returns `path` as seen from `base`, with `/` between parts.
fn below(base: &Path, path: &Path) -> String {
    for (up, above) in base.ancestors().enumerate() {
        if let Ok(rest) = path.strip_prefix(above) {
            let parts = rest.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
            return std::iter::repeat_n("..".to_owned(), up).chain(parts).collect::<Vec<_>>().join("/");
        }
    }
    path.display().to_string()
}
