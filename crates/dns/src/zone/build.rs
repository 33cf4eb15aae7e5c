//! From services and their endpoints to names, by the Kubernetes DNS specification (schema version 1.1.0).

use std::borrow::Borrow;
use std::collections::HashMap;
use std::net::IpAddr;

use api::core::v1::Service;
use api::discovery::v1::{Endpoint, EndpointSlice};
use hickory_proto::rr::Name;

use super::{Records, Zone, pod};

/// The label by which a slice says whose it is.
const SERVICE_NAME: &str = "kubernetes.io/service-name";

/// All names of the cluster. `serial` should grow from one to the next.
pub fn build<S: Borrow<Service>, E: Borrow<EndpointSlice>>(
    domain: &Name,
    ttl: u32,
    serial: u32,
    services: impl IntoIterator<Item = S>,
    slices: impl IntoIterator<Item = E>,
) -> Zone {
    let domain = domain.to_lowercase();
    let mut zone = Zone { domain, ttl, serial, names: HashMap::new(), reverse: HashMap::new() };
    let slices: Vec<E> = slices.into_iter().collect();
    let mut of_service: HashMap<(&str, &str), Vec<&EndpointSlice>> = HashMap::new();
    for slice in slices.iter().map(Borrow::borrow) {
        let labels = slice.metadata.labels.as_ref();
        if let Some(name) = labels.and_then(|labels| labels.get(SERVICE_NAME)) {
            let namespace = slice.metadata.namespace.as_deref().unwrap_or_default();
            of_service.entry((namespace, name)).or_default().push(slice);
        }
    }
    let version = zone.below("dns-version");
    zone.entry(&version).text = Some("1.1.0");
    for fixed in ["svc", "pod"] {
        let name = zone.below(fixed);
        zone.entry(&name);
    }
    for service in services {
        let service = service.borrow();
        let key = (
            service.metadata.namespace.as_deref().unwrap_or_default(),
            service.metadata.name.as_deref().unwrap_or_default(),
        );
        let slices = of_service.get(&key).map(Vec::as_slice).unwrap_or_default();
        let Ok(name) = Name::from_ascii(format!("{}.{}.svc", key.1, key.0)) else { continue };
        let Ok(name) = name.append_domain(&zone.domain) else { continue };
        add(&mut zone, &name.to_lowercase(), service, slices);
    }
    zone
}

fn add(zone: &mut Zone, name: &Name, service: &Service, slices: &[&EndpointSlice]) {
    let Some(spec) = &service.spec else { return };
    if spec.type_.as_deref() == Some("ExternalName") {
        let target = spec.external_name.as_deref().unwrap_or_default();
        if let Ok(mut target) = Name::from_ascii(target) {
            target.set_fqdn(true);
            zone.entry(name).alias = Some(target.to_lowercase());
        }
        return;
    }
    let listed = spec.cluster_ips.iter().flatten();
    let single = spec.cluster_ip.iter().filter(|_| spec.cluster_ips.is_none());
    let ips: Vec<&String> = listed.chain(single).collect();
    if ips.iter().any(|ip| *ip == "None") {
        return headless(zone, name, slices);
    }
    let ips: Vec<IpAddr> = ips.iter().filter_map(|ip| ip.parse().ok()).collect();
    for ip in &ips {
        zone.entry(name).add(*ip);
        zone.reverse.entry(*ip).or_default().push(name.clone());
    }
    for port in spec.ports.iter().flatten().filter(|_| !ips.is_empty()) {
        let number = u16::try_from(port.port).unwrap_or_default();
        let protocol = port.protocol.as_deref().unwrap_or("TCP");
        srv(zone, name, port.name.as_deref(), protocol, number, name);
    }
}

/// A service without an address of its own: each endpoint that is ready answers for itself.
fn headless(zone: &mut Zone, name: &Name, slices: &[&EndpointSlice]) {
    zone.entry(name);
    for slice in slices {
        for endpoint in slice.endpoints.iter().flatten().filter(|endpoint| is_ready(endpoint)) {
            for ip in endpoint.addresses.iter().filter_map(|ip| ip.parse::<IpAddr>().ok()) {
                let label = endpoint.hostname.clone().unwrap_or_else(|| pod::label(ip));
                let Ok(own) = name.prepend_label(label.to_ascii_lowercase()) else { continue };
                zone.entry(name).add(ip);
                zone.entry(&own).add(ip);
                let names = zone.reverse.entry(ip).or_default();
                if endpoint.hostname.is_some() && !names.contains(&own) {
                    names.push(own.clone());
                }
                if names.is_empty() {
                    zone.reverse.remove(&ip);
                }
                for port in slice.ports.iter().flatten() {
                    let Some(number) = port.port.and_then(|port| u16::try_from(port).ok()) else { continue };
                    srv(
                        zone,
                        name,
                        port.name.as_deref(),
                        port.protocol.as_deref().unwrap_or("TCP"),
                        number,
                        &own,
                    );
                }
            }
        }
    }
}

/// Unknown counts as ready, as upstream has it.
fn is_ready(endpoint: &Endpoint) -> bool {
    endpoint.conditions.as_ref().and_then(|conditions| conditions.ready).unwrap_or(true)
}

/// `_http._tcp.<service>`; ports without a name have none.
fn srv(zone: &mut Zone, service: &Name, port: Option<&str>, protocol: &str, number: u16, target: &Name) {
    let Some(port) = port.filter(|port| !port.is_empty()) else { return };
    let below = service.prepend_label(format!("_{}", protocol.to_ascii_lowercase()));
    let Ok(name) = below.and_then(|name| name.prepend_label(format!("_{}", port.to_ascii_lowercase())))
    else {
        return;
    };
    let records: &mut Records = zone.entry(&name);
    if !records.srv.iter().any(|(known, at)| *known == number && at == target) {
        records.srv.push((number, target.clone()));
    }
}
