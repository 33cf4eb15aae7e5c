//! Where a webhook is right now: a host, or one of the ready endpoints of a service, as the cache has them.

use admission::{Endpoint, Location};
use resource::Lister;
use serde_json::Value;

use crate::connect::dialer::{Place, Trust};
use crate::connect::proxy;

/// Where to go. Errors are upstream's words.
pub(super) fn locate(objects: &dyn Lister, endpoint: &Endpoint) -> Result<Place, String> {
    match &endpoint.location {
        Location::Host(host) => Ok(Place { host: host.clone(), port: endpoint.port, trust: Trust::Plain }),
        Location::Service { namespace, name } => service(objects, namespace, name, endpoint.port),
    }
}

fn service(objects: &dyn Lister, namespace: &str, name: &str, port: u16) -> Result<Place, String> {
    let service = objects.get("services", namespace, name);
    let service = service.ok_or_else(|| format!("service {name:?} not found"))?;
    if service.text("spec.type") == "ExternalName" {
        return Ok(Place { host: service.text("spec.externalName").to_owned(), port, trust: Trust::Plain });
    }
    let ports = service.get("spec.ports").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let wanted = ports.iter().find(|found| found["port"].as_u64() == Some(port.into()));
    let wanted = wanted.ok_or_else(|| format!("no service port {port} found for service {name:?}"))?;
    let port = wanted["name"].as_str().unwrap_or_default();
    let endpoints = objects.get("endpoints", namespace, name);
    let mut choices = endpoints.map(|found| proxy::choices(&found, port)).unwrap_or_default();
    if choices.is_empty() {
        return Err(format!("no endpoints available for service {name:?}"));
    }
    let (host, port) = choices.swap_remove(fastrand::usize(..choices.len()));
    Ok(Place { host, port, trust: Trust::Plain })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use resource::Object;
    use serde_json::json;

    use super::*;

    struct Known(Vec<(&'static str, Value)>);

    impl Lister for Known {
        fn get(&self, resource: &str, _namespace: &str, name: &str) -> Option<Arc<Object>> {
            let found =
                self.0.iter().find(|(kind, tree)| *kind == resource && tree["metadata"]["name"] == name);
            found.map(|(_, tree)| Arc::new(Object::new(tree.clone()).unwrap()))
        }

        fn list(&self, _resource: &str, _namespace: &str) -> Vec<Arc<Object>> {
            Vec::new()
        }

        fn list_by(&self, _resource: &str, _field: &str, _value: &str) -> Vec<Arc<Object>> {
            Vec::new()
        }

        fn version(&self, _resource: &str) -> Option<u64> {
            None
        }
    }

    #[test]
    fn services_are_reached_at_a_ready_endpoint() {
        let address = json!({"ip": "10.1.2.3", "targetRef": {"kind": "Pod"}});
        let known = Known(vec![
            ("services", json!({"metadata": {"name": "a"}, "spec": {"ports": [{"port": 443, "name": "x"}]}})),
            ("services", json!({"metadata": {"name": "none"}, "spec": {"ports": [{"port": 443}]}})),
            (
                "services",
                json!({"metadata": {"name": "out"}, "spec": {"type": "ExternalName", "externalName": "h.example"}}),
            ),
            (
                "endpoints",
                json!({"metadata": {"name": "a"}, "subsets": [{"addresses": [address], "ports": [{"name": "x", "port": 8444}]}]}),
            ),
        ]);
        let at = |name: &str, port: u16| {
            let config = json!({"service": {"name": name, "namespace": "n", "port": port}});
            let place = locate(&known, &Endpoint::read(&config).unwrap());
            place.map(|place| place.authority())
        };
        assert_eq!(at("a", 443), Ok("10.1.2.3:8444".to_owned()));
        assert_eq!(at("out", 8443), Ok("h.example:8443".to_owned()));
        assert_eq!(at("a", 80), Err("no service port 80 found for service \"a\"".to_owned()));
        assert_eq!(at("none", 443), Err("no endpoints available for service \"none\"".to_owned()));
        assert_eq!(at("gone", 443), Err("service \"gone\" not found".to_owned()));
    }
}
