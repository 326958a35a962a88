//! Workflow commands: what the hosted runner of GitHub Actions shows beside the lines of a change.
//!
//! One problem a line: `::error file=docs/a.md,line=3,col=7,endLine=3,endColumn=15,title=conflict::…`.

use std::io::{self, Write};

use super::check::{Level, Problem};
use crate::vocab::{Lang, Vocab};

/// Writes one command a problem, its words in `lang`.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, vocab: &Vocab, lang: Lang, problems: &[Problem]) -> io::Result<()> {
    for problem in problems {
        let level = match problem.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        let place = &problem.place;
        let title = match &problem.finding {
            Some(finding) => format!("{} {}", problem.word_in(vocab, lang), finding.id),
            None => problem.rule.to_string(),
        };
        let lines: Vec<&str> = std::iter::once(problem.message.as_str())
            .chain(problem.finding.as_ref().map(|finding| finding.explanation.as_str()))
            .chain(problem.help.iter().map(String::as_str))
            .collect();
        writeln!(
            out,
            "::{level} file={},line={},col={},endLine={},endColumn={},title={}::{}",
            property(&place.path),
            place.line,
            place.column,
            place.end_line,
            place.end_column,
            property(&title),
            data(&lines.join("\n"))
        )?;
    }
    Ok(())
}

/// Escapes the text of a command, which ends with its line.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property, which ends with a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
