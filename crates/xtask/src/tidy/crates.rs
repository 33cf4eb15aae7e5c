//! Every crate says what it is, follows the workspace's lints, and stands on the map in `ARCHITECTURE.md`.

use super::{Finding, Repo};

pub fn check(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    let map = repo.documents.get("ARCHITECTURE.md").map_or("", String::as_str);
    for (name, manifest) in &repo.crates {
        if manifest.package.get("description").and_then(|text| text.as_str()).is_none_or(str::is_empty) {
            findings.push(Finding(format!("crate {name} has no description")));
        }
        if manifest.lints.get("workspace").and_then(|value| value.as_bool()) != Some(true) {
            findings.push(Finding(format!("crate {name} does not follow the workspace's lints")));
        }
        if !map.contains(&format!("`{name}`")) {
            findings.push(Finding(format!("crate {name} is not on the code map in ARCHITECTURE.md")));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_needs_words_lints_and_a_place_on_the_map() {
        let good = "[package]\ndescription = \"x\"\n[lints]\nworkspace = true";
        let mut repo = Repo::of(&[], &[("store", good)]);
        assert_eq!(check(&repo).len(), 1);
        repo.documents.insert("ARCHITECTURE.md".into(), "| `store` | …".into());
        assert_eq!(check(&repo), []);
        assert_eq!(check(&Repo::of(&[], &[("store", "")])).len(), 3);
    }
}
