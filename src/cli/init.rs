//! `atodds init`: writes an `atodds.toml` whose comments say what each key means.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::{Init, ReportLang};
use super::config::NAME;
use super::failure::{Failure, Outcome};
use super::session::Session;

/// Writes the file into the working folder, with what the flags say filled in.
pub fn run(session: &mut Session, args: &Init) -> Result<Outcome, Failure> {
    let path = Path::new(NAME);
    let text = text(session, args);
    let written = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
    match written.and_then(|mut file| file.write_all(text.as_bytes())) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            return Err(Failure::with_help(
                format!("there is an `{NAME}` here already"),
                "edit it, or move it away to have it written anew",
            ));
        }
        Err(error) => return Err(Failure::new(format!("cannot write `{NAME}`: {error}"))),
    }
    writeln!(session.out, "wrote {NAME}")?;
    if session.given.corpus.is_empty() && !Path::new("corpus").exists() {
        session.note(format_args!("there is no folder `corpus` here: make it, or name yours in {NAME}"));
    }
    Ok(Outcome::Fine)
}

fn text(session: &Session, args: &Init) -> String {
    let given = &session.given;
    let quote = |path: &Path| toml::Value::String(path.to_string_lossy().replace('\\', "/")).to_string();
    let corpus = if given.corpus.is_empty() { vec![PathBuf::from("corpus")] } else { given.corpus.clone() };
    let corpus: Vec<String> = corpus.iter().map(|path| quote(path)).collect();
    let index = given.index.clone().unwrap_or_else(|| PathBuf::from("index"));
    let mut text = String::from(
        "# Settings of atodds for this folder and those below it. Paths are relative to this file; flags win.\n",
    );
    let mut key = |about: &str, line: String, set: bool| {
        let mark = if set { "" } else { "# " };
        let _ = write!(text, "\n# {about}\n{mark}{line}\n");
    };
    key("Folders (or files) with articles.", format!("corpus = [{}]", corpus.join(", ")), true);
    key(
        "Folder of the index; made from the articles, so there is no need to keep it.",
        format!("index = {}", quote(&index)),
        true,
    );
    let vocab = given.vocab.as_deref();
    key(
        "Folder with your own words (devices.toml, metrics.toml …), laid over those built in.",
        format!("vocab = {}", quote(vocab.unwrap_or(Path::new("words")))),
        vocab.is_some(),
    );
    let rates = args.rates.as_deref();
    key(
        "Dated exchange rates; without them no two currencies are compared.",
        format!("rates = {}", quote(rates.unwrap_or(Path::new("rates.toml")))),
        rates.is_some(),
    );
    let language = match args.lang {
        Some(ReportLang::Zh) => "zh",
        _ => "en",
    };
    key(
        "Language of explanations and digests: \"en\" or \"zh\"; without it that of the locale.",
        format!("language = \"{language}\""),
        args.lang.is_some(),
    );
    text
}
