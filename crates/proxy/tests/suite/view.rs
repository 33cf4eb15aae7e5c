//! What policies come to: which endpoints count, for whom.

use proxy::view::{Action, Kind, List, Port};

use crate::objects;

/// A service with these lines in its spec, and endpoints each given as `address node conditions-and-hints`.
fn port(spec: &str, endpoints: &[(&str, &str, &str)]) -> Port {
    let endpoints: String = endpoints
        .iter()
        .map(|(address, node, more)| format!("  - {{addresses: [{address}], nodeName: {node}{more}}}\n"))
        .collect();
    let yaml = format!(
        "items:\n- kind: Service\n  metadata: {{namespace: default, name: s}}\n  spec: {{clusterIP: 10.96.0.1, ports: [{{port: 80, \
         nodePort: 30080}}], {spec}}}\n- kind: EndpointSlice\n  metadata: {{namespace: default, name: s-1, labels: \
         {{kubernetes.io/service-name: s}}}}\n  addressType: IPv4\n  ports: [{{name: \"\", port: 80}}]\n  endpoints:\n{endpoints}"
    );
    objects::view(&yaml).ports.into_values().next().unwrap()
}

fn addresses(port: &Port, list: List) -> Vec<String> {
    port.list(list).iter().map(|endpoint| endpoint.ip().to_string()).collect()
}

const DYING: &str = ", conditions: {ready: false, serving: true, terminating: true}";
const DEAD: &str = ", conditions: {ready: false, serving: false, terminating: true}";
const ZONE_A: &str = ", hints: {forZones: [{name: zone-a}]}";
const ZONE_B: &str = ", hints: {forZones: [{name: zone-b}]}";
const NODE_1: &str = ", hints: {forZones: [{name: zone-a}], forNodes: [{name: node-1}]}";
const NODE_2: &str = ", hints: {forZones: [{name: zone-a}], forNodes: [{name: node-2}]}";

#[test]
fn terminating_endpoints_serve_only_where_nobody_else_does() {
    for (endpoints, expected) in [
        (vec![("10.0.0.1", "node-1", ""), ("10.0.0.2", "node-1", DYING)], vec!["10.0.0.1"]),
        (vec![("10.0.0.1", "node-1", DEAD), ("10.0.0.2", "node-1", DYING)], vec!["10.0.0.2"]),
        (vec![("10.0.0.1", "node-1", DEAD)], vec![]),
    ] {
        assert_eq!(addresses(&port("type: ClusterIP", &endpoints), List::Cluster), expected);
    }
    // Per policy: here only a dying one, elsewhere a ready one.
    let both = [("10.0.0.1", "node-1", DYING), ("10.0.0.2", "node-2", "")];
    let port = port("type: NodePort, externalTrafficPolicy: Local", &both);
    assert_eq!(addresses(&port, List::Cluster), ["10.0.0.2"]);
    assert_eq!(addresses(&port, List::Local), ["10.0.0.1"]);
}

#[test]
fn hints_count_when_they_are_complete_and_leave_somebody() {
    for (endpoints, expected) in [
        (vec![("10.0.0.1", "node-1", ZONE_A), ("10.0.0.2", "node-2", ZONE_B)], vec!["10.0.0.1"]),
        (vec![("10.0.0.1", "node-1", ZONE_A), ("10.0.0.2", "node-2", "")], vec!["10.0.0.1", "10.0.0.2"]),
        (vec![("10.0.0.2", "node-2", ZONE_B)], vec!["10.0.0.2"]),
        (vec![("10.0.0.1", "node-1", NODE_1), ("10.0.0.2", "node-2", NODE_2)], vec!["10.0.0.1"]),
        // None for this node: the zone decides.
        (vec![("10.0.0.2", "node-2", NODE_2), ("10.0.0.3", "node-3", NODE_2)], vec!["10.0.0.2", "10.0.0.3"]),
    ] {
        assert_eq!(addresses(&port("type: ClusterIP", &endpoints), List::Cluster), expected, "{endpoints:?}");
    }
}

#[test]
fn every_front_gets_the_action_of_its_policy() {
    let (here, there) = (("10.0.0.1", "node-1", ""), ("10.0.0.2", "node-2", ""));
    let local = "type: NodePort, externalTrafficPolicy: Local";
    let internal = "type: NodePort, internalTrafficPolicy: Local";
    for (spec, endpoints, cluster_ip, node_port) in [
        ("type: NodePort", vec![here, there], Action::Internal(List::Cluster), Action::External),
        ("type: NodePort", vec![], Action::Reject, Action::Reject),
        (local, vec![there], Action::Internal(List::Cluster), Action::ExternalLocal),
        (internal, vec![there], Action::Drop, Action::External),
        (internal, vec![here], Action::Internal(List::Local), Action::External),
        (local, vec![("10.0.0.2", "node-2", DEAD)], Action::Reject, Action::Reject),
    ] {
        let port = port(spec, &endpoints);
        let of = |kind| port.fronts.iter().find(|front| front.kind == kind).unwrap().action;
        assert_eq!(
            (of(Kind::ClusterIp), of(Kind::NodePort)),
            (cluster_ip, node_port),
            "{spec} {endpoints:?}"
        );
    }
}

#[test]
fn only_endpoints_here_that_are_used_may_reach_themselves() {
    let endpoints = [("10.0.0.1", "node-1", ""), ("10.0.0.2", "node-2", ""), ("10.0.0.3", "node-1", DEAD)];
    assert_eq!(
        port("type: ClusterIP", &endpoints).hairpin,
        ["10.0.0.1".parse::<std::net::IpAddr>().unwrap()]
    );
}
