//! What was asked for: the address taken apart, the language, and addresses of other pages.

use std::fmt::{self, Write};

use super::snapshot::Snapshot;
use crate::text::suggest;
use crate::vocab::{Lang, Vocab};

/// One request, ready to be answered.
#[derive(Debug)]
pub struct Ask<'a> {
    /// The words.
    pub vocab: &'a Vocab,
    /// What is known.
    pub snapshot: &'a Snapshot,
    /// The path: `/findings`.
    pub path: &'a str,
    /// Keys and values behind the `?`, in their order.
    pub params: Vec<(String, String)>,
    /// The language of the answer.
    pub lang: Lang,
    /// Something to say at the top of every page.
    pub notice: Option<String>,
}

/// Why a page cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// There is no such thing.
    NotFound {
        /// What was looked for.
        what: String,
        /// What may have been meant, with its address.
        meant: Option<(String, String)>,
    },
    /// The question cannot be understood.
    Bad {
        /// What is wrong.
        message: String,
        /// The next step.
        help: Option<String>,
        /// The address of what may have been meant.
        meant: Option<String>,
    },
    /// The index or a file is damaged.
    Broken {
        /// What is wrong.
        message: String,
        /// The next step.
        help: Option<String>,
    },
}

impl From<crate::index::Error> for Problem {
    fn from(error: crate::index::Error) -> Self {
        Problem::Broken { help: error.help(), message: error.to_string() }
    }
}

impl<'a> Ask<'a> {
    /// Returns the value of `key`, trimmed, unless it is empty.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.params.iter().find(|(name, value)| name == key && !value.trim().is_empty());
        found.map(|(_, value)| value.trim())
    }

    /// Returns the number of the page of a long list, from 1.
    ///
    /// # Errors
    /// Where it is no such number.
    pub fn page(&self) -> Result<usize, Problem> {
        let Some(text) = self.get("page") else { return Ok(1) };
        match text.parse::<usize>() {
            Ok(page) if (1..=1_000_000).contains(&page) => Ok(page),
            _ => Err(self.bad("bad_page", &[("word", text)])),
        }
    }

    /// Returns the words `id` in the language of the answer.
    pub fn say(&self, id: &'a str) -> &'a str {
        self.vocab.page.get(id, self.lang)
    }

    /// Returns the words `id` with each `{name}` replaced.
    pub fn fill(&self, id: &str, values: &[(&str, &str)]) -> String {
        self.vocab.page.render(id, self.lang, values)
    }

    /// Returns the words `id` with its `{n}`.
    pub fn count(&self, id: &str, n: usize) -> String {
        self.fill(id, &[("n", &grouped(n))])
    }

    /// Returns the name of a metric in the language of the answer.
    pub fn metric<'b>(&'b self, id: &'b str) -> &'b str {
        self.vocab.metrics.get(id).map_or(id, |metric| match self.lang {
            Lang::En => metric.title.en.as_str(),
            Lang::Zh => metric.title.zh.as_str(),
        })
    }

    /// Returns the name of a device.
    pub fn device<'b>(&'b self, id: &'b str) -> &'b str {
        self.vocab.devices.title(id)
    }

    /// Returns the address of another page, in the language that was asked for.
    pub fn link(&self, path: &str) -> Link {
        let lang = self.params.iter().filter(|(key, _)| key == "lang").take(1).cloned();
        Link { path: path.to_owned(), params: lang.collect() }
    }

    /// Returns the address of this page.
    pub fn here(&self) -> Link {
        Link { path: self.path.to_owned(), params: self.params.clone() }
    }

    /// Returns the problem of a question that cannot be understood.
    pub fn bad(&self, id: &str, values: &[(&str, &str)]) -> Problem {
        Problem::Bad { message: self.fill(id, values), help: None, meant: None }
    }

    /// Returns the id of the device that the value of `key` names.
    ///
    /// # Errors
    /// Where no device has that name; the nearest is suggested.
    pub fn device_named(&self, key: &str) -> Result<Option<String>, Problem> {
        let Some(text) = self.get(key) else { return Ok(None) };
        if let Some(device) = self.vocab.devices.named(text) {
            return Ok(Some(device.id.to_string()));
        }
        let names = self.vocab.devices.iter();
        let names = names.flat_map(|d| std::iter::once(&*d.id).chain(d.names.iter().map(String::as_str)));
        Err(self.unknown("unknown_device", key, text, suggest::nearest(text, names)))
    }

    /// Returns the id of the metric that the value of `key` names.
    ///
    /// # Errors
    /// Where no metric has that name; the nearest is suggested.
    pub fn metric_named(&self, key: &str) -> Result<Option<String>, Problem> {
        let Some(text) = self.get(key) else { return Ok(None) };
        if let Some(metric) = self.vocab.metrics.named(text) {
            return Ok(Some(metric.id.to_string()));
        }
        let names = self.vocab.metrics.iter().flat_map(|m| [&*m.id, m.title.en.as_str(), m.title.zh.as_str()]);
        Err(self.unknown("unknown_metric", key, text, suggest::nearest(text, names)))
    }

    /// Returns the problem of a value of `key` that is none of the words known, with the nearest of them.
    pub fn unknown(&self, id: &str, key: &str, word: &str, nearest: Option<&str>) -> Problem {
        Problem::Bad {
            message: self.fill(id, &[("word", word)]),
            help: nearest.map(|name| self.fill("did_you_mean", &[("name", name)])),
            meant: nearest.map(|name| self.here().with(key, name).to_string()),
        }
    }
}

/// The address of a page of this site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    path: String,
    params: Vec<(String, String)>,
}

impl Link {
    /// Sets `key`; pages are counted anew.
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.params.retain(|(name, _)| name != key && name != "page");
        self.params.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Takes `key` out; pages are counted anew.
    pub fn without(mut self, key: &str) -> Self {
        self.params.retain(|(name, _)| name != key && name != "page");
        self
    }

    /// Returns the keys and values, for the hidden fields of a form.
    pub fn params(&self) -> &[(String, String)] {
        &self.params
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        for (at, (key, value)) in self.params.iter().filter(|(_, value)| !value.is_empty()).enumerate() {
            f.write_char(if at == 0 { '?' } else { '&' })?;
            encode(f, key)?;
            f.write_char('=')?;
            encode(f, value)?;
        }
        Ok(())
    }
}

fn encode(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b':' => f.write_char(byte as char)?,
            b' ' => f.write_char('+')?,
            _ => write!(f, "%{byte:02X}")?,
        }
    }
    Ok(())
}

/// Returns a number with commas between thousands.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns the language that a browser asks for first: Chinese only where it stands before English.
pub fn accepted(header: &str) -> Lang {
    let mut best = (0.0, Lang::En);
    for (at, part) in header.split(',').take(32).enumerate() {
        let mut fields = part.split(';').map(str::trim);
        let tag = fields.next().unwrap_or_default().to_ascii_lowercase();
        let weight = fields.find_map(|field| field.strip_prefix("q=")?.parse::<f64>().ok()).unwrap_or(1.0);
        // Of equals the first.
        let weight = weight - at as f64 * 1e-6;
        let lang = match tag.split('-').next() {
            Some("zh") => Lang::Zh,
            Some("en") => Lang::En,
            _ => continue,
        };
        if weight > best.0 {
            best = (weight, lang);
        }
    }
    best.1
}
