//! No container has all rights on its node.

use super::{Pod, Violation, containers};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let bad = pod.where_context(|context| context.and_then(|context| context.privileged) == Some(true));
    if bad.is_empty() {
        return None;
    }
    Violation::new("privileged", format!("{} must not set securityContext.privileged=true", containers(&bad)))
}
