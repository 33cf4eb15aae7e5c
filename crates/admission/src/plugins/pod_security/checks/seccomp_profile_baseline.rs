//! Seccomp is not turned off.

use std::collections::BTreeSet;

use api::core::v1::SeccompProfile;

use super::{Pod, Violation, plural, quoted, setters};

const POD: &str = "seccomp.security.alpha.kubernetes.io/pod";
const CONTAINER: &str = "container.seccomp.security.alpha.kubernetes.io/";

/// As it was before there were fields for it.
pub fn judge_annotations(pod: &Pod<'_>) -> Option<Violation> {
    let own = pod.containers.iter().map(|container| format!("{CONTAINER}{}", container.name));
    let bad: BTreeSet<String> = std::iter::once(POD.to_owned())
        .chain(own)
        .filter_map(|key| pod.annotations.get(&key).map(|value| (key.clone(), value)))
        .filter(|(_, value)| {
            !matches!(value.as_str(), "runtime/default" | "docker/default")
                && !value.starts_with("localhost/")
        })
        .map(|(key, value)| format!("{key}={}", meta::go::quote(value)))
        .collect();
    if bad.is_empty() {
        return None;
    }
    let word = plural("annotation", "annotations", bad.len());
    let all: Vec<String> = bad.into_iter().collect();
    Violation::new("seccompProfile", format!("forbidden {word} {}", all.join(", ")))
}

/// The profile's kind, if it is none that is allowed.
fn bad(profile: Option<&SeccompProfile>) -> Option<&str> {
    let kind = profile?.type_.as_str();
    (!matches!(kind, "Localhost" | "RuntimeDefault")).then_some(kind)
}

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let own = pod.spec.security_context.as_ref().and_then(|context| context.seccomp_profile.as_ref());
    let (mut names, mut kinds) = (Vec::new(), BTreeSet::from_iter(bad(own)));
    for container in &pod.containers {
        let context = container.security_context.as_ref();
        if let Some(kind) = bad(context.and_then(|context| context.seccomp_profile.as_ref())) {
            names.push(container.name.as_str());
            kinds.insert(kind);
        }
    }
    let who = setters(bad(own).is_some(), &names)?;
    let detail = format!("{who} must not set securityContext.seccompProfile.type to {}", quoted(&kinds));
    Violation::new("seccompProfile", detail)
}
