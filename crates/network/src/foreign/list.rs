//! Networks as `/etc/cni/net.d` has them: which one counts, and what each of its plugins is given.

use std::fs;
use std::io;
use std::path::Path;

use node::{Attachment, Protocol};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A network: plugins in order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NetworkList {
    /// The version of the specification.
    #[serde(rename = "cniVersion", default)]
    pub version: String,
    /// The network's name.
    pub name: String,
    /// Its plugins' configurations.
    pub plugins: Vec<Value>,
}

/// The network that counts: that of the first file by name that is one. A broken file is passed over, with a warning.
pub fn find(dir: &Path) -> io::Result<Option<NetworkList>> {
    let mut paths: Vec<_> = match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?.flatten().map(|entry| entry.path()).collect(),
    };
    paths.sort();
    for path in paths {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !["conf", "conflist", "json"].contains(&extension) {
            continue;
        }
        match read(&fs::read_to_string(&path)?) {
            Ok(network) => return Ok(Some(network)),
            Err(error) => tracing::warn!(file = %path.display(), %error, "not a CNI network"),
        }
    }
    Ok(None)
}

/// A list, or a single plugin's configuration, which is a list of one.
fn read(text: &str) -> Result<NetworkList, serde_json::Error> {
    let value: Value = serde_json::from_str(text)?;
    if value.get("plugins").is_some() {
        return serde_json::from_value(value);
    }
    let single = json!({"cniVersion": value["cniVersion"].as_str().unwrap_or_default(), "name": value["name"], "plugins": [value]});
    serde_json::from_value(single)
}

impl NetworkList {
    /// What a plugin of this network reads on its input.
    pub(super) fn input(&self, plugin: &Value, pod: &Attachment, previous: &Value) -> Value {
        let mut input = plugin.clone();
        input["cniVersion"] = self.version.clone().into();
        input["name"] = self.name.clone().into();
        let wanted = runtime_config(&plugin["capabilities"], pod);
        if let Some(object) = input.as_object_mut() {
            object.remove("capabilities");
            if !wanted.is_empty() {
                object.insert("runtimeConfig".into(), wanted.into());
            }
            if !previous.is_null() {
                object.insert("prevResult".into(), previous.clone());
            }
        }
        input
    }
}

/// What a plugin that is capable of it is told of the pod.
fn runtime_config(capabilities: &Value, pod: &Attachment) -> Map<String, Value> {
    let capable = |name: &str| capabilities[name].as_bool() == Some(true);
    let mut wanted = Map::new();
    if capable("portMappings") && !pod.host_ports.is_empty() {
        let mappings = pod.host_ports.iter().map(|port| {
            let protocol = match port.protocol {
                Protocol::Tcp => "tcp",
                Protocol::Udp => "udp",
                Protocol::Sctp => "sctp",
            };
            json!({"hostPort": port.host_port, "containerPort": port.container_port, "protocol": protocol, "hostIP": port.host_ip})
        });
        wanted.insert("portMappings".into(), mappings.collect());
    }
    if capable("bandwidth") && (pod.bandwidth.ingress.is_some() || pod.bandwidth.egress.is_some()) {
        let burst = i32::MAX;
        let mut rates = Map::new();
        for (name, rate) in [("ingress", pod.bandwidth.ingress), ("egress", pod.bandwidth.egress)] {
            if let Some(rate) = rate {
                rates.insert(format!("{name}Rate"), rate.into());
                rates.insert(format!("{name}Burst"), burst.into());
            }
        }
        wanted.insert("bandwidth".into(), rates.into());
    }
    wanted
}

#[cfg(test)]
mod tests {
    use node::HostPort;

    use super::*;

    #[test]
    fn the_first_sound_file_counts() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(find(&dir.path().join("none")).unwrap(), None);
        for (name, text) in [
            ("10-broken.conflist", "{"),
            ("20-single.conf", r#"{"cniVersion":"0.4.0","name":"one","type":"ptp"}"#),
            ("30-list.conflist", r#"{"name":"two","plugins":[]}"#),
            ("00-other.txt", r#"{"name":"no","plugins":[]}"#),
        ] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let found = find(dir.path()).unwrap().unwrap();
        assert_eq!((found.name.as_str(), found.version.as_str(), found.plugins.len()), ("one", "0.4.0", 1));
    }

    #[test]
    fn a_plugin_gets_what_it_is_capable_of() {
        let network = NetworkList { version: "1.0.0".into(), name: "n".into(), plugins: vec![] };
        let pod = Attachment {
            host_ports: vec![HostPort { host_port: 80, container_port: 8080, ..HostPort::default() }],
            ..Attachment::default()
        };
        let plugin = json!({"type": "portmap", "capabilities": {"portMappings": true, "bandwidth": true}});
        let mappings = json!([{"hostPort": 80, "containerPort": 8080, "protocol": "tcp", "hostIP": ""}]);
        let expected = json!({"type": "portmap", "cniVersion": "1.0.0", "name": "n", "runtimeConfig": {"portMappings": mappings}, "prevResult": {"ips": []}});
        assert_eq!(network.input(&plugin, &pod, &json!({"ips": []})), expected);
        assert_eq!(
            network.input(&json!({"type": "ptp"}), &pod, &Value::Null),
            json!({"type": "ptp", "cniVersion": "1.0.0", "name": "n"})
        );
    }
}
