//! Some dependencies have one door: only the crate named here may depend on them.

use super::{Finding, Repo};

/// A dependency (or every one that begins so, with a star) and the crates that may name it.
const FENCES: &[(&str, &[&str])] = &[
    ("k8s-openapi", &["api"]),
    ("kube", &["client"]),
    ("kube-*", &["client"]),
    ("rustls*", &["tls"]),
    ("tokio-rustls", &["tls"]),
    ("aws-lc*", &[]),
    ("openssl*", &[]),
];

pub fn check(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, manifest) in &repo.crates {
        for used in manifest.dependencies.keys().chain(manifest.build_dependencies.keys()) {
            for (fenced, allowed) in FENCES {
                let matches = match fenced.strip_suffix('*') {
                    Some(prefix) => used.starts_with(prefix),
                    None => used == fenced,
                };
                if matches && !allowed.contains(&name.as_str()) {
                    let doors = if allowed.is_empty() { "no crate".to_owned() } else { allowed.join(", ") };
                    findings.push(Finding(format!("{name} depends on {used}; only {doors} may")));
                }
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_door_may_name_a_fenced_dependency() {
        let uses = |dependency: &str| format!("[dependencies]\n{dependency} = \"1\"");
        for (name, dependency, expected) in [
            ("tls", "rustls", 0),
            ("store", "rustls-pki-types", 1),
            ("api", "k8s-openapi", 0),
            ("kinds", "k8s-openapi", 1),
            ("tls", "aws-lc-rs", 1),
        ] {
            let findings = check(&Repo::of(&[], &[(name, &uses(dependency))]));
            assert_eq!(findings.len(), expected, "{name} names {dependency}: {findings:?}");
        }
    }
}
