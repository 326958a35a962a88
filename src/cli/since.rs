//! An earlier state to hold today's findings against: a file of findings, or a revision of the repository that
//! holds the articles, which are then read again as they were.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rayon::prelude::*;

use super::failure::Failure;
use super::session::Session;
use crate::claim::Claim;
use crate::conflict::decisions::Decisions;
use crate::conflict::{self, Finding, change};
use crate::index::{Root, Store};
use crate::read::walk;
use crate::{extract, read};

/// Returns the findings of an earlier state: of the file `named`, or else of the revision `named`.
pub fn findings(
    session: &Session,
    store: &Store,
    named: &str,
    options: &conflict::Options,
) -> Result<Vec<Finding>, Failure> {
    let path = Path::new(named);
    if path.is_file() {
        return file(path);
    }
    let roots: Vec<Repository<'_>> = store
        .summary()
        .roots
        .iter()
        .map(|root| Repository::of(root, named))
        .collect::<Option<_>>()
        .ok_or_else(|| unknown(named))?;
    let mut articles = Vec::new();
    for root in &roots {
        articles.extend(root.articles().map_err(|error| cannot(named, &error))?);
    }
    let claims: Vec<Claim> = articles
        .par_iter()
        .filter_map(|(name, bytes)| read::article(name, bytes).ok())
        .flat_map_iter(|article| {
            let mut claims = extract::claims(&session.vocab, &article).claims;
            if let Some(of) = roots.iter().find(|of| of.root.holds(&article.source.path)) {
                of.root.rename(&article.source.path, &mut claims);
            }
            claims
        })
        .collect();
    let mut judgement = conflict::find_with(&session.vocab, &claims, options);
    let decided = roots.first().and_then(|root| root.text("decisions.toml"));
    if let Some(text) = decided {
        let decisions = Decisions::parse(&PathBuf::from(format!("{named}:decisions.toml")), &text)?;
        let ids = claims.iter().map(|claim| claim.id.clone()).collect();
        let decisions = decisions.updated(&claims, &judgement.findings);
        decisions.apply(&session.vocab, options.lang, &mut judgement, &ids);
    }
    Ok(judgement.findings)
}

fn file(path: &Path) -> Result<Vec<Finding>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::new(format!("cannot read `{}`: {error}", path.display())))?;
    change::parse(&text).map_err(|(line, what)| {
        Failure::with_help(
            format!("{}:{line}: no finding: {what}", path.display()),
            "`atodds conflicts --status all --format jsonl` writes such a file",
        )
    })
}

fn unknown(named: &str) -> Failure {
    Failure::with_help(
        format!("`{named}` is neither a file nor a revision of a Git repository that holds the articles"),
        "write such a file with `atodds conflicts --status all --format jsonl`, or name a commit, tag or branch",
    )
}

fn cannot(named: &str, error: &std::io::Error) -> Failure {
    Failure::new(format!("the articles at `{named}` cannot be read: {error}"))
}

/// One corpus folder at one revision.
struct Repository<'a> {
    root: &'a Root,
    folder: PathBuf,
    /// What of the folder belongs to the corpus: all of it, or one file.
    within: String,
    commit: String,
}

impl<'a> Repository<'a> {
    fn of(root: &'a Root, named: &str) -> Option<Self> {
        let file = root.folder.is_file();
        let folder = if file { root.folder.parent()?.to_owned() } else { root.folder.clone() };
        let within = if file { root.folder.file_name()?.to_string_lossy().into_owned() } else { ".".to_owned() };
        // What begins with a dash would be taken for an option.
        if named.starts_with('-') {
            return None;
        }
        let done = git(&folder, &["rev-parse", "--verify", "--quiet", &format!("{named}^{{commit}}")]).output().ok()?;
        let commit = String::from_utf8(done.stdout).ok().filter(|_| done.status.success())?.trim().to_owned();
        Some(Self { root, folder, within, commit })
    }

    /// Returns the text of a file of the folder as it was.
    fn text(&self, name: &str) -> Option<String> {
        let done = git(&self.folder, &["show", &format!("{}:./{name}", self.commit)]).output().ok()?;
        done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
    }

    /// Returns name and bytes of every article as it was.
    fn articles(&self) -> std::io::Result<Vec<(String, Vec<u8>)>> {
        let done = git(&self.folder, &["ls-tree", "-r", "-z", &self.commit, "--", &self.within]).output()?;
        let listed = String::from_utf8_lossy(&done.stdout).into_owned();
        let ignored = self.text(".atodds-ignore").unwrap_or_default();
        let entry = |entry: &'_ str| {
            let (facts, path) = entry.split_once('\t')?;
            let mut facts = facts.split(' ');
            let regular = facts.next()?.starts_with("100");
            let blob = facts.nth(1)?.to_owned();
            regular.then(|| (blob, path.to_owned()))
        };
        let mut files: Vec<(String, String)> = listed.split('\0').filter_map(entry).collect();
        let paths: Vec<&str> = files.iter().map(|(_, path)| path.as_str()).collect();
        let mut kept = walk::articles(&paths, &ignored).into_iter();
        files.retain(|_| kept.next().unwrap_or(false));
        let bytes = self.contents(files.iter().map(|(blob, _)| blob.as_str()).collect())?;
        let name = |path: &str| {
            if self.within == "." { format!("{}/{path}", self.root.label) } else { self.root.label.clone() }
        };
        Ok(files.iter().map(|(_, path)| name(path)).zip(bytes).collect())
    }

    /// Returns the bytes of each object, in order.
    fn contents(&self, blobs: Vec<&str>) -> std::io::Result<Vec<Vec<u8>>> {
        let mut command = git(&self.folder, &["cat-file", "--batch"]);
        let mut running = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let asked = blobs.join("\n") + "\n";
        let (to, from) = (running.stdin.take(), running.stdout.take());
        let (Some(mut to), Some(from)) = (to, from) else { return finished(running).map(|()| Vec::new()) };
        // Asking and reading at once: either pipe may fill up.
        let asking = std::thread::spawn(move || to.write_all(asked.as_bytes()));
        let mut from = BufReader::new(from);
        let mut contents = Vec::with_capacity(blobs.len());
        for _ in &blobs {
            let mut header = String::new();
            from.read_line(&mut header)?;
            let size = header.split_whitespace().nth(2).and_then(|size| size.parse().ok());
            let Some(size) = size else { return Err(std::io::Error::other(format!("git says `{}`", header.trim()))) };
            let mut bytes = Vec::new();
            from.by_ref().take(size).read_to_end(&mut bytes)?;
            from.read_exact(&mut [0])?;
            contents.push(bytes);
        }
        let _ = asking.join();
        finished(running).map(|()| contents)
    }
}

fn finished(mut running: Child) -> std::io::Result<()> {
    let status = running.wait()?;
    if status.success() { Ok(()) } else { Err(std::io::Error::other(format!("git ended with {status}"))) }
}

fn git(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
    command
}
