//! `Endpoints`: the addresses behind a service, in the form that endpoint slices replaced.

use std::net::IpAddr;

use api::core::v1::{EndpointAddress, EndpointPort, EndpointSubset, Endpoints};
use meta::{ErrorList, Path, Time, names, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use crate::describe;
use crate::printing::{NONE, age, age_of, name, text as column};
use crate::rules::containers::ports;
use crate::rules::object::{default, items, typed, typed_update};
use crate::rules::report::{Report, list, text};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "Endpoints", "endpoints")
        .list_kind("EndpointsList")
        .short(&["ep"])
        .deprecated("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice")
        .columns(vec![name(), column("Endpoints", "io.k8s.api.core.v1.Endpoints#subsets"), age()])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        for subset in items(object.tree_mut(), "subsets") {
            for port in items(subset, "ports") {
                default(port, "protocol", "TCP");
            }
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |endpoints: &Endpoints| subsets(list(&endpoints.subsets)))
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        // What an older server let pass may stay as it is.
        typed_update(new, old, |new: &Endpoints, old: &Endpoints| {
            if new.subsets == old.subsets { ErrorList::new() } else { subsets(list(&new.subsets)) }
        })
    }

    fn warnings(&self, new: &Object, _old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let mut warnings = Vec::new();
        let path = Path::new("subsets");
        for (index, subset) in array(new.tree(), "subsets").iter().enumerate() {
            let at = path.index(index);
            for field in ["addresses", "notReadyAddresses"] {
                let at = at.child(field);
                for (index, address) in array(subset, field).iter().enumerate() {
                    let ip = address["ip"].as_str().unwrap_or_default();
                    warnings.extend(validate::ip_warnings(&at.index(index).child("ip"), ip));
                }
            }
        }
        warnings
    }

    fn allow_create_on_update(&self) -> bool {
        true
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![shown(object).into(), age_of(object, now)]
    }
}

fn subsets(subsets: &[EndpointSubset]) -> ErrorList {
    let mut errors = ErrorList::new();
    let path = Path::new("subsets");
    for (index, subset) in subsets.iter().enumerate() {
        let at = path.index(index);
        let (ready, not_ready) = (list(&subset.addresses), list(&subset.not_ready_addresses));
        if ready.is_empty() && not_ready.is_empty() {
            errors.required(&at, "must specify `addresses` or `notReadyAddresses`");
        }
        for (field, addresses) in [("addresses", ready), ("notReadyAddresses", not_ready)] {
            let at = at.child(field);
            for (index, address) in addresses.iter().enumerate() {
                self::address(address, &at.index(index), &mut errors);
            }
        }
        let at = at.child("ports");
        let all = list(&subset.ports);
        for (index, port) in all.iter().enumerate() {
            self::port(port, all.len() > 1, &at.index(index), &mut errors);
        }
    }
    errors
}

fn address(address: &EndpointAddress, path: &Path<'_>, errors: &mut ErrorList) {
    errors.append(validate::ip_legacy(&path.child("ip"), &address.ip, true, &[]));
    let hostname = text(&address.hostname);
    if !hostname.is_empty() {
        errors.problems(&path.child("hostname"), hostname, validate::dns1123_label(hostname));
    }
    if let Some(node) = &address.node_name {
        errors.problems(&path.child("nodeName"), node, names::dns_subdomain(node, false));
    }
    endpoint_ip(&address.ip, &path.child("ip"), errors);
}

/// An address that others can reach.
pub(super) fn endpoint_ip(ip: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let Some(address) = validate::parse_ip_sloppy(ip) else {
        return errors.invalid(path, ip, "must be a valid IP address");
    };
    let address = address.to_canonical();
    if address.is_unspecified() {
        errors.invalid(path, ip, format!("may not be unspecified ({ip})"));
    }
    if address.is_loopback() {
        errors.invalid(path, ip, "may not be in the loopback range (127.0.0.0/8, ::1/128)");
    }
    let (link_local, multicast) = match address {
        IpAddr::V4(v4) => (v4.is_link_local(), v4.octets()[..3] == [224, 0, 0]),
        IpAddr::V6(v6) => (v6.is_unicast_link_local(), v6.segments()[0] & 0xff0f == 0xff02),
    };
    if link_local {
        errors.invalid(path, ip, "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
    }
    if multicast {
        errors.invalid(path, ip, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
    }
}

fn port(port: &EndpointPort, needs_name: bool, path: &Path<'_>, errors: &mut ErrorList) {
    let name = text(&port.name);
    if needs_name && name.is_empty() {
        errors.required(&path.child("name"), "");
    } else if !name.is_empty() {
        errors.problems(&path.child("name"), name, validate::dns1123_label(name));
    }
    ports::number(port.port, &path.child("port"), errors);
    let protocol = text(&port.protocol);
    if protocol.is_empty() {
        errors.required(&path.child("protocol"), "");
    } else {
        errors.one_of(&path.child("protocol"), protocol, &["SCTP", "TCP", "UDP"]);
    }
    if let Some(protocol) = &port.app_protocol {
        errors.problems(&path.child("appProtocol"), protocol, validate::qualified_name(protocol));
    }
}

fn array(value: &Value, name: &str) -> Vec<Value> {
    value.get(name).and_then(Value::as_array).cloned().unwrap_or_default()
}

/// The first three endpoints, and how many more there are.
fn shown(object: &Object) -> String {
    const MAX: usize = 3;
    let array =
        |value: &Value, name: &str| value.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let subsets = array(object.tree(), "subsets");
    if subsets.is_empty() {
        return NONE.to_owned();
    }
    let mut all = Vec::new();
    for subset in &subsets {
        let (addresses, ports) = (array(subset, "addresses"), array(subset, "ports"));
        let ips = addresses.iter().map(|address| address["ip"].as_str().unwrap_or_default());
        if ports.is_empty() {
            all.extend(ips.map(str::to_owned));
            continue;
        }
        for port in &ports {
            let join = |ip: &str| {
                if ip.contains(':') {
                    format!("[{ip}]:{}", port["port"])
                } else {
                    format!("{ip}:{}", port["port"])
                }
            };
            all.extend(ips.clone().map(join));
        }
    }
    let more = all.len().saturating_sub(MAX);
    let text = all[..all.len().min(MAX)].join(",");
    if more > 0 { format!("{text} + {more} more...") } else { text }
}
