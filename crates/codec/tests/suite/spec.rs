//! The published data of the target version, which lives beside the repository and may be absent.

use std::path::PathBuf;

use serde_json::Value;

/// One golden object: its kind, and what it is in each encoding.
pub struct Golden {
    pub name: String,
    pub definition: &'static schema::Definition,
    pub json: Vec<u8>,
    pub yaml: Vec<u8>,
    pub protobuf: Vec<u8>,
}

impl Golden {
    pub fn tree(&self) -> Value {
        codec::json::decode(&self.json).expect("golden JSON parses").value
    }
}

/// The folder, or `None` with a note on why the test does nothing.
pub fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/v1.36");
    // Work trees lie one level deeper than a plain clone.
    let deeper = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/spec/v1.36");
    let found = [folder, deeper].into_iter().find(|folder| folder.is_dir());
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "CI needs the spec data");
        println!("skipped: no spec data");
    }
    found
}

/// Every golden object of a kind that we know; others are alphas and betas.
pub fn objects() -> Vec<Golden> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut paths: Vec<_> = std::fs::read_dir(folder.join("api-objects"))
        .expect("the folder can be listed")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort();
    let read = |path: &PathBuf, extension| std::fs::read(path.with_extension(extension)).expect("readable");
    let golden = |path: &PathBuf| {
        let json = read(path, "json");
        let tree = codec::json::decode(&json).expect("golden JSON parses").value;
        let meta = codec::json::type_meta(&tree).expect("golden objects name their kind");
        let (group, version) = meta.api_version.split_once('/').unwrap_or(("", meta.api_version));
        let definition = schema::builtin(group, version, meta.kind)?;
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        Some(Golden { name, definition, yaml: read(path, "yaml"), protobuf: read(path, "pb"), json })
    };
    paths.iter().filter_map(golden).collect()
}
