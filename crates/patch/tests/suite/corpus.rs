//! The recorded answers of a stock server, as data.
#![expect(clippy::print_stdout, reason = "says that it skipped")]

use std::path::PathBuf;

use serde_json::Value;

/// The cases of one file; `None` when the recordings are not there, which only CI forbids.
pub(crate) fn cases(file: &str) -> Option<Vec<Value>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/spec/v1.36/behaviour")
        .join(format!("{file}.json"));
    let Ok(bytes) = std::fs::read(&path) else {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "no spec data at {}", path.display());
        println!("skipped: no spec data");
        return None;
    };
    let cases: Value = serde_json::from_slice(&bytes).expect("recordings are JSON");
    Some(cases.as_array().expect("recordings are a list").clone())
}
