//! Seccomp is turned on.

use super::{Pod, Violation, containers, seccomp_profile_baseline};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    if let Some(bad) = seccomp_profile_baseline::judge(pod) {
        return Some(bad);
    }
    let own = pod.spec.security_context.as_ref().and_then(|context| context.seccomp_profile.as_ref());
    if own.is_some() {
        return None;
    }
    let is_open = |context: Option<&api::core::v1::SecurityContext>| {
        context.and_then(|context| context.seccomp_profile.as_ref()).is_none()
    };
    let open = pod.where_context(is_open);
    if open.is_empty() {
        return None;
    }
    let detail = format!(
        "pod or {} must set securityContext.seccompProfile.type to \"RuntimeDefault\" or \"Localhost\"",
        containers(&open)
    );
    Violation::new("seccompProfile", detail)
}

/// Pods for Windows cannot set it.
pub fn judge_1_25(pod: &Pod<'_>) -> Option<Violation> {
    if pod.is_windows() { None } else { judge(pod) }
}
