//! Which kubeconfig files count, and what they say together: of two entries of one name the first counts.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::tree::Tree as _;

/// The lists of named entries.
const LISTS: [&str; 3] = ["clusters", "contexts", "users"];

/// A kubeconfig as it counts.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Everything together; paths within are absolute.
    pub tree: Value,
    /// The files that were there, in order.
    pub files: Vec<PathBuf>,
    /// All files that were looked for.
    pub candidates: Vec<PathBuf>,
}

impl Loaded {
    /// Reads what the flags and variables name.
    pub fn read(cx: &Cx) -> Result<Self> {
        if let Some(path) = cx.flags.some("kubeconfig") {
            let path = PathBuf::from(path);
            if !path.exists() {
                bail!("stat {}: no such file or directory", path.display());
            }
            return Self::of(vec![path]);
        }
        if let Some(list) = cx.around.var("KUBECONFIG") {
            let mut paths: Vec<PathBuf> = Vec::new();
            for path in list.split(':').filter(|path| !path.is_empty()).map(PathBuf::from) {
                if !paths.contains(&path) {
                    paths.push(path);
                }
            }
            return Self::of(paths);
        }
        let own = home(cx).map(|home| home.join(".kube/config"));
        if let Some(own) = own.clone().filter(|own| own.exists()) {
            return Self::of(vec![own]);
        }
        let admin = cx.around.data_dir.join("admin.kubeconfig");
        if admin.exists() {
            return Self::of(vec![admin]);
        }
        Self::of(own.into_iter().collect())
    }

    fn of(candidates: Vec<PathBuf>) -> Result<Self> {
        let mut tree = json!({"apiVersion": "v1", "kind": "Config", "preferences": {}, "current-context": "",
            "clusters": [], "contexts": [], "users": []});
        let mut files = Vec::new();
        for path in &candidates {
            if !path.exists() {
                continue;
            }
            let mut one = read_file(path)?;
            absolute(&mut one, path);
            merge(&mut tree, &one);
            files.push(path.clone());
        }
        for list in LISTS {
            if let Some(entries) = tree.get_mut(list).and_then(Value::as_array_mut) {
                entries.sort_by(|left, right| left.text("name").cmp(right.text("name")));
            }
        }
        Ok(Self { tree, files, candidates })
    }
}

/// The user's directory.
pub(super) fn home(cx: &Cx) -> Option<PathBuf> {
    cx.around.var("HOME").map(PathBuf::from)
}

/// One file as it is.
pub fn read_file(path: &Path) -> Result<Value> {
    let bytes = std::fs::read(path).map_err(|error| plain(format!("open {}: {error}", path.display())))?;
    let decoded = codec::yaml::decode(&bytes);
    let decoded = decoded
        .map_err(|error| plain(format!("error loading config file \"{}\": {error}", path.display())))?;
    match decoded.value {
        Value::Null => Ok(json!({})),
        tree @ Value::Object(_) => Ok(tree),
        _ => bail!("error loading config file \"{}\": it is not a kubeconfig", path.display()),
    }
}

/// Paths in a file are relative to it.
fn absolute(tree: &mut Value, file: &Path) {
    let base =
        std::path::absolute(file).ok().and_then(|file| file.parent().map(Path::to_owned)).unwrap_or_default();
    for (list, inner, fields) in [
        ("clusters", "cluster", &["certificate-authority"][..]),
        ("users", "user", &["client-certificate", "client-key", "tokenFile"][..]),
    ] {
        for entry in tree.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            for field in fields {
                let Some(Value::String(path)) = entry.get_mut(inner).and_then(|inner| inner.get_mut(field))
                else {
                    continue;
                };
                if !path.is_empty() && Path::new(path.as_str()).is_relative() {
                    *path = base.join(path.as_str()).to_string_lossy().into_owned();
                }
            }
        }
    }
}

fn merge(into: &mut Value, from: &Value) {
    for list in LISTS {
        for one in from.items(list) {
            if entry(into, list, one.text("name")).is_none() {
                into[list].as_array_mut().expect("the tree was made with its lists").push(one.clone());
            }
        }
    }
    if into.text("current-context").is_empty() {
        into["current-context"] = json!(from.text("current-context"));
    }
}

/// The entry of a list by its name.
pub fn entry<'a>(tree: &'a Value, list: &str, name: &str) -> Option<&'a Value> {
    tree.items(list).iter().find(|one| one.text("name") == name)
}

/// The same, to change it.
pub fn entry_mut<'a>(tree: &'a mut Value, list: &str, name: &str) -> Option<&'a mut Value> {
    tree.get_mut(list)?.as_array_mut()?.iter_mut().find(|one| one.text("name") == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_counts_and_paths_are_relative_to_their_file() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (dir.path().join("one"), dir.path().join("two"));
        std::fs::write(
            &one,
            "clusters:\n- name: a\n  cluster: {server: first, certificate-authority: ca.crt}\n",
        )
        .unwrap();
        std::fs::write(&two, "current-context: x\nclusters:\n- name: a\n  cluster: {server: second}\n- name: b\n  cluster: {}\n").unwrap();
        let loaded = Loaded::of(vec![one, dir.path().join("none"), two]).unwrap();
        assert_eq!(loaded.files.len(), 2);
        assert_eq!(loaded.tree.text("current-context"), "x");
        let cluster = &entry(&loaded.tree, "clusters", "a").unwrap()["cluster"];
        assert_eq!(cluster.text("server"), "first");
        assert_eq!(cluster.text("certificate-authority"), dir.path().join("ca.crt").to_string_lossy());
        assert!(entry(&loaded.tree, "clusters", "b").is_some());
    }
}
