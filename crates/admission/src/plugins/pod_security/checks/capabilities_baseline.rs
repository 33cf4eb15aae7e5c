//! Nothing is added beyond the capabilities that runtimes give anyway.

use std::collections::BTreeSet;

use super::{Pod, Violation, containers, quoted};

const ALLOWED: [&str; 13] = [
    "AUDIT_WRITE",
    "CHOWN",
    "DAC_OVERRIDE",
    "FOWNER",
    "FSETID",
    "KILL",
    "MKNOD",
    "NET_BIND_SERVICE",
    "SETFCAP",
    "SETGID",
    "SETPCAP",
    "SETUID",
    "SYS_CHROOT",
];

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let (mut names, mut added) = (Vec::new(), BTreeSet::new());
    for container in &pod.containers {
        let context = container.security_context.as_ref();
        let capabilities = context.and_then(|context| context.capabilities.as_ref());
        let all = capabilities.and_then(|capabilities| capabilities.add.as_ref()).into_iter().flatten();
        let bad: Vec<&str> =
            all.map(String::as_str).filter(|capability| !ALLOWED.contains(capability)).collect();
        if !bad.is_empty() {
            names.push(container.name.as_str());
            added.extend(bad);
        }
    }
    if names.is_empty() {
        return None;
    }
    let (who, what) = (containers(&names), quoted(&added));
    let detail = format!("{who} must not include {what} in securityContext.capabilities.add");
    Violation::new("non-default capabilities", detail)
}
