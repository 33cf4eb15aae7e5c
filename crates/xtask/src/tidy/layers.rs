//! Dependencies point down: a crate may use only crates of layers below its own. The table is the architecture.
//!
//! Within a layer nothing depends on its neighbour, except where the table gives them ranks of their own (the engines of
//! layer 5 build on one another in a fixed order). `testing` is for `[dev-dependencies]` only.

use super::{Finding, Repo};

/// Every crate's place, bottom first. A crate that does not exist yet has its place already.
const LAYERS: &[(&str, &[&str])] = &[
    ("0a plumbing: time", &["runtime"]),
    ("0b plumbing", &["telemetry", "tls"]),
    ("1 model", &["meta"]),
    ("2 model", &["api", "schema"]),
    ("3 forms", &["codec", "patch", "cel", "jsonpath"]),
    (
        "4a contracts and edges",
        &["resource", "store", "client", "streaming", "node", "cgroup", "netlink", "netfilter", "volume"],
    ),
    ("4b edges on contracts", &["cri"]),
    ("5a engines: kinds", &["kinds"]),
    ("5b engines: registry", &["registry"]),
    ("5c engines: informer", &["informer"]),
    ("5d engines: identity", &["authn", "authz"]),
    ("5e engines: admission", &["admission"]),
    (
        "6 programs",
        &[
            "apiserver",
            "controllers",
            "scheduler",
            "kubelet",
            "oci",
            "proxy",
            "network",
            "dns",
            "kubectl",
            "console",
            "bench",
        ],
    ),
    ("7 binary", &["navarch"]),
    ("dev", &["testing", "xtask"]),
    ("judges", &["conformance"]),
];

/// Crates that only tests may use.
const DEV: &[&str] = &["testing", "xtask"];

/// Programs that test the finished one from outside, and are no part of it.
const JUDGES: &[&str] = &["conformance"];

pub fn check(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, manifest) in &repo.crates {
        let Some(rank) = rank(name) else {
            findings
                .push(Finding(format!("crate {name} has no layer; give it one in xtask/src/tidy/layers.rs")));
            continue;
        };
        let uses = manifest.dependencies.keys().chain(manifest.build_dependencies.keys());
        for used in uses.filter(|used| repo.crates.contains_key(*used)) {
            if DEV.contains(&used.as_str()) && !JUDGES.contains(&name.as_str()) {
                findings.push(Finding(format!("{name} depends on {used}, which is for tests only")));
            } else if self::rank(used).is_some_and(|used| used >= rank) {
                findings.push(Finding(format!(
                    "{name} ({}) depends on {used} ({}): dependencies only point down",
                    LAYERS[rank].0,
                    self::rank(used).map_or("?", |used| LAYERS[used].0)
                )));
            }
        }
    }
    findings
}

fn rank(name: &str) -> Option<usize> {
    LAYERS.iter().position(|(_, crates)| crates.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upward_sideways_and_unknown_are_found_and_downward_is_not() {
        for (name, dependencies, expected) in [
            ("store", "runtime = \"1\"\ntokio = \"1\"", 0),
            ("store", "registry = \"1\"", 1),
            ("store", "client = \"1\"", 1),
            ("registry", "kinds = \"1\"", 0),
            ("kinds", "registry = \"1\"", 1),
            ("kubelet", "proxy = \"1\"", 1),
            ("kubelet", "testing = \"1\"", 1),
            ("unheard-of", "", 1),
        ] {
            let others = ["runtime", "registry", "client", "kinds", "proxy", "testing", "kubelet", "store"];
            let manifest = format!("[dependencies]\n{dependencies}");
            let mut crates: Vec<_> = others.iter().map(|other| (*other, "")).collect();
            crates.push((name, &manifest));
            let findings = check(&Repo::of(&[], &crates));
            assert_eq!(findings.len(), expected, "{name} with {dependencies:?}: {findings:?}");
        }
    }
}
