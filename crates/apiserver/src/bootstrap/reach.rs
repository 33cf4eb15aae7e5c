//! How others reach this server and know who speaks for it: the endpoints of the service `kubernetes`, and the authorities that extension
//! servers and kubelets believe. Written anew with every start, since addresses and certificates change.

use std::net::SocketAddr;
use std::sync::Arc;

use meta::StatusError;
use meta::options::GetOptions;
use registry::{Object, Registry};
use serde_json::{Value, json};

use super::{create, target};

/// Where this server is.
pub(crate) struct Reach<'a> {
    /// `None` if nobody else may know, or if the list of servers is kept elsewhere.
    pub address: Option<SocketAddr>,
    pub port: u16,
    /// Who signs clients' certificates: PEM.
    pub client_ca: &'a str,
    /// Who signs the certificates of front proxies: PEM.
    pub request_header_ca: &'a str,
}

pub(super) async fn run(registry: &Arc<Registry>, reach: &Reach<'_>) -> Result<(), StatusError> {
    write(registry, "", "configmaps", authorities(reach), &["data"]).await?;
    match reach.address {
        Some(address) => write_endpoints(registry, &[address]).await,
        None => Ok(()),
    }
}

/// Writes which servers there are; not none.
pub(crate) async fn write_endpoints(
    registry: &Arc<Registry>,
    servers: &[SocketAddr],
) -> Result<(), StatusError> {
    write(registry, "", "endpoints", endpoints(servers), &["subsets"]).await?;
    write(registry, "discovery.k8s.io", "endpointslices", slice(servers), &["endpoints", "ports"]).await
}

fn authorities(reach: &Reach<'_>) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "extension-apiserver-authentication", "namespace": "kube-system"},
        "data": {
            "client-ca-file": reach.client_ca,
            "requestheader-client-ca-file": reach.request_header_ca,
            "requestheader-allowed-names": "[\"front-proxy-client\"]",
            "requestheader-extra-headers-prefix": "[\"X-Remote-Extra-\"]",
            "requestheader-group-headers": "[\"X-Remote-Group\"]",
            "requestheader-username-headers": "[\"X-Remote-User\"]",
        },
    })
}

/// Servers with the port of the first; upstream's servers all have the same.
fn of_one_port(servers: &[SocketAddr]) -> (Vec<String>, u16) {
    let port = servers.first().map_or(0, SocketAddr::port);
    let same = servers.iter().filter(|one| one.port() == port);
    (same.map(|one| one.ip().to_string()).collect(), port)
}

fn endpoints(servers: &[SocketAddr]) -> Value {
    // Each port has a subset of its own.
    let mut ports: Vec<u16> = servers.iter().map(SocketAddr::port).collect();
    ports.sort_unstable();
    ports.dedup();
    let subsets = ports.iter().map(|port| {
        let of = servers.iter().filter(|one| one.port() == *port);
        let addresses: Vec<Value> = of.map(|one| json!({"ip": one.ip().to_string()})).collect();
        json!({"addresses": addresses, "ports": [{"name": "https", "port": port, "protocol": "TCP"}]})
    });
    json!({
        "apiVersion": "v1",
        "kind": "Endpoints",
        "metadata": {
            "name": "kubernetes", "namespace": "default",
            "labels": {"endpointslice.kubernetes.io/skip-mirror": "true"},
        },
        "subsets": subsets.collect::<Vec<Value>>(),
    })
}

fn slice(servers: &[SocketAddr]) -> Value {
    let (addresses, port) = of_one_port(servers);
    let endpoint = |address: &String| json!({"addresses": [address], "conditions": {"ready": true}});
    json!({
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {
            "name": "kubernetes", "namespace": "default", "labels": {"kubernetes.io/service-name": "kubernetes"},
        },
        "addressType": if servers.first().is_none_or(SocketAddr::is_ipv4) { "IPv4" } else { "IPv6" },
        "endpoints": addresses.iter().map(endpoint).collect::<Vec<Value>>(),
        "ports": [{"name": "https", "protocol": "TCP", "port": port}],
    })
}

/// Makes the object, or brings these fields of it up to date.
async fn write(
    registry: &Arc<Registry>,
    group: &str,
    plural: &str,
    tree: Value,
    fields: &[&str],
) -> Result<(), StatusError> {
    let text = |field: &str| tree["metadata"][field].as_str().unwrap_or_default();
    let Some(mut target) = target(registry, group, plural, text("namespace")) else { return Ok(()) };
    text("name").clone_into(&mut target.name);
    if registry.get(&target, &GetOptions::default()).await.is_err() {
        return create(registry, target, tree).await.map(drop);
    }
    let change = |object: &mut Object| {
        for field in fields {
            object.set(field, tree[*field].clone());
        }
        Ok(())
    };
    registry.alter(&target, false, change).await.map(drop)
}
