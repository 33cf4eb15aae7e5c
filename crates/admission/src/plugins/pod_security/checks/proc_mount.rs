//! `/proc` stays masked.

use std::collections::BTreeSet;

use super::{Pod, Violation, containers, quoted};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let (mut names, mut kinds) = (Vec::new(), BTreeSet::new());
    for container in &pod.containers {
        let context = container.security_context.as_ref();
        let kind = context.and_then(|context| context.proc_mount.as_deref());
        if let Some(kind) = kind.filter(|kind| *kind != "Default") {
            names.push(container.name.as_str());
            kinds.insert(kind);
        }
    }
    if names.is_empty() {
        return None;
    }
    let (who, what) = (containers(&names), quoted(&kinds));
    Violation::new("procMount", format!("{who} must not set securityContext.procMount to {what}"))
}

/// What is unmasked in users of its own shows nothing of the node.
pub fn judge_unless_own_users(pod: &Pod<'_>) -> Option<Violation> {
    if pod.has_own_users() { None } else { judge(pod) }
}
