//! No process gains more rights than its parent.

use super::{Pod, Violation, containers};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let bad = pod.where_context(|context| {
        context.and_then(|context| context.allow_privilege_escalation) != Some(false)
    });
    if bad.is_empty() {
        return None;
    }
    let detail = format!("{} must set securityContext.allowPrivilegeEscalation=false", containers(&bad));
    Violation::new("allowPrivilegeEscalation != false", detail)
}

/// Pods for Windows cannot set it.
pub fn judge_1_25(pod: &Pod<'_>) -> Option<Violation> {
    if pod.is_windows() { None } else { judge(pod) }
}
