//! Where the recorded data of the target version is, if it is here.

use std::path::PathBuf;

/// A folder of the data (`v1.36/discovery`) or a tool beside it (`../tools/replay.py`); `None`, with a word about it, in a plain
/// clone. With `CI=true` its absence is a failure.
pub fn find(below: &str) -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/spec");
    let root = std::env::var_os("NAVARCH_SPEC").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let path = root.join(below);
    if path.exists() {
        return Some(path);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no spec data at {}", path.display());
    println!("skipped: no spec data");
    None
}
