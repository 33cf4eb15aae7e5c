//! Where a node's kubelet listens, by what the node says of itself. Pure.

use meta::StatusError;
use resource::Object;
use serde_json::Value;

use super::dialer::{Place, Trust};

/// Where kubelets listen that don't say.
const PORT: u16 = 10250;
/// Which of its addresses to take, best first: names may not be known here.
const PREFERRED: [&str; 5] = ["InternalIP", "ExternalIP", "InternalDNS", "ExternalDNS", "Hostname"];

/// The kubelet of a node.
pub(super) fn kubelet(node: &Object) -> Result<Place, StatusError> {
    let addresses = node.get("status.addresses").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let of = |kind: &str| addresses.iter().find(|address| address["type"] == kind);
    let Some(found) = PREFERRED.iter().find_map(|kind| of(kind)) else {
        return Err(StatusError::internal(format!(
            "no preferred addresses found; known addresses: {}",
            Value::from(addresses.to_vec())
        )));
    };
    let port = node.int("status.daemonEndpoints.kubeletEndpoint.Port").unwrap_or_default();
    let port = u16::try_from(port).ok().filter(|port| *port > 0).unwrap_or(PORT);
    let host = found["address"].as_str().unwrap_or_default().to_owned();
    Ok(Place { host, port, trust: Trust::Kubelet })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn addresses_come_before_names_and_ports_have_a_default() {
        let node = |status: Value| Object::new(json!({"metadata": {"name": "n"}, "status": status})).unwrap();
        let both =
            json!([{"type": "Hostname", "address": "n"}, {"type": "InternalIP", "address": "10.0.0.1"}]);
        let place = |host: &str, port| Place { host: host.to_owned(), port, trust: Trust::Kubelet };
        assert_eq!(kubelet(&node(json!({"addresses": both}))).unwrap(), place("10.0.0.1", 10250));
        let endpoints = json!({"kubeletEndpoint": {"Port": 123}});
        let named =
            json!({"addresses": [{"type": "Hostname", "address": "n"}], "daemonEndpoints": endpoints});
        assert_eq!(kubelet(&node(named)).unwrap(), place("n", 123));
        assert_eq!(kubelet(&node(json!({}))).unwrap_err().code(), 500);
    }
}
