//! Variables that name the services of the pod's namespace, as containers have found them since before there was DNS.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::core::v1::Service;

/// The variables of the services that a pod in `namespace` is told of: always `kubernetes`, and with links those beside it.
pub fn of_services(services: &[Arc<Service>], namespace: &str, links: bool) -> BTreeMap<String, String> {
    let mut variables = BTreeMap::new();
    for service in services {
        let (name, place) =
            (service.metadata.name.as_deref().unwrap_or_default(), service.metadata.namespace.as_deref());
        let master = place == Some("default") && name == "kubernetes";
        if master || (links && place == Some(namespace)) {
            // What is beside the pod wins over the master's.
            let own = one(name, service);
            match place == Some(namespace) {
                true => variables.extend(own),
                false => own.into_iter().for_each(|(name, value)| {
                    variables.entry(name).or_insert(value);
                }),
            }
        }
    }
    variables
}

fn one(name: &str, service: &Service) -> Vec<(String, String)> {
    let Some(spec) = &service.spec else { return Vec::new() };
    let address = spec.cluster_ip.as_deref().unwrap_or_default();
    let ports = spec.ports.as_deref().unwrap_or_default();
    if address.is_empty() || address == "None" || ports.is_empty() {
        return Vec::new();
    }
    let upper = |text: &str| text.replace('-', "_").to_uppercase();
    let prefix = upper(name);
    let mut variables = vec![
        (format!("{prefix}_SERVICE_HOST"), address.to_owned()),
        (format!("{prefix}_SERVICE_PORT"), ports[0].port.to_string()),
    ];
    for (index, port) in ports.iter().enumerate() {
        if let Some(port_name) = port.name.as_deref().filter(|name| !name.is_empty()) {
            variables.push((format!("{prefix}_SERVICE_PORT_{}", upper(port_name)), port.port.to_string()));
        }
        let protocol = port.protocol.as_deref().unwrap_or("TCP").to_lowercase();
        let host = if address.contains(':') { format!("[{address}]") } else { address.to_owned() };
        let url = format!("{protocol}://{host}:{}", port.port);
        if index == 0 {
            variables.push((format!("{prefix}_PORT"), url.clone()));
        }
        let link = format!("{prefix}_PORT_{}_{}", port.port, protocol.to_uppercase());
        variables.push((link.clone(), url));
        variables.push((format!("{link}_PROTO"), protocol));
        variables.push((format!("{link}_PORT"), port.port.to_string()));
        variables.push((format!("{link}_ADDR"), address.to_owned()));
    }
    variables
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;

    #[test]
    fn a_service_in_variables() {
        let service = |namespace: &str, name: &str| {
            let tree = serde_json::json!({"metadata": {"name": name, "namespace": namespace},
                "spec": {"clusterIP": "10.0.0.1", "ports": [{"name": "http-x", "port": 80}]}});
            Arc::new(Service::decode(&tree).unwrap())
        };
        let all = [service("default", "kubernetes"), service("n", "my-web"), service("other", "hidden")];
        let got = of_services(&all, "n", true);
        assert_eq!(got["MY_WEB_SERVICE_PORT_HTTP_X"], "80");
        assert_eq!(got["MY_WEB_PORT_80_TCP"], "tcp://10.0.0.1:80");
        assert!(got.contains_key("KUBERNETES_SERVICE_HOST") && !got.contains_key("HIDDEN_SERVICE_HOST"));
        assert_eq!(got.len(), 2 * 8);
        assert!(!of_services(&all, "n", false).contains_key("MY_WEB_SERVICE_HOST"));
    }
}
