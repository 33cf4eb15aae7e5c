//! What the slices of a service should hold. Pure.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{ObjectReference, Pod, Service};
use api::discovery::v1::{Endpoint, EndpointConditions, EndpointPort};

use crate::services;
use crate::slices::Group;
use crate::{pods, services::belongs};

/// The pods as endpoints, together where they have the same ports. `zone` is that of a node.
pub fn groups(
    service: &Service,
    pods: &[Arc<Pod>],
    families: &[String],
    zone: impl Fn(&str) -> Option<String>,
) -> Vec<Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for pod in pods.iter().filter(|pod| belongs(pod, true)) {
        let ports = ports(service, pod);
        for family in families {
            let Some(endpoint) = endpoint(service, pod, family, &zone) else { continue };
            let group = groups.entry(format!("{family} {ports:?}")).or_insert_with(|| Group {
                family: family.clone(),
                ports: ports.clone(),
                endpoints: Vec::new(),
            });
            group.endpoints.push(endpoint);
        }
    }
    groups.into_values().collect()
}

fn ports(service: &Service, pod: &Pod) -> Vec<EndpointPort> {
    let ports = service.spec.iter().flat_map(|spec| spec.ports.iter().flatten());
    let found = ports.filter_map(|port| {
        Some(EndpointPort {
            name: Some(port.name.clone().unwrap_or_default()),
            port: Some(services::target_port(pod, port)?),
            protocol: Some(port.protocol.clone().unwrap_or_else(|| "TCP".to_owned())),
            app_protocol: port.app_protocol.clone(),
        })
    });
    found.collect()
}

fn endpoint(
    service: &Service,
    pod: &Pod,
    family: &str,
    zone: impl Fn(&str) -> Option<String>,
) -> Option<Endpoint> {
    let addresses: Vec<String> =
        services::addresses(pod).into_iter().filter(|ip| services::family(ip) == family).collect();
    if addresses.is_empty() {
        return None;
    }
    let (serving, terminating) = (pods::is_ready(pod), pod.is_being_deleted());
    let early = service.spec.as_ref().and_then(|spec| spec.publish_not_ready_addresses).unwrap_or_default();
    let node = Some(pods::node(pod)).filter(|node| !node.is_empty());
    Some(Endpoint {
        addresses,
        conditions: Some(EndpointConditions {
            ready: Some(early || (serving && !terminating)),
            serving: Some(serving),
            terminating: Some(terminating),
        }),
        hostname: services::hostname(service, pod),
        node_name: node.map(str::to_owned),
        target_ref: Some(ObjectReference {
            kind: Some("Pod".to_owned()),
            namespace: pod.meta().namespace.clone(),
            name: pod.meta().name.clone(),
            uid: pod.meta().uid.clone(),
            ..ObjectReference::default()
        }),
        zone: node.and_then(zone).filter(|zone| !zone.is_empty()),
        ..Endpoint::default()
    })
}

#[cfg(test)]
mod tests {
    use api::Typed as _;
    use serde_json::{Value, json};

    use super::*;

    fn pod(name: &str, ip: &str, port: i32, status: Value) -> Arc<Pod> {
        let mut tree = json!({
            "metadata": {"name": name, "uid": name, "namespace": "default"},
            "spec": {"nodeName": "n", "containers": [{"name": "c", "ports": [{"name": "http", "containerPort": port}]}]},
            "status": {"podIPs": [{"ip": ip}], "phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]},
        });
        for (name, value) in status.as_object().unwrap() {
            tree["status"][name] = value.clone();
        }
        Arc::new(Pod::decode(&tree).unwrap())
    }

    #[test]
    fn pods_become_endpoints_by_their_ports() {
        let tree =
            json!({"metadata": {"name": "web"}, "spec": {"ports": [{"port": 80, "targetPort": "http"}]}});
        let service = Service::decode(&tree).unwrap();
        let pods = [
            pod("a", "10.0.0.1", 8080, json!({})),
            pod("b", "10.0.0.2", 9090, json!({})),
            pod("c", "10.0.0.3", 8080, json!({"conditions": []})),
            pod("d", "10.0.0.4", 8080, json!({"phase": "Succeeded"})),
            pod("e", "10.0.0.5", 8080, json!({"podIPs": []})),
            pod("f", "fd00::1", 8080, json!({})),
        ];
        let groups = groups(&service, &pods, &["IPv4".to_owned()], |_| Some("z".to_owned()));
        let shown: Vec<_> = groups
            .iter()
            .flat_map(|group| group.endpoints.iter().map(|one| (group.ports[0].port.unwrap(), one)))
            .map(|(port, one)| {
                (one.addresses[0].as_str(), port, one.conditions.as_ref().unwrap().ready.unwrap())
            })
            .collect();
        assert_eq!(shown, [("10.0.0.1", 8080, true), ("10.0.0.3", 8080, false), ("10.0.0.2", 9090, true)]);
        assert_eq!(groups[0].endpoints[0].zone.as_deref(), Some("z"));
    }
}
