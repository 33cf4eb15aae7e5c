//! Whether the node takes a pod that was bound to it: the scheduler's picture may be older than the node's.

mod ports;

use api::core::v1::Pod;

use super::Roster;
use crate::pod::spec;
use crate::pod::state::{Life, Verdict};
use crate::resources::{self, Amounts};
use crate::shared::Shared;

/// What the node has for pods.
#[derive(Debug, Clone, Copy)]
struct Room {
    pods: i64,
    cpu: i64,
    memory: i64,
}

/// Why the node does not take the pod, if it does not.
pub(super) fn judge(shared: &Shared, pod: &Pod, roster: &Roster) -> Option<Verdict> {
    // What runs already was taken, and files have nobody who would look for another place.
    let begun = pod.status.as_ref().is_some_and(|status| status.start_time.is_some());
    if begun || spec::is_static(pod) || pod.metadata.deletion_timestamp.is_some() {
        return None;
    }
    let os = pod.spec.as_ref().and_then(|spec| spec.os.as_ref());
    if os.is_some_and(|os| os.name != "linux") {
        return Some(refusal(
            "PodOSNotSupported",
            "Failed to admit pod as the OS field doesn't match node OS",
        ));
    }
    let mut others = roster.all();
    others.retain(|other| !matches!(other.life, Life::Terminated { .. } | Life::Gone));
    if others.iter().any(|other| ports::conflict(pod, &other.pod)) {
        let why = "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports";
        return Some(refusal("NodePorts", why));
    }
    let others: Vec<Amounts> = others.iter().map(|other| resources::pod_amounts(&other.pod)).collect();
    let (cpu, memory) = shared.config.reserved;
    let room = Room {
        pods: i64::try_from(shared.config.max_pods).unwrap_or(i64::MAX),
        cpu: shared.machine.cpus * 1000 - cpu,
        memory: shared.machine.memory - memory,
    };
    fit(&resources::pod_amounts(pod), &others, room)
}

fn refusal(reason: &str, message: &str) -> Verdict {
    Verdict { reason: reason.to_owned(), message: message.to_owned(), disruption: false }
}

fn fit(wanted: &Amounts, others: &[Amounts], room: Room) -> Option<Verdict> {
    let count = i64::try_from(others.len()).unwrap_or(i64::MAX);
    let cpu: i64 = others.iter().map(|other| other.cpu_request).sum();
    let memory: i64 = others.iter().map(|other| other.memory_request).sum();
    for (name, asked, used, capacity) in [
        ("pods", 1, count, room.pods),
        ("cpu", wanted.cpu_request, cpu, room.cpu),
        ("memory", wanted.memory_request, memory, room.memory),
    ] {
        if asked > 0 && asked + used > capacity {
            let message = format!(
                "Node didn't have enough resource: {name}, requested: {asked}, used: {used}, capacity: {capacity}"
            );
            return Some(refusal(&format!("OutOf{name}"), &message));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused() {
        let amounts =
            |cpu, memory| Amounts { cpu_request: cpu, memory_request: memory, ..Amounts::default() };
        let room = Room { pods: 2, cpu: 1000, memory: 100 };
        let reason = |wanted, others: &[Amounts]| fit(&wanted, others, room).map(|verdict| verdict.reason);
        assert_eq!(reason(amounts(500, 50), &[amounts(500, 50)]), None);
        assert_eq!(reason(amounts(501, 0), &[amounts(500, 0)]).as_deref(), Some("OutOfcpu"));
        assert_eq!(reason(amounts(0, 51), &[amounts(0, 50)]).as_deref(), Some("OutOfmemory"));
        assert_eq!(reason(amounts(0, 0), &[amounts(0, 0), amounts(0, 0)]).as_deref(), Some("OutOfpods"));
    }
}
