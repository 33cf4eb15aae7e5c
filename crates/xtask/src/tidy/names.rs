//! File names say what is inside: `foo.rs` + `foo/` instead of `mod.rs`, and no drawer for odds and ends.

use super::{Finding, Repo};

const DRAWERS: &[&str] = &["utils", "util", "helpers", "helper", "common", "misc", "stuff", "lib2"];

pub fn check(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in repo.sources.keys() {
        if path.ends_with("/mod.rs") {
            findings.push(Finding(format!("{path}: call it after its folder, beside the folder")));
        }
        let drawer = path.trim_end_matches(".rs").split('/').find(|part| DRAWERS.contains(part));
        if let Some(drawer) = drawer {
            findings.push(Finding(format!("{path}: “{drawer}” says nothing of what is inside")));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawers_and_mod_files_are_found() {
        for (path, expected) in
            [("crates/a/src/watch.rs", 0), ("crates/a/src/x/mod.rs", 1), ("crates/a/src/utils.rs", 1)]
        {
            assert_eq!(check(&Repo::of(&[(path, "//! x\n")], &[])).len(), expected, "{path}");
        }
    }
}
