//! The `kube-dns` service: its address is what pods ask, and the proxy leads it to the DNS of the pod's own node, or of another one.
//!
//! Every node's DNS listens on the node's address; this keeps the list of them.

use std::net::IpAddr;

use api::Resource as _;
use api::core::v1::Node;
use api::discovery::v1::EndpointSlice;
use client::{Client, Patch};
use informer::Informers;
use runtime::{Clock, Shutdown};
use serde_json::{Value, json};

/// Where a node's DNS listens: not 53, which the host may use itself.
pub const PORT: u16 = 10053;
const NAMESPACE: &str = "kube-system";
const NAME: &str = "kube-dns";
const MANAGER: &str = "navarch";

/// Makes the service with this address.
async fn make_service(client: &Client, address: IpAddr) -> Result<(), client::Error> {
    let port = |name: &str, protocol: &str| json!({"name": name, "port": 53, "targetPort": PORT, "protocol": protocol});
    let labels =
        json!({"k8s-app": NAME, "kubernetes.io/cluster-service": "true", "kubernetes.io/name": "CoreDNS"});
    let service = json!({
        "apiVersion": "v1", "kind": "Service",
        "metadata": {"name": NAME, "namespace": NAMESPACE, "labels": labels},
        "spec": {
            "clusterIP": address.to_string(), "clusterIPs": [address.to_string()],
            "trafficDistribution": "PreferSameNode",
            "ports": [port("dns", "UDP"), port("dns-tcp", "TCP")],
        },
    });
    let patch = Patch::Apply { manager: MANAGER.to_owned(), force: true, tree: service };
    client.within::<api::core::v1::Service>(NAMESPACE).patch(NAME, &patch).await.map(|_| ())
}

/// Keeps the service and the list of nodes behind it, until told to stop.
pub async fn run(client: Client, address: IpAddr, clock: Clock, shutdown: Shutdown) {
    if let Err(error) = make_service(&client, address).await {
        tracing::error!(%error, "the service kube-dns was not made: pods will find no names");
    }
    let informers = Informers::new(client.clone(), clock.clone(), shutdown.clone());
    let nodes = informers.of::<Node>();
    let mut events = nodes.subscribe();
    let mut written: Option<Value> = None;
    loop {
        tokio::select! {
            () = shutdown.wait() => return,
            event = events.next() => if event.is_none() { return },
        }
        if !nodes.is_synced() {
            continue;
        }
        let wanted = slice(&nodes.list());
        if written.as_ref() == Some(&wanted) {
            continue;
        }
        let patch = Patch::Apply { manager: MANAGER.to_owned(), force: true, tree: wanted.clone() };
        match client.within::<EndpointSlice>(NAMESPACE).patch(NAME, &patch).await {
            Ok(_) => written = Some(wanted),
            Err(error) => tracing::warn!(%error, "the nodes behind kube-dns were not written"),
        }
    }
}

/// The nodes that are ready, with their addresses.
fn slice(nodes: &[std::sync::Arc<Node>]) -> Value {
    let mut endpoints: Vec<Value> = nodes
        .iter()
        .filter_map(|node| {
            let status = node.status.as_ref()?;
            let ready = status.conditions.iter().flatten().any(|one| one.type_ == "Ready" && one.status == "True");
            let address = status.addresses.iter().flatten().find(|one| one.type_ == "InternalIP")?;
            ready.then(|| json!({
                "addresses": [address.address], "nodeName": node.name(), "conditions": {"ready": true, "serving": true},
                "hints": {"forNodes": [{"name": node.name()}]},
            }))
        })
        .collect();
    endpoints.sort_by_key(|endpoint| endpoint["nodeName"].as_str().map(str::to_owned));
    let port = |name: &str, protocol: &str| json!({"name": name, "port": PORT, "protocol": protocol});
    json!({
        "apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4",
        "metadata": {
            "name": NAME, "namespace": NAMESPACE,
            "labels": {"kubernetes.io/service-name": NAME, "endpointslice.kubernetes.io/managed-by": MANAGER},
        },
        "endpoints": endpoints,
        "ports": [port("dns", "UDP"), port("dns-tcp", "TCP")],
    })
}
