//! What comes into namespaces and what does not, and how namespaces go.

use registry::Deleted;
use serde_json::json;

use crate::support::{Cluster, admin};

fn map(name: &str) -> serde_json::Value {
    json!({"metadata": {"name": name}})
}

#[tokio::test]
async fn nothing_comes_into_a_namespace_that_is_not_there_or_goes() {
    let cluster = Cluster::new().await;
    let missing = cluster.create("configmaps", "none", map("a")).await.unwrap_err();
    assert_eq!(missing, "namespaces \"none\" not found");
    cluster.create("configmaps", "ns", map("a")).await.unwrap();
    let gone = cluster.delete_as(&admin(), "namespaces", "", "ns").await.unwrap();
    assert!(matches!(gone, Deleted::Object { gone: false, .. }), "it waits for its content: {gone:?}");
    let going = cluster.get("namespaces", "", "ns").await.unwrap();
    assert_eq!(going.text("status.phase"), "Terminating");
    let refused = cluster.create("configmaps", "ns", map("b")).await.unwrap_err();
    assert_eq!(
        refused,
        "configmaps \"b\" is forbidden: unable to create new content in namespace ns because it is being terminated"
    );
    // What is there may still change and go: that is how it is emptied.
    let change = |object: &mut registry::Object| object.set("data.k", "v");
    cluster.change(&admin(), "configmaps", "ns", "a", change).await.unwrap();
    cluster.delete_as(&admin(), "configmaps", "ns", "a").await.unwrap();
    let done = |object: &mut registry::Object| object.set("spec.finalizers", json!([]));
    cluster.change(&admin(), "namespaces/finalize", "", "ns", done).await.unwrap();
    assert!(cluster.get("namespaces", "", "ns").await.is_none(), "nothing holds it any more");
    cluster.finish().await;
}

#[tokio::test]
async fn the_namespaces_of_the_system_stay() {
    let cluster = Cluster::new().await;
    cluster.namespace("kube-system", json!({})).await;
    let refused = cluster.delete_as(&admin(), "namespaces", "", "kube-system").await.unwrap_err();
    assert_eq!(refused, "namespaces \"kube-system\" is forbidden: this namespace may not be deleted");
    cluster.finish().await;
}

#[tokio::test]
async fn a_namespace_is_made_for_its_first_object_where_that_is_wanted() {
    let cluster = Cluster::with(&["NamespaceAutoProvision"]).await;
    cluster.create("configmaps", "new", map("a")).await.unwrap();
    assert_eq!(cluster.get("namespaces", "", "new").await.unwrap().text("status.phase"), "Active");
    cluster.finish().await;
}
