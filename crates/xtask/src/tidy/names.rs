//! File names say what is inside: `foo.rs` + `foo/` instead of `mod.rs`, no drawer for odds and ends, and one integration binary per
//! crate (`tests/main.rs` with folders beside it; cargo makes another binary of any other file there).

use super::repo::Manifest;
use super::{Finding, Repo};

const DRAWERS: &[&str] = &["utils", "util", "helpers", "helper", "common", "misc", "stuff", "lib2"];

pub fn check(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in repo.sources.keys() {
        if path.ends_with("/mod.rs") {
            findings.push(Finding(format!("{path}: call it after its folder, beside the folder")));
        }
        if is_second_binary(repo, path) {
            findings.push(Finding(format!(
                "{path}: one integration binary per crate; make it a module of tests/main.rs"
            )));
        }
        let drawer = path.trim_end_matches(".rs").split('/').find(|part| DRAWERS.contains(part));
        if let Some(drawer) = drawer {
            findings.push(Finding(format!("{path}: “{drawer}” says nothing of what is inside")));
        }
    }
    findings
}

/// Whether cargo makes an integration binary of this file besides `tests/main.rs`.
fn is_second_binary(repo: &Repo, path: &str) -> bool {
    let Some((name, file)) = path.strip_prefix("crates/").and_then(|rest| rest.split_once("/tests/")) else {
        return false;
    };
    let discovers =
        |manifest: &Manifest| manifest.package.get("autotests").and_then(|on| on.as_bool()) != Some(false);
    !name.contains('/')
        && !file.contains('/')
        && file != "main.rs"
        && repo.crates.get(name).is_none_or(discovers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawers_and_mod_files_are_found() {
        for (path, expected) in [
            ("crates/a/src/watch.rs", 0),
            ("crates/a/src/x/mod.rs", 1),
            ("crates/a/src/utils.rs", 1),
            ("crates/a/tests/main.rs", 0),
            ("crates/a/tests/suite/b.rs", 0),
            ("crates/a/tests/b.rs", 1),
        ] {
            assert_eq!(check(&Repo::of(&[(path, "//! x\n")], &[])).len(), expected, "{path}");
        }
    }
}
