//! The groups and versions of a set of kinds, in the order in which discovery shows them.

use std::sync::Arc;

use registry::Kind;

/// The built-in groups in upstream's order; others follow by name.
const ORDER: [&str; 23] = [
    "",
    "apiregistration.k8s.io",
    "apps",
    "events.k8s.io",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "autoscaling",
    "batch",
    "certificates.k8s.io",
    "networking.k8s.io",
    "policy",
    "rbac.authorization.k8s.io",
    "storage.k8s.io",
    "admissionregistration.k8s.io",
    "apiextensions.k8s.io",
    "scheduling.k8s.io",
    "coordination.k8s.io",
    "node.k8s.io",
    "discovery.k8s.io",
    "resource.k8s.io",
    "flowcontrol.apiserver.k8s.io",
    "internal.apiserver.k8s.io",
    "storagemigration.k8s.io",
];

/// One group with its versions, the preferred one first.
pub(crate) struct Group {
    /// Empty for core.
    pub name: String,
    /// Best first.
    pub versions: Vec<Version>,
}

/// One version with the kinds served in it, sorted by plural.
pub(crate) struct Version {
    pub name: String,
    /// Each with the index of this version among those that it is served in.
    pub kinds: Vec<(Arc<Kind>, usize)>,
}

/// Sorts kinds into groups and versions.
pub(crate) fn groups(kinds: &[Arc<Kind>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for kind in kinds {
        for (at, served) in kind.served.iter().enumerate().filter(|(_, served)| !served.hidden) {
            let group = find_or_add(
                &mut groups,
                |group| group.name == served.group,
                || Group { name: served.group.to_string(), versions: Vec::new() },
            );
            let version = find_or_add(
                &mut group.versions,
                |version| version.name == served.version,
                || Version { name: served.version.to_string(), kinds: Vec::new() },
            );
            version.kinds.push((kind.clone(), at));
        }
    }
    let place = |name: &str| ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len());
    groups.sort_by(|a, b| place(&a.name).cmp(&place(&b.name)).then_with(|| a.name.cmp(&b.name)));
    for group in &mut groups {
        group.versions.sort_by_key(|version| std::cmp::Reverse(rank(&version.name)));
        for version in &mut group.versions {
            version.kinds.sort_by(|(a, _), (b, _)| a.plural.cmp(&b.plural));
        }
    }
    groups
}

fn find_or_add<T>(all: &mut Vec<T>, is: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> &mut T {
    let at = all.iter().position(is).unwrap_or_else(|| {
        all.push(make());
        all.len() - 1
    });
    &mut all[at]
}

/// How good a version is: stable before beta before alpha, the higher number first; what is no version comes last.
fn rank(version: &str) -> (u8, u32, u32) {
    let parse = || {
        let rest = version.strip_prefix('v')?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let major = rest[..end].parse().ok()?;
        Some(match &rest[end..] {
            "" => (3, major, 0),
            stage if stage.starts_with("beta") => (2, major, stage[4..].parse().ok()?),
            stage if stage.starts_with("alpha") => (1, major, stage[5..].parse().ok()?),
            _ => return None,
        })
    };
    parse().unwrap_or((0, 0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_rank_as_in_upstream() {
        let mut versions = ["v1alpha1", "v2", "v1beta2", "foo", "v1", "v1beta10", "v10"];
        versions.sort_by_key(|version| std::cmp::Reverse(rank(version)));
        assert_eq!(versions, ["v10", "v2", "v1", "v1beta10", "v1beta2", "v1alpha1", "foo"]);
    }
}
