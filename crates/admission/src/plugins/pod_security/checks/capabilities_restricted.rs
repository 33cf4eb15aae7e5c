//! All capabilities are dropped, and only that of low ports may come back.

use std::collections::BTreeSet;

use super::{Pod, Violation, containers, quoted};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let (mut keeping, mut adding, mut added) = (Vec::new(), Vec::new(), BTreeSet::new());
    for container in &pod.containers {
        let context = container.security_context.as_ref();
        let capabilities = context.and_then(|context| context.capabilities.as_ref());
        let dropped = capabilities.and_then(|capabilities| capabilities.drop.as_ref()).into_iter().flatten();
        if !dropped.into_iter().any(|capability| capability == "ALL") {
            keeping.push(container.name.as_str());
        }
        let all = capabilities.and_then(|capabilities| capabilities.add.as_ref()).into_iter().flatten();
        let bad: Vec<&str> = all.map(String::as_str).filter(|name| *name != "NET_BIND_SERVICE").collect();
        if !bad.is_empty() {
            adding.push(container.name.as_str());
            added.extend(bad);
        }
    }
    let mut details = Vec::new();
    if !keeping.is_empty() {
        details
            .push(format!("{} must set securityContext.capabilities.drop=[\"ALL\"]", containers(&keeping)));
    }
    if !adding.is_empty() {
        let (who, what) = (containers(&adding), quoted(&added));
        details.push(format!("{who} must not include {what} in securityContext.capabilities.add"));
    }
    if details.is_empty() { None } else { Violation::new("unrestricted capabilities", details.join("; ")) }
}

/// Pods for Windows cannot set them.
pub fn judge_1_25(pod: &Pod<'_>) -> Option<Violation> {
    if pod.is_windows() { None } else { judge(pod) }
}
