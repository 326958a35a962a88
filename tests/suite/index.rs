//! Cases for the index: what an update counts, and what it survives.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use atodds::index::{self, Store, Update};
use atodds::vocab::Vocab;

static VOCAB: LazyLock<Vocab> = LazyLock::new(Vocab::built_in);

/// A scratch corpus and an index beside it.
struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    fn new(articles: usize) -> Self {
        let scratch = Self { folder: tempfile::tempdir().expect("a scratch folder") };
        fs::create_dir(scratch.corpus()).expect("it is empty");
        for number in 0..articles {
            scratch.write(number, number);
        }
        scratch
    }

    fn corpus(&self) -> PathBuf {
        self.folder.path().join("corpus")
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    /// Writes an article whose claims tell `value`.
    fn write(&self, number: usize, value: usize) {
        let text = format!(
            "# Note {number}\n\nThe A100 costs ${}.50 per hour on demand. The power of the V100 is {} W.\n\nV100 的功耗为 {} 瓦。\n",
            value + 1,
            value + 200,
            value + 300
        );
        fs::write(self.corpus().join(format!("note-{number:04}.md")), text).expect("the folder is there");
    }

    fn update(&self) -> Result<Update, index::Error> {
        self.update_from(&[self.corpus()])
    }

    fn update_from(&self, folders: &[PathBuf]) -> Result<Update, index::Error> {
        let options = index::Options {
            folders,
            vocab: &VOCAB,
            overlay: None,
            patience: Duration::from_secs(60),
            progress: &|_, _| {},
        };
        index::update(&self.index(), &options)
    }

    fn open(&self) -> Result<Store, index::Error> {
        index::open(&self.index(), None)
    }

    fn claims(&self) -> BTreeSet<String> {
        said(&self.open().expect("the index is sound"))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atodds"));
        command.args(arguments).arg("--index").arg(self.index()).current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Returns the folder of the generation.
    fn generation(&self) -> PathBuf {
        let entries = fs::read_dir(self.index().join("store")).expect("the store is there").flatten();
        let generation = entries
            .map(|entry| entry.path())
            .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("g-")));
        generation.expect("a generation is there")
    }
}

/// Source, id and quote of every claim.
fn said(store: &Store) -> BTreeSet<String> {
    let claims = store.claims().expect("the store is sound");
    claims.iter().map(|c| format!("{} {} {}", c.source.path, c.id, c.evidence.quote)).collect()
}

fn counts(update: Update) -> (usize, usize, usize, usize, usize) {
    (update.new, update.updated, update.unchanged, update.removed, update.skipped)
}

#[test]
fn an_update_counts_what_is_new_changed_and_gone() {
    let scratch = Scratch::new(3);
    assert_eq!(counts(scratch.update().expect("it can be written")), (3, 0, 0, 0, 0));
    assert_eq!(counts(scratch.update().expect("nothing to do")), (0, 0, 3, 0, 0));
    scratch.write(1, 77);
    fs::remove_file(scratch.corpus().join("note-0002.md")).expect("it is there");
    scratch.write(9, 9);
    assert_eq!(counts(scratch.update().expect("it can be written")), (1, 1, 1, 1, 0));
    // The same bytes written again are no change.
    scratch.write(1, 77);
    assert_eq!(counts(scratch.update().expect("it can be written")), (0, 0, 3, 0, 0));
}

#[test]
fn an_updated_index_holds_what_a_new_one_holds() {
    let scratch = Scratch::new(6);
    scratch.update().expect("it can be written");
    scratch.write(1, 50);
    scratch.write(7, 7);
    fs::remove_file(scratch.corpus().join("note-0003.md")).expect("it is there");
    scratch.update().expect("it can be written");
    let updated = scratch.claims();
    fs::remove_dir_all(scratch.index()).expect("it is there");
    scratch.update().expect("it can be written");
    assert_eq!(updated, scratch.claims());
}

#[test]
fn removing_an_article_removes_exactly_its_claims() {
    let scratch = Scratch::new(4);
    scratch.update().expect("it can be written");
    let before = scratch.claims();
    assert!(!before.is_empty(), "the articles make claims");
    fs::remove_file(scratch.corpus().join("note-0002.md")).expect("it is there");
    scratch.update().expect("it can be written");
    let kept: BTreeSet<String> = before.into_iter().filter(|claim| !claim.contains("note-0002.md")).collect();
    assert_eq!(kept, scratch.claims());
}

#[test]
fn what_is_no_article_is_named_with_its_reason() {
    let scratch = Scratch::new(1);
    fs::write(scratch.corpus().join("picture.png"), b"\x89PNG\r\n").expect("the folder is there");
    fs::write(scratch.corpus().join("noise.txt"), [0u8, 159, 146, 150, 0, 0, 1, 2]).expect("the folder is there");
    let update = scratch.update().expect("it can be written");
    assert_eq!(update.skipped, 2, "{update}");
    let store = scratch.open().expect("the index is sound");
    let skipped: Vec<_> =
        store.records().expect("the store is sound").into_iter().filter(|r| r.skipped.is_some()).collect();
    assert_eq!(skipped.len(), 2);
    assert_eq!(scratch.update().expect("nothing to do").unchanged, 3);
}

#[test]
fn a_killed_update_leaves_a_whole_state() {
    let kills: u64 = std::env::var("ATODDS_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    let scratch = Scratch::new(12);
    let corpus = scratch.corpus();
    let corpus = corpus.to_str().expect("scratch folders have plain names");
    // How long a whole run takes says where a kill may fall.
    let start = Instant::now();
    let done = scratch.command(&["index", "--corpus", corpus]).output().expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let whole = start.elapsed().as_millis() as u64 + 1;
    let mut before = scratch.claims();
    for kill in 0..kills {
        for number in 0..12 {
            scratch.write(number, (kill as usize + 1) * 13 + number);
        }
        let mut running = scratch.command(&["index"]).spawn().expect("the program runs");
        // A fixed walk through the run's length, no chance in it.
        std::thread::sleep(Duration::from_millis(kill * 7919 % whole));
        let _ = running.kill();
        let _ = running.wait();
        let after = scratch.claims();
        let values = |claims: &BTreeSet<String>| {
            claims.iter().filter(|claim| claim.contains("note-0000.md")).cloned().collect::<Vec<_>>()
        };
        // Every source is of the one state or of the other, all together.
        if after != before {
            assert!(values(&after) != values(&before), "kill {kill}: a mixed state");
            let shared = after.intersection(&before).count();
            assert_eq!(shared, 0, "kill {kill}: {shared} claims of the state before stand beside the new ones");
        }
        before = after;
    }
    scratch.update().expect("the next update is not hindered");
    assert_ne!(scratch.claims(), BTreeSet::new());
    let checks = index::diagnose(&scratch.index(), None, &VOCAB);
    assert!(checks.iter().all(|check| check.ok), "{checks:?}");
}

#[test]
fn two_updates_at_once_are_done_one_after_the_other() {
    let scratch = Scratch::new(30);
    let corpus = scratch.corpus();
    let corpus = corpus.to_str().expect("scratch folders have plain names");
    let running: Vec<_> =
        (0..3).map(|_| scratch.command(&["index", "--corpus", corpus]).spawn().expect("the program runs")).collect();
    let mut new = 0;
    for child in running {
        let done = child.wait_with_output().expect("it ends");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        new += usize::from(String::from_utf8_lossy(&done.stdout).starts_with("30 new"));
    }
    assert_eq!(new, 1, "one of them did the work, the others found it done");
    let checks = index::diagnose(&scratch.index(), None, &VOCAB);
    assert!(checks.iter().all(|check| check.ok), "{checks:?}");
}

#[test]
fn readers_see_whole_states_during_updates() {
    let scratch = Scratch::new(8);
    scratch.update().expect("it can be written");
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let mut reads = 0;
                    while !done.load(std::sync::atomic::Ordering::Relaxed) {
                        let store = scratch.open().expect("a reader is never turned away");
                        let claims = store.claims().expect("what it opened is whole");
                        assert_eq!(claims.len(), store.summary().claims);
                        reads += 1;
                    }
                    reads
                })
            })
            .collect();
        for round in 1..12 {
            for number in 0..8 {
                scratch.write(number, round * 20 + number);
            }
            scratch.update().expect("it can be written");
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        for reader in readers {
            assert!(reader.join().expect("no reader panics") > 0);
        }
    });
}

/// Whatever byte of whatever file is damaged: the index is refused, or answers as before.
#[test]
fn a_damaged_file_is_noticed_and_mended() {
    let scratch = Scratch::new(3);
    scratch.update().expect("it can be written");
    let before = scratch.claims();
    let files: Vec<PathBuf> =
        fs::read_dir(scratch.generation()).expect("it is there").flatten().map(|entry| entry.path()).collect();
    for file in files {
        let sound = fs::read(&file).expect("it can be read");
        let broken = |at: usize| {
            let mut bytes = sound.clone();
            bytes[at] ^= 0x10;
            bytes
        };
        let mut damages: Vec<Vec<u8>> = vec![Vec::new(), sound[..sound.len() / 2].to_vec()];
        damages.extend((0..sound.len()).step_by(sound.len() / 6 + 1).map(broken));
        for damage in damages {
            fs::write(&file, &damage).expect("it can be written");
            match scratch.open().and_then(|store| store.claims()) {
                Err(error) => assert!(error.help().is_some(), "no remedy for: {error}"),
                Ok(claims) => assert_eq!(claims.len(), before.len(), "{} is damaged", file.display()),
            }
        }
        fs::write(&file, &sound).expect("it can be written");
    }
    let store_file = fs::read_dir(scratch.generation())
        .expect("it is there")
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "store"))
        .expect("a segment has a document store");
    fs::write(&store_file, b"nonsense").expect("it can be written");
    let update = scratch.update().expect("it is made again from the corpus");
    assert!(update.rebuilt, "{update:?}");
    assert_eq!(before, scratch.claims());
}

#[test]
fn a_damaged_list_is_called_damage_and_told_how_to_mend() {
    let scratch = Scratch::new(1);
    scratch.update().expect("it can be written");
    fs::write(scratch.generation().join("meta.json"), b"{\"index_settings\": {").expect("it can be written");
    let error = scratch.open().expect_err("it is damaged");
    assert!(error.to_string().contains("damaged") && !error.to_string().contains("Content"), "{error}");
    // The folders stood in what is damaged.
    let error = scratch.update_from(&[]).expect_err("nobody knows of what it is");
    assert!(error.to_string().contains("damaged"), "{error}");
    assert!(error.help().is_some_and(|help| help.contains("--corpus DIR")), "{error}");
    assert!(scratch.update().expect("it is made again from its folder").rebuilt);
}

#[test]
fn another_version_s_index_is_replaced_and_its_corpus_remembered() {
    let scratch = Scratch::new(2);
    scratch.update().expect("it can be written");
    let before = scratch.claims();
    let generation = scratch.generation();
    fs::rename(&generation, generation.with_file_name("g-000000000000")).expect("it can be moved");
    let error = scratch.open().expect_err("it is not ours");
    assert!(error.to_string().contains("another version"), "{error}");
    assert!(error.help().is_some_and(|help| help.contains("atodds index")));
    let update = scratch.update_from(&[]).expect("the corpus is remembered");
    assert_eq!((update.new, update.rebuilt), (2, true));
    assert_eq!(before, scratch.claims());
    assert!(!generation.with_file_name("g-000000000000").exists(), "the old generation is taken away");
}

#[test]
fn a_corpus_that_vanished_does_not_empty_the_index() {
    let scratch = Scratch::new(2);
    scratch.update().expect("it can be written");
    let before = scratch.claims();
    fs::rename(scratch.corpus(), scratch.folder.path().join("elsewhere")).expect("it can be moved");
    let error = scratch.update_from(&[]).expect_err("there is nothing to read");
    assert!(error.to_string().contains("is not there"), "{error}");
    assert!(error.leaves_last_state() && error.help().is_some());
    assert_eq!(before, scratch.claims());
    // A reader says so and shows the last state, not as current.
    let done = scratch.command(&["search", "A100", "--format", "jsonl"]).output().expect("the program runs");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{err}");
    assert!(err.contains("not refreshed"), "{err}");
    assert!(out.lines().all(|line| line.contains("\"stale\":\"gone\"")), "{out}");
}

#[test]
fn a_corpus_folder_that_is_empty_all_at_once_does_not_empty_the_index() {
    let scratch = Scratch::new(2);
    scratch.update().expect("it can be written");
    let before = scratch.claims();
    fs::remove_dir_all(scratch.corpus()).expect("it can be removed");
    fs::create_dir(scratch.corpus()).expect("a disk is mounted here at other times");
    let error = scratch.update_from(&[]).expect_err("there is nothing to read");
    assert!(error.to_string().contains("no article any more"), "{error}");
    assert!(error.leaves_last_state() && error.help().is_some());
    assert_eq!(before, scratch.claims());
}

#[test]
fn a_corpus_that_vanishes_while_it_is_read_does_not_empty_the_index() {
    let scratch = Scratch::new(3);
    scratch.update().expect("it can be written");
    let before = scratch.claims();
    scratch.write(0, 400);
    let elsewhere = scratch.folder.path().join("elsewhere");
    let options = index::Options {
        folders: &[],
        vocab: &VOCAB,
        overlay: None,
        patience: Duration::from_secs(60),
        // Told when the files are read and nothing is committed yet.
        progress: &|_, _| fs::rename(scratch.corpus(), &elsewhere).expect("it can be moved"),
    };
    let error = index::update(&scratch.index(), &options).expect_err("the corpus is gone");
    assert!(error.to_string().contains("is not there") && error.help().is_some(), "{error}");
    assert_eq!(before, scratch.claims());
    fs::rename(&elsewhere, scratch.corpus()).expect("it can be moved back");
    assert_eq!(counts(scratch.update().expect("it can be written")), (0, 1, 2, 0, 0));
}

/// Whatever a killed run left under the names of the next one is in nobody's way.
#[test]
fn files_that_a_killed_run_left_do_not_hinder_the_next() {
    let scratch = Scratch::new(2);
    scratch.update().expect("it can be written");
    let generation = scratch.generation();
    let listed = fs::read_to_string(generation.join(".managed.json")).expect("the store lists its files");
    let segment =
        listed.split('"').find_map(|name| name.strip_suffix(".store")).expect("a segment has a document store");
    // The deletions of a segment are named by the count of all operations so far.
    let left: Vec<String> = (1..60).map(|count| format!("{segment}.{count}.del")).collect();
    let list: Vec<String> =
        listed.split('"').filter(|name| name.len() > 1).map(str::to_owned).chain(left.iter().cloned()).collect();
    let list: Vec<String> = list.iter().map(|name| format!("{name:?}")).collect();
    fs::write(generation.join(".managed.json"), format!("[{}]", list.join(","))).expect("it can be written");
    for name in &left {
        fs::write(generation.join(name), b"left").expect("it can be written");
    }
    scratch.write(1, 90);
    assert_eq!(counts(scratch.update().expect("nothing is in its way")), (0, 1, 1, 0, 0));
    assert!(scratch.claims().iter().any(|claim| claim.contains("91.50")), "the new state stands");
}

#[test]
fn a_changed_source_is_not_shown_as_current() {
    let scratch = Scratch::new(2);
    scratch.update().expect("it can be written");
    scratch.write(0, 500);
    let done =
        scratch.command(&["search", "A100", "--no-refresh", "--format", "jsonl"]).output().expect("the program runs");
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(out.lines().count() > 0);
    for line in out.lines() {
        assert_eq!(line.contains("\"stale\":\"changed\""), line.contains("note-0000.md"), "{line}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_read() {
    let scratch = Scratch::new(2);
    scratch.update().expect("it can be written");
    let before = scratch.claims();
    let Some(_guard) = ReadOnly::new(&scratch.index()) else {
        // Neither permissions nor a mount can keep this user from writing.
        return;
    };
    assert_eq!(before, scratch.claims());
    scratch.write(0, 800);
    let error = scratch.update().expect_err("nothing can be written");
    assert!(error.help().is_some(), "{error}");
    let done = scratch.command(&["claims", "--format", "jsonl"]).output().expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(String::from_utf8_lossy(&done.stderr).contains("not refreshed"));
    assert_eq!(String::from_utf8_lossy(&done.stdout).lines().count(), before.len());
}

/// Root may open everything: there the same articles are read as ever.
#[cfg(unix)]
#[test]
fn what_could_not_be_opened_is_read_later_and_a_closed_folder_takes_nothing_away() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new(1);
    let below = scratch.corpus().join("below");
    fs::create_dir(&below).expect("the corpus is there");
    fs::write(below.join("l4.md"), "The L4 draws 72 W.\n").expect("the folder is there");
    let set = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    set(&below.join("l4.md"), 0);
    let closed = fs::File::open(below.join("l4.md")).is_err();
    let update = scratch.update().expect("the rest is read");
    assert_eq!((update.new, update.skipped), (2, usize::from(closed)));
    set(&below.join("l4.md"), 0o644);
    let update = scratch.update().expect("all is read");
    assert_eq!((update.updated, update.skipped, update.claims), (usize::from(closed), 0, 4));
    set(&below, 0);
    let refused = scratch.update();
    assert_eq!(refused.is_err(), closed, "{refused:?}");
    set(&below, 0o755);
    let update = scratch.update().expect("the folder is open again");
    assert_eq!((update.unchanged, update.removed, update.claims), (2, 0, 4));
}

#[test]
fn a_full_disk_leaves_the_last_state() {
    let scratch = Scratch::new(2);
    fs::create_dir(scratch.index()).expect("the folder is there");
    let Some(_mount) = Mount::new(&scratch.index(), "size=256k") else {
        // Only a user who may mount can make a small disk.
        return;
    };
    scratch.update().expect("two small articles fit");
    let before = scratch.claims();
    for number in 0..100 {
        let words: Vec<String> = (0..400).map(|word| format!("w{}", number * 400 + word)).collect();
        let text = words.join(" ");
        fs::write(scratch.corpus().join(format!("long-{number}.md")), text).expect("the folder is there");
    }
    let error = scratch.update().expect_err("it does not fit");
    assert!(error.to_string().contains("full"), "{error}");
    assert_eq!(before, scratch.claims());
    let done = scratch.command(&["claims", "--format", "jsonl"]).output().expect("the program runs");
    assert!(String::from_utf8_lossy(&done.stderr).contains("full"), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(String::from_utf8_lossy(&done.stdout).lines().count(), before.len());
}

/// A mount that is taken down at the end.
struct Mount(PathBuf);

impl Mount {
    fn new(at: &Path, options: &str) -> Option<Self> {
        let done = Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(at).output().ok()?;
        done.status.success().then(|| Self(at.to_owned()))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}

/// A folder that cannot be written, until the end.
enum ReadOnly {
    Mounted(PathBuf),
    Forbidden(PathBuf),
}

impl ReadOnly {
    fn new(folder: &Path) -> Option<Self> {
        let run = |arguments: &[&str]| Command::new("mount").args(arguments).arg(folder).output().ok();
        let path = folder.to_str()?;
        if run(&["--bind", path]).is_some_and(|done| done.status.success()) {
            let guard = ReadOnly::Mounted(folder.to_owned());
            let done = run(&["-o", "remount,ro,bind"])?;
            return (done.status.success() && fs::write(folder.join("probe"), "").is_err()).then_some(guard);
        }
        set_writable(&folder.join("store"), false);
        let guard = ReadOnly::Forbidden(folder.join("store"));
        fs::write(folder.join("store/probe"), "").is_err().then_some(guard)
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        match self {
            ReadOnly::Mounted(path) => {
                let _ = Command::new("umount").arg("-l").arg(path).output();
            }
            ReadOnly::Forbidden(path) => set_writable(path, true),
        }
    }
}

#[cfg(unix)]
fn set_writable(path: &Path, writable: bool) {
    use std::os::unix::fs::PermissionsExt;
    let mode = if writable { 0o755 } else { 0o555 };
    let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode));
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let mode = if entry.path().is_dir() { mode } else { mode & 0o644 };
        let _ = fs::set_permissions(entry.path(), fs::Permissions::from_mode(mode));
    }
}

#[cfg(not(unix))]
fn set_writable(_path: &Path, _writable: bool) {}
