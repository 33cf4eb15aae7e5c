//! What the `Endpoints` of a service should hold. Pure.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{
    EndpointAddress, EndpointPort, EndpointSubset, Endpoints, ObjectReference, Pod, Service,
};

use crate::pods;
use crate::services::{self, HEADLESS};

/// Which loop made an object.
pub const MANAGED_BY: &str = "endpoints.kubernetes.io/managed-by";
pub const MANAGER: &str = "endpoint-controller";
/// More addresses than this are left out, and the object says so.
const MAX: usize = 1000;
const TRUNCATED: &str = "endpoints.kubernetes.io/over-capacity";

/// The object as it should be, if it is not.
pub fn changed(service: &Service, pods: &[Arc<Pod>], present: Option<&Endpoints>) -> Option<Endpoints> {
    let (subsets, truncated) = limited(subsets(service, pods));
    let mut wanted = present.cloned().unwrap_or_default();
    let meta = wanted.meta_mut();
    (meta.name, meta.namespace) = (service.meta().name.clone(), service.meta().namespace.clone());
    let mut labels: BTreeMap<String, String> = service.meta().labels.clone().unwrap_or_default();
    labels.remove(HEADLESS);
    if services::is_headless(service) {
        labels.insert(HEADLESS.to_owned(), String::new());
    }
    labels.insert(MANAGED_BY.to_owned(), MANAGER.to_owned());
    meta.labels = Some(labels);
    let annotations = meta.annotations.get_or_insert_default();
    match truncated {
        true => drop(annotations.insert(TRUNCATED.to_owned(), "truncated".to_owned())),
        false => drop(annotations.remove(TRUNCATED)),
    }
    meta.annotations = meta.annotations.take().filter(|annotations| !annotations.is_empty());
    wanted.subsets = (!subsets.is_empty()).then_some(subsets);
    (Some(&wanted) != present).then_some(wanted)
}

/// Addresses together where they have the same ports, in a fixed order.
fn subsets(service: &Service, pods: &[Arc<Pod>]) -> Vec<EndpointSubset> {
    let spec = service.spec.clone().unwrap_or_default();
    let early = spec.publish_not_ready_addresses.unwrap_or_default();
    let family = services::families(service).into_iter().next().unwrap_or_default();
    let mut groups: BTreeMap<Vec<(String, i32, String)>, EndpointSubset> = BTreeMap::new();
    for pod in pods.iter().filter(|pod| services::belongs(pod, early)) {
        let mut addresses = services::addresses(pod).into_iter();
        let Some(ip) = addresses.find(|ip| services::family(ip) == family) else { continue };
        let ports = ports(service, pod);
        if ports.is_empty() && !services::is_headless(service) {
            continue;
        }
        let key = ports.iter().map(|port| {
            (port.name.clone().unwrap_or_default(), port.port, port.protocol.clone().unwrap_or_default())
        });
        let subset = groups.entry(key.collect()).or_insert_with(|| EndpointSubset {
            ports: (!ports.is_empty()).then_some(ports),
            ..EndpointSubset::default()
        });
        let ready = early || pods::is_ready(pod);
        let list = if ready { &mut subset.addresses } else { &mut subset.not_ready_addresses };
        list.get_or_insert_default().push(address(service, pod, ip));
    }
    let mut subsets: Vec<_> = groups.into_values().collect();
    for subset in &mut subsets {
        for list in [&mut subset.addresses, &mut subset.not_ready_addresses].into_iter().flatten() {
            list.sort_by(|a, b| a.ip.cmp(&b.ip));
        }
    }
    subsets
}

fn address(service: &Service, pod: &Pod, ip: String) -> EndpointAddress {
    EndpointAddress {
        ip,
        hostname: services::hostname(service, pod),
        node_name: Some(pods::node(pod).to_owned()).filter(|node| !node.is_empty()),
        target_ref: Some(ObjectReference {
            kind: Some("Pod".to_owned()),
            namespace: pod.meta().namespace.clone(),
            name: pod.meta().name.clone(),
            uid: pod.meta().uid.clone(),
            ..ObjectReference::default()
        }),
    }
}

fn ports(service: &Service, pod: &Pod) -> Vec<EndpointPort> {
    let ports = service.spec.iter().flat_map(|spec| spec.ports.iter().flatten());
    let found = ports.filter_map(|port| {
        Some(EndpointPort {
            name: port.name.clone().filter(|name| !name.is_empty()),
            port: services::target_port(pod, port)?,
            protocol: Some(port.protocol.clone().unwrap_or_else(|| "TCP".to_owned())),
            app_protocol: port.app_protocol.clone(),
        })
    });
    found.collect()
}

/// At most so many addresses, those of ready pods first.
fn limited(mut subsets: Vec<EndpointSubset>) -> (Vec<EndpointSubset>, bool) {
    let mut room = MAX;
    let mut truncated = false;
    let mut cut = |list: &mut Option<Vec<EndpointAddress>>| {
        if let Some(addresses) = list {
            truncated |= addresses.len() > room;
            addresses.truncate(room);
            room -= addresses.len();
        }
        *list = list.take().filter(|addresses| !addresses.is_empty());
    };
    subsets.iter_mut().for_each(|subset| cut(&mut subset.addresses));
    subsets.iter_mut().for_each(|subset| cut(&mut subset.not_ready_addresses));
    subsets.retain(|subset| subset.addresses.is_some() || subset.not_ready_addresses.is_some());
    (subsets, truncated)
}
