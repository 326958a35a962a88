//! The words: the self-check, the tree of devices, and a user's own folder.

use std::fs;
use std::path::Path;

use atodds::vocab::{Vocab, check};
use atodds::{conflict, extract, read};

#[test]
fn the_built_in_words_are_sound() {
    let found: Vec<String> = check::run(None).iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_part_can_be_read() {
    // Parts are read on first use: printing them uses them all.
    assert!(format!("{:?}", Vocab::built_in()).len() > 100_000);
}

#[test]
fn there_are_devices_of_every_kind() {
    let vocab = Vocab::built_in();
    assert!(vocab.devices.iter().count() >= 400);
    for (member, class) in [
        ("nvidia-h100", "nvidia-hopper"),
        ("nvidia-h100", "nvidia-gpu"),
        ("nvidia-rtx-4090", "gpu"),
        ("tpu-v5e", "tpu"),
        ("amd-mi300x", "amd-gpu"),
        ("huawei-ascend-910b", "npu"),
        ("aws-p4d-24xlarge", "instance"),
        ("nvidia-gb200-nvl72", "system"),
        ("llama-2-70b", "model"),
    ] {
        assert!(vocab.devices.is_a(member, class), "{member} is no {class}");
    }
    assert!(!vocab.devices.is_a("nvidia-gpu", "nvidia-h100"));
}

#[test]
fn every_metric_has_words_in_both_languages() {
    for metric in Vocab::built_in().metrics.iter() {
        assert!(!metric.en.is_empty() && !metric.zh.is_empty(), "{} has words in one language only", metric.id);
    }
}

#[test]
fn a_folder_adds_and_replaces_entries() {
    let folder = tempfile::tempdir().unwrap();
    let devices = "[[device]]\nid = \"acme-x1\"\nparent = \"gpu\"\nnames = [\"Acme X1\"]\n\n\
                   [[device]]\nid = \"nvidia-t4\"\nparent = \"nvidia-gpu\"\nnames = [\"Tea Four\"]\n";
    fs::write(folder.path().join("devices.toml"), devices).unwrap();
    let vocab = Vocab::load(Some(folder.path())).unwrap();
    assert!(vocab.devices.is_a("acme-x1", "accelerator"));
    assert_eq!(vocab.devices.title("nvidia-t4"), "Tea Four");
    assert_eq!(vocab.devices.iter().count(), Vocab::built_in().devices.iter().count() + 1);
    let found: Vec<String> = check::run(Some(folder.path())).iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_is_wrong_in_a_folder_is_said_with_its_place() {
    for (file, text, place, message) in [
        ("devices.toml", "[[device]]\nid = \"acme-x1\"\nnmaes = [\"X1\"]\n", ":3:1:", "unknown field `nmaes`"),
        ("devices.toml", "[[device]]\nid = \"acme-x1\"\nparent = \"gppu\"\n", ":3:10:", "parent `gppu`"),
        ("devices.toml", "[[device]]\nid = \"acme-x1\"\nnames = [\"H100\"]\n", ":3:10:", "`H100` is claimed by both"),
        ("devices.toml", "[[device]]\nid = \"x1\"\n[[device]]\nid = \"x1\"\n", ":4:1:", "`x1` stands twice"),
        ("devices.toml", "[[device]]\nid = \"Acme X1\"\n", ":2:6:", "other characters"),
        (
            "metrics.toml",
            "[[metric]]\nid = \"taste\"\ngroup = \"food\"\ndimension = \"flavour\"\ntitle = { en = \"taste\", zh = \"味道\" }\n",
            ":4:13:",
            "dimension `flavour`",
        ),
        (
            "metrics.toml",
            "[[metric]]\nid = \"heat\"\ngroup = \"food\"\ntitle = { en = \"heat\", zh = \"热\" }\nen = [\"power draw\"]\n",
            ":5:7:",
            "`power draw` is claimed by both",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(file), text).unwrap();
        let found: Vec<String> = check::run(Some(folder.path())).iter().map(ToString::to_string).collect();
        let said = found.iter().any(|said| said.contains(place) && said.contains(message));
        assert!(said, "expected {place} … {message}\nfound {}", found.join("\n"));
    }
}

#[test]
fn another_field_needs_words_only() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/vocab");
    let words = cases.join("phones");
    let found: Vec<String> = check::run(Some(&words)).iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    let vocab = Vocab::load(Some(&words)).unwrap();
    let mut claims = Vec::new();
    for name in ["phones-review.md", "phones-shop.md"] {
        let article = read::article(name, &fs::read(cases.join(name)).unwrap()).unwrap();
        claims.extend(extract::claims(&vocab, &article).claims);
    }
    let said: Vec<String> = claims.iter().map(|c| format!("{} {}", c.device, c.metric)).collect();
    let of_each = ["orchid-9 battery_capacity", "orchid-9 charging_power"];
    assert_eq!(said, [of_each, of_each].concat());
    let judged = conflict::find(&vocab, &claims);
    let statuses: Vec<String> = judged.findings.iter().map(|f| format!("{} {}", f.metric, f.status)).collect();
    assert!(statuses.contains(&"battery_capacity conflict".to_owned()), "{statuses:?}");
    assert!(!statuses.contains(&"charging_power conflict".to_owned()), "{statuses:?}");
}
