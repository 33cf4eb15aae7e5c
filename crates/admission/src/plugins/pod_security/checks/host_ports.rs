//! No container takes a port of its node.

use std::collections::BTreeSet;

use super::{Pod, Violation, containers, plural};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let (mut names, mut ports) = (Vec::new(), BTreeSet::new());
    for container in &pod.containers {
        let taken = container.ports.iter().flatten().filter_map(|port| port.host_port);
        let taken: Vec<String> = taken.filter(|port| *port != 0).map(|port| port.to_string()).collect();
        if !taken.is_empty() {
            names.push(container.name.as_str());
            ports.extend(taken);
        }
    }
    if names.is_empty() {
        return None;
    }
    let (who, use_) = (containers(&names), plural("uses", "use", names.len()));
    let word = plural("hostPort", "hostPorts", ports.len());
    let ports: Vec<String> = ports.into_iter().collect();
    Violation::new("hostPort", format!("{who} {use_} {word} {}", ports.join(", ")))
}
