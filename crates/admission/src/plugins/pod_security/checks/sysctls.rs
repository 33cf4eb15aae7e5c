//! Only settings of the kernel that concern nobody but the pod are changed.

use super::{Pod, Violation};

/// The settings that are safe, each with the minor version from which on it counts as such.
const SAFE: [(&str, u32); 12] = [
    ("kernel.shm_rmid_forced", 0),
    ("net.ipv4.ip_local_port_range", 0),
    ("net.ipv4.tcp_syncookies", 0),
    ("net.ipv4.ping_group_range", 0),
    ("net.ipv4.ip_unprivileged_port_start", 0),
    ("net.ipv4.ip_local_reserved_ports", 27),
    ("net.ipv4.tcp_keepalive_time", 29),
    ("net.ipv4.tcp_fin_timeout", 29),
    ("net.ipv4.tcp_keepalive_intvl", 29),
    ("net.ipv4.tcp_keepalive_probes", 29),
    ("net.ipv4.tcp_rmem", 32),
    ("net.ipv4.tcp_wmem", 32),
];

fn at(pod: &Pod<'_>, version: u32) -> Option<Violation> {
    let context = pod.spec.security_context.as_ref();
    let set = context.and_then(|context| context.sysctls.as_ref()).into_iter().flatten();
    let is_safe = |name: &str| SAFE.iter().any(|(safe, from)| *safe == name && *from <= version);
    let bad: Vec<&str> = set.map(|sysctl| sysctl.name.as_str()).filter(|name| !is_safe(name)).collect();
    if bad.is_empty() { None } else { Violation::new("forbidden sysctls", bad.join(", ")) }
}

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    at(pod, 0)
}

pub fn judge_1_27(pod: &Pod<'_>) -> Option<Violation> {
    at(pod, 27)
}

pub fn judge_1_29(pod: &Pod<'_>) -> Option<Violation> {
    at(pod, 29)
}

pub fn judge_1_32(pod: &Pod<'_>) -> Option<Violation> {
    at(pod, 32)
}
