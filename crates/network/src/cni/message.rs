//! What plugin and agent say to each other, and what the CNI specification wants to be said: results and errors by version.

use std::collections::BTreeMap;
use std::net::IpAddr;

use node::{Attachment, Bandwidth, HostPort, NetworkError, Protocol};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::names::{self, GATEWAY, GATEWAY6};

/// Versions of the specification that are spoken.
pub const VERSIONS: [&str; 5] = ["0.3.0", "0.3.1", "0.4.0", "1.0.0", "1.1.0"];

/// What a runtime asks of the plugin.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// `ADD`, `DEL`, `CHECK`, `STATUS`, `GC`.
    pub command: String,
    /// The sandbox.
    pub container_id: String,
    /// Its network namespace; may be empty with `DEL`.
    pub netns: String,
    /// The interface's name in it.
    pub interface: String,
    /// `K8S_POD_NAME` and such.
    pub args: BTreeMap<String, String>,
    /// The network's configuration.
    pub config: Value,
}

/// An error as the specification has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{msg}: {details}")]
pub struct CniError {
    /// The version that was asked in.
    #[serde(rename = "cniVersion")]
    pub version: String,
    /// 1-99 are the specification's.
    pub code: u32,
    /// In short.
    pub msg: String,
    /// In full.
    pub details: String,
}

impl CniError {
    /// An error without a version yet.
    pub fn new(code: u32, msg: &str, details: impl ToString) -> Self {
        Self { version: String::new(), code, msg: msg.to_owned(), details: details.to_string() }
    }
}

impl From<NetworkError> for CniError {
    fn from(error: NetworkError) -> Self {
        match &error {
            NetworkError::NotReady(_) => Self::new(11, "try again later", error),
            _ => Self::new(100, "the pod network failed", error),
        }
    }
}

/// What the agent answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// To be printed; `null` prints nothing.
    Result(Value),
    /// To be printed, and the plugin fails.
    Error(CniError),
}

impl Request {
    /// The version that the configuration is written in.
    pub fn version(&self) -> &str {
        self.config["cniVersion"].as_str().unwrap_or("0.1.0")
    }

    /// The pod that wants an address.
    pub fn attachment(&self) -> Attachment {
        let arg = |name: &str| self.args.get(name).cloned().unwrap_or_default();
        let runtime = &self.config["runtimeConfig"];
        let rate = |name: &str| runtime["bandwidth"][name].as_u64().filter(|rate| *rate > 0);
        Attachment {
            sandbox_id: self.container_id.clone(),
            name: arg("K8S_POD_NAME"),
            namespace: arg("K8S_POD_NAMESPACE"),
            uid: arg("K8S_POD_UID"),
            netns: self.netns.clone().into(),
            interface: self.interface.clone(),
            host_ports: runtime["portMappings"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(host_port)
                .collect(),
            bandwidth: Bandwidth { ingress: rate("ingressRate"), egress: rate("egressRate") },
            annotations: BTreeMap::new(),
        }
    }

    /// The result of `ADD`.
    pub fn result(&self, ips: &[IpAddr]) -> Value {
        let old = self.version().starts_with("0.");
        let each = ips.iter().map(|ip| {
            let (gateway, family) = if ip.is_ipv4() { (GATEWAY, "4") } else { (GATEWAY6, "6") };
            let mut entry = json!({"address": names::alone(*ip).to_string(), "gateway": gateway.to_string(), "interface": 1});
            if old {
                entry["version"] = family.into();
            }
            entry
        });
        let routes = ips.iter().map(|ip| match ip {
            IpAddr::V4(_) => json!({"dst": "0.0.0.0/0", "gw": GATEWAY.to_string()}),
            IpAddr::V6(_) => json!({"dst": "::/0", "gw": GATEWAY6.to_string()}),
        });
        json!({
            "cniVersion": self.version(),
            "interfaces": [
                {"name": names::link(&self.container_id)},
                {"name": self.interface, "sandbox": self.netns},
            ],
            "ips": each.collect::<Vec<_>>(),
            "routes": routes.collect::<Vec<_>>(),
            "dns": {},
        })
    }
}

fn host_port(mapping: &Value) -> Option<HostPort> {
    let port = |name: &str| mapping[name].as_u64().and_then(|port| u16::try_from(port).ok());
    let protocol = match mapping["protocol"].as_str().unwrap_or("tcp").to_ascii_lowercase().as_str() {
        "udp" => Protocol::Udp,
        "sctp" => Protocol::Sctp,
        _ => Protocol::Tcp,
    };
    let host_port = port("hostPort").filter(|port| *port > 0)?;
    let host_ip = mapping["hostIP"].as_str().unwrap_or_default().to_owned();
    Some(HostPort { protocol, container_port: port("containerPort")?, host_port, host_ip })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_becomes_an_attachment_and_addresses_a_result() {
        let request = Request {
            container_id: "s".into(),
            netns: "/run/netns/x".into(),
            interface: "eth0".into(),
            args: [("K8S_POD_NAME".to_owned(), "web".to_owned())].into(),
            config: json!({"cniVersion": "0.4.0", "runtimeConfig": {
                "portMappings": [{"hostPort": 80, "containerPort": 8080, "protocol": "UDP", "hostIP": "1.2.3.4"}, {"hostPort": 0, "containerPort": 1}],
                "bandwidth": {"ingressRate": 1000, "egressRate": 0}}}),
            ..Request::default()
        };
        let attachment = request.attachment();
        assert_eq!(attachment.name, "web");
        assert_eq!(
            attachment.host_ports,
            [HostPort {
                protocol: Protocol::Udp,
                container_port: 8080,
                host_port: 80,
                host_ip: "1.2.3.4".into()
            }]
        );
        assert_eq!(attachment.bandwidth, Bandwidth { ingress: Some(1000), egress: None });
        let result = request.result(&["10.0.0.2".parse().unwrap(), "fd00::2".parse().unwrap()]);
        assert_eq!(
            result["ips"][1],
            json!({"address": "fd00::2/128", "gateway": "fe80::1", "interface": 1, "version": "6"})
        );
        let newer = Request { config: json!({"cniVersion": "1.0.0"}), ..request };
        assert_eq!(
            newer.result(&["10.0.0.2".parse().unwrap()])["ips"][0],
            json!({"address": "10.0.0.2/32", "gateway": "169.254.1.1", "interface": 1})
        );
    }
}
