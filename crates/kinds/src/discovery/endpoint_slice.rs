//! `EndpointSlice`: some of the addresses behind a service.

use api::discovery::v1::{Endpoint, EndpointHints, EndpointPort, EndpointSlice};
use meta::validate::object_meta::{immutable_field, labels};
use meta::{BadValue, ErrorList, FieldError, Path, Time, names, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;
use std::net::IpAddr;

use crate::describe;
use crate::printing::{UNSET, age, age_of, name, text};
use crate::rules::object::{items, same, typed, typed_update};
use crate::rules::report::{Report, list, text as of};

const MAX_ENDPOINTS: usize = 1000;
const MAX_ADDRESSES: usize = 100;
const MAX_PORTS: usize = 20_000;
const MAX_TOPOLOGY: usize = 16;
const MAX_HINTS: usize = 8;
/// So many ports and addresses are shown.
const SHOWN: usize = 3;
const MANAGED_BY: &str = "endpointslice.kubernetes.io/managed-by";

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices")
        .generation()
        .columns(vec![
            name(),
            text("AddressType", "io.k8s.api.discovery.v1.EndpointSlice#addressType"),
            text("Ports", "io.k8s.api.discovery.v1.EndpointSlice#ports"),
            text("Endpoints", "io.k8s.api.discovery.v1.EndpointSlice#endpoints"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        for port in items(object.tree_mut(), "ports") {
            for (field, value) in [("name", ""), ("protocol", "TCP")] {
                if port.get(field).is_none_or(Value::is_null) {
                    port[field] = value.into();
                }
            }
        }
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        items(object.tree_mut(), "endpoints").for_each(drop_topology);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |slice: &EndpointSlice| {
            let mut errors = head_errors(slice);
            errors.append(endpoint_errors(slice));
            errors
        })
    }

    fn prepare_update(&self, _part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        if !same(new.get("endpoints"), old.get("endpoints")) {
            items(new.tree_mut(), "endpoints").for_each(drop_topology);
        }
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        // Endpoints that were wrong before may stay.
        let changed = !same(new.get("endpoints"), old.get("endpoints"));
        typed_update(new, old, |new: &EndpointSlice, old: &EndpointSlice| {
            let mut errors = head_errors(new);
            if changed {
                errors.append(endpoint_errors(new));
            }
            errors.append(immutable_field(&new.address_type, &old.address_type, &Path::new("addressType")));
            errors
        })
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let mut warnings = Vec::new();
        if old.is_none() && new.text("addressType") == "FQDN" {
            warnings.push("spec.addressType: FQDN endpoints are deprecated".to_owned());
        }
        let manager = new.label(MANAGED_BY).unwrap_or_default();
        if ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"].contains(&manager)
        {
            return warnings;
        }
        let path = Path::new("endpoints");
        for (i, endpoint) in new.get("endpoints").and_then(Value::as_array).into_iter().flatten().enumerate()
        {
            let at = path.index(i);
            let at = at.child("addresses");
            for (j, address) in endpoint["addresses"].as_array().into_iter().flatten().enumerate() {
                warnings.extend(validate::ip_warnings(&at.index(j), address.as_str().unwrap_or_default()));
            }
        }
        warnings
    }

    fn same_generation(&self, new: &Object, old: &Object) -> bool {
        let paths = ["addressType", "endpoints", "ports", "metadata.labels"];
        paths.iter().all(|path| same(new.get(path), old.get(path)))
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let list = |path| object.get(path).and_then(Value::as_array).cloned().unwrap_or_default();
        let ports = list("ports").iter().map(port_shown).collect();
        let endpoints = list("endpoints");
        let addresses = endpoints.iter().flat_map(|e| e["addresses"].as_array().cloned().unwrap_or_default());
        let addresses = addresses.filter_map(|address| address.as_str().map(str::to_owned)).collect();
        vec![
            object.text("addressType").into(),
            some(ports).into(),
            some(addresses).into(),
            age_of(object, now),
        ]
    }
}

/// Topology is a thing of the past: the zone and node that it named have fields of their own.
fn drop_topology(endpoint: &mut Value) {
    if let Value::Object(members) = endpoint {
        members.remove("deprecatedTopology");
    }
}

fn port_shown(port: &Value) -> String {
    match (port["port"].as_i64(), port["name"].as_str()) {
        (Some(number), _) => number.to_string(),
        (None, Some(name)) => name.to_owned(),
        (None, None) => "*".to_owned(),
    }
}

fn some(texts: Vec<String>) -> String {
    match texts.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{} + {more} more...", texts[..SHOWN].join(",")),
        _ if texts.join(",").is_empty() => UNSET.to_owned(),
        _ => texts.join(","),
    }
}

fn head_errors(slice: &EndpointSlice) -> ErrorList {
    let mut errors = ErrorList::new();
    let at = Path::new("addressType");
    if slice.address_type.is_empty() {
        errors.required(&at, "");
    } else {
        errors.one_of(&at, &slice.address_type, &["FQDN", "IPv4", "IPv6"]);
    }
    port_errors(list(&slice.ports), &Path::new("ports"), &mut errors);
    errors
}

fn port_errors(ports: &[EndpointPort], path: &Path<'_>, errors: &mut ErrorList) {
    if ports.len() > MAX_PORTS {
        return errors.push(FieldError::too_many(path, Some(ports.len()), MAX_PORTS));
    }
    for (i, port) in ports.iter().enumerate() {
        let (at, name) = (path.index(i), of(&port.name));
        if !name.is_empty() {
            errors.problems(&at.child("name"), name, validate::dns1123_label(name));
        }
        if ports[..i].iter().any(|other| of(&other.name) == name) {
            errors.duplicate(&at.child("name"), name);
        }
        match &port.protocol {
            None => errors.required(&at.child("protocol"), ""),
            Some(protocol) => errors.one_of(&at.child("protocol"), protocol, &["SCTP", "TCP", "UDP"]),
        }
        if let Some(protocol) = &port.app_protocol {
            errors.problems(&at.child("appProtocol"), protocol, validate::qualified_name(protocol));
        }
    }
}

fn endpoint_errors(slice: &EndpointSlice) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("endpoints"));
    let endpoints = list(&slice.endpoints);
    if endpoints.len() > MAX_ENDPOINTS {
        errors.push(FieldError::too_many(&path, Some(endpoints.len()), MAX_ENDPOINTS));
        return errors;
    }
    for (i, endpoint) in endpoints.iter().enumerate() {
        let at = path.index(i);
        address_errors(endpoint, &slice.address_type, &at.child("addresses"), &mut errors);
        if let Some(node) = &endpoint.node_name {
            errors.problems(&at.child("nodeName"), node, names::dns_subdomain(node, false));
        }
        if let Some(topology) = &endpoint.deprecated_topology {
            let at = at.child("deprecatedTopology");
            if topology.len() > MAX_TOPOLOGY {
                errors.push(FieldError::too_many(&at, Some(topology.len()), MAX_TOPOLOGY));
            }
            errors.append(labels(topology, &at));
        }
        if let Some(host) = &endpoint.hostname {
            errors.problems(&at.child("hostname"), host, validate::dns1123_label(host));
        }
        if let Some(hints) = &endpoint.hints {
            hint_errors(hints, &at.child("hints"), &mut errors);
        }
    }
    errors
}

fn address_errors(endpoint: &Endpoint, kind: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let count = endpoint.addresses.len();
    if count == 0 {
        errors.required(path, "must contain at least 1 address");
    } else if count > MAX_ADDRESSES {
        errors.push(FieldError::too_many(path, Some(count), MAX_ADDRESSES));
    }
    for (i, address) in endpoint.addresses.iter().enumerate() {
        let at = path.index(i);
        let found = match kind {
            "IPv4" => validate::ip_legacy(&at, address, true, &[]),
            "IPv6" => validate::ip(&at, address),
            "FQDN" => {
                errors.append(validate::fully_qualified_domain_name(&at, address));
                continue;
            }
            _ => continue,
        };
        if !found.is_empty() {
            errors.append(found);
            continue;
        }
        let Some(parsed) = validate::parse_ip_sloppy(address) else { continue };
        if parsed.is_ipv4() != (kind == "IPv4") {
            errors.invalid(path, address, format!("must be an {kind} address"));
        }
        if let Some(problem) = unusable(parsed, address) {
            errors.invalid(&at, address, problem);
        }
    }
}

/// Addresses that lead nowhere from another node.
fn unusable(parsed: IpAddr, text: &str) -> Option<String> {
    let (link_local, group) = match parsed {
        IpAddr::V4(v4) => (v4.is_link_local(), v4.octets()[..3] == [224, 0, 0]),
        IpAddr::V6(v6) => (v6.is_unicast_link_local(), v6.segments()[0] & 0xff0f == 0xff02),
    };
    match () {
        () if parsed.is_unspecified() => Some(format!("may not be unspecified ({text})")),
        () if parsed.is_loopback() => {
            Some("may not be in the loopback range (127.0.0.0/8, ::1/128)".to_owned())
        }
        () if link_local => Some("may not be in the link-local range (169.254.0.0/16, fe80::/10)".to_owned()),
        () if group => {
            Some("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)".to_owned())
        }
        () => None,
    }
}

fn hint_errors(hints: &EndpointHints, path: &Path<'_>, errors: &mut ErrorList) {
    let zones: Vec<&str> = list(&hints.for_zones).iter().map(|zone| zone.name.as_str()).collect();
    let nodes: Vec<&str> = list(&hints.for_nodes).iter().map(|node| node.name.as_str()).collect();
    type Judge = fn(&str) -> validate::Messages;
    let judges: [(&str, Vec<&str>, Judge); 2] = [
        ("forZones", zones, validate::label_value),
        ("forNodes", nodes, |name| names::dns_subdomain(name, false)),
    ];
    for (field, given, judge) in judges {
        let at = path.child(field);
        if given.len() > MAX_HINTS {
            return errors.push(FieldError::too_many(&at, Some(given.len()), MAX_HINTS));
        }
        for (i, name) in given.iter().enumerate() {
            let at = at.index(i);
            let at = at.child("name");
            if given[..i].contains(name) {
                errors.duplicate(&at, BadValue::from(*name));
            }
            errors.problems(&at, name, judge(name));
        }
    }
}
