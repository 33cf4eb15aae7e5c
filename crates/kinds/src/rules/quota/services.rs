//! What a service uses: itself, ports of nodes, a load balancer.

use resource::Object;
use serde_json::Value;

use super::number;
use crate::rules::amounts::Amounts;

pub(super) const NAMES: [&str; 4] =
    ["count/services", "services", "services.nodeports", "services.loadbalancers"];

pub(super) fn usage(service: &Object) -> Amounts {
    let ports = service.get("spec.ports").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let named = ports.iter().filter(|port| port["nodePort"].as_i64().is_some_and(|port| port != 0)).count();
    let chosen = service.get("spec.allocateLoadBalancerNodePorts") == Some(&Value::Bool(false));
    // Ports are not handed out yet: what counts is what the service asks for.
    let (node_ports, balancers) = match service.text("spec.type") {
        "NodePort" => (ports.len(), 0),
        "LoadBalancer" if chosen => (named, 1),
        "LoadBalancer" => (ports.len(), 1),
        _ => (0, 0),
    };
    let node_ports = i64::try_from(node_ports).unwrap_or(i64::MAX);
    let [count, services, by_port, by_balancer] = NAMES;
    Amounts::from([
        (count.to_owned(), number(1)),
        (services.to_owned(), number(1)),
        (by_port.to_owned(), number(node_ports)),
        (by_balancer.to_owned(), number(balancers)),
    ])
}
