//! Addresses and ports of services: handed out once, also after a restart, and free again when the service goes.

use serde_json::{Value, json};

use crate::harness::Server;

const SERVICES: &str = "/api/v1/namespaces/default/services";
const ADDRESSES: &str = "/apis/networking.k8s.io/v1/ipaddresses";

fn service(name: &str, more: Value) -> Value {
    let mut spec = json!({"type": "NodePort", "ports": [{"port": 80}]});
    for (field, value) in more.as_object().unwrap() {
        spec[field] = value.clone();
    }
    json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": spec})
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_handed_out_is_known_after_a_restart() {
    let server = Server::start().await;
    let made = server.admin().post(SERVICES, &service("a", json!({}))).await.json();
    let (address, port) = (made["spec"]["clusterIP"].clone(), made["spec"]["ports"][0]["nodePort"].clone());
    let object = format!("{ADDRESSES}/{}", address.as_str().unwrap());
    assert_eq!(server.admin().get(&object).await.json()["spec"]["parentRef"]["name"], "a");
    // An accident: the object is lost while the service still has its address.
    assert_eq!(server.admin().delete(&object).await.code, 200);

    let server = Server::start_in(server.finish().await).await;
    let client = server.admin();
    assert_eq!(client.get(&object).await.json()["spec"]["parentRef"]["name"], "a", "it was made again");
    let same = client.post(SERVICES, &service("b", json!({ "clusterIP": address }))).await;
    assert!(same.status().ends_with("provided IP is already allocated"), "{}", same.status());
    let ports = json!({"ports": [{"port": 80, "nodePort": port}]});
    let same = client.post(SERVICES, &service("b", ports.clone())).await;
    assert!(same.status().ends_with("provided port is already allocated"), "{}", same.status());
    let cidr = client.get("/apis/networking.k8s.io/v1/servicecidrs/kubernetes").await.json();
    assert_eq!(cidr["spec"]["cidrs"], json!(["10.96.0.0/16"]));

    assert_eq!(client.delete(&format!("{SERVICES}/a")).await.code, 200);
    assert_eq!(client.get(&object).await.code, 404);
    let mut again = ports;
    again["clusterIP"] = address;
    assert_eq!(client.post(SERVICES, &service("b", again)).await.code, 201, "all is free again");
    server.finish().await;
}
