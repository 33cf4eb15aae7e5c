//! Ports of the node that a pod wants and another has. Pure.

use api::core::v1::Pod;

/// One port of the node.
#[derive(Debug, PartialEq, Eq)]
struct Port<'a> {
    ip: &'a str,
    protocol: &'a str,
    number: i32,
}

impl Port<'_> {
    fn conflicts(&self, other: &Self) -> bool {
        let any = |ip: &str| matches!(ip, "" | "0.0.0.0" | "::");
        self.number == other.number
            && self.protocol == other.protocol
            && (any(self.ip) || any(other.ip) || self.ip == other.ip)
    }
}

/// Whether the two can't be on one node.
pub(super) fn conflict(pod: &Pod, other: &Pod) -> bool {
    let wanted = of(pod);
    !wanted.is_empty() && of(other).iter().any(|taken| wanted.iter().any(|wanted| wanted.conflicts(taken)))
}

fn of(pod: &Pod) -> Vec<Port<'_>> {
    let containers = pod.spec.iter().flat_map(|spec| {
        let lasting = spec
            .init_containers
            .iter()
            .flatten()
            .filter(|one| one.restart_policy.as_deref() == Some("Always"));
        spec.containers.iter().chain(lasting)
    });
    let ports = containers.flat_map(|container| container.ports.iter().flatten());
    ports
        .filter_map(|port| {
            Some(Port {
                ip: port.host_ip.as_deref().unwrap_or_default(),
                protocol: port.protocol.as_deref().unwrap_or("TCP"),
                number: port.host_port.filter(|number| *number > 0)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pod(ports: &serde_json::Value) -> Pod {
        let containers = json!([{"name": "c", "ports": ports}]);
        api::Typed::decode(&json!({"spec": {"containers": containers}})).unwrap()
    }

    #[test]
    fn a_port_is_had_once() {
        let web = pod(&json!([{"containerPort": 80, "hostPort": 8080}]));
        let cases = [
            (json!([{"containerPort": 81, "hostPort": 8080}]), true),
            (json!([{"containerPort": 80, "hostPort": 8080, "hostIP": "10.0.0.1"}]), true),
            (json!([{"containerPort": 80, "hostPort": 8080, "protocol": "UDP"}]), false),
            (json!([{"containerPort": 8080}]), false),
            (json!([]), false),
        ];
        for (ports, expected) in cases {
            assert_eq!(conflict(&pod(&ports), &web), expected, "{ports}");
            assert_eq!(conflict(&web, &pod(&ports)), expected, "{ports}");
        }
        let here = pod(&json!([{"containerPort": 80, "hostPort": 1, "hostIP": "10.0.0.1"}]));
        let there = pod(&json!([{"containerPort": 80, "hostPort": 1, "hostIP": "10.0.0.2"}]));
        assert!(!conflict(&here, &there));
    }
}
