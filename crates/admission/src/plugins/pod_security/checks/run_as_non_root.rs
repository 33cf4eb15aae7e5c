//! No container runs as root.

use super::{Pod, Violation, containers, setters};

const REASON: &str = "runAsNonRoot != true";

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let own = pod.spec.security_context.as_ref().and_then(|context| context.run_as_non_root);
    let bad = pod.where_context(|context| context.and_then(|context| context.run_as_non_root) == Some(false));
    if let Some(who) = setters(own == Some(false), &bad) {
        return Violation::new(REASON, format!("{who} must not set securityContext.runAsNonRoot=false"));
    }
    if own == Some(true) {
        return None;
    }
    let open = pod.where_context(|context| context.and_then(|context| context.run_as_non_root).is_none());
    if open.is_empty() {
        return None;
    }
    let who = containers(&open);
    Violation::new(REASON, format!("pod or {who} must set securityContext.runAsNonRoot=true"))
}

/// Root in users of its own is nobody on the node.
pub fn judge_1_35(pod: &Pod<'_>) -> Option<Violation> {
    if pod.has_own_users() { None } else { judge(pod) }
}
