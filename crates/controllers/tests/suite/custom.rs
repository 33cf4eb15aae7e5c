//! Custom resources that come while the loops run: garbage is collected and namespaces are emptied of them too.

use api::Resource as _;
use api::core::v1::{ConfigMap, Namespace};
use bytes::Bytes;
use client::DeleteOptions;
use http::Request;
use serde_json::{Value, json};
use testing::eventually;

use crate::cluster::Cluster;

/// The answer to a request, with its code.
async fn ask(cluster: &Cluster, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { Bytes::new() } else { body.to_string().into() };
    let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    match cluster.client.request(request.body(body).unwrap()).await {
        Ok(answer) => (answer.status().as_u16(), serde_json::from_slice(answer.body()).unwrap_or_default()),
        Err(_) => (404, Value::Null),
    }
}

/// Defines widgets and waits until they are served.
async fn define(cluster: &Cluster) {
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"plural": "widgets", "kind": "Widget"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}],
        },
    });
    let definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    assert_eq!(ask(cluster, "POST", definitions, &definition).await.0, 201);
    eventually("widgets are served", || async {
        (ask(cluster, "GET", "/apis/example.com/v1/widgets", &Value::Null).await.0 == 200).then_some(())
    })
    .await;
}

fn widget(name: &str, owners: Value) -> Value {
    let metadata = json!({"name": name, "ownerReferences": owners});
    json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": metadata})
}

async fn gone(cluster: &Cluster, path: &str) {
    eventually("it is gone", || async {
        (ask(cluster, "GET", path, &Value::Null).await.0 == 404).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn custom_owners_and_dependents_are_collected() {
    let cluster = Cluster::start(&["garbage-collector-controller"]).await;
    define(&cluster).await;
    let widgets = "/apis/example.com/v1/namespaces/default/widgets";
    let (code, owner) = ask(&cluster, "POST", widgets, &widget("owner", json!([]))).await;
    assert_eq!(code, 201);
    let owner = json!([{"apiVersion": "example.com/v1", "kind": "Widget", "name": "owner", "uid": owner["metadata"]["uid"]}]);
    assert_eq!(ask(&cluster, "POST", widgets, &widget("child", owner.clone())).await.0, 201);
    let map: ConfigMap = cluster.make(json!({"metadata": {"name": "child", "ownerReferences": owner}})).await;
    assert_eq!(ask(&cluster, "DELETE", &format!("{widgets}/owner"), &Value::Null).await.0, 200);
    gone(&cluster, &format!("{widgets}/child")).await;
    cluster.gone::<ConfigMap>(map.name()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_namespace_goes_with_its_custom_resources() {
    let cluster = Cluster::start(&["namespace-controller"]).await;
    define(&cluster).await;
    let spaces = cluster.client.all::<Namespace>();
    let (_, made) =
        ask(&cluster, "POST", "/api/v1/namespaces", &json!({"metadata": {"name": "brief"}})).await;
    assert_eq!(made["metadata"]["name"], "brief");
    let widgets = "/apis/example.com/v1/namespaces/brief/widgets";
    assert_eq!(ask(&cluster, "POST", widgets, &widget("a", json!([]))).await.0, 201);
    spaces.delete("brief", &DeleteOptions::default()).await.unwrap();
    gone(&cluster, "/api/v1/namespaces/brief").await;
    gone(&cluster, &format!("{widgets}/a")).await;
}
