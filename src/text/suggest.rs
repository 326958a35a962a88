//! "Did you mean": the nearest of the names that are known.

/// Returns the name nearest to `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = word.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&wanted, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness >= 0.8)
        // Of equals the first: the order of the names decides, not the hash of anything.
        .fold(None, |best: Option<(f64, &str)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        })
        .map(|(_, name)| name)
}

/// Returns the message about the unknown `word`, with the nearest of `names`.
pub fn unknown<'a>(what: &str, word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(word, names) {
        Some(name) => format!("unknown {what} `{word}`: did you mean `{name}`?"),
        None => format!("unknown {what} `{word}`"),
    }
}
