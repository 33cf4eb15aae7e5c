//! The pod shares no namespace with its node.

use super::{Pod, Violation};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let spec = pod.spec;
    let all = [
        (spec.host_network, "hostNetwork=true"),
        (spec.host_pid, "hostPID=true"),
        (spec.host_ipc, "hostIPC=true"),
    ];
    let shared: Vec<&str> =
        all.into_iter().filter(|(shared, _)| *shared == Some(true)).map(|(_, text)| text).collect();
    if shared.is_empty() { None } else { Violation::new("host namespaces", shared.join(", ")) }
}
