//! Finds the recorded answers of a stock v1.36 server, which live beside the repository.

use serde_json::Value;
use std::path::PathBuf;

/// One recorded case: where it is from, and its steps, with placeholders turned into plausible values.
pub struct Case {
    pub name: String,
    pub steps: Vec<Value>,
}

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

/// Every recorded case.
pub fn cases() -> Vec<Case> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut files: Vec<_> =
        std::fs::read_dir(folder.join("behaviour")).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "json")) {
        let text = with_values(&std::fs::read_to_string(file).unwrap());
        let list: Vec<Value> = serde_json::from_str(&text).unwrap();
        cases.extend(list.into_iter().map(|case| Case {
            name: format!("{}: {}", file.file_stem().unwrap().display(), case["name"].as_str().unwrap()),
            steps: case["steps"].as_array().unwrap().clone(),
        }));
    }
    cases
}

/// Recorded answers hold placeholders where a server's own values were; rules need values of the right form.
fn with_values(text: &str) -> String {
    text.replace("\"<time>\"", "\"2026-01-01T00:00:00Z\"")
        .replace("\"<microtime>\"", "\"2026-01-01T00:00:00.000000Z\"")
        .replace("<uid>", "00000000-0000-4000-8000-000000000000")
        .replace("\"<rv>\"", "\"1\"")
        .replace("<random>", "rrrrr")
        .replace("$ns", "ns-1")
        .replace("$id", "id-1")
}
