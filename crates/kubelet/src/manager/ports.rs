//! Ports of the node that pods take: two pods can't have the same one.

use std::collections::BTreeSet;

use api::core::v1::Pod;

use crate::pod::spec::{self, Role};

/// One port: protocol, address (empty is all), number.
type Port = (String, String, i32);

/// The ports of the node that a pod takes.
fn of(pod: &Pod) -> BTreeSet<Port> {
    let all = spec::containers(pod);
    let some = all.iter().filter(|(role, _)| matches!(role, Role::App | Role::Sidecar));
    let ports = some.flat_map(|(_, container)| container.ports.iter().flatten());
    ports
        .filter_map(|port| {
            let number = port.host_port.filter(|number| *number > 0)?;
            let protocol = port.protocol.clone().unwrap_or_else(|| "TCP".into());
            let ip = port.host_ip.clone().filter(|ip| ip != "0.0.0.0").unwrap_or_default();
            Some((protocol, ip, number))
        })
        .collect()
}

/// Whether two pods want the same port.
pub(super) fn conflict(one: &Pod, other: &Pod) -> bool {
    let (one, other) = (of(one), of(other));
    one.iter().any(|(protocol, ip, number)| {
        other.iter().any(|(other_protocol, other_ip, other_number)| {
            let same_place = ip.is_empty() || other_ip.is_empty() || ip == other_ip;
            protocol == other_protocol && number == other_number && same_place
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;
    use serde_json::{Value, json};

    #[test]
    fn who_stands_in_whose_way() {
        let pod = |port: Value| {
            Pod::decode(&json!({"spec": {"containers": [{"name": "a", "ports": [port]}]}})).unwrap()
        };
        let port = |ip: &str, protocol: &str, number: i32| {
            pod(json!({"containerPort": 1, "hostPort": number, "hostIP": ip, "protocol": protocol}))
        };
        let first = port("10.0.0.1", "TCP", 80);
        for (other, expected) in [
            (port("10.0.0.1", "TCP", 80), true),
            (port("0.0.0.0", "TCP", 80), true),
            (port("", "TCP", 80), true),
            (pod(json!({"containerPort": 80, "hostPort": 80})), true),
            (port("10.0.0.2", "TCP", 80), false),
            (port("10.0.0.1", "UDP", 80), false),
            (port("10.0.0.1", "TCP", 81), false),
            (pod(json!({"containerPort": 80})), false),
        ] {
            assert_eq!(conflict(&first, &other), expected, "{other:?}");
            assert_eq!(conflict(&other, &first), expected, "{other:?}");
        }
    }
}
