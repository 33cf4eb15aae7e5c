//! The published data of the target version, which lives beside the repository and may be absent.

use std::path::{Path, PathBuf};

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
#[allow(clippy::print_stdout, reason = "says why the test does nothing")]
pub fn folder() -> Option<PathBuf> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found =
        manifest.ancestors().skip(3).map(|up| up.join("shared/spec/v1.36")).find(|path| path.is_dir());
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
        let definition =
            schema::builtin(group, version, meta.kind).or_else(|| unserved(version, meta.kind))?;
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        Some(Golden { name, definition, yaml: read(path, "yaml"), protobuf: read(path, "pb"), json })
    };
    paths.iter().filter_map(golden).collect()
}

/// A type that no resource has: request options, webhook reviews.
fn unserved(version: &str, kind: &str) -> Option<&'static schema::Definition> {
    let named = |definition: &&&'static schema::Definition| {
        let mut parts = definition.name.rsplit('.');
        parts.next() == Some(kind) && parts.next() == Some(version) && definition.message.is_some()
    };
    schema::definitions().iter().find(named).copied()
}

/// The recorded requests and answers of one group.
pub fn behaviour(group: &str) -> Vec<Value> {
    let Some(folder) = folder() else { return Vec::new() };
    let bytes = std::fs::read(folder.join("behaviour").join(format!("{group}.json"))).expect("readable");
    let Value::Array(cases) = codec::json::decode(&bytes).expect("JSON").value else { return Vec::new() };
    cases.iter().flat_map(|case| case["steps"].as_array().cloned().unwrap_or_default()).collect()
}
