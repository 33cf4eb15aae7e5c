//! No container runs as the user 0.

use super::{Pod, Violation, setters};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let own = pod.spec.security_context.as_ref().and_then(|context| context.run_as_user);
    let bad = pod.where_context(|context| context.and_then(|context| context.run_as_user) == Some(0));
    let who = setters(own == Some(0), &bad)?;
    Violation::new("runAsUser=0", format!("{who} must not set runAsUser=0"))
}

/// Root in users of its own is nobody on the node.
pub fn judge_1_35(pod: &Pod<'_>) -> Option<Violation> {
    if pod.has_own_users() { None } else { judge(pod) }
}
