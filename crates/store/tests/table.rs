//! Tables and folders that must list the same things.

use std::collections::BTreeSet;
use std::path::Path;

/// Panics unless `names` are exactly the Rust files of `folder` (from the crate's root).
pub fn agrees_with_folder<'a>(folder: &str, names: impl Iterator<Item = &'a str>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let files: BTreeSet<String> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "rs"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    assert_eq!(names, files, "the table (left) and the files of {folder} (right) differ");
}
