//! Runs every check over the repository itself; what each one catches is tested beside it.

use super::*;

#[test]
fn the_repository_is_tidy() {
    let repo = Repo::read(&crate::root().unwrap()).unwrap();
    assert!(!repo.sources.is_empty() && !repo.crates.is_empty(), "nothing was read");
    let findings: Vec<String> = CHECKS
        .iter()
        .flat_map(|(name, check)| {
            check(&repo).into_iter().map(move |finding| format!("{name}: {}", finding.0))
        })
        .collect();
    assert!(findings.is_empty(), "places to tidy:\n{}", findings.join("\n"));
}
