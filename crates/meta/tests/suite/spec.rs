//! Finds the recorded answers of a stock v1.36 server, which live beside the repository.

use serde_json::Value;
use std::path::PathBuf;

/// The folder of the spec data, or `None` where it is absent and that is allowed: everywhere but in CI.
pub fn folder() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/spec");
    let root = std::env::var_os("NAVARCH_SPEC").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let folder = root.join("v1.36");
    if folder.is_dir() {
        return Some(folder);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no spec data at {}", folder.display());
    println!("skipped: no spec data");
    None
}

/// Every step of every recorded case, with the name of its case.
pub fn steps() -> Vec<(String, Value)> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut files: Vec<_> =
        std::fs::read_dir(folder.join("behaviour")).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let mut steps = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "json")) {
        let cases: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        for case in cases.as_array().unwrap() {
            let name = format!("{}: {}", file.file_stem().unwrap().display(), case["name"].as_str().unwrap());
            steps.extend(case["steps"].as_array().unwrap().iter().map(|step| (name.clone(), step.clone())));
        }
    }
    steps
}

/// Calls `visit` with every object inside a value, itself included.
pub fn objects<'a>(value: &'a Value, visit: &mut impl FnMut(&'a serde_json::Map<String, Value>)) {
    match value {
        Value::Object(map) => {
            visit(map);
            map.values().for_each(|value| objects(value, visit));
        }
        Value::Array(items) => items.iter().for_each(|value| objects(value, visit)),
        _ => {}
    }
}
