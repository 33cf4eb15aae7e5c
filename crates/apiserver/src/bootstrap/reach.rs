//! How others reach this server and know who speaks for it: the endpoints of the service `kubernetes`, and the authorities that extension
//! servers and kubelets believe. Written anew with every start, since addresses and certificates change.

use std::net::IpAddr;
use std::sync::Arc;

use meta::StatusError;
use meta::options::GetOptions;
use registry::{Object, Registry};
use serde_json::{Value, json};

use super::{create, target};

/// Where this server is.
pub(crate) struct Reach<'a> {
    pub address: Option<IpAddr>,
    pub port: u16,
    /// Who signs clients' certificates: PEM.
    pub client_ca: &'a str,
    /// Who signs the certificates of front proxies: PEM.
    pub request_header_ca: &'a str,
}

pub(super) async fn run(registry: &Arc<Registry>, reach: &Reach<'_>) -> Result<(), StatusError> {
    write(registry, "", "configmaps", authorities(reach), &["data"]).await?;
    let Some(address) = reach.address else { return Ok(()) };
    write(registry, "", "endpoints", endpoints(address, reach.port), &["subsets"]).await?;
    let slice = slice(address, reach.port);
    write(registry, "discovery.k8s.io", "endpointslices", slice, &["endpoints", "ports"]).await
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

fn endpoints(address: IpAddr, port: u16) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "Endpoints",
        "metadata": {
            "name": "kubernetes", "namespace": "default",
            "labels": {"endpointslice.kubernetes.io/skip-mirror": "true"},
        },
        "subsets": [{
            "addresses": [{"ip": address.to_string()}],
            "ports": [{"name": "https", "port": port, "protocol": "TCP"}],
        }],
    })
}

fn slice(address: IpAddr, port: u16) -> Value {
    json!({
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {
            "name": "kubernetes", "namespace": "default", "labels": {"kubernetes.io/service-name": "kubernetes"},
        },
        "addressType": if address.is_ipv4() { "IPv4" } else { "IPv6" },
        "endpoints": [{"addresses": [address.to_string()], "conditions": {"ready": true}}],
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
