//! `atodds search`.

use super::args::Search;
use super::claims::{COLUMNS, Listed, text};
use super::failure::{Failure, Outcome};
use super::session::Session;

/// Finds claims that hold every word of the query.
pub fn run(session: &mut Session, args: &Search) -> Result<Outcome, Failure> {
    let store = session.store()?;
    let words: Vec<String> = args.query.iter().flat_map(|q| q.split_whitespace()).map(str::to_lowercase).collect();
    let mut hits = Vec::new();
    for claim in store.claims()? {
        let text = format!("{} {} {}", claim.device, claim.metric, claim.evidence.quote).to_lowercase();
        if words.iter().all(|word| text.contains(word)) {
            hits.push((session.shown_path(&store, &claim.source.path), claim));
        }
    }
    let hits: Vec<_> = hits.into_iter().skip(args.offset).take(args.limit).collect();
    let listed: Vec<Listed> = hits.iter().map(|(_, claim)| Listed::from(claim.clone())).collect();
    session.out.list(&listed, &COLUMNS, |out| hits.iter().try_for_each(|(path, claim)| text(out, claim, path)))?;
    if listed.is_empty() {
        session.note("nothing found");
        return Ok(Outcome::Notable);
    }
    Ok(Outcome::Fine)
}
