//! The target version's data for tests. Absent in a plain clone: such tests then say so and pass, except on CI.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The data's folder, or `None` after saying so.
pub fn folder() -> Option<PathBuf> {
    let folder = xtask::codegen::spec_dir(&root());
    if folder.is_none() {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no spec data, and CI needs it");
        println!("skipped: no spec data");
    }
    folder
}

/// One JSON file of it.
pub fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// OpenAPI documents of GA group versions and of no group version: group version, if any, and document.
pub fn documents(folder: &Path) -> Vec<(Option<(String, String)>, Value)> {
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder.join("openapi-v3")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.contains("alpha") || name.contains("beta") {
            continue;
        }
        let parts: Vec<&str> = name.trim_end_matches("_openapi.json").split("__").collect();
        let group_version = match parts[..] {
            ["api", version] => Some((String::new(), version.to_owned())),
            ["apis", group, version] => Some((group.to_owned(), version.to_owned())),
            _ => None,
        };
        documents.push((group_version, read(&folder.join("openapi-v3").join(&name))));
    }
    documents
}

/// The schema without its texts: `description` of a schema, not a property of that name.
pub fn without_text(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => members
            .iter()
            .filter(|(name, value)| !(*name == "description" && value.is_string()))
            .map(|(name, value)| (name.clone(), without_text(value)))
            .collect(),
        Value::Array(items) => items.iter().map(without_text).collect(),
        other => other.clone(),
    }
}
