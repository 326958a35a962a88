//! Finds the files of a corpus, and names each one that is left out with its reason.
//!
//! `.gitignore` and `.atodds-ignore` are honoured, hidden files are passed over, and symbolic
//! links are named but not followed: what a corpus holds must not depend on what lies outside.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::claim::Name;
use crate::text::Diagnostic;

/// What to leave out.
#[derive(Debug, Clone)]
pub struct Walk {
    /// Files of more bytes than this are named and not read.
    pub largest: u64,
}

impl Default for Walk {
    fn default() -> Self {
        Walk { largest: 16 << 20 }
    }
}

/// A file of a corpus: `root` joined with `path` opens it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The corpus folder, or the folder of a file that was named itself.
    pub root: PathBuf,
    /// The path under `root`, with `/` between parts.
    pub path: Name,
    /// The name that claims give the article: `path`, or with the root's name before it where two
    /// roots hold the same path.
    pub name: Name,
    /// Bytes on disk.
    pub size: u64,
    /// When it was last written, in nanoseconds since 1970; 0 where the system does not say.
    pub modified: u128,
}

impl File {
    /// Returns the path that opens the file.
    pub fn location(&self) -> PathBuf {
        self.root.join(&*self.path)
    }

    /// Returns the file's bytes.
    ///
    /// # Errors
    /// A diagnostic where it cannot be read.
    pub fn bytes(&self) -> Result<Vec<u8>, Diagnostic> {
        std::fs::read(self.location())
            .map_err(|error| Diagnostic::new(self.location(), format!("cannot be read: {error}")))
    }

    /// Reads the article.
    ///
    /// # Errors
    /// A diagnostic where the file cannot be read or holds no readable text.
    pub fn article(&self) -> Result<super::Article, Diagnostic> {
        super::article(&self.name, &self.bytes()?)
            .map_err(|diagnostic| Diagnostic { path: self.location(), ..diagnostic })
    }
}

/// Name endings of what can be read; a file without an ending is taken for text.
const READ: &[&str] = &[
    "md", "markdown", "mdx", "mkd", "mdown", "txt", "text", "html", "htm", "xhtml", "rst", "rest", "csv", "tsv", "pdf",
    "docx", "pptx", "xlsx",
];

/// Files of this program that lie beside articles and are none: they are passed over without a word.
const OWN: &[&str] = &["decisions.toml", "atodds.toml"];

/// The folder of an index that holds its store, and a file that is always in it.
pub const STORE: (&str, &str) = ("store", "lock");

/// Lists the files under `roots` (folders or files), roots in the given order, paths sorted within
/// each; the diagnostics name what was left out.
pub fn files(roots: &[PathBuf], walk: &Walk) -> (Vec<File>, Vec<Diagnostic>) {
    let mut found = Found::default();
    let mut seen = BTreeSet::new();
    for root in roots {
        let canonical = std::fs::canonicalize(root).unwrap_or_else(|_| root.clone());
        if seen.insert(canonical) {
            found.root(root, walk);
        }
    }
    (found.files, found.diagnostics)
}

/// Says of each path below a corpus folder whether it is an article's, going by its name and by the text of the
/// folder's `.atodds-ignore`.
pub fn articles(paths: &[&str], ignored: &str) -> Vec<bool> {
    let mut builder = ignore::gitignore::GitignoreBuilder::new("");
    for line in ignored.lines() {
        // A line that is no pattern leaves nothing out, as on disk.
        let _ = builder.add_line(None, line);
    }
    let ignored = builder.build().unwrap_or_else(|_| ignore::gitignore::Gitignore::empty());
    let read = |path: &&str| {
        let extension = Path::new(path).extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let hidden = path.split('/').any(|part| part.starts_with('.'));
        let known = extension.is_none_or(|extension| READ.contains(&extension.as_str()));
        known && !hidden && !ignored.matched_path_or_any_parents(path, false).is_ignore()
    };
    paths.iter().map(read).collect()
}

/// Says whether a folder is the store of an index, which may lie among the articles.
fn is_store(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == STORE.0) && folder.join(STORE.1).is_file()
}

/// Returns the path that an error of walking speaks of.
fn place(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place(err),
        _ => None,
    }
}

#[derive(Default)]
struct Found {
    files: Vec<File>,
    names: BTreeSet<Name>,
    diagnostics: Vec<Diagnostic>,
}

impl Found {
    fn root(&mut self, root: &Path, walk: &Walk) {
        if root.is_file() {
            let folder = root.parent().map(Path::to_path_buf).unwrap_or_default();
            self.file(&folder, root, root, walk);
            return;
        }
        if std::fs::metadata(root).is_ok_and(|facts| !facts.is_dir()) {
            // A pipe or a device would be waited for.
            self.diagnostics.push(Diagnostic::new(root, "not a regular file"));
            return;
        }
        let mut builder = ignore::WalkBuilder::new(root);
        builder.require_git(false).parents(false).git_global(false).git_exclude(false).follow_links(false);
        builder.add_custom_ignore_filename(".atodds-ignore");
        builder.filter_entry(|entry| !is_store(entry.path()));
        let mut paths = Vec::new();
        for entry in builder.build() {
            match entry {
                Ok(entry) => self.entry(&entry, root, &mut paths),
                Err(error) => {
                    let path = place(&error).unwrap_or(root);
                    self.diagnostics.push(Diagnostic::new(path, format!("cannot be walked: {error}")));
                }
            }
        }
        paths.sort();
        for path in paths {
            self.file(root, &path, root, walk);
        }
    }

    fn entry(&mut self, entry: &ignore::DirEntry, root: &Path, paths: &mut Vec<PathBuf>) {
        if let Some(error) = entry.error() {
            self.diagnostics.push(Diagnostic::new(entry.path(), format!("in an ignore file: {error}")));
        }
        let kind = entry.file_type();
        if OWN.iter().any(|own| entry.file_name() == *own) {
            return;
        }
        if entry.path_is_symlink() && entry.path() != root {
            let help = "name the folder or file it leads to as a corpus of its own";
            self.diagnostics.push(Diagnostic::new(entry.path(), "a symbolic link is not followed").with_help(help));
        } else if kind.is_some_and(|kind| kind.is_file()) {
            paths.push(entry.path().to_path_buf());
        } else if kind.is_some_and(|kind| !kind.is_dir()) && entry.path() != root {
            self.diagnostics.push(Diagnostic::new(entry.path(), "not a regular file"));
        }
    }

    fn file(&mut self, root: &Path, path: &Path, named: &Path, walk: &Walk) {
        let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        if let Some(extension) = extension.filter(|extension| !READ.contains(&extension.as_str())) {
            self.diagnostics.push(Diagnostic::new(path, format!("`.{extension}` is no format of articles")));
            return;
        }
        let metadata = match std::fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => {
                self.diagnostics.push(Diagnostic::new(path, format!("cannot be read: {error}")));
                return;
            }
        };
        // Whoever names a file wants it read.
        if metadata.len() > walk.largest && path != named {
            let size = (metadata.len() >> 20).max(1);
            let message = format!(
                "larger than {} MB: {size} MB; it is read where `--corpus` names the file itself, beside its folder",
                walk.largest >> 20
            );
            self.diagnostics.push(Diagnostic::new(path, message));
            return;
        }
        let relative = path.strip_prefix(root).unwrap_or(path);
        if relative.to_str().is_none() {
            let help = "rename it: claims name their source by its path";
            self.diagnostics.push(Diagnostic::new(path, "its name is not UTF-8").with_help(help));
            return;
        }
        let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        let path: Name = parts.join("/").into();
        let since = metadata.modified().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        let name = self.name(root, &path);
        self.files.push(File {
            root: root.to_path_buf(),
            path,
            name,
            size: metadata.len(),
            modified: since.map_or(0, |since| since.as_nanos()),
        });
    }

    /// Returns `path`, or where another root has it already, `path` below this root's name.
    fn name(&mut self, root: &Path, path: &Name) -> Name {
        let folder = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut name = Name::clone(path);
        let mut count = 1;
        while !self.names.insert(Name::clone(&name)) {
            name =
                if count == 1 { format!("{folder}/{path}").into() } else { format!("{folder}-{count}/{path}").into() };
            count += 1;
        }
        name
    }
}
