//! Changing kubeconfig files: which file an entry belongs to, and writing it back.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::load::home;
use super::{Loaded, entry, read_file};
use crate::cx::Cx;
use crate::error::Result;
use crate::tree::Tree as _;

/// What of a kubeconfig is changed.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// Which context counts.
    Current,
    /// An entry of a list.
    Entry(&'a str, &'a str),
}

/// The file that new entries go to.
pub fn default_file(cx: &Cx, loaded: &Loaded) -> PathBuf {
    let existing = loaded.files.first().cloned();
    let own = || home(cx).map(|home| home.join(".kube/config"));
    existing
        .or_else(|| loaded.candidates.first().cloned())
        .or_else(own)
        .unwrap_or_else(|| PathBuf::from("config"))
}

/// The file that holds a part, else where it would go; with what is in it.
pub fn file_of(cx: &Cx, loaded: &Loaded, part: Part<'_>) -> Result<(PathBuf, Value)> {
    for path in &loaded.files {
        let tree = read_file(path)?;
        let holds = match part {
            Part::Current => !tree.text("current-context").is_empty(),
            Part::Entry(list, name) => entry(&tree, list, name).is_some(),
        };
        if holds {
            return Ok((path.clone(), tree));
        }
    }
    let path = default_file(cx, loaded);
    let tree = if path.exists() { read_file(&path)? } else { json!({}) };
    Ok((path, tree))
}

/// Changes the file that holds a part.
pub fn write(cx: &Cx, loaded: &Loaded, part: Part<'_>, change: impl FnOnce(&mut Value)) -> Result<PathBuf> {
    let (path, mut tree) = file_of(cx, loaded, part)?;
    for (field, empty) in [
        ("apiVersion", json!("v1")),
        ("kind", json!("Config")),
        ("preferences", json!({})),
        ("current-context", json!("")),
        ("clusters", json!([])),
        ("contexts", json!([])),
        ("users", json!([])),
    ] {
        if tree.at(field).is_null() {
            tree[field] = empty;
        }
    }
    change(&mut tree);
    for list in ["clusters", "contexts", "users"] {
        if let Some(entries) = tree[list].as_array_mut() {
            entries.sort_by(|left, right| left.text("name").cmp(right.text("name")));
        }
    }
    save(&path, &codec::yaml::to_string(&tree))?;
    Ok(path)
}

/// Writes a file that only its owner may read, at once or not at all.
fn save(path: &Path, text: &str) -> Result {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent)?;
    let temporary = path.with_extension("new");
    let mut file =
        std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&temporary, path)?;
    Ok(())
}
