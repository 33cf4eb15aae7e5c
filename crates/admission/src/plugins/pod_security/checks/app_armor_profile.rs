//! AppArmor's profile is the runtime's own, or one of the node.

use std::collections::BTreeSet;

use api::core::v1::AppArmorProfile;

use super::{Pod, Violation, plural, quoted, setters};

const ANNOTATION: &str = "container.apparmor.security.beta.kubernetes.io/";

fn is_bad(profile: Option<&AppArmorProfile>) -> Option<&str> {
    let kind = profile?.type_.as_str();
    (!matches!(kind, "RuntimeDefault" | "Localhost")).then_some(kind)
}

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let own = pod.spec.security_context.as_ref();
    let own = is_bad(own.and_then(|context| context.app_armor_profile.as_ref()));
    let (mut names, mut values) = (Vec::new(), BTreeSet::from_iter(own));
    for container in &pod.containers {
        let context = container.security_context.as_ref();
        if let Some(kind) = is_bad(context.and_then(|context| context.app_armor_profile.as_ref())) {
            names.push(container.name.as_str());
            values.insert(kind);
        }
    }
    let forbidden = pod.annotations.iter().filter(|(key, value)| {
        let allowed = value.is_empty() || *value == "runtime/default" || value.starts_with("localhost/");
        key.starts_with(ANNOTATION) && !allowed
    });
    let mut annotations: Vec<String> =
        forbidden.map(|(key, value)| format!("{key}={}", meta::go::quote(value))).collect();
    annotations.sort();
    let mut who: Vec<String> = setters(own.is_some(), &names).into_iter().collect();
    if !annotations.is_empty() {
        who.push(plural("annotation", "annotations", annotations.len()).to_owned());
    }
    if who.is_empty() {
        return None;
    }
    let all: Vec<String> = values.into_iter().map(str::to_owned).chain(annotations).collect();
    let detail = format!("{} must not set AppArmor profile type to {}", who.join(" and "), quoted(&all));
    Violation::new(plural("forbidden AppArmor profile", "forbidden AppArmor profiles", all.len()), detail)
}
